//! The one loop between a program and what surrounds it.
//!
//! The VM runs up to where the program waits; what it waits for is looked at here, and nowhere else, and asked of the [`Surroundings`]:
//! a terminal, a run without a window, a window, a test. A page of a browser, a debugger or a socket is one more implementation.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use flitz_interpreter::vm::Step;
use flitz_stdlib::screen::ScreenRequest;
use flitz_stdlib::wait::Wait;

use super::report;
use super::session::Session;
use super::terminal;

/// How long a program that waits for the network sleeps between two looks.
const NETWORK_PAUSE: Duration = Duration::from_millis(1);

/// How a program goes on.
#[derive(Clone, Copy, Debug)]
pub enum Next {
    /// At once.
    Now,
    /// At this moment, and not before.
    At(Instant),
    /// When something has happened in the window.
    OnEvent,
    /// In other surroundings, which have such a screen; the program has not gone on.
    Elsewhere(ScreenRequest),
    /// Not at all: it is over, with this status.
    Over(ExitCode),
}

impl Next {
    /// Over with this status where there is one, else at once.
    pub fn over_or_now(status: Option<ExitCode>) -> Next {
        status.map_or(Next::Now, Next::Over)
    }
}

/// What surrounds a running program: brings what it waits for, or says when to go on with it. A program that is resumed before what it
/// waits for is there waits again.
pub trait Surroundings {
    /// The program asked for a screen and has none.
    fn screen(&mut self, session: &mut Session, request: ScreenRequest) -> Next;

    /// The program has finished a frame.
    fn frame(&mut self, session: &mut Session) -> Next;

    /// The program waits until its clock shows this.
    fn until(&mut self, session: &mut Session, moment: Duration) -> Next;

    /// The program waits for a line of text.
    fn line(&mut self, session: &mut Session) -> Next;

    /// The program waits for a key or a button, which only the user can press.
    fn press(&mut self, session: &mut Session) -> Next;

    /// The program has been busy for a while and wants to go on.
    fn busy(&mut self, session: &mut Session) -> Next;

    /// The program has let go without waiting for anything.
    fn released(&mut self, _session: &mut Session) -> Next {
        Next::Now
    }

    /// The program has come to a `Stop`. Here it is shown on standard error, and a person at the terminal may let it go on.
    fn stopped(&mut self, session: &mut Session) -> Next {
        self.report(&report::stopped(&session.vm));
        if terminal::go_on() {
            self.busy(session)
        } else {
            Next::Over(ExitCode::FAILURE)
        }
    }

    /// Tells the user what ended or stopped the program.
    fn report(&mut self, text: &str) {
        err!("{text}");
    }
}

/// Lets the program run until it waits or ends, and brings what it waits for.
pub fn advance(session: &mut Session, around: &mut dyn Surroundings) -> Next {
    // A program that prints into a closed pipe has nobody left to run for.
    if session.machine.console.is_closed() {
        return Next::Over(ExitCode::SUCCESS);
    }
    match session.vm.run(&mut session.machine) {
        Step::Ended => Next::Over(ExitCode::SUCCESS),
        Step::Paused => {
            session.machine.console.keep_up();
            around.busy(session)
        }
        Step::Break => {
            session.machine.console.flush();
            around.stopped(session)
        }
        Step::Failed(error) => {
            session.machine.console.flush();
            around.report(&report::failure(&error, &session.vm.program().sources));
            Next::Over(ExitCode::FAILURE)
        }
        Step::Waiting => match session.machine.wait.take() {
            Wait::Nothing => around.released(session),
            Wait::Until(moment) => around.until(session, moment),
            Wait::Screen(request) => around.screen(session, request),
            // Others answer in their own time, whatever this program's clock is.
            Wait::Network => Next::At(Instant::now() + NETWORK_PAUSE),
            Wait::Frame => around.frame(session),
            Wait::Key | Wait::Mouse | Wait::JoyButton(_) => around.press(session),
            Wait::Line => around.line(session),
        },
    }
}

/// Runs a program to its end in surroundings that own the thread: the status it ended with, or the screen that other surroundings must
/// have for it.
pub fn run(
    session: &mut Session,
    around: &mut dyn Surroundings,
) -> Result<ExitCode, ScreenRequest> {
    loop {
        match advance(session, around) {
            // An event comes from outside, and there is no outside: the program asks again.
            Next::Now | Next::OnEvent => {}
            Next::At(moment) => {
                std::thread::sleep(moment.saturating_duration_since(Instant::now()));
            }
            Next::Elsewhere(request) => return Err(request),
            Next::Over(status) => return Ok(session.finish(status)),
        }
    }
}
