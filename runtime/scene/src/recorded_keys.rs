//! Keys that a program records of entities as they stand, and the sequences it makes of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use flitz_animation::{Clip, ClipError, Joint, MixerError, Skeleton, SkeletonError};
use glam::{Quat, Vec3};

use crate::animation::Animation;
use crate::world::{EntityId, World};

/// The channels of an entity that a key is recorded of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedChannels {
    /// Its place relative to its parent.
    pub translation: bool,
    /// How it is turned relative to its parent.
    pub rotation: bool,
    /// Its size relative to its parent.
    pub scale: bool,
}

/// Recorded keys of one entity, by frame.
#[derive(Debug, Default)]
pub(crate) struct RecordedKeys {
    translation: BTreeMap<i32, Vec3>,
    rotation: BTreeMap<i32, Quat>,
    scale: BTreeMap<i32, Vec3>,
}

/// Why recorded keys make no sequence.
#[derive(Debug)]
pub enum RecordError {
    /// The entities make no skeleton.
    Skeleton(SkeletonError),
    /// The keys make no clip.
    Clip(ClipError),
    /// The clip does not fit the animation there is.
    Mixer(MixerError),
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Skeleton(error) => error.fmt(f),
            Self::Clip(error) => error.fmt(f),
            Self::Mixer(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

impl World {
    /// Records keys of an entity as it stands relative to its parent, at a frame; one recorded there before is replaced. They wait for
    /// [`World::add_recorded_sequence`]. Nothing happens to an entity that is no more.
    pub fn record_keys(&mut self, id: EntityId, frame: i32, channels: RecordedChannels) {
        let Some(entity) = self.entities.get(id) else {
            return;
        };
        let local = entity.local;
        if let Some(keys) = self.recorded.entry(id).map(|entry| entry.or_default()) {
            if channels.translation {
                keys.translation.insert(frame, local.translation);
            }
            if channels.rotation {
                keys.rotation.insert(frame, local.rotation);
            }
            if channels.scale {
                keys.scale.insert(frame, local.scale);
            }
        }
    }

    /// Makes a sequence of `length` frames of the keys recorded of an entity's joints, and forgets them; returns its number. An entity
    /// without animation gets one, of which it and everything below it are the joints.
    ///
    /// # Errors
    ///
    /// When a place is not finite, or the length is below 0 or not finite.
    pub fn add_recorded_sequence(
        &mut self,
        id: EntityId,
        length: f32,
    ) -> Result<usize, RecordError> {
        if self.animation(id).is_none() {
            let joints = self.subtree(id);
            let skeleton = self.skeleton_of(&joints).map_err(RecordError::Skeleton)?;
            let animation = Animation::without_sequences(id, Arc::new(skeleton), joints);
            self.animations.insert(animation);
        }
        let joints = self
            .animation(id)
            .map(|animation| animation.joints().to_vec())
            .unwrap_or_default();
        let clip = self.clip_of(&joints, length).map_err(RecordError::Clip)?;
        match self.animation_mut(id) {
            Some(animation) => animation
                .mixer
                .add_sequence(Arc::new(clip))
                .map_err(RecordError::Mixer),
            None => Ok(0),
        }
    }

    /// A skeleton whose joints are these entities as they stand, parents before children.
    fn skeleton_of(&self, entities: &[EntityId]) -> Result<Skeleton, SkeletonError> {
        let joint = |&id: &EntityId| {
            let entity = self.entities.get(id);
            let parent = entity.and_then(|entity| entity.parent);
            Joint {
                name: entity.map(|e| e.name.clone()).unwrap_or_default(),
                parent: parent.and_then(|p| entities.iter().position(|&other| other == p)),
                rest: entity.map(|e| e.local).unwrap_or_default(),
            }
        };
        Skeleton::new(entities.iter().map(joint).collect())
    }

    /// A clip of the keys recorded of these entities, which are forgotten.
    fn clip_of(&mut self, joints: &[EntityId], length: f32) -> Result<Clip, ClipError> {
        let mut clip = Clip::builder(joints.len(), length)?;
        for (index, &joint) in joints.iter().enumerate() {
            let Some(keys) = self.recorded.remove(joint) else {
                continue;
            };
            for (frame, value) in keys.translation {
                clip.translation(index, frame as f32, value)?;
            }
            for (frame, value) in keys.rotation {
                clip.rotation(index, frame as f32, value)?;
            }
            for (frame, value) in keys.scale {
                clip.scale(index, frame as f32, value)?;
            }
        }
        Ok(clip.build())
    }
}
