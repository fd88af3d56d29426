//! The commands of the 3D world, and how they reach it.

pub mod animation;
pub mod blending;
pub mod brushes;
pub mod cameras;
pub mod collisions;
pub mod entities;
pub mod graphs;
pub mod levels;
pub mod lights;
pub mod meshes;
mod models;
mod numbers;
pub mod picking;
pub mod placement;
pub mod shapes;
pub mod sprites;
pub(crate) mod state;
pub mod surfaces;
pub mod terrains;
mod texture_files;
pub mod textures;

pub(crate) use texture_files::TextureCache;

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::{Brush, Camera, Entity, EntityId, EntityKind, Light};
use glam::Vec3;

use crate::command::{Answer, Held};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::screen::Owner;

impl Machine {
    /// Lets the handles of surfaces and buffers go whose mesh or texture the world has dropped.
    fn forget_gone(&mut self) {
        let gone = self.world.take_gone();
        for mesh in gone.meshes {
            self.world_state
                .surfaces
                .free_owner(&mut self.handles, mesh);
        }
        for texture in gone.textures {
            self.screen_state
                .buffers
                .free_owner(&mut self.handles, Owner::Texture(texture));
        }
    }

    /// The handle of an entity; 0 for none.
    pub fn entity_handle(&mut self, id: impl Into<Option<EntityId>>) -> Result<i32, Interrupt> {
        match id.into() {
            Some(id) => self.handles.of(Kind::Entity, id.to_bits()),
            None => Ok(0),
        }
    }

    /// The camera of a handle.
    pub fn camera(&mut self, camera: CameraEntity) -> Result<&mut Camera, Interrupt> {
        let entity = self.world.get_mut(camera.0);
        entity.and_then(Entity::camera_mut).ok_or_else(gone)
    }

    /// The light of a handle.
    pub fn light(&mut self, light: LightEntity) -> Result<&mut Light, Interrupt> {
        let entity = self.world.get_mut(light.0);
        entity.and_then(Entity::light_mut).ok_or_else(gone)
    }

    /// The brush of an entity.
    pub fn entity_brush(&mut self, id: EntityId) -> Result<&mut Brush, Interrupt> {
        Ok(&mut self.world.get_mut(id).ok_or_else(gone)?.brush)
    }
}

impl Held for EntityId {
    const KIND: Kind = Kind::Entity;

    fn find(machine: &Machine, handle: i32) -> Answer<Self> {
        let key = machine.handles.key(Self::KIND, handle);
        key.map(EntityId::from_bits)
    }
}

/// Entities that must be of one kind: a parameter of such a type takes no other.
macro_rules! entities_of_a_kind {
    ($($(#[doc = $doc:literal])+ $name:ident, $word:literal, $is:path;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub EntityId);

        impl Held for $name {
            const KIND: Kind = Kind::Entity;

            fn find(machine: &Machine, handle: i32) -> Answer<Self> {
                let id = EntityId::find(machine, handle)?;
                let entity = machine.world.get(id).ok_or_else(gone)?;
                match &entity.kind {
                    $is(..) => Ok(Self(id)),
                    _ => Err(wrong_kind($word, entity.kind_word())),
                }
            }
        }
    )+};
}

entities_of_a_kind! {
    /// A camera.
    CameraEntity, "camera", EntityKind::Camera;
    /// A light.
    LightEntity, "light", EntityKind::Light;
    /// A sprite.
    SpriteEntity, "sprite", EntityKind::Sprite;
    /// A terrain.
    TerrainEntity, "terrain", EntityKind::Terrain;
    /// A level.
    LevelEntity, "BSP level", EntityKind::Level;
    /// An entity that shows a mesh.
    MeshEntity, "mesh", EntityKind::Mesh;
}

/// An entity whose handle is alive but which the world has lost: never seen while every freeing goes through `FreeEntity`.
fn gone() -> Interrupt {
    Interrupt::error("This entity does not exist any more.")
}

fn wrong_kind(wanted: &str, is: &str) -> Interrupt {
    Interrupt::Error(format!("This needs a {wanted}, but the entity is a {is}."))
}

/// A colour of something that light falls on, from 0..255 to 0..1; out-of-range values stay as they are, and what shows is clamped once
/// it is lit.
fn color(red: f32, green: f32, blue: f32) -> Vec3 {
    Vec3::new(red, green, blue) / 255.0
}

/// A colour that is shown as it is, from 0..255 to 0..1; out-of-range values are clamped.
fn shown_color(red: f32, green: f32, blue: f32) -> Vec3 {
    color(red, green, blue).clamp(Vec3::ZERO, Vec3::ONE)
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    #[test]
    fn only_colours_that_are_shown_as_they_are_clamp() {
        assert_eq!(
            super::shown_color(300.0, -5.0, 51.0),
            Vec3::new(1.0, 0.0, 0.2)
        );
        assert_eq!(super::color(510.0, -255.0, 0.0), Vec3::new(2.0, -1.0, 0.0));
    }
}
