use glam::{Affine3A, Quat, Vec3};
use proptest::prelude::*;

use super::*;
use crate::entity::EntityKind;
use crate::mesh::{Mesh, Surface};
use crate::texture::{Image, Texture};
use crate::{BrushTexture, euler};

fn close(a: Affine3A, b: Affine3A) -> bool {
    let tolerance = 1e-3 * (1.0 + a.translation.length().max(b.translation.length()));
    a.abs_diff_eq(b, tolerance)
}

/// The world place without any cache.
fn brute_force(world: &World, id: EntityId) -> Affine3A {
    let entity = world.get(id).unwrap();
    let local = entity.local().to_affine();
    entity
        .parent()
        .map_or(local, |p| brute_force(world, p) * local)
}

#[derive(Clone, Debug)]
enum Action {
    Move(usize, [f32; 3]),
    Turn(usize, [f32; 3]),
    Parent(usize, usize, bool),
    Look(usize),
    Free(usize),
    Copy(usize),
}

fn action() -> impl Strategy<Value = Action> {
    let angles = [-180f32..180.0, -180f32..180.0, -180f32..180.0];
    prop_oneof![
        (0usize..12, [-9f32..9.0, -9f32..9.0, -9f32..9.0]).prop_map(|(i, v)| Action::Move(i, v)),
        (0usize..12, angles).prop_map(|(i, a)| Action::Turn(i, a)),
        (0usize..12, 0usize..12, any::<bool>()).prop_map(|(i, p, keep)| Action::Parent(i, p, keep)),
        (0usize..12).prop_map(Action::Look),
        (0usize..12).prop_map(Action::Free),
        (0usize..12).prop_map(Action::Copy),
    ]
}

proptest! {
    #[test]
    fn cached_world_places_are_the_true_ones(steps in proptest::collection::vec(action(), 1..60)) {
        let mut world = World::new();
        let mut ids: Vec<EntityId> = (0..6).map(|_| world.create(EntityKind::Pivot, None)).collect();
        for step in steps {
            let pick = |i: usize| ids.get(i % ids.len().max(1)).copied();
            match step {
                Action::Move(i, v) => if let Some(id) = pick(i) { world.move_by(id, Vec3::from(v)) },
                Action::Turn(i, [p, y, r]) => if let Some(id) = pick(i) { world.turn(id, euler::rotation(p, y, r), false) },
                Action::Parent(i, p, keep) => if let (Some(id), Some(parent)) = (pick(i), pick(p)) {
                    let before = world.world_affine(id);
                    if world.set_parent(id, Some(parent), keep) && keep {
                        prop_assert!(close(before, world.world_affine(id)), "keeping its place");
                    }
                },
                Action::Look(i) => if let Some(id) = pick(i) { world.world_affine(id); },
                Action::Free(i) => if let Some(id) = pick(i) && ids.len() > 3 { world.free(id); },
                Action::Copy(i) => if let Some(id) = pick(i) && ids.len() < 12 { ids.extend(world.copy(id, None)); },
            }
            ids.retain(|&id| world.get(id).is_some());
            for &id in &ids {
                let true_place = brute_force(&world, id);
                if matches!(step, Action::Look(_)) {
                    prop_assert!(close(true_place, world.world_affine(id)));
                }
            }
        }
        for &id in &ids {
            let true_place = brute_force(&world, id);
            prop_assert!(close(true_place, world.world_affine(id)));
        }
    }
}

#[test]
fn an_entity_cannot_hang_below_itself() {
    let mut world = World::new();
    let a = world.create(EntityKind::Pivot, None);
    let b = world.create(EntityKind::Pivot, Some(a));
    assert!(!world.set_parent(a, Some(b), true));
    assert!(!world.set_parent(a, Some(a), true));
    assert_eq!(world.subtree(a), [a, b]);
}

#[test]
fn pointing_looks_at_the_target() {
    let mut world = World::new();
    let turned = world.create(EntityKind::Pivot, None);
    world.set_rotation(turned, euler::rotation(10.0, 50.0, 20.0));
    let a = world.create(EntityKind::Pivot, Some(turned));
    let b = world.create(EntityKind::Pivot, None);
    world.set_world_position(a, Vec3::new(1.0, 2.0, 3.0));
    world.set_position(b, Vec3::new(-4.0, 7.0, 5.0));
    world.point_at(a, b, 0.0);
    let ahead = world.transform_vector(Vec3::Z, Some(a), None);
    assert!(ahead.dot((Vec3::new(-5.0, 5.0, 2.0)).normalize()) > 0.9999);
}

#[test]
fn flattened_parents_spread_no_nan() {
    let mut world = World::new();
    let flat = world.create(EntityKind::Pivot, None);
    world.set_scale(flat, Vec3::new(1.0, 0.0, 1.0));
    let child = world.create(EntityKind::Pivot, Some(flat));
    world.set_world_position(child, Vec3::new(1.0, 2.0, 3.0));
    world.set_world_scale(child, Vec3::ONE);
    world.set_parent(child, None, true);
    let local = world.get(child).unwrap().local();
    assert!(local.translation.is_finite() && local.rotation.is_finite() && local.scale.is_finite());
}

#[test]
fn copies_share_the_mesh_until_the_last_is_freed() {
    let mut world = World::new();
    let a = world.create_mesh(
        Mesh {
            surfaces: vec![Surface::default()],
            ..Mesh::default()
        },
        None,
    );
    let mesh = world.get(a).unwrap().mesh().unwrap().mesh;
    let b = world.copy(a, None).unwrap();
    assert_eq!(world.get(b).unwrap().mesh().unwrap().mesh, mesh);
    world.free(a);
    assert!(world.mesh(mesh).is_some());
    world.free(b);
    assert!(world.mesh(mesh).is_none());
}

#[test]
fn copies_of_what_is_hidden_show() {
    let mut world = World::new();
    let master = world.create(EntityKind::Pivot, None);
    let child = world.create(EntityKind::Pivot, Some(master));
    for id in [master, child] {
        world.get_mut(id).unwrap().visible = false;
    }
    let copy = world.copy(master, None).unwrap();
    assert!(world.subtree(copy).into_iter().all(|id| world.is_shown(id)));
    assert!(!world.is_shown(master));
}

#[test]
fn a_released_texture_lives_as_long_as_something_is_painted_with_it() {
    let mut world = World::new();
    let texture = world.textures.insert(Texture::new(
        Image::filled(1, 1, [0; 4]),
        crate::TextureFlags::COLOR,
        "",
    ));
    let a = world.create(EntityKind::Pivot, None);
    world.get_mut(a).unwrap().brush.textures[3] = Some(BrushTexture { texture, frame: 0 });
    world.release_texture(texture);
    assert!(world.textures.contains_key(texture));
    world.free(a);
    assert!(!world.textures.contains_key(texture));
}

#[test]
fn world_rotation_multiplies_from_the_root_down() {
    let mut world = World::new();
    let a = world.create(EntityKind::Pivot, None);
    let b = world.create(EntityKind::Pivot, Some(a));
    world.set_rotation(a, euler::rotation(0.0, 90.0, 0.0));
    world.set_rotation(b, euler::rotation(30.0, 0.0, 0.0));
    let want: Quat = euler::rotation(30.0, 90.0, 0.0);
    assert!(world.world_rotation(b).abs_diff_eq(want, 1e-6));
}

#[test]
fn attaching_to_the_same_parent_changes_nothing() {
    let mut world = World::new();
    let root = world.create(EntityKind::Pivot, None);
    let first = world.create(EntityKind::Pivot, Some(root));
    let second = world.create(EntityKind::Pivot, Some(root));
    for (id, parent) in [(first, Some(root)), (root, None)] {
        world.set_scale(id, Vec3::new(-1.0, 1.0, 1.0));
        for keep in [true, false] {
            assert!(world.set_parent(id, parent, keep));
            assert_eq!(world.get(id).unwrap().local().scale.x, -1.0);
        }
    }
    assert_eq!(world.get(root).unwrap().children(), [first, second]);
    world.set_parent(first, None, true);
    world.set_parent(first, Some(root), true);
    assert_eq!(world.get(root).unwrap().children(), [second, first]);
}

#[test]
fn looking_for_a_name_begins_with_the_entity_itself() {
    let mut world = World::new();
    let root = world.create(EntityKind::Pivot, None);
    let child = world.create(EntityKind::Pivot, Some(root));
    for id in [root, child] {
        world.get_mut(id).unwrap().name = "a".into();
    }
    assert_eq!(world.find_child(root, "a"), Some(root));
    assert_eq!(world.find_child(child, "a"), Some(child));
    assert_eq!(world.find_child(root, "A"), None);
}

#[test]
fn half_an_alignment_from_straight_behind_turns_backwards() {
    let mut world = World::new();
    let id = world.create(EntityKind::Pivot, None);
    // The z axis is to point behind: half way it points up, as the turn goes backwards about x.
    world.align(id, Vec3::NEG_Z, euler::Axis::Z, 0.5);
    let ahead = world.transform_vector(Vec3::Z, Some(id), None);
    assert!((ahead - Vec3::Y).length() < 1e-5, "{ahead}");
    world.align(id, Vec3::NEG_Y, euler::Axis::Z, 1.0);
    let ahead = world.transform_vector(Vec3::Z, Some(id), None);
    assert!((ahead + Vec3::Y).length() < 1e-3, "{ahead}");
}

#[test]
fn copies_of_cameras_lights_and_terrains_are_pivots() {
    use crate::{Camera, Light, LightKind, Sprite, Terrain};
    let mut world = World::new();
    let light = Light::new(LightKind::Point);
    for (kind, word) in [
        (EntityKind::Camera(Box::<Camera>::default()), "pivot"),
        (EntityKind::Light(Box::new(light)), "pivot"),
        (
            EntityKind::Terrain(std::rc::Rc::new(Terrain::new(4).unwrap())),
            "pivot",
        ),
        (EntityKind::Mirror, "mirror"),
        (EntityKind::Listener, "listener"),
        (EntityKind::Plane { divisions: 1 }, "plane"),
        (EntityKind::Sprite(Sprite::default()), "sprite"),
    ] {
        let root = world.create(EntityKind::Pivot, None);
        world.create(kind, Some(root));
        let copy = world.copy(root, None).unwrap();
        let child = world.get(copy).unwrap().children()[0];
        assert_eq!(world.get(child).unwrap().kind_word(), word);
    }
}

#[test]
fn scaled_meshes_keep_the_length_that_scaling_gives_their_normals() {
    let mut cube = crate::primitives::cube();
    cube.transform(Affine3A::from_scale(Vec3::new(2.0, 3.0, 4.0)));
    let normals = [0, 4, 16].map(|v| cube.surfaces[0].vertices[v].normal);
    assert_eq!(
        normals,
        [
            Vec3::new(0.0, 0.0, -6.0),
            Vec3::new(12.0, 0.0, 0.0),
            Vec3::new(0.0, 8.0, 0.0)
        ]
    );
    let mut copy = Mesh::default();
    copy.add(&cube, PartialEq::eq);
    assert_eq!(copy.surfaces[0].vertices[4].normal.x, 12.0);
}
