//! A joint's placement and the names of its three channels.

use glam::{Affine3A, Quat, Vec3};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// Placement of a joint relative to its parent: scale first, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Offset in the parent's frame, in world units.
    pub translation: Vec3,
    /// Unit quaternion, Hamilton's product.
    pub rotation: Quat,
    /// Factor along each axis of the joint's own frame.
    pub scale: Vec3,
}

impl Transform {
    /// No offset, no turn, scale 1.
    pub const IDENTITY: Self = Self {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
    };

    /// The affine map from the joint's frame to its parent's.
    #[must_use]
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// Whether all ten numbers are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// One of the three animated properties of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// [`Transform::translation`].
    Translation,
    /// [`Transform::rotation`].
    Rotation,
    /// [`Transform::scale`].
    Scale,
}

impl Channel {
    /// The three channels, in the order used by [`Channels`].
    pub const ALL: [Self; 3] = [Self::Translation, Self::Rotation, Self::Scale];
}

/// A set of channels of one joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Channels(u8);

impl Channels {
    /// No channel.
    pub const NONE: Self = Self(0);
    /// The translation alone.
    pub const TRANSLATION: Self = Self(1);
    /// The rotation alone.
    pub const ROTATION: Self = Self(2);
    /// The scale alone.
    pub const SCALE: Self = Self(4);
    /// All three.
    pub const ALL: Self = Self(7);

    /// Whether `channel` is in the set.
    #[must_use]
    pub fn has(self, channel: Channel) -> bool {
        self.0 & Self::from(channel).0 != 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with one bit a channel: 1 translation, 2 rotation, 4 scale.
    #[must_use]
    pub fn bits(self) -> u8 {
        self.0
    }

    /// The set from its bits; bits above the third are dropped.
    #[must_use]
    pub fn from_bits(bits: u8) -> Self {
        Self(bits & 7)
    }

    /// Copies the channels in the set from `source` to `target` and leaves the others alone.
    pub fn copy(self, source: &Transform, target: &mut Transform) {
        if self.has(Channel::Translation) {
            target.translation = source.translation;
        }
        if self.has(Channel::Rotation) {
            target.rotation = source.rotation;
        }
        if self.has(Channel::Scale) {
            target.scale = source.scale;
        }
    }
}

impl From<Channel> for Channels {
    fn from(channel: Channel) -> Self {
        match channel {
            Channel::Translation => Self::TRANSLATION,
            Channel::Rotation => Self::ROTATION,
            Channel::Scale => Self::SCALE,
        }
    }
}

impl BitOr for Channels {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Channels {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for Channels {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Channels {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & 7)
    }
}
