//! What drawing goes to and pixels are read from: the two buffers of the screen, and every frame of every texture and image.

use std::rc::Rc;
use std::sync::Arc;

use flitz_interpreter::host::Interrupt;
use flitz_runtime::render::{Font, Painter, Pen, ScreenBuffer};
use flitz_runtime::scene::{Image, TextureId};

use super::canvases::Placement;
use super::explain;
use super::images::ImageId;
use crate::command::{Answer, Held};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::parts::Parts;

/// What drawing goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DrawTarget {
    /// A buffer of the screen.
    Screen(ScreenBuffer),
    /// A frame of a texture.
    Texture(TextureId, usize),
    /// A frame of an image.
    Image(ImageId, usize),
}

impl Held for DrawTarget {
    const KIND: Kind = Kind::Buffer;

    #[inline]
    fn find(machine: &Machine, handle: i32) -> Answer<Self> {
        machine.screen_state.buffers.get(&machine.handles, handle)
    }
}

/// A picture to look at.
pub(super) enum BufferImage<'a> {
    /// Of the screen or an image.
    Borrowed(&'a Image),
    /// Of a texture, which may share it with others.
    Shared(Arc<Image>),
}

impl std::ops::Deref for BufferImage<'_> {
    type Target = Image;

    fn deref(&self) -> &Image {
        match self {
            BufferImage::Borrowed(image) => image,
            BufferImage::Shared(image) => image,
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
    /// An image.
    Image(ImageId),
}

impl DrawTarget {
    fn owner(self) -> Owner {
        match self {
            DrawTarget::Screen(_) => Owner::Screen,
            DrawTarget::Texture(id, _) => Owner::Texture(id),
            DrawTarget::Image(image, _) => Owner::Image(image),
        }
    }
}

/// The buffers that programs hold by handle.
pub(crate) type Buffers = Parts<Owner, DrawTarget>;

impl Machine {
    pub(super) fn buffer_handle(&mut self, target: DrawTarget) -> Result<i32, Interrupt> {
        self.screen_state
            .buffers
            .handle(&mut self.handles, target.owner(), target)
    }

    /// The buffer that a program gave, or the current one.
    pub(super) fn given_or_current(
        &mut self,
        given: Option<DrawTarget>,
    ) -> Result<DrawTarget, Interrupt> {
        let current = self.need_screen()?.target;
        Ok(given.unwrap_or(current))
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
    pub(super) fn is_locked(&mut self, target: DrawTarget) -> Result<bool, Interrupt> {
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
        target: DrawTarget,
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
    pub(super) fn draw_with(
        &mut self,
        target: DrawTarget,
        pen: Option<Pen>,
        draw: impl FnOnce(&mut Painter<'_>, &Font),
    ) -> Result<(), Interrupt> {
        let screen = self.screen.as_mut().ok_or_else(freed)?;
        let pen = pen.as_ref().unwrap_or(&screen.pen);
        match target {
            DrawTarget::Screen(which) => {
                draw(&mut screen.display.canvas(which).painter(pen), &screen.font);
            }
            DrawTarget::Texture(id, frame) => {
                let texture = self.world.textures.get(id).ok_or_else(freed)?;
                let on = |image: &mut Image| {
                    draw(&mut Painter::on_image(image, pen), &screen.font);
                };
                let drawn = texture.pixels.edit(texture.drawn_frame(frame), on);
                drawn.ok_or_else(freed)?;
            }
            DrawTarget::Image(image, frame) => {
                let picture = self.screen_state.images.get_mut(image).ok_or_else(freed)?;
                let image = Rc::make_mut(picture.frames.get_mut(frame).ok_or_else(freed)?);
                draw(&mut Painter::on_image(image, pen).opaque(), &screen.font);
            }
        }
        Ok(())
    }

    /// The handle and the see-through colour that a buffer has as a picture.
    pub(super) fn as_picture(&self, target: DrawTarget) -> Result<([i32; 2], [u8; 3]), Interrupt> {
        match target {
            DrawTarget::Image(image, _) => {
                let picture = self.screen_state.images.get(image).ok_or_else(freed)?;
                Ok((picture.handle, picture.mask))
            }
            _ => Ok(([0, 0], [0; 3])),
        }
    }

    /// Copies a part (x, y, width, height) of a buffer to a place on another, which its origin shifts and its viewport cuts.
    pub(super) fn copy_rect(
        &mut self,
        source: DrawTarget,
        part: [i32; 4],
        dest: DrawTarget,
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
    pub(super) fn picture(&mut self, target: DrawTarget) -> Result<BufferImage<'_>, Interrupt> {
        match target {
            DrawTarget::Screen(which) => self
                .need_screen()?
                .display
                .image(which)
                .map(BufferImage::Borrowed)
                .map_err(|why| Interrupt::Error(explain(&why))),
            DrawTarget::Texture(id, frame) => {
                let texture = self.world.textures.get(id).ok_or_else(freed)?;
                let frame = texture.drawn_frame(frame);
                let shown = texture.pixels.frame(frame);
                shown.map(BufferImage::Shared).ok_or_else(freed)
            }
            DrawTarget::Image(image, frame) => {
                let picture = self.screen_state.images.get(image).ok_or_else(freed)?;
                let shown = picture.frames.get(frame);
                shown.map(|f| BufferImage::Borrowed(f)).ok_or_else(freed)
            }
        }
    }

    /// Width and height of the buffer that drawing goes to.
    pub(crate) fn drawn_size(&mut self) -> Result<[u32; 2], Interrupt> {
        let screen = self.need_screen()?;
        match screen.target {
            DrawTarget::Screen(_) => Ok(screen.display.size()),
            target => self.picture(target).map(|p| [p.width, p.height]),
        }
    }
}

fn freed() -> Interrupt {
    Interrupt::error("The texture or image that this buffer belongs to has been freed.")
}
