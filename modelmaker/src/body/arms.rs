//! Sleeves, arms and hands.

use super::loft::{Ring, loft};
use super::mesh::{Material, Mesh, Region};
use super::{Detail, skin};
use crate::rig::{FOREARM, Joint, UPPER_ARM, arm_direction};
use glam::DVec3;

const SLEEVE: Region = Region::new(Material::Sleeve, [224.0, 208.0, 336.0, 288.0]);
const ARM: Region = Region::new(Material::Skin, [336.0, 144.0, 432.0, 288.0]);
const PALM: Region = Region::new(Material::Skin, [432.0, 144.0, 512.0, 208.0]);
const FINGER: Region = Region::new(Material::Skin, [432.0, 208.0, 472.0, 256.0]);
const THUMB: Region = Region::new(Material::Skin, [472.0, 208.0, 512.0, 256.0]);

/// Adds both arms with their sleeves and hands.
pub fn add(mesh: &mut Mesh, detail: Detail) {
    let down = arm_direction();
    let shoulder = Joint::UpperArmL.rest_position();
    let wrist = Joint::HandL.rest_position();

    // From the chest outwards the rings turn from sideways to along the arm.
    let sleeve_ring = |along: f64, turn: f64, wide: f64, deep: f64, lift: f64| {
        let axis = DVec3::X.lerp(down, turn).normalize();
        let across = DVec3::new(-axis.y, axis.x, 0.0);
        let centre = if along < 0.0 {
            shoulder + DVec3::X * along
        } else {
            shoulder + down * along
        };
        Ring::around(centre + across * lift, axis, DVec3::Z, wide, deep)
    };
    let sleeve = [
        sleeve_ring(-0.080, 0.15, 0.058, 0.068, -0.026),
        sleeve_ring(-0.030, 0.35, 0.064, 0.076, -0.024),
        sleeve_ring(0.016, 0.70, 0.065, 0.077, -0.015),
        sleeve_ring(0.065, 1.0, 0.062, 0.070, -0.004),
        sleeve_ring(0.130, 1.0, 0.061, 0.066, 0.0),
        sleeve_ring(0.180, 1.0, 0.065, 0.069, 0.0),
        sleeve_ring(0.178, 1.0, 0.048, 0.052, 0.0),
    ];
    mesh.add(&loft(&sleeve, detail.columns(9)), SLEEVE, true, skin::arm);

    let arm_ring = |along: f64, wide: f64, deep: f64, ahead: f64| {
        Ring::around(
            shoulder + down * along + DVec3::Z * ahead,
            down,
            DVec3::Z,
            wide,
            deep,
        )
    };
    let elbow = UPPER_ARM;
    let arm = [
        arm_ring(0.140, 0.044, 0.048, 0.0),
        arm_ring(elbow - 0.035, 0.039, 0.041, 0.0),
        arm_ring(elbow, 0.038, 0.040, -0.001),
        arm_ring(elbow + 0.035, 0.040, 0.043, 0.001),
        arm_ring(elbow + 0.085, 0.040, 0.044, 0.003),
        arm_ring(elbow + 0.165, 0.032, 0.036, 0.002),
        arm_ring(elbow + FOREARM + 0.008, 0.024, 0.031, 0.0),
    ];
    mesh.add(
        &loft(&detail.rings(&arm), detail.columns(7)),
        ARM,
        true,
        skin::arm,
    );

    // The palm looks at the thigh; the thumb points forwards.
    let across = DVec3::new(-down.y, down.x, 0.0);
    let hand_ring = |along: f64, thick: f64, broad: f64, ahead: f64| {
        let centre = wrist + down * along + DVec3::Z * ahead;
        Ring::around(centre, down, DVec3::Z, thick, broad).squared(0.35)
    };
    let palm = [
        hand_ring(-0.006, 0.023, 0.031, 0.0),
        hand_ring(0.030, 0.026, 0.042, 0.004),
        hand_ring(0.070, 0.024, 0.049, 0.003),
        hand_ring(0.098, 0.020, 0.047, 0.0),
        hand_ring(0.107, 0.0, 0.0, 0.0),
    ];
    mesh.add(&loft(&palm, detail.columns(7)), PALM, true, skin::hand);

    if detail == Detail::Far {
        let mitten = [
            hand_ring(0.084, 0.017, 0.040, 0.0),
            hand_ring(0.140, 0.014, 0.033, 0.0),
            hand_ring(0.172, 0.0, 0.0, 0.0),
        ];
        mesh.add(&loft(&mitten, 6), FINGER, true, skin::hand);
    } else {
        for (place, length) in [
            (0.031, 0.068),
            (0.0105, 0.078),
            (-0.0105, 0.073),
            (-0.030, 0.057),
        ] {
            // Relaxed fingers bend a little towards the palm, which is on the inner side.
            let bend = |along: f64| across * (-0.20 * along * along / length);
            let finger_ring = |along: f64, radius: f64| {
                let centre = wrist + down * (0.087 + along) + DVec3::Z * place + bend(along);
                Ring::around(centre, down, DVec3::Z, radius, radius * 0.98).squared(0.5)
            };
            let finger = [
                finger_ring(0.0, 0.0142),
                finger_ring(length * 0.5, 0.0132),
                finger_ring(length * 0.9, 0.0105),
                finger_ring(length, 0.0),
            ];
            mesh.add(&loft(&finger, 4), FINGER, true, skin::hand);
        }
    }

    if detail == Detail::Far {
        return;
    }
    let start = Joint::ThumbL.rest_position() - DVec3::Z * 0.012;
    let along = skin::thumb_direction();
    let thumb_ring =
        |at: f64, radius: f64| Ring::around(start + along * at, along, DVec3::X, radius, radius);
    let thumb = [
        thumb_ring(-0.012, 0.015),
        thumb_ring(0.026, 0.0175),
        thumb_ring(0.060, 0.0140),
        thumb_ring(0.075, 0.0),
    ];
    mesh.add(&loft(&thumb, 5), THUMB, true, skin::thumb);
}
