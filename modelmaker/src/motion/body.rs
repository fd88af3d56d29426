//! Posing helpers: trunk, arms and legs in the words of an animator.

use crate::exact::{turn, turn_x, turn_y, turn_z};
use crate::rig::{ARM_SPREAD, Joint, Pose, SHIN, THIGH, arm_direction};
use glam::{DMat3, DQuat, DVec3};

use Joint::*;

/// A side of the body, as the character feels it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// The joint of this side that corresponds to a left joint.
    pub fn of(self, left: Joint) -> Joint {
        match self {
            Side::Left => left,
            Side::Right => left.mirrored(),
        }
    }

    /// A rotation authored for the left side, on this side.
    pub fn rotation(self, left: DQuat) -> DQuat {
        match self {
            Side::Left => left,
            Side::Right => DQuat::from_xyzw(left.x, -left.y, -left.z, left.w),
        }
    }

    /// +1 on the left, -1 on the right.
    pub fn sign(self) -> f64 {
        match self {
            Side::Left => 1.0,
            Side::Right => -1.0,
        }
    }
}

/// How a part of the trunk is turned, in degrees in model space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facing {
    /// Towards the character's left.
    pub yaw: f64,
    /// Forwards and down.
    pub pitch: f64,
    /// The left side up.
    pub roll: f64,
}

impl Facing {
    /// Yaw, pitch and roll in degrees.
    pub fn new(yaw: f64, pitch: f64, roll: f64) -> Self {
        Facing { yaw, pitch, roll }
    }

    fn rotation(self) -> DQuat {
        turn_y(self.yaw) * turn_x(self.pitch) * turn_z(self.roll)
    }
}

/// The rotation half way between two, for the joint between two parts.
fn between(a: DQuat, b: DQuat) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    (a + b).normalize()
}

/// Turns hips, chest and head in model space; spine and neck take half of each step.
pub fn trunk(pose: &mut Pose, hips: Facing, chest: Facing, head: Facing) {
    let (hips, chest, head) = (hips.rotation(), chest.rotation(), head.rotation());
    let (spine, neck) = (between(hips, chest), between(chest, head));
    pose.set(Hips, hips);
    pose.set(Spine, hips.conjugate() * spine);
    pose.set(Chest, spine.conjugate() * chest);
    pose.set(Neck, chest.conjugate() * neck);
    pose.set(Head, neck.conjugate() * head);
}

/// An arm, in degrees.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// The upper arm swings forwards.
    pub swing: f64,
    /// The upper arm stands off to the side; 90 is level.
    pub spread: f64,
    /// The upper arm turns inwards about its own length.
    pub twist: f64,
    /// The elbow bends.
    pub elbow: f64,
    /// The forearm turns about its length: the palm turns back from facing the thigh.
    pub palm: f64,
    /// The hand bends towards the palm.
    pub wrist: f64,
    /// The fingers close.
    pub curl: f64,
    /// The shoulder rises.
    pub shrug: f64,
    /// The shoulder comes forwards.
    pub reach: f64,
}

impl Default for Arm {
    /// Hanging relaxed.
    fn default() -> Self {
        Arm {
            swing: 0.0,
            spread: 9.0,
            twist: 8.0,
            elbow: 16.0,
            palm: 12.0,
            wrist: 4.0,
            curl: 18.0,
            shrug: 0.0,
            reach: 0.0,
        }
    }
}

/// Poses an arm.
pub fn arm(pose: &mut Pose, side: Side, arm: Arm) {
    let along = arm_direction();
    // Bending about this axis brings the forearm forwards.
    let hinge = along.cross(DVec3::Z);
    // Closing the hand brings the fingers to the palm, on the inner side.
    let knuckles = -DVec3::Z;
    let mut set = |joint: Joint, rotation: DQuat| pose.set(side.of(joint), side.rotation(rotation));
    set(ShoulderL, turn_y(-arm.reach) * turn_z(arm.shrug));
    set(
        UpperArmL,
        turn_x(-arm.swing) * turn_z(arm.spread - ARM_SPREAD) * turn(along, arm.twist),
    );
    set(
        ForearmL,
        turn(hinge, arm.elbow) * turn(along, arm.palm * 0.5),
    );
    set(
        HandL,
        turn(along, arm.palm * 0.5) * turn(knuckles, arm.wrist),
    );
    set(FingersL, turn(knuckles, arm.curl));
    set(
        ThumbL,
        turn(along, arm.curl * 0.35) * turn(knuckles, arm.curl * 0.25),
    );
}

/// Where a foot is to be, in model space.
#[derive(Clone, Copy, Debug)]
pub struct Foot {
    /// The ankle.
    pub ankle: DVec3,
    /// Toes up, in degrees.
    pub pitch: f64,
    /// Toes outwards, in degrees.
    pub out: f64,
    /// The toes bend up against the foot, in degrees.
    pub toes: f64,
}

/// The largest share of the leg's length that a pose may ask for; beyond it the knee would snap straight.
pub const REACH: f64 = 0.9995;

/// Bends hip and knee so that the ankle comes where `foot` says (two bones, law of cosines). The trunk must
/// be posed before. Returns the share of the leg's length that was needed.
pub fn leg(pose: &mut Pose, side: Side, foot: Foot) -> f64 {
    let hips = pose.get(Hips);
    let hip = pose.hips + hips * side.of(ThighL).rest_offset();
    let facing = turn_y(foot.out * side.sign());
    let to = foot.ankle - hip;
    let wanted = to.length() / (THIGH + SHIN);
    let distance = to.length().min(REACH * (THIGH + SHIN));
    let down = to.normalize();
    // The knee points where the foot does.
    let hinge = (facing * DVec3::Z).cross(down).normalize();
    let ahead = down.cross(hinge);
    let cos = (THIGH * THIGH + distance * distance - SHIN * SHIN) / (2.0 * THIGH * distance);
    let sin = (1.0 - cos * cos).max(0.0).sqrt();
    let knee = (down * cos + ahead * sin) * THIGH;
    let bone = |direction: DVec3| {
        let up = -direction.normalize();
        DQuat::from_mat3(&DMat3::from_cols(hinge, up, hinge.cross(up))).normalize()
    };
    let (thigh, shin) = (bone(knee), bone(down * distance - knee));
    let sole = facing * turn_x(-foot.pitch);
    pose.set(side.of(ThighL), (hips.conjugate() * thigh).normalize());
    pose.set(side.of(ShinL), (thigh.conjugate() * shin).normalize());
    pose.set(side.of(FootL), (shin.conjugate() * sole).normalize());
    pose.set(side.of(ToesL), turn_x(-foot.toes));
    wanted
}
