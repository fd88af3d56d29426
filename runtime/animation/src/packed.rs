//! The form of a clip that samples a group of joints at once.
//!
//! The keys of most clips lie on an even grid of frames (a B3D file has whole frames, a glTF file the frames
//! of its exporter). Such tracks are written out on that grid, frame after frame, so that sampling
//! reads two neighbouring rows and needs no search and no state per character. Linear and slerp pieces
//! between two keys pass through their own grid points exactly, so nothing is lost. Constant channels are
//! stored once; channels off the grid, stepped, cubic or too sparse for it are sampled from their keys.

use crate::arc;
use crate::joint_tracks::JointTracks;
use crate::lanes::{LANES, Lanes, Quats, Vec3s};
use crate::presence::Presence;
use crate::track::{Interpolation, Track, Value};
use glam::{Quat, Vec3};

/// A grid may hold this many times the values that the keys hold.
const GRID_GROWTH: usize = 8;
/// No grid is longer than this many rows.
const GRID_ROWS: usize = 1 << 16;

/// Where a time falls on a clip's grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GridTime {
    /// The time itself, in frames.
    frame: f32,
    /// The row at or before it.
    row: usize,
    /// How far it is on to the next row, `[0, 1)`.
    fraction: f32,
}

impl GridTime {
    /// Frame 0.
    pub(crate) const START: Self = Self {
        frame: 0.0,
        row: 0,
        fraction: 0.0,
    };

    /// Whether it is frame 0.
    #[inline(always)]
    pub(crate) fn is_start(self) -> bool {
        self.frame == 0.0
    }
}

/// How the joints of one group get one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnSource {
    /// No joint has keys.
    Absent,
    /// The value never changes: the group's value at frame 0.
    Constant,
    /// A column of the grid.
    Grid(usize),
    /// Joint by joint from the keys.
    Keys,
}

/// One channel of all joints.
#[derive(Clone, Debug)]
pub(crate) struct Column<G> {
    /// Per group.
    sources: Box<[ColumnSource]>,
    /// Per group: the value at frame 0, neutral where absent.
    first: Box<[G]>,
    /// Row after row, `width` groups each.
    grid: Box<[G]>,
    width: usize,
}

/// A clip's channels, packed.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    rows: usize,
    rows_per_frame: f32,
    present: Box<[[Presence; 3]]>,
    translation: Column<Vec3s>,
    rotation: Column<Quats>,
    scale: Column<Vec3s>,
}

/// A value type and its group form.
pub(crate) trait PackedValue: Copy {
    type One: Value;
    const NEUTRAL: Self;
    fn put(&mut self, lane: usize, value: Self::One);
    /// The value in the grid a fraction `t` on the way to the next row, which is aligned with this one.
    fn between(self, next: Self, t: f32) -> Self;
    /// Lane by lane, between values that need not be aligned.
    fn between_keys(self, next: Self, t: Lanes) -> Self;
    /// `next` in the sign that makes the way from `self` to it the short one.
    fn align(self, next: Self) -> Self;
}

impl PackedValue for Vec3s {
    type One = Vec3;
    const NEUTRAL: Self = Self::ZERO;
    fn put(&mut self, lane: usize, value: Vec3) {
        self.set(lane, value);
    }
    #[inline(always)]
    fn between(self, next: Self, t: f32) -> Self {
        self.zip(next, |a, b| a + (b - a) * t)
    }
    #[inline(always)]
    fn between_keys(self, next: Self, t: Lanes) -> Self {
        self.zip(next, |a, b| a + (b - a) * t)
    }
    fn align(self, next: Self) -> Self {
        next
    }
}

impl PackedValue for Quats {
    type One = Quat;
    const NEUTRAL: Self = Self::IDENTITY;
    fn put(&mut self, lane: usize, value: Quat) {
        self.set(lane, value);
    }
    #[inline(always)]
    fn between(self, next: Self, t: f32) -> Self {
        arc::slerp_aligned(self, next, Lanes::splat(t))
    }
    #[inline(always)]
    fn between_keys(self, next: Self, t: Lanes) -> Self {
        arc::slerp(self, next, t)
    }
    fn align(self, next: Self) -> Self {
        let dot = self.dot(next);
        next.map(|c| Lanes::ZERO.if_above(dot, -c, c))
    }
}

impl<G: PackedValue> Column<G> {
    fn new<'a>(
        joints: &'a [JointTracks],
        track: impl Fn(&'a JointTracks) -> Option<&'a Track<G::One>>,
        grid: Option<Grid>,
        length: f32,
    ) -> Self
    where
        G::One: 'a,
    {
        let groups = joints.chunks(LANES);
        let mut sources = Vec::with_capacity(groups.len());
        let mut first = Vec::with_capacity(groups.len());
        let mut columns: Vec<Vec<G>> = Vec::new();
        for group in groups {
            let tracks: Vec<_> = group.iter().map(&track).collect();
            let sample = |frame: f32| {
                let mut out = G::NEUTRAL;
                for (lane, track) in tracks.iter().enumerate() {
                    if let Some(track) = track {
                        out.put(lane, track.sample(frame));
                    }
                }
                out
            };
            first.push(sample(0.0));
            let present = || tracks.iter().flatten();
            sources.push(if present().next().is_none() {
                ColumnSource::Absent
            } else if present().all(|track| track.is_constant()) {
                ColumnSource::Constant
            } else if let Some(grid) = grid.filter(|grid| present().all(|track| grid.fits(track))) {
                let mut column: Vec<G> = Vec::with_capacity(grid.rows);
                for row in 0..grid.rows {
                    let value = sample((row as f32 * grid.spacing).min(grid.end(length)));
                    let value = column
                        .last()
                        .map_or(value, |&previous| previous.align(value));
                    column.push(value);
                }
                columns.push(column);
                ColumnSource::Grid(columns.len() - 1)
            } else {
                ColumnSource::Keys
            });
        }
        let width = columns.len();
        let rows = columns.first().map_or(0, Vec::len);
        let grid = (0..rows)
            .flat_map(|row| columns.iter().map(move |column| column[row]))
            .collect();
        Self {
            sources: sources.into(),
            first: first.into(),
            grid,
            width,
        }
    }

    /// The group's value; joints without keys hold something neutral.
    #[inline(always)]
    pub(crate) fn sample<'a>(
        &self,
        group: usize,
        at: GridTime,
        joints: &'a [JointTracks],
        track: impl Fn(&'a JointTracks) -> Option<&'a Track<G::One>>,
    ) -> G
    where
        G::One: 'a,
    {
        match self.sources[group] {
            ColumnSource::Grid(column) => {
                let here = self.grid[at.row * self.width + column];
                if at.fraction == 0.0 {
                    return here;
                }
                here.between(self.grid[(at.row + 1) * self.width + column], at.fraction)
            }
            ColumnSource::Absent | ColumnSource::Constant => self.first[group],
            ColumnSource::Keys => sample_keys(joints, group, at.frame, track),
        }
    }

    /// The group's value at frame 0; neutral in joints without keys.
    #[inline(always)]
    pub(crate) fn first(&self, group: usize) -> G {
        self.first[group]
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.sources) + size_of_val(&*self.first) + size_of_val(&*self.grid)
    }
}

/// A group's value from its keys, joint by joint. Not inlined: the search costs more than the call.
#[inline(never)]
fn sample_keys<'a, G: PackedValue>(
    joints: &'a [JointTracks],
    group: usize,
    frame: f32,
    track: impl Fn(&'a JointTracks) -> Option<&'a Track<G::One>>,
) -> G
where
    G::One: 'a,
{
    let (mut from, mut to, mut t) = (G::NEUTRAL, G::NEUTRAL, Lanes::ZERO);
    for (lane, joint) in joints.iter().skip(group * LANES).take(LANES).enumerate() {
        if let Some(track) = track(joint) {
            let (a, b, share) = track.bracket(frame);
            from.put(lane, a);
            to.put(lane, b);
            t.0[lane] = share;
        }
    }
    from.between_keys(to, t)
}

/// An even spacing of frames from frame 0 on.
#[derive(Clone, Copy, Debug)]
struct Grid {
    spacing: f32,
    rows: usize,
}

impl Grid {
    /// The widest spacing that every moving linear track fits, if the grid it takes is not too large.
    fn find(joints: &[JointTracks], length: f32) -> Option<Self> {
        let mut key_count = 0;
        let mut narrowest = f32::INFINITY;
        let mut span = 0.0_f32;
        // Values in a row: a group takes the room of all its joints if one moves.
        let mut width = 0;
        let mut visit = |frames: &[f32]| {
            key_count += frames.len();
            for pair in frames.windows(2) {
                narrowest = narrowest.min(pair[1] - pair[0]);
            }
            span = span.max(frames[frames.len() - 1] - frames[0]);
        };
        for group in joints.chunks(LANES) {
            let mut moves = [false; 3];
            for joint in group {
                for (track, channel) in [(&joint.translation, 0), (&joint.scale, 1)] {
                    if let Some(track) = track.as_ref().filter(|track| !track.is_constant()) {
                        visit(track.frames());
                        moves[channel] = true;
                    }
                }
                if let Some(track) = joint.rotation.as_ref().filter(|track| !track.is_constant()) {
                    visit(track.frames());
                    moves[2] = true;
                }
            }
            width += LANES * moves.into_iter().filter(|moves| *moves).count();
        }
        if !(narrowest.is_finite() && narrowest > 0.0) {
            return None;
        }
        // Frames that come from seconds are rounded: the whole span tells their distance best.
        let even = span / (span / narrowest).round();
        // The distance the keys have, else whole frames, else half frames.
        [even, 1.0, 0.5].into_iter().find_map(|spacing| {
            let rows = (length / spacing).ceil() + 1.0;
            let grid = Self {
                spacing,
                rows: rows as usize,
            };
            let affordable =
                rows <= GRID_ROWS as f32 && grid.rows * width <= GRID_GROWTH * key_count + 4096;
            let fits = |joint: &JointTracks| {
                [&joint.translation, &joint.scale]
                    .into_iter()
                    .flatten()
                    .all(|track| grid.suits(track))
                    && joint
                        .rotation
                        .as_ref()
                        .is_none_or(|track| grid.suits(track))
            };
            (affordable && joints.iter().all(fits)).then_some(grid)
        })
    }

    /// Whether the track is constant, off the grid by its nature, or has its keys on the grid.
    fn suits<T: Value>(&self, track: &Track<T>) -> bool {
        track.is_constant()
            || track.interpolation() != Interpolation::Linear
            || self.holds(track.frames())
    }

    /// Whether the grid can stand for the track.
    fn fits<T: Value>(&self, track: &Track<T>) -> bool {
        track.is_constant()
            || (track.interpolation() == Interpolation::Linear && self.holds(track.frames()))
    }

    fn holds(&self, frames: &[f32]) -> bool {
        frames.iter().all(|&frame| {
            let row = frame / self.spacing;
            // So far off, a joint moves by less than single precision shows; the second term is the rounding of
            // frame numbers themselves.
            (row - row.round()).abs() * self.spacing <= 1e-5 + frame.abs() * 3e-7
        })
    }

    /// The last frame a row stands for; it may lie past the length, where keys may lie too.
    fn end(&self, length: f32) -> f32 {
        length + self.spacing
    }
}

impl Packed {
    pub(crate) fn new(joints: &[JointTracks], length: f32) -> Self {
        let grid = Grid::find(joints, length);
        let present = joints.chunks(LANES).map(|group| {
            [
                Presence::new(group.iter().map(|joint| joint.translation.is_some())),
                Presence::new(group.iter().map(|joint| joint.rotation.is_some())),
                Presence::new(group.iter().map(|joint| joint.scale.is_some())),
            ]
        });
        Self {
            rows: grid.map_or(0, |grid| grid.rows),
            rows_per_frame: grid.map_or(0.0, |grid| grid.spacing.recip()),
            present: present.collect(),
            translation: Column::new(joints, |joint| joint.translation.as_ref(), grid, length),
            rotation: Column::new(joints, |joint| joint.rotation.as_ref(), grid, length),
            scale: Column::new(joints, |joint| joint.scale.as_ref(), grid, length),
        }
    }

    /// Where `frame` falls on the grid; one below 0, or none at all, counts as 0, and one past the end as the end.
    pub(crate) fn locate(&self, frame: f32) -> GridTime {
        let frame = frame.max(0.0);
        let place = frame * self.rows_per_frame;
        let row = place.floor();
        let last = self.rows.saturating_sub(1);
        // A place that rounding or a foreign time puts past the last row stands on it.
        if row as usize >= last {
            return GridTime {
                frame,
                row: last,
                fraction: 0.0,
            };
        }
        GridTime {
            frame,
            row: row as usize,
            fraction: (place - row).max(0.0),
        }
    }

    #[inline(always)]
    pub(crate) fn translation(&self) -> &Column<Vec3s> {
        &self.translation
    }

    #[inline(always)]
    pub(crate) fn rotation(&self) -> &Column<Quats> {
        &self.rotation
    }

    #[inline(always)]
    pub(crate) fn scale(&self) -> &Column<Vec3s> {
        &self.scale
    }

    /// Which joints of the group have keys for the channel of that index.
    #[inline(always)]
    pub(crate) fn presence(&self, group: usize, channel: usize) -> &Presence {
        &self.present[group][channel]
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.present)
            + self.translation.heap_bytes()
            + self.rotation.heap_bytes()
            + self.scale.heap_bytes()
    }
}
