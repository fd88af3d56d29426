//! A file as a stream: one position for reading and writing, and a buffer before the system's calls.

use std::io::SeekFrom;

use super::Access;
use crate::backend::files::OpenFile;
use crate::streams::{End, Stream};

/// Bytes read or written at once.
const CHUNK: usize = 1 << 14;

/// An open file.
///
/// Errors of the system end reading and are swallowed in writing, as the original's streams did: a read then gives
/// fewer bytes than asked for, a write says how many it took.
pub struct FileStream {
    file: Box<dyn OpenFile>,
    access: Access,
    buffer: Vec<u8>,
    state: State,
}

/// What the buffer holds.
#[derive(Clone, Copy)]
enum State {
    /// Bytes read ahead, of which the first `used` have been handed out; the file's own position is after them all.
    Reading { used: usize },
    /// Bytes not yet written, which belong at the file's own position.
    Writing,
}

impl FileStream {
    /// A stream over an open file.
    pub fn new(file: Box<dyn OpenFile>, access: Access) -> Self {
        Self {
            file,
            access,
            buffer: Vec::new(),
            state: State::Reading { used: 0 },
        }
    }

    /// The position of the next byte, from 0.
    pub fn position(&mut self) -> u64 {
        let own = self.file.stream_position().unwrap_or(0);
        let waiting = self.buffer.len() as u64;
        match self.state {
            State::Reading { used } => own.saturating_sub(waiting - used as u64),
            State::Writing => own + waiting,
        }
    }

    /// Moves to a position, from 0; it may lie past the end.
    pub fn seek(&mut self, position: u64) -> bool {
        self.flush();
        self.buffer.clear();
        self.state = State::Reading { used: 0 };
        self.file.seek(SeekFrom::Start(position)).is_ok()
    }

    /// Hands what waits to the system.
    fn flush(&mut self) {
        if let State::Writing = self.state {
            let _ = self.file.write_all(&self.buffer);
            self.buffer.clear();
        }
    }

    /// Makes the buffer ready for reading and gives the bytes in it, reading more where there are none.
    fn fill(&mut self) -> &[u8] {
        if self.access == Access::Write {
            return &[];
        }
        self.flush();
        let used = match self.state {
            State::Reading { used } if used < self.buffer.len() => used,
            _ => {
                self.buffer.resize(CHUNK, 0);
                let got = self.file.read(&mut self.buffer).unwrap_or(0);
                self.buffer.truncate(got);
                self.state = State::Reading { used: 0 };
                0
            }
        };
        self.buffer.get(used..).unwrap_or_default()
    }

    fn consume(&mut self, count: usize) {
        if let State::Reading { used } = &mut self.state {
            *used += count;
        }
    }
}

impl Stream for FileStream {
    fn read(&mut self, target: &mut [u8]) -> usize {
        let mut done = 0;
        while let Some(rest) = target.get_mut(done..).filter(|rest| !rest.is_empty()) {
            let ready = self.fill();
            let count = ready.len().min(rest.len());
            if count == 0 {
                break;
            }
            rest.iter_mut()
                .zip(ready)
                .for_each(|(to, from)| *to = *from);
            self.consume(count);
            done += count;
        }
        done
    }

    fn write(&mut self, bytes: &[u8]) -> usize {
        if self.access == Access::Read {
            return 0;
        }
        if let State::Reading { .. } = self.state {
            let position = self.position();
            if !self.seek(position) {
                return 0;
            }
            self.state = State::Writing;
        }
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= CHUNK {
            self.flush();
        }
        bytes.len()
    }

    fn available(&mut self) -> u64 {
        if self.access == Access::Write {
            return 0;
        }
        self.flush();
        let length = self.file.length();
        length.saturating_sub(self.position())
    }

    fn end(&mut self) -> End {
        if self.fill().is_empty() {
            End::Reached
        } else {
            End::Not
        }
    }

    fn as_file(&mut self) -> Option<&mut FileStream> {
        Some(self)
    }
}

impl Drop for FileStream {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;

    #[test]
    fn reading_and_writing_share_one_position() {
        let folder = crate::testing::folder("file-stream");
        let files = Files::new(&folder);
        assert!(files.open("a.bin", Access::Update).is_err());
        let mut out = files.open("a.bin", Access::Write).unwrap();
        assert_eq!(out.write(&[7; 40_000]), 40_000);
        assert_eq!(out.position(), 40_000);
        assert_eq!(out.read(&mut [0]), 0);
        assert_eq!(out.end(), End::Reached);
        drop(out);

        let mut both = files.open("A.BIN", Access::Update).unwrap();
        let mut four = [0; 4];
        assert_eq!(both.read(&mut four), 4);
        assert_eq!(both.write(b"xyz"), 3);
        assert_eq!(both.position(), 7);
        assert_eq!(both.read(&mut four), 4);
        assert_eq!(four, [7; 4]);
        assert!(both.seek(3));
        assert_eq!(both.read(&mut four), 4);
        assert_eq!(&four, b"\x07xyz");
        assert_eq!(both.available(), 40_000 - 7);
        assert!(both.seek(39_999));
        assert_eq!(both.end(), End::Not);
        assert_eq!(both.read(&mut four), 1);
        assert_eq!(both.end(), End::Reached);
        assert_eq!(both.write(b"end"), 3);
        drop(both);

        assert_eq!(files.load("a.bin").unwrap().len(), 40_003);
        let mut read_only = files.open("a.bin", Access::Read).unwrap();
        assert_eq!(read_only.write(b"no"), 0);
        assert!(files.open(".", Access::Read).is_err());
    }
}
