//! The container of glTF: the JSON document and its buffers.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use gltf::json::{Root, Value, deserialize};

use crate::error::LoadError;

/// Length of a GLB file's head, and of a chunk's.
const HEAD: usize = 12;
const CHUNK_HEAD: usize = 8;

/// Whether the bytes start like a binary glTF file.
pub(crate) fn is_glb(bytes: &[u8]) -> bool {
    bytes.starts_with(b"glTF")
}

fn word(bytes: &[u8], at: usize) -> Result<u32, LoadError> {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
    word.map(|word| u32::from_le_bytes(*word))
        .ok_or_else(|| LoadError::at(at, "the file is cut off"))
}

/// Splits a binary file into its JSON and its buffer.
fn split_glb(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), LoadError> {
    let version = word(bytes, 4)?;
    if version != 2 {
        return Err(LoadError::at(4, other_version(&version.to_string())));
    }
    let (mut json, mut binary) = (None, None);
    let mut at = HEAD;
    while at < bytes.len() && binary.is_none() {
        let (size, kind) = (
            word(bytes, at)? as usize,
            word(bytes, at + 4)?.to_le_bytes(),
        );
        let start = at + CHUNK_HEAD;
        let body = start
            .checked_add(size)
            .and_then(|end| bytes.get(start..end))
            .ok_or_else(|| {
                let left = bytes.len().saturating_sub(start);
                LoadError::at(
                    at,
                    format!(
                        "a part of the file says it is {size} bytes long, but only {left} follow"
                    ),
                )
            })?;
        match &kind {
            b"JSON" if json.is_none() => json = Some(body),
            b"BIN\0" => binary = Some(body),
            _ => {}
        }
        // Chunks are padded to four bytes; some writers leave the padding out of the size.
        at = (start + size).next_multiple_of(4);
    }
    let json = json.ok_or_else(|| {
        LoadError::at(
            HEAD,
            "the file has no description: its JSON part is missing",
        )
    })?;
    Ok((json, binary))
}

/// The description of the file and the buffer that came with it.
pub(super) fn open(bytes: &[u8]) -> Result<(Root, Option<&[u8]>), LoadError> {
    let (json, binary) = if is_glb(bytes) {
        split_glb(bytes)?
    } else {
        (bytes, None)
    };
    // A text file may start with a byte order mark.
    let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    let root = Root::from_slice(json).map_err(|error| {
        let other = deserialize::from_slice(json).ok();
        other
            .and_then(|json: Value| why_not_known(&json))
            .unwrap_or_else(|| {
                LoadError::new(format!(
                    "the description of the model (its JSON) cannot be read: {error}"
                ))
            })
    })?;
    let asset = &root.asset;
    // A file of a later 2.x that does not ask for more than 2.0 can be read as 2.0.
    let needed = asset.min_version.as_ref().unwrap_or(&asset.version);
    if !asset.version.starts_with("2.") || asset.min_version.is_some() && needed != "2.0" {
        return Err(LoadError::new(other_version(needed)));
    }
    check_extensions(&root.extensions_required)?;
    Ok((root, binary))
}

fn other_version(version: &str) -> String {
    format!(
        "this is a glTF file of version {version}, and flitz knows version 2.0: open it in a modelling program, such as Blender, and export it as glTF 2.0"
    )
}

/// Why a description is none of glTF 2.0 as far as flitz knows it, where it is sound otherwise: of another version (the first had names
/// where the second has numbers), or full of what an extension says.
fn why_not_known(json: &Value) -> Option<LoadError> {
    let version = json.get("asset").and_then(|asset| asset.get("version"));
    let version = version.and_then(|version| match version {
        Value::String(version) => Some(version.clone()),
        Value::Number(version) => Some(format!("{:.1}", version.as_f64()?)),
        _ => None,
    });
    let by_name = ["meshes", "nodes", "scenes"]
        .iter()
        .any(|part| json.get(part).is_some_and(Value::is_object));
    match version {
        Some(version) if !version.starts_with("2.") => {
            return Some(LoadError::new(other_version(&version)));
        }
        None if by_name => return Some(LoadError::new(other_version("1.0"))),
        _ => {}
    }
    let required = json.get("extensionsRequired")?.as_array()?;
    let required: Vec<String> = required
        .iter()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    check_extensions(&required).err()
}

/// A file says which extensions it cannot be understood without.
fn check_extensions(required: &[String]) -> Result<(), LoadError> {
    let known = |name: &str| {
        name.starts_with("KHR_materials_")
            || matches!(
                name,
                "KHR_texture_transform"
                    | "KHR_mesh_quantization"
                    | "KHR_lights_punctual"
                    | "KHR_texture_basisu"
                    | "KHR_xmp_json_ld"
                    | "EXT_texture_webp"
                    | "MSFT_texture_dds"
            )
    };
    let Some(name) = required.iter().find(|name| !known(name)) else {
        return Ok(());
    };
    Err(LoadError::new(match name.as_str() {
        "KHR_draco_mesh_compression" | "EXT_meshopt_compression" | "KHR_meshopt_compression" => {
            format!(
                "the model's meshes are compressed ({name}), which flitz cannot read: export it without compression"
            )
        }
        _ => format!(
            "the model needs the glTF extension {name}, which flitz does not know: export it without this extension"
        ),
    }))
}

/// The bytes of the file's buffers.
pub(super) struct Buffers<'a> {
    bytes: Vec<Arc<Cow<'a, [u8]>>>,
}

impl<'a> Buffers<'a> {
    /// Finds every buffer: in the file itself, in its text, or in a file beside it.
    pub(super) fn load(
        root: &Root,
        binary: Option<&'a [u8]>,
        side_file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, LoadError> {
        let mut by_name: HashMap<&str, Arc<Cow<'a, [u8]>>> = HashMap::new();
        let mut bytes = Vec::new();
        for (index, buffer) in root.buffers.iter().enumerate() {
            let found = match (buffer.uri.as_deref(), binary) {
                (Some(uri), _) => match by_name.get(uri) {
                    Some(known) => Arc::clone(known),
                    None => {
                        let loaded: Arc<Cow<'a, [u8]>> =
                            Arc::new(Cow::Owned(fetch(uri, side_file)?));
                        by_name.insert(uri, Arc::clone(&loaded));
                        loaded
                    }
                },
                (None, Some(binary)) if index == 0 => Arc::new(Cow::Borrowed(binary)),
                // Extensions leave buffers without data for those who do not know them.
                (None, _) => Arc::new(Cow::Borrowed([].as_slice())),
            };
            bytes.push(found);
        }
        Ok(Self { bytes })
    }

    /// The bytes of a buffer view.
    pub(super) fn view(&self, root: &Root, index: usize) -> Result<&[u8], LoadError> {
        let missing = || LoadError::new(format!("the model has no buffer view {index}"));
        let view = root.buffer_views.get(index).ok_or_else(missing)?;
        let buffer = self.bytes.get(view.buffer.value()).ok_or_else(missing)?;
        let start = usize::try_from(view.byte_offset.unwrap_or_default().0).unwrap_or(usize::MAX);
        let end = start.saturating_add(usize::try_from(view.byte_length.0).unwrap_or(usize::MAX));
        buffer.get(start..end).ok_or_else(|| {
            let there = buffer.len();
            LoadError::new(format!(
                "buffer view {index} wants bytes {start} to {end} of a buffer of {there}"
            ))
        })
    }
}

/// What a URI names: the data in it, or a file beside the model.
pub(super) fn fetch(
    uri: &str,
    side_file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, LoadError> {
    if let Some(data) = uri.strip_prefix("data:") {
        let damaged = || LoadError::new("data inside the model's text are damaged");
        let (kind, text) = data.split_once(',').ok_or_else(damaged)?;
        return if kind.ends_with(";base64") {
            base64(text).ok_or_else(damaged)
        } else {
            Ok(unescape(text))
        };
    }
    let name = file_name(uri);
    side_file(&name).ok_or_else(|| {
        LoadError::new(format!(
            "the model needs the file \"{name}\", which is not beside it"
        ))
    })
}

/// The file name that a URI means: `%20` stands for a space.
pub(super) fn file_name(uri: &str) -> String {
    String::from_utf8(unescape(uri)).unwrap_or_else(|_| uri.to_owned())
}

/// Text of which `%` and two hexadecimal digits stand for a byte; a `%` without them is itself.
fn unescape(text: &str) -> Vec<u8> {
    percent_encoding::percent_decode_str(text).collect()
}

/// Decodes base 64 (RFC 4648) in either alphabet, `=` at the end optional, bits left over ignored; `None` for any other character.
fn base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    [base64::STANDARD_NO_PAD, base64::URL_SAFE_NO_PAD]
        .into_iter()
        .find_map(|alphabet| {
            let lenient = alphabet.decode_allow_trailing_bits(true);
            base64::decode_config(text, lenient).ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_the_standard_has_it() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm8", "fo"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(base64(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(base64("/+8="), Some(vec![0xff, 0xef]));
        assert_eq!(base64("_-8"), Some(vec![0xff, 0xef]));
        assert_eq!(base64("Zn"), Some(vec![b'f']));
        assert_eq!(base64("Zm 9"), None);
    }

    #[test]
    fn names_are_unescaped() {
        assert_eq!(file_name("my%20model%2Ebin"), "my model.bin");
        assert_eq!(file_name("100%"), "100%");
        assert_eq!(file_name("%zz%+1"), "%zz%+1");
    }
}
