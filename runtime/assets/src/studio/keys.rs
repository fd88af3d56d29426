//! The key framer's tracks.

use flitz_animation::{ClipBuilder, ClipError};
use glam::{Quat, Vec3};

use super::reader::Reader;
use super::swap;
use crate::error::LoadError;

/// Revision, file name, number of frames.
pub(super) const HEADER: u16 = 0xb00a;
/// What the key framer says of one object.
pub(super) const OBJECT_KEYS: u16 = 0xb002;
/// The number of an object that has no number or no parent.
pub(super) const NONE: u16 = u16::MAX;
/// The name of objects without a mesh.
pub(super) const DUMMY: &str = "$$$DUMMY";

const NAME_AND_PARENT: u16 = 0xb010;
const INSTANCE: u16 = 0xb011;
const PIVOT: u16 = 0xb013;
const POSITIONS: u16 = 0xb020;
const ROTATIONS: u16 = 0xb021;
const SCALES: u16 = 0xb022;
const ID: u16 = 0xb030;
/// The bits of a key's flags that say that a spline's number follows. Keys are blended linearly, as in Blitz3D.
const SPLINE_NUMBERS: u16 = 0b1_1111;

/// Keys of an object: (frame, value).
#[derive(Default)]
pub(super) struct Keys {
    positions: Vec<(i32, Vec3)>,
    rotations: Vec<(i32, Quat)>,
    scales: Vec<(i32, Vec3)>,
}

impl Keys {
    pub(super) fn len(&self) -> usize {
        self.positions.len() + self.rotations.len() + self.scales.len()
    }

    /// Gives the keys to a joint of a clip.
    pub(super) fn put(self, joint: usize, clip: &mut ClipBuilder) -> Result<(), ClipError> {
        for (frame, value) in self.positions {
            clip.translation(joint, frame as f32, value)?;
        }
        for (frame, value) in self.rotations {
            clip.rotation(joint, frame as f32, value)?;
        }
        for (frame, value) in self.scales {
            clip.scale(joint, frame as f32, value)?;
        }
        Ok(())
    }

    /// Reads a track. Keys after the last frame are passed over.
    fn read(&mut self, kind: u16, mut body: Reader<'_>, last: u16) -> Result<(), LoadError> {
        body.bytes::<10>()?;
        let count = body.short()?;
        body.short()?;
        let mut rotation = Quat::IDENTITY;
        for _ in 0..count {
            let (frame, flags) = (body.int()?, body.short()?);
            for _ in 0..(flags & SPLINE_NUMBERS).count_ones() {
                body.float()?;
            }
            let inside = frame <= i32::from(last);
            match kind {
                POSITIONS => {
                    let value = swap(body.vec3()?);
                    self.positions.extend(inside.then_some((frame, value)));
                }
                SCALES => {
                    let value = swap(body.vec3()?);
                    self.scales.extend(inside.then_some((frame, value)));
                }
                _ => {
                    // Each key turns on from the one before it. Exchanging two axes reverses the sense of rotation, and the file's
                    // own sense is the reverse of glam's.
                    let (angle, axis) = (body.float()?, swap(body.vec3()?));
                    if let Some(axis) = axis.try_normalize() {
                        let turned = Quat::from_axis_angle(axis, angle) * rotation;
                        rotation = turned.normalize();
                    }
                    self.rotations.extend(inside.then_some((frame, rotation)));
                }
            }
        }
        Ok(())
    }
}

/// One object in the key framer.
pub(super) struct Track {
    pub(super) id: u16,
    pub(super) parent: u16,
    pub(super) name: String,
    /// The name of a dummy.
    pub(super) instance: String,
    pub(super) pivot: Vec3,
    pub(super) keys: Keys,
}

impl Track {
    pub(super) fn read(mut body: Reader<'_>, last: u16) -> Result<Self, LoadError> {
        let mut track = Self {
            id: NONE,
            parent: NONE,
            name: String::new(),
            instance: String::new(),
            pivot: Vec3::ZERO,
            keys: Keys::default(),
        };
        while let Some((id, mut chunk)) = body.chunk()? {
            match id {
                ID => track.id = chunk.short()?,
                NAME_AND_PARENT => {
                    track.name = chunk.text()?;
                    chunk.bytes::<4>()?;
                    track.parent = chunk.short()?;
                }
                INSTANCE => track.instance = chunk.text()?,
                PIVOT => track.pivot = swap(chunk.vec3()?),
                POSITIONS | ROTATIONS | SCALES => track.keys.read(id, chunk, last)?,
                _ => {}
            }
        }
        Ok(track)
    }
}
