//! Source texts in UTF-16, which some editors of Windows call "Unicode".

/// How many code units are looked at to tell UTF-16 without a byte-order mark.
const LOOKED_AT: usize = 256;

/// How two bytes make a code unit.
type CodeUnit = fn([u8; 2]) -> u16;

/// The text of bytes that are UTF-16, in either byte order; `None` for any other bytes. Without a byte-order mark it is told by
/// its zeros: nearly all letters of a program have one as their high byte, and a program in bytes has none.
pub(super) fn read(bytes: &[u8]) -> Option<String> {
    let (rest, unit): (_, CodeUnit) = match bytes {
        [0xFF, 0xFE, rest @ ..] => (rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => (rest, u16::from_be_bytes),
        _ if mostly_latin(bytes, u16::from_le_bytes) => (bytes, u16::from_le_bytes),
        _ if mostly_latin(bytes, u16::from_be_bytes) => (bytes, u16::from_be_bytes),
        _ => return None,
    };
    let units = units(rest, unit);
    let characters = char::decode_utf16(units);
    Some(
        characters
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect(),
    )
}

fn units(bytes: &[u8], unit: CodeUnit) -> impl Iterator<Item = u16> {
    bytes.as_chunks().0.iter().map(move |&pair| unit(pair))
}

/// Whether most code units at the start are letters below 256, and there are some.
fn mostly_latin(bytes: &[u8], unit: CodeUnit) -> bool {
    let (mut count, mut latin) = (0, 0);
    for unit in units(bytes, unit).take(LOOKED_AT) {
        count += 1;
        latin += usize::from((1..256).contains(&unit));
    }
    count >= 2 && latin * 4 >= count * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_byte_orders_are_read_with_and_without_a_mark() {
        let text = "; größer\r\nPrint \"日本 😀\"\r\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [
            [b"\xFF\xFE", &little[..]].concat(),
            [b"\xFE\xFF", &big[..]].concat(),
            little,
            big,
        ] {
            assert_eq!(read(&bytes).as_deref(), Some(text));
        }
    }

    #[test]
    fn bytes_are_left_alone() {
        for bytes in [
            &b""[..],
            b"a",
            b"\0",
            b"a\0",
            b"Print 1",
            "; größer".as_bytes(),
            b"Print \"\xFF\xFE\"",
            b"Print 1\0\0\0\0\0\0\0\0",
        ] {
            assert_eq!(read(bytes), None, "{bytes:?}");
        }
        // Half a character and a lone surrogate are no reason to stop.
        assert_eq!(read(b"\xFF\xFEa\0\x00\xD8b").as_deref(), Some("a\u{FFFD}"));
    }
}
