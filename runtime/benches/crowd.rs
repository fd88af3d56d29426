//! The update of a crowd as `examples/crowd.bb` has it: 200 characters, each with a base, an overlay and two additive layers of its own:
//! sampling, blending, hierarchy, up to the world place of every joint; by the animation core alone, and by the scene, as games have it.

use std::hint::black_box;

use flitz_runtime::animation::{Blend, LayerKind, PlayMode, PoseBuffer, model_space};
use flitz_runtime::assets::load_model;
use flitz_runtime::scene::{EntityId, World};

const PEOPLE: usize = 200;

/// The crowd, its characters, and all joints of all of them.
fn crowd() -> (World, Vec<EntityId>, Vec<EntityId>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/crowd.b3d");
    let bytes = std::fs::read(path).expect("the example's model");
    let model = load_model(&bytes, path, &mut |_| None).expect("a model");
    let textures = vec![None; model.textures.len()];
    let mut world = World::new();
    let first = world.instantiate(&model, &textures, None).expect("a root");
    let people: Vec<EntityId> = (0..PEOPLE)
        .map(|i| {
            if i == 0 {
                first
            } else {
                world.copy(first, None).expect("a copy")
            }
        })
        .collect();
    let mut joints = Vec::new();
    for (i, &person) in people.iter().enumerate() {
        let share = i as f32 / PEOPLE as f32;
        let animation = world.animation_mut(person).expect("an animation");
        let mixer = &mut animation.mixer;
        mixer
            .animate(PlayMode::Loop, 0.8 + 0.4 * share, 2, 0.0, &[])
            .expect("idle");
        mixer
            .blend(
                1,
                Blend {
                    weight: share,
                    speed: 0.9 + 0.2 * share,
                    ..Blend::default()
                },
            )
            .expect("run");
        for seq in [5, 6] {
            let blend = Blend {
                weight: 1.0 - share,
                kind: LayerKind::Additive,
                ..Blend::default()
            };
            mixer.blend(seq, blend).expect("breathe, look");
        }
        joints.extend_from_slice(animation.joints());
        // No two in step.
        world.update_animations(1.0 + share);
    }
    (world, people, joints)
}

/// By the scene: the poses reach entities, and the places of all joints in the world are asked for.
#[divan::bench]
fn scene(bencher: divan::Bencher) {
    let (mut world, _, joints) = crowd();
    bencher.bench_local(|| {
        world.update_animations(1.0);
        for &joint in &joints {
            black_box(world.world_affine(joint));
        }
    });
}

/// By the core alone, on one thread: the same mixers, and matrices in model space.
#[divan::bench]
fn core(bencher: divan::Bencher) {
    let (mut world, people, _) = crowd();
    let mut characters: Vec<_> = people
        .iter()
        .map(|&person| {
            let place = world.world_affine(person);
            let animation = world.animation_mut(person).expect("an animation");
            let mixer = animation.mixer.clone();
            let pose = PoseBuffer::new(mixer.skeleton());
            let matrices = vec![place; mixer.skeleton().len()];
            (mixer, pose, matrices)
        })
        .collect();
    bencher.bench_local(|| {
        for (mixer, pose, matrices) in &mut characters {
            mixer.advance(1.0);
            mixer.evaluate(pose);
            model_space(mixer.skeleton(), &pose.transforms, matrices);
        }
        black_box(&mut characters);
    });
}

fn main() {
    divan::main();
}
