//! Where entities stand and how they turn.

use flitz_runtime::scene::{EntityId, euler};
use glam::Vec3;

use super::numbers;
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "placement",
    [
        position_entity,
        rotate_entity,
        scale_entity,
        move_entity,
        turn_entity,
        translate_entity,
        point_entity,
        align_to_vector,
        delta_pitch,
        delta_yaw,
        get_mat_element,
        entity_x,
        entity_y,
        entity_z,
        entity_pitch,
        entity_yaw,
        entity_roll,
        entity_distance,
        tform_point,
        tform_vector,
        tform_normal,
        tformed_x,
        tformed_y,
        tformed_z,
        vector_yaw,
        vector_pitch
    ]
);

/// Puts an entity at a position.
///
/// The position is relative to the entity's parent, or to the world where `global` is 1.
#[command(PositionEntity, defaults(global = false))]
fn position_entity(
    m: &mut Machine,
    entity: EntityId,
    x: f32,
    y: f32,
    z: f32,
    global: bool,
) -> Answer {
    if global {
        m.world.set_world_position(entity, Vec3::new(x, y, z));
    } else {
        m.world.set_position(entity, Vec3::new(x, y, z));
    }
    Ok(())
}

/// Turns an entity to these angles, in degrees.
///
/// Positive pitch looks down, positive yaw turns left, positive roll turns anticlockwise. The angles are relative to the
/// entity's parent, or to the world where `global` is 1.
#[command(RotateEntity, defaults(global = false))]
fn rotate_entity(
    m: &mut Machine,
    entity: EntityId,
    pitch: f32,
    yaw: f32,
    roll: f32,
    global: bool,
) -> Answer {
    let rotation = euler::rotation(pitch, yaw, roll);
    if global {
        m.world.set_world_rotation(entity, rotation);
    } else {
        m.world.set_rotation(entity, rotation);
    }
    Ok(())
}

/// Sets the size of an entity along its own axes; 1 is its original size.
#[command(ScaleEntity, defaults(global = false))]
fn scale_entity(
    m: &mut Machine,
    entity: EntityId,
    x_scale: f32,
    y_scale: f32,
    z_scale: f32,
    global: bool,
) -> Answer {
    let scale = Vec3::new(x_scale, y_scale, z_scale);
    if global {
        m.world.set_world_scale(entity, scale);
    } else {
        m.world.set_scale(entity, scale);
    }
    Ok(())
}

/// Moves an entity along its own axes: z is ahead.
#[command(MoveEntity)]
fn move_entity(m: &mut Machine, entity: EntityId, x: f32, y: f32, z: f32) -> Answer {
    m.world.move_by(entity, Vec3::new(x, y, z));
    Ok(())
}

/// Turns an entity by these angles, in degrees, about its own axes, or the world's where `global` is 1.
#[command(TurnEntity, defaults(global = false))]
fn turn_entity(
    m: &mut Machine,
    entity: EntityId,
    pitch: f32,
    yaw: f32,
    roll: f32,
    global: bool,
) -> Answer {
    m.world
        .turn(entity, euler::rotation(pitch, yaw, roll), global);
    Ok(())
}

/// Moves an entity along its parent's axes, or the world's where `global` is 1, whichever way it looks.
#[command(TranslateEntity, defaults(global = false))]
fn translate_entity(
    m: &mut Machine,
    entity: EntityId,
    x: f32,
    y: f32,
    z: f32,
    global: bool,
) -> Answer {
    m.world.translate(entity, Vec3::new(x, y, z), global);
    Ok(())
}

/// Turns an entity so that it looks at another; `roll` in degrees.
#[command(PointEntity, defaults(roll = 0.0))]
fn point_entity(m: &mut Machine, entity: EntityId, target: EntityId, roll: f32) -> Answer {
    m.world.point_at(entity, target, roll);
    Ok(())
}

/// Turns an entity so that one of its axes (1 x, 2 y, 3 z) points along a direction; `rate` 1 fully, 0.1 a tenth of the way.
#[command(AlignToVector, defaults(rate = 1.0))]
fn align_to_vector(
    m: &mut Machine,
    entity: EntityId,
    vector_x: f32,
    vector_y: f32,
    vector_z: f32,
    axis: i32,
    rate: f32,
) -> Answer {
    m.world.align(
        entity,
        Vec3::new(vector_x, vector_y, vector_z),
        numbers::axis(axis),
        rate,
    );
    Ok(())
}

/// How far an entity would have to pitch to look at another, in degrees, -180 to 180.
#[command(DeltaPitch)]
fn delta_pitch(m: &mut Machine, src_entity: EntityId, dest_entity: EntityId) -> Answer<f32> {
    let (looks, to) = m.lines_of_sight(src_entity, dest_entity);
    Ok(within_half_turn(
        euler::pitch_of(to) - euler::pitch_of(looks),
    ))
}

/// How far an entity would have to yaw to look at another, in degrees, -180 to 180.
#[command(DeltaYaw)]
fn delta_yaw(m: &mut Machine, src_entity: EntityId, dest_entity: EntityId) -> Answer<f32> {
    let (looks, to) = m.lines_of_sight(src_entity, dest_entity);
    Ok(within_half_turn(euler::yaw_of(to) - euler::yaw_of(looks)))
}

/// A number of an entity's world matrix: row 0 to 2 are its x, y and z axes, row 3 its position; column 0 to 2 are x, y and z. 0 for
/// what is not in the matrix.
#[command(GetMatElement)]
fn get_mat_element(m: &mut Machine, entity: EntityId, row: i32, column: i32) -> Answer<f32> {
    Ok(matrix_element(
        m.world.world_affine(entity).to_cols_array(),
        row,
        column,
    ))
}

/// The x position of an entity, relative to its parent, or to the world where `global` is 1.
#[command(EntityX, defaults(global = false))]
fn entity_x(m: &mut Machine, entity: EntityId, global: bool) -> Answer<f32> {
    Ok(m.entity_position(entity, global).x)
}

/// The y position of an entity, relative to its parent, or to the world where `global` is 1.
#[command(EntityY, defaults(global = false))]
fn entity_y(m: &mut Machine, entity: EntityId, global: bool) -> Answer<f32> {
    Ok(m.entity_position(entity, global).y)
}

/// The z position of an entity, relative to its parent, or to the world where `global` is 1.
#[command(EntityZ, defaults(global = false))]
fn entity_z(m: &mut Machine, entity: EntityId, global: bool) -> Answer<f32> {
    Ok(m.entity_position(entity, global).z)
}

/// The pitch of an entity in degrees, -90 to 90.
#[command(EntityPitch, defaults(global = false))]
fn entity_pitch(m: &mut Machine, entity: EntityId, global: bool) -> Answer<f32> {
    Ok(m.entity_angles(entity, global)[0])
}

/// The yaw of an entity in degrees, -180 to 180.
#[command(EntityYaw, defaults(global = false))]
fn entity_yaw(m: &mut Machine, entity: EntityId, global: bool) -> Answer<f32> {
    Ok(m.entity_angles(entity, global)[1])
}

/// The roll of an entity in degrees, -180 to 180.
#[command(EntityRoll, defaults(global = false))]
fn entity_roll(m: &mut Machine, entity: EntityId, global: bool) -> Answer<f32> {
    Ok(m.entity_angles(entity, global)[2])
}

/// The distance between two entities.
#[command(EntityDistance)]
fn entity_distance(
    m: &mut Machine,
    source_entity: EntityId,
    destination_entity: EntityId,
) -> Answer<f32> {
    let to = m.world.world_position(destination_entity);
    Ok(m.world.world_position(source_entity).distance(to))
}

/// Carries a point from one entity's space to another's; 0 stands for the world's. Read the result with TFormedX, TFormedY and TFormedZ.
#[command(TFormPoint)]
fn tform_point(
    m: &mut Machine,
    x: f32,
    y: f32,
    z: f32,
    source_entity: Option<EntityId>,
    dest_entity: Option<EntityId>,
) -> Answer {
    let (from, to) = (source_entity, dest_entity);
    m.world_state.tformed = m.world.transform_point(Vec3::new(x, y, z), from, to);
    Ok(())
}

/// Carries a direction, with its length, from one entity's space to another's; 0 stands for the world's.
#[command(TFormVector)]
fn tform_vector(
    m: &mut Machine,
    x: f32,
    y: f32,
    z: f32,
    source_entity: Option<EntityId>,
    dest_entity: Option<EntityId>,
) -> Answer {
    let (from, to) = (source_entity, dest_entity);
    m.world_state.tformed = m.world.transform_vector(Vec3::new(x, y, z), from, to);
    Ok(())
}

/// Carries a surface normal from one entity's space to another's; 0 stands for the world's. The result has length 1.
#[command(TFormNormal)]
fn tform_normal(
    m: &mut Machine,
    x: f32,
    y: f32,
    z: f32,
    source_entity: Option<EntityId>,
    dest_entity: Option<EntityId>,
) -> Answer {
    let (from, to) = (source_entity, dest_entity);
    m.world_state.tformed = m.world.transform_normal(Vec3::new(x, y, z), from, to);
    Ok(())
}

/// The x of the last TFormPoint, TFormVector or TFormNormal.
#[command(TFormedX)]
fn tformed_x(m: &mut Machine) -> Answer<f32> {
    Ok(m.world_state.tformed.x)
}

/// The y of the last TFormPoint, TFormVector or TFormNormal.
#[command(TFormedY)]
fn tformed_y(m: &mut Machine) -> Answer<f32> {
    Ok(m.world_state.tformed.y)
}

/// The z of the last TFormPoint, TFormVector or TFormNormal.
#[command(TFormedZ)]
fn tformed_z(m: &mut Machine) -> Answer<f32> {
    Ok(m.world_state.tformed.z)
}

/// The yaw of a direction in degrees.
#[command(VectorYaw)]
fn vector_yaw(x: f32, y: f32, z: f32) -> Answer<f32> {
    Ok(euler::yaw_of(Vec3::new(x, y, z)))
}

/// The pitch of a direction in degrees.
#[command(VectorPitch)]
fn vector_pitch(x: f32, y: f32, z: f32) -> Answer<f32> {
    Ok(euler::pitch_of(Vec3::new(x, y, z)))
}

/// An element of a matrix that is kept row by row. Blitz3D checked neither row nor column: rows from 3 on are the last one, and a column
/// too far is the next row's first.
fn matrix_element(matrix: [f32; 12], row: i32, column: i32) -> f32 {
    let at = i64::from(row.min(3)) * 3 + i64::from(column);
    usize::try_from(at)
        .ok()
        .and_then(|at| matrix.get(at).copied())
        .unwrap_or(0.0)
}

fn within_half_turn(angle: f32) -> f32 {
    if angle < -180.0 {
        angle + 360.0
    } else if angle >= 180.0 {
        angle - 360.0
    } else {
        angle
    }
}

impl crate::machine::Machine {
    /// Where an entity looks, and where it would look to see another.
    fn lines_of_sight(&mut self, from: EntityId, to: EntityId) -> (Vec3, Vec3) {
        let place = self.world.world_affine(from);
        (
            place.matrix3.z_axis.into(),
            self.world.world_position(to) - Vec3::from(place.translation),
        )
    }

    fn entity_position(&mut self, id: EntityId, global: bool) -> Vec3 {
        if global {
            self.world.world_position(id)
        } else {
            self.world
                .get(id)
                .map_or(Vec3::ZERO, |e| e.local().translation)
        }
    }

    fn entity_angles(&mut self, id: EntityId, global: bool) -> [f32; 3] {
        let rotation = if global {
            self.world.world_rotation(id)
        } else {
            self.world
                .get(id)
                .map_or(glam::Quat::IDENTITY, |e| e.local().rotation)
        };
        euler::angles(rotation)
    }
}

#[cfg(test)]
mod tests {
    use super::matrix_element;

    #[test]
    fn matrix_elements_are_answered_whatever_is_asked() {
        let matrix: [f32; 12] = std::array::from_fn(|n| n as f32 + 1.0);
        for (row, column, is) in [
            (0, 0, 1.0),
            (2, 2, 9.0),
            (3, 2, 12.0),
            (4, 0, 10.0),
            (i32::MAX, 1, 11.0),
            (0, 3, 4.0),
            (2, 3, 10.0),
            (3, 3, 0.0),
            (-1, 0, 0.0),
            (i32::MIN, i32::MIN, 0.0),
            (0, i32::MAX, 0.0),
        ] {
            assert_eq!(matrix_element(matrix, row, column), is, "{row} {column}");
        }
    }
}
