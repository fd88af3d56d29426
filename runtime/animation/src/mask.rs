//! Weight factors per joint.

use crate::lanes::{LANES, Lanes, group_count};
use crate::skeleton::Skeleton;

/// A factor in `[0, 1]` on a layer's weight for every joint; joints that were never set have 1.
#[derive(Clone, Debug)]
pub struct Mask {
    groups: Box<[Lanes]>,
    joints: usize,
}

impl Mask {
    /// A mask of 1 for so many joints.
    #[must_use]
    pub fn new(joints: usize) -> Self {
        Self {
            groups: vec![Lanes::ONE; group_count(joints)].into(),
            joints,
        }
    }

    /// Number of joints.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.joints
    }

    /// Sets the factor of a joint, clamped to `[0, 1]`, and of all below it when `children` is set. A later call replaces.
    /// Joints that the mask or the skeleton does not have are left out; a factor that is not a number counts as 0.
    pub fn set(&mut self, skeleton: &Skeleton, joint: usize, factor: f32, children: bool) {
        let factor = if factor.is_nan() {
            0.0
        } else {
            factor.clamp(0.0, 1.0)
        };
        let last = if children {
            self.joints
        } else {
            self.joints.min(joint.saturating_add(1))
        };
        for below in joint..last {
            if skeleton.is_at_or_below(below, joint)
                && let Some(group) = self.groups.get_mut(below / LANES)
            {
                group.0[below % LANES] = factor;
            }
        }
    }

    #[inline(always)]
    pub(crate) fn group(&self, group: usize) -> &Lanes {
        &self.groups[group]
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.groups)
    }
}
