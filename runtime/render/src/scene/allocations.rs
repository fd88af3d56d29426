//! What the cameras of a world see is gathered without allocation, once everything has been drawn.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::rc::Rc;

use flitz_scene::collide::{Aabb, Plane};
use flitz_scene::level::{LevelChild, LevelFace, LevelLeaf, LevelNode, LevelSurface};
use flitz_scene::{
    Brush, EntityId, EntityKind, LevelData, Light, LightKind, Mesh, MeshInstance, Sprite, Surface,
    Terrain, Vertex, VertexSkin, World,
};
use glam::{Affine3A, Vec3, Vec3A};

use super::{SceneRenderer, SceneSettings};
use crate::gpu::Gpu;

/// Counts what the thread of a test asks for.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

#[allow(
    unsafe_code,
    reason = "an allocator is unsafe by its trait; this one only counts and passes on"
)]
// SAFETY: every call goes to the system allocator with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const CHARACTERS: usize = 200;
const JOINTS: u16 = 5;

/// A strip of triangles, each corner moved by two joints.
fn skinned_strip() -> Mesh {
    let joints = (0..20).map(|i: u16| [i % JOINTS, (i + 1) % JOINTS, 0, 0]);
    let mut surface = Surface {
        vertices: (0..20)
            .map(|i| Vertex {
                position: Vec3::new((i % 2) as f32, (i / 2) as f32, 0.0),
                normal: Vec3::NEG_Z,
                ..Vertex::default()
            })
            .collect(),
        triangles: (0..18).map(|i| [i, i + 1, i + 2]).collect(),
        skin: joints
            .map(|joints| VertexSkin {
                joints,
                weights: [0.5, 0.5, 0.0, 0.0],
            })
            .collect(),
        ..Surface::default()
    };
    let opaque = surface.clone();
    surface.brush.alpha = 0.5;
    Mesh {
        surfaces: vec![opaque, surface],
        inverse_bind: vec![Affine3A::IDENTITY; JOINTS.into()],
        cull_box: None,
    }
}

/// A terrain with more detail than is drawn.
fn hills() -> Terrain {
    let mut terrain = Terrain::new(64).unwrap();
    for z in 0..64 {
        for x in 0..64 {
            terrain.set_height(x, z, ((x * x + 3 * z * z) % 17) as f32 / 17.0);
        }
    }
    terrain
}

/// A level of two faces that are always in view.
fn two_faces() -> LevelData {
    let bounds = Aabb {
        low: Vec3A::splat(-100.0),
        high: Vec3A::splat(100.0),
    };
    let vertex = |x: f32| Vertex {
        position: Vec3::new(x, x * x, 9.0),
        ..Vertex::default()
    };
    let mut level = LevelData::default();
    level.surfaces.push(LevelSurface {
        vertices: [0.0, 1.0, 2.0].map(vertex).to_vec(),
        triangles: vec![[0, 1, 2]; 3],
        ..LevelSurface::default()
    });
    for triangles in [0..1, 2..3] {
        level.faces.push(LevelFace {
            surface: 0,
            triangles,
        });
    }
    level.tree.nodes.push(LevelNode {
        plane: Plane {
            normal: Vec3A::X,
            offset: 0.0,
        },
        bounds,
        children: [LevelChild::Leaf(0); 2],
    });
    level.tree.leaves.push(LevelLeaf {
        cluster: Some(0),
        bounds,
        faces: 0..2,
    });
    level.tree.leaf_faces.extend([0, 1]);
    level
}

/// Skinned characters, cameras, lights, a mirror, sprites, a plane, a terrain and a level; and all joints.
fn crowded() -> (World, Vec<EntityId>) {
    let mut world = World::new();
    let first = world.create_mesh(skinned_strip(), None);
    let mesh = world.get(first).unwrap().mesh().unwrap().mesh;
    let mut joints = Vec::new();
    for i in 0..CHARACTERS {
        let character = match i {
            0 => first,
            _ => world.copy(first, None).unwrap(),
        };
        let mut below = character;
        let chain: Vec<EntityId> = (0..JOINTS)
            .map(|_| {
                below = world.create(EntityKind::Pivot, Some(below));
                below
            })
            .collect();
        joints.extend_from_slice(&chain);
        let entity = world.get_mut(character).unwrap();
        entity.kind = EntityKind::Mesh(MeshInstance {
            mesh,
            joints: chain,
        });
        entity.order = match i {
            3 | 4 => 1,
            5 => -1,
            _ => 0,
        };
        world.set_position(character, Vec3::new(i as f32 % 20.0 - 10.0, 0.0, 10.0));
    }
    for i in 0..3 {
        let sprite = world.create(EntityKind::Sprite(Sprite::default()), None);
        world.get_mut(sprite).unwrap().brush = Brush {
            alpha: 0.5,
            ..Brush::default()
        };
        world.set_position(sprite, Vec3::new(i as f32, 1.0, 5.0));
        let light = Light::new(LightKind::Directional);
        world.create(EntityKind::Light(Box::new(light)), None);
    }
    world.create(EntityKind::Plane { divisions: 3 }, None);
    world.create(EntityKind::Mirror, None);
    world.create(EntityKind::Terrain(Rc::new(hills())), None);
    world.create_level(two_faces(), &[], None);
    for height in [1.0, 2.0] {
        let camera = world.create(EntityKind::Camera(Box::default()), None);
        world.set_position(camera, Vec3::new(0.0, height, 0.0));
    }
    (world, joints)
}

#[test]
fn gathering_a_frame_allocates_nothing() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(why) if std::env::var_os("FLITZ_NEEDS_DEVICE").is_none() => {
            eprintln!("not tested: {why}");
            return;
        }
        Err(why) => panic!("{why}"),
    };
    let (mut world, joints) = crowded();
    let mut renderer = SceneRenderer::new(&gpu);
    let mut counts = [0; 4];
    for count in &mut counts {
        for &joint in &joints {
            world.move_by(joint, Vec3::new(0.01, 0.0, 0.0));
        }
        let before = COUNT.with(Cell::get);
        let prepared = renderer.prepare(&gpu, &mut world, [64, 64], SceneSettings::default(), 1.0);
        *count = COUNT.with(Cell::get) - before;
        assert_eq!(
            prepared.views.len(),
            4,
            "two cameras, each in the mirror too"
        );
        assert!(renderer.draw_calls.len() > CHARACTERS);
        renderer.views_buffer = prepared.views;
    }
    assert!(counts[0] > 0, "the counter must count");
    assert_eq!(counts[2..], [0, 0], "of {counts:?}");
}
