//! The commands of flitz, each declared once: a file for each group of commands.

pub mod clock;
mod command;
pub mod console;
pub mod handles;
pub mod machine;
mod missing;

mod output;

use command::Command;

/// All declared commands; their positions are their numbers.
fn all() -> impl Iterator<Item = &'static Command> {
    [output::COMMANDS].into_iter().flatten()
}
