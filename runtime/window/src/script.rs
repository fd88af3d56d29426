//! Input from a text file, for runs without a user.
//!
//! One event a line: `FRAME key-down CODE`, `FRAME key-up CODE`, `FRAME mouse X Y`, `FRAME mouse-down N`, `FRAME mouse-up N`, with
//! Blitz3D's scan codes. Empty lines and what follows a `;` or `#` are ignored.

use crate::error::{ScriptError, ScriptErrorKind};
use crate::input::{Button, Input};

/// An event of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    KeyDown(u8),
    KeyUp(u8),
    Mouse(i32, i32),
    ButtonDown(Button),
    ButtonUp(Button),
}

/// Events and the frames they happen in.
#[derive(Clone, Debug, Default)]
pub struct InputScript {
    /// By frame; those of one frame in the file's order.
    events: Vec<(u64, Event)>,
    next: usize,
}

impl InputScript {
    /// Reads a script. The error names the line.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut events = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split([';', '#']).next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            if !words.is_empty() {
                events.push(event(&words).map_err(|kind| ScriptError {
                    line: number + 1,
                    kind,
                })?);
            }
        }
        events.sort_by_key(|&(frame, _)| frame);
        Ok(Self { events, next: 0 })
    }

    /// Applies all pending events of frames up to this one. Frame 1 is what the program computes before it first shows a frame.
    pub fn apply(&mut self, frame: u64, input: &mut Input) {
        while let Some(&(_, event)) = self.events.get(self.next).filter(|(at, _)| *at <= frame) {
            self.next += 1;
            match event {
                Event::KeyDown(code) => input.us_key_down(code),
                Event::KeyUp(code) => input.key_up(code),
                Event::Mouse(x, y) => input.mouse_at(x, y),
                Event::ButtonDown(button) => input.button_down(button),
                Event::ButtonUp(button) => input.button_up(button),
            }
        }
    }

    /// The frame of the next event, where one is left.
    pub fn next_frame(&self) -> Option<u64> {
        self.events.get(self.next).map(|&(frame, _)| frame)
    }
}

fn event(words: &[&str]) -> Result<(u64, Event), ScriptErrorKind> {
    let &[frame, kind, ref rest @ ..] = words else {
        return Err(ScriptErrorKind::NoEvent);
    };
    let frame = frame
        .parse()
        .map_err(|_| ScriptErrorKind::Frame(frame.into()))?;
    let button = || match rest {
        [n] => n
            .parse()
            .ok()
            .and_then(Button::from_number)
            .ok_or_else(|| ScriptErrorKind::Button(kind.into())),
        _ => Err(ScriptErrorKind::Button(kind.into())),
    };
    let code = || match rest {
        [code] => code
            .parse()
            .ok()
            .filter(|&c| c > 0)
            .ok_or_else(|| ScriptErrorKind::Code(kind.into())),
        _ => Err(ScriptErrorKind::Code(kind.into())),
    };
    let event = match kind {
        "key-down" => Event::KeyDown(code()?),
        "key-up" => Event::KeyUp(code()?),
        "mouse-down" => Event::ButtonDown(button()?),
        "mouse-up" => Event::ButtonUp(button()?),
        "mouse" => match rest {
            [x, y] => match (x.parse(), y.parse()) {
                (Ok(x), Ok(y)) => Event::Mouse(x, y),
                _ => return Err(ScriptErrorKind::Position(kind.into())),
            },
            _ => return Err(ScriptErrorKind::Position(kind.into())),
        },
        _ => {
            return Err(ScriptErrorKind::Event(kind.into()));
        }
    };
    Ok((frame, event))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_happen_in_their_frames() {
        let text = "; hold up\n60 key-down 200\n\n10 mouse 5 -7 # there\n10 mouse-down 1\n11 mouse-up 1\n90 key-up 200\n";
        let mut script = InputScript::parse(text).unwrap();
        let mut input = Input::new();
        script.apply(9, &mut input);
        assert!(!input.button_is_down(1) && script.next_frame() == Some(10));
        script.apply(10, &mut input);
        assert!(input.button_is_down(1) && input.mouse() == [5, -7]);
        script.apply(60, &mut input);
        assert!(!input.button_is_down(1) && input.key_is_down(200));
        script.apply(1000, &mut input);
        assert!(!input.key_is_down(200) && script.next_frame().is_none());
        assert_eq!(input.key_hits(200), 1);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, expected) in [
            ("1 key-down 1\nx key-up 1", "line 2: x is no frame number"),
            (
                "5",
                "line 1: FRAME and an event are expected, like: 60 key-down 200",
            ),
            (
                "5 jump 1",
                "line 1: jump is none of key-down, key-up, mouse, mouse-down, mouse-up",
            ),
            (
                "5 key-down 256",
                "line 1: key-down needs a scan code, 1..255",
            ),
            ("5 key-down 0", "line 1: key-down needs a scan code, 1..255"),
            ("5 mouse-up 4", "line 1: mouse-up needs a button, 1..3"),
            (
                "5 mouse 4",
                "line 1: mouse needs two whole numbers, X and Y",
            ),
            ("-5 mouse 4 4", "line 1: -5 is no frame number"),
        ] {
            assert_eq!(InputScript::parse(text).unwrap_err().to_string(), expected);
        }
    }
}
