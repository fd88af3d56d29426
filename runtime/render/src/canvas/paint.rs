//! The pen, and writing clipped spans of pixels.

use flitz_scene::Image;

use super::{Canvas, Dirty, Location};

/// What 2D drawing depends on: colours, origin, viewport.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pen {
    /// Red, green, blue of what is drawn.
    pub color: [u8; 3],
    /// Red, green, blue that clearing fills with.
    pub cls_color: [u8; 3],
    /// Added to every coordinate.
    pub origin: [i32; 2],
    /// Drawing is clipped to this: x, y, width, height in pixels of the canvas. `None` is all of it.
    pub viewport: Option<[i32; 4]>,
}

impl Default for Pen {
    fn default() -> Self {
        Self {
            color: [255; 3],
            cls_color: [0; 3],
            origin: [0; 2],
            viewport: None,
        }
    }
}

/// Pixels that may be written: `left <= x < right`, `top <= y < bottom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clip {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Clip {
    fn new(width: u32, height: u32, viewport: Option<[i32; 4]>) -> Self {
        let (width, height) = (width as i32, height as i32);
        let Some([x, y, w, h]) = viewport else {
            return Self {
                left: 0,
                top: 0,
                right: width,
                bottom: height,
            };
        };
        let clip = Self {
            left: x.clamp(0, width),
            top: y.clamp(0, height),
            right: x.saturating_add(w).clamp(0, width),
            bottom: y.saturating_add(h).clamp(0, height),
        };
        if clip.left >= clip.right || clip.top >= clip.bottom {
            return Self {
                left: 0,
                top: 0,
                right: 0,
                bottom: 0,
            };
        }
        clip
    }
}

/// Draws with a [`Pen`] on a canvas or a picture. Coordinates are pixels from the upper left corner, shifted by the pen's origin
/// and clipped to its viewport; any value is allowed.
pub struct Painter<'a> {
    pub(super) width: usize,
    pub(super) pixels: &'a mut [[u8; 4]],
    pub(super) pen: &'a Pen,
    pub(super) clip: Clip,
    /// Whether alpha is stored as written (textures); canvases are opaque.
    keeps_alpha: bool,
    dirty: Option<&'a mut Dirty>,
    location: Option<&'a mut Location>,
}

impl<'a> Painter<'a> {
    pub(super) fn on_canvas(canvas: &'a mut Canvas, pen: &'a Pen) -> Self {
        let clip = Clip::new(canvas.image.width, canvas.image.height, pen.viewport);
        Self {
            width: canvas.image.width as usize,
            pixels: canvas.image.rgba.as_chunks_mut().0,
            pen,
            clip,
            keeps_alpha: false,
            dirty: Some(&mut canvas.dirty),
            location: Some(&mut canvas.location),
        }
    }

    /// A painter for an image: a frame of a texture, an image of the program. Drawing sets alpha to 255; only single pixels and copies
    /// write their own.
    pub fn on_image(image: &'a mut Image, pen: &'a Pen) -> Self {
        let clip = Clip::new(image.width, image.height, pen.viewport);
        Self {
            width: image.width as usize,
            pixels: image.rgba.as_chunks_mut().0,
            pen,
            clip,
            keeps_alpha: true,
            dirty: None,
            location: None,
        }
    }

    /// Forces alpha to 255 in everything that is drawn, as on a canvas.
    pub fn opaque(mut self) -> Self {
        self.keeps_alpha = false;
        self
    }

    /// Fills the viewport with the pen's `cls_color`.
    pub fn cls(&mut self) {
        let Clip {
            left,
            top,
            right,
            bottom,
        } = self.clip;
        self.fill_unshifted(left, top, right, bottom, self.pen.cls_color);
        let whole = (right - left) as usize * (bottom - top) as usize == self.pixels.len();
        if whole && let Some(location) = self.location.as_deref_mut() {
            *location = Location::Cpu;
        }
    }

    /// Sets one pixel to the pen's colour.
    pub fn plot(&mut self, x: i32, y: i32) {
        let [r, g, b] = self.pen.color;
        self.write_pixel(x, y, [r, g, b, 255]);
    }

    /// Sets one pixel to this colour (with alpha, where the picture has any).
    pub fn write_pixel(&mut self, x: i32, y: i32, rgba: [u8; 4]) {
        let (x, y) = self.shift(x, y);
        self.set_unshifted(x, y, rgba);
    }

    /// A point with the pen's origin added.
    pub(super) fn shift(&self, x: i32, y: i32) -> (i32, i32) {
        (
            x.saturating_add(self.pen.origin[0]),
            y.saturating_add(self.pen.origin[1]),
        )
    }

    /// Sets a pixel, origin already added.
    pub(super) fn set_unshifted(&mut self, x: i32, y: i32, rgba: [u8; 4]) {
        if let Some((at, x, y)) = self.index(x, y)
            && let Some(pixel) = self.pixels.get_mut(at)
        {
            let [r, g, b, a] = rgba;
            *pixel = [r, g, b, if self.keeps_alpha { a } else { 255 }];
            self.touched(x, y, x + 1, y + 1);
        }
    }

    /// Fills `left <= x < right`, `top <= y < bottom`, origin already added.
    pub(super) fn fill_unshifted(
        &mut self,
        left: i32,
        top: i32,
        right: i32,
        bottom: i32,
        rgb: [u8; 3],
    ) {
        let [r, g, b] = rgb;
        let rgba = [r, g, b, 255];
        let Some((left, top, right, bottom)) = self.clipped(left, top, right, bottom) else {
            return;
        };
        for y in top..bottom {
            if let Some(row) = self
                .pixels
                .get_mut(y * self.width + left..y * self.width + right)
            {
                row.fill(rgba);
            }
        }
        self.touched(left, top, right, bottom);
    }

    /// The part of a rectangle inside the clip, `None` where there is none.
    pub(super) fn clipped(
        &self,
        left: i32,
        top: i32,
        right: i32,
        bottom: i32,
    ) -> Option<(usize, usize, usize, usize)> {
        let (left, top) = (left.max(self.clip.left), top.max(self.clip.top));
        let (right, bottom) = (right.min(self.clip.right), bottom.min(self.clip.bottom));
        (left < right && top < bottom).then_some((
            left as usize,
            top as usize,
            right as usize,
            bottom as usize,
        ))
    }

    /// A pixel as it is stored: opaque on a canvas.
    pub(super) fn written(&self, [r, g, b, a]: [u8; 4]) -> [u8; 4] {
        [r, g, b, if self.keeps_alpha { a } else { 255 }]
    }

    pub(super) fn touched(&mut self, x0: usize, y0: usize, x1: usize, y1: usize) {
        if let Some(dirty) = self.dirty.as_deref_mut() {
            dirty.add(x0 as u32, y0 as u32, x1 as u32, y1 as u32);
        }
    }

    fn index(&self, x: i32, y: i32) -> Option<(usize, usize, usize)> {
        let Clip {
            left,
            top,
            right,
            bottom,
        } = self.clip;
        (x >= left && x < right && y >= top && y < bottom)
            .then(|| (y as usize * self.width + x as usize, x as usize, y as usize))
    }
}
