//! Files of sound in memory, and measures of a mix.

#![allow(dead_code)]

use std::f64::consts::TAU;
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex};

/// A WAV file: format tag 1 for whole numbers, 3 for floats, 6 and 7 for A-law and µ-law.
pub fn wav(tag: u16, rate: u32, channels: u16, bits: u16, data: &[u8]) -> Vec<u8> {
    let frame = channels * bits / 8;
    let mut file = b"RIFF".to_vec();
    file.extend((36 + data.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    for number in [tag, channels] {
        file.extend(number.to_le_bytes());
    }
    for number in [rate, rate * u32::from(frame)] {
        file.extend(number.to_le_bytes());
    }
    for number in [frame, bits] {
        file.extend(number.to_le_bytes());
    }
    file.extend(b"data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    file
}

/// A sine of this many samples.
pub fn sine(hertz: f64, rate: u32, count: usize, amplitude: f64) -> Vec<i16> {
    (0..count)
        .map(|i| (amplitude * (TAU * hertz * i as f64 / f64::from(rate)).sin()).round() as i16)
        .collect()
}

/// A file in memory that is looked at while somebody else writes it.
#[derive(Clone, Default)]
pub struct Shared(Arc<Mutex<Cursor<Vec<u8>>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Shared {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.lock().unwrap().seek(to)
    }
}

impl Shared {
    /// Left and right of a recording, by the sizes in its header.
    pub fn mix(&self) -> Mix {
        let file = self.0.lock().unwrap();
        let bytes = file.get_ref();
        let size = u32::from_le_bytes(bytes[40..44].try_into().unwrap()) as usize;
        assert_eq!(&bytes[..4], b"RIFF");
        assert_eq!(bytes.len(), 44 + size);
        let (samples, _) = bytes[44..].as_chunks::<2>();
        let samples: Vec<f64> = samples
            .iter()
            .map(|&b| f64::from(i16::from_le_bytes(b)) / 32_767.0)
            .collect();
        Mix {
            left: samples.iter().step_by(2).copied().collect(),
            right: samples.iter().skip(1).step_by(2).copied().collect(),
        }
    }
}

/// What was heard.
pub struct Mix {
    pub left: Vec<f64>,
    pub right: Vec<f64>,
}

/// The root of the mean square.
pub fn loudness(samples: &[f64]) -> f64 {
    (samples.iter().map(|s| s * s).sum::<f64>() / samples.len() as f64).sqrt()
}

/// The frequency of what is about a sine, at 44,100 samples a second: from its first upward crossing of 0 to its last.
pub fn pitch(samples: &[f64]) -> f64 {
    let crossings: Vec<f64> = samples
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| pair[0] < 0.0 && pair[1] >= 0.0)
        .map(|(i, pair)| i as f64 + pair[0] / (pair[0] - pair[1]))
        .collect();
    let (Some(first), Some(last)) = (crossings.first(), crossings.last()) else {
        return 0.0;
    };
    (crossings.len() - 1) as f64 * 44_100.0 / (last - first)
}
