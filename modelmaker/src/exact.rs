//! Arithmetic that gives the same bits on every machine.
//!
//! The standard library hands sine, cosine and their inverses to the platform's mathematics library,
//! whose last digit differs from system to system. Everything here uses only `+ - * /` and `sqrt`, which
//! IEEE 754 defines to the bit.

use glam::{DQuat, DVec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Sine and cosine of an angle in radians, to about 1e-15 for angles up to a few thousand.
pub fn sin_cos(angle: f64) -> (f64, f64) {
    let quarter = (angle / FRAC_PI_2).round();
    let x = angle - quarter * FRAC_PI_2;
    let xx = x * x;
    // Taylor series on [-pi/4, pi/4]; the first term left out is below 1e-18.
    let sin = x * horner(
        xx,
        &[
            1.0,
            -1.0 / 6.0,
            1.0 / 120.0,
            -1.0 / 5_040.0,
            1.0 / 362_880.0,
            -1.0 / 39_916_800.0,
            1.0 / 6_227_020_800.0,
            -1.0 / 1_307_674_368_000.0,
        ],
    );
    let cos = horner(
        xx,
        &[
            1.0,
            -1.0 / 2.0,
            1.0 / 24.0,
            -1.0 / 720.0,
            1.0 / 40_320.0,
            -1.0 / 3_628_800.0,
            1.0 / 479_001_600.0,
            -1.0 / 87_178_291_200.0,
            1.0 / 20_922_789_888_000.0,
        ],
    );
    match (quarter as i64).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Sine of an angle in radians.
pub fn sin(angle: f64) -> f64 {
    sin_cos(angle).0
}

/// Cosine of an angle in radians.
pub fn cos(angle: f64) -> f64 {
    sin_cos(angle).1
}

/// The angle of the point (x, y) in radians, from -pi to pi; 0 at the origin.
pub fn atan2(y: f64, x: f64) -> f64 {
    let length = (x * x + y * y).sqrt();
    if length == 0.0 {
        return 0.0;
    }
    if x < 0.0 {
        // Turn by half a circle: the half-angle formula below is exact only away from the cut.
        let angle = atan2(-y, -x);
        return if y >= 0.0 { angle + PI } else { angle - PI };
    }
    // tan(a/2) = y / (x + length), three times halved, then the arctangent series.
    let mut t = y / (x + length);
    for _ in 0..2 {
        t /= 1.0 + (1.0 + t * t).sqrt();
    }
    let tt = t * t;
    let mut sum = 0.0;
    for n in (0..12).rev() {
        sum = 1.0 / f64::from(2 * n + 1) - tt * sum;
    }
    8.0 * t * sum
}

/// Arc cosine in radians; the argument is clamped to [-1, 1].
pub fn acos(x: f64) -> f64 {
    let x = x.clamp(-1.0, 1.0);
    atan2((1.0 - x * x).sqrt(), x)
}

/// A sine wave of a phase that counts whole turns: `turn_sin(0.25)` is 1.
pub fn turn_sin(turns: f64) -> f64 {
    sin(turns * TAU)
}

/// A cosine wave of a phase that counts whole turns: `turn_cos(0.5)` is -1.
pub fn turn_cos(turns: f64) -> f64 {
    cos(turns * TAU)
}

/// The rotation by `degrees` about a unit axis, counter-clockwise as seen from the axis' tip.
pub fn turn(axis: DVec3, degrees: f64) -> DQuat {
    let (s, c) = sin_cos(degrees.to_radians() * 0.5);
    DQuat::from_xyzw(axis.x * s, axis.y * s, axis.z * s, c)
}

/// The rotation by `degrees` about x.
pub fn turn_x(degrees: f64) -> DQuat {
    turn(DVec3::X, degrees)
}

/// The rotation by `degrees` about y.
pub fn turn_y(degrees: f64) -> DQuat {
    turn(DVec3::Y, degrees)
}

/// The rotation by `degrees` about z.
pub fn turn_z(degrees: f64) -> DQuat {
    turn(DVec3::Z, degrees)
}

/// 0 below `from`, 1 above `to`, and a smooth cubic step between; `from` may be the larger one.
pub fn smoothstep(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The straight line from `a` (at 0) to `b` (at 1).
pub fn lerp(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// Rounds to the grid of a millionth and narrows to the precision that files hold. Positive zero only.
pub fn grid(value: f64) -> f32 {
    let rounded = (value * 1e6).round() / 1e6;
    (rounded + 0.0) as f32
}

fn horner(x: f64, coefficients: &[f64]) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_library() {
        for i in -2000..2000 {
            let a = f64::from(i) * 0.013;
            assert!((sin(a) - a.sin()).abs() < 1e-13, "sin {a}");
            assert!((cos(a) - a.cos()).abs() < 1e-13, "cos {a}");
            let (y, x) = (a.sin() * 3.0, a.cos() * 3.0);
            assert!((atan2(y, x) - y.atan2(x)).abs() < 1e-12, "atan2 {a}");
            let c = f64::from(i) / 2000.0;
            assert!((acos(c) - c.acos()).abs() < 1e-10, "acos {c}");
        }
    }

    #[test]
    fn grid_has_no_negative_zero() {
        assert_eq!(grid(-1e-9).to_bits(), 0);
        assert_eq!(grid(0.1234567), 0.123457);
    }
}
