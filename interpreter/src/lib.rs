//! The flitz language: text to tokens to a checked program to bytecode to a resumable VM.
//!
//! The walk through the crate: [`source`] holds the texts, which a [`loader`] brings; the lexer makes tokens of them, the
//! parser a syntax tree, the checker [`hir`], the checked program, in which names are numbers and every conversion is
//! written out. All of that is [`compile()`]; what it finds wrong are [`diagnostics`]. [`codegen`] makes the code that a
//! [`vm`] runs. [`host`] is the border to the commands. The crate knows nothing of graphics, files or sound: a
//! [`host::Host`] brings those.

mod bytecode;
mod checker;
pub mod codegen;
mod compile;
mod compiled;
pub mod diagnostics;
pub mod hir;
pub mod host;
mod lexer;
pub mod loader;
mod names;
pub mod numbers;
mod parser;
pub mod source;
pub mod string;
mod syntax;
mod token;
pub mod vm;

pub use bytecode::Code;
pub use compile::{Compilation, compile};
pub use compiled::Compiled;
