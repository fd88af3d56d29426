//! Handles for parts of things: the surfaces of a mesh, the buffers of an image or a texture. A part has no life of its own: its handle is
//! given when a program first asks for it, and goes with the thing it is a part of.

use std::collections::HashMap;
use std::hash::Hash;

use flitz_interpreter::host::Interrupt;

use crate::handles::{Handles, Kind};
use crate::store::{Key, Store};

/// The parts that a program holds: each of an owner `O`, found by its place `P`, which no part of another owner shares.
pub struct Parts<O, P> {
    store: Store<P>,
    handles: HashMap<P, (i32, Key<P>)>,
    of_owner: HashMap<O, Vec<P>>,
}

impl<O: Copy + Eq + Hash, P: Copy + Eq + Hash> Parts<O, P> {
    /// No parts, of this kind.
    pub fn new(kind: Kind) -> Self {
        Self {
            store: Store::new(kind),
            handles: HashMap::new(),
            of_owner: HashMap::new(),
        }
    }

    /// The handle of a part, given one now where it had none.
    pub fn handle(&mut self, handles: &mut Handles, owner: O, part: P) -> Result<i32, Interrupt> {
        if let Some(&(handle, _)) = self.handles.get(&part) {
            return Ok(handle);
        }
        let handle = self.store.add(handles, part, "")?;
        let key = self.store.key(handles, handle)?;
        self.handles.insert(part, (handle, key));
        self.of_owner.entry(owner).or_default().push(part);
        Ok(handle)
    }

    /// The part behind a handle, or an error that says what the handle is instead.
    #[inline]
    pub fn get(&self, handles: &Handles, handle: i32) -> Result<P, Interrupt> {
        Ok(self.store[self.store.key(handles, handle)?])
    }

    /// Forgets the parts of an owner that is gone: their handles are stale from now on.
    pub fn free_owner(&mut self, handles: &mut Handles, owner: O) {
        for part in self.of_owner.remove(&owner).unwrap_or_default() {
            if let Some((_, key)) = self.handles.remove(&part) {
                self.store.remove(handles, key);
            }
        }
    }

    /// Forgets the parts of all owners that are not kept.
    pub fn retain_owners(&mut self, handles: &mut Handles, keep: impl Fn(O) -> bool) {
        let gone: Vec<O> = self
            .of_owner
            .keys()
            .copied()
            .filter(|&o| !keep(o))
            .collect();
        for owner in gone {
            self.free_owner(handles, owner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_go_with_their_owner_and_only_with_it() {
        let mut handles = Handles::default();
        let mut parts = Parts::new(Kind::Surface);
        let a = parts.handle(&mut handles, 'a', ('a', 0)).unwrap();
        let other = parts.handle(&mut handles, 'a', ('a', 1)).unwrap();
        let b = parts.handle(&mut handles, 'b', ('b', 0)).unwrap();
        assert_eq!(parts.handle(&mut handles, 'a', ('a', 0)), Ok(a));
        assert_eq!(parts.get(&handles, other), Ok(('a', 1)));
        parts.free_owner(&mut handles, 'a');
        assert!(parts.get(&handles, a).is_err() && parts.get(&handles, other).is_err());
        assert_eq!(parts.get(&handles, b), Ok(('b', 0)));
        let again = parts.handle(&mut handles, 'a', ('a', 0)).unwrap();
        assert!(again != a && parts.get(&handles, again) == Ok(('a', 0)));
        parts.retain_owners(&mut handles, |owner| owner == 'a');
        assert!(parts.get(&handles, b).is_err() && parts.get(&handles, again).is_ok());
    }

    #[test]
    fn millions_of_parts_that_come_and_go_take_no_room() {
        let mut handles = Handles::default();
        let mut parts = Parts::new(Kind::Surface);
        let mut first = None;
        for owner in 0..3_000_000_u32 {
            let handle = parts.handle(&mut handles, owner, owner).unwrap();
            let first = *first.get_or_insert(handle);
            assert!(owner == 0 || handle != first);
            parts.free_owner(&mut handles, owner);
        }
        assert!(parts.get(&handles, first.unwrap()).is_err());
        assert!(
            handles.size() < 2_000,
            "{} places for handles",
            handles.size()
        );
        assert!(parts.handles.is_empty() && parts.of_owner.is_empty());
    }
}
