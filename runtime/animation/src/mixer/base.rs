//! The base: `Animate`, `SetAnimTime`, their queries, and the pose they write at once.

use super::evaluate::MixerScratch;
use super::{GraphId, Mixer};
use crate::channel::{ChannelKind, Rotation, Scale, Translation};
use crate::clock::{Clock, PlayMode};
use crate::error::{MixerError, finite};
use crate::graph::{Graph, GraphPose, GraphScratch};
use crate::job::BlendJob;
use crate::lanes::{LANES, Lanes, Transforms};
use crate::pose::PoseBuffer;
use crate::rotation::DeltaSide;
use crate::sequences::Sequences;
use crate::source::{ChannelValues, PoseSource, SampledPose};
use crate::transform::Transform;

/// What the layers stand on.
#[derive(Clone, Debug, Default)]
enum BaseSource {
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
    source: BaseSource,
    /// The sequence named last, kept after a release for the queries.
    seq: usize,
    clock: Clock,
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
            source: BaseSource::None,
            seq: 0,
            clock: Clock::standing(0.0, 0.0),
            moved: false,
            leaves_next: false,
            immediate: false,
        }
    }
}

impl Base {
    pub(super) fn is_set(&self) -> bool {
        !matches!(self.source, BaseSource::None)
    }

    pub(super) fn has_moved(&self) -> bool {
        self.moved
    }

    pub(super) fn set_written(&mut self) {
        self.moved = false;
    }

    /// The graph that is the base.
    pub(super) fn graph(&self) -> Option<GraphId> {
        match self.source {
            BaseSource::Graph(graph) => Some(graph),
            _ => None,
        }
    }

    /// Freezes what stands.
    pub(super) fn release(&mut self) {
        self.source = BaseSource::None;
        self.moved = false;
        self.leaves_next = false;
    }

    pub(super) fn set_graph(&mut self, graph: GraphId) {
        self.source = BaseSource::Graph(graph);
        self.moved = true;
        self.leaves_next = false;
        self.immediate = true;
    }

    /// After a change of a sequence, which is so long now.
    pub(super) fn set_length(&mut self, seq: usize, length: f32) {
        if self.seq == seq {
            self.clock.set_length(length);
        }
    }

    /// The base's own pose, `None` where there is no base. `graph_scratch` and `pose` are working space.
    pub(super) fn sampled<'a>(
        &'a self,
        sequences: &'a Sequences,
        graphs: &'a [Option<Graph>],
        side: DeltaSide,
        graph_scratch: &mut GraphScratch,
        pose: &'a mut SampledPose,
    ) -> Option<PoseSource<'a>> {
        let joints = sequences.skeleton().len();
        match &self.source {
            BaseSource::None => return None,
            BaseSource::Clip => return Some(self.clip(sequences)),
            BaseSource::Transition { from, done, total } => {
                let mut transition = Transition {
                    from,
                    target: self.clip(sequences),
                    share: (done / total).clamp(0.0, 1.0) as f32,
                };
                pose.fill(joints, &mut transition);
            }
            BaseSource::Graph(graph) => match graphs.get(graph.0).and_then(Option::as_ref) {
                Some(graph) => {
                    let mut graph = GraphPose {
                        graph,
                        sequences,
                        side,
                        scratch: graph_scratch,
                    };
                    pose.fill(joints, &mut graph);
                }
                None => pose.reset(joints),
            },
        }
        Some(PoseSource::pose(pose))
    }

    /// The sequence at the clock's time.
    fn clip<'a>(&self, sequences: &'a Sequences) -> PoseSource<'a> {
        sequences.source(self.seq, self.clock.time())
    }

    pub(super) fn heap_bytes(&self) -> usize {
        match &self.source {
            BaseSource::Transition { from, .. } => size_of_val(&**from),
            _ => 0,
        }
    }
}

/// The way from a pose to what a clip gives.
struct Transition<'a> {
    from: &'a [Transforms],
    target: PoseSource<'a>,
    /// How far on the way, in `[0, 1]`.
    share: f32,
}

impl ChannelValues for Transition<'_> {
    fn values<K: ChannelKind>(&mut self, group: usize) -> (K::Values, Lanes) {
        let target = self.target.sample_called::<K>(group);
        let share = Lanes::splat(self.share);
        (
            K::mix(K::of(&self.from[group]), target, share),
            self.target.presence::<K>(group).lanes(),
        )
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
        self.base.moved = true;
        self.base.leaves_next = false;
        self.base.immediate = from.is_none();
        self.base.source = match from {
            Some(from) => BaseSource::Transition {
                from,
                done: 0.0,
                total: f64::from(transition),
            },
            None if mode == PlayMode::Stop => {
                self.base.moved = false;
                BaseSource::None
            }
            None => BaseSource::Clip,
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
        self.base.source = BaseSource::Clip;
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
        let Self {
            sequences,
            base,
            graphs,
            side,
            scratch,
            ..
        } = self;
        let MixerScratch {
            blend,
            graph,
            base: space,
            ..
        } = scratch;
        let own = base.sampled(sequences, graphs, *side, graph, space);
        let job = BlendJob {
            skeleton: sequences.skeleton(),
            // A pose without a base is that of the sequence named last.
            base: Some(own.unwrap_or_else(|| base.clip(sequences))),
            layers: &[],
            side: *side,
        };
        job.run_checked(blend, pose);
        true
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
        let (mut scratch, mut space) = (GraphScratch::default(), SampledPose::default());
        let base = self.base.sampled(
            &self.sequences,
            &self.graphs,
            self.side,
            &mut scratch,
            &mut space,
        );
        for (group, pose) in pose.iter_mut().enumerate() {
            let known = standing.len().saturating_sub(group * LANES);
            self.below_layers::<Translation>(group, known, base.as_ref(), pose);
            self.below_layers::<Rotation>(group, known, base.as_ref(), pose);
            self.below_layers::<Scale>(group, known, base.as_ref(), pose);
        }
        pose
    }

    /// [`Mixer::own_pose`] for one kind of channel of a group, of which the first `known` joints stand in `pose`.
    fn below_layers<K: ChannelKind>(
        &self,
        group: usize,
        known: usize,
        base: Option<&PoseSource<'_>>,
        pose: &mut Transforms,
    ) {
        let driven = self.driven[group][K::INDEX];
        let mut below = Lanes::ZERO;
        for lane in 0..LANES {
            below.0[lane] = f32::from(u8::from(lane >= known) | driven >> lane & 1);
        }
        let mut own = K::of(&self.sequences.skeleton().rest_groups()[group]);
        if let Some(base) = base {
            let present = base.presence::<K>(group).lanes();
            own = K::select(present, base.sample_called::<K>(group), own);
        }
        K::put(pose, K::select(below, own, K::of(pose)));
    }

    pub(super) fn advance_base(&mut self, ticks: f64) {
        if std::mem::take(&mut self.base.leaves_next) {
            self.base.release();
        }
        let base = &mut self.base;
        match &mut base.source {
            BaseSource::None => {}
            BaseSource::Clip => {
                base.moved |= base.clock.is_running();
                base.clock.advance(ticks);
            }
            BaseSource::Transition { done, total, .. } => {
                base.moved = true;
                *done += ticks;
                if *done >= *total {
                    // As in Blitz3D the step that ends the transition is also a whole step of the clip.
                    base.clock.advance(ticks);
                    base.source = BaseSource::Clip;
                    base.leaves_next = base.clock.mode() == PlayMode::Stop;
                }
            }
            BaseSource::Graph(graph) => {
                base.moved = true;
                if let Some(Some(graph)) = self.graphs.get_mut(graph.0) {
                    graph.advance(&self.sequences, ticks);
                }
            }
        }
    }

    /// `Animating`: whether the base moves: it plays and has not run out, is in transition, or is a graph.
    #[must_use]
    pub fn is_animating(&self) -> bool {
        match self.base.source {
            BaseSource::None => false,
            BaseSource::Clip => self.base.clock.is_running(),
            BaseSource::Transition { .. } | BaseSource::Graph(_) => true,
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
