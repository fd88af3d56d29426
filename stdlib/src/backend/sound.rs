//! The border to the ears.

use flitz_runtime::audio::Engine;

/// Where sounds are heard.
pub trait SoundOutput {
    /// Starts to play there. Asked once, when a program loads or plays its first sound. The error is a sentence's end: why sounds cannot
    /// be heard.
    fn open(&self) -> Result<Engine, String>;
}

/// The machine's sound device.
pub struct Device;

impl SoundOutput for Device {
    fn open(&self) -> Result<Engine, String> {
        Engine::device().map_err(|why| why.to_string())
    }
}

/// Nowhere: sounds end when they would, by the program's clock.
pub struct Silence;

impl SoundOutput for Silence {
    fn open(&self) -> Result<Engine, String> {
        Ok(Engine::silent())
    }
}
