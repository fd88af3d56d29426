//! Tracker modules: music as notes and the samples they are played with.

use xmrs::prelude::Module;
use xmrsplayer::prelude::XmrsPlayer;

use crate::decode::{DecodeError, guarded};
use crate::engine::RATE;

/// A tracker module. It goes on for ever, as such music is made to be repeated.
///
/// The notes stay in memory for as long as the process lives, as the library that plays them borrows them: open each file once.
#[derive(Clone, Copy)]
pub struct Tune(&'static Module);

impl Tune {
    /// Whether the bytes begin as an XM, IT, S3M or MOD file does. Very old MOD files, of 15 instruments, say nothing of themselves.
    pub fn is_one(bytes: &[u8]) -> bool {
        let at = |start: usize, length: usize| bytes.get(start..start + length).unwrap_or_default();
        bytes.starts_with(b"Extended Module: ")
            || bytes.starts_with(b"IMPM")
            || at(44, 4) == b"SCRM"
            || match at(1080, 4) {
                b"M.K." | b"M!K!" | b"M&K!" | b"N.T." | b"FLT4" | b"FLT8" | b"OCTA" | b"CD81" => {
                    true
                }
                [digit, b'C', b'H', b'N'] => digit.is_ascii_digit(),
                [tens, ones, b'C', b'H' | b'N'] => tens.is_ascii_digit() && ones.is_ascii_digit(),
                _ => false,
            }
    }

    /// Reads a module.
    pub fn open(bytes: &[u8]) -> Result<Self, DecodeError> {
        if !Self::is_one(bytes) {
            return Err(DecodeError::Unknown);
        }
        let module = guarded(|| Module::load(bytes));
        match module {
            Some(Ok(module)) => Ok(Self(Box::leak(Box::new(module)))),
            _ => Err(DecodeError::Unknown),
        }
    }

    /// Somebody who plays it, from its start.
    pub(crate) fn player(self) -> Option<Player> {
        guarded(|| Player(Box::new(XmrsPlayer::new(self.0, RATE, 0))))
    }
}

/// A tune that is being played, [`RATE`] frames a second.
pub(crate) struct Player(Box<XmrsPlayer<'static>>);

impl Player {
    /// Appends the next frames, left and right in turn. False where there are none.
    pub fn play_onto(&mut self, samples: &mut Vec<i16>) -> bool {
        /// Frames that are made at once.
        const PIECE: usize = 256;
        let start = samples.len();
        let played = guarded(|| samples.extend(self.0.by_ref().take(2 * PIECE)));
        samples.truncate(samples.len() / 2 * 2);
        played.is_some() && samples.len() > start
    }
}
