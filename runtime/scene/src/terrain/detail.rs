//! Level of detail: a terrain as few triangles, more of them where it is near and rough, and none where it is out of view.
//!
//! The square is halved again and again, each time the triangle where most is lost as seen from the eye, until there are as many as wanted.
//! A triangle whose neighbour at the long side is larger has that one halved first, so there are no cracks. (The splitting half of Duchaineau
//! et al., "ROAMing Terrain: Real-time Optimally Adapting Meshes", 1997.)

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::{Vec3, Vec3A};

use super::Terrain;
use crate::collide::{Plane, roots};

/// The triangles of a terrain for one view. Kept from one view to the next for its memory.
#[derive(Debug, Default)]
pub struct TerrainView {
    /// The corners.
    pub vertices: Vec<TerrainVertex>,
    /// The triangles as indices of corners, clockwise from above.
    pub triangles: Vec<[u32; 3]>,
    tree: Vec<Triangle>,
    /// Those that could be halved, the one where most is lost first.
    queue: BinaryHeap<Waiting>,
    /// How many triangles there are, in view or not.
    count: usize,
}

/// A corner of a terrain's triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerrainVertex {
    /// Its place on the grid.
    pub corner: [u32; 2],
    /// Its height, 0..1, on the way from `flat` where details come in smoothly.
    pub height: f32,
    /// The height in the middle of the side that it halved.
    flat: f32,
}

impl TerrainVertex {
    /// Its place in the terrain's space.
    pub fn position(&self) -> Vec3 {
        let [x, z] = self.corner;
        Vec3::new(x as f32, self.height, z as f32)
    }
}

/// No neighbour.
const NONE: u32 = u32::MAX;

/// The sides of a view that a triangle may stick out of, all of them.
const ALL_SIDES: u8 = 0b11_1111;

/// A triangle, its right angle at the first corner. Neighbours: at the sides from the last corner to the first, from the first to the second,
/// and at the long side.
#[derive(Clone, Copy, Debug)]
struct Triangle {
    /// As in [`crate::collide::HeightTree`].
    id: usize,
    corners: [u32; 3],
    neighbours: [u32; 3],
    /// Bits of the sides of the view that have still to be tested.
    sides: u8,
    /// Whether it is fine enough; its halves, where a neighbour needs them, are too.
    is_done: bool,
    /// Whether it is part of the picture: neither halved nor out of view.
    is_shown: bool,
}

/// A triangle that could be halved.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// What is lost, by its distance from the eye.
    loss: f32,
    triangle: u32,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let loss = self.loss.total_cmp(&other.loss);
        loss.then(other.triangle.cmp(&self.triangle))
    }
}

/// What does not change while a view is made.
struct Sight<'a> {
    terrain: &'a Terrain,
    eye: Vec3A,
    planes: &'a [Plane; 6],
}

/// Below this, distances and losses count as nothing.
const EPSILON: f32 = 1e-6;

impl TerrainView {
    /// Makes the triangles that show a terrain from `eye`, of what lies in front of all `planes`; both in the terrain's space.
    pub fn make(&mut self, terrain: &Terrain, eye: Vec3A, planes: &[Plane; 6]) {
        let sight = &Sight {
            terrain,
            eye,
            planes,
        };
        self.vertices.clear();
        self.triangles.clear();
        self.tree.clear();
        self.queue.clear();
        self.count = 0;
        let size = terrain.size();
        for corner in [[0, 0], [size, 0], [size, size], [0, size]] {
            let height = terrain.height(corner[0] as i32, corner[1] as i32);
            self.vertices.push(TerrainVertex {
                corner,
                height,
                flat: height,
            });
        }
        let [(one, _), (other, _)] = roots(size);
        for (id, corners, neighbour) in [(one, [1, 2, 0], 1), (other, [3, 0, 2], 0)] {
            self.tree.push(Triangle {
                id,
                corners,
                neighbours: [NONE, NONE, neighbour],
                sides: ALL_SIDES,
                is_done: false,
                is_shown: true,
            });
        }
        self.place(sight, 0);
        self.place(sight, 1);
        while self.count < terrain.detail as usize {
            let Some(next) = self.queue.pop() else { break };
            if self.get(next.triangle).is_some_and(|t| t.is_shown) {
                self.halve(sight, next.triangle);
            }
        }
        if terrain.morph {
            self.morph();
        }
        let shown = self.tree.iter().filter(|triangle| triangle.is_shown);
        self.triangles.extend(shown.map(
            |Triangle {
                 corners: [a, b, c], ..
             }| [*a, *c, *b],
        ));
    }

    fn get(&self, at: u32) -> Option<&Triangle> {
        self.tree.get(at as usize)
    }

    fn point(&self, at: u32) -> Vec3A {
        let vertex = self.vertices.get(at as usize);
        vertex.map_or(Vec3A::ZERO, |vertex| vertex.position().into())
    }

    /// Decides about a new triangle: out of view, fine enough, or to be halved when its turn comes.
    fn place(&mut self, sight: &Sight<'_>, at: u32) {
        let Some(&triangle) = self.get(at) else {
            return;
        };
        self.count += 1;
        let corners = triangle.corners.map(|corner| self.point(corner));
        let loss = sight.terrain.loss(triangle.id);
        let mut sides = triangle.sides;
        let mut is_seen = true;
        for (bit, plane) in sight.planes.iter().enumerate() {
            if sides >> bit & 1 == 0 {
                continue;
            }
            let points = match loss {
                // The space above the triangle that the ground may be in.
                Some(loss) if loss.error > 0 => {
                    let high = f32::from(loss.high) / 255.0;
                    [0.0, high].map(|y| corners.map(|c| Vec3A::new(c.x, y, c.z)))
                }
                _ => [corners; 2],
            };
            let in_front = points.as_flattened().iter();
            match in_front
                .filter(|&&point| plane.distance(point) >= 0.0)
                .count()
            {
                0 => is_seen = false,
                6 => sides &= !(1 << bit),
                _ => {}
            }
        }
        if !is_seen {
            self.leave(at);
            return;
        }
        let error = f32::from(loss.map_or(0, |loss| loss.error));
        let middle = (corners[1] + corners[2]) * 0.5;
        let lost = error / sight.eye.distance(middle).max(EPSILON);
        let waits = !triangle.is_done && lost > EPSILON;
        if let Some(triangle) = self.tree.get_mut(at as usize) {
            triangle.sides = sides;
            triangle.is_done = !waits;
        }
        if waits {
            self.queue.push(Waiting {
                loss: lost,
                triangle: at,
            });
        }
    }

    /// Takes a triangle out: its neighbours have none there any more.
    fn leave(&mut self, at: u32) {
        let Some(triangle) = self.tree.get_mut(at as usize) else {
            return;
        };
        triangle.is_shown = false;
        for neighbour in triangle.neighbours {
            self.replace_neighbour(neighbour, at, NONE);
        }
    }

    fn replace_neighbour(&mut self, of: u32, old: u32, new: u32) {
        if let Some(triangle) = self.tree.get_mut(of as usize) {
            let place = triangle.neighbours.iter_mut().find(|n| **n == old);
            if let Some(place) = place {
                *place = new;
            }
        }
    }

    /// Halves a triangle, and the one at its long side with it, at a new corner in the middle of that side. As deep as the neighbours'
    /// sizes differ: a triangle's is at most twice as large.
    fn halve(&mut self, sight: &Sight<'_>, at: u32) {
        let across = self.get(at).map_or(NONE, |t| t.neighbours[2]);
        if self.get(across).is_some_and(|t| t.neighbours[2] != at) {
            self.halve(sight, across);
        }
        let Some(&triangle) = self.get(at) else {
            return;
        };
        let across = triangle.neighbours[2];
        let [_, b, c] = triangle.corners;
        let corner = self.halfway(sight.terrain, b, c);
        let first = self.tree.len() as u32;
        let [left, right] = [first, first + 1];
        let other = self.get(across).copied();
        // At the long side's halves stand those of the triangle across, where there is one.
        let [far_right, far_left] = match other {
            Some(_) => [first + 2, first + 3],
            None => [NONE; 2],
        };
        self.add_halves(at, &triangle, corner, [left, right], [far_left, far_right]);
        if let Some(other) = &other {
            self.add_halves(across, other, corner, [far_right, far_left], [right, left]);
            self.count -= 1;
            self.place(sight, far_right);
            self.place(sight, far_left);
        }
        self.count -= 1;
        self.place(sight, left);
        self.place(sight, right);
    }

    /// The new corner between two.
    fn halfway(&mut self, terrain: &Terrain, one: u32, other: u32) -> u32 {
        let [a, b] = [one, other].map(|at| self.vertices.get(at as usize).copied());
        let (Some(a), Some(b)) = (a, b) else { return 0 };
        let corner = [0, 1].map(|axis| (a.corner[axis] + b.corner[axis]) / 2);
        self.vertices.push(TerrainVertex {
            corner,
            height: terrain.height(corner[0] as i32, corner[1] as i32),
            flat: (a.height + b.height) * 0.5,
        });
        (self.vertices.len() - 1) as u32
    }

    /// Puts two halves in the place of a triangle. `across` are their neighbours at the halves of the long side.
    fn add_halves(
        &mut self,
        at: u32,
        whole: &Triangle,
        middle: u32,
        [left, right]: [u32; 2],
        across: [u32; 2],
    ) {
        let [a, b, c] = whole.corners;
        let half = |id, corners, neighbours| Triangle {
            id,
            corners,
            neighbours,
            is_shown: true,
            ..*whole
        };
        let [at_first, at_second, _] = whole.neighbours;
        self.tree.push(half(
            whole.id * 2,
            [middle, c, a],
            [right, across[0], at_first],
        ));
        self.tree.push(half(
            whole.id * 2 + 1,
            [middle, a, b],
            [across[1], left, at_second],
        ));
        self.replace_neighbour(at_first, at, left);
        self.replace_neighbour(at_second, at, right);
        if let Some(triangle) = self.tree.get_mut(at as usize) {
            triangle.is_shown = false;
        }
    }

    /// Brings the corners that came last, in whose place there would be others first from a little nearer, in smoothly: the last of all not
    /// at all yet. As many as a quarter of the triangles that could still be halved.
    fn morph(&mut self) {
        let tree = &self.tree;
        let open = self.queue.iter().filter(|waiting| {
            let triangle = tree.get(waiting.triangle as usize);
            triangle.is_some_and(|triangle| triangle.is_shown)
        });
        let count = (open.count() / 4).min(self.vertices.len());
        let first = self.vertices.len() - count;
        for (number, vertex) in self.vertices.iter_mut().skip(first).enumerate() {
            let share = number as f32 / count as f32;
            vertex.height += (vertex.flat - vertex.height) * share;
        }
    }
}

#[cfg(test)]
mod tests;
