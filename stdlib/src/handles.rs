//! Handles: the small Ints by which a program holds banks, files, entities, textures.
//!
//! One numbering serves all kinds, so a handle of the wrong kind is noticed. A handle carries a generation, so
//! one whose object is gone is noticed too, and the error says what it was.

use std::collections::HashMap;

use flitz_interpreter::host::Interrupt;

/// What a handle stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A memory bank.
    Bank,
    /// A file or other stream.
    File,
    /// A server that waits for connections.
    TcpServer,
    /// A directory being read.
    Dir,
    /// A timer.
    Timer,
    /// An entity of the 3D world.
    Entity,
    /// A texture.
    Texture,
    /// A brush.
    Brush,
    /// A surface of a mesh.
    Surface,
    /// A 2D image.
    Image,
    /// A movie.
    Movie,
    /// A drawing buffer.
    Buffer,
    /// A font.
    Font,
    /// A sound.
    Sound,
    /// A playing channel of sound.
    Channel,
    /// An animation graph.
    AnimGraph,
}

impl Kind {
    /// The kind in words, with its article.
    pub fn with_article(self) -> &'static str {
        match self {
            Kind::Bank => "a bank",
            Kind::File => "a file",
            Kind::TcpServer => "a server",
            Kind::Dir => "a directory",
            Kind::Timer => "a timer",
            Kind::Entity => "an entity",
            Kind::Texture => "a texture",
            Kind::Brush => "a brush",
            Kind::Surface => "a surface",
            Kind::Image => "an image",
            Kind::Movie => "a movie",
            Kind::Buffer => "a buffer",
            Kind::Font => "a font",
            Kind::Sound => "a sound",
            Kind::Channel => "a sound channel",
            Kind::AnimGraph => "an animation graph",
        }
    }

    /// The kind in one word.
    pub fn word(self) -> &'static str {
        let words = self.with_article();
        words.split_once(' ').map_or(words, |(_, word)| word)
    }
}

const INDEX_BITS: u32 = 20;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;
/// Generations fit above the index in a positive 32-bit Int.
const GENERATIONS: u32 = 1 << (31 - INDEX_BITS);

struct Slot {
    generation: u32,
    kind: Kind,
    /// The owner's key, `None` once freed.
    key: Option<u64>,
    /// What the object is or was, for errors: `"castle.b3d"`.
    about: Option<Box<str>>,
}

/// The table of handles.
#[derive(Default)]
pub struct Handles {
    slots: Vec<Slot>,
    free: Vec<u32>,
    by_key: HashMap<(Kind, u64), i32>,
    /// Why the last attempt to load a thing of this kind gave 0.
    failed: HashMap<Kind, String>,
}

impl Handles {
    /// Gives an object a handle: its owner's `key`, and words that say which one it is (may be empty).
    pub fn add(&mut self, kind: Kind, key: u64, about: &str) -> Result<i32, Interrupt> {
        let about = (!about.is_empty()).then(|| about.into());
        // Oldest freed first would need a queue; newest first is enough as the generation tells them apart.
        let index = match self.free.pop() {
            Some(index) => index,
            None if self.slots.len() < INDEX_MASK as usize => {
                self.slots.push(Slot {
                    generation: 0,
                    kind,
                    key: None,
                    about: None,
                });
                self.slots.len() as u32
            }
            None => {
                return Err(Interrupt::error(
                    "There are too many objects: more than a million at once.",
                ));
            }
        };
        let slot = &mut self.slots[index as usize - 1];
        slot.kind = kind;
        slot.key = Some(key);
        slot.about = about;
        let handle = (slot.generation << INDEX_BITS | index) as i32;
        self.by_key.insert((kind, key), handle);
        Ok(handle)
    }

    /// The handle of an object, given one now where it had none.
    pub fn of(&mut self, kind: Kind, key: u64) -> Result<i32, Interrupt> {
        match self.by_key.get(&(kind, key)) {
            Some(&handle) => Ok(handle),
            None => self.add(kind, key, ""),
        }
    }

    fn slot(&self, handle: i32) -> Option<&Slot> {
        let index = (handle as u32 & INDEX_MASK) as usize;
        (handle > 0)
            .then(|| self.slots.get(index.wrapping_sub(1)))
            .flatten()
    }

    /// The owner's key of a living object of this kind, or an error that says what the handle is instead.
    pub fn key(&self, kind: Kind, handle: i32) -> Result<u64, Interrupt> {
        match self.slot(handle) {
            Some(slot) if slot.kind == kind && slot.generation == handle as u32 >> INDEX_BITS => {
                slot.key.ok_or_else(|| self.complain(kind, handle))
            }
            _ => Err(self.complain(kind, handle)),
        }
    }

    /// Whether the program holds a handle of an object.
    pub fn has(&self, kind: Kind, key: u64) -> bool {
        self.by_key.contains_key(&(kind, key))
    }

    /// The key where the handle is a living object of this kind.
    pub fn find(&self, kind: Kind, handle: i32) -> Option<u64> {
        let slot = self.slot(handle)?;
        (slot.kind == kind && slot.generation == handle as u32 >> INDEX_BITS)
            .then_some(slot.key)
            .flatten()
    }

    /// Forgets an object by its key; its handle is stale from now on.
    pub fn remove_key(&mut self, kind: Kind, key: u64) {
        if let Some(handle) = self.by_key.remove(&(kind, key)) {
            let index = handle as u32 & INDEX_MASK;
            if let Some(slot) = self.slots.get_mut(index as usize - 1) {
                slot.key = None;
                // A slot that has worn its last generation is never used again: a handle must not come back to life.
                if slot.generation + 1 < GENERATIONS {
                    slot.generation += 1;
                    self.free.push(index);
                }
            }
        }
    }

    /// How many slots there are, those in use, free and used up.
    #[cfg(test)]
    pub(crate) fn size(&self) -> usize {
        self.slots.len()
    }

    /// Remembers why loading a thing of this kind failed, so that the use of the 0 it gave can say so.
    pub fn note_failure(&mut self, kind: Kind, why: impl Into<String>) {
        self.failed.insert(kind, why.into());
    }

    /// How many living objects of each kind there are, kinds without any left out.
    pub fn counts(&self) -> Vec<(Kind, usize)> {
        let mut counts: Vec<(Kind, usize)> = Vec::new();
        for slot in self.slots.iter().filter(|slot| slot.key.is_some()) {
            match counts.iter_mut().find(|(kind, _)| *kind == slot.kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((slot.kind, 1)),
            }
        }
        counts
    }

    /// The kind of a living object, whatever it is.
    pub fn kind_of(&self, handle: i32) -> Option<Kind> {
        let slot = self.slot(handle)?;
        let current = slot.generation == handle as u32 >> INDEX_BITS && slot.key.is_some();
        current.then_some(slot.kind)
    }

    /// Words for the object behind a handle, living or gone.
    pub fn about(&self, handle: i32) -> Option<&str> {
        self.slot(handle)?.about.as_deref()
    }

    /// Words for a living object, by its owner's key.
    pub fn about_key(&self, kind: Kind, key: u64) -> Option<&str> {
        self.about(*self.by_key.get(&(kind, key))?)
    }

    fn complain(&self, wanted: Kind, handle: i32) -> Interrupt {
        let want = wanted.with_article();
        let word = wanted.word();
        if handle == 0 {
            return Interrupt::Error(match self.failed.get(&wanted) {
                Some(why) => format!("This needs {want}, but the handle is 0: {why}"),
                None => format!(
                    "This needs {want}, but the handle is 0. Was the {word} ever made or loaded?"
                ),
            });
        }
        let message = match self.slot(handle) {
            None => format!("This needs {want}, but {handle} is no handle of anything."),
            Some(slot) => {
                let about = slot
                    .about
                    .as_deref()
                    .map(|a| format!(" ({a})"))
                    .unwrap_or_default();
                let current = slot.key.is_some() && slot.generation == handle as u32 >> INDEX_BITS;
                if current {
                    format!(
                        "This needs {want}, but {handle} is {}{about}.",
                        slot.kind.with_article()
                    )
                } else if slot.key.is_none() {
                    format!(
                        "The {word} does not exist: {handle} was {}{about} that has been freed.",
                        slot.kind.with_article()
                    )
                } else {
                    format!(
                        "The {word} does not exist: {handle} was something that has been freed."
                    )
                }
            }
        };
        Interrupt::Error(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T: std::fmt::Debug>(result: Result<T, Interrupt>) -> String {
        match result {
            Err(Interrupt::Error(text)) => text,
            other => panic!("no error: {other:?}"),
        }
    }

    #[test]
    fn a_handle_finds_its_object_until_it_is_freed() {
        let mut handles = Handles::default();
        let bank = handles.add(Kind::Bank, 7, "").unwrap();
        assert!(bank > 0);
        assert_eq!(handles.key(Kind::Bank, bank), Ok(7));
        assert_eq!(handles.of(Kind::Bank, 7), Ok(bank));
        assert!(message(handles.key(Kind::File, bank)).contains("is a bank"));
        handles.remove_key(Kind::Bank, 7);
        assert!(message(handles.key(Kind::Bank, bank)).contains("has been freed"));
        let other = handles.add(Kind::Bank, 8, "").unwrap();
        assert_ne!(other, bank, "a new object must not wear a stale handle");
        assert!(message(handles.key(Kind::Bank, bank)).contains("freed"));
        assert!(message(handles.key(Kind::Bank, -5)).contains("no handle"));
    }

    #[test]
    fn a_handle_never_comes_back_to_life() {
        let mut handles = Handles::default();
        let first = handles.add(Kind::Bank, 0, "").unwrap();
        handles.remove_key(Kind::Bank, 0);
        for key in 1..3_000_000 {
            let handle = handles.add(Kind::Bank, key, "").unwrap();
            assert_ne!(handle, first);
            handles.remove_key(Kind::Bank, key);
        }
        assert!(message(handles.key(Kind::Bank, first)).contains("freed"));
        assert!(handles.size() < 2_000);
    }

    #[test]
    fn using_zero_says_why_loading_failed() {
        let mut handles = Handles::default();
        handles.note_failure(Kind::Entity, "the model was not loaded: no file a.b3d.");
        assert!(message(handles.key(Kind::Entity, 0)).contains("the model was not loaded"));
    }
}
