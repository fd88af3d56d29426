//! The flitz animation blending core.

mod arc;
mod baked;
mod builder;
mod clip;
mod lanes;
mod packed;
pub mod rotation;
mod skeleton;
mod track;
mod transform;

pub use baked::Baked;
pub use builder::{ClipBuilder, ClipError};
pub use clip::{Clip, JointTracks};
pub use rotation::DeltaSide;
pub use skeleton::{Joint, Skeleton, SkeletonError};
pub use track::{Interpolation, Key, Track, Value};
pub use transform::{Channel, Channels, Transform};
