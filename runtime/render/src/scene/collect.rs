//! From the world to what is to be drawn.

use std::sync::Arc;

use bytemuck::Zeroable;
use flitz_scene::{Brush, EntityId, EntityKind, LightKind, MeshId, World};
use glam::{Affine3A, Vec3, Vec4};

use super::material::Material;
use super::uniforms::{LightUniform, MAX_LIGHTS, direction, rows};
use super::view::Lighting;
use super::{Device, SceneRenderer};

/// A model: an entity that is drawn.
#[derive(Debug)]
pub(super) struct Model {
    pub place: Affine3A,
    pub order: i32,
    pub shape: Shape,
    /// Its surfaces, in [`Collected::surfaces`].
    pub surfaces: std::ops::Range<usize>,
}

/// What a model's vertices are.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Those of a mesh.
    Mesh,
    /// Those of a mesh, moved by joints.
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
}

/// A surface of a model.
#[derive(Debug)]
pub(super) struct Painted {
    pub material: Material,
    pub textures: Option<Arc<wgpu::BindGroup>>,
    /// The mesh and the index of the surface in it.
    pub mesh: Option<(MeshId, usize)>,
}

/// All that is to be drawn, whatever the camera.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub models: Vec<Model>,
    pub surfaces: Vec<Painted>,
    /// Joint matrices from mesh space to the world.
    pub joints: Vec<[Vec4; 3]>,
    /// Cameras in drawing order.
    pub cameras: Vec<(EntityId, i32)>,
}

impl Collected {
    fn clear(&mut self) {
        self.models.clear();
        self.surfaces.clear();
        self.joints.clear();
        self.cameras.clear();
    }
}

impl SceneRenderer {
    /// Gathers the visible part of the world, and brings its meshes and textures to the device.
    pub(super) fn collect(&mut self, device: Device, world: &mut World) -> Lighting {
        let mut out = std::mem::take(&mut self.collected);
        out.clear();
        let mut light = Lighting {
            ambient: world.ambient,
            count: 0,
            lights: [LightUniform::zeroed(); MAX_LIGHTS],
        };
        for id in world.visible() {
            let place = world.world_affine(id);
            let Some(entity) = world.get(id) else {
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
                EntityKind::Mesh(_) => self.collect_mesh(device, world, id, place, &mut out),
                EntityKind::Plane { divisions } if entity.brush.alpha > 0.0 => {
                    let start = out.surfaces.len();
                    let brush = entity.brush.clone();
                    self.paint(device, world, &brush, None, &mut out.surfaces);
                    // The cut shows its upper side only, and to mirrors too.
                    out.surfaces
                        .iter_mut()
                        .skip(start)
                        .for_each(|s| s.material.two_sided = true);
                    out.models.push(Model {
                        place,
                        order: entity.order,
                        shape: Shape::Plane {
                            divisions: *divisions,
                        },
                        surfaces: start..out.surfaces.len(),
                    });
                }
                _ => {}
            }
        }
        out.cameras
            .sort_by_key(|&(_, order)| std::cmp::Reverse(order));
        self.collected = out;
        light
    }

    fn collect_mesh(
        &mut self,
        device: Device,
        world: &mut World,
        id: EntityId,
        place: Affine3A,
        out: &mut Collected,
    ) {
        let Some(entity) = world.get(id).filter(|e| e.brush.alpha > 0.0) else {
            return;
        };
        let (order, brush) = (entity.order, entity.brush.clone());
        let Some(instance) = entity.mesh().cloned() else {
            return;
        };
        let Some(mesh) = world.mesh(instance.mesh) else {
            return;
        };
        if mesh.surfaces.is_empty() {
            return;
        }
        self.geometry
            .update(device.device, device.queue, instance.mesh, mesh);
        let start = out.surfaces.len();
        for (index, surface) in mesh.surfaces.iter().enumerate() {
            if !surface.triangles.is_empty() {
                let brush = Brush::combine(&surface.brush, &brush);
                self.paint(
                    device,
                    world,
                    &brush,
                    Some((instance.mesh, index)),
                    &mut out.surfaces,
                );
            }
        }
        let shape = if mesh.inverse_bind.is_empty() {
            Shape::Mesh
        } else {
            let inverse_bind = mesh.inverse_bind.clone();
            let first = out.joints.len();
            let mut uneven = false;
            for (i, inverse) in inverse_bind.iter().enumerate() {
                let joint = instance
                    .joints
                    .get(i)
                    .copied()
                    .filter(|&j| world.get(j).is_some());
                let matrix = match joint {
                    Some(joint) => world.world_affine(joint) * *inverse,
                    None => place,
                };
                uneven |= scales_unevenly(&matrix);
                out.joints.push(rows(&matrix));
            }
            Shape::Skin {
                joints: first..out.joints.len(),
                uneven,
            }
        };
        out.models.push(Model {
            place,
            order,
            shape,
            surfaces: start..out.surfaces.len(),
        });
    }

    /// Makes a brush ready; a surface whose textures cannot be brought to the device is left out.
    fn paint(
        &mut self,
        device: Device,
        world: &World,
        brush: &Brush,
        mesh: Option<(MeshId, usize)>,
        out: &mut Vec<Painted>,
    ) {
        let material = Material::new(brush, |id| world.textures.get(id));
        let textures = if material.textures[0].is_some() {
            let group = self
                .textures
                .group(device.device, device.queue, world, &material);
            if group.is_none() {
                return;
            }
            group
        } else {
            None
        };
        out.push(Painted {
            material,
            textures,
            mesh,
        });
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

/// Whether the axes differ in length by more than a hundredth, so that normals need more than the matrix.
fn scales_unevenly(a: &Affine3A) -> bool {
    let lengths =
        [a.matrix3.x_axis, a.matrix3.y_axis, a.matrix3.z_axis].map(|v| v.length_squared());
    let (lo, hi) = lengths
        .into_iter()
        .fold((f32::MAX, 0.0f32), |(lo, hi), v| (lo.min(v), hi.max(v)));
    hi > lo * 1.02
}
