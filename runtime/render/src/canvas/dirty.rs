//! The parts of a canvas that have changed.

/// Height of a band in pixels: changes are kept as one span a band.
const BAND: u32 = 16;

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Left edge.
    pub x: u32,
    /// Upper edge.
    pub y: u32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// The changed parts of a canvas: for each band of 16 rows the span of columns that changed.
#[derive(Clone, Debug)]
pub struct Dirty {
    width: u32,
    height: u32,
    /// First and one past the last changed column; first >= last where none.
    bands: Vec<(u32, u32)>,
    any: bool,
}

impl Dirty {
    /// No changes, for a canvas of this size.
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            bands: vec![(u32::MAX, 0); height.div_ceil(BAND) as usize],
            any: false,
        }
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        !self.any
    }

    /// Marks everything as changed.
    pub fn add_all(&mut self) {
        self.bands.fill((0, self.width));
        self.any = true;
    }

    /// Marks columns `x0..x1` of rows `y0..y1` as changed; the caller clips.
    pub fn add(&mut self, x0: u32, y0: u32, x1: u32, y1: u32) {
        if x0 >= x1 || y0 >= y1 {
            return;
        }
        let (first, last) = (
            (y0 / BAND) as usize,
            (y1.min(self.height).div_ceil(BAND)) as usize,
        );
        if let Some(bands) = self.bands.get_mut(first..last) {
            for (from, to) in bands {
                *from = (*from).min(x0);
                *to = (*to).max(x1.min(self.width));
            }
            self.any = true;
        }
    }

    /// Clears all changes.
    pub fn clear(&mut self) {
        if self.any {
            self.bands.fill((u32::MAX, 0));
            self.any = false;
        }
    }

    /// Rectangles that cover all changes, none overlapping another.
    pub fn areas(&self) -> Vec<Area> {
        let mut out: Vec<Area> = Vec::new();
        for (band, &(from, to)) in self.bands.iter().enumerate() {
            if from >= to {
                continue;
            }
            let y = band as u32 * BAND;
            let height = BAND.min(self.height - y);
            match out.last_mut() {
                // Bands with about the same span are merged into one rectangle with the wider span.
                Some(last) if last.y + last.height == y && close(last, from, to) => {
                    let end = (last.x + last.width).max(to);
                    last.x = last.x.min(from);
                    last.width = end - last.x;
                    last.height += height;
                }
                _ => out.push(Area {
                    x: from,
                    y,
                    width: to - from,
                    height,
                }),
            }
        }
        out
    }
}

fn close(area: &Area, from: u32, to: u32) -> bool {
    let union = (area.x + area.width).max(to) - area.x.min(from);
    union <= 2 * area.width.min(to - from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_cover_what_was_added() {
        let mut dirty = Dirty::new(100, 70);
        assert!(dirty.is_empty() && dirty.areas().is_empty());
        dirty.add(10, 3, 20, 5);
        dirty.add(90, 60, 100, 70);
        let areas = dirty.areas();
        assert_eq!(areas.len(), 2);
        assert_eq!(
            areas[0],
            Area {
                x: 10,
                y: 0,
                width: 10,
                height: 16
            }
        );
        assert_eq!(
            areas[1],
            Area {
                x: 90,
                y: 48,
                width: 10,
                height: 22
            }
        );
        dirty.add_all();
        assert_eq!(
            dirty.areas(),
            [Area {
                x: 0,
                y: 0,
                width: 100,
                height: 70
            }]
        );
        dirty.clear();
        assert!(dirty.areas().is_empty());
    }
}
