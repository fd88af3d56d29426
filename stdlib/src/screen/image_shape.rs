//! The point by which images are placed, and images turned and stretched.

use std::rc::Rc;

use flitz_interpreter::host::Interrupt;

use super::images::{ImageId, LARGEST_SIDE};
use crate::command::{Answer, command};
use crate::machine::Machine;

impl Machine {
    /// Turns or stretches all frames of an image by a matrix: `x' = a x + c y`, `y' = b x + d y`.
    fn transform_image(&mut self, image: ImageId, matrix: [f32; 4]) -> Result<(), Interrupt> {
        let smooth = self.screen_state.image_settings.smooth;
        let picture = &mut self.screen_state.images[image];
        let mut handle = picture.handle;
        for frame in &mut picture.frames {
            let Some((changed, new_handle)) =
                frame.transformed(matrix, picture.handle, picture.mask, smooth, LARGEST_SIDE)
            else {
                return Err(Interrupt::Error(format!(
                    "The image would have no size, or be wider or higher than {LARGEST_SIDE} pixels."
                )));
            };
            *frame = Rc::new(changed);
            handle = new_handle;
        }
        picture.handle = handle;
        self.forget_buffers(image);
        Ok(())
    }
}

/// Sets the point of an image that is placed, from its upper left corner.
#[command(HandleImage)]
pub(super) fn handle_image(m: &mut Machine, image: ImageId, x: i32, y: i32) -> Answer {
    m.screen_state.images[image].handle = [x, y];
    Ok(())
}

/// Sets the point of an image that is placed to its middle.
#[command(MidHandle)]
pub(super) fn mid_handle(m: &mut Machine, image: ImageId) -> Answer {
    m.screen_state.images[image].mid_handle();
    Ok(())
}

/// Lets images made from now on have their handle in the middle, where `enable` is 1.
#[command(AutoMidHandle)]
pub(super) fn auto_mid_handle(m: &mut Machine, enable: bool) -> Answer {
    m.screen_state.image_settings.mid_handle = enable;
    Ok(())
}

/// The x of the point of an image that is placed.
#[command(ImageXHandle)]
pub(super) fn image_x_handle(m: &mut Machine, image: ImageId) -> Answer<i32> {
    Ok(m.screen_state.images[image].handle[0])
}

/// The y of the point of an image that is placed.
#[command(ImageYHandle)]
pub(super) fn image_y_handle(m: &mut Machine, image: ImageId) -> Answer<i32> {
    Ok(m.screen_state.images[image].handle[1])
}

/// Stretches an image: 2 makes it twice as wide or high, negative values mirror it.
#[command(ScaleImage)]
pub(super) fn scale_image(m: &mut Machine, image: ImageId, xscale: f32, yscale: f32) -> Answer {
    m.transform_image(image, [xscale, 0.0, 0.0, yscale])
}

/// Stretches an image to a width and height in pixels.
#[command(ResizeImage)]
pub(super) fn resize_image(m: &mut Machine, image: ImageId, width: f32, height: f32) -> Answer {
    let size = m.screen_state.images[image]
        .frames
        .first()
        .map_or([1, 1], |f| [f.width.max(1), f.height.max(1)]);
    m.transform_image(
        image,
        [width / size[0] as f32, 0.0, 0.0, height / size[1] as f32],
    )
}

/// Turns an image clockwise about its handle, by an angle in degrees.
#[command(RotateImage)]
pub(super) fn rotate_image(m: &mut Machine, image: ImageId, angle: f32) -> Answer {
    let (sine, cosine) = angle.to_radians().sin_cos();
    m.transform_image(image, [cosine, sine, -sine, cosine])
}

/// Changes an image by a matrix about its handle: x becomes a x + c y, y becomes b x + d y.
#[command(TFormImage)]
pub(super) fn tform_image(
    m: &mut Machine,
    image: ImageId,
    a: f32,
    b: f32,
    c: f32,
    d: f32,
) -> Answer {
    m.transform_image(image, [a, b, c, d])
}

/// Lets images that are turned or stretched from now on be smooth, where `enable` is 1, as at the start.
#[command(TFormFilter)]
pub(super) fn tform_filter(m: &mut Machine, enable: bool) -> Answer {
    m.screen_state.image_settings.smooth = enable;
    Ok(())
}
