//! Loading sounds and playing them.

use std::sync::Arc;

use flitz_interpreter::string::Str;
use flitz_runtime::audio::{Samples, Source};

use super::channels::{Channel, Voice};
use super::{Pan, Volume};
use crate::command::{Answer, Group, IfAlive, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};

/// A sound as a program holds it: its samples, and how the next channel is to play them.
pub struct Sound {
    pub(super) samples: Arc<Samples>,
    /// Whether it is heard from where it is.
    pub(super) in_space: bool,
    looped: bool,
    /// Samples a second.
    frequency: f32,
    volume: Volume,
    /// `None` where the program has not said; each channel of the file is then heard on its own side.
    pan: Option<Pan>,
}

/// A sound that a program gave.
pub type SoundId = Key<Sound>;

impl Stored for Sound {
    const KIND: Kind = Kind::Sound;

    fn store(machine: &Machine) -> &Store<Self> {
        &machine.sound.sounds
    }
}

impl Sound {
    /// With these samples, as loud and fast as they are.
    pub(super) fn new(samples: Samples, in_space: bool) -> Self {
        Self {
            frequency: samples.rate() as f32,
            samples: Arc::new(samples),
            in_space,
            looped: false,
            volume: Volume::FULL,
            pan: None,
        }
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "sounds",
    [
        load_sound,
        free_sound,
        loop_sound,
        sound_pitch,
        sound_volume,
        sound_pan,
        play_sound
    ]
);

/// Loads a sound (WAV, OGG, MP3 or FLAC) and returns its handle, or 0 where it cannot be played.
#[command(LoadSound, permission = Read)]
fn load_sound(m: &mut Machine, filename: &Str) -> Answer<i32> {
    load(m, "LoadSound", filename, false)
}

/// Loads a sound that is to be heard from where it is, see [`super::space`].
pub(super) fn load(m: &mut Machine, command: &str, filename: &Str, in_space: bool) -> Answer<i32> {
    let name = filename.to_text();
    let loaded = m.files.load(&name).map_err(|e| m.not_read(&name, &e));
    let decoded = loaded.and_then(|bytes| {
        let samples = Samples::decode(bytes.into());
        samples.map_err(|e| format!("{} cannot be played: {e}.", m.files.find(&name).display()))
    });
    match decoded {
        Ok(samples) => {
            // What is heard from one place comes out of one loudspeaker.
            let samples = if in_space {
                samples.into_mono()
            } else {
                samples
            };
            let sound = Sound::new(samples, in_space);
            m.sound.sounds.add(&mut m.handles, sound, &name)
        }
        Err(why) => {
            let why = format!("the sound was not loaded: {why}");
            m.console.note(&format!("{command} \"{name}\": {why}"));
            m.handles.note_failure(Kind::Sound, why);
            Ok(0)
        }
    }
}

/// Frees a sound. The channels that play it end.
#[command(FreeSound)]
fn free_sound(m: &mut Machine, sound: IfAlive<SoundId>) -> Answer {
    if let Some(id) = sound.0
        && let Some(sound) = m.sound.sounds.remove(&mut m.handles, id)
    {
        m.sound.catch_up(m.clock.peek());
        for channel in m.sound.channels.iter() {
            channel.stop_if_of(&sound.samples);
        }
    }
    Ok(())
}

/// Lets a sound play again and again; the next PlaySound does so.
#[command(LoopSound)]
fn loop_sound(m: &mut Machine, sound: Option<SoundId>) -> Answer {
    if let Some(sound) = sound {
        m.sound.sounds[sound].looped = true;
    }
    Ok(())
}

/// Sets how fast the next PlaySound plays a sound, in samples a second: 44100 plays a file of 22050 twice as fast, an octave higher.
/// Below 0 it plays backwards.
#[command(SoundPitch)]
fn sound_pitch(m: &mut Machine, sound: Option<SoundId>, pitch: i32) -> Answer {
    if let Some(sound) = sound {
        m.sound.sounds[sound].frequency = pitch as f32;
    }
    Ok(())
}

/// Sets how loud the next PlaySound plays a sound, from 0 to 1.
#[command(SoundVolume)]
fn sound_volume(m: &mut Machine, sound: Option<SoundId>, volume: f32) -> Answer {
    if let Some(sound) = sound {
        m.sound.sounds[sound].volume = Volume::from_number(volume);
    }
    Ok(())
}

/// Sets on which side the next PlaySound plays a sound, from -1 (left) over 0 (middle) to 1 (right).
#[command(SoundPan)]
fn sound_pan(m: &mut Machine, sound: Option<SoundId>, pan: f32) -> Answer {
    if let Some(sound) = sound {
        m.sound.sounds[sound].pan = Some(Pan::from_number(pan));
    }
    Ok(())
}

/// Plays a sound and returns the channel it plays on, or 0 where there is no sound or no channel is free.
///
/// The channel can be changed while it plays, see ChannelVolume and its kin. A sound of Load3DSound plays where the world has its middle.
#[command(PlaySound)]
fn play_sound(m: &mut Machine, sound: Option<SoundId>) -> Answer<i32> {
    let Some(id) = sound else {
        return Ok(0);
    };
    let played = play(m, id, m.sound.sounds[id].in_space.then(Default::default))?;
    Ok(played.map_or(0, |(handle, _)| handle))
}

/// Plays a sound, where it is heard in space from this body. `None` where no channel is free.
pub(super) fn play(
    m: &mut Machine,
    id: SoundId,
    body: Option<flitz_runtime::audio::Body>,
) -> Answer<Option<(i32, super::ChannelId)>> {
    let sound = &m.sound.sounds[id];
    let source = Source::samples(sound.samples.clone(), sound.looped);
    let voice = Voice {
        of: Some(sound.samples.clone()),
        tune: false,
        mono: sound.samples.channels() == 1,
        frequency: sound.frequency,
        volume: sound.volume,
        pan: sound.pan,
        body,
    };
    let (frequency, gains) = voice.heard(m.sound.space.listener());
    let now = m.clock.peek();
    let engine = m.sound.engine(&mut m.console, now);
    let Some(playing) = engine.play(source, frequency, gains) else {
        return Ok(None);
    };
    let channel = Channel::Voice { voice, playing };
    m.sound.keep_channel(&mut m.handles, channel).map(Some)
}
