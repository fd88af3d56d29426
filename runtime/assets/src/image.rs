//! Images: PNG, JPEG, BMP, TGA and the first frame of a GIF.

use std::io::Cursor;

use flitz_scene::Image;
use image::{ImageFormat, ImageReader, Limits};

use crate::error::LoadError;
use crate::limits;

/// Decodes an image. The format is detected from the content; that of a TGA file, which has no signature, from the extension of
/// `name`. Images are at most 16384 pixels wide and high.
///
/// # Errors
/// When the bytes are no picture of a known format, are damaged, or the picture is too large.
pub fn decode_image(bytes: &[u8], name: &str) -> Result<Image, LoadError> {
    decode_with_alpha(bytes, name).map(|(image, _)| image)
}

/// As [`decode_image`], and whether the file has alpha of its own; without it the alpha is 255 everywhere.
///
/// # Errors
/// As [`decode_image`].
pub fn decode_with_alpha(bytes: &[u8], name: &str) -> Result<(Image, bool), LoadError> {
    let mut reader = reader(bytes, name)?;
    let is_gif = reader.format() == Some(ImageFormat::Gif);
    let mut bounds = Limits::default();
    bounds.max_image_width = Some(limits::IMAGE_SIDE);
    bounds.max_image_height = Some(limits::IMAGE_SIDE);
    bounds.max_alloc = Some(limits::MODEL_PIXELS as u64 * 4);
    reader.limits(bounds);
    let picture = reader
        .decode()
        .map_err(|error| LoadError::new(format!("the picture cannot be read: {error}")))?;
    let mut has_alpha = picture.color().has_alpha();
    let rgba = picture.into_rgba8();
    // The decoder gives every GIF alpha; the file has it where a pixel is transparent.
    if is_gif {
        has_alpha = rgba.pixels().any(|pixel| pixel.0[3] < 255);
    }
    Ok((
        Image {
            width: rgba.width(),
            height: rgba.height(),
            rgba: rgba.into_raw(),
        },
        has_alpha,
    ))
}

/// A picture as a BMP file of 24 bits a pixel.
///
/// # Errors
/// When the picture's size does not fit its pixels.
pub fn encode_bmp(picture: &Image) -> Result<Vec<u8>, LoadError> {
    let rgb: Vec<u8> = picture
        .rgba
        .chunks_exact(4)
        .flat_map(|pixel| pixel.iter().take(3).copied())
        .collect();
    let mut bytes = Cursor::new(Vec::new());
    image::codecs::bmp::BmpEncoder::new(&mut bytes)
        .encode(
            &rgb,
            picture.width,
            picture.height,
            image::ExtendedColorType::Rgb8,
        )
        .map_err(|error| LoadError::new(format!("the picture cannot be written: {error}")))?;
    Ok(bytes.into_inner())
}

/// Width and height of a picture, without decoding it.
///
/// # Errors
/// As [`decode_image`].
pub(crate) fn image_size(bytes: &[u8], name: &str) -> Result<(u32, u32), LoadError> {
    let size = reader(bytes, name)?.into_dimensions();
    size.map_err(|error| LoadError::new(format!("the picture cannot be read: {error}")))
}

fn reader<'a>(bytes: &'a [u8], name: &str) -> Result<ImageReader<Cursor<&'a [u8]>>, LoadError> {
    let tga = |name: &str| {
        name.rsplit_once('.')
            .is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("tga"))
    };
    let format = match image::guess_format(bytes) {
        Ok(format) if format.reading_enabled() => format,
        _ if tga(name) => ImageFormat::Tga,
        Ok(format) => {
            let kind = format
                .extensions_str()
                .first()
                .copied()
                .unwrap_or("unknown")
                .to_uppercase();
            return Err(LoadError::new(format!(
                "flitz does not read pictures of the kind {kind}; PNG is a good one"
            )));
        }
        Err(_) => {
            return Err(LoadError::new(
                "this is no picture flitz can read (PNG, JPEG, BMP, TGA and GIF are)",
            ));
        }
    };
    Ok(ImageReader::with_format(Cursor::new(bytes), format))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two pixels beside each other: red and half-seen green.
    fn encoded(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let picture =
            image::RgbaImage::from_raw(2, 1, vec![255, 0, 0, 255, 0, 255, 0, 128]).unwrap();
        image::DynamicImage::from(picture)
            .write_to(&mut bytes, format)
            .unwrap();
        bytes.into_inner()
    }

    #[test]
    fn the_content_tells_the_format() {
        for (format, name) in [
            (ImageFormat::Png, "a.jpg"),
            (ImageFormat::Bmp, "a"),
            (ImageFormat::Tga, "A.TGA"),
        ] {
            let picture = decode_image(&encoded(format), name).unwrap();
            assert_eq!((picture.width, picture.height), (2, 1));
            assert_eq!(picture.rgba, [255, 0, 0, 255, 0, 255, 0, 128], "{format:?}");
            assert_eq!(image_size(&encoded(format), name), Ok((2, 1)));
        }
    }

    #[test]
    fn alpha_is_told_from_its_absence() {
        assert!(
            decode_with_alpha(&encoded(ImageFormat::Png), "a")
                .unwrap()
                .1
        );
        for format in [
            ImageFormat::Png,
            ImageFormat::Jpeg,
            ImageFormat::Bmp,
            ImageFormat::Tga,
            ImageFormat::Gif,
        ] {
            let mut bytes = Cursor::new(Vec::new());
            let picture = image::RgbImage::from_raw(2, 1, vec![255, 0, 0, 0, 255, 0]).unwrap();
            image::DynamicImage::from(picture)
                .write_to(&mut bytes, format)
                .unwrap();
            let (picture, has_alpha) = decode_with_alpha(&bytes.into_inner(), "a.tga").unwrap();
            assert!(!has_alpha, "{format:?} {:?}", picture.rgba);
            assert_eq!((picture.rgba[3], picture.rgba[7]), (255, 255));
        }
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        for bytes in [
            b"".as_slice(),
            b"hello, world",
            b"\x89PNG\r\n\x1a\n",
            b"GIF89a",
            b"BM",
            b"\xff\xd8\xff",
        ] {
            assert!(decode_image(bytes, "x.png").is_err());
        }
        assert!(decode_image(&[0; 18], "x.tga").is_err());
    }

    #[test]
    fn a_header_that_promises_a_giant_is_refused() {
        let mut png = encoded(ImageFormat::Png);
        png[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
        assert!(decode_image(&png, "x.png").is_err());
        let mut tga = encoded(ImageFormat::Tga);
        tga[12..16].copy_from_slice(&[0xff; 4]);
        assert!(decode_image(&tga, "x.tga").is_err());
    }

    #[test]
    fn damaged_pictures_never_panic() {
        for (format, name) in [
            (ImageFormat::Png, "a"),
            (ImageFormat::Bmp, "a"),
            (ImageFormat::Tga, "a.tga"),
            (ImageFormat::Gif, "a"),
        ] {
            let whole = encoded(format);
            for at in 0..whole.len() {
                let _ = decode_image(&whole[..at], name);
                let mut flipped = whole.clone();
                flipped[at] ^= 0xff;
                let _ = decode_image(&flipped, name);
            }
        }
    }
}
