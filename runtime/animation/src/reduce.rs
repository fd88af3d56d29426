//! Key reduction with a bound on where joints end up.
//!
//! The error of a joint's position in model space is at most the sum, over the joints from the root to it, of
//! what each does to everything below: a translation error moves it by itself, a rotation error by its
//! chord times the length of the limb below, a scale error by itself times that length. Limb lengths are bounded over all
//! clips of the object and not taken from one pose, so the sum holds for composed poses as well. Each joint gets an
//! equal part of half the tolerance, and greedy reduction of each track within its part keeps the whole. The
//! other half is for the clip it may be composed with: `power` and `mix` do not enlarge errors at weights in `[0, 1]`, so
//! base and delta together stay within the tolerance.

use crate::clip::Clip;
use crate::error::{MixerError, finite};
use crate::joint_tracks::JointTracks;
use crate::pose::model_space;
use crate::skeleton::Skeleton;
use crate::track::{Interpolation, Track, Value};
use crate::transform::Transform;
use glam::{Affine3A, Quat, Vec3};
use std::sync::Arc;

/// Part of its share a track may use: between keys the distance of two slerps can exceed that at the keys a little.
const SAFETY: f32 = 0.9;
/// Times the shares are halved before the clip is left as it is.
const ATTEMPTS: usize = 6;

impl Clip {
    /// Number of keys in all tracks.
    #[must_use]
    pub fn key_count(&self) -> usize {
        let vector = |track: &Option<Track<Vec3>>| track.as_ref().map_or(0, Track::key_count);
        self.joints()
            .iter()
            .map(|joint| {
                let rotation = joint.rotation.as_ref().map_or(0, Track::key_count);
                vector(&joint.translation) + vector(&joint.scale) + rotation
            })
            .sum()
    }

    /// Drops keys so that every joint's position in model space stays within half of `tolerance` world units.
    ///
    /// Two clips reduced so and composed, one as the base and one as an additive layer at any weights in `[0, 1]`, stay
    /// within `tolerance`. `others` are the clips it may be composed with; they bound the lengths of the limbs. The first
    /// frame, which deltas are taken from, is kept as it is, and so are cubic tracks.
    ///
    /// # Errors
    /// When the tolerance is below 0 or not finite.
    pub fn reduce(
        &self,
        skeleton: &Skeleton,
        others: &[Arc<Self>],
        tolerance: f32,
    ) -> Result<Self, MixerError> {
        let tolerance = finite(tolerance, "the tolerance")?;
        if tolerance < 0.0 {
            return Err(MixerError::Negative {
                what: "the tolerance",
                value: tolerance,
            });
        }
        let limbs = Limbs::new(skeleton, self, others);
        let mut part = tolerance * 0.5;
        for _ in 0..ATTEMPTS {
            let joints = self.joints().iter().enumerate();
            let joints = joints
                .map(|(joint, tracks)| reduce_joint(tracks, &limbs, joint, part * SAFETY))
                .collect();
            let reduced = Self::from_tracks(self.name().to_owned(), self.length(), joints);
            if largest_error(self, &reduced, skeleton) <= tolerance * 0.5 {
                return Ok(self.with_baked_of(reduced));
            }
            part *= 0.5;
        }
        Ok(self.clone())
    }
}

/// Bounds on what an error in a joint does to the joints below it.
struct Limbs {
    /// Largest product of the scales above each joint.
    above: Vec<f32>,
    /// Longest reach below each joint, its own scale aside.
    reach: Vec<f32>,
    /// Largest scale of each joint.
    scale: Vec<f32>,
    /// Moving joints on the longest chain through each joint, at least 1.
    sharers: Vec<f32>,
}

impl Limbs {
    fn new(skeleton: &Skeleton, clip: &Clip, others: &[Arc<Clip>]) -> Self {
        let count = skeleton.len();
        let clips = || std::iter::once(clip).chain(others.iter().map(|other| &**other));
        let mut lengths = vec![0.0_f32; count];
        let mut scale = vec![1.0_f32; count];
        for joint in 0..count {
            let rest = skeleton.rest(joint);
            let mut offsets = Bounds::new(rest.translation);
            let mut scales = Bounds::new(rest.scale);
            for tracks in clips().filter_map(|clip| clip.joint(joint)) {
                tracks
                    .translation
                    .iter()
                    .for_each(|track| offsets.add_track(track));
                tracks
                    .scale
                    .iter()
                    .for_each(|track| scales.add_track(track));
            }
            lengths[joint] = offsets.bound();
            scale[joint] = scales
                .largest
                .abs()
                .max(scales.smallest.abs())
                .max_element()
                + scales.size();
        }
        let mean = lengths.iter().sum::<f32>() / count.max(1) as f32;
        let parents: Vec<Option<usize>> =
            skeleton.joints().iter().map(|joint| joint.parent).collect();
        let mut above = vec![1.0_f32; count];
        let mut movers_above = vec![0.0_f32; count];
        for joint in 0..count {
            let own = if moves(&clip.joints()[joint]) {
                1.0
            } else {
                0.0
            };
            movers_above[joint] = own;
            if let Some(parent) = parents[joint] {
                above[joint] = above[parent] * scale[parent];
                movers_above[joint] += movers_above[parent];
            }
        }
        let mut reach = vec![0.0_f32; count];
        let mut sharers = movers_above;
        for joint in (0..count).rev() {
            if let Some(parent) = parents[joint] {
                reach[parent] = reach[parent].max(lengths[joint] + scale[joint] * reach[joint]);
                sharers[parent] = sharers[parent].max(sharers[joint]);
            }
        }
        // What hangs on the last joint of a limb is skin; it reaches about as far as a bone is long.
        reach.iter_mut().for_each(|reach| *reach = reach.max(mean));
        sharers
            .iter_mut()
            .for_each(|sharers| *sharers = sharers.max(1.0));
        Self {
            above,
            reach,
            scale,
            sharers,
        }
    }
}

/// The box that values lie in.
struct Bounds {
    smallest: Vec3,
    largest: Vec3,
    length: f32,
}

impl Bounds {
    fn new(value: Vec3) -> Self {
        Self {
            smallest: value,
            largest: value,
            length: value.length(),
        }
    }

    fn add(&mut self, value: Vec3) {
        self.smallest = self.smallest.min(value);
        self.largest = self.largest.max(value);
        self.length = self.length.max(value.length());
    }

    fn add_track(&mut self, track: &Track<Vec3>) {
        track.values().iter().for_each(|&value| self.add(value));
        if track.interpolation() == Interpolation::CubicSpline {
            // A spline swings past its keys; four samples a piece come close enough for a bound with reserves.
            for pair in track.frames().windows(2) {
                for step in 1..4 {
                    self.add(track.sample(pair[0] + (pair[1] - pair[0]) * step as f32 * 0.25));
                }
            }
        }
    }

    fn size(&self) -> f32 {
        (self.largest - self.smallest).length()
    }

    /// How long a value can become with a difference of two others put on it.
    fn bound(&self) -> f32 {
        self.length + self.size()
    }
}

fn moves(joint: &JointTracks) -> bool {
    joint
        .translation
        .as_ref()
        .is_some_and(|track| !track.is_constant())
        || joint
            .rotation
            .as_ref()
            .is_some_and(|track| !track.is_constant())
        || joint
            .scale
            .as_ref()
            .is_some_and(|track| !track.is_constant())
}

fn reduce_joint(joint: &JointTracks, limbs: &Limbs, index: usize, part: f32) -> JointTracks {
    let moving = |constant: Option<bool>| f32::from(u8::from(constant == Some(false)));
    let movers = moving(joint.translation.as_ref().map(Track::is_constant))
        + moving(joint.rotation.as_ref().map(Track::is_constant))
        + moving(joint.scale.as_ref().map(Track::is_constant));
    let part =
        part / limbs.sharers[index] / movers.max(1.0) / limbs.above[index].max(f32::MIN_POSITIVE);
    let reach = limbs.reach[index].max(f32::MIN_POSITIVE);
    let turn = part / (reach * limbs.scale[index]).max(f32::MIN_POSITIVE);
    let distance = |a: Vec3, b: Vec3| a.distance(b);
    // The chord of an angle on the unit circle is twice the distance of the half angle's quaternions.
    let chord = |a: Quat, b: Quat| {
        let b = if a.dot(b) < 0.0 { -b } else { b };
        2.0 * (a - b).length()
    };
    JointTracks {
        translation: joint
            .translation
            .as_ref()
            .map(|track| reduce_track(track, part, distance)),
        rotation: joint
            .rotation
            .as_ref()
            .map(|track| reduce_track(track, turn, chord)),
        scale: joint
            .scale
            .as_ref()
            .map(|track| reduce_track(track, part / reach, distance)),
    }
}

/// Drops keys that the ones around them give within `limit`.
fn reduce_track<T: Value>(
    track: &Track<T>,
    limit: f32,
    distance: impl Fn(T, T) -> f32,
) -> Track<T> {
    let (frames, values) = (track.frames(), track.values());
    let last = frames.len() - 1;
    let fits = |start: usize, end: usize| match track.interpolation() {
        Interpolation::CubicSpline => end == start + 1,
        Interpolation::Step => {
            (start + 1..end).all(|key| distance(values[start], values[key]) <= limit)
        }
        Interpolation::Linear => {
            // Frame 0 is what deltas are taken from: a piece that crosses it stays as it is.
            let crosses = frames[start] < 0.0 && frames[end] > 0.0;
            !(crosses && end > start + 1)
                && (start + 1..end).all(|key| {
                    let t = (frames[key] - frames[start]) / (frames[end] - frames[start]);
                    distance(values[start].between(values[end], t), values[key]) <= limit
                })
        }
    };
    let mut kept = vec![0];
    let mut start = 0;
    while start < last {
        // Gallop to a length that fails, then bisect: every piece taken was checked key by key.
        let mut good = start + 1;
        let mut bad = last + 1;
        let mut stride = 2;
        while start + stride <= last && fits(start, start + stride) {
            good = start + stride;
            stride *= 2;
        }
        if start + stride <= last {
            bad = start + stride;
        }
        while good + 1 < bad {
            let middle = good + (bad - good) / 2;
            if fits(start, middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        kept.push(good);
        start = good;
    }
    let mut kept = kept.into_iter().peekable();
    let reduced = track.filter(|key| kept.next_if_eq(&key).is_some());
    reduced.unwrap_or_else(|| track.clone())
}

/// The largest distance in model space between the joints of two clips, at all keys and between them.
fn largest_error(a: &Clip, b: &Clip, skeleton: &Skeleton) -> f32 {
    let mut frames: Vec<f32> = a.joints().iter().flat_map(key_frames).collect();
    frames.sort_by(f32::total_cmp);
    frames.dedup();
    let between: Vec<f32> = frames
        .windows(2)
        .map(|pair| 0.5 * (pair[0] + pair[1]))
        .collect();
    let mut poses = [
        vec![Transform::IDENTITY; skeleton.len()],
        vec![Transform::IDENTITY; skeleton.len()],
    ];
    let mut models = [
        vec![Affine3A::IDENTITY; skeleton.len()],
        vec![Affine3A::IDENTITY; skeleton.len()],
    ];
    let mut largest = 0.0_f32;
    for &frame in frames.iter().chain(&between) {
        for ((clip, pose), model) in [a, b].into_iter().zip(&mut poses).zip(&mut models) {
            for (joint, pose) in pose.iter_mut().enumerate() {
                *pose = skeleton.rest(joint);
                clip.sample(joint, frame, pose);
            }
            model_space(skeleton, pose, model);
        }
        for (a, b) in models[0].iter().zip(&models[1]) {
            largest = largest.max(a.translation.distance(b.translation));
        }
    }
    largest
}

fn key_frames(joint: &JointTracks) -> impl Iterator<Item = f32> + '_ {
    let vectors = [&joint.translation, &joint.scale]
        .into_iter()
        .flatten()
        .flat_map(|track| track.frames());
    vectors
        .chain(joint.rotation.iter().flat_map(|track| track.frames()))
        .copied()
}
