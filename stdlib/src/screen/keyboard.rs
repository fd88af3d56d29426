//! The keyboard.

use flitz_interpreter::host::Interrupt;

use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;
use crate::wait::Wait;

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "keyboard",
    [key_down, key_hit, get_key, wait_key, flush_keys]
);

/// 1 while a key is down, else 0. Keys have scan codes: 1 Escape, 57 space, 200 up, 203 left, 205 right, 208 down ...
///
/// All of them stand in [keys.md](keys.md). They mean places on the keyboard, whatever is written there.
#[command(KeyDown)]
fn key_down(m: &mut Machine, key: i32) -> Answer<i32> {
    m.need_screen()?;
    Ok(m.input.key_is_down(key).into())
}

/// How often a key was pressed since this was last asked.
#[command(KeyHit)]
fn key_hit(m: &mut Machine, key: i32) -> Answer<i32> {
    m.need_screen()?;
    Ok(m.input.key_hits(key))
}

/// The code of the next character typed, 0 where there is none.
#[command(GetKey)]
fn get_key(m: &mut Machine) -> Answer<i32> {
    m.need_screen()?;
    Ok(m.input.next_character().map_or(0, i32::from))
}

/// Waits until a key is pressed and returns its character's code. A program without a screen waits for Enter in the terminal.
#[command(WaitKey, waits)]
fn wait_key(m: &mut Machine) -> Answer<i32> {
    if m.screen.is_none() {
        return m.wait_terminal_key();
    }
    match m.input.next_character() {
        Some(character) => Ok(character.into()),
        None => {
            m.wait = Wait::Key;
            Err(Interrupt::Retry)
        }
    }
}

/// Forgets all key presses so far.
#[command(FlushKeys)]
fn flush_keys(m: &mut Machine) -> Answer {
    m.input.flush_keys();
    Ok(())
}

/// The code of the Enter key's character.
const ENTER: i32 = 13;

impl Machine {
    /// The first character of a line typed in the terminal, or Enter's.
    fn wait_terminal_key(&mut self) -> Result<i32, Interrupt> {
        if let Some(line) = self.console.take_answer() {
            return Ok(line.first().map_or(ENTER, |&byte| byte.into()));
        }
        self.console.ask();
        self.wait = Wait::Line;
        Err(Interrupt::Retry)
    }
}
