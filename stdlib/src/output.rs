//! Text to standard output.

use crate::command::commands;

commands! {
    group "output";

    /// Prints a text and starts a new line.
    fn Print(m, text: Str = "") {
        m.console.write(text.as_bytes());
        m.console.write(b"\n");
        Ok(())
    }

    /// Prints a text without starting a new line.
    fn Write(m, text: Str = "") {
        m.console.write(text.as_bytes());
        Ok(())
    }
}
