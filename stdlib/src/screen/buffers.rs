//! Buffers as programs hold them: which one is drawn on, loading, saving, locking, copying.

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::assets;
use flitz_runtime::render::ScreenBuffer;
use flitz_runtime::scene::{Image, TextureId};

use super::DrawTarget;
use super::canvases::Placement;
use super::pixels::{
    copy_pixel, copy_pixel_fast, read_pixel, read_pixel_fast, write_pixel, write_pixel_fast,
};
use crate::command::{Answer, Group, command, group};
use crate::handles::Kind;
use crate::machine::Machine;

impl Machine {
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

    /// Loads a picture into a buffer, stretched to its size: 1, or 0 where it could not be loaded.
    fn load_buffer(&mut self, target: DrawTarget, file: &str) -> Result<i32, Interrupt> {
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
        let smooth = self.screen_state.image_settings.smooth;
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
    m.buffer_handle(DrawTarget::Screen(ScreenBuffer::Front))
}

/// The buffer that becomes seen with the next Flip.
#[command(BackBuffer)]
fn back_buffer(m: &mut Machine) -> Answer<i32> {
    m.need_screen()?;
    m.buffer_handle(DrawTarget::Screen(ScreenBuffer::Back))
}

/// The buffer of a texture's frame, to draw on it; 0 where there is no such frame.
#[command(TextureBuffer, defaults(frame = 0))]
fn texture_buffer(m: &mut Machine, texture: TextureId, frame: i32) -> Answer<i32> {
    let count = m.world.textures.get(texture).map_or(0, |t| t.frame_count());
    match usize::try_from(frame) {
        Ok(frame) if frame < count => m.buffer_handle(DrawTarget::Texture(texture, frame)),
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
fn set_buffer(m: &mut Machine, buffer: DrawTarget) -> Answer {
    m.need_screen()?.set_target(buffer);
    Ok(())
}

/// Loads a picture into a buffer, stretched to its size; returns 1, or 0 where it could not be loaded.
#[command(LoadBuffer, permission = Read)]
fn load_buffer(m: &mut Machine, buffer: DrawTarget, bmpfile: &Str) -> Answer<i32> {
    m.load_buffer(buffer, &bmpfile.to_text())
}

/// Writes a buffer to a BMP file; returns 1, or 0 where it could not be written.
#[command(SaveBuffer, permission = Write)]
fn save_buffer(m: &mut Machine, buffer: DrawTarget, bmpfile: &Str) -> Answer<i32> {
    let picture = m.picture(buffer)?.clone();
    m.save_picture("SaveBuffer", &bmpfile.to_text(), &picture)
}

/// Locks a buffer for reading and writing pixel by pixel. Until UnlockBuffer nothing else can be drawn on it, except by Line.
#[command(LockBuffer, defaults(buffer = 0))]
fn lock_buffer(m: &mut Machine, buffer: Option<DrawTarget>) -> Answer {
    let target = m.given_or_current(buffer)?;
    m.need_screen()?.canvases.lock(target);
    Ok(())
}

/// The end of what LockBuffer began.
#[command(UnlockBuffer, defaults(buffer = 0))]
fn unlock_buffer(m: &mut Machine, buffer: Option<DrawTarget>) -> Answer {
    let target = m.given_or_current(buffer)?;
    m.need_screen()?.canvases.unlock(target);
    Ok(())
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
    src_buffer: Option<DrawTarget>,
    dest_buffer: Option<DrawTarget>,
) -> Answer {
    let source = m.given_or_current(src_buffer)?;
    let dest = m.given_or_current(dest_buffer)?;
    m.copy_rect(
        source,
        [source_x, source_y, width, height],
        dest,
        [dest_x, dest_y],
    )
}
