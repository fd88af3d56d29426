//! The machine a program runs on: everything its commands can reach.

use flitz_interpreter::host::{Call, CommandId, Commands, Host, Interrupt};

use crate::clock::Clock;
use crate::command::Command;
use crate::console::Console;
use crate::handles::Handles;

type Run = fn(&mut Machine, &mut Call<'_>) -> Result<(), Interrupt>;

/// Everything the commands of a running program can reach.
pub struct Machine {
    /// The handles the program holds.
    pub handles: Handles,
    /// The one clock.
    pub clock: Clock,
    /// Standard output, input and notes.
    pub console: Console,
    table: Vec<Run>,
}

impl Machine {
    /// A machine with real time and the process's own standard channels.
    pub fn new() -> Self {
        Self {
            handles: Handles::default(),
            clock: Clock::real(),
            console: Console::standard(),
            table: crate::all().map(|c: &Command| c.run).collect(),
        }
    }
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}

impl Host for Machine {
    fn call(&mut self, command: CommandId, call: &mut Call<'_>) -> Result<(), Interrupt> {
        match self.table.get(command.0 as usize) {
            Some(run) => run(self, call),
            None => Err(Interrupt::error(
                "This command is not known to this machine.",
            )),
        }
    }
}

/// The signatures of all commands, numbered as [`Machine`] numbers them, and of those still missing.
pub fn commands() -> Commands {
    let mut commands = Commands::default();
    for command in crate::all() {
        commands.add((command.signature)());
    }
    crate::missing::add_to(&mut commands);
    commands
}
