//! State and queues of keyboard and mouse.

use std::cell::Cell;
use std::collections::VecDeque;

use crate::scan::{CODES, LEFT_SHIFT, RIGHT_SHIFT, control_character, us_character};

/// Capacity of the queues of presses; later ones are lost, as in Blitz3D.
const QUEUE: usize = 32;

/// A mouse button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// 1
    Left,
    /// 2
    Right,
    /// 3
    Middle,
}

impl Button {
    /// The button's number, 1..3.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The button with this number.
    pub fn from_number(number: u8) -> Option<Self> {
        [Self::Left, Self::Right, Self::Middle]
            .into_iter()
            .find(|b| b.number() == number)
    }
}

/// Which of a device's keys are down, how often each was pressed, and what was pressed last.
#[derive(Clone, Debug)]
struct Keys {
    down: [bool; CODES],
    hits: [i32; CODES],
    queue: VecDeque<u8>,
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            down: [false; CODES],
            hits: [0; CODES],
            queue: VecDeque::new(),
        }
    }
}

impl Keys {
    /// Records a press; whether the key was up before.
    fn press(&mut self, code: u8) -> bool {
        let [down, hits] = [usize::from(code); 2];
        if std::mem::replace(&mut self.down[down], true) {
            return false;
        }
        self.hits[hits] = self.hits[hits].saturating_add(1);
        true
    }

    fn queue(&mut self, value: u8) {
        if self.queue.len() < QUEUE {
            self.queue.push_back(value);
        }
    }

    fn is_down(&self, code: i32) -> bool {
        usize::try_from(code)
            .ok()
            .and_then(|code| self.down.get(code))
            .copied()
            .unwrap_or(false)
    }

    fn take_hits(&mut self, code: i32) -> i32 {
        usize::try_from(code)
            .ok()
            .and_then(|code| self.hits.get_mut(code))
            .map_or(0, std::mem::take)
    }

    fn flush(&mut self) {
        self.hits = [0; CODES];
        self.queue.clear();
    }
}

/// A query that a program waiting for the user repeats. The position of the mouse is none: programs read it for each thing they draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    KeyDown(i32),
    KeyHits(i32),
    Character,
    ButtonDown(i32),
    ButtonHits(i32),
    NextButton,
}

/// Keyboard and mouse. Positions are pixels of the program's graphics.
#[derive(Clone, Debug, Default)]
pub struct Input {
    keys: Keys,
    buttons: Keys,
    position: [i32; 2],
    wheel: f32,
    /// Position and wheel at the last query of the mouse's speed.
    seen: [i32; 3],
    /// Pending pointer warp.
    warp: Option<[i32; 2]>,
    /// The first query since [`Input::forget_questions`], and its count.
    asked: Cell<(Option<Question>, u32)>,
}

impl Input {
    /// Nothing pressed, the mouse in the upper left corner.
    pub fn new() -> Self {
        Self::default()
    }

    // Events from the window or a script.

    /// A key went down; `text` is its character in Windows-1252, where the layout gives one. Auto-repeat is ignored.
    pub fn key_down(&mut self, code: u8, text: Option<u8>) {
        if self.keys.press(code)
            && let Some(character) = control_character(code).or(text)
        {
            self.keys.queue(character);
        }
    }

    /// A key went down, with its character on a US keyboard.
    pub fn us_key_down(&mut self, code: u8) {
        let shift = [LEFT_SHIFT, RIGHT_SHIFT]
            .into_iter()
            .any(|key| self.keys.is_down(key.into()));
        self.key_down(code, us_character(code, shift));
    }

    /// A key went up.
    pub fn key_up(&mut self, code: u8) {
        self.keys.down[usize::from(code)] = false;
    }

    /// A mouse button went down.
    pub fn button_down(&mut self, button: Button) {
        if self.buttons.press(button.number()) {
            self.buttons.queue(button.number());
        }
    }

    /// A mouse button went up.
    pub fn button_up(&mut self, button: Button) {
        self.buttons.down[usize::from(button.number())] = false;
    }

    /// The mouse is at this pixel.
    pub fn mouse_at(&mut self, x: i32, y: i32) {
        self.position = [x, y];
    }

    /// The wheel turned by so many notches; away from the user is positive.
    pub fn wheel(&mut self, notches: f32) {
        if notches.is_finite() {
            self.wheel += notches;
        }
    }

    /// Releases everything: the window lost the focus.
    pub fn release_all(&mut self) {
        self.keys.down = [false; CODES];
        self.buttons.down = [false; CODES];
    }

    /// Takes the pending pointer warp.
    pub fn take_warp(&mut self) -> Option<[i32; 2]> {
        self.warp.take()
    }

    // Queries of the program.

    fn asked(&self, question: Question) {
        let (first, count) = self.asked.get();
        if first.is_none_or(|first| first == question) {
            self.asked.set((Some(question), count.saturating_add(1)));
        }
    }

    /// Count of the first query since [`Input::forget_questions`]; high where the program only waits for a key or a click.
    pub fn questions(&self) -> u32 {
        self.asked.get().1
    }

    /// Resets the count of queries.
    pub fn forget_questions(&self) {
        self.asked.set((None, 0));
    }

    /// Whether a key is down.
    pub fn key_is_down(&self, code: i32) -> bool {
        self.asked(Question::KeyDown(code));
        self.keys.is_down(code)
    }

    /// How often a key was pressed since this was last asked.
    pub fn key_hits(&mut self, code: i32) -> i32 {
        self.asked(Question::KeyHits(code));
        self.keys.take_hits(code)
    }

    /// The next character typed in Windows-1252 (control keys as in Blitz3D), `None` where there is none.
    pub fn next_character(&mut self) -> Option<u8> {
        self.asked(Question::Character);
        self.keys.queue.pop_front()
    }

    /// Clears press counts and the queue of characters; keys that are down stay down.
    pub fn flush_keys(&mut self) {
        self.keys.flush();
    }

    /// Whether a mouse button (1..3) is down.
    pub fn button_is_down(&self, button: i32) -> bool {
        self.asked(Question::ButtonDown(button));
        self.buttons.is_down(button)
    }

    /// How often a mouse button was pressed since this was last asked.
    pub fn button_hits(&mut self, button: i32) -> i32 {
        self.asked(Question::ButtonHits(button));
        self.buttons.take_hits(button)
    }

    /// The next button pressed, `None` where there is none.
    pub fn next_button(&mut self) -> Option<u8> {
        self.asked(Question::NextButton);
        self.buttons.queue.pop_front()
    }

    /// Clears press counts and the queue of buttons; buttons that are down stay down.
    pub fn flush_mouse(&mut self) {
        self.buttons.flush();
    }

    /// Where the mouse is.
    pub fn mouse(&self) -> [i32; 2] {
        self.position
    }

    /// How far the wheel has turned in all, in whole notches.
    pub fn mouse_wheel(&self) -> i32 {
        self.wheel as i32
    }

    /// How far the mouse moved on an axis (0 x, 1 y, 2 the wheel) since this was last asked for that axis.
    pub fn mouse_speed(&mut self, axis: usize) -> i32 {
        let now = [self.position[0], self.position[1], self.mouse_wheel()];
        match (now.get(axis), self.seen.get_mut(axis)) {
            (Some(&now), Some(seen)) => now.wrapping_sub(std::mem::replace(seen, now)),
            _ => 0,
        }
    }

    /// Warps the pointer, without effect on the speed.
    pub fn move_mouse(&mut self, x: i32, y: i32) {
        self.position = [x, y];
        [self.seen[0], self.seen[1]] = [x, y];
        self.warp = Some([x, y]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_count_presses_and_asking_clears_them() {
        let mut input = Input::new();
        input.us_key_down(200);
        input.us_key_down(200);
        assert!(input.key_is_down(200));
        input.key_up(200);
        input.us_key_down(200);
        assert_eq!((input.key_hits(200), input.key_hits(200)), (2, 0));
        assert!(input.key_is_down(200));
        input.release_all();
        assert!(!input.key_is_down(200));
        for code in [-1, 256, i32::MAX, i32::MIN] {
            assert!(
                !input.key_is_down(code)
                    && input.key_hits(code) == 0
                    && !input.button_is_down(code)
            );
        }
    }

    #[test]
    fn questions_count_while_they_are_the_same() {
        let mut input = Input::new();
        assert_eq!(input.questions(), 0);
        input.us_key_down(30);
        for _ in 0..3 {
            input.key_is_down(203);
            input.key_hits(203);
            input.next_button();
            input.mouse();
        }
        assert_eq!(input.questions(), 3);
        input.forget_questions();
        input.next_character();
        input.key_is_down(203);
        assert_eq!(input.questions(), 1);
    }

    #[test]
    fn characters_come_in_order_and_the_queue_is_bounded() {
        let mut input = Input::new();
        input.us_key_down(42);
        input.us_key_down(35);
        input.key_up(42);
        input.us_key_down(23);
        input.us_key_down(28);
        input.key_down(200, None);
        let mut typed = Vec::new();
        while let Some(c) = input.next_character() {
            typed.push(c);
        }
        assert_eq!(typed, b"Hi\r\x1c");
        for _ in 0..100 {
            input.us_key_down(30);
            input.key_up(30);
        }
        assert_eq!(std::iter::from_fn(|| input.next_character()).count(), QUEUE);
        assert_eq!(input.key_hits(30), 100);
        input.us_key_down(30);
        input.flush_keys();
        assert_eq!(
            (
                input.next_character(),
                input.key_hits(30),
                input.key_is_down(30)
            ),
            (None, 0, true)
        );
    }

    #[test]
    fn mouse_speed_is_what_moved_since_last_asked() {
        let mut input = Input::new();
        input.mouse_at(10, 20);
        input.mouse_at(15, 18);
        assert_eq!(
            (
                input.mouse_speed(0),
                input.mouse_speed(1),
                input.mouse_speed(0)
            ),
            (15, 18, 0)
        );
        input.move_mouse(100, 100);
        assert_eq!(
            (input.mouse_speed(0), input.take_warp(), input.take_warp()),
            (0, Some([100, 100]), None)
        );
        input.mouse_at(97, 104);
        assert_eq!((input.mouse_speed(0), input.mouse_speed(1)), (-3, 4));
        input.wheel(0.5);
        input.wheel(0.75);
        input.wheel(f32::NAN);
        assert_eq!(
            (
                input.mouse_wheel(),
                input.mouse_speed(2),
                input.mouse_speed(2),
                input.mouse_speed(3)
            ),
            (1, 1, 0, 0)
        );
    }

    #[test]
    fn buttons_have_numbers() {
        let mut input = Input::new();
        input.button_down(Button::Right);
        assert!(input.button_is_down(2) && !input.button_is_down(1));
        input.button_up(Button::Right);
        assert_eq!(
            (
                input.button_hits(2),
                input.next_button(),
                input.next_button()
            ),
            (1, Some(2), None)
        );
        assert_eq!(
            (
                Button::from_number(3),
                Button::from_number(4),
                Button::from_number(0)
            ),
            (Some(Button::Middle), None, None)
        );
    }
}
