//! 3DS: what is loaded of objects, materials and keys.

mod support;

use flitz_animation::Transform;
use flitz_scene::TextureSource;
use glam::{Quat, Vec3};
use support::load;
use support::studio::{SQUARE, at, chunk, everything, file, object};

#[test]
fn up_is_y_and_triangles_keep_their_front() {
    let model = load(&file(
        &[object(
            "square",
            &SQUARE,
            &[[0, 1, 2]],
            &[],
            at([3.0, 4.0, 5.0]),
        )],
        None,
    ))
    .unwrap();
    let [root, square] = &model.nodes[..] else {
        panic!("a root and an object")
    };
    assert_eq!((root.parent, square.parent), (None, Some(0)));
    assert_eq!(square.name, "square");
    assert_eq!(square.transform.translation, Vec3::new(3.0, 5.0, 4.0));
    assert!(model.animated.is_empty());
    let surface = &square.mesh.as_ref().unwrap().surfaces[0];
    // Stored where they are in the scene; the object stands at its place.
    assert_eq!(surface.vertices[1].position, Vec3::new(-2.0, -5.0, -3.0));
    assert_eq!(surface.vertices[1].uv[0], [1.0, 0.0]);
    assert_eq!(surface.triangles, [[0, 1, 2]]);
    // Seen from above in the file, and here.
    for vertex in &surface.vertices {
        assert!(
            vertex.normal.abs_diff_eq(Vec3::Y, 1e-6),
            "{}",
            vertex.normal
        );
    }
}

#[test]
fn materials_are_colours_or_white_with_a_texture() {
    let model = load(&everything()).unwrap();
    let base = model.nodes.iter().find(|node| node.name == "base").unwrap();
    let mesh = base.mesh.as_ref().unwrap();
    let looks: Vec<_> = mesh
        .surfaces
        .iter()
        .zip(&mesh.surface_textures)
        .map(|(surface, textures)| (surface.brush.color, textures.len()))
        .collect();
    assert_eq!(looks, [(Vec3::X, 0), (Vec3::ONE, 1)]);
    let TextureSource::File(name) = &model.textures[0].source else {
        panic!("a file")
    };
    assert_eq!(name, "WOOD.BMP");
}

#[test]
fn the_key_framer_makes_a_tree_and_a_sequence() {
    let model = load(&everything()).unwrap();
    let names: Vec<_> = model
        .nodes
        .iter()
        .map(|node| (node.name.as_str(), node.parent))
        .collect();
    assert_eq!(
        names,
        [
            ("", None),
            ("loose", Some(0)),
            ("base", Some(0)),
            ("arm", Some(2)),
            ("", Some(3))
        ]
    );
    let [part] = &model.animated[..] else {
        panic!("one animation")
    };
    let clip = &part.clips[0];
    assert_eq!(clip.length(), 20.0);
    let mut arm = Transform::IDENTITY;
    clip.sample(3, 5.0, &mut arm);
    assert_eq!(arm.translation, Vec3::new(3.0, 7.0, 4.0));
    // The key past the end is none.
    assert_eq!(arm.scale, Vec3::ONE);
    // Half of half a radian. The file's sense of rotation is the reverse of glam's, and so is that of a space with two axes exchanged.
    let wanted = Quat::from_rotation_y(0.25);
    assert!(arm.rotation.abs_diff_eq(wanted, 1e-5), "{}", arm.rotation);
    // The pivot moves what is drawn, not the object.
    let vertices = &model.nodes[3].mesh.as_ref().unwrap().surfaces[0].vertices;
    assert_eq!(vertices[0].position, Vec3::new(-3.5, -5.0, -4.0));
}

#[test]
fn what_is_wrong_is_said() {
    let wrong = file(
        &[object("a", &SQUARE, &[[0, 1, 9]], &[], at([0.0; 3]))],
        None,
    );
    let error = load(&wrong).unwrap_err().to_string();
    assert!(
        error.contains("vertex 9") && error.contains("4 vertices"),
        "{error}"
    );
    let error = load(&chunk(0x4d4d, &[&[2, 0, 99, 0, 0, 0]])).unwrap_err();
    assert!(error.to_string().contains("cut off or damaged"), "{error}");
}
