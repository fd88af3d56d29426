//! The format of 3D Studio, 3DS: objects, materials, and the key framer's hierarchy and keys.
//!
//! The file has Z up and Blitz3D Y: the second and the third axis change places. What Blitz3D's loader did not look at (lights,
//! cameras, smoothing groups, transforms of textures) is passed over here too.

mod keys;
mod mesh;
mod reader;

use std::collections::HashMap;
use std::sync::Arc;

use flitz_animation::{Clip, Joint, Skeleton, Transform};
use flitz_scene::{AnimatedPart, ModelData, ModelNode, SurfaceOrder};
use glam::{Affine3A, Vec3};

use crate::error::LoadError;
use crate::limits;
use crate::looks::split;
use keys::{Keys, Track};
use mesh::{Materials, RawMesh};
use reader::Reader;

const MAIN: u16 = 0x4d4d;
const VERSION: u16 = 0x0002;
const SCENE: u16 = 0x3d3d;
const OBJECT: u16 = 0x4000;
const TRIANGLES: u16 = 0x4100;
const MATERIAL: u16 = 0xafff;
const KEY_FRAMER: u16 = 0xb000;

/// Whether the bytes start like a 3DS file: the chunk around all others, then one that may come first in it.
pub(crate) fn is_3ds(bytes: &[u8]) -> bool {
    let first = bytes.get(6..8).and_then(|id| id.try_into().ok());
    let first = first.map(u16::from_le_bytes);
    bytes.starts_with(b"MM") && matches!(first, Some(VERSION | SCENE | KEY_FRAMER))
}

/// The file's space and flitz's: Y and Z exchanged.
fn swap(value: Vec3) -> Vec3 {
    Vec3::new(value.x, value.z, value.y)
}

/// An object or a dummy of the key framer.
struct RawNode {
    name: String,
    parent: Option<usize>,
    /// Its place in the model.
    world: Affine3A,
    mesh: Option<RawMesh>,
    keys: Keys,
    /// Nodes above it.
    depth: usize,
}

impl RawNode {
    fn new(name: String, parent: Option<usize>) -> Self {
        Self {
            name,
            parent,
            world: Affine3A::IDENTITY,
            mesh: None,
            keys: Keys::default(),
            depth: usize::from(parent.is_some()),
        }
    }
}

/// What has been read so far.
struct Scene {
    materials: Materials,
    model: ModelData,
    /// The root first; the others in the order of the file.
    nodes: Vec<RawNode>,
    /// Objects that the key framer has not placed yet.
    by_name: HashMap<String, usize>,
    /// Nodes by the key framer's numbers.
    by_id: HashMap<u16, usize>,
    /// The nodes that the key framer placed, in its order.
    placed: Vec<usize>,
    /// Frames of the animation; `None` without a key framer.
    frames: Option<u16>,
}

/// Loads a 3DS file; its textures only by name.
pub(crate) fn load(bytes: &[u8]) -> Result<ModelData, LoadError> {
    let Some((MAIN, mut body)) = Reader::new(bytes).chunk()? else {
        return Err(LoadError::at(
            0,
            "this is no 3DS file: it does not start with the letters MM",
        ));
    };
    let mut scene = Scene {
        materials: Materials::new(),
        model: ModelData {
            surface_order: SurfaceOrder::ByBrush,
            ..ModelData::default()
        },
        nodes: vec![RawNode::new(String::new(), None)],
        by_name: HashMap::new(),
        by_id: HashMap::new(),
        placed: Vec::new(),
        frames: None,
    };
    while let Some((id, chunk)) = body.chunk()? {
        match id {
            SCENE => scene.read_objects(chunk)?,
            KEY_FRAMER => scene.read_key_framer(chunk)?,
            _ => {}
        }
    }
    scene.finish()
}

impl Scene {
    fn read_objects(&mut self, mut body: Reader<'_>) -> Result<(), LoadError> {
        while let Some((id, mut chunk)) = body.chunk()? {
            match id {
                MATERIAL => self.materials.read(chunk, &mut self.model.textures)?,
                OBJECT => {
                    let name = chunk.text()?;
                    while let Some((id, part)) = chunk.chunk()? {
                        if id == TRIANGLES {
                            let mesh = RawMesh::read(part, &self.materials)?;
                            let mut node = RawNode::new(name.clone(), Some(0));
                            // An entity's place has no mirroring; the vertices keep theirs.
                            node.world = matrix(split(mesh.place));
                            node.mesh = Some(mesh);
                            self.by_name.insert(name.clone(), self.nodes.len());
                            self.nodes.push(node);
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_key_framer(&mut self, mut body: Reader<'_>) -> Result<(), LoadError> {
        let mut frames = self.frames.unwrap_or(0);
        while let Some((id, mut chunk)) = body.chunk()? {
            match id {
                keys::HEADER => {
                    chunk.short()?;
                    chunk.text()?;
                    frames = chunk.short()?;
                }
                keys::OBJECT_KEYS => {
                    let track = Track::read(chunk, frames)?;
                    self.place(track)?;
                }
                _ => {}
            }
        }
        self.frames = Some(frames);
        Ok(())
    }

    /// Puts an object below its parent. One whose object or parent is not there is passed over.
    fn place(&mut self, track: Track) -> Result<(), LoadError> {
        let parent = match track.parent {
            keys::NONE => Some(0),
            id => self.by_id.get(&id).copied(),
        };
        let Some(parent) = parent else {
            return Ok(());
        };
        let Some((depth, above)) = self.nodes.get(parent).map(|node| (node.depth, node.world))
        else {
            return Ok(());
        };
        if depth >= limits::NODE_DEPTH {
            return Err(LoadError::new(format!(
                "more than {} objects hang below each other",
                limits::NODE_DEPTH
            )));
        }
        let index = if track.name == keys::DUMMY {
            let mut dummy = RawNode::new(track.instance, Some(parent));
            dummy.world = above;
            self.nodes.push(dummy);
            self.nodes.len() - 1
        } else {
            match self.by_name.remove(&track.name) {
                Some(index) => index,
                None => return Ok(()),
            }
        };
        if let Some(node) = self.nodes.get_mut(index) {
            node.parent = Some(parent);
            node.depth = depth + 1;
            node.keys = track.keys;
            if let Some(mesh) = &mut node.mesh {
                mesh.move_vertices(|position| position - track.pivot);
            }
        }
        self.placed.push(index);
        if track.id != keys::NONE {
            self.by_id.insert(track.id, index);
        }
        Ok(())
    }

    /// The nodes parents first: those that the key framer left at the root, then those it placed, in its order.
    fn finish(mut self) -> Result<ModelData, LoadError> {
        let mut is_placed = vec![false; self.nodes.len()];
        for &index in &self.placed {
            if let Some(flag) = is_placed.get_mut(index) {
                *flag = true;
            }
        }
        let left = (0..self.nodes.len()).filter(|&index| is_placed.get(index) == Some(&false));
        let order: Vec<usize> = left.chain(self.placed.iter().copied()).collect();
        let mut new_index = vec![0; self.nodes.len()];
        for (new, &old) in order.iter().enumerate() {
            if let Some(slot) = new_index.get_mut(old) {
                *slot = new;
            }
        }
        let worlds: Vec<Affine3A> = self.nodes.iter().map(|node| node.world).collect();
        let mut old: Vec<Option<RawNode>> = self.nodes.into_iter().map(Some).collect();
        let (mut all_keys, mut vertex_total) = (Vec::with_capacity(old.len()), 0);
        for index in order {
            let Some(node) = old.get_mut(index).and_then(Option::take) else {
                continue;
            };
            let above = node.parent.and_then(|parent| worlds.get(parent));
            let inverse = above.map_or(Affine3A::IDENTITY, Affine3A::inverse);
            let transform = split(inverse * node.world);
            let mesh = node.mesh;
            let mesh = mesh.map(|mesh| mesh.finish(&self.materials, &mut vertex_total));
            self.model.nodes.push(ModelNode {
                name: node.name,
                parent: node
                    .parent
                    .and_then(|parent| new_index.get(parent).copied()),
                transform,
                mesh: mesh.transpose()?,
                is_joint: false,
            });
            all_keys.push(node.keys);
        }
        if let Some(frames) = self.frames {
            let part = animated_part(&self.model.nodes, all_keys, frames)?;
            self.model.animated.push(part);
        }
        Ok(self.model)
    }
}

/// The animation of the whole model, which the root drives.
fn animated_part(
    nodes: &[ModelNode],
    all_keys: Vec<Keys>,
    frames: u16,
) -> Result<AnimatedPart, LoadError> {
    let joints = nodes.iter().map(|node| Joint {
        name: node.name.clone(),
        parent: node.parent,
        rest: node.transform,
    });
    let skeleton = Skeleton::new(joints.collect())
        .map_err(|error| LoadError::new(format!("the hierarchy cannot be used: {error}")))?;
    let unusable = |error| LoadError::new(format!("the animation cannot be used: {error}"));
    let mut builder = Clip::builder(nodes.len(), f32::from(frames)).map_err(unusable)?;
    let mut key_total = 0;
    for (joint, keys) in all_keys.into_iter().enumerate() {
        limits::count(&mut key_total, keys.len(), limits::KEYS, "keys")?;
        keys.put(joint, &mut builder).map_err(unusable)?;
    }
    Ok(AnimatedPart {
        node: 0,
        skeleton: Arc::new(skeleton),
        joints: (0..nodes.len()).collect(),
        clips: vec![Arc::new(builder.build())],
        named_parts: Vec::new(),
        answering: Vec::new(),
    })
}

fn matrix(place: Transform) -> Affine3A {
    Affine3A::from_scale_rotation_translation(place.scale, place.rotation, place.translation)
}
