//! Small rigs and clips for the tests.
#![allow(dead_code)]

pub mod wide;

use flitz_animation::{Clip, Joint, Mixer, PoseBuffer, Skeleton, Transform};
use glam::{DQuat, DVec3, Quat, Vec3};
use std::sync::Arc;

/// A chain of `count` joints named j0, j1, ..., one unit apart, with a turned rest pose.
pub fn chain(count: usize) -> Arc<Skeleton> {
    let joints = (0..count).map(|index| Joint {
        name: format!("j{index}"),
        parent: index.checked_sub(1),
        rest: Transform {
            translation: Vec3::Y,
            rotation: Quat::from_rotation_z(0.1 * index as f32),
            scale: Vec3::ONE,
        },
    });
    Arc::new(Skeleton::new(joints.collect()).expect("parents come first"))
}

/// A clip of one joint whose rotation never changes.
pub fn held(joints: usize, joint: usize, rotation: Quat) -> Arc<Clip> {
    let mut builder = Clip::builder(joints, 10.0).unwrap();
    builder.rotation(joint, 0.0, rotation).unwrap();
    Arc::new(builder.build())
}

/// A clip of joint 0 that moves along x from `from` to `to` over `length` frames.
pub fn slide(joints: usize, length: f32, from: f32, to: f32) -> Arc<Clip> {
    let mut builder = Clip::builder(joints, length).unwrap();
    builder
        .translation(0, 0.0, Vec3::X * from)
        .unwrap()
        .translation(0, length, Vec3::X * to)
        .unwrap();
    Arc::new(builder.build())
}

/// A mixer over `skeleton` with these sequences.
pub fn mixer(skeleton: &Arc<Skeleton>, clips: impl IntoIterator<Item = Arc<Clip>>) -> Mixer {
    let mut mixer = Mixer::new(skeleton.clone());
    for clip in clips {
        mixer.add_sequence(clip).unwrap();
    }
    mixer
}

/// A scene of one object: what stands, and what the mixer does to it.
pub struct Stage {
    pub mixer: Mixer,
    pub pose: PoseBuffer,
    pub standing: Vec<Transform>,
}

impl Stage {
    pub fn new(skeleton: &Arc<Skeleton>, clips: impl IntoIterator<Item = Arc<Clip>>) -> Self {
        Self {
            mixer: mixer(skeleton, clips),
            // A buffer that knows nothing: only what is written may reach the scene.
            pose: PoseBuffer::default(),
            standing: skeleton.joints().iter().map(|joint| joint.rest).collect(),
        }
    }

    pub fn update(&mut self, ticks: f32) {
        self.mixer.advance(ticks);
        self.mixer.evaluate(&mut self.pose);
        self.pose.copy_written(&mut self.standing);
    }

    /// Whether the last update wrote anything.
    pub fn wrote_anything(&self) -> bool {
        self.pose
            .written
            .iter()
            .any(|channels| !channels.is_empty())
    }

    pub fn show(&mut self) {
        if self.mixer.write_immediate(&mut self.pose) {
            self.pose.copy_written(&mut self.standing);
        }
    }

    pub fn x(&self) -> f32 {
        self.standing[0].translation.x
    }
}

/// Angle between two rotations in radians, in double precision.
pub fn angle(a: Quat, b: Quat) -> f64 {
    let between = a.as_dquat().normalize() * b.as_dquat().normalize().conjugate();
    2.0 * between.xyz().length().atan2(between.w.abs())
}

/// A rotation in double precision from three numbers in [-1,1] for the axis and an angle in radians.
pub fn turn(axis: [f64; 3], angle: f64) -> DQuat {
    let axis = DVec3::from_array(axis);
    if axis.length() < 1e-3 {
        DQuat::from_rotation_x(angle)
    } else {
        DQuat::from_axis_angle(axis.normalize(), angle)
    }
}

/// Numbers that look random and are the same every time (xorshift, Marsaglia 2003).
pub struct Random(pub u32);

impl Random {
    /// The next number in [0,1).
    pub fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    /// The next number in [-1,1).
    pub fn signed(&mut self) -> f32 {
        2.0 * self.next() - 1.0
    }

    pub fn rotation(&mut self, spread: f32) -> Quat {
        let axis = Vec3::new(self.signed(), self.signed(), self.signed() + 1e-3).normalize();
        Quat::from_axis_angle(axis, spread * self.signed())
    }

    /// A clip with a key per joint and channel on each frame, turns up to `spread` radians from identity.
    pub fn clip(&mut self, joints: usize, length: usize, spread: f32) -> Arc<Clip> {
        let mut builder = Clip::builder(joints, length as f32).unwrap();
        for joint in 0..joints {
            for frame in 0..=length {
                let offset = Vec3::new(self.signed(), self.signed(), self.signed());
                let scale =
                    Vec3::ONE + 0.3 * Vec3::new(self.signed(), self.signed(), self.signed());
                let rotation = self.rotation(spread);
                builder.translation(joint, frame as f32, offset).unwrap();
                builder.rotation(joint, frame as f32, rotation).unwrap();
                builder.scale(joint, frame as f32, scale).unwrap();
            }
        }
        Arc::new(builder.build())
    }
}

/// The bits of a pose, to compare exactly.
pub fn bits(pose: &[Transform]) -> Vec<u32> {
    pose.iter()
        .flat_map(|joint| {
            let t = joint.translation.to_array();
            let r = joint.rotation.to_array();
            let s = joint.scale.to_array();
            t.into_iter().chain(r).chain(s).map(f32::to_bits)
        })
        .collect()
}
