//! Rasterises outlines: a pixel is set where its centre lies inside, by the nonzero winding rule, and strokes too thin to cover a centre are
//! kept connected (dropout control, see "Scan converter" in the TrueType specification).

use super::Span;

/// Most points of an outline; larger ones are rejected.
const MOST_POINTS: usize = 1 << 15;
/// The most crossings of edges and rows.
const MOST_CROSSINGS: usize = 1 << 20;

/// Closed contours of straight edges, x to the right, y down, in pixels.
#[derive(Debug, Default)]
pub(super) struct Contours {
    edges: Vec<[[f32; 2]; 2]>,
    start: [f32; 2],
    at: [f32; 2],
    too_many: bool,
}

impl Contours {
    /// Starts a contour, closing the last one.
    pub fn move_to(&mut self, to: [f32; 2]) {
        self.close();
        (self.start, self.at) = (to, to);
    }

    /// A straight edge.
    pub fn line_to(&mut self, to: [f32; 2]) {
        if self.edges.len() >= MOST_POINTS {
            self.too_many = true;
        } else if to.iter().all(|v| v.is_finite()) {
            self.edges.push([self.at, to]);
            self.at = to;
        }
    }

    /// An edge along a Bézier curve; `at` gives its points for 0..1, `length` is about its length in pixels.
    pub fn curve(&mut self, length: f32, at: impl Fn(f32) -> [f32; 2]) {
        let steps = (length / 2.0).ceil().clamp(4.0, 32.0) as u32;
        for step in 1..=steps {
            self.line_to(at(step as f32 / steps as f32));
        }
    }

    /// Where the last edge ended.
    pub fn at(&self) -> [f32; 2] {
        self.at
    }

    /// Closes the contour.
    pub fn close(&mut self) {
        if self.at != self.start {
            self.line_to(self.start);
        }
    }

    /// Lowest and highest x, `None` where there are no edges.
    fn reach(&self) -> Option<[f32; 2]> {
        let xs = self.edges.iter().flatten().map(|p| p[0]);
        let reach = xs.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        (reach[0] <= reach[1]).then_some(reach)
    }

    /// The set pixels of rows `0..height` and columns `-limit..limit`.
    pub fn spans(&self, height: i32, limit: i32) -> Vec<Span> {
        let Some([low, high]) = self.reach().filter(|_| !self.too_many) else {
            return Vec::new();
        };
        let left = (low.floor() as i32 - 1).clamp(-limit, limit);
        let right = (high.ceil() as i32 + 1).clamp(-limit, limit);
        let mut pixels = Pixels::new(left, right - left, height);
        let Some(rows) = self.inside(height, |p| p) else {
            return Vec::new();
        };
        let mut thin = Vec::new();
        for (row, from, to) in rows {
            let (first, end) = (centre_from(from), centre_from(to));
            for x in first.max(left)..end.min(right) {
                pixels.set(x, row);
            }
            if first >= end {
                thin.push((row, from, to));
            }
        }
        for (row, from, to) in thin {
            let beyond = centre_from(from);
            if !pixels.get(beyond - 1, row) && !pixels.get(beyond, row) {
                pixels.set(middle(from, to), row);
            }
        }
        let columns = self.inside(right - left, |[x, y]| [y, x - left as f32]);
        for (column, from, to) in columns.unwrap_or_default() {
            let (beyond, x) = (centre_from(from), column + left);
            if beyond >= centre_from(to) && !pixels.get(x, beyond - 1) && !pixels.get(x, beyond) {
                pixels.set(x, middle(from, to));
            }
        }
        pixels.spans()
    }

    /// For each row `0..rows` what lies inside along the row's centre line: row, from, to. `turn` swaps the axes for columns. `None` for more
    /// crossings than a letter has.
    fn inside(
        &self,
        rows: i32,
        turn: impl Fn([f32; 2]) -> [f32; 2],
    ) -> Option<Vec<(i32, f32, f32)>> {
        let mut crossings: Vec<(i32, f32, i32)> = Vec::new();
        for edge in &self.edges {
            let [[x0, y0], [x1, y1]] = edge.map(&turn);
            let (first, end) = (
                centre_from(y0.min(y1)).max(0),
                centre_from(y0.max(y1)).min(rows),
            );
            for row in first..end {
                let share = (row as f32 + 0.5 - y0) / (y1 - y0);
                crossings.push((row, x0 + (x1 - x0) * share, if y1 > y0 { 1 } else { -1 }));
            }
            if crossings.len() > MOST_CROSSINGS {
                return None;
            }
        }
        crossings.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut out = Vec::new();
        let (mut winding, mut start, mut last_row) = (0, 0.0, -1);
        for (row, x, turns) in crossings {
            if row != last_row {
                (winding, last_row) = (0, row);
            }
            let before = winding;
            winding += turns;
            if before == 0 {
                start = x;
            } else if winding == 0 {
                out.push((row, start, x));
            }
        }
        Some(out)
    }
}

/// The first pixel whose centre is not before a coordinate.
fn centre_from(v: f32) -> i32 {
    // Clear of the ends of the range, so that sums of pixels do not overflow.
    (v - 0.5).ceil().clamp(-1e6, 1e6) as i32
}

/// The pixel in the middle of a thin stroke.
fn middle(from: f32, to: f32) -> i32 {
    ((from + to) / 2.0).floor().clamp(-1e6, 1e6) as i32
}

struct Pixels {
    left: i32,
    width: usize,
    inked: Vec<bool>,
}

impl Pixels {
    fn new(left: i32, width: i32, height: i32) -> Self {
        let width = width.max(1) as usize;
        Self {
            left,
            width,
            inked: vec![false; width * height.max(0) as usize],
        }
    }

    fn index(&self, x: i32, row: i32) -> Option<usize> {
        let x = usize::try_from(x - self.left)
            .ok()
            .filter(|&x| x < self.width)?;
        Some(usize::try_from(row).ok()? * self.width + x)
    }

    fn set(&mut self, x: i32, row: i32) {
        if let Some(pixel) = self.index(x, row).and_then(|i| self.inked.get_mut(i)) {
            *pixel = true;
        }
    }

    fn get(&self, x: i32, row: i32) -> bool {
        self.index(x, row)
            .and_then(|i| self.inked.get(i))
            .copied()
            .unwrap_or(false)
    }

    fn spans(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        for (row, pixels) in (0..).zip(self.inked.chunks(self.width)) {
            let mut x = self.left;
            for run in pixels.chunk_by(|a, b| a == b) {
                let to = x + run.len() as i32;
                if run.first() == Some(&true) {
                    spans.push(Span { row, from: x, to });
                }
                x = to;
            }
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(outlines: &[&[[f32; 2]]]) -> Vec<String> {
        let mut contours = Contours::default();
        for outline in outlines {
            contours.move_to(outline[0]);
            outline[1..].iter().for_each(|&p| contours.line_to(p));
        }
        contours.close();
        let mut rows = vec![vec!['.'; 6]; 5];
        for Span { row, from, to } in contours.spans(5, 6) {
            (from..to).for_each(|x| rows[row as usize][x as usize] = '#');
        }
        rows.into_iter().map(String::from_iter).collect()
    }

    #[test]
    fn centres_decide_and_holes_stay_open() {
        let outer: &[[f32; 2]] = &[[0.6, 0.4], [5.4, 0.4], [5.4, 4.6], [0.6, 4.6]];
        let hole: &[[f32; 2]] = &[[1.9, 1.5], [1.9, 3.4], [4.1, 3.4], [4.1, 1.5]];
        let ring = [".####.", ".#..#.", ".#..#.", ".####.", ".####."];
        assert_eq!(drawn(&[outer, hole]), ring);
        // Overlapping parts that turn the same way are one.
        let same: &[[f32; 2]] = &[[1.9, 1.5], [4.1, 1.5], [4.1, 3.4], [1.9, 3.4]];
        assert_eq!(drawn(&[outer, same]), [".####."; 5]);
    }

    #[test]
    fn strokes_thinner_than_a_pixel_are_kept() {
        let upright: &[[f32; 2]] = &[[2.6, 0.0], [2.9, 0.0], [2.9, 5.0], [2.6, 5.0]];
        assert_eq!(drawn(&[upright]), ["..#..."; 5]);
        let level: &[[f32; 2]] = &[[0.0, 2.6], [6.0, 2.6], [6.0, 2.9], [0.0, 2.9]];
        let rows = drawn(&[level]);
        assert_eq!(rows[2], "######");
        assert!(rows.iter().filter(|r| r.contains('#')).count() == 1);
    }

    #[test]
    fn what_is_no_letter_costs_little() {
        let mut contours = Contours::default();
        contours.move_to([0.0, -1e30]);
        for i in 0..1_000_000 {
            contours.line_to([i as f32, if i % 2 == 0 { 1e30 } else { -1e30 }]);
        }
        contours.line_to([f32::NAN, 0.0]);
        contours.close();
        assert!(contours.edges.len() <= MOST_POINTS);
        assert!(contours.spans(512, 2048).is_empty());
        let mut contours = Contours::default();
        contours.move_to([-1e30, -1e30]);
        contours.line_to([1e30, -1e30]);
        contours.line_to([1e30, 1e30]);
        contours.line_to([-1e30, 1e30]);
        contours.close();
        assert!(
            contours
                .spans(5, 6)
                .iter()
                .all(|s| s.from >= -6 && s.to <= 6)
        );
    }
}
