//! The flitz animation blending core.

mod arc;
mod baked;
mod builder;
mod channel;
mod clip;
mod clock;
mod crowd;
mod error;
mod graph;
mod lanes;
mod mask;
mod mixer;
mod packed;
mod pose;
mod ramp;
mod reduce;
pub mod rotation;
mod sequences;
mod skeleton;
mod track;
mod transform;

pub use baked::Baked;
pub use builder::{ClipBuilder, ClipError};
pub use clip::{Clip, JointTracks};
pub use clock::PlayMode;
pub use crowd::{Character, update_crowd, update_each};
pub use error::{MixerError, unit_weight};
pub use graph::{ClipReference, Graph, NodeId};
pub use mixer::{Blend, GraphId, LayerKind, Mixer};
pub use pose::{PoseBuffer, model_space};
pub use rotation::DeltaSide;
pub use skeleton::{Joint, Skeleton, SkeletonError};
pub use track::{Interpolation, Key, Track, Value};
pub use transform::{Channel, Channels, Transform};
