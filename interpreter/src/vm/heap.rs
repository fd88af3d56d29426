//! Objects and Blitz arrays: one row of 32-bit words, blocks with a header, references that are positions.
//!
//! A position of 0 is Null. A block's first word tells whether it lives (an object) or how many elements it
//! has (an array), and word 0 is 0, so Null, deleted objects and arrays that are gone all fail the same
//! check. An object keeps its strings side by side in a second row; its words hold where they start.
//!
//! A deleted object leaves a tombstone until nothing refers to it: a variable that still holds it compares
//! equal to Null, and `After` it is the object that then follows its old place. See [`super::order`]
//! for the places and [`super::collect`] for finding the unreferenced ones.

use std::collections::HashMap;

use crate::bytecode::{ArrayLayout, StorageKind, TypeLayout};
use crate::string::Str;

/// Words before an object's fields.
pub(crate) const OBJECT_HEADER: u32 = 5;
/// Words before an array's elements.
pub(crate) const ARRAY_HEADER: u32 = 2;
/// Blocks start at multiples of this.
pub(super) const ALIGN: usize = 4;

/// Words of objects and arrays a program may use: 1 GiB.
const MAX_WORDS: usize = 1 << 28;
/// Strings in objects and arrays.
const MAX_STRINGS: usize = 1 << 25;

// Words of an object's header.
pub(super) const STATE: usize = 0;
pub(super) const PREVIOUS: usize = 1;
pub(super) const NEXT: usize = 2;
pub(super) const STRINGS: usize = 3;
pub(super) const GROUP: usize = 4;
/// Where an array's header tells its strings.
const ARRAY_STRINGS: usize = 1;

/// State bit: the object lives.
pub(super) const ALIVE: u32 = 1;
/// State bit: the object was given a handle.
const HANDLE: u32 = 2;

/// The memory is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfMemory;

/// What blocks of the same shape share.
#[derive(Debug)]
pub(super) struct Class {
    /// Words of a block, rounded up.
    words: usize,
    strings: usize,
    /// Blocks to be used again.
    pub(super) free: Vec<u32>,
}

/// A custom type as the heap needs it.
#[derive(Debug)]
pub(super) struct TypeState {
    /// The header that closes the ring of its objects.
    pub(super) sentinel: u32,
    /// Positions of the fields that refer to objects.
    pub(super) objects: Box<[u16]>,
    /// Positions and array types of the fields that are arrays.
    arrays: Box<[(u16, u16)]>,
}

/// A deleted object or array whose block waits until nothing refers to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tombstone {
    pub(super) at: u32,
    pub(super) class: u32,
}

/// All objects and Blitz arrays.
#[derive(Debug)]
pub(crate) struct Heap {
    pub(super) words: Vec<u32>,
    pub(super) strings: Vec<Str>,
    /// Of the custom types, then of the array types.
    pub(super) classes: Vec<Class>,
    pub(super) types: Vec<TypeState>,
    array_elements: Box<[(StorageKind, u32)]>,
    /// Living arrays of objects: where references may hide.
    pub(super) object_arrays: HashMap<u32, u32>,
    pub(super) tombstones: Vec<Tombstone>,
    /// Collect when there are so many tombstones.
    pub(super) threshold: usize,
    pub(super) groups: super::order::Groups,
    next_handle: i32,
    by_handle: HashMap<i32, (u32, u16)>,
    handles: HashMap<u32, i32>,
}

impl Heap {
    /// An empty heap for these types.
    pub(crate) fn new(types: &[TypeLayout], arrays: &[ArrayLayout]) -> Self {
        let mut heap = Self {
            words: vec![0; ALIGN],
            strings: Vec::new(),
            classes: Vec::new(),
            types: Vec::new(),
            array_elements: arrays.iter().map(|a| (a.element, a.length)).collect(),
            object_arrays: HashMap::new(),
            tombstones: Vec::new(),
            threshold: 4096,
            groups: super::order::Groups::default(),
            next_handle: 0,
            by_handle: HashMap::new(),
            handles: HashMap::new(),
        };
        for layout in types {
            let sentinel = heap.words.len() as u32;
            heap.words
                .extend_from_slice(&[0, sentinel, sentinel, 0, 0, 0, 0, 0]);
            let fields = &layout.fields;
            heap.types.push(TypeState {
                sentinel,
                objects: fields
                    .iter()
                    .filter(|f| f.kind == StorageKind::Object)
                    .map(|f| f.position)
                    .collect(),
                arrays: fields
                    .iter()
                    .filter_map(|f| match f.kind {
                        StorageKind::Array(ty) => Some((f.position, ty)),
                        _ => None,
                    })
                    .collect(),
            });
            heap.classes.push(Class::new(
                (OBJECT_HEADER + layout.words) as usize,
                layout.strings as usize,
            ));
        }
        for layout in arrays {
            let length = layout.length as usize;
            heap.classes.push(match layout.element {
                StorageKind::String => Class::new(ARRAY_HEADER as usize, length),
                StorageKind::Number | StorageKind::Object | StorageKind::Array(_) => {
                    Class::new(ARRAY_HEADER as usize + length, 0)
                }
            });
        }
        heap
    }

    /// A header word or field; 0 where there is none.
    pub(super) fn word(&self, at: u32, offset: usize) -> u32 {
        self.words.get(at as usize + offset).copied().unwrap_or(0)
    }

    pub(super) fn set_word(&mut self, at: u32, offset: usize, value: u32) {
        if let Some(word) = self.words.get_mut(at as usize + offset) {
            *word = value;
        }
    }

    /// Whether a reference is an object that was not deleted.
    #[inline]
    pub(crate) fn is_alive(&self, object: u32) -> bool {
        self.word(object, STATE) & ALIVE != 0
    }

    /// A field's word; `None` where the object does not exist.
    #[inline]
    pub(crate) fn field(&self, object: u32, position: u16) -> Option<u32> {
        let value = *self.words.get(object as usize + usize::from(position))?;
        self.is_alive(object).then_some(value)
    }

    /// A field's word to be written.
    #[inline]
    pub(crate) fn field_mut(&mut self, object: u32, position: u16) -> Option<&mut u32> {
        if !self.is_alive(object) {
            return None;
        }
        self.words.get_mut(object as usize + usize::from(position))
    }

    /// A string field.
    #[inline]
    pub(crate) fn string_field(&self, object: u32, index: u16) -> Option<&Str> {
        let start = self.field(object, STRINGS as u16)?;
        self.strings.get(start as usize + usize::from(index))
    }

    /// A string field to be written.
    #[inline]
    pub(crate) fn string_field_mut(&mut self, object: u32, index: u16) -> Option<&mut Str> {
        let start = self.field(object, STRINGS as u16)?;
        self.strings.get_mut(start as usize + usize::from(index))
    }

    /// Number of elements of an array; 0 where it is gone.
    #[inline]
    pub(crate) fn array_length(&self, array: u32) -> u32 {
        self.word(array, 0)
    }

    /// An element's word; `None` out of bounds.
    #[inline]
    pub(crate) fn element(&self, array: u32, index: u32) -> Option<u32> {
        let block = self.words.get(array as usize..)?;
        if index >= *block.first()? {
            return None;
        }
        block.get((ARRAY_HEADER + index) as usize).copied()
    }

    /// An element's word to be written.
    #[inline]
    pub(crate) fn element_mut(&mut self, array: u32, index: u32) -> Option<&mut u32> {
        let block = self.words.get_mut(array as usize..)?;
        if index >= *block.first()? {
            return None;
        }
        block.get_mut((ARRAY_HEADER + index) as usize)
    }

    /// A string element.
    pub(crate) fn string_element(&self, array: u32, index: u32) -> Option<&Str> {
        let at = self.string_element_at(array, index)?;
        self.strings.get(at)
    }

    /// A string element to be written.
    pub(crate) fn string_element_mut(&mut self, array: u32, index: u32) -> Option<&mut Str> {
        let at = self.string_element_at(array, index)?;
        self.strings.get_mut(at)
    }

    fn string_element_at(&self, array: u32, index: u32) -> Option<usize> {
        (index < self.array_length(array))
            .then(|| (self.word(array, ARRAY_STRINGS) + index) as usize)
    }

    /// A block of a class, its words zero but for the strings' place; the strings are empty.
    fn allocate(&mut self, class: usize, strings_word: usize) -> Result<u32, OutOfMemory> {
        let Some(shape) = self.classes.get_mut(class) else {
            return Err(OutOfMemory);
        };
        let (words, strings) = (shape.words, shape.strings);
        if let Some(at) = shape.free.pop() {
            let block = self
                .words
                .get_mut(at as usize..at as usize + words)
                .unwrap_or(&mut []);
            let start = block.get(strings_word).copied().unwrap_or(0);
            block.fill(0);
            if let Some(word) = block.get_mut(strings_word) {
                *word = start;
            }
            return Ok(at);
        }
        let at = self.words.len();
        let start = self.strings.len();
        if at + words > MAX_WORDS || start + strings > MAX_STRINGS {
            return Err(OutOfMemory);
        }
        self.words.try_reserve(words).map_err(|_| OutOfMemory)?;
        self.strings.try_reserve(strings).map_err(|_| OutOfMemory)?;
        self.words.resize(at + words, 0);
        self.strings.resize(start + strings, Str::EMPTY);
        self.set_word(at as u32, strings_word, start as u32);
        Ok(at as u32)
    }

    fn clear_strings(&mut self, start: u32, class: usize) {
        let count = self.classes.get(class).map_or(0, |c| c.strings);
        if let Some(strings) = self.strings.get_mut(start as usize..start as usize + count) {
            strings.fill(Str::EMPTY);
        }
    }

    /// Whether a collection is due before the next object of this type is made.
    #[inline]
    pub(crate) fn wants_collection(&self, ty: u16) -> bool {
        self.tombstones.len() >= self.threshold
            && self
                .classes
                .get(usize::from(ty))
                .is_some_and(|c| c.free.is_empty())
    }

    /// A new object at the end of its type's list.
    pub(crate) fn new_object(&mut self, ty: u16) -> Result<u32, OutOfMemory> {
        let at = self.allocate(usize::from(ty), STRINGS)?;
        let arrays = self
            .types
            .get(usize::from(ty))
            .map_or(0, |t| t.arrays.len());
        for i in 0..arrays {
            let Some(&(position, array)) = self
                .types
                .get(usize::from(ty))
                .and_then(|t| t.arrays.get(i))
            else {
                break;
            };
            let block = self.new_array(array)?;
            self.set_word(at, usize::from(position), block);
        }
        self.set_word(at, STATE, ALIVE);
        self.link_last(at, ty);
        Ok(at)
    }

    /// Deletes an object of this type; nothing happens where it does not exist.
    pub(crate) fn delete(&mut self, object: u32, ty: u16) {
        let state = self.word(object, STATE);
        if state & ALIVE == 0 {
            return;
        }
        if state & HANDLE != 0
            && let Some(handle) = self.handles.remove(&object)
        {
            self.by_handle.remove(&handle);
        }
        self.clear_strings(self.word(object, STRINGS), usize::from(ty));
        let arrays = self
            .types
            .get(usize::from(ty))
            .map_or(0, |t| t.arrays.len());
        for i in 0..arrays {
            let Some(&(position, array)) = self
                .types
                .get(usize::from(ty))
                .and_then(|t| t.arrays.get(i))
            else {
                break;
            };
            let block = self.word(object, usize::from(position));
            self.end_array(block, array);
            self.tombstones.push(Tombstone {
                at: block,
                class: self.array_class(array) as u32,
            });
        }
        self.unlink_for_good(object);
        self.set_word(object, STATE, 0);
        self.tombstones.push(Tombstone {
            at: object,
            class: u32::from(ty),
        });
    }

    /// Deletes all objects of a type.
    pub(crate) fn delete_each(&mut self, ty: u16) {
        loop {
            let object = self.first(ty);
            if object == 0 {
                break;
            }
            self.delete(object, ty);
        }
    }

    fn array_class(&self, ty: u16) -> usize {
        self.types.len() + usize::from(ty)
    }

    /// A new Blitz array, all 0, "" or Null.
    pub(crate) fn new_array(&mut self, ty: u16) -> Result<u32, OutOfMemory> {
        let Some(&(element, length)) = self.array_elements.get(usize::from(ty)) else {
            return Err(OutOfMemory);
        };
        let at = self.allocate(self.array_class(ty), ARRAY_STRINGS)?;
        self.set_word(at, 0, length);
        if element == StorageKind::Object {
            self.object_arrays.insert(at, length);
        }
        Ok(at)
    }

    /// Makes an array unusable and drops its strings.
    fn end_array(&mut self, array: u32, ty: u16) {
        if self.array_length(array) == 0 {
            return;
        }
        self.set_word(array, 0, 0);
        match self.array_elements.get(usize::from(ty)) {
            Some((StorageKind::String, _)) => {
                self.clear_strings(self.word(array, ARRAY_STRINGS), self.array_class(ty))
            }
            Some((StorageKind::Object, _)) => {
                self.object_arrays.remove(&array);
            }
            Some((StorageKind::Number | StorageKind::Array(_), _)) | None => {}
        }
    }

    /// Gives an array back that nothing refers to any more; nothing happens for 0.
    pub(crate) fn free_array(&mut self, array: u32, ty: u16) {
        if self.array_length(array) == 0 {
            return;
        }
        self.end_array(array, ty);
        let class = self.array_class(ty);
        if let Some(class) = self.classes.get_mut(class) {
            class.free.push(array);
        }
    }

    /// `Handle`: the number that stands for a living object; 0 else.
    pub(crate) fn handle_of(&mut self, object: u32, ty: u16) -> i32 {
        let state = self.word(object, STATE);
        if state & ALIVE == 0 {
            return 0;
        }
        if state & HANDLE != 0 {
            return self.handles.get(&object).copied().unwrap_or(0);
        }
        // After 2^31 handles the numbers start again; those in use are skipped.
        loop {
            self.next_handle = self.next_handle.checked_add(1).unwrap_or(1);
            if !self.by_handle.contains_key(&self.next_handle) {
                break;
            }
        }
        self.set_word(object, STATE, state | HANDLE);
        self.by_handle.insert(self.next_handle, (object, ty));
        self.handles.insert(object, self.next_handle);
        self.next_handle
    }

    /// `Object`: the living object of a type that has this handle, else Null.
    pub(crate) fn object_of(&self, handle: i32, ty: u16) -> u32 {
        match self.by_handle.get(&handle) {
            Some(&(object, of)) if of == ty => object,
            _ => 0,
        }
    }

    /// Whether two references are equal: the same living object, or neither lives.
    #[inline]
    pub(crate) fn same(&self, a: u32, b: u32) -> bool {
        a == b || (!self.is_alive(a) && !self.is_alive(b))
    }
}

impl Class {
    fn new(words: usize, strings: usize) -> Self {
        Self {
            words: words.next_multiple_of(ALIGN),
            strings,
            free: Vec::new(),
        }
    }
}
