//! Channels: what plays, and how it is changed while it does.

use std::sync::Arc;

use flitz_runtime::audio::{Body, Gains, Listener, Playing, Samples};

use super::{Pan, Volume};
use crate::command::{Answer, Group, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};

/// A channel as a program holds it.
pub enum Channel {
    /// Plays a sound or music.
    Voice {
        /// How it is to be heard.
        voice: Voice,
        /// What the mixer plays.
        playing: Playing,
    },
    /// That of the compact disc, which there is none of.
    Disc,
}

/// How something is to be heard.
pub struct Voice {
    /// The samples of the sound that it plays, `None` for music.
    pub of: Option<Arc<Samples>>,
    /// Whether it is a tracker module, of which only the volume can be changed.
    pub tune: bool,
    /// Whether the file has one channel.
    pub mono: bool,
    /// Samples of the file a second.
    pub frequency: f32,
    pub volume: Volume,
    /// `None` where the program has not said.
    pub pan: Option<Pan>,
    /// Where it is, for what is heard in space.
    pub body: Option<Body>,
}

/// A channel that a program gave.
pub type ChannelId = Key<Channel>;

impl Stored for Channel {
    const KIND: Kind = Kind::Channel;

    fn store(machine: &Machine) -> &Store<Self> {
        &machine.sound.channels
    }
}

impl Voice {
    /// Samples a second and loudness in each ear, as this listener hears it.
    pub fn heard(&self, listener: &Listener) -> (f32, Gains) {
        let gain = self.volume.gain();
        if let Some(body) = &self.body {
            let heard = listener.hear(body);
            let gains = Gains::panned(gain * heard.gain, heard.pan);
            return (self.frequency * heard.pitch, gains);
        }
        let gains = match self.pan {
            Some(pan) => Gains::panned(gain, pan.side()),
            None if self.mono => Gains::panned(gain, 0.0),
            None => Gains::equal(gain),
        };
        (self.frequency, gains)
    }
}

impl Channel {
    /// Until it has ended or was stopped. A disc never ends.
    pub fn is_playing(&self) -> bool {
        match self {
            Self::Voice { playing, .. } => playing.is_playing(),
            Self::Disc => true,
        }
    }

    /// Ends it where it plays these samples.
    pub fn stop_if_of(&self, samples: &Arc<Samples>) {
        if let Self::Voice { voice, playing } = self
            && let Some(of) = &voice.of
            && Arc::ptr_eq(of, samples)
        {
            playing.stop();
        }
    }

    /// Puts what is heard in space elsewhere; [`Channel::tell`] lets it be heard.
    pub fn put(&mut self, body: Body) {
        if let Self::Voice { voice, .. } = self
            && voice.body.is_some()
        {
            voice.body = Some(body);
        }
    }

    /// Lets the mixer know how it is heard now.
    pub fn tell(&self, listener: &Listener) {
        if let Self::Voice { voice, playing } = self {
            let (frequency, gains) = voice.heard(listener);
            playing.set_frequency(frequency);
            playing.set_gains(gains);
        }
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "channels",
    [
        stop_channel,
        pause_channel,
        resume_channel,
        channel_pitch,
        channel_volume,
        channel_pan,
        channel_playing
    ]
);

/// Changes a channel, and lets it be heard.
fn change(
    m: &mut Machine,
    channel: Option<ChannelId>,
    change: impl FnOnce(&mut Voice, &Playing),
) -> Answer {
    let Some(id) = channel else {
        return Ok(());
    };
    m.sound.catch_up(m.clock.peek());
    let channel = &mut m.sound.channels[id];
    if let Channel::Voice { voice, playing } = channel {
        change(voice, playing);
        channel.tell(m.sound.space.listener());
    }
    Ok(())
}

/// Ends a channel. A channel of 0 is none, here and in the commands below.
#[command(StopChannel)]
fn stop_channel(m: &mut Machine, channel: Option<ChannelId>) -> Answer {
    change(m, channel, |_, playing| playing.stop())
}

/// Holds a channel, until ResumeChannel.
#[command(PauseChannel)]
fn pause_channel(m: &mut Machine, channel: Option<ChannelId>) -> Answer {
    change(m, channel, |_, playing| playing.set_paused(true))
}

/// Lets a channel go on that PauseChannel holds.
#[command(ResumeChannel)]
fn resume_channel(m: &mut Machine, channel: Option<ChannelId>) -> Answer {
    change(m, channel, |_, playing| playing.set_paused(false))
}

/// Sets how fast a channel plays, in samples a second, see SoundPitch.
#[command(ChannelPitch)]
fn channel_pitch(m: &mut Machine, channel: Option<ChannelId>, pitch: i32) -> Answer {
    change(m, channel, |voice, _| {
        if !voice.tune {
            voice.frequency = pitch as f32;
        }
    })
}

/// Sets how loud a channel is, from 0 to 1.
#[command(ChannelVolume)]
fn channel_volume(m: &mut Machine, channel: Option<ChannelId>, volume: f32) -> Answer {
    change(m, channel, |voice, _| {
        voice.volume = Volume::from_number(volume)
    })
}

/// Sets on which side a channel is heard, from -1 (left) over 0 (middle) to 1 (right). A channel of EmitSound is heard from where it is.
#[command(ChannelPan)]
fn channel_pan(m: &mut Machine, channel: Option<ChannelId>, pan: f32) -> Answer {
    change(m, channel, |voice, _| {
        if !voice.tune {
            voice.pan = Some(Pan::from_number(pan));
        }
    })
}

/// Whether a channel still plays; also while it is held.
#[command(ChannelPlaying)]
fn channel_playing(m: &mut Machine, channel: Option<ChannelId>) -> Answer<bool> {
    let Some(id) = channel else {
        return Ok(false);
    };
    // Programs ask until it has ended: that must come on a clock that only such questions move, too.
    let now = m.clock.now();
    m.sound.catch_up(now);
    Ok(m.sound.channels[id].is_playing())
}
