//! Model and image loaders of flitz: bytes in, scene data out; no GPU, no window, no file system.
//!
//! Nothing a file says is trusted: every loader returns an error for what it cannot use and neither panics nor asks for
//! more memory than the file's size justifies.
//!
//! # Loading a model
//!
//! ```no_run
//! use flitz_assets::load_model;
//! use std::{fs, path::Path};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let bytes = fs::read("models/person.glb")?;
//! let mut beside = |name: &str| {
//!     // Only the name: a file must not reach out of its folder.
//!     let name = Path::new(name).file_name()?;
//!     fs::read(Path::new("models").join(name)).ok()
//! };
//! let model = load_model(&bytes, "person.glb", &mut beside)?;
//! for part in &model.animated {
//!     println!("{} joints, {} sequences", part.skeleton.len(), part.clips.len());
//! }
//! for note in &model.notes {
//!     println!("left out: {note}");
//! }
//! # Ok(())
//! # }
//! ```

// The README's examples are compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod b3d;
mod error;
mod gltf;
mod image;
mod limits;
mod looks;
mod movie;
mod names;
mod q3bsp;
mod studio;
mod weights;
mod x;

pub use error::LoadError;
use flitz_scene::{LevelData, ModelData};
pub use image::{decode_image, decode_with_alpha, encode_bmp};
pub use movie::Movie;
pub use names::texture_paths;

/// Loads a model. The format is told from the content, then from the ending of `name`.
///
/// `side_file` fetches a file beside the model, by the name that the model gives; `None` when there is none.
///
/// # Errors
/// When the bytes are no model of a known format, are damaged, or need a file that is not there.
pub fn load_model(
    bytes: &[u8],
    name: &str,
    side_file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<ModelData, LoadError> {
    if bytes.is_empty() {
        return Err(LoadError::new("the file is empty"));
    }
    if b3d::is_b3d(bytes) {
        return b3d::load(bytes);
    }
    if gltf::is_glb(bytes) || gltf::is_text(bytes) {
        return gltf::load(bytes, side_file);
    }
    if studio::is_3ds(bytes) {
        return studio::load(bytes);
    }
    if x::is_x(bytes) {
        return x::load(bytes);
    }
    let ending = name
        .rsplit_once('.')
        .map_or(String::new(), |(_, ending)| ending.to_ascii_lowercase());
    match ending.as_str() {
        "b3d" => b3d::load(bytes),
        "gltf" | "glb" => gltf::load(bytes, side_file),
        "3ds" => studio::load(bytes),
        _ => Err(LoadError::new(
            "this is no model flitz can read (.b3d, .gltf, .glb, .x and .3ds are)",
        )),
    }
}

/// Loads a level of Quake III (`.bsp`). `gamma` brightens its lightmaps: each part c of a colour, 0..1, becomes `c^(1 - gamma)`; 0 leaves them
/// as they are.
///
/// # Errors
/// When the bytes are no such level, or are damaged.
pub fn load_level(bytes: &[u8], gamma: f32) -> Result<LevelData, LoadError> {
    if bytes.is_empty() {
        return Err(LoadError::new("the file is empty"));
    }
    if !q3bsp::is_q3bsp(bytes) {
        return Err(LoadError::at(
            0,
            "this is no level that flitz can read (the .bsp files of Quake III are)",
        ));
    }
    q3bsp::load(bytes, gamma)
}
