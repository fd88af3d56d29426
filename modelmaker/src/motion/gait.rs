//! Walking and running, on the spot.
//!
//! A foot on the ground moves back at the speed of the walk and pivots about its heel, then stands flat,
//! then pivots about the ball: nothing slides. The legs follow by inverse kinematics.

use super::body::{Arm, Facing, Foot, Side, arm, leg, trunk};
use super::curve::{cycle, through_with_ends};
use crate::exact::{lerp, smoothstep, turn_cos, turn_sin, turn_x, turn_y};
use crate::rig::{ANKLE, ANKLE_TO_HEEL, ANKLE_TO_TOE, Joint, Pose};
use glam::DVec3;

/// The way of walking: one cycle is two steps and starts with the left foot's landing.
pub struct Gait {
    /// How far the body goes in one cycle, in metres.
    pub stride: f64,
    /// The share of the cycle for which a foot is on the ground.
    pub stance: f64,
    /// Where the ankle is at landing with the foot flat, before the hips, in metres.
    landing: f64,
    /// How far the feet are from the middle, in metres.
    track: f64,
    /// Degrees by which the toes point outwards.
    out: f64,
    /// The foot's pitch over the cycle, in degrees, toes up.
    pitch: &'static [(f64, f64)],
    /// The ankle between two landings: share of the swing, forwards, height; in metres.
    swing: &'static [(f64, f64, f64)],
    /// The trunk and the arms at a phase.
    upper: fn(&mut Pose, f64),
}

/// A relaxed, springy walk of about 1.1 m/s.
pub static WALK: Gait = Gait {
    stride: 1.16,
    stance: 0.60,
    landing: 0.328,
    track: 0.062,
    out: 5.0,
    pitch: &[
        (0.00, 19.0),
        (0.09, 0.0),
        (0.33, 0.0),
        (0.45, -14.0),
        (0.60, -54.0),
        (0.68, -58.0),
        (0.80, -18.0),
        (0.90, 12.0),
    ],
    swing: &[
        (0.42, -0.060, 0.205),
        (0.72, 0.226, 0.135),
        (0.90, 0.292, 0.108),
    ],
    upper: walk_upper,
};

/// A run of about 3 m/s with a moment in the air after each step.
pub static RUN: Gait = Gait {
    stride: 2.00,
    stance: 0.34,
    landing: 0.235,
    track: 0.040,
    out: 3.0,
    pitch: &[
        (0.00, 8.0),
        (0.05, 0.0),
        (0.14, 0.0),
        (0.24, -26.0),
        (0.34, -62.0),
        (0.46, -98.0),
        (0.60, -82.0),
        (0.78, -22.0),
        (0.92, 8.0),
    ],
    swing: &[
        (0.26, -0.490, 0.470),
        (0.50, -0.150, 0.500),
        (0.72, 0.240, 0.360),
        (0.88, 0.340, 0.190),
    ],
    upper: run_upper,
};

impl Gait {
    /// The pose at a phase; 0 and 1 are the left foot's landing. Also returns the largest share of a leg's
    /// length that was asked for.
    pub fn pose(&self, phase: f64) -> (Pose, f64) {
        let mut pose = Pose::default();
        (self.upper)(&mut pose, phase);
        let mut reach: f64 = 0.0;
        for (side, own) in [(Side::Left, phase), (Side::Right, phase + 0.5)] {
            let mut foot = self.foot(own - own.floor());
            foot.ankle.x *= side.sign();
            reach = reach.max(leg(&mut pose, side, foot));
        }
        (pose, reach)
    }

    /// The left foot at a phase from 0 to 1.
    fn foot(&self, phase: f64) -> Foot {
        let pitch = cycle(self.pitch, phase);
        if phase <= self.stance {
            return self.on_ground(phase, pitch);
        }
        // In the air: a curve that leaves and meets the ground with the speed the foot has there.
        let ground = |at: f64| self.on_ground(at, cycle(self.pitch, at)).ankle;
        let step = 1e-4;
        let (leave, land) = (ground(self.stance), ground(0.0));
        let span = 1.0 - self.stance;
        let leaving = (leave - ground(self.stance - step)) * (span / step);
        let landing = (ground(step) - land) * (span / step);
        let t = (phase - self.stance) / span;
        let path = |pick: fn(DVec3) -> f64, key: fn(&(f64, f64, f64)) -> f64| {
            let mut keys = vec![(0.0, pick(leave))];
            keys.extend(self.swing.iter().map(|k| (k.0, key(k))));
            keys.push((1.0, pick(land)));
            through_with_ends(&keys, pick(leaving), pick(landing), t)
        };
        let ankle = DVec3::new(
            lerp(leave.x, land.x, smoothstep(0.0, 1.0, t)),
            path(|p| p.y, |k| k.2),
            path(|p| p.z, |k| k.1),
        );
        let toes = (-pitch).max(0.0) * smoothstep(0.45, 0.10, t);
        Foot {
            ankle,
            pitch,
            out: self.out,
            toes,
        }
    }

    /// A foot whose pivot is fixed to the ground that moves back under the body.
    fn on_ground(&self, phase: f64, pitch: f64) -> Foot {
        let yaw = turn_y(self.out);
        let flat = DVec3::new(self.track, ANKLE, self.landing - self.stride * phase);
        let pivot = yaw
            * if pitch > 0.0 {
                ANKLE_TO_HEEL
            } else {
                ANKLE_TO_TOE
            };
        let turned = yaw * turn_x(-pitch) * yaw.conjugate();
        Foot {
            ankle: flat + pivot - turned * pivot,
            pitch,
            out: self.out,
            toes: (-pitch).max(0.0),
        }
    }
}

fn walk_upper(pose: &mut Pose, phase: f64) {
    // Lowest just after a landing, highest when one leg passes the other.
    pose.hips = DVec3::new(
        0.024 * turn_sin(phase - 0.05),
        Joint::Hips.rest_position().y - 0.030 + 0.018 * turn_cos(2.0 * (phase - 0.31)),
        0.006 * turn_sin(2.0 * phase),
    );
    let twist = turn_cos(phase - 0.02);
    let weight = turn_sin(phase - 0.03);
    let bob = turn_cos(2.0 * (phase - 0.06));
    trunk(
        pose,
        Facing::new(-8.0 * twist, 3.0 + 1.2 * bob, 4.2 * weight),
        Facing::new(8.5 * turn_cos(phase - 0.04), 3.0 + 1.6 * bob, -2.6 * weight),
        Facing::new(
            1.5 * twist,
            1.5 - 1.4 * turn_cos(2.0 * (phase - 0.12)),
            -weight,
        ),
    );
    for (side, own) in [(Side::Left, phase), (Side::Right, phase + 0.5)] {
        // Back when the own foot lands, forwards when the other one does.
        let forwards = -turn_cos(own - 0.02);
        let later = -turn_cos(own - 0.08);
        arm(
            pose,
            side,
            Arm {
                swing: 1.0 + 24.0 * forwards,
                spread: 9.0 + 1.5 * later,
                twist: 12.0,
                elbow: 20.0 + 11.0 * later,
                palm: 14.0,
                wrist: 6.0 - 7.0 * turn_sin(own - 0.14),
                curl: 24.0,
                shrug: 1.0 + 1.2 * bob,
                reach: 4.0 * forwards,
            },
        );
    }
}

fn run_upper(pose: &mut Pose, phase: f64) {
    // Lowest in the middle of a stance, highest in the air.
    pose.hips = DVec3::new(
        0.012 * turn_sin(phase - 0.02),
        Joint::Hips.rest_position().y - 0.055 - 0.040 * turn_cos(2.0 * (phase - 0.16)),
        0.010 * turn_sin(2.0 * (phase - 0.05)),
    );
    let twist = turn_cos(phase - 0.02);
    let weight = turn_sin(phase - 0.01);
    let bob = turn_cos(2.0 * (phase - 0.20));
    trunk(
        pose,
        Facing::new(-11.0 * twist, 9.0 + 2.0 * bob, 4.0 * weight),
        Facing::new(
            13.0 * turn_cos(phase - 0.03),
            15.0 + 2.5 * bob,
            -2.5 * weight,
        ),
        Facing::new(
            2.0 * twist,
            5.0 - 2.5 * turn_cos(2.0 * (phase - 0.27)),
            -weight,
        ),
    );
    for (side, own) in [(Side::Left, phase), (Side::Right, phase + 0.5)] {
        let forwards = -turn_cos(own - 0.01);
        let later = -turn_cos(own - 0.05);
        arm(
            pose,
            side,
            Arm {
                swing: -2.0 + 44.0 * forwards,
                spread: 14.0 - 3.0 * forwards,
                twist: 16.0 + 10.0 * forwards,
                elbow: 92.0 + 16.0 * later,
                palm: 8.0,
                wrist: 4.0 - 6.0 * turn_sin(own - 0.10),
                curl: 62.0,
                shrug: 2.0 - 2.0 * bob,
                reach: 7.0 * forwards,
            },
        );
    }
}
