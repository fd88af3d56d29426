//! A floor: a chequered tile that repeats without a seam.

use super::{Colour, mix, noise};
use glam::DVec3;
use image::{Rgb, RgbImage};

const SIZE: u32 = 128;
const LIGHT: Colour = DVec3::new(150.0, 170.0, 132.0);
const DARK: Colour = DVec3::new(122.0, 146.0, 112.0);
const JOINT: Colour = DVec3::new(98.0, 118.0, 94.0);

/// The tile: two by two fields, divided by thin lines.
pub fn texture() -> RgbImage {
    RgbImage::from_fn(SIZE, SIZE, |x, y| {
        let half = SIZE / 2;
        let field = if (x < half) == (y < half) {
            LIGHT
        } else {
            DARK
        };
        // Smooth speckles; wrapping the noise at the tile's edge keeps it seamless.
        let fade = |v: u32| f64::from(v) / f64::from(SIZE) * std::f64::consts::TAU;
        let (sx, cx) = crate::exact::sin_cos(fade(x));
        let (sy, cy) = crate::exact::sin_cos(fade(y));
        let speckle = noise(5.0 + 2.5 * sx + 1.7 * cy, 9.0 + 2.5 * cx + 1.7 * sy);
        let edge = (x % half)
            .min(half - 1 - x % half)
            .min(y % half)
            .min(half - 1 - y % half);
        let line = match edge {
            0 => 0.75,
            1 => 0.25,
            _ => 0.0,
        };
        let c = mix(field * (0.97 + 0.06 * speckle), JOINT, line);
        Rgb([c.x, c.y, c.z].map(|v| v.round().clamp(0.0, 255.0) as u8))
    })
}
