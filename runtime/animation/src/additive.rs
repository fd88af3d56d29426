//! Recording deltas as clips of their own, and moving them to another rig.

use crate::baked::Baked;
use crate::clip::Clip;
use crate::joint_tracks::JointTracks;
use crate::rotation::{self, DeltaSide};
use crate::skeleton::Skeleton;
use crate::transform::Transform;
use std::sync::Arc;

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
}
