//! Lines, planes and boxes.

use glam::{Affine3A, Vec3A};

use crate::reshape::cofactor;

/// A line segment, parametrized by the time 0..1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Its start.
    pub origin: Vec3A,
    /// From its start to its end.
    pub direction: Vec3A,
}

impl Line {
    /// The line from one point to another.
    pub fn between(from: Vec3A, to: Vec3A) -> Self {
        Self {
            origin: from,
            direction: to - from,
        }
    }

    /// The point that is reached at a time.
    pub fn at(&self, time: f32) -> Vec3A {
        self.origin + self.direction * time
    }

    /// The point of the infinite line nearest to a point.
    pub fn nearest(&self, point: Vec3A) -> Vec3A {
        let along = self.direction.dot(point - self.origin) / self.direction.dot(self.direction);
        self.at(along)
    }

    /// The line in another space.
    pub fn transformed(&self, by: &Affine3A) -> Self {
        let origin = by.transform_point3a(self.origin);
        let end = by.transform_point3a(self.origin + self.direction);
        Self::between(origin, end)
    }
}

/// A plane: the points whose product with the normal is `-offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit normal.
    pub normal: Vec3A,
    /// Minus the distance of the plane from the origin, along the normal.
    pub offset: f32,
}

impl Plane {
    /// The plane through a point.
    pub fn through(point: Vec3A, normal: Vec3A) -> Self {
        Self {
            normal,
            offset: -normal.dot(point),
        }
    }

    /// The plane through three points, clockwise as seen from its front; `None` where they lie on a line.
    pub fn of_triangle([a, b, c]: [Vec3A; 3]) -> Option<Self> {
        let normal = (b - a).cross(c - a);
        let normal = normal / normal.length();
        normal.is_finite().then(|| Self::through(a, normal))
    }

    /// Signed distance of a point.
    pub fn distance(&self, point: Vec3A) -> f32 {
        self.normal.dot(point) + self.offset
    }

    /// The plane, moved towards its front.
    pub fn moved_out(self, by: f32) -> Self {
        Self {
            offset: self.offset - by,
            ..self
        }
    }

    /// Time at which a line crosses the plane; infinite or NaN where it is parallel.
    pub fn time(&self, line: &Line) -> f32 {
        -self.distance(line.origin) / self.normal.dot(line.direction)
    }

    /// The point of the plane that is nearest to a point.
    pub fn nearest(&self, point: Vec3A) -> Vec3A {
        point - self.normal * self.distance(point)
    }

    /// The intersection of two planes that are not parallel.
    pub fn crossing(&self, other: &Self) -> Line {
        let along = self.normal.cross(other.normal);
        let along = along / along.length();
        let down = Line {
            origin: self.nearest(self.normal * -self.offset),
            direction: self.normal.cross(along),
        };
        Line {
            origin: down.at(other.time(&down)),
            direction: along,
        }
    }
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Its smallest coordinates.
    pub low: Vec3A,
    /// Its largest coordinates.
    pub high: Vec3A,
}

impl Aabb {
    /// The empty box.
    pub const EMPTY: Self = Self {
        low: Vec3A::INFINITY,
        high: Vec3A::NEG_INFINITY,
    };

    /// The infinite box.
    pub const ALL: Self = Self {
        low: Vec3A::NEG_INFINITY,
        high: Vec3A::INFINITY,
    };

    /// The smallest box around some points.
    pub fn around(points: impl IntoIterator<Item = Vec3A>) -> Self {
        points.into_iter().fold(Self::EMPTY, |all, point| Self {
            low: all.low.min(point),
            high: all.high.max(point),
        })
    }

    /// The smallest box around two.
    pub fn union(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// The box, larger by this much on all sides.
    pub fn grown(self, by: f32) -> Self {
        Self {
            low: self.low - by,
            high: self.high + by,
        }
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        !self.low.cmple(self.high).all()
    }

    /// Whether two boxes share a point, be it on their faces.
    pub fn overlaps(&self, other: &Self) -> bool {
        (self.low.cmple(other.high) & other.low.cmple(self.high)).all()
    }

    /// A corner: bit 0 of the number chooses the larger x, bit 1 y, bit 2 z.
    pub fn corner(&self, number: usize) -> Vec3A {
        let pick = |axis: usize| {
            if number & (1 << axis) == 0 {
                self.low[axis]
            } else {
                self.high[axis]
            }
        };
        Vec3A::new(pick(0), pick(1), pick(2))
    }

    /// All corners.
    pub fn corners(&self) -> [Vec3A; 8] {
        [0, 1, 2, 3, 4, 5, 6, 7].map(|number| self.corner(number))
    }

    /// The smallest box around this one in another space.
    pub fn transformed(&self, by: &Affine3A) -> Self {
        Self::around(self.corners().map(|corner| by.transform_point3a(corner)))
    }
}

/// The inverse; `None` for a singular or non-finite matrix.
pub(crate) fn inverse(a: &Affine3A) -> Option<Affine3A> {
    let inverse = a.inverse();
    (inverse.is_finite() && a.is_finite()).then_some(inverse)
}

/// A transformed normal, unit.
pub(crate) fn carried_normal(a: &Affine3A, normal: Vec3A) -> Vec3A {
    let normal = cofactor(a.matrix3) * normal;
    normal / normal.length()
}
