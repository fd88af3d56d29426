//! X: what is loaded of frames, meshes, materials and keys, from text and from binary words.

mod support;

use flitz_animation::Transform;
use glam::{Quat, Vec3};
use support::load;
use support::x::{EVERYTHING, Words, binary};

#[test]
fn frames_are_a_tree_with_their_places() {
    let model = load(EVERYTHING.as_bytes()).unwrap();
    let names: Vec<_> = model
        .nodes
        .iter()
        .map(|node| (node.name.as_str(), node.parent))
        .collect();
    assert_eq!(names, [("", None), ("Base", Some(0)), ("Arm", Some(1))]);
    let [_, base, arm] = [0, 1, 2].map(|index| model.nodes[index].transform);
    assert_eq!(base.translation, Vec3::new(3.0, 4.0, 5.0));
    // The first row of the matrix is the x axis: twice as long, and up.
    let x = arm.rotation * (arm.scale * Vec3::X);
    assert!(x.abs_diff_eq(Vec3::Y * 2.0, 1e-6), "{x}");
    assert_eq!(arm.translation, Vec3::Y);
}

#[test]
fn faces_are_fans_and_materials_cut_them_into_surfaces() {
    let model = load(EVERYTHING.as_bytes()).unwrap();
    let mesh = model.nodes[1].mesh.as_ref().unwrap();
    let looks: Vec<_> = mesh
        .surfaces
        .iter()
        .zip(&mesh.surface_textures)
        .map(|(surface, textures)| {
            let brush = &surface.brush;
            (
                brush.color,
                brush.alpha,
                surface.triangles.len(),
                textures.len(),
            )
        })
        .collect();
    // An alpha of 0 counts as none; what has a texture is white.
    assert_eq!(looks, [(Vec3::X, 1.0, 2, 0), (Vec3::ONE, 1.0, 1, 1)]);
    let red = &mesh.surfaces[0];
    assert_eq!(red.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(red.vertices[0].uv, [[0.0, 1.0]; 2]);
    assert_eq!(red.vertices[0].color, [255, 127, 0, 255]);
    for vertex in &red.vertices {
        assert!(
            vertex.normal.abs_diff_eq(-Vec3::Z, 1e-6),
            "{}",
            vertex.normal
        );
    }
}

#[test]
fn keys_make_a_sequence() {
    let model = load(EVERYTHING.as_bytes()).unwrap();
    let clip = &model.animated[0].clips[0];
    assert_eq!(clip.length(), 20.0);
    let mut arm = Transform::IDENTITY;
    clip.sample(2, 10.0, &mut arm);
    assert!(arm.translation.abs_diff_eq(Vec3::new(2.0, 1.0, 0.0), 1e-5));
    assert_eq!(arm.scale, Vec3::new(1.0, 2.0, 1.0));
    // A quarter turn about z the other way round, as the product of the format is the reverse of Hamilton's; half of it.
    let wanted = Quat::from_rotation_z(-45.0_f32.to_radians());
    assert!(arm.rotation.abs_diff_eq(wanted, 1e-4), "{}", arm.rotation);
    // Nothing that moves still has an animation, of no length.
    let still = load(b"xof 0302txt 0064\nFrame A { }").unwrap();
    assert_eq!(still.animated[0].clips[0].length(), 0.0);
}

#[test]
fn binary_words_say_the_same() {
    let model = load(&binary()).unwrap();
    assert_eq!(model.nodes[1].name, "Base");
    let surface = &model.nodes[1].mesh.as_ref().unwrap().surfaces[0];
    assert_eq!(surface.triangles, [[0, 1, 2]]);
    assert_eq!(surface.vertices[2].position, Vec3::X);
}

#[test]
fn what_is_wrong_is_said() {
    let of = |bytes: &[u8]| load(bytes).unwrap_err().to_string();
    assert!(of(b"xof 0303tzip0032\x01\x02").contains("compressed"));
    assert!(of(b"xof 0303txt 0032\nMesh { 1; 0;0;0;; 1; 3;0,1,7;; }").contains("vertex 1"));
    assert!(of(b"xof 0303txt 0032\nFrame A { ").contains("cut off"));
    assert!(of(b"xof 0303txt 0032\nFrame 3").contains("a name or a {"));
    let deep = format!("xof 0303txt 0032\n{}", "Frame { ".repeat(200_000));
    assert!(of(deep.as_bytes()).contains("inside each other"));
    let mut lying = Words::new();
    lying
        .name("Mesh")
        .open()
        .0
        .extend([6, 0, 255, 255, 255, 255]);
    assert!(of(&lying.0).contains("cut off"));
}
