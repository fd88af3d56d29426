//! The driver without a window: a clock that only frames and waits move, the same pictures in every run.

use std::process::ExitCode;

use flitz_runtime::render::Display;
use flitz_stdlib::wait::Wait;

use super::session::{Session, Turn};

/// Runs a program to its end without showing it.
pub fn run(session: &mut Session) -> ExitCode {
    session.choose_turn();
    loop {
        let over = match session.go() {
            Turn::Over(status) => Some(status),
            Turn::Busy => session.busy(),
            Turn::Waits(wait) => wait_for(session, wait),
        };
        if let Some(status) = over {
            return session.finish(status);
        }
    }
}

/// Brings what the program waits for; the status to end with, where that is not to be.
fn wait_for(session: &mut Session, wait: Wait) -> Option<ExitCode> {
    match wait {
        Wait::Screen(request) => {
            let display = Display::headless(request.width, request.height);
            session.machine.open_screen(display, request);
            None
        }
        Wait::Frame => session.step_frame(true),
        Wait::Until(moment) => session.wait_until(moment),
        Wait::Line => line(session),
        Wait::Nothing => None,
        Wait::Key | Wait::Mouse | Wait::JoyButton(_) => {
            // Only the input file can bring it: time goes on frame by frame until it does.
            if !session.has_input_left() {
                session.machine.console.note(
                    "the program waits for the user, and there is none: it ends here (--input FILE plays keys and clicks)",
                );
                return Some(ExitCode::SUCCESS);
            }
            session.step_frame(false)
        }
    }
}

/// A line for Input$: as the input file types it, else from standard input.
fn line(session: &mut Session) -> Option<ExitCode> {
    if session.has_input_left() {
        loop {
            if session.machine.type_line() {
                return None;
            }
            if !session.has_input_left() {
                break;
            }
            if let Some(status) = session.step_frame(false) {
                return Some(status);
            }
        }
    }
    session.line_from_terminal()
}
