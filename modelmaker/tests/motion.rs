//! The motions are what they claim to be.

use flitz_modelmaker::motion::gait::{Gait, RUN, WALK};
use flitz_modelmaker::motion::{Clip, clips};
use flitz_modelmaker::rig::{ANKLE, ANKLE_TO_HEEL, ANKLE_TO_TOE, JOINTS, Joint, Pose};
use glam::{DQuat, DVec3};

const LEGS: [(Joint, Joint, Joint); 2] = [
    (Joint::FootL, Joint::ToesL, Joint::ShinL),
    (Joint::FootR, Joint::ToesR, Joint::ShinR),
];

fn clip(name: &str) -> Clip {
    clips()
        .into_iter()
        .find(|c| c.name == name)
        .expect("the clip exists")
}

/// The pose at a time in frames, mixed from its keys as a player does it.
fn sample(clip: &Clip, frame: f64) -> Pose {
    let next = clip
        .frames
        .iter()
        .position(|&f| f64::from(f) >= frame)
        .expect("inside")
        .max(1);
    let (a, b) = (
        f64::from(clip.frames[next - 1]),
        f64::from(clip.frames[next]),
    );
    let t = (frame - a) / (b - a);
    let (from, to) = (&clip.poses[next - 1], &clip.poses[next]);
    let mut pose = from.clone();
    pose.hips = from.hips.lerp(to.hips, t);
    for joint in JOINTS {
        pose.set(joint, from.get(joint).slerp(to.get(joint), t));
    }
    pose
}

/// Heel, ball and tip of a foot on their undersides.
fn sole(pose: &Pose, (foot, toes, _): (Joint, Joint, Joint)) -> [DVec3; 3] {
    let space = pose.model_space();
    let (ankle, turn) = space[foot as usize];
    let (ball, bend) = space[toes as usize];
    let under = -(ANKLE + ANKLE_TO_TOE.y);
    [
        ankle + turn * ANKLE_TO_HEEL,
        ball + bend * DVec3::new(0.0, under, 0.0),
        ball + bend * DVec3::new(0.0, under, 0.07),
    ]
}

#[test]
fn a_standing_foot_does_not_slide() {
    for (name, gait) in [("walk", &WALK), ("run", &RUN)] {
        let clip = clip(name);
        let length = f64::from(clip.length);
        let step = 0.5;
        let moved = DVec3::new(0.0, 0.0, -gait.stride * step / length);
        let mut checked = 0;
        for (leg, shift) in LEGS.into_iter().zip([0.0, 0.5]) {
            let mut at = 0.0;
            while at + step <= length {
                let phase = (at / length - shift).rem_euclid(1.0);
                if phase + step / length <= gait.stance {
                    let before = sole(&sample(&clip, at), leg);
                    let after = sole(&sample(&clip, at + step), leg);
                    // The point that carries the weight moves with the ground.
                    let slide = (0..3)
                        .map(|i| (after[i] - before[i] - moved).length())
                        .fold(f64::INFINITY, f64::min);
                    assert!(slide < 0.0015, "{name}: frame {at} slides {slide:.5} m");
                    checked += 1;
                }
                at += step;
            }
        }
        assert!(
            checked as f64 > 1.9 * gait.stance * length,
            "{name}: {checked}"
        );
    }
}

/// The lowest point of both feet over all keys.
fn lowest(clip: &Clip) -> Vec<[f64; 2]> {
    clip.poses
        .iter()
        .map(|pose| {
            LEGS.map(|leg| {
                sole(pose, leg)
                    .iter()
                    .map(|p| p.y)
                    .fold(f64::INFINITY, f64::min)
            })
        })
        .collect()
}

#[test]
fn feet_meet_the_ground_and_never_sink() {
    for name in ["walk", "run", "idle", "wave"] {
        for (key, feet) in lowest(&clip(name)).into_iter().enumerate() {
            for y in feet {
                assert!(
                    y > -0.004,
                    "{name}: a foot is {y:.4} m under the ground at key {key}"
                );
            }
        }
    }
    // Walking always has a foot down; running is in the air for a part of each step.
    assert!(
        lowest(&clip("walk"))
            .iter()
            .all(|feet| feet[0].min(feet[1]) < 0.003)
    );
    let flying = lowest(&clip("run"))
        .iter()
        .filter(|feet| feet[0].min(feet[1]) > 0.015)
        .count();
    assert!((6..=16).contains(&flying), "{flying} frames in the air");
}

#[test]
fn knees_bend_only_forwards_and_hinge() {
    for clip in clips() {
        for pose in &clip.poses {
            for (_, _, shin) in LEGS {
                let q = pose.get(shin);
                let q = if q.w < 0.0 { -q } else { q };
                assert!(q.x > -1e-9, "{}: a knee bends backwards", clip.name);
                assert!(
                    q.y.abs() < 1e-6 && q.z.abs() < 1e-6,
                    "{}: a knee twists",
                    clip.name
                );
            }
        }
    }
}

#[test]
fn every_target_is_in_reach() {
    for clip in clips() {
        assert!(clip.reach < 0.9995, "{}: {}", clip.name, clip.reach);
    }
}

#[test]
fn loops_close() {
    for name in ["walk", "run", "idle", "wave", "hit", "breathe"] {
        let clip = clip(name);
        let (first, last) = (&clip.poses[0], &clip.poses[clip.poses.len() - 1]);
        assert!(first.hips.distance(last.hips) < 1e-9, "{name}");
        for joint in JOINTS {
            let apart = first.get(joint).dot(last.get(joint)).abs();
            assert!(apart > 1.0 - 1e-12, "{name}: {}", joint.name());
        }
        assert_eq!(clip.frames.last(), Some(&clip.length));
    }
}

#[test]
fn motions_are_smooth() {
    for clip in clips() {
        for (i, pair) in clip.poses.windows(2).enumerate() {
            let frames = f64::from(clip.frames[i + 1] - clip.frames[i]);
            for joint in JOINTS {
                let dot = pair[0].get(joint).dot(pair[1].get(joint));
                assert!(dot > 0.0, "{}: hemispheres", clip.name);
                let degrees = 2.0 * dot.min(1.0).acos().to_degrees() / frames;
                assert!(
                    degrees < 20.0,
                    "{}: {} jumps {degrees:.1} degrees",
                    clip.name,
                    joint.name()
                );
            }
        }
    }
}

#[test]
fn rotations_are_unit() {
    for clip in clips() {
        for pose in &clip.poses {
            assert!(
                pose.rotations
                    .iter()
                    .all(|q| (q.length() - 1.0).abs() < 1e-12)
            );
        }
    }
}

#[test]
fn arms_swing_against_the_legs() {
    for name in ["walk", "run"] {
        let clip = clip(name);
        let mut product = [0.0; 2];
        for pose in &clip.poses {
            let space = pose.model_space();
            let ahead = |joint: Joint| space[joint as usize].0.z - space[Joint::Chest as usize].0.z;
            product[0] += ahead(Joint::ForearmL) * ahead(Joint::FootL);
            product[1] += ahead(Joint::ForearmR) * ahead(Joint::FootR);
        }
        assert!(product.iter().all(|&p| p < 0.0), "{name}: {product:?}");
    }
}

#[test]
fn both_steps_of_a_gait_are_mirror_images() {
    let check = |gait: &Gait, phase: f64| {
        let (a, b) = (gait.pose(phase).0, gait.pose(phase + 0.5).0);
        for joint in JOINTS {
            let q = b.get(joint.mirrored());
            let mirrored = DQuat::from_xyzw(q.x, -q.y, -q.z, q.w);
            assert!(
                a.get(joint).dot(mirrored).abs() > 1.0 - 1e-9,
                "{} at {phase}",
                joint.name()
            );
        }
    };
    for i in 0..32 {
        check(&WALK, f64::from(i) / 32.0);
        check(&RUN, f64::from(i) / 32.0);
    }
}

#[test]
fn layers_start_neutral() {
    for name in ["look-left", "look-right"] {
        let clip = clip(name);
        assert!(
            clip.poses[0].rotations.iter().all(|q| q.w > 1.0 - 1e-12),
            "{name}"
        );
        let head = clip.poses[clip.poses.len() - 1].model_space()[Joint::Head as usize].1;
        let gaze = head * DVec3::Z;
        let side = if name == "look-left" { 1.0 } else { -1.0 };
        assert!(gaze.x * side > 0.8, "{name} looks to {gaze:?}");
    }
}
