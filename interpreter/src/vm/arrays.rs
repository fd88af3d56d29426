//! `Dim` arrays: one row of elements, the last index running fastest.

use crate::bytecode::{DimLayout, StorageKind};
use crate::string::Str;

use super::error::Trap;

/// What all `Dim` arrays together may use, in bytes.
const MAX_BYTES: usize = 1 << 30;

/// A `Dim` array; without elements until its `Dim` ran.
#[derive(Debug)]
pub(crate) struct DimArray {
    /// Elements of an array of Ints, Floats or objects.
    pub(crate) words: Box<[u32]>,
    /// Elements of an array of Strings.
    pub(crate) strings: Box<[Str]>,
    /// Number of elements in each dimension.
    pub(crate) extents: Box<[u32]>,
    /// The first two of them, for the indices of the common cases.
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    element: StorageKind,
}

impl DimArray {
    /// An array before its `Dim`.
    pub(crate) fn new(layout: &DimLayout) -> Self {
        Self {
            words: Box::default(),
            strings: Box::default(),
            extents: vec![0; layout.dimensions].into(),
            rows: 0,
            columns: 0,
            element: layout.element,
        }
    }

    /// Whether its elements refer to objects.
    pub(crate) fn holds_objects(&self) -> bool {
        self.element == StorageKind::Object
    }

    /// Bytes in use.
    fn bytes(&self) -> usize {
        self.words.len() * size_of::<u32>() + self.strings.len() * size_of::<Str>()
    }

    /// Gives it new sizes (inclusive upper bounds), clearing it. `used` is what all arrays use together.
    pub(crate) fn dim(&mut self, sizes: &[i32], used: &mut usize) -> Result<(), Trap> {
        *used -= self.bytes().min(*used);
        self.words = Box::default();
        self.strings = Box::default();
        self.extents.fill(0);
        (self.rows, self.columns) = (0, 0);
        let each = if self.element == StorageKind::String {
            size_of::<Str>()
        } else {
            size_of::<u32>()
        };
        let room = MAX_BYTES.saturating_sub(*used) / each;
        let mut count = 1usize;
        for &size in sizes {
            // -1 is an array without elements: programs write `Dim a(n - 1)`.
            let extent = usize::try_from(i64::from(size) + 1).map_err(|_| Trap::DimSize(size))?;
            count = count
                .checked_mul(extent)
                .filter(|&c| c <= room)
                .ok_or(Trap::OutOfMemory)?;
        }
        if self.element == StorageKind::String {
            self.strings = vec![Str::EMPTY; count].into();
        } else {
            self.words = vec![0; count].into();
        }
        *used += self.bytes();
        for (extent, &size) in self.extents.iter_mut().zip(sizes) {
            *extent = (i64::from(size) + 1) as u32;
        }
        self.rows = self.extents.first().copied().unwrap_or(0);
        self.columns = self.extents.get(1).copied().unwrap_or(0);
        Ok(())
    }

    /// The position of an element of a two-dimensional array.
    #[inline]
    pub(crate) fn index2(&self, row: u32, column: u32) -> Option<usize> {
        (row < self.rows && column < self.columns)
            .then(|| row as usize * self.columns as usize + column as usize)
    }

    /// The position of an element, where all indices are in bounds.
    pub(crate) fn index(&self, indices: impl Iterator<Item = u32>) -> Option<u32> {
        let mut position = 0u32;
        for (index, &extent) in indices.zip(self.extents.iter()) {
            if index >= extent {
                return None;
            }
            position = position.wrapping_mul(extent).wrapping_add(index);
        }
        Some(position)
    }
}
