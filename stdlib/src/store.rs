//! Storage for things that programs hold by handle.

use flitz_interpreter::host::Interrupt;

use crate::handles::{Handles, Kind};

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

    fn index(&self, handles: &Handles, handle: i32) -> Result<usize, Interrupt> {
        Ok(handles.key(self.kind, handle)? as usize)
    }

    /// The thing behind a handle, or an error that says what the handle is instead.
    pub fn get(&self, handles: &Handles, handle: i32) -> Result<&T, Interrupt> {
        let index = self.index(handles, handle)?;
        self.items
            .get(index)
            .and_then(Option::as_ref)
            .ok_or_else(|| lost(self.kind))
    }

    /// The thing behind a handle, to change it, or an error that says what the handle is instead.
    pub fn get_mut(&mut self, handles: &Handles, handle: i32) -> Result<&mut T, Interrupt> {
        let index = self.index(handles, handle)?;
        self.items
            .get_mut(index)
            .and_then(Option::as_mut)
            .ok_or_else(|| lost(self.kind))
    }

    /// Two different things behind two handles, to change both; `None` where the handles name one and the same thing.
    pub fn pair_mut(
        &mut self,
        handles: &Handles,
        first: i32,
        second: i32,
    ) -> Result<Option<(&mut T, &mut T)>, Interrupt> {
        let (a, b) = (self.index(handles, first)?, self.index(handles, second)?);
        if a == b {
            return Ok(None);
        }
        match self.items.get_disjoint_mut([a, b]) {
            Ok([Some(a), Some(b)]) => Ok(Some((a, b))),
            _ => Err(lost(self.kind)),
        }
    }

    /// Takes a thing out; its handle is stale from now on.
    pub fn remove(&mut self, handles: &mut Handles, handle: i32) -> Result<T, Interrupt> {
        let index = self.index(handles, handle)?;
        let item = self.items.get_mut(index).and_then(Option::take);
        handles.remove_key(self.kind, index as u64);
        self.free.push(index);
        item.ok_or_else(|| lost(self.kind))
    }
}

/// The answer to a handle that lives while its thing does not: nothing makes such a handle, yet no panic may come of one.
fn lost(kind: Kind) -> Interrupt {
    Interrupt::error(format!("The {} does not exist any more.", kind.word()))
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
        assert_eq!(store.remove(&mut handles, a), Ok('a'));
        let c = store.add(&mut handles, 'c', "").unwrap();
        assert_eq!(store.items.len(), 2);
        assert!(store.get(&handles, a).is_err());
        assert!(store.remove(&mut handles, a).is_err());
        assert_eq!(store.get(&handles, b), Ok(&'b'));
        assert_eq!(store.get_mut(&handles, c), Ok(&mut 'c'));
        assert_eq!(
            store.pair_mut(&handles, b, c),
            Ok(Some((&mut 'b', &mut 'c')))
        );
        assert_eq!(store.pair_mut(&handles, c, c), Ok(None));
    }
}
