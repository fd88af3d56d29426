//! Soft shading painted into the texture: what the body itself keeps from the light of the sky.

use super::Spot;
use crate::body::mesh::Material;
use crate::exact::smoothstep;
use crate::rig::{JOINTS, Joint};
use glam::DVec3;

/// A brightness from 0 to about 1.
pub fn light(material: Material, spot: &Spot<'_>) -> f64 {
    // Faces that look down get less; the head stays bright so that the face reads.
    let sky = 0.5 + 0.5 * spot.normal.y;
    let (dark, strength) = match material {
        Material::Face => (0.90, 0.35),
        Material::Hair => (0.80, 0.25),
        Material::Shirt => (0.80, 0.60),
        _ => (0.80, 0.75),
    };
    let from_above = dark + (1.0 - dark) * smoothstep(0.0, 0.75, sky);
    let shadow: f64 = balls()
        .map(|(centre, radius)| covered(spot, centre, radius))
        .sum();
    from_above * (1.0 - strength * (shadow * 0.55).min(0.62))
}

/// How much of the sky above a point a ball hides (Quilez, "sphere ambient occlusion"): the cosine to its
/// middle over the square of its distance in radii. Balls behind the surface hide nothing.
fn covered(spot: &Spot<'_>, centre: DVec3, radius: f64) -> f64 {
    let to = centre - spot.position;
    let distance = to.length();
    // A point on or in the ball belongs to the same limb; the shadow begins softly outside.
    let outside = smoothstep(radius, radius * 1.5, distance);
    let facing = (spot.normal.dot(to) / distance.max(1e-9)).max(0.0);
    outside * facing * radius * radius / (distance * distance).max(1e-9)
}

/// Balls that fill the limbs.
fn balls() -> impl Iterator<Item = (DVec3, f64)> {
    let limbs = JOINTS.into_iter().filter_map(|joint| {
        let radius = match joint {
            Joint::ShinL | Joint::ShinR => 0.085,
            Joint::FootL | Joint::FootR => 0.058,
            Joint::ToesL | Joint::ToesR => 0.040,
            _ => return None,
        };
        let (end, start) = (joint.rest_position(), joint.parent()?.rest_position());
        Some((start, end, radius))
    });
    let trunk = [
        (
            DVec3::new(-0.06, 1.30, 0.0),
            DVec3::new(0.06, 1.30, 0.0),
            0.12,
        ),
        (
            DVec3::new(-0.05, 1.00, 0.0),
            DVec3::new(0.05, 1.00, 0.0),
            0.11,
        ),
        (
            DVec3::new(0.0, 1.61, 0.0),
            DVec3::new(0.0, 1.66, 0.0),
            0.115,
        ),
    ];
    limbs.chain(trunk).flat_map(|(start, end, radius)| {
        (0..4).map(move |i| (start.lerp(end, f64::from(i) / 3.0), radius))
    })
}
