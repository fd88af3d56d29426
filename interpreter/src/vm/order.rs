//! The order of a type's objects: a ring of the living ones, and the places of the deleted ones.
//!
//! A program may hold a deleted object and ask what comes after it, a `For Each` above all. The living
//! objects stand in a ring with the type's sentinel. Between two neighbours of the ring lies a gap, and the
//! deleted objects whose place is in the gap form a group, known to the neighbour before it. When two gaps
//! become one because the object between them goes, their groups are joined (union-find, with
//! path halving), so every step takes practically constant time.

use super::heap::{ALIVE, GROUP, Heap, NEXT, PREVIOUS, STATE};

/// The groups of deleted objects; number 0 is none.
#[derive(Debug)]
pub(crate) struct Groups(Vec<Group>);

#[derive(Clone, Copy, Debug)]
struct Group {
    /// The group this one was joined to, or itself.
    parent: u32,
    /// The ring's member before the gap.
    anchor: u32,
}

impl Default for Groups {
    fn default() -> Self {
        Self(vec![Group {
            parent: 0,
            anchor: 0,
        }])
    }
}

impl Groups {
    fn add(&mut self, anchor: u32) -> u32 {
        let id = self.0.len() as u32;
        self.0.push(Group { parent: id, anchor });
        id
    }

    fn find(&mut self, mut id: u32) -> u32 {
        while let Some(parent) = self.0.get(id as usize).map(|g| g.parent) {
            if parent == id {
                break;
            }
            let above = self.0.get(parent as usize).map_or(parent, |g| g.parent);
            if let Some(group) = self.0.get_mut(id as usize) {
                group.parent = above;
            }
            id = above;
        }
        id
    }

    fn anchor(&mut self, id: u32) -> u32 {
        let root = self.find(id);
        self.0.get(root as usize).map_or(0, |g| g.anchor)
    }

    fn set_anchor(&mut self, id: u32, anchor: u32) {
        let root = self.find(id);
        if let Some(group) = self.0.get_mut(root as usize) {
            group.anchor = anchor;
        }
    }

    fn join(&mut self, id: u32, into: u32) {
        let (from, into) = (self.find(id), self.find(into));
        if let Some(group) = self.0.get_mut(from as usize) {
            group.parent = into;
        }
    }
}

impl Heap {
    fn sentinel(&self, ty: u16) -> u32 {
        self.types.get(usize::from(ty)).map_or(0, |t| t.sentinel)
    }

    fn link(&mut self, before: u32, after: u32) {
        self.set_word(before, NEXT, after);
        self.set_word(after, PREVIOUS, before);
    }

    /// Puts an object into the ring right after a member, before that one's gap or behind it as the caller moves the group.
    fn link_behind(&mut self, object: u32, member: u32) {
        let after = self.word(member, NEXT);
        self.link(member, object);
        self.link(object, after);
    }

    /// Puts a new object at the end.
    pub(super) fn link_last(&mut self, object: u32, ty: u16) {
        let last = self.word(self.sentinel(ty), PREVIOUS);
        self.link_behind(object, last);
    }

    /// The group of the gap behind a member of the ring.
    fn gap_of(&mut self, member: u32) -> u32 {
        let group = self.word(member, GROUP);
        if group != 0 {
            return group;
        }
        let group = self.groups.add(member);
        self.set_word(member, GROUP, group);
        group
    }

    /// Takes a living object out of the ring; its gap joins the one before.
    fn unlink(&mut self, object: u32) {
        let before = self.word(object, PREVIOUS);
        let after = self.word(object, NEXT);
        self.link(before, after);
        let group = self.word(object, GROUP);
        if group != 0 {
            let into = self.gap_of(before);
            self.groups.join(group, into);
            self.set_word(object, GROUP, 0);
        }
    }

    /// Takes an object that is being deleted out of the ring, keeping its place.
    pub(super) fn unlink_for_good(&mut self, object: u32) {
        let before = self.word(object, PREVIOUS);
        self.unlink(object);
        let gap = self.gap_of(before);
        self.set_word(object, GROUP, gap);
    }

    /// The first object of a type, or 0.
    pub(crate) fn first(&self, ty: u16) -> u32 {
        let sentinel = self.sentinel(ty);
        let object = self.word(sentinel, NEXT);
        if object == sentinel { 0 } else { object }
    }

    /// The last object of a type, or 0.
    pub(crate) fn last(&self, ty: u16) -> u32 {
        let sentinel = self.sentinel(ty);
        let object = self.word(sentinel, PREVIOUS);
        if object == sentinel { 0 } else { object }
    }

    /// The living object after this one or after its place, or 0.
    #[inline]
    pub(crate) fn after(&mut self, object: u32, ty: u16) -> u32 {
        let member = if self.word(object, STATE) & ALIVE != 0 {
            object
        } else {
            self.groups.anchor(self.word(object, GROUP))
        };
        let next = self.word(member, NEXT);
        if next == self.sentinel(ty) { 0 } else { next }
    }

    /// The living object before this one or before its place, or 0.
    pub(crate) fn before(&mut self, object: u32, ty: u16) -> u32 {
        let previous = if self.word(object, STATE) & ALIVE != 0 {
            self.word(object, PREVIOUS)
        } else {
            self.groups.anchor(self.word(object, GROUP))
        };
        if previous == self.sentinel(ty) {
            0
        } else {
            previous
        }
    }

    /// Moves an object right before another. Either may be deleted: then its place counts.
    pub(crate) fn insert_before(&mut self, object: u32, target: u32) {
        if object == target {
            return;
        }
        let moves = self.is_alive(object);
        if moves {
            self.unlink(object);
        }
        if self.is_alive(target) {
            let member = self.word(target, PREVIOUS);
            if moves {
                self.link_behind(object, member);
            } else {
                let gap = self.gap_of(member);
                self.set_word(object, GROUP, gap);
            }
        } else if moves {
            // The target's gap now lies behind the object.
            let gap = self.word(target, GROUP);
            let member = self.groups.anchor(gap);
            self.link_behind(object, member);
            self.pass_gap(member, object);
        } else {
            self.set_word(object, GROUP, self.word(target, GROUP));
        }
    }

    /// Moves an object right after another. Either may be deleted: then its place counts.
    pub(crate) fn insert_after(&mut self, object: u32, target: u32) {
        if object == target {
            return;
        }
        let moves = self.is_alive(object);
        if moves {
            self.unlink(object);
        }
        if self.is_alive(target) {
            if moves {
                self.link_behind(object, target);
                self.pass_gap(target, object);
            } else {
                let gap = self.gap_of(target);
                self.set_word(object, GROUP, gap);
            }
        } else if moves {
            let member = self.groups.anchor(self.word(target, GROUP));
            self.link_behind(object, member);
        } else {
            self.set_word(object, GROUP, self.word(target, GROUP));
        }
    }

    /// The group of one member's gap becomes another's.
    fn pass_gap(&mut self, from: u32, to: u32) {
        let group = self.word(from, GROUP);
        if group != 0 {
            self.groups.set_anchor(group, to);
            self.set_word(to, GROUP, group);
            self.set_word(from, GROUP, 0);
        }
    }

    /// Makes the groups anew for the deleted objects that are left, given as positions.
    pub(super) fn renew_groups(&mut self, objects: &[u32]) {
        let places: Vec<u32> = objects
            .iter()
            .map(|&at| self.groups.anchor(self.word(at, GROUP)))
            .collect();
        let old = std::mem::take(&mut self.groups);
        for group in old.0.iter().skip(1) {
            self.set_word(group.anchor, GROUP, 0);
        }
        for (&at, &member) in objects.iter().zip(&places) {
            let gap = self.gap_of(member);
            self.set_word(at, GROUP, gap);
        }
    }
}
