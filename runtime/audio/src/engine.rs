//! The mixer and where its mix goes.

use std::fmt;
use std::io;
use std::time::Duration;

use kira::backend::{Backend, Renderer};
use kira::track::MainTrackBuilder;
use kira::{AudioManager, AudioManagerSettings};

use crate::recording::{Destination, Recording};
use crate::source::Source;
use crate::voice::{Gains, NewVoice, Playing};

/// How many voices can play at once.
pub const CHANNELS: usize = 1024;

/// Frames a second of a mix that goes to no device.
pub const RATE: u32 = 44_100;

/// Frames that are mixed at once.
const BUFFER: usize = 128;

/// Why there is no sound device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceError(String);

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DeviceError {}

/// Plays sounds.
pub struct Engine(Output);

enum Output {
    #[cfg(feature = "device")]
    Device(Box<AudioManager<kira::backend::cpal::CpalBackend>>),
    Silent(Box<Silent>),
}

/// A mix that nobody hears, in a time that the caller counts.
struct Silent {
    manager: AudioManager<OnDemand>,
    /// Frames that have gone by.
    frames: u64,
    /// What may still play.
    voices: Vec<Playing>,
    recording: Option<Recording>,
}

impl Engine {
    /// Sounds are heard through the machine's default sound device. The error is the system's word.
    #[cfg(feature = "device")]
    pub fn device() -> Result<Self, DeviceError> {
        // Else ALSA tells standard error about every device that it looks for and does not find. Whether this succeeds does not matter.
        #[cfg(target_os = "linux")]
        let _ = alsa::Output::local_error_handler();
        match AudioManager::new(settings(Default::default())) {
            Ok(manager) => Ok(Self(Output::Device(Box::new(manager)))),
            Err(why) => Err(DeviceError(why.to_string())),
        }
    }

    /// Sounds are heard through the machine's default sound device: never, as this build has no way to one.
    #[cfg(not(feature = "device"))]
    pub fn device() -> Result<Self, DeviceError> {
        Err(DeviceError("flitz was built without sound".to_owned()))
    }

    /// Nobody hears anything, and time goes by in [`Engine::pass_until`].
    pub fn silent() -> Self {
        let manager = match AudioManager::new(settings(())) {
            Ok(manager) => manager,
            Err(never) => match never {},
        };
        Self(Output::Silent(Box::new(Silent {
            manager,
            frames: 0,
            voices: Vec::new(),
            recording: None,
        })))
    }

    /// Plays a source at so many of its samples a second. `None` while [`CHANNELS`] voices play already.
    pub fn play(&mut self, source: Source, frequency: f32, gains: Gains) -> Option<Playing> {
        let voice = NewVoice {
            source,
            frequency,
            gains,
        };
        match &mut self.0 {
            #[cfg(feature = "device")]
            Output::Device(manager) => manager.play(voice).ok(),
            Output::Silent(silent) => {
                if silent.voices.len() >= CHANNELS {
                    silent.forget_ended();
                }
                let playing = silent.manager.play(voice).ok()?;
                silent.voices.push(playing.clone());
                Some(playing)
            }
        }
    }

    /// Lets time go by until so long after the start, where nobody hears the mix: a device has its own time. Earlier moments change
    /// nothing.
    pub fn pass_until(&mut self, moment: Duration) {
        match &mut self.0 {
            #[cfg(feature = "device")]
            Output::Device(_) => {}
            Output::Silent(silent) => silent.pass_until(moment),
        }
    }

    /// Writes the mix from now on to a WAV file of two channels, 16 bits and [`RATE`] frames a second. A mix that goes to a device
    /// is not kept.
    pub fn record(&mut self, file: Box<dyn Destination>) -> io::Result<()> {
        match &mut self.0 {
            #[cfg(feature = "device")]
            Output::Device(_) => Ok(()),
            Output::Silent(silent) => {
                silent.recording = Some(Recording::new(file)?);
                Ok(())
            }
        }
    }

    /// Ends a recording. The error is the first there was.
    pub fn finish_recording(&mut self) -> io::Result<()> {
        match &mut self.0 {
            #[cfg(feature = "device")]
            Output::Device(_) => Ok(()),
            Output::Silent(silent) => silent.recording.take().map_or(Ok(()), Recording::finish),
        }
    }
}

impl Silent {
    /// Gives the places of voices that have ended to others.
    fn forget_ended(&mut self) {
        let count = self.voices.len();
        self.voices.retain(Playing::is_playing);
        if self.voices.len() < count {
            // The mixer lets go of them when it starts on a buffer, be it an empty one.
            self.manager.backend_mut().mix(0);
        }
    }

    fn pass_until(&mut self, moment: Duration) {
        // The number of frames fits for some millions of years.
        let due = (moment.as_nanos() * u128::from(RATE) / 1_000_000_000) as u64;
        while self.frames < due {
            if self.recording.is_none() {
                self.forget_ended();
                // While nothing comes to its end nothing need be mixed that nobody hears.
                if !self.voices.iter().any(Playing::is_ending) {
                    self.frames = due;
                    return;
                }
            }
            let count = (due - self.frames).min(BUFFER as u64) as usize;
            let mix = self.manager.backend_mut().mix(count);
            if let Some(recording) = &mut self.recording {
                recording.write(mix);
            }
            self.frames += count as u64;
        }
    }
}

fn settings<B: Backend>(backend_settings: B::Settings) -> AudioManagerSettings<B> {
    AudioManagerSettings {
        main_track_builder: MainTrackBuilder::new().sound_capacity(CHANNELS),
        internal_buffer_size: BUFFER,
        backend_settings,
        capacities: Default::default(),
    }
}

/// Mixes when it is asked to.
struct OnDemand {
    renderer: Option<Renderer>,
    mix: Vec<f32>,
}

impl OnDemand {
    /// The next frames, at most [`BUFFER`], left and right in turn.
    fn mix(&mut self, frames: usize) -> &[f32] {
        let mix = &mut self.mix[..2 * frames];
        if let Some(renderer) = &mut self.renderer {
            renderer.on_start_processing();
            renderer.process(mix, 2);
        }
        mix
    }
}

/// What cannot happen.
enum Never {}

impl Backend for OnDemand {
    type Settings = ();
    type Error = Never;

    fn setup(_: (), buffer: usize) -> Result<(Self, u32), Never> {
        let backend = Self {
            renderer: None,
            mix: vec![0.0; 2 * buffer],
        };
        Ok((backend, RATE))
    }

    fn start(&mut self, renderer: Renderer) -> Result<(), Never> {
        self.renderer = Some(renderer);
        Ok(())
    }
}
