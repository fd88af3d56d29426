//! The objects of an X file, from text or tokens: a kind, a name, numbers and strings, objects inside.

use crate::error::LoadError;

/// Objects inside each other, at most.
const DEPTH: usize = 100;

/// An object of the file. Kinds are in small letters.
#[derive(Debug, Default)]
pub(super) struct Object {
    pub kind: String,
    pub name: String,
    pub numbers: Vec<f64>,
    pub strings: Vec<String>,
    pub inside: Vec<Inside>,
}

/// What stands in an object beside its numbers.
#[derive(Debug)]
pub(super) enum Inside {
    Object(Object),
    /// An object by its name.
    Reference(String),
}

/// A word of the file. Commas and semicolons are none: the numbers say themselves how many there are.
#[derive(Debug, PartialEq)]
enum Token {
    Name(String),
    String(String),
    Number(f64),
    Open,
    Close,
}

/// Whether the bytes start like an X file.
pub(crate) fn is_x(bytes: &[u8]) -> bool {
    bytes.starts_with(b"xof ")
}

/// The objects of a file. The error says what is wrong with it.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Object>, LoadError> {
    let format = bytes.get(8..12).unwrap_or_default();
    let mut words = Words {
        bytes,
        at: 16,
        binary: match format {
            b"txt " => false,
            b"bin " => true,
            b"tzip" | b"bzip" => {
                return Err(LoadError::at(
                    8,
                    "this X file is compressed; save it as text or as binary without compression",
                ));
            }
            _ => {
                return Err(LoadError::at(
                    8,
                    "this is no X file of text or binary words",
                ));
            }
        },
        wide: bytes.get(12..16) == Some(b"0064"),
        waiting: Vec::new(),
    };
    let mut objects = Vec::new();
    while let Some(token) = words.next()? {
        match token {
            Token::Name(kind) if kind == "template" => words.skip_template()?,
            Token::Name(kind) => objects.push(words.object(kind, 0)?),
            _ => {}
        }
    }
    if objects.is_empty() {
        return Err(LoadError::new("there is nothing in this X file"));
    }
    Ok(objects)
}

struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    binary: bool,
    /// Whether floats have eight bytes.
    wide: bool,
    /// Numbers of a list that are still to be given, the last first.
    waiting: Vec<f64>,
}

impl Words<'_> {
    fn cut_off(&self) -> LoadError {
        LoadError::at(
            self.at.min(self.bytes.len()),
            "the file ends in the middle: it is cut off or damaged",
        )
    }

    fn next(&mut self) -> Result<Option<Token>, LoadError> {
        if let Some(number) = self.waiting.pop() {
            return Ok(Some(Token::Number(number)));
        }
        if self.binary {
            self.next_binary()
        } else {
            self.next_text()
        }
    }

    fn next_text(&mut self) -> Result<Option<Token>, LoadError> {
        loop {
            let Some(&byte) = self.bytes.get(self.at) else {
                return Ok(None);
            };
            match byte {
                b'#' => self.skip_to(b'\n'),
                b'/' if self.bytes.get(self.at + 1) == Some(&b'/') => self.skip_to(b'\n'),
                b'<' => self.skip_to(b'>'),
                b'{' | b'}' => {
                    self.at += 1;
                    return Ok(Some(if byte == b'{' {
                        Token::Open
                    } else {
                        Token::Close
                    }));
                }
                b'"' => {
                    let start = self.at + 1;
                    let rest = self.bytes.get(start..).unwrap_or_default();
                    let length = rest
                        .iter()
                        .position(|&b| b == b'"')
                        .ok_or_else(|| self.cut_off())?;
                    self.at = start + length + 1;
                    return Ok(Some(Token::String(letters(
                        rest.get(..length).unwrap_or_default(),
                    ))));
                }
                _ if is_word(byte) => {
                    let rest = self.bytes.get(self.at..).unwrap_or_default();
                    let length = rest.iter().position(|&b| !is_word(b)).unwrap_or(rest.len());
                    self.at += length;
                    let word = letters(rest.get(..length).unwrap_or_default());
                    return Ok(Some(match word.parse::<f64>() {
                        // Names like "inf" and "nan" are names.
                        Ok(number) if !byte.is_ascii_alphabetic() => Token::Number(number),
                        _ => Token::Name(word),
                    }));
                }
                _ => self.at += 1,
            }
        }
    }

    fn skip_to(&mut self, end: u8) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|&b| b == end);
        self.at += length.map_or(rest.len(), |length| length + 1);
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        let taken = self.bytes.get(self.at..self.at.saturating_add(N));
        let taken = taken.and_then(|bytes| bytes.try_into().ok());
        let taken = taken.ok_or_else(|| self.cut_off())?;
        self.at += N;
        Ok(taken)
    }

    /// A count of things that have `size` bytes each, which must all be there.
    fn count(&mut self, size: usize) -> Result<usize, LoadError> {
        let count = u32::from_le_bytes(self.take()?) as usize;
        let left = self.bytes.len().saturating_sub(self.at);
        if count.saturating_mul(size) > left {
            return Err(self.cut_off());
        }
        Ok(count)
    }

    fn word(&mut self) -> Result<String, LoadError> {
        let length = self.count(1)?;
        let start = self.at;
        self.at += length;
        Ok(letters(self.bytes.get(start..self.at).unwrap_or_default()))
    }

    fn next_binary(&mut self) -> Result<Option<Token>, LoadError> {
        loop {
            if self.bytes.len().saturating_sub(self.at) < 2 {
                return Ok(None);
            }
            match u16::from_le_bytes(self.take()?) {
                1 => return Ok(Some(Token::Name(self.word()?))),
                2 => return Ok(Some(Token::String(self.word()?))),
                3 => return Ok(Some(Token::Number(u32::from_le_bytes(self.take()?).into()))),
                5 => {
                    self.take::<16>()?;
                }
                6 => {
                    for _ in 0..self.count(4)? {
                        let number = u32::from_le_bytes(self.take()?);
                        self.waiting.push(number.into());
                    }
                    self.waiting.reverse();
                }
                7 => {
                    for _ in 0..self.count(if self.wide { 8 } else { 4 })? {
                        let number = if self.wide {
                            f64::from_le_bytes(self.take()?)
                        } else {
                            f32::from_le_bytes(self.take()?).into()
                        };
                        self.waiting.push(number);
                    }
                    self.waiting.reverse();
                }
                10 => return Ok(Some(Token::Open)),
                11 => return Ok(Some(Token::Close)),
                31 => return Ok(Some(Token::Name("template".into()))),
                // Brackets, commas and the names of types.
                12..=20 | 40..=52 => {}
                other => {
                    return Err(LoadError::at(
                        self.at - 2,
                        format!("there is no word with the number {other}"),
                    ));
                }
            }
            if let Some(number) = self.waiting.pop() {
                return Ok(Some(Token::Number(number)));
            }
        }
    }

    /// Passes over the description of a kind.
    fn skip_template(&mut self) -> Result<(), LoadError> {
        loop {
            match self.next()? {
                Some(Token::Close) => return Ok(()),
                Some(_) => {}
                None => return Err(self.cut_off()),
            }
        }
    }

    /// An object whose kind has been read.
    fn object(&mut self, kind: String, depth: usize) -> Result<Object, LoadError> {
        if depth > DEPTH {
            return Err(LoadError::at(
                self.at,
                format!("more than {DEPTH} objects stand inside each other"),
            ));
        }
        let mut object = Object {
            kind: kind.to_ascii_lowercase(),
            ..Object::default()
        };
        match self.next()? {
            Some(Token::Open) => {}
            Some(Token::Name(name)) => {
                object.name = name;
                if self.next()? != Some(Token::Open) {
                    return Err(LoadError::at(
                        self.at.min(self.bytes.len()),
                        format!("behind {kind} {} there should be a {{", object.name),
                    ));
                }
            }
            Some(_) => {
                return Err(LoadError::at(
                    self.at.min(self.bytes.len()),
                    format!("behind {kind} there should be a name or a {{"),
                ));
            }
            None => return Err(self.cut_off()),
        }
        loop {
            match self.next()? {
                Some(Token::Number(number)) => object.numbers.push(number),
                Some(Token::String(text)) => object.strings.push(text),
                Some(Token::Name(kind)) => {
                    let inner = self.object(kind, depth + 1)?;
                    object.inside.push(Inside::Object(inner));
                }
                Some(Token::Open) => {
                    // A name alone in braces; a number beside it is nothing.
                    let mut name = String::new();
                    loop {
                        match self.next()? {
                            Some(Token::Close) => break,
                            Some(Token::Name(word)) => name = word,
                            Some(_) => {}
                            None => return Err(self.cut_off()),
                        }
                    }
                    object.inside.push(Inside::Reference(name));
                }
                Some(Token::Close) => return Ok(object),
                None => return Err(self.cut_off()),
            }
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'-' | b'.' | b'+' | b'$' | b'&')
        || byte >= 0x80
}

fn letters(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}
