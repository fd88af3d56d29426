//! The driver for programs without a window: it sleeps where they wait and asks on the terminal.

use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;
use std::rc::Rc;

use flitz_interpreter::Compiled;
use flitz_interpreter::vm::{Step, Vm};
use flitz_stdlib::machine::Machine;
use flitz_stdlib::wait::Wait;

use super::report;

/// Runs a program to its end.
pub fn run(mut machine: Machine, program: Rc<Compiled>) -> ExitCode {
    let mut vm = Vm::new(program);
    // A program that prints into a closed pipe has nobody left to run for.
    while !machine.console.is_closed() {
        match vm.run(&mut machine) {
            Step::Ended => return ExitCode::SUCCESS,
            Step::Paused => machine.console.keep_up(),
            Step::Waiting => wait(&mut machine),
            Step::Break => {
                machine.console.flush();
                err!("{}", report::stopped(&vm));
                if !go_on() {
                    return ExitCode::FAILURE;
                }
            }
            Step::Failed(error) => {
                machine.console.flush();
                err!("{}", report::failure(&error, &vm.program().sources));
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Waits for what the program waits for. What only a window can bring is over at once.
pub fn wait(machine: &mut Machine) {
    match machine.wait.take() {
        Wait::Until(moment) => {
            machine.console.flush();
            machine.clock.wait_until(moment);
        }
        Wait::Line => machine.console.answer_from_terminal(),
        Wait::Nothing | Wait::Frame | Wait::Key | Wait::Mouse | Wait::JoyButton(_) => {}
    }
}

/// Asks whether a stopped program shall go on. Without a person to ask it ends.
pub fn go_on() -> bool {
    if !io::stdin().is_terminal() {
        return false;
    }
    errln!("Press Enter to go on, Ctrl+C to end.");
    let mut line = String::new();
    matches!(io::stdin().lock().read_line(&mut line), Ok(1..))
}
