//! The file formats.

pub mod b3d;
pub mod glb;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, ImageError, RgbImage};

/// Encodes a picture as PNG.
///
/// # Errors
/// Passes on what the encoder reports.
pub fn png(picture: &RgbImage) -> Result<Vec<u8>, ImageError> {
    let mut bytes = Vec::new();
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive)
        .write_image(
            picture.as_raw(),
            picture.width(),
            picture.height(),
            ExtendedColorType::Rgb8,
        )?;
    Ok(bytes)
}
