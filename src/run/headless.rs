//! The driver without a window: a clock that only frames and waits move, the same pictures in every run.

use std::process::ExitCode;
use std::time::Duration;

use flitz_runtime::render::Display;
use flitz_stdlib::wait::Wait;

use super::session::{Session, Turn};

/// Runs a program to its end without showing it.
pub fn run(session: &mut Session, frames_per_second: u32) -> ExitCode {
    let frame = Duration::from_secs(1) / frames_per_second;
    loop {
        let wait = match session.go() {
            Turn::Over(status) => return session.finish(status),
            Turn::Busy => continue,
            Turn::Waits(wait) => wait,
        };
        match wait {
            Wait::Screen(request) => {
                let display = Display::headless(request.width, request.height);
                session.machine.open_screen(display, request);
            }
            Wait::Frame => {
                if let Some(status) = session.frame_shown() {
                    return session.finish(status);
                }
                session.machine.clock.step(frame);
            }
            Wait::Until(moment) => session.machine.clock.wait_until(moment),
            Wait::Line => session.machine.console.answer_from_terminal(),
            Wait::Nothing => {}
            Wait::Key | Wait::Mouse | Wait::JoyButton(_) => {
                // Only the input file can bring it: time goes on frame by frame until it does.
                if !session.has_input_left() {
                    session.machine.console.note(
                        "the program waits for the user, and there is none: it ends here (--input FILE plays keys and clicks)",
                    );
                    return session.finish(ExitCode::SUCCESS);
                }
                if let Some(status) = session.frame_shown() {
                    return session.finish(status);
                }
                session.machine.clock.step(frame);
            }
        }
    }
}
