//! A line of text that the user types into the window, for `Input$`.

use crate::machine::Machine;

const BACKSPACE: u8 = 8;
const ENTER: u8 = 13;

/// The line typed so far, and where on the screen it starts.
#[derive(Default)]
pub(crate) struct Entry {
    typed: Vec<u8>,
    start: Option<[i32; 2]>,
}

impl Machine {
    /// Takes what was typed since the last call into the line that the program waits for, shows it, and hands the line over once
    /// Enter was pressed: returns whether it was.
    pub fn type_line(&mut self) -> bool {
        let Some(screen) = &mut self.screen else {
            return true;
        };
        let start = *self.entry.start.get_or_insert(screen.cursor);
        while let Some(character) = self.input.next_character() {
            match character {
                ENTER => {
                    let line = std::mem::take(&mut self.entry).typed;
                    screen.show_entry(start, &line, false);
                    screen.cursor = [0, start[1] + screen.font.height()];
                    self.console.write(&line);
                    self.console.write(b"\n");
                    self.console.answer(line);
                    return true;
                }
                BACKSPACE => {
                    self.entry.typed.pop();
                }
                32.. => self.entry.typed.push(character),
                _ => {}
            }
        }
        screen.show_entry(start, &self.entry.typed, true);
        false
    }
}

impl super::Screen {
    /// Draws the line on the front buffer, over what was typed there before.
    fn show_entry(&mut self, [x, y]: [i32; 2], typed: &[u8], with_cursor: bool) {
        let text = flitz_interpreter::source::decode(typed);
        let [width, _] = self.display.size().map(|v| v as i32);
        let (line, end) = (self.font.height(), x + self.font.text_width(&text));
        let background = super::Pen {
            color: self.pen.cls_color,
            ..super::Pen::default()
        };
        let front = self.display.canvas(super::Which::Front);
        front.painter(&background).rect(x, y, width - x, line, true);
        let pen = super::Pen {
            color: self.pen.color,
            ..super::Pen::default()
        };
        let mut painter = front.painter(&pen);
        painter.text(&self.font, x, y, &text);
        if with_cursor {
            painter.rect(end, y + line - 2, self.font.width(), 2, true);
        }
    }
}
