//! Lines, rectangles and ovals, by the rules of Blitz3D's own rasteriser.

use super::Painter;

impl Painter<'_> {
    /// A line; both ends are drawn.
    pub fn line(&mut self, x0: i32, y0: i32, x1: i32, y1: i32) {
        let (x0, y0) = self.shift(x0, y0);
        let (x1, y1) = self.shift(x1, y1);
        let Some(((mut x, mut y), end)) = self.clip_line((x0, y0), (x1, y1)) else {
            return;
        };
        let (dx, dy) = (end.0 - x, end.1 - y);
        let (sx, sy) = (dx.signum(), dy.signum());
        let (ax, ay) = (dx.abs(), dy.abs());
        let [r, g, b] = self.pen.color;
        let rgba = [r, g, b, 255];
        if ax.max(ay) == 0 {
            // Blitz3D adds the origin to a line of one pixel again.
            self.write_pixel(x, y, rgba);
            return;
        }
        // Bresenham: one step a pixel along the longer axis, sideways when the error is no longer negative.
        let (long, short) = (ax.max(ay), ax.min(ay));
        let mut error = -long;
        for _ in 0..=long {
            self.set_unshifted(x, y, rgba);
            error += 2 * short;
            let sideways = error >= 0;
            if sideways {
                error -= 2 * long;
            }
            if ax > ay {
                x += sx;
                y += if sideways { sy } else { 0 };
            } else {
                y += sy;
                x += if sideways { sx } else { 0 };
            }
        }
    }

    /// Cohen-Sutherland, in whole pixels with division towards zero as Blitz3D clips, so that clipped lines take the same pixels.
    fn clip_line(&self, a: (i32, i32), b: (i32, i32)) -> Option<((i32, i32), (i32, i32))> {
        let clip = self.clip;
        if clip.left >= clip.right || clip.top >= clip.bottom {
            return None;
        }
        let (left, right) = (i64::from(clip.left), i64::from(clip.right) - 1);
        let (top, bottom) = (i64::from(clip.top), i64::from(clip.bottom) - 1);
        let outside = |(x, y): (i64, i64)| {
            let vertical = if y > bottom { 1 } else { 2 * u8::from(y < top) };
            let horizontal = if x > right { 4 } else { 8 * u8::from(x < left) };
            vertical | horizontal
        };
        let mut a = (i64::from(a.0), i64::from(a.1));
        let mut b = (i64::from(b.0), i64::from(b.1));
        // Each turn puts one end onto one edge; four turns an end are enough.
        for _ in 0..16 {
            let (code_a, code_b) = (outside(a), outside(b));
            if code_a | code_b == 0 {
                let whole = |p: (i64, i64)| (p.0 as i32, p.1 as i32);
                return Some((whole(a), whole(b)));
            }
            if code_a & code_b != 0 {
                return None;
            }
            let code = if code_a != 0 { code_a } else { code_b };
            let (x_at, y_at) = (
                |y| along(a.0, b.0, y - a.1, b.1 - a.1),
                |x| along(a.1, b.1, x - a.0, b.0 - a.0),
            );
            let moved = match code {
                c if c & 1 != 0 => (x_at(bottom), bottom),
                c if c & 2 != 0 => (x_at(top), top),
                c if c & 4 != 0 => (right, y_at(right)),
                _ => (left, y_at(left)),
            };
            if code_a != 0 {
                a = moved;
            } else {
                b = moved;
            }
        }
        None
    }

    /// A rectangle, filled or its outline one pixel wide, covering `x..x+width`, `y..y+height`.
    pub fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, solid: bool) {
        if width <= 0 || height <= 0 {
            return;
        }
        let (x, y) = self.shift(x, y);
        let (right, bottom) = (x.saturating_add(width), y.saturating_add(height));
        let color = self.pen.color;
        if solid {
            self.fill_unshifted(x, y, right, bottom, color);
        } else {
            self.fill_unshifted(x, y, right, y.saturating_add(1), color);
            self.fill_unshifted(x, y, x.saturating_add(1), bottom, color);
            self.fill_unshifted(right - 1, y, right, bottom, color);
            self.fill_unshifted(x, bottom - 1, right, bottom, color);
        }
    }

    /// An oval, filled or its outline, in the box `x..x+width`, `y..y+height`.
    pub fn oval(&mut self, x: i32, y: i32, width: i32, height: i32, solid: bool) {
        if width <= 0 || height <= 0 {
            return;
        }
        let (x, y) = self.shift(x, y);
        let Some((_, top, _, bottom)) =
            self.clipped(x, y, x.saturating_add(width), y.saturating_add(height))
        else {
            return;
        };
        let (top, bottom) = (top as i32, bottom as i32);
        let oval = Oval::new(x, y, width, height);
        let color = self.pen.color;
        if solid {
            for row in top..bottom {
                let (from, to) = oval.span(row);
                self.fill_unshifted(from, row, to, row + 1, color);
            }
            return;
        }
        // Outline: on each row from its own edge to the edge of the row nearer the top or bottom, so that no gap is left; at
        // least one pixel. The rows outside the clip still tell the next row where the last edge was.
        let middle = oval.center_y.floor() as i32;
        let center = oval.center_x as i32;
        let first = if top > y { top - 1 } else { top };
        let mut edge = (center, center);
        for row in first..=middle.min(bottom) {
            edge = self.outline_row(&oval, row, edge);
        }
        let last = if bottom < y.saturating_add(height) {
            bottom
        } else {
            bottom - 1
        };
        let mut edge = (center, center);
        for row in (middle.clamp(top - 1, bottom) + 1..=last).rev() {
            edge = self.outline_row(&oval, row, edge);
        }
    }

    fn outline_row(&mut self, oval: &Oval, row: i32, before: (i32, i32)) -> (i32, i32) {
        let (from, to) = oval.span(row);
        let color = self.pen.color;
        self.fill_unshifted(
            from,
            row,
            before.0.max(from.saturating_add(1)),
            row + 1,
            color,
        );
        self.fill_unshifted(before.1.min(to.saturating_sub(1)), row, to, row + 1, color);
        (from, to)
    }
}

/// `from + (to - from) * part / whole`, towards zero; products of 33-bit differences need more than 64 bits.
fn along(from: i64, to: i64, part: i64, whole: i64) -> i64 {
    match i128::from(whole) {
        // Both ends on the same side of an edge were sorted out before.
        0 => from,
        whole => from + (i128::from(to - from) * i128::from(part) / whole) as i64,
    }
}

/// An oval as its centre and radii; spans are taken at pixel centres.
struct Oval {
    center_x: f32,
    center_y: f32,
    radius: f32,
    aspect: f32,
}

impl Oval {
    fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        let (xr, yr) = (width as f32 * 0.5, height as f32 * 0.5);
        Self {
            center_x: x as f32 + xr + 0.5,
            center_y: y as f32 + yr - 0.5,
            radius: yr,
            aspect: width as f32 / height as f32,
        }
    }

    /// First and one past the last column on a row.
    fn span(&self, row: i32) -> (i32, i32) {
        let dy = row as f32 - self.center_y;
        let x = (self.radius * self.radius - dy * dy).max(0.0).sqrt() * self.aspect;
        (
            (self.center_x - x).floor() as i32,
            (self.center_x + x).floor() as i32,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Canvas, Painter, Pen};
    use flitz_scene::Image;

    fn drawn(width: u32, height: u32, pen: &Pen, draw: impl FnOnce(&mut Painter)) -> Vec<String> {
        let mut canvas = Canvas::new(width, height);
        draw(&mut canvas.painter(pen));
        rows(&canvas.image)
    }

    fn rows(image: &Image) -> Vec<String> {
        let (pixels, _) = image.rgba.as_chunks::<4>();
        pixels
            .chunks(image.width as usize)
            .map(|row| {
                row.iter()
                    .map(|p| if p[0] > 0 { '#' } else { '.' })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn both_ends_of_a_line_are_drawn() {
        let pen = Pen::default();
        assert_eq!(drawn(8, 1, &pen, |p| p.line(2, 0, 5, 0)), ["..####.."]);
        assert_eq!(drawn(8, 1, &pen, |p| p.line(5, 0, 2, 0)), ["..####.."]);
        assert_eq!(
            drawn(3, 3, &pen, |p| p.line(1, 1, 1, 1)),
            ["...", ".#.", "..."]
        );
        assert_eq!(
            drawn(5, 3, &pen, |p| p.line(0, 0, 4, 2)),
            ["#....", ".##..", "...##"]
        );
    }

    #[test]
    fn lines_far_outside_are_clipped_without_overflow() {
        let pen = Pen::default();
        assert_eq!(
            drawn(4, 4, &pen, |p| p.line(
                i32::MIN,
                i32::MIN,
                i32::MAX,
                i32::MAX
            )),
            ["#...", ".#..", "..#.", "...#"]
        );
        assert_eq!(
            drawn(4, 1, &pen, |p| p.line(i32::MIN, 0, i32::MAX, 0)),
            ["####"]
        );
        assert_eq!(
            drawn(4, 1, &pen, |p| p.line(i32::MAX, 9, i32::MIN, 9)),
            ["...."]
        );
    }

    #[test]
    fn an_outline_covers_the_first_and_the_last_pixel() {
        let pen = Pen::default();
        assert_eq!(
            drawn(6, 4, &pen, |p| p.rect(1, 0, 4, 3, false)),
            [".####.", ".#..#.", ".####.", "......"]
        );
        assert_eq!(
            drawn(3, 3, &pen, |p| p.rect(1, 1, 1, 1, false)),
            ["...", ".#.", "..."]
        );
        assert_eq!(
            drawn(3, 2, &pen, |p| p.rect(0, 0, 0, 5, true)),
            ["...", "..."]
        );
    }

    #[test]
    fn origin_moves_and_viewport_clips() {
        let pen = Pen {
            origin: [2, 1],
            viewport: Some([1, 1, 3, 2]),
            ..Pen::default()
        };
        assert_eq!(
            drawn(6, 4, &pen, |p| p.rect(-9, -9, 90, 90, true)),
            ["......", ".###..", ".###..", "......"]
        );
        assert_eq!(
            drawn(6, 4, &pen, |p| p.plot(1, 0)),
            ["......", "...#..", "......", "......"]
        );
        assert_eq!(drawn(6, 4, &pen, |p| p.plot(2, 0)), ["......"; 4]);
        // A line of one pixel is shifted twice, once after clipping.
        let pen = Pen {
            origin: [2, 1],
            ..Pen::default()
        };
        assert_eq!(
            drawn(6, 4, &pen, |p| p.line(-1, 0, -1, 0)),
            ["......", "......", "...#..", "......"]
        );
    }

    #[test]
    fn ovals_touch_the_sides_of_their_box() {
        let pen = Pen::default();
        let filled = drawn(8, 6, &pen, |p| p.oval(1, 0, 6, 6, true));
        assert!(
            filled
                .iter()
                .all(|row| row.starts_with('.') && row.ends_with('.')),
            "{filled:#?}"
        );
        assert_eq!(filled[2], ".######.");
        let outline = drawn(8, 6, &pen, |p| p.oval(1, 0, 6, 6, false));
        assert_eq!(outline[2], ".#....#.");
        for (row, (full, line)) in filled.iter().zip(&outline).enumerate() {
            assert_eq!(
                (full.find('#'), full.rfind('#')),
                (line.find('#'), line.rfind('#')),
                "row {row}"
            );
        }
    }

    #[test]
    fn a_clipped_oval_is_a_part_of_the_whole() {
        let whole = drawn(20, 20, &Pen::default(), |p| p.oval(1, 2, 17, 15, false));
        let pen = Pen {
            viewport: Some([5, 7, 9, 6]),
            ..Pen::default()
        };
        let part = drawn(20, 20, &pen, |p| p.oval(1, 2, 17, 15, false));
        for (y, (whole, part)) in whole.iter().zip(&part).enumerate() {
            for (x, (w, p)) in whole.bytes().zip(part.bytes()).enumerate() {
                let inside = (5..14).contains(&x) && (7..13).contains(&y);
                assert_eq!(p, if inside { w } else { b'.' }, "{x},{y}");
            }
        }
    }

    #[test]
    fn extreme_boxes_do_no_harm() {
        let pen = Pen {
            origin: [i32::MAX, i32::MIN],
            ..Pen::default()
        };
        drawn(4, 4, &pen, |p| {
            p.rect(i32::MAX, i32::MIN, i32::MAX, i32::MAX, false);
            p.oval(i32::MIN, i32::MAX, i32::MAX, i32::MAX, false);
            p.oval(-9, -9, i32::MAX, i32::MAX, true);
            p.line(i32::MIN, i32::MAX, 3, 2);
        });
        drawn(4, 4, &Pen::default(), |p| {
            p.oval(-9, -9, i32::MAX, i32::MAX, false);
            p.oval(i32::MIN, i32::MIN, i32::MAX, i32::MAX, false);
        });
    }
}
