//! Where a voice has its frames from.

use std::sync::Arc;

use kira::Frame;

use crate::decode::Stream;
use crate::engine::RATE;
use crate::samples::{Samples, frame};
use crate::tune::{Player, Tune};

/// Something that can play: samples in memory, a stream that is decoded while it plays, or a tune.
pub struct Source(Kind);

enum Kind {
    Samples {
        samples: Arc<Samples>,
        /// The next sample forwards; the one before it is the next backwards.
        position: usize,
        looped: bool,
    },
    /// What is made while it plays.
    Made {
        maker: Maker,
        /// Samples that are made and not played yet, from `position` on.
        made: Vec<i16>,
        position: usize,
    },
}

enum Maker {
    Stream(Box<Stream>),
    /// `None` where the notes make no sense.
    Tune(Option<Player>),
}

impl Maker {
    fn rate(&self) -> u32 {
        match self {
            Self::Stream(stream) => stream.rate(),
            Self::Tune(_) => RATE,
        }
    }

    fn channels(&self) -> usize {
        match self {
            Self::Stream(stream) => stream.channels(),
            Self::Tune(_) => 2,
        }
    }

    fn make_onto(&mut self, samples: &mut Vec<i16>) -> bool {
        match self {
            Self::Stream(stream) => stream.decode_onto(samples),
            Self::Tune(player) => player.as_mut().is_some_and(|p| p.play_onto(samples)),
        }
    }
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
        Self::made_by(Maker::Stream(Box::new(stream)))
    }

    /// A tune from its start, for ever.
    pub fn tune(tune: Tune) -> Self {
        Self::made_by(Maker::Tune(tune.player()))
    }

    fn made_by(maker: Maker) -> Self {
        Self(Kind::Made {
            maker,
            made: Vec::new(),
            position: 0,
        })
    }

    /// Samples a second in the file.
    pub fn rate(&self) -> u32 {
        match &self.0 {
            Kind::Samples { samples, .. } => samples.rate(),
            Kind::Made { maker, .. } => maker.rate(),
        }
    }

    /// One or two.
    pub fn channels(&self) -> usize {
        match &self.0 {
            Kind::Samples { samples, .. } => samples.channels(),
            Kind::Made { maker, .. } => maker.channels(),
        }
    }

    /// Whether there is always another frame.
    pub(crate) fn is_endless(&self) -> bool {
        match &self.0 {
            Kind::Samples { looped, .. } => *looped,
            Kind::Made { maker, .. } => matches!(maker, Maker::Tune(_)),
        }
    }

    /// Goes to the end, from where samples play backwards. Streams and tunes stay where they are.
    pub(crate) fn go_to_end(&mut self) {
        if let Kind::Samples {
            samples, position, ..
        } = &mut self.0
        {
            *position = samples.len();
        }
    }

    /// The next frame, or the one before where `backwards`; `None` at the end. Streams and tunes have no way back and play on.
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
            Kind::Made {
                maker,
                made,
                position,
            } => {
                let channels = maker.channels();
                if *position >= made.len() {
                    made.clear();
                    *position = 0;
                    if !maker.make_onto(made) {
                        return None;
                    }
                }
                let frame = frame(made.get(*position..*position + channels)?)?;
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
