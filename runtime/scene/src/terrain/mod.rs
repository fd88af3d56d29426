//! Terrain: a square height field.

mod detail;
mod errors;

use std::cell::OnceCell;

use glam::Vec3;

use errors::{Errors, Loss};

pub use detail::{TerrainVertex, TerrainView};

/// Largest number of cells each way.
pub const MAX_TERRAIN_SIZE: u32 = 2048;

/// A square of `size` by `size` cells of 1 by 1 on the entity's xz plane, with a height of 0..1 at each corner of a cell. Opposite
/// edges share their heights.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    size: u32,
    /// In steps of 1/255, as Blitz3D keeps them.
    heights: Vec<u8>,
    /// Whether normals follow the slopes; else all point up.
    pub shading: bool,
    /// Incremented with every change of a height.
    pub version: u64,
    /// How many triangles it is drawn with, about.
    pub detail: u32,
    /// Whether details come in smoothly.
    pub morph: bool,
    /// Made when it is first drawn, and again when it has changed.
    errors: OnceCell<Errors>,
}

/// How many triangles a terrain is drawn with, about, where nothing else is said.
const USUAL_DETAIL: u32 = 2000;

impl Terrain {
    /// Flat terrain; `size` must be a power of two up to [`MAX_TERRAIN_SIZE`].
    pub fn new(size: u32) -> Option<Self> {
        (size.is_power_of_two() && size <= MAX_TERRAIN_SIZE).then(|| Self {
            size,
            heights: vec![0; (size * size) as usize],
            shading: false,
            version: 0,
            detail: USUAL_DETAIL,
            morph: false,
            errors: OnceCell::new(),
        })
    }

    /// Number of cells each way.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The height at a corner, 0..1; coordinates repeat beyond the edges.
    pub fn height(&self, x: i32, z: i32) -> f32 {
        self.heights
            .get(self.index(x, z))
            .map_or(0.0, |&h| f32::from(h) / 255.0)
    }

    /// Sets the height at a corner, 0..1; corners outside `0..=size` are left alone. A height outside wraps, as the byte it is kept in.
    pub fn set_height(&mut self, x: i32, z: i32, height: f32) {
        let inside = |v: i32| u32::try_from(v).is_ok_and(|v| v <= self.size);
        if inside(x) && inside(z) {
            let at = self.index(x, z);
            if let Some(h) = self.heights.get_mut(at) {
                *h = (height * 255.0) as i64 as u8;
                self.version += 1;
                self.errors.take();
            }
        }
    }

    /// As [`Self::set_height`], for heights that change every frame: what is known of the rest of the terrain is kept.
    pub fn change_height(&mut self, x: i32, z: i32, height: f32) {
        let known = self.errors.take();
        self.set_height(x, z, height);
        if let Some(mut errors) = known {
            let size = self.size as i32;
            // Opposite edges are one.
            let [xs, zs] = [x, z].map(|v| [v & (size - 1), (v & (size - 1)) + size]);
            for x in xs.into_iter().filter(|&x| x <= size) {
                for z in zs.into_iter().filter(|&z| z <= size) {
                    errors.update(self, [x, z]);
                }
            }
            self.errors = OnceCell::from(errors);
        }
    }

    /// What is lost where a triangle is not halved; `None` where it cannot be.
    fn loss(&self, id: usize) -> Option<Loss> {
        self.errors.get_or_init(|| Errors::of(self)).get(id)
    }

    /// The height at a corner in steps of 1/255.
    pub(crate) fn step(&self, [x, z]: [u32; 2]) -> u8 {
        let at = self.index(x as i32, z as i32);
        self.heights.get(at).copied().unwrap_or_default()
    }

    fn index(&self, x: i32, z: i32) -> usize {
        let mask = self.size - 1;
        ((z as u32 & mask) * self.size + (x as u32 & mask)) as usize
    }

    /// A corner's place in the terrain's space.
    pub fn corner(&self, x: i32, z: i32) -> Vec3 {
        Vec3::new(x as f32, self.height(x, z), z as f32)
    }

    /// The normal at a corner: straight up without shading, else the mean of the four triangles to its neighbours.
    pub fn normal(&self, x: i32, z: i32) -> Vec3 {
        if !self.shading {
            return Vec3::Y;
        }
        let here = self.height(x, z);
        let [west, east] = [self.height(x - 1, z), self.height(x + 1, z)].map(|h| h - here);
        let [south, north] = [self.height(x, z - 1), self.height(x, z + 1)].map(|h| h - here);
        let unit = |x: f32, z: f32| Vec3::new(x, 1.0, z).normalize();
        let sum = unit(-east, south) + unit(-east, -north) + unit(west, -north) + unit(west, south);
        sum.normalize()
    }

    /// The two triangles of a cell as corners (x, z), clockwise from above. The diagonal joins the corners whose x + z is even,
    /// which is how halving triangles again and again from the whole square ends.
    pub fn triangles(&self, x: u32, z: u32) -> [[[u32; 2]; 3]; 2] {
        let [a, b, c, d] = [[x, z], [x, z + 1], [x + 1, z + 1], [x + 1, z]];
        if (x + z).is_multiple_of(2) {
            [[a, b, c], [a, c, d]]
        } else {
            [[a, b, d], [b, c, d]]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_kept_in_255_steps_and_edges_are_shared() {
        let mut terrain = Terrain::new(8).unwrap();
        terrain.set_height(8, 3, 0.5);
        assert_eq!(terrain.height(0, 3), 127.0 / 255.0);
        assert_eq!(terrain.height(8, 3), terrain.height(0, 3));
        let before = terrain.clone();
        for (x, z) in [(-1, 0), (0, 9), (i32::MIN, i32::MAX)] {
            terrain.set_height(x, z, 1.0);
        }
        assert_eq!(terrain, before);
        terrain.set_height(1, 1, f32::NAN);
        assert_eq!(terrain.height(1, 1), 0.0);
        for (given, kept) in [(1.5, 126.0), (-0.1, 231.0), (2.0, 254.0), (1.0, 255.0)] {
            terrain.set_height(1, 1, given);
            assert_eq!(terrain.height(1, 1), kept / 255.0, "{given}");
        }
        assert!(
            Terrain::new(0).is_none()
                && Terrain::new(12).is_none()
                && Terrain::new(1 << 20).is_none()
        );
    }

    #[test]
    fn normals_lean_away_from_the_hill() {
        let mut terrain = Terrain::new(8).unwrap();
        terrain.set_height(4, 4, 1.0);
        assert_eq!(terrain.normal(3, 4), Vec3::Y);
        terrain.shading = true;
        assert!(terrain.normal(3, 4).x < -0.1 && terrain.normal(5, 4).x > 0.1);
        assert!(terrain.normal(4, 3).z < -0.1 && terrain.normal(4, 5).z > 0.1);
        assert!((terrain.normal(4, 4) - Vec3::Y).length() < 1e-6);
    }

    #[test]
    fn cells_are_covered_facing_up() {
        let terrain = Terrain::new(4).unwrap();
        for (x, z) in [(0, 0), (1, 0), (2, 3)] {
            let triangles = terrain.triangles(x, z);
            let area: f32 = triangles
                .iter()
                .map(|t| {
                    let [a, b, c] = t.map(|[x, z]| terrain.corner(x as i32, z as i32));
                    (b - a).cross(c - a).y / 2.0
                })
                .sum();
            assert_eq!(area, 1.0);
        }
    }
}
