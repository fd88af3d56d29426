//! Where a voice has its frames from.

use std::sync::Arc;

use kira::Frame;

use crate::decode::Stream;
use crate::samples::{Samples, frame};

/// Something that can play: samples in memory, or a stream that is decoded while it plays.
pub struct Source(Kind);

enum Kind {
    Samples {
        samples: Arc<Samples>,
        /// The next sample forwards; the one before it is the next backwards.
        position: usize,
        looped: bool,
    },
    Stream {
        stream: Box<Stream>,
        /// Samples that are decoded and not played yet, from `position` on.
        decoded: Vec<i16>,
        position: usize,
    },
}

impl Source {
    /// Samples from their start, again and again where `looped`.
    pub fn samples(samples: Arc<Samples>, looped: bool) -> Self {
        Self(Kind::Samples {
            samples,
            position: 0,
            looped,
        })
    }

    /// A stream from where it stands to its end.
    pub fn stream(stream: Stream) -> Self {
        Self(Kind::Stream {
            stream: Box::new(stream),
            decoded: Vec::new(),
            position: 0,
        })
    }

    /// Samples a second in the file.
    pub fn rate(&self) -> u32 {
        match &self.0 {
            Kind::Samples { samples, .. } => samples.rate(),
            Kind::Stream { stream, .. } => stream.rate(),
        }
    }

    /// One or two.
    pub fn channels(&self) -> usize {
        match &self.0 {
            Kind::Samples { samples, .. } => samples.channels(),
            Kind::Stream { stream, .. } => stream.channels(),
        }
    }

    /// Goes to the end, from where samples play backwards. A stream stays where it is.
    pub(crate) fn go_to_end(&mut self) {
        if let Kind::Samples {
            samples, position, ..
        } = &mut self.0
        {
            *position = samples.len();
        }
    }

    /// The next frame, or the one before where `backwards`; `None` at the end. A stream has no way back and plays on.
    pub(crate) fn next(&mut self, backwards: bool) -> Option<Frame> {
        match &mut self.0 {
            Kind::Samples {
                samples,
                position,
                looped,
            } if backwards => {
                if *position == 0 && *looped {
                    *position = samples.len();
                }
                *position = position.checked_sub(1)?;
                samples.frame(*position)
            }
            Kind::Samples {
                samples,
                position,
                looped,
            } => {
                if *position >= samples.len() && *looped {
                    *position = 0;
                }
                let frame = samples.frame(*position)?;
                *position += 1;
                Some(frame)
            }
            Kind::Stream {
                stream,
                decoded,
                position,
            } => {
                let channels = stream.channels();
                if *position >= decoded.len() {
                    decoded.clear();
                    *position = 0;
                    if !stream.decode_onto(decoded) {
                        return None;
                    }
                }
                let frame = frame(decoded.get(*position..*position + channels)?)?;
                *position += channels;
                Some(frame)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Arc<Samples> {
        Arc::new(Samples::new(8_000, 1, vec![1 << 12, 2 << 12, 3 << 12]).unwrap())
    }

    fn heard(source: &mut Source, directions: &str) -> String {
        let heard = directions.chars().map(|d| match source.next(d == '<') {
            Some(frame) => char::from(b'0' + (frame.left * 8.0) as u8),
            None => '-',
        });
        heard.collect()
    }

    #[test]
    fn samples_play_both_ways() {
        assert_eq!(heard(&mut Source::samples(three(), false), ">>>>"), "123-");
        let mut back = Source::samples(three(), false);
        back.go_to_end();
        assert_eq!(heard(&mut back, "<<<<"), "321-");
        assert_eq!(heard(&mut Source::samples(three(), true), ">>>>>"), "12312");
        assert_eq!(heard(&mut Source::samples(three(), true), "<<<<<"), "32132");
        // Turning round repeats the frame that was played last.
        assert_eq!(
            heard(&mut Source::samples(three(), false), ">><<<>"),
            "1221-1"
        );
    }
}
