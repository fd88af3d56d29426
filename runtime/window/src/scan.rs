//! Scan codes as Blitz3D counts them (those of DirectInput), and the characters they make.

/// Number of scan codes: 0..255.
pub(crate) const CODES: usize = 256;

pub(crate) const BACKSPACE: u8 = 14;
pub(crate) const TAB: u8 = 15;
pub(crate) const ENTER: u8 = 28;
pub(crate) const ESCAPE: u8 = 1;
pub(crate) const LEFT_SHIFT: u8 = 42;
pub(crate) const RIGHT_SHIFT: u8 = 54;
pub(crate) const NUMPAD_ENTER: u8 = 156;

/// Codes in the queue of characters for keys without a character: 1 Home, 2 End, 3 Insert, 4 Delete, 5 and 6 Page Up and Down, 28 to 31 Up, Down,
/// Right, Left; and those of the control keys.
pub(crate) fn control_character(code: u8) -> Option<u8> {
    Some(match code {
        199 => 1,
        207 => 2,
        210 => 3,
        211 => 4,
        201 => 5,
        209 => 6,
        200 => 28,
        208 => 29,
        205 => 30,
        203 => 31,
        BACKSPACE => 8,
        TAB => 9,
        ENTER | NUMPAD_ENTER => 13,
        ESCAPE => 27,
        _ => return None,
    })
}

/// The character of a key on a US keyboard, for input that does not come from one; `None` for keys without any.
pub(crate) fn us_character(code: u8, shift: bool) -> Option<u8> {
    const PLAIN: &[u8] = b"\0\x001234567890-=\0\0qwertyuiop[]\0\0asdfghjkl;'`\0\\zxcvbnm,./\0*\0 ";
    const SHIFTED: &[u8] = b"\0\0!@#$%^&*()_+\0\0QWERTYUIOP{}\0\0ASDFGHJKL:\"~\0|ZXCVBNM<>?\0*\0 ";
    const NUMPAD: &[u8] = b"789-456+1230.";
    let at = |table: &[u8], i: usize| table.get(i).copied().filter(|&c| c != 0);
    control_character(code).or_else(|| match code {
        71..=83 => at(NUMPAD, usize::from(code - 71)),
        181 => Some(b'/'),
        _ => at(if shift { SHIFTED } else { PLAIN }, usize::from(code)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_us_keyboard() {
        for (code, plain, shifted) in [
            (2, b'1', b'!'),
            (11, b'0', b')'),
            (16, b'q', b'Q'),
            (30, b'a', b'A'),
            (44, b'z', b'Z'),
            (53, b'/', b'?'),
            (57, b' ', b' '),
        ] {
            assert_eq!(
                (us_character(code, false), us_character(code, true)),
                (Some(plain), Some(shifted)),
                "{code}"
            );
        }
        assert_eq!(
            (
                us_character(1, false),
                us_character(28, true),
                us_character(200, false)
            ),
            (Some(27), Some(13), Some(28))
        );
        assert_eq!(
            (
                us_character(71, false),
                us_character(82, false),
                us_character(83, false)
            ),
            (Some(b'7'), Some(b'0'), Some(b'.'))
        );
        assert_eq!(
            (
                us_character(59, false),
                us_character(42, false),
                us_character(255, false)
            ),
            (None, None, None)
        );
    }
}
