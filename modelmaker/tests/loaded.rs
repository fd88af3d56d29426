//! What the engine's own loaders find in the files: both formats hold the same character.

use flitz_animation::{Channels, Transform};
use flitz_modelmaker::motion::clips;
use flitz_modelmaker::rig::JOINTS;
use flitz_scene::{AnimatedPart, ModelData};

fn load(path: &str) -> ModelData {
    let file = flitz_modelmaker::files()
        .expect("the files can be made")
        .into_iter()
        .find(|file| file.path == path)
        .expect("the file is one of them");
    let model = flitz_assets::load_model(&file.bytes, path, &mut |_| None).expect("it loads");
    assert!(model.notes.is_empty(), "{path}: {:?}", model.notes);
    model
}

fn animated(model: &ModelData) -> &AnimatedPart {
    assert_eq!(model.animated.len(), 1);
    &model.animated[0]
}

#[test]
fn sequences_are_named_numbered_and_as_long_as_authored() {
    for path in ["walk_run.b3d", "crowd.b3d", "models/walk_run.glb"] {
        let model = load(path);
        let found: Vec<_> = animated(&model)
            .clips
            .iter()
            .map(|c| (c.name().to_owned(), c.length()))
            .collect();
        let authored: Vec<_> = clips()
            .iter()
            .map(|c| (c.name.to_owned(), c.length as f32))
            .collect();
        assert_eq!(found.len(), authored.len(), "{path}: {found:?}");
        for (found, authored) in found.iter().zip(&authored) {
            assert_eq!(found.0, authored.0, "{path}");
            assert!(
                (found.1 - authored.1).abs() < 1e-3,
                "{path}: {found:?}, {authored:?}"
            );
        }
    }
}

#[test]
fn both_formats_move_the_same() {
    let (b3d, glb) = (load("walk_run.b3d"), load("models/walk_run.glb"));
    let (one, other) = (animated(&b3d), animated(&glb));
    let index = |model: &ModelData, part: &AnimatedPart, name: &str| {
        part.joints
            .iter()
            .position(|&node| model.nodes[node].name == name)
            .expect("the joint")
    };
    for joint in JOINTS {
        let (i, j) = (
            index(&b3d, one, joint.name()),
            index(&glb, other, joint.name()),
        );
        for (a, b) in one.clips.iter().zip(&other.clips) {
            assert_eq!(
                a.channels(i),
                b.channels(j),
                "{} of {}",
                joint.name(),
                a.name()
            );
            if a.channels(i) == Channels::NONE {
                continue;
            }
            for step in 0..=40 {
                let frame = a.length() * step as f32 / 40.0;
                let (mut x, mut y) = (Transform::IDENTITY, Transform::IDENTITY);
                a.sample(i, frame, &mut x);
                b.sample(j, frame, &mut y);
                let apart = x.rotation.dot(y.rotation).abs();
                assert!(
                    apart > 1.0 - 1e-5,
                    "{} of {} at {frame}",
                    joint.name(),
                    a.name()
                );
                assert!(
                    x.translation.distance(y.translation) < 1e-4,
                    "{}",
                    joint.name()
                );
            }
        }
    }
}

#[test]
fn skins_bind_every_joint_and_find_their_picture() {
    for path in ["walk_run.b3d", "models/walk_run.glb"] {
        let model = load(path);
        assert_eq!(model.textures.len(), 1, "{path}");
        let mesh = model
            .nodes
            .iter()
            .find_map(|n| n.mesh.as_ref())
            .expect("a mesh");
        let skin = mesh.skin.as_ref().expect("a skin");
        for joint in JOINTS {
            assert!(
                skin.joints
                    .iter()
                    .any(|&node| model.nodes[node].name == joint.name()),
                "{path}: {} is not bound",
                joint.name()
            );
        }
    }
}
