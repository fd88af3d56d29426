//! Textures and the pictures in them.

use std::sync::Arc;

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

/// A texture: one picture or several frames of one size, and how it is laid on.
#[derive(Clone, Debug)]
pub struct Texture {
    /// The frames, at least one. A cube map has six.
    pub frames: Vec<Arc<Image>>,
    /// Counts up with every change of a picture, so that the renderer knows to upload it again.
    pub version: u64,
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
    /// Of a cube map, the face (0..5) that drawing goes to.
    pub cube_face: usize,
    /// The file it came from, or what it is.
    pub name: String,
}

impl Texture {
    /// A texture of one frame with the default blend (multiply).
    pub fn new(image: Image, flags: u32, name: impl Into<String>) -> Self {
        Self {
            frames: vec![Arc::new(image)],
            version: 0,
            flags,
            blend: 2,
            scale: [1.0, 1.0],
            position: [0.0, 0.0],
            rotation: 0.0,
            cube_face: 1,
            name: name.into(),
        }
    }
}

impl Texture {
    /// Cuts the one picture, six squares side by side, into the faces of a cube map. Returns whether it has that shape.
    pub fn cut_cube(&mut self) -> bool {
        let Some(strip) = self.frames.first().map(Arc::clone) else {
            return false;
        };
        let side = strip.height as usize;
        if side == 0 || strip.width as usize != side * 6 {
            return false;
        }
        let face = |n: usize| {
            let rows = strip.rgba.chunks_exact(side * 6 * 4);
            let rgba = rows
                .flat_map(|row| row[n * side * 4..(n + 1) * side * 4].iter().copied())
                .collect();
            Arc::new(Image {
                width: strip.height,
                height: strip.height,
                rgba,
            })
        };
        self.frames = (0..6).map(face).collect();
        self.version += 1;
        true
    }

    /// Cuts the one picture into `count` frames of `width` by `height` pixels, row by row, leaving out the first `first`. Returns whether
    /// the picture holds them all.
    pub fn cut_frames(&mut self, width: u32, height: u32, first: u32, count: u32) -> bool {
        let frames = self
            .frames
            .first()
            .and_then(|sheet| sheet.cut(width, height, first, count));
        let Some(frames) = frames else { return false };
        self.frames = frames.into_iter().map(Arc::new).collect();
        self.version += 1;
        true
    }

    /// The frame that drawing on frame `wanted` goes to: of a cube map the chosen face.
    pub fn drawn_frame(&self, wanted: usize) -> usize {
        if self.flags & texture_flags::CUBE_MAP != 0 {
            self.cube_face
        } else {
            wanted
        }
    }
}

impl Image {
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
    use super::{Image, Texture, texture_flags::*};

    fn one(rgba: [u8; 4], has_alpha: bool, flags: u32) -> Vec<u8> {
        Image::filled(1, 1, rgba).for_texture(has_alpha, flags).rgba
    }

    #[test]
    fn sheets_are_cut_row_by_row() {
        let numbered = (0..6).flat_map(|n| [n; 4]).collect();
        let sheet = Texture::new(
            Image {
                width: 3,
                height: 2,
                rgba: numbered,
            },
            COLOR,
            "",
        );
        let mut frames = sheet.clone();
        assert!(frames.cut_frames(1, 1, 2, 3));
        assert_eq!(
            frames.frames.iter().map(|f| f.rgba[0]).collect::<Vec<_>>(),
            [2, 3, 4]
        );
        for (width, height, first, count) in [
            (1, 1, 4, 3),
            (0, 1, 0, 1),
            (4, 1, 0, 1),
            (1, 1, 0, 0),
            (1, 1, u32::MAX, 2),
        ] {
            assert!(!sheet.clone().cut_frames(width, height, first, count));
        }
        assert!(!sheet.clone().cut_cube());
        let strip = (0..6).flat_map(|n| [n; 4]).collect();
        let mut cube = Texture::new(
            Image {
                width: 6,
                height: 1,
                rgba: strip,
            },
            COLOR,
            "",
        );
        assert!(cube.cut_cube());
        assert_eq!(
            cube.frames.iter().map(|f| f.rgba[0]).collect::<Vec<_>>(),
            [0, 1, 2, 3, 4, 5]
        );
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
