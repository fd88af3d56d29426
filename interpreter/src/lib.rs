//! The flitz language: text to tokens to a checked program to bytecode to a resumable VM.
//!
//! The walk through the crate: [`source`] holds the texts, [`hir`] is the checked program, [`host`] is
//! the border to the commands. The crate knows nothing of graphics, files or sound: a [`host::Host`]
//! brings those.

pub mod hir;
pub mod host;
pub mod numbers;
pub mod source;
pub mod text;
