//! A swept sphere, prepared for tests against many boxes of one object.

use glam::{Affine3A, BVec3A, Vec3A};

use super::geometry::{Aabb, Line, inverse};

/// A sphere swept along a line in the world, and its bounds in the space of an object.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    /// The way of the sphere's center, in the world.
    pub line: Line,
    /// The sphere's radius, in the world.
    pub radius: f32,
    /// From the thing's space to the world's.
    pub place: Affine3A,
    /// Around the whole way, in the thing's space.
    room: Aabb,
    /// The start in the thing's space.
    origin: Vec3A,
    /// Times by way in the thing's space; 0 along axes in which nothing moves.
    pace: Vec3A,
    /// The axes in which nothing moves.
    still: BVec3A,
    /// Half the sphere's box in the thing's space, and some more for rounding.
    reach: Vec3A,
}

impl Probe {
    /// A sphere on its way past the thing that stands at `place`.
    pub fn new(line: &Line, radius: f32, place: &Affine3A) -> Self {
        let mut probe = Self {
            line: *line,
            radius,
            place: *place,
            room: Aabb::ALL,
            origin: Vec3A::ZERO,
            pace: Vec3A::ZERO,
            still: BVec3A::TRUE,
            reach: Vec3A::ZERO,
        };
        // A singular transform has no inverse: everything is tested.
        let Some(to_local) = inverse(place) else {
            return probe;
        };
        let local = line.transformed(&to_local);
        let m = to_local.matrix3;
        let half = (m.x_axis.abs() + m.y_axis.abs() + m.z_axis.abs()) * radius.abs();
        // Coordinates are right to one part in ten million; the matrix's inverse loses some more.
        let size = (local.origin.abs() + local.direction.abs() + half).max_element();
        let margin = size * 1e-5;
        let ends = Aabb::around([line.origin, line.origin + line.direction]);
        probe.room = ends.grown(radius).transformed(&to_local).grown(margin);
        probe.origin = local.origin;
        probe.still = local.direction.cmpeq(Vec3A::ZERO);
        probe.pace = Vec3A::select(probe.still, Vec3A::ZERO, local.direction.recip());
        probe.reach = half + margin;
        probe
    }

    /// Whether the sphere may meet something in a box of the thing's space at this time or before; also before its start.
    pub fn may_meet(&self, bounds: &Aabb, time: f32) -> bool {
        if !self.room.overlaps(bounds) {
            return false;
        }
        let one = (bounds.low - self.reach - self.origin) * self.pace;
        let other = (bounds.high + self.reach - self.origin) * self.pace;
        let enters = Vec3A::select(self.still, Vec3A::NEG_INFINITY, one.min(other)).max_element();
        let leaves = Vec3A::select(self.still, Vec3A::INFINITY, one.max(other)).min_element();
        // NaN is tested in full.
        !(enters > time || enters > leaves)
    }
}
