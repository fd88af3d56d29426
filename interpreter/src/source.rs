//! Source texts and places in them.

mod utf16;

use std::ops::Range;

/// A file of the program, by its position in [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u16);

/// A range of bytes in one source file; `end` is exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file the range lies in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From the start of this one to the end of the other; this one where they lie in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file == other.file {
            Span {
                end: other.end.max(self.end),
                ..self
            }
        } else {
            self
        }
    }
}

/// A line and a column, both counted from 1; the column counts characters, a tab as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

/// One source file, its bytes as they were read.
#[derive(Debug)]
pub struct SourceFile {
    /// The name to show: the path as the program or the user gave it.
    pub name: String,
    /// The bytes, without a byte-order mark.
    pub bytes: Vec<u8>,
    line_starts: Vec<u32>,
}

/// All source files of a program.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file; a byte-order mark is dropped, and UTF-16 becomes bytes. Returns `None` past 65,535 files or 2 GiB of text.
    pub fn add(&mut self, name: impl Into<String>, mut bytes: Vec<u8>) -> Option<FileId> {
        if let Some(text) = utf16::read(&bytes) {
            bytes = encode(&text);
        }
        if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
            bytes.drain(..3);
        }
        let id = FileId(u16::try_from(self.files.len()).ok()?);
        i32::try_from(bytes.len()).ok()?;
        let line_starts = line_starts(&bytes);
        self.files.push(SourceFile {
            name: name.into(),
            bytes,
            line_starts,
        });
        Some(id)
    }

    /// The file with this id, if there is one.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(usize::from(id.0))
    }

    /// The files in the order they were added; the main program is the first.
    pub fn iter(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// The number of lines in all files.
    pub fn line_count(&self) -> usize {
        self.files.iter().map(|f| f.line_starts.len()).sum()
    }
}

impl SourceFile {
    /// Line and column of a byte offset; an offset past the end counts as the end.
    pub fn position(&self, offset: u32) -> Position {
        let offset = offset.min(self.bytes.len() as u32);
        let line = self.line_starts.partition_point(|&s| s <= offset).max(1);
        let start = self.line_starts.get(line - 1).copied().unwrap_or(0) as usize;
        let before = self.bytes.get(start..offset as usize).unwrap_or(&[]);
        Position {
            line,
            column: decode(before).chars().count() + 1,
        }
    }

    /// The text of a line (from 1), without its end, decoded for display.
    pub fn line(&self, line: usize) -> String {
        decode(self.bytes.get(self.line_range(line)).unwrap_or(&[]))
    }

    /// The bytes of a line (from 1), without its end; empty for a line that is not there.
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let Some(&start) = self.line_starts.get(line.wrapping_sub(1)) else {
            return 0..0;
        };
        let start = start as usize;
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let length = rest
            .iter()
            .position(|&b| b == b'\r' || b == b'\n')
            .unwrap_or(rest.len());
        start..start + length
    }
}

/// Where each line starts; lines end with CR LF, LF or CR.
fn line_starts(bytes: &[u8]) -> Vec<u32> {
    let mut starts = vec![0];
    let mut i = 0;
    while let Some(&b) = bytes.get(i) {
        i += 1;
        if b == b'\r' && bytes.get(i) == Some(&b'\n') {
            i += 1;
        }
        if b == b'\r' || b == b'\n' {
            starts.push(i as u32);
        }
    }
    starts
}

/// Bytes to text for display: UTF-8 where it is that, else Windows-1252.
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&b| windows_1252(b)).collect(),
    }
}

/// Text to bytes: Windows-1252, in which a letter is one byte of a string, else UTF-8.
fn encode(text: &str) -> Vec<u8> {
    let bytes: Option<Vec<u8>> = text.chars().map(windows_1252_byte).collect();
    bytes.unwrap_or_else(|| text.as_bytes().to_vec())
}

/// The characters of the bytes from 0x80 to 0x9F in Windows-1252; undefined bytes map to themselves, as in WHATWG's table. A crate of
/// encodings would bring forty tables for this one.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The byte a character has in Windows-1252.
fn windows_1252_byte(character: char) -> Option<u8> {
    match character {
        '\0'..='\x7F' | '\u{A0}'..='ÿ' => u8::try_from(character).ok(),
        _ => {
            let place = HIGH.iter().position(|&high| high == character)?;
            u8::try_from(0x80 + place).ok()
        }
    }
}

/// The character a byte stands for in Windows-1252.
fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or('?'),
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_for_every_line_end() {
        let mut sources = Sources::default();
        let id = sources
            .add("a.bb", b"\xEF\xBB\xBFone\r\ntwo\rthree\nf\xFCnf".to_vec())
            .unwrap();
        let file = sources.get(id).unwrap();
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position(5), Position { line: 2, column: 1 });
        assert_eq!(file.position(9), Position { line: 3, column: 1 });
        assert_eq!(file.line(3), "three");
        assert_eq!(file.line(4), "fünf");
        assert_eq!(file.line(5), "");
        assert_eq!(file.position(9999).line, 4);
    }

    #[test]
    fn utf_16_becomes_windows_1252_where_that_has_its_letters() {
        let bytes = |text: &str| {
            let mut sources = Sources::default();
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let id = sources.add("a.bb", wide).unwrap();
            sources.get(id).unwrap().bytes.clone()
        };
        assert_eq!(bytes("Print \"5 € für\""), b"Print \"5 \x80 f\xFCr\"");
        assert_eq!(bytes("Print \"日本\""), "Print \"日本\"".as_bytes());
        for byte in 0..=255 {
            assert_eq!(windows_1252_byte(windows_1252(byte)), Some(byte));
        }
    }
}
