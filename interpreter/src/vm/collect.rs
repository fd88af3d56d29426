//! Finding the deleted objects that nothing refers to any more, so that their memory can be used again.
//!
//! Living objects are only ever deleted by the program; a collection looks at nothing but tombstones. It
//! walks all places that may hold a reference. Number slots have no types, so an Int that happens to
//! look like a reference keeps a tombstone a while longer, which does no harm.

use super::heap::{ALIGN, ALIVE, ARRAY_HEADER, Heap, NEXT, STATE, Tombstone};

/// The tombstones found to be referred to, one bit for each place a block may start at.
struct Marks {
    bits: Vec<u64>,
    scanned: usize,
}

impl Marks {
    fn bit(at: u32) -> (usize, u64) {
        let block = at as usize / ALIGN;
        (block / 64, 1 << (block % 64))
    }

    /// Notes that this value, if it is a reference, is in use.
    fn visit(&mut self, value: u32) {
        self.scanned += 1;
        if (value as usize).is_multiple_of(ALIGN) {
            let (word, bit) = Self::bit(value);
            if let Some(bits) = self.bits.get_mut(word) {
                *bits |= bit;
            }
        }
    }

    fn is_marked(&self, at: u32) -> bool {
        let (word, bit) = Self::bit(at);
        self.bits.get(word).is_some_and(|bits| bits & bit != 0)
    }
}

impl Heap {
    /// Frees the tombstones that neither the number stack in use nor an array of objects nor a field refers to.
    pub(crate) fn collect<'a>(&mut self, stack: &[u32], arrays: impl Iterator<Item = &'a [u32]>) {
        let blocks = self.words.len() / ALIGN;
        let mut marks = Marks {
            bits: vec![0; blocks / 64 + 1],
            scanned: blocks / 64,
        };
        for &slot in stack {
            marks.visit(slot);
        }
        for array in arrays {
            array.iter().for_each(|&value| marks.visit(value));
        }
        for (&array, &length) in &self.object_arrays {
            let start = (array + ARRAY_HEADER) as usize;
            let elements = self
                .words
                .get(start..start + length as usize)
                .unwrap_or(&[]);
            elements.iter().for_each(|&value| marks.visit(value));
        }
        for ty in self.types.iter().filter(|t| !t.objects.is_empty()) {
            let mut object = self.word(ty.sentinel, NEXT);
            while self.word(object, STATE) & ALIVE != 0 {
                for &position in &ty.objects {
                    marks.visit(self.word(object, usize::from(position)));
                }
                object = self.word(object, NEXT);
            }
        }
        self.sweep(&marks);
    }

    fn sweep(&mut self, marks: &Marks) {
        let (kept, gone): (Vec<Tombstone>, Vec<Tombstone>) = self
            .tombstones
            .iter()
            .partition(|stone| marks.is_marked(stone.at));
        for stone in gone {
            if let Some(class) = self.classes.get_mut(stone.class as usize) {
                class.free.push(stone.at);
            }
        }
        let types = self.types.len();
        let objects: Vec<u32> = kept
            .iter()
            .filter(|s| (s.class as usize) < types)
            .map(|s| s.at)
            .collect();
        self.renew_groups(&objects);
        self.tombstones = kept;
        // The next collection comes when as much was deleted as this one had to look at, so its cost stays in proportion.
        self.threshold = self.tombstones.len() + (marks.scanned / 4).max(4096);
    }
}
