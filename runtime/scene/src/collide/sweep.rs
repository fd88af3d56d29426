//! A sphere swept along a line against one primitive.

use glam::{Affine3A, Vec3A};

use super::SKIN;
use super::geometry::{Aabb, Line, Plane, carried_normal, inverse};

/// The first hit found so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its time: 0 at the start of the line, 1 at its end; below 0 for a sphere that starts up to [`SKIN`] deep in an obstacle.
    pub time: f32,
    /// Unit normal of the obstacle; zero while there is no hit.
    pub normal: Vec3A,
}

impl Default for Hit {
    fn default() -> Self {
        Self {
            time: 1.0,
            normal: Vec3A::ZERO,
        }
    }
}

/// The faces of a box by the numbers of their corners, clockwise as seen from outside; in Blitz3D's order.
const FACES: [[usize; 4]; 6] = [
    [2, 3, 1, 0],
    [3, 7, 5, 1],
    [7, 6, 4, 5],
    [6, 2, 0, 4],
    [6, 7, 3, 2],
    [0, 1, 5, 4],
];

impl Hit {
    /// Accepts a hit unless it is later than the present one, the line does not point against it, or the line starts too deep behind it.
    fn take(&mut self, line: &Line, time: f32, normal: Vec3A) -> bool {
        let plane = Plane::through(line.at(time), normal);
        // Written so that NaN is rejected.
        let taken = time <= self.time
            && normal.dot(line.direction) < 0.0
            && plane.distance(line.origin) >= -SKIN;
        if taken {
            *self = Self { time, normal };
        }
        taken
    }

    /// Against a sphere.
    pub fn sphere(&mut self, line: &Line, radius: f32, center: Vec3A, size: f32) -> bool {
        let from = Line {
            origin: line.origin - center,
            ..*line
        };
        match into_ball(&from, radius + size) {
            Some(time) if time <= self.time => {
                let normal = from.at(time);
                self.take(line, time, normal / normal.length())
            }
            _ => false,
        }
    }

    /// Against the front of a triangle, its edges and corners. Degenerate triangles are ignored.
    pub fn triangle(&mut self, line: &Line, radius: f32, corners: [Vec3A; 3]) -> bool {
        let [a, b, c] = corners;
        // Most triangles are missed or back-facing: test before normalizing.
        if (b - a).cross(c - a).dot(line.direction) >= 0.0 {
            return false;
        }
        match Plane::of_triangle(corners) {
            Some(plane) => self.polygon(line, radius, plane, &corners),
            None => false,
        }
    }

    /// Against the front of a flat convex polygon, its edges and corners; corners clockwise as seen from its front.
    fn polygon(&mut self, line: &Line, radius: f32, plane: Plane, corners: &[Vec3A]) -> bool {
        let normal = plane.normal;
        let time = plane.moved_out(radius).time(line);
        if time > self.time {
            return false;
        }
        let at = line.at(time);
        let inside = sides(corners).all(|(from, to)| normal.cross(to - from).dot(at - from) >= 0.0);
        if inside {
            return self.take(line, time, normal);
        }
        if radius.is_nan() || radius <= 0.0 {
            return false;
        }
        let mut hit = false;
        for (from, to) in sides(corners) {
            hit |= self.edge(line, radius, from, to, normal);
        }
        hit
    }

    /// Against an edge and its first corner; the other corner belongs to the next edge.
    fn edge(&mut self, line: &Line, radius: f32, from: Vec3A, to: Vec3A, normal: Vec3A) -> bool {
        let along = to - from;
        let length = along.length();
        let along = along / length;
        let inwards = normal.cross(along);
        // In the edge's own space: x into the polygon, y along the edge, z along the normal.
        let own = |p: Vec3A| Vec3A::new(inwards.dot(p), along.dot(p), normal.dot(p));
        let seen = Line::between(
            own(line.origin - from),
            own(line.origin + line.direction - from),
        );
        let flat = |v: Vec3A| Vec3A::new(v.x, 0.0, v.z);
        let round = Line {
            origin: flat(seen.origin),
            direction: flat(seen.direction),
        };
        let Some(mut time) = into_ball(&round, radius).filter(|&time| time <= self.time) else {
            return false;
        };
        let mut at = seen.at(time);
        if at.y > length {
            return false;
        }
        let mut from_axis = flat(at);
        if at.y < 0.0 {
            match into_ball(&seen, radius).filter(|&time| time <= self.time) {
                Some(corner) => time = corner,
                None => return false,
            }
            at = seen.at(time);
            from_axis = at;
        }
        let out = inwards * from_axis.x + along * from_axis.y + normal * from_axis.z;
        self.take(line, time, out / out.length())
    }

    /// Against an oriented box; only the directions of the matrix's axes count, not their lengths.
    pub fn boxed(&mut self, line: &Line, radius: f32, bounds: &Aabb, place: &Affine3A) -> bool {
        let mut place = *place;
        for axis in [
            &mut place.matrix3.x_axis,
            &mut place.matrix3.y_axis,
            &mut place.matrix3.z_axis,
        ] {
            *axis /= axis.length();
        }
        // Blitz3D uses the transpose as the inverse, which differs for sheared transforms.
        let turn = place.matrix3.transpose();
        let origin = turn * (line.origin - place.translation);
        let end = turn * (line.origin + line.direction - place.translation);
        let hit = self.aabb(&Line::between(origin, end), radius, bounds);
        if hit {
            self.normal = place.matrix3 * self.normal;
        }
        hit
    }

    /// Against a box along the axes.
    fn aabb(&mut self, line: &Line, radius: f32, bounds: &Aabb) -> bool {
        let mut hit = false;
        for face in FACES {
            let corners = face.map(|number| bounds.corner(number));
            let [a, b, c, _] = corners;
            let Some(plane) = Plane::of_triangle([a, b, c]) else {
                continue;
            };
            if plane.normal.dot(line.direction) < 0.0 {
                hit |= self.polygon(line, radius, plane, &corners);
            }
        }
        hit
    }

    /// Against the front of an infinite plane, the xz plane of a transform. The radius counts in the plane's own units, as in Blitz3D.
    pub fn plane(&mut self, line: &Line, radius: f32, place: &Affine3A) -> bool {
        let Some(to_local) = inverse(place) else {
            return false;
        };
        let ground = Plane {
            normal: Vec3A::Y,
            offset: -radius,
        };
        let time = ground.time(&line.transformed(&to_local));
        time < self.time && self.take(line, time, carried_normal(place, Vec3A::Y))
    }
}

/// The sides of a polygon, from corner to corner.
fn sides(corners: &[Vec3A]) -> impl Iterator<Item = (Vec3A, Vec3A)> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied())
}

/// When a line enters the ball of this radius about the origin: the smaller solution of |o + d t|² = r².
fn into_ball(line: &Line, radius: f32) -> Option<f32> {
    let (o, d) = (line.origin, line.direction);
    let a = d.dot(d);
    if a == 0.0 {
        return None;
    }
    let b = o.dot(d) * 2.0;
    let c = o.dot(o) - radius * radius;
    let root = (b * b - 4.0 * a * c).sqrt();
    let (first, second) = ((-b + root) / (2.0 * a), (-b - root) / (2.0 * a));
    let time = if first < second { first } else { second };
    // A negative discriminant gives NaN.
    (!time.is_nan()).then_some(time)
}
