//! Blending as plain as can be: one joint, one channel, double precision.

use flitz_animation::{Channel, DeltaSide, Transform};
use glam::{DQuat, DVec3};

/// A placement in double precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wide {
    pub translation: DVec3,
    pub rotation: DQuat,
    pub scale: DVec3,
}

impl Wide {
    pub fn from(transform: Transform) -> Self {
        Self {
            translation: transform.translation.as_dvec3(),
            rotation: transform.rotation.as_dquat().normalize(),
            scale: transform.scale.as_dvec3(),
        }
    }

    pub fn set(&mut self, channel: Channel, other: &Self) {
        match channel {
            Channel::Translation => self.translation = other.translation,
            Channel::Rotation => self.rotation = other.rotation,
            Channel::Scale => self.scale = other.scale,
        }
    }

    pub fn mix(&mut self, channel: Channel, other: &Self, w: f64) {
        match channel {
            Channel::Translation => self.translation = self.translation.lerp(other.translation, w),
            Channel::Scale => self.scale = self.scale.lerp(other.scale, w),
            Channel::Rotation => {
                self.rotation = power(other.rotation * self.rotation.conjugate(), w) * self.rotation
            }
        }
    }

    pub fn add(
        &mut self,
        channel: Channel,
        value: &Self,
        reference: &Self,
        w: f64,
        side: DeltaSide,
    ) {
        let sign = w.signum();
        match channel {
            Channel::Translation => {
                self.translation += w * (value.translation - reference.translation)
            }
            Channel::Scale => self.scale += w * (value.scale - reference.scale),
            Channel::Rotation if side == DeltaSide::Left => {
                let delta = value.rotation * reference.rotation.conjugate();
                self.rotation = power(power(delta, w.abs()), sign) * self.rotation;
            }
            Channel::Rotation => {
                let delta = reference.rotation.conjugate() * value.rotation;
                self.rotation *= power(power(delta, w.abs()), sign);
            }
        }
    }
}

pub fn power(q: DQuat, w: f64) -> DQuat {
    let q = if q.w < 0.0 { -q } else { q };
    let sine = q.xyz().length();
    let half = sine.atan2(q.w);
    let xyz = if sine < 1e-15 {
        q.xyz() * w
    } else {
        q.xyz() * ((w * half).sin() / sine)
    };
    DQuat::from_xyzw(xyz.x, xyz.y, xyz.z, (w * half).cos()).normalize()
}

pub fn mean(sources: &[(DQuat, f64)]) -> DQuat {
    let total: f64 = sources.iter().map(|source| source.1).sum();
    let mut mean = sources[0].0;
    for _ in 0..200 {
        let step: DVec3 = sources.iter().fold(DVec3::ZERO, |step, (q, w)| {
            let local = mean.conjugate() * *q;
            let local = if local.w < 0.0 { -local } else { local };
            let sine = local.xyz().length();
            if sine < 1e-15 {
                step
            } else {
                step + local.xyz() * (sine.atan2(local.w) / sine * w / total)
            }
        });
        let length = step.length();
        if length < 1e-14 {
            break;
        }
        let xyz = step * (length.sin() / length);
        mean = (mean * DQuat::from_xyzw(xyz.x, xyz.y, xyz.z, length.cos())).normalize();
    }
    mean
}
