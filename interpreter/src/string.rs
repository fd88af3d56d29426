//! The string value: bytes, cheap to copy, grown in place where nobody else holds it.

use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// Bytes that a string keeps in itself.
const INLINE: usize = 22;

/// A BASIC string: a sequence of bytes, in whatever encoding the program was written.
///
/// Up to 22 bytes lie in the value itself. A clone of a longer string shares the bytes. Appending to a string that
/// nobody shares grows it in place, so building a long string piece by piece costs time linear in its length.
#[derive(Clone)]
pub struct Str(Repr);

#[derive(Clone)]
enum Repr {
    Short(u8, [u8; INLINE]),
    Long(Rc<Buffer>),
}

thread_local! {
    /// Bytes that the long strings of this thread hold.
    static IN_USE: Cell<usize> = const { Cell::new(0) };
}

/// How many bytes the long strings of this thread hold, each counted once however many share it.
pub fn bytes_in_use() -> usize {
    IN_USE.get()
}

/// The bytes of a long string, counted.
struct Buffer(Vec<u8>);

impl Buffer {
    fn new(bytes: Vec<u8>) -> Self {
        IN_USE.set(IN_USE.get() + bytes.capacity());
        Self(bytes)
    }

    fn extend(&mut self, more: &[u8]) {
        let before = self.0.capacity();
        self.0.extend_from_slice(more);
        IN_USE.set(IN_USE.get() + self.0.capacity() - before);
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // While a thread ends, its counter may be gone before its last strings are.
        let _ =
            IN_USE.try_with(|counter| counter.set(counter.get().saturating_sub(self.0.capacity())));
    }
}

impl Default for Str {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Str {
    /// The empty string.
    pub const EMPTY: Str = Str(Repr::Short(0, [0; INLINE]));
    /// A reference to the empty string.
    pub const EMPTY_REF: &'static Str = &Str::EMPTY;

    /// The bytes.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Short(length, bytes) => bytes.get(..usize::from(*length)).unwrap_or(bytes),
            Repr::Long(bytes) => &bytes.0,
        }
    }

    /// As Rust text, for display and for file names: UTF-8 where it is that, else Windows-1252.
    pub fn to_text(&self) -> String {
        crate::source::decode(self.as_bytes())
    }

    /// Appends bytes, in place where this string is not shared.
    pub fn push(&mut self, more: &[u8]) {
        if more.is_empty() {
            return;
        }
        match &mut self.0 {
            Repr::Short(length, bytes) => {
                let used = usize::from(*length);
                if let Some(room) = bytes.get_mut(used..used + more.len()) {
                    room.copy_from_slice(more);
                    *length += more.len() as u8;
                    return;
                }
            }
            Repr::Long(bytes) => {
                if let Some(own) = Rc::get_mut(bytes) {
                    own.extend(more);
                    return;
                }
            }
        }
        let old = self.as_bytes();
        let mut joined = Vec::with_capacity((old.len() + more.len()).next_power_of_two());
        joined.extend_from_slice(old);
        joined.extend_from_slice(more);
        self.0 = Repr::Long(Rc::new(Buffer::new(joined)));
    }

    /// Whether the bytes lie elsewhere and count for [`bytes_in_use`].
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        matches!(self.0, Repr::Long(_))
    }

    /// A short string, if the bytes are few enough.
    #[inline]
    fn short(bytes: &[u8]) -> Option<Self> {
        // What programs take apart letter by letter should not cost a call to copy it.
        if let [byte] = *bytes {
            let mut inline = [0; INLINE];
            inline[0] = byte;
            return Some(Self(Repr::Short(1, inline)));
        }
        let mut inline = [0; INLINE];
        inline.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(Self(Repr::Short(bytes.len() as u8, inline)))
    }
}

impl From<Vec<u8>> for Str {
    fn from(bytes: Vec<u8>) -> Self {
        Self::short(&bytes).unwrap_or_else(|| Self(Repr::Long(Rc::new(Buffer::new(bytes)))))
    }
}

impl From<&[u8]> for Str {
    #[inline]
    fn from(bytes: &[u8]) -> Self {
        Self::short(bytes).unwrap_or_else(|| Self(Repr::Long(Rc::new(Buffer::new(bytes.to_vec())))))
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

impl From<String> for Str {
    fn from(text: String) -> Self {
        text.into_bytes().into()
    }
}

impl Deref for Str {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq for Str {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Str {}

impl Hash for Str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_string_is_not_changed_by_appending_to_its_clone() {
        for start in ["ab", "a text that does not fit into the value itself"] {
            let mut a = Str::from(start);
            let b = a.clone();
            a.push(b"c");
            assert_eq!(a.as_bytes(), [start.as_bytes(), b"c"].concat());
            assert_eq!(b.as_bytes(), start.as_bytes());
            a.push(b"");
            assert_eq!(a.len(), start.len() + 1);
        }
    }

    #[test]
    fn bytes_in_use_are_those_that_strings_hold() {
        let before = bytes_in_use();
        let mut a = Str::from(vec![b'x'; 1000]);
        let b = a.clone();
        assert!(bytes_in_use() >= before + 1000 && bytes_in_use() < before + 2000);
        a.push(&[b'y'; 3000]);
        assert!(bytes_in_use() >= before + 5000);
        drop(b);
        drop(a);
        assert_eq!(bytes_in_use(), before);
    }

    #[test]
    fn a_string_keeps_its_bytes_when_it_outgrows_its_place() {
        let mut text = Str::EMPTY;
        let mut expected = Vec::new();
        for i in 0..100u8 {
            text.push(&[i, 0]);
            expected.extend_from_slice(&[i, 0]);
            assert_eq!(text.as_bytes(), expected);
        }
        assert_eq!(Str::from(expected.clone()), Str::from(&expected[..]));
        assert_eq!(size_of::<Str>(), 24);
    }
}
