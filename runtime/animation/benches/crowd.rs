//! What a crowd costs: 67 joints a character, three clips sampled and averaged, one additive layer sampled and
//! applied, and the matrices in model space, in steps of 1/60 s at random phases and speeds.

use divan::Bencher;
use divan::counter::ItemsCount;
use flitz_animation::{
    Blend, Clip, Joint, LayerKind, Mixer, PoseBuffer, Skeleton, Transform, model_space, update_each,
};
use flitz_modelmaker::bench_rig::{BenchClip, BenchRig, bench_rig};
use glam::{Affine3A, Quat, Vec3};
use std::sync::Arc;

/// A character: its mixer, its pose and the pose's matrices.
struct Member {
    mixer: Mixer,
    pose: PoseBuffer,
    matrices: Vec<Affine3A>,
}

impl Member {
    fn pose(&mut self) {
        self.mixer.advance(1.0);
        self.mixer.evaluate(&mut self.pose);
    }

    fn place(&mut self) {
        model_space(
            self.mixer.skeleton(),
            &self.pose.transforms,
            &mut self.matrices,
        );
    }

    fn update(&mut self) {
        self.pose();
        self.place();
    }
}

fn skeleton(rig: &BenchRig) -> Arc<Skeleton> {
    let joints = rig.joints.iter().map(|joint| Joint {
        name: joint.name.clone(),
        parent: joint.parent,
        rest: Transform {
            translation: joint.translation.into(),
            rotation: Quat::from_array(joint.rotation),
            scale: joint.scale.into(),
        },
    });
    Arc::new(Skeleton::new(joints.collect()).expect("the rig is in order"))
}

fn clip(source: &BenchClip) -> Arc<Clip> {
    let mut builder =
        Clip::builder(source.tracks.len(), source.length).expect("the length is finite");
    builder.name(source.name);
    for (joint, track) in source.tracks.iter().enumerate() {
        for (key, &frame) in track.frames.iter().enumerate() {
            let fill = |builder: &mut flitz_animation::ClipBuilder| {
                builder
                    .translation(joint, frame, Vec3::from(track.translations[key]))?
                    .rotation(joint, frame, Quat::from_array(track.rotations[key]))?
                    .scale(joint, frame, Vec3::from(track.scales[key]))
                    .map(|_| ())
            };
            fill(&mut builder).expect("the keys are finite");
        }
    }
    Arc::new(builder.build())
}

/// Small numbers that look random and are the same every time (xorshift, Marsaglia 2003).
struct Random(u32);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as f32 / u32::MAX as f32
    }
}

fn crowd(count: usize, overlays: usize, additive: bool) -> Vec<Member> {
    let rig = bench_rig();
    let skeleton = skeleton(&rig);
    let mut mixer = Mixer::new(skeleton);
    for source in &rig.clips {
        mixer.add_sequence(clip(source)).expect("one track a joint");
    }
    let mut random = Random(0x2545_f491);
    let members = (0..count).map(|_| {
        let mut mixer = mixer.copy_at_rest();
        for seq in 0..overlays {
            let speed = 0.5 + random.next();
            let blend = Blend {
                weight: 0.2 + random.next(),
                speed,
                ..Blend::default()
            };
            mixer.blend(seq, blend).expect("finite numbers");
            // Layers start at frame 0: running one before the next starts spreads their phases.
            mixer.advance(60.0 * random.next());
        }
        if additive {
            let kind = LayerKind::Additive;
            mixer
                .blend(
                    4,
                    Blend {
                        weight: 0.7,
                        kind,
                        ..Blend::default()
                    },
                )
                .expect("finite numbers");
        }
        mixer.advance(60.0 * random.next());
        let matrices = vec![Affine3A::IDENTITY; mixer.skeleton().len()];
        Member {
            pose: PoseBuffer::new(mixer.skeleton()),
            mixer,
            matrices,
        }
    });
    members.collect()
}

fn joints(count: usize) -> ItemsCount {
    ItemsCount::new(67 * count)
}

/// Three clips averaged, one additive, matrices.
#[divan::bench(args = [1, 100, 1_000, 10_000], sample_count = 20)]
fn one_thread(bencher: Bencher, count: usize) {
    let mut members = crowd(count, 3, true);
    bencher
        .counter(joints(count))
        .bench_local(|| members.iter_mut().for_each(Member::update));
}

/// What each part of it costs, for 1,000 characters.
#[divan::bench_group(sample_count = 20)]
mod parts {
    use super::*;

    fn sampled(bencher: Bencher, overlays: usize, additive: bool) {
        let mut members = crowd(1_000, overlays, additive);
        bencher.counter(joints(1_000)).bench_local(|| {
            members.iter_mut().for_each(Member::pose);
        });
    }

    #[divan::bench(args = [1, 2, 3])]
    fn clips_averaged(bencher: Bencher, clips: usize) {
        sampled(bencher, clips, false);
    }

    #[divan::bench]
    fn three_clips_and_one_additive(bencher: Bencher) {
        sampled(bencher, 3, true);
    }

    #[divan::bench]
    fn matrices(bencher: Bencher) {
        let mut members = crowd(1_000, 3, true);
        members.iter_mut().for_each(Member::update);
        bencher.counter(joints(1_000)).bench_local(|| {
            members.iter_mut().for_each(Member::place);
        });
    }
}

/// Three clips averaged, one additive, matrices.
#[divan::bench(args = [1_000, 10_000], sample_count = 20)]
fn all_cores(bencher: Bencher, count: usize) {
    let mut members = crowd(count, 3, true);
    bencher
        .counter(joints(count))
        .bench_local(|| update_each(&mut members, Member::update));
}

fn main() {
    divan::main();
}
