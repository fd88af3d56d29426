//! What can go wrong with the device, the window's surface and fonts.

use std::fmt;

/// Why something could not be drawn or read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenderError {
    /// No adapter was found, not even a software one; with what the graphics API said.
    NoAdapter(String),
    /// An adapter was found, but no device could be made of it.
    NoDevice {
        /// The adapter's name.
        adapter: String,
        /// What the graphics API said.
        reason: String,
    },
    /// No surface could be made for the window; with what the graphics API said.
    NoSurface(String),
    /// The adapter cannot present to the window's surface.
    CannotPresent,
    /// An error on the device while it was drawing; with what the graphics API said.
    DeviceFailed(String),
    /// A picture could not be read back from the device; with what the graphics API said.
    ReadBack(String),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAdapter(reason) => write!(
                f,
                "there is no graphics device, nor a software one ({reason})"
            ),
            Self::NoDevice { adapter, reason } => {
                write!(f, "the graphics device {adapter} cannot be used: {reason}")
            }
            Self::NoSurface(reason) => write!(f, "the window cannot be drawn on: {reason}"),
            Self::CannotPresent => {
                f.write_str("the graphics device cannot show pictures in the window")
            }
            Self::DeviceFailed(reason) => write!(f, "the graphics device failed: {reason}"),
            Self::ReadBack(reason) => write!(
                f,
                "the picture could not be read from the graphics device: {reason}"
            ),
        }
    }
}

impl std::error::Error for RenderError {}

/// Why bytes are not a font that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FontError {
    /// Not a TrueType or OpenType file; with what the parser said.
    NotAFont(String),
    /// The table `head` is missing or damaged; with what the parser said.
    NoHead(String),
    /// No glyph of a letter has an outline.
    NoGlyphs,
}

impl fmt::Display for FontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAFont(reason) => {
                write!(f, "this is no TrueType or OpenType font: {reason}")
            }
            Self::NoHead(reason) => write!(f, "this font has no usable head: {reason}"),
            Self::NoGlyphs => f.write_str("this font has no letters"),
        }
    }
}

impl std::error::Error for FontError {}
