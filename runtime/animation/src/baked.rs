//! Clips of recorded deltas: what they are relative to, and on which rig they were recorded.

use crate::clip::{Clip, JointTracks};
use crate::lanes::Transforms;
use crate::rotation::{self, DeltaSide};
use crate::skeleton::Skeleton;
use crate::transform::{Channel, Transform};
use std::sync::Arc;

/// The reference and the rig of a clip of recorded deltas.
///
/// The keys of such a clip are the placements that its deltas lead to *from the stored reference*, which
/// says the same as the deltas themselves, on either [`DeltaSide`], and lets the clip also be looked
/// at like any other.
#[derive(Clone, Debug)]
pub struct Baked {
    rig: Arc<Skeleton>,
    reference: Box<[Transform]>,
    groups: Box<[Transforms]>,
}

impl Baked {
    fn new(rig: Arc<Skeleton>, reference: Vec<Transform>) -> Self {
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

impl Clip {
    /// Records this clip's deltas against the pose of `reference` at `frame` (the rest pose where that clip
    /// does not drive a channel), together with that pose and the rig.
    #[must_use]
    pub fn bake_additive(&self, reference: &Self, frame: f32, rig: &Arc<Skeleton>) -> Self {
        let poses = (0..rig.len()).map(|joint| {
            let mut pose = rig.rest(joint);
            reference.sample(joint, frame, &mut pose);
            pose
        });
        let baked = Baked::new(rig.clone(), poses.collect());
        let mut joints = self.joints().to_vec();
        joints.resize(rig.len(), JointTracks::default());
        Self::from_tracks(self.name().to_owned(), self.length(), joints).with_baked(baked)
    }

    /// The recorded delta of one joint at `frame`: differences of translation and scale, and the
    /// rotation on `side`. Channels without keys have no delta (zero, the identity). `None` for an ordinary clip.
    #[must_use]
    pub fn delta(&self, joint: usize, frame: f32, side: DeltaSide) -> Option<Transform> {
        let reference = *self.baked()?.reference().get(joint)?;
        let mut value = reference;
        self.sample(joint, frame, &mut value);
        Some(Transform {
            translation: value.translation - reference.translation,
            rotation: rotation::delta(value.rotation, reference.rotation, side),
            scale: value.scale - reference.scale,
        })
    }

    /// Records the deltas of a baked clip anew against another rig: joints are matched by name, every delta
    /// stays what it was in its parent's frame, and the reference becomes the other rig's rest pose.
    /// Also gives the names of the joints with keys that the other rig lacks. `None` for an ordinary clip.
    #[must_use]
    pub fn rebase_additive(&self, to: &Arc<Skeleton>) -> Option<(Self, Vec<String>)> {
        let baked = self.baked()?;
        let (matched, unmatched) = self.for_skeleton(baked.rig(), to);
        let from = baked.rig();
        let joints = matched
            .joints()
            .iter()
            .zip(to.joints())
            .map(|(tracks, joint)| {
                let old = from
                    .find(&joint.name)
                    .and_then(|index| baked.reference().get(index))
                    .copied();
                let (old, new) = (old.unwrap_or(joint.rest), joint.rest);
                let turn = (rotation::unit(old.rotation).conjugate()
                    * rotation::unit(new.rotation))
                .normalize();
                JointTracks {
                    translation: tracks
                        .translation
                        .as_ref()
                        .map(|track| track.map(|v| v - old.translation + new.translation, |t| t)),
                    // o = d r, so o' = d r' = o (conj(r) r').
                    rotation: tracks
                        .rotation
                        .as_ref()
                        .map(|track| track.map(|q| rotation::unit(q * turn), |t| t * turn)),
                    scale: tracks
                        .scale
                        .as_ref()
                        .map(|track| track.map(|v| v - old.scale + new.scale, |t| t)),
                }
            });
        let joints = joints.collect();
        let baked = Baked::new(
            to.clone(),
            to.joints().iter().map(|joint| joint.rest).collect(),
        );
        let clip =
            Self::from_tracks(self.name().to_owned(), self.length(), joints).with_baked(baked);
        Some((clip, unmatched))
    }

    /// Whether a channel of a baked clip's joint has a recorded delta.
    #[must_use]
    pub fn has_delta(&self, joint: usize, channel: Channel) -> bool {
        self.baked().is_some() && self.channels(joint).has(channel)
    }
}
