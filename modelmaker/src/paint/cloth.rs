//! Shirt, trousers, belt and shoes.

use super::{Colour, Spot, band, inside, mix, noise};
use crate::exact::{smoothstep, turn_sin};
use crate::rig::{Joint, arm_direction};
use glam::DVec3;

const RUBBER: Colour = DVec3::new(244.0, 232.0, 206.0);
const STITCH: Colour = DVec3::new(196.0, 150.0, 92.0);
const LEATHER: Colour = DVec3::new(120.0, 76.0, 46.0);

/// Jersey, washed a few times.
fn jersey(spot: &Spot<'_>) -> Colour {
    let p = spot.position;
    spot.palette.shirt * (1.0 + 0.05 * (noise(p.x * 60.0 + p.z * 45.0, p.y * 22.0) - 0.5))
}

/// A shirt with two stripes across the chest.
pub fn shirt(spot: &Spot<'_>) -> Colour {
    let p = spot.position;
    // Cloth hangs in soft folds above the belt.
    let folds = turn_sin(p.x * 9.0 + p.z * 6.0 + p.y * 4.0) * smoothstep(1.14, 1.00, p.y);
    let mut c = jersey(spot) * (1.0 + 0.06 * folds);
    c = mix(c, spot.palette.stripe, band(p.y, 1.228, 1.262, 0.004));
    c = mix(c, spot.palette.stripe, band(p.y, 1.196, 1.208, 0.004));
    c = mix(c, spot.palette.shirt * 0.70, smoothstep(1.424, 1.430, p.y));
    mix(c, spot.palette.shirt * 0.80, smoothstep(0.990, 0.978, p.y))
}

/// A short sleeve with a stripe and a hem.
pub fn sleeve(spot: &Spot<'_>) -> Colour {
    let p = spot.position;
    let along = (p - Joint::UpperArmL.rest_position()).dot(arm_direction());
    let c = mix(
        jersey(spot),
        spot.palette.stripe,
        band(along, 0.148, 0.164, 0.004),
    );
    mix(
        c,
        spot.palette.shirt * 0.72,
        band(along, 0.172, 0.200, 0.003),
    )
}

/// Jeans with seams, pockets and turned-up legs.
pub fn trousers(spot: &Spot<'_>) -> Colour {
    let p = spot.position;
    let weave = noise(p.x * 90.0 + p.z * 90.0, p.y * 30.0) - 0.5;
    let mut c = spot.palette.trousers * (1.0 + 0.08 * weave);
    let x = p.x.abs();
    let middle = Joint::ThighL.rest_position().x;
    // Worn lighter on the thigh and the knee.
    if p.z > 0.0 {
        let worn = smoothstep(0.09, 0.0, (x - middle).abs())
            * (smoothstep(0.56, 0.70, p.y) * smoothstep(0.90, 0.76, p.y)
                + 0.9 * smoothstep(0.08, 0.0, (p.y - 0.485).abs()));
        c = mix(c, spot.palette.worn, 0.42 * worn);
    }
    // The seam down the outer side.
    let seam = (p.z + 0.004).abs();
    if spot.normal.x * p.x.signum() > 0.6 && x > middle {
        c = mix(c, c * 0.70, inside(seam - 0.0035, 0.004));
        c = mix(c, STITCH, 0.55 * band(seam, 0.006, 0.0085, 0.003));
    }
    // Pockets, in front as a curve and behind as a patch; the fly.
    if spot.normal.z > 0.2 {
        let pocket = 0.905 - 5.0 * (x - 0.150) * (x - 0.150) - p.y;
        let within = inside((x - 0.115).abs() - 0.040, 0.004);
        c = mix(
            c,
            STITCH,
            0.6 * within * inside(pocket.abs() - 0.0018, 0.003),
        );
        c = mix(
            c,
            c * 0.75,
            inside(x - 0.002, 0.003) * smoothstep(0.83, 0.84, p.y),
        );
    }
    if spot.normal.z < -0.2 {
        let patch = (x - 0.085).abs().max((p.y - 0.868).abs() * 0.92) - 0.040;
        c = mix(c, STITCH, 0.55 * band(patch, -0.0015, 0.0015, 0.003));
        c = mix(c, c * 0.92, inside(patch, 0.003));
    }
    // Creases behind the knee and over the shoe.
    let crease = turn_sin(p.y * 28.0 + p.x * 5.0) * smoothstep(0.26, 0.12, p.y);
    c *= 1.0 + 0.06 * crease;
    mix(
        c,
        spot.palette.worn * 1.12,
        0.85 * smoothstep(0.112, 0.106, p.y),
    )
}

/// A leather belt with a brass buckle.
pub fn belt(spot: &Spot<'_>) -> Colour {
    let p = spot.position;
    let mut c = LEATHER * (0.95 + 0.1 * noise(p.x * 90.0, p.z * 90.0));
    c = mix(
        c,
        LEATHER * 0.65,
        inside(0.0135 - (p.y - 0.9575).abs(), 0.004),
    );
    if p.z > 0.0 {
        let plate = (p.x.abs() - 0.024).max((p.y - 0.9575).abs() - 0.0175);
        c = mix(c, DVec3::new(232.0, 196.0, 104.0), inside(plate, 0.003));
        c = mix(c, LEATHER * 0.6, inside(plate + 0.008, 0.003));
        let pin = ((p.x - 0.006).abs() - 0.016).max((p.y - 0.9575).abs() - 0.0025);
        c = mix(c, DVec3::new(232.0, 196.0, 104.0), inside(pin, 0.003));
    }
    c
}

/// Trainers with a light sole, a toe cap, a stripe and laces.
pub fn shoe(spot: &Spot<'_>) -> Colour {
    let p = spot.position;
    let x = p.x - Joint::FootL.rest_position().x;
    let mut c = spot.palette.shoes;
    let cap = p.z - 0.140 + 6.0 * x * x;
    c = mix(c, RUBBER, smoothstep(-0.002, 0.002, cap));
    // A slanted stripe on both sides.
    let stripe = p.z - 0.020 + (p.y - 0.05) * 0.7;
    c = mix(
        c,
        RUBBER,
        band(stripe, -0.010, 0.010, 0.004) * inside(0.030 - x.abs(), 0.004),
    );
    // The tongue with its laces.
    let top = inside(x.abs() - 0.021, 0.004) * smoothstep(0.3, 0.6, spot.normal.y);
    let tongue = top * band(p.z, 0.035, 0.128, 0.004);
    c = mix(c, spot.palette.shoes * 0.62, tongue);
    let lace = (p.z * 55.0).fract();
    c = mix(
        c,
        DVec3::splat(250.0),
        tongue * band(lace, 0.25, 0.75, 0.25),
    );
    c = mix(c, spot.palette.shoes * 0.7, smoothstep(0.088, 0.096, p.y));
    let sole = smoothstep(0.0245, 0.0225, p.y);
    c = mix(c, RUBBER, sole);
    mix(
        c,
        RUBBER * 0.72,
        band(p.y, 0.0085, 0.0115, 0.003)
            + smoothstep(0.0235, 0.0250, p.y) * smoothstep(0.0275, 0.0260, p.y),
    )
}
