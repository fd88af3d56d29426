//! Music, which is decoded while it plays.

use std::sync::Arc;

use flitz_interpreter::string::Str;
use flitz_runtime::audio::{Source, Stream};

use super::channels::{Channel, Voice};
use super::{ChannelId, Volume};
use crate::command::{Answer, Group, command, group};
use crate::handles::Kind;
use crate::machine::Machine;

/// A file of music that was played before: it keeps its channel.
pub struct Music {
    bytes: Arc<[u8]>,
    handle: i32,
    channel: ChannelId,
}

/// The commands of this file.
pub const COMMANDS: Group = group!("music", [play_music, play_cd_track]);

/// Plays a file of music (WAV, OGG, MP3 or FLAC) once and returns its channel, or 0 where it cannot be played.
///
/// A file has one channel: playing it again starts it anew there. MIDI files are not played.
#[command(PlayMusic, permission = Read)]
fn play_music(m: &mut Machine, midifile: &Str) -> Answer<i32> {
    let name = midifile.to_text();
    let key = name.to_lowercase();
    let known = m.sound.music.get(&key).map(|music| music.bytes.clone());
    let bytes = match known {
        Some(bytes) => Ok(bytes),
        None => m
            .files
            .load(&name)
            .map(Arc::from)
            .map_err(|e| m.not_read(&name, &e)),
    };
    let opened = bytes.and_then(|bytes: Arc<[u8]>| {
        let stream = Stream::open(bytes.clone());
        let stream = stream.map_err(|e| match &*bytes {
            [b'M', b'T', b'h', b'd', ..] => {
                "it is a MIDI file, which says what to play and not how it sounds; flitz has no instruments for it.".to_owned()
            }
            _ => format!("{} cannot be played: {e}.", m.files.find(&name).display()),
        })?;
        Ok((bytes, stream))
    });
    let (bytes, stream) = match opened {
        Ok(opened) => opened,
        Err(why) => {
            let why = format!("the music is not played: {why}");
            m.console.note(&format!("PlayMusic \"{name}\": {why}"));
            m.handles.note_failure(Kind::Channel, why);
            return Ok(0);
        }
    };
    let voice = Voice {
        of: None,
        mono: stream.channels() == 1,
        frequency: stream.rate() as f32,
        volume: Volume::FULL,
        pan: None,
        body: None,
    };
    let (frequency, gains) = voice.heard(m.sound.space.listener());
    let now = m.clock.peek();
    let engine = m.sound.engine(&mut m.console, now);
    let Some(playing) = engine.play(Source::stream(stream), frequency, gains) else {
        return Ok(0);
    };
    let channel = Channel::Voice { voice, playing };
    if let Some(music) = m.sound.music.get(&key) {
        let held = &mut m.sound.channels[music.channel];
        if let Channel::Voice { playing, .. } = held {
            playing.stop();
        }
        *held = channel;
        return Ok(music.handle);
    }
    let handle = m.sound.channels.add(&mut m.handles, channel, &name)?;
    let channel = m.sound.channels.key(&m.handles, handle)?;
    let music = Music {
        bytes,
        handle,
        channel,
    };
    m.sound.music.insert(key, music);
    Ok(handle)
}

/// Returns the channel of the compact disc. There is no disc, so nothing is heard; like in Blitz3D the channel counts as playing whatever
/// the drive does. The modes are 1 once, 2 again and again, 3 all tracks.
#[command(PlayCDTrack, defaults(mode = 1))]
fn play_cd_track(m: &mut Machine, track: i32, mode: i32) -> Answer<i32> {
    m.console.note(&format!(
        "PlayCDTrack: track {track} is not heard, as flitz plays no compact discs (mode {mode}); PlayMusic plays files"
    ));
    match m.sound.disc {
        Some(handle) => Ok(handle),
        None => {
            let handle = m
                .sound
                .channels
                .add(&mut m.handles, Channel::Disc, "the compact disc")?;
            m.sound.disc = Some(handle);
            Ok(handle)
        }
    }
}
