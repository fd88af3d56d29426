//! Movies: animated GIFs, decoded frame by frame.

use std::fmt;
use std::io::Cursor;
use std::time::Duration;

use flitz_scene::Image;
use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Frames, ImageDecoder, Limits};

use crate::error::LoadError;
use crate::limits;

/// A movie being played: one frame after the other, each kept only while it is asked for.
pub struct Movie {
    frames: Frames<'static>,
    size: [u32; 2],
}

impl fmt::Debug for Movie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = self.size;
        write!(f, "Movie({width}x{height})")
    }
}

/// How long a frame is shown that does not say, as every viewer has it.
const USUAL: Duration = Duration::from_millis(100);

impl Movie {
    /// Opens a movie.
    ///
    /// # Errors
    /// When the bytes are no GIF, or it is damaged at its start or too large.
    pub fn open(bytes: Vec<u8>) -> Result<Self, LoadError> {
        if !bytes.starts_with(b"GIF8") {
            return Err(LoadError::at(
                0,
                "this is no movie that flitz can play (animated GIFs are)",
            ));
        }
        let failed = |error| LoadError::new(format!("the movie cannot be read: {error}"));
        let mut decoder = GifDecoder::new(Cursor::new(bytes)).map_err(failed)?;
        let mut bounds = Limits::default();
        bounds.max_image_width = Some(limits::IMAGE_SIDE);
        bounds.max_image_height = Some(limits::IMAGE_SIDE);
        bounds.max_alloc = Some(limits::MODEL_PIXELS as u64 * 4);
        decoder.set_limits(bounds).map_err(failed)?;
        let (width, height) = decoder.dimensions();
        let pixels = u64::from(width) * u64::from(height);
        if pixels > limits::MODEL_PIXELS as u64 {
            return Err(LoadError::new("the movie is too large"));
        }
        Ok(Self {
            frames: decoder.into_frames(),
            size: [width, height],
        })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The next frame and how long it is shown; `None` at the end, or where the file is damaged from here on.
    pub fn next_frame(&mut self) -> Option<(Image, Duration)> {
        let frame = self.frames.next()?.ok()?;
        let delay = Duration::from(frame.delay());
        let buffer = frame.into_buffer();
        let image = Image {
            width: buffer.width(),
            height: buffer.height(),
            rgba: buffer.into_raw(),
        };
        // Faster ones are slowed down by every viewer.
        let delay = if delay < Duration::from_millis(20) {
            USUAL
        } else {
            delay
        };
        Some((image, delay))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::codecs::gif::GifEncoder;
    use image::{Delay, Frame, RgbaImage};

    fn gif(delays: &[u32]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = GifEncoder::new(&mut bytes);
        for (n, &delay) in delays.iter().enumerate() {
            let grey = n as u8 * 50;
            let image = RgbaImage::from_pixel(3, 2, image::Rgba([grey, grey, grey, 255]));
            let delay = Delay::from_numer_denom_ms(delay, 1);
            encoder
                .encode_frame(Frame::from_parts(image, 0, 0, delay))
                .unwrap();
        }
        drop(encoder);
        bytes
    }

    #[test]
    fn frames_come_one_by_one_and_end() {
        let mut movie = Movie::open(gif(&[50, 0, 200])).unwrap();
        assert_eq!(movie.size(), [3, 2]);
        let mut seen = Vec::new();
        while let Some((image, delay)) = movie.next_frame() {
            assert_eq!((image.width, image.height), (3, 2));
            seen.push((image.rgba[0], delay.as_millis()));
        }
        assert_eq!(seen, [(0, 50), (50, 100), (100, 200)]);
        assert!(movie.next_frame().is_none());
    }

    #[test]
    fn damaged_movies_end_early() {
        let whole = gif(&[50, 50]);
        assert!(
            Movie::open(b"RIFF....AVI ".to_vec())
                .unwrap_err()
                .to_string()
                .contains("GIF")
        );
        for at in 0..whole.len() {
            for bits in [0xff, 0x80, 0x01] {
                let mut damaged = whole.clone();
                damaged[at] ^= bits;
                for bytes in [damaged, whole[..at].to_vec()] {
                    if let Ok(mut movie) = Movie::open(bytes) {
                        let mut frames = 0;
                        while movie.next_frame().is_some() && frames < 1000 {
                            frames += 1;
                        }
                        assert!(frames < 1000, "damage at {at} plays on and on");
                    }
                }
            }
        }
    }
}
