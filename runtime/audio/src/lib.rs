//! Sounds, the channels they play on, and what a listener hears of them in space. Knows nothing of BASIC; usable from Rust on its own.
//!
//! [`Samples`] and [`Stream`] come from the bytes of a file ([`Samples::decode`], [`Stream::open`]). An [`Engine`] mixes what plays,
//! for the machine's sound device or for nobody: then time is what [`Engine::pass_until`] says, so that a run is the same every time,
//! and the mix can be kept ([`Engine::record`]).
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//! use flitz_audio::{Engine, Gains, Samples, Source};
//!
//! let beep = Arc::new(Samples::new(22_050, 1, vec![0; 22_050]).unwrap());
//! let mut engine = Engine::silent();
//! let playing = engine.play(Source::samples(beep, false), 22_050.0, Gains::BOTH).unwrap();
//! engine.pass_until(Duration::from_millis(900));
//! assert!(playing.is_playing());
//! engine.pass_until(Duration::from_millis(1_100));
//! assert!(!playing.is_playing());
//! ```
//!
//! Mixing, the device and the interpolation between samples are kira's, decoding is symphonia's, and xmrsplayer plays tracker modules.

mod decode;
mod engine;
mod recording;
mod samples;
mod source;
mod spatial;
mod tune;
mod voice;

pub use decode::{DecodeError, Stream};
pub use engine::{CHANNELS, DeviceError, Engine, RATE};
pub use recording::Destination;
pub use samples::Samples;
pub use source::Source;
pub use spatial::{Body, Heard, Listener};
pub use tune::Tune;
pub use voice::{Gains, Playing};

// The README's examples are compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
