//! Errors of the loaders.

use std::fmt;

/// Why a file could not be loaded: one sentence, and the byte offset where it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    what: String,
    offset: Option<usize>,
}

impl LoadError {
    /// An error that concerns the file as a whole.
    pub fn new(what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            offset: None,
        }
    }

    /// An error at a byte of the file, counted from 0.
    pub fn at(offset: usize, what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            offset: Some(offset),
        }
    }

    /// The byte offset, counted from 0.
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Some(offset) => write!(f, "{} (at byte {offset})", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for LoadError {}
