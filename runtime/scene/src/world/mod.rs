//! The world: all entities, meshes and textures.

mod bounds;
mod collapse;
mod collisions;
#[cfg(test)]
mod collisions_tests;
mod lifecycle;
mod picking;
mod placement;
mod solids;
mod surface_order;
#[cfg(test)]
mod tests;
mod textures;
mod tree;
mod tween;
mod visible;

pub use collisions::{Body, Contact, Shape};
pub use picking::Picked;
pub use solids::MeshFace;
pub use visible::VisibleEntities;

use glam::Vec3;
use slotmap::{SecondaryMap, SlotMap, new_key_type};

use crate::animation::Animations;
use crate::entity::Entity;
use crate::mesh::Mesh;
use crate::recorded_keys::RecordedKeys;
use crate::texture::Texture;

new_key_type! {
    /// An entity of a [`World`]; stale once the entity is freed.
    pub struct EntityId;
    /// A mesh of a [`World`].
    pub struct MeshId;
    /// A texture of a [`World`].
    pub struct TextureId;
}

macro_rules! bits {
    ($($id:ident),*) => {$(
        impl $id {
            /// The id as a number, for tables outside the world.
            pub fn to_bits(self) -> u64 {
                slotmap::Key::data(&self).as_ffi()
            }

            /// The id of a number that [`Self::to_bits`] gave.
            pub fn from_bits(bits: u64) -> Self {
                slotmap::KeyData::from_ffi(bits).into()
            }
        }
    )*};
}

bits!(EntityId, MeshId, TextureId);

/// A scene: entities, meshes and textures.
#[derive(Debug)]
pub struct World {
    /// Textures.
    pub textures: SlotMap<TextureId, Texture>,
    /// Ambient light, 0..1.
    pub ambient: Vec3,
    pub(crate) entities: SlotMap<EntityId, Entity>,
    /// Entities without a parent, in order of creation.
    pub(crate) roots: Vec<EntityId>,
    pub(crate) meshes: SlotMap<MeshId, SharedMesh>,
    pub(crate) animations: Animations,
    /// What was removed since the last [`World::take_gone`].
    pub(crate) gone: Gone,
    /// Textures that their owner has released and brushes still use.
    pub(crate) released: Vec<TextureId>,
    pub(crate) collisions: collisions::Collisions,
    pub(crate) picked: Picked,
    /// Keys recorded of entities and not yet made a sequence of.
    pub(crate) recorded: SecondaryMap<EntityId, RecordedKeys>,
    scratch: Scratch,
}

/// Working space, reused to avoid allocation; holds nothing between calls.
#[derive(Debug, Default)]
struct Scratch {
    /// A path from an entity up, or entities still to be visited below one.
    path: Vec<EntityId>,
    visible: VisibleEntities,
    /// Stands in for the collisions while they are taken.
    collisions: Option<collisions::Collisions>,
}

/// Removed meshes and textures, for tables outside the world.
#[derive(Debug, Default)]
pub struct Gone {
    /// Meshes that no entity uses any more.
    pub meshes: Vec<MeshId>,
    /// Textures that no brush uses any more.
    pub textures: Vec<TextureId>,
}

/// A mesh with its reference count.
#[derive(Debug)]
pub(crate) struct SharedMesh {
    pub mesh: Mesh,
    pub users: usize,
}

impl Default for World {
    fn default() -> Self {
        Self {
            textures: SlotMap::with_key(),
            // What Blitz3D starts with.
            ambient: Vec3::splat(127.0 / 255.0),
            entities: SlotMap::with_key(),
            roots: Vec::new(),
            meshes: SlotMap::with_key(),
            animations: Animations::default(),
            released: Vec::new(),
            gone: Gone::default(),
            collisions: collisions::Collisions::default(),
            picked: Picked::default(),
            recorded: SecondaryMap::new(),
            scratch: Scratch::default(),
        }
    }
}

impl World {
    /// An empty world.
    pub fn new() -> Self {
        Self::default()
    }

    /// The entity with this id, `None` once it is freed.
    pub fn get(&self, id: EntityId) -> Option<&Entity> {
        self.entities.get(id)
    }

    /// As [`Self::get`], mutable.
    pub fn get_mut(&mut self, id: EntityId) -> Option<&mut Entity> {
        self.entities.get_mut(id)
    }

    /// All entities, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (EntityId, &Entity)> {
        self.entities.iter()
    }

    /// Entities without a parent, in order of creation.
    pub fn roots(&self) -> &[EntityId] {
        &self.roots
    }

    /// A mesh.
    pub fn mesh(&self, id: MeshId) -> Option<&Mesh> {
        self.meshes.get(id).map(|shared| &shared.mesh)
    }

    /// As [`Self::mesh`], mutable; whoever changes a surface increments its version.
    pub fn mesh_mut(&mut self, id: MeshId) -> Option<&mut Mesh> {
        self.meshes.get_mut(id).map(|shared| &mut shared.mesh)
    }

    /// Takes what was removed since the last call. The list grows where it is never taken.
    pub fn take_gone(&mut self) -> Gone {
        std::mem::take(&mut self.gone)
    }

    /// All meshes.
    pub fn meshes(&self) -> impl Iterator<Item = (MeshId, &Mesh)> {
        self.meshes.iter().map(|(id, shared)| (id, &shared.mesh))
    }
}
