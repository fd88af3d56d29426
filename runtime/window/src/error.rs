//! What can go wrong with the window system and with input scripts.

use std::error::Error;
use std::fmt;

/// Why no window could be opened, or why its event loop ended.
#[derive(Debug)]
pub enum WindowError {
    /// There is no display; with what the window system said.
    NoDisplay(String),
    /// A library that a window needs cannot be opened; with its file.
    NoLibrary(&'static str),
    /// The process has had an event loop already; there can be only one.
    SecondEventLoop,
    /// A library of the window system is missing or unusable; with what the window system said.
    Unusable(String),
    /// The window system made no window; with what it said.
    NoWindow(String),
    /// The event loop failed; with what the window system said.
    EventLoop(String),
    /// The app refused the window; with its own error.
    App(Box<dyn Error>),
}

impl fmt::Display for WindowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDisplay(reason) => {
                write!(f, "there is no display to open a window on ({reason})")
            }
            Self::NoLibrary(file) => {
                write!(
                    f,
                    "no window can be opened without the library {file}, which is missing"
                )
            }
            Self::SecondEventLoop => f.write_str("a second window system cannot be opened"),
            Self::Unusable(reason) => write!(f, "the window system cannot be used ({reason})"),
            Self::NoWindow(reason) => write!(f, "no window can be opened: {reason}"),
            Self::EventLoop(reason) => write!(f, "the window system failed: {reason}"),
            Self::App(error) => error.fmt(f),
        }
    }
}

impl Error for WindowError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::App(error) => Some(&**error),
            _ => None,
        }
    }
}

/// Why an input script cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: ScriptErrorKind,
}

/// What is wrong with a line of an input script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptErrorKind {
    /// A frame without an event.
    NoEvent,
    /// The first word is no frame number.
    Frame(String),
    /// The second word is no event.
    Event(String),
    /// An event without a scan code from 1 to 255.
    Code(String),
    /// An event without a mouse button from 1 to 3.
    Button(String),
    /// An event without two whole coordinates.
    Position(String),
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for ScriptErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEvent => f.write_str("FRAME and an event are expected, like: 60 key-down 200"),
            Self::Frame(word) => write!(f, "{word} is no frame number"),
            Self::Event(word) => write!(
                f,
                "{word} is none of key-down, key-up, mouse, mouse-down, mouse-up"
            ),
            Self::Code(event) => write!(f, "{event} needs a scan code, 1..255"),
            Self::Button(event) => write!(f, "{event} needs a button, 1..3"),
            Self::Position(event) => write!(f, "{event} needs two whole numbers, X and Y"),
        }
    }
}

impl Error for ScriptError {}
