//! Copying images onto images.

use flitz_scene::Image;

use super::Painter;

/// A part of a picture: x, y, width, height.
type Part = [i32; 4];

impl Painter<'_> {
    /// Copies a picture with its upper left corner at `x`, `y`. Pixels of the colour `mask` (alpha does not count) are left out.
    pub fn image(&mut self, from: &Image, x: i32, y: i32, mask: Option<[u8; 3]>) {
        self.image_part(
            from,
            x,
            y,
            [0, 0, from.width as i32, from.height as i32],
            mask,
        );
    }

    /// Copies a part of a picture; what lies outside the picture is left out.
    pub fn image_part(&mut self, from: &Image, x: i32, y: i32, part: Part, mask: Option<[u8; 3]>) {
        let (x, y) = self.shift(x, y);
        self.copy_unshifted(from, x, y, part, mask);
    }

    /// Fills the viewport with copies of a picture, one of them at `x`, `y`.
    pub fn tile(&mut self, from: &Image, x: i32, y: i32, mask: Option<[u8; 3]>) {
        let (width, height) = (from.width as i32, from.height as i32);
        if width <= 0 || height <= 0 {
            return;
        }
        let clip = self.clip;
        let (x, y) = self.shift(x, y);
        // The last copy that starts at or before the clip's edge.
        let first = |at: i32, edge: i32, size: i32| {
            (i64::from(edge) - (i64::from(edge) - i64::from(at)).rem_euclid(i64::from(size))) as i32
        };
        for ty in (first(y, clip.top, height)..clip.bottom).step_by(height as usize) {
            for tx in (first(x, clip.left, width)..clip.right).step_by(width as usize) {
                self.copy_unshifted(from, tx, ty, [0, 0, width, height], mask);
            }
        }
    }

    fn copy_unshifted(&mut self, from: &Image, x: i32, y: i32, part: Part, mask: Option<[u8; 3]>) {
        // In 64 bits nothing overflows.
        let wide = |v: i32| i64::from(v);
        let [px, py, pw, ph] = part.map(wide);
        let (dx, dy) = (wide(x) - px, wide(y) - py);
        let left = px.max(0).max(wide(self.clip.left) - dx);
        let top = py.max(0).max(wide(self.clip.top) - dy);
        let right = (px + pw)
            .min(i64::from(from.width))
            .min(wide(self.clip.right) - dx);
        let bottom = (py + ph)
            .min(i64::from(from.height))
            .min(wide(self.clip.bottom) - dy);
        if left >= right || top >= bottom {
            return;
        }
        let (source, _) = from.rgba.as_chunks::<4>();
        let width = (right - left) as usize;
        let (to_x, to_y) = ((left + dx) as usize, (top + dy) as usize);
        for row in 0..(bottom - top) as usize {
            let at = (top as usize + row) * from.width as usize + left as usize;
            let to = (to_y + row) * self.width + to_x;
            let Some(source) = source.get(at..at + width) else {
                continue;
            };
            for (column, &pixel) in source.iter().enumerate() {
                let [r, g, b, _] = pixel;
                if mask != Some([r, g, b]) {
                    let pixel = self.written(pixel);
                    if let Some(out) = self.pixels.get_mut(to + column) {
                        *out = pixel;
                    }
                }
            }
        }
        self.touched(to_x, to_y, to_x + width, to_y + (bottom - top) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Canvas, Painter, Pen};
    use flitz_scene::Image;

    /// 3x2: numbered pixels, the middle of the upper row black.
    fn picture() -> Image {
        let mut image = Image::filled(3, 2, [0, 0, 0, 7]);
        for (i, p) in image.rgba.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            p[0] = if i == 1 { 0 } else { 10 * (i as u8 + 1) };
        }
        image
    }

    fn reds(image: &Image) -> Vec<Vec<u8>> {
        image
            .rgba
            .as_chunks::<4>()
            .0
            .chunks(image.width as usize)
            .map(|r| r.iter().map(|p| p[0]).collect())
            .collect()
    }

    #[test]
    fn masked_and_solid_copies() {
        let pen = Pen {
            color: [99, 0, 0],
            ..Pen::default()
        };
        let mut canvas = Canvas::new(5, 3);
        let mut painter = canvas.painter(&pen);
        painter.rect(0, 0, 5, 3, true);
        painter.image(&picture(), 1, 1, Some([0, 0, 0]));
        assert_eq!(
            reds(&canvas.image),
            [
                [99, 99, 99, 99, 99],
                [99, 10, 99, 30, 99],
                [99, 40, 50, 60, 99]
            ]
        );
        canvas.painter(&pen).image(&picture(), 3, 2, None);
        assert_eq!(reds(&canvas.image)[2], [99, 40, 50, 10, 0]);
        assert!(
            canvas
                .image
                .rgba
                .as_chunks::<4>()
                .0
                .iter()
                .all(|p| p[3] == 255),
            "a canvas is opaque"
        );
    }

    #[test]
    fn parts_are_cut_at_the_picture_and_at_the_viewport() {
        let pen = Pen {
            viewport: Some([1, 0, 2, 9]),
            ..Pen::default()
        };
        let mut canvas = Canvas::new(4, 2);
        canvas
            .painter(&pen)
            .image_part(&picture(), 0, 0, [1, 0, 50, 50], None);
        assert_eq!(reds(&canvas.image), [[0, 30, 0, 0], [0, 60, 0, 0]]);
        canvas.painter(&pen).image_part(
            &picture(),
            i32::MAX,
            i32::MIN,
            [i32::MIN, 3, i32::MAX, i32::MAX],
            None,
        );
        assert_eq!(reds(&canvas.image), [[0, 30, 0, 0], [0, 60, 0, 0]]);
    }

    #[test]
    fn tiles_fill_the_viewport_from_any_start() {
        for (x, y) in [(0, 0), (-7, 5), (i32::MAX, i32::MIN), (1, 1)] {
            let pen = Pen::default();
            let mut canvas = Canvas::new(7, 5);
            canvas.painter(&pen).tile(&picture(), x, y, None);
            let whole = reds(&picture());
            for (cy, row) in reds(&canvas.image).iter().enumerate() {
                for (cx, &red) in row.iter().enumerate() {
                    let px = (cx as i64 - i64::from(x)).rem_euclid(3) as usize;
                    let py = (cy as i64 - i64::from(y)).rem_euclid(2) as usize;
                    assert_eq!(red, whole[py][px]);
                }
            }
        }
    }

    #[test]
    fn a_picture_keeps_alpha_that_is_copied_into_it() {
        let pen = Pen::default();
        let mut image = Image::filled(3, 2, [0; 4]);
        let mut painter = Painter::on_image(&mut image, &pen);
        painter.image(&picture(), 0, 0, None);
        painter.write_pixel(0, 0, [1, 2, 3, 4]);
        assert_eq!(image.rgba[..8], [1, 2, 3, 4, 0, 0, 0, 7]);
    }
}
