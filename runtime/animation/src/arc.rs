//! Arcs and means of rotations for a group of joints at once.
//!
//! The kernel is the power of a rotation whose half angle is `theta`: with `y = 1 - cos(theta)` both
//! `theta^2 / y` and `theta / sin(theta)` are smooth functions of `y`, so `cos(w theta)` and
//! `sin(w theta) / sin(theta)` come out of four short polynomials without any root, division or
//! case for small angles. The polynomials are minimax fits on `0 <= y <= 1`, that is for half angles
//! up to 90 degrees, which is all that two quaternions in one hemisphere can have between them. The
//! angle is right to about 1e-6 of itself.

use crate::lanes::{Lanes, Quats};
use crate::rotation;

/// `theta^2 / y` on [0,1], error 6.4e-7.
const SQUARE: [f32; 7] = [
    2.000_000_6,
    0.333_275_42,
    0.089_747_7,
    0.023_854_476,
    0.022_175_917,
    -0.011_007_349,
    0.009_353_667,
];
/// `theta / sin(theta)` on [0,1], error 5.6e-7.
const OVER_SINE: [f32; 8] = [
    0.999_999_46,
    0.333_399_3,
    0.132_046_45,
    0.066_623_12,
    -0.008_307_831,
    0.074_51,
    -0.055_564_888,
    0.028_090_168,
];
/// `sin(x) / x` in powers of `x^2`, `0 <= x <= pi/2`, error 4.3e-9.
const SINC: [f32; 5] = [
    1.0,
    -0.166_666_58,
    0.008_333_051,
    -0.000_198_090_76,
    0.000_002_605_225,
];
/// `cos(x)` in powers of `x^2`, `0 <= x <= pi/2`, error 4.7e-8.
const COSINE: [f32; 5] = [
    1.0,
    -0.499_999_05,
    0.041_663_585,
    -0.001_385_370_5,
    0.000_023_153_126,
];

/// Up to this `y` (half angle 0.2, so 23 degrees of rotation) the first Taylor terms are as good.
const SMALL: f32 = 0.02;

#[inline(always)]
fn polynomial<const N: usize>(coefficients: &[f32; N], x: Lanes) -> Lanes {
    let mut sum = Lanes::splat(coefficients[N - 1]);
    for &coefficient in coefficients[..N - 1].iter().rev() {
        sum = sum * x + coefficient;
    }
    sum
}

/// `theta / sin(theta)` for `y = 1 - cos(theta)`.
#[inline(always)]
fn over_sine(y: Lanes) -> Lanes {
    let small = small_over_sine(y);
    if y.largest() < SMALL {
        return small;
    }
    // Lane by lane, so that what a joint gets does not depend on its neighbours in the group.
    Lanes::splat(SMALL).if_above(y, small, polynomial(&OVER_SINE, y))
}

#[inline(always)]
fn small_over_sine(y: Lanes) -> Lanes {
    y * (y * (2.0 / 15.0) + 1.0 / 3.0) + 1.0
}

/// `(cos(w theta), sin(w theta) / sin(theta))` for `cos(theta) = cosine` in [0,1] and `w` in [0,1].
#[inline(always)]
fn power_terms(cosine: Lanes, w: Lanes) -> (Lanes, Lanes) {
    let y = Lanes::ONE - cosine;
    let square = y * (y * (y * (4.0 / 45.0) + 1.0 / 3.0) + 2.0);
    let x2 = w * w * square;
    let cos = x2 * (x2 * (1.0 / 24.0) - 0.5) + 1.0;
    let sinc = x2 * (x2 * (1.0 / 120.0) - 1.0 / 6.0) + 1.0;
    let ratio = w * sinc * small_over_sine(y);
    if y.largest() < SMALL {
        return (cos, ratio);
    }
    let x2 = w * w * (y * polynomial(&SQUARE, y));
    let wide_cos = polynomial(&COSINE, x2);
    let wide_ratio = w * polynomial(&SINC, x2) * polynomial(&OVER_SINE, y);
    let small = Lanes::splat(SMALL);
    (
        small.if_above(y, cos, wide_cos),
        small.if_above(y, ratio, wide_ratio),
    )
}

/// Whether all of `w` lies in [0,1], where the kernel holds.
#[inline(always)]
fn within_unit(w: Lanes) -> bool {
    w.smallest() >= 0.0 && w.largest() <= 1.0
}

/// Shortest-arc slerp where both quaternions already lie in one hemisphere and `w` is in [0,1].
#[inline(always)]
pub(crate) fn slerp_aligned(a: Quats, b: Quats, w: Lanes) -> Quats {
    let cosine = a.dot(b).max(0.0).min(1.0);
    let (cos, ratio) = power_terms(cosine, w);
    let from = cos - cosine * ratio;
    a.zip(b, |a, b| a * from + b * ratio)
}

/// Shortest-arc slerp; `w = 0` gives the bits of `a` and `w = 1` those of `b`. Any finite `w`.
#[inline(always)]
pub(crate) fn slerp(a: Quats, b: Quats, w: Lanes) -> Quats {
    let sign = sign_of(a.dot(b));
    let arc = slerp_aligned(a, b.map(|b| b * sign), clamped(w));
    let arc = pick_ends(a, b, w, arc);
    if within_unit(w) {
        return arc;
    }
    outside(arc, w, |lane| {
        rotation::slerp(a.get(lane), b.get(lane), w.0[lane])
    })
}

/// `arc`, but the bits of `a` where `w <= 0` and of `b` where `w >= 1`.
#[inline(always)]
fn pick_ends(a: Quats, b: Quats, w: Lanes, arc: Quats) -> Quats {
    let inner = arc.zip(a, |arc, a| w.if_above(Lanes::ZERO, arc, a));
    inner.zip(b, |inner, b| Lanes::ONE.if_above(w, inner, b))
}

/// 1 where a lane is 0 or above, else -1.
#[inline(always)]
fn sign_of(dot: Lanes) -> Lanes {
    Lanes::ZERO.if_above(dot, Lanes::splat(-1.0), Lanes::ONE)
}

/// `q^w`, the short way round; the identity where `w = 0`. Any finite `w`.
#[inline(always)]
pub(crate) fn power(q: Quats, w: Lanes) -> Quats {
    let sign = sign_of(q.w);
    let (cos, ratio) = power_terms(q.w.abs().min(1.0), clamped(w));
    let ratio = ratio * sign;
    let arc = Quats {
        x: q.x * ratio,
        y: q.y * ratio,
        z: q.z * ratio,
        w: cos,
    };
    if within_unit(w) {
        return arc;
    }
    outside(arc, w, |lane| rotation::power(q.get(lane), w.0[lane]))
}

#[inline(always)]
fn clamped(w: Lanes) -> Lanes {
    w.max(0.0).min(1.0)
}

/// `arc` with the lanes whose weight lies outside [0,1] done one by one; no command asks for such a weight.
#[cold]
fn outside(mut arc: Quats, w: Lanes, f: impl Fn(usize) -> glam::Quat) -> Quats {
    for (lane, &w) in w.0.iter().enumerate() {
        if !(0.0..=1.0).contains(&w) {
            arc.set(lane, f(lane));
        }
    }
    arc
}

/// Unit length again. A lane that has it to rounding keeps its bits, so that copies stay copies.
#[inline(always)]
pub(crate) fn normalize(q: Quats) -> Quats {
    let squared = q.dot(q);
    let off = (squared - 1.0).abs();
    if off.largest() <= ROUNDING {
        return q;
    }
    let scale = squared.max(f32::MIN_POSITIVE).map(f32::sqrt).recip();
    let scale = off.if_above(Lanes::splat(ROUNDING), scale, Lanes::ONE);
    q.map(|c| c * scale)
}

/// What rounding can do to the squared length of a unit quaternion in single precision.
const ROUNDING: f32 = 5e-7;

/// The weighted spherical mean, lane by lane. `weights` sum to 1 in every lane that matters; a lane whose
/// weights are all 0 gives some unit quaternion.
///
/// The mean is where the weighted tangents `theta/sin(theta) (q - cos(theta) m)` cancel, so it is the
/// fixed point of `m = normalize(sum of w theta/sin(theta) q)` (the condition of Buss and Fillmore,
/// *Spherical averages*, 2001, solved for `m`). The plain normalized sum starts it; each
/// round shrinks the error by the square of the half spread over three, and rounds go on until nothing moves.
///
/// Signs are taken against the heaviest source of a lane, of equals the first, and then against
/// the mean itself, so a change of sign in any source changes nothing.
#[inline(always)]
pub(crate) fn mean(sources: &[Quats], weights: &[Lanes]) -> Quats {
    let (mut pivot, mut heaviest) = (Quats::IDENTITY, Lanes::ZERO);
    for (&q, &w) in sources.iter().zip(weights) {
        pivot = q.zip(pivot, |q, pivot| w.if_above(heaviest, q, pivot));
        heaviest = w.if_above(heaviest, w, heaviest);
    }
    if heaviest.smallest() >= 1.0 {
        return pivot;
    }
    let mut mean = Quats::ZERO;
    for (&q, &w) in sources.iter().zip(weights) {
        let w = w * sign_of(q.dot(pivot));
        mean = mean.zip(q, |sum, q| sum + q * w);
    }
    mean = unit(mean);
    let mut moving = Lanes::ONE;
    for _ in 0..MEAN_ROUNDS {
        let mut next = Quats::ZERO;
        for (&q, &w) in sources.iter().zip(weights) {
            let dot = q.dot(mean);
            let y = Lanes::ONE - dot.abs().min(1.0);
            let w = w * sign_of(dot) * over_sine(y);
            next = next.zip(q, |sum, q| sum + q * w);
        }
        let next = unit(next);
        let step = next.zip(mean, |a, b| a - b);
        let step = step.dot(step) * moving;
        mean = next.zip(mean, |next, mean| moving.if_above(Lanes::ZERO, next, mean));
        // A joint that has arrived stays, however far its neighbours in the group have to go.
        moving = step.if_above(Lanes::splat(MEAN_STILL), moving, Lanes::ZERO);
        if moving.largest() == 0.0 {
            break;
        }
    }
    // One source with all the weight is copied.
    let share = Lanes::ONE.if_above(heaviest, Lanes::ZERO, Lanes::ONE);
    pivot.zip(mean, |pivot, mean| share.if_above(Lanes::ZERO, pivot, mean))
}

/// Rounds after which the mean stands as it is; a spread of 120 degrees needs six.
const MEAN_ROUNDS: usize = 12;
/// Squared step below which the mean has arrived: the next step would be a tenth of 5e-6.
const MEAN_STILL: f32 = 2.5e-11;

/// Unit length; a lane without length becomes the identity.
#[inline(always)]
fn unit(q: Quats) -> Quats {
    let squared = q.dot(q);
    let scale = squared.max(f32::MIN_POSITIVE).map(f32::sqrt).recip();
    let q = q.map(|c| c * scale);
    let tiny = Lanes::splat(1e-12);
    q.zip(Quats::IDENTITY, |q, identity| {
        squared.if_above(tiny, q, identity)
    })
}
