//! No window around a program: a clock that only frames and waits move, the same pictures in every run.

use std::process::ExitCode;
use std::time::Duration;

use flitz_runtime::render::Display;
use flitz_stdlib::screen::ScreenRequest;

use super::driver::{Next, Surroundings};
use super::session::Session;

/// A screen in memory, and the input file for a user.
pub struct Headless;

impl Surroundings for Headless {
    fn screen(&mut self, session: &mut Session, request: ScreenRequest) -> Next {
        let display = Display::headless(request.width, request.height);
        session.machine.open_screen(display, request);
        Next::Now
    }

    fn frame(&mut self, session: &mut Session) -> Next {
        Next::over_or_now(session.step_frame(true))
    }

    fn until(&mut self, session: &mut Session, moment: Duration) -> Next {
        Next::over_or_now(session.wait_until(moment))
    }

    /// As the input file types it, else from standard input.
    fn line(&mut self, session: &mut Session) -> Next {
        if session.has_input_left() {
            // What the file's last event typed counts, too.
            while !session.machine.type_line() {
                if !session.has_input_left() {
                    return Next::over_or_now(session.line_from_terminal());
                }
                if let Some(status) = session.step_frame(false) {
                    return Next::Over(status);
                }
            }
            return Next::Now;
        }
        Next::over_or_now(session.line_from_terminal())
    }

    fn press(&mut self, session: &mut Session) -> Next {
        // Only the input file can bring it: time goes on frame by frame until it does.
        if !session.has_input_left() {
            session.machine.console.note(
                "the program waits for the user, and there is none: it ends here (--input FILE plays keys and clicks)",
            );
            return Next::Over(ExitCode::SUCCESS);
        }
        Next::over_or_now(session.step_frame(false))
    }

    fn busy(&mut self, session: &mut Session) -> Next {
        Next::over_or_now(session.busy())
    }
}
