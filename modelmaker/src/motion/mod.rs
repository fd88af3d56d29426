//! The motions of the example character.

pub mod body;
pub mod curve;
pub mod gait;
mod gestures;

use crate::rig::{JOINTS, Joint, Pose};

use Joint::*;

/// A motion, keyed.
#[derive(Clone, Debug)]
pub struct Clip {
    /// Its name in the files.
    pub name: &'static str,
    /// Length in frames of 1/60 s.
    pub length: u32,
    /// The frames that have a key; the first is 0, the last the length.
    pub frames: Vec<u32>,
    /// One pose for each key.
    pub poses: Vec<Pose>,
    /// The joints that the motion turns. The others have no keys in it.
    pub joints: Vec<Joint>,
    /// Whether the motion moves the hips, too.
    pub moves_hips: bool,
    /// The largest share of a leg's length that a pose asked for; below 1 all targets were reached.
    pub reach: f64,
}

/// The joints of the trunk above the hips and of both arms.
const UPPER_BODY: [Joint; 16] = [
    Spine, Chest, Neck, Head, ShoulderL, UpperArmL, ForearmL, HandL, FingersL, ThumbL, ShoulderR,
    UpperArmR, ForearmR, HandR, FingersR, ThumbR,
];

/// The joints that breathing moves.
const BREATH: [Joint; 10] = [
    Spine, Chest, Neck, Head, ShoulderL, UpperArmL, ForearmL, ShoulderR, UpperArmR, ForearmR,
];

/// The joints that turn the head.
const GAZE: [Joint; 4] = [Spine, Chest, Neck, Head];

/// A motion before it is keyed.
#[derive(Clone, Copy)]
pub struct Motion {
    /// Its name in the files.
    pub name: &'static str,
    /// Length in frames of 1/60 s.
    pub length: u32,
    /// Frames from key to key.
    step: u32,
    joints: &'static [Joint],
    /// The pose at a share of the length, from 0 to 1, and the share of a leg's length it asks for.
    pub pose: fn(f64) -> (Pose, f64),
}

/// All motions in the order of their sequence numbers.
pub const MOTIONS: [Motion; 8] = [
    motion("walk", 64, 1, &JOINTS, |t| gait::WALK.pose(t)),
    motion("run", 40, 1, &JOINTS, |t| gait::RUN.pose(t)),
    motion("idle", 240, 6, &JOINTS, gestures::idle),
    motion("wave", 128, 2, &JOINTS, gestures::wave),
    motion("hit", 42, 1, &UPPER_BODY, gestures::hit),
    motion("breathe", 150, 5, &BREATH, gestures::breathe),
    motion("look-left", 40, 2, &GAZE, |t| gestures::look(t, 1.0)),
    motion("look-right", 40, 2, &GAZE, |t| gestures::look(t, -1.0)),
];

const fn motion(
    name: &'static str,
    length: u32,
    step: u32,
    joints: &'static [Joint],
    pose: fn(f64) -> (Pose, f64),
) -> Motion {
    Motion {
        name,
        length,
        step,
        joints,
        pose,
    }
}

/// All motions, keyed.
pub fn clips() -> Vec<Clip> {
    MOTIONS.iter().map(keyed).collect()
}

fn keyed(
    &Motion {
        name,
        length,
        step,
        joints,
        pose,
    }: &Motion,
) -> Clip {
    let frames: Vec<u32> = (0..=length).step_by(step as usize).collect();
    let sampled: Vec<_> = frames
        .iter()
        .map(|&frame| pose(f64::from(frame) / f64::from(length)))
        .collect();
    let reach = sampled.iter().map(|s| s.1).fold(0.0, f64::max);
    let mut poses: Vec<Pose> = sampled.into_iter().map(|s| s.0).collect();
    // Neighbouring keys on the same side of the four-dimensional sphere.
    for i in 1..poses.len() {
        let (before, after) = poses.split_at_mut(i);
        for (q, last) in after[0].rotations.iter_mut().zip(&before[i - 1].rotations) {
            if q.dot(*last) < 0.0 {
                *q = -*q;
            }
        }
    }
    Clip {
        name,
        length,
        frames,
        poses,
        joints: joints.to_vec(),
        moves_hips: joints.contains(&Hips),
        reach,
    }
}
