//! Collisions: who is stopped by whom, and who met whom.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::collide::Aabb;
use flitz_runtime::scene::{Contact, EntityId, MeshFace};
use glam::Vec3A;

use super::numbers;
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// What Blitz3D answers for the triangle of a meeting without one.
const NO_TRIANGLE: i32 = 65_535;

impl Machine {
    /// A meeting of an entity by its number, from 1.
    fn collision(&self, entity: EntityId, index: i32) -> Result<Contact, Interrupt> {
        let touches = self.world.contacts(entity);
        let number = usize::try_from(index).ok().and_then(|i| i.checked_sub(1));
        number
            .and_then(|number| touches.get(number).copied())
            .ok_or_else(|| {
                Interrupt::Error(match touches.len() {
                    0 => format!(
                        "There is no collision {index}: the entity has none. CountCollisions says how many there are."
                    ),
                    count => format!(
                        "There is no collision {index}: the entity has {count}, numbered from 1."
                    ),
                })
            })
    }

    /// The handle of an entity that may have been freed; 0 then, and for none.
    pub(super) fn entity_if_alive(&mut self, id: Option<EntityId>) -> Result<i32, Interrupt> {
        let alive = id.filter(|&id| self.world.get(id).is_some());
        self.entity_handle(alive)
    }

    /// The handle of the surface that a triangle belongs to; 0 for none, and where its mesh has been freed.
    pub(super) fn surface_of(&mut self, face: Option<MeshFace>) -> Result<i32, Interrupt> {
        match face.filter(|face| self.world.mesh(face.mesh).is_some()) {
            Some(face) => self.surface_handle(face.mesh, face.surface),
            None => Ok(0),
        }
    }
}

/// The number of a triangle in its surface.
pub(super) fn triangle_of(face: Option<MeshFace>) -> i32 {
    face.map_or(NO_TRIANGLE, |face| face.triangle as i32)
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "collisions",
    [
        collisions,
        clear_collisions,
        entity_type,
        get_entity_type,
        entity_radius,
        entity_box,
        reset_entity,
        entity_collided,
        count_collisions,
        collision_x,
        collision_y,
        collision_z,
        collision_nx,
        collision_ny,
        collision_nz,
        collision_time,
        collision_entity,
        collision_surface,
        collision_triangle
    ]
);

/// Lets entities of one type collide with those of another, whenever UpdateWorld is called.
///
/// Types are numbers that EntityType gives. Those of `source_type` move; each moves as a sphere or, with two radii, an ellipsoid: see
/// EntityRadius. `method` says what they meet the others as: 1 spheres, 2 polygons (of meshes, terrains and planes), 3 boxes (see
/// EntityBox). `response` says what they do then: 1 stop, 2 slide along, 3 slide along without being slowed or driven by slopes.
///
/// For a pair of types the first call counts, until ClearCollisions.
#[command(Collisions)]
fn collisions(
    m: &mut Machine,
    source_type: i32,
    destination_type: i32,
    method: i32,
    response: i32,
) -> Answer {
    m.world.add_collision_rule(
        source_type,
        destination_type,
        numbers::shape(method),
        numbers::response(response),
    );
    Ok(())
}

/// Forgets all that Collisions has said.
#[command(ClearCollisions)]
fn clear_collisions(m: &mut Machine) -> Answer {
    m.world.clear_collision_rules();
    Ok(())
}

/// Gives an entity a collision type, 1 to 999, or 0 so that it takes no part in collisions; see Collisions.
///
/// `recursive` 1 gives it to everything below the entity as well. The entity is reset, as ResetEntity does it.
#[command(EntityType, defaults(recursive = false))]
fn entity_type(m: &mut Machine, entity: EntityId, collision_type: i32, recursive: bool) -> Answer {
    m.world
        .set_collision_type(entity, collision_type, recursive);
    Ok(())
}

/// The collision type of an entity, 0 where it has none.
#[command(GetEntityType)]
fn get_entity_type(m: &mut Machine, entity: EntityId) -> Answer<i32> {
    Ok(m.world.body(entity).map_or(0, |body| body.collision_type))
}

/// Sets the sphere that an entity moves as and is met as, about its origin; 1 without it. With `y_radius` it moves as an
/// ellipsoid, so high above and below its origin.
#[command(EntityRadius, defaults(y_radius = 0.0))]
fn entity_radius(m: &mut Machine, entity: EntityId, x_radius: f32, y_radius: f32) -> Answer {
    if let Some(body) = m.world.body_mut(entity) {
        body.radii = [x_radius, if y_radius == 0.0 { x_radius } else { y_radius }];
    }
    Ok(())
}

/// Sets the box that an entity is met as: a corner, and the size from there. It turns with the entity, but is not scaled with
/// it; without it, it goes from -1 to 1.
#[command(EntityBox)]
fn entity_box(
    m: &mut Machine,
    entity: EntityId,
    x: f32,
    y: f32,
    z: f32,
    width: f32,
    height: f32,
    depth: f32,
) -> Answer {
    let corner = Vec3A::new(x, y, z);
    if let Some(body) = m.world.body_mut(entity) {
        body.bounds = Aabb::around([corner, corner + Vec3A::new(width, height, depth)]);
    }
    Ok(())
}

/// Lets an entity forget its collisions, and how it came to where it is: what lies between there and where it was does not stop it.
#[command(ResetEntity)]
fn reset_entity(m: &mut Machine, entity: EntityId) -> Answer {
    m.world.reset_collisions(entity);
    m.sound.entity_reset(&mut m.world, entity);
    Ok(())
}

/// The first entity of a collision type that an entity met in the last UpdateWorld, or that met it; 0 where there was none.
#[command(EntityCollided)]
fn entity_collided(m: &mut Machine, entity: EntityId, collision_type: i32) -> Answer<i32> {
    let other = m.world.contact_of_type(entity, collision_type);
    m.entity_handle(other)
}

/// How many collisions an entity had in the last UpdateWorld. They are numbered from 1.
#[command(CountCollisions)]
fn count_collisions(m: &mut Machine, entity: EntityId) -> Answer<i32> {
    Ok(m.world.contacts(entity).len() as i32)
}

/// The x position, in the world, of a collision.
#[command(CollisionX)]
fn collision_x(m: &mut Machine, entity: EntityId, collision_index: i32) -> Answer<f32> {
    Ok(m.collision(entity, collision_index)?.position.x)
}

/// The y position, in the world, of a collision.
#[command(CollisionY)]
fn collision_y(m: &mut Machine, entity: EntityId, collision_index: i32) -> Answer<f32> {
    Ok(m.collision(entity, collision_index)?.position.y)
}

/// The z position, in the world, of a collision.
#[command(CollisionZ)]
fn collision_z(m: &mut Machine, entity: EntityId, collision_index: i32) -> Answer<f32> {
    Ok(m.collision(entity, collision_index)?.position.z)
}

/// The x part of the direction that what was met faces at a collision, in the world.
#[command(CollisionNX)]
fn collision_nx(m: &mut Machine, entity: EntityId, collision_index: i32) -> Answer<f32> {
    Ok(m.collision(entity, collision_index)?.normal.x)
}

/// The y part of the direction that what was met faces at a collision, in the world.
#[command(CollisionNY)]
fn collision_ny(m: &mut Machine, entity: EntityId, collision_index: i32) -> Answer<f32> {
    Ok(m.collision(entity, collision_index)?.normal.y)
}

/// The z part of the direction that what was met faces at a collision, in the world.
#[command(CollisionNZ)]
fn collision_nz(m: &mut Machine, entity: EntityId, collision_index: i32) -> Answer<f32> {
    Ok(m.collision(entity, collision_index)?.normal.z)
}

/// When a collision was, from 0 at the start of that piece of the way to 1 at its end.
#[command(CollisionTime)]
fn collision_time(m: &mut Machine, entity: EntityId, collision_index: i32) -> Answer<f32> {
    Ok(m.collision(entity, collision_index)?.time)
}

/// The other entity of a collision; 0 where it has been freed since.
#[command(CollisionEntity)]
fn collision_entity(m: &mut Machine, entity: EntityId, collision_index: i32) -> Answer<i32> {
    let other = m.collision(entity, collision_index)?.with;
    m.entity_if_alive(Some(other))
}

/// The surface that was met at a collision; 0 where it was no mesh.
#[command(CollisionSurface)]
fn collision_surface(m: &mut Machine, entity: EntityId, collision_index: i32) -> Answer<i32> {
    let face = m.collision(entity, collision_index)?.face;
    m.surface_of(face)
}

/// The number in its surface of the triangle that was met at a collision; 65535 where it was no mesh.
#[command(CollisionTriangle)]
fn collision_triangle(m: &mut Machine, entity: EntityId, collision_index: i32) -> Answer<i32> {
    Ok(triangle_of(m.collision(entity, collision_index)?.face))
}
