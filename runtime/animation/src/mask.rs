//! Weight factors per joint.

use crate::lanes::{LANES, Lanes, group_count};
use crate::skeleton::Skeleton;

/// A factor in `[0, 1]` for every joint; joints that were never set have 1.
#[derive(Clone, Debug)]
pub(crate) struct Mask(Box<[Lanes]>);

impl Mask {
    pub(crate) fn new(joints: usize) -> Self {
        Self(vec![Lanes::ONE; group_count(joints)].into())
    }

    /// Sets the factor of a joint, and of all below it when `children` is set. A later call replaces.
    pub(crate) fn set(&mut self, skeleton: &Skeleton, joint: usize, factor: f32, children: bool) {
        let factor = factor.clamp(0.0, 1.0);
        let last = if children { skeleton.len() } else { joint + 1 };
        for below in joint..last {
            if skeleton.is_at_or_below(below, joint)
                && let Some(group) = self.0.get_mut(below / LANES)
            {
                group.0[below % LANES] = factor;
            }
        }
    }

    #[inline(always)]
    pub(crate) fn group(&self, group: usize) -> &Lanes {
        &self.0[group]
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}
