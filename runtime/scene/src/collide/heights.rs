//! A bounding volume hierarchy over the triangles of a terrain: a binary triangle tree.
//!
//! A triangle with its right angle at `v0` is halved by the line from `v0` to the middle of its long side (Duchaineau et al.,
//! "ROAMing Terrain", 1997). Numbers go as in a heap: the halves of `id` are `2 id` and `2 id + 1`, and the square's are 2 and 3.

use glam::Vec3A;

use super::geometry::Aabb;
use super::probe::Probe;
use super::sweep::Hit;
use crate::terrain::Terrain;

/// The tree over a terrain, built once for each version of its heights.
#[derive(Clone, Debug)]
pub struct HeightTree {
    version: u64,
    size: u32,
    /// Of the triangles that can be halved, by number.
    halves: Vec<Span>,
}

/// The heights in a triangle, in steps of 1/255, and whether it is even: not worth halving.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    low: u8,
    high: u8,
    even: bool,
}

/// A corner on the grid.
pub(crate) type Corner = [u32; 2];

/// The halves of the whole square of this size.
pub(crate) fn roots(size: u32) -> [(usize, [Corner; 3]); 2] {
    let (v0, v1, v2, v3) = ([0, 0], [size, 0], [size, size], [0, size]);
    [(2, [v1, v2, v0]), (3, [v3, v0, v2])]
}

/// The halves of a triangle.
pub(crate) fn halve(id: usize, [v0, v1, v2]: [Corner; 3]) -> [(usize, [Corner; 3]); 2] {
    let middle = [(v1[0] + v2[0]) / 2, (v1[1] + v2[1]) / 2];
    [(id * 2, [middle, v2, v0]), (id * 2 + 1, [middle, v0, v1])]
}

impl HeightTree {
    /// The tree of a terrain as it is now.
    pub fn new(terrain: &Terrain) -> Self {
        let size = terrain.size();
        let mut tree = Self {
            version: terrain.version,
            size,
            halves: vec![Span::default(); 2 * (size * size) as usize],
        };
        for (id, corners) in roots(size) {
            tree.measure(terrain, id, corners);
        }
        tree
    }

    /// Whether it is still that of a terrain.
    pub fn fits(&self, terrain: &Terrain) -> bool {
        self.version == terrain.version && self.size == terrain.size()
    }

    /// Fills in a triangle and all below it. As deep as the tree: twice the logarithm of the size, 23 at most.
    fn measure(&mut self, terrain: &Terrain, id: usize, corners: [Corner; 3]) -> Span {
        let heights = corners.map(|corner| terrain.step(corner));
        let [a, b, c] = heights;
        let own = Span {
            low: a.min(b).min(c),
            high: a.max(b).max(c),
            even: true,
        };
        if id >= self.halves.len() {
            return own;
        }
        let halves = halve(id, corners);
        let middle = terrain.step(halves[0].1[0]);
        let [one, other] = halves.map(|(id, corners)| self.measure(terrain, id, corners));
        let span = Span {
            low: one.low.min(other.low),
            high: one.high.max(other.high),
            even: one.even && other.even && 2 * u32::from(middle) == u32::from(b) + u32::from(c),
        };
        if let Some(place) = self.halves.get_mut(id) {
            *place = span;
        }
        span
    }

    /// Finds a hit of the terrain that is not later than `hit`.
    pub(crate) fn sweep(&self, terrain: &Terrain, probe: &Probe, hit: &mut Hit) -> bool {
        let mut met = false;
        let [near, far] = roots(self.size);
        // One entry a level, and two at the last one.
        let mut stack = Vec::with_capacity(32);
        stack.extend([far, near]);
        while let Some((id, corners)) = stack.pop() {
            let [v0, v1, v2] = corners.map(|corner| terrain.point(corner));
            let mut bounds = Aabb::around([v0, v1, v2]);
            let half = self.halves.get(id).filter(|half| !half.even);
            if let Some(half) = half {
                bounds.low.y = f32::from(half.low) / 255.0;
                bounds.high.y = f32::from(half.high) / 255.0;
            }
            if !probe.may_meet(&bounds, hit.time) {
                continue;
            }
            if half.is_some() {
                let [one, other] = halve(id, corners);
                stack.extend([other, one]);
            } else {
                let corners = [v0, v2, v1].map(|v| probe.place.transform_point3a(v));
                met |= hit.triangle(&probe.line, probe.radius, corners);
            }
        }
        met
    }
}

impl Terrain {
    /// A corner's place in the terrain's space.
    fn point(&self, [x, z]: Corner) -> Vec3A {
        self.corner(x as i32, z as i32).into()
    }
}
