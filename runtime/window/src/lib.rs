//! The flitz window and input.
//!
//! [`run`] opens a window and drives an [`App`] turn by turn; [`Input`] is what keys and mouse have done, fed by the window or by
//! an [`InputScript`]; [`Pacer`] keeps frames apart by the clock. The input modules know nothing of windows.

mod error;
mod input;
mod keys;
mod pacer;
mod scan;
mod script;
mod window;

pub use error::{ScriptError, ScriptErrorKind, WindowError};
pub use input::{Button, Input};
pub use pacer::Pacer;
pub use script::InputScript;
pub use window::{App, Wake, Window, WindowConfig, run};
