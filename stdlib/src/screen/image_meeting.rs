//! Whether images meet: by their rectangles, or by the pixels that show.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::Placed;

use super::images::ImageId;
use crate::command::{Answer, command};
use crate::machine::Machine;

impl Machine {
    /// Two frames of images, placed, for a question about both.
    fn both<R>(
        &self,
        first: (ImageId, [i32; 2], i32),
        second: (ImageId, [i32; 2], i32),
        ask: impl FnOnce(&Placed<'_>, &Placed<'_>) -> R,
    ) -> Result<Option<R>, Interrupt> {
        let (a, frame_a) = self.image_frame(first.0, first.2)?;
        let (b, frame_b) = self.image_frame(second.0, second.2)?;
        let [[x1, y1], [x2, y2]] = [first.1, second.1];
        Ok(a.placed(frame_a, x1, y1)
            .zip(b.placed(frame_b, x2, y2))
            .map(|(a, b)| ask(&a, &b)))
    }
}

/// 1 where the rectangles of two images overlap, else 0.
#[command(ImagesOverlap)]
pub(super) fn images_overlap(
    m: &mut Machine,
    image1: ImageId,
    x1: i32,
    y1: i32,
    image2: ImageId,
    x2: i32,
    y2: i32,
) -> Answer<i32> {
    Ok(
        m.both((image1, [x1, y1], 0), (image2, [x2, y2], 0), |a, b| {
            a.overlaps(b)
        })?
        .unwrap_or(false)
        .into(),
    )
}

/// 1 where two images share a pixel that is not see-through, else 0.
#[command(ImagesCollide)]
pub(super) fn images_collide(
    m: &mut Machine,
    image1: ImageId,
    x1: i32,
    y1: i32,
    frame1: i32,
    image2: ImageId,
    x2: i32,
    y2: i32,
    frame2: i32,
) -> Answer<i32> {
    Ok(m.both(
        (image1, [x1, y1], frame1),
        (image2, [x2, y2], frame2),
        |a, b| a.touches(b),
    )?
    .unwrap_or(false)
    .into())
}

/// 1 where two rectangles overlap, else 0.
#[command(RectsOverlap)]
pub(super) fn rects_overlap(
    x1: i32,
    y1: i32,
    width1: i32,
    height1: i32,
    x2: i32,
    y2: i32,
    width2: i32,
    height2: i32,
) -> Answer<i32> {
    let apart = |a: i32, size_a: i32, b: i32, size_b: i32| {
        a.wrapping_add(size_a) <= b || a >= b.wrapping_add(size_b)
    };
    Ok((!(apart(x1, width1, x2, width2) || apart(y1, height1, y2, height2))).into())
}

/// 1 where an image's rectangle overlaps another, else 0.
#[command(ImageRectOverlap)]
pub(super) fn image_rect_overlap(
    m: &mut Machine,
    image: ImageId,
    x: i32,
    y: i32,
    rect_x: i32,
    rect_y: i32,
    rect_width: i32,
    rect_height: i32,
) -> Answer<i32> {
    let picture = &m.screen_state.images[image];
    Ok(picture
        .placed(0, x, y)
        .is_some_and(|p| p.overlaps_rect([rect_x, rect_y, rect_width, rect_height]))
        .into())
}

/// 1 where an image shows a pixel in a rectangle, else 0.
#[command(ImageRectCollide)]
pub(super) fn image_rect_collide(
    m: &mut Machine,
    image: ImageId,
    x: i32,
    y: i32,
    frame: i32,
    rect_x: i32,
    rect_y: i32,
    rect_width: i32,
    rect_height: i32,
) -> Answer<i32> {
    let (picture, frame) = m.image_frame(image, frame)?;
    Ok(picture
        .placed(frame, x, y)
        .is_some_and(|p| p.touches_rect([rect_x, rect_y, rect_width, rect_height]))
        .into())
}
