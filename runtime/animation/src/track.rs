//! The keys of one channel and their interpolation.

use crate::rotation;
use glam::{Quat, Vec3};

/// How a track goes from one key to the next (the three of glTF 2.0, section 3.11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// Straight line for translation and scale, shortest-arc slerp for rotation.
    #[default]
    Linear,
    /// A value holds until the next key.
    Step,
    /// Cubic Hermite spline through values with an in- and an out-tangent each.
    CubicSpline,
}

/// What a track can hold: [`Vec3`] or [`Quat`].
pub trait Value: Copy + PartialEq + sealed::Sealed {
    /// Value a fraction `t` in `[0, 1]` of the way from `self` to `next`.
    #[must_use]
    fn between(self, next: Self, t: f32) -> Self;
    /// Cubic Hermite spline; tangents are already scaled by the key distance.
    #[must_use]
    fn hermite(self, out_tangent: Self, next: Self, in_tangent: Self, t: f32) -> Self;
    /// Whether every number is finite and at most `limit` away from 0.
    #[must_use]
    fn within(self, limit: f32) -> bool;
    /// The value as it is stored in a track: rotations of unit length.
    #[must_use]
    fn stored(self) -> Self;
    /// The value times a number, component by component.
    #[must_use]
    fn scaled(self, factor: f32) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for glam::Vec3 {}
    impl Sealed for glam::Quat {}
}

/// The four Hermite basis functions at `t`: previous value, out-tangent, next value, in-tangent.
fn hermite_basis(t: f32) -> [f32; 4] {
    let t2 = t * t;
    let t3 = t2 * t;
    [
        2.0 * t3 - 3.0 * t2 + 1.0,
        t3 - 2.0 * t2 + t,
        3.0 * t2 - 2.0 * t3,
        t3 - t2,
    ]
}

impl Value for Vec3 {
    fn between(self, next: Self, t: f32) -> Self {
        self + (next - self) * t
    }

    fn hermite(self, out_tangent: Self, next: Self, in_tangent: Self, t: f32) -> Self {
        let [a, b, c, d] = hermite_basis(t);
        self * a + out_tangent * b + next * c + in_tangent * d
    }

    fn within(self, limit: f32) -> bool {
        self.to_array().iter().all(|c| c.abs() <= limit)
    }

    fn stored(self) -> Self {
        self
    }

    fn scaled(self, factor: f32) -> Self {
        self * factor
    }
}

impl Value for Quat {
    fn between(self, next: Self, t: f32) -> Self {
        rotation::slerp(self, next, t)
    }

    fn hermite(self, out_tangent: Self, next: Self, in_tangent: Self, t: f32) -> Self {
        let [a, b, c, d] = hermite_basis(t);
        rotation::unit(self * a + out_tangent * b + next * c + in_tangent * d)
    }

    fn within(self, limit: f32) -> bool {
        self.to_array().iter().all(|c| c.abs() <= limit)
    }

    fn stored(self) -> Self {
        rotation::unit(self)
    }

    fn scaled(self, factor: f32) -> Self {
        self * factor
    }
}

/// One key: a value at a frame, with the tangents that a cubic track uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key<T> {
    /// Frame number; 60 frames a second at speed 1.
    pub frame: f32,
    /// The value there.
    pub value: T,
    /// Slope on arrival, per frame. Ignored unless the track is cubic.
    pub in_tangent: T,
    /// Slope on departure, per frame. Ignored unless the track is cubic.
    pub out_tangent: T,
}

/// The keys of one channel, strictly ascending in frame, at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Track<T> {
    interpolation: Interpolation,
    frames: Box<[f32]>,
    values: Box<[T]>,
    /// In- and out-tangent of each key, per frame; empty unless the track is cubic.
    tangents: Box<[[T; 2]]>,
}

impl<T: Value> Track<T> {
    /// Sorts the keys; of keys at one frame the last given stays. `None` when there are no keys.
    pub(crate) fn from_keys(mut keys: Vec<Key<T>>, interpolation: Interpolation) -> Option<Self> {
        keys.sort_by(|a, b| a.frame.total_cmp(&b.frame));
        // dedup keeps the first of a run, and the last one given must stay: overwrite it on the way.
        keys.dedup_by(|later, earlier| {
            let same = later.frame == earlier.frame;
            if same {
                *earlier = *later;
            }
            same
        });
        if keys.is_empty() {
            return None;
        }
        let tangents = match interpolation {
            Interpolation::CubicSpline => keys
                .iter()
                .map(|key| [key.in_tangent, key.out_tangent])
                .collect(),
            _ => Box::default(),
        };
        Some(Self {
            interpolation,
            frames: keys.iter().map(|key| key.frame).collect(),
            values: keys.iter().map(|key| key.value.stored()).collect(),
            tangents,
        })
    }

    /// How values between keys are found.
    #[must_use]
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// Frame numbers, strictly ascending.
    #[must_use]
    pub fn frames(&self) -> &[f32] {
        &self.frames
    }

    /// One value a key.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Number of keys, at least 1.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.frames.len()
    }

    /// The keys with their tangents (zero times the value where the track has none).
    pub fn keys(&self) -> impl Iterator<Item = Key<T>> + '_ {
        self.frames
            .iter()
            .zip(&self.values)
            .enumerate()
            .map(|(index, (&frame, &value))| {
                let flat = value.scaled(0.0);
                let [in_tangent, out_tangent] =
                    self.tangents.get(index).copied().unwrap_or([flat, flat]);
                Key {
                    frame,
                    value,
                    in_tangent,
                    out_tangent,
                }
            })
    }

    /// Whether the value is the same at every time.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        let first = self.values[0];
        self.values.iter().all(|&value| value == first)
            && self
                .tangents
                .iter()
                .all(|pair| pair.iter().all(|&tangent| tangent == tangent.scaled(0.0)))
    }

    /// The value at `frame`: the first key's before it, the last key's after it.
    #[must_use]
    pub fn sample(&self, frame: f32) -> T {
        let (from, to, t) = self.bracket(frame);
        if t == 0.0 { from } else { from.between(to, t) }
    }

    /// Two values and how far from the one to the other the value at `frame` lies, in `[0, 1)`. A stepped or cubic
    /// piece gives its value twice.
    pub(crate) fn bracket(&self, frame: f32) -> (T, T, f32) {
        let next = self.upper_bound(frame);
        let Some(current) = next.checked_sub(1) else {
            return (self.values[0], self.values[0], 0.0);
        };
        let value = self.values[current];
        let (Some(&next_frame), Some(&next_value)) = (self.frames.get(next), self.values.get(next))
        else {
            return (value, value, 0.0);
        };
        let start = self.frames[current];
        // Within a piece start <= frame < next_frame, so the quotient lies in [0, 1) but for rounding.
        let distance = next_frame - start;
        let t = ((frame - start) / distance).clamp(0.0, 1.0);
        match self.interpolation {
            Interpolation::Step => (value, value, 0.0),
            Interpolation::Linear => (value, next_value, t),
            Interpolation::CubicSpline if t == 0.0 => (value, value, 0.0),
            Interpolation::CubicSpline => {
                let out_tangent = self.tangents[current][1].scaled(distance);
                let in_tangent = self.tangents[next][0].scaled(distance);
                let value = value.hermite(out_tangent, next_value, in_tangent, t);
                (value, value, 0.0)
            }
        }
    }

    /// Index of the first key after `frame`. The keys of most files are evenly spaced, so the search
    /// starts where an even spacing would put the frame and needs no state between calls.
    fn upper_bound(&self, frame: f32) -> usize {
        let frames = &*self.frames;
        let (first, last) = (frames[0], frames[frames.len() - 1]);
        if frame.is_nan() || frame < first {
            return 0;
        }
        if frame >= last {
            return frames.len();
        }
        let guess = ((frame - first) / (last - first) * (frames.len() - 1) as f32) as usize;
        let guess = guess.min(frames.len() - 2);
        // Two steps around the guess settle an even track; anything else is bisected.
        for index in guess.saturating_sub(1)..(guess + 2).min(frames.len() - 1) {
            if frames[index] <= frame && frame < frames[index + 1] {
                return index + 1;
            }
        }
        frames.partition_point(|&key| key <= frame)
    }

    /// The same keys with every value mapped; tangents are mapped by `tangent`, which must be the
    /// linear part of `value`.
    pub(crate) fn map(&self, value: impl Fn(T) -> T, tangent: impl Fn(T) -> T) -> Self {
        Self {
            interpolation: self.interpolation,
            frames: self.frames.clone(),
            values: self.values.iter().map(|&v| value(v)).collect(),
            tangents: self
                .tangents
                .iter()
                .map(|&[a, b]| [tangent(a), tangent(b)])
                .collect(),
        }
    }

    /// Keys with `first <= frame <= last`, moved so that `first` becomes frame 0; `None` when there are none.
    pub(crate) fn extract(&self, first: f32, last: f32) -> Option<Self> {
        let keys = self
            .keys()
            .filter(|key| key.frame >= first && key.frame <= last);
        let keys = keys
            .map(|key| Key {
                frame: key.frame - first,
                ..key
            })
            .collect();
        Self::from_keys(keys, self.interpolation)
    }

    /// The keys whose index `keep` accepts; `None` when there are none.
    pub(crate) fn filter(&self, mut keep: impl FnMut(usize) -> bool) -> Option<Self> {
        let keys = self
            .keys()
            .enumerate()
            .filter(|&(index, _)| keep(index))
            .map(|(_, key)| key)
            .collect();
        Self::from_keys(keys, self.interpolation)
    }

    /// Bytes held on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.frames) + size_of_val(&*self.values) + size_of_val(&*self.tangents)
    }
}
