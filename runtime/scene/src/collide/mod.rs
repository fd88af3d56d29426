//! The geometry of collisions and picking: spheres swept along a line against spheres, triangles, boxes, planes, meshes and terrains; and
//! what a moving sphere does where it meets something.
//!
//! Everything is meant to end where Blitz3D ended, so the arithmetic is in single precision, back faces are passed through, and of things
//! that are met at the same time the last one tested counts. A ray is a sphere of radius 0. What is not a number meets nothing.

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
pub use overlap::trees_overlap;
pub(crate) use probe::Probe;
pub use slide::{Response, Slide, SlideEnd};
pub use sweep::Hit;
pub use tree::{Face, TriangleTree};

/// How far, in world units, a moving sphere keeps from what it meets, and how deep it may be in it and still be stopped by it.
pub const SKIN: f32 = 0.001;

/// Below this, lengths and differences count as nothing.
pub(crate) const EPSILON: f32 = 1e-6;
