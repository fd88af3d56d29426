//! Which joints move which part of the surface.

use super::mesh::Weights;
use crate::exact::smoothstep;
use crate::rig::{ANKLE, FOREARM, Joint, SHIN, THIGH, UPPER_ARM, arm_direction};
use glam::DVec3;

use Joint::*;

/// Shares along a chain: from each joint to the next the share goes over between two places.
/// `at` is where the point is along the chain; `ends[i]` are the places where joint i hands over to i + 1.
fn chain(joints: &[Joint], ends: &[(f64, f64)], at: f64) -> Vec<(Joint, f64)> {
    let mut shares = Vec::with_capacity(joints.len());
    let mut left = 1.0;
    for (index, &joint) in joints.iter().enumerate() {
        let handed_on = ends
            .get(index)
            .map_or(0.0, |&(from, to)| smoothstep(from, to, at));
        shares.push((joint, left * (1.0 - handed_on)));
        left *= handed_on;
    }
    shares
}

/// The trunk from the hips to the neck, softened towards the shoulders.
pub fn trunk(p: DVec3) -> Weights {
    let mut shares = chain(
        &[Hips, Spine, Chest, Neck, Head],
        &[(0.99, 1.09), (1.11, 1.24), (1.405, 1.46), (1.475, 1.535)],
        p.y,
    );
    let outer = smoothstep(0.085, 0.185, p.x.abs()) * smoothstep(1.20, 1.34, p.y);
    let (shoulder, arm) = if p.x > 0.0 {
        (ShoulderL, UpperArmL)
    } else {
        (ShoulderR, UpperArmR)
    };
    for share in &mut shares {
        share.1 *= 1.0 - 0.8 * outer;
    }
    shares.push((shoulder, 0.55 * outer));
    shares.push((arm, 0.25 * outer));
    Weights::new(&shares)
}

/// The seat of the trousers: the hips, and at the sides below a little of the thighs.
pub fn pelvis(p: DVec3) -> Weights {
    let thigh = 0.55 * smoothstep(0.93, 0.80, p.y) * smoothstep(0.01, 0.07, p.x.abs());
    let side = if p.x > 0.0 { ThighL } else { ThighR };
    Weights::new(&[(Hips, 1.0 - thigh), (side, thigh)])
}

/// The left leg.
pub fn leg(p: DVec3) -> Weights {
    let (knee, hip) = (ANKLE + SHIN, ANKLE + SHIN + THIGH);
    // The inner side of the thigh follows the hips further down than the outer one.
    let inner = smoothstep(0.10, 0.02, p.x);
    Weights::new(&chain(
        &[Hips, ThighL, ShinL, FootL],
        &[
            (hip + 0.07, hip - 0.05 - 0.05 * inner),
            (knee + 0.062, knee - 0.062),
            (ANKLE + 0.045, ANKLE - 0.055),
        ],
        p.y,
    ))
}

/// The left shoe.
pub fn shoe(p: DVec3) -> Weights {
    let toes = smoothstep(0.070, 0.125, p.z);
    Weights::new(&[(FootL, 1.0 - toes), (ToesL, toes)])
}

/// The left sleeve and arm down to the wrist.
pub fn arm(p: DVec3) -> Weights {
    let along = (p - UpperArmL.rest_position()).dot(arm_direction());
    let mut shares = chain(
        &[ShoulderL, UpperArmL, ForearmL, HandL],
        &[
            (-0.075, 0.055),
            (UPPER_ARM - 0.045, UPPER_ARM + 0.045),
            (UPPER_ARM + FOREARM - 0.04, UPPER_ARM + FOREARM + 0.02),
        ],
        along,
    );
    // Deep in the shoulder the chest holds on.
    let inner = 0.4 * smoothstep(0.17, 0.10, p.x);
    for share in &mut shares {
        share.1 *= 1.0 - inner;
    }
    shares.push((Chest, inner));
    Weights::new(&shares)
}

/// The left palm and fingers.
pub fn hand(p: DVec3) -> Weights {
    let along = (p - HandL.rest_position()).dot(arm_direction());
    Weights::new(&chain(
        &[ForearmL, HandL, FingersL],
        &[(-0.03, 0.015), (0.072, 0.102)],
        along,
    ))
}

/// The left thumb.
pub fn thumb(p: DVec3) -> Weights {
    let out = smoothstep(
        0.0,
        0.022,
        (p - ThumbL.rest_position()).dot(thumb_direction()),
    );
    Weights::new(&[(HandL, 1.0 - out), (ThumbL, out)])
}

/// The direction of the left thumb in the rest pose: down along the hand and forwards.
pub fn thumb_direction() -> DVec3 {
    (arm_direction() * 0.72 + DVec3::new(-0.16, 0.0, 0.70)).normalize()
}

/// Everything on the head.
pub fn head(_: DVec3) -> Weights {
    Weights::new(&[(Head, 1.0)])
}
