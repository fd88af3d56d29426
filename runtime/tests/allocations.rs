//! The path that games take, from the update of animations to the places of joints and collisions, allocates nothing once it runs.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use flitz_runtime::animation::{Blend, LayerKind, PlayMode};
use flitz_runtime::assets::load_model;
use flitz_runtime::scene::collide::Response;
use flitz_runtime::scene::{EntityId, EntityKind, Shape, World};

/// Counts what all threads ask for.
struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

#[allow(
    unsafe_code,
    reason = "an allocator is unsafe by its trait; this one only counts and passes on"
)]
// SAFETY: every call goes to the system allocator with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
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

/// Characters with a base and layers, some of them with a mask or a graph, on a floor that stops them; and all their joints.
struct Game {
    world: World,
    people: Vec<EntityId>,
    joints: Vec<EntityId>,
}

impl Game {
    fn new(count: usize) -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/crowd.b3d");
        let bytes = std::fs::read(path).unwrap();
        let model = load_model(&bytes, path, &mut |_| None).unwrap();
        let textures = vec![None; model.textures.len()];
        let mut world = World::new();
        let floor = world.create(EntityKind::Plane { divisions: 1 }, None);
        let first = world.instantiate(&model, &textures, None).unwrap();
        let others = (1..count).map(|_| world.copy(first, None).unwrap());
        let people: Vec<EntityId> = std::iter::once(first)
            .chain(others.collect::<Vec<_>>())
            .collect();
        let mut joints = Vec::new();
        for (i, &person) in people.iter().enumerate() {
            let animation = world.animation_mut(person).unwrap();
            let mixer = &mut animation.mixer;
            if i % 4 != 0 {
                let transition = if i % 4 == 1 { 30.0 } else { 0.0 };
                mixer
                    .animate(PlayMode::Loop, 1.0, 2, transition, &[])
                    .unwrap();
            }
            for seq in [0, 1] {
                let blend = Blend {
                    weight: 0.4,
                    fade: 0.1,
                    ..Blend::default()
                };
                mixer.blend(seq, blend).unwrap();
            }
            let kind = LayerKind::Additive;
            mixer
                .blend(
                    5,
                    Blend {
                        kind,
                        ..Blend::default()
                    },
                )
                .unwrap();
            if i % 3 == 0 {
                mixer.mask(1, 5, 0.5, true).unwrap();
            }
            if i % 5 == 0 {
                let graph = mixer.create_graph();
                for seq in [0, 1, 2] {
                    let reference = Default::default();
                    mixer
                        .graph_clip(graph, 0, seq, 0.5, PlayMode::Loop, 1.0, reference)
                        .unwrap();
                }
                mixer.play_graph(graph).unwrap();
            }
            joints.extend_from_slice(animation.joints());
            world.move_by(person, [3.0 * i as f32, 1.0, 0.0].into());
            world.set_collision_type(person, 1, false);
        }
        // One of them is met by its polygons, as they are posed.
        world.set_collision_type(people[0], 3, true);
        world.set_collision_type(floor, 2, false);
        world.add_collision_rule(1, 1, Some(Shape::Sphere), Response::Slide);
        world.add_collision_rule(1, 3, Some(Shape::Polygons), Response::Slide);
        world.add_collision_rule(1, 2, Some(Shape::Polygons), Response::Slide);
        Self {
            world,
            people,
            joints,
        }
    }

    /// What a game does in a frame: everybody walks and sinks, the world is updated, and every joint's place is asked for.
    fn frame(&mut self) -> f32 {
        for &person in &self.people {
            self.world.move_by(person, [0.02, -0.1, 0.01].into());
        }
        self.world.update_animations(1.0);
        self.world.update_collisions();
        let places = self
            .joints
            .iter()
            .map(|&joint| self.world.world_position(joint));
        places.map(|place| place.y).sum()
    }

    /// How many of so many frames allocate.
    fn frames_that_allocate(&mut self, frames: usize) -> usize {
        let allocates = |_: &usize| {
            let before = COUNT.load(Ordering::Relaxed);
            assert!(self.frame().is_finite());
            COUNT.load(Ordering::Relaxed) != before
        };
        (0..frames).filter(allocates).count()
    }
}

/// One test, because the counter counts for all of them.
#[test]
fn a_frame_of_a_game_allocates_nothing() {
    // Few characters are updated by one thread.
    let mut few = Game::new(24);
    assert!(few.frames_that_allocate(60) > 0, "the counter must count");
    assert_eq!(few.frames_that_allocate(60), 0);
    // The queue that wakes the other threads takes a new block of memory about every 60 frames.
    let mut many = Game::new(200);
    many.frames_that_allocate(60);
    let touching = many
        .people
        .iter()
        .filter(|&&person| !many.world.contacts(person).is_empty());
    assert!(touching.count() > 100, "they must collide with something");
    assert!(many.frames_that_allocate(50) <= 1);
}
