//! Textures and images.

use std::sync::Arc;

use bitflags::bitflags;

use crate::pixels::Pixels;

bitflags! {
    /// What a texture is. The bits are those of B3D files; others are kept as they are.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct TextureFlags: u32 {
        /// Colour.
        const COLOR = 1;
        /// The alpha channel blends.
        const ALPHA = 2;
        /// Black is see-through.
        const MASKED = 4;
        /// Mipmaps.
        const MIPMAPPED = 8;
        /// No repeat across.
        const CLAMP_U = 16;
        /// No repeat down.
        const CLAMP_V = 32;
        /// Sphere environment map.
        const SPHERE_MAP = 64;
        /// Cube environment map.
        const CUBE_MAP = 128;
        /// Kept in video memory.
        const VRAM = 256;
        /// High colour.
        const HIGH_COLOR = 512;
        /// Uses the second set of texture coordinates.
        const COORDS_2 = 0x10000;
    }
}

/// How a texture mixes with the layers below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextureBlend {
    /// Not at all: the texture is not seen.
    Off,
    /// By its alpha.
    Alpha,
    /// Multiply.
    #[default]
    Multiply,
    /// Add.
    Add,
    /// The dot product of the two colours, for bump maps.
    Dot3,
    /// Multiply by two.
    Multiply2,
}

/// A face of a cube map, in the order of their pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CubeFace {
    /// Left, -x.
    Left,
    /// Ahead, +z.
    #[default]
    Front,
    /// Right, +x.
    Right,
    /// Behind, -z.
    Back,
    /// Above, +y.
    Top,
    /// Below, -y.
    Bottom,
}

/// How a cube map is laid on: by which vector it is looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CubeMode {
    /// The vector.
    pub mapping: CubeMapping,
    /// Whether the vector is taken along the camera's axes, not the world's.
    pub camera_space: bool,
}

/// The vector that a cube map is looked up by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CubeMapping {
    /// The line of sight, reflected: mirrors.
    #[default]
    Reflection,
    /// The normal: light from all around.
    Normal,
    /// The position, as seen from the camera.
    Position,
}

impl CubeFace {
    /// All faces, in the order of their pictures.
    pub const ALL: [Self; 6] = [
        Self::Left,
        Self::Front,
        Self::Right,
        Self::Back,
        Self::Top,
        Self::Bottom,
    ];
}

/// Largest side of a texture in pixels.
pub const MAX_TEXTURE_SIDE: u32 = 16384;

/// The side a texture has that is asked for with this one: the next power of two, from 1 to [`MAX_TEXTURE_SIDE`].
pub fn texture_side(wanted: u32) -> u32 {
    wanted.clamp(1, MAX_TEXTURE_SIDE).next_power_of_two()
}

/// An image: rows from the top, 4 bytes a pixel, red green blue alpha, not premultiplied.
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
    /// An image of one colour.
    pub fn filled(width: u32, height: u32, rgba: [u8; 4]) -> Self {
        Self {
            width,
            height,
            rgba: rgba.repeat(width as usize * height as usize),
        }
    }
}

/// Sampler settings, where they differ from Blitz3D's: linear filtering, repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sampling {
    /// Mirrored repeat, across and down; clamping takes precedence.
    pub mirror: [bool; 2],
    /// Nearest filtering where the texture is magnified.
    pub nearest_near: bool,
    /// Nearest filtering where the texture is minified.
    pub nearest_far: bool,
    /// Nearest mipmap level, not two levels mixed.
    pub nearest_mipmap: bool,
    /// No mipmaps, whatever the flags say.
    pub without_mipmaps: bool,
}

/// A texture: frames of one size, coordinate transform, blend mode and sampler settings.
#[derive(Clone, Debug)]
pub struct Texture {
    /// Its images, which it may share with other textures of the same file.
    pub pixels: Pixels,
    /// What it is.
    pub flags: TextureFlags,
    /// How it mixes with the layers below it.
    pub blend: TextureBlend,
    /// Scale of the texture on the surface.
    pub scale: [f32; 2],
    /// Offset.
    pub position: [f32; 2],
    /// Rotation in degrees.
    pub rotation: f32,
    /// Sampler settings.
    pub sampling: Sampling,
    /// The absolute path of the file it came from, in lower case; empty where it came from none.
    pub name: String,
}

impl Texture {
    /// A texture of one frame with the default blend (multiply).
    pub fn new(image: Image, flags: TextureFlags, name: impl Into<String>) -> Self {
        Self::of(Pixels::new(vec![Arc::new(image)]), flags, name)
    }

    /// A texture of these pictures with the default blend (multiply).
    pub fn of(pixels: Pixels, flags: TextureFlags, name: impl Into<String>) -> Self {
        Self {
            pixels,
            flags,
            blend: TextureBlend::default(),
            scale: [1.0, 1.0],
            position: [0.0, 0.0],
            rotation: 0.0,
            sampling: Sampling::default(),
            name: name.into(),
        }
    }
}

impl Texture {
    /// Number of frames; the six faces of a cube map are one.
    pub fn frame_count(&self) -> usize {
        if self.is_cube() {
            1
        } else {
            self.pixels.count()
        }
    }

    /// Whether it is a cube map with all its faces.
    pub fn is_cube(&self) -> bool {
        self.flags.contains(TextureFlags::CUBE_MAP) && self.pixels.count() >= 6
    }

    /// Whether it has an alpha channel; else all its pixels are opaque.
    pub fn has_alpha(&self) -> bool {
        self.flags
            .intersects(TextureFlags::ALPHA | TextureFlags::MASKED)
    }

    /// Index of the image that drawing on frame `wanted` goes to; of a cube map the selected face.
    pub fn drawn_frame(&self, wanted: usize) -> usize {
        if self.is_cube() {
            self.pixels.cube_face() as usize
        } else {
            wanted
        }
    }

    /// Whether it has a coordinate transform.
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

    /// The picture as a texture with these flags keeps it: opaque without [`TextureFlags::ALPHA`] and
    /// [`TextureFlags::MASKED`]; masked: black see-through, all else opaque; alpha from a file without an alpha channel (`has_alpha` false): the mean of
    /// red, green and blue, and white where the texture has no [`TextureFlags::COLOR`].
    pub fn for_texture(mut self, has_alpha: bool, flags: TextureFlags) -> Self {
        for pixel in self.rgba.chunks_exact_mut(4) {
            let [r, g, b] = [pixel[0], pixel[1], pixel[2]];
            if flags.contains(TextureFlags::MASKED) {
                pixel[3] = if [r, g, b] == [0; 3] { 0 } else { 255 };
            } else if !flags.contains(TextureFlags::ALPHA) {
                pixel[3] = 255;
            } else if !has_alpha {
                pixel[3] = ((u32::from(r) + u32::from(g) + u32::from(b)) / 3) as u8;
                if !flags.contains(TextureFlags::COLOR) {
                    pixel[..3].fill(255);
                }
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Image, TextureFlags};

    const ALPHA: TextureFlags = TextureFlags::ALPHA;
    const COLOR: TextureFlags = TextureFlags::COLOR;
    const MASKED: TextureFlags = TextureFlags::MASKED;

    fn one(rgba: [u8; 4], has_alpha: bool, flags: TextureFlags) -> Vec<u8> {
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
