//! glTF files: what they hold, mirrored into the left-handed space.

mod support;

use flitz_animation::{Interpolation, Transform};
use flitz_assets::load_model;
use flitz_scene::{Effects, ModelData, TextureFlags, TextureSource};
use glam::{Affine3A, Quat, Vec3};
use support::gltf::*;
use support::load;

/// A file of these nodes, and the rest.
fn nodes(nodes: &str, rest: &str) -> ModelData {
    load(&File::new().glb(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{nodes}]{rest}"#
    )))
    .unwrap()
}

#[test]
fn everything_together() {
    let model = load(&everything()).unwrap();
    assert!(model.notes.is_empty(), "{:?}", model.notes);
    let names: Vec<_> = model
        .nodes
        .iter()
        .map(|node| (node.name.as_str(), node.parent))
        .collect();
    assert_eq!(
        names,
        [
            ("root", None),
            ("hip", Some(0)),
            ("arm", Some(1)),
            ("body", Some(0))
        ]
    );
    let mesh = first_mesh(&model);
    assert_eq!(mesh.skin.as_ref().unwrap().joints, [1, 2]);
    assert_eq!(mesh.surfaces[0].skin[0].weights, [0.75, 0.25, 0.0, 0.0]);
    assert_eq!(mesh.surface_textures, [vec![(0, 0)]]);
    assert_eq!(mesh.surfaces[0].brush.effects, Effects::TWO_SIDED);
    let texture = &model.textures[0];
    assert_eq!(
        texture.flags,
        TextureFlags::COLOR | TextureFlags::MIPMAPPED | TextureFlags::ALPHA
    );
    assert!(
        matches!(&texture.source, TextureSource::Embedded(_, image) if image.rgba == [10, 20, 30, 255])
    );
    let [part] = model.animated.as_slice() else {
        panic!()
    };
    assert_eq!(
        (part.node, part.joints.as_slice()),
        (0, [0, 1, 2].as_slice())
    );
    let clip = &part.clips[0];
    assert_eq!((clip.name(), clip.length()), ("all", 60.0));
    let moves = clip.joint(1).unwrap().translation.as_ref().unwrap();
    assert_eq!(moves.interpolation(), Interpolation::Step);
    assert_eq!(
        (moves.frames(), moves.values()[1]),
        ([0.0, 30.0, 60.0].as_slice(), Vec3::new(3.0, 4.0, -5.0))
    );
    let sizes: Vec<_> = clip
        .joint(2)
        .unwrap()
        .scale
        .as_ref()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(
        sizes[0].in_tangent,
        Vec3::splat(1.0 / 60.0),
        "slopes are per second in the file, per frame here"
    );
}

#[test]
fn z_is_mirrored_and_triangles_still_face_outward() {
    let primitive = r#""attributes":{POINTS}"#;
    let model = one_mesh(File::new(), &TRIANGLE, primitive, "").unwrap();
    let surface = &first_mesh(&model).surfaces[0];
    assert_eq!(surface.vertices[0].position, Vec3::ZERO);
    assert_eq!(
        surface.vertices[1].position,
        Vec3::new(0.0, 1.0, -1.0),
        "the corners turn round"
    );
    // In the file the normal is (0,-1,1)/sqrt 2.
    for vertex in &surface.vertices {
        assert!(
            (vertex.normal - Vec3::new(0.0, -1.0, -1.0).normalize()).length() < 1e-6,
            "{}",
            vertex.normal
        );
    }
}

#[test]
fn strips_and_fans_become_triangles() {
    let points: Vec<f32> = (0..5)
        .flat_map(|i| [i as f32, (i * i) as f32, 0.0])
        .collect();
    let corners = |mode: u32| {
        let mut file = File::new();
        let normals = file.floats("VEC3", &[0.0, 0.0, 1.0].repeat(5));
        let primitive = format!(r#""mode":{mode},"attributes":{{POINTS,"NORMAL":{normals}}}"#);
        let model = one_mesh(file, &points, &primitive, "").unwrap();
        first_mesh(&model).surfaces[0].triangles.clone()
    };
    assert_eq!(corners(4), [[0, 2, 1]]);
    assert_eq!(corners(5), [[0, 2, 1], [1, 2, 3], [2, 4, 3]]);
    assert_eq!(corners(6), [[0, 2, 1], [0, 3, 2], [0, 4, 3]]);
    let lines = one_mesh(
        File::new(),
        &points,
        r#""mode":1,"attributes":{POINTS}"#,
        "",
    )
    .unwrap();
    assert!(lines.nodes[0].mesh.is_none() && lines.notes[0].contains("lines"));
}

#[test]
fn indices_of_every_width() {
    for (component, bytes) in [
        (U8, vec![2, 1, 0]),
        (U32, [2_u32, 1, 0].map(u32::to_le_bytes).concat()),
    ] {
        let mut file = File::new();
        let normals = file.floats("VEC3", &[0.0, 0.0, 2.0].repeat(3));
        let indices = file.accessor(&bytes, component, "SCALAR", 3, "");
        let primitive =
            format!(r#""indices":{indices},"attributes":{{POINTS,"NORMAL":{normals}}}"#);
        let model = one_mesh(file, &TRIANGLE, &primitive, "").unwrap();
        let surface = &first_mesh(&model).surfaces[0];
        assert_eq!(
            (surface.triangles.as_slice(), surface.vertices[0].normal),
            ([[2, 0, 1]].as_slice(), Vec3::NEG_Z)
        );
    }
}

#[test]
fn integers_may_stand_for_fractions() {
    let mut file = File::new();
    let uvs = file.accessor(
        &[0, 255, 51, 0, 255, 255],
        U8,
        "VEC2",
        3,
        r#","normalized":true"#,
    );
    let shorts: Vec<u8> = [0_i16, 0, 0, 32767, 0, 0, 0, -32768, 100]
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let normals = file.accessor(&shorts, I16, "VEC3", 3, r#","normalized":true"#);
    let primitive = format!(r#""attributes":{{POINTS,"NORMAL":{normals},"TEXCOORD_0":{uvs}}}"#);
    let model = one_mesh(file, &TRIANGLE, &primitive, "").unwrap();
    let vertices = &first_mesh(&model).surfaces[0].vertices;
    assert_eq!(
        (vertices[0].uv[0], vertices[1].uv[0]),
        ([0.0, 1.0], [0.2, 0.0])
    );
    assert_eq!(
        (vertices[0].normal, vertices[1].normal),
        (Vec3::ZERO, Vec3::X)
    );
    assert!((vertices[2].normal - Vec3::NEG_Y).length() < 0.01);
}

#[test]
fn sparse_accessors_replace_elements() {
    let mut file = File::new();
    let at = file.view(&[1]);
    let values: Vec<u8> = [9.0_f32, 8.0]
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let values = file.view(&values);
    let uvs = file.raw_accessor(&format!(
        r#""componentType":{F32},"type":"VEC2","count":3,"sparse":{{"count":1,"indices":{{"bufferView":{at},"componentType":{U8}}},"values":{{"bufferView":{values}}}}}"#
    ));
    let normals = file.floats("VEC3", &[0.0, 0.0, 1.0].repeat(3));
    let primitive = format!(r#""attributes":{{POINTS,"NORMAL":{normals},"TEXCOORD_0":{uvs}}}"#);
    let model = one_mesh(file, &TRIANGLE, &primitive, "").unwrap();
    let uvs: Vec<_> = first_mesh(&model).surfaces[0]
        .vertices
        .iter()
        .map(|vertex| vertex.uv[0])
        .collect();
    assert_eq!(uvs, [[0.0, 0.0], [9.0, 8.0], [0.0, 0.0]]);
}

#[test]
fn files_beside_the_model_are_asked_for_by_name() {
    let mut file = File::new();
    let points = file.floats("VEC3", &TRIANGLE);
    let members = format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"material":0,"attributes":{{"POSITION":{points}}}}}]}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],
        "textures":[{{"source":0}}],"images":[{{"uri":"my%20skin.png"}}]"#
    );
    let text = file.json(&members, Some("my%20data.bin"));
    let mut asked = Vec::new();
    let model = load_model(text.as_bytes(), "a.gltf", &mut |name| {
        asked.push(name.to_owned());
        (name == "my data.bin").then(|| file.bytes.clone())
    })
    .unwrap();
    assert_eq!(asked, ["my data.bin", "my skin.png"]);
    assert!(
        matches!(&model.textures[0].source, TextureSource::File(name) if name == "my skin.png")
    );
    let error = load_model(text.as_bytes(), "a.gltf", &mut |_| None)
        .unwrap_err()
        .to_string();
    assert!(error.contains("\"my data.bin\""), "{error}");
    let inside = file.json(
        &members,
        Some(&format!(
            "data:application/octet-stream;base64,{}",
            base64(&file.bytes)
        )),
    );
    assert_eq!(load(inside.as_bytes()).unwrap().nodes.len(), 1);
    let damaged = file.json(&members, Some("data:;base64,???"));
    assert!(load(damaged.as_bytes()).is_err());
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |three: &[u8]| {
        let bits = three
            .iter()
            .fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte))
            << (8 * (3 - three.len()));
        let digit = |place: usize| {
            if place > three.len() {
                '='
            } else {
                char::from(DIGITS[(bits >> (18 - 6 * place)) as usize & 63])
            }
        };
        [digit(0), digit(1), digit(2), digit(3)]
    };
    bytes.chunks(3).flat_map(group).collect()
}

#[test]
fn more_than_four_joints_leave_the_strongest() {
    let mut file = File::new();
    let first = file.accessor(&[0, 1, 2, 3].repeat(3), U8, "VEC4", 3, "");
    let second = file.accessor(&[4, 5, 99, 0].repeat(3), U8, "VEC4", 3, "");
    let strong = file.floats("VEC4", &[0.1, 0.2, 0.05, 0.15].repeat(3));
    let more = file.floats("VEC4", &[0.25, 0.1, 9.0, 0.0].repeat(3));
    let points = file.floats("VEC3", &TRIANGLE);
    let model = load(&file.glb(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0,"skin":0}},{{}},{{}},{{}},{{}},{{}},{{}}],
        "skins":[{{"joints":[1,2,3,4,5,6]}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":{points},"JOINTS_0":{first},"WEIGHTS_0":{strong},"JOINTS_1":{second},"WEIGHTS_1":{more}}}}}]}}]"#
    )))
    .unwrap();
    let skin = first_mesh(&model).surfaces[0].skin[0];
    assert_eq!(
        skin.joints,
        [4, 1, 3, 0],
        "a joint that the skin lacks does not count"
    );
    assert!((skin.weights[0] - 0.25 / 0.7).abs() < 1e-6);
    // The joints are not in the scene: they hang below the root all the same.
    assert_eq!(model.nodes.len(), 7);
    let part = &model.animated[0];
    assert_eq!((part.joints.len(), part.clips.len()), (7, 0));
}

#[test]
fn inverse_bind_matrices_are_mirrored_with_the_rest() {
    let place = Affine3A::from_rotation_translation(
        Quat::from_euler(glam::EulerRot::XYZ, 0.3, 0.9, -0.4),
        Vec3::new(1.0, 2.0, 3.0),
    );
    let mut file = File::new();
    let bind = file.floats("MAT4", &glam::Mat4::from(place.inverse()).to_cols_array());
    let points = file.floats("VEC3", &TRIANGLE);
    let joints = file.accessor(&[0; 12], U8, "VEC4", 3, "");
    let weights = file.floats("VEC4", &[1.0, 0.0, 0.0, 0.0].repeat(3));
    let matrix = glam::Mat4::from(place).to_cols_array();
    let model = load(&file.glb(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{{"children":[1,2]}},{{"matrix":{matrix:?}}},{{"mesh":0,"skin":0,"translation":[7,7,7]}}],
        "skins":[{{"joints":[1],"inverseBindMatrices":{bind}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":{points},"JOINTS_0":{joints},"WEIGHTS_0":{weights}}}}}]}}]"#
    )))
    .unwrap();
    // At the pose it was bound in, a skinned mesh stands where its vertices are, whatever its own node does.
    let skin = first_mesh(&model).skin.as_ref().unwrap();
    let still = model.nodes[1].transform.to_affine() * skin.inverse_bind[0];
    assert!(still.abs_diff_eq(Affine3A::IDENTITY, 1e-5), "{still}");
}

#[test]
fn nodes_are_mirrored_and_matrices_taken_apart() {
    let model = nodes(
        r#"{"translation":[1,2,3],"rotation":[0.6,0,0,0.8],"scale":[1,2,3]},{"name":"lost"}"#,
        "",
    );
    assert_eq!(
        model.nodes.len(),
        2,
        "a root above one that does not stand still, and nothing outside the scene"
    );
    let place = model.nodes[1].transform;
    assert_eq!(model.nodes[0].transform, Transform::IDENTITY);
    assert_eq!(
        (place.translation, place.scale),
        (Vec3::new(1.0, 2.0, -3.0), Vec3::new(1.0, 2.0, 3.0))
    );
    assert_eq!(place.rotation, Quat::from_xyzw(-0.6, 0.0, 0.0, 0.8));
    let flat = nodes(r#"{"matrix":[0,2,0,0, 0,0,0,0, 0,0,1,0, 4,5,6,1]}"#, "").nodes[1].transform;
    assert_eq!(
        (flat.translation, flat.scale),
        (Vec3::new(4.0, 5.0, -6.0), Vec3::new(2.0, 0.0, 1.0))
    );
    assert!((flat.rotation * Vec3::X - Vec3::Y).length() < 1e-6);
    let inside_out =
        nodes(r#"{"matrix":[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}"#, "").nodes[1].transform;
    assert_eq!(
        (inside_out.scale, inside_out.rotation),
        (Vec3::new(-1.0, 1.0, 1.0), Quat::IDENTITY)
    );
}

#[test]
fn the_files_root_is_the_models_where_it_stands_still() {
    assert_eq!(
        nodes(r#"{"name":"a","children":[1]},{"name":"b"}"#, "").nodes[0].name,
        "a"
    );
    let two = load(
        &File::new()
            .glb(r#""scene":0,"scenes":[{"name":"s","nodes":[0,1]}],"nodes":[{"name":"a"},{}]"#),
    )
    .unwrap();
    let names: Vec<_> = two.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["s", "a", "node 1"]);
    let mut file = File::new();
    let times = file.floats("SCALAR", &[0.0, 1.0]);
    let turns = file.floats("VEC4", &[0.0, 0.0, 0.0, 1.0].repeat(2));
    let animated = load(&file.glb(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"a"}}],"animations":[{{"samplers":[{{"input":{times},"output":{turns}}}],
        "channels":[{{"sampler":0,"target":{{"node":0,"path":"rotation"}}}}]}}]"#
    )))
    .unwrap();
    assert_eq!(
        animated.nodes.len(),
        2,
        "moving the model must not fight with its animation"
    );
    assert_eq!(
        (animated.animated[0].node, animated.animated[0].joints.len()),
        (0, 2)
    );
    let no_scene =
        load(&File::new().glb(r#""nodes":[{"name":"b"},{"name":"a","children":[0]}]"#)).unwrap();
    assert_eq!(no_scene.nodes[0].name, "a");
    assert_eq!(
        load(&File::new().glb(r#""nodes":[]"#)).unwrap().nodes.len(),
        1,
        "an empty file is an empty model"
    );
}

#[test]
fn clips_keep_the_files_order_and_end_with_their_last_key() {
    let mut file = File::new();
    let late = file.floats("SCALAR", &[0.5, 2.0]);
    let early = file.floats("SCALAR", &[0.25]);
    let sizes = file.floats("VEC3", &[1.0; 6]);
    let weights = file.floats("SCALAR", &[0.0, 1.0]);
    let model = load(&file.glb(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{{"children":[1]}},{{}},{{}}],"animations":[
        {{"name":"b","samplers":[{{"input":{late},"output":{sizes}}},{{"input":{early},"output":{sizes}}}],"channels":[
            {{"sampler":0,"target":{{"node":2,"path":"scale"}}}},{{"sampler":1,"target":{{"node":1,"path":"scale"}}}}]}},
        {{"samplers":[{{"input":{early},"output":{sizes}}},{{"input":{early},"output":{weights}}}],"channels":[
            {{"sampler":0,"target":{{"node":1,"path":"scale"}}}},{{"sampler":1,"target":{{"node":1,"path":"weights"}}}}]}}]"#
    )))
    .unwrap();
    let clips: Vec<_> = model.animated[0]
        .clips
        .iter()
        .map(|clip| (clip.name(), clip.length()))
        .collect();
    assert_eq!(clips, [("b", 120.0), ("", 15.0)]);
    assert_eq!(
        model.animated[0].joints,
        [0, 1],
        "a node outside the scene does not move"
    );
    assert!(
        model
            .notes
            .iter()
            .any(|note| note.contains("morph targets"))
    );
}

#[test]
fn errors_say_what_is_wrong() {
    let whole = everything();
    let mut old = whole.clone();
    old[4] = 1;
    let fail = |bytes: &[u8]| load(bytes).unwrap_err().to_string();
    let json = |members: &str| File::new().json(members, None).into_bytes();
    let mesh = |primitive: &str, rest: &str| {
        one_mesh(File::new(), &TRIANGLE, primitive, rest).unwrap_err()
    };
    let cases: Vec<(String, &[&str])> = vec![
        (fail(&old), &["version 1", "byte 4"]),
        (fail(&whole[..whole.len() - 50]), &["only", "byte"]),
        (fail(b"glTF"), &["cut off"]),
        (fail(b"{"), &["JSON", "line 1"]),
        (
            fail(br#"{"asset":{"version":"1.0"}}"#),
            &["version 1.0", "export it as glTF 2.0"],
        ),
        // The first version has names where the second has numbers; its asset may say nothing.
        (
            fail(br#"{"asset":{"version":"1.0"},"scene":"s","nodes":{"n":{"meshes":["m"]}},"meshes":{"m":{}}}"#),
            &["version 1.0"],
        ),
        (
            fail(br#"{"asset":{"version":1.1},"meshes":{}}"#),
            &["version 1.1"],
        ),
        (fail(br#"{"nodes":{"n":{}}}"#), &["version 1.0"]),
        (
            fail(br#"{"asset":{"version":"2.1","minVersion":"2.1"}}"#),
            &["version 2.1"],
        ),
        (
            fail(br#"{"asset":{"version":"2.0"},"nodes":{"n":{}}}"#),
            &["JSON"],
        ),
        (
            fail(br#"{"asset":{"version":"2.0"},"extensionsRequired":["VENDOR_new"],"meshes":[{"primitives":{}}]}"#),
            &["VENDOR_new"],
        ),
        (
            fail(&json(r#""extensionsRequired":["KHR_texture_transform","EXT_mesh_gpu_instancing"]"#)),
            &["EXT_mesh_gpu_instancing", "without this extension"],
        ),
        (
            fail(&json(
                r#""extensionsRequired":["KHR_draco_mesh_compression"]"#,
            )),
            &["KHR_draco_mesh_compression", "without compression"],
        ),
        (fail(&json(r#""nodes":[{"children":[7]}]"#)), &["node 7"]),
        (fail(&json(r#""nodes":[{"mesh":3}]"#)), &["mesh 3"]),
        (mesh(r#""attributes":{"POSITION":9}"#, ""), &["accessor 9"]),
        (
            mesh(r#""attributes":{POINTS,"NORMAL":0},"indices":0"#, ""),
            &["accessor 0"],
        ),
        (
            mesh(r#""attributes":{POINTS},"material":1"#, ""),
            &["material 1"],
        ),
    ];
    for (said, words) in cases {
        assert!(
            words.iter().all(|word| said.contains(word)),
            "{said:?} should hold {words:?}"
        );
    }
    let mut file = File::new();
    let indices = file.indices(&[0, 1, 3]);
    let said = one_mesh(
        file,
        &TRIANGLE,
        &format!(r#""indices":{indices},"attributes":{{POINTS}}"#),
        "",
    )
    .unwrap_err();
    assert!(
        said.contains("vertex 3") && said.contains("3 vertices"),
        "{said}"
    );
    let mut file = File::new();
    let long = file.accessor(&[0; 12], F32, "VEC3", 1000, "");
    let said = one_mesh(
        file,
        &TRIANGLE,
        &format!(r#""attributes":{{POINTS,"NORMAL":{long}}}"#),
        "",
    )
    .unwrap_err();
    assert!(
        said.contains("3 elements") && said.contains("only 1"),
        "{said}"
    );
    let mut file = File::new();
    let times = file.floats("SCALAR", &[0.0, 1.0]);
    let said = load(&file.glb(&format!(
        r#""nodes":[{{}}],"animations":[{{"name":"walk","samplers":[{{"input":{times},"output":{times}}}],
        "channels":[{{"sampler":0,"target":{{"node":0,"path":"scale"}}}}]}}]"#
    )))
    .unwrap_err();
    assert!(said.to_string().contains("\"walk\""), "{said}");
}

#[test]
fn rings_depth_and_giants_end() {
    let ring = nodes(r#"{"children":[1]},{"children":[0,1]}"#, "");
    assert_eq!(ring.nodes.len(), 2);
    let chain: Vec<String> = (1..2000)
        .map(|i| format!(r#"{{"children":[{i}]}}"#))
        .collect();
    let deep = File::new().glb(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{},{{}}]"#,
        chain.join(",")
    ));
    assert!(load(&deep).unwrap_err().to_string().contains("deep"));
    // A thousand nodes that show one large mesh.
    let mut file = File::new();
    let points = file.raw_accessor(&format!(
        r#""componentType":{F32},"type":"VEC3","count":100000"#
    ));
    let many = vec![r#"{"mesh":0}"#; 1000].join(",");
    let all: Vec<String> = (0..1000).map(|i| i.to_string()).collect();
    let said = load(&file.glb(&format!(
        r#""scenes":[{{"nodes":[{}]}}],"nodes":[{many}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":{points}}}}}]}}]"#,
        all.join(",")
    )))
    .unwrap_err();
    assert!(said.to_string().contains("vertices"), "{said}");
    let mut file = File::new();
    let points = file.raw_accessor(&format!(
        r#""componentType":{F32},"type":"VEC3","count":18446744073709551615"#
    ));
    let said = load(&file.glb(&format!(
        r#""nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":{points}}}}}]}}]"#
    )));
    assert!(said.unwrap_err().to_string().contains("more than"));
    // A thousand meshes on one skin of many joints.
    let joints = vec!["0"; 60_000].join(",");
    let mut file = File::new();
    let points = file.floats("VEC3", &TRIANGLE);
    let many = vec![r#"{"mesh":0,"skin":0}"#; 1000].join(",");
    let said = load(&file.glb(&format!(
        r#""nodes":[{many}],"skins":[{{"joints":[{joints}]}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":{points}}}}}]}}]"#
    )));
    assert!(said.unwrap_err().to_string().contains("joints"));
}
