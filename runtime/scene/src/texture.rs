//! Textures and the pictures in them.

use std::sync::Arc;

use crate::pixels::Pixels;

/// Bits of [`Texture::flags`], as `LoadTexture` takes them.
pub mod texture_flags {
    /// Colour.
    pub const COLOR: u32 = 1;
    /// The alpha channel blends.
    pub const ALPHA: u32 = 2;
    /// Black is see-through.
    pub const MASKED: u32 = 4;
    /// Mipmaps.
    pub const MIPMAPPED: u32 = 8;
    /// No repeat across.
    pub const CLAMP_U: u32 = 16;
    /// No repeat down.
    pub const CLAMP_V: u32 = 32;
    /// Sphere environment map.
    pub const SPHERE_MAP: u32 = 64;
    /// Cube environment map.
    pub const CUBE_MAP: u32 = 128;
    /// Kept in video memory.
    pub const VRAM: u32 = 256;
    /// High colour.
    pub const HIGH_COLOR: u32 = 512;
    /// Uses the second set of texture coordinates.
    pub const COORDS_2: u32 = 0x10000;
}

/// Largest side of a texture in pixels.
pub const MAX_TEXTURE_SIDE: u32 = 16384;

/// The side a texture has that is asked for with this one: the next power of two, from 1 to [`MAX_TEXTURE_SIDE`].
pub fn texture_side(wanted: u32) -> u32 {
    wanted.clamp(1, MAX_TEXTURE_SIDE).next_power_of_two()
}

/// A picture: rows from the top, 4 bytes a pixel, red green blue alpha, not premultiplied.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Image {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({}x{})", self.width, self.height)
    }
}

impl Image {
    /// A picture of one colour.
    pub fn filled(width: u32, height: u32, rgba: [u8; 4]) -> Self {
        Self {
            width,
            height,
            rgba: rgba.repeat(width as usize * height as usize),
        }
    }
}

/// How a picture is read between and beyond its texels, where that is not Blitz3D's way: smoothly, and over and over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sampling {
    /// Whether every other repetition is mirrored, across and down. Clamping goes before.
    pub mirror: [bool; 2],
    /// Magnified, each texel is a square of one colour.
    pub nearest_near: bool,
    /// Made smaller, the nearest texel of a mipmap is taken.
    pub nearest_far: bool,
    /// One mipmap is taken, not two mixed.
    pub nearest_mipmap: bool,
    /// No mipmaps, whatever the flags say.
    pub without_mipmaps: bool,
}

/// A texture: one picture or several frames of one size, and how it is laid on.
#[derive(Clone, Debug)]
pub struct Texture {
    /// Its pictures, which it may share with other textures of the same file.
    pub pixels: Pixels,
    /// Bits of [`texture_flags`].
    pub flags: u32,
    /// 0 off, 1 alpha mix, 2 multiply, 3 add, 4 dot3, 5 multiply by two.
    pub blend: u32,
    /// Scale of the texture on the surface.
    pub scale: [f32; 2],
    /// Offset.
    pub position: [f32; 2],
    /// Rotation in degrees.
    pub rotation: f32,
    /// How it is read.
    pub sampling: Sampling,
    /// The absolute path of the file it came from, in lower case; empty where it came from none.
    pub name: String,
}

impl Texture {
    /// A texture of one frame with the default blend (multiply).
    pub fn new(image: Image, flags: u32, name: impl Into<String>) -> Self {
        Self::of(Pixels::new(vec![Arc::new(image)]), flags, name)
    }

    /// A texture of these pictures with the default blend (multiply).
    pub fn of(pixels: Pixels, flags: u32, name: impl Into<String>) -> Self {
        Self {
            pixels,
            flags,
            blend: 2,
            scale: [1.0, 1.0],
            position: [0.0, 0.0],
            rotation: 0.0,
            sampling: Sampling::default(),
            name: name.into(),
        }
    }
}

impl Texture {
    /// How many frames it has as programs count them: a cube map of six faces is one.
    pub fn frame_count(&self) -> usize {
        if self.is_cube() {
            1
        } else {
            self.pixels.count()
        }
    }

    /// Whether it is a cube map with all its faces.
    pub fn is_cube(&self) -> bool {
        self.flags & texture_flags::CUBE_MAP != 0 && self.pixels.count() >= 6
    }

    /// Whether its pixels have an alpha of their own; else all are opaque, whatever is drawn on it.
    pub fn has_alpha(&self) -> bool {
        self.flags & (texture_flags::ALPHA | texture_flags::MASKED) != 0
    }

    /// The picture that drawing on frame `wanted` goes to: of a cube map the chosen face.
    pub fn drawn_frame(&self, wanted: usize) -> usize {
        if self.is_cube() {
            self.pixels.cube_face()
        } else {
            wanted
        }
    }

    /// Whether it is laid on moved, turned or scaled.
    pub fn is_moved(&self) -> bool {
        (self.scale, self.position, self.rotation) != ([1.0; 2], [0.0; 2], 0.0)
    }
}

impl Image {
    /// The picture with sides that are powers of two, up to [`MAX_TEXTURE_SIDE`], as textures keep it: each side is raised to the next one,
    /// and each pixel is that of the old picture at the same place, rounded down.
    pub fn with_texture_size(self) -> Self {
        let size = [self.width, self.height].map(texture_side);
        if size == [self.width, self.height] || self.width == 0 || self.height == 0 {
            return self;
        }
        let [width, height] = size;
        let from = |at: u32, old: u32, new: u32| {
            (u64::from(at) * u64::from(old) / u64::from(new)) as usize
        };
        let columns: Vec<usize> = (0..width).map(|x| from(x, self.width, width) * 4).collect();
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for y in 0..height {
            let start = from(y, self.height, height) * self.width as usize * 4;
            let row = self.rgba.get(start..).unwrap_or_default();
            for &x in &columns {
                rgba.extend_from_slice(row.get(x..x + 4).unwrap_or(&[0; 4]));
            }
        }
        Self {
            width,
            height,
            rgba,
        }
    }

    /// The six faces of a cube map, side by side in this picture; `None` where it has not that shape.
    pub fn cube_faces(&self) -> Option<Vec<Image>> {
        let square = self.height > 0 && self.width == self.height.checked_mul(6)?;
        square.then(|| self.cut(self.height, self.height, 0, 6))?
    }

    /// `count` pictures of `width` by `height` pixels cut out of this one, row by row, leaving out the first `first`; `None` where it does
    /// not hold them all.
    pub fn cut(&self, width: u32, height: u32, first: u32, count: u32) -> Option<Vec<Image>> {
        let across = self.width.checked_div(width)?;
        let down = self.height.checked_div(height)?;
        if count == 0 || u64::from(first) + u64::from(count) > u64::from(across) * u64::from(down) {
            return None;
        }
        let frame = |n: u32| {
            let (left, top) = (
                (n % across * width) as usize * 4,
                (n / across * height) as usize,
            );
            let rows = self
                .rgba
                .chunks_exact(self.width as usize * 4)
                .skip(top)
                .take(height as usize);
            let rgba = rows
                .flat_map(|row| row.iter().skip(left).take(width as usize * 4).copied())
                .collect();
            Image {
                width,
                height,
                rgba,
            }
        };
        Some((first..first + count).map(frame).collect())
    }

    /// The picture as a texture with these flags keeps it: opaque without [`texture_flags::ALPHA`] and
    /// [`texture_flags::MASKED`]; masked: black see-through, all else opaque; alpha from a file without an alpha channel (`has_alpha` false): the mean of
    /// red, green and blue, and white where the texture has no [`texture_flags::COLOR`].
    pub fn for_texture(mut self, has_alpha: bool, flags: u32) -> Self {
        use texture_flags::{ALPHA, COLOR, MASKED};
        for pixel in self.rgba.chunks_exact_mut(4) {
            let [r, g, b] = [pixel[0], pixel[1], pixel[2]];
            if flags & MASKED != 0 {
                pixel[3] = if [r, g, b] == [0; 3] { 0 } else { 255 };
            } else if flags & ALPHA == 0 {
                pixel[3] = 255;
            } else if !has_alpha {
                pixel[3] = ((u32::from(r) + u32::from(g) + u32::from(b)) / 3) as u8;
                if flags & COLOR == 0 {
                    pixel[..3].fill(255);
                }
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Image, texture_flags::*};

    fn one(rgba: [u8; 4], has_alpha: bool, flags: u32) -> Vec<u8> {
        Image::filled(1, 1, rgba).for_texture(has_alpha, flags).rgba
    }

    /// A picture whose pixels are numbered row by row.
    fn numbered(width: u32, height: u32) -> Image {
        Image {
            width,
            height,
            rgba: (0..width * height).flat_map(|n| [n as u8; 4]).collect(),
        }
    }

    fn firsts(images: &[Image]) -> Vec<u8> {
        images.iter().map(|image| image.rgba[0]).collect()
    }

    #[test]
    fn sheets_are_cut_row_by_row() {
        let sheet = numbered(3, 2);
        assert_eq!(firsts(&sheet.cut(1, 1, 2, 3).unwrap()), [2, 3, 4]);
        for (width, height, first, count) in [
            (1, 1, 4, 3),
            (0, 1, 0, 1),
            (4, 1, 0, 1),
            (1, 1, 0, 0),
            (1, 1, u32::MAX, 2),
        ] {
            assert!(sheet.cut(width, height, first, count).is_none());
        }
        assert!(sheet.cube_faces().is_none());
        let faces = numbered(6, 1).cube_faces().unwrap();
        assert_eq!(firsts(&faces), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn sides_are_raised_to_powers_of_two() {
        let raised = numbered(3, 2).with_texture_size();
        assert_eq!((raised.width, raised.height), (4, 2));
        let row: Vec<u8> = raised.rgba.chunks(4).map(|p| p[0]).collect();
        assert_eq!(row, [0, 0, 1, 2, 3, 3, 4, 5]);
        let same = numbered(4, 1);
        assert_eq!(same.clone().with_texture_size(), same);
        assert_eq!(numbered(0, 5).with_texture_size().rgba, []);
        for (wanted, side) in [(0, 1), (1, 1), (60, 64), (100, 128), (u32::MAX, 16384)] {
            assert_eq!(super::texture_side(wanted), side);
        }
    }

    #[test]
    fn alpha_comes_from_where_the_flags_say() {
        assert_eq!(one([9, 9, 9, 0], true, COLOR), [9, 9, 9, 255]);
        assert_eq!(one([0, 0, 0, 255], true, COLOR | MASKED), [0, 0, 0, 0]);
        assert_eq!(one([1, 0, 0, 7], true, COLOR | MASKED), [1, 0, 0, 255]);
        assert_eq!(
            one([30, 60, 90, 255], false, COLOR | ALPHA),
            [30, 60, 90, 60]
        );
        assert_eq!(one([30, 60, 90, 255], false, ALPHA), [255, 255, 255, 60]);
        assert_eq!(one([30, 60, 90, 7], true, COLOR | ALPHA), [30, 60, 90, 7]);
    }
}
