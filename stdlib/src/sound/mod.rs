//! Sounds, channels, music, and sounds in space.
//!
//! What a command does at once is heard from the next buffer of the mixer on. Where nobody hears the mix, it follows the program's clock:
//! before a command changes or asks anything, what has gone by until now is mixed.

mod channels;
mod music;
mod sounds;
mod space;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::io;
use std::time::Duration;

use flitz_runtime::audio::{Destination, Engine};

pub use channels::{COMMANDS as CHANNELS, ChannelId};
pub use music::COMMANDS as MUSIC;
pub use sounds::{COMMANDS as SOUNDS, SoundId};
pub use space::COMMANDS as SPACE;

use crate::backend::sound::{Device, SoundOutput};
use crate::command::Answer;
use crate::console::Console;
use crate::handles::{Handles, Kind};
use crate::store::Store;

use channels::Channel;
use music::Music;
use sounds::Sound;
use space::Space;

/// How many channels a program can hold before those that have ended serve again under the same handle.
const CHANNELS_HELD: usize = 4096;

/// A factor of the amplitude, in steps of 1/255 as the sound library of Blitz3D had them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume(u8);

impl Volume {
    const FULL: Self = Self(255);

    /// A volume from a program, from 0 to 1; others count as the nearest.
    fn from_number(volume: f32) -> Self {
        Self((volume * 255.0) as u8)
    }

    fn gain(self) -> f32 {
        f32::from(self.0) / 255.0
    }
}

/// A side in 256 steps, from left to right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pan(u8);

impl Pan {
    /// A side from a program, from -1 to 1; others count as the nearest.
    fn from_number(pan: f32) -> Self {
        Self(((pan + 1.0) * 127.5) as u8)
    }

    fn side(self) -> f32 {
        f32::from(self.0) / 127.5 - 1.0
    }
}

/// What the commands of sound keep.
pub struct SoundState {
    /// Where sounds are to be heard.
    pub output: Box<dyn SoundOutput>,
    /// Where the mix is to be written, until it is.
    recording: Option<Box<dyn Destination>>,
    engine: Option<Engine>,
    sounds: Store<Sound>,
    channels: Store<Channel>,
    /// The channels of sounds with their handles, and the one that is looked at first when one is wanted.
    of_sounds: Vec<(i32, ChannelId)>,
    next: usize,
    /// Music by the name of its file in small letters.
    music: HashMap<String, Music>,
    /// The one channel of the compact disc.
    disc: Option<i32>,
    space: Space,
}

impl Default for SoundState {
    fn default() -> Self {
        Self {
            output: Box::new(Device),
            recording: None,
            engine: None,
            sounds: Store::new(Kind::Sound),
            channels: Store::new(Kind::Channel),
            of_sounds: Vec::new(),
            next: 0,
            music: HashMap::new(),
            disc: None,
            space: Space::default(),
        }
    }
}

impl SoundState {
    /// Writes the mix to a WAV file, from the start of the program on; with outputs that nobody hears.
    pub fn record(&mut self, file: Box<dyn Destination>) {
        self.recording = Some(file);
    }

    /// Ends the recording there may be at this time of the program's clock.
    pub fn finish(&mut self, console: &mut Console, now: Duration) -> io::Result<()> {
        if self.recording.is_none() && self.engine.is_none() {
            return Ok(());
        }
        let engine = self.engine(console, now);
        engine.finish_recording()
    }

    /// What plays, at this time of the program's clock.
    fn engine(&mut self, console: &mut Console, now: Duration) -> &mut Engine {
        let engine = self.engine.get_or_insert_with(|| {
            let mut engine = self.output.open().unwrap_or_else(|why| {
                console.note(&format!(
                    "no sound is heard, as the sound device cannot be used: {why}"
                ));
                Engine::silent()
            });
            if let Some(file) = self.recording.take()
                && let Err(why) = engine.record(file)
            {
                console.note(&format!("the sound is not recorded: {why}"));
            }
            engine
        });
        engine.pass_until(now);
        engine
    }

    /// Lets what plays come to this time of the program's clock, where anything plays.
    fn catch_up(&mut self, now: Duration) {
        if let Some(engine) = &mut self.engine {
            engine.pass_until(now);
        }
    }

    /// Keeps a channel that plays a sound: a new one, or once there are many in the place of one that has ended.
    fn keep_channel(
        &mut self,
        handles: &mut Handles,
        channel: Channel,
    ) -> Answer<(i32, ChannelId)> {
        if self.of_sounds.len() < CHANNELS_HELD {
            let handle = self.channels.add(handles, channel, "")?;
            let held = (handle, self.channels.key(handles, handle)?);
            self.of_sounds.push(held);
            return Ok(held);
        }
        // Fewer can play at once than are held.
        let count = self.of_sounds.len();
        let ended = (0..count).find(|i| {
            let (_, id) = self.of_sounds[(self.next + i) % count];
            !self.channels[id].is_playing()
        });
        let place = (self.next + ended.unwrap_or(0)) % count;
        self.next = (place + 1) % count;
        let held = self.of_sounds[place];
        self.space.forget(held.1);
        self.channels[held.1] = channel;
        Ok(held)
    }
}

/// A sound of silence that nobody hears, and the channel it plays on.
#[cfg(test)]
pub(crate) fn lone_sound(m: &mut crate::machine::Machine) -> (i32, i32) {
    use flitz_runtime::audio::Samples;

    m.sound.output = Box::new(crate::backend::sound::Silence);
    let samples = Samples::new(8_000, 1, vec![0; 8_000]).unwrap();
    let sound = m
        .sound
        .sounds
        .add(&mut m.handles, Sound::new(samples, false), "")
        .unwrap();
    let channel = crate::testing::int(crate::testing::call(m, "PlaySound", (sound,)));
    (sound, channel)
}
