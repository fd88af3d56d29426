//! Images in 2D games: transformed, and tested for overlap pixel by pixel.

use crate::texture::Image;

/// An image with its handle and its mask colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<'a> {
    /// The pixels; alpha does not count.
    pub image: &'a Image,
    /// The position of the handle.
    pub at: [i32; 2],
    /// The handle, from the upper left corner.
    pub handle: [i32; 2],
    /// The mask colour, which is transparent.
    pub mask: [u8; 3],
}

/// A rectangle: left, top, right, bottom; the last two outside.
type Edges = [i64; 4];

impl Placed<'_> {
    fn edges(&self) -> Edges {
        let [x, y] = [0, 1].map(|i| i64::from(self.at[i]) - i64::from(self.handle[i]));
        [
            x,
            y,
            x + i64::from(self.image.width),
            y + i64::from(self.image.height),
        ]
    }

    /// Whether a point is on an opaque pixel.
    fn shows(&self, x: i64, y: i64) -> bool {
        let [left, top, ..] = self.edges();
        let (Ok(x), Ok(y)) = (u32::try_from(x - left), u32::try_from(y - top)) else {
            return false;
        };
        pixel(self.image, x, y).is_some_and(|[r, g, b, _]| [r, g, b] != self.mask)
    }

    /// Whether the rectangles of two pictures overlap.
    pub fn overlaps(&self, other: &Placed<'_>) -> bool {
        shared(self.edges(), other.edges()).is_some()
    }

    /// Whether two images overlap in a pixel that is opaque in both.
    pub fn touches(&self, other: &Placed<'_>) -> bool {
        points(shared(self.edges(), other.edges()))
            .any(|(x, y)| self.shows(x, y) && other.shows(x, y))
    }

    /// Whether the picture's rectangle overlaps another: x, y, width, height. One without a size is a point or a line of the plane, which
    /// overlaps where it lies inside.
    pub fn overlaps_rect(&self, rect: [i32; 4]) -> bool {
        let (own, other) = (self.edges(), edges(rect));
        let apart = |low: usize| own[low + 2] <= other[low] || own[low] >= other[low + 2];
        !apart(0) && !apart(1)
    }

    /// Whether an opaque pixel of the image is in a rectangle: x, y, width, height.
    pub fn touches_rect(&self, rect: [i32; 4]) -> bool {
        points(shared(self.edges(), edges(rect))).any(|(x, y)| self.shows(x, y))
    }
}

fn edges([x, y, width, height]: [i32; 4]) -> Edges {
    let [x, y, width, height] = [x, y, width, height].map(i64::from);
    [x, y, x + width, y + height]
}

/// The intersection of two rectangles.
fn shared(a: Edges, b: Edges) -> Option<Edges> {
    let both = [
        a[0].max(b[0]),
        a[1].max(b[1]),
        a[2].min(b[2]),
        a[3].min(b[3]),
    ];
    (both[0] < both[2] && both[1] < both[3]).then_some(both)
}

fn points(area: Option<Edges>) -> impl Iterator<Item = (i64, i64)> {
    let [left, top, right, bottom] = area.unwrap_or_default();
    (top..bottom).flat_map(move |y| (left..right).map(move |x| (x, y)))
}

fn pixel(image: &Image, x: u32, y: u32) -> Option<[u8; 4]> {
    if x >= image.width || y >= image.height {
        return None;
    }
    let at = (y as usize * image.width as usize + x as usize) * 4;
    image.rgba.get(at..at + 4)?.try_into().ok()
}

impl Image {
    /// The part of a rectangle (x, y, width, height) that lies in the picture, and where it begins in the rectangle. `None` where nothing does.
    pub fn part(&self, rect: [i32; 4]) -> Option<(Image, [i32; 2])> {
        let whole = [0, 0, i64::from(self.width), i64::from(self.height)];
        let [left, top, right, bottom] = shared(edges(rect), whole)?;
        let [width, height] = [right - left, bottom - top].map(|v| v as usize);
        let mut rgba = Vec::with_capacity(width * height * 4);
        for y in top..bottom {
            let at = |x: i64| (y * i64::from(self.width) + x) as usize * 4;
            rgba.extend_from_slice(self.rgba.get(at(left)..at(right)).unwrap_or_default());
        }
        let part = Image {
            width: width as u32,
            height: height as u32,
            rgba,
        };
        Some((
            part,
            [left - i64::from(rect[0]), top - i64::from(rect[1])].map(|v| v as i32),
        ))
    }

    /// The picture under the matrix `x' = a x + c y`, `y' = b x + d y` about its handle, as large as that takes, and where the handle then
    /// is. Pixels from outside the image have the colour `mask`. With `smooth`, sampling is bilinear. `None` for a
    /// singular matrix, or one that makes it larger than `limit` pixels a side.
    pub fn transformed(
        &self,
        [a, b, c, d]: [f32; 4],
        handle: [i32; 2],
        mask: [u8; 3],
        smooth: bool,
        limit: u32,
    ) -> Option<(Image, [i32; 2])> {
        let determinant = a * d - b * c;
        if !determinant.is_finite() || determinant == 0.0 {
            return None;
        }
        let [hx, hy] = handle.map(|v| v as f32);
        let (width, height) = (self.width as f32, self.height as f32);
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
            .map(|(x, y)| ((x - hx, y - hy), ()))
            .map(|((x, y), ())| (a * x + c * y, b * x + d * y));
        let span = |values: [f32; 4]| {
            let low = values.into_iter().fold(f32::INFINITY, f32::min).floor();
            let high = values.into_iter().fold(f32::NEG_INFINITY, f32::max).ceil();
            (low, high - low)
        };
        let (left, new_width) = span(corners.map(|p| p.0));
        let (top, new_height) = span(corners.map(|p| p.1));
        let fits = |v: f32| v >= 1.0 && v <= limit as f32;
        if !fits(new_width) || !fits(new_height) {
            return None;
        }
        let outside = [mask[0], mask[1], mask[2], 255];
        let at = |x: f32, y: f32| {
            let inside = x >= 0.0 && y >= 0.0;
            inside
                .then(|| pixel(self, x as u32, y as u32))
                .flatten()
                .unwrap_or(outside)
        };
        // Each part times the reciprocal, as Blitz3D has it, so that the same pixels are taken.
        let inverse = [d, -c, -b, a].map(|part| 1.0 / determinant * part);
        let mut rgba = Vec::with_capacity(new_width as usize * new_height as usize * 4);
        for row in 0..new_height as u32 {
            let y = top + row as f32 + 0.5;
            for column in 0..new_width as u32 {
                let x = left + column as f32 + 0.5;
                let from_x = inverse[0] * x + inverse[1] * y + hx;
                let from_y = inverse[2] * x + inverse[3] * y + hy;
                let color = if smooth {
                    mixed(from_x, from_y, at)
                } else {
                    at(from_x.floor(), from_y.floor())
                };
                rgba.extend_from_slice(&color);
            }
        }
        let image = Image {
            width: new_width as u32,
            height: new_height as u32,
            rgba,
        };
        Some((image, [-left as i32, -top as i32]))
    }
}

/// The colour at a point from the four pixels around it.
fn mixed(x: f32, y: f32, at: impl Fn(f32, f32) -> [u8; 4]) -> [u8; 4] {
    let (x, y) = (x - 0.5, y - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let (right_share, low_share) = (x - left, y - top);
    let corners = [
        (at(left, top), (1.0 - right_share) * (1.0 - low_share)),
        (at(left + 1.0, top), right_share * (1.0 - low_share)),
        (at(left + 1.0, top + 1.0), right_share * low_share),
        (at(left, top + 1.0), (1.0 - right_share) * low_share),
    ];
    [0, 1, 2, 3].map(|part| {
        let sum: f32 = corners
            .iter()
            .map(|(color, share)| f32::from(color[part]) * share)
            .sum();
        (sum + 0.5) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2x1: red, then green.
    fn two() -> Image {
        Image {
            width: 2,
            height: 1,
            rgba: vec![255, 0, 0, 255, 0, 255, 0, 255],
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise_and_keeps_the_handle() {
        // x' = -y, y' = x: clockwise with y downwards.
        let (turned, handle) = two()
            .transformed([0.0, 1.0, -1.0, 0.0], [0, 0], [0; 3], false, 100)
            .unwrap();
        assert_eq!((turned.width, turned.height), (1, 2));
        assert_eq!(turned.rgba, [255, 0, 0, 255, 0, 255, 0, 255]);
        assert_eq!(handle, [1, 0]);
    }

    #[test]
    fn mirroring_and_stretching() {
        let (mirrored, handle) = two()
            .transformed([-1.0, 0.0, 0.0, 1.0], [0, 0], [0; 3], false, 100)
            .unwrap();
        assert_eq!(mirrored.rgba, [0, 255, 0, 255, 255, 0, 0, 255]);
        assert_eq!(handle, [2, 0]);
        let (wide, _) = two()
            .transformed([3.0, 0.0, 0.0, 1.0], [1, 0], [0; 3], false, 100)
            .unwrap();
        assert_eq!(wide.width, 6);
        assert!(
            two()
                .transformed([0.0; 4], [0, 0], [0; 3], false, 100)
                .is_none()
        );
        assert!(
            two()
                .transformed([1e9, 0.0, 0.0, 1.0], [0, 0], [0; 3], true, 100)
                .is_none()
        );
        assert!(
            two()
                .transformed([f32::NAN, 0.0, 0.0, 1.0], [0, 0], [0; 3], true, 100)
                .is_none()
        );
    }

    #[test]
    fn a_part_is_what_lies_inside() {
        let part = |rect| two().part(rect).map(|(p, at)| (p.rgba, at));
        let (red, green) = ([255, 0, 0, 255], [0, 255, 0, 255]);
        assert_eq!(part([1, 0, 1, 1]), Some((green.to_vec(), [0, 0])));
        assert_eq!(part([-3, -2, 4, 9]), Some((red.to_vec(), [3, 2])));
        assert_eq!(part([0, 0, -1, 1]), None);
        assert_eq!(part([2, 0, i32::MAX, i32::MAX]), None);
        assert_eq!(
            part([i32::MIN, 0, i32::MAX, 1]),
            None,
            "it ends before the picture"
        );
    }

    #[test]
    fn touching_needs_a_pixel_that_shows_in_both() {
        let image = two();
        let place = |x: i32, mask: [u8; 3]| Placed {
            image: &image,
            at: [x, 0],
            handle: [0, 0],
            mask,
        };
        let (red_gone, none_gone) = ([255, 0, 0], [1, 2, 3]);
        assert!(place(0, none_gone).touches(&place(1, none_gone)));
        assert!(place(0, none_gone).overlaps(&place(1, red_gone)));
        assert!(!place(0, none_gone).touches(&place(1, red_gone)));
        assert!(
            !place(0, none_gone).overlaps(&place(2, none_gone)),
            "touching edges do not overlap"
        );
        assert!(!place(0, red_gone).touches_rect([0, 0, 1, 1]));
        assert!(place(0, red_gone).touches_rect([0, 0, 2, 1]));
        assert!(!place(0, none_gone).overlaps_rect([0, 0, -5, 1]));
        assert!(place(0, none_gone).overlaps_rect([1, 0, 0, 1]));
        assert!(!place(0, none_gone).overlaps_rect([0, 0, 0, 1]));
        assert!(!place(0, none_gone).touches_rect([1, 0, 0, 1]));
        let far = Placed {
            at: [i32::MIN, i32::MAX],
            handle: [i32::MAX, i32::MIN],
            ..place(0, none_gone)
        };
        assert!(!far.overlaps(&place(0, none_gone)));
    }
}
