//! Clips: building, sampling in both forms, extraction, other rigs, recorded deltas, key reduction.

mod common;

use common::{Random, Stage, angle, bits, chain};
use flitz_animation::{
    Blend, Channel, Clip, ClipBuilder, ClipError, DeltaSide, Interpolation, Joint, Key, LayerKind,
    MixerError, PlayMode, Skeleton, SkeletonError, Transform, model_space,
};
use glam::{Affine3A, Quat, Vec3};
use proptest::prelude::*;
use std::sync::Arc;

fn one_joint() -> Arc<Skeleton> {
    chain(1)
}

fn sampled(clip: &Clip, frame: f32) -> Transform {
    let mut out = Transform::IDENTITY;
    clip.sample(0, frame, &mut out);
    out
}

#[test]
fn keys_may_come_in_any_order_and_the_last_at_a_frame_stays() {
    let mut builder = Clip::builder(1, 8.0).unwrap();
    builder.translation(0, 8.0, Vec3::X * 8.0).unwrap();
    builder.translation(0, 0.0, Vec3::X * 99.0).unwrap();
    builder.translation(0, 4.0, Vec3::X * 1.0).unwrap();
    builder.translation(0, 0.0, Vec3::ZERO).unwrap();
    let clip = builder.build();
    assert_eq!(clip.key_count(), 3);
    assert_eq!(sampled(&clip, 0.0).translation.x, 0.0);
    assert_eq!(sampled(&clip, 2.0).translation.x, 0.5);
    assert_eq!(sampled(&clip, 6.0).translation.x, 4.5);
    assert_eq!(sampled(&clip, -5.0).translation.x, 0.0);
    assert_eq!(sampled(&clip, 50.0).translation.x, 8.0);
    assert_eq!(sampled(&clip, f32::NAN).translation.x, 0.0);
}

#[test]
fn untrusted_keys_are_refused() {
    let mut builder = Clip::builder(2, 8.0).unwrap();
    assert_eq!(
        builder.translation(2, 0.0, Vec3::X).unwrap_err(),
        ClipError::NoSuchJoint { joint: 2, count: 2 }
    );
    assert!(matches!(
        builder.translation(0, f32::NAN, Vec3::X),
        Err(ClipError::NotFinite { .. })
    ));
    assert!(matches!(
        builder.rotation(0, 0.0, Quat::from_xyzw(0.0, f32::INFINITY, 0.0, 1.0)),
        Err(ClipError::NotFinite { .. })
    ));
    assert!(matches!(
        builder.scale(0, 0.0, Vec3::NAN),
        Err(ClipError::NotFinite { .. })
    ));
    assert!(matches!(
        Clip::builder(1, f32::NAN),
        Err(ClipError::NotFinite { .. })
    ));
    assert!(matches!(
        Clip::builder(1, -1.0),
        Err(ClipError::NegativeLength { .. })
    ));
    // A rotation without length becomes the identity, and a long one unit.
    builder
        .rotation(0, 0.0, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0))
        .unwrap();
    builder
        .rotation(1, 0.0, Quat::from_xyzw(0.0, 3e10, 0.0, 4e10))
        .unwrap();
    let clip = builder.build();
    let mut out = Transform::IDENTITY;
    clip.sample(1, 0.0, &mut out);
    assert!((out.rotation.y - 0.6).abs() < 1e-6 && (out.rotation.w - 0.8).abs() < 1e-6);
    assert_eq!(
        clip.joint(0).unwrap().rotation.as_ref().unwrap().values(),
        [Quat::IDENTITY]
    );
}

#[test]
fn skeletons_check_their_order() {
    let joint = |parent| Joint {
        name: "x".into(),
        parent,
        rest: Transform::IDENTITY,
    };
    let error = Skeleton::new(vec![joint(None), joint(Some(1))]).unwrap_err();
    assert_eq!(
        error,
        SkeletonError::ParentOrder {
            joint: 1,
            parent: 1
        }
    );
    let rest = Transform {
        scale: Vec3::NAN,
        ..Transform::IDENTITY
    };
    let error = Skeleton::new(vec![Joint {
        rest,
        ..joint(None)
    }])
    .unwrap_err();
    assert_eq!(error, SkeletonError::NotFinite { joint: 0 });
    let skeleton = chain(4);
    assert_eq!(skeleton.find("j2"), Some(2));
    assert_eq!(skeleton.find("J2"), None);
    assert_eq!(skeleton.subtree(2).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(skeleton.subtree(9).count(), 0);
}

#[test]
fn step_and_cubic_tracks() {
    let mut builder = Clip::builder(1, 8.0).unwrap();
    builder
        .interpolation(0, Channel::Translation, Interpolation::Step)
        .unwrap();
    builder
        .translation(0, 0.0, Vec3::X)
        .unwrap()
        .translation(0, 4.0, Vec3::Y)
        .unwrap();
    builder
        .interpolation(0, Channel::Scale, Interpolation::CubicSpline)
        .unwrap();
    let key = |frame, value, slope| Key {
        frame,
        value: Vec3::splat(value),
        in_tangent: Vec3::splat(slope),
        out_tangent: Vec3::splat(slope),
    };
    builder
        .scale_key(0, key(0.0, 1.0, 0.5))
        .unwrap()
        .scale_key(0, key(4.0, 3.0, -0.25))
        .unwrap();
    let clip = Arc::new(builder.build());
    let mut stage = Stage::new(&one_joint(), [clip]);
    for (frame, x, scale) in [
        (0.0, 1.0, 1.0),
        (3.9, 1.0, f32::NAN),
        (4.0, 0.0, 3.0),
        (2.0, 1.0, 0.5 + 0.125 * 4.0 * 0.5 + 1.5 + 0.125 * 4.0 * 0.25),
    ] {
        stage.mixer.set_anim_time(frame, 0).unwrap();
        stage.show();
        assert_eq!(stage.x(), x, "at {frame}");
        assert!(
            scale.is_nan() || (stage.standing[0].scale.x - scale).abs() < 1e-5,
            "at {frame}: {}",
            stage.standing[0].scale.x
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The packed form and the keys agree, on any grid and off it.
    #[test]
    fn packed_and_keys_agree(seed in 1u32.., spacing in prop::sample::select(vec![1.0_f32, 0.5, 2.5, 7.0, 0.666_667, 0.0]), keys in 2usize..20, past in 0.0..3.0_f32) {
        let mut random = Random(seed);
        let skeleton = chain(11);
        let length = if spacing == 0.0 { keys as f32 } else { (keys - 1) as f32 * spacing };
        let mut builder = Clip::builder(11, (length - past).max(0.0)).unwrap();
        for joint in 0..11 {
            // Joint 3 has no keys at all, joint 5 none for its rotation, joint 7 does not move.
            for key in 0..keys {
                let frame = if spacing == 0.0 { random.next() * length } else { key as f32 * spacing };
                let moving = if joint == 7 { 0.0 } else { 1.0 };
                if joint != 3 {
                    builder.translation(joint, frame, moving * Vec3::new(random.signed(), random.signed(), 0.0)).unwrap();
                }
                if joint != 3 && joint != 5 {
                    builder.rotation(joint, frame, random.rotation(moving * 3.0)).unwrap();
                }
            }
        }
        let clip = Arc::new(builder.build());
        let mut stage = Stage::new(&skeleton, [clip.clone()]);
        for step in 0..40 {
            let frame = clip.length() * step as f32 / 40.0;
            stage.mixer.set_anim_time(frame, 0).unwrap();
            stage.show();
            for (joint, standing) in stage.standing.iter().enumerate() {
                let mut expected = skeleton.rest(joint);
                clip.sample(joint, stage.mixer.anim_time(), &mut expected);
                prop_assert!(standing.translation.distance(expected.translation) < 1e-4);
                prop_assert!(angle(standing.rotation, expected.rotation) < 1e-4);
            }
        }
    }

    /// Reduced clips keep every joint within half the tolerance, and a composed pose within all of it.
    #[test]
    fn reduction_bounds_the_composed_pose(seed in 1u32.., tolerance in 0.001..0.2_f32, w in 0.0..1.0_f32) {
        let mut random = Random(seed);
        let skeleton = chain(6);
        let smooth = |random: &mut Random, size: f32| {
            let mut builder = Clip::builder(6, 40.0).unwrap();
            for joint in 0..6 {
                let (a, b, axis) = (random.next() * 0.3, random.next() * 6.0, random.rotation(3.0) * Vec3::X);
                for frame in 0..=40 {
                    let wave = size * (a * frame as f32 + b).sin();
                    builder.rotation(joint, frame as f32, Quat::from_axis_angle(axis, wave)).unwrap();
                    builder.translation(joint, frame as f32, Vec3::Y + axis * 0.05 * wave).unwrap();
                }
            }
            Arc::new(builder.build())
        };
        let clips = [smooth(&mut random, 0.8), smooth(&mut random, 0.4)];
        let mut exact = Stage::new(&skeleton, clips.clone());
        let mut reduced = Stage::new(&skeleton, clips);
        let dropped = reduced.mixer.reduce_sequence(0, tolerance).unwrap() + reduced.mixer.reduce_sequence(1, tolerance).unwrap();
        prop_assert!(dropped > 0);
        for stage in [&mut exact, &mut reduced] {
            stage.mixer.animate(PlayMode::Loop, 0.7, 0, 0.0, &[]).unwrap();
            stage.mixer.blend(1, Blend { weight: w, speed: 1.3, kind: LayerKind::Additive, ..Blend::default() }).unwrap();
        }
        for _ in 0..60 {
            let mut models = [vec![Affine3A::IDENTITY; 6], vec![Affine3A::IDENTITY; 6]];
            for (stage, model) in [&mut exact, &mut reduced].into_iter().zip(&mut models) {
                stage.update(1.0);
                model_space(&skeleton, &stage.standing, model);
            }
            for (a, b) in models[0].iter().zip(&models[1]) {
                prop_assert!(a.translation.distance(b.translation) <= tolerance);
            }
        }
    }

    /// No bytes make the builder or the sampling panic or give NaN.
    #[test]
    fn any_finite_keys_sample_finite(keys in prop::collection::vec((any::<f32>(), prop::array::uniform4(any::<f32>())), 1..12), length in 0.0..1e10_f32, at in any::<f32>()) {
        let mut builder = Clip::builder(1, length).unwrap();
        for (frame, value) in keys {
            let _ = builder.rotation(0, frame, Quat::from_array(value));
            let _ = builder.translation(0, frame, Vec3::new(value[0], value[1], value[2]));
        }
        let clip = Arc::new(builder.build());
        prop_assert!(sampled(&clip, at).is_finite());
        let mut stage = Stage::new(&one_joint(), [clip]);
        if stage.mixer.set_anim_time(at, 0).is_ok() {
            stage.show();
            prop_assert!(stage.standing[0].is_finite());
        }
        for kind in [LayerKind::Overlay, LayerKind::Additive, LayerKind::Subtractive] {
            stage.mixer.blend(0, Blend { weight: 0.5, kind, ..Blend::default() }).unwrap();
            stage.update(1.0);
            prop_assert!(stage.standing[0].is_finite());
        }
    }
}

#[test]
fn extraction_moves_keys_and_drops_those_outside() {
    let mut builder = Clip::builder(1, 20.0).unwrap();
    for frame in [0.0, 5.0, 10.0, 15.0, 25.0] {
        builder.translation(0, frame, Vec3::X * frame).unwrap();
    }
    let clip = builder.build();
    let part = clip.extract(5.0, 15.0).unwrap();
    assert_eq!(part.length(), 10.0);
    assert_eq!(
        part.joint(0)
            .unwrap()
            .translation
            .as_ref()
            .unwrap()
            .frames(),
        [0.0, 5.0, 10.0]
    );
    assert_eq!(sampled(&part, 2.5).translation.x, 7.5);
    assert_eq!(clip.extract(0.0, 0.0).unwrap().length(), 0.0);
    assert!(clip.extract(1.0, 4.0).unwrap().channels(0).is_empty());
    let backwards = clip.extract(10.0, 4.0).unwrap();
    assert_eq!((backwards.length(), backwards.key_count()), (-6.0, 0));
    assert!(clip.extract(f32::NAN, 4.0).is_err());
    assert_eq!(clip.key_count(), 5, "keys past the length are kept");
}

#[test]
fn clips_move_to_other_rigs_by_joint_name() {
    let (from, to) = (chain(4), chain(3));
    let clip = Random(2).clip(4, 4, 1.0);
    let (moved, unmatched) = clip.for_skeleton(&from, &to);
    assert_eq!(unmatched, ["j3"]);
    assert_eq!(moved.joint_count(), 3);
    assert_eq!(moved.joint(2), clip.joint(2));
}

#[test]
fn a_builder_goes_on_from_a_clip() {
    let clip = Random(2).clip(1, 4, 1.0);
    let mut builder = ClipBuilder::from_clip(&clip);
    builder
        .translation(0, 2.0, Vec3::splat(9.0))
        .unwrap()
        .name("changed");
    let changed = builder.build();
    assert_eq!(
        (changed.name(), changed.length(), changed.key_count()),
        ("changed", 4.0, clip.key_count())
    );
    assert_eq!(sampled(&changed, 2.0).translation, Vec3::splat(9.0));
    assert_eq!(sampled(&changed, 4.0), sampled(&clip, 4.0));
}

#[test]
fn recorded_deltas_play_like_live_ones() {
    let mut random = Random(17);
    let skeleton = chain(10);
    let clips: Vec<_> = (0..3).map(|_| random.clip(10, 12, 1.0)).collect();
    for side in [DeltaSide::Left, DeltaSide::Right] {
        let mut live = Stage::new(&skeleton, clips.clone());
        let mut recorded = Stage::new(&skeleton, clips.clone());
        let baked = recorded.mixer.bake_additive(1, Some(2), 0.0).unwrap();
        assert_eq!(baked, 3);
        for (stage, seq) in [(&mut live, 1), (&mut recorded, baked)] {
            stage.mixer.set_delta_side(side);
            stage
                .mixer
                .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
                .unwrap();
            // The reference of recorded deltas is their own, whatever the call says.
            let reference = if seq == 1 { Some(2) } else { Some(0) };
            let blend = Blend {
                weight: 0.7,
                kind: LayerKind::Additive,
                reference,
                ..Blend::default()
            };
            stage.mixer.blend(seq, blend).unwrap();
        }
        for _ in 0..5 {
            live.update(0.9);
            recorded.update(0.9);
            assert_eq!(bits(&live.standing), bits(&recorded.standing));
        }
        let clip = recorded.mixer.sequence(baked).unwrap();
        let delta = clip.delta(4, 5.0, side).unwrap();
        let (mut value, mut reference) = (Transform::IDENTITY, Transform::IDENTITY);
        clips[1].sample(4, 5.0, &mut value);
        clips[2].sample(4, 0.0, &mut reference);
        assert!((delta.translation - (value.translation - reference.translation)).length() < 1e-6);
        let composed = match side {
            DeltaSide::Left => delta.rotation * reference.rotation,
            DeltaSide::Right => reference.rotation * delta.rotation,
        };
        assert!(angle(composed, value.rotation) < 1e-5);
        assert!(clips[1].delta(4, 5.0, side).is_none());
    }
}

#[test]
fn recorded_deltas_refuse_another_rig_until_rebased() {
    let rig = chain(5);
    let clip = Random(23).clip(5, 6, 1.0);
    let baked = Arc::new(clip.bake_additive(&clip, 0.0, &rig));
    let mut joints = rig.joints().to_vec();
    joints[3].rest.translation = Vec3::new(0.0, 1.5, 0.25);
    joints[3].rest.rotation = Quat::from_rotation_x(0.7);
    let other = Arc::new(Skeleton::new(joints).unwrap());
    assert!(rig.first_difference(&other).is_some());
    let mut stage = Stage::new(&other, [baked.clone()]);
    let additive = Blend {
        kind: LayerKind::Additive,
        ..Blend::default()
    };
    let refused = MixerError::RigDiffers { joint: "j3".into() };
    assert_eq!(stage.mixer.blend(0, additive), Err(refused.clone()));
    assert!(refused.to_string().contains("\"j3\""));
    let (rebased, unmatched) = baked.rebase_additive(&other).unwrap();
    assert!(unmatched.is_empty());
    let seq = stage.mixer.add_sequence(Arc::new(rebased)).unwrap();
    assert_eq!(stage.mixer.blend(seq, additive), Ok(Some(0)));
    let rebased = stage.mixer.sequence(seq).unwrap();
    for joint in 0..5 {
        for frame in [0.0, 2.5, 6.0] {
            let old = baked.delta(joint, frame, DeltaSide::Left).unwrap();
            let new = rebased.delta(joint, frame, DeltaSide::Left).unwrap();
            assert!(angle(old.rotation, new.rotation) < 1e-5);
            assert!(old.translation.distance(new.translation) < 1e-5);
            assert!(old.scale.distance(new.scale) < 1e-5);
        }
    }
    assert_eq!(rebased.baked().unwrap().reference()[3], other.rest(3));
    let same_but_longer = chain(6);
    assert_eq!(
        rig.first_difference(&same_but_longer).as_deref(),
        Some("j5")
    );
    assert_eq!(rig.first_difference(&chain(5)), None);
}

#[test]
fn reduction_keeps_what_it_must() {
    let skeleton = chain(3);
    let clip = Random(31).clip(3, 10, 1.0);
    assert_eq!(
        clip.reduce(&skeleton, &[], 0.0).unwrap().key_count(),
        clip.key_count()
    );
    assert!(clip.reduce(&skeleton, &[], -1.0).is_err());
    // A line needs its ends only.
    let mut builder = Clip::builder(3, 100.0).unwrap();
    for frame in 0..=100 {
        builder
            .translation(0, frame as f32, Vec3::X * frame as f32 * 0.5)
            .unwrap();
        builder
            .rotation(1, frame as f32, Quat::from_rotation_y(frame as f32 * 0.01))
            .unwrap();
    }
    let line = builder.build();
    let reduced = line.reduce(&skeleton, &[], 0.001).unwrap();
    assert!(
        reduced.key_count() <= 6,
        "{} keys left",
        reduced.key_count()
    );
    assert_eq!(reduced.length(), 100.0);
    let mut out = [Transform::IDENTITY; 2];
    for frame in [0.0, 33.3, 100.0] {
        line.sample(1, frame, &mut out[0]);
        reduced.sample(1, frame, &mut out[1]);
        assert!(angle(out[0].rotation, out[1].rotation) < 1e-3);
    }
}
