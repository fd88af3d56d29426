//! The arithmetic of each kind of channel, for a group of joints at once.

use crate::arc;
use crate::clip::Clip;
use crate::lanes::{Lanes, Quats, Transforms, Vec3s};
use crate::packed::GridTime;
use crate::rotation::DeltaSide;

/// What translation, rotation and scale each have to offer to be blended.
pub(crate) trait ChannelKind {
    /// Values of a group of joints.
    type Values: Copy;
    /// Place in lists of three.
    const INDEX: usize;
    /// The value that an add node starts from.
    const NEUTRAL: Self::Values;

    fn of(transforms: &Transforms) -> Self::Values;
    fn put(transforms: &mut Transforms, value: Self::Values);
    fn sample(clip: &Clip, group: usize, at: GridTime) -> Self::Values;
    /// Value at frame 0; meaningless in lanes without keys.
    fn first(clip: &Clip, group: usize) -> Self::Values;
    /// The list that holds values of this kind.
    fn pick<'a>(
        vectors: &'a mut Vec<Vec3s>,
        quaternions: &'a mut Vec<Quats>,
    ) -> &'a mut Vec<Self::Values>;

    /// `yes` where the lane of `weight` is above 0, else `no`.
    fn select(weight: Lanes, yes: Self::Values, no: Self::Values) -> Self::Values;
    /// `a` at `w = 0`, `b` at `w = 1`, both to the bit.
    fn mix(a: Self::Values, b: Self::Values, w: Lanes) -> Self::Values;
    /// Weighted average with the same shares in every lane; they are above 0 and sum to 1.
    fn average_even(values: &[Self::Values], shares: &[f32]) -> Self::Values;
    /// Weighted average; the shares of a lane sum to 1, or are all 0 where it does not matter.
    fn average(values: &[Self::Values], weights: &[Lanes]) -> Self::Values;
    /// `base` with the fraction `w` of the way from `reference` to `value` put on.
    fn add_delta(
        base: Self::Values,
        value: Self::Values,
        reference: Self::Values,
        w: Lanes,
        side: DeltaSide,
    ) -> Self::Values;
    /// Back to a valid value after a sum: unit length of rotations.
    fn finish(value: Self::Values) -> Self::Values;
}

/// The sources of an average, kept for their memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct AverageScratch {
    vectors: Vec<Vec3s>,
    quaternions: Vec<Quats>,
    shares: Vec<f32>,
    weights: Vec<Lanes>,
}

/// The sources of an average of one kind of channel.
pub(crate) struct AverageSources<'a, V> {
    pub(crate) values: &'a mut Vec<V>,
    /// Their weights, where they are the same in every lane.
    pub(crate) shares: &'a mut Vec<f32>,
    /// Their weights lane by lane.
    pub(crate) weights: &'a mut Vec<Lanes>,
}

impl AverageScratch {
    /// Empty lists for one kind of channel.
    #[inline(always)]
    pub(crate) fn sources<K: ChannelKind>(&mut self) -> AverageSources<'_, K::Values> {
        let values = K::pick(&mut self.vectors, &mut self.quaternions);
        values.clear();
        self.shares.clear();
        self.weights.clear();
        AverageSources {
            values,
            shares: &mut self.shares,
            weights: &mut self.weights,
        }
    }

    /// Bytes held on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.vectors.capacity() * size_of::<Vec3s>()
            + self.quaternions.capacity() * size_of::<Quats>()
            + self.shares.capacity() * size_of::<f32>()
            + self.weights.capacity() * size_of::<Lanes>()
    }
}

/// Marker for translations.
pub(crate) struct Translation;
/// Marker for rotations.
pub(crate) struct Rotation;
/// Marker for scales.
pub(crate) struct Scale;

/// The arithmetic that translation and scale share.
macro_rules! vector_channel {
    ($kind:ident, $field:ident, $index:literal, $neutral:expr) => {
        impl ChannelKind for $kind {
            type Values = Vec3s;
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
            fn pick<'a>(vectors: &'a mut Vec<Vec3s>, _: &'a mut Vec<Quats>) -> &'a mut Vec<Vec3s> {
                vectors
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
vector_channel!(Translation, translation, 0, Vec3s::ZERO);
vector_channel!(Scale, scale, 2, Vec3s::ONE);

impl ChannelKind for Rotation {
    type Values = Quats;
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
    fn pick<'a>(_: &'a mut Vec<Vec3s>, quaternions: &'a mut Vec<Quats>) -> &'a mut Vec<Quats> {
        quaternions
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
        let inverse = reference.conjugate();
        // One call of the power for both sides: it is the largest part by far.
        let delta = match side {
            DeltaSide::Left => value.product(inverse),
            DeltaSide::Right => inverse.product(value),
        };
        let delta = arc::power(delta, w);
        match side {
            DeltaSide::Left => delta.product(base),
            DeltaSide::Right => base.product(delta),
        }
    }

    #[inline(always)]
    fn finish(value: Quats) -> Quats {
        arc::normalize(value)
    }
}
