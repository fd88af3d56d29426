//! Entities: the nodes of the scene's tree.

use std::rc::Rc;

use flitz_animation::Transform;
use glam::Affine3A;

use crate::brush::Brush;
use crate::camera::Camera;
use crate::level::LevelInstance;
use crate::light::Light;
use crate::sprite::Sprite;
use crate::terrain::Terrain;
use crate::world::{EntityId, MeshId};

/// A node of the scene's tree.
#[derive(Clone, Debug)]
pub struct Entity {
    /// Name, for searching.
    pub name: String,
    /// Hidden entities are not drawn, nor are their descendants.
    pub visible: bool,
    /// Drawing order: above 0 before everything else, below 0 after.
    pub order: i32,
    /// The entity's own brush.
    pub brush: Brush,
    /// What it is.
    pub kind: EntityKind,
    /// Fade range: distances from the camera.
    pub auto_fade: Option<[f32; 2]>,
    /// Its state when the world was last captured.
    pub(crate) captured: Option<Box<Captured>>,
    /// The alpha of the last capture; 1 before the first, also where the entity never was opaque, as in Blitz3D.
    pub(crate) captured_alpha: f32,
    pub(crate) parent: Option<EntityId>,
    pub(crate) children: Vec<EntityId>,
    pub(crate) local: Transform,
    pub(crate) world: Affine3A,
    pub(crate) stale: bool,
}

/// What an entity is.
#[derive(Clone, Debug)]
pub enum EntityKind {
    /// A transform only: pivots and joints.
    Pivot,
    /// A mesh.
    Mesh(MeshInstance),
    /// An infinite plane through its own x and z axes, facing +y, with texture coordinates x and z.
    Plane {
        /// How finely it is divided, 1..20.
        divisions: u32,
    },
    /// A camera.
    Camera(Box<Camera>),
    /// A light.
    Light(Box<Light>),
    /// A sprite.
    Sprite(Sprite),
    /// A mirror: its own xz plane reflects what is above it.
    Mirror,
    /// A terrain.
    Terrain(Rc<Terrain>),
    /// A level.
    Level(LevelInstance),
    /// Who hears sounds in space; nothing of it is seen.
    Listener,
}

/// The captured state of an entity.
#[derive(Clone, Debug)]
pub(crate) struct Captured {
    pub local: Transform,
    pub sprite: Option<Sprite>,
}

/// A mesh as an entity shows it.
#[derive(Clone, Debug)]
pub struct MeshInstance {
    /// The mesh, shared with copies.
    pub mesh: MeshId,
    /// The entities that move the skin, one for each of [`crate::mesh::Mesh::inverse_bind`]; empty where the mesh has no skin. Vertices of
    /// a freed joint follow the mesh's own entity.
    pub joints: Vec<EntityId>,
}

impl EntityKind {
    /// The kind of a copy: the same, except that cameras, lights and terrains become pivots, as in Blitz3D.
    pub(crate) fn copied(&self) -> Self {
        match self {
            Self::Camera(_) | Self::Light(_) | Self::Terrain(_) => Self::Pivot,
            other => other.clone(),
        }
    }

    /// The mesh that it holds, alone or with others.
    pub(crate) fn mesh(&self) -> Option<MeshId> {
        match self {
            Self::Mesh(instance) => Some(instance.mesh),
            Self::Level(instance) => Some(instance.mesh),
            _ => None,
        }
    }
}

impl Entity {
    pub(crate) fn new(kind: EntityKind) -> Self {
        Self {
            name: String::new(),
            visible: true,
            order: 0,
            brush: Brush::default(),
            kind,
            auto_fade: None,
            captured: None,
            captured_alpha: 1.0,
            parent: None,
            children: Vec::new(),
            local: Transform::IDENTITY,
            world: Affine3A::IDENTITY,
            stale: false,
        }
    }

    /// The entity it is attached to.
    pub fn parent(&self) -> Option<EntityId> {
        self.parent
    }

    /// The entities attached to it, in order of attachment.
    pub fn children(&self) -> &[EntityId] {
        &self.children
    }

    /// Position, rotation, scale relative to the parent.
    pub fn local(&self) -> &Transform {
        &self.local
    }

    /// The camera, where it is one.
    pub fn camera(&self) -> Option<&Camera> {
        match &self.kind {
            EntityKind::Camera(camera) => Some(camera),
            _ => None,
        }
    }

    /// The camera to change, where it is one.
    pub fn camera_mut(&mut self) -> Option<&mut Camera> {
        match &mut self.kind {
            EntityKind::Camera(camera) => Some(camera),
            _ => None,
        }
    }

    /// The light, where it is one.
    pub fn light(&self) -> Option<&Light> {
        match &self.kind {
            EntityKind::Light(light) => Some(light),
            _ => None,
        }
    }

    /// The light to change, where it is one.
    pub fn light_mut(&mut self) -> Option<&mut Light> {
        match &mut self.kind {
            EntityKind::Light(light) => Some(light),
            _ => None,
        }
    }

    /// The mesh it shows, where it shows one.
    pub fn mesh(&self) -> Option<&MeshInstance> {
        match &self.kind {
            EntityKind::Mesh(mesh) => Some(mesh),
            _ => None,
        }
    }

    /// The sprite, where it is one.
    pub fn sprite(&self) -> Option<&Sprite> {
        match &self.kind {
            EntityKind::Sprite(sprite) => Some(sprite),
            _ => None,
        }
    }

    /// The sprite to change, where it is one.
    pub fn sprite_mut(&mut self) -> Option<&mut Sprite> {
        match &mut self.kind {
            EntityKind::Sprite(sprite) => Some(sprite),
            _ => None,
        }
    }

    /// The terrain, where it is one.
    pub fn terrain(&self) -> Option<&Terrain> {
        match &self.kind {
            EntityKind::Terrain(terrain) => Some(terrain),
            _ => None,
        }
    }

    /// The terrain to change, where it is one.
    pub fn terrain_mut(&mut self) -> Option<&mut Terrain> {
        match &mut self.kind {
            EntityKind::Terrain(terrain) => Some(Rc::make_mut(terrain)),
            _ => None,
        }
    }

    /// The level, where it is one.
    pub fn level(&self) -> Option<&LevelInstance> {
        match &self.kind {
            EntityKind::Level(level) => Some(level),
            _ => None,
        }
    }

    /// What it is, in one word.
    pub fn kind_word(&self) -> &'static str {
        match self.kind {
            EntityKind::Pivot => "pivot",
            EntityKind::Mesh(_) => "mesh",
            EntityKind::Plane { .. } => "plane",
            EntityKind::Camera(_) => "camera",
            EntityKind::Light(_) => "light",
            EntityKind::Sprite(_) => "sprite",
            EntityKind::Mirror => "mirror",
            EntityKind::Listener => "listener",
            EntityKind::Terrain(_) => "terrain",
            EntityKind::Level(_) => "BSP",
        }
    }
}
