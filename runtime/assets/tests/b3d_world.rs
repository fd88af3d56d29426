//! B3D files in a world: what their nodes become, and what one plain mesh of them is.

mod support;

use flitz_scene::{ModelData, World};
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
