//! Several joints at once: numbers, vectors and quaternions in groups of [`LANES`], one array a component.
//!
//! Plain loops over fixed arrays, which the compiler turns into vector instructions of whatever
//! width the target has. Every operation is one IEEE operation a lane and no fused multiply-add is
//! asked for, so that all targets give the same bits.

use crate::transform::Transform;
use glam::{Quat, Vec3};
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// Joints in a group.
pub(crate) const LANES: usize = 8;

/// The bits of all joints of a group.
pub(crate) const ALL_BITS: u8 = ((1_u16 << LANES) - 1) as u8;

/// Number of groups that hold `joints` joints.
pub(crate) fn group_count(joints: usize) -> usize {
    joints.div_ceil(LANES)
}

/// One number for each joint of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Lanes(pub(crate) [f32; LANES]);

macro_rules! lanewise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for Lanes {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let mut out = self;
                for (a, b) in out.0.iter_mut().zip(other.0) {
                    *a $op b;
                }
                out
            }
        }
        impl $trait<f32> for Lanes {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: f32) -> Self {
                let mut out = self;
                for a in &mut out.0 {
                    *a $op other;
                }
                out
            }
        }
    };
}
lanewise!(Add, add, +=);
lanewise!(Sub, sub, -=);
lanewise!(Mul, mul, *=);

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Lanes {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}

impl Lanes {
    pub(crate) const ZERO: Self = Self([0.0; LANES]);
    pub(crate) const ONE: Self = Self([1.0; LANES]);

    #[inline(always)]
    pub(crate) fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    pub(crate) fn map(self, f: impl Fn(f32) -> f32) -> Self {
        let mut out = self;
        for a in &mut out.0 {
            *a = f(*a);
        }
        out
    }

    /// Per lane: `yes` where `self > other`, else `no`.
    #[inline(always)]
    pub(crate) fn if_above(self, other: Self, yes: Self, no: Self) -> Self {
        let mut out = no;
        for lane in 0..LANES {
            out.0[lane] = if self.0[lane] > other.0[lane] {
                yes.0[lane]
            } else {
                no.0[lane]
            };
        }
        out
    }

    /// Per lane: `yes` where `self == other`, else `no`.
    #[inline(always)]
    pub(crate) fn if_equal(self, other: Self, yes: Self, no: Self) -> Self {
        let mut out = no;
        for lane in 0..LANES {
            out.0[lane] = if self.0[lane] == other.0[lane] {
                yes.0[lane]
            } else {
                no.0[lane]
            };
        }
        out
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        self.map(f32::abs)
    }

    #[inline(always)]
    pub(crate) fn min(self, limit: f32) -> Self {
        self.map(|a| if a < limit { a } else { limit })
    }

    #[inline(always)]
    pub(crate) fn max(self, limit: f32) -> Self {
        self.map(|a| if a > limit { a } else { limit })
    }

    /// 1 divided by each lane.
    #[inline(always)]
    pub(crate) fn recip(self) -> Self {
        self.map(|a| 1.0 / a)
    }

    /// Each lane divided by the sum it is part of; 0 where there is no sum. A part that is the whole gives 1.
    #[inline(always)]
    pub(crate) fn share_of(self, total: Self) -> Self {
        let mut out = self;
        for lane in 0..LANES {
            let divisor = if total.0[lane] > 0.0 {
                total.0[lane]
            } else {
                1.0
            };
            out.0[lane] = self.0[lane] / divisor;
        }
        out
    }

    /// Whether any lane is above `limit`. A reduction over flags becomes one compare and one move of the mask,
    /// where a largest lane would be a chain of eight steps.
    #[inline(always)]
    pub(crate) fn any_above(self, limit: f32) -> bool {
        let mut any = false;
        for a in self.0 {
            any |= a > limit;
        }
        any
    }

    /// Whether any lane is below `limit`.
    #[inline(always)]
    pub(crate) fn any_below(self, limit: f32) -> bool {
        let mut any = false;
        for a in self.0 {
            any |= a < limit;
        }
        any
    }

    /// One bit a lane, set where the lane is not 0.
    #[inline(always)]
    pub(crate) fn bits(self) -> u8 {
        let mut bits = 0;
        for (lane, a) in self.0.into_iter().enumerate() {
            bits |= u8::from(a != 0.0) << lane;
        }
        bits
    }
}

/// A vector for each joint of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Vec3s {
    pub(crate) x: Lanes,
    pub(crate) y: Lanes,
    pub(crate) z: Lanes,
}

impl Vec3s {
    pub(crate) const ZERO: Self = Self {
        x: Lanes::ZERO,
        y: Lanes::ZERO,
        z: Lanes::ZERO,
    };
    pub(crate) const ONE: Self = Self {
        x: Lanes::ONE,
        y: Lanes::ONE,
        z: Lanes::ONE,
    };

    #[inline(always)]
    pub(crate) fn zip(self, other: Self, f: impl Fn(Lanes, Lanes) -> Lanes) -> Self {
        Self {
            x: f(self.x, other.x),
            y: f(self.y, other.y),
            z: f(self.z, other.z),
        }
    }

    pub(crate) fn set(&mut self, lane: usize, value: Vec3) {
        self.x.0[lane] = value.x;
        self.y.0[lane] = value.y;
        self.z.0[lane] = value.z;
    }

    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Vec3 {
        Vec3::new(self.x.0[lane], self.y.0[lane], self.z.0[lane])
    }
}

/// A quaternion for each joint of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Quats {
    pub(crate) x: Lanes,
    pub(crate) y: Lanes,
    pub(crate) z: Lanes,
    pub(crate) w: Lanes,
}

impl Quats {
    pub(crate) const ZERO: Self = Self {
        x: Lanes::ZERO,
        y: Lanes::ZERO,
        z: Lanes::ZERO,
        w: Lanes::ZERO,
    };
    pub(crate) const IDENTITY: Self = Self {
        w: Lanes::ONE,
        ..Self::ZERO
    };

    #[inline(always)]
    pub(crate) fn map(self, f: impl Fn(Lanes) -> Lanes) -> Self {
        Self {
            x: f(self.x),
            y: f(self.y),
            z: f(self.z),
            w: f(self.w),
        }
    }

    #[inline(always)]
    pub(crate) fn zip(self, other: Self, f: impl Fn(Lanes, Lanes) -> Lanes) -> Self {
        Self {
            x: f(self.x, other.x),
            y: f(self.y, other.y),
            z: f(self.z, other.z),
            w: f(self.w, other.w),
        }
    }

    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> Lanes {
        self.x * other.x + self.y * other.y + (self.z * other.z + self.w * other.w)
    }

    #[inline(always)]
    pub(crate) fn conjugate(self) -> Self {
        Self {
            x: -self.x,
            y: -self.y,
            z: -self.z,
            w: self.w,
        }
    }

    /// Hamilton's product `self * other`.
    #[inline(always)]
    pub(crate) fn product(self, other: Self) -> Self {
        let (a, b) = (self, other);
        Self {
            x: (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
            y: (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
            z: (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x),
            w: (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
        }
    }

    pub(crate) fn set(&mut self, lane: usize, value: Quat) {
        self.x.0[lane] = value.x;
        self.y.0[lane] = value.y;
        self.z.0[lane] = value.z;
        self.w.0[lane] = value.w;
    }

    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Quat {
        Quat::from_xyzw(
            self.x.0[lane],
            self.y.0[lane],
            self.z.0[lane],
            self.w.0[lane],
        )
    }
}

/// A placement for each joint of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Transforms {
    pub(crate) translation: Vec3s,
    pub(crate) rotation: Quats,
    pub(crate) scale: Vec3s,
}

impl Transforms {
    pub(crate) const IDENTITY: Self = Self {
        translation: Vec3s::ZERO,
        rotation: Quats::IDENTITY,
        scale: Vec3s::ONE,
    };

    pub(crate) fn set(&mut self, lane: usize, value: &Transform) {
        self.translation.set(lane, value.translation);
        self.rotation.set(lane, value.rotation);
        self.scale.set(lane, value.scale);
    }

    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Transform {
        Transform {
            translation: self.translation.get(lane),
            rotation: self.rotation.get(lane),
            scale: self.scale.get(lane),
        }
    }

    /// Placements in groups, the last one filled up with the identity.
    pub(crate) fn pack(joints: impl ExactSizeIterator<Item = Transform>) -> Box<[Self]> {
        let mut groups = vec![Self::IDENTITY; group_count(joints.len())];
        for (joint, transform) in joints.enumerate() {
            groups[joint / LANES].set(joint % LANES, &transform);
        }
        groups.into_boxed_slice()
    }
}
