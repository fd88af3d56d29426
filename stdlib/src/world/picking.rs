//! Picking: what a ray meets; and what is seen.

use flitz_runtime::scene::EntityId;
use glam::Vec3;

use super::collisions::triangle_of;
use super::{CameraEntity, MeshEntity, numbers};
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "picking",
    [
        entity_pick_mode,
        line_pick,
        entity_pick,
        camera_pick,
        picked_x,
        picked_y,
        picked_z,
        picked_nx,
        picked_ny,
        picked_nz,
        picked_time,
        picked_entity,
        picked_surface,
        picked_triangle,
        entity_visible,
        entity_in_view,
        meshes_intersect,
        mesh_cull_box
    ]
);

/// Sets what rays meet an entity as: 0 nothing, 1 a sphere (see EntityRadius), 2 its polygons (meshes, terrains and planes), 3 a box (see
/// EntityBox).
///
/// With `obscurer` 1 it also stands in the way of EntityVisible.
#[command(EntityPickMode, defaults(obscurer = true))]
fn entity_pick_mode(
    m: &mut Machine,
    entity: EntityId,
    pick_geometry: i32,
    obscurer: bool,
) -> Answer {
    if let Some(body) = m.world.body_mut(entity) {
        body.pick = numbers::shape(pick_geometry);
        body.obscurer = obscurer;
    }
    Ok(())
}

/// The first entity on a line from `x`, `y`, `z` that goes by `dx`, `dy`, `dz`, in the world; 0 where there is none.
///
/// With a radius a ball rolls along the line. Only entities are found that EntityPickMode lets be found.
#[command(LinePick, defaults(radius = 0.0))]
fn line_pick(
    m: &mut Machine,
    x: f32,
    y: f32,
    z: f32,
    dx: f32,
    dy: f32,
    dz: f32,
    radius: f32,
) -> Answer<i32> {
    let picked = m
        .world
        .pick(Vec3::new(x, y, z), Vec3::new(dx, dy, dz), radius);
    m.entity_handle(picked)
}

/// The first entity that an entity looks at within `range`; 0 where there is none.
///
/// The range counts in the entity's own units. Only entities are found that EntityPickMode lets be found.
#[command(EntityPick)]
fn entity_pick(m: &mut Machine, entity: EntityId, range: f32) -> Answer<i32> {
    let place = m.world.world_affine(entity);
    let ahead = Vec3::from(place.matrix3.z_axis) * range;
    let picked = m.world.pick(place.translation.into(), ahead, 0.0);
    m.entity_handle(picked)
}

/// The entity that a camera shows at a point of its viewport, in pixels from its upper left corner; 0 where there is none.
///
/// Only entities are found that EntityPickMode lets be found.
#[command(CameraPick)]
fn camera_pick(
    m: &mut Machine,
    camera: CameraEntity,
    viewport_x: f32,
    viewport_y: f32,
) -> Answer<i32> {
    m.camera(camera)?;
    let id = camera.0;
    let picked = m.world.pick_from_camera(id, viewport_x, viewport_y);
    m.entity_handle(picked)
}

/// The x position, in the world, where the last pick met something.
#[command(PickedX)]
fn picked_x(m: &mut Machine) -> Answer<f32> {
    Ok(m.world.picked().position.x)
}

/// The y position, in the world, where the last pick met something.
#[command(PickedY)]
fn picked_y(m: &mut Machine) -> Answer<f32> {
    Ok(m.world.picked().position.y)
}

/// The z position, in the world, where the last pick met something.
#[command(PickedZ)]
fn picked_z(m: &mut Machine) -> Answer<f32> {
    Ok(m.world.picked().position.z)
}

/// The x part of the direction that what was picked faces there, in the world.
#[command(PickedNX)]
fn picked_nx(m: &mut Machine) -> Answer<f32> {
    Ok(m.world.picked().normal.x)
}

/// The y part of the direction that what was picked faces there, in the world.
#[command(PickedNY)]
fn picked_ny(m: &mut Machine) -> Answer<f32> {
    Ok(m.world.picked().normal.y)
}

/// The z part of the direction that what was picked faces there, in the world.
#[command(PickedNZ)]
fn picked_nz(m: &mut Machine) -> Answer<f32> {
    Ok(m.world.picked().normal.z)
}

/// How far along its line the last pick met something, from 0 at the start to 1 at the end; 1 where it met nothing.
#[command(PickedTime)]
fn picked_time(m: &mut Machine) -> Answer<f32> {
    Ok(m.world.picked().time)
}

/// The entity that the last pick met; 0 where it met nothing or the entity has been freed since.
#[command(PickedEntity)]
fn picked_entity(m: &mut Machine) -> Answer<i32> {
    let entity = m.world.picked().entity;
    m.entity_if_alive(entity)
}

/// The surface that the last pick met, where it met a mesh by its polygons.
#[command(PickedSurface)]
fn picked_surface(m: &mut Machine) -> Answer<i32> {
    let face = m.world.picked().face;
    m.surface_of(face)
}

/// The number in its surface of the triangle that the last pick met, where it met a mesh by its polygons; 65535 before any.
#[command(PickedTriangle)]
fn picked_triangle(m: &mut Machine) -> Answer<i32> {
    Ok(triangle_of(m.world.picked().face))
}

/// 1 where nothing stands between two entities: nothing that EntityPickMode has made an obscurer.
#[command(EntityVisible)]
fn entity_visible(m: &mut Machine, src_entity: EntityId, dest_entity: EntityId) -> Answer<i32> {
    let (from, to) = (src_entity, dest_entity);
    Ok(m.world.sees(from, to).into())
}

/// 1 where an entity is in a camera's view, whatever stands before it: the box around a mesh, the origin of anything else.
#[command(EntityInView)]
fn entity_in_view(m: &mut Machine, entity: EntityId, camera: CameraEntity) -> Answer<i32> {
    Ok(m.world.is_in_view(entity, camera.0).into())
}

/// 1 where two meshes cut each other, polygon by polygon. One that lies wholly inside the other does not.
#[command(MeshesIntersect)]
fn meshes_intersect(m: &mut Machine, mesh_a: MeshEntity, mesh_b: MeshEntity) -> Answer<i32> {
    Ok(m.world.meshes_overlap(mesh_a.0, mesh_b.0).into())
}

/// Sets the box by which it is told whether a mesh is in a camera's view and has to be drawn, for it and all its copies: a corner, and the
/// size from there, in the mesh's own space.
#[command(MeshCullBox)]
fn mesh_cull_box(
    m: &mut Machine,
    mesh: MeshEntity,
    x: f32,
    y: f32,
    z: f32,
    width: f32,
    height: f32,
    depth: f32,
) -> Answer {
    let corner = Vec3::new(x, y, z);
    let mesh = m.mesh(mesh)?;
    mesh.cull_box = Some((corner, corner + Vec3::new(width, height, depth)));
    Ok(())
}
