//! The arithmetic of each kind of channel, for a group of joints at once.

use crate::arc;
use crate::clip::Clip;
use crate::graph::NodeWeights;
use crate::lanes::{Lanes, Quats, Transforms, Vec3s};
use crate::packed::GridTime;
use crate::pose::Scratch;
use crate::rotation::DeltaSide;

/// What translation, rotation and scale each have to offer to be blended.
pub(crate) trait Kind {
    /// Values of a group of joints.
    type Group: Copy;
    /// Place in lists of three.
    const INDEX: usize;
    /// The value that an add node starts from.
    const NEUTRAL: Self::Group;

    fn of(transforms: &Transforms) -> Self::Group;
    fn put(transforms: &mut Transforms, value: Self::Group);
    fn sample(clip: &Clip, group: usize, at: GridTime) -> Self::Group;
    /// Value at frame 0; meaningless in lanes without keys.
    fn first(clip: &Clip, group: usize) -> Self::Group;
    /// The working space for values of this kind.
    fn buffers(scratch: &mut Scratch) -> Buffers<'_, Self::Group>;

    /// `yes` where the lane of `weight` is above 0, else `no`.
    fn select(weight: Lanes, yes: Self::Group, no: Self::Group) -> Self::Group;
    /// `a` at `w = 0`, `b` at `w = 1`, both to the bit.
    fn mix(a: Self::Group, b: Self::Group, w: Lanes) -> Self::Group;
    /// Weighted average with the same shares in every lane; they are above 0 and sum to 1.
    fn average_even(values: &[Self::Group], shares: &[f32]) -> Self::Group;
    /// Weighted average; the shares of a lane sum to 1, or are all 0 where it does not matter.
    fn average(values: &[Self::Group], weights: &[Lanes]) -> Self::Group;
    /// `base` with the fraction `w` of the way from `reference` to `value` put on.
    fn add_delta(
        base: Self::Group,
        value: Self::Group,
        reference: Self::Group,
        w: Lanes,
        side: DeltaSide,
    ) -> Self::Group;
    /// What an add node does last.
    fn finish(value: Self::Group) -> Self::Group;
}

/// Working space for one kind of channel.
pub(crate) struct Buffers<'a, G> {
    /// Sources of an average.
    pub(crate) values: &'a mut Vec<G>,
    /// Their weights, where they are the same in every lane.
    pub(crate) shares: &'a mut Vec<f32>,
    /// Their weights lane by lane.
    pub(crate) weights: &'a mut Vec<Lanes>,
    /// One value a graph node.
    pub(crate) node_values: &'a mut Vec<G>,
    /// What else is known of each graph node.
    pub(crate) nodes: &'a mut Vec<NodeWeights>,
}

/// Marker for translations.
pub(crate) struct Translation;
/// Marker for rotations.
pub(crate) struct Rotation;
/// Marker for scales.
pub(crate) struct Scale;

/// The arithmetic that translation and scale share.
macro_rules! vector_kind {
    ($kind:ident, $field:ident, $index:literal, $neutral:expr) => {
        impl Kind for $kind {
            type Group = Vec3s;
            const INDEX: usize = $index;
            const NEUTRAL: Vec3s = $neutral;

            #[inline(always)]
            fn of(transforms: &Transforms) -> Vec3s {
                transforms.$field
            }

            #[inline(always)]
            fn put(transforms: &mut Transforms, value: Vec3s) {
                transforms.$field = value;
            }

            #[inline(always)]
            fn sample(clip: &Clip, group: usize, at: GridTime) -> Vec3s {
                clip.packed()
                    .$field()
                    .sample(group, at, clip.joints(), |joint| joint.$field.as_ref())
            }

            #[inline(always)]
            fn first(clip: &Clip, group: usize) -> Vec3s {
                clip.packed().$field().first(group)
            }

            #[inline(always)]
            fn buffers(scratch: &mut Scratch) -> Buffers<'_, Vec3s> {
                Buffers {
                    values: &mut scratch.vectors,
                    shares: &mut scratch.shares,
                    weights: &mut scratch.weights,
                    node_values: &mut scratch.node_vectors,
                    nodes: &mut scratch.nodes,
                }
            }

            #[inline(always)]
            fn select(weight: Lanes, yes: Vec3s, no: Vec3s) -> Vec3s {
                yes.zip(no, |yes, no| weight.if_above(Lanes::ZERO, yes, no))
            }

            #[inline(always)]
            fn mix(a: Vec3s, b: Vec3s, w: Lanes) -> Vec3s {
                // a + 1 (b - a) need not be b in floating point.
                a.zip(b, |a, b| w.if_equal(Lanes::ONE, b, a + w * (b - a)))
            }

            #[inline(always)]
            fn average_even(values: &[Vec3s], shares: &[f32]) -> Vec3s {
                let mut sum = Vec3s::ZERO;
                for (&value, &share) in values.iter().zip(shares) {
                    sum = sum.zip(value, |sum, value| sum + value * share);
                }
                sum
            }

            #[inline(always)]
            fn average(values: &[Vec3s], weights: &[Lanes]) -> Vec3s {
                let mut sum = Vec3s::ZERO;
                for (&value, &w) in values.iter().zip(weights) {
                    sum = sum.zip(value, |sum, value| sum + value * w);
                }
                sum
            }

            #[inline(always)]
            fn add_delta(
                base: Vec3s,
                value: Vec3s,
                reference: Vec3s,
                w: Lanes,
                _: DeltaSide,
            ) -> Vec3s {
                let delta = value.zip(reference, |value, reference| value - reference);
                base.zip(delta, |base, delta| base + w * delta)
            }

            #[inline(always)]
            fn finish(value: Vec3s) -> Vec3s {
                value
            }
        }
    };
}
vector_kind!(Translation, translation, 0, Vec3s::ZERO);
vector_kind!(Scale, scale, 2, Vec3s::ONE);

impl Kind for Rotation {
    type Group = Quats;
    const INDEX: usize = 1;
    const NEUTRAL: Quats = Quats::IDENTITY;

    #[inline(always)]
    fn of(transforms: &Transforms) -> Quats {
        transforms.rotation
    }

    #[inline(always)]
    fn put(transforms: &mut Transforms, value: Quats) {
        transforms.rotation = value;
    }

    #[inline(always)]
    fn sample(clip: &Clip, group: usize, at: GridTime) -> Quats {
        clip.packed()
            .rotation()
            .sample(group, at, clip.joints(), |joint| joint.rotation.as_ref())
    }

    #[inline(always)]
    fn first(clip: &Clip, group: usize) -> Quats {
        clip.packed().rotation().first(group)
    }

    #[inline(always)]
    fn buffers(scratch: &mut Scratch) -> Buffers<'_, Quats> {
        Buffers {
            values: &mut scratch.quaternions,
            shares: &mut scratch.shares,
            weights: &mut scratch.weights,
            node_values: &mut scratch.node_quaternions,
            nodes: &mut scratch.nodes,
        }
    }

    #[inline(always)]
    fn select(weight: Lanes, yes: Quats, no: Quats) -> Quats {
        yes.zip(no, |yes, no| weight.if_above(Lanes::ZERO, yes, no))
    }

    #[inline(always)]
    fn mix(a: Quats, b: Quats, w: Lanes) -> Quats {
        arc::slerp(a, b, w)
    }

    #[inline(always)]
    fn average_even(values: &[Quats], shares: &[f32]) -> Quats {
        arc::mean_even(values, shares)
    }

    #[inline(always)]
    fn average(values: &[Quats], weights: &[Lanes]) -> Quats {
        arc::mean(values, weights)
    }

    #[inline(always)]
    fn add_delta(base: Quats, value: Quats, reference: Quats, w: Lanes, side: DeltaSide) -> Quats {
        match side {
            DeltaSide::Left => arc::power(value.product(reference.conjugate()), w).product(base),
            DeltaSide::Right => base.product(arc::power(reference.conjugate().product(value), w)),
        }
    }

    #[inline(always)]
    fn finish(value: Quats) -> Quats {
        arc::normalize(value)
    }
}
