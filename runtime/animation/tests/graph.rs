//! Graph nodes, flattening, masks and ramps.

mod common;

use common::{Random, Stage, angle, bits, chain, held, slide};
use flitz_animation::{Blend, ClipReference, GraphId, MixerError, NodeId, PlayMode};
use glam::{Quat, Vec3};

const ABSOLUTE: ClipReference = ClipReference::Absolute;

fn clip(
    stage: &mut Stage,
    graph: GraphId,
    parent: NodeId,
    seq: usize,
    weight: f32,
    reference: ClipReference,
) -> NodeId {
    stage
        .mixer
        .graph_clip(graph, parent, seq, weight, PlayMode::Loop, 1.0, reference)
        .unwrap()
}

fn near(a: f32, b: f32) {
    assert!((a - b).abs() < 1e-4, "{a} is not {b}");
}

/// x at 10, 100, 1000 and rotations about z by 0.4, 0.8, 1.2, all held.
fn stage() -> Stage {
    let clips = [(10.0, 0.4), (100.0, 0.8), (1000.0, 1.2)].map(|(x, turn)| {
        let mut builder = flitz_animation::ClipBuilder::from_clip(&slide(1, 10.0, x, x));
        builder
            .rotation(0, 0.0, Quat::from_rotation_z(turn))
            .unwrap();
        builder.scale(0, 0.0, Vec3::splat(1.0 + turn)).unwrap();
        std::sync::Arc::new(builder.build())
    });
    Stage::new(&chain(1), clips)
}

fn z_turn(stage: &Stage) -> f64 {
    2.0 * f64::from(stage.standing[0].rotation.z).atan2(f64::from(stage.standing[0].rotation.w))
}

#[test]
fn an_add_node_counts_every_weight() {
    let mut stage = stage();
    let graph = stage.mixer.create_graph();
    let add = stage.mixer.graph_add(graph, 0, 1.0).unwrap();
    let first = clip(&mut stage, graph, add, 0, 0.5, ABSOLUTE);
    clip(&mut stage, graph, add, 1, 0.1, ABSOLUTE);
    clip(&mut stage, graph, add, 2, 0.2, ABSOLUTE);
    stage.mixer.play_graph(graph).unwrap();
    stage.update(1.0);
    near(stage.x(), 0.5 * 10.0 + 0.1 * 100.0 + 0.2 * 1000.0);
    assert!((z_turn(&stage) - (0.5 * 0.4 + 0.1 * 0.8 + 0.2 * 1.2)).abs() < 1e-5);
    near(
        stage.standing[0].scale.x,
        1.0 + 0.5 * 0.4 + 0.1 * 0.8 + 0.2 * 1.2,
    );
    // The first child masked out leaves the others' weights as they are.
    stage.mixer.graph_mask(graph, first, 0, 0.0, true).unwrap();
    stage.update(1.0);
    near(stage.x(), 0.1 * 100.0 + 0.2 * 1000.0);
    assert!((z_turn(&stage) - (0.1 * 0.8 + 0.2 * 1.2)).abs() < 1e-5);
}

#[test]
fn relative_children_count_their_difference() {
    let mut stage = stage();
    let graph = stage.mixer.create_graph();
    let add = stage.mixer.graph_add(graph, 0, 1.0).unwrap();
    clip(&mut stage, graph, add, 0, 1.0, ABSOLUTE);
    clip(&mut stage, graph, add, 2, 0.5, ClipReference::Sequence(1));
    clip(&mut stage, graph, add, 1, 0.5, ClipReference::OwnFirstFrame);
    stage.mixer.play_graph(graph).unwrap();
    stage.update(1.0);
    near(stage.x(), 10.0 + 0.5 * 900.0);
    assert!((z_turn(&stage) - (0.4 + 0.5 * 0.4)).abs() < 1e-5);
}

#[test]
fn a_blend_node_divides_by_its_own_sum() {
    let mut stage = stage();
    let graph = stage.mixer.create_graph();
    let outer = stage.mixer.graph_blend(graph, 0, 0.25).unwrap();
    let inner = stage.mixer.graph_blend(graph, outer, 0.5).unwrap();
    clip(&mut stage, graph, inner, 0, 1.0, ABSOLUTE);
    clip(&mut stage, graph, inner, 1, 1.0, ABSOLUTE);
    let last = clip(&mut stage, graph, outer, 2, 0.5, ABSOLUTE);
    stage.mixer.play_graph(graph).unwrap();
    stage.update(1.0);
    near(stage.x(), 0.25 * 10.0 + 0.25 * 100.0 + 0.5 * 1000.0);
    stage.mixer.graph_mask(graph, last, 0, 0.0, false).unwrap();
    stage.update(1.0);
    near(stage.x(), 55.0);
}

/// A tree of blend nodes gives what one average with the multiplied shares gives.
#[test]
fn trees_of_blend_nodes_are_flattened() {
    let mut random = Random(5);
    let skeleton = chain(9);
    let clips: Vec<_> = (0..4).map(|_| random.clip(9, 8, 1.0)).collect();
    let mut tree = Stage::new(&skeleton, clips.clone());
    let graph = tree.mixer.create_graph();
    let left = tree.mixer.graph_blend(graph, 0, 3.0).unwrap();
    let right = tree.mixer.graph_blend(graph, 0, 1.0).unwrap();
    clip(&mut tree, graph, left, 0, 1.0, ABSOLUTE);
    clip(&mut tree, graph, left, 1, 1.0, ABSOLUTE);
    clip(&mut tree, graph, right, 2, 1.0, ABSOLUTE);
    clip(&mut tree, graph, right, 3, 3.0, ABSOLUTE);
    tree.mixer.play_graph(graph).unwrap();
    let mut flat = Stage::new(&skeleton, clips);
    for (seq, weight) in [0.375, 0.375, 0.0625, 0.1875].into_iter().enumerate() {
        flat.mixer
            .blend(
                seq,
                Blend {
                    weight,
                    ..Blend::default()
                },
            )
            .unwrap();
    }
    for _ in 0..5 {
        tree.update(0.7);
        flat.update(0.7);
        for (a, b) in tree.standing.iter().zip(&flat.standing) {
            assert!(angle(a.rotation, b.rotation) < 1e-5);
            assert!(a.translation.distance(b.translation) < 1e-5);
            assert!(a.scale.distance(b.scale) < 1e-5);
        }
    }
}

#[test]
fn an_overlay_node_mixes_in_order_over_the_rest_pose() {
    let mut stage = stage();
    let graph = stage.mixer.create_graph();
    let overlay = stage.mixer.graph_overlay(graph, 0, 1.0).unwrap();
    clip(&mut stage, graph, overlay, 1, 0.5, ABSOLUTE);
    clip(&mut stage, graph, overlay, 2, 0.1, ABSOLUTE);
    stage.mixer.play_graph(graph).unwrap();
    stage.update(1.0);
    near(stage.x(), 50.0 + 0.1 * 950.0);
    assert!((z_turn(&stage) - (0.4 + 0.1 * 0.8)).abs() < 1e-5);
}

#[test]
fn channels_no_child_drives_are_left_alone() {
    let mut stage = Stage::new(
        &chain(2),
        [
            held(2, 0, Quat::from_rotation_x(0.3)),
            held(2, 1, Quat::from_rotation_x(0.6)),
        ],
    );
    let graph = stage.mixer.create_graph();
    clip(&mut stage, graph, 0, 0, 0.2, ABSOLUTE);
    clip(&mut stage, graph, 0, 1, 0.8, ABSOLUTE);
    stage.mixer.play_graph(graph).unwrap();
    stage.standing[0].translation = Vec3::splat(5.0);
    stage.update(1.0);
    assert_eq!(stage.standing[0].translation, Vec3::splat(5.0));
    assert_eq!(stage.standing[0].rotation, Quat::from_rotation_x(0.3));
    assert_eq!(stage.standing[1].rotation, Quat::from_rotation_x(0.6));
}

#[test]
fn weights_ramp_while_the_graph_plays() {
    let mut stage = stage();
    let graph = stage.mixer.create_graph();
    let first = clip(&mut stage, graph, 0, 0, 1.0, ABSOLUTE);
    let second = clip(&mut stage, graph, 0, 1, 0.0, ABSOLUTE);
    stage.mixer.play_graph(graph).unwrap();
    stage.update(1.0);
    near(stage.x(), 10.0);
    stage.mixer.graph_weight(graph, first, 0.0, 6.0).unwrap();
    stage.mixer.graph_weight(graph, second, 1.0, 6.0).unwrap();
    stage.update(5.0);
    near(stage.x(), 55.0);
    assert_eq!(stage.mixer.graph(graph).unwrap().weight(second), Some(0.5));
    stage.update(5.0);
    near(stage.x(), 100.0);
}

#[test]
fn layers_stand_on_a_playing_graph_and_freeing_it_freezes() {
    let mut stage = stage();
    let graph = stage.mixer.create_graph();
    clip(&mut stage, graph, 0, 0, 1.0, ABSOLUTE);
    stage.mixer.play_graph(graph).unwrap();
    stage.show();
    near(stage.x(), 10.0);
    assert!(stage.mixer.is_animating());
    stage
        .mixer
        .blend(
            1,
            Blend {
                weight: 0.5,
                ..Blend::default()
            },
        )
        .unwrap();
    stage.update(1.0);
    near(stage.x(), 55.0);
    stage.mixer.stop_blend(1);
    stage.update(1.0);
    let before = bits(&stage.standing);
    stage.mixer.free_graph(graph).unwrap();
    stage.update(1.0);
    assert_eq!(bits(&stage.standing), before);
    assert!(!stage.mixer.has_base());
    assert_eq!(stage.mixer.free_graph(graph), Err(MixerError::NoSuchGraph));
    assert_eq!(stage.mixer.play_graph(graph), Err(MixerError::NoSuchGraph));
    assert_ne!(stage.mixer.create_graph(), graph);
}

#[test]
fn refuses_what_is_no_tree() {
    let mut stage = stage();
    let graph = stage.mixer.create_graph();
    let leaf = clip(&mut stage, graph, 0, 0, 1.0, ABSOLUTE);
    assert_eq!(
        stage.mixer.graph_blend(graph, leaf, 1.0),
        Err(MixerError::ClipHasNoChildren { node: leaf })
    );
    assert_eq!(
        stage.mixer.graph_blend(graph, 7, 1.0),
        Err(MixerError::NoSuchNode { node: 7 })
    );
    let missing = stage
        .mixer
        .graph_clip(graph, 0, 9, 1.0, PlayMode::Loop, 1.0, ABSOLUTE);
    assert_eq!(
        missing,
        Err(MixerError::NoSuchSequence { seq: 9, count: 3 })
    );
    let missing = stage.mixer.graph_clip(
        graph,
        0,
        0,
        1.0,
        PlayMode::Loop,
        1.0,
        ClipReference::Sequence(5),
    );
    assert_eq!(
        missing,
        Err(MixerError::NoSuchSequence { seq: 5, count: 3 })
    );
    assert!(
        stage
            .mixer
            .graph_mask_named(graph, leaf, "nobody", 0.0, true)
            .is_err()
    );
}

/// Neither depth nor emptiness of a graph is a danger.
#[test]
fn deep_and_empty_graphs() {
    let mut stage = stage();
    let graph = stage.mixer.create_graph();
    stage.mixer.play_graph(graph).unwrap();
    stage.update(1.0);
    assert!(!stage.wrote_anything());
    let mut parent = 0;
    for depth in 0..5000 {
        parent = match depth % 3 {
            0 => stage.mixer.graph_overlay(graph, parent, 1.0),
            1 => stage.mixer.graph_add(graph, parent, 1.0),
            _ => stage.mixer.graph_blend(graph, parent, 1.0),
        }
        .unwrap();
    }
    clip(&mut stage, graph, parent, 1, 1.0, ABSOLUTE);
    stage.update(1.0);
    near(stage.x(), 100.0);
}
