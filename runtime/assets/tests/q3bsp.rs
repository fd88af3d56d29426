//! Levels of Quake III: what is read of them, and that nothing in them is trusted.

mod support;

use flitz_assets::{LoadError, load_level};
use flitz_scene::LevelData;
use flitz_scene::level::LevelChild;
use flitz_scene::{EntityKind, MeshFace, Shape, World};
use glam::{Vec3, Vec3A};
use proptest::prelude::*;
use support::b3d::Bytes;
use support::q3bsp::{Level, two_rooms};

/// Loads a level and checks what the rest of the program counts on.
fn load(bytes: &[u8]) -> Result<LevelData, LoadError> {
    let level = load_level(bytes, 0.0)?;
    let memory: usize = level
        .surfaces
        .iter()
        .map(|s| s.vertices.len() * 44 + s.triangles.len() * 12)
        .sum::<usize>()
        + level.solid.len() * 36
        + level.tree.leaf_faces.len() * 4
        + level
            .lightmaps
            .iter()
            .map(|map| map.rgba.len())
            .sum::<usize>();
    assert!(memory <= bytes.len() * 64 + (16 << 20));
    for surface in &level.surfaces {
        let corners = surface.triangles.iter().flatten();
        assert!(
            corners
                .max()
                .is_none_or(|&last| (last as usize) < surface.vertices.len())
        );
        for vertex in &surface.vertices {
            assert!(vertex.position.is_finite() && vertex.normal.is_finite());
        }
    }
    for face in &level.faces {
        let triangles = level.surfaces[face.surface].triangles.len();
        assert!(face.triangles.start <= face.triangles.end);
        assert!(face.triangles.end as usize <= triangles);
    }
    let tree = &level.tree;
    assert!(
        tree.leaf_faces
            .iter()
            .all(|&face| (face as usize) < level.faces.len())
    );
    for (at, node) in tree.nodes.iter().enumerate() {
        for child in node.children {
            assert!(match child {
                LevelChild::Node(child) => child > at && child < tree.nodes.len(),
                LevelChild::Leaf(leaf) => leaf < tree.leaves.len(),
            });
        }
    }
    Ok(level)
}

#[test]
fn rooms_patches_and_lightmaps_arrive() {
    let level = load(&two_rooms().bytes()).unwrap();
    assert_eq!(
        level.texture_names,
        ["textures/wall", "textures/sky", "textures/water"]
    );
    let surfaces: Vec<_> = level
        .surfaces
        .iter()
        .map(|s| (s.texture, s.lightmap, s.vertices.len(), s.triangles.len()))
        .collect();
    assert_eq!(
        surfaces,
        [
            // Front first: the second room lies in front of the plane between them.
            (Some(0), None, 24, 12),
            (Some(0), Some(0), 24, 12),
            (Some(0), Some(1), 25, 32),
        ]
    );
    assert_eq!(level.faces.len(), 13);
    // Twelve sides of two triangles, the curve in pieces of a half, the pane of sky; no water.
    assert_eq!(level.solid.len(), 24 + 8 + 2);
    // x ahead becomes z, y to the left becomes -x, z up becomes y.
    let arch = &level.surfaces[2].vertices;
    assert_eq!(arch[0].position, Vec3::new(40.0, 0.0, 40.0));
    assert_eq!(arch[2].position, Vec3::new(40.0, 20.0, 50.0));
    assert_eq!(
        (arch[0].color, arch[0].normal),
        ([10, 20, 30, 255], Vec3::Y)
    );
    // Lightmap first, then the texture.
    assert_eq!(level.surfaces[1].vertices[2].uv, [[1.0, 1.0], [2.0, 2.0]]);
    assert_eq!(level.lightmaps.len(), 2);
    assert_eq!(level.lightmaps[1].rgba[..4], [128, 128, 128, 255]);
}

#[test]
fn gamma_brightens_lightmaps() {
    let bytes = two_rooms().bytes();
    let first = |gamma| load_level(&bytes, gamma).unwrap().lightmaps[0].rgba[0];
    assert_eq!(first(0.0), 64);
    assert_eq!(first(0.5), 127, "the root of a quarter");
    assert_eq!(first(1.0), 255);
    assert!(first(-1.0) == 16);
    for strange in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
        let _ = first(strange);
    }
}

#[test]
fn front_faces_look_into_the_rooms_and_rays_stop_at_them() {
    let level = load(&two_rooms().bytes()).unwrap();
    let inside = Vec3::new(0.0, 50.0, 20.0);
    let mut facing = 0;
    // Those of the first room; the second comes first.
    for [a, b, c] in level.solid.iter().skip(12).take(12) {
        facing += i32::from((*b - *a).cross(*c - *a).dot(inside - *a) > 0.0);
    }
    assert_eq!(facing, 12);
    assert_eq!(level.tree.cluster(Vec3A::new(0.0, 50.0, 20.0)), Some(0));
    assert_eq!(level.tree.cluster(Vec3A::new(0.0, 50.0, 120.0)), Some(1));
    assert_eq!(level.tree.cluster(Vec3A::new(0.0, 50.0, 220.0)), None);
    assert!(!level.tree.visible.sees(0, 1) && level.tree.visible.sees(1, 1));

    let mut world = World::new();
    let id = world.create_level(level, &[None; 3], None);
    world.body_mut(id).unwrap().pick = Some(Shape::Polygons);
    let mut pick = |from: Vec3, way: Vec3, radius: f32| {
        let met = world.pick(from, way, radius);
        (met == Some(id)).then(|| (world.picked().position, world.picked().face))
    };
    // Against the pane of sky, though it is not seen; below the arch's top; beside both, to the wall.
    let near = |got: Option<(Vec3, Option<MeshFace>)>, wanted: Vec3| {
        let (at, face) = got.unwrap();
        assert!(
            (at - wanted).length() < 0.01 && face.is_some_and(|f| f.triangle == 0),
            "{at} {wanted}"
        );
    };
    near(
        pick(Vec3::new(0.0, 10.0, 70.0), Vec3::Z * 90.0, 0.0),
        Vec3::new(0.0, 10.0, 80.0),
    );
    near(
        pick(Vec3::new(0.0, 90.0, 50.0), Vec3::NEG_Y * 90.0, 0.0),
        Vec3::new(0.0, 20.0, 50.0),
    );
    near(
        pick(Vec3::new(-45.0, 50.0, 50.0), Vec3::Z * 90.0, 0.0),
        Vec3::new(-45.0, 50.0, 100.0),
    );
    near(
        pick(Vec3::new(-45.0, 50.0, 50.0), Vec3::Z * 90.0, 2.0),
        Vec3::new(-45.0, 50.0, 100.0),
    );
    assert!(pick(Vec3::new(0.0, 50.0, 300.0), Vec3::Z * 90.0, 0.0).is_none());
    assert!(matches!(world.get(id).unwrap().kind, EntityKind::Level(_)));
}

#[test]
fn what_cannot_be_used_says_why() {
    let whole = two_rooms().bytes();
    let error = |bytes: &[u8]| load(bytes).unwrap_err().to_string();
    assert!(error(b"").contains("empty"));
    assert!(error(b"RIFF").contains(".bsp"));
    let mut other = whole.clone();
    other[4] = 47;
    assert!(error(&other).contains("version 47"));
    assert!(error(&Level::default().bytes()).contains("no tree"));
    let mut round = two_rooms();
    round.nodes = Bytes::new();
    round.node(0, [0, -1], [0; 3], [1; 3]);
    assert!(error(&round.bytes()).contains("two places"));
    let mut odd = two_rooms();
    let last = odd.faces.0.len();
    odd.faces.0[last - 104 * 2 - 8..last - 104 * 2].copy_from_slice(&[4, 0, 0, 0, 3, 0, 0, 0]);
    let level = load(&odd.bytes()).unwrap();
    assert!(level.notes[0].contains("4 by 3 control points"));
    let mut dark = two_rooms();
    dark.visibility = Bytes::new();
    assert!(load(&dark.bytes()).unwrap().tree.visible.sees(0, 1));
}

#[test]
fn many_faces_of_the_same_vertices_do_not_take_all_memory() {
    let mut level = two_rooms();
    // A large grid of control points, used by face after face.
    let side = 201;
    let start = level.vertex_count();
    for at in 0..side * side {
        level.vertex([at as f32, 0.0, 0.0], [0.0; 4], [0.0; 3], [0; 3]);
    }
    let faces: Vec<i32> = (0..2000)
        .map(|_| level.face([0, 0, 2], [start, side * side], [0, 0], [side, side]))
        .collect();
    level.leaf(0, [0; 3], [1; 3], &faces);
    level.nodes = Bytes::new();
    level.node(0, [-4, -2], [0; 3], [1; 3]);
    assert!(
        load(&level.bytes())
            .unwrap_err()
            .to_string()
            .contains("too often")
    );
}

/// A level without lightmaps, which only make it long.
fn small() -> Vec<u8> {
    let mut level = two_rooms();
    level.lightmaps = Bytes::new();
    level.bytes()
}

#[test]
fn cut_and_flipped_at_every_byte() {
    let whole = small();
    assert!(load(&whole).is_ok());
    for at in 0..whole.len() {
        assert!(load(&whole[..at]).is_err(), "cut at {at} it is not whole");
        for bits in [0xff, 0x80, 0x01] {
            let mut flipped = whole.clone();
            flipped[at] ^= bits;
            let _ = load(&flipped);
        }
        if at + 4 <= whole.len() {
            for value in [0, -1, i32::MAX, i32::MIN, 0x7f80_0000, 0x7fc0_0000] {
                let mut changed = whole.clone();
                changed[at..at + 4].copy_from_slice(&value.to_le_bytes());
                let _ = load(&changed);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn several_bytes_changed(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
        let mut file = small();
        for (at, value) in changes {
            let at = at.index(file.len());
            file[at] = value;
        }
        if let Ok(level) = load(&file) {
            let mut world = World::new();
            let id = world.create_level(level, &[None; 3], None);
            world.body_mut(id).unwrap().pick = Some(Shape::Polygons);
            world.pick(Vec3::new(0.0, 50.0, 20.0), Vec3::new(1.0, -30.0, 500.0), 1.0);
        }
    }

    #[test]
    fn any_bytes_after_a_head(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let _ = load(&[b"IBSP\x2e\0\0\0".as_slice(), &bytes].concat());
    }
}
