//! Text to the user and from the user.

use flitz_interpreter::host::Interrupt;

use crate::command::commands;
use crate::wait::Wait;

commands! {
    group "output";

    /// Prints a text and starts a new line.
    fn Print(m, text: Str = "") {
        m.print(text.as_bytes(), true);
        Ok(())
    }

    /// Prints a text without starting a new line.
    fn Write(m, text: Str = "") {
        m.print(text.as_bytes(), false);
        Ok(())
    }

    /// Writes a text to standard output as it is, without starting a new line, and never to the window.
    ///
    /// ```basic
    /// WriteStdout "done" + Chr(10) ; ends the line itself
    /// ```
    fn WriteStdout(m, text: Str) {
        m.console.write(text);
        Ok(())
    }

    /// Writes a text to standard error as it is, without starting a new line.
    fn WriteStderr(m, text: Str) {
        m.console.write_error(text);
        Ok(())
    }

    /// Shows a text and waits for a line from the user.
    ///
    /// ```basic
    /// name$ = Input("Your name? ")
    /// ```
    fn Input(m, prompt: Str = "") -> Str {
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
}
