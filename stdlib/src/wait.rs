//! What a suspended program waits for.
//!
//! A command that cannot go on says so in `machine.wait` and returns [`Interrupt::Retry`] or
//! [`Interrupt::Yield`]; the VM suspends, and whoever drives it reads the wait and resumes the program when it is over:
//! by sleeping, by moving a stepped clock, by showing the frame, by waiting for an event.
//!
//! [`Interrupt::Retry`]: flitz_interpreter::host::Interrupt::Retry
//! [`Interrupt::Yield`]: flitz_interpreter::host::Interrupt::Yield

use std::time::Duration;

use crate::screen::ScreenRequest;

/// What the program waits for; the driver takes it with [`Wait::take`] after each suspension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wait {
    /// Nothing: resume at once, after a look at the window where there is one.
    #[default]
    Nothing,
    /// The moment when the clock shows this time since its start.
    Until(Duration),
    /// A screen, which the program asked for with `Graphics`: the driver opens one with
    /// [`Machine::open_screen`](crate::machine::Machine::open_screen).
    Screen(ScreenRequest),
    /// The frame to be shown: the program called `Flip`.
    Frame,
    /// A key of the window's keyboard.
    Key,
    /// A button of the mouse over the window.
    Mouse,
    /// A button of the joystick on this port.
    JoyButton(u8),
    /// The network: look again in a moment of real time.
    Network,
    /// A line of text from the user, handed over with [`Console::answer`](crate::console::Console::answer).
    Line,
}

impl Wait {
    /// The wait, leaving [`Wait::Nothing`].
    pub fn take(&mut self) -> Wait {
        std::mem::take(self)
    }
}
