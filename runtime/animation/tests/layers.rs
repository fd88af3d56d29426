//! The life of layers, as the commands see it.

mod common;

use common::{Stage, angle, chain, held, slide};
use flitz_animation::{
    Blend, Channel, Channels, Clip, LayerKind, MixerError, PartPlace, PlayMode, SequencePart,
};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// One joint and three sequences that slide along x: 0..10, 100..110, 200..220 in ten frames.
fn sliding() -> Stage {
    Stage::new(
        &chain(1),
        [
            slide(1, 10.0, 0.0, 10.0),
            slide(1, 10.0, 100.0, 110.0),
            slide(1, 10.0, 200.0, 220.0),
        ],
    )
}

fn near(a: f32, b: f32) {
    assert!((a - b).abs() < 1e-4, "{a} is not {b}");
}

fn weight(weight: f32) -> Blend {
    Blend {
        weight,
        ..Blend::default()
    }
}

#[test]
fn fades_by_rate_per_second_and_lands() {
    let mut stage = sliding();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    stage
        .mixer
        .blend(
            1,
            Blend {
                fade: 2.0,
                ..weight(1.0)
            },
        )
        .unwrap();
    assert_eq!(stage.mixer.blend_weight(1), 0.0);
    for tick in 1..=30 {
        stage.update(1.0);
        near(stage.mixer.blend_weight(1), tick as f32 / 30.0);
    }
    assert_eq!(stage.mixer.blend_weight(1), 1.0);
    assert_eq!(stage.mixer.blend_target(1), 1.0);
}

#[test]
fn an_update_keeps_time_and_weight() {
    let mut stage = sliding();
    stage
        .mixer
        .blend(
            1,
            Blend {
                fade: 6.0,
                ..weight(1.0)
            },
        )
        .unwrap();
    stage.update(4.0);
    let (time, current) = (stage.mixer.blend_time(1), stage.mixer.blend_weight(1));
    let slot = stage
        .mixer
        .blend(
            1,
            Blend {
                fade: 3.0,
                speed: 0.5,
                mode: PlayMode::PingPong,
                ..weight(0.9)
            },
        )
        .unwrap();
    assert_eq!(slot, Some(0));
    assert_eq!(
        (stage.mixer.blend_time(1), stage.mixer.blend_weight(1)),
        (time, current)
    );
    stage.update(1.0);
    near(stage.mixer.blend_time(1), 4.5);
}

#[test]
fn one_shots_and_fading_layers_restart_their_time_only() {
    let mut stage = sliding();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    let one_shot = Blend {
        mode: PlayMode::OneShot,
        fade: 6.0,
        ..weight(1.0)
    };
    stage.mixer.blend(1, one_shot).unwrap();
    stage.update(5.0);
    stage.mixer.blend(1, one_shot).unwrap();
    assert_eq!(stage.mixer.blend_time(1), 0.0);
    near(stage.mixer.blend_weight(1), 0.5);
    stage
        .mixer
        .blend(
            1,
            Blend {
                speed: -1.0,
                ..one_shot
            },
        )
        .unwrap();
    assert_eq!(stage.mixer.blend_time(1), 10.0);
    stage.update(1.0);
    stage
        .mixer
        .blend(
            1,
            Blend {
                weight: 0.0,
                ..one_shot
            },
        )
        .unwrap();
    near(stage.mixer.blend_time(1), 9.0);

    stage
        .mixer
        .blend(
            2,
            Blend {
                fade: 6.0,
                ..weight(1.0)
            },
        )
        .unwrap();
    stage.update(3.0);
    stage.mixer.stop_blend(2);
    stage.update(1.0);
    stage
        .mixer
        .blend(
            2,
            Blend {
                fade: 6.0,
                ..weight(1.0)
            },
        )
        .unwrap();
    assert_eq!(stage.mixer.blend_time(2), 0.0);
    near(stage.mixer.blend_weight(2), 0.2);
}

#[test]
fn slots_are_stable_and_reused() {
    let mut stage = sliding();
    assert_eq!(stage.mixer.blend(2, weight(0.0)), Ok(None));
    assert_eq!(stage.mixer.blend(7, weight(1.0)), Ok(None));
    assert_eq!(stage.mixer.blend(2, weight(1.0)), Ok(Some(0)));
    assert_eq!(stage.mixer.blend(0, weight(1.0)), Ok(Some(1)));
    stage.mixer.stop_blend(2);
    assert_eq!(stage.mixer.blend_count(), 1);
    assert_eq!(
        (stage.mixer.blend_sequence(0), stage.mixer.blend_sequence(1)),
        (None, Some(0))
    );
    assert_eq!(stage.mixer.blend(1, weight(1.0)), Ok(Some(0)));
    assert_eq!(stage.mixer.blend_sequence(0), Some(1));
    assert_eq!(stage.mixer.blend_sequence(9), None);
}

#[test]
fn overlays_average_without_a_base_and_mix_with_one() {
    let mut stage = sliding();
    stage.mixer.blend(1, weight(0.1)).unwrap();
    stage.mixer.blend(2, weight(0.3)).unwrap();
    stage.update(5.0);
    near(stage.x(), 0.25 * 105.0 + 0.75 * 210.0);
    near(stage.mixer.blend_share(2), 0.75);
    stage.mixer.set_anim_time(2.0, 0).unwrap();
    stage.update(0.0);
    let first = 2.0 + 0.1 * (105.0 - 2.0);
    near(stage.x(), first + 0.3 * (210.0 - first));
    near(stage.mixer.blend_share(1), 0.1 * 0.7);
}

#[test]
fn additive_layers_stay_outside_the_normalization_and_follow_overlays() {
    let mut stage = sliding();
    stage
        .mixer
        .blend(
            0,
            Blend {
                kind: LayerKind::Additive,
                ..weight(0.5)
            },
        )
        .unwrap();
    stage.update(4.0);
    // On the rest pose, whose x is 0.
    near(stage.x(), 0.5 * 4.0);
    stage.mixer.blend(1, weight(0.2)).unwrap();
    stage
        .mixer
        .blend(
            2,
            Blend {
                kind: LayerKind::Subtractive,
                reference: Some(1),
                ..weight(0.1)
            },
        )
        .unwrap();
    stage.update(1.0);
    near(stage.x(), 101.0 + 0.5 * 5.0 - 0.1 * (202.0 - 100.0));
    near(stage.mixer.blend_share(0), 0.5);
}

#[test]
fn a_reference_that_does_not_exist_is_the_layers_own() {
    let mut stage = sliding();
    let blend = Blend {
        kind: LayerKind::Additive,
        reference: Some(99),
        ..weight(1.0)
    };
    stage.mixer.blend(1, blend).unwrap();
    stage.update(3.0);
    near(stage.x(), 3.0);
}

#[test]
fn what_a_layer_leaves_is_restored_once() {
    let mut stage = sliding();
    stage.mixer.blend(1, weight(1.0)).unwrap();
    stage.update(1.0);
    near(stage.x(), 101.0);
    stage.mixer.stop_blend(1);
    assert_eq!(stage.mixer.blend_count(), 0);
    stage.update(1.0);
    assert_eq!(stage.x(), 0.0);
    assert_eq!(stage.pose.written[0], Channels::TRANSLATION);
    // Whoever moves the joint now is left alone.
    stage.standing[0].translation = Vec3::splat(7.0);
    stage.update(1.0);
    assert_eq!(stage.x(), 7.0);
    assert!(!stage.wrote_anything());
}

#[test]
fn a_joint_masked_out_while_driven_is_restored() {
    let mut stage = sliding();
    stage.mixer.blend(1, weight(1.0)).unwrap();
    stage.update(1.0);
    stage.mixer.mask(1, 0, 0.0, true).unwrap();
    stage.update(1.0);
    assert_eq!(stage.x(), 0.0);
    stage.update(1.0);
    assert!(!stage.wrote_anything());
    stage.mixer.unmask(1);
    stage.update(1.0);
    near(stage.x(), 104.0);
}

#[test]
fn masks_reach_below_and_later_ones_replace() {
    let skeleton = chain(4);
    let mut builder = Clip::builder(4, 1.0).unwrap();
    for joint in 0..4 {
        builder.translation(joint, 0.0, Vec3::X * 8.0).unwrap();
    }
    let mut stage = Stage::new(
        &skeleton,
        [slide(4, 1.0, 0.0, 0.0), Arc::new(builder.build())],
    );
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    stage.mixer.mask_named(1, "j1", 0.0, true).unwrap();
    stage.mixer.mask_named(1, "j2", 0.25, false).unwrap();
    stage.mixer.mask_named(1, "j3", 7.0, false).unwrap();
    stage.mixer.blend(1, weight(1.0)).unwrap();
    stage.update(1.0);
    let x: Vec<f32> = stage
        .standing
        .iter()
        .map(|joint| joint.translation.x)
        .collect();
    assert_eq!(x, [8.0, 0.0, 2.0, 8.0]);
    assert_eq!(
        stage.mixer.mask_named(1, "tail", 0.0, true),
        Err(MixerError::NoSuchJoint {
            name: "tail".into()
        })
    );
}

#[test]
fn channels_without_keys_are_skipped() {
    let skeleton = chain(1);
    let mut stage = Stage::new(
        &skeleton,
        [
            slide(1, 4.0, 3.0, 3.0),
            held(1, 0, Quat::from_rotation_x(1.0)),
        ],
    );
    stage.mixer.blend(0, weight(0.2)).unwrap();
    stage.mixer.blend(1, weight(0.9)).unwrap();
    stage.update(1.0);
    assert_eq!(stage.x(), 3.0);
    assert_eq!(stage.standing[0].rotation, Quat::from_rotation_x(1.0));
    assert!(!stage.pose.written[0].has(Channel::Scale));
    // With a base that lacks it, an overlay mixes over the rest value.
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    stage.mixer.blend(1, weight(0.5)).unwrap();
    stage.update(1.0);
    assert!(angle(stage.standing[0].rotation, Quat::from_rotation_x(0.5)) < 1e-6);
}

#[test]
fn a_cross_fade_takes_its_time_for_all() {
    let mut stage = sliding();
    stage.mixer.blend(0, weight(0.8)).unwrap();
    stage
        .mixer
        .blend(
            1,
            Blend {
                kind: LayerKind::Additive,
                ..weight(0.6)
            },
        )
        .unwrap();
    assert_eq!(
        stage.mixer.cross_fade(2, 0.5, PlayMode::Loop, 1.0),
        Ok(Some(2))
    );
    stage.update(15.0);
    near(stage.mixer.blend_weight(0), 0.4);
    near(stage.mixer.blend_weight(2), 0.5);
    near(stage.mixer.blend_weight(1), 0.6);
    stage.update(15.0);
    assert_eq!(stage.mixer.blend_weight(2), 1.0);
    assert_eq!(stage.mixer.blend_count(), 2);
    assert_eq!(
        stage.mixer.cross_fade(0, 0.0, PlayMode::Loop, 1.0),
        Ok(Some(0))
    );
    assert_eq!(stage.mixer.blend_count(), 2);
    assert_eq!(
        (stage.mixer.blend_weight(0), stage.mixer.blend_weight(2)),
        (1.0, 0.0)
    );
    assert_eq!(
        stage.mixer.cross_fade(9, 1.0, PlayMode::Loop, 1.0),
        Ok(None)
    );
}

#[test]
fn refuses_numbers_that_are_none() {
    let mut stage = sliding();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for blend in [
            Blend {
                weight: bad,
                ..weight(1.0)
            },
            Blend {
                speed: bad,
                ..weight(1.0)
            },
            Blend {
                fade: bad,
                ..weight(1.0)
            },
        ] {
            assert!(matches!(
                stage.mixer.blend(0, blend),
                Err(MixerError::NotFinite { .. })
            ));
        }
        assert!(
            stage
                .mixer
                .animate(PlayMode::Loop, bad, 0, 0.0, &[])
                .is_err()
        );
        assert!(
            stage
                .mixer
                .animate(PlayMode::Loop, 1.0, 0, bad, &[])
                .is_err()
        );
        assert!(stage.mixer.set_anim_time(bad, 0).is_err());
        assert!(stage.mixer.mask(0, 0, bad, true).is_err());
        assert!(stage.mixer.cross_fade(0, bad, PlayMode::Loop, 1.0).is_err());
        assert!(stage.mixer.reduce_sequence(0, bad).is_err());
        assert!(stage.mixer.bake_additive(0, None, bad).is_err());
        let graph = stage.mixer.create_graph();
        assert!(stage.mixer.graph_blend(graph, 0, bad).is_err());
        assert!(stage.mixer.graph_weight(graph, 0, bad, 0.0).is_err());
        stage.mixer.advance(bad);
    }
    assert_eq!(stage.mixer.blend_count(), 0);
    let sentence = stage
        .mixer
        .blend(0, weight(f32::NAN))
        .unwrap_err()
        .to_string();
    assert!(
        sentence.starts_with("the weight is not a usable number"),
        "{sentence}"
    );
}

#[test]
fn a_sequence_that_does_not_exist_is_named() {
    let mut stage = sliding();
    let error = stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 9, 0.0, &[])
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no animation sequence 9: this object has 3, numbered from 0"
    );
    assert!(stage.mixer.set_anim_time(0.0, usize::MAX).is_err());
    assert!(!stage.mixer.has_base());
}

#[test]
fn copies_share_the_sequences_and_rest() {
    let mut stage = sliding();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    stage.mixer.blend(1, weight(1.0)).unwrap();
    let copy = stage.mixer.copy_at_rest();
    assert!(Arc::ptr_eq(
        &copy.sequences()[2],
        &stage.mixer.sequences()[2]
    ));
    assert_eq!(copy.blend_count(), 0);
    assert!(!copy.has_base());
}

fn named(name: &str) -> Arc<Clip> {
    Arc::new((*slide(1, 4.0, 0.0, 8.0)).clone().named(name))
}

#[test]
fn sequences_are_found_by_name() {
    let mut stage = Stage::new(
        &chain(1),
        [named("Walk"), named("run"), named("RUN"), named("run")],
    );
    assert_eq!(stage.mixer.find_sequence("run"), Some(1));
    assert_eq!(stage.mixer.find_sequence("RUN"), Some(2));
    assert_eq!(stage.mixer.find_sequence("walk"), Some(0));
    assert_eq!(stage.mixer.find_sequence("swim"), None);
    assert_eq!(
        (stage.mixer.sequence_name(0), stage.mixer.sequence_name(9)),
        ("Walk", "")
    );
    assert_eq!(stage.mixer.sequence_count(), 4);
}

#[test]
fn the_rigs_name_before_a_sequences_may_be_left_out() {
    let names = ["Rig|Run", "rig|walk", "Rig|Walk", "A|Rig|Jump", "x|üb"];
    let mut stage = Stage::new(&chain(1), names.map(named));
    let find = |stage: &mut Stage, name| stage.mixer.find_sequence(name);
    assert_eq!(find(&mut stage, "Walk"), Some(2));
    assert_eq!(find(&mut stage, "WALK"), Some(1));
    assert_eq!(find(&mut stage, "Run"), Some(0));
    assert_eq!(find(&mut stage, "Jump"), Some(3));
    assert_eq!(find(&mut stage, "Rig|Jump"), Some(3));
    assert_eq!(find(&mut stage, "b"), None, "not in the middle of a letter");
    assert_eq!(find(&mut stage, "un"), None);
    assert_eq!(find(&mut stage, ""), None);
    stage.mixer.add_sequence(named("walk")).unwrap();
    assert_eq!(find(&mut stage, "Walk"), Some(5), "whole names come first");
}

#[test]
fn named_parts_become_sequences_when_they_are_asked_for() {
    let mut stage = Stage::new(&chain(1), [named(""), named("run")]);
    let frames = |seq, first, last| PartPlace::Frames { seq, first, last };
    let part = |name: &str, place| SequencePart {
        name: name.to_owned(),
        place,
    };
    for added in [
        part("walk", frames(0, 0.0, 4.0)),
        part("Walk", frames(0, 2.0, 4.0)),
        part("Run", frames(0, 0.0, 2.0)),
        part("run", PartPlace::Sequence(1)),
    ] {
        stage.mixer.add_part(added).unwrap();
    }
    assert!(
        stage
            .mixer
            .add_part(part("x", frames(2, 0.0, 1.0)))
            .is_err()
    );
    let names: Vec<_> = (0..5).map(|part| stage.mixer.part_name(part)).collect();
    assert_eq!(names, ["walk", "Walk", "Run", "run", ""]);
    assert_eq!(
        (stage.mixer.part_count(), stage.mixer.sequence_count()),
        (4, 2)
    );
    // The program's own sequences have the next numbers.
    assert_eq!(stage.mixer.extract_sequence(0.0, 1.0, 0), Ok(2));
    assert_eq!(stage.mixer.find_sequence("Walk"), Some(3));
    assert_eq!(stage.mixer.find_sequence("Walk"), Some(3));
    assert_eq!(stage.mixer.sequence_name(3), "Walk");
    stage.mixer.set_anim_time(1.0, 3).unwrap();
    stage.show();
    assert_eq!((stage.x(), stage.mixer.anim_length()), (8.0, 2.0));
    // Exact names first, though a sequence has the name in another case.
    assert_eq!(stage.mixer.find_sequence("run"), Some(1));
    assert_eq!(stage.mixer.find_sequence("Run"), Some(4));
    let mut copy = stage.mixer.copy_at_rest();
    assert_eq!(copy.find_sequence("Walk"), Some(3));
    assert_eq!(copy.find_sequence("walk"), Some(5));
    assert_eq!(stage.mixer.sequence_count(), 5, "a copy's are its own");
}

#[test]
fn a_cross_fade_asked_for_on_every_update_arrives() {
    for seconds in [0.05, 0.5] {
        let mut stage = sliding();
        stage.mixer.blend(0, weight(1.0)).unwrap();
        let updates = (seconds * 60.0) as usize;
        for update in 0..updates {
            assert!(stage.mixer.blend_weight(1) < 1.0, "before update {update}");
            // What came to it on the way goes too.
            if update == 1 {
                stage.mixer.blend(2, weight(1.0)).unwrap();
            }
            stage
                .mixer
                .cross_fade(1, seconds, PlayMode::Loop, 1.0)
                .unwrap();
            stage.update(1.0);
        }
        assert_eq!(stage.mixer.blend_weight(1), 1.0);
        assert_eq!(stage.mixer.blend_weight(0), 0.0);
        stage
            .mixer
            .cross_fade(1, seconds, PlayMode::Loop, 1.0)
            .unwrap();
        stage.update(1.0);
        assert_eq!(
            stage.mixer.blend_count(),
            1,
            "the one that came late is gone"
        );
        assert_eq!(stage.mixer.blend_time(1), (updates as f32 + 1.0) % 10.0);
    }
}

#[test]
fn a_cross_fade_in_another_time_starts_anew() {
    let mut stage = sliding();
    stage.mixer.blend(0, weight(1.0)).unwrap();
    let fade = |stage: &mut Stage, seconds| {
        stage
            .mixer
            .cross_fade(1, seconds, PlayMode::Loop, 1.0)
            .unwrap();
    };
    fade(&mut stage, 2.0);
    stage.update(60.0);
    near(stage.mixer.blend_weight(1), 0.5);
    fade(&mut stage, 1.0);
    stage.update(30.0);
    near(stage.mixer.blend_weight(1), 0.75);
    // So does one whose layer another call has set meanwhile.
    stage
        .mixer
        .blend(
            1,
            Blend {
                fade: 0.01,
                ..weight(1.0)
            },
        )
        .unwrap();
    fade(&mut stage, 1.0);
    stage.update(60.0);
    assert_eq!(stage.mixer.blend_weight(1), 1.0);
}

#[test]
fn replacing_a_sequence_keeps_what_plays_it_in_bounds() {
    let mut stage = sliding();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    stage.mixer.blend(0, weight(0.5)).unwrap();
    stage.update(9.0);
    stage
        .mixer
        .replace_sequence(0, slide(1, 2.0, 50.0, 52.0))
        .unwrap();
    stage.update(0.5);
    assert!((50.0..=52.0).contains(&stage.x()), "{}", stage.x());
    assert_eq!(
        stage.mixer.replace_sequence(0, slide(2, 2.0, 0.0, 1.0)),
        Err(MixerError::JointCount {
            given: 2,
            skeleton: 1
        })
    );
}

#[test]
fn a_cross_fade_to_what_plays_already_leaves_it_a_rate_to_stop_with() {
    let mut stage = sliding();
    stage.mixer.blend(0, weight(1.0)).unwrap();
    stage.mixer.cross_fade(0, 0.5, PlayMode::Loop, 1.0).unwrap();
    stage.update(1.0);
    stage.mixer.stop_blend(0);
    stage.update(15.0);
    near(stage.mixer.blend_weight(0), 0.5);
}

#[test]
fn a_cross_fade_drops_what_never_came_up() {
    let mut stage = sliding();
    stage
        .mixer
        .blend(
            0,
            Blend {
                fade: 1.0,
                ..weight(1.0)
            },
        )
        .unwrap();
    stage.mixer.cross_fade(1, 1.0, PlayMode::Loop, 1.0).unwrap();
    assert_eq!(stage.mixer.blend_count(), 1);
    assert_eq!(stage.mixer.blend_sequence(0), None);
}
