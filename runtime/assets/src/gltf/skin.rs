//! Skins: the joints of a mesh, and the spaces of its vertices and its entity.
//!
//! By the specification (3.7.3.2) the place of a skinned mesh's node does not count: only its joints say where the vertices stand.
//! Programs ask entities where they are, though, and carry points from and to their space. So the entity of a skinned mesh gets a place at
//! which its vertices, as they are stored, stand where they are drawn while the model stands as the file places it: upright at the
//! model's own origin, whatever turn or scale the armature above has.

use flitz_animation::Transform;
use flitz_scene::{ModelMesh, ModelSkin, Surface, VertexSkin};
use glam::{Affine3A, Mat4, Vec3, Vec3A};

use super::accessor::Reader;
use super::mirror;
use super::tree::{self, Tree};
use crate::error::LoadError;

/// How far numbers that should be equal may lie apart, relative to the largest of them.
const SLACK: f32 = 1e-4;

/// A skin of the file; `None` when none of its joints is there.
pub(super) fn skin(
    reader: &Reader<'_>,
    tree: &Tree,
    index: usize,
) -> Result<Option<ModelSkin>, LoadError> {
    let skin = reader
        .root
        .skins
        .get(index)
        .ok_or_else(|| LoadError::new(format!("the model has no skin {index}")))?;
    let matrices = match skin.inverse_bind_matrices {
        Some(matrices) => reader.floats::<16>(matrices.value(), skin.joints.len())?,
        None => Vec::new(),
    };
    let mut made = ModelSkin {
        joints: Vec::new(),
        inverse_bind: Vec::new(),
    };
    for (number, joint) in skin.joints.iter().enumerate() {
        let place = tree.place.get(joint.value()).copied().flatten();
        let place = place.ok_or_else(|| {
            LoadError::new(format!(
                "a skin names node {}, which is not there",
                joint.value()
            ))
        })?;
        let inverse = matrices.get(number).map_or(Affine3A::IDENTITY, |matrix| {
            mirror::affine(Affine3A::from_mat4(without_projection(
                Mat4::from_cols_array(matrix),
            )))
        });
        made.joints.push(place);
        made.inverse_bind.push(inverse);
    }
    Ok(Some(made).filter(|made| !made.joints.is_empty()))
}

/// The matrix with the last row that an affine map has.
fn without_projection(mut matrix: Mat4) -> Mat4 {
    matrix.x_axis.w = 0.0;
    matrix.y_axis.w = 0.0;
    matrix.z_axis.w = 0.0;
    matrix.w_axis.w = 1.0;
    matrix
}

/// The tree of the file, before skinned meshes get transforms of their own.
pub(super) struct Standing {
    /// Transform of each node in the model's space.
    places: Vec<Affine3A>,
    /// Depth of each node.
    depths: Vec<usize>,
    has_children: Vec<bool>,
}

impl Standing {
    pub(super) fn new(tree: &Tree) -> Self {
        let count = tree.nodes.len();
        let mut standing = Self {
            places: Vec::with_capacity(count),
            depths: Vec::with_capacity(count),
            has_children: vec![false; count],
        };
        for node in &tree.nodes {
            let parent = node.parent.unwrap_or(usize::MAX);
            let above = standing.place(parent);
            let depth = standing.depths.get(parent).map_or(0, |depth| depth + 1);
            standing.places.push(above * node.transform.to_affine());
            standing.depths.push(depth);
            if let Some(has_children) = standing.has_children.get_mut(parent) {
                *has_children = true;
            }
        }
        standing
    }

    fn place(&self, index: usize) -> Affine3A {
        self.places.get(index).copied().unwrap_or_default()
    }
}

/// Finishes the mesh of a node: turns round the triangles that the places of nodes and joints mirror, and brings a skinned mesh into the
/// space of its entity, which is placed here.
pub(super) fn settle(tree: &mut Tree, standing: &Standing, index: usize, mesh: &mut ModelMesh) {
    let place = standing.place(index);
    let Some(skin) = &mut mesh.skin else {
        // The determinant of the whole place decides which side is the front (specification, 3.7.4).
        if place.matrix3.determinant() < 0.0 {
            for surface in &mut mesh.surfaces {
                turn_round(surface.triangles.iter_mut());
            }
        }
        return;
    };
    let joints: Vec<Affine3A> = skin
        .joints
        .iter()
        .zip(&skin.inverse_bind)
        .map(|(&joint, bind)| standing.place(joint) * *bind)
        .collect();
    for surface in &mut mesh.surfaces {
        turn_round_by_joints(surface, &joints);
    }
    let entity = entity_place(tree, standing, index);
    let drawn = leading_joint(standing, skin, &mesh.surfaces)
        .and_then(|joint| joints.get(joint).copied())
        .filter(|joint| has_inverse(*joint))
        .unwrap_or(Affine3A::IDENTITY);
    let change = entity.inverse() * drawn;
    if !has_inverse(change) || is_near(change, Affine3A::IDENTITY) {
        return;
    }
    let back = change.inverse();
    for bind in &mut skin.inverse_bind {
        *bind *= back;
    }
    let normals = back.matrix3.transpose();
    for vertex in mesh.surfaces.iter_mut().flat_map(|s| &mut s.vertices) {
        // Adding 0 makes one of the two zeros: programs print positions.
        vertex.position = change.transform_point3(vertex.position) + Vec3::ZERO;
        let normal = Vec3::from(normals * Vec3A::from(vertex.normal));
        vertex.normal = normal.normalize_or_zero() + Vec3::ZERO;
    }
}

/// Places the entity of a skinned mesh and says where that is in the model. Where nothing hangs on the node, that is the model's origin,
/// upright; its own keys, which could not move its mesh, are dropped. Else the node stays, as its place counts for those.
fn entity_place(tree: &mut Tree, standing: &Standing, index: usize) -> Affine3A {
    let own = standing.place(index);
    let own = if has_inverse(own) {
        own
    } else {
        Affine3A::IDENTITY
    };
    let has_children = standing.has_children.get(index) == Some(&true);
    let Some(parent) = tree.nodes.get(index).and_then(|node| node.parent) else {
        return own;
    };
    let Some(node) = tree
        .nodes
        .get_mut(index)
        .filter(|node| !has_children && !node.is_joint)
    else {
        return own;
    };
    let above = standing.place(parent);
    let local = above.inverse();
    let transform = Some(local).filter(|_| has_inverse(above)).map(apart);
    match transform.filter(|transform| is_near(transform.to_affine(), local)) {
        Some(transform) => node.transform = transform,
        // Position, rotation and scale cannot undo what stands above it: it hangs on the root instead.
        None => {
            node.parent = Some(0);
            node.transform = Transform::IDENTITY;
        }
    }
    let source = tree.source.get(index).copied().flatten();
    if let Some(place) = source.and_then(|source| tree.place.get_mut(source)) {
        *place = None;
    }
    Affine3A::IDENTITY
}

/// The topmost joint that holds a vertex; of several the one that holds most.
fn leading_joint(standing: &Standing, skin: &ModelSkin, surfaces: &[Surface]) -> Option<usize> {
    let mut held = vec![0.0_f32; skin.joints.len()];
    for by in surfaces.iter().flat_map(|surface| &surface.skin) {
        for (&joint, weight) in by.joints.iter().zip(by.weights) {
            if let Some(held) = held.get_mut(usize::from(joint)) {
                *held += weight;
            }
        }
    }
    let depth = |joint: usize| {
        let node = skin.joints.get(joint)?;
        standing.depths.get(*node).copied()
    };
    let holding = (0..held.len()).filter_map(|joint| {
        let held = held.get(joint).copied().filter(|&held| held > 0.0)?;
        Some((joint, depth(joint), held))
    });
    holding
        .min_by(|(_, a, a_held), (_, b, b_held)| a.cmp(b).then(b_held.total_cmp(a_held)))
        .map(|(joint, ..)| joint)
}

/// Reverses the winding of triangles that their joints mirror, by the strongest joint of the first corner.
fn turn_round_by_joints(surface: &mut Surface, joints: &[Affine3A]) {
    let mirrors: Vec<bool> = joints
        .iter()
        .map(|joint| joint.matrix3.determinant() < 0.0)
        .collect();
    if !mirrors.contains(&true) {
        return;
    }
    let skin = &surface.skin;
    let mirrored = |triangle: &&mut [u32; 3]| {
        let by = triangle
            .first()
            .and_then(|&corner| skin.get(corner as usize));
        by.is_some_and(|by| mirrors.get(strongest(by)) == Some(&true))
    };
    turn_round(surface.triangles.iter_mut().filter(mirrored));
}

/// The joint with the largest weight: [`crate::weights::Influences`] puts it first.
fn strongest(by: &VertexSkin) -> usize {
    by.joints.first().copied().map_or(0, usize::from)
}

fn turn_round<'t>(triangles: impl Iterator<Item = &'t mut [u32; 3]>) {
    triangles.for_each(|triangle| triangle.swap(1, 2));
}

fn has_inverse(matrix: Affine3A) -> bool {
    matrix.is_finite() && matrix.inverse().is_finite()
}

fn apart(matrix: Affine3A) -> Transform {
    let (scale, rotation) = tree::scale_and_turn(matrix.matrix3.into());
    Transform {
        translation: Vec3::from(matrix.translation) + Vec3::ZERO,
        rotation,
        scale,
    }
}

/// Whether two transforms are equal up to rounding.
fn is_near(a: Affine3A, b: Affine3A) -> bool {
    let largest = |m: Affine3A| {
        let axes = [m.matrix3.x_axis, m.matrix3.y_axis, m.matrix3.z_axis];
        axes.map(|axis| axis.abs().max_element())
            .into_iter()
            .fold(0.0, f32::max)
    };
    let reach = largest(b).max(f32::MIN_POSITIVE);
    let far = b.translation.abs().max_element().max(reach);
    let turned = Affine3A {
        matrix3: a.matrix3 - b.matrix3,
        translation: a.translation,
    };
    largest(turned) <= SLACK * reach
        && (a.translation - b.translation).abs().max_element() <= SLACK * far
}
