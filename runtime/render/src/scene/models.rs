//! The models of a world: meshes, skins, planes, sprites, terrains.

use std::rc::Rc;

use flitz_scene::{Brush, Entity, EntityId, EntityKind, MeshId, World};
use glam::{Affine3A, Vec3};

use super::collect::{Collected, CollectedSurface, Model, Shape, TweenedWorld};
use super::material::Material;
use super::uniforms::rows;
use super::{Device, SceneRenderer};

impl SceneRenderer {
    /// Collects an entity; fully transparent ones are skipped.
    pub(super) fn collect_model(
        &mut self,
        device: Device,
        tweened: &mut TweenedWorld<'_>,
        id: EntityId,
        place: Affine3A,
        out: &mut Collected,
    ) {
        let alpha = tweened.world.tweened_alpha(id, tweened.tween);
        // What a level's surfaces look like is theirs alone: the entity's brush does not count.
        let shows = |entity: &&Entity| alpha > 0.0 || entity.level().is_some();
        let Some(entity) = tweened.world.get(id).filter(shows) else {
            return;
        };
        let (order, fade) = (entity.order, entity.auto_fade);
        let brush = Brush {
            alpha,
            ..entity.brush.clone()
        };
        let mut cull = None;
        let mut ambient = Vec3::ZERO;
        let start = out.surfaces.len();
        let shape = match &entity.kind {
            EntityKind::Mesh(instance) => {
                let mesh_id = instance.mesh;
                let mesh = tweened.world.mesh(mesh_id);
                cull = mesh.and_then(|mesh| mesh.own_cull_box());
                self.paint_mesh(device, tweened.world, &brush, mesh_id, &mut out.surfaces);
                joints(tweened, (id, mesh_id), place, out)
            }
            EntityKind::Plane { divisions } => {
                let divisions = *divisions;
                self.paint(device, tweened.world, &brush, None, &mut out.surfaces);
                // The visible polygon faces up only, in mirrors too.
                out.surfaces
                    .iter_mut()
                    .skip(start)
                    .for_each(|s| s.material.two_sided = true);
                Shape::Plane { divisions }
            }
            EntityKind::Sprite(_) => {
                let Some(sprite) = tweened.world.tweened_sprite(id, tweened.tween) else {
                    return;
                };
                self.paint(device, tweened.world, &brush, None, &mut out.surfaces);
                Shape::Sprite(sprite)
            }
            EntityKind::Terrain(terrain) => {
                let terrain = Rc::clone(terrain);
                self.paint(device, tweened.world, &brush, None, &mut out.surfaces);
                Shape::Terrain(terrain)
            }
            EntityKind::Level(instance) => {
                let instance = instance.clone();
                ambient = instance.level.ambient();
                self.paint_level(device, tweened.world, instance.mesh, &mut out.surfaces);
                Shape::Level(instance.level)
            }
            EntityKind::Camera(_)
            | EntityKind::Light(_)
            | EntityKind::Mirror
            | EntityKind::Listener
            | EntityKind::Pivot => return,
        };
        if out.surfaces.len() > start {
            out.models.push(Model {
                place,
                order,
                fade,
                shape,
                cull: cull.map(|(low, high)| ((low + high) * 0.5, (high - low) * 0.5)),
                ambient,
                surfaces: start..out.surfaces.len(),
            });
        }
    }

    fn paint_mesh(
        &mut self,
        device: Device,
        world: &World,
        brush: &Brush,
        id: MeshId,
        out: &mut Vec<CollectedSurface>,
    ) {
        let Some(mesh) = world.mesh(id) else { return };
        self.geometry.update(device.device, device.queue, id, mesh);
        for (index, surface) in mesh.surfaces.iter().enumerate() {
            if !surface.triangles.is_empty() {
                let brush = Brush::combine(&surface.brush, brush);
                self.paint(device, world, &brush, Some((id, index)), out);
            }
        }
    }

    fn paint_level(
        &mut self,
        device: Device,
        world: &World,
        id: MeshId,
        out: &mut Vec<CollectedSurface>,
    ) {
        let Some(mesh) = world.mesh(id) else { return };
        self.geometry.update(device.device, device.queue, id, mesh);
        for (index, surface) in mesh.surfaces.iter().enumerate() {
            if !surface.triangles.is_empty() {
                self.paint(device, world, &surface.brush, Some((id, index)), out);
            }
        }
    }

    /// Collects a surface; one whose textures cannot be uploaded is skipped.
    fn paint(
        &mut self,
        device: Device,
        world: &World,
        brush: &Brush,
        mesh: Option<(MeshId, usize)>,
        out: &mut Vec<CollectedSurface>,
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
        out.push(CollectedSurface {
            material,
            textures,
            mesh,
        });
    }
}

/// The matrices of a mesh's joints, where it has any.
fn joints(
    tweened: &mut TweenedWorld<'_>,
    (id, mesh): (EntityId, MeshId),
    place: Affine3A,
    out: &mut Collected,
) -> Shape {
    let first = out.joints.len();
    let count = tweened
        .world
        .mesh(mesh)
        .map_or(0, |mesh| mesh.inverse_bind.len());
    let mut uneven = false;
    for i in 0..count {
        // By index, because transforms are updated on the way, which changes the world.
        let instance = tweened.world.get(id).and_then(|entity| entity.mesh());
        let joint = instance.and_then(|instance| instance.joints.get(i).copied());
        let matrix = match joint.filter(|&j| tweened.world.get(j).is_some()) {
            Some(joint) => {
                let joint = tweened.place(joint);
                let inverse = tweened
                    .world
                    .mesh(mesh)
                    .and_then(|mesh| mesh.inverse_bind.get(i).copied());
                joint * inverse.unwrap_or(Affine3A::IDENTITY)
            }
            None => place,
        };
        uneven |= scales_unevenly(&matrix);
        out.joints.push(rows(&matrix));
    }
    match count {
        0 => Shape::Mesh,
        _ => Shape::Skin {
            joints: first..out.joints.len(),
            uneven,
        },
    }
}

/// Whether the scale is non-uniform by more than 1 %, so that normals need the cofactors.
fn scales_unevenly(a: &Affine3A) -> bool {
    let lengths =
        [a.matrix3.x_axis, a.matrix3.y_axis, a.matrix3.z_axis].map(|v| v.length_squared());
    let (lo, hi) = lengths
        .into_iter()
        .fold((f32::MAX, 0.0f32), |(lo, hi), v| (lo.min(v), hi.max(v)));
    hi > lo * 1.02
}
