//! Images: pictures for 2D games.

use std::rc::Rc;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::assets;
use flitz_runtime::render::ScreenBuffer;
use flitz_runtime::scene::{Image, Placed};

use super::drawing::packed;
use super::image_meeting::{
    image_rect_collide, image_rect_overlap, images_collide, images_overlap, rects_overlap,
};
use super::image_shape::{
    auto_mid_handle, handle_image, image_x_handle, image_y_handle, mid_handle, resize_image,
    rotate_image, scale_image, tform_filter, tform_image,
};
use super::targets::{DrawTarget, Owner};
use crate::command::{Answer, Group, IfAlive, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};

/// The largest width and height of an image.
pub(super) const LARGEST_SIDE: u32 = 8192;
/// All frames of an image together, in pixels.
const MOST_PIXELS: u64 = 1 << 28;

/// An image as a program holds it.
pub(crate) struct Picture {
    pub(super) frames: Vec<Rc<Image>>,
    /// The point of the picture that is placed, from its upper left corner.
    pub(super) handle: [i32; 2],
    /// The colour that is see-through.
    pub(super) mask: [u8; 3],
}

/// An image that a program gave.
pub(crate) type ImageId = Key<Picture>;

impl Stored for Picture {
    const KIND: Kind = Kind::Image;

    #[inline]
    fn store(machine: &Machine) -> &Store<Self> {
        &machine.screen_state.images
    }
}

/// How images are made and turned from now on.
pub(crate) struct ImageSettings {
    /// New images have their handle in the middle.
    pub(super) mid_handle: bool,
    /// Turned and stretched images are smooth.
    pub(super) smooth: bool,
}

impl Default for ImageSettings {
    fn default() -> Self {
        Self {
            mid_handle: false,
            smooth: true,
        }
    }
}

impl Picture {
    pub(super) fn mid_handle(&mut self) {
        if let Some(frame) = self.frames.first() {
            self.handle = [frame.width, frame.height].map(|v| (v / 2) as i32);
        }
    }

    /// Pixels of all frames.
    pub(super) fn pixel_count(&self) -> u64 {
        let frames = self.frames.iter();
        frames
            .map(|frame| u64::from(frame.width) * u64::from(frame.height))
            .sum()
    }

    pub(super) fn placed(&self, frame: usize, x: i32, y: i32) -> Option<Placed<'_>> {
        let image = self.frames.get(frame)?;
        Some(Placed {
            image,
            at: [x, y],
            handle: self.handle,
            mask: self.mask,
        })
    }
}

impl Machine {
    fn add_image(&mut self, frames: Vec<Rc<Image>>, about: &str) -> Result<i32, Interrupt> {
        let mut picture = Picture {
            frames,
            handle: [0, 0],
            mask: [0; 3],
        };
        if self.screen_state.image_settings.mid_handle {
            picture.mid_handle();
        }
        self.screen_state
            .images
            .add(&mut self.handles, picture, about)
    }

    /// A frame of an image, and the number of that frame.
    pub(super) fn image_frame(
        &self,
        image: ImageId,
        frame: i32,
    ) -> Result<(&Picture, usize), Interrupt> {
        let picture = &self.screen_state.images[image];
        let count = picture.frames.len();
        match usize::try_from(frame) {
            Ok(frame) if frame < count => Ok((picture, frame)),
            _ => Err(Interrupt::Error(format!(
                "There is no frame {frame}: the image has {count}, numbered from 0."
            ))),
        }
    }

    /// Reads a picture file. A missing or damaged one is a note, and the reason for the 0 that the program gets.
    pub(super) fn read_image(&mut self, command: &str, name: &str) -> Option<Image> {
        let loaded = self.files.load(name).map_err(|e| self.not_read(name, &e));
        let read = loaded.and_then(|bytes| {
            assets::decode_image(&bytes, name).map_err(|e| {
                format!(
                    "{} is no picture that can be used: {e}.",
                    self.files.find(name).display()
                )
            })
        });
        match read {
            Ok(mut image) => {
                // 2D ignores alpha.
                image
                    .rgba
                    .chunks_exact_mut(4)
                    .for_each(|pixel| pixel[3] = 255);
                Some(image)
            }
            Err(why) => {
                let why = format!("the image was not loaded: {why}");
                self.console.note(&format!("{command} \"{name}\": {why}"));
                self.handles.note_failure(Kind::Image, why);
                None
            }
        }
    }

    /// Draws a part of a frame, or where there is none all of it.
    fn draw_image(
        &mut self,
        image: ImageId,
        [x, y]: [i32; 2],
        part: Option<[i32; 4]>,
        frame: i32,
        masked: bool,
    ) -> Result<(), Interrupt> {
        let (picture, frame) = self.image_frame(image, frame)?;
        let pixels = Rc::clone(&picture.frames[frame]);
        let mask = masked.then_some(picture.mask);
        let (x, y) = (
            x.saturating_sub(picture.handle[0]),
            y.saturating_sub(picture.handle[1]),
        );
        if self.is_locked(DrawTarget::Image(image, frame))? {
            return Ok(());
        }
        self.draw(|painter, _| match part {
            Some(part) => painter.image_part(&pixels, x, y, part, mask),
            None => painter.image(&pixels, x, y, mask),
        })
    }

    fn tile_image(
        &mut self,
        image: ImageId,
        x: i32,
        y: i32,
        frame: i32,
        masked: bool,
    ) -> Result<(), Interrupt> {
        let (picture, frame) = self.image_frame(image, frame)?;
        let pixels = Rc::clone(&picture.frames[frame]);
        let mask = masked.then_some(picture.mask);
        let (x, y) = (
            x.saturating_sub(picture.handle[0]),
            y.saturating_sub(picture.handle[1]),
        );
        if self.is_locked(DrawTarget::Image(image, frame))? {
            return Ok(());
        }
        self.draw(|painter, _| painter.tile(&pixels, x, y, mask))
    }

    /// Lets go of what the buffers of an image keep, whose pictures are gone: drawing on one goes to the front buffer.
    pub(super) fn forget_buffers(&mut self, image: ImageId) {
        if let Some(screen) = &mut self.screen {
            if matches!(screen.target, DrawTarget::Image(drawn, _) if drawn == image) {
                screen.set_target(DrawTarget::Screen(ScreenBuffer::Front));
            }
            screen.canvases.forget_image(image);
        }
    }

    fn free_image(&mut self, image: ImageId) {
        self.screen_state.images.remove(&mut self.handles, image);
        self.screen_state
            .buffers
            .free_owner(&mut self.handles, Owner::Image(image));
        self.forget_buffers(image);
    }

    /// Makes a black image: its handle, or 0 where there is none of that size.
    fn create_image(&mut self, width: i32, height: i32, frames: i32) -> Result<i32, Interrupt> {
        let side = |v: i32| {
            u32::try_from(v)
                .ok()
                .filter(|v| (1..=LARGEST_SIDE).contains(v))
        };
        let count = usize::try_from(frames).unwrap_or(0);
        let sides = side(width).zip(side(height));
        let size = sides.map(|(w, h)| u64::from(w) * u64::from(h));
        let whole = size.and_then(|pixels| pixels.checked_mul(count as u64));
        if count > 0 && whole.is_none_or(|pixels| pixels > MOST_PIXELS) {
            let why = format!(
                "there is no image of {width} by {height} pixels with {frames} frames: a side is 1 to {LARGEST_SIDE}, and all frames are at most {MOST_PIXELS} pixels."
            );
            self.console.note(&format!("CreateImage: {why}"));
            self.handles.note_failure(Kind::Image, why);
            return Ok(0);
        }
        // Without frames no size is needed, as in Blitz3D.
        let (width, height) = sides.unwrap_or((1, 1));
        let frame = Rc::new(Image::filled(width, height, [0, 0, 0, 255]));
        self.add_image(vec![frame; count], "")
    }

    /// Takes the pixels of a frame from the current buffer.
    fn grab_image(
        &mut self,
        image: ImageId,
        [x, y]: [i32; 2],
        frame: i32,
    ) -> Result<(), Interrupt> {
        let (picture, frame) = self.image_frame(image, frame)?;
        let handle = picture.handle;
        let [width, height] = picture
            .frames
            .get(frame)
            .map_or([0, 0], |f| [f.width as i32, f.height as i32]);
        let grabbed = DrawTarget::Image(image, frame);
        let screen = self.need_screen()?;
        let current = screen.target;
        let from = screen.placement(current).origin;
        let corner = |i: usize, v: i32| v.saturating_add(from[i]).saturating_sub(handle[i]);
        let part = [corner(0, x), corner(1, y), width, height];
        // Blitz3D opens the whole frame for this, and leaves it so.
        let placement = super::Placement {
            viewport: None,
            ..screen.placement(grabbed)
        };
        if grabbed == current {
            screen.place(placement);
        } else {
            screen.canvases.leave(grabbed, placement);
        }
        self.copy_rect(current, part, grabbed, [0, 0])
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "images",
    [
        load_image,
        load_anim_image,
        create_image,
        copy_image,
        free_image,
        save_image,
        grab_image,
        image_buffer,
        draw_image,
        draw_block,
        tile_image,
        tile_block,
        draw_image_rect,
        draw_block_rect,
        mask_image,
        handle_image,
        mid_handle,
        auto_mid_handle,
        image_width,
        image_height,
        image_x_handle,
        image_y_handle,
        scale_image,
        resize_image,
        rotate_image,
        tform_image,
        tform_filter,
        images_overlap,
        images_collide,
        rects_overlap,
        image_rect_overlap,
        image_rect_collide
    ]
);

/// Loads a picture as an image and returns its handle, or 0 where it could not be loaded. Black is see-through until MaskImage.
#[command(LoadImage, permission = Read)]
fn load_image(m: &mut Machine, bmpfile: &Str) -> Answer<i32> {
    let name = bmpfile.to_text();
    match m.read_image("LoadImage", &name) {
        Some(image) => m.add_image(vec![Rc::new(image)], &name),
        None => Ok(0),
    }
}

/// Loads a picture as an image of several frames: `count` of them from number `first`, each so wide and high, row by row. Returns its
/// handle, or 0 where it could not be loaded.
#[command(LoadAnimImage, permission = Read)]
fn load_anim_image(
    m: &mut Machine,
    bmpfile: &Str,
    cellwidth: i32,
    cellheight: i32,
    first: i32,
    count: i32,
) -> Answer<i32> {
    let name = bmpfile.to_text();
    let Some(image) = m.read_image("LoadAnimImage", &name) else {
        return Ok(0);
    };
    let sides = [cellwidth, cellheight, first, count].map(u32::try_from);
    let frames = match sides {
        [Ok(width), Ok(height), Ok(first), Ok(count)] => image.cut(width, height, first, count),
        _ => None,
    };
    match frames {
        Some(frames) => m.add_image(frames.into_iter().map(Rc::new).collect(), &name),
        None => Err(Interrupt::Error(format!(
            "\"{name}\" does not hold {count} frames of {cellwidth} by {cellheight} pixels from number {first} on: it is {} by {}.",
            image.width, image.height
        ))),
    }
}

/// Makes an image of this size, black, with one frame or several, and returns its handle, or 0 where there is no image of that size.
#[command(CreateImage, defaults(frames = 1))]
fn create_image(m: &mut Machine, width: i32, height: i32, frames: i32) -> Answer<i32> {
    m.create_image(width, height, frames)
}

/// Copies an image with its frames, handle and mask, and returns the copy's handle.
#[command(CopyImage)]
fn copy_image(m: &mut Machine, image: ImageId) -> Answer<i32> {
    let original = &m.screen_state.images[image];
    let copy = Picture {
        frames: original.frames.clone(),
        handle: original.handle,
        mask: original.mask,
    };
    m.screen_state.images.add(&mut m.handles, copy, "")
}

/// Frees an image. What is no image, or none any more, is left alone.
#[command(FreeImage)]
fn free_image(m: &mut Machine, image: IfAlive<ImageId>) -> Answer {
    if let Some(image) = image.0 {
        m.free_image(image);
    }
    Ok(())
}

/// Writes a frame of an image to a BMP file; returns 1, or 0 where it could not be written.
#[command(SaveImage, permission = Write, defaults(frame = 0))]
fn save_image(m: &mut Machine, image: ImageId, bmpfile: &Str, frame: i32) -> Answer<i32> {
    let (picture, frame) = m.image_frame(image, frame)?;
    let pixels = Rc::clone(&picture.frames[frame]);
    m.save_picture("SaveImage", &bmpfile.to_text(), &pixels)
}

/// Takes an image's pixels from the current buffer, with the image's handle at a point.
#[command(GrabImage, defaults(frame = 0))]
fn grab_image(m: &mut Machine, image: ImageId, x: i32, y: i32, frame: i32) -> Answer {
    m.grab_image(image, [x, y], frame)
}

/// The buffer of an image's frame, to draw on it.
#[command(ImageBuffer, defaults(frame = 0))]
fn image_buffer(m: &mut Machine, image: ImageId, frame: i32) -> Answer<i32> {
    let (_, frame) = m.image_frame(image, frame)?;
    m.buffer_handle(DrawTarget::Image(image, frame))
}

/// Draws an image with its handle at a point; pixels of the mask colour are left out.
#[command(DrawImage, defaults(frame = 0))]
fn draw_image(m: &mut Machine, image: ImageId, x: i32, y: i32, frame: i32) -> Answer {
    m.draw_image(image, [x, y], None, frame, true)
}

/// Draws an image with its handle at a point, all of its pixels.
#[command(DrawBlock, defaults(frame = 0))]
fn draw_block(m: &mut Machine, image: ImageId, x: i32, y: i32, frame: i32) -> Answer {
    m.draw_image(image, [x, y], None, frame, false)
}

/// Fills the viewport with an image; pixels of the mask colour are left out.
#[command(TileImage, defaults(x = 0, y = 0, frame = 0))]
fn tile_image(m: &mut Machine, image: ImageId, x: i32, y: i32, frame: i32) -> Answer {
    m.tile_image(image, x, y, frame, true)
}

/// Fills the viewport with an image, all of its pixels.
#[command(TileBlock, defaults(x = 0, y = 0, frame = 0))]
fn tile_block(m: &mut Machine, image: ImageId, x: i32, y: i32, frame: i32) -> Answer {
    m.tile_image(image, x, y, frame, false)
}

/// Draws a part of an image; pixels of the mask colour are left out.
#[command(DrawImageRect, defaults(frame = 0))]
fn draw_image_rect(
    m: &mut Machine,
    image: ImageId,
    x: i32,
    y: i32,
    rect_x: i32,
    rect_y: i32,
    rect_width: i32,
    rect_height: i32,
    frame: i32,
) -> Answer {
    m.draw_image(
        image,
        [x, y],
        Some([rect_x, rect_y, rect_width, rect_height]),
        frame,
        true,
    )
}

/// Draws a part of an image, all of its pixels.
#[command(DrawBlockRect, defaults(frame = 0))]
fn draw_block_rect(
    m: &mut Machine,
    image: ImageId,
    x: i32,
    y: i32,
    rect_x: i32,
    rect_y: i32,
    rect_width: i32,
    rect_height: i32,
    frame: i32,
) -> Answer {
    m.draw_image(
        image,
        [x, y],
        Some([rect_x, rect_y, rect_width, rect_height]),
        frame,
        false,
    )
}

/// Sets the see-through colour of an image, each part 0 to 255.
#[command(MaskImage)]
fn mask_image(m: &mut Machine, image: ImageId, red: i32, green: i32, blue: i32) -> Answer {
    m.screen_state.images[image].mask = packed([red, green, blue]);
    Ok(())
}

/// The width of an image in pixels.
#[command(ImageWidth)]
fn image_width(m: &mut Machine, image: ImageId) -> Answer<i32> {
    Ok(m.screen_state.images[image]
        .frames
        .first()
        .map_or(0, |f| f.width as i32))
}

/// The height of an image in pixels.
#[command(ImageHeight)]
fn image_height(m: &mut Machine, image: ImageId) -> Answer<i32> {
    Ok(m.screen_state.images[image]
        .frames
        .first()
        .map_or(0, |f| f.height as i32))
}
