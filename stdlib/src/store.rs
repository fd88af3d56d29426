//! Storage for things that programs hold by handle.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use flitz_interpreter::host::Interrupt;

use crate::command::Held;
use crate::handles::{Handles, Kind};
use crate::machine::Machine;

/// The living things of one kind, each found by its handle.
pub struct Store<T> {
    kind: Kind,
    items: Vec<Option<T>>,
    free: Vec<usize>,
}

impl<T> Store<T> {
    /// An empty store for things of this kind.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            items: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Keeps a thing and gives it a handle; `about` says in words which one it is (may be empty).
    pub fn add(&mut self, handles: &mut Handles, item: T, about: &str) -> Result<i32, Interrupt> {
        let index = self.free.last().copied().unwrap_or(self.items.len());
        let handle = handles.add(self.kind, index as u64, about)?;
        match self.items.get_mut(index) {
            Some(place) => {
                self.free.pop();
                *place = Some(item);
            }
            None => self.items.push(Some(item)),
        }
        Ok(handle)
    }

    /// Takes everything out; all handles are stale from now on.
    pub fn clear(&mut self, handles: &mut Handles) {
        for (index, item) in self.items.iter_mut().enumerate() {
            if item.take().is_some() {
                handles.remove_key(self.kind, index as u64);
                self.free.push(index);
            }
        }
    }

    /// Everything kept.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter().flatten()
    }

    /// The key of the living thing behind a handle, or an error that says what the handle is instead.
    #[inline]
    pub fn key(&self, handles: &Handles, handle: i32) -> Result<Key<T>, Interrupt> {
        let index = handles.key(self.kind, handle)?;
        Ok(Key::new(index as usize))
    }

    /// The thing of a key, `None` once it has been freed: for keys that are kept from one call to the next.
    pub fn get(&self, key: Key<T>) -> Option<&T> {
        self.items.get(key.index)?.as_ref()
    }

    /// The thing of a key, to change it; `None` once it has been freed.
    pub fn get_mut(&mut self, key: Key<T>) -> Option<&mut T> {
        self.items.get_mut(key.index)?.as_mut()
    }

    /// Two different things, to change both; `None` where the keys are the same.
    pub fn pair_mut(&mut self, first: Key<T>, second: Key<T>) -> Option<(&mut T, &mut T)> {
        match self.items.get_disjoint_mut([first.index, second.index]) {
            Ok([Some(first), Some(second)]) => Some((first, second)),
            _ => None,
        }
    }

    /// Takes a thing out; its handle is stale from now on. `None` where it was taken before.
    pub fn remove(&mut self, handles: &mut Handles, key: Key<T>) -> Option<T> {
        let item = self.items.get_mut(key.index)?.take()?;
        handles.remove_key(self.kind, key.index as u64);
        self.free.push(key.index);
        Some(item)
    }
}

/// The thing of a key that came with this call.
impl<T> Index<Key<T>> for Store<T> {
    type Output = T;

    #[inline]
    fn index(&self, key: Key<T>) -> &T {
        match self.items.get(key.index) {
            Some(Some(item)) => item,
            _ => freed_meanwhile(),
        }
    }
}

/// The thing of a key that came with this call, to change it.
impl<T> IndexMut<Key<T>> for Store<T> {
    #[inline]
    fn index_mut(&mut self, key: Key<T>) -> &mut T {
        match self.items.get_mut(key.index) {
            Some(Some(item)) => item,
            _ => freed_meanwhile(),
        }
    }
}

/// A command used what it had freed itself: like an index beyond a list's end a fault of the command, whatever the program did.
#[cold]
fn freed_meanwhile() -> ! {
    panic!("a key was used after its thing had been freed")
}

/// The place of a living thing in its [`Store`]: a handle that has been checked.
pub struct Key<T> {
    index: usize,
    of: PhantomData<fn() -> T>,
}

impl<T> Key<T> {
    fn new(index: usize) -> Self {
        Self {
            index,
            of: PhantomData,
        }
    }
}

// Derived, these would ask the same of the thing itself.
impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Key<T> {}

impl<T> PartialEq for Key<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<T> Eq for Key<T> {}

impl<T> Hash for Key<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<T> fmt::Debug for Key<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.index)
    }
}

/// A thing that stands in a store of the machine: its keys are arguments of commands.
pub trait Stored: Sized {
    /// What it is to the program.
    const KIND: Kind;

    /// Where it stands.
    fn store(machine: &Machine) -> &Store<Self>;
}

impl<T: Stored> Held for Key<T> {
    const KIND: Kind = T::KIND;

    #[inline]
    fn find(machine: &Machine, handle: i32) -> Result<Self, Interrupt> {
        T::store(machine).key(&machine.handles, handle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_used_again_under_another_handle() {
        let mut handles = Handles::default();
        let mut store = Store::new(Kind::Bank);
        let a = store.add(&mut handles, 'a', "").unwrap();
        let b = store.add(&mut handles, 'b', "").unwrap();
        let key_a = store.key(&handles, a).unwrap();
        assert_eq!(store.remove(&mut handles, key_a), Some('a'));
        assert_eq!(store.remove(&mut handles, key_a), None);
        let c = store.add(&mut handles, 'c', "").unwrap();
        assert_eq!(store.items.len(), 2);
        assert!(store.key(&handles, a).is_err());
        let [b, c] = [b, c].map(|handle| store.key(&handles, handle).unwrap());
        store[c] = 'd';
        assert_eq!((store[b], store.get(c)), ('b', Some(&'d')));
        assert_eq!(store.pair_mut(b, c), Some((&mut 'b', &mut 'd')));
        assert_eq!(store.pair_mut(c, c), None);
    }
}
