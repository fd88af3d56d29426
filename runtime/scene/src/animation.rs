//! The animation of an entity: which entities its joints are.

use std::sync::Arc;

use flitz_animation::{Clip, Skeleton};

use crate::world::EntityId;

/// What drives the joints of an animated entity.
#[derive(Debug)]
pub struct Animation {
    /// The joints' names, parents and rest places.
    pub skeleton: Arc<Skeleton>,
    /// The entity of each joint.
    pub joints: Vec<EntityId>,
    /// The sequences.
    pub clips: Vec<Arc<Clip>>,
}

impl Animation {
    /// An animation at rest.
    pub fn new(skeleton: Arc<Skeleton>, joints: Vec<EntityId>, clips: Vec<Arc<Clip>>) -> Self {
        Self {
            skeleton,
            joints,
            clips,
        }
    }

    /// The same sequences at rest, for a copy whose joints are these entities.
    pub(crate) fn copied(&self, joints: Vec<EntityId>) -> Self {
        Self::new(Arc::clone(&self.skeleton), joints, self.clips.clone())
    }
}
