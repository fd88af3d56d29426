//! Text to the user and from the user.

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;

use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;
use crate::wait::Wait;

/// The commands of this file.
pub const COMMANDS: Group = group!("output", [print, write, write_stdout, write_stderr, input]);

/// Prints a text and starts a new line.
#[command(Print, defaults(text = ""))]
fn print(m: &mut Machine, text: &Str) -> Answer {
    m.print(text.as_bytes(), true);
    Ok(())
}

/// Prints a text without starting a new line.
#[command(Write, defaults(text = ""))]
fn write(m: &mut Machine, text: &Str) -> Answer {
    m.print(text.as_bytes(), false);
    Ok(())
}

/// Writes a text to standard output as it is, without starting a new line, and never to the window.
///
/// ```basic
/// WriteStdout "done" + Chr(10) ; ends the line itself
/// ```
#[command(WriteStdout)]
fn write_stdout(m: &mut Machine, text: &Str) -> Answer {
    m.console.write(text);
    Ok(())
}

/// Writes a text to standard error as it is, without starting a new line.
#[command(WriteStderr)]
fn write_stderr(m: &mut Machine, text: &Str) -> Answer {
    m.console.write_error(text);
    Ok(())
}

/// Shows a text and waits for a line from the user.
///
/// ```basic
/// name$ = Input("Your name? ")
/// ```
#[command(Input, waits, defaults(prompt = ""))]
fn input(m: &mut Machine, prompt: &Str) -> Answer<Str> {
    if let Some(line) = m.console.take_answer() {
        return Ok(line.into());
    }
    if m.console.ask() {
        m.print(prompt, false);
        m.console.flush();
    }
    m.wait = Wait::Line;
    Err(Interrupt::Retry)
}
