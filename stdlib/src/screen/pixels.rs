//! Single pixels of buffers: read, written, copied.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::render::Pen;

use super::DrawTarget;
use super::canvases::Placement;
use crate::command::{Answer, command};
use crate::machine::Machine;

impl Machine {
    /// Whether the pixels of a buffer are opaque whatever is drawn: all but those of a texture with alpha.
    fn is_opaque(&self, target: DrawTarget) -> bool {
        match target {
            DrawTarget::Texture(id, _) => {
                let texture = self.world.textures.get(id);
                texture.is_some_and(|texture| !texture.has_alpha())
            }
            DrawTarget::Screen(_) | DrawTarget::Image(..) => true,
        }
    }

    /// Red, green, blue and alpha of a pixel of a buffer, by its origin; `None` outside its viewport.
    fn pixel_inside(
        &mut self,
        target: DrawTarget,
        x: i32,
        y: i32,
    ) -> Result<Option<[u8; 4]>, Interrupt> {
        let Placement { origin, viewport } = self.need_screen()?.placement(target);
        let (x, y) = (x.saturating_add(origin[0]), y.saturating_add(origin[1]));
        if let Some([left, top, width, height]) = viewport {
            let inside = |v: i32, from: i32, size: i32| v >= from && v < from.saturating_add(size);
            if !inside(x, left, width) || !inside(y, top, height) {
                return Ok(None);
            }
        }
        self.pixel_at(target, x, y)
    }

    /// Red, green, blue and alpha of a pixel of a buffer, counted from its upper left corner; `None` outside.
    fn pixel_at(
        &mut self,
        target: DrawTarget,
        x: i32,
        y: i32,
    ) -> Result<Option<[u8; 4]>, Interrupt> {
        let opaque = self.is_opaque(target);
        let image = self.picture(target)?;
        let inside = |v: i32, size: u32| u32::try_from(v).ok().filter(|&v| v < size);
        let (Some(x), Some(y)) = (inside(x, image.width), inside(y, image.height)) else {
            return Ok(None);
        };
        let at = (y as usize * image.width as usize + x as usize) * 4;
        let pixel: Option<[u8; 4]> = image.rgba.get(at..at + 4).and_then(|p| p.try_into().ok());
        Ok(pixel
            .map(|[red, green, blue, alpha]| [red, green, blue, if opaque { 255 } else { alpha }]))
    }

    /// Red, green, blue and alpha of a pixel of a buffer, by its origin; outside the buffer it is the colour that is see-through.
    pub(super) fn pixel(
        &mut self,
        target: DrawTarget,
        x: i32,
        y: i32,
    ) -> Result<[u8; 4], Interrupt> {
        let Placement { origin, .. } = self.need_screen()?.placement(target);
        let (x, y) = (x.saturating_add(origin[0]), y.saturating_add(origin[1]));
        Ok(match self.pixel_at(target, x, y)? {
            Some(pixel) => pixel,
            None => {
                let (_, [red, green, blue]) = self.as_picture(target)?;
                [red, green, blue, 255]
            }
        })
    }

    fn read_pixel(&mut self, x: i32, y: i32, buffer: Option<DrawTarget>) -> Result<i32, Interrupt> {
        let target = self.given_or_current(buffer)?;
        Ok(argb(self.pixel(target, x, y)?))
    }

    fn read_pixel_fast(
        &mut self,
        x: i32,
        y: i32,
        buffer: Option<DrawTarget>,
    ) -> Result<i32, Interrupt> {
        let target = self.given_or_current(buffer)?;
        Ok(argb(self.pixel_at(target, x, y)?.unwrap_or([0, 0, 0, 255])))
    }

    fn write_pixel(
        &mut self,
        x: i32,
        y: i32,
        argb: i32,
        buffer: Option<DrawTarget>,
    ) -> Result<(), Interrupt> {
        let target = self.given_or_current(buffer)?;
        let rgba = self.pixel_for(target, argb);
        self.draw_pixels(target, |painter, _| painter.write_pixel(x, y, rgba))
    }

    fn write_pixel_fast(
        &mut self,
        x: i32,
        y: i32,
        argb: i32,
        buffer: Option<DrawTarget>,
    ) -> Result<(), Interrupt> {
        let target = self.given_or_current(buffer)?;
        let rgba = self.pixel_for(target, argb);
        self.draw_with(target, Some(Pen::default()), |painter, _| {
            painter.write_pixel(x, y, rgba);
        })
    }

    /// A pixel as a buffer keeps it.
    fn pixel_for(&self, target: DrawTarget, argb: i32) -> [u8; 4] {
        let [alpha, red, green, blue] = argb.to_be_bytes();
        [
            red,
            green,
            blue,
            if self.is_opaque(target) { 255 } else { alpha },
        ]
    }

    /// Copies a pixel that is inside; `fast` counts from the buffers' corners.
    fn copy_pixel(
        &mut self,
        from: [i32; 2],
        source: Option<DrawTarget>,
        to: [i32; 2],
        dest: Option<DrawTarget>,
        fast: bool,
    ) -> Result<(), Interrupt> {
        let target = self.given_or_current(source)?;
        let pixel = if fast {
            self.pixel_at(target, from[0], from[1])?
        } else {
            self.pixel_inside(target, from[0], from[1])?
        };
        match pixel {
            Some(pixel) if fast => self.write_pixel_fast(to[0], to[1], argb(pixel), dest),
            Some(pixel) => self.write_pixel(to[0], to[1], argb(pixel), dest),
            None => Ok(()),
        }
    }
}

/// A pixel as `$AARRGGBB`.
fn argb([red, green, blue, alpha]: [u8; 4]) -> i32 {
    i32::from_be_bytes([alpha, red, green, blue])
}

/// A pixel as $AARRGGBB. Outside the buffer it is black, or the see-through colour of an image.
#[command(ReadPixel, defaults(buffer = 0))]
pub(super) fn read_pixel(
    m: &mut Machine,
    x: i32,
    y: i32,
    buffer: Option<DrawTarget>,
) -> Answer<i32> {
    m.read_pixel(x, y, buffer)
}

/// A pixel as $AARRGGBB, counted from the buffer's corner: the origin does not count.
#[command(ReadPixelFast, defaults(buffer = 0))]
pub(super) fn read_pixel_fast(
    m: &mut Machine,
    x: i32,
    y: i32,
    buffer: Option<DrawTarget>,
) -> Answer<i32> {
    m.read_pixel_fast(x, y, buffer)
}

/// Sets a pixel to $AARRGGBB.
#[command(WritePixel, defaults(buffer = 0))]
pub(super) fn write_pixel(
    m: &mut Machine,
    x: i32,
    y: i32,
    argb: i32,
    buffer: Option<DrawTarget>,
) -> Answer {
    m.write_pixel(x, y, argb, buffer)
}

/// Sets a pixel to $AARRGGBB, counted from the buffer's corner: origin and viewport do not count.
#[command(WritePixelFast, defaults(buffer = 0))]
pub(super) fn write_pixel_fast(
    m: &mut Machine,
    x: i32,
    y: i32,
    argb: i32,
    buffer: Option<DrawTarget>,
) -> Answer {
    m.write_pixel_fast(x, y, argb, buffer)
}

/// Copies a pixel from a buffer to another, or to the current one.
#[command(CopyPixel, defaults(dest_buffer = 0))]
pub(super) fn copy_pixel(
    m: &mut Machine,
    src_x: i32,
    src_y: i32,
    src_buffer: Option<DrawTarget>,
    dest_x: i32,
    dest_y: i32,
    dest_buffer: Option<DrawTarget>,
) -> Answer {
    m.copy_pixel(
        [src_x, src_y],
        src_buffer,
        [dest_x, dest_y],
        dest_buffer,
        false,
    )
}

/// Copies a pixel from a buffer to another, or to the current one, counted from the buffers' corners.
#[command(CopyPixelFast, defaults(dest_buffer = 0))]
pub(super) fn copy_pixel_fast(
    m: &mut Machine,
    src_x: i32,
    src_y: i32,
    src_buffer: Option<DrawTarget>,
    dest_x: i32,
    dest_y: i32,
    dest_buffer: Option<DrawTarget>,
) -> Answer {
    m.copy_pixel(
        [src_x, src_y],
        src_buffer,
        [dest_x, dest_y],
        dest_buffer,
        true,
    )
}
