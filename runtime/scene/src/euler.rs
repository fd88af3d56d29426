//! Pitch, yaw and roll in degrees.
//!
//! Rotation is yaw * pitch * roll (roll acts first). Positive pitch looks down, positive yaw turns left, positive roll
//! turns anticlockwise, in a left-handed space with +z ahead.

use glam::{Quat, Vec3};

/// An axis of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// To the right.
    X,
    /// Up.
    Y,
    /// Ahead.
    Z,
}

/// The rotation of these angles in degrees.
pub fn rotation(pitch: f32, yaw: f32, roll: f32) -> Quat {
    Quat::from_rotation_y(-yaw.to_radians())
        * Quat::from_rotation_x(pitch.to_radians())
        * Quat::from_rotation_z(roll.to_radians())
}

/// Pitch of a direction in degrees: how far it looks down.
pub fn pitch_of(direction: Vec3) -> f32 {
    (-direction.y)
        .atan2(direction.x.hypot(direction.z))
        .to_degrees()
}

/// Yaw of a direction in degrees: how far it is turned left of +z.
pub fn yaw_of(direction: Vec3) -> f32 {
    (-direction.x).atan2(direction.z).to_degrees()
}

/// Pitch, yaw and roll in degrees, each in -180..180.
pub fn angles(rotation: Quat) -> [f32; 3] {
    let ahead = rotation * Vec3::Z;
    let (pitch, yaw) = (pitch_of(ahead), yaw_of(ahead));
    // Up to the factor cos(pitch), the heights of the turned x and y axes are sine and cosine of the roll.
    let (right, up) = (rotation * Vec3::X, rotation * Vec3::Y);
    [pitch, yaw, right.y.atan2(up.y).to_degrees()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_follow_blitz3d() {
        assert!(
            (rotation(30.0, 0.0, 0.0) * Vec3::Z).y < 0.0,
            "positive pitch looks down"
        );
        assert!(
            (rotation(0.0, 30.0, 0.0) * Vec3::Z).x < 0.0,
            "positive yaw turns left"
        );
        assert!(
            (rotation(0.0, 0.0, 30.0) * Vec3::X).y > 0.0,
            "positive roll turns anticlockwise"
        );
    }

    #[test]
    fn angles_come_back() {
        for [p, y, r] in [
            [10.0, 20.0, 30.0],
            [-80.0, 170.0, -90.0],
            [0.0, -45.0, 179.0],
            [89.0, 1.0, 2.0],
        ] {
            let [p2, y2, r2] = angles(rotation(p, y, r));
            assert!(
                (p - p2).abs() < 1e-2 && (y - y2).abs() < 1e-2 && (r - r2).abs() < 1e-2,
                "{p} {y} {r}: {p2} {y2} {r2}"
            );
        }
    }
}
