//! The contents of a model file, independent of a world.

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
    /// How skinned meshes are collapsed into one plain mesh.
    pub skin_rule: SkinRule,
    /// The order of the surfaces of each mesh.
    pub surface_order: SurfaceOrder,
    /// The animated parts, each driving some of the nodes.
    pub animated: Vec<AnimatedPart>,
    /// Warnings: what the loader left out, a sentence each, for the author of the file.
    pub notes: Vec<String>,
}

/// Positions of skinned vertices when a model is collapsed into one plain mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkinRule {
    /// As stored, transformed by the mesh's node; joints are ignored. Blitz3D's rule for its own format.
    #[default]
    Stored,
    /// Skinned, with unit normals that point outward also under mirroring transforms: glTF's rule.
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
    /// Whether it is a joint of a skin. Joints become pivots; all other nodes become meshes, empty ones where they have none.
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
    /// From the mesh's space to the joint's, in the bind pose.
    pub inverse_bind: Vec<Affine3A>,
}

/// A texture that a model refers to.
#[derive(Clone, Debug)]
pub struct ModelTexture {
    /// The source of its image.
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
    /// Sampler settings.
    pub sampling: Sampling,
}

/// The source of a model's texture.
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
    /// The node the animation belongs to.
    pub node: usize,
    /// Joints, parents first.
    pub skeleton: Arc<Skeleton>,
    /// The node of each joint.
    pub joints: Vec<usize>,
    /// Its sequences; 0 first.
    pub clips: Vec<Arc<Clip>>,
    /// Named parts of the sequences, in the file's order.
    pub named_parts: Vec<SequencePart>,
    /// Ancestors that are marked as animated but drive nothing themselves: this part answers for them.
    pub answering: Vec<usize>,
}
