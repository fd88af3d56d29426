//! Which joints of a group have a value for a channel.

use crate::lanes::{ALL_BITS, Lanes};

/// Which joints of a group have a value for a channel: keys in a clip, or a written channel in a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Presence {
    /// No joint.
    None,
    /// Every joint (places beyond the last joint count as having them).
    All,
    /// The joints whose lane is 1; the others have 0.
    Some(Lanes),
}

impl Presence {
    pub(crate) fn new(has: impl Iterator<Item = bool>) -> Self {
        let mut lanes = Lanes::ONE;
        let (mut any, mut all) = (false, true);
        for (lane, has) in lanes.0.iter_mut().zip(has) {
            *lane = if has { 1.0 } else { 0.0 };
            any |= has;
            all &= has;
        }
        match (any, all) {
            (false, _) => Self::None,
            (true, true) => Self::All,
            (true, false) => Self::Some(lanes),
        }
    }

    /// From 1 where a joint has a value, else 0.
    pub(crate) fn from_lanes(lanes: Lanes) -> Self {
        match lanes.bits() {
            0 => Self::None,
            ALL_BITS => Self::All,
            _ => Self::Some(lanes),
        }
    }

    /// 1 where a joint has a value, else 0.
    #[inline(always)]
    pub(crate) fn lanes(&self) -> Lanes {
        match self {
            Self::None => Lanes::ZERO,
            Self::All => Lanes::ONE,
            Self::Some(lanes) => *lanes,
        }
    }
}
