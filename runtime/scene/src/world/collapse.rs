//! Collapsing a tree of meshes into one plain mesh.

use std::collections::HashMap;

use glam::{Affine3A, Vec3, Vec3A};

use super::placement::affine;
use super::{EntityId, World};
use crate::brush::{Brush, Effects};
use crate::mesh::{Mesh, Surface, VertexSkin};
use crate::model::SkinRule;
use crate::reshape::cofactor;

impl World {
    /// Creates one mesh entity below `parent` from all meshes at and below `root`, in the space of the parent of `root` and without skin. The
    /// order is post-order; surfaces with equal brushes are merged. The brushes of entities are ignored, as in Blitz3D. `root` itself stays
    /// as it is.
    pub fn collapse(
        &mut self,
        root: EntityId,
        parent: Option<EntityId>,
        rule: SkinRule,
    ) -> EntityId {
        let mut places: HashMap<EntityId, Affine3A> = HashMap::new();
        for id in self.subtree(root) {
            if let Some(entity) = self.entities.get(id) {
                let above = entity.parent().and_then(|above| places.get(&above));
                let place = above.copied().unwrap_or_default() * affine(&entity.local);
                places.insert(id, place);
            }
        }
        let mut whole = MergedMesh::default();
        // A stack for post-order traversal: entities, and whether their children are done.
        let mut waiting = vec![(root, false)];
        while let Some((id, children_done)) = waiting.pop() {
            let Some(entity) = self.entities.get(id) else {
                continue;
            };
            if children_done {
                self.add_to(&mut whole, id, &places, rule);
            } else {
                waiting.push((id, true));
                waiting.extend(entity.children.iter().rev().map(|&child| (child, false)));
            }
        }
        self.create_mesh(whole.mesh, parent)
    }

    /// Appends the surfaces of an entity; `places` holds the transforms of all entities of the tree.
    fn add_to(
        &self,
        whole: &mut MergedMesh,
        id: EntityId,
        places: &HashMap<EntityId, Affine3A>,
        rule: SkinRule,
    ) {
        let place = places.get(&id).copied().unwrap_or_default();
        let instance = self.entities.get(id).and_then(|entity| entity.mesh());
        let Some((instance, mesh)) = instance.and_then(|i| Some((i, self.mesh(i.mesh)?))) else {
            return;
        };
        let palette: Vec<Affine3A> = match rule {
            SkinRule::Stored => Vec::new(),
            SkinRule::Posed => instance
                .joints
                .iter()
                .zip(&mesh.inverse_bind)
                .map(|(joint, bind)| places.get(joint).map_or(place, |&joint| joint * *bind))
                .collect(),
        };
        for surface in &mesh.surfaces {
            let brush = surface.brush.clone();
            // Few brushes have the same key, so that few are compared in full.
            let similar = whole.by_brush.entry(brush_key(&brush)).or_default();
            let there = similar.iter().copied().find(|&at| {
                let there = whole.mesh.surfaces.get(at);
                there.is_some_and(|there| self.paints_alike(&there.brush, &brush))
            });
            if there.is_none() {
                similar.push(whole.mesh.surfaces.len());
            }
            match rule {
                SkinRule::Stored => whole.mesh.add_surface_to(there, surface, brush, place),
                SkinRule::Posed => {
                    let posed = posed(surface, place, &palette);
                    whole
                        .mesh
                        .add_surface_to(there, &posed, brush, Affine3A::IDENTITY);
                }
            }
        }
    }
}

/// The mesh so far, and its surfaces by the keys of their brushes.
#[derive(Default)]
struct MergedMesh {
    mesh: Mesh,
    by_brush: HashMap<BrushKey, Vec<usize>>,
}

/// What of a brush can be hashed: bits of colour, alpha and shininess; effects.
type BrushKey = ([u32; 5], Effects);

/// The key of a brush; equal brushes have equal keys.
fn brush_key(brush: &Brush) -> BrushKey {
    let [red, green, blue] = brush.color.to_array();
    // Adding 0 makes one of the two zeros.
    let numbers = [red, green, blue, brush.alpha, brush.shininess];
    (numbers.map(|n| (n + 0.0).to_bits()), brush.effects)
}

/// The surface skinned, or, where it has no skin, transformed by its node.
fn posed(surface: &Surface, place: Affine3A, palette: &[Affine3A]) -> Surface {
    let mut posed = surface.clone();
    let skin = Some(&posed.skin).filter(|skin| !palette.is_empty() && !skin.is_empty());
    for (at, vertex) in posed.vertices.iter_mut().enumerate() {
        let by = skin.and_then(|skin| skin.get(at));
        (vertex.position, vertex.normal) = match by {
            Some(by) => moved(vertex.position, vertex.normal, by, palette),
            None => (
                place.transform_point3(vertex.position),
                outward(place, vertex.normal),
            ),
        };
        vertex.normal = vertex.normal.normalize_or_zero();
    }
    posed.skin.clear();
    posed
}

/// A skinned vertex: linear blend skinning.
fn moved(position: Vec3, normal: Vec3, by: &VertexSkin, palette: &[Affine3A]) -> (Vec3, Vec3) {
    let (mut to, mut direction) = (Vec3::ZERO, Vec3::ZERO);
    for (&joint, weight) in by.joints.iter().zip(by.weights) {
        if let Some(matrix) = palette.get(usize::from(joint)).filter(|_| weight != 0.0) {
            to += weight * matrix.transform_point3(position);
            direction += weight * outward(*matrix, normal).normalize_or_zero();
        }
    }
    (to, direction)
}

/// A transformed normal that keeps its side also under mirroring.
fn outward(by: Affine3A, normal: Vec3) -> Vec3 {
    let m = by.matrix3;
    let sign = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
    (sign * (cofactor(m) * Vec3A::from(normal))).into()
}
