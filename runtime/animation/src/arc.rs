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

/// `theta^2 / y` on `[0, 1]`, error 6.4e-7.
const SQUARE: [f32; 7] = [
    2.000_000_6,
    0.333_275_4,
    0.089_747_7,
    0.023_854_476,
    0.022_175_917,
    -0.011_007_349,
    0.009_353_667,
];
/// `theta / sin(theta)` on `[0, 1]`, error 5.6e-7.
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
    if !y.any_above(SMALL) {
        return small;
    }
    // Lane by lane, so that what a joint gets does not depend on its neighbours in the group.
    y.if_above(Lanes::splat(SMALL), polynomial(&OVER_SINE, y), small)
}

#[inline(always)]
fn small_over_sine(y: Lanes) -> Lanes {
    y * (y * (2.0 / 15.0) + 1.0 / 3.0) + 1.0
}

/// `(cos(w theta), sin(w theta) / sin(theta))` for `cos(theta) = cosine` in `[0, 1]` and `w` in `[0, 1]`.
#[inline(always)]
fn power_terms(cosine: Lanes, w: Lanes) -> (Lanes, Lanes) {
    let y = Lanes::ONE - cosine;
    let square = y * (y * (y * (4.0 / 45.0) + 1.0 / 3.0) + 2.0);
    let x2 = w * w * square;
    let cos = x2 * (x2 * (1.0 / 24.0) - 0.5) + 1.0;
    let sinc = x2 * (x2 * (1.0 / 120.0) - 1.0 / 6.0) + 1.0;
    let ratio = w * sinc * small_over_sine(y);
    if !y.any_above(SMALL) {
        return (cos, ratio);
    }
    let x2 = w * w * (y * polynomial(&SQUARE, y));
    let wide_cos = polynomial(&COSINE, x2);
    let wide_ratio = w * polynomial(&SINC, x2) * polynomial(&OVER_SINE, y);
    let limit = Lanes::splat(SMALL);
    (
        y.if_above(limit, wide_cos, cos),
        y.if_above(limit, wide_ratio, ratio),
    )
}

/// Whether all of `w` lies in `[0, 1]`, where the kernel holds.
#[inline(always)]
fn within_unit(w: Lanes) -> bool {
    !(w.any_below(0.0) | w.any_above(1.0))
}

/// Shortest-arc slerp where both quaternions already lie in one hemisphere and `w` is in `[0, 1]`.
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

/// `arc` with the lanes whose weight lies outside `[0, 1]` done one by one; no command asks for such a weight.
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
    if !off.any_above(ROUNDING) {
        return q;
    }
    let scale = squared.max(f32::MIN_POSITIVE).map(f32::sqrt).recip();
    let scale = off.if_above(Lanes::splat(ROUNDING), scale, Lanes::ONE);
    q.map(|c| c * scale)
}

/// What rounding can do to the squared length of a unit quaternion in single precision.
const ROUNDING: f32 = 5e-7;

/// The weighted spherical mean where every lane has the same shares, which are above 0 and sum to 1.
#[inline(always)]
pub(crate) fn mean_even(sources: &[Quats], shares: &[f32]) -> Quats {
    let mut pivot = 0;
    for (index, share) in shares.iter().enumerate() {
        if *share > shares[pivot] {
            pivot = index;
        }
    }
    let weighted = sources.iter().zip(shares);
    match sources {
        [] => Quats::IDENTITY,
        [only] => *only,
        [a, b] => {
            let (from, to) = if pivot == 0 { (*a, *b) } else { (*b, *a) };
            slerp(from, to, Lanes::splat(shares[1 - pivot]))
        }
        _ => refined_mean(sources[pivot], || {
            weighted
                .clone()
                .map(|(q, &share)| (*q, Lanes::splat(share)))
        }),
    }
}

/// The weighted spherical mean, lane by lane. The shares of a lane are 0 or above and sum to 1, or are all 0, which
/// gives some unit quaternion. A lane gets the bits that [`mean_even`] gives for its sources with shares above 0.
///
/// Not inlined: masks and absent channels, which need it, are rarer than whole poses, and each copy of it is large.
#[inline(never)]
pub(crate) fn mean(sources: &[Quats], shares: &[Lanes]) -> Quats {
    let (mut pivot, mut heaviest) = (Quats::IDENTITY, Lanes::ZERO);
    let (mut second, mut lighter) = (Quats::IDENTITY, Lanes::ZERO);
    let mut count = Lanes::ZERO;
    for (&q, &share) in sources.iter().zip(shares) {
        count += share.if_above(Lanes::ZERO, Lanes::ONE, Lanes::ZERO);
        // Heaviest first, of equals the earlier; what it displaces is a candidate for second place.
        let displaced = pivot.zip(q, |pivot, q| share.if_above(heaviest, pivot, q));
        let displaced_share = share.if_above(heaviest, heaviest, share);
        pivot = q.zip(pivot, |q, pivot| share.if_above(heaviest, q, pivot));
        heaviest = share.if_above(heaviest, share, heaviest);
        second = displaced.zip(second, |q, second| {
            displaced_share.if_above(lighter, q, second)
        });
        lighter = displaced_share.if_above(lighter, displaced_share, lighter);
    }
    let mut out = pivot;
    if count.any_above(1.0) {
        let pair = slerp(pivot, second, lighter);
        out = pair.zip(out, |pair, out| count.if_above(Lanes::ONE, pair, out));
    }
    if count.any_above(2.0) {
        let weighted = sources.iter().copied().zip(shares.iter().copied());
        let many = refined_mean(pivot, || weighted.clone());
        out = many.zip(out, |many, out| {
            count.if_above(Lanes::splat(2.0), many, out)
        });
    }
    out
}

/// The spherical mean of three or more sources; lanes with fewer get something of unit length.
///
/// The mean `m` is where the weighted tangents `g = sum of w f (q - c m)` cancel, with `c` the cosine of the half angle
/// between `q` and `m` and `f = theta/sin(theta)` (Buss and Fillmore, *Spherical averages and applications to spherical
/// splines and interpolation*, 2001). From the normalized sum on, each round makes their Newton step; the Hessian `H` is so near
/// the identity that `2 - H` stands for its inverse, and one round does for sources within 30 degrees of the mean.
///
/// Signs are taken against `pivot`, the heaviest source of a lane, and then against the mean itself, so
/// a change of sign in any source changes nothing.
#[inline(always)]
fn refined_mean<I: Iterator<Item = (Quats, Lanes)>>(
    pivot: Quats,
    sources: impl Fn() -> I,
) -> Quats {
    let mut mean = Quats::ZERO;
    for (q, w) in sources() {
        let w = w * sign_of(q.dot(pivot));
        mean = mean.zip(q, |sum, q| sum + q * w);
    }
    mean = unit(mean);
    let mut moving = Lanes::ONE;
    for _ in 0..MEAN_ROUNDS {
        // sum of w f q and of w f c, whose difference is the tangent.
        let (mut sum, mut kappa) = (Quats::ZERO, Lanes::ZERO);
        for (q, w) in sources() {
            let dot = q.dot(mean);
            let cosine = dot.abs().min(1.0);
            let w = w * over_sine(Lanes::ONE - cosine);
            kappa += w * cosine;
            let w = w * sign_of(dot);
            sum = sum.zip(q, |sum, q| sum + q * w);
        }
        let tangent = sum.zip(mean, |sum, mean| sum - mean * kappa);
        // H g = kappa g + sum of w e (q g)(q - c m), with e = (1 - f c) / sin(theta)^2.
        let (mut bent, mut along) = (Quats::ZERO, Lanes::ZERO);
        for (q, w) in sources() {
            let dot = q.dot(mean);
            let w = w * bend(Lanes::ONE - dot.abs().min(1.0)) * q.dot(tangent);
            along += w * dot;
            bent = bent.zip(q, |bent, q| bent + q * w);
        }
        let bent = bent.zip(mean, |bent, mean| bent - mean * along);
        let gain = Lanes::splat(2.0) - kappa;
        let step = tangent.zip(bent, |tangent, bent| tangent * gain - bent);
        let next = unit(step.zip(mean, |step, mean| mean + step));
        mean = next.zip(mean, |next, mean| moving.if_above(Lanes::ZERO, next, mean));
        // A step of s leaves an error of about s (1 - kappa)^2 / 7. A joint that has arrived stays, however
        // far its neighbours in the group have to go.
        let spread = Lanes::ONE - kappa;
        let spread = spread * spread;
        let left = step.dot(step) * spread * spread;
        moving = left.if_above(Lanes::splat(MEAN_ARRIVED), moving, Lanes::ZERO);
        if !moving.any_above(0.0) {
            break;
        }
    }
    mean
}

/// Rounds after which the mean stands as it is; a spread of 120 degrees needs two.
const MEAN_ROUNDS: usize = 12;
/// Square of seven times 1e-7, the error that a mean may be left with.
const MEAN_ARRIVED: f32 = 5e-13;

/// `(1 - f c) / sin(theta)^2` with `f = theta / sin(theta)`, for `y = 1 - c`. It only shapes a step, so a
/// hundredth of it does not matter; fitted for half angles up to 18 degrees.
#[inline(always)]
fn bend(y: Lanes) -> Lanes {
    y * (y * 0.221_49 + 0.264_42) + 0.333_35
}

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
