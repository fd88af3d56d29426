//! Buffers: what drawing goes to and pixels are read from. The two of the screen, and every frame of every texture.

use std::rc::Rc;
use std::sync::Arc;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::assets;
use flitz_runtime::render::{Font, Painter, Pen, ScreenBuffer};
use flitz_runtime::scene::{Image, TextureId};

use super::canvases::Placement;
use super::explain;
use crate::command::{Answer, Group, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::parts::Parts;

/// What drawing goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Target {
    /// A buffer of the screen.
    Screen(ScreenBuffer),
    /// A frame of a texture.
    Texture(TextureId, usize),
    /// A frame of the image with this handle.
    Image(i32, usize),
}

/// A picture to look at.
pub(super) enum Seen<'a> {
    /// Of the screen or an image.
    Here(&'a Image),
    /// Of a texture, which may share it with others.
    Shared(Arc<Image>),
}

impl std::ops::Deref for Seen<'_> {
    type Target = Image;

    fn deref(&self) -> &Image {
        match self {
            Seen::Here(image) => image,
            Seen::Shared(image) => image,
        }
    }
}

/// What a buffer is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// The screen, which never goes.
    Screen,
    /// A texture.
    Texture(TextureId),
    /// The image with this handle.
    Image(i32),
}

impl Target {
    fn owner(self) -> Owner {
        match self {
            Target::Screen(_) => Owner::Screen,
            Target::Texture(id, _) => Owner::Texture(id),
            Target::Image(image, _) => Owner::Image(image),
        }
    }
}

/// The buffers that programs hold by handle.
pub(crate) type Buffers = Parts<Owner, Target>;

impl Machine {
    pub(super) fn buffer_handle(&mut self, target: Target) -> Result<i32, Interrupt> {
        self.buffers
            .handle(&mut self.handles, target.owner(), target)
    }

    /// The buffer of a handle.
    fn buffer(&self, handle: i32) -> Result<Target, Interrupt> {
        match self.buffers.get(&self.handles, handle)? {
            Target::Texture(id, _) if !self.world.textures.contains_key(id) => Err(freed()),
            Target::Image(image, _) if self.handles.find(Kind::Image, image).is_none() => {
                Err(freed())
            }
            target => Ok(target),
        }
    }

    /// The buffer of a handle where 0 means the current one.
    fn buffer_or_current(&mut self, handle: i32) -> Result<Target, Interrupt> {
        let current = self.need_screen()?.target;
        if handle == 0 {
            Ok(current)
        } else {
            self.buffer(handle)
        }
    }

    /// Draws on the current buffer; a locked one stays as it is.
    pub(super) fn draw(
        &mut self,
        draw: impl FnOnce(&mut Painter<'_>, &Font),
    ) -> Result<(), Interrupt> {
        let target = self.need_screen()?.target;
        if self.is_locked(target)? {
            return Ok(());
        }
        self.draw_pixels(target, draw)
    }

    /// Whether a buffer is locked, so that nothing but single pixels and lines can be drawn.
    pub(super) fn is_locked(&mut self, target: Target) -> Result<bool, Interrupt> {
        let locked = self.need_screen()?.canvases.is_locked(target);
        if locked {
            self.console.note(
                "drawing on a buffer, or from one, does nothing while it is locked, except WritePixel, CopyPixel and Line. See UnlockBuffer.",
            );
        }
        Ok(locked)
    }

    /// Draws on a buffer, by its own origin and viewport, whether it is locked or not.
    pub(super) fn draw_pixels(
        &mut self,
        target: Target,
        draw: impl FnOnce(&mut Painter<'_>, &Font),
    ) -> Result<(), Interrupt> {
        let screen = self.need_screen()?;
        if target == screen.target {
            return self.draw_with(target, None, draw);
        }
        let Placement { origin, viewport } = screen.placement(target);
        let pen = Pen {
            origin,
            viewport,
            ..screen.pen.clone()
        };
        self.draw_with(target, Some(pen), draw)
    }

    /// Draws on a buffer with a pen, or with the program's.
    fn draw_with(
        &mut self,
        target: Target,
        pen: Option<Pen>,
        draw: impl FnOnce(&mut Painter<'_>, &Font),
    ) -> Result<(), Interrupt> {
        let screen = self.screen.as_mut().ok_or_else(freed)?;
        let pen = pen.as_ref().unwrap_or(&screen.pen);
        match target {
            Target::Screen(which) => {
                draw(&mut screen.display.canvas(which).painter(pen), &screen.font);
            }
            Target::Texture(id, frame) => {
                let texture = self.world.textures.get(id).ok_or_else(freed)?;
                let on = |image: &mut Image| {
                    draw(&mut Painter::on_image(image, pen), &screen.font);
                };
                let drawn = texture.pixels.edit(texture.drawn_frame(frame), on);
                drawn.ok_or_else(freed)?;
            }
            Target::Image(image, frame) => {
                let picture = self.images.get_mut(&self.handles, image)?;
                let image = Rc::make_mut(picture.frames.get_mut(frame).ok_or_else(freed)?);
                draw(&mut Painter::on_image(image, pen).opaque(), &screen.font);
            }
        }
        Ok(())
    }

    /// The handle and the see-through colour that a buffer has as a picture.
    fn as_picture(&self, target: Target) -> Result<([i32; 2], [u8; 3]), Interrupt> {
        match target {
            Target::Image(image, _) => {
                let picture = self.images.get(&self.handles, image)?;
                Ok((picture.handle, picture.mask))
            }
            _ => Ok(([0, 0], [0; 3])),
        }
    }

    /// Copies a part (x, y, width, height) of a buffer to a place on another, which its origin shifts and its viewport cuts.
    pub(super) fn copy_rect(
        &mut self,
        source: Target,
        part: [i32; 4],
        dest: Target,
        [x, y]: [i32; 2],
    ) -> Result<(), Interrupt> {
        if self.is_locked(source)? || self.is_locked(dest)? {
            return Ok(());
        }
        let (handle, _) = self.as_picture(source)?;
        let Some((picture, beside)) = self.picture(source)?.part(part) else {
            return Ok(());
        };
        let at = |i: usize| {
            [x, y][i]
                .saturating_sub(handle[i])
                .saturating_add(beside[i])
        };
        let (x, y) = (at(0), at(1));
        self.draw_pixels(dest, |painter, _| painter.image(&picture, x, y, None))
    }

    /// The picture of a buffer.
    pub(super) fn picture(&mut self, target: Target) -> Result<Seen<'_>, Interrupt> {
        match target {
            Target::Screen(which) => self
                .need_screen()?
                .display
                .image(which)
                .map(Seen::Here)
                .map_err(|why| Interrupt::Error(explain(&why))),
            Target::Texture(id, frame) => {
                let texture = self.world.textures.get(id).ok_or_else(freed)?;
                let frame = texture.drawn_frame(frame);
                let shown = texture.pixels.frame(frame);
                shown.map(Seen::Shared).ok_or_else(freed)
            }
            Target::Image(image, frame) => {
                let picture = self.images.get(&self.handles, image)?;
                let shown = picture.frames.get(frame);
                shown.map(|f| Seen::Here(f)).ok_or_else(freed)
            }
        }
    }

    /// Width and height of the buffer that drawing goes to.
    pub(crate) fn drawn_size(&mut self) -> Result<[u32; 2], Interrupt> {
        let screen = self.need_screen()?;
        match screen.target {
            Target::Screen(_) => Ok(screen.display.size()),
            target => self.picture(target).map(|p| [p.width, p.height]),
        }
    }

    /// Whether the pixels of a buffer are opaque whatever is drawn: all but those of a texture with alpha.
    fn is_opaque(&self, target: Target) -> bool {
        match target {
            Target::Texture(id, _) => {
                let texture = self.world.textures.get(id);
                texture.is_some_and(|texture| !texture.has_alpha())
            }
            Target::Screen(_) | Target::Image(..) => true,
        }
    }

    /// Red, green, blue and alpha of a pixel of a buffer, by its origin; `None` outside its viewport.
    fn pixel_inside(
        &mut self,
        target: Target,
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
    fn pixel_at(&mut self, target: Target, x: i32, y: i32) -> Result<Option<[u8; 4]>, Interrupt> {
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
    pub(super) fn pixel(&mut self, target: Target, x: i32, y: i32) -> Result<[u8; 4], Interrupt> {
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

    /// Writes a picture to a BMP file: 1, or 0 with a note where that fails.
    pub(super) fn save_picture(
        &mut self,
        command: &str,
        file: &str,
        picture: &Image,
    ) -> Result<i32, Interrupt> {
        let written = assets::encode_bmp(picture).map_err(|e| e.to_string());
        let written =
            written.and_then(|bytes| self.files.save(file, &bytes).map_err(|e| e.to_string()));
        if let Err(why) = &written {
            self.console.note(&format!(
                "{command} \"{file}\": the picture was not written: {why}"
            ));
        }
        Ok(written.is_ok().into())
    }

    /// The 0 that `TextureBuffer` gives for a frame that a texture does not have.
    fn no_such_frame(&mut self, frame: i32, count: usize) -> Result<i32, Interrupt> {
        let why = format!("there is no frame {frame}: the texture has {count}, numbered from 0.");
        self.console.note(
            "TextureBuffer: a frame was named that the texture does not have; the answer is 0.",
        );
        self.handles.note_failure(Kind::Buffer, why);
        Ok(0)
    }

    fn read_pixel(&mut self, x: i32, y: i32, buffer: i32) -> Result<i32, Interrupt> {
        let target = self.buffer_or_current(buffer)?;
        Ok(argb(self.pixel(target, x, y)?))
    }

    fn read_pixel_fast(&mut self, x: i32, y: i32, buffer: i32) -> Result<i32, Interrupt> {
        let target = self.buffer_or_current(buffer)?;
        Ok(argb(self.pixel_at(target, x, y)?.unwrap_or([0, 0, 0, 255])))
    }

    fn write_pixel(&mut self, x: i32, y: i32, argb: i32, buffer: i32) -> Result<(), Interrupt> {
        let target = self.buffer_or_current(buffer)?;
        let rgba = self.pixel_for(target, argb);
        self.draw_pixels(target, |painter, _| painter.write_pixel(x, y, rgba))
    }

    fn write_pixel_fast(
        &mut self,
        x: i32,
        y: i32,
        argb: i32,
        buffer: i32,
    ) -> Result<(), Interrupt> {
        let target = self.buffer_or_current(buffer)?;
        let rgba = self.pixel_for(target, argb);
        self.draw_with(target, Some(Pen::default()), |painter, _| {
            painter.write_pixel(x, y, rgba);
        })
    }

    /// A pixel as a buffer keeps it.
    fn pixel_for(&self, target: Target, argb: i32) -> [u8; 4] {
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
        source: i32,
        to: [i32; 2],
        dest: i32,
        fast: bool,
    ) -> Result<(), Interrupt> {
        let target = self.buffer_or_current(source)?;
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

    /// Loads a picture into a buffer, stretched to its size: 1, or 0 where it could not be loaded.
    fn load_buffer(&mut self, target: Target, file: &str) -> Result<i32, Interrupt> {
        let Some(image) = self.read_image("LoadBuffer", file) else {
            return Ok(0);
        };
        let [width, height] = {
            let picture = self.picture(target)?;
            [picture.width, picture.height]
        };
        let scale = [
            width as f32 / image.width.max(1) as f32,
            0.0,
            0.0,
            height as f32 / image.height.max(1) as f32,
        ];
        let most = width.max(height).saturating_add(1);
        let smooth = self.image_settings.smooth;
        let Some((fitted, _)) = image.transformed(scale, [0, 0], [0; 3], smooth, most) else {
            return Ok(0);
        };
        // Blitz3D moves the buffer's origin to its corner for this, and does not move it back.
        let screen = self.need_screen()?;
        let placement = Placement {
            origin: [0, 0],
            ..screen.placement(target)
        };
        if target == screen.target {
            screen.place(placement);
        } else {
            screen.canvases.leave(target, placement);
        }
        if !self.is_locked(target)? {
            self.draw_pixels(target, |painter, _| painter.image(&fitted, 0, 0, None))?;
        }
        Ok(1)
    }
}

/// A pixel as `$AARRGGBB`.
fn argb([red, green, blue, alpha]: [u8; 4]) -> i32 {
    i32::from_be_bytes([alpha, red, green, blue])
}

fn freed() -> Interrupt {
    Interrupt::error("The texture or image that this buffer belongs to has been freed.")
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "buffers",
    [
        front_buffer,
        back_buffer,
        texture_buffer,
        graphics_buffer,
        set_buffer,
        load_buffer,
        save_buffer,
        lock_buffer,
        unlock_buffer,
        read_pixel,
        read_pixel_fast,
        write_pixel,
        write_pixel_fast,
        copy_pixel,
        copy_pixel_fast,
        copy_rect
    ]
);

/// The buffer that is seen.
#[command(FrontBuffer)]
fn front_buffer(m: &mut Machine) -> Answer<i32> {
    m.need_screen()?;
    m.buffer_handle(Target::Screen(ScreenBuffer::Front))
}

/// The buffer that becomes seen with the next Flip.
#[command(BackBuffer)]
fn back_buffer(m: &mut Machine) -> Answer<i32> {
    m.need_screen()?;
    m.buffer_handle(Target::Screen(ScreenBuffer::Back))
}

/// The buffer of a texture's frame, to draw on it; 0 where there is no such frame.
#[command(TextureBuffer, defaults(frame = 0))]
fn texture_buffer(m: &mut Machine, texture: TextureId, frame: i32) -> Answer<i32> {
    let count = m.world.textures.get(texture).map_or(0, |t| t.frame_count());
    match usize::try_from(frame) {
        Ok(frame) if frame < count => m.buffer_handle(Target::Texture(texture, frame)),
        _ => m.no_such_frame(frame, count),
    }
}

/// The buffer that drawing goes to.
#[command(GraphicsBuffer)]
fn graphics_buffer(m: &mut Machine) -> Answer<i32> {
    let target = m.need_screen()?.target;
    m.buffer_handle(target)
}

/// Lets drawing go to a buffer: FrontBuffer(), BackBuffer(), or that of a texture. Origin and viewport start anew.
#[command(SetBuffer)]
fn set_buffer(m: &mut Machine, buffer: i32) -> Answer {
    m.need_screen()?;
    let target = m.buffer(buffer)?;
    m.need_screen()?.set_target(target);
    Ok(())
}

/// Loads a picture into a buffer, stretched to its size; returns 1, or 0 where it could not be loaded.
#[command(LoadBuffer)]
fn load_buffer(m: &mut Machine, buffer: i32, bmpfile: &Str) -> Answer<i32> {
    m.need_screen()?;
    let target = m.buffer(buffer)?;
    m.load_buffer(target, &bmpfile.to_text())
}

/// Writes a buffer to a BMP file; returns 1, or 0 where it could not be written.
#[command(SaveBuffer)]
fn save_buffer(m: &mut Machine, buffer: i32, bmpfile: &Str) -> Answer<i32> {
    m.need_screen()?;
    let target = m.buffer(buffer)?;
    let picture = m.picture(target)?.clone();
    m.save_picture("SaveBuffer", &bmpfile.to_text(), &picture)
}

/// Locks a buffer for reading and writing pixel by pixel. Until UnlockBuffer nothing else can be drawn on it, except by Line.
#[command(LockBuffer, defaults(buffer = 0))]
fn lock_buffer(m: &mut Machine, buffer: i32) -> Answer {
    let target = m.buffer_or_current(buffer)?;
    m.need_screen()?.canvases.lock(target);
    Ok(())
}

/// The end of what LockBuffer began.
#[command(UnlockBuffer, defaults(buffer = 0))]
fn unlock_buffer(m: &mut Machine, buffer: i32) -> Answer {
    let target = m.buffer_or_current(buffer)?;
    m.need_screen()?.canvases.unlock(target);
    Ok(())
}

/// A pixel as $AARRGGBB. Outside the buffer it is black, or the see-through colour of an image.
#[command(ReadPixel, defaults(buffer = 0))]
fn read_pixel(m: &mut Machine, x: i32, y: i32, buffer: i32) -> Answer<i32> {
    m.read_pixel(x, y, buffer)
}

/// A pixel as $AARRGGBB, counted from the buffer's corner: the origin does not count.
#[command(ReadPixelFast, defaults(buffer = 0))]
fn read_pixel_fast(m: &mut Machine, x: i32, y: i32, buffer: i32) -> Answer<i32> {
    m.read_pixel_fast(x, y, buffer)
}

/// Sets a pixel to $AARRGGBB.
#[command(WritePixel, defaults(buffer = 0))]
fn write_pixel(m: &mut Machine, x: i32, y: i32, argb: i32, buffer: i32) -> Answer {
    m.write_pixel(x, y, argb, buffer)
}

/// Sets a pixel to $AARRGGBB, counted from the buffer's corner: origin and viewport do not count.
#[command(WritePixelFast, defaults(buffer = 0))]
fn write_pixel_fast(m: &mut Machine, x: i32, y: i32, argb: i32, buffer: i32) -> Answer {
    m.write_pixel_fast(x, y, argb, buffer)
}

/// Copies a pixel from a buffer to another, or to the current one.
#[command(CopyPixel, defaults(dest_buffer = 0))]
fn copy_pixel(
    m: &mut Machine,
    src_x: i32,
    src_y: i32,
    src_buffer: i32,
    dest_x: i32,
    dest_y: i32,
    dest_buffer: i32,
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
fn copy_pixel_fast(
    m: &mut Machine,
    src_x: i32,
    src_y: i32,
    src_buffer: i32,
    dest_x: i32,
    dest_y: i32,
    dest_buffer: i32,
) -> Answer {
    m.copy_pixel(
        [src_x, src_y],
        src_buffer,
        [dest_x, dest_y],
        dest_buffer,
        true,
    )
}

/// Copies a rectangle from a buffer to a place in the same or another one; 0 stands for the current buffer.
///
/// The rectangle counts from its buffer's corner, the place from the origin of the buffer that is copied to.
#[command(CopyRect, defaults(src_buffer = 0, dest_buffer = 0))]
fn copy_rect(
    m: &mut Machine,
    source_x: i32,
    source_y: i32,
    width: i32,
    height: i32,
    dest_x: i32,
    dest_y: i32,
    src_buffer: i32,
    dest_buffer: i32,
) -> Answer {
    let source = m.buffer_or_current(src_buffer)?;
    let dest = m.buffer_or_current(dest_buffer)?;
    m.copy_rect(
        source,
        [source_x, source_y, width, height],
        dest,
        [dest_x, dest_y],
    )
}
