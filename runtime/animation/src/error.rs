//! What the mixer refuses, in sentences for whoever wrote the program.

use crate::builder::ClipError;
use std::fmt;

/// Why a call on a [`Mixer`](crate::Mixer) or a [`Graph`](crate::Graph) was refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MixerError {
    /// A number is infinite or not a number.
    NotFinite {
        /// What the number stands for, as in "the weight".
        what: &'static str,
    },
    /// There is no sequence of that number.
    NoSuchSequence {
        /// The number given.
        seq: usize,
        /// Number of sequences there are.
        count: usize,
    },
    /// There is no joint of that name.
    NoSuchJoint {
        /// The name given.
        name: String,
    },
    /// A clip was made for another number of joints.
    JointCount {
        /// Joints of the clip.
        clip: usize,
        /// Joints of the skeleton.
        skeleton: usize,
    },
    /// Recorded deltas are applied on a rig other than their own.
    RigDiffers {
        /// Name of the first joint that differs.
        joint: String,
    },
    /// The sequence holds no recorded deltas.
    NotBaked {
        /// The number given.
        seq: usize,
    },
    /// A part of a sequence cannot be taken.
    Clip(ClipError),
    /// The graph is freed, or belongs to another object.
    NoSuchGraph,
    /// The graph has no node of that number.
    NoSuchNode {
        /// The number given.
        node: usize,
    },
    /// A clip node was named as a parent.
    ClipHasNoChildren {
        /// The number given.
        node: usize,
    },
}

impl fmt::Display for MixerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { what } => {
                write!(
                    f,
                    "{what} is not a usable number (it is infinite, or the result of something like 0/0)"
                )
            }
            Self::NoSuchSequence { count: 0, .. } => {
                f.write_str("this object has no animation sequences")
            }
            Self::NoSuchSequence { seq, count } => write!(
                f,
                "there is no animation sequence {}: this object has {count}, numbered from 0",
                // A program's negative number arrives as one that no list can have.
                *seq as isize
            ),
            Self::NoSuchJoint { name } => {
                write!(
                    f,
                    "there is no bone called \"{name}\" on this object (letter case counts)"
                )
            }
            Self::JointCount { clip, skeleton } => {
                write!(
                    f,
                    "the sequence is for {clip} joints, but the object has {skeleton}"
                )
            }
            Self::RigDiffers { joint } => write!(
                f,
                "this additive sequence was recorded on another skeleton: the first bone that differs is \"{joint}\" \
                 (RebaseAdditiveSeq records it anew for this one)"
            ),
            Self::NotBaked { seq } => write!(f, "sequence {seq} holds no recorded deltas"),
            Self::Clip(error) => error.fmt(f),
            Self::NoSuchGraph => {
                f.write_str("the animation graph does not exist, or belongs to another object")
            }
            Self::NoSuchNode { node } => {
                write!(f, "the animation graph has no node {}", *node as isize)
            }
            Self::ClipHasNoChildren { node } => {
                write!(
                    f,
                    "node {node} of the animation graph is a clip, which cannot have nodes below it"
                )
            }
        }
    }
}

impl std::error::Error for MixerError {}

impl From<ClipError> for MixerError {
    fn from(error: ClipError) -> Self {
        Self::Clip(error)
    }
}

/// `value`, or a refusal that says what it stands for.
pub(crate) fn finite(value: f32, what: &'static str) -> Result<f32, MixerError> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(MixerError::NotFinite { what })
    }
}

/// A weight as the commands take it: refused unless finite, then brought into `[0, 1]`.
///
/// # Errors
/// When it is infinite or not a number.
pub fn unit_weight(weight: f32) -> Result<f32, MixerError> {
    finite(weight, "the weight").map(|weight| weight.clamp(0.0, 1.0))
}
