//! B3D files, chunk by chunk.

mod support;

use flitz_animation::PartPlace;
use flitz_scene::{
    AnimatedPart, BrushBlend, Effects, ModelData, TextureBlend, TextureFlags, TextureSource,
};
use glam::{Quat, Vec3};
use support::b3d::*;
use support::load;

/// A model with one node, of these chunks after its head.
fn one_node(node: Bytes) -> ModelData {
    load(&file(Bytes::new().chunk("NODE", node))).unwrap()
}

fn error(bytes: &[u8]) -> String {
    load(bytes).unwrap_err().to_string()
}

#[test]
fn nodes_stand_where_the_file_says_with_the_conjugate_rotation() {
    let head = Bytes::new()
        .text("root")
        .floats(&[1.0, 2.0, -0.0, 1.0, 2.0, 3.0])
        .floats(&[0.8, 0.6, 0.0, 0.0]);
    let model = one_node(
        head.chunk("NODE", node("child"))
            .chunk("NODE", node("second")),
    );
    let names: Vec<_> = model
        .nodes
        .iter()
        .map(|node| (node.name.as_str(), node.parent))
        .collect();
    assert_eq!(
        names,
        [("root", None), ("child", Some(0)), ("second", Some(0))]
    );
    let place = model.nodes[0].transform;
    assert_eq!(
        (place.translation, place.scale),
        (Vec3::new(1.0, 2.0, 0.0), Vec3::new(1.0, 2.0, 3.0))
    );
    assert!(
        place.translation.z.is_sign_positive(),
        "programs print positions"
    );
    assert_eq!(place.rotation, Quat::from_xyzw(-0.6, 0.0, 0.0, 0.8));
    assert!(model.animated.is_empty());
}

#[test]
fn what_is_not_finite_is_passed_over() {
    let head = Bytes::new()
        .text("root")
        .floats(&[f32::NAN; 3])
        .floats(&[f32::INFINITY; 3])
        .floats(&[0.0; 4]);
    let keys = position_keys(&[(1, [f32::NAN; 3]), (2, [1.0; 3])]);
    let mesh = mesh(
        &[
            [f32::NAN, 1.0, 0.0],
            [f32::INFINITY, 0.0, 0.0],
            [0.0, 0.0, 1.0],
        ],
        &[[0, 1, 2]],
    );
    let model = one_node(
        head.chunk("KEYS", keys)
            .chunk("ANIM", anim(2))
            .chunk("MESH", mesh),
    );
    assert_eq!(
        model.nodes[0].transform,
        flitz_animation::Transform::IDENTITY
    );
    assert_eq!(
        model.animated[0].clips[0].joints()[0]
            .translation
            .as_ref()
            .unwrap()
            .frames(),
        [2.0]
    );
}

#[test]
fn a_name_in_an_old_code_page_is_latin_1() {
    let mut head = node("x");
    head.0[0] = 0xe9;
    assert_eq!(one_node(head).nodes[0].name, "é");
}

#[test]
fn textures_turn_the_files_numbers_into_those_of_the_commands() {
    let texs = Bytes::new()
        .text("C:\\pictures\\Skin.BMP")
        .ints(&[0x1_0000 | 1 | 8, 5])
        .floats(&[0.25, -0.5, 2.0, 4.0, std::f32::consts::FRAC_PI_2])
        .text("b.png")
        .ints(&[2, 1])
        .floats(&[0.0, 0.0, 0.0, 1.0, 0.0]);
    let brus = Bytes::new()
        .int(2)
        .text("")
        .floats(&[1.0, 1.0, 1.0, 1.0, 0.0])
        .ints(&[0, 0, 0, 1]);
    let root = node("").chunk("MESH", Bytes::new().int(0));
    let body = Bytes::new().chunk("TEXS", texs).chunk("BRUS", brus);
    let model = load(&file(body.chunk("NODE", root))).unwrap();
    let first = &model.textures[0];
    assert!(matches!(&first.source, TextureSource::File(name) if name == "C:\\pictures\\Skin.BMP"));
    assert_eq!(
        (first.flags, first.blend),
        (
            TextureFlags::COORDS_2 | TextureFlags::COLOR | TextureFlags::MIPMAPPED,
            TextureBlend::Multiply2
        )
    );
    assert_eq!((first.scale, first.position), ([0.5, 0.25], [-0.25, 0.5]));
    assert!((first.rotation + 90.0).abs() < 1e-4);
    let second = &model.textures[1];
    assert_eq!(
        (second.scale, second.position, second.rotation),
        ([1.0, 1.0], [0.0, 0.0], 0.0)
    );
}

#[test]
fn only_textures_that_are_used_are_asked_for() {
    let texture = |name: &str| {
        Bytes::new()
            .text(name)
            .ints(&[1, 2])
            .floats(&[0.0, 0.0, 1.0, 1.0, 0.0])
            .0
    };
    let texs = Bytes(["no.png", "b.png", "no.png", "d.png"].map(texture).concat());
    let brush = |bytes: Bytes, texture| {
        bytes
            .text("")
            .floats(&[1.0, 1.0, 1.0, 1.0, 0.0])
            .ints(&[0, 0, texture])
    };
    let brus = brush(brush(brush(Bytes::new().int(1), 3), 2), 1);
    let points = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let mesh = Bytes::new()
        .int(2)
        .chunk("VRTS", vertices(&points))
        .chunk("TRIS", triangles(0, &[[0, 1, 2]]));
    let root = node("").chunk("MESH", mesh);
    let model = load(&file(
        Bytes::new()
            .chunk("TEXS", texs)
            .chunk("BRUS", brus)
            .chunk("NODE", root),
    ))
    .unwrap();
    let names: Vec<_> = model
        .textures
        .iter()
        .map(|texture| format!("{:?}", texture.source))
        .collect();
    assert_eq!(names, ["File(\"b.png\")", "File(\"d.png\")"]);
    let mesh = model.nodes[0].mesh.as_ref().unwrap();
    assert_eq!(
        (mesh.brush_textures.as_slice(), &mesh.surface_textures[0]),
        ([(0, 0)].as_slice(), &vec![(0, 1)])
    );
}

#[test]
fn brushes_paint_surfaces_and_alike_ones_share_one() {
    let texs = Bytes::new()
        .text("a.png")
        .ints(&[1, 2])
        .floats(&[0.0, 0.0, 1.0, 1.0, 0.0]);
    let red = |bytes: Bytes| {
        bytes
            .text("red")
            .floats(&[1.0, 0.0, 0.0, 0.5, 0.25])
            .ints(&[1, 17, -1, 0])
    };
    let brus = red(red(Bytes::new().int(2)))
        .text("odd")
        .floats(&[2.0, 1.0, 1.0, 1.0, 0.0])
        .ints(&[0, 0, 99, -1]);
    let points: Vec<[f32; 3]> = (0..4).map(|i| [i as f32, (i * i) as f32, 0.0]).collect();
    let mesh = Bytes::new()
        .int(2)
        .chunk("VRTS", vertices(&points))
        .chunk("TRIS", triangles(1, &[[0, 1, 2]]))
        .chunk("TRIS", triangles(-1, &[[1, 2, 3]]))
        .chunk("TRIS", triangles(0, &[[3, 1, 0]]))
        .chunk("TRIS", triangles(77, &[[0, 1, 3]]));
    let root = node("").chunk("MESH", mesh);
    let body = Bytes::new()
        .chunk("TEXS", texs)
        .chunk("BRUS", brus)
        .chunk("NODE", root);
    let model = load(&file(body)).unwrap();
    let mesh = model.nodes[0].mesh.as_ref().unwrap();
    assert_eq!(
        mesh.brush.color,
        Vec3::new(2.0, 1.0, 1.0),
        "colours above 1 stay"
    );
    assert!(
        mesh.brush_textures.is_empty(),
        "a texture that is not there"
    );
    let [painted, plain] = mesh.surfaces.as_slice() else {
        panic!("{} surfaces", mesh.surfaces.len())
    };
    assert_eq!(painted.brush.color, Vec3::new(1.0, 0.0, 0.0));
    let brush = &painted.brush;
    assert_eq!(
        (brush.alpha, brush.shininess, brush.blend, brush.effects),
        (
            0.5,
            0.25,
            BrushBlend::Alpha,
            Effects::FULL_BRIGHT | Effects::TWO_SIDED
        )
    );
    assert_eq!(mesh.surface_textures, [vec![(1, 0)], vec![]]);
    // Vertices are numbered by their first use, and only those that are used are there.
    assert_eq!(painted.triangles, [[0, 1, 2], [3, 1, 0]]);
    assert_eq!(painted.vertices[3].position.x, 3.0);
    assert_eq!(plain.triangles, [[0, 1, 2], [3, 0, 2]]);
    assert_eq!(
        plain
            .vertices
            .iter()
            .map(|v| v.position.x as i32)
            .collect::<Vec<_>>(),
        [1, 2, 3, 0]
    );
}

#[test]
fn vertices_have_what_their_flags_say() {
    let points = Bytes::new().ints(&[3, 3, 3]).floats(&[
        1.0, 2.0, 3.0, 0.0, 0.0, -2.0, 0.5, 1.0, -1.0, 2.0, 0.1, 0.2, 9.0, 0.3, 0.4, 9.0, 9.0, 9.0,
        9.0,
    ]);
    let mesh = Bytes::new()
        .int(-1)
        .chunk("VRTS", points)
        .chunk("TRIS", triangles(-1, &[[0, 0, 0]]));
    let model = one_node(node("").chunk("MESH", mesh));
    let vertex = model.nodes[0].mesh.as_ref().unwrap().surfaces[0].vertices[0];
    assert_eq!(vertex.position, Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(
        vertex.normal,
        Vec3::new(0.0, 0.0, -2.0),
        "of the length that the file gives it"
    );
    assert_eq!(vertex.color, [127, 255, 0, 255]);
    assert_eq!(vertex.uv, [[0.1, 0.2], [0.3, 0.4]]);
}

#[test]
fn normals_are_made_where_there_are_none() {
    let model = one_node(node("").chunk("MESH", triangle_mesh()));
    let surface = &model.nodes[0].mesh.as_ref().unwrap().surfaces[0];
    assert!(
        surface
            .vertices
            .iter()
            .all(|vertex| vertex.normal == Vec3::NEG_Z)
    );
    assert!(
        surface
            .vertices
            .iter()
            .all(|vertex| vertex.color == [255; 4] && vertex.uv == [[0.0; 2]; 2])
    );
    assert_eq!(surface.version, 0);
}

#[test]
fn the_four_strongest_bones_hold_a_vertex() {
    let weights = [0.1, 0.4, 0.2, 0.3, 0.5];
    let root = weights.iter().enumerate().fold(
        node("root").chunk("MESH", triangle_mesh()),
        |root, (i, &weight)| {
            let held = if i == 0 {
                bone(&[(0, weight), (1, 0.0)])
            } else {
                bone(&[(0, weight)])
            };
            root.chunk("NODE", node(&format!("bone {i}")).chunk("BONE", held))
        },
    );
    let model = one_node(root);
    let mesh = model.nodes[0].mesh.as_ref().unwrap();
    assert_eq!(mesh.skin.as_ref().unwrap().joints, [0, 1, 2, 3, 4, 5]);
    let skin = &mesh.surfaces[0].skin;
    assert_eq!(skin[0].joints, [5, 2, 4, 3]);
    for (weight, wanted) in skin[0].weights.iter().zip([0.5, 0.4, 0.3, 0.2]) {
        assert!((weight - wanted / 1.4).abs() < 1e-6);
    }
    for unheld in &skin[1..] {
        assert_eq!(
            (unheld.joints, unheld.weights),
            ([0; 4], [1.0, 0.0, 0.0, 0.0]),
            "it follows the mesh's own node"
        );
    }
}

#[test]
fn bones_belong_to_the_mesh_above_them() {
    let sword = node("sword")
        .chunk("MESH", triangle_mesh())
        .chunk("NODE", node("gem").chunk("BONE", bone(&[(1, 1.0)])));
    let hand = node("hand")
        .chunk("BONE", bone(&[(2, 1.0)]))
        .chunk("NODE", sword);
    let arm = node("arm")
        .chunk("BONE", bone(&[(0, 1.0)]))
        .chunk("NODE", node("between").chunk("NODE", hand));
    let model = one_node(
        node("body")
            .chunk("MESH", triangle_mesh())
            .chunk("NODE", arm),
    );
    let named = |joints: &[usize]| {
        joints
            .iter()
            .map(|&j| model.nodes[j].name.clone())
            .collect::<Vec<_>>()
    };
    let skins: Vec<_> = model
        .nodes
        .iter()
        .filter_map(|node| node.mesh.as_ref()?.skin.as_ref())
        .collect();
    assert_eq!(named(&skins[0].joints), ["body", "arm", "hand"]);
    assert_eq!(named(&skins[1].joints), ["sword", "gem"]);
    let parts: Vec<_> = model
        .animated
        .iter()
        .map(|part| named(&part.joints))
        .collect();
    assert_eq!(parts, [vec!["body", "arm", "hand"], vec!["sword", "gem"]]);
    let parents: Vec<_> = model.animated[0]
        .skeleton
        .joints()
        .iter()
        .map(|joint| joint.parent)
        .collect();
    assert_eq!(
        parents,
        [None, Some(0), Some(1)],
        "the node in between is no joint"
    );
}

#[test]
fn the_vertices_of_a_skinned_mesh_stand_in_its_parents_space() {
    let arm = node_at("arm", [0.0, 1.0, 0.0]).chunk("BONE", bone(&[(0, 1.0)]));
    let body = node_at("body", [5.0, 0.0, 0.0])
        .chunk("MESH", triangle_mesh())
        .chunk("NODE", arm);
    let model = one_node(node_at("root", [0.0, 0.0, 9.0]).chunk("NODE", body));
    let skin = model.nodes[1].mesh.as_ref().unwrap().skin.as_ref().unwrap();
    let at = |i: usize| skin.inverse_bind[i].transform_point3(Vec3::new(5.0, 1.0, 0.0));
    assert_eq!((at(0), at(1)), (Vec3::new(0.0, 1.0, 0.0), Vec3::ZERO));
}

#[test]
fn frames_and_keys_are_taken_as_they_are() {
    let turn = Bytes::new().ints(&[4, 3]).floats(&[0.8, 0.0, 0.6, 0.0]);
    let size = Bytes::new().ints(&[2, 1]).floats(&[1.0, 2.0, 3.0]);
    let moved = position_keys(&[(9, [9.0; 3]), (1, [1.0; 3]), (-2, [0.0; 3]), (9, [7.0; 3])]);
    let bone = node("bone")
        .chunk("BONE", bone(&[(0, 1.0)]))
        .chunk("KEYS", moved)
        .chunk("KEYS", turn)
        .chunk("KEYS", size);
    let model = one_node(
        node("")
            .chunk("MESH", triangle_mesh())
            .chunk("ANIM", anim(4))
            .chunk("NODE", bone),
    );
    let clip = &model.animated[0].clips[0];
    assert_eq!(
        (clip.length(), clip.joint_count(), clip.name()),
        (4.0, 2, "")
    );
    let tracks = clip.joint(1).unwrap();
    let translation = tracks.translation.as_ref().unwrap();
    assert_eq!(
        translation.frames(),
        [-2.0, 1.0, 9.0],
        "keys past the frame count stay"
    );
    assert_eq!(
        translation.values()[2],
        Vec3::splat(7.0),
        "of two keys at a frame the later counts"
    );
    assert_eq!(
        tracks.rotation.as_ref().unwrap().values(),
        [Quat::from_xyzw(0.0, -0.6, 0.0, 0.8)]
    );
    assert_eq!(
        tracks.scale.as_ref().unwrap().values(),
        [Vec3::new(1.0, 2.0, 3.0)]
    );
    assert!(clip.channels(0).is_empty());
}

#[test]
fn plain_nodes_move_too() {
    let keys = || position_keys(&[(0, [0.0; 3]), (10, [1.0; 3])]);
    let door = node("door")
        .chunk("KEYS", keys())
        .chunk("NODE", node("handle").chunk("KEYS", keys()));
    let model = one_node(
        node("room")
            .chunk("NODE", door)
            .chunk("ANIM", anim(10))
            .chunk("NODE", node("table")),
    );
    let [part] = model.animated.as_slice() else {
        panic!()
    };
    assert_eq!(
        (part.node, part.joints.as_slice()),
        (0, [0, 1, 2, 3].as_slice())
    );
    assert!(!part.clips[0].channels(2).is_empty() && part.clips[0].channels(3).is_empty());
    // Without an ANIM chunk nothing moves.
    let still = one_node(node("room").chunk("NODE", node("door").chunk("KEYS", keys())));
    assert!(still.animated.is_empty());
}

#[test]
fn a_nodes_own_animation_wins_over_that_of_a_node_above() {
    let keys = || position_keys(&[(0, [0.0; 3]), (10, [1.0; 3])]);
    let wheel = node("wheel")
        .chunk("KEYS", keys())
        .chunk("ANIM", anim(5))
        .chunk("NODE", node("bolt").chunk("KEYS", keys()));
    let model = one_node(
        node("car")
            .chunk("KEYS", keys())
            .chunk("ANIM", anim(10))
            .chunk("NODE", wheel)
            .chunk("NODE", node("seat")),
    );
    let parts: Vec<_> = model
        .animated
        .iter()
        .map(|p| (p.node, p.joints.clone(), p.clips[0].length()))
        .collect();
    assert_eq!(parts, [(0, vec![0, 3], 10.0), (1, vec![1, 2], 5.0)]);
}

#[test]
fn the_animated_mesh_may_be_a_child_of_the_root() {
    let bone = || {
        node("bone")
            .chunk("BONE", bone(&[(0, 1.0)]))
            .chunk("KEYS", position_keys(&[(1, [0.0; 3]), (8, [1.0; 3])]))
    };
    let body = || {
        node("body")
            .chunk("MESH", triangle_mesh())
            .chunk("NODE", bone())
    };
    let length = |model: &ModelData| {
        let [part] = model.animated.as_slice() else {
            panic!("{} parts", model.animated.len())
        };
        (part.node, part.clips[0].length())
    };
    let own = one_node(node("root").chunk("NODE", body().chunk("ANIM", anim(6))));
    assert_eq!(length(&own), (1, 6.0));
    let above = one_node(node("root").chunk("ANIM", anim(7)).chunk("NODE", body()));
    assert_eq!(
        length(&above),
        (1, 7.0),
        "the root's frames, and no idle part at the root"
    );
    assert_eq!(above.animated[0].answering, [0], "which answers for it");
    let none = one_node(node("root").chunk("NODE", body()));
    assert_eq!(length(&none), (1, 8.0), "up to the last key");
    let negative = one_node(node("root").chunk("NODE", body().chunk("ANIM", anim(-5))));
    assert_eq!(length(&negative), (1, 8.0));
}

/// A root with keys at 1, 5 and 9 and three named parts with these flags, in the root's chunk or at the top of the file.
fn with_parts(flags: [i32; 3], top: bool) -> AnimatedPart {
    let keys = position_keys(&[(1, [1.0; 3]), (5, [5.0; 3]), (9, [9.0; 3])]);
    let [walk, run, again] = flags;
    let seqs = [
        part("walk", 1, 5, walk).0,
        part("run", 9, 5, run).0,
        part("walk", 0, 0, again).0,
    ];
    let seqs = Bytes(seqs.concat());
    let node = node("").chunk("KEYS", keys).chunk("ANIM", anim(9));
    let body = if top {
        Bytes::new().chunk("NODE", node).chunk("SEQS", seqs)
    } else {
        Bytes::new().chunk("NODE", node.chunk("SEQS", seqs))
    };
    load(&file(body)).unwrap().animated.swap_remove(0)
}

#[test]
fn named_parts_take_no_sequence_numbers() {
    for top in [false, true] {
        for flags in [[0; 3], [0, 0, 1], [1, 1, 0], [2; 3]] {
            let part = with_parts(flags, top);
            let clips: Vec<_> = part.clips.iter().map(|c| (c.name(), c.length())).collect();
            assert_eq!(clips, [("", 9.0)]);
            let named: Vec<_> = part
                .named_parts
                .iter()
                .map(|p| (p.name.as_str(), p.place))
                .collect();
            let frames = |first, last| PartPlace::Frames {
                seq: 0,
                first,
                last,
            };
            assert_eq!(
                named,
                [
                    ("walk", frames(1.0, 5.0)),
                    ("run", frames(5.0, 9.0)),
                    ("walk", frames(0.0, 0.0))
                ]
            );
        }
    }
}

#[test]
fn named_parts_that_all_cover_the_whole_are_the_sequences() {
    for top in [false, true] {
        let part = with_parts([1, 3, 1], top);
        let clips: Vec<_> = part.clips.iter().map(|c| (c.name(), c.length())).collect();
        assert_eq!(clips, [("walk", 4.0), ("run", 4.0), ("walk", 0.0)]);
        let places: Vec<_> = part.named_parts.iter().map(|p| p.place).collect();
        assert_eq!(places, [0, 1, 2].map(PartPlace::Sequence));
        let run = part.clips[1].joints()[0].translation.as_ref().unwrap();
        assert_eq!(
            (run.frames(), run.values()[0].x),
            ([0.0, 4.0].as_slice(), 5.0)
        );
    }
}

#[test]
fn of_several_roots_the_last_counts_and_unknown_chunks_are_passed_over() {
    let odd = || Bytes::new().floats(&[1.0; 5]);
    let root = node("second")
        .chunk("WHAT", odd())
        .chunk("MESH", triangle_mesh().chunk("MORE", odd()));
    let model = load(&file(
        Bytes::new()
            .chunk("NODE", node("first"))
            .chunk("ODD!", odd())
            .chunk("NODE", root),
    ))
    .unwrap();
    assert_eq!(model.nodes[0].name, "second");
    assert!(model.nodes[0].mesh.is_some());
}

#[test]
fn a_size_that_counts_the_head_in_is_forgiven() {
    let mut bytes = file(Bytes::new().chunk("NODE", node("root")));
    let whole = i32::try_from(bytes.len()).unwrap();
    bytes[4..8].copy_from_slice(&whole.to_le_bytes());
    assert_eq!(load(&bytes).unwrap().nodes[0].name, "root");
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let mut newer = file(Bytes::new().chunk("NODE", node("")));
    newer[8] = 2;
    let whole = everything();
    let in_mesh = |mesh: Bytes| file(Bytes::new().chunk("NODE", node("").chunk("MESH", mesh)));
    let holds = |vertex| {
        node("")
            .chunk("MESH", triangle_mesh())
            .chunk("NODE", node("arm").chunk("BONE", bone(&[(vertex, 1.0)])))
    };
    let cases: &[(Vec<u8>, &[&str])] = &[
        (Vec::new(), &["empty"]),
        (b"BB3D".to_vec(), &["byte 4"]),
        (b"hello".to_vec(), &["no model"]),
        (newer, &["version 2", "byte 8"]),
        (whole[..whole.len() / 2].to_vec(), &["cut off", "byte 4"]),
        (file(Bytes::new()), &["no NODE"]),
        (
            file(Bytes::new().chunk(
                "NODE",
                node("").chunk("MESH", mesh(&[[0.0; 3]], &[[0, 0, 1]])),
            )),
            &["vertex 1", "1 vertices", "byte"],
        ),
        (
            file(Bytes::new().chunk("NODE", holds(3))),
            &["\"arm\"", "vertex 3", "3 vertices"],
        ),
        (file(Bytes::new().chunk("NODE", holds(-1))), &["vertex -1"]),
        (
            in_mesh(
                Bytes::new()
                    .int(-1)
                    .chunk("VRTS", Bytes::new().ints(&[0, 9, 2])),
            ),
            &["9 sets"],
        ),
        (
            in_mesh(
                Bytes::new()
                    .int(-1)
                    .chunk("VRTS", Bytes::new().ints(&[0, 0, 0, 7])),
            ),
            &["middle of a value"],
        ),
        (
            file(
                Bytes::new()
                    .chunk("BRUS", Bytes::new().int(-1))
                    .chunk("NODE", node("")),
            ),
            &["-1 textures"],
        ),
        (
            file(Bytes::new().chunk("NODE", Bytes(b"endless".to_vec()))),
            &["no end"],
        ),
    ];
    for (bytes, words) in cases {
        let said = error(bytes);
        assert!(
            words.iter().all(|word| said.contains(word)),
            "{said:?} should hold {words:?}"
        );
    }
    let mut sized = file(Bytes::new().chunk("NODE", node("root")));
    sized[16..20].copy_from_slice(&1000_i32.to_le_bytes());
    assert!(error(&sized).contains("NODE") && error(&sized).contains("1000"));
    sized[16..20].copy_from_slice(&(-4_i32).to_le_bytes());
    assert!(error(&sized).contains("-4 bytes"));
}

#[test]
fn depth_and_numbers_have_limits() {
    let deep = (0..600).fold(node("leaf"), |inner, _| node("n").chunk("NODE", inner));
    assert!(error(&file(Bytes::new().chunk("NODE", deep))).contains("deep"));
    let chain = (0..400).fold(node("leaf"), |inner, _| node("n").chunk("NODE", inner));
    assert_eq!(
        load(&file(Bytes::new().chunk("NODE", chain)))
            .unwrap()
            .nodes
            .len(),
        401
    );
    // A small file whose parts would make a giant: each of them copies all keys.
    let keys: Vec<_> = (0..20_000).map(|frame| (frame, [0.0; 3])).collect();
    let parts: Vec<u8> = (0..20_000).flat_map(|_| part("", 0, 20_000, 1).0).collect();
    let root = node("")
        .chunk("KEYS", position_keys(&keys))
        .chunk("ANIM", anim(20_000))
        .chunk("SEQS", Bytes(parts));
    assert!(error(&file(Bytes::new().chunk("NODE", root))).contains("keys in its sequences"));
}
