//! Face, skin and hair.

use super::{Colour, Spot, band, inside, mix, noise};
use crate::exact::{atan2, smoothstep, turn_sin};
use glam::{DVec2, DVec3};

const LASHES: Colour = DVec3::new(54.0, 34.0, 28.0);

/// Edges in the face are softened over this many metres.
const SOFT: f64 = 0.0022;

/// Bare skin away from the face.
pub fn skin(spot: &Spot<'_>) -> Colour {
    let p = spot.position;
    // Knuckles, elbows and fingertips are a little warmer.
    let warm =
        smoothstep(0.90, 0.86, p.y) * 0.25 + 0.1 * noise(p.x * 40.0 + p.z * 25.0, p.y * 40.0);
    let nose = inside((p - DVec3::new(0.0, 1.594, 0.134)).length() - 0.012, 0.02) * 0.5;
    let ear = inside(
        (p - DVec3::new(0.122, 1.606, -0.008)).length() - 0.012,
        0.014,
    ) * 0.6;
    mix(spot.palette.skin, spot.palette.blush, warm + nose + ear)
}

/// The head itself.
pub fn face(spot: &Spot<'_>) -> Colour {
    let p = spot.position;
    // Under the hair the skin is painted as hair, so that no gap shows.
    let scalp = smoothstep(0.040, 0.015, p.z) * smoothstep(1.655, 1.675, p.y)
        + smoothstep(1.722, 1.735, p.y)
        + smoothstep(-0.035, -0.055, p.z) * smoothstep(1.535, 1.55, p.y);
    let mut c = mix(spot.palette.skin, spot.palette.hair * 0.8, scalp);
    if p.z < 0.02 || scalp > 0.99 {
        return c;
    }
    let side = DVec2::new(p.x.abs(), p.y);

    let cheek = (side - DVec2::new(0.060, 1.578)).length();
    c = mix(
        c,
        spot.palette.blush,
        0.45 * smoothstep(0.030, 0.004, cheek),
    );
    // Below the lip and around the eyes the form is deepened a little.
    let socket = ((side - DVec2::new(0.042, 1.636)) / DVec2::new(1.25, 1.0)).length();
    c = mix(
        c,
        spot.palette.skin * DVec3::new(0.90, 0.84, 0.82),
        0.55 * smoothstep(0.040, 0.020, socket),
    );

    c = eye(c, spot.palette.eyes, side, p.x < 0.0);

    // Brows: an arc that thins out to the temple.
    let brow = side - DVec2::new(0.044, 1.678);
    let arc = brow.y - (0.006 - 9.0 * brow.x * brow.x) - 0.06 * brow.x;
    let thick = 0.0048 * smoothstep(0.028, -0.016, brow.x) + 0.0018;
    c = mix(
        c,
        spot.palette.hair * 0.72,
        inside(arc.abs() - thick, SOFT) * inside(brow.x.abs() - 0.026, SOFT),
    );

    // A closed, slightly crooked smile.
    let lips = spot.palette.blush * DVec3::new(0.81, 0.66, 0.71);
    let x = p.x - 0.002;
    let smile = p.y - (1.5325 + 7.5 * x * x + 0.03 * x);
    let width = inside(x.abs() - 0.0335, SOFT * 2.0);
    c = mix(
        c,
        lips,
        0.40 * inside(((smile + 0.0055) / 0.0065).abs() - 1.0, 0.5)
            * inside(x.abs() - 0.022, 0.012),
    );
    c = mix(c, lips * 0.62, inside(smile.abs() - 0.0020, SOFT) * width);
    let corner = DVec2::new(x.abs() - 0.0340, p.y - 1.5415).length();
    c = mix(c, lips * 0.75, 0.8 * inside(corner - 0.0022, SOFT));
    c
}

/// Draws an eye at |x|; `right` is the character's right eye.
fn eye(mut c: Colour, iris_colour: Colour, side: DVec2, right: bool) -> Colour {
    let centre = DVec2::new(0.042, 1.636);
    let d = side - centre;
    // An almond: wider than an ellipse below, flatter above.
    let height = if d.y > 0.0 { 0.0176 } else { 0.0180 };
    let almond = (DVec2::new(d.x / 0.0195, d.y / height).length() - 1.0) * 0.019;
    let white = inside(almond, SOFT);
    c = mix(c, DVec3::new(250.0, 248.0, 244.0), white);

    let iris = d - DVec2::new(-0.0010, -0.0008);
    let r = iris.length();
    let tone = 0.72 + 0.40 * smoothstep(0.010, -0.012, iris.y);
    let ring = iris_colour * tone;
    c = mix(c, ring, white * inside(r - 0.0138, SOFT));
    c = mix(c, ring * 0.45, white * band(r, 0.0122, 0.0142, SOFT));
    c = mix(
        c,
        DVec3::new(24.0, 22.0, 26.0),
        white * inside(r - 0.0072, SOFT),
    );
    // The light comes from the same side in both eyes.
    let glint = if right {
        DVec2::new(-0.0050, 0.0060)
    } else {
        DVec2::new(0.0050, 0.0060)
    };
    c = mix(
        c,
        DVec3::splat(255.0),
        white * inside((iris - glint).length() - 0.0042, SOFT),
    );
    c = mix(
        c,
        DVec3::splat(235.0),
        0.6 * white * inside((iris + glint * 0.9).length() - 0.0022, SOFT),
    );

    // The upper lid throws a shadow on the ball, and its lashes make a dark line that ends in a wing.
    c = mix(c, c * 0.72, white * smoothstep(0.006, 0.019, d.y));
    let lid = band(almond, -0.0012, 0.0030, SOFT) * smoothstep(-0.004, 0.006, d.y);
    c = mix(c, LASHES, lid);
    let low = band(almond, -0.0006, 0.0012, SOFT) * smoothstep(-0.002, -0.012, d.y);
    c = mix(c, LASHES, 0.45 * low);
    let wing = d - DVec2::new(0.0185, 0.0065);
    mix(
        c,
        LASHES,
        inside(
            (wing.x * wing.x * 0.6 + wing.y * wing.y * 2.0).sqrt() - 0.0038,
            SOFT,
        ),
    )
}

/// Hair: strands that run from the crown outwards, lit from above.
pub fn hair(spot: &Spot<'_>) -> Colour {
    let p = spot.position;
    let around = atan2(p.z, p.x);
    let strands = 0.5
        + 0.28 * turn_sin(around * 4.3 + p.y * 3.0)
        + 0.22 * (noise(around * 14.0, p.y * 9.0) * 2.0 - 1.0);
    let low = smoothstep(1.54, 1.80, p.y);
    let gloss = band(p.y + 0.02 * strands, 1.748, 1.768, 0.030);
    mix(
        spot.palette.hair * (0.72 + 0.30 * low),
        spot.palette.gloss,
        0.55 * strands * low + 0.18 * gloss,
    )
}
