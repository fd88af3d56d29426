//! The skeleton of the example character.
//!
//! Units are metres. The axes are those of glTF: right-handed, y up, the character looks along +z and its
//! left hand is at +x. Every joint's own axes are parallel to the model's in the rest pose, so a rotation
//! key is the turn away from standing relaxed.

use glam::{DQuat, DVec3};

/// How far the arms hang away from the body in the rest pose, in degrees.
pub const ARM_SPREAD: f64 = 32.0;
/// Length of the upper arm in metres.
pub const UPPER_ARM: f64 = 0.265;
/// Length of the forearm in metres.
pub const FOREARM: f64 = 0.235;
/// Length of the thigh in metres.
pub const THIGH: f64 = 0.425;
/// Length of the shin in metres.
pub const SHIN: f64 = 0.395;
/// Height of the ankle above the ground in metres.
pub const ANKLE: f64 = 0.085;
/// From the ankle to the joint of the toes, in metres.
pub const ANKLE_TO_TOE: DVec3 = DVec3::new(0.0, -0.058, 0.098);
/// From the ankle to the point of the heel that meets the ground first, in metres.
pub const ANKLE_TO_HEEL: DVec3 = DVec3::new(0.0, -ANKLE, -0.062);

/// The joints in the order in which the files list them: a parent always comes before its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(usize)]
#[allow(missing_docs, reason = "each name is the name of a part of the body")]
pub enum Joint {
    Hips,
    Spine,
    Chest,
    Neck,
    Head,
    ShoulderL,
    UpperArmL,
    ForearmL,
    HandL,
    FingersL,
    ThumbL,
    ShoulderR,
    UpperArmR,
    ForearmR,
    HandR,
    FingersR,
    ThumbR,
    ThighL,
    ShinL,
    FootL,
    ToesL,
    ThighR,
    ShinR,
    FootR,
    ToesR,
}

use Joint::*;

/// All joints in file order.
pub const JOINTS: [Joint; 25] = [
    Hips, Spine, Chest, Neck, Head, ShoulderL, UpperArmL, ForearmL, HandL, FingersL, ThumbL,
    ShoulderR, UpperArmR, ForearmR, HandR, FingersR, ThumbR, ThighL, ShinL, FootL, ToesL, ThighR,
    ShinR, FootR, ToesR,
];

impl Joint {
    /// The name in the files.
    pub fn name(self) -> &'static str {
        match self {
            Hips => "hips",
            Spine => "spine",
            Chest => "chest",
            Neck => "neck",
            Head => "head",
            ShoulderL => "shoulder_l",
            UpperArmL => "upper_arm_l",
            ForearmL => "forearm_l",
            HandL => "hand_l",
            FingersL => "fingers_l",
            ThumbL => "thumb_l",
            ShoulderR => "shoulder_r",
            UpperArmR => "upper_arm_r",
            ForearmR => "forearm_r",
            HandR => "hand_r",
            FingersR => "fingers_r",
            ThumbR => "thumb_r",
            ThighL => "thigh_l",
            ShinL => "shin_l",
            FootL => "foot_l",
            ToesL => "toes_l",
            ThighR => "thigh_r",
            ShinR => "shin_r",
            FootR => "foot_r",
            ToesR => "toes_r",
        }
    }

    /// The joint this one hangs on; `None` for the hips.
    pub fn parent(self) -> Option<Joint> {
        Some(match self {
            Hips => return None,
            Spine | ThighL | ThighR => Hips,
            Chest => Spine,
            Neck | ShoulderL | ShoulderR => Chest,
            Head => Neck,
            UpperArmL => ShoulderL,
            ForearmL => UpperArmL,
            HandL => ForearmL,
            FingersL | ThumbL => HandL,
            UpperArmR => ShoulderR,
            ForearmR => UpperArmR,
            HandR => ForearmR,
            FingersR | ThumbR => HandR,
            ShinL => ThighL,
            FootL => ShinL,
            ToesL => FootL,
            ShinR => ThighR,
            FootR => ShinR,
            ToesR => FootR,
        })
    }

    /// The same joint on the other side; joints of the middle are their own mirror image.
    pub fn mirrored(self) -> Joint {
        let index = self as usize;
        JOINTS[match index {
            5..=10 => index + 6,
            11..=16 => index - 6,
            17..=20 => index + 4,
            21..=24 => index - 4,
            _ => index,
        }]
    }

    /// Where the joint is in the rest pose, in model space.
    pub fn rest_position(self) -> DVec3 {
        let left = match self {
            Hips => DVec3::new(0.0, 0.955, 0.0),
            Spine => DVec3::new(0.0, 1.045, -0.005),
            Chest => DVec3::new(0.0, 1.180, -0.010),
            Neck => DVec3::new(0.0, 1.425, -0.012),
            Head => DVec3::new(0.0, 1.500, 0.002),
            ShoulderL | ShoulderR => DVec3::new(0.035, 1.375, -0.005),
            UpperArmL | UpperArmR => shoulder(),
            ForearmL | ForearmR => shoulder() + arm_direction() * UPPER_ARM,
            HandL | HandR => wrist(),
            FingersL | FingersR => wrist() + arm_direction() * 0.088,
            ThumbL | ThumbR => wrist() + arm_direction() * 0.030 + DVec3::new(0.0, 0.0, 0.024),
            ThighL | ThighR => DVec3::new(0.088, ANKLE + SHIN + THIGH, 0.0),
            ShinL | ShinR => DVec3::new(0.088, ANKLE + SHIN, 0.0),
            FootL | FootR => DVec3::new(0.088, ANKLE, 0.0),
            ToesL | ToesR => DVec3::new(0.088, ANKLE, 0.0) + ANKLE_TO_TOE,
        };
        if self.mirrored() < self {
            DVec3::new(-left.x, left.y, left.z)
        } else {
            left
        }
    }

    /// Where the joint is in the rest pose, relative to its parent.
    pub fn rest_offset(self) -> DVec3 {
        match self.parent() {
            Some(parent) => self.rest_position() - parent.rest_position(),
            None => self.rest_position(),
        }
    }
}

/// The direction of the left arm in the rest pose.
pub fn arm_direction() -> DVec3 {
    let (s, c) = crate::exact::sin_cos(ARM_SPREAD.to_radians());
    DVec3::new(s, -c, 0.0)
}

fn shoulder() -> DVec3 {
    DVec3::new(0.170, 1.368, -0.012)
}

fn wrist() -> DVec3 {
    shoulder() + arm_direction() * (UPPER_ARM + FOREARM)
}

/// A pose: one rotation per joint relative to its parent, and where the hips are.
#[derive(Clone, Debug)]
pub struct Pose {
    /// Rotation of every joint in its parent's frame.
    pub rotations: [DQuat; JOINTS.len()],
    /// The hips in model space.
    pub hips: DVec3,
}

impl Default for Pose {
    fn default() -> Self {
        Pose {
            rotations: [DQuat::IDENTITY; JOINTS.len()],
            hips: Hips.rest_position(),
        }
    }
}

impl Pose {
    /// Sets a joint's rotation.
    pub fn set(&mut self, joint: Joint, rotation: DQuat) {
        self.rotations[joint as usize] = rotation;
    }

    /// A joint's rotation.
    pub fn get(&self, joint: Joint) -> DQuat {
        self.rotations[joint as usize]
    }

    /// Position and rotation of every joint in model space.
    pub fn model_space(&self) -> [(DVec3, DQuat); JOINTS.len()] {
        let mut out = [(DVec3::ZERO, DQuat::IDENTITY); JOINTS.len()];
        for joint in JOINTS {
            out[joint as usize] = match joint.parent() {
                None => (self.hips, self.get(joint)),
                Some(parent) => {
                    let (position, rotation) = out[parent as usize];
                    (
                        position + rotation * joint.rest_offset(),
                        rotation * self.get(joint),
                    )
                }
            };
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_come_first_and_mirrors_pair_up() {
        for (index, joint) in JOINTS.into_iter().enumerate() {
            assert_eq!(joint as usize, index);
            assert!(joint.parent().is_none_or(|p| p < joint));
            assert_eq!(joint.mirrored().mirrored(), joint);
            let (a, b) = (joint.rest_position(), joint.mirrored().rest_position());
            assert_eq!(
                (a.x, a.y, a.z),
                (if a.x == 0.0 { 0.0 } else { -b.x }, b.y, b.z)
            );
        }
    }
}
