//! The flitz language: text to tokens to a checked program to bytecode to a resumable VM.
//!
//! The walk through the crate: [`source`] holds the texts, [`hir`] is the checked program, [`host`] is
//! the border to the commands. The crate knows nothing of graphics, files or sound: a [`host::Host`]
//! brings those.

mod bytecode;
mod checker;
pub mod codegen;
mod compile;
mod compiled;
pub mod diagnostics;
pub mod hir;
pub mod host;
pub mod numbers;
mod lexer;
pub mod loader;
pub mod names;
mod parser;
pub mod source;
pub mod syntax;
pub mod text;
pub mod token;
pub mod vm;

pub use bytecode::Code;
pub use compiled::Compiled;
pub use compile::{Compilation, compile};
