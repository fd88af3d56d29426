//! A rig of the size that games use, for measuring: 67 joints with single fingers, and clips with a key
//! per joint and channel on 61 frames.
//!
//! Plain numbers only, so that any animation core can be fed with it. Axes and units as in [`crate::rig`].

use crate::exact::{grid, turn, turn_sin};
use crate::motion::MOTIONS;
use crate::rig::{JOINTS, Joint, Pose, arm_direction};
use glam::{DQuat, DVec3};

/// Keys per track.
pub const KEYS: usize = 61;

/// A skeleton and its clips.
#[derive(Clone, Debug)]
pub struct BenchRig {
    /// The joints, parents before children.
    pub joints: Vec<BenchJoint>,
    /// The clips: walk, run, idle, wave, and hit, which is meant as an additive layer.
    pub clips: Vec<BenchClip>,
}

/// A joint and its rest pose relative to its parent.
#[derive(Clone, Debug)]
pub struct BenchJoint {
    /// Its name.
    pub name: String,
    /// Index of its parent.
    pub parent: Option<usize>,
    /// Rest translation in metres.
    pub translation: [f32; 3],
    /// Rest rotation: x, y, z, w of a unit quaternion.
    pub rotation: [f32; 4],
    /// Rest scale.
    pub scale: [f32; 3],
}

/// A clip with one track for each joint, in the order of the joints.
#[derive(Clone, Debug)]
pub struct BenchClip {
    /// Its name.
    pub name: &'static str,
    /// Its length in frames of 1/60 s.
    pub length: f32,
    /// The tracks.
    pub tracks: Vec<BenchTrack>,
}

/// The keys of a joint; all lists have [`KEYS`] entries.
#[derive(Clone, Debug)]
pub struct BenchTrack {
    /// When the keys are, in frames; from 0 to the clip's length.
    pub frames: Vec<f32>,
    /// Translations in metres.
    pub translations: Vec<[f32; 3]>,
    /// Rotations: x, y, z, w.
    pub rotations: Vec<[f32; 4]>,
    /// Scales.
    pub scales: Vec<[f32; 3]>,
}

/// A joint of the big rig: one of the character's, or one that only this rig has.
struct Part {
    name: String,
    parent: Option<usize>,
    offset: DVec3,
    source: Option<Joint>,
}

/// Builds the rig and its clips.
pub fn bench_rig() -> BenchRig {
    let parts = parts();
    let joints = parts
        .iter()
        .map(|part| BenchJoint {
            name: part.name.clone(),
            parent: part.parent,
            translation: vector(part.offset),
            rotation: [0.0, 0.0, 0.0, 1.0],
            scale: [1.0; 3],
        })
        .collect();
    let clips = MOTIONS
        .iter()
        .take(5)
        .map(|motion| {
            let frames: Vec<f32> = (0..KEYS)
                .map(|key| grid(share(key) * f64::from(motion.length)))
                .collect();
            let poses: Vec<Pose> = (0..KEYS).map(|key| (motion.pose)(share(key)).0).collect();
            let tracks = parts
                .iter()
                .enumerate()
                .map(|(i, part)| track(i, part, &frames, &poses))
                .collect();
            BenchClip {
                name: motion.name,
                length: motion.length as f32,
                tracks,
            }
        })
        .collect();
    BenchRig { joints, clips }
}

fn share(key: usize) -> f64 {
    key as f64 / (KEYS - 1) as f64
}

fn parts() -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let fingers = [
        Joint::FingersL,
        Joint::ThumbL,
        Joint::FingersR,
        Joint::ThumbR,
    ];
    for joint in JOINTS.into_iter().filter(|j| !fingers.contains(j)) {
        let parent = joint
            .parent()
            .and_then(|p| parts.iter().position(|q| q.source == Some(p)));
        parts.push(Part {
            name: joint.name().to_owned(),
            parent,
            offset: joint.rest_offset(),
            source: Some(joint),
        });
    }
    let mut add = |name: String, parent: &str, offset: DVec3| {
        let parent = parts.iter().position(|p| p.name == parent);
        parts.push(Part {
            name,
            parent,
            offset,
            source: None,
        });
    };
    add("jaw".into(), "head", DVec3::new(0.0, 0.04, 0.02));
    add("head_top".into(), "head", DVec3::new(0.0, 0.28, 0.0));
    for (side, sign) in [("l", 1.0), ("r", -1.0)] {
        add(
            format!("eye_{side}"),
            "head",
            DVec3::new(0.042 * sign, 0.136, 0.09),
        );
        add(
            format!("toes_end_{side}"),
            &format!("toes_{side}"),
            DVec3::new(0.0, 0.0, 0.08),
        );
        let down = arm_direction() * DVec3::new(sign, 1.0, 1.0);
        for (finger, place) in [
            ("thumb", 0.045),
            ("index", 0.035),
            ("middle", 0.012),
            ("ring", -0.012),
            ("little", -0.034),
        ] {
            let mut parent = format!("hand_{side}");
            for bone in 1..=4 {
                let name = format!("{finger}{bone}_{side}");
                let offset = if bone == 1 {
                    down * 0.085 + DVec3::Z * place
                } else {
                    down * (0.034 - 0.004 * f64::from(bone))
                };
                add(name.clone(), &parent, offset);
                parent = name;
            }
        }
    }
    parts
}

/// Keys of one joint. What the character has no motion for gets a small, steady one, so that no track is
/// constant and none can be skipped.
fn track(index: usize, part: &Part, frames: &[f32], poses: &[Pose]) -> BenchTrack {
    let phase = index as f64 * 0.137;
    let knuckle = if part.name.ends_with("_l") {
        -DVec3::Z
    } else {
        DVec3::Z
    };
    let mut track = BenchTrack {
        frames: frames.to_vec(),
        translations: Vec::with_capacity(KEYS),
        rotations: Vec::with_capacity(KEYS),
        scales: Vec::with_capacity(KEYS),
    };
    for (key, pose) in poses.iter().enumerate() {
        let wave = turn_sin(share(key) + phase);
        let rotation = match part.source {
            Some(joint) => pose.get(joint),
            None => turn(knuckle, 14.0 + 9.0 * wave),
        };
        let translation = if part.source == Some(Joint::Hips) {
            pose.hips
        } else {
            part.offset * (1.0 + 0.01 * wave)
        };
        track.translations.push(vector(translation));
        track.rotations.push(unit(rotation));
        track.scales.push(vector(DVec3::splat(1.0 + 0.01 * wave)));
    }
    track
}

fn vector(v: DVec3) -> [f32; 3] {
    [v.x, v.y, v.z].map(grid)
}

/// Narrowed to single precision without the grid, so that the length stays 1 to the last digit.
fn unit(q: DQuat) -> [f32; 4] {
    let q = q.normalize();
    [q.x, q.y, q.z, q.w].map(|v| v as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_67_joints_and_full_tracks() {
        let rig = bench_rig();
        assert_eq!(rig.joints.len(), 67);
        for (index, joint) in rig.joints.iter().enumerate() {
            assert_eq!(joint.parent.is_none(), index == 0, "{}", joint.name);
            assert!(joint.parent.is_none_or(|p| p < index));
        }
        assert_eq!(rig.clips.len(), 5);
        for clip in &rig.clips {
            assert_eq!(clip.tracks.len(), 67);
            for track in &clip.tracks {
                assert_eq!(track.frames.len(), KEYS);
                assert_eq!(track.frames.last(), Some(&clip.length));
                assert!(track.frames.windows(2).all(|w| w[0] < w[1]));
                assert_eq!(track.translations.len(), KEYS);
                assert_eq!(track.scales.len(), KEYS);
                for q in &track.rotations {
                    let length = q.iter().map(|v| v * v).sum::<f32>().sqrt();
                    assert!((length - 1.0).abs() < 1e-6);
                }
            }
        }
    }
}
