//! A sound in memory.

use std::sync::Arc;

use kira::Frame;

use crate::decode::{DecodeError, Stream};

/// Decoded, a file may take so many times its own size.
const GROWTH: usize = 64;

/// Besides, any file may take so many bytes.
const ALLOWANCE: usize = 16 << 20;

/// A sound in memory: 16 bits a sample, one or two channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Samples {
    rate: u32,
    channels: usize,
    /// Left and right in turn, where there are two channels.
    data: Vec<i16>,
}

impl Samples {
    /// A sound of this many samples a second and channels, whose samples stand in turn in `data`. `None` where the rate is 0, there are
    /// no samples, or not one or two channels.
    pub fn new(rate: u32, channels: usize, mut data: Vec<i16>) -> Option<Self> {
        if rate == 0 || !(1..=2).contains(&channels) {
            return None;
        }
        data.truncate(data.len() / channels * channels);
        (!data.is_empty()).then_some(Self {
            rate,
            channels,
            data,
        })
    }

    /// Decodes a file. A file that is damaged further on ends there. One that would take more than 64 times its size and 16 MB is an
    /// error: such files exist only to fill the memory.
    pub fn decode(bytes: Arc<[u8]>) -> Result<Self, DecodeError> {
        let most = bytes.len().saturating_mul(GROWTH).saturating_add(ALLOWANCE) / size_of::<i16>();
        let mut stream = Stream::open(bytes)?;
        let mut data = Vec::new();
        while stream.decode_onto(&mut data) {
            if data.len() > most {
                return Err(DecodeError::TooLong);
            }
        }
        data.shrink_to_fit();
        Self::new(stream.rate(), stream.channels(), data).ok_or(DecodeError::Empty)
    }

    /// The same in one channel, the mean of both.
    pub fn into_mono(self) -> Self {
        if self.channels == 1 {
            return self;
        }
        let (pairs, _) = self.data.as_chunks::<2>();
        let mean = |&[left, right]: &[i16; 2]| ((i32::from(left) + i32::from(right)) / 2) as i16;
        Self {
            rate: self.rate,
            channels: 1,
            data: pairs.iter().map(mean).collect(),
        }
    }

    /// Samples a second in each channel, at least 1.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// One or two.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// How many samples each channel has, at least 1.
    pub fn len(&self) -> usize {
        self.data.len() / self.channels
    }

    /// Never: a sound has at least one sample.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// What both ears get at a sample, `None` beyond the end.
    pub(crate) fn frame(&self, index: usize) -> Option<Frame> {
        let at = index.checked_mul(self.channels)?;
        frame(self.data.get(at..at + self.channels)?)
    }
}

/// What both ears get of one or two samples.
pub(crate) fn frame(samples: &[i16]) -> Option<Frame> {
    let part = |sample: i16| f32::from(sample) / 32_768.0;
    match *samples {
        [both] => Some(Frame::from_mono(part(both))),
        [left, right] => Some(Frame::new(part(left), part(right))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_sound_is_refused() {
        assert_eq!(Samples::new(0, 1, vec![1]), None);
        assert_eq!(Samples::new(44_100, 3, vec![1, 2, 3]), None);
        assert_eq!(Samples::new(44_100, 2, vec![1]), None);
        let odd = Samples::new(44_100, 2, vec![1, 2, 3]).unwrap();
        assert_eq!((odd.len(), odd.frame(1)), (1, None));
    }

    #[test]
    fn one_channel_is_the_mean_of_two() {
        let both = Samples::new(8_000, 2, vec![i16::MAX, i16::MAX, 100, -300]).unwrap();
        let mono = both.into_mono();
        assert_eq!((mono.channels(), mono.len()), (1, 2));
        assert_eq!(mono.data, [i16::MAX, -100]);
    }
}
