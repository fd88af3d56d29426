//! What collisions cost: spheres that roll over a mesh of 100,352 triangles, each meeting it in every update; building its tree; and rays
//! across it.

use flitz_scene::collide::Response;
use flitz_scene::{EntityId, EntityKind, Mesh, Shape, Surface, Vertex, World};
use glam::Vec3;

/// Cells each way, two triangles each.
const CELLS: u32 = 224;

/// Rolling hills over -112..112 both ways.
fn hills() -> Mesh {
    let mut surface = Surface::default();
    for (x, z) in (0..=CELLS).flat_map(|x| (0..=CELLS).map(move |z| (x, z))) {
        let [x, z] = [x, z].map(|v| v as f32 - CELLS as f32 / 2.0);
        let y = (x * 0.3).sin() * 1.5 + (z * 0.23).cos() * 2.0;
        surface.vertices.push(Vertex {
            position: Vec3::new(x, y, z),
            ..Vertex::default()
        });
    }
    let row = CELLS + 1;
    for (x, z) in (0..CELLS).flat_map(|x| (0..CELLS).map(move |z| (x, z))) {
        let at = x * row + z;
        surface.triangles.push([at, at + 1, at + row + 1]);
        surface.triangles.push([at, at + row + 1, at + row]);
    }
    Mesh {
        surfaces: vec![surface],
        ..Mesh::default()
    }
}

/// The hills as type 2, and spheres of type 1 spread over them that meet them by their polygons.
fn scene(spheres: usize) -> (World, EntityId, Vec<EntityId>) {
    let mut world = World::new();
    let ground = world.create_mesh(hills(), None);
    world.set_collision_type(ground, 2, false);
    world.add_collision_rule(1, 2, Some(Shape::Polygons), Response::Slide);
    let spheres = (0..spheres)
        .map(|number| {
            let id = world.create(EntityKind::Pivot, None);
            // The golden ratio spreads them evenly.
            let turn = number as f32 * 2.399_963;
            let far = (number as f32 / 1000.0).sqrt() * 80.0;
            world.set_position(id, Vec3::new(turn.cos() * far, 4.0, turn.sin() * far));
            if let Some(body) = world.body_mut(id) {
                body.radii = [0.5; 2];
            }
            world.set_collision_type(id, 1, false);
            id
        })
        .collect();
    (world, ground, spheres)
}

/// 1,000 spheres over 100,352 triangles, one update.
#[divan::bench]
fn thousand_spheres(bencher: divan::Bencher) {
    let (mut world, _, spheres) = scene(1000);
    let mut turn = 0.0_f32;
    let mut update = |world: &mut World| {
        turn += 0.02;
        let step = Vec3::new(turn.cos() * 0.1, -0.1, turn.sin() * 0.1);
        for &id in &spheres {
            world.translate(id, step, false);
        }
        world.update_collisions();
    };
    // Until all have landed.
    for _ in 0..100 {
        update(&mut world);
    }
    let met = spheres.iter().filter(|&&id| !world.contacts(id).is_empty());
    assert!(met.count() > 900, "the spheres are to roll on the hills");
    bencher.bench_local(|| update(&mut world));
}

/// The hills alone, to be met by rays.
fn pickable_ground() -> (World, EntityId) {
    let (mut world, ground, _) = scene(0);
    if let Some(body) = world.body_mut(ground) {
        body.pick = Some(Shape::Polygons);
    }
    (world, ground)
}

/// A ray across 100,352 triangles.
#[divan::bench]
fn ray(bencher: divan::Bencher) {
    let (mut world, _) = pickable_ground();
    let mut angle = 0.0_f32;
    bencher.bench_local(|| {
        angle += 0.1;
        let along = Vec3::new(angle.cos() * 200.0, -6.0, angle.sin() * 200.0);
        world.pick(Vec3::new(0.0, 6.0, 0.0), along, 0.0)
    });
}

/// The tree over 100,352 triangles, and a ray straight down.
#[divan::bench]
fn tree(bencher: divan::Bencher) {
    let (mut world, ground) = pickable_ground();
    bencher.bench_local(|| {
        if let Some(instance) = world.get(ground).and_then(|e| e.mesh()) {
            let mesh = instance.mesh;
            if let Some(surface) = world.mesh_mut(mesh).and_then(|m| m.surfaces.first_mut()) {
                surface.version += 1;
            }
        }
        world.pick(Vec3::new(0.0, 9.0, 0.0), Vec3::NEG_Y, 0.0)
    });
}

fn main() {
    divan::main();
}
