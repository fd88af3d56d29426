//! Where entities stand and how they turn.

use flitz_runtime::scene::euler;
use glam::Vec3;

use crate::command::commands;

commands! {
    group "placement";

    /// Puts an entity at a position.
    ///
    /// The position is relative to the entity's parent, or to the world where `global` is 1.
    fn PositionEntity(m, entity: Int, x: Float, y: Float, z: Float, global: Int = 0) {
        let id = m.entity(entity)?;
        if global != 0 {
            m.world.set_world_position(id, Vec3::new(x, y, z));
        } else {
            m.world.set_position(id, Vec3::new(x, y, z));
        }
        Ok(())
    }

    /// Turns an entity to these angles, in degrees.
    ///
    /// Positive pitch looks down, positive yaw turns left, positive roll turns anticlockwise. The angles are relative to the
    /// entity's parent, or to the world where `global` is 1.
    fn RotateEntity(m, entity: Int, pitch: Float, yaw: Float, roll: Float, global: Int = 0) {
        let id = m.entity(entity)?;
        let rotation = euler::rotation(pitch, yaw, roll);
        if global != 0 {
            m.world.set_world_rotation(id, rotation);
        } else {
            m.world.set_rotation(id, rotation);
        }
        Ok(())
    }

    /// Sets the size of an entity along its own axes; 1 is its original size.
    fn ScaleEntity(m, entity: Int, x_scale: Float, y_scale: Float, z_scale: Float, global: Int = 0) {
        let id = m.entity(entity)?;
        let scale = Vec3::new(x_scale, y_scale, z_scale);
        if global != 0 {
            m.world.set_world_scale(id, scale);
        } else {
            m.world.set_scale(id, scale);
        }
        Ok(())
    }

    /// Moves an entity along its own axes: z is ahead.
    fn MoveEntity(m, entity: Int, x: Float, y: Float, z: Float) {
        let id = m.entity(entity)?;
        m.world.move_by(id, Vec3::new(x, y, z));
        Ok(())
    }

    /// Turns an entity by these angles, in degrees, about its own axes, or the world's where `global` is 1.
    fn TurnEntity(m, entity: Int, pitch: Float, yaw: Float, roll: Float, global: Int = 0) {
        let id = m.entity(entity)?;
        m.world.turn(id, euler::rotation(pitch, yaw, roll), global != 0);
        Ok(())
    }

    /// Moves an entity along its parent's axes, or the world's where `global` is 1, whichever way it looks.
    fn TranslateEntity(m, entity: Int, x: Float, y: Float, z: Float, global: Int = 0) {
        let id = m.entity(entity)?;
        m.world.translate(id, Vec3::new(x, y, z), global != 0);
        Ok(())
    }

    /// Turns an entity so that it looks at another; `roll` in degrees.
    fn PointEntity(m, entity: Int, target: Int, roll: Float = 0.0) {
        let id = m.entity(entity)?;
        let target = m.entity(target)?;
        m.world.point_at(id, target, roll);
        Ok(())
    }

    /// Turns an entity so that one of its axes (1 x, 2 y, 3 z) points along a direction; `rate` 1 fully, 0.1 a tenth of the way.
    fn AlignToVector(m, entity: Int, vector_x: Float, vector_y: Float, vector_z: Float, axis: Int, rate: Float = 1.0) {
        let id = m.entity(entity)?;
        m.world.align(id, Vec3::new(vector_x, vector_y, vector_z), axis, rate);
        Ok(())
    }

    /// How far an entity would have to pitch to look at another, in degrees, -180 to 180.
    fn DeltaPitch(m, src_entity: Int, dest_entity: Int) -> Float {
        let (looks, to) = m.lines_of_sight(src_entity, dest_entity)?;
        Ok(within_half_turn(euler::pitch_of(to) - euler::pitch_of(looks)))
    }

    /// How far an entity would have to yaw to look at another, in degrees, -180 to 180.
    fn DeltaYaw(m, src_entity: Int, dest_entity: Int) -> Float {
        let (looks, to) = m.lines_of_sight(src_entity, dest_entity)?;
        Ok(within_half_turn(euler::yaw_of(to) - euler::yaw_of(looks)))
    }

    /// A number of an entity's world matrix: row 0 to 2 are its x, y and z axes, row 3 its position; column 0 to 2 are x, y and z. 0 for
    /// what is not in the matrix.
    fn GetMatElement(m, entity: Int, row: Int, column: Int) -> Float {
        let id = m.entity(entity)?;
        Ok(matrix_element(m.world.world_affine(id).to_cols_array(), row, column))
    }

    /// The x position of an entity, relative to its parent, or to the world where `global` is 1.
    fn EntityX(m, entity: Int, global: Int = 0) -> Float {
        Ok(m.entity_position(entity, global)?.x)
    }

    /// The y position of an entity, relative to its parent, or to the world where `global` is 1.
    fn EntityY(m, entity: Int, global: Int = 0) -> Float {
        Ok(m.entity_position(entity, global)?.y)
    }

    /// The z position of an entity, relative to its parent, or to the world where `global` is 1.
    fn EntityZ(m, entity: Int, global: Int = 0) -> Float {
        Ok(m.entity_position(entity, global)?.z)
    }

    /// The pitch of an entity in degrees, -90 to 90.
    fn EntityPitch(m, entity: Int, global: Int = 0) -> Float {
        Ok(m.entity_angles(entity, global)?[0])
    }

    /// The yaw of an entity in degrees, -180 to 180.
    fn EntityYaw(m, entity: Int, global: Int = 0) -> Float {
        Ok(m.entity_angles(entity, global)?[1])
    }

    /// The roll of an entity in degrees, -180 to 180.
    fn EntityRoll(m, entity: Int, global: Int = 0) -> Float {
        Ok(m.entity_angles(entity, global)?[2])
    }

    /// The distance between two entities.
    fn EntityDistance(m, source_entity: Int, destination_entity: Int) -> Float {
        let (a, b) = (m.entity(source_entity)?, m.entity(destination_entity)?);
        Ok(m.world.world_position(a).distance(m.world.world_position(b)))
    }

    /// Carries a point from one entity's space to another's; 0 stands for the world's. Read the result with TFormedX, TFormedY and TFormedZ.
    fn TFormPoint(m, x: Float, y: Float, z: Float, source_entity: Int, dest_entity: Int) {
        let (from, to) = (m.entity_or_none(source_entity)?, m.entity_or_none(dest_entity)?);
        m.tformed = m.world.transform_point(Vec3::new(x, y, z), from, to);
        Ok(())
    }

    /// Carries a direction, with its length, from one entity's space to another's; 0 stands for the world's.
    fn TFormVector(m, x: Float, y: Float, z: Float, source_entity: Int, dest_entity: Int) {
        let (from, to) = (m.entity_or_none(source_entity)?, m.entity_or_none(dest_entity)?);
        m.tformed = m.world.transform_vector(Vec3::new(x, y, z), from, to);
        Ok(())
    }

    /// Carries a surface normal from one entity's space to another's; 0 stands for the world's. The result has length 1.
    fn TFormNormal(m, x: Float, y: Float, z: Float, source_entity: Int, dest_entity: Int) {
        let (from, to) = (m.entity_or_none(source_entity)?, m.entity_or_none(dest_entity)?);
        m.tformed = m.world.transform_normal(Vec3::new(x, y, z), from, to);
        Ok(())
    }

    /// The x of the last TFormPoint, TFormVector or TFormNormal.
    fn TFormedX(m) -> Float {
        Ok(m.tformed.x)
    }

    /// The y of the last TFormPoint, TFormVector or TFormNormal.
    fn TFormedY(m) -> Float {
        Ok(m.tformed.y)
    }

    /// The z of the last TFormPoint, TFormVector or TFormNormal.
    fn TFormedZ(m) -> Float {
        Ok(m.tformed.z)
    }

    /// The yaw of a direction in degrees.
    fn VectorYaw(m, x: Float, y: Float, z: Float) -> Float {
        Ok(euler::yaw_of(Vec3::new(x, y, z)))
    }

    /// The pitch of a direction in degrees.
    fn VectorPitch(m, x: Float, y: Float, z: Float) -> Float {
        Ok(euler::pitch_of(Vec3::new(x, y, z)))
    }
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
    fn lines_of_sight(
        &mut self,
        from: i32,
        to: i32,
    ) -> Result<(Vec3, Vec3), flitz_interpreter::host::Interrupt> {
        let (from, to) = (self.entity(from)?, self.entity(to)?);
        let place = self.world.world_affine(from);
        Ok((
            place.matrix3.z_axis.into(),
            self.world.world_position(to) - Vec3::from(place.translation),
        ))
    }

    fn entity_position(
        &mut self,
        handle: i32,
        global: i32,
    ) -> Result<Vec3, flitz_interpreter::host::Interrupt> {
        let id = self.entity(handle)?;
        Ok(if global != 0 {
            self.world.world_position(id)
        } else {
            self.world
                .get(id)
                .map_or(Vec3::ZERO, |e| e.local().translation)
        })
    }

    fn entity_angles(
        &mut self,
        handle: i32,
        global: i32,
    ) -> Result<[f32; 3], flitz_interpreter::host::Interrupt> {
        let id = self.entity(handle)?;
        let rotation = if global != 0 {
            self.world.world_rotation(id)
        } else {
            self.world
                .get(id)
                .map_or(glam::Quat::IDENTITY, |e| e.local().rotation)
        };
        Ok(euler::angles(rotation))
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
