//! The rig: joints, their parents and their rest pose.

use crate::lanes::Transforms;
use crate::transform::Transform;
use std::collections::HashMap;
use std::fmt;

/// One joint of a [`Skeleton`].
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Name as the file gives it; letter case counts.
    pub name: String,
    /// Index of the parent, smaller than the joint's own; `None` for a root.
    pub parent: Option<usize>,
    /// Placement with no clip playing.
    pub rest: Transform,
}

/// Joints in an order that puts parents before children. Immutable, shared by all characters of a model.
#[derive(Clone, Debug)]
pub struct Skeleton {
    joints: Vec<Joint>,
    by_name: HashMap<String, usize>,
    /// Tells rigs apart: names, parents and the bits of the rest pose.
    fingerprint: u64,
    rest_groups: Box<[Transforms]>,
}

/// Why a list of joints is no skeleton.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkeletonError {
    /// A joint's parent does not come before it.
    ParentOrder {
        /// Index of the joint.
        joint: usize,
        /// The parent it names.
        parent: usize,
    },
    /// A joint's rest pose has a number that is infinite or not a number.
    NotFinite {
        /// Index of the joint.
        joint: usize,
    },
}

impl fmt::Display for SkeletonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ParentOrder { joint, parent } => {
                write!(
                    f,
                    "joint {joint} names joint {parent} as its parent, which does not come before it"
                )
            }
            Self::NotFinite { joint } => {
                write!(
                    f,
                    "the rest pose of joint {joint} has a number that is not finite"
                )
            }
        }
    }
}

impl std::error::Error for SkeletonError {}

impl Skeleton {
    /// Checks the joints and indexes their names. Of joints with the same name the first is found.
    ///
    /// # Errors
    /// When a parent does not come before its child, or a rest pose is not finite.
    pub fn new(joints: Vec<Joint>) -> Result<Self, SkeletonError> {
        let mut by_name = HashMap::with_capacity(joints.len());
        for (index, joint) in joints.iter().enumerate() {
            if let Some(parent) = joint.parent.filter(|&parent| parent >= index) {
                return Err(SkeletonError::ParentOrder {
                    joint: index,
                    parent,
                });
            }
            if !joint.rest.is_finite() {
                return Err(SkeletonError::NotFinite { joint: index });
            }
            by_name.entry(joint.name.clone()).or_insert(index);
        }
        let rest_groups = Transforms::pack(joints.iter().map(|joint| joint.rest));
        let fingerprint = fingerprint(&joints);
        Ok(Self {
            joints,
            by_name,
            fingerprint,
            rest_groups,
        })
    }

    /// The joints, parents before children.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Number of joints.
    #[must_use]
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Whether there is no joint at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// Index of the first joint of that name, letter case counting.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The rest placement of a joint; the identity for an index out of range.
    #[must_use]
    pub fn rest(&self, joint: usize) -> Transform {
        self.joints
            .get(joint)
            .map_or(Transform::IDENTITY, |joint| joint.rest)
    }

    /// The rest placements in groups, the last one filled up with the identity.
    pub(crate) fn rest_groups(&self) -> &[Transforms] {
        &self.rest_groups
    }

    /// `joint` and every joint below it, in index order. Empty for an index out of range.
    pub fn subtree(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        (joint..self.joints.len()).filter(move |&candidate| self.is_at_or_below(candidate, joint))
    }

    /// Whether `joint` is `ancestor` or lies below it.
    #[must_use]
    pub fn is_at_or_below(&self, joint: usize, ancestor: usize) -> bool {
        let mut current = Some(joint);
        while let Some(index) = current {
            if index == ancestor {
                return true;
            }
            current = self.joints.get(index).and_then(|joint| joint.parent);
        }
        false
    }

    /// The first joint in which two rigs differ, or `None` when they are the same. A rig that merely
    /// has more joints differs in the first joint that the other lacks.
    #[must_use]
    pub fn first_difference(&self, other: &Self) -> Option<String> {
        if self.fingerprint == other.fingerprint && self.len() == other.len() {
            return None;
        }
        let (longer, common) = if self.len() >= other.len() {
            (self, other.len())
        } else {
            (other, self.len())
        };
        (0..common)
            .find(|&joint| self.joints[joint] != other.joints[joint])
            .or((common < longer.len()).then_some(common))
            .map(|joint| longer.joints[joint].name.clone())
    }
}

/// FNV-1a with the constants of the 64-bit variant (Fowler, Noll, Vo).
fn fingerprint(joints: &[Joint]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut feed = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for joint in joints {
        feed(joint.name.as_bytes());
        // A byte that no UTF-8 text holds ends the name, so that "ab","c" and "a","bc" differ.
        feed(&[0xff]);
        let parent = joint.parent.map_or(u64::MAX, |parent| parent as u64);
        feed(&parent.to_le_bytes());
        let rest = &joint.rest;
        for value in rest
            .translation
            .to_array()
            .iter()
            .chain(&rest.rotation.to_array())
            .chain(&rest.scale.to_array())
        {
            // Both zeros compare equal, so they must hash equal.
            feed(&(value + 0.0).to_bits().to_le_bytes());
        }
    }
    hash
}
