//! Building clips from keys that come from files or programs and are not to be trusted.

use crate::clip::Clip;
use crate::error::ClipError;
use crate::joint_tracks::JointTracks;
use crate::track::{Interpolation, Key, Track, Value};
use crate::transform::Channel;
use glam::{Quat, Vec3};

/// Largest number in a key: so large that no model means it, and so small that blending cannot run out of range.
const VALUE_LIMIT: f32 = 1e18;
/// Largest frame number and length.
const FRAME_LIMIT: f32 = 1e10;

/// Keys of one channel while they are collected.
#[derive(Clone, Debug)]
struct Keys<T> {
    keys: Vec<Key<T>>,
    interpolation: Interpolation,
}

impl<T> Default for Keys<T> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            interpolation: Interpolation::Linear,
        }
    }
}

impl<T: Value> Keys<T> {
    fn from_track(track: Option<&Track<T>>) -> Self {
        track.map_or_else(Self::default, |track| Self {
            keys: track.keys().collect(),
            interpolation: track.interpolation(),
        })
    }

    fn push(&mut self, key: Key<T>) -> Result<(), ClipError> {
        if !key.frame.is_finite() || key.frame.abs() > FRAME_LIMIT {
            return Err(ClipError::NotFinite {
                what: "the frame of a key",
            });
        }
        if ![key.value, key.in_tangent, key.out_tangent]
            .iter()
            .all(|value| value.within(VALUE_LIMIT))
        {
            return Err(ClipError::NotFinite {
                what: "the value of a key",
            });
        }
        self.keys.push(key);
        Ok(())
    }

    fn finish(self) -> Option<Track<T>> {
        Track::from_keys(self.keys, self.interpolation)
    }
}

#[derive(Clone, Debug, Default)]
struct JointKeys {
    translation: Keys<Vec3>,
    rotation: Keys<Quat>,
    scale: Keys<Vec3>,
}

/// Collects keys in any order and makes a [`Clip`]. Of several keys of one channel at one frame the
/// last given stays; rotations are brought to unit length (one without length becomes the identity).
#[derive(Clone, Debug)]
pub struct ClipBuilder {
    name: String,
    length: f32,
    joints: Vec<JointKeys>,
}

impl ClipBuilder {
    /// A builder for `joints` joints and a length in frames.
    ///
    /// # Errors
    /// When the length is not finite or below 0.
    pub fn new(joints: usize, length: f32) -> Result<Self, ClipError> {
        if !length.is_finite() || length > FRAME_LIMIT {
            return Err(ClipError::NotFinite {
                what: "the length of a sequence",
            });
        }
        if length < 0.0 {
            return Err(ClipError::NegativeLength { length });
        }
        Ok(Self {
            name: String::new(),
            length,
            joints: vec![JointKeys::default(); joints],
        })
    }

    /// A builder that starts with the keys, name and length of a clip, to add to or change them.
    #[must_use]
    pub fn from_clip(clip: &Clip) -> Self {
        let joints = clip.joints().iter().map(|joint| JointKeys {
            translation: Keys::from_track(joint.translation.as_ref()),
            rotation: Keys::from_track(joint.rotation.as_ref()),
            scale: Keys::from_track(joint.scale.as_ref()),
        });
        Self {
            name: clip.name().to_owned(),
            length: clip.length(),
            joints: joints.collect(),
        }
    }

    /// Names the sequence.
    pub fn name(&mut self, name: impl Into<String>) -> &mut Self {
        self.name = name.into();
        self
    }

    /// Sets how one channel goes from key to key; linear unless set.
    ///
    /// # Errors
    /// When there is no such joint.
    pub fn interpolation(
        &mut self,
        joint: usize,
        channel: Channel,
        interpolation: Interpolation,
    ) -> Result<&mut Self, ClipError> {
        let keys = self.joint(joint)?;
        match channel {
            Channel::Translation => keys.translation.interpolation = interpolation,
            Channel::Rotation => keys.rotation.interpolation = interpolation,
            Channel::Scale => keys.scale.interpolation = interpolation,
        }
        Ok(self)
    }

    /// Adds a translation key, in world units.
    ///
    /// # Errors
    /// When there is no such joint, or a number is not finite.
    pub fn translation(
        &mut self,
        joint: usize,
        frame: f32,
        value: Vec3,
    ) -> Result<&mut Self, ClipError> {
        self.translation_key(joint, plain(frame, value))
    }

    /// Adds a rotation key.
    ///
    /// # Errors
    /// When there is no such joint, or a number is not finite.
    pub fn rotation(
        &mut self,
        joint: usize,
        frame: f32,
        value: Quat,
    ) -> Result<&mut Self, ClipError> {
        self.rotation_key(joint, plain(frame, value))
    }

    /// Adds a scale key.
    ///
    /// # Errors
    /// When there is no such joint, or a number is not finite.
    pub fn scale(&mut self, joint: usize, frame: f32, value: Vec3) -> Result<&mut Self, ClipError> {
        self.scale_key(joint, plain(frame, value))
    }

    /// Adds a translation key with its tangents per frame, for a cubic channel.
    ///
    /// # Errors
    /// When there is no such joint, or a number is not finite.
    pub fn translation_key(
        &mut self,
        joint: usize,
        key: Key<Vec3>,
    ) -> Result<&mut Self, ClipError> {
        self.joint(joint)?.translation.push(key)?;
        Ok(self)
    }

    /// Adds a rotation key with its tangents per frame, for a cubic channel.
    ///
    /// # Errors
    /// When there is no such joint, or a number is not finite.
    pub fn rotation_key(&mut self, joint: usize, key: Key<Quat>) -> Result<&mut Self, ClipError> {
        self.joint(joint)?.rotation.push(key)?;
        Ok(self)
    }

    /// Adds a scale key with its tangents per frame, for a cubic channel.
    ///
    /// # Errors
    /// When there is no such joint, or a number is not finite.
    pub fn scale_key(&mut self, joint: usize, key: Key<Vec3>) -> Result<&mut Self, ClipError> {
        self.joint(joint)?.scale.push(key)?;
        Ok(self)
    }

    /// Sorts the keys and packs the clip.
    #[must_use]
    pub fn build(self) -> Clip {
        let joints = self.joints.into_iter().map(|joint| JointTracks {
            translation: joint.translation.finish(),
            rotation: joint.rotation.finish(),
            scale: joint.scale.finish(),
        });
        Clip::from_tracks(self.name, self.length, joints.collect())
    }

    fn joint(&mut self, joint: usize) -> Result<&mut JointKeys, ClipError> {
        let count = self.joints.len();
        self.joints
            .get_mut(joint)
            .ok_or(ClipError::NoSuchJoint { joint, count })
    }
}

impl Clip {
    /// A builder for a clip of `length` frames over `joints` joints.
    ///
    /// # Errors
    /// As [`ClipBuilder::new`].
    pub fn builder(joints: usize, length: f32) -> Result<ClipBuilder, ClipError> {
        ClipBuilder::new(joints, length)
    }
}

/// A key without slopes.
fn plain<T: Value>(frame: f32, value: T) -> Key<T> {
    let flat = value.scaled(0.0);
    Key {
        frame,
        value,
        in_tangent: flat,
        out_tangent: flat,
    }
}
