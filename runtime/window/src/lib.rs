//! The flitz window and input.
//!
//! [`run`] opens a window and drives an [`App`] update by update; [`Input`] is the state of keyboard and mouse, fed by the window or by
//! an [`InputScript`]; [`Pacer`] paces frames by the clock. The input modules are independent of windows.

mod error;
mod input;
mod keys;
mod libraries;
mod pacer;
mod scan;
mod script;
mod window;

pub use error::{ScriptError, ScriptErrorKind, WindowError};
pub use input::{Button, Input};
pub use pacer::Pacer;
pub use script::InputScript;
pub use window::{App, Wake, Window, WindowConfig, run};
