//! Strings: parts of them, searching, case, padding, codes.
//!
//! Positions count from 1. Counts and positions out of range are errors where the original's were.

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;

use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// The longest string that a command makes, in bytes: as long as a program itself can make one.
const LONGEST: usize = 1 << 28;

/// A count, which must not be below 0.
fn count(value: i32) -> Result<usize, Interrupt> {
    usize::try_from(value)
        .map_err(|_| Interrupt::error(format!("The count must not be below 0, and it is {value}.")))
}

/// A position, which counts from 1, as an offset from 0.
fn position(value: i32) -> Result<usize, Interrupt> {
    usize::try_from(value)
        .ok()
        .and_then(|value| value.checked_sub(1))
        .ok_or_else(|| {
            Interrupt::error(format!(
                "Positions in a string count from 1, and this one is {value}."
            ))
        })
}

fn too_long() -> Interrupt {
    Interrupt::error("The string would be longer than 256 million letters.")
}

/// Bytes from `start` to before `end`; what lies past the string's end is left out.
fn part(text: &Str, start: usize, end: usize) -> Str {
    let end = end.min(text.len());
    let start = start.min(end);
    if start == 0 && end == text.len() {
        return text.clone();
    }
    text.get(start..end).unwrap_or_default().into()
}

/// Where `find` stands in `text`, looking from byte `from` on.
fn search(text: &[u8], find: &[u8], from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let at = match find {
        [] => Some(0),
        [byte] => rest.iter().position(|b| b == byte),
        [first, ..] => {
            // Most places are ruled out by their first byte alone.
            let mut at = 0;
            loop {
                let left = rest.get(at..)?;
                if left.len() < find.len() {
                    break None;
                }
                at += left.iter().position(|b| b == first)?;
                if rest.get(at..)?.starts_with(find) {
                    break Some(at);
                }
                at += 1;
            }
        }
    }?;
    Some(from + at)
}

fn blank(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7F
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "strings",
    [
        string, left, right, replace, instr, mid, upper, lower, trim, l_set, r_set, chr, asc, len,
        hex, bin
    ]
);

/// A text repeated.
///
/// `repeat` is how often; 0 or less gives an empty string.
///
/// ```basic
/// Print String("ab", 3) ; ababab
/// ```
#[command(String)]
fn string(string: &Str, repeat: i32) -> Answer<Str> {
    let repeat = usize::try_from(repeat).unwrap_or(0);
    match string.len().checked_mul(repeat) {
        Some(length) if length <= LONGEST => Ok(string.as_bytes().repeat(repeat).into()),
        _ => Err(too_long()),
    }
}

/// The first letters of a text.
///
/// `count` is how many, from 0 on; more than there are gives the whole text.
///
/// ```basic
/// Print Left("Blitz", 2) ; Bl
/// ```
#[command(Left)]
fn left(m: &mut Machine, string: &Str, count: i32) -> Answer<Str> {
    let end = m.string_unit.offset(string, self::count(count)?);
    Ok(part(string, 0, end))
}

/// The last letters of a text.
///
/// `count` is how many, from 0 on; more than there are gives the whole text.
///
/// ```basic
/// Print Right("Blitz", 2) ; tz
/// ```
#[command(Right)]
fn right(m: &mut Machine, string: &Str, count: i32) -> Answer<Str> {
    let count = self::count(count)?;
    let skip = m.string_unit.count(string).saturating_sub(count);
    Ok(part(
        string,
        m.string_unit.offset(string, skip),
        string.len(),
    ))
}

/// A text with every occurrence of `from` replaced by `to`.
///
/// What has been put in is not searched again. An empty `from` changes nothing.
///
/// ```basic
/// Print Replace("one two two", "two", "2") ; one 2 2
/// ```
#[command(Replace)]
fn replace(string: &Str, from: &Str, to: &Str) -> Answer<Str> {
    if from.is_empty() {
        return Ok(string.clone());
    }
    let mut out = Vec::new();
    let mut done = 0;
    while let Some(at) = search(string, from, done) {
        out.extend_from_slice(string.get(done..at).unwrap_or_default());
        out.extend_from_slice(to);
        done = at + from.len();
        if out.len() > LONGEST {
            return Err(too_long());
        }
    }
    if done == 0 {
        return Ok(string.clone());
    }
    out.extend_from_slice(string.get(done..).unwrap_or_default());
    Ok(out.into())
}

/// The position at which a text stands in another, 0 if it does not.
///
/// Positions count from 1. `from` is where the search begins. Capitals and small letters differ.
///
/// ```basic
/// Print Instr("banana", "an") ; 2
/// Print Instr("banana", "an", 3) ; 4
/// Print Instr("banana", "x") ; 0
/// ```
#[command(Instr, defaults(from = 1))]
fn instr(m: &mut Machine, string: &Str, find: &Str, from: i32) -> Answer<i32> {
    let letter = position(from)?;
    let start = match m.string_unit {
        // Past the end nothing is found, not even an empty text.
        crate::string_unit::StringUnit::Bytes => letter,
        letters if letter > letters.count(string) => return Ok(0),
        letters => letters.offset(string, letter),
    };
    Ok(match search(string, find, start) {
        Some(at) => m.string_unit.count(string.get(..at).unwrap_or_default()) as i32 + 1,
        None => 0,
    })
}

/// A part of a text.
///
/// `start` counts from 1. `count` is how many letters; without it, or below 0, the part reaches to the text's end.
///
/// ```basic
/// Print Mid("Blitz", 2, 3) ; lit
/// Print Mid("Blitz", 4) ; tz
/// ```
#[command(Mid, defaults(count = -1))]
fn mid(m: &mut Machine, string: &Str, start: i32, count: i32) -> Answer<Str> {
    let start = m.string_unit.offset(string, position(start)?);
    let end = match usize::try_from(count) {
        Ok(count) => {
            let rest = string.get(start..).unwrap_or_default();
            start + m.string_unit.offset(rest, count)
        }
        Err(_) => string.len(),
    };
    Ok(part(string, start, end))
}

/// A text in capitals.
///
/// Only the letters A to Z are changed.
///
/// ```basic
/// Print Upper("Hello 42") ; HELLO 42
/// ```
#[command(Upper)]
fn upper(m: &mut Machine, string: &Str) -> Answer<Str> {
    Ok(m.string_unit.upper(string).into())
}

/// A text in small letters.
///
/// Only the letters A to Z are changed.
///
/// ```basic
/// Print Lower("Hello 42") ; hello 42
/// ```
#[command(Lower)]
fn lower(m: &mut Machine, string: &Str) -> Answer<Str> {
    Ok(m.string_unit.lower(string).into())
}

/// A text without the blanks, tabs and line ends at both its ends.
///
/// ```basic
/// Print "[" + Trim("  ab c ") + "]" ; [ab c]
/// ```
#[command(Trim)]
fn trim(string: &Str) -> Answer<Str> {
    let start = string
        .iter()
        .position(|&b| !blank(b))
        .unwrap_or(string.len());
    let end = string
        .iter()
        .rposition(|&b| !blank(b))
        .map_or(start, |last| last + 1);
    Ok(part(string, start, end))
}

/// A text cut or filled up with blanks on the right to a length.
///
/// ```basic
/// Print "[" + LSet("ab", 5) + "]" ; [ab   ]
/// Print LSet("abcdef", 3) ; abc
/// ```
#[command(LSet)]
fn l_set(m: &mut Machine, string: &Str, size: i32) -> Answer<Str> {
    let size = count(size)?;
    let length = m.string_unit.count(string);
    if length >= size {
        return Ok(part(string, 0, m.string_unit.offset(string, size)));
    }
    if size > LONGEST {
        return Err(too_long());
    }
    let mut out = string.to_vec();
    out.resize(string.len() + size - length, b' ');
    Ok(out.into())
}

/// A text cut to its last letters or filled up with blanks on the left to a length.
///
/// ```basic
/// Print "[" + RSet(42, 5) + "]" ; [   42]
/// Print RSet("abcdef", 3) ; def
/// ```
#[command(RSet)]
fn r_set(m: &mut Machine, string: &Str, size: i32) -> Answer<Str> {
    let size = count(size)?;
    let length = m.string_unit.count(string);
    if length >= size {
        return Ok(part(
            string,
            m.string_unit.offset(string, length - size),
            string.len(),
        ));
    }
    if size > LONGEST {
        return Err(too_long());
    }
    let mut out = vec![b' '; size - length];
    out.extend_from_slice(string);
    Ok(out.into())
}

/// The letter with a code.
///
/// Codes go from 0 to 255; of others the low eight bits count. 13 and 10 are the ends of a line, 34 is a quotation
/// mark, 65 is A.
///
/// ```basic
/// Print Chr(66) ; B
/// ```
#[command(Chr)]
fn chr(m: &mut Machine, ascii: i32) -> Answer<Str> {
    Ok(m.string_unit.letter(ascii))
}

/// The code of a text's first letter, from 0 to 255, or -1 for an empty text.
///
/// ```basic
/// Print Asc("B") ; 66
/// Print Asc("") ; -1
/// ```
#[command(Asc)]
fn asc(m: &mut Machine, string: &Str) -> Answer<i32> {
    Ok(m.string_unit.code(string).unwrap_or(-1))
}

/// How many letters a text has.
///
/// ```basic
/// Print Len("Blitz") ; 5
/// ```
#[command(Len)]
fn len(m: &mut Machine, string: &Str) -> Answer<i32> {
    Ok(m.string_unit.count(string) as i32)
}

/// An Int in hexadecimal, as eight digits.
///
/// ```basic
/// Print Hex(255) ; 000000FF
/// ```
#[command(Hex)]
fn hex(value: i32) -> Answer<Str> {
    Ok(format!("{value:08X}").into())
}

/// An Int in binary, as thirty-two digits.
///
/// ```basic
/// Print Right(Bin(5), 4) ; 0101
/// ```
#[command(Bin)]
fn bin(value: i32) -> Answer<Str> {
    Ok(format!("{value:032b}").into())
}

#[cfg(test)]
mod tests {
    use crate::machine::Machine;
    use crate::string_unit::StringUnit;
    use crate::testing::{Outcome, call, text};

    #[test]
    fn parts_of_a_text_stop_at_its_ends() {
        let mut m = Machine::for_tests();
        assert_eq!(call(&mut m, "Mid", ("Blitz", 4, 99)), text("tz"));
        assert_eq!(call(&mut m, "Mid", ("Blitz", i32::MAX)), text(""));
        assert_eq!(call(&mut m, "Right", ("Blitz", i32::MAX)), text("Blitz"));
        assert_eq!(call(&mut m, "Right", ("Blitz", 0)), text(""));
        assert!(call(&mut m, "Left", ("a", -1)).is_error("Left: The count"));
        assert!(call(&mut m, "Mid", ("a", 0)).is_error("from 1"));
        assert!(call(&mut m, "Instr", ("a", "a", i32::MIN)).is_error("from 1"));
    }

    #[test]
    fn searching_finds_overlaps_and_ends() {
        let mut m = Machine::for_tests();
        assert_eq!(call(&mut m, "Instr", ("aaab", "aab")), Outcome::Int(2));
        assert_eq!(call(&mut m, "Instr", ("abc", "", 4)), Outcome::Int(4));
        assert_eq!(call(&mut m, "Instr", ("abc", "", 5)), Outcome::Int(0));
        assert_eq!(call(&mut m, "Replace", ("aaa", "aa", "b")), text("ba"));
        assert_eq!(call(&mut m, "Replace", ("abc", "", "x")), text("abc"));
    }

    #[test]
    fn sizes_beyond_reason_are_errors() {
        let mut m = Machine::for_tests();
        assert!(call(&mut m, "String", ("ab", i32::MAX)).is_error("256 million"));
        assert!(call(&mut m, "LSet", ("ab", i32::MAX)).is_error("256 million"));
        assert!(call(&mut m, "RSet", ("ab", i32::MAX)).is_error("256 million"));
        assert_eq!(call(&mut m, "String", ("", i32::MAX)), text(""));
    }

    #[test]
    fn characters_count_where_the_dialect_says_so() {
        let mut m = Machine::for_tests();
        assert_eq!(call(&mut m, "Len", ("wörld",)), Outcome::Int(6));
        m.string_unit = StringUnit::Characters;
        assert_eq!(call(&mut m, "Len", ("wörld",)), Outcome::Int(5));
        assert_eq!(call(&mut m, "Mid", ("wörld", 2, 2)), text("ör"));
        assert_eq!(call(&mut m, "Right", ("wörld", 4)), text("örld"));
        assert_eq!(call(&mut m, "RSet", ("wörld", 8)), text("   wörld"));
        assert_eq!(call(&mut m, "Instr", ("wörld", "r")), Outcome::Int(3));
        assert_eq!(call(&mut m, "Instr", ("öö", "", 3)), Outcome::Int(3));
        assert_eq!(call(&mut m, "Instr", ("öö", "", 4)), Outcome::Int(0));
        assert_eq!(call(&mut m, "Upper", ("wörld",)), text("WÖRLD"));
    }
}
