//! The chunk NODE: the node tree, and the skins of its meshes.

use flitz_animation::{Transform, rotation};
use flitz_scene::ModelSkin;
use glam::{Affine3A, Vec3};

use super::animation::{self, Key, Part};
use super::mesh::{self, RawMesh};
use super::paint::Paints;
use super::reader::Reader;
use crate::error::LoadError;
use crate::limits;
use crate::weights::Influences;

/// A NODE chunk and its contents.
#[derive(Default)]
pub(super) struct RawNode {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    pub(super) transform: Transform,
    pub(super) mesh: Option<RawMesh>,
    /// (vertex, weight) pairs of the BONE chunk.
    pub(super) bone: Option<Vec<(i32, f32)>>,
    /// Whether it has a BONE chunk.
    pub(super) is_joint: bool,
    pub(super) keys: Vec<Key>,
    /// Frames of the ANIM chunk; 0 where there is none.
    pub(super) frames: i32,
    /// The named parts of the SEQS chunk.
    pub(super) parts: Vec<Part>,
    /// Index after the last node below this one; the nodes stand in the order of their chunks.
    pub(super) end: usize,
}

/// Reads a NODE chunk and its descendants, parents before children.
pub(super) fn read_tree(
    start: usize,
    body: Reader<'_>,
    paints: &Paints,
) -> Result<Vec<RawNode>, LoadError> {
    let mut nodes = Vec::new();
    // A stack of open NODE chunks, with the unread rest of each.
    let mut open = vec![start_node(&mut nodes, None, body)?];
    while let Some((index, body)) = open.last_mut() {
        let index = *index;
        if body.is_empty() {
            let end = nodes.len();
            if let Some(node) = nodes.get_mut(index) {
                node.end = end;
            }
            open.pop();
            continue;
        }
        let mut chunk = body.chunk()?;
        if &chunk.tag == b"NODE" {
            if open.len() >= limits::NODE_DEPTH {
                return Err(LoadError::at(
                    start,
                    format!(
                        "nodes lie more than {} deep in each other",
                        limits::NODE_DEPTH
                    ),
                ));
            }
            open.push(start_node(&mut nodes, Some(index), chunk.body)?);
            continue;
        }
        let Some(node) = nodes.get_mut(index) else {
            continue;
        };
        match &chunk.tag {
            b"MESH" => node.mesh = Some(RawMesh::read(&mut chunk.body, paints)?),
            b"BONE" => {
                node.is_joint = true;
                node.bone
                    .get_or_insert_default()
                    .extend(mesh::bone_weights(&mut chunk.body)?);
            }
            b"KEYS" => animation::read_keys(&mut chunk.body, &mut node.keys)?,
            b"ANIM" => node.frames = animation::read_frames(&mut chunk.body)?,
            b"SEQS" => animation::read_parts(&mut chunk.body, &mut node.parts)?,
            _ => {}
        }
    }
    Ok(nodes)
}

/// Reads the name and the transform of a node.
fn start_node<'a>(
    nodes: &mut Vec<RawNode>,
    parent: Option<usize>,
    mut body: Reader<'a>,
) -> Result<(usize, Reader<'a>), LoadError> {
    let name = body.text()?;
    let (translation, scale, turn) = (body.vec3()?, body.vec3()?, body.rotation()?);
    // Adding 0 turns -0 into 0: programs print positions.
    let finite = |value: Vec3, otherwise| {
        if value.is_finite() {
            value + Vec3::ZERO
        } else {
            otherwise
        }
    };
    let transform = Transform {
        translation: finite(translation, Vec3::ZERO),
        rotation: rotation::unit(turn),
        scale: finite(scale, Vec3::ONE),
    };
    nodes.push(RawNode {
        name,
        parent,
        transform,
        ..RawNode::default()
    });
    Ok((nodes.len() - 1, body))
}

/// For each node with a mesh the nodes of its bones: those below it with a BONE chunk that no mesh in between claims.
pub(super) fn bones_of_meshes(nodes: &[RawNode]) -> Vec<Vec<usize>> {
    let mut bones = vec![Vec::new(); nodes.len()];
    // The mesh that a node's children belong to.
    let mut mesh_above: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let above = node
            .parent
            .and_then(|parent| mesh_above.get(parent).copied().flatten());
        if let (Some(owned), true) = (
            above.and_then(|mesh| bones.get_mut(mesh)),
            node.bone.is_some(),
        ) {
            owned.push(index);
        }
        mesh_above.push(if node.mesh.is_some() {
            Some(index)
        } else {
            above
        });
    }
    bones
}

/// The skin of a node's mesh, and the influences of its vertices; both empty without bones.
pub(super) type Skinned = (Option<ModelSkin>, Vec<Influences>);

/// The skin of each node's mesh, and the influences of its vertices. Joint 0 is the mesh's own node, for vertices without
/// bones.
pub(super) fn skins(
    nodes: &mut [RawNode],
    bones: &[Vec<usize>],
) -> Result<Vec<Skinned>, LoadError> {
    let weights: Vec<Vec<(i32, f32)>> = nodes
        .iter_mut()
        .map(|node| node.bone.take().unwrap_or_default())
        .collect();
    let mut skins = Vec::with_capacity(nodes.len());
    for (index, (node, bones)) in nodes.iter().zip(bones).enumerate() {
        let Some(mesh) = node.mesh.as_ref().filter(|_| !bones.is_empty()) else {
            skins.push((None, Vec::new()));
            continue;
        };
        let mut influences = vec![Influences::default(); mesh.vertex_count()];
        for (bone, joint) in bones.iter().zip(1_u32..) {
            let joint = u16::try_from(joint).map_err(|_| {
                LoadError::new(format!(
                    "a mesh has {} bones; flitz takes up to 65535",
                    bones.len()
                ))
            })?;
            for &(vertex, weight) in weights.get(*bone).into_iter().flatten() {
                let vertex_influences = usize::try_from(vertex)
                    .ok()
                    .and_then(|v| influences.get_mut(v));
                let Some(vertex_influences) = vertex_influences else {
                    let name = nodes.get(*bone).map_or("", |bone| bone.name.as_str());
                    let count = mesh.vertex_count();
                    return Err(LoadError::new(format!(
                        "the bone \"{name}\" holds vertex {vertex}, but its mesh has {count} vertices"
                    )));
                };
                vertex_influences.add(joint, weight);
            }
        }
        let joints: Vec<usize> = std::iter::once(index)
            .chain(bones.iter().copied())
            .collect();
        let inverse_bind = inverse_binds(nodes, index, &joints);
        skins.push((
            Some(ModelSkin {
                joints,
                inverse_bind,
            }),
            influences,
        ));
    }
    Ok(skins)
}

/// Inverse bind matrices: from the mesh's space to each joint's. Blitz3D computed them before the mesh had its parent, with the
/// mesh's own transform included: the vertices of a skinned mesh are in its parent's space.
fn inverse_binds(nodes: &[RawNode], mesh: usize, joints: &[usize]) -> Vec<Affine3A> {
    let below = nodes.get(mesh..).unwrap_or_default();
    let below = below
        .get(
            ..nodes
                .get(mesh)
                .map_or(0, |node| node.end.saturating_sub(mesh)),
        )
        .unwrap_or_default();
    let mut places: Vec<Affine3A> = Vec::with_capacity(below.len());
    for node in below {
        let local = node.transform.to_affine();
        let parent = node
            .parent
            .and_then(|parent| parent.checked_sub(mesh))
            .and_then(|parent| places.get(parent));
        places.push(parent.map_or(local, |&parent| parent * local));
    }
    let place = |joint: &usize| {
        places
            .get(joint.saturating_sub(mesh))
            .copied()
            .unwrap_or_default()
    };
    joints
        .iter()
        .map(|joint| mesh::inverse_bind(place(joint)))
        .collect()
}
