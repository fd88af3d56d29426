//! Where an evaluation puts its result, and the matrices that follow from it.

use crate::skeleton::Skeleton;
use crate::transform::{Channels, Transform};
use glam::Affine3A;

/// The local placements of all joints, and which channels of them the last evaluation wrote.
///
/// Channels that nothing drives are left as they are, so a program without a scene keeps one buffer a
/// character; one that copies the written channels elsewhere needs one a thread.
#[derive(Clone, Debug, Default)]
pub struct PoseBuffer {
    /// One placement a joint, relative to its parent.
    pub transforms: Vec<Transform>,
    /// The channels written by the last evaluation, one set a joint.
    pub written: Vec<Channels>,
}

impl PoseBuffer {
    /// A buffer in the rest pose.
    #[must_use]
    pub fn new(skeleton: &Skeleton) -> Self {
        Self {
            transforms: skeleton.joints().iter().map(|joint| joint.rest).collect(),
            written: vec![Channels::NONE; skeleton.len()],
        }
    }

    /// Makes room for `skeleton`, in its rest pose where there was no room yet, and forgets what was written.
    pub(crate) fn fit(&mut self, skeleton: &Skeleton) {
        let count = skeleton.len();
        if self.transforms.len() != count {
            self.transforms.truncate(count);
            let missing = &skeleton.joints()[self.transforms.len()..];
            self.transforms
                .extend(missing.iter().map(|joint| joint.rest));
        }
        self.written.clear();
        self.written.resize(count, Channels::NONE);
    }

    /// Copies the written channels to `target`, one placement a joint.
    pub fn copy_written(&self, target: &mut [Transform]) {
        for ((source, channels), target) in self.transforms.iter().zip(&self.written).zip(target) {
            channels.copy(source, target);
        }
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.transforms.capacity() * size_of::<Transform>() + self.written.capacity()
    }
}

/// The map from each joint's frame to the model's, from the placements relative to the parents.
/// Entries beyond the shortest of the three lists are left alone.
pub fn model_space(skeleton: &Skeleton, local: &[Transform], out: &mut [Affine3A]) {
    for (index, (joint, local)) in skeleton
        .joints()
        .iter()
        .zip(local)
        .enumerate()
        .take(out.len())
    {
        let local = local.to_affine();
        // Parents come first, so the parent's entry is already this pose's.
        out[index] = match joint.parent {
            Some(parent) => out[parent] * local,
            None => local,
        };
    }
}
