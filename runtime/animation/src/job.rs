//! The blending job: layers over a base, eight joints at a time, without any state of its own.

use crate::channel::{AverageScratch, ChannelKind, Rotation, Scale, Translation};
use crate::error::{MixerError, finite};
use crate::lanes::{ALL_BITS, LANES, Lanes, Transforms};
use crate::mask::Mask;
use crate::pose::PoseBuffer;
use crate::presence::Presence;
use crate::rotation::DeltaSide;
use crate::skeleton::Skeleton;
use crate::source::PoseSource;
use crate::transform::Channels;

/// How a [`BlendLayer`] changes the pose below it, on the channels that its source gives.
#[derive(Clone, Copy, Debug)]
pub enum BlendOperation<'a> {
    /// Replaces it by the average of this and all neighbouring `Average` layers, their weights divided by their sum joint by
    /// joint. Weights of 0 or less take no part.
    Average,
    /// Mixes over it: the pose below at weight 0, the source at weight 1.
    Overlay,
    /// Adds the difference of the source from `reference`, times the weight.
    Additive {
        /// Where it does not give a channel, the rest pose counts. A clip of recorded deltas uses its own instead; see
        /// [`Clip::bake_additive`](crate::Clip::bake_additive).
        reference: PoseSource<'a>,
    },
    /// Takes that difference away.
    Subtractive {
        /// As in `Additive`.
        reference: PoseSource<'a>,
    },
}

/// One layer of a [`BlendJob`].
#[derive(Clone, Copy, Debug)]
pub struct BlendLayer<'a> {
    /// The pose it brings.
    pub source: PoseSource<'a>,
    /// How much of it, usually in `[0, 1]`; any finite weight works, and 0 leaves the layer out.
    pub weight: f32,
    /// Factors on the weight, joint by joint; `None` is 1 everywhere.
    pub mask: Option<&'a Mask>,
    /// What it does.
    pub operation: BlendOperation<'a>,
}

/// A blending of poses, written down completely: the same inputs give the same bits, whatever was computed before.
///
/// Joint by joint and channel by channel it starts from the base where that gives the channel, else from the rest pose, and
/// applies the layers in their order. [`Mixer`](crate::Mixer) does no arithmetic of its own: it makes such a job of its clocks
/// and weights.
///
/// ```
/// use flitz_animation::{BlendJob, BlendLayer, BlendOperation, BlendScratch, Clip, DeltaSide, Joint, PoseBuffer, PoseSource, Skeleton, Transform};
/// use glam::{Quat, Vec3};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let arm = Joint { name: "arm".into(), parent: None, rest: Transform::IDENTITY };
/// let skeleton = Skeleton::new(vec![arm])?;
/// let turn = |degrees: f32| -> Result<Clip, Box<dyn std::error::Error>> {
///     let mut clip = Clip::builder(1, 60.0)?;
///     clip.rotation(0, 0.0, Quat::IDENTITY)?.rotation(0, 60.0, Quat::from_rotation_z(degrees.to_radians()))?;
///     Ok(clip.build())
/// };
/// let (walk, run, lean) = (turn(40.0)?, turn(80.0)?, turn(20.0)?);
/// let average = |clip, weight| BlendLayer {
///     source: PoseSource::clip(clip, 30.0),
///     weight,
///     mask: None,
///     operation: BlendOperation::Average,
/// };
/// let reference = PoseSource::clip(&lean, 0.0);
/// let layers = [
///     average(&walk, 1.0),
///     average(&run, 3.0),
///     BlendLayer { operation: BlendOperation::Additive { reference }, ..average(&lean, 0.5) },
/// ];
/// let job = BlendJob { skeleton: &skeleton, base: None, layers: &layers, side: DeltaSide::Left };
/// let (mut scratch, mut pose) = (BlendScratch::default(), PoseBuffer::new(&skeleton));
/// job.run(&mut scratch, &mut pose)?;
/// let (_, angle) = pose.transforms[0].rotation.to_axis_angle();
/// assert!((angle.to_degrees() - (0.25 * 20.0 + 0.75 * 40.0 + 0.5 * 10.0)).abs() < 1e-3);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BlendJob<'a> {
    /// The rig, whose rest pose stands in where nothing else gives a channel.
    pub skeleton: &'a Skeleton,
    /// What the layers stand on; `None` is the rest pose.
    pub base: Option<PoseSource<'a>>,
    /// Applied one after the other, neighbouring averages together.
    pub layers: &'a [BlendLayer<'a>],
    /// On which side deltas are taken and applied.
    pub side: DeltaSide,
}

/// Working space of blending jobs: it grows to what the largest job needs and stays. One serves any number of jobs, one after
/// the other.
#[derive(Clone, Debug, Default)]
pub struct BlendScratch {
    average: AverageScratch,
    driven: Vec<DrivenBits>,
}

/// For a group of joints: translation, rotation and scale, one bit a joint.
pub(crate) type DrivenBits = [u8; 3];

impl BlendScratch {
    /// Bytes held on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.average.heap_bytes() + self.driven.capacity() * size_of::<DrivenBits>()
    }
}

/// A layer's weight on a channel of a group.
#[derive(Clone, Copy)]
enum Weight {
    /// Nowhere: the layer is skipped and not sampled.
    Zero,
    /// The same on every joint.
    All(f32),
    /// Joint by joint, with a bit where it is not 0.
    Each(Lanes, u8),
}

impl Weight {
    #[inline(always)]
    fn lanes(self) -> Lanes {
        match self {
            Self::Zero => Lanes::ZERO,
            Self::All(weight) => Lanes::splat(weight),
            Self::Each(lanes, _) => lanes,
        }
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        match self {
            Self::Zero => 0,
            Self::All(_) => ALL_BITS,
            Self::Each(_, bits) => bits,
        }
    }
}

impl BlendLayer<'_> {
    #[inline(always)]
    fn is_average(&self) -> bool {
        matches!(self.operation, BlendOperation::Average)
    }

    /// The layer's weight times mask where its source gives the channel.
    #[inline(always)]
    fn weight<K: ChannelKind>(&self, group: usize) -> Weight {
        if self.weight == 0.0 {
            return Weight::Zero;
        }
        let lanes = match (self.source.presence::<K>(group), self.mask) {
            (Presence::None, _) => return Weight::Zero,
            (Presence::All, None) => return Weight::All(self.weight),
            (Presence::All, Some(mask)) => *mask.group(group) * self.weight,
            (Presence::Some(lanes), None) => *lanes * self.weight,
            (Presence::Some(lanes), Some(mask)) => *lanes * *mask.group(group) * self.weight,
        };
        match lanes.bits() {
            0 => Weight::Zero,
            bits => Weight::Each(lanes, bits),
        }
    }

    fn check(&self, joints: usize) -> Result<(), MixerError> {
        finite(self.weight, "the weight")?;
        check_joints(self.source.joint_count(), joints)?;
        if let Some(mask) = self.mask {
            check_joints(mask.joint_count(), joints)?;
        }
        match self.operation {
            BlendOperation::Average | BlendOperation::Overlay => Ok(()),
            BlendOperation::Additive { reference } | BlendOperation::Subtractive { reference } => {
                check_joints(reference.joint_count(), joints)
            }
        }
    }
}

fn check_joints(given: usize, skeleton: usize) -> Result<(), MixerError> {
    if given == skeleton {
        Ok(())
    } else {
        Err(MixerError::JointCount { given, skeleton })
    }
}

impl BlendJob<'_> {
    /// Writes the channels that the base gives or a layer drives to `pose`, says in `pose.written` which they are, and leaves
    /// all others as they are. Allocates nothing once `scratch` and `pose` have been used for a job like this.
    ///
    /// # Errors
    /// When a source or mask is for another number of joints, or a weight is not finite. Nothing is written then.
    pub fn run(&self, scratch: &mut BlendScratch, pose: &mut PoseBuffer) -> Result<(), MixerError> {
        let joints = self.skeleton.len();
        if let Some(base) = &self.base {
            check_joints(base.joint_count(), joints)?;
        }
        self.layers
            .iter()
            .try_for_each(|layer| layer.check(joints))?;
        self.run_checked(scratch, pose);
        Ok(())
    }

    /// [`BlendJob::run`] for inputs that fit each other.
    pub(crate) fn run_checked(&self, scratch: &mut BlendScratch, pose: &mut PoseBuffer) {
        pose.fit(self.skeleton);
        let mut driven = std::mem::take(&mut scratch.driven);
        driven.clear();
        driven.resize(self.skeleton.rest_groups().len(), [0; 3]);
        self.run_after(&mut driven, true, scratch, pose);
        scratch.driven = driven;
    }

    /// Writes what the layers drive, what they drove according to `driven` (and no longer do), and with `write_base` what the
    /// base gives. Then `driven` says what the layers drive now. Inputs must fit each other, and `pose` the skeleton.
    ///
    /// On x86-64 it takes the widest registers that the processor has. Measured on a crowd of 1,000: a quarter less time with
    /// AVX2 than with the SSE2 that every x86-64 has. Fused multiply-add is left off, so the bits are the same.
    #[allow(
        unsafe_code,
        reason = "calling code for a processor feature is unsafe; the feature is tested for right before"
    )]
    pub(crate) fn run_after(
        &self,
        driven: &mut [DrivenBits],
        write_base: bool,
        scratch: &mut BlendScratch,
        pose: &mut PoseBuffer,
    ) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the only demand of the function is a processor with AVX2, and this one has it.
            unsafe { self.groups_avx2(driven, write_base, scratch, pose) };
            return;
        }
        self.groups(driven, write_base, scratch, pose);
    }

    fn groups(
        &self,
        driven: &mut [DrivenBits],
        write_base: bool,
        scratch: &mut BlendScratch,
        pose: &mut PoseBuffer,
    ) {
        for (group, driven) in driven.iter_mut().enumerate() {
            let mut pass = Pass::new(self, group, driven, write_base, &mut scratch.average);
            pass.translation();
            pass.rotation();
            pass.scale();
            unpack(group, &pass.out, pass.written, pose);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn groups_avx2(
        &self,
        driven: &mut [DrivenBits],
        write_base: bool,
        scratch: &mut BlendScratch,
        pose: &mut PoseBuffer,
    ) {
        for (group, driven) in driven.iter_mut().enumerate() {
            let mut pass = Pass::new(self, group, driven, write_base, &mut scratch.average);
            pass.translation_avx2();
            pass.rotation_avx2();
            pass.scale_avx2();
            unpack(group, &pass.out, pass.written, pose);
        }
    }
}

/// The work on one group of joints.
struct Pass<'a> {
    job: &'a BlendJob<'a>,
    group: usize,
    driven: &'a mut DrivenBits,
    write_base: bool,
    scratch: &'a mut AverageScratch,
    out: Transforms,
    written: DrivenBits,
}

/// One function a channel and register width, because the optimizer's time grows faster than the functions it is given.
macro_rules! channel_passes {
    ($($kind:ident: $plain:ident $avx2:ident),*) => {
        impl Pass<'_> {
            $(
                #[inline(never)]
                fn $plain(&mut self) {
                    self.channel::<$kind>();
                }

                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2")]
                #[inline(never)]
                fn $avx2(&mut self) {
                    self.channel::<$kind>();
                }
            )*
        }
    };
}
channel_passes!(
    Translation: translation translation_avx2,
    Rotation: rotation rotation_avx2,
    Scale: scale scale_avx2
);

impl<'a> Pass<'a> {
    fn new(
        job: &'a BlendJob<'a>,
        group: usize,
        driven: &'a mut DrivenBits,
        write_base: bool,
        scratch: &'a mut AverageScratch,
    ) -> Self {
        Self {
            job,
            group,
            driven,
            write_base,
            scratch,
            out: Transforms::IDENTITY,
            written: [0; 3],
        }
    }

    /// Whether no base has to be written and no layer drives the channel, nor did.
    #[inline(always)]
    fn is_idle<K: ChannelKind>(&self) -> bool {
        self.driven[K::INDEX] == 0
            && !self.write_base
            && self
                .job
                .layers
                .iter()
                .all(|layer| matches!(layer.weight::<K>(self.group), Weight::Zero))
    }

    #[inline(always)]
    fn channel<K: ChannelKind>(&mut self) {
        if self.is_idle::<K>() {
            return;
        }
        let group = self.group;
        let rest = &self.job.skeleton.rest_groups()[group];
        let (mut value, base_bits) = match &self.job.base {
            Some(base) => {
                let present = base.presence::<K>(group).lanes();
                let own = K::select(present, base.sample::<K>(group), K::of(rest));
                (own, present.bits())
            }
            None => (K::of(rest), 0),
        };
        let mut now = 0;
        let mut layers = self.job.layers;
        while let Some(layer) = layers.first() {
            if layer.is_average() {
                (value, layers) = average::<K>(group, layers, value, &mut now, self.scratch);
                continue;
            }
            layers = &layers[1..];
            let weight = layer.weight::<K>(group);
            if weight.bits() == 0 {
                continue;
            }
            now |= weight.bits();
            let sample = layer.source.sample::<K>(group);
            // Taking a delta away is putting the opposite one on.
            let (to, from) = match &layer.operation {
                BlendOperation::Average | BlendOperation::Overlay => {
                    value = K::mix(value, sample, weight.lanes());
                    continue;
                }
                BlendOperation::Additive { reference } => {
                    let reference = layer.source.delta_reference::<K>(reference, group, rest);
                    (sample, reference)
                }
                BlendOperation::Subtractive { reference } => {
                    let reference = layer.source.delta_reference::<K>(reference, group, rest);
                    (reference, sample)
                }
            };
            value = K::add_delta(value, to, from, weight.lanes(), self.job.side);
        }
        K::put(&mut self.out, K::finish(value));
        let before = std::mem::replace(&mut self.driven[K::INDEX], now);
        let base_bits = if self.write_base { base_bits } else { 0 };
        self.written[K::INDEX] = now | before | base_bits;
    }
}

/// The average of the `Average` layers that come first where any drives the channel, else `below`; and the layers after them.
#[inline(always)]
fn average<'l, K: ChannelKind>(
    group: usize,
    layers: &'l [BlendLayer<'l>],
    below: K::Values,
    now: &mut u8,
    scratch: &mut AverageScratch,
) -> (K::Values, &'l [BlendLayer<'l>]) {
    let sources = scratch.sources::<K>();
    let (mut even, mut total) = (true, 0.0);
    let mut count = 0;
    for layer in layers {
        if !layer.is_average() {
            break;
        }
        count += 1;
        match layer.weight::<K>(group) {
            Weight::All(weight) if weight > 0.0 => {
                total += weight;
                sources.shares.push(weight);
                sources.values.push(layer.source.sample::<K>(group));
            }
            Weight::Each(..) => even = false,
            Weight::Zero | Weight::All(_) => {}
        }
    }
    let (averaged, others) = layers.split_at(count);
    if !even {
        let value = uneven_average::<K>(group, averaged, below, now, scratch);
        return (value, others);
    }
    if sources.values.is_empty() {
        return (below, others);
    }
    *now |= ALL_BITS;
    // Division, not a product with the inverse, so that a part that is the whole gives 1.
    sources.shares.iter_mut().for_each(|share| *share /= total);
    if let [only] = sources.values[..] {
        return (only, others);
    }
    (K::average_even(sources.values, sources.shares), others)
}

/// The average where the weights differ from joint to joint, by masks or absent channels.
#[inline(never)]
fn uneven_average<K: ChannelKind>(
    group: usize,
    layers: &[BlendLayer<'_>],
    below: K::Values,
    now: &mut u8,
    scratch: &mut AverageScratch,
) -> K::Values {
    let sources = scratch.sources::<K>();
    let mut totals = Lanes::ZERO;
    for layer in layers {
        // An average has no meaning for weights below 0.
        let weight = if layer.weight > 0.0 {
            layer.weight::<K>(group)
        } else {
            Weight::Zero
        };
        if weight.bits() != 0 {
            *now |= weight.bits();
            totals += weight.lanes();
            sources.values.push(layer.source.sample_called::<K>(group));
            sources.weights.push(weight.lanes());
        }
    }
    for weight in sources.weights.iter_mut() {
        *weight = weight.share_of(totals);
    }
    K::select(totals, K::average(sources.values, sources.weights), below)
}

/// Puts the channels whose bits are set into the pose, joint by joint.
#[inline(always)]
fn unpack(group: usize, value: &Transforms, bits: DrivenBits, pose: &mut PoseBuffer) {
    let first = group * LANES;
    let targets = pose
        .transforms
        .iter_mut()
        .zip(&mut pose.written)
        .skip(first)
        .take(LANES);
    for (lane, (target, written)) in targets.enumerate() {
        if bits == [ALL_BITS; 3] {
            *target = value.get(lane);
            *written = Channels::ALL;
            continue;
        }
        let [t, r, s] = bits.map(|bits| bits >> lane & 1);
        let channels = Channels::from_bits(t | r << 1 | s << 2);
        channels.copy(&value.get(lane), target);
        *written = channels;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clip, Joint, Transform};
    use glam::{Quat, Vec3};

    /// The same layers in wide registers and in those that every processor has: the same bits.
    #[test]
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "as in `run_after`")]
    fn wide_registers_change_no_bit() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let joints = (0..21).map(|index: usize| Joint {
            name: index.to_string(),
            parent: index.checked_sub(1),
            rest: Transform::IDENTITY,
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        let clips: Vec<Clip> = (0..5)
            .map(|seq| {
                let mut clip = Clip::builder(21, 8.0).unwrap();
                for joint in 0..21 {
                    for key in 0..=8 {
                        let turn =
                            Vec3::new(1.3 * key as f32, 0.7 * joint as f32, 2.1 * seq as f32);
                        let (x, y, z) =
                            (turn.x.sin(), turn.y.cos(), (turn.x * turn.y + turn.z).sin());
                        let rotation = Quat::from_euler(glam::EulerRot::XYZ, x, 2.0 * y, z);
                        clip.rotation(joint, key as f32, rotation).unwrap();
                        clip.translation(joint, key as f32, turn).unwrap();
                    }
                }
                clip.build()
            })
            .collect();
        let mut mask = Mask::new(21);
        mask.set(&skeleton, 13, 0.5, true);
        for (step, based) in (0..10).flat_map(|step| [(step, false), (step, true)]) {
            let frame = |seq: usize| (0.61 + 0.1 * seq as f32) * step as f32 % 8.0;
            let layers: Vec<BlendLayer> = (0..5)
                .map(|seq| BlendLayer {
                    source: PoseSource::clip(&clips[seq], frame(seq)),
                    weight: 0.2 + 0.17 * seq as f32,
                    mask: (seq == 1).then_some(&mask),
                    operation: match seq {
                        0..3 if based => BlendOperation::Overlay,
                        0..3 => BlendOperation::Average,
                        _ => BlendOperation::Additive {
                            reference: PoseSource::clip(&clips[seq], 0.0),
                        },
                    },
                })
                .collect();
            let job = BlendJob {
                skeleton: &skeleton,
                base: based.then(|| PoseSource::clip(&clips[4], frame(2))),
                layers: &layers,
                side: DeltaSide::Left,
            };
            let poses = [false, true].map(|wide| {
                let mut pose = PoseBuffer::new(&skeleton);
                let mut scratch = BlendScratch::default();
                let mut driven = [[0; 3]; 3];
                pose.fit(&skeleton);
                if wide {
                    // SAFETY: the processor has AVX2, as was tested above.
                    unsafe { job.groups_avx2(&mut driven, true, &mut scratch, &mut pose) };
                } else {
                    job.groups(&mut driven, true, &mut scratch, &mut pose);
                }
                let bits = |t: &Transform| t.rotation.to_array().map(f32::to_bits);
                (
                    pose.transforms.iter().map(bits).collect::<Vec<_>>(),
                    pose.transforms,
                    driven,
                )
            });
            assert_eq!(poses[0], poses[1]);
            assert_ne!(poses[0].1[20], Transform::IDENTITY);
        }
    }
}
