//! From the window system's keys to scan codes.

use winit::keyboard::KeyCode as K;

/// The scan code of a key, as DirectInput numbers the keys of a PC keyboard; `None` for keys it has no number for.
pub(crate) fn scan_code(key: K) -> Option<u8> {
    Some(match key {
        K::Escape => 1,
        K::Digit1 => 2,
        K::Digit2 => 3,
        K::Digit3 => 4,
        K::Digit4 => 5,
        K::Digit5 => 6,
        K::Digit6 => 7,
        K::Digit7 => 8,
        K::Digit8 => 9,
        K::Digit9 => 10,
        K::Digit0 => 11,
        K::Minus => 12,
        K::Equal => 13,
        K::Backspace => 14,
        K::Tab => 15,
        K::KeyQ => 16,
        K::KeyW => 17,
        K::KeyE => 18,
        K::KeyR => 19,
        K::KeyT => 20,
        K::KeyY => 21,
        K::KeyU => 22,
        K::KeyI => 23,
        K::KeyO => 24,
        K::KeyP => 25,
        K::BracketLeft => 26,
        K::BracketRight => 27,
        K::Enter => 28,
        K::ControlLeft => 29,
        K::KeyA => 30,
        K::KeyS => 31,
        K::KeyD => 32,
        K::KeyF => 33,
        K::KeyG => 34,
        K::KeyH => 35,
        K::KeyJ => 36,
        K::KeyK => 37,
        K::KeyL => 38,
        K::Semicolon => 39,
        K::Quote => 40,
        K::Backquote => 41,
        K::ShiftLeft => 42,
        K::Backslash => 43,
        K::KeyZ => 44,
        K::KeyX => 45,
        K::KeyC => 46,
        K::KeyV => 47,
        K::KeyB => 48,
        K::KeyN => 49,
        K::KeyM => 50,
        K::Comma => 51,
        K::Period => 52,
        K::Slash => 53,
        K::ShiftRight => 54,
        K::NumpadMultiply => 55,
        K::AltLeft => 56,
        K::Space => 57,
        K::CapsLock => 58,
        K::F1 => 59,
        K::F2 => 60,
        K::F3 => 61,
        K::F4 => 62,
        K::F5 => 63,
        K::F6 => 64,
        K::F7 => 65,
        K::F8 => 66,
        K::F9 => 67,
        K::F10 => 68,
        K::NumLock => 69,
        K::ScrollLock => 70,
        K::Numpad7 => 71,
        K::Numpad8 => 72,
        K::Numpad9 => 73,
        K::NumpadSubtract => 74,
        K::Numpad4 => 75,
        K::Numpad5 => 76,
        K::Numpad6 => 77,
        K::NumpadAdd => 78,
        K::Numpad1 => 79,
        K::Numpad2 => 80,
        K::Numpad3 => 81,
        K::Numpad0 => 82,
        K::NumpadDecimal => 83,
        K::IntlBackslash => 86,
        K::F11 => 87,
        K::F12 => 88,
        K::F13 => 100,
        K::F14 => 101,
        K::F15 => 102,
        K::KanaMode => 112,
        K::IntlRo => 115,
        K::Convert => 121,
        K::NonConvert => 123,
        K::IntlYen => 125,
        K::NumpadEqual => 141,
        K::MediaTrackPrevious => 144,
        K::MediaTrackNext => 153,
        K::NumpadEnter => 156,
        K::ControlRight => 157,
        K::AudioVolumeMute => 160,
        K::LaunchApp2 => 161,
        K::MediaPlayPause => 162,
        K::MediaStop => 164,
        K::AudioVolumeDown => 174,
        K::AudioVolumeUp => 176,
        K::BrowserHome => 178,
        K::NumpadComma => 179,
        K::NumpadDivide => 181,
        K::PrintScreen => 183,
        K::AltRight => 184,
        K::Pause => 197,
        K::Home => 199,
        K::ArrowUp => 200,
        K::PageUp => 201,
        K::ArrowLeft => 203,
        K::ArrowRight => 205,
        K::End => 207,
        K::ArrowDown => 208,
        K::PageDown => 209,
        K::Insert => 210,
        K::Delete => 211,
        K::SuperLeft => 219,
        K::SuperRight => 220,
        K::ContextMenu => 221,
        K::Power => 222,
        K::Sleep => 223,
        K::WakeUp => 227,
        K::BrowserSearch => 229,
        K::BrowserFavorites => 230,
        K::BrowserRefresh => 231,
        K::BrowserStop => 232,
        K::BrowserForward => 233,
        K::BrowserBack => 234,
        K::LaunchApp1 => 235,
        K::LaunchMail => 236,
        K::MediaSelect => 237,
        _ => return None,
    })
}

/// The byte of a character in Windows-1252, `None` for those it lacks.
pub(crate) fn byte_of(character: char) -> Option<u8> {
    // 0x80..0x9f, with a blank where the code page leaves a byte open.
    const HIGH: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
    match u32::from(character) {
        code @ (0x20..=0x7e | 0xa0..=0xff) => u8::try_from(code).ok(),
        _ => HIGH
            .chars()
            .position(|c| c == character)
            .and_then(|at| u8::try_from(0x80 + at).ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const ALL: &[K] = &[
        K::Escape,
        K::Digit1,
        K::Digit0,
        K::Minus,
        K::KeyQ,
        K::KeyA,
        K::KeyZ,
        K::Space,
        K::F1,
        K::F10,
        K::F11,
        K::F12,
        K::Enter,
        K::NumpadEnter,
        K::ArrowUp,
        K::ArrowDown,
        K::ArrowLeft,
        K::ArrowRight,
        K::ControlLeft,
        K::ControlRight,
        K::ShiftLeft,
        K::ShiftRight,
        K::AltLeft,
        K::AltRight,
        K::Home,
        K::End,
        K::Insert,
        K::Delete,
        K::PageUp,
        K::PageDown,
        K::Tab,
        K::Backspace,
        K::Numpad0,
        K::Numpad5,
        K::Numpad9,
        K::NumpadAdd,
        K::NumpadSubtract,
        K::NumpadDivide,
        K::NumpadMultiply,
    ];

    #[test]
    fn codes_are_those_programs_use_and_no_two_keys_share_one() {
        for (key, code) in [
            (K::Escape, 1),
            (K::Enter, 28),
            (K::Space, 57),
            (K::ArrowUp, 200),
            (K::ArrowDown, 208),
            (K::ArrowLeft, 203),
            (K::ArrowRight, 205),
            (K::KeyA, 30),
            (K::KeyW, 17),
            (K::F1, 59),
            (K::F12, 88),
            (K::Numpad0, 82),
            (K::ControlRight, 157),
        ] {
            assert_eq!(scan_code(key), Some(code), "{key:?}");
        }
        let mut seen = HashMap::new();
        for &key in ALL {
            let code = scan_code(key).unwrap();
            assert_eq!(
                seen.insert(code, key),
                None,
                "{key:?} has the code of another key"
            );
        }
        assert_eq!(scan_code(K::F35), None);
    }

    #[test]
    fn characters_of_windows_1252() {
        for (character, byte) in [
            ('a', 0x61),
            ('€', 0x80),
            ('Ž', 0x8e),
            ('‘', 0x91),
            ('ž', 0x9e),
            ('Ÿ', 0x9f),
            ('ä', 0xe4),
        ] {
            assert_eq!(byte_of(character), Some(byte), "{character}");
        }
        for character in ['\n', 'Ж', '\u{81}', '\u{7f}'] {
            assert_eq!(byte_of(character), None);
        }
    }
}
