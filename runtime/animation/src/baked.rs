//! Clips of recorded deltas: what they are relative to, and on which rig they were recorded.

use crate::lanes::Transforms;
use crate::skeleton::Skeleton;
use crate::transform::Transform;
use std::sync::Arc;

/// The reference and the rig of a clip of recorded deltas.
///
/// The keys of such a clip are the placements that its deltas lead to *from the stored reference*, which
/// says the same as the deltas themselves, on either [`DeltaSide`](crate::DeltaSide), and lets the clip also be looked
/// at like any other.
#[derive(Clone, Debug)]
pub struct Baked {
    rig: Arc<Skeleton>,
    reference: Box<[Transform]>,
    groups: Box<[Transforms]>,
}

impl Baked {
    pub(crate) fn new(rig: Arc<Skeleton>, reference: Vec<Transform>) -> Self {
        let groups = Transforms::pack(reference.iter().copied());
        Self {
            rig,
            reference: reference.into(),
            groups,
        }
    }

    /// The rig the deltas were recorded on.
    #[must_use]
    pub fn rig(&self) -> &Arc<Skeleton> {
        &self.rig
    }

    /// The pose that the deltas are relative to, one placement a joint.
    #[must_use]
    pub fn reference(&self) -> &[Transform] {
        &self.reference
    }

    pub(crate) fn group(&self, group: usize) -> Option<&Transforms> {
        self.groups.get(group)
    }
}
