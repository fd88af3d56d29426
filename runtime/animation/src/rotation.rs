//! Rotations: arcs, powers, deltas and averages. Unit quaternions in, unit quaternions out.

use glam::{DQuat, Quat};

/// Below this squared length a quaternion has no direction left and stands for the identity.
const NO_LENGTH_SQUARED: f64 = 1e-24;

/// `q` scaled to unit length. A quaternion that already has it (to rounding) keeps its bits; one
/// without length, or not finite, becomes the identity.
#[must_use]
pub fn unit(q: Quat) -> Quat {
    let wide = q.as_dquat();
    let squared = wide.length_squared();
    if (squared - 1.0).abs() < 2e-7 {
        return q;
    }
    if !(squared > NO_LENGTH_SQUARED && squared.is_finite()) {
        return Quat::IDENTITY;
    }
    (wide * squared.sqrt().recip()).as_quat()
}

/// The same rotation with a scalar part that is not negative.
#[must_use]
pub fn nearest_identity(q: Quat) -> Quat {
    if q.w < 0.0 { -q } else { q }
}

/// `q^w`: the same axis with `w` times the angle, the short way round.
///
/// With `h = acos(w-component)` in the hemisphere of the identity it is
/// `(cos(w h), sin(w h)/sin(h) xyz)`; where `h` vanishes the ratio is its limit `w`
/// (Shoemake, *Animating rotation with quaternion curves*, 1985). Any finite `w` is allowed.
#[must_use]
pub fn power(q: Quat, w: f32) -> Quat {
    narrow(power_wide(nearest_identity(q).as_dquat(), f64::from(w)))
}

fn power_wide(q: DQuat, w: f64) -> DQuat {
    let sine = q.xyz().length();
    // atan2 is exact where acos loses digits (near the identity) and never leaves its domain.
    let half = sine.atan2(q.w);
    let ratio = if sine < 1e-12 {
        w
    } else {
        (w * half).sin() / sine
    };
    let xyz = q.xyz() * ratio;
    DQuat::from_xyzw(xyz.x, xyz.y, xyz.z, (w * half).cos()).normalize()
}

/// Shortest-arc spherical interpolation; `t = 0` gives the bits of `a`, `t = 1` those of `b`.
///
/// Outside `[0, 1]` it goes on along the same great circle. When the two are 180 degrees apart both
/// ways are short; then the one along `b` as it is stored is taken.
#[must_use]
pub fn slerp(a: Quat, b: Quat, t: f32) -> Quat {
    if t == 0.0 {
        return a;
    }
    if t == 1.0 {
        return b;
    }
    let (from, mut to) = (a.as_dquat(), b.as_dquat());
    if from.dot(to) < 0.0 {
        to = -to;
    }
    narrow(power_wide(to * from.conjugate(), f64::from(t)) * from)
}

/// Rounds to single precision and brings the length back to 1.
fn narrow(q: DQuat) -> Quat {
    q.normalize().as_quat()
}

/// On which side of a rotation a delta stands, both where it is taken and where it is applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeltaSide {
    /// `o = d * r`, applied as `d * b`: the delta turns the joint in its parent's frame.
    #[default]
    Left,
    /// `o = r * d`, applied as `b * d`: the delta turns the joint in its own frame.
    Right,
}

/// The rotation that leads from `reference` to `value`, in the hemisphere of the identity.
#[must_use]
pub fn delta(value: Quat, reference: Quat, side: DeltaSide) -> Quat {
    let (value, reference) = (value.as_dquat(), reference.as_dquat());
    let delta = match side {
        DeltaSide::Left => value * reference.conjugate(),
        DeltaSide::Right => reference.conjugate() * value,
    };
    nearest_identity(narrow(delta))
}

/// Applies the fraction `w` of `delta` to `base`. `w = 0` gives the bits of `base`.
#[must_use]
pub fn apply_delta(base: Quat, delta: Quat, w: f32, side: DeltaSide) -> Quat {
    if w == 0.0 {
        return base;
    }
    let turn = power_wide(nearest_identity(delta).as_dquat(), f64::from(w));
    narrow(match side {
        DeltaSide::Left => turn * base.as_dquat(),
        DeltaSide::Right => base.as_dquat() * turn,
    })
}

/// The weighted spherical mean (Buss and Fillmore, *Spherical averages*, 2001): the point where the
/// weighted tangents to all sources cancel. Independent of the order of the sources and of the
/// signs of their quaternions. `None` when no weight is above 0.
///
/// This is the reference in double precision that the many-joint evaluation is measured against;
/// sources that spread over 180 degrees or more have no unique mean, and one of them is given.
#[must_use]
pub fn mean(sources: &[(Quat, f32)]) -> Option<Quat> {
    let heaviest = sources
        .iter()
        .filter(|(_, w)| *w > 0.0)
        .max_by(|a, b| canonical_order(a, b))?;
    let total: f64 = sources.iter().map(|(_, w)| f64::from(w.max(0.0))).sum();
    if f64::from(heaviest.1) >= total {
        return Some(heaviest.0);
    }
    let pivot = heaviest.0.as_dquat();
    let aligned = |q: Quat| {
        let q = q.as_dquat();
        if q.dot(pivot) < 0.0 { -q } else { q }
    };
    let mut mean = pivot;
    for _ in 0..200 {
        // Gradient step on the sphere: average of log(mean^-1 q), then back by exp.
        let step =
            sources
                .iter()
                .filter(|(_, w)| *w > 0.0)
                .fold(glam::DVec3::ZERO, |sum, &(q, w)| {
                    let local = mean.conjugate() * aligned(q);
                    let sine = local.xyz().length();
                    let scale = if sine < 1e-12 {
                        1.0
                    } else {
                        sine.atan2(local.w) / sine
                    };
                    sum + local.xyz() * (scale * f64::from(w) / total)
                });
        let angle = step.length();
        if angle < 1e-14 {
            break;
        }
        let xyz = step * (angle.sin() / angle);
        mean = (mean * DQuat::from_xyzw(xyz.x, xyz.y, xyz.z, angle.cos())).normalize();
    }
    Some(narrow(mean))
}

/// By weight, then by the components with the sign that makes the first of them positive.
fn canonical_order(a: &(Quat, f32), b: &(Quat, f32)) -> std::cmp::Ordering {
    let signed = |q: Quat| {
        let first = [q.w, q.x, q.y, q.z]
            .into_iter()
            .find(|c| *c != 0.0)
            .unwrap_or(1.0);
        if first < 0.0 { -q } else { q }
    };
    let components = |q: Quat| signed(q).to_array();
    a.1.total_cmp(&b.1).then_with(|| {
        let pairs = components(a.0).into_iter().zip(components(b.0));
        pairs
            .map(|(x, y)| x.total_cmp(&y))
            .find(|order| order.is_ne())
            .unwrap_or(std::cmp::Ordering::Equal)
    })
}
