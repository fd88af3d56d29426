//! Collisions and picking in a world that changes: poses, meshes, terrains, copies and what has been freed.

use glam::{Affine3A, Vec3};

use super::*;
use crate::camera::Camera;
use crate::collide::Response;
use crate::entity::EntityKind;
use crate::mesh::VertexSkin;
use crate::primitives;
use crate::terrain::Terrain;

const AHEAD: Vec3 = Vec3::new(0.0, 0.0, 100.0);

fn pickable(world: &mut World, id: EntityId, shape: Shape) {
    world.body_mut(id).unwrap().pick = Some(shape);
}

fn ball(world: &mut World, at: Vec3) -> EntityId {
    let id = world.create(EntityKind::Pivot, None);
    world.set_position(id, at);
    world.set_collision_type(id, 1, false);
    id
}

/// A cube whose vertices all hang on one joint, a child of the cube's entity.
fn skinned_cube(world: &mut World) -> (EntityId, EntityId) {
    let mut mesh = primitives::cube();
    let skin = VertexSkin {
        joints: [0; 4],
        weights: [1.0, 0.0, 0.0, 0.0],
    };
    mesh.surfaces[0].skin = vec![skin; mesh.surfaces[0].vertices.len()];
    mesh.inverse_bind = vec![Affine3A::IDENTITY];
    let cube = world.create_mesh(mesh, None);
    let joint = world.create(EntityKind::Pivot, Some(cube));
    if let Some(EntityKind::Mesh(instance)) = world.get_mut(cube).map(|e| &mut e.kind) {
        instance.joints = vec![joint];
    }
    (cube, joint)
}

#[test]
fn skinned_meshes_are_met_in_their_present_pose() {
    let mut world = World::new();
    let (cube, joint) = skinned_cube(&mut world);
    world.set_position(cube, Vec3::new(0.0, 0.0, 20.0));
    world.set_collision_type(cube, 2, false);
    pickable(&mut world, cube, Shape::Polygons);
    let time = |world: &mut World| {
        world.pick(Vec3::ZERO, AHEAD, 0.0);
        world.picked().time
    };
    assert!((time(&mut world) - 0.19).abs() < 1e-6);
    world.set_position(joint, Vec3::new(0.0, 0.0, -5.0));
    world.set_scale(joint, Vec3::splat(2.0));
    assert!((time(&mut world) - 0.13).abs() < 1e-6);

    world.add_collision_rule(1, 2, Some(Shape::Polygons), Response::Stop);
    let ball = ball(&mut world, Vec3::ZERO);
    world.set_position(ball, Vec3::new(0.0, 0.0, 50.0));
    world.update_collisions();
    let stopped = world.world_position(ball).z;
    assert!(
        (stopped - (20.0 - 5.0 - 2.0 - 1.0)).abs() < 2e-3,
        "{stopped}"
    );

    // A copy has a pose of its own; what hung on a freed joint is at rest.
    let copy = world.copy(cube, None).unwrap();
    world.free(cube);
    assert!((time(&mut world) - 0.13).abs() < 1e-6);
    let joint = world.get(copy).unwrap().children()[0];
    world.free(joint);
    assert!((time(&mut world) - 0.19).abs() < 1e-6);
}

#[test]
fn meshes_and_terrains_are_met_as_they_are_now() {
    let mut world = World::new();
    let cube = world.create_mesh(primitives::cube(), None);
    world.set_position(cube, Vec3::new(0.0, 0.0, 50.0));
    pickable(&mut world, cube, Shape::Polygons);
    assert_eq!(world.pick(Vec3::ZERO, AHEAD, 0.0), Some(cube));
    let mesh = world.get(cube).unwrap().mesh().unwrap().mesh;
    let lift = Affine3A::from_translation(Vec3::new(0.0, 3.0, 0.0));
    world.mesh_mut(mesh).unwrap().transform(lift);
    assert_eq!(world.pick(Vec3::ZERO, AHEAD, 0.0), None);
    assert_eq!(world.pick(Vec3::new(0.0, 3.0, 0.0), AHEAD, 0.0), Some(cube));

    let terrain = EntityKind::Terrain(std::rc::Rc::new(Terrain::new(8).unwrap()));
    let land = world.create(terrain, None);
    pickable(&mut world, land, Shape::Polygons);
    let down = |world: &mut World| {
        let met = world.pick(Vec3::new(4.1, 9.0, 4.2), Vec3::new(0.0, -10.0, 0.0), 0.0);
        (met, world.picked().position.y)
    };
    assert_eq!(down(&mut world), (Some(land), 0.0));
    let entity = world.get_mut(land).unwrap();
    for (x, z) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
        entity.terrain_mut().unwrap().set_height(x, z, 1.0);
    }
    let (met, height) = down(&mut world);
    assert_eq!(met, Some(land));
    assert!((height - 1.0).abs() < 1e-5);
}

#[test]
fn freed_entities_are_in_no_answer() {
    let mut world = World::new();
    world.add_collision_rule(1, 2, Some(Shape::Sphere), Response::Slide);
    let post = ball(&mut world, Vec3::new(0.0, 0.0, 5.0));
    world.set_collision_type(post, 2, false);
    pickable(&mut world, post, Shape::Sphere);
    let ball = ball(&mut world, Vec3::ZERO);
    world.set_position(ball, Vec3::new(0.1, 0.0, 9.0));
    world.pick(Vec3::ZERO, AHEAD, 0.0);
    world.update_collisions();
    assert_eq!(world.contact_of_type(ball, 2), Some(post));
    world.free(post);
    assert_eq!(world.contact_of_type(ball, 2), None);
    assert_eq!(world.contacts(ball)[0].with, post);
    assert_eq!(world.picked().entity, Some(post));
    // The place of the freed one may be taken by another at once.
    let other = world.create(EntityKind::Pivot, None);
    assert!(world.body(other).is_none() && world.body(post).is_none());
    assert!(world.body_mut(post).is_none());
    world.set_collision_type(post, 3, true);
    world.reset_collisions(post);
    assert!(!world.is_in_view(post, post) && !world.meshes_overlap(post, other));
    world.update_collisions();
    assert_eq!(world.pick(Vec3::ZERO, AHEAD, 0.0), None);
}

#[test]
fn copies_collide_as_their_originals_do() {
    let mut world = World::new();
    let parent = ball(&mut world, Vec3::ZERO);
    let child = world.create(EntityKind::Pivot, Some(parent));
    world.set_position(child, Vec3::X);
    world.set_collision_type(child, 4, false);
    pickable(&mut world, child, Shape::Box);
    world.body_mut(child).unwrap().radii = [2.0, 3.0];
    let copy = world.copy(parent, None).unwrap();
    let child = world.get(copy).unwrap().children()[0];
    let body = world.body(child).unwrap();
    assert_eq!((body.collision_type, body.pick), (4, Some(Shape::Box)));
    assert_eq!(body.radii, [2.0, 3.0]);
}

#[test]
fn a_negative_zoom_sees_what_a_positive_one_sees() {
    let mut world = World::new();
    let view = Camera {
        viewport: [0, 0, 640, 480],
        ..Camera::default()
    };
    let camera = world.create(EntityKind::Camera(Box::new(view)), None);
    let point = world.create(EntityKind::Pivot, None);
    for zoom in [2.0, -2.0] {
        world.get_mut(camera).unwrap().camera_mut().unwrap().zoom = zoom;
        for (x, seen) in [(4.9, true), (5.1, false), (-4.9, true), (-5.1, false)] {
            world.set_position(point, Vec3::new(x, 0.0, 10.0));
            assert_eq!(
                world.is_in_view(point, camera),
                seen,
                "{x} with zoom {zoom}"
            );
        }
        // What a pick goes through lies where it is drawn: on the other side where the picture is turned.
        world.set_position(point, Vec3::new(2.5 * zoom.signum(), 0.0, 10.0));
        pickable(&mut world, point, Shape::Sphere);
        assert_eq!(world.pick_from_camera(camera, 480.0, 240.0), Some(point));
        assert_eq!(world.pick_from_camera(camera, 160.0, 240.0), None);
    }
}

/// Many spheres that push through each other and a room: none leaves it, none is moved farther than it was asked to.
#[test]
fn a_crowd_stays_in_its_room() {
    let mut world = World::new();
    let mut room = primitives::cube();
    room.transform(Affine3A::from_scale(Vec3::splat(8.0)));
    room.flip();
    let room = world.create_mesh(room, None);
    world.set_collision_type(room, 2, false);
    world.add_collision_rule(1, 1, Some(Shape::Sphere), Response::Slide);
    world.add_collision_rule(1, 2, Some(Shape::Polygons), Response::Slide);
    let mut crowd = Vec::new();
    for (x, z) in (0..5).flat_map(|x| (0..5).map(move |z| (x, z))) {
        let at = Vec3::new(x as f32 - 2.0, 0.0, z as f32 - 2.0) * 2.5;
        crowd.push(ball(&mut world, at));
    }
    for turn in 0..200 {
        for (number, &id) in crowd.iter().enumerate() {
            let angle = (turn * 7 + number * 31) as f32 * 0.05;
            let step = Vec3::new(angle.cos(), -0.3 + angle.sin() * 0.5, angle.sin()) * 0.6;
            let from = world.world_position(id);
            world.translate(id, step, false);
            world.update_collisions();
            let to = world.world_position(id);
            assert!(to.distance(from) <= step.length() + 1e-3, "turn {turn}");
            assert!(to.abs().max_element() < 7.0 + 2e-3, "{to} in turn {turn}");
        }
        for (number, &a) in crowd.iter().enumerate() {
            for &b in &crowd[..number] {
                let apart = world.world_position(a).distance(world.world_position(b));
                assert!(apart > 2.0 - 2e-3, "{apart} in turn {turn}");
            }
        }
    }
}
