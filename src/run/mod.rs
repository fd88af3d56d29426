//! Running a program: the driver between the VM, the machine and the user.

mod report;
mod text;

use std::process::ExitCode;

use flitz_stdlib::letters::Letters;
use flitz_stdlib::machine::{Machine, commands};

use crate::complain;
use crate::options::RunOptions;
use crate::program::{folder, read, ready};

pub use report::{failure, place};
pub use text::wait;

/// Compiles and runs a program.
pub fn run(options: &RunOptions) -> ExitCode {
    let Some(path) = &options.program else {
        return complain("no program is named");
    };
    let program = match read(path, &commands()) {
        Ok(compilation) => ready(compilation, !options.quiet),
        Err(message) => return complain(&message),
    };
    match program {
        Some(program) => text::run(machine(options), program),
        None => ExitCode::FAILURE,
    }
}

/// The machine a program runs on, set up as the options say.
fn machine(options: &RunOptions) -> Machine {
    let path = options.program.clone().unwrap_or_default();
    let mut machine = Machine::for_folder(&folder(&path));
    machine.system.arguments.clone_from(&options.arguments);
    machine.console.set_quiet(options.quiet);
    if let Some(seed) = options.seed {
        machine.random.seed(seed);
    }
    if options.utf8 {
        machine.letters = Letters::Characters;
    }
    machine
}
