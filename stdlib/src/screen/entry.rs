//! A line of text that the user types into the window, for `Input$`.

use crate::machine::Machine;

/// Codes of the keys that edit the line.
const HOME: u8 = 1;
const END: u8 = 2;
const DELETE: u8 = 4;
const BACKSPACE: u8 = 8;
const ENTER: u8 = 13;
const ESCAPE: u8 = 27;
const RIGHT: u8 = 30;
const LEFT: u8 = 31;

/// The line typed so far, and where on the screen it starts.
#[derive(Default)]
pub(crate) struct Entry {
    typed: Vec<u8>,
    /// Bytes before the text cursor.
    cursor: usize,
    start: Option<[i32; 2]>,
}

impl Entry {
    /// A key was pressed.
    fn key(&mut self, character: u8) {
        match character {
            HOME => self.cursor = 0,
            END => self.cursor = self.typed.len(),
            LEFT => self.cursor = self.cursor.saturating_sub(1),
            RIGHT => self.cursor = (self.cursor + 1).min(self.typed.len()),
            ESCAPE => {
                self.typed.clear();
                self.cursor = 0;
            }
            DELETE if self.cursor < self.typed.len() => {
                self.typed.remove(self.cursor);
            }
            BACKSPACE if self.cursor > 0 => {
                self.cursor -= 1;
                self.typed.remove(self.cursor);
            }
            32.. => {
                self.typed.insert(self.cursor, character);
                self.cursor += 1;
            }
            _ => {}
        }
    }
}

impl Machine {
    /// Takes what was typed since the last call into the line that the program waits for, shows it, and hands the line over once
    /// Enter was pressed: returns whether it was.
    pub fn type_line(&mut self) -> bool {
        let Some(screen) = &mut self.screen else {
            return true;
        };
        let start = *self.screen_state.entry.start.get_or_insert(screen.cursor);
        while let Some(character) = self.input.next_character() {
            if character == ENTER {
                let line = std::mem::take(&mut self.screen_state.entry).typed;
                screen.show_entry(start, &line, None);
                screen.cursor = [0, start[1] + screen.font.height()];
                self.console.write(&line);
                self.console.write(b"\n");
                self.console.answer(line);
                return true;
            }
            self.screen_state.entry.key(character);
        }
        screen.show_entry(
            start,
            &self.screen_state.entry.typed,
            Some(self.screen_state.entry.cursor),
        );
        false
    }
}

impl super::Screen {
    /// Draws the line on the front buffer, over what was typed there before, and the text cursor after so many bytes.
    fn show_entry(&mut self, [x, y]: [i32; 2], typed: &[u8], cursor: Option<usize>) {
        let decode = flitz_interpreter::source::decode;
        let text = decode(typed);
        let (before, under) = typed.split_at(cursor.unwrap_or(0).min(typed.len()));
        let under = under.get(..1).unwrap_or(b"X");
        let [width, _] = self.display.size().map(|v| v as i32);
        let line = self.font.height();
        let at = x + self.font.text_width(&decode(before));
        let wide = self.font.text_width(&decode(under));
        let background = super::Pen {
            color: self.pen.cls_color,
            ..super::Pen::default()
        };
        let front = self.display.canvas(super::ScreenBuffer::Front);
        front.painter(&background).rect(x, y, width - x, line, true);
        let pen = super::Pen {
            color: self.pen.color,
            ..super::Pen::default()
        };
        let mut painter = front.painter(&pen);
        painter.text(&self.font, x, y, &text);
        if cursor.is_some() {
            painter.rect(at, y + line - 2, wide, 2, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_edit_the_line() {
        let mut entry = Entry::default();
        let keys = [b"bca".as_slice(), &[BACKSPACE, HOME, DELETE, HOME, LEFT]].concat();
        keys.into_iter().for_each(|key| entry.key(key));
        assert_eq!(entry.typed, b"c");
        let keys = [b"x".as_slice(), &[END, RIGHT], b"y", &[LEFT, LEFT], b"z"].concat();
        keys.into_iter().for_each(|key| entry.key(key));
        assert_eq!(entry.typed, b"xzcy");
        [END, DELETE, BACKSPACE, HOME, BACKSPACE, 28]
            .into_iter()
            .for_each(|key| entry.key(key));
        assert_eq!(entry.typed, b"xzc");
        entry.key(ESCAPE);
        entry.key(b'!');
        assert_eq!(entry.typed, b"!");
    }
}
