//! Limits of what a file may ask for. Counts in a damaged file must not exhaust the memory; real models stay far below.

use crate::error::LoadError;

/// Nodes below each other. Bone chains of real models reach a few dozen.
pub(crate) const NODE_DEPTH: usize = 500;
/// Vertices of all meshes of a model.
pub(crate) const VERTICES: usize = 8_000_000;
/// Vertices that the shape keys of all meshes of a model move.
pub(crate) const MORPHED: usize = 64_000_000;
/// Corners of triangles of all meshes of a model.
pub(crate) const TRIANGLES: usize = 48_000_000;
/// Keys of all sequences of a model, and the joints of all sequences: what extracting parts may make of a small file.
pub(crate) const KEYS: usize = 8_000_000;
/// Joints of all skins of a model, a skin counting once for each mesh that has it.
pub(crate) const SKIN_JOINTS: usize = 2_000_000;
/// What a surface counts for besides its vertices, in vertices.
pub(crate) const SURFACE: usize = 16;
/// Sentences about what was left out.
const NOTES: usize = 20;
/// Width and height of a picture in pixels.
pub(crate) const IMAGE_SIDE: u32 = 16_384;
/// Pixels of all pictures in a model: 256 MiB.
pub(crate) const MODEL_PIXELS: usize = 64 << 20;

/// Adds `more` to a running total and refuses to pass `limit`.
pub(crate) fn count(
    total: &mut usize,
    more: usize,
    limit: usize,
    what: &str,
) -> Result<(), LoadError> {
    *total = total.saturating_add(more);
    if *total > limit {
        return Err(LoadError::new(format!(
            "the model has more than {limit} {what}, which is more than flitz loads"
        )));
    }
    Ok(())
}

/// Adds a sentence about what was left out, once, and not endlessly many.
pub(crate) fn note(notes: &mut Vec<String>, text: &str) {
    if notes.len() < NOTES && !notes.iter().any(|known| known == text) {
        notes.push(text.to_owned());
    }
}
