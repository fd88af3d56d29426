//! B3D files in a world: what their nodes become, and what one plain mesh of them is.

mod support;

use std::sync::Arc;

use flitz_scene::{Image, ModelData, Pixels, Texture, TextureId, World};
use glam::Vec3;
use support::b3d::*;
use support::load;

/// A model with one node at its top, of these chunks after its head.
fn one_node(node: Bytes) -> ModelData {
    load(&file(Bytes::new().chunk("NODE", node))).unwrap()
}

#[test]
fn only_bones_are_joints() {
    let bone = node("bone").chunk("BONE", bone(&[(0, 1.0)]));
    let body = node("body")
        .chunk("MESH", triangle_mesh())
        .chunk("NODE", bone)
        .chunk("NODE", node("hat"));
    let model = one_node(node("root").chunk("NODE", body));
    let joints: Vec<_> = model.nodes.iter().map(|node| node.is_joint).collect();
    assert_eq!(joints, [false, false, true, false]);
    let mut world = World::new();
    let root = world.instantiate(&model, &[], None).unwrap();
    let kinds = world.subtree(root).into_iter().map(|id| {
        let mesh = world.get(id).unwrap().mesh()?.mesh;
        Some(world.mesh(mesh).unwrap().surfaces.len())
    });
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [Some(0), Some(1), None, Some(0)],
        "what is neither a mesh nor a bone is a mesh without surfaces"
    );
}

/// A MESH chunk's content: one triangle with its first corner at `x`, painted with the brush of this number.
fn marked(x: f32, brush: i32, own: i32) -> Bytes {
    let points = [[x, 0.0, 0.0], [x, 1.0, 0.0], [x + 1.0, 0.0, 0.0]];
    Bytes::new()
        .int(own)
        .chunk("VRTS", vertices(&points))
        .chunk("TRIS", triangles(brush, &[[0, 1, 2]]))
}

#[test]
fn one_plain_mesh_takes_children_in_order_before_their_parent() {
    let brush = |bytes: Bytes, red: f32| {
        bytes
            .text("")
            .floats(&[red, 0.5, 0.5, 1.0, 0.0])
            .ints(&[1, 0])
    };
    let brushes = (0..5).fold(Bytes::new().int(0), |bytes, n| brush(bytes, n as f32 / 8.0));
    let child = |x: f32, n: i32| node("").chunk("MESH", marked(x, n, -1));
    let first = child(1.0, 1).chunk("NODE", child(2.0, 2));
    let root = node_at("", [10.0, 0.0, 0.0])
        .chunk("MESH", marked(0.0, 0, 4))
        .chunk("NODE", first)
        .chunk("NODE", child(3.0, 3))
        .chunk("NODE", child(4.0, 1));
    let bytes = file(Bytes::new().chunk("BRUS", brushes).chunk("NODE", root));
    let model = load(&bytes).unwrap();
    let mut world = World::new();
    let root = world.instantiate(&model, &[], None).unwrap();
    let whole = world.collapse(root, None, model.skin_rule);
    let instance = world.get(whole).unwrap().mesh().unwrap();
    let surfaces = &world.mesh(instance.mesh).unwrap().surfaces;
    let firsts = |n: usize| {
        let vertices = surfaces[n].vertices.iter().step_by(3);
        vertices.map(|v| v.position.x).collect::<Vec<_>>()
    };
    assert_eq!(surfaces.len(), 4);
    assert_eq!(
        [firsts(0), firsts(1), firsts(2), firsts(3)],
        [vec![12.0], vec![11.0, 14.0], vec![13.0], vec![10.0]]
    );
    assert_eq!(
        surfaces[3].brush.color.x, 0.0,
        "the brush of the mesh's own entity is lost, as it was in Blitz3D"
    );
}

#[test]
fn one_plain_mesh_takes_the_vertices_of_a_skinned_one_as_they_are_stored() {
    let limb = node_at("limb", [0.0, 5.0, 0.0]).chunk("BONE", bone(&[(0, 1.0)]));
    let body = node_at("body", [3.0, 0.0, 0.0])
        .chunk("MESH", triangle_mesh())
        .chunk("NODE", limb);
    let mut model = one_node(body);
    // Moved after it was bound, which drawing sees and joining does not.
    model.nodes[1].transform.translation.y = 9.0;
    let mut world = World::new();
    let root = world.instantiate(&model, &[], None).unwrap();
    let whole = world.collapse(root, None, model.skin_rule);
    let instance = world.get(whole).unwrap().mesh().unwrap();
    let (low, high) = world.mesh(instance.mesh).unwrap().bounds().unwrap();
    assert_eq!((low, high), (Vec3::X * 3.0, Vec3::new(4.0, 1.0, 0.0)));
}

/// A BRUS chunk's content: brushes of a red, with a texture or -1.
fn brushes(all: &[(f32, i32)]) -> Bytes {
    all.iter()
        .fold(Bytes::new().int(1), |bytes, &(red, texture)| {
            bytes
                .text("")
                .floats(&[red, 1.0, 1.0, 1.0, 0.0])
                .ints(&[1, 0, texture])
        })
}

/// A TEXS chunk's content: textures with these names, flags and widths.
fn textures(all: &[(&str, i32, f32)]) -> Bytes {
    all.iter()
        .fold(Bytes::new(), |bytes, &(name, flags, width)| {
            bytes
                .text(name)
                .ints(&[flags, 2])
                .floats(&[0.0, 0.0, width, 1.0, 0.0])
        })
}

/// A mesh with a triangle for each brush, in their order.
fn one_of_each(count: i32) -> Bytes {
    let points = [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let start = Bytes::new().int(-1).chunk("VRTS", vertices(&points));
    (0..count).fold(start, |bytes, brush| {
        bytes.chunk("TRIS", triangles(brush, &[[0, 1, 2]]))
    })
}

/// The surfaces of a world's only mesh: red, and the texture of the first layer.
fn surfaces(world: &World) -> Vec<(f32, Option<TextureId>)> {
    let (_, mesh) = world.meshes().next().unwrap();
    let brushes = mesh.surfaces.iter().map(|surface| &surface.brush);
    brushes
        .map(|brush| (brush.color.x, brush.textures[0].map(|layer| layer.texture)))
        .collect()
}

#[test]
fn surfaces_are_sorted_by_the_bytes_of_their_brushes() {
    // With the lowest byte first: 00 00 80 3f, cd cc cc 3d, 00 00 00 3f, 00 00 80 3f with a texture, 00 00 80 3f with one that is not there.
    let reds = [(1.0, 0), (1.0, -1), (0.1, -1), (0.5, 0), (1.0, 1)];
    let body = Bytes::new()
        .chunk("TEXS", textures(&[("a.png", 1, 1.0), ("gone.png", 1, 1.0)]))
        .chunk("BRUS", brushes(&reds))
        .chunk("NODE", node("").chunk("MESH", one_of_each(5)));
    let model = load(&file(body)).unwrap();
    let mut world = World::new();
    let image = Arc::new(Image::filled(1, 1, [255; 4]));
    let pixels = Pixels::new(vec![image]);
    let texture = world
        .textures
        .insert(Texture::of(pixels, model.textures[0].flags, "a.png"));
    world.instantiate(&model, &[Some(texture), None], None);
    assert_eq!(
        surfaces(&world),
        [
            (0.5, Some(texture)),
            (1.0, None),
            (1.0, None),
            (1.0, Some(texture)),
            (0.1, None)
        ]
    );
}

#[test]
fn brushes_with_the_same_picture_share_a_surface() {
    let body = Bytes::new()
        .chunk(
            "TEXS",
            textures(&[
                ("a.png", 1, 1.0),
                ("A.PNG", 1, 1.0),
                ("a.png", 3, 1.0),
                ("a.png", 1, 2.0),
                ("a.png", 1, 2.0),
            ]),
        )
        .chunk("BRUS", brushes(&[0, 1, 2, 3, 4].map(|n| (1.0, n))))
        .chunk("NODE", node("").chunk("MESH", one_of_each(5)));
    let model = load(&file(body)).unwrap();
    let mesh = model.nodes[0].mesh.as_ref().unwrap();
    let triangles = mesh.surfaces.iter().map(|s| s.triangles.len());
    assert_eq!(triangles.collect::<Vec<_>>(), [2, 1, 1, 1]);
}
