//! The bytes of a 3DS file: chunks of a number, a length that counts its own six bytes, and a content.

use glam::Vec3;

use crate::error::LoadError;

/// Bytes of a chunk's number and length.
const HEAD: usize = 6;

/// A range of the file that is read from front to back.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            end: bytes.len(),
        }
    }

    /// The offset in the file.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        let end = self.at.saturating_add(N).min(self.end);
        let taken = self.bytes.get(self.at..end).unwrap_or_default();
        let taken = taken.try_into().map_err(|_| {
            LoadError::at(self.at, format!("a chunk ends where {N} more bytes belong"))
        })?;
        self.at = end;
        Ok(taken)
    }

    pub(super) fn short(&mut self) -> Result<u16, LoadError> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    pub(super) fn int(&mut self) -> Result<i32, LoadError> {
        Ok(i32::from_le_bytes(self.take()?))
    }

    pub(super) fn bytes<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        self.take()
    }

    /// A number; 0 for one that is not finite.
    pub(super) fn float(&mut self) -> Result<f32, LoadError> {
        let value = f32::from_le_bytes(self.take()?);
        Ok(if value.is_finite() { value } else { 0.0 })
    }

    pub(super) fn vec3(&mut self) -> Result<Vec3, LoadError> {
        Ok(Vec3::new(self.float()?, self.float()?, self.float()?))
    }

    /// A string that a zero byte ends.
    pub(super) fn text(&mut self) -> Result<String, LoadError> {
        let rest = self.bytes.get(self.at..self.end).unwrap_or_default();
        let length = rest
            .iter()
            .position(|&byte| byte == 0)
            .ok_or_else(|| LoadError::at(self.at, "a name does not end before its chunk does"))?;
        let text = rest.iter().take(length).map(|&byte| char::from(byte));
        self.at += length + 1;
        Ok(text.collect())
    }

    /// The next chunk: its number and its content. `None` at the end.
    pub(super) fn chunk(&mut self) -> Result<Option<(u16, Self)>, LoadError> {
        let start = self.at;
        if self.end.saturating_sub(start) < HEAD {
            return Ok(None);
        }
        let (id, length) = (self.short()?, self.int()?);
        let end = usize::try_from(length)
            .ok()
            .filter(|&length| length >= HEAD)
            .and_then(|length| start.checked_add(length))
            .filter(|&end| end <= self.end)
            .ok_or_else(|| {
                LoadError::at(
                    start,
                    format!(
                        "a chunk says it is {length} bytes long, but {} are left: the file is cut off or damaged",
                        self.end - start
                    ),
                )
            })?;
        let body = Self { end, ..*self };
        self.at = end;
        Ok(Some((id, body)))
    }
}
