//! The geometry of collisions and picking: spheres swept along a line against spheres, triangles, boxes, planes, meshes and terrains; and
//! the responses to hits.
//!
//! Results are those of Blitz3D, so the arithmetic is in single precision, back faces are ignored, and of hits at the same time the last
//! one tested counts. A ray is a sphere of radius 0. NaN hits nothing.

mod geometry;
mod heights;
mod overlap;
mod probe;
mod slide;
mod sweep;
#[cfg(test)]
mod tests;
mod tree;

pub use geometry::{Aabb, Line, Plane};
pub use heights::HeightTree;
pub(crate) use heights::{Corner, halve, roots};
pub use overlap::trees_overlap;
pub(crate) use probe::Probe;
pub use slide::{Response, Slide, SlideEnd};
pub use sweep::Hit;
pub use tree::{Face, TriangleTree};

/// Distance in world units that a moving sphere keeps from obstacles, and the depth of penetration at which it is still stopped.
pub const SKIN: f32 = 0.001;

/// Below this, lengths and differences count as nothing.
pub(crate) const EPSILON: f32 = 1e-6;
