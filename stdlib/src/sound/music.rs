//! Music, which is decoded while it plays.

use std::sync::Arc;

use flitz_interpreter::string::Str;
use flitz_runtime::audio::{Source, Stream, Tune};

use super::channels::{Channel, Voice};
use super::{ChannelId, Volume};
use crate::command::{Answer, Group, command, group};
use crate::handles::Kind;
use crate::machine::Machine;

/// A file of music that was played before: it keeps its channel.
pub struct Music {
    score: Score,
    handle: i32,
    channel: ChannelId,
}

/// What music is played from.
#[derive(Clone)]
enum Score {
    /// A file that is decoded while it plays.
    File(Arc<[u8]>),
    /// Notes.
    Tune(Tune),
}

impl Score {
    /// By its content. The error is a sentence's end.
    fn new(bytes: Vec<u8>) -> Result<Self, String> {
        if Tune::is_one(&bytes) {
            let tune = Tune::open(&bytes);
            return tune
                .map(Self::Tune)
                .map_err(|_| "the module is damaged".to_owned());
        }
        if bytes.starts_with(b"MThd") {
            return Err("it is a MIDI file, which says what to play and not how it sounds, and flitz has no instruments for it".to_owned());
        }
        let bytes: Arc<[u8]> = bytes.into();
        match Stream::open(bytes.clone()) {
            Ok(_) => Ok(Self::File(bytes)),
            Err(why) => Err(why.to_string()),
        }
    }

    /// From its start, and how it is to be heard.
    fn start(&self) -> Option<(Source, Voice)> {
        let source = match self {
            Self::File(bytes) => Source::stream(Stream::open(bytes.clone()).ok()?),
            Self::Tune(tune) => Source::tune(*tune),
        };
        let voice = Voice {
            of: None,
            tune: matches!(self, Self::Tune(_)),
            mono: source.channels() == 1,
            frequency: source.rate() as f32,
            volume: Volume::FULL,
            pan: None,
            body: None,
        };
        Some((source, voice))
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!("music", [play_music, play_cd_track]);

/// Plays a file of music and returns its channel, or 0 where it cannot be played: WAV, OGG, MP3 and FLAC once, tracker modules (MOD, XM,
/// S3M, IT) again and again. MIDI files are not played.
///
/// A file has one channel: playing it again starts it anew there. Of modules only the volume can be changed.
#[command(PlayMusic, permission = Read)]
fn play_music(m: &mut Machine, midifile: &Str) -> Answer<i32> {
    let name = midifile.to_text();
    let key = name.to_lowercase();
    let known = m.sound.music.get(&key).map(|music| Ok(music.score.clone()));
    let score = known.unwrap_or_else(|| {
        let loaded = m.files.load(&name).map_err(|e| m.not_read(&name, &e));
        loaded.and_then(|bytes| {
            let score = Score::new(bytes);
            score.map_err(|e| format!("{} cannot be played: {e}.", m.files.find(&name).display()))
        })
    });
    let score = match score {
        Ok(score) => score,
        Err(why) => {
            let why = format!("the music is not played: {why}");
            m.console.note(&format!("PlayMusic \"{name}\": {why}"));
            m.handles.note_failure(Kind::Channel, why);
            return Ok(0);
        }
    };
    let Some((source, voice)) = score.start() else {
        return Ok(0);
    };
    let (frequency, gains) = voice.heard(m.sound.space.listener());
    let now = m.clock.peek();
    let engine = m.sound.engine(&mut m.console, now);
    let Some(playing) = engine.play(source, frequency, gains) else {
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
        score,
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
