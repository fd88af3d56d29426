//! Files of sound become samples.

use std::fmt;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::AudioDecoder;
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatReader, TrackType};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};

/// Damaged packets after which a file counts as ended.
const MOST_DAMAGED: u32 = 64;

/// Packets without a sound of their own (of other tracks, or empty) after which a file counts as ended.
const MOST_SILENT: u32 = 4096;

/// Why a file is no sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// Not WAV, Ogg Vorbis, MP2, MP3 or FLAC, or damaged at its start.
    Unknown,
    /// There is no sound in it.
    Empty,
    /// It has neither one channel nor two.
    Channels,
    /// It would take more memory than any honest file.
    TooLong,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "it is not a WAV, OGG, MP3 or FLAC file, or it is damaged",
            Self::Empty => "there is no sound in it",
            Self::Channels => "it has more than two channels",
            Self::TooLong => "it holds far more sound than its size allows for",
        })
    }
}

impl std::error::Error for DecodeError {}

/// A file that is decoded piece by piece.
pub struct Stream {
    bytes: Arc<[u8]>,
    reader: Box<dyn FormatReader>,
    decoder: Box<dyn AudioDecoder>,
    track: u32,
    rate: u32,
    channels: usize,
    /// Samples that were decoded to find out what is in the file.
    first: Vec<i16>,
    ended: bool,
}

impl Stream {
    /// Looks into a file, by its bytes and not by its name.
    pub fn open(bytes: Arc<[u8]>) -> Result<Self, DecodeError> {
        guarded(|| Self::look_into(bytes)).unwrap_or(Err(DecodeError::Unknown))
    }

    fn look_into(bytes: Arc<[u8]>) -> Result<Self, DecodeError> {
        let source = Box::new(Cursor::new(bytes.clone()));
        let source = MediaSourceStream::new(source, MediaSourceStreamOptions::default());
        let reader = symphonia::default::get_probe()
            .probe(&Hint::new(), source, Default::default(), Default::default())
            .map_err(|_| DecodeError::Unknown)?;
        let track = reader
            .default_track(TrackType::Audio)
            .ok_or(DecodeError::Empty)?;
        let Some(CodecParameters::Audio(parameters)) = &track.codec_params else {
            return Err(DecodeError::Empty);
        };
        let id = track.id;
        let decoder = symphonia::default::get_codecs()
            .make_audio_decoder(parameters, &Default::default())
            .map_err(|_| DecodeError::Unknown)?;
        let mut stream = Self {
            bytes,
            reader,
            decoder,
            track: id,
            rate: 0,
            channels: 0,
            first: Vec::new(),
            ended: false,
        };
        // What a header says may be wrong; what comes out of the decoder counts.
        let mut first = Vec::new();
        if !stream.next_packet(&mut first) {
            return Err(match stream.channels {
                0..=2 => DecodeError::Empty,
                _ => DecodeError::Channels,
            });
        }
        stream.first = first;
        Ok(stream)
    }

    /// The same file from its start.
    pub fn restarted(&self) -> Result<Self, DecodeError> {
        Self::open(self.bytes.clone())
    }

    /// Samples a second in each channel, at least 1.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// One or two.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Decodes the next piece onto the end of `samples`, left and right in turn where there are two channels. False at the end.
    pub fn decode_onto(&mut self, samples: &mut Vec<i16>) -> bool {
        if !self.first.is_empty() {
            samples.append(&mut self.first);
            return true;
        }
        // A decoder that fails in the middle of a piece is not asked again.
        let going_on = guarded(|| self.next_packet(samples)).unwrap_or(false);
        self.ended |= !going_on;
        going_on
    }

    fn next_packet(&mut self, samples: &mut Vec<i16>) -> bool {
        let (mut damaged, mut silent) = (0, 0);
        while !self.ended && damaged < MOST_DAMAGED && silent < MOST_SILENT {
            let packet = match self.reader.next_packet() {
                Ok(Some(packet)) => packet,
                Err(Error::DecodeError(_)) => {
                    damaged += 1;
                    continue;
                }
                Ok(None) | Err(_) => return false,
            };
            if packet.track_id != self.track {
                silent += 1;
                continue;
            }
            match self.decoder.decode(&packet) {
                Ok(piece) if piece.frames() == 0 => silent += 1,
                Ok(piece) => {
                    let (rate, channels) = (piece.spec().rate(), piece.num_planes());
                    let same = self.rate == rate && self.channels == channels;
                    if self.channels == 0 {
                        (self.rate, self.channels) = (rate, channels);
                    } else if !same {
                        // Files that were put together of unlike ones end where the first does.
                        return false;
                    }
                    if !(1..=2).contains(&channels) || rate == 0 {
                        return false;
                    }
                    let start = samples.len();
                    samples.resize(start + piece.samples_interleaved(), 0);
                    piece.copy_to_slice_interleaved(&mut samples[start..]);
                    return true;
                }
                Err(Error::DecodeError(_)) => damaged += 1,
                Err(_) => return false,
            }
        }
        false
    }
}

/// Runs a decoder, which is code for well-made files: where it panics, there is no result. The message is not shown.
pub(crate) fn guarded<T>(decode: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(decode)).ok()
}
