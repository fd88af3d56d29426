//! Collects what is to be drawn from the world.

use std::rc::Rc;
use std::sync::Arc;

use bytemuck::Zeroable;
use flitz_scene::{EntityId, EntityKind, Level, LightKind, MeshId, Sprite, Terrain, World};
use glam::{Affine3A, Vec3, Vec4};

use super::material::Material;
use super::uniforms::{LightUniform, MAX_LIGHTS, direction};
use super::view::Lighting;
use super::{Device, SceneRenderer};

/// A model: an entity that is drawn.
#[derive(Debug)]
pub(super) struct Model {
    pub place: Affine3A,
    pub order: i32,
    /// Fade range: distances from the eye.
    pub fade: Option<[f32; 2]>,
    pub shape: Shape,
    /// Centre and half size of its culling box, where it has one of its own.
    pub cull: Option<(Vec3, Vec3)>,
    /// Ambient light of surfaces that are lit as a level.
    pub ambient: Vec3,
    /// Its surfaces, in [`Collected::surfaces`].
    pub surfaces: std::ops::Range<usize>,
}

/// Where a model's vertices come from.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A mesh.
    Mesh,
    /// A skinned mesh.
    Skin {
        /// Rows of the joints' matrices, in [`Collected::joints`].
        joints: std::ops::Range<usize>,
        /// Whether some joint scales unevenly.
        uneven: bool,
    },
    /// The visible part of a plane.
    Plane {
        /// Cells each way.
        divisions: u32,
    },
    /// A sprite, a square placed for each camera.
    Sprite(Sprite),
    /// A terrain, as finely as its detail and the view want.
    Terrain(Rc<Terrain>),
    /// A level, of which a view draws what it may see.
    Level(Rc<Level>),
}

/// A surface of a model.
#[derive(Debug)]
pub(super) struct CollectedSurface {
    pub material: Material,
    pub textures: Option<Arc<wgpu::BindGroup>>,
    /// The mesh and the index of the surface in it.
    pub mesh: Option<(MeshId, usize)>,
}

/// All that is to be drawn, for any camera.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub models: Vec<Model>,
    pub surfaces: Vec<CollectedSurface>,
    /// Joint matrices from mesh space to the world.
    pub joints: Vec<[Vec4; 3]>,
    /// Cameras in drawing order.
    pub cameras: Vec<(EntityId, i32)>,
    /// World transforms of the mirrors.
    pub mirrors: Vec<Affine3A>,
}

impl Collected {
    pub(super) fn clear(&mut self) {
        self.models.clear();
        self.surfaces.clear();
        self.joints.clear();
        self.cameras.clear();
        self.mirrors.clear();
    }
}

/// The world, interpolated between its captured state (0) and its present one (1).
pub(super) struct TweenedWorld<'a> {
    pub world: &'a mut World,
    pub tween: f32,
}

impl TweenedWorld<'_> {
    pub fn place(&mut self, id: EntityId) -> Affine3A {
        self.world.tweened_affine(id, self.tween)
    }
}

impl SceneRenderer {
    /// Collects all visible entities, and uploads their meshes and textures where they have changed.
    pub(super) fn collect(&mut self, device: Device, tweened: &mut TweenedWorld<'_>) -> Lighting {
        let mut out = std::mem::take(&mut self.collected);
        out.clear();
        let mut light = Lighting {
            ambient: tweened.world.ambient,
            count: 0,
            lights: [LightUniform::zeroed(); MAX_LIGHTS],
        };
        let mut visible = std::mem::take(&mut self.visible);
        visible.update(tweened.world);
        for &id in visible.ids() {
            let place = tweened.place(id);
            let Some(entity) = tweened.world.get(id) else {
                continue;
            };
            match &entity.kind {
                EntityKind::Camera(_) => out.cameras.push((id, entity.order)),
                EntityKind::Light(l) => {
                    if let Some(slot) = light.lights.get_mut(light.count) {
                        *slot = light_uniform(l, &place);
                        light.count += 1;
                    }
                }
                EntityKind::Mirror => out.mirrors.push(place),
                EntityKind::Pivot | EntityKind::Listener => {}
                EntityKind::Mesh(_)
                | EntityKind::Plane { .. }
                | EntityKind::Sprite(_)
                | EntityKind::Terrain(_)
                | EntityKind::Level(_) => {
                    self.collect_model(device, tweened, id, place, &mut out);
                }
            }
        }
        out.cameras
            .sort_by_key(|&(_, order)| std::cmp::Reverse(order));
        self.collected = out;
        self.visible = visible;
        light
    }
}

fn light_uniform(light: &flitz_scene::Light, place: &Affine3A) -> LightUniform {
    let kind = match light.kind {
        LightKind::Directional => 0.0,
        LightKind::Point => 1.0,
        LightKind::Spot => 2.0,
    };
    let half_cosine = |degrees: f32| (degrees.to_radians() * 0.5).cos();
    LightUniform {
        position: Vec3::from(place.translation).extend(kind),
        direction: direction(place.matrix3.z_axis.into(), half_cosine(light.outer_cone)),
        color: light.color.extend(half_cosine(light.inner_cone)),
        range: Vec4::new(light.range, 0.0, 0.0, 0.0),
    }
}
