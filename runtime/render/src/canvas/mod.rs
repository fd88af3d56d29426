//! Pixels that programs draw on in 2D.
//!
//! All 2D drawing happens here, on the CPU, so that it is exact to the pixel and the same on every machine. A [`Canvas`] is either whole (its
//! pixels are the image) or an overlay over an image on the GPU: what the program draws after the GPU did goes into the overlay
//! with its coverage in alpha (premultiplied), and [`crate::Display`] composites it when the image is shown or read.

mod blit;
mod dirty;
mod paint;
mod raster;
mod text;

pub use dirty::{Area, Dirty};
pub use paint::{Painter, Pen};
pub use text::{Font, Style, default_font};

use flitz_scene::Image;

/// Where the current image of a canvas is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// In the canvas itself; every pixel is opaque.
    Cpu,
    /// On the GPU; the canvas holds what was drawn since, transparent elsewhere.
    Gpu,
}

/// An image to draw on.
#[derive(Clone, Debug)]
pub struct Canvas {
    pub(crate) image: Image,
    pub(crate) dirty: Dirty,
    pub(crate) location: Location,
}

impl Canvas {
    /// A black canvas.
    pub fn new(width: u32, height: u32) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let mut dirty = Dirty::new(width, height);
        dirty.add_all();
        Self {
            image: Image::filled(width, height, [0, 0, 0, 255]),
            dirty,
            location: Location::Cpu,
        }
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.image.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.image.height
    }

    /// A painter for it.
    pub fn painter<'a>(&'a mut self, pen: &'a Pen) -> Painter<'a> {
        Painter::on_canvas(self, pen)
    }

    /// Whether there are changes that are not uploaded yet.
    pub fn is_dirty(&self) -> bool {
        !self.dirty.is_empty()
    }

    /// The GPU has the current image; the canvas becomes an empty overlay.
    pub(crate) fn moved_to_gpu(&mut self) {
        match self.location {
            Location::Cpu => self.image.rgba.fill(0),
            Location::Gpu => {
                for area in self.dirty.areas() {
                    clear(&mut self.image, area);
                }
            }
        }
        self.location = Location::Gpu;
        self.dirty.clear();
    }

    /// The image was read back from the GPU.
    pub(crate) fn came_from_gpu(&mut self, image: Image) {
        self.image = image;
        self.location = Location::Cpu;
        self.dirty.clear();
    }
}

fn clear(image: &mut Image, area: Area) {
    let width = image.width as usize;
    for y in area.y..area.y + area.height {
        let from = (y as usize * width + area.x as usize) * 4;
        if let Some(row) = image.rgba.get_mut(from..from + area.width as usize * 4) {
            row.fill(0);
        }
    }
}
