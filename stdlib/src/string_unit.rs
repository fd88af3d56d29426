//! What the string commands count as one letter: a byte, or a character of UTF-8.

use flitz_interpreter::string::Str;

/// What one position in a string is.
///
/// Blitz3D's strings are rows of bytes. A dialect derived from it, Blitz3D NG, counts the characters of UTF-8 text
/// instead, and programs written for it rely on that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StringUnit {
    /// A byte, as in Blitz3D.
    #[default]
    Bytes,
    /// A character of UTF-8; a byte that belongs to none counts for itself.
    Characters,
}

impl StringUnit {
    /// How many letters a string has.
    pub fn count(self, text: &[u8]) -> usize {
        match self {
            StringUnit::Bytes => text.len(),
            StringUnit::Characters => each(text).count(),
        }
    }

    /// The byte at which the letter with this number (from 0) starts; the string's end past the last one.
    pub fn offset(self, text: &[u8], letter: usize) -> usize {
        match self {
            StringUnit::Bytes => letter.min(text.len()),
            StringUnit::Characters => each(text).take(letter).map(<[u8]>::len).sum(),
        }
    }

    /// The code of the first letter, `None` for an empty string.
    pub fn code(self, text: &[u8]) -> Option<i32> {
        let first = *text.first()?;
        let character = match self {
            StringUnit::Bytes => None,
            StringUnit::Characters => each(text)
                .next()
                .and_then(|letter| std::str::from_utf8(letter).ok())
                .and_then(|letter| letter.chars().next()),
        };
        Some(character.map_or(i32::from(first), |c| c as i32))
    }

    /// The letter with this code. Bytes take the low eight bits of it.
    pub fn letter(self, code: i32) -> Str {
        let character = match self {
            StringUnit::Bytes => None,
            StringUnit::Characters => u32::try_from(code).ok().and_then(char::from_u32),
        };
        match character {
            Some(c) => Str::from(&*c.encode_utf8(&mut [0; 4])),
            None => Str::from([code as u8].as_slice()),
        }
    }

    /// The string in capitals.
    pub fn upper(self, text: &[u8]) -> Vec<u8> {
        self.map(text, u8::to_ascii_uppercase, |c| c.to_uppercase().collect())
    }

    /// The string in small letters.
    pub fn lower(self, text: &[u8]) -> Vec<u8> {
        self.map(text, u8::to_ascii_lowercase, |c| c.to_lowercase().collect())
    }

    fn map(self, text: &[u8], byte: fn(&u8) -> u8, character: fn(char) -> String) -> Vec<u8> {
        if self == StringUnit::Bytes || text.is_ascii() {
            return text.iter().map(byte).collect();
        }
        let mut out = Vec::with_capacity(text.len());
        for letter in each(text) {
            match std::str::from_utf8(letter) {
                Ok(valid) => valid
                    .chars()
                    .for_each(|c| out.extend_from_slice(character(c).as_bytes())),
                Err(_) => out.extend_from_slice(letter),
            }
        }
        out
    }
}

/// The characters of a string, a byte that belongs to none for itself.
fn each(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let length = match rest.first()? {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => 1,
        };
        let length = match rest.get(..length) {
            Some(letter) if std::str::from_utf8(letter).is_ok() => length,
            _ => 1,
        };
        let (letter, tail) = rest.split_at_checked(length)?;
        rest = tail;
        Some(letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_where_bytes_form_them() {
        let text = "wörld€".as_bytes();
        assert_eq!(StringUnit::Bytes.count(text), 9);
        assert_eq!(StringUnit::Characters.count(text), 6);
        assert_eq!(StringUnit::Characters.offset(text, 2), 3);
        assert_eq!(StringUnit::Characters.offset(text, 99), text.len());
        assert_eq!(StringUnit::Characters.code("€".as_bytes()), Some(0x20AC));
        assert_eq!(StringUnit::Bytes.code("€".as_bytes()), Some(0xE2));
        assert_eq!(
            StringUnit::Characters.letter(246).as_bytes(),
            "ö".as_bytes()
        );
        assert_eq!(StringUnit::Bytes.letter(256 + 65).as_bytes(), b"A");
        assert_eq!(StringUnit::Characters.upper(text), "WÖRLD€".as_bytes());
    }

    #[test]
    fn bytes_outside_characters_count_for_themselves() {
        let text = b"a\xC3\xFF\xE2\x82";
        assert_eq!(StringUnit::Characters.count(text), 5);
        assert_eq!(StringUnit::Characters.code(b"\xFFx"), Some(255));
        assert_eq!(StringUnit::Characters.letter(-1).as_bytes(), [255]);
        assert_eq!(StringUnit::Characters.lower(b"\xFFX"), b"\xFFx");
    }
}
