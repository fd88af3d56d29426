//! The font that programs start with: letters of 8 by 13 pixels.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{Glyph, Span};

/// Width of every cell in pixels.
pub(super) const WIDTH: i32 = 8;
/// Height of every cell in pixels.
pub(super) const HEIGHT: i32 = 13;

const ROWS: usize = HEIGHT as usize;

/// A letter a line: its code point, a colon, and a byte a row, the leftmost pixel in the highest bit; all in hexadecimal. Code point 0 is
/// drawn for what is not there.
const TABLE: &str = include_str!("../../../fonts/fixed-8x13.hex");

fn table() -> &'static HashMap<char, [u8; ROWS]> {
    static LETTERS: OnceLock<HashMap<char, [u8; ROWS]>> = OnceLock::new();
    LETTERS.get_or_init(|| TABLE.lines().filter_map(letter).collect())
}

fn letter(line: &str) -> Option<(char, [u8; ROWS])> {
    let (code, rows) = line.split_once(':')?;
    let code = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
    let mut out = [0; ROWS];
    for (row, at) in out.iter_mut().zip((0..).step_by(2)) {
        *row = u8::from_str_radix(rows.get(at..at + 2)?, 16).ok()?;
    }
    Some((code, out))
}

/// The glyph of a character, or the replacement glyph.
pub(super) fn glyph(character: char) -> Glyph {
    let table = table();
    let rows = match character {
        '\u{a0}' => table.get(&' '),
        other => table.get(&other),
    };
    let rows = rows.or_else(|| table.get(&'\0')).copied();
    let mut spans = Vec::new();
    for (row, bits) in (0..).zip(rows.unwrap_or_default()) {
        let mut x = 0;
        while x < WIDTH {
            let run = (x..WIDTH)
                .take_while(|x| bits >> (WIDTH - 1 - x) & 1 == 1)
                .count() as i32;
            if run > 0 {
                spans.push(Span {
                    row,
                    from: x,
                    to: x + run,
                });
            }
            x += run.max(1);
        }
    }
    Glyph {
        width: WIDTH,
        spans,
    }
}
