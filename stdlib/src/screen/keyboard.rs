//! The keyboard.

use flitz_interpreter::host::Interrupt;

use crate::command::commands;
use crate::wait::Wait;

commands! {
    group "keyboard";

    /// 1 while a key is down, else 0. Keys have scan codes: 1 Escape, 57 space, 200 up, 203 left, 205 right, 208 down ...
    fn KeyDown(m, key: Int) -> Int {
        Ok(m.input.key_is_down(key).into())
    }

    /// How often a key was pressed since this was last asked.
    fn KeyHit(m, key: Int) -> Int {
        Ok(m.input.key_hits(key))
    }

    /// The code of the next character typed, 0 where there is none.
    fn GetKey(m) -> Int {
        Ok(m.input.next_character().map_or(0, i32::from))
    }

    /// Waits until a key is pressed and returns its character's code.
    fn WaitKey(m) -> Int {
        m.need_screen()?;
        match m.input.next_character() {
            Some(character) => Ok(character.into()),
            None => {
                m.wait = Wait::Key;
                Err(Interrupt::Retry)
            }
        }
    }

    /// Forgets all key presses so far.
    fn FlushKeys(m) {
        m.input.flush_keys();
        Ok(())
    }
}
