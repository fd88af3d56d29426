//! Writing to the terminal. The standard macros panic where nobody reads any more (`flitz commands | head`); these do not.

use std::fmt::Arguments;
use std::io::{self, Write};

/// Writes to standard output.
pub fn write_out(text: Arguments<'_>) {
    let mut out = io::stdout().lock();
    let _ = out.write_fmt(text);
    let _ = out.flush();
}

/// Writes to standard error.
pub fn write_err(text: Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(text);
}

/// Like `print!`, and quiet where nobody reads.
macro_rules! out {
    ($($text:tt)*) => { $crate::terminal::write_out(format_args!($($text)*)) };
}

/// Like `println!`, and quiet where nobody reads.
macro_rules! outln {
    ($($text:tt)*) => { $crate::terminal::write_out(format_args!("{}\n", format_args!($($text)*))) };
}

/// Like `eprint!`, and quiet where nobody reads.
macro_rules! err {
    ($($text:tt)*) => { $crate::terminal::write_err(format_args!($($text)*)) };
}

/// Like `eprintln!`, and quiet where nobody reads.
macro_rules! errln {
    ($($text:tt)*) => { $crate::terminal::write_err(format_args!("{}\n", format_args!($($text)*))) };
}
