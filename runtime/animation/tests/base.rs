//! The base: playing, standing, released, in transition.

mod common;

use common::{Stage, chain, slide};
use flitz_animation::{Blend, LayerKind, PlayMode, Transform};
use glam::Vec3;

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
fn the_base_that_ran_out_still_is_the_base() {
    let mut stage = sliding();
    stage
        .mixer
        .animate(PlayMode::OneShot, 3.0, 0, 0.0, &[])
        .unwrap();
    stage.show();
    assert_eq!(stage.x(), 0.0);
    stage.update(5.0);
    assert_eq!(stage.x(), 10.0);
    assert!(!stage.mixer.is_animating());
    assert!(stage.mixer.has_base());
    stage.mixer.blend(1, weight(0.2)).unwrap();
    stage.update(5.0);
    near(stage.x(), 10.0 + 0.2 * 95.0);
    stage.mixer.stop_blend(1);
    stage.update(1.0);
    assert_eq!(stage.x(), 10.0);
}

#[test]
fn a_base_that_stands_writes_no_more_than_it_must() {
    let mut stage = sliding();
    stage.mixer.set_anim_time(4.0, 0).unwrap();
    stage.show();
    assert_eq!(stage.x(), 4.0);
    // A program may place the joint by hand between SetAnimTime and UpdateWorld, as in Blitz3D.
    stage.standing[0].translation = Vec3::splat(7.0);
    stage.update(1.0);
    assert_eq!(stage.x(), 7.0);
}

#[test]
fn set_anim_time_wraps() {
    let mut stage = sliding();
    for (time, expected) in [(12.5, 2.5), (-0.5, 9.5), (10.0, 0.0), (1e6, 0.0)] {
        stage.mixer.set_anim_time(time, 0).unwrap();
        stage.show();
        near(stage.x(), expected);
        near(stage.mixer.anim_time(), expected);
    }
    assert_eq!(stage.mixer.anim_length(), 10.0);
}

#[test]
fn mode_0_freezes_or_goes_to_the_start() {
    let mut stage = sliding();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    stage.update(4.0);
    stage
        .mixer
        .animate(PlayMode::Stop, 0.0, 0, 0.0, &[])
        .unwrap();
    stage.show();
    stage.update(1.0);
    assert_eq!(stage.x(), 4.0);
    assert!(!stage.mixer.has_base());
    stage
        .mixer
        .animate(PlayMode::Stop, -1.0, 1, 0.0, &[])
        .unwrap();
    stage.show();
    assert_eq!(stage.x(), 110.0);
    assert!(!stage.mixer.has_base());
    // Overlays are averaged again.
    stage.mixer.blend(0, weight(0.1)).unwrap();
    stage.update(3.0);
    assert_eq!(stage.x(), 3.0);
}

#[test]
fn a_transition_crosses_from_the_bases_own_pose() {
    let mut stage = sliding();
    stage.mixer.set_anim_time(4.0, 0).unwrap();
    stage.show();
    stage
        .mixer
        .blend(
            2,
            Blend {
                kind: LayerKind::Additive,
                mode: PlayMode::Stop,
                reference: Some(0),
                ..weight(0.1)
            },
        )
        .unwrap();
    stage.update(1.0);
    near(stage.x(), 4.0 + 20.0);
    let standing = stage.standing.clone();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 1, 8.0, &standing)
        .unwrap();
    stage.show();
    near(stage.x(), 24.0);
    stage.update(2.0);
    near(stage.x(), 4.0 + 0.25 * 96.0 + 20.0);
    assert!(stage.mixer.is_animating());
    assert_eq!(stage.mixer.anim_time(), 0.0);
    // It ends within this step, which is a whole step of the clip too.
    stage.update(7.0);
    near(stage.x(), 107.0 + 20.0);
    near(stage.mixer.anim_time(), 7.0);
}

#[test]
fn a_transition_starts_where_a_program_has_put_the_joint() {
    let mut stage = sliding();
    stage.mixer.set_anim_time(4.0, 0).unwrap();
    stage.show();
    stage.standing[0].translation.x = 60.0;
    let standing = stage.standing.clone();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 1, 4.0, &standing)
        .unwrap();
    stage.update(1.0);
    near(stage.x(), 70.0);
    // A caller that does not say where it stands gets the base's own pose.
    let mut stage = sliding();
    stage.mixer.set_anim_time(4.0, 0).unwrap();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 1, 4.0, &[])
        .unwrap();
    stage.update(1.0);
    near(stage.x(), 28.0);
}

#[test]
fn a_transition_without_a_base_starts_from_what_stands() {
    let mut stage = sliding();
    stage.standing[0].translation.x = 60.0;
    let standing = stage.standing.clone();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 1, 10.0, &standing)
        .unwrap();
    stage.update(5.0);
    near(stage.x(), 80.0);
    // Where layers drive a channel it starts from the rest pose: they must not count twice.
    let mut stage = sliding();
    stage
        .mixer
        .blend(
            0,
            Blend {
                kind: LayerKind::Additive,
                mode: PlayMode::Stop,
                speed: -1.0,
                ..weight(1.0)
            },
        )
        .unwrap();
    stage.update(1.0);
    near(stage.x(), 10.0);
    let standing = stage.standing.clone();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 1, 10.0, &standing)
        .unwrap();
    stage.update(5.0);
    near(stage.x(), 50.0 + 10.0);
}

#[test]
fn a_transition_to_mode_0_ends_in_a_release() {
    let mut stage = sliding();
    stage.mixer.set_anim_time(4.0, 0).unwrap();
    stage.show();
    stage
        .mixer
        .animate(PlayMode::Stop, 1.0, 1, 4.0, &[])
        .unwrap();
    stage.update(4.0);
    assert_eq!(stage.x(), 100.0);
    stage.update(1.0);
    assert!(!stage.mixer.has_base());
    assert_eq!(stage.x(), 100.0);
}

#[test]
fn a_range_taken_backwards_plays_and_moves_nothing() {
    let mut stage = sliding();
    let backwards = stage.mixer.extract_sequence(8.0, 3.0, 0).unwrap();
    assert_eq!(backwards, 3);
    for mode in [PlayMode::Loop, PlayMode::PingPong, PlayMode::OneShot] {
        for speed in [-1.0, 1.0] {
            stage.standing[0].translation.x = 7.0;
            stage.mixer.animate(mode, speed, 3, 0.0, &[]).unwrap();
            stage.show();
            assert_eq!(stage.mixer.anim_length(), -5.0);
            assert!(stage.mixer.is_animating());
            let slot = stage.mixer.blend(
                3,
                Blend {
                    mode,
                    speed,
                    ..weight(0.5)
                },
            );
            assert_eq!(slot, Ok(Some(0)));
            for ticks in [1.0, 3.0, 100.0] {
                stage.update(ticks);
                assert!(stage.mixer.anim_time().is_finite());
                assert_eq!(stage.x(), 7.0);
            }
            assert_eq!(stage.mixer.is_animating(), mode != PlayMode::OneShot);
        }
    }
    stage.mixer.set_anim_time(13.0, 3).unwrap();
    assert_eq!(stage.mixer.anim_time(), 3.0);
    stage.mixer.reduce_sequence(3, 0.1).unwrap();
    stage.mixer.bake_additive(3, None, 0.0).unwrap();
    assert_eq!(stage.mixer.anim_length(), -5.0);
}

#[test]
fn a_transition_to_what_stands_ends_in_its_pose() {
    let mut stage = sliding();
    stage.mixer.set_anim_time(4.0, 0).unwrap();
    stage.show();
    stage
        .mixer
        .animate(PlayMode::Loop, 0.0, 1, 4.0, &[])
        .unwrap();
    assert!(stage.mixer.is_animating());
    stage.update(4.0);
    assert_eq!((stage.x(), stage.mixer.anim_time()), (100.0, 0.0));
    assert!(!stage.mixer.is_animating());
}

/// No time step, length, mode or speed leads to NaN or out of the clip.
#[test]
fn extreme_steps_stay_in_the_clip() {
    for length in [0.0, 1e-3, 10.0, 1e6] {
        for speed in [-1e30, -2.5, 0.0, 1.0, 1e30] {
            for mode in [
                PlayMode::Stop,
                PlayMode::Loop,
                PlayMode::PingPong,
                PlayMode::OneShot,
            ] {
                let mut stage = Stage::new(&chain(1), [slide(1, length, 1.0, 2.0)]);
                stage.mixer.animate(mode, speed, 0, 0.0, &[]).ok();
                stage
                    .mixer
                    .blend(
                        0,
                        Blend {
                            mode,
                            speed,
                            ..weight(0.5)
                        },
                    )
                    .unwrap();
                for ticks in [0.0, 1.0, 1e6, -3.0, 1e-6, 1e30] {
                    stage.update(ticks);
                    for time in [stage.mixer.anim_time(), stage.mixer.blend_time(0)] {
                        assert!(
                            (0.0..=length).contains(&time),
                            "{time} in {length}, {mode:?} at {speed}"
                        );
                    }
                    assert!((1.0..=2.0).contains(&stage.x()), "{}", stage.x());
                }
            }
        }
    }
}

#[test]
fn elapsed_0_moves_nothing_and_evaluates() {
    let mut stage = sliding();
    stage
        .mixer
        .animate(PlayMode::Loop, 1.0, 0, 0.0, &[])
        .unwrap();
    stage.update(3.0);
    stage.standing[0].translation = Vec3::ZERO;
    stage.mixer.blend(1, weight(0.5)).unwrap();
    stage.update(0.0);
    near(stage.x(), 3.0 + 0.5 * 97.0);
}

#[test]
fn poses_without_a_base() {
    let mut stage = sliding();
    stage.mixer.pose_at(3.0, 1).unwrap();
    stage.show();
    assert_eq!(stage.x(), 103.0);
    assert!(!stage.mixer.has_base() && !stage.mixer.is_animating());
    assert_eq!(
        (stage.mixer.anim_seq(), stage.mixer.anim_length()),
        (1, 10.0)
    );
    stage.standing[0] = Transform::IDENTITY;
    stage.update(1.0);
    assert_eq!(stage.x(), 0.0);
}
