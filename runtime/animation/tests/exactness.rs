//! What the arithmetic promises, to the bit or to a stated bound.

mod common;

use common::{Random, Stage, angle, bits, chain, held, turn};
use flitz_animation::{
    Blend, Clip, DeltaSide, Joint, LayerKind, PlayMode, Skeleton, Transform, rotation,
};
use glam::{DQuat, Quat, Vec3};
use proptest::prelude::*;
use std::f32::consts::{PI, TAU};
use std::sync::Arc;

fn overlay(weight: f32) -> Blend {
    Blend {
        weight,
        ..Blend::default()
    }
}

fn additive(weight: f32, reference: usize) -> Blend {
    Blend {
        weight,
        kind: LayerKind::Additive,
        reference: Some(reference),
        ..Blend::default()
    }
}

/// One joint at rest with sequences that hold one rotation each.
fn holding(rotations: &[Quat]) -> Stage {
    let joints = vec![Joint {
        name: "only".into(),
        parent: None,
        rest: Transform::IDENTITY,
    }];
    let skeleton = Arc::new(Skeleton::new(joints).unwrap());
    Stage::new(
        &skeleton,
        rotations.iter().map(|&rotation| held(1, 0, rotation)),
    )
}

fn shown(stage: &mut Stage) -> Quat {
    stage.update(1.0);
    stage.standing[0].rotation
}

fn axes() -> impl Strategy<Value = [f64; 3]> {
    [-1.0..1.0_f64, -1.0..1.0_f64, -1.0..1.0_f64]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Half the weight is half the angle, up to 179 degrees, as a layer and as a function.
    #[test]
    fn weight_scales_the_angle(axis in axes(), degrees in 0.0..179.0_f64, w in 0.0..1.0_f32, base_axis in axes(), base_angle in -3.0..3.0_f64) {
        let base = turn(base_axis, base_angle).as_quat();
        let delta = turn(axis, degrees.to_radians());
        let target = (delta * base.as_dquat()).as_quat();
        let expected = (turn(axis, degrees.to_radians() * f64::from(w)) * base.as_dquat()).as_quat();
        let by_function = rotation::apply_delta(base, rotation::delta(target, base, DeltaSide::Left), w, DeltaSide::Left);
        prop_assert!(angle(by_function, expected) < 1e-5);
        let mut stage = holding(&[base, target]);
        stage.mixer.animate(PlayMode::Loop, 1.0, 0, 0.0, &[]).unwrap();
        stage.mixer.blend(1, additive(w, 0)).unwrap();
        prop_assert!(angle(shown(&mut stage), expected) < 2e-5);
    }

    /// The right side turns in the joint's own frame.
    #[test]
    fn right_side_composes_on_the_right(axis in axes(), degrees in 0.0..179.0_f64, w in 0.0..1.0_f32, base_axis in axes(), base_angle in -3.0..3.0_f64, reference_axis in axes()) {
        let base = turn(base_axis, base_angle);
        let reference = turn(reference_axis, 1.0);
        let target = (reference * turn(axis, degrees.to_radians())).as_quat();
        let expected = (base * turn(axis, degrees.to_radians() * f64::from(w))).as_quat();
        let mut stage = holding(&[base.as_quat(), target, reference.as_quat()]);
        stage.mixer.set_delta_side(DeltaSide::Right);
        stage.mixer.animate(PlayMode::Loop, 1.0, 0, 0.0, &[]).unwrap();
        stage.mixer.blend(1, additive(w, 2)).unwrap();
        prop_assert!(angle(shown(&mut stage), expected) < 2e-5);
    }

    /// A delta goes the short way round, whatever signs its quaternions are stored with.
    #[test]
    fn delta_takes_the_near_hemisphere(axis in axes(), degrees in 0.0..179.0_f64, w in 0.0..1.0_f32, flip_value: bool, flip_reference: bool) {
        let flipped = |q: Quat, flip: bool| if flip { -q } else { q };
        let value = turn(axis, degrees.to_radians()).as_quat();
        let expected = turn(axis, degrees.to_radians() * f64::from(w)).as_quat();
        let mut stage = holding(&[Quat::IDENTITY, flipped(value, flip_value), flipped(Quat::IDENTITY, flip_reference)]);
        stage.mixer.animate(PlayMode::Loop, 1.0, 0, 0.0, &[]).unwrap();
        stage.mixer.blend(1, additive(w, 2)).unwrap();
        prop_assert!(angle(shown(&mut stage), expected) < 2e-5);
    }

    /// Small deltas are composed, not added, and keep their size.
    #[test]
    fn small_deltas_compose(axis in axes(), exponent in -6.0..-1.0_f64, w in 0.0..1.0_f32, base_axis in axes(), base_angle in -3.0..3.0_f64) {
        let size = 10.0_f64.powf(exponent);
        let base = turn(base_axis, base_angle);
        let target = (turn(axis, size) * base).as_quat();
        let expected = (turn(axis, size * f64::from(w)) * base).as_quat();
        let mut stage = holding(&[base.as_quat(), target]);
        stage.mixer.animate(PlayMode::Loop, 1.0, 0, 0.0, &[]).unwrap();
        stage.mixer.blend(1, additive(w, 0)).unwrap();
        let result = shown(&mut stage);
        prop_assert!((f64::from(result.length()) - 1.0).abs() < 1e-6);
        prop_assert!(angle(result, expected) < 1e-6 + 1e-5 * size);
    }

    /// The average of two is their slerp.
    #[test]
    fn two_average_to_slerp(a in axes(), a_angle in -3.1..3.1_f64, between in axes(), spread in 0.0..175.0_f64, w0 in 0.01..1.0_f32, w1 in 0.01..1.0_f32, flip: bool) {
        let first = turn(a, a_angle);
        let second = turn(between, spread.to_radians()) * first;
        let share = f64::from(w1) / (f64::from(w0) + f64::from(w1));
        let expected = (turn(between, spread.to_radians() * share) * first).as_quat();
        let second = if flip { -second } else { second };
        let mut stage = holding(&[first.as_quat(), second.as_quat()]);
        stage.mixer.blend(0, overlay(w0)).unwrap();
        stage.mixer.blend(1, overlay(w1)).unwrap();
        prop_assert!(angle(shown(&mut stage), expected) < 1e-5);
    }

    /// Any number within 120 degrees of each other: the spherical mean, in any order and with any signs.
    #[test]
    fn many_average_to_the_spherical_mean(
        center in axes(), center_angle in -3.1..3.1_f64,
        sources in prop::collection::vec((axes(), 0.0..60.0_f64, 0.01..1.0_f32, any::<bool>()), 3..8),
    ) {
        let center = turn(center, center_angle);
        let rotations: Vec<Quat> = sources.iter().map(|(axis, degrees, _, flip)| {
            let q = (turn(*axis, degrees.to_radians()) * center).as_quat();
            if *flip { -q } else { q }
        }).collect();
        let weights: Vec<f32> = sources.iter().map(|source| source.2).collect();
        let expected = spherical_mean(&rotations, &weights);
        let mut forward = holding(&rotations);
        let mut backward = holding(&rotations);
        for seq in 0..rotations.len() {
            forward.mixer.blend(seq, overlay(weights[seq])).unwrap();
            let seq = rotations.len() - 1 - seq;
            backward.mixer.blend(seq, overlay(weights[seq])).unwrap();
        }
        let result = shown(&mut forward);
        prop_assert!(angle(result, expected) < 1e-4, "{}", angle(result, expected));
        prop_assert_eq!(bits(&forward.standing), { backward.update(1.0); bits(&backward.standing) });
        // The same sources under other numbers.
        let mut renumbered = holding(&rotations.iter().rev().copied().collect::<Vec<_>>());
        for (seq, &weight) in weights.iter().rev().enumerate() {
            renumbered.mixer.blend(seq, overlay(weight)).unwrap();
        }
        prop_assert!(angle(shown(&mut renumbered), result) < 1e-6);
        let pairs: Vec<_> = rotations.iter().copied().zip(weights.iter().copied()).collect();
        prop_assert!(angle(rotation::mean(&pairs).unwrap(), expected) < 1e-6);
    }

    /// A power of any weight, far outside [0,1] too.
    #[test]
    fn powers_of_any_weight(axis in axes(), degrees in 0.0..179.0_f64, w in -4.0..4.0_f32) {
        let expected = turn(axis, degrees.to_radians() * f64::from(w)).as_quat();
        prop_assert!(angle(rotation::power(turn(axis, degrees.to_radians()).as_quat(), w), expected) < 1e-5);
        let mut stage = holding(&[Quat::IDENTITY, turn(axis, degrees.to_radians()).as_quat()]);
        stage.mixer.animate(PlayMode::Loop, 1.0, 0, 0.0, &[]).unwrap();
        stage.mixer.blend(1, additive(w, 0)).unwrap();
        prop_assert!(angle(shown(&mut stage), expected) < 2e-5);
    }

    /// What was added and is taken away again leaves the base.
    #[test]
    fn subtracting_undoes_adding(axis in axes(), degrees in 0.0..179.0_f64, w in 0.0..1.0_f32, base_axis in axes(), right: bool) {
        let base = turn(base_axis, 1.3).as_quat();
        let value = turn(axis, degrees.to_radians()).as_quat();
        let mut stage = holding(&[base, value, Quat::IDENTITY, value]);
        stage.mixer.set_delta_side(if right { DeltaSide::Right } else { DeltaSide::Left });
        stage.mixer.animate(PlayMode::Loop, 1.0, 0, 0.0, &[]).unwrap();
        stage.mixer.blend(1, additive(w, 2)).unwrap();
        stage.mixer.blend(3, Blend { kind: LayerKind::Subtractive, ..additive(w, 2) }).unwrap();
        prop_assert!(angle(shown(&mut stage), base) < 2e-5);
    }

    /// Slerp between keys: right to double precision within 1e-4, up to 179 degrees between two keys.
    #[test]
    fn sampling_is_slerp(axis in axes(), degrees in 0.0..179.0_f64, start in axes(), time in 0.0..8.0_f32, flip: bool) {
        let first = turn(start, 2.0);
        let second = turn(axis, degrees.to_radians()) * first;
        let mut builder = Clip::builder(1, 8.0).unwrap();
        let second_key = if flip { -second } else { second };
        builder.rotation(0, 0.0, first.as_quat()).unwrap().rotation(0, 8.0, second_key.as_quat()).unwrap();
        let clip = builder.build();
        let expected = (turn(axis, degrees.to_radians() * f64::from(time) / 8.0) * first).as_quat();
        let mut by_joint = Transform::IDENTITY;
        clip.sample(0, time, &mut by_joint);
        prop_assert!(angle(by_joint.rotation, expected) < 1e-5);
        let joints = vec![Joint { name: "only".into(), parent: None, rest: Transform::IDENTITY }];
        let mut stage = Stage::new(&Arc::new(Skeleton::new(joints).unwrap()), [Arc::new(clip)]);
        stage.mixer.set_anim_time(time, 0).unwrap();
        stage.show();
        prop_assert!(angle(stage.standing[0].rotation, expected) < 1e-5);
        prop_assert!((f64::from(stage.standing[0].rotation.length()) - 1.0).abs() < 1e-6);
    }
}

/// The mean found by iterating on the tangent space in double precision, kept apart from the library's.
fn spherical_mean(rotations: &[Quat], weights: &[f32]) -> Quat {
    let total: f64 = weights.iter().map(|&w| f64::from(w)).sum();
    let mut mean = rotations[0].as_dquat();
    for _ in 0..500 {
        let mut step = glam::DVec3::ZERO;
        for (q, &w) in rotations.iter().zip(weights) {
            let mut local = mean.conjugate() * q.as_dquat();
            if local.w < 0.0 {
                local = -local;
            }
            let sine = local.xyz().length();
            if sine > 1e-15 {
                step += local.xyz() * (sine.atan2(local.w) / sine * f64::from(w) / total);
            }
        }
        let length = step.length();
        if length < 1e-15 {
            break;
        }
        let xyz = step * (length.sin() / length);
        mean = (mean * DQuat::from_xyzw(xyz.x, xyz.y, xyz.z, length.cos())).normalize();
    }
    mean.as_quat()
}

/// A published listing scales the whole angle where it must scale the half: twice too far, and no unit quaternion.
#[test]
fn fault_of_the_listing_full_angle() {
    let delta = Quat::from_rotation_y(1.0);
    let half = rotation::power(delta, 0.5);
    assert!(angle(half, Quat::from_rotation_y(0.5)) < 1e-6);
    let listing_angle = 2.0 * delta.w.acos();
    let ratio = (0.5 * listing_angle).sin() / listing_angle.sin();
    let listing = Quat::from_xyzw(0.0, delta.y * ratio, 0.0, (0.5 * listing_angle).cos());
    assert!(
        (listing.length() - 1.0).abs() > 0.05 || angle(listing, half) > 0.1,
        "the fault would go unseen here"
    );
    assert!((half.length() - 1.0).abs() < 1e-6);
}

/// Its branch for small angles adds to the base where it must compose.
#[test]
fn fault_of_the_listing_adds_small_angles() {
    let base = Quat::from_rotation_x(2.5);
    let delta = Quat::from_rotation_y(1e-3);
    let expected = Quat::from_rotation_y(5e-4) * base;
    let result = rotation::apply_delta(base, delta, 0.5, DeltaSide::Left);
    assert!(angle(result, expected) < 1e-6);
    let added = (base + delta * 0.5).normalize();
    assert!(
        angle(added, expected) > 0.1,
        "the fault would go unseen here"
    );
}

/// It does not choose the hemisphere: a negated delta turns the long way round.
#[test]
fn fault_of_the_listing_no_hemisphere() {
    let delta = Quat::from_rotation_z(0.8);
    let expected = Quat::from_rotation_z(0.4);
    assert!(angle(rotation::power(-delta, 0.5), expected) < 1e-6);
    assert!(
        angle(
            rotation::delta(-delta, Quat::IDENTITY, DeltaSide::Left),
            delta
        ) < 1e-6
    );
    assert!(rotation::delta(-delta, Quat::IDENTITY, DeltaSide::Left).w > 0.0);
}

/// It takes acos outside of its domain when rounding puts the scalar part above 1.
#[test]
fn fault_of_the_listing_acos_outside_its_domain() {
    let above = 1.0 + f32::EPSILON;
    let delta = Quat::from_xyzw(0.0, 0.0, 0.0, above);
    assert!(above.acos().is_nan(), "the fault would go unseen here");
    for w in [0.0, 0.3, 1.0] {
        let result = rotation::power(delta, w);
        assert!(result.is_finite());
        assert!(angle(result, Quat::IDENTITY) < 1e-6);
    }
    let mut stage = holding(&[Quat::from_rotation_x(1.0), Quat::from_rotation_x(1.0)]);
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    stage.mixer.blend(1, additive(0.5, 0)).unwrap();
    assert!(angle(shown(&mut stage), Quat::from_rotation_x(1.0)) < 1e-6);
}

/// A half turn has two short ways; either is taken, and the angle is right.
#[test]
fn a_delta_of_180_degrees_is_a_turn() {
    for axis in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE.normalize()] {
        let half_turn = Quat::from_axis_angle(axis, PI);
        let mut stage = holding(&[Quat::IDENTITY, half_turn]);
        stage
            .mixer
            .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
            .unwrap();
        for (w, degrees) in [(0.25, 45.0_f64), (0.5, 90.0), (1.0, 180.0)] {
            stage.mixer.blend(1, additive(w, 0)).unwrap();
            let result = shown(&mut stage);
            assert!((angle(result, Quat::IDENTITY) - degrees.to_radians()).abs() < 1e-4);
            assert!((result.length() - 1.0).abs() < 1e-6);
        }
    }
}

/// A full turn as a delta is none.
#[test]
fn a_delta_of_360_degrees_is_none() {
    let mut stage = holding(&[Quat::IDENTITY, Quat::from_rotation_y(TAU)]);
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    stage.mixer.blend(1, additive(1.0, 0)).unwrap();
    assert!(angle(shown(&mut stage), Quat::IDENTITY) < 1e-6);
}

/// All the weight copies the bits: a lone overlay, an overlay of weight 1 over a base, the only one left of three.
#[test]
fn all_the_weight_copies_the_bits() {
    let mut random = Random(7);
    let skeleton = chain(13);
    let clips = [
        random.clip(13, 12, 2.0),
        random.clip(13, 12, 2.0),
        random.clip(13, 12, 2.0),
    ];
    let mut alone = Stage::new(&skeleton, clips.clone());
    alone.mixer.set_anim_time(4.0, 1).unwrap();
    alone.show();
    let expected = bits(&alone.standing);
    for (joint, standing) in alone.standing.iter().enumerate() {
        let mut key = Transform::IDENTITY;
        clips[1].sample(joint, 4.0, &mut key);
        assert_eq!(standing.translation, key.translation);
        assert_eq!(standing.scale, key.scale);
        assert!(standing.rotation == key.rotation || standing.rotation == -key.rotation);
    }
    let still = |weight| Blend {
        weight,
        speed: 4.0,
        ..Blend::default()
    };
    for weight in [1.0, 0.3, 1e-20] {
        let mut stage = Stage::new(&skeleton, clips.clone());
        stage.mixer.blend(1, still(weight)).unwrap();
        stage.update(1.0);
        assert_eq!(
            bits(&stage.standing),
            expected,
            "a lone overlay of weight {weight}"
        );
    }
    let mut stage = Stage::new(&skeleton, clips.clone());
    stage
        .mixer
        .animate(PlayMode::Loop, 0.7, 0, 0.0, &[])
        .unwrap();
    stage.mixer.blend(2, overlay(0.4)).unwrap();
    stage.mixer.blend(1, still(1.0)).unwrap();
    stage.update(1.0);
    assert_eq!(bits(&stage.standing), expected, "weight 1 over a base");
}

/// Weight 0 is a skip, and a joint masked out is as if the layer were not there, both to the bit.
#[test]
fn a_masked_joint_equals_absence() {
    let mut random = Random(99);
    let skeleton = chain(19);
    let clips: Vec<_> = (0..4).map(|_| random.clip(19, 9, 2.5)).collect();
    for base in [false, true] {
        let start = |layers: &[usize]| {
            let mut stage = Stage::new(&skeleton, clips.clone());
            if base {
                stage
                    .mixer
                    .animate(PlayMode::Loop, 1.1, 0, 0.0, &[])
                    .unwrap();
            }
            for &seq in layers {
                let kind = if seq == 3 {
                    LayerKind::Additive
                } else {
                    LayerKind::Overlay
                };
                let blend = Blend {
                    weight: 0.2 + 0.2 * seq as f32,
                    speed: 0.37,
                    kind,
                    ..Blend::default()
                };
                stage.mixer.blend(seq, blend).unwrap();
            }
            stage
        };
        for layer in 1..4 {
            let others: Vec<usize> = (1..4).filter(|&seq| seq != layer).collect();
            let mut absent = start(&others);
            let mut everything = start(&[1, 2, 3]);
            let mut masked = start(&[1, 2, 3]);
            // Joints 4, 9 and 14 share their groups with joints that are not masked.
            for joint in [4, 9, 14] {
                masked.mixer.mask(layer, joint, 0.0, false).unwrap();
            }
            for _ in 0..5 {
                absent.update(1.0);
                everything.update(1.0);
                masked.update(1.0);
                for joint in 0..19 {
                    let same = if [4, 9, 14].contains(&joint) {
                        &absent
                    } else {
                        &everything
                    };
                    let expected = bits(&same.standing[joint..=joint]);
                    assert_eq!(
                        bits(&masked.standing[joint..=joint]),
                        expected,
                        "base {base} layer {layer} joint {joint}"
                    );
                }
            }
        }
    }
}

/// A layer whose weight is 0 changes no bit and writes nothing.
#[test]
fn weight_zero_is_a_skip() {
    let mut random = Random(3);
    let skeleton = chain(5);
    let clips: Vec<_> = (0..2).map(|_| random.clip(5, 9, 2.0)).collect();
    let mut stage = Stage::new(&skeleton, clips.clone());
    // It fades in, so before any time has passed it is there with weight 0.
    stage
        .mixer
        .blend(
            1,
            Blend {
                fade: 1.0,
                ..Blend::default()
            },
        )
        .unwrap();
    stage.mixer.advance(0.0);
    stage.mixer.evaluate(&mut stage.pose);
    assert_eq!(stage.mixer.blend_count(), 1);
    assert!(!stage.wrote_anything());
}

/// Many layers for a long time: unit quaternions and no NaN. Evaluations read nothing back, so the clocks run every
/// tick and the pose is looked at every thousandth.
#[test]
fn a_hundred_additive_layers_for_a_million_ticks() {
    let mut random = Random(41);
    let skeleton = chain(3);
    let clips: Vec<_> = (0..101).map(|_| random.clip(3, 8, 3.0)).collect();
    let mut stage = Stage::new(&skeleton, clips);
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    for seq in 1..101 {
        let mode = [PlayMode::Loop, PlayMode::PingPong][seq % 2];
        let speed = 0.5 + 2.0 * random.signed();
        let blend = Blend {
            weight: random.next(),
            mode,
            speed,
            kind: LayerKind::Additive,
            ..Blend::default()
        };
        stage.mixer.blend(seq, blend).unwrap();
    }
    for tick in 0..1_000_000 {
        stage.mixer.advance(1.0);
        if tick % 1000 == 999 {
            stage.mixer.evaluate(&mut stage.pose);
            for joint in &stage.pose.transforms {
                assert!(joint.is_finite());
                assert!(
                    (joint.rotation.as_dquat().length() - 1.0).abs() <= 1e-6,
                    "{}",
                    joint.rotation.length()
                );
            }
        }
    }
}

/// The whole way at once, against the same in double precision: three clips sampled and averaged, one additive layer on top.
#[test]
fn a_whole_evaluation_stays_within_a_ten_thousandth() {
    let mut random = Random(1234);
    let skeleton = chain(24);
    let clips: Vec<_> = (0..4).map(|_| random.clip(24, 30, 0.9)).collect();
    let weights = [0.9, 0.3, 0.5];
    let mut stage = Stage::new(&skeleton, clips.clone());
    for (seq, &weight) in weights.iter().enumerate() {
        let speed = 0.3 + 0.41 * seq as f32;
        stage
            .mixer
            .blend(
                seq,
                Blend {
                    speed,
                    ..overlay(weight)
                },
            )
            .unwrap();
    }
    stage
        .mixer
        .blend(
            3,
            Blend {
                speed: 0.77,
                ..additive(0.6, 3)
            },
        )
        .unwrap();
    let key = |seq: usize, joint: usize, frame: usize| {
        let track = clips[seq].joint(joint).unwrap().rotation.as_ref().unwrap();
        track.values()[frame].as_dquat()
    };
    let sample = |seq: usize, joint: usize, time: f64| {
        let frame = time as usize;
        let (a, mut b) = (key(seq, joint, frame), key(seq, joint, (frame + 1).min(30)));
        if a.dot(b) < 0.0 {
            b = -b;
        }
        wide_power(b * a.conjugate(), time - frame as f64) * a
    };
    let mut largest = 0.0_f64;
    for _ in 0..50 {
        stage.update(1.0);
        for joint in 0..24 {
            let sources: Vec<Quat> = (0..3)
                .map(|seq| sample(seq, joint, f64::from(stage.mixer.blend_time(seq))).as_quat())
                .collect();
            let delta = sample(3, joint, f64::from(stage.mixer.blend_time(3)))
                * key(3, joint, 0).conjugate();
            let delta = if delta.w < 0.0 { -delta } else { delta };
            let expected = wide_power(delta, f64::from(0.6_f32))
                * spherical_mean(&sources, &weights).as_dquat();
            largest = largest.max(angle(stage.standing[joint].rotation, expected.as_quat()));
        }
    }
    assert!(largest < 2e-5, "{largest}");
}

fn wide_power(q: DQuat, w: f64) -> DQuat {
    let (sine, half) = (q.xyz().length(), q.xyz().length().atan2(q.w));
    let xyz = if sine < 1e-15 {
        q.xyz() * w
    } else {
        q.xyz() * ((w * half).sin() / sine)
    };
    DQuat::from_xyzw(xyz.x, xyz.y, xyz.z, (w * half).cos())
}
