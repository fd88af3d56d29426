//! The sequences of one object.

use crate::clip::Clip;
use crate::error::MixerError;
use crate::packed::GridTime;
use crate::skeleton::Skeleton;
use crate::source::PoseSource;
use std::sync::Arc;

/// A named part of an object's animation, as model files list them.
#[derive(Clone, Debug, PartialEq)]
pub struct SequencePart {
    /// Its name, as the file gives it; may be empty.
    pub name: String,
    /// Where it is.
    pub place: PartPlace,
}

/// Where a named part is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PartPlace {
    /// It is the sequence of this number.
    Sequence(usize),
    /// It is the frames `first..=last` of the sequence `seq`, and no sequence of its own yet.
    Frames {
        /// Number of the sequence it is cut from.
        seq: usize,
        /// Its first frame.
        first: f32,
        /// Its last frame.
        last: f32,
    },
}

impl PartPlace {
    /// The sequence it is, or is cut from.
    #[must_use]
    pub fn sequence(self) -> usize {
        match self {
            Self::Sequence(seq) | Self::Frames { seq, .. } => seq,
        }
    }

    /// The same place in an object in which all sequences have numbers higher by `count`.
    #[must_use]
    pub fn moved_by(self, count: usize) -> Self {
        match self {
            Self::Sequence(seq) => Self::Sequence(seq + count),
            Self::Frames { seq, first, last } => Self::Frames {
                seq: seq + count,
                first,
                last,
            },
        }
    }
}

/// The clips of one object over its skeleton, numbered from 0. Clips and skeleton are shared.
#[derive(Clone, Debug)]
pub(crate) struct Sequences {
    skeleton: Arc<Skeleton>,
    clips: Vec<Arc<Clip>>,
    parts: Vec<SequencePart>,
}

impl Sequences {
    pub(crate) fn new(skeleton: Arc<Skeleton>) -> Self {
        Self {
            skeleton,
            clips: Vec::new(),
            parts: Vec::new(),
        }
    }

    pub(crate) fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    pub(crate) fn clips(&self) -> &[Arc<Clip>] {
        &self.clips
    }

    fn check(&self, clip: &Clip) -> Result<(), MixerError> {
        if clip.joint_count() == self.skeleton.len() {
            return Ok(());
        }
        Err(MixerError::JointCount {
            given: clip.joint_count(),
            skeleton: self.skeleton.len(),
        })
    }

    pub(crate) fn add(&mut self, clip: Arc<Clip>) -> Result<usize, MixerError> {
        self.check(&clip)?;
        self.clips.push(clip);
        Ok(self.clips.len() - 1)
    }

    pub(crate) fn parts(&self) -> &[SequencePart] {
        &self.parts
    }

    pub(crate) fn add_part(&mut self, part: SequencePart) -> Result<(), MixerError> {
        self.get(part.place.sequence())?;
        self.parts.push(part);
        Ok(())
    }

    pub(crate) fn set_part_made(&mut self, part: usize, seq: usize) {
        if let Some(part) = self.parts.get_mut(part) {
            part.place = PartPlace::Sequence(seq);
        }
    }

    pub(crate) fn replace(&mut self, seq: usize, clip: Arc<Clip>) -> Result<(), MixerError> {
        self.check(&clip)?;
        let count = self.clips.len();
        *self
            .clips
            .get_mut(seq)
            .ok_or(MixerError::NoSuchSequence { seq, count })? = clip;
        Ok(())
    }

    pub(crate) fn get(&self, seq: usize) -> Result<&Arc<Clip>, MixerError> {
        self.clips.get(seq).ok_or(MixerError::NoSuchSequence {
            seq,
            count: self.clips.len(),
        })
    }

    /// Refuses recorded deltas of another rig.
    pub(crate) fn check_rig(&self, seq: usize) -> Result<(), MixerError> {
        let Some(baked) = self.get(seq)?.baked() else {
            return Ok(());
        };
        match baked.rig().first_difference(&self.skeleton) {
            None => Ok(()),
            Some(joint) => Err(MixerError::RigDiffers { joint }),
        }
    }

    // From here on `seq` comes from a layer or node that was checked when it was made; sequences are never removed.

    #[inline(always)]
    pub(crate) fn locate(&self, seq: usize, frame: f32) -> GridTime {
        self.clips[seq].packed().locate(frame)
    }

    /// A sequence at a frame.
    pub(crate) fn source(&self, seq: usize, frame: f32) -> PoseSource<'_> {
        PoseSource::clip(&self.clips[seq], frame)
    }

    /// A sequence at frame 0.
    #[inline(always)]
    pub(crate) fn first_frame(&self, seq: usize) -> PoseSource<'_> {
        PoseSource::located(&self.clips[seq], GridTime::START)
    }

    /// A sequence at a time that was looked up before.
    #[inline(always)]
    pub(crate) fn located(&self, seq: usize, at: GridTime) -> PoseSource<'_> {
        PoseSource::located(&self.clips[seq], at)
    }
}
