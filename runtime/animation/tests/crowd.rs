//! Many characters: the same on any number of cores, small, and without allocation.

mod common;

use common::{Random, bits, chain, mixer};
use flitz_animation::{Blend, LayerKind, Mixer, PlayMode, PoseBuffer, model_space, update_each};
use glam::Affine3A;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts what a thread asks for.
struct Counting;

thread_local! {
    static COUNT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}
static TOTAL: AtomicUsize = AtomicUsize::new(0);

#[allow(
    unsafe_code,
    reason = "an allocator is unsafe by its trait; this one only counts and passes on"
)]
// SAFETY: every call goes to the system allocator with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
        TOTAL.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A mixer with a pose of its own.
#[derive(Clone)]
struct Character {
    mixer: Mixer,
    pose: PoseBuffer,
}

impl Character {
    fn update(&mut self) {
        self.mixer.advance(1.0);
        self.mixer.evaluate(&mut self.pose);
    }
}

fn crowd(count: usize) -> Vec<Character> {
    let mut random = Random(77);
    let skeleton = chain(67);
    let prototype = mixer(&skeleton, (0..5).map(|_| random.clip(67, 20, 1.2)));
    let characters = (0..count).map(|index| {
        let mut mixer = prototype.copy_at_rest();
        if index % 3 == 0 {
            mixer
                .animate(PlayMode::PingPong, random.signed(), 4, 0.0, &[])
                .unwrap();
        }
        for seq in 0..3 {
            let blend = Blend {
                weight: random.next(),
                speed: 2.0 * random.signed(),
                fade: 1.0,
                ..Blend::default()
            };
            mixer.blend(seq, blend).unwrap();
        }
        mixer
            .blend(
                3,
                Blend {
                    weight: 0.5,
                    kind: LayerKind::Additive,
                    ..Blend::default()
                },
            )
            .unwrap();
        if index % 4 == 0 {
            mixer.mask(1, 20, 0.3, true).unwrap();
        }
        if index % 5 == 0 {
            let graph = mixer.create_graph();
            let add = mixer.graph_add(graph, 0, 1.0).unwrap();
            for seq in 0..3 {
                mixer
                    .graph_clip(
                        graph,
                        add,
                        seq,
                        0.4,
                        PlayMode::Loop,
                        1.0,
                        Default::default(),
                    )
                    .unwrap();
            }
            mixer.play_graph(graph).unwrap();
        }
        let pose = PoseBuffer::new(mixer.skeleton());
        Character { mixer, pose }
    });
    characters.collect()
}

#[test]
fn all_cores_give_the_bits_of_one() {
    let mut together = crowd(100);
    let mut one_by_one = together.clone();
    for _ in 0..3 {
        update_each(&mut together, Character::update);
        for character in &mut one_by_one {
            character.update();
        }
    }
    for (a, b) in together.iter().zip(&one_by_one) {
        assert_eq!(bits(&a.pose.transforms), bits(&b.pose.transforms));
        assert_eq!(a.pose.written, b.pose.written);
    }
}

#[test]
fn an_update_allocates_nothing() {
    let mut characters = crowd(20);
    let mut matrices = vec![Affine3A::IDENTITY; 67];
    characters
        .iter_mut()
        .for_each(|character| character.update());
    let before = COUNT.with(std::cell::Cell::get);
    for _ in 0..5 {
        for character in &mut characters {
            character.update();
            model_space(
                character.mixer.skeleton(),
                &character.pose.transforms,
                &mut matrices,
            );
        }
    }
    assert_eq!(COUNT.with(std::cell::Cell::get), before);
    assert!(TOTAL.load(Ordering::Relaxed) > 0, "the counter must count");
}

#[test]
fn a_character_is_small() {
    let mut characters = crowd(16);
    characters
        .iter_mut()
        .for_each(|character| character.update());
    for character in &characters {
        let matrices = 67 * size_of::<Affine3A>();
        let bytes = size_of::<Character>()
            + character.mixer.heap_bytes()
            + character.pose.heap_bytes()
            + matrices;
        assert!(bytes <= 40 * 1024, "{bytes} bytes");
    }
}
