//! What clips, mixers and blending jobs refuse.

use std::fmt;

/// Why keys or bounds were refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ClipError {
    /// A key names a joint that the rig does not have.
    NoSuchJoint {
        /// The index given.
        joint: usize,
        /// Number of joints there are.
        count: usize,
    },
    /// A number is infinite, not a number, or beyond all use (1e18 in a value, 1e10 in a frame).
    NotFinite {
        /// What the number stands for.
        what: &'static str,
    },
    /// A length below 0.
    NegativeLength {
        /// The length in frames.
        length: f32,
    },
}

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchJoint { joint, count } => {
                write!(
                    f,
                    "a key belongs to joint {joint}, but the model has {count} joints"
                )
            }
            Self::NotFinite { what } => write!(f, "{what} is not a usable number"),
            Self::NegativeLength { length } => {
                write!(f, "a sequence cannot be {length} frames long")
            }
        }
    }
}

impl std::error::Error for ClipError {}

/// Why a call on a [`Mixer`](crate::Mixer) or a [`Graph`](crate::Graph) was refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MixerError {
    /// A number is infinite or not a number.
    NotFinite {
        /// What the number stands for, as in "the weight".
        what: &'static str,
    },
    /// A number that counts from 0 is below it.
    Negative {
        /// What the number stands for, as in "the tolerance".
        what: &'static str,
        /// The number given.
        value: f32,
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
    /// A clip, pose or mask was made for another number of joints.
    JointCount {
        /// Joints of the clip, pose or mask.
        given: usize,
        /// Joints of the skeleton.
        skeleton: usize,
    },
    /// Recorded deltas are applied on a rig other than their own.
    RigDiffers {
        /// Name of the first joint that differs.
        joint: String,
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
            Self::Negative { what, value } => {
                write!(f, "{what} is {value}, but must not be below 0")
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
                    "there is no joint called \"{name}\" on this object (letter case counts)"
                )
            }
            Self::JointCount { given, skeleton } => {
                write!(
                    f,
                    "a clip, pose or mask for {given} joints does not fit a skeleton of {skeleton}"
                )
            }
            Self::RigDiffers { joint } => write!(
                f,
                "this additive sequence was recorded on another skeleton: the first joint that differs is \"{joint}\""
            ),
            Self::Clip(error) => error.fmt(f),
            Self::NoSuchGraph => {
                f.write_str("the animation graph does not exist, or belongs to another object")
            }
            Self::NoSuchNode { node } => {
                write!(f, "the animation graph has no node {node}")
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
