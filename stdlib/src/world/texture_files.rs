//! Picture files as textures: found, cut, and shared by all textures that show the same of a file.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use flitz_runtime::assets;
use flitz_runtime::scene::{Image, Pixels, Texture, TextureFlags, WeakPixels};

use crate::machine::Machine;

/// What of a picture a texture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cut {
    /// All of it.
    Whole,
    /// Frames of one size, row by row.
    Frames {
        /// Width and height of a frame.
        size: [u32; 2],
        /// How many are left out at the start.
        first: u32,
        /// How many there are.
        count: u32,
    },
}

impl Cut {
    /// What `LoadAnimTexture` is asked for; with numbers that make no frames it is the whole picture.
    pub fn frames(width: i32, height: i32, first: i32, count: i32) -> Self {
        let at_least = |v: i32, least: u32| u32::try_from(v).ok().filter(|&v| v >= least);
        match (
            at_least(width, 1),
            at_least(height, 1),
            at_least(first, 0),
            at_least(count, 1),
        ) {
            (Some(width), Some(height), Some(first), Some(count)) => Self::Frames {
                size: [width, height],
                first,
                count,
            },
            _ => Self::Whole,
        }
    }
}

/// A file, the flags it is loaded with and what of it is shown.
type Key = (PathBuf, TextureFlags, Cut);

/// The pictures of loaded files that some texture still shows: whoever loads the same again shares them.
#[derive(Default)]
pub(crate) struct TextureCache(HashMap<Key, WeakPixels>);

impl TextureCache {
    fn find(&self, key: &Key) -> Option<Pixels> {
        self.0.get(key)?.upgrade()
    }

    fn keep(&mut self, key: Key, pixels: &Pixels) {
        self.0.retain(|_, pixels| pixels.upgrade().is_some());
        self.0.insert(key, pixels.downgrade());
    }
}

impl Machine {
    /// Loads a picture file as a texture; the error is a sentence.
    pub(crate) fn load_texture(
        &mut self,
        path: &str,
        flags: TextureFlags,
    ) -> Result<Texture, String> {
        self.load_texture_part(path, flags, Cut::Whole)
    }

    /// Loads part of a picture file as a texture; the error is a sentence.
    pub(super) fn load_texture_part(
        &mut self,
        path: &str,
        flags: TextureFlags,
        cut: Cut,
    ) -> Result<Texture, String> {
        let found = self.files.find(path);
        let name = found.to_string_lossy().to_ascii_lowercase();
        let key = (found, flags, cut);
        let pixels = match self.world_state.texture_cache.find(&key) {
            Some(pixels) => pixels,
            None => {
                let frames = self.read_frames(path, flags, cut)?;
                let frames = frames.into_iter().map(Image::with_texture_size);
                let pixels = Pixels::new(frames.map(Arc::new).collect());
                self.world_state.texture_cache.keep(key, &pixels);
                pixels
            }
        };
        Ok(Texture::of(pixels, flags, name))
    }

    fn read_frames(&self, path: &str, flags: TextureFlags, cut: Cut) -> Result<Vec<Image>, String> {
        let shown = || self.files.find(path).display().to_string();
        let bytes = self.files.load(path).map_err(|e| self.not_read(path, &e))?;
        let (image, has_alpha) = assets::decode_with_alpha(&bytes, path)
            .map_err(|e| format!("{} is no picture that can be used: {e}", shown()))?;
        let image = image.for_texture(has_alpha, flags);
        if flags.contains(TextureFlags::CUBE_MAP) {
            return image.cube_faces().ok_or_else(|| {
                format!(
                    "{} is no cube map: it must be six squares side by side.",
                    shown()
                )
            });
        }
        match cut {
            Cut::Whole => Ok(vec![image]),
            Cut::Frames {
                size: [width, height],
                first,
                count,
            } => image.cut(width, height, first, count).ok_or_else(|| {
                format!(
                    "{path} does not hold {count} frames of {width} by {height} pixels from number {first} on."
                )
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use flitz_runtime::scene::{Image, TextureFlags};

    use super::Cut;
    use crate::files::Files;
    use crate::machine::Machine;
    use crate::testing::folder;

    /// A machine in a folder with a picture of 3 by 2 pixels, each of its own grey.
    fn machine(name: &str) -> Machine {
        let folder = folder(name);
        let rgba = (0..6).flat_map(|n| [n, n, n, 255]).collect();
        let image = Image {
            width: 3,
            height: 2,
            rgba,
        };
        let bytes = flitz_runtime::assets::encode_bmp(&image).unwrap();
        std::fs::write(folder.join("Greys.bmp"), bytes).unwrap();
        let mut machine = Machine::for_tests();
        machine.files = Files::new(&folder);
        machine
    }

    #[test]
    fn a_file_is_shared_by_what_shows_the_same_of_it_as_long_as_something_does() {
        let mut m = machine("texture-cache");
        let color = TextureFlags::COLOR;
        let one = m.load_texture("greys.bmp", color).unwrap();
        let two = m.load_texture("GREYS.BMP", color).unwrap();
        let masked = m.load_texture("greys.bmp", TextureFlags::MASKED).unwrap();
        let part = Cut::frames(1, 1, 2, 3);
        let frames = m.load_texture_part("greys.bmp", color, part).unwrap();
        assert!(one.pixels.is(&two.pixels));
        assert!(!one.pixels.is(&masked.pixels) && !one.pixels.is(&frames.pixels));
        assert_eq!(one.pixels.size(), [4, 2], "sides are powers of two");
        let greys = [0, 1, 2].map(|n| frames.pixels.frame(n).unwrap().rgba[0]);
        assert_eq!((frames.frame_count(), greys), (3, [2, 3, 4]));
        assert!(one.name.ends_with("greys.bmp") && one.name.len() > "greys.bmp".len());

        one.pixels.edit(0, |image| image.rgba[0] = 99);
        drop(one);
        let again = m.load_texture("greys.bmp", color).unwrap();
        assert_eq!(again.pixels.frame(0).unwrap().rgba[0], 99, "still shared");
        drop((two, again));
        let fresh = m.load_texture("greys.bmp", color).unwrap();
        assert_eq!(fresh.pixels.frame(0).unwrap().rgba[0], 0, "loaded anew");
    }

    #[test]
    fn numbers_that_make_no_frames_are_the_whole_picture() {
        for (width, height, first, count) in
            [(0, 1, 0, 1), (1, -1, 0, 1), (1, 1, -1, 1), (1, 1, 0, 0)]
        {
            assert_eq!(Cut::frames(width, height, first, count), Cut::Whole);
        }
        let mut m = machine("texture-frames");
        let too_many = Cut::frames(1, 1, 4, 3);
        assert!(
            m.load_texture_part("greys.bmp", TextureFlags::COLOR, too_many)
                .is_err()
        );
    }
}
