//! Numbers, strings and chunks of a B3D file; nothing in it is trusted.

use glam::{Quat, Vec3};

use crate::error::LoadError;

/// Reads a range of the file front to back, and knows its offset in the file.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    file: &'a [u8],
    at: usize,
    end: usize,
}

/// A chunk: its four letters, where its header stands, and its content.
pub(super) struct Chunk<'a> {
    pub(super) tag: [u8; 4],
    pub(super) start: usize,
    pub(super) body: Reader<'a>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(file: &'a [u8]) -> Self {
        Self {
            file,
            at: 0,
            end: file.len(),
        }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn is_empty(&self) -> bool {
        self.at >= self.end
    }

    pub(super) fn left(&self) -> usize {
        self.end.saturating_sub(self.at)
    }

    /// Ends this part at a byte of the file, where that is before its end.
    pub(super) fn shorten(&mut self, end: usize) {
        self.end = self.end.min(end);
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        let bytes = self
            .file
            .get(self.at..self.end)
            .and_then(|rest| rest.first_chunk::<N>());
        let bytes =
            bytes.ok_or_else(|| LoadError::at(self.at, "the data end in the middle of a value"))?;
        self.at += N;
        Ok(*bytes)
    }

    pub(super) fn int(&mut self) -> Result<i32, LoadError> {
        self.take().map(i32::from_le_bytes)
    }

    /// A float, infinities and NaN included.
    pub(super) fn raw_float(&mut self) -> Result<f32, LoadError> {
        self.take().map(f32::from_le_bytes)
    }

    /// A float; non-finite values count as 0.
    pub(super) fn float(&mut self) -> Result<f32, LoadError> {
        self.raw_float()
            .map(|value| if value.is_finite() { value } else { 0.0 })
    }

    pub(super) fn floats<const N: usize>(&mut self) -> Result<[f32; N], LoadError> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.float()?;
        }
        Ok(values)
    }

    pub(super) fn vec3(&mut self) -> Result<Vec3, LoadError> {
        Ok(Vec3::new(
            self.raw_float()?,
            self.raw_float()?,
            self.raw_float()?,
        ))
    }

    /// A rotation. The file has w, x, y, z of a product that runs the other way round than Hamilton's: the conjugate.
    pub(super) fn rotation(&mut self) -> Result<Quat, LoadError> {
        let [w, x, y, z] = [
            self.raw_float()?,
            self.raw_float()?,
            self.raw_float()?,
            self.raw_float()?,
        ];
        Ok(Quat::from_xyzw(0.0 - x, 0.0 - y, 0.0 - z, w))
    }

    /// A string that ends with a zero byte: UTF-8, or else Latin-1 as old exporters wrote it.
    pub(super) fn text(&mut self) -> Result<String, LoadError> {
        let rest = self.file.get(self.at..self.end).unwrap_or_default();
        let Some(length) = rest.iter().position(|&byte| byte == 0) else {
            return Err(LoadError::at(self.at, "a text has no end"));
        };
        let bytes = rest.get(..length).unwrap_or_default();
        self.at += length + 1;
        Ok(match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        })
    }

    /// The next chunk, which must lie wholly in this range.
    pub(super) fn chunk(&mut self) -> Result<Chunk<'a>, LoadError> {
        let start = self.at;
        let tag: [u8; 4] = self.take()?;
        let size = self.int()?;
        let name = tag.escape_ascii();
        let size = usize::try_from(size).map_err(|_| {
            LoadError::at(
                start,
                format!("the chunk \"{name}\" says it is {size} bytes long"),
            )
        })?;
        if size > self.left() {
            return Err(LoadError::at(
                start,
                format!(
                    "the chunk \"{name}\" says it is {size} bytes long, but only {} follow: the file is damaged or cut off",
                    self.left()
                ),
            ));
        }
        let body = Self {
            file: self.file,
            at: self.at,
            end: self.at + size,
        };
        self.at += size;
        Ok(Chunk { tag, start, body })
    }
}
