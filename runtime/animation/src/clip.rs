//! Clips (Blitz calls them sequences): immutable, shared by every character that plays them.

use crate::baked::Baked;
use crate::error::ClipError;
use crate::joint_tracks::JointTracks;
use crate::packed::Packed;
use crate::skeleton::Skeleton;
use crate::transform::{Channels, Transform};
use std::sync::Arc;

/// One animation sequence: a length in frames and, per joint, the keys of its channels.
///
/// Made by a [`ClipBuilder`](crate::ClipBuilder). It holds the keys as given, and beside them a packed form that samples
/// many joints at once; both give the same values to single precision.
#[derive(Clone, Debug)]
pub struct Clip {
    name: String,
    length: f32,
    joints: Box<[JointTracks]>,
    packed: Packed,
    baked: Option<Arc<Baked>>,
}

impl Clip {
    pub(crate) fn from_tracks(name: String, length: f32, joints: Vec<JointTracks>) -> Self {
        let joints = joints.into_boxed_slice();
        let packed = Packed::new(&joints, length.max(0.0));
        Self {
            name,
            length,
            joints,
            packed,
            baked: None,
        }
    }

    pub(crate) fn with_baked(mut self, baked: Baked) -> Self {
        self.baked = Some(Arc::new(baked));
        self
    }

    /// `other` with what this clip's deltas are relative to.
    pub(crate) fn with_baked_of(&self, mut other: Self) -> Self {
        other.baked.clone_from(&self.baked);
        other
    }

    /// Name of the sequence; empty when the file gave none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same clip under another name.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Length in frames. Keys may lie beyond it. Below 0 only in a clip extracted backwards, which has no keys.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.length
    }

    /// Number of joints, with or without keys.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.joints.len()
    }

    /// The tracks of a joint; none for an index out of range.
    #[must_use]
    pub fn joint(&self, joint: usize) -> Option<&JointTracks> {
        self.joints.get(joint)
    }

    /// The tracks, one entry a joint.
    #[must_use]
    pub fn joints(&self) -> &[JointTracks] {
        &self.joints
    }

    /// The channels of a joint that have keys.
    #[must_use]
    pub fn channels(&self, joint: usize) -> Channels {
        self.joints
            .get(joint)
            .map_or(Channels::NONE, JointTracks::channels)
    }

    /// Samples one joint at `frame` into `target`; channels without keys are left as they are.
    pub fn sample(&self, joint: usize, frame: f32, target: &mut Transform) -> Channels {
        self.joints
            .get(joint)
            .map_or(Channels::NONE, |tracks| tracks.sample(frame, target))
    }

    pub(crate) fn packed(&self) -> &Packed {
        &self.packed
    }

    /// What makes this a clip of recorded deltas, or `None` for an ordinary clip.
    #[must_use]
    pub fn baked(&self) -> Option<&Baked> {
        self.baked.as_deref()
    }

    /// The part between two frames as a clip of its own: length `last - first`, keys moved so that
    /// `first` becomes frame 0; keys outside are dropped, as Blitz3D does. `(0, 0)` is legal, and so is a `last` before
    /// `first`: no key lies between them, and the length is below 0.
    ///
    /// # Errors
    /// When a bound is not finite.
    pub fn extract(&self, first: f32, last: f32) -> Result<Self, ClipError> {
        if !(first.is_finite() && last.is_finite()) {
            return Err(ClipError::NotFinite {
                what: "a frame of the part to extract",
            });
        }
        let joints = self
            .joints
            .iter()
            .map(|joint| joint.extract(first, last))
            .collect();
        Ok(self.with_baked_of(Self::from_tracks(String::new(), last - first, joints)))
    }

    /// The clip for another rig: joints matched by name, and the names of the joints with keys
    /// that `to` does not have.
    #[must_use]
    pub fn for_skeleton(&self, from: &Skeleton, to: &Skeleton) -> (Self, Vec<String>) {
        if from.first_difference(to).is_none() {
            return (self.clone(), Vec::new());
        }
        // Of several joints of one name the first counts, as in Blitz3D.
        let source = |name: &str| from.find(name).and_then(|joint| self.joints.get(joint));
        let joints = to
            .joints()
            .iter()
            .map(|joint| source(&joint.name).cloned().unwrap_or_default())
            .collect();
        let keyed = from
            .joints()
            .iter()
            .zip(&self.joints)
            .filter(|(_, tracks)| !tracks.channels().is_empty());
        let unmatched = keyed.filter(|(joint, _)| to.find(&joint.name).is_none());
        let unmatched = unmatched.map(|(joint, _)| joint.name.clone()).collect();
        let clip = Self::from_tracks(self.name.clone(), self.length, joints);
        (self.with_baked_of(clip), unmatched)
    }

    /// Bytes this clip holds on the heap, shared by all who play it.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let tracks: usize = self.joints.iter().map(JointTracks::heap_bytes).sum();
        tracks + size_of_val(&*self.joints) + self.packed.heap_bytes()
    }
}
