//! Mathematics on Floats, angles in degrees.
//!
//! A function is evaluated in double precision and rounded once, so every machine gives the same Float. Angles are turned
//! into radians, and back into degrees, in single precision, as the original did.

use crate::command::{Answer, Group, command, group};

const RADIANS: f32 = 0.017_453_292;
const DEGREES: f32 = 57.295_78;

/// An angle in degrees as radians, through single precision.
fn radians(degrees: f32) -> f64 {
    f64::from(degrees * RADIANS)
}

/// Radians as an angle in degrees, in single precision.
fn degrees(radians: f64) -> f32 {
    radians as f32 * DEGREES
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "maths",
    [
        sin, cos, tan, asin, acos, atan, atan2, sqr, floor, ceil, exp, log, log10
    ]
);

/// The sine of an angle in degrees, from -1 to 1.
///
/// ```basic
/// Print Sin(30) ; 0.5
/// ```
#[command(Sin)]
fn sin(degrees: f32) -> Answer<f32> {
    Ok(radians(degrees).sin() as f32)
}

/// The cosine of an angle in degrees, from -1 to 1.
///
/// ```basic
/// Print Cos(0) ; 1.0
/// ```
#[command(Cos)]
fn cos(degrees: f32) -> Answer<f32> {
    Ok(radians(degrees).cos() as f32)
}

/// The tangent of an angle in degrees.
///
/// It grows without bound towards 90 and 270 degrees.
///
/// ```basic
/// Print Tan(45) ; 1.0
/// ```
#[command(Tan)]
fn tan(degrees: f32) -> Answer<f32> {
    Ok(radians(degrees).tan() as f32)
}

/// The angle, from -90 to 90 degrees, whose sine is the given value.
///
/// The value goes from -1 to 1; outside, the result is `NaN`.
///
/// ```basic
/// Print ASin(1) ; 90.0
/// ```
#[command(ASin)]
fn asin(value: f32) -> Answer<f32> {
    Ok(degrees(f64::from(value).asin()))
}

/// The angle, from 0 to 180 degrees, whose cosine is the given value.
///
/// The value goes from -1 to 1; outside, the result is `NaN`.
///
/// ```basic
/// Print ACos(0) ; 90.0
/// ```
#[command(ACos)]
fn acos(value: f32) -> Answer<f32> {
    Ok(degrees(f64::from(value).acos()))
}

/// The angle, from -90 to 90 degrees, whose tangent is the given value.
///
/// ```basic
/// Print ATan(1) ; 45.0
/// ```
#[command(ATan)]
fn atan(value: f32) -> Answer<f32> {
    Ok(degrees(f64::from(value).atan()))
}

/// The direction, from -180 to 180 degrees, of a point: `ATan2(y, x)`.
///
/// It is 0 for a point on the positive x axis and 90 for one on the positive y axis.
///
/// ```basic
/// Print ATan2(1, -1) ; 135.0
/// ```
#[command(ATan2)]
fn atan2(y: f32, x: f32) -> Answer<f32> {
    Ok(degrees(f64::from(y).atan2(f64::from(x))))
}

/// The square root.
///
/// `NaN` for a number below 0.
///
/// ```basic
/// Print Sqr(49) ; 7.0
/// ```
#[command(Sqr)]
fn sqr(value: f32) -> Answer<f32> {
    Ok(value.sqrt())
}

/// The greatest whole number that is not above the given one.
///
/// ```basic
/// Print Floor(2.7) ; 2.0
/// Print Floor(-2.7) ; -3.0
/// ```
#[command(Floor)]
fn floor(value: f32) -> Answer<f32> {
    Ok(value.floor())
}

/// The least whole number that is not below the given one.
///
/// ```basic
/// Print Ceil(2.1) ; 3.0
/// Print Ceil(-2.1) ; -2.0
/// ```
#[command(Ceil)]
fn ceil(value: f32) -> Answer<f32> {
    Ok(value.ceil())
}

/// e (2.71828) to the power of a number.
///
/// ```basic
/// Print Exp(1) ; 2.71828
/// ```
#[command(Exp)]
fn exp(value: f32) -> Answer<f32> {
    Ok(f64::from(value).exp() as f32)
}

/// The natural logarithm: the power of e (2.71828) that gives the number.
///
/// `-Infinity` for 0, `NaN` for a number below 0.
///
/// ```basic
/// Print Log(10) ; 2.30259
/// ```
#[command(Log)]
fn log(value: f32) -> Answer<f32> {
    Ok(f64::from(value).ln() as f32)
}

/// The logarithm to base 10: the power of 10 that gives the number.
///
/// `-Infinity` for 0, `NaN` for a number below 0.
///
/// ```basic
/// Print Log10(1000) ; 3.0
/// ```
#[command(Log10)]
fn log10(value: f32) -> Answer<f32> {
    Ok(f64::from(value).log10() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_pass_through_single_precision() {
        assert_eq!(radians(180.0).sin() as f32, -8.742_278e-8);
        assert_eq!(degrees(1.0_f64.atan()), 45.0);
        assert_eq!(degrees(0.0_f64.atan2(-1.0)), 180.0);
    }
}
