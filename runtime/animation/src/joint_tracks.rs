//! The tracks of one joint.

use crate::track::Track;
use crate::transform::{Channel, Channels, Transform};
use glam::{Quat, Vec3};

/// The tracks of one joint; a channel without keys is absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointTracks {
    /// Keys of the translation, in world units.
    pub translation: Option<Track<Vec3>>,
    /// Keys of the rotation.
    pub rotation: Option<Track<Quat>>,
    /// Keys of the scale.
    pub scale: Option<Track<Vec3>>,
}

impl JointTracks {
    /// The channels that have keys.
    #[must_use]
    pub fn channels(&self) -> Channels {
        let mut channels = Channels::NONE;
        for (present, channel) in [
            (self.translation.is_some(), Channel::Translation),
            (self.rotation.is_some(), Channel::Rotation),
            (self.scale.is_some(), Channel::Scale),
        ] {
            if present {
                channels |= channel.into();
            }
        }
        channels
    }

    /// Writes the channels that have keys into `target` and says which they are.
    pub fn sample(&self, frame: f32, target: &mut Transform) -> Channels {
        if let Some(track) = &self.translation {
            target.translation = track.sample(frame);
        }
        if let Some(track) = &self.rotation {
            target.rotation = track.sample(frame);
        }
        if let Some(track) = &self.scale {
            target.scale = track.sample(frame);
        }
        self.channels()
    }

    /// The tracks cut to `[first, last]` and moved to frame 0.
    pub(crate) fn extract(&self, first: f32, last: f32) -> Self {
        Self {
            translation: self
                .translation
                .as_ref()
                .and_then(|track| track.extract(first, last)),
            rotation: self
                .rotation
                .as_ref()
                .and_then(|track| track.extract(first, last)),
            scale: self
                .scale
                .as_ref()
                .and_then(|track| track.extract(first, last)),
        }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let vector = |track: &Option<Track<Vec3>>| track.as_ref().map_or(0, Track::heap_bytes);
        vector(&self.translation)
            + vector(&self.scale)
            + self.rotation.as_ref().map_or(0, Track::heap_bytes)
    }
}
