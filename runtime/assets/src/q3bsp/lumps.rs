//! The lumps of a level file: tables of records of one size.

use crate::error::LoadError;

/// A table of the file, by its number in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lump {
    Textures = 1,
    Planes = 2,
    Nodes = 3,
    Leaves = 4,
    LeafFaces = 5,
    Vertices = 10,
    MeshVertices = 11,
    Faces = 13,
    Lightmaps = 14,
    Visibility = 16,
}

/// Number of lumps, and where their places stand: behind the magic letters and the version.
const LUMPS: usize = 17;
const DIRECTORY: usize = 8;
/// The version of Quake III's own levels.
const VERSION: i32 = 46;

impl Lump {
    /// Bytes a record has.
    fn record_size(self) -> usize {
        match self {
            Lump::Textures => 72,
            Lump::Planes => 16,
            Lump::Nodes => 36,
            Lump::Leaves => 48,
            Lump::LeafFaces | Lump::MeshVertices => 4,
            Lump::Vertices => 44,
            Lump::Faces => 104,
            Lump::Lightmaps => 128 * 128 * 3,
            Lump::Visibility => 1,
        }
    }

    /// What a record is, for messages.
    fn word(self) -> &'static str {
        match self {
            Lump::Textures => "texture",
            Lump::Planes => "plane",
            Lump::Nodes => "node",
            Lump::Leaves => "leaf",
            Lump::LeafFaces => "entry of a leaf's faces",
            Lump::Vertices => "vertex",
            Lump::MeshVertices => "mesh vertex",
            Lump::Faces => "face",
            Lump::Lightmaps => "lightmap",
            Lump::Visibility => "byte of visibility",
        }
    }
}

/// Some bytes of the file.
#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) bytes: &'a [u8],
    /// Where they stand in the file.
    pub(super) offset: usize,
}

impl Record<'_> {
    /// The Int at an offset in the record; `None` where the record ends before.
    pub(super) fn int(&self, at: usize) -> Option<i32> {
        let bytes = self.bytes.get(at..)?.first_chunk::<4>()?;
        Some(i32::from_le_bytes(*bytes))
    }

    /// The Int at an offset that the record surely has.
    pub(super) fn number(&self, at: usize) -> i32 {
        self.int(at).unwrap_or_default()
    }

    /// A float; what is not finite counts as 0.
    pub(super) fn float(&self, at: usize) -> f32 {
        let value = f32::from_bits(self.number(at).cast_unsigned());
        if value.is_finite() { value } else { 0.0 }
    }

    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or_default()
    }

    /// A text of at most so many bytes, up to the first zero: UTF-8, or else Latin-1.
    pub(super) fn text(&self, most: usize) -> String {
        let field = self.bytes.get(..most).unwrap_or(self.bytes);
        let text = field.split(|&byte| byte == 0).next().unwrap_or_default();
        match std::str::from_utf8(text) {
            Ok(text) => text.to_owned(),
            Err(_) => text.iter().map(|&byte| char::from(byte)).collect(),
        }
    }
}

/// A level file, whose lumps all lie inside it.
pub(super) struct File<'a> {
    lumps: [Record<'a>; LUMPS],
    size: usize,
}

impl<'a> File<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, LoadError> {
        let whole = Record { bytes, offset: 0 };
        let head = |at| {
            whole
                .int(at)
                .ok_or_else(|| LoadError::at(at, "the header ends too early"))
        };
        let version = head(4)?;
        if version != VERSION {
            return Err(LoadError::at(
                4,
                format!(
                    "this is version {version} of the format; Quake III's own, {VERSION}, is the one that can be used"
                ),
            ));
        }
        let mut lumps = [Record {
            bytes: &[],
            offset: 0,
        }; LUMPS];
        for (number, lump) in lumps.iter_mut().enumerate() {
            let at = DIRECTORY + number * 8;
            let range = [head(at)?, head(at + 4)?].map(usize::try_from);
            let [Ok(offset), Ok(length)] = range else {
                return Err(LoadError::at(
                    at,
                    format!("lump {number} has no place in the file"),
                ));
            };
            // Empty lumps may point anywhere.
            if length == 0 {
                continue;
            }
            let end = offset.checked_add(length);
            let bytes = end.and_then(|end| bytes.get(offset..end)).ok_or_else(|| {
                LoadError::at(at, format!("lump {number} goes beyond the end of the file"))
            })?;
            *lump = Record { bytes, offset };
        }
        Ok(Self {
            lumps,
            size: bytes.len(),
        })
    }

    /// Bytes in the file.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn lump(&self, lump: Lump) -> Record<'a> {
        self.lumps[lump as usize]
    }

    /// The records of a lump; an incomplete one at its end is left out.
    pub(super) fn records(&self, lump: Lump) -> impl Iterator<Item = Record<'a>> + use<'a> {
        let Record { bytes, offset } = self.lump(lump);
        let size = lump.record_size();
        let at = move |(number, bytes)| Record {
            bytes,
            offset: offset + number * size,
        };
        bytes.chunks_exact(size).enumerate().map(at)
    }

    /// How many records a lump has.
    pub(super) fn count(&self, lump: Lump) -> usize {
        self.lump(lump).bytes.len() / lump.record_size()
    }

    /// A record of a lump.
    pub(super) fn record(&self, lump: Lump, index: usize) -> Result<Record<'a>, LoadError> {
        let Record { bytes, offset } = self.lump(lump);
        let size = lump.record_size();
        let start = index.checked_mul(size);
        let found =
            start.and_then(|start| Some((start, bytes.get(start..start.checked_add(size)?)?)));
        match found {
            Some((start, bytes)) => Ok(Record {
                bytes,
                offset: offset + start,
            }),
            None => Err(LoadError::at(
                offset,
                format!(
                    "there is no {} {index}: there are {}",
                    lump.word(),
                    self.count(lump)
                ),
            )),
        }
    }
}

/// An index or a count of the file, which must not be negative.
pub(super) fn index(record: &Record<'_>, at: usize) -> Result<usize, LoadError> {
    let number = record.number(at);
    usize::try_from(number).map_err(|_| {
        LoadError::at(
            record.offset + at,
            format!("{number} is no number of anything"),
        )
    })
}
