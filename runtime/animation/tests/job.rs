//! The blending job by itself: against a model in double precision, and against the mixer, which makes such jobs.

mod common;

use common::wide::{Wide, mean};
use common::{Random, angle, bits, chain, mixer};
use flitz_animation::{
    Blend, BlendJob, BlendLayer, BlendOperation, BlendScratch, Channel, Channels, Clip, DeltaSide,
    LayerKind, Mask, MixerError, PlayMode, PoseBuffer, PoseSource, SampledPose, Skeleton,
    Transform,
};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use std::sync::Arc;

/// More than one group of joints, the last one not full.
const JOINTS: usize = 11;
const CLIPS: usize = 4;

/// Where a source of a random job comes from.
#[derive(Clone, Copy, Debug)]
enum From {
    Clip(usize, f32),
    /// A clip that was sampled into a pose first.
    Sampled(usize, f32),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    Average,
    Overlay,
    Additive,
    Subtractive,
}

#[derive(Clone, Copy, Debug)]
struct RandomLayer {
    source: From,
    weight: f32,
    /// The factor on joint 3 and all below it.
    mask: Option<f32>,
    operation: Operation,
    reference: From,
}

/// Clips that give some channels of some joints, on a grid of frames and off it.
fn clips() -> Vec<Clip> {
    let mut random = Random(4711);
    let build = |index: usize| {
        let mut builder = Clip::builder(JOINTS, 8.0).unwrap();
        for joint in 0..JOINTS {
            for key in 0..5 {
                let frame = key as f32 * if joint == 6 { 1.7 } else { 2.0 };
                let (offset, turn) = (random.rotation(1.0) * Vec3::X, random.rotation(0.4));
                let size = Vec3::splat(1.0 + 0.3 * random.signed());
                if !(joint + index).is_multiple_of(4) {
                    builder.translation(joint, frame, offset).unwrap();
                }
                if !(joint + index).is_multiple_of(3) || index == 0 {
                    builder.rotation(joint, frame, turn).unwrap();
                }
                if (joint * 3 + index).is_multiple_of(5) {
                    builder.scale(joint, frame, size).unwrap();
                }
            }
        }
        builder.build()
    };
    (0..CLIPS).map(build).collect()
}

impl From {
    fn parts(self) -> (usize, f32) {
        let (Self::Clip(clip, frame) | Self::Sampled(clip, frame)) = self;
        (clip, frame)
    }

    /// The pose it stands for where the job is to read one.
    fn sampled(self, clips: &[Clip]) -> Option<SampledPose> {
        let Self::Sampled(clip, frame) = self else {
            return None;
        };
        let mut pose = SampledPose::new(JOINTS);
        if clip.is_multiple_of(2) {
            pose.sample(&clips[clip], frame);
        } else {
            for joint in 0..JOINTS {
                let mut transform = Transform::IDENTITY;
                let channels = clips[clip].sample(joint, frame, &mut transform);
                pose.set(joint, &transform, channels);
            }
        }
        Some(pose)
    }

    fn source<'a>(self, clips: &'a [Clip], sampled: Option<&'a SampledPose>) -> PoseSource<'a> {
        let (clip, frame) = self.parts();
        sampled.map_or_else(|| PoseSource::clip(&clips[clip], frame), PoseSource::pose)
    }

    fn value(self, clips: &[Clip], joint: usize, channel: Channel) -> Option<Wide> {
        let (clip, frame) = self.parts();
        let mut out = Transform::IDENTITY;
        let channels = clips[clip].sample(joint, frame.clamp(0.0, 8.0), &mut out);
        channels.has(channel).then(|| Wide::from(out))
    }
}

/// What a job has to write to a channel, `None` where it has to leave it alone.
fn expected(
    (skeleton, clips): (&Skeleton, &[Clip]),
    base: Option<From>,
    layers: &[RandomLayer],
    side: DeltaSide,
    (joint, channel): (usize, Channel),
) -> Option<Wide> {
    let rest = Wide::from(skeleton.rest(joint));
    let own = base.and_then(|base| base.value(clips, joint, channel));
    let mut written = own.is_some();
    let mut value = own.unwrap_or(rest);
    let weight = |layer: &RandomLayer| {
        let factor = match layer.mask {
            Some(factor) if skeleton.is_at_or_below(joint, 3) => factor,
            _ => 1.0,
        };
        f64::from(layer.weight) * f64::from(factor)
    };
    let mut at = 0;
    while at < layers.len() {
        let is_average = |layer: &&RandomLayer| layer.operation == Operation::Average;
        let count = layers[at..].iter().take_while(is_average).count();
        let sources: Vec<(Wide, f64)> = layers[at..at + count]
            .iter()
            .filter(|layer| weight(layer) > 0.0)
            .filter_map(|layer| Some((layer.source.value(clips, joint, channel)?, weight(layer))))
            .collect();
        if !sources.is_empty() {
            written = true;
            let total: f64 = sources.iter().map(|source| source.1).sum();
            let sum = |of: fn(&Wide) -> glam::DVec3| -> glam::DVec3 {
                sources.iter().map(|(s, w)| of(s) * (w / total)).sum()
            };
            let rotations: Vec<_> = sources.iter().map(|(s, w)| (s.rotation, *w)).collect();
            let average = Wide {
                translation: sum(|s| s.translation),
                rotation: mean(&rotations),
                scale: sum(|s| s.scale),
            };
            value.set(channel, &average);
        }
        at += count;
        let Some(layer) = layers
            .get(at)
            .filter(|layer| layer.operation != Operation::Average)
        else {
            continue;
        };
        at += 1;
        let w = weight(layer);
        let Some(sample) = layer.source.value(clips, joint, channel) else {
            continue;
        };
        if w == 0.0 {
            continue;
        }
        written = true;
        let reference = layer.reference.value(clips, joint, channel);
        let reference = reference.unwrap_or(rest);
        match layer.operation {
            Operation::Average | Operation::Overlay => value.mix(channel, &sample, w),
            Operation::Additive => value.add(channel, &sample, &reference, w, side),
            Operation::Subtractive => value.add(channel, &sample, &reference, -w, side),
        }
    }
    written.then_some(value)
}

fn froms() -> impl Strategy<Value = From> {
    let frames = prop::sample::select(vec![0.0, 1.0, 2.6, 5.25, 8.0, 9.0, -1.0]);
    (0..CLIPS, frames, any::<bool>()).prop_map(|(clip, frame, sampled)| {
        if sampled {
            From::Sampled(clip, frame)
        } else {
            From::Clip(clip, frame)
        }
    })
}

fn layers() -> impl Strategy<Value = Vec<RandomLayer>> {
    let operations = prop::sample::select(vec![
        Operation::Average,
        Operation::Average,
        Operation::Overlay,
        Operation::Additive,
        Operation::Subtractive,
    ]);
    let weights = prop::sample::select(vec![0.0, 0.125, 0.3, 0.5, 0.875, 1.0]);
    let masks = prop::option::weighted(0.3, prop::sample::select(vec![0.0, 0.5, 1.0]));
    let layer = (froms(), weights, masks, operations, froms()).prop_map(
        |(source, weight, mask, operation, reference)| RandomLayer {
            source,
            weight,
            mask,
            operation,
            reference,
        },
    );
    prop::collection::vec(layer, 0..6)
}

fn run(base: Option<From>, random: &[RandomLayer], side: DeltaSide) -> Result<(), TestCaseError> {
    let (skeleton, clips) = (chain(JOINTS), clips());
    let masks: Vec<Option<Mask>> = random
        .iter()
        .map(|layer| {
            let mut mask = Mask::new(JOINTS);
            mask.set(&skeleton, 3, layer.mask?, true);
            Some(mask)
        })
        .collect();
    let sampled = |from: From| from.sampled(&clips);
    let poses: Vec<_> = random
        .iter()
        .map(|layer| [sampled(layer.source), sampled(layer.reference)])
        .collect();
    let base_pose = base.and_then(sampled);
    let layers: Vec<BlendLayer> = random
        .iter()
        .zip(&masks)
        .zip(&poses)
        .map(|((layer, mask), [source, reference])| {
            let reference = layer.reference.source(&clips, reference.as_ref());
            BlendLayer {
                source: layer.source.source(&clips, source.as_ref()),
                weight: layer.weight,
                mask: mask.as_ref(),
                operation: match layer.operation {
                    Operation::Average => BlendOperation::Average,
                    Operation::Overlay => BlendOperation::Overlay,
                    Operation::Additive => BlendOperation::Additive { reference },
                    Operation::Subtractive => BlendOperation::Subtractive { reference },
                },
            }
        })
        .collect();
    let job = BlendJob {
        skeleton: &skeleton,
        base: base.map(|base| base.source(&clips, base_pose.as_ref())),
        layers: &layers,
        side,
    };
    let mut pose = PoseBuffer::new(&skeleton);
    job.run(&mut BlendScratch::default(), &mut pose).unwrap();
    for joint in 0..JOINTS {
        for channel in Channel::ALL {
            let wanted = expected((&skeleton, &clips), base, random, side, (joint, channel));
            prop_assert_eq!(pose.written[joint].has(channel), wanted.is_some());
            let wanted = wanted.unwrap_or(Wide::from(skeleton.rest(joint)));
            let shown = pose.transforms[joint];
            let off = match channel {
                Channel::Translation => {
                    (shown.translation.as_dvec3() - wanted.translation).length()
                }
                Channel::Rotation => angle(shown.rotation, wanted.rotation.as_quat()),
                Channel::Scale => (shown.scale.as_dvec3() - wanted.scale).length(),
            };
            prop_assert!(off < 2e-4, "{channel:?} of joint {joint} is off by {off}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_jobs_do_what_the_model_does(
        base in prop::option::of(froms()),
        layers in layers(),
        right in any::<bool>(),
    ) {
        run(base, &layers, if right { DeltaSide::Right } else { DeltaSide::Left })?;
    }
}

/// The mixer's pose is that of a job with the same clips, times and weights, to the bit.
#[test]
fn a_mixer_blends_as_its_job() {
    let skeleton = chain(JOINTS);
    let clips: Vec<Arc<Clip>> = clips().into_iter().map(Arc::new).collect();
    let mut mask = Mask::new(JOINTS);
    mask.set(&skeleton, 2, 0.25, true);
    for based in [false, true] {
        let mut mixer = mixer(&skeleton, clips.iter().cloned());
        if based {
            mixer.animate(PlayMode::Loop, 1.5, 3, 0.0, &[]).unwrap();
        }
        let kinds = [LayerKind::Overlay, LayerKind::Overlay, LayerKind::Additive];
        for (seq, kind) in kinds.into_iter().enumerate() {
            let blend = Blend {
                weight: 0.25 + 0.25 * seq as f32,
                kind,
                ..Blend::default()
            };
            mixer.blend(seq, blend).unwrap();
        }
        mixer.mask(1, 2, 0.25, true).unwrap();
        let mut shown = PoseBuffer::new(&skeleton);
        mixer.advance(2.3);
        mixer.evaluate(&mut shown);
        let layers: Vec<BlendLayer> = (0..3)
            .map(|seq| BlendLayer {
                source: PoseSource::clip(&clips[seq], mixer.blend_time(seq)),
                weight: mixer.blend_weight(seq),
                mask: (seq == 1).then_some(&mask),
                operation: match seq {
                    2 => BlendOperation::Additive {
                        reference: PoseSource::clip(&clips[2], 0.0),
                    },
                    _ if based => BlendOperation::Overlay,
                    _ => BlendOperation::Average,
                },
            })
            .collect();
        let job = BlendJob {
            skeleton: &skeleton,
            base: based.then(|| PoseSource::clip(&clips[3], mixer.anim_time())),
            layers: &layers,
            side: DeltaSide::Left,
        };
        let mut alone = PoseBuffer::new(&skeleton);
        job.run(&mut BlendScratch::default(), &mut alone).unwrap();
        assert_eq!(bits(&shown.transforms), bits(&alone.transforms));
        assert_eq!(shown.written, alone.written);
    }
}

#[test]
fn a_job_refuses_what_does_not_fit() {
    let (skeleton, other) = (chain(JOINTS), chain(3));
    let (fits, short) = (clips(), Random(3).clip(3, 4, 1.0));
    let layer = |source| BlendLayer {
        source,
        weight: 1.0,
        mask: None,
        operation: BlendOperation::Overlay,
    };
    let (good, bad) = (
        PoseSource::clip(&fits[0], 1.0),
        PoseSource::clip(&short, 1.0),
    );
    let small_mask = Mask::new(other.len());
    let small_pose = SampledPose::new(other.len());
    let misfit = Err(MixerError::JointCount {
        given: 3,
        skeleton: JOINTS,
    });
    let mut pose = PoseBuffer::new(&skeleton);
    let mut attempt = |base, layer: BlendLayer| {
        let job = BlendJob {
            skeleton: &skeleton,
            base,
            layers: &[layer],
            side: DeltaSide::Left,
        };
        let before = bits(&pose.transforms);
        let result = job.run(&mut BlendScratch::default(), &mut pose);
        assert_eq!(result.is_err(), before == bits(&pose.transforms));
        result
    };
    assert_eq!(attempt(Some(bad), layer(good)), misfit);
    assert_eq!(attempt(None, layer(bad)), misfit);
    assert_eq!(attempt(None, layer(PoseSource::pose(&small_pose))), misfit);
    let mask = Some(&small_mask);
    let masked = BlendLayer {
        mask,
        ..layer(good)
    };
    assert_eq!(attempt(None, masked), misfit);
    for operation in [
        BlendOperation::Additive { reference: bad },
        BlendOperation::Subtractive { reference: bad },
    ] {
        let relative = BlendLayer {
            operation,
            ..layer(good)
        };
        assert_eq!(attempt(None, relative), misfit);
    }
    let weight = f32::NAN;
    let unweighed = BlendLayer {
        weight,
        ..layer(good)
    };
    assert!(matches!(
        attempt(None, unweighed),
        Err(MixerError::NotFinite { .. })
    ));
    assert_eq!(attempt(None, layer(good)), Ok(()));
}

/// Frames outside of a clip, or none at all, stand at its ends; joints outside of a pose are left out.
#[test]
fn strange_frames_and_joints_are_harmless() {
    let skeleton = chain(JOINTS);
    let clip = Random(5).clip(JOINTS, 4, 1.0);
    let at = |frame| {
        let job = BlendJob {
            skeleton: &skeleton,
            base: Some(PoseSource::clip(&clip, frame)),
            layers: &[],
            side: DeltaSide::Left,
        };
        let mut pose = PoseBuffer::new(&skeleton);
        job.run(&mut BlendScratch::default(), &mut pose).unwrap();
        bits(&pose.transforms)
    };
    for low in [-0.5, f32::NEG_INFINITY, f32::NAN] {
        assert_eq!(at(low), at(0.0));
    }
    for high in [4.5, 1e30, f32::INFINITY] {
        assert_eq!(at(high), at(4.0));
    }
    let mut pose = SampledPose::new(2);
    let moved = Transform {
        rotation: Quat::from_rotation_x(1.0),
        ..Transform::IDENTITY
    };
    pose.set(2, &moved, Channels::ALL);
    pose.set(usize::MAX, &moved, Channels::ALL);
    assert_eq!(pose.joint_count(), 2);
    let mut mask = Mask::new(2);
    mask.set(&skeleton, usize::MAX, 0.5, true);
    mask.set(&skeleton, usize::MAX, 0.5, false);
    assert_eq!(mask.joint_count(), 2);
}
