//! What a model file holds, ready to be put into a world, without a world.

use std::sync::Arc;

use flitz_animation::{Clip, SequencePart, Skeleton, Transform};
use glam::Affine3A;

use crate::brush::Brush;
use crate::mesh::Surface;
use crate::texture::{Image, Sampling, TextureBlend, TextureFlags};

/// A loaded model file.
#[derive(Clone, Debug, Default)]
pub struct ModelData {
    /// The nodes, parents before their children; the first is the root.
    pub nodes: Vec<ModelNode>,
    /// The textures that brushes name by index.
    pub textures: Vec<ModelTexture>,
    /// How its skinned meshes become part of one plain mesh.
    pub skin_rule: SkinRule,
    /// The order of the surfaces of each mesh.
    pub surface_order: SurfaceOrder,
    /// The animated parts, each driving some of the nodes.
    pub animated: Vec<AnimatedPart>,
    /// What the loader left out, a sentence each, for the person who made the file.
    pub notes: Vec<String>,
}

/// Where the vertices of a skinned mesh are when the model is made into one plain mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkinRule {
    /// Where the file has them, carried by the mesh's own place; its joints do not count. Blitz3D's rule for its own format.
    #[default]
    Stored,
    /// Where the joints put them, and normals are unit and point outward also where something above mirrors them: glTF's rule.
    Posed,
}

/// The order that the surfaces of a mesh have once their textures are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SurfaceOrder {
    /// That of [`ModelMesh::surfaces`].
    #[default]
    Stored,
    /// Sorted by their brushes, as Blitz3D does with its own format.
    ByBrush,
}

/// A node of the model's tree.
#[derive(Clone, Debug, Default)]
pub struct ModelNode {
    /// Its name, as files give it; may be empty.
    pub name: String,
    /// Its parent's index, lower than its own; `None` for the root.
    pub parent: Option<usize>,
    /// Position, rotation, scale relative to the parent.
    pub transform: Transform,
    /// What it shows.
    pub mesh: Option<ModelMesh>,
    /// Whether it is there to move a skin. Such a node becomes a pivot; every other one becomes a mesh, an empty one where it shows nothing.
    pub is_joint: bool,
}

/// The mesh of a node.
#[derive(Clone, Debug, Default)]
pub struct ModelMesh {
    /// Surfaces. Texture layers are in `textures`, not in the surfaces' brushes.
    pub surfaces: Vec<Surface>,
    /// For each surface its texture layers: (layer, index into [`ModelData::textures`]).
    pub surface_textures: Vec<Vec<(usize, usize)>>,
    /// The entity brush.
    pub brush: Brush,
    /// Texture layers of the entity brush: (layer, index of the texture).
    pub brush_textures: Vec<(usize, usize)>,
    /// Joints that move the mesh.
    pub skin: Option<ModelSkin>,
}

/// The joints of a skinned mesh.
#[derive(Clone, Debug)]
pub struct ModelSkin {
    /// Nodes, in the order that [`crate::mesh::VertexSkin::joints`] counts them.
    pub joints: Vec<usize>,
    /// From the mesh's space to the joint's, at the pose the skin was made in.
    pub inverse_bind: Vec<Affine3A>,
}

/// A texture a model asks for.
#[derive(Clone, Debug)]
pub struct ModelTexture {
    /// Where its picture is.
    pub source: TextureSource,
    /// What the texture is.
    pub flags: TextureFlags,
    /// How it mixes with the layers below it.
    pub blend: TextureBlend,
    /// Scale.
    pub scale: [f32; 2],
    /// Offset.
    pub position: [f32; 2],
    /// Rotation in degrees.
    pub rotation: f32,
    /// How it is read.
    pub sampling: Sampling,
}

/// Where a model's texture is.
#[derive(Clone, Debug)]
pub enum TextureSource {
    /// A file, as the model names it: maybe an absolute path of the exporter's machine, in any letter case.
    File(String),
    /// Inside the model file; decoded. The name is for messages.
    Embedded(String, Arc<Image>),
}

/// Nodes that an animation drives.
#[derive(Clone, Debug)]
pub struct AnimatedPart {
    /// The node the animation belongs to: `Animate` works on its entity.
    pub node: usize,
    /// Joints, parents first.
    pub skeleton: Arc<Skeleton>,
    /// The node of each joint.
    pub joints: Vec<usize>,
    /// Its sequences; 0 first.
    pub clips: Vec<Arc<Clip>>,
    /// Named parts of the sequences, in the file's order.
    pub named_parts: Vec<SequencePart>,
    /// Nodes above that say they are animated but move nothing themselves: what they are asked and told is this part's.
    pub answering: Vec<usize>,
}
