//! The driver for programs without a window: it sleeps where they wait and asks on the terminal.

use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

use flitz_runtime::render::Display;
use flitz_stdlib::machine::Machine;
use flitz_stdlib::screen::ScreenRequest;
use flitz_stdlib::wait::Wait;

use super::FRAMES_PER_SECOND;
use super::session::{Session, Turn};

/// Runs a program until it ends, or asks for a screen, which is then left to another driver.
pub fn run(session: &mut Session) -> Result<ExitCode, ScreenRequest> {
    loop {
        let over = match session.go() {
            Turn::Over(status) => Some(status),
            Turn::Busy => session.busy(),
            Turn::Waits(Wait::Screen(request)) => return Err(request),
            Turn::Waits(Wait::Line) => session.line_from_terminal(),
            Turn::Waits(Wait::Until(moment)) => {
                session.machine.console.flush();
                session.wait_until(moment)
            }
            Turn::Waits(other) => {
                session.machine.wait = other;
                wait(&mut session.machine);
                None
            }
        };
        if let Some(status) = over {
            return Ok(session.finish(status));
        }
    }
}

/// Waits for what the program waits for. What only a window can bring is over at once.
pub fn wait(machine: &mut Machine) {
    match machine.wait.take() {
        Wait::Until(moment) => {
            machine.console.flush();
            machine.clock.wait_until(moment);
        }
        Wait::Line => {
            machine.console.answer_from_terminal();
        }
        Wait::Screen(request) => {
            machine.open_screen(Display::headless(request.width, request.height), request);
        }
        Wait::Frame => machine
            .clock
            .step(Duration::from_secs(1) / FRAMES_PER_SECOND),
        Wait::Nothing | Wait::Key | Wait::Mouse | Wait::JoyButton(_) => {}
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
