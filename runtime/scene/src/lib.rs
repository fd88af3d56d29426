//! The flitz scene: entities, meshes, brushes, textures, cameras, lights; no GPU, no window.
//!
//! Coordinates are left-handed, Y up, Z into the screen; angles are degrees; colours are 0..1.
//! A [`World`] holds everything; entities form a tree and are named by [`EntityId`].

// The README's example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod animation;
pub mod brush;
pub mod camera;
pub mod collide;
pub mod entity;
pub mod euler;
pub mod level;
pub mod light;
pub mod mesh;
pub mod model;
pub mod picture;
pub mod pixels;
pub mod primitives;
pub mod recorded_keys;
mod reshape;
pub mod sprite;
pub mod terrain;
pub mod texture;
pub mod world;

pub use animation::Animation;
pub use brush::{Blend, Brush, BrushBlend, BrushTexture, Effects};
pub use camera::{Camera, Projection};
pub use entity::{Entity, EntityKind, MeshInstance};
pub use euler::Axis;
pub use level::{Level, LevelData, LevelInstance};
pub use light::{Light, LightKind};
pub use mesh::{Mesh, Surface, Vertex, VertexSkin};
pub use model::{
    AnimatedPart, ModelData, ModelMesh, ModelNode, ModelSkin, ModelTexture, SkinRule, SurfaceOrder,
    TextureSource,
};
pub use picture::Placed;
pub use pixels::{Pixels, WeakPixels};
pub use recorded_keys::{RecordError, RecordedChannels};
pub use sprite::{Sprite, SpriteView};
pub use terrain::{Terrain, TerrainView};
pub use texture::{
    CubeFace, CubeMapping, CubeMode, Image, MAX_TEXTURE_SIDE, Sampling, Texture, TextureBlend,
    TextureFlags, texture_side,
};
pub use world::{
    Body, Contact, EntityId, Gone, MeshFace, MeshId, Picked, Shape, TextureId, VisibleEntities,
    World,
};
