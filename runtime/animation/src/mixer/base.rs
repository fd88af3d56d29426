//! The base: `Animate`, `SetAnimTime`, their queries, and the pose they write at once.

use super::{GraphId, Mixer};
use crate::channel::{Kind, Rotation, Scale, Translation};
use crate::clock::{Clock, PlayMode};
use crate::error::{MixerError, finite};
use crate::lanes::{LANES, Transforms};
use crate::packed::GridTime;
use crate::pose::PoseBuffer;
use crate::sequences::Sequences;
use crate::transform::Transform;

/// What the layers stand on.
#[derive(Clone, Debug, Default)]
enum Ground {
    /// Nothing: channels start from the rest pose, overlays are averaged.
    #[default]
    None,
    /// The sequence and clock of [`Base`].
    Clip,
    /// The way from a pose to the sequence's value at the clock's time.
    Transition {
        from: Box<[Transforms]>,
        /// Ticks done and ticks in all.
        done: f64,
        total: f64,
    },
    Graph(GraphId),
}

#[derive(Clone, Debug)]
pub(super) struct Base {
    ground: Ground,
    /// The sequence named last, kept after a release for the queries.
    seq: usize,
    clock: Clock,
    at: GridTime,
    /// The base moved, or was set, since its pose was written last.
    moved: bool,
    /// The last pose of a transition to mode 0 is shown once, then the base goes.
    leaves_next: bool,
    /// A call asked for the base's pose to be written at once.
    immediate: bool,
}

impl Default for Base {
    fn default() -> Self {
        Self {
            ground: Ground::None,
            seq: 0,
            clock: Clock::standing(0.0, 0.0),
            at: GridTime::START,
            moved: false,
            leaves_next: false,
            immediate: false,
        }
    }
}

impl Base {
    pub(super) fn is_set(&self) -> bool {
        !matches!(self.ground, Ground::None)
    }

    pub(super) fn has_moved(&self) -> bool {
        self.moved
    }

    pub(super) fn set_written(&mut self) {
        self.moved = false;
    }

    /// The graph that is the base.
    pub(super) fn graph(&self) -> Option<GraphId> {
        match self.ground {
            Ground::Graph(graph) => Some(graph),
            _ => None,
        }
    }

    /// Freezes what stands.
    pub(super) fn release(&mut self) {
        self.ground = Ground::None;
        self.moved = false;
        self.leaves_next = false;
    }

    pub(super) fn set_graph(&mut self, graph: GraphId) {
        self.ground = Ground::Graph(graph);
        self.moved = true;
        self.leaves_next = false;
        self.immediate = true;
    }

    pub(super) fn relocate(&mut self, sequences: &Sequences, seq: usize, length: f32) {
        if self.seq == seq {
            self.clock.set_length(length);
            self.at = sequences.locate(seq, self.clock.time());
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        match &self.ground {
            Ground::Transition { from, .. } => size_of_val(&**from),
            _ => 0,
        }
    }
}

impl Mixer {
    /// `Animate`: gives the object a base, or with [`PlayMode::Stop`] releases it.
    ///
    /// Without a transition the pose of the sequence's first frame (last, when `speed` is negative) is to be written at
    /// once: see [`Mixer::write_immediate`]. With `transition` ticks above 0 the base is the cross-fade to that frame; it
    /// starts from `standing`, the object's placements as they stand, one a joint. Channels that layers drive, and joints
    /// that are missing there, start from the base's own pose, and where there is none from the rest pose.
    /// The advance that ends the transition also advances the clip, by all its ticks, as in Blitz3D.
    ///
    /// Stopping at speed 0 freezes the pose; at another speed it first goes to the start of the sequence.
    ///
    /// # Errors
    /// When a number is not finite, or the sequence does not exist.
    pub fn animate(
        &mut self,
        mode: PlayMode,
        speed: f32,
        seq: usize,
        transition: f32,
        standing: &[Transform],
    ) -> Result<(), MixerError> {
        finite(speed, "the speed")?;
        finite(transition, "the transition time")?;
        if mode == PlayMode::Stop && speed == 0.0 {
            self.base.release();
            return Ok(());
        }
        let length = self.sequences.get(seq)?.length();
        let from = (transition > 0.0).then(|| self.own_pose(standing));
        let clock = Clock::new(mode, speed, length);
        self.base.seq = seq;
        self.base.clock = clock;
        self.base.at = self.sequences.locate(seq, clock.time());
        self.base.moved = true;
        self.base.leaves_next = false;
        self.base.immediate = from.is_none();
        self.base.ground = match from {
            Some(from) => Ground::Transition {
                from,
                done: 0.0,
                total: f64::from(transition),
            },
            None if mode == PlayMode::Stop => {
                self.base.moved = false;
                Ground::None
            }
            None => Ground::Clip,
        };
        Ok(())
    }

    /// `SetAnimTime`: a base that stands still at a frame, wrapped into `[0, length)`. Its pose is to be written at
    /// once: see [`Mixer::write_immediate`].
    ///
    /// # Errors
    /// When the time is not finite, or the sequence does not exist.
    pub fn set_anim_time(&mut self, frame: f32, seq: usize) -> Result<(), MixerError> {
        finite(frame, "the time")?;
        self.stand(frame, seq)?;
        self.base.ground = Ground::Clip;
        self.base.moved = true;
        Ok(())
    }

    /// Poses the object at a frame of a sequence without giving it a base.
    /// The pose is to be written at once: see [`Mixer::write_immediate`].
    ///
    /// # Errors
    /// As [`Mixer::set_anim_time`].
    pub fn pose_at(&mut self, frame: f32, seq: usize) -> Result<(), MixerError> {
        finite(frame, "the time")?;
        self.stand(frame, seq)?;
        self.base.release();
        Ok(())
    }

    fn stand(&mut self, frame: f32, seq: usize) -> Result<(), MixerError> {
        let length = self.sequences.get(seq)?.length();
        self.base.seq = seq;
        self.base.clock = Clock::standing(frame, length);
        self.base.at = self.sequences.locate(seq, self.base.clock.time());
        self.base.leaves_next = false;
        self.base.immediate = true;
        Ok(())
    }

    /// Writes the pose that the last of [`Mixer::animate`], [`Mixer::set_anim_time`], [`Mixer::pose_at`] and
    /// [`Mixer::play_graph`] shows at once: the base's own, without layers. Says whether there was one to write; a
    /// second call writes nothing.
    pub fn write_immediate(&mut self, pose: &mut PoseBuffer) -> bool {
        pose.fit(self.sequences.skeleton());
        if !std::mem::take(&mut self.base.immediate) {
            return false;
        }
        self.base.moved = false;
        let mut scratch = std::mem::take(&mut pose.scratch);
        for group in 0..self.driven.len() {
            let mut out = Transforms::IDENTITY;
            let mut bits = [0; 3];
            self.write_base::<Translation>(group, &mut scratch, &mut out, &mut bits);
            self.write_base::<Rotation>(group, &mut scratch, &mut out, &mut bits);
            self.write_base::<Scale>(group, &mut scratch, &mut out, &mut bits);
            super::evaluate::unpack(group, &out, bits, pose);
        }
        pose.scratch = scratch;
        true
    }

    fn write_base<K: Kind>(
        &self,
        group: usize,
        scratch: &mut crate::pose::Scratch,
        out: &mut Transforms,
        bits: &mut [u8; 3],
    ) {
        let (value, present) = match self.base.ground {
            Ground::None => self.base_clip::<K>(group),
            _ => self.base_value::<K>(group, scratch),
        };
        K::put(out, value);
        bits[K::INDEX] = present.bits();
    }

    /// The sequence at the clock's time, and where it drives the channel.
    fn base_clip<K: Kind>(&self, group: usize) -> (K::Group, crate::lanes::Lanes) {
        let Base { seq, at, .. } = self.base;
        let present = self.sequences.presence::<K>(seq, group).lanes();
        (self.sequences.sample::<K>(seq, group, at), present)
    }

    /// The base's own value of a channel, and 1 in the lanes where it drives it. Other lanes hold anything.
    #[inline(always)]
    pub(super) fn base_value<K: Kind>(
        &self,
        group: usize,
        scratch: &mut crate::pose::Scratch,
    ) -> (K::Group, crate::lanes::Lanes) {
        match &self.base.ground {
            Ground::None => (K::NEUTRAL, crate::lanes::Lanes::ZERO),
            Ground::Clip => self.base_clip::<K>(group),
            Ground::Transition { from, done, total } => {
                let (target, present) = self.base_clip::<K>(group);
                let share = crate::lanes::Lanes::splat((done / total).clamp(0.0, 1.0) as f32);
                (K::mix(K::of(&from[group]), target, share), present)
            }
            Ground::Graph(graph) => match self.graph_at(*graph) {
                Some(graph) => graph.evaluate::<K>(&self.sequences, self.side, group, scratch),
                None => (K::NEUTRAL, crate::lanes::Lanes::ZERO),
            },
        }
    }

    /// The pose below all layers: as it stands, moved by hand or not, as in Blitz3D; but where layers drive a channel, and for
    /// joints that `standing` leaves out, the base's value, or the rest value where it drives none: what layers add must not
    /// count twice.
    fn own_pose(&self, standing: &[Transform]) -> Box<[Transforms]> {
        let skeleton = self.sequences.skeleton();
        let mut pose = Transforms::pack(
            skeleton
                .joints()
                .iter()
                .enumerate()
                .map(|(joint, rest)| standing.get(joint).copied().unwrap_or(rest.rest)),
        );
        let mut scratch = crate::pose::Scratch::default();
        for (group, pose) in pose.iter_mut().enumerate() {
            let known = standing.len().saturating_sub(group * LANES);
            self.below_layers::<Translation>(group, known, &mut scratch, pose);
            self.below_layers::<Rotation>(group, known, &mut scratch, pose);
            self.below_layers::<Scale>(group, known, &mut scratch, pose);
        }
        pose
    }

    /// [`Mixer::own_pose`] for one kind of channel of a group, of which the first `known` joints stand in `pose`.
    fn below_layers<K: Kind>(
        &self,
        group: usize,
        known: usize,
        scratch: &mut crate::pose::Scratch,
        pose: &mut Transforms,
    ) {
        let driven = self.driven[group][K::INDEX];
        let mut below = crate::lanes::Lanes::ZERO;
        for lane in 0..LANES {
            below.0[lane] = f32::from(u8::from(lane >= known) | driven >> lane & 1);
        }
        let (value, present) = self.base_value::<K>(group, scratch);
        let own = K::select(present, value, self.sequences.rest::<K>(group));
        K::put(pose, K::select(below, own, K::of(pose)));
    }

    pub(super) fn advance_base(&mut self, ticks: f64) {
        if std::mem::take(&mut self.base.leaves_next) {
            self.base.release();
        }
        let base = &mut self.base;
        match &mut base.ground {
            Ground::None => return,
            Ground::Clip => {
                base.moved |= base.clock.is_running();
                base.clock.advance(ticks);
            }
            Ground::Transition { done, total, .. } => {
                base.moved = true;
                *done += ticks;
                if *done >= *total {
                    // As in Blitz3D the step that ends the transition is also a whole step of the clip.
                    base.clock.advance(ticks);
                    base.ground = Ground::Clip;
                    base.leaves_next = base.clock.mode() == PlayMode::Stop;
                }
            }
            Ground::Graph(graph) => {
                base.moved = true;
                if let Some(Some(graph)) = self.graphs.get_mut(graph.0) {
                    graph.advance(&self.sequences, ticks);
                }
            }
        }
        self.base.at = match self.sequences.get(self.base.seq) {
            Ok(_) => self.sequences.locate(self.base.seq, self.base.clock.time()),
            Err(_) => GridTime::START,
        };
    }

    /// `Animating`: whether the base moves: it plays and has not run out, is in transition, or is a graph.
    #[must_use]
    pub fn is_animating(&self) -> bool {
        match self.base.ground {
            Ground::None => false,
            Ground::Clip => self.base.clock.is_running(),
            Ground::Transition { .. } | Ground::Graph(_) => true,
        }
    }

    /// Whether there is a base for layers to stand on.
    #[must_use]
    pub fn has_base(&self) -> bool {
        self.base.is_set()
    }

    /// `AnimSeq`: the sequence that the base plays or played last.
    #[must_use]
    pub fn anim_seq(&self) -> usize {
        self.base.seq
    }

    /// `AnimTime`: the base's time in frames; it stands during a transition.
    #[must_use]
    pub fn anim_time(&self) -> f32 {
        self.base.clock.time()
    }

    /// `AnimLength`: length in frames of the base's sequence.
    #[must_use]
    pub fn anim_length(&self) -> f32 {
        self.base.clock.length()
    }
}
