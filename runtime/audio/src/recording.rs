//! A mix as a WAV file.

use std::io::{self, Seek, SeekFrom, Write};

use crate::engine::RATE;

/// Bytes of a frame: two channels of 16 bits.
const FRAME: u32 = 4;

/// Where a mix is written to.
pub(crate) struct Recording {
    file: Box<dyn Destination>,
    written: u64,
    /// The first error; nothing more is written after it.
    failed: Option<io::Error>,
}

/// A file, or what is as good as one.
pub trait Destination: Write + Seek + Send {}

impl<T: Write + Seek + Send> Destination for T {}

impl Recording {
    pub fn new(file: Box<dyn Destination>) -> io::Result<Self> {
        let mut recording = Self {
            file,
            written: 0,
            failed: None,
        };
        // The sizes are not known yet.
        recording.write_header()?;
        Ok(recording)
    }

    fn write_header(&mut self) -> io::Result<()> {
        let size = u32::try_from(self.written).unwrap_or(u32::MAX - 36);
        let file = &mut self.file;
        file.write_all(b"RIFF")?;
        file.write_all(&size.saturating_add(36).to_le_bytes())?;
        file.write_all(b"WAVEfmt ")?;
        file.write_all(&16_u32.to_le_bytes())?;
        for number in [1_u16, 2] {
            file.write_all(&number.to_le_bytes())?;
        }
        for number in [RATE, RATE * FRAME] {
            file.write_all(&number.to_le_bytes())?;
        }
        for number in [FRAME as u16, 16] {
            file.write_all(&number.to_le_bytes())?;
        }
        file.write_all(b"data")?;
        file.write_all(&size.to_le_bytes())
    }

    /// Writes samples from -1 to 1, left and right in turn.
    pub fn write(&mut self, samples: &[f32]) {
        if self.failed.is_some() {
            return;
        }
        let bytes = samples
            .iter()
            .flat_map(|&sample| ((sample * 32_767.0).round() as i16).to_le_bytes());
        let bytes: Vec<u8> = bytes.collect();
        match self.file.write_all(&bytes) {
            Ok(()) => self.written += bytes.len() as u64,
            Err(why) => self.failed = Some(why),
        }
    }

    /// Writes the sizes into the header, and what is still on its way. The error is the first of all.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(why) = self.failed {
            return Err(why);
        }
        self.file.seek(SeekFrom::Start(0))?;
        self.write_header()?;
        self.file.flush()
    }
}
