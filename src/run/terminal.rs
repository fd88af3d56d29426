//! A terminal around a program: it sleeps where the program waits, and asks on standard input.

use std::io::{self, BufRead, IsTerminal};
use std::time::Duration;

use flitz_stdlib::screen::ScreenRequest;

use super::FRAMES_PER_SECOND;
use super::driver::{Next, Surroundings};
use super::session::Session;

/// A terminal. A program that asks for a screen goes on elsewhere.
pub struct Terminal;

impl Surroundings for Terminal {
    fn screen(&mut self, _: &mut Session, request: ScreenRequest) -> Next {
        Next::Elsewhere(request)
    }

    fn frame(&mut self, session: &mut Session) -> Next {
        let frame = Duration::from_secs(1) / FRAMES_PER_SECOND;
        session.machine.clock.step(frame);
        Next::Now
    }

    fn until(&mut self, session: &mut Session, moment: Duration) -> Next {
        session.machine.console.flush();
        Next::over_or_now(session.wait_until(moment))
    }

    fn line(&mut self, session: &mut Session) -> Next {
        Next::over_or_now(session.line_from_terminal())
    }

    fn press(&mut self, _: &mut Session) -> Next {
        // Only a window can bring it.
        Next::Now
    }

    fn busy(&mut self, session: &mut Session) -> Next {
        Next::over_or_now(session.busy())
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
