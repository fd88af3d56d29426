//! The string value: bytes, cheap to copy, grown in place where nobody else holds it.

use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// A BASIC string: a sequence of bytes, in whatever encoding the program was written.
///
/// A clone shares the bytes. Appending to a string that nobody shares grows it in place, so building a long
/// string piece by piece costs time linear in its length.
#[derive(Clone, Default)]
pub struct Str(Option<Rc<Vec<u8>>>);

impl Str {
    /// The empty string.
    pub const EMPTY: Str = Str(None);
    /// A reference to the empty string.
    pub const EMPTY_REF: &'static Str = &Str::EMPTY;

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Some(bytes) => bytes,
            None => &[],
        }
    }

    /// The text for display and for file names: UTF-8 where it is that, else Windows-1252.
    pub fn to_text(&self) -> String {
        crate::source::decode(self.as_bytes())
    }

    /// Appends bytes, in place where this string is not shared.
    pub fn push(&mut self, more: &[u8]) {
        if more.is_empty() {
            return;
        }
        match &mut self.0 {
            Some(bytes) => match Rc::get_mut(bytes) {
                Some(own) => own.extend_from_slice(more),
                None => {
                    let mut joined = Vec::with_capacity(bytes.len() + more.len());
                    joined.extend_from_slice(bytes);
                    joined.extend_from_slice(more);
                    self.0 = Some(Rc::new(joined));
                }
            },
            None => self.0 = Some(Rc::new(more.to_vec())),
        }
    }
}

impl From<Vec<u8>> for Str {
    fn from(bytes: Vec<u8>) -> Self {
        if bytes.is_empty() { Str(None) } else { Str(Some(Rc::new(bytes))) }
    }
}

impl From<&[u8]> for Str {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
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
        let mut a = Str::from("ab");
        let b = a.clone();
        a.push(b"c");
        assert_eq!(a.as_bytes(), b"abc");
        assert_eq!(b.as_bytes(), b"ab");
        a.push(b"");
        assert_eq!(a.len(), 3);
    }
}
