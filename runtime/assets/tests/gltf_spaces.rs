//! glTF: what mirrors turns round, and skinned meshes stand where their joints put them, drawn, asked for and joined.

mod support;

use flitz_scene::{EntityId, EntityKind, Mesh, ModelData, World};
use glam::{Affine3A, EulerRot, Mat4, Quat, Vec3};
use support::gltf::*;
use support::load;

/// A quarter turn about x, as armatures have that were made with z up.
const UPRIGHT: &str = r#""rotation":[-0.70710678,0,0,0.70710678]"#;

struct Loaded {
    model: ModelData,
    world: World,
    root: EntityId,
}

impl Loaded {
    fn new(bytes: &[u8]) -> Self {
        let model = load(bytes).unwrap();
        let mut world = World::new();
        let root = world.instantiate(&model, &[], None).unwrap();
        Self { model, world, root }
    }

    fn find(&self, name: &str) -> EntityId {
        self.world.find_child(self.root, name).unwrap()
    }

    fn mesh(&self, id: EntityId) -> &Mesh {
        let instance = self.world.get(id).unwrap().mesh().unwrap();
        self.world.mesh(instance.mesh).unwrap()
    }

    /// Where the vertices of an entity's first surface are drawn, and where its space says they are.
    fn drawn_and_told(&mut self, id: EntityId) -> (Vec<Vec3>, Vec<Vec3>) {
        let EntityKind::Mesh(instance) = self.world.get(id).unwrap().kind.clone() else {
            panic!("a mesh");
        };
        let place = self.world.world_affine(id);
        let joints = instance.joints.iter();
        let joints: Vec<_> = joints.map(|&j| self.world.world_affine(j)).collect();
        let mesh = self.mesh(id);
        let surface = &mesh.surfaces[0];
        let drawn = surface.vertices.iter().zip(&surface.skin).map(|(v, by)| {
            let parts = by.joints.iter().zip(by.weights).map(|(&j, weight)| {
                let j = usize::from(j);
                weight * (joints[j] * mesh.inverse_bind[j]).transform_point3(v.position)
            });
            parts.sum()
        });
        let told = surface.vertices.iter();
        (
            drawn.collect(),
            told.map(|v| place.transform_point3(v.position)).collect(),
        )
    }

    /// The model as one plain mesh.
    fn collapsed(&mut self) -> Mesh {
        let whole = self.world.collapse(self.root, None, self.model.skin_rule);
        self.mesh(whole).clone()
    }
}

fn close(a: Vec3, b: Vec3) -> bool {
    (a - b).length() < 1e-4
}

/// Whether a triangle's front, where it stands, looks the way its normals do, which is seen when `place` carries it.
fn faces_its_normals(mesh: &Mesh, place: Affine3A) -> bool {
    let mut all = mesh.surfaces.iter().flat_map(|surface| {
        surface.triangles.iter().map(move |triangle| {
            let corners = triangle.map(|corner| surface.vertices[corner as usize]);
            let [a, b, c] = corners.map(|corner| place.transform_point3(corner.position));
            let normal = place.matrix3.inverse().transpose() * glam::Vec3A::from(corners[0].normal);
            (b - a).cross(c - a).dot(normal.into()) > 0.0
        })
    });
    all.all(|faces| faces)
}

/// A file with a triangle in each of two nodes of these members.
fn two_triangles(nodes: &str) -> Vec<u8> {
    let mut file = File::new();
    let points = file.floats("VEC3", &TRIANGLE);
    file.glb(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{nodes}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":{points}}}}}]}}]"#
    ))
}

#[test]
fn what_is_mirrored_is_not_inside_out() {
    let mirrors = [
        (r#"{"mesh":0,"name":"a"}"#, false),
        (r#"{"mesh":0,"name":"a","scale":[-1,1,1]}"#, true),
        (r#"{"mesh":0,"name":"a","scale":[-1,-2,1]}"#, false),
        (r#"{"mesh":0,"name":"a","scale":[-1,-1,-3]}"#, true),
        (
            r#"{"mesh":0,"name":"a","matrix":[0,1,0,0, 1,0,0,0, 0,0,1,0, 5,0,0,1]}"#,
            true,
        ),
        (
            r#"{"children":[1],"scale":[1,1,-1]},{"mesh":0,"name":"a"}"#,
            true,
        ),
        (
            r#"{"children":[1],"scale":[1,1,-1]},{"mesh":0,"name":"a","scale":[2,-2,2]}"#,
            false,
        ),
    ];
    for (nodes, mirrored) in mirrors {
        let mut loaded = Loaded::new(&two_triangles(nodes));
        let a = loaded.find("a");
        let place = loaded.world.world_affine(a);
        assert_eq!(place.matrix3.determinant() < 0.0, mirrored, "{nodes}");
        assert!(faces_its_normals(loaded.mesh(a), place), "{nodes}");
        let whole = loaded.collapsed();
        assert!(faces_its_normals(&whole, Affine3A::IDENTITY), "{nodes}");
        for vertex in &whole.surfaces[0].vertices {
            assert!((vertex.normal.length() - 1.0).abs() < 1e-5);
        }
    }
}

/// A file with a skinned triangle: nodes, of which number 1 is its only joint unless `joints` says more, its inverse bind matrices, and the
/// joints of its corners.
fn skinned(nodes: &str, joints: &str, binds: &[Mat4], corners: [u8; 3], more: &str) -> Vec<u8> {
    let mut file = File::new();
    let points = file.floats("VEC3", &TRIANGLE);
    let binds: Vec<f32> = binds.iter().flat_map(Mat4::to_cols_array).collect();
    let binds = file.floats("MAT4", &binds);
    let by: Vec<u8> = corners
        .iter()
        .flat_map(|&corner| [corner, 0, 0, 0])
        .collect();
    let by = file.accessor(&by, U8, "VEC4", 3, "");
    let weights = file.floats("VEC4", &[1.0, 0.0, 0.0, 0.0].repeat(3));
    let times = file.floats("SCALAR", &[0.0, 1.0]);
    let moves = file.floats("VEC3", &[9.0, 9.0, 9.0, 8.0, 8.0, 8.0]);
    let more = more
        .replace("TIMES", &times.to_string())
        .replace("MOVES", &moves.to_string());
    file.glb(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{nodes}],"skins":[{{"joints":[{joints}],"inverseBindMatrices":{binds}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":{points},"JOINTS_0":{by},"WEIGHTS_0":{weights}}}}}]}}]{more}"#
    ))
}

#[test]
fn the_entity_of_a_skinned_mesh_is_upright_at_the_models_origin() {
    // The armature is turned and scaled; the vertices are stored in its space (0) or in the model's (1).
    let armature = Mat4::from_scale_rotation_translation(
        Vec3::splat(0.5),
        Quat::from_xyzw(-(0.5_f32.sqrt()), 0.0, 0.0, 0.5_f32.sqrt()),
        Vec3::new(5.0, 0.0, 0.0),
    );
    let joint = Mat4::from_translation(Vec3::new(0.0, 0.0, 2.0));
    let nodes = format!(
        r#"{{"name":"armature","children":[1,2],"translation":[5,0,0],"scale":[0.5,0.5,0.5],{UPRIGHT}}},
        {{"name":"hip","translation":[0,0,2]}},{{"name":"body","mesh":0,"skin":0,"translation":[70,0,0],"scale":[3,1,1]}}"#
    );
    for (bind, moves) in [
        (joint.inverse(), armature),
        ((armature * joint).inverse(), Mat4::IDENTITY),
    ] {
        let mut loaded = Loaded::new(&skinned(&nodes, "1", &[bind], [0; 3], ""));
        let body = loaded.find("body");
        let place = loaded.world.world_affine(body);
        assert!(place.abs_diff_eq(Affine3A::IDENTITY, 1e-5), "{place}");
        let (drawn, told) = loaded.drawn_and_told(body);
        let mut file: Vec<Vec3> = TRIANGLE.chunks(3).map(Vec3::from_slice).collect();
        // Triangles are turned round for the mirrored space.
        file.swap(1, 2);
        for (at, point) in file.into_iter().enumerate() {
            let wanted = moves.transform_point3(point) * Vec3::new(1.0, 1.0, -1.0);
            assert!(close(drawn[at], wanted), "{} {wanted}", drawn[at]);
            assert!(close(told[at], wanted), "{} {wanted}", told[at]);
        }
        let whole = loaded.collapsed();
        assert!(close(whole.surfaces[0].vertices[1].position, drawn[1]));
        // What moves the armature moves the entity too.
        let armature = loaded.find("armature");
        loaded
            .world
            .set_position(armature, Vec3::new(5.0, 1.0, 0.0));
        let (drawn, told) = loaded.drawn_and_told(body);
        assert!(close(drawn[2], told[2]), "{} {}", drawn[2], told[2]);
    }
}

#[test]
fn a_node_that_others_hang_on_keeps_its_place() {
    let nodes = r#"{"children":[1,2]},{"name":"hip","translation":[0,4,0]},
        {"name":"body","mesh":0,"skin":0,"children":[3],"translation":[7,0,0],"rotation":[0,0.6,0,0.8]},{"name":"sword","translation":[0,1,0]}"#;
    let mut loaded = Loaded::new(&skinned(nodes, "1", &[Mat4::IDENTITY], [0; 3], ""));
    let (body, sword) = (loaded.find("body"), loaded.find("sword"));
    assert!(close(loaded.world.world_position(body), Vec3::X * 7.0));
    assert!(close(
        loaded.world.world_position(sword),
        Vec3::new(7.0, 1.0, 0.0)
    ));
    let (drawn, told) = loaded.drawn_and_told(body);
    assert!(close(drawn[0], Vec3::Y * 4.0));
    for (drawn, told) in drawn.into_iter().zip(told) {
        assert!(close(drawn, told), "{drawn} {told}");
    }
}

#[test]
fn what_cannot_be_undone_is_left() {
    // A turned body below an unevenly scaled armature would be sheared; one below a flat armature is nowhere.
    for armature in [
        r#""scale":[1,3,1],"rotation":[0,0,0.38268343,0.92387953]"#,
        r#""scale":[1,0,1]"#,
    ] {
        let nodes = format!(
            r#"{{"name":"top","children":[1,2],"rotation":[0,0.6,0,0.8]}},{{"name":"hip","translation":[0,4,0]}},
            {{"name":"armature","children":[3],{armature}}},{{"name":"body","mesh":0,"skin":0}}"#
        );
        let mut loaded = Loaded::new(&skinned(&nodes, "1", &[Mat4::IDENTITY], [0; 3], ""));
        let body = loaded.find("body");
        let place = loaded.world.world_affine(body);
        assert!(place.abs_diff_eq(Affine3A::IDENTITY, 1e-4), "{place}");
        let (drawn, told) = loaded.drawn_and_told(body);
        assert!(close(drawn[1], told[1]));
    }
    // A joint that squeezes everything flat.
    let nodes = r#"{"children":[1,2]},{"scale":[0,0,0]},{"name":"body","mesh":0,"skin":0}"#;
    let mut loaded = Loaded::new(&skinned(nodes, "1", &[Mat4::IDENTITY], [0; 3], ""));
    let body = loaded.find("body");
    assert_eq!(loaded.drawn_and_told(body).0, [Vec3::ZERO; 3]);
}

#[test]
fn joints_that_mirror_do_not_turn_their_parts_inside_out() {
    let nodes = r#"{"children":[1,2,3]},{"name":"left","scale":[-1,1,1]},{"name":"right"},{"name":"body","mesh":0,"skin":0}"#;
    // Moved by the joint that mirrors, by the other, and by the first after a bind matrix that mirrors too.
    for (corner, bind) in [
        (0, Vec3::ONE),
        (1, Vec3::ONE),
        (0, Vec3::new(-1.0, 1.0, 1.0)),
    ] {
        let binds = [Mat4::from_scale(bind), Mat4::IDENTITY];
        let mut loaded = Loaded::new(&skinned(nodes, "1,2", &binds, [corner; 3], ""));
        let body = loaded.find("body");
        let (drawn, _) = loaded.drawn_and_told(body);
        // Facets: in the file the triangle looks along (0,-1,1).
        let wanted = Vec3::new(0.0, -1.0, -1.0);
        let [a, b, c] = loaded.mesh(body).surfaces[0].triangles[0].map(|i| drawn[i as usize]);
        assert!((b - a).cross(c - a).dot(wanted) > 0.0, "{corner} {bind}");
        let whole = loaded.collapsed();
        assert!(faces_its_normals(&whole, Affine3A::IDENTITY));
        let normal = whole.surfaces[0].vertices[0].normal;
        assert!(close(normal, wanted.normalize()), "{normal}");
    }
}

#[test]
fn the_keys_of_a_skinned_meshs_own_node_move_nothing() {
    let nodes = r#"{"children":[1,2]},{"name":"hip"},{"name":"body","mesh":0,"skin":0}"#;
    let animation = r#","animations":[{"samplers":[{"input":TIMES,"output":MOVES}],"channels":[
        {"sampler":0,"target":{"node":2,"path":"translation"}},{"sampler":0,"target":{"node":1,"path":"translation"}}]}]"#;
    let bytes = skinned(nodes, "1", &[Mat4::IDENTITY], [0; 3], animation);
    let model = load(&bytes).unwrap();
    let part = &model.animated[0];
    assert_eq!(part.joints, [0, 1]);
    assert!(part.clips[0].joint(1).unwrap().translation.is_some());
}

#[test]
fn one_plain_mesh_stands_as_the_joints_of_each_of_its_instances_do() {
    let mut file = File::new();
    let points = file.floats("VEC3", &TRIANGLE);
    let by = file.accessor(&[0, 1, 0, 0].repeat(3), U8, "VEC4", 3, "");
    let weights = file.floats("VEC4", &[0.5, 0.5, 0.0, 0.0].repeat(3));
    let bytes = file.glb(&format!(
        r#""scenes":[{{"nodes":[0,1,2,3,4,5]}}],"nodes":[{{"translation":[0,2,0]}},{{"translation":[0,4,0]}},{{"translation":[10,0,0]}},
        {{"mesh":0,"skin":0}},{{"mesh":0,"skin":1,"translation":[1,1,1]}},{{"mesh":0,"translation":[0,0,-7]}}],
        "skins":[{{"joints":[0,1]}},{{"joints":[2,2]}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":{points},"JOINTS_0":{by},"WEIGHTS_0":{weights}}}}}]}}]"#
    ));
    let whole = Loaded::new(&bytes).collapsed();
    let surface = &whole.surfaces[0];
    let firsts: Vec<Vec3> = surface
        .vertices
        .iter()
        .step_by(3)
        .map(|v| v.position)
        .collect();
    let wanted = [Vec3::Y * 3.0, Vec3::X * 10.0, Vec3::Z * 7.0];
    assert!(surface.skin.is_empty());
    assert!(
        firsts.iter().zip(wanted).all(|(&a, b)| close(a, b)),
        "{firsts:?}"
    );
}

#[test]
fn joints_are_pivots_and_other_nodes_meshes() {
    let nodes = r#"{"children":[1,2]},{"name":"hip","children":[3]},{"name":"body","mesh":0,"skin":0},{"name":"lamp"}"#;
    let loaded = Loaded::new(&skinned(nodes, "1", &[Mat4::IDENTITY], [0; 3], ""));
    let words = ["hip", "body", "lamp"].map(|name| {
        let id = loaded.find(name);
        loaded.world.get(id).unwrap().kind_word()
    });
    assert_eq!(words, ["pivot", "mesh", "mesh"]);
    assert_eq!(loaded.world.get(loaded.root).unwrap().kind_word(), "mesh");
    assert!(loaded.mesh(loaded.root).surfaces.is_empty());
}

#[test]
fn shape_keys_stay_as_the_file_sets_them() {
    let made = |node: &str, mesh: &str| {
        let mut file = File::new();
        let points = file.floats("VEC3", &TRIANGLE);
        let normals = file.floats("VEC3", &[0.0, 0.0, 1.0].repeat(3));
        let wide = file.floats("VEC3", &[2.0, 0.0, 0.0].repeat(3));
        let lean = file.floats("VEC3", &[0.0, 2.0, -2.0].repeat(3));
        let bytes = file.glb(&format!(
            r#""scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0{node}}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":{points},
            "NORMAL":{normals}}},"targets":[{{"POSITION":{wide}}},{{"NORMAL":{lean}}},{{"POSITION":{wide}}}]}}]{mesh}}}]"#
        ));
        let model = load(&bytes).unwrap();
        let vertex = first_mesh(&model).surfaces[0].vertices[0];
        (vertex.position.x, vertex.normal)
    };
    let plain = Vec3::NEG_Z;
    assert_eq!(made("", ""), (0.0, plain));
    assert_eq!(made("", r#","weights":[1,0,0.5]"#), (3.0, plain));
    let leaning = Vec3::new(0.0, 1.0, 0.0);
    assert_eq!(made("", r#","weights":[0,0.5]"#), (0.0, leaning));
    assert_eq!(
        made(r#","weights":[-1,0,0]"#, r#","weights":[1,1,1]"#),
        (-2.0, plain),
        "the node's own weights count"
    );
    let mut file = File::new();
    let points = file.floats("VEC3", &TRIANGLE);
    let short = file.floats("VEC3", &[1.0; 3]);
    let bytes = file.glb(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":{points}}},
        "targets":[{{"POSITION":{short}}}]}}],"weights":[1]}}]"#
    ));
    assert!(load(&bytes).is_err(), "too few offsets");
}

#[test]
fn whatever_armature_and_storage_space_all_that_agrees_is_told_where_it_is_drawn() {
    // Any place of armature, joint and bind: what is drawn is what the entity's space says, as all joints agree.
    for n in 0..20 {
        let n = n as f32;
        let turn = Quat::from_euler(EulerRot::XYZ, n, 1.7 * n, -0.6 * n);
        let armature = Affine3A::from_scale_rotation_translation(
            Vec3::splat(0.2 + 0.1 * n) * if n % 3.0 == 0.0 { -1.0 } else { 1.0 },
            turn,
            Vec3::new(n, -n, 2.0 * n),
        );
        let stored = Mat4::from_rotation_translation(turn * turn, Vec3::new(1.0, n, 3.0));
        let nodes = format!(
            r#"{{"children":[1]}},{{"children":[2,3,4],"matrix":{:?}}},{{"translation":[0,1,0]}},{{"translation":[0,0,2]}},
            {{"name":"body","mesh":0,"skin":0}}"#,
            Mat4::from(armature).to_cols_array()
        );
        let joint = |at: Vec3| Mat4::from_translation(at).inverse() * stored;
        let binds = [joint(Vec3::Y), joint(Vec3::Z * 2.0)];
        let mut loaded = Loaded::new(&skinned(&nodes, "2,3", &binds, [0, 1, 1], ""));
        let body = loaded.find("body");
        let place = loaded.world.world_affine(body);
        assert!(place.abs_diff_eq(Affine3A::IDENTITY, 1e-3), "{n}: {place}");
        let (drawn, told) = loaded.drawn_and_told(body);
        for (drawn, told) in drawn.into_iter().zip(told) {
            assert!((drawn - told).length() < 1e-3, "{n}: {drawn} {told}");
        }
        assert!(
            faces_its_normals(&loaded.collapsed(), Affine3A::IDENTITY),
            "{n}"
        );
    }
}
