//! The animation state of one object.

mod base;
mod evaluate;
mod graphs;
mod layers;
mod names;

use crate::clip::Clip;
use crate::error::MixerError;
use crate::graph::Graph;
use crate::job::DrivenBits;
use crate::mask::Mask;
use crate::rotation::DeltaSide;
use crate::sequences::Sequences;
use crate::skeleton::Skeleton;
use base::Base;
use evaluate::MixerScratch;
use layers::{CrossFade, Layer};
use std::sync::Arc;

pub use graphs::GraphId;
pub use layers::{Blend, LayerKind};

/// The sequences of one object, its base, its layers, masks and graphs.
///
/// Calls change the state; [`Mixer::advance`] moves the time; [`Mixer::evaluate`] writes the pose. The calls match the
/// BASIC commands one to one and check their numbers; a refused call changes nothing. Clips and skeleton are
/// shared, so a character costs little more than its clocks and weights.
#[derive(Clone, Debug)]
pub struct Mixer {
    sequences: Sequences,
    base: Base,
    /// By slot; a slot whose layer is gone is free for the next.
    layers: Vec<Option<Layer>>,
    /// By sequence.
    masks: Vec<Option<Mask>>,
    graphs: Vec<Option<Graph>>,
    /// The cross-fade asked for last, while nothing else has touched its layer.
    cross_fade: Option<CrossFade>,
    side: DeltaSide,
    /// Per group of joints and kind of channel, one bit a joint: the layers drove it at the last evaluation.
    driven: Box<[DrivenBits]>,
    scratch: MixerScratch,
}

impl Mixer {
    /// A mixer without sequences; everything rests.
    #[must_use]
    pub fn new(skeleton: Arc<Skeleton>) -> Self {
        let groups = skeleton.rest_groups().len();
        Self {
            sequences: Sequences::new(skeleton),
            base: Base::default(),
            layers: Vec::new(),
            masks: Vec::new(),
            graphs: Vec::new(),
            cross_fade: None,
            side: DeltaSide::default(),
            driven: vec![[0; 3]; groups].into(),
            scratch: MixerScratch::default(),
        }
    }

    /// A mixer for a copy of the object: the same sequences, nothing playing (as `CopyEntity` makes it).
    #[must_use]
    pub fn copy_at_rest(&self) -> Self {
        let mut copy = Self::new(self.skeleton().clone());
        copy.sequences = self.sequences.clone();
        copy
    }

    /// The rig.
    #[must_use]
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        self.sequences.skeleton()
    }

    /// The sequences, in their numbers' order.
    #[must_use]
    pub fn sequences(&self) -> &[Arc<Clip>] {
        self.sequences.clips()
    }

    /// The sequence of that number.
    ///
    /// # Errors
    /// When there is none.
    pub fn sequence(&self, seq: usize) -> Result<&Arc<Clip>, MixerError> {
        self.sequences.get(seq)
    }

    /// Adds a sequence and gives its number.
    ///
    /// # Errors
    /// When the clip is for another number of joints.
    pub fn add_sequence(&mut self, clip: Arc<Clip>) -> Result<usize, MixerError> {
        self.sequences.add(clip)
    }

    /// Puts another clip in the place of a sequence, as `SetAnimKey` and `ReduceAnimSeq` do. What plays it goes on with
    /// the new keys and the new length.
    ///
    /// # Errors
    /// When there is no such sequence, or the clip is for another number of joints.
    pub fn replace_sequence(&mut self, seq: usize, clip: Arc<Clip>) -> Result<(), MixerError> {
        self.sequences.replace(seq, clip)?;
        self.relocate(seq);
        Ok(())
    }

    /// `CountAnimSeqs`: number of sequences.
    #[must_use]
    pub fn sequence_count(&self) -> usize {
        self.sequences.clips().len()
    }

    /// `ExtractAnimSeq`: adds the frames `first..=last` of a sequence as a new one and gives its number. It may be empty:
    /// see [`Clip::extract`].
    ///
    /// # Errors
    /// When there is no such sequence, or a frame is not finite.
    pub fn extract_sequence(
        &mut self,
        first: f32,
        last: f32,
        seq: usize,
    ) -> Result<usize, MixerError> {
        let clip = self.sequences.get(seq)?.extract(first, last)?;
        self.add_sequence(Arc::new(clip))
    }

    /// `BakeAdditiveSeq`: records the deltas of `seq` against `reference` (its own when `None`) at `frame` as a new
    /// sequence and gives its number.
    ///
    /// # Errors
    /// When a sequence does not exist, or the frame is not finite.
    pub fn bake_additive(
        &mut self,
        seq: usize,
        reference: Option<usize>,
        frame: f32,
    ) -> Result<usize, MixerError> {
        crate::error::finite(frame, "the frame")?;
        let clip = self.sequences.get(seq)?;
        let reference = self.sequences.get(reference.unwrap_or(seq))?;
        let baked = clip.bake_additive(reference, frame, self.skeleton());
        self.add_sequence(Arc::new(baked))
    }

    /// `ReduceAnimSeq`: drops keys of a sequence so that every joint stays within `tolerance` world units of where
    /// it was in model space; see [`Clip::reduce`]. Gives the number of keys dropped.
    ///
    /// # Errors
    /// When the sequence does not exist, or the tolerance is not a finite number of 0 or more.
    pub fn reduce_sequence(&mut self, seq: usize, tolerance: f32) -> Result<usize, MixerError> {
        let clip = self.sequences.get(seq)?;
        let reduced = clip.reduce(self.skeleton(), self.sequences.clips(), tolerance)?;
        let dropped = clip.key_count() - reduced.key_count();
        self.replace_sequence(seq, Arc::new(reduced))?;
        Ok(dropped)
    }

    /// `AnimDeltaSide`: on which side deltas are taken and applied.
    pub fn set_delta_side(&mut self, side: DeltaSide) {
        self.side = side;
    }

    /// Advances all clocks, fades and transitions by `ticks` of 1/60 s. Numbers that are not finite count as 0.
    pub fn advance(&mut self, ticks: f32) {
        let ticks = if ticks.is_finite() {
            f64::from(ticks)
        } else {
            0.0
        };
        self.advance_base(ticks);
        self.advance_layers(ticks);
    }

    /// Bytes this object holds on the heap; clips and skeleton are shared and not counted.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let masks: usize = self.masks.iter().flatten().map(Mask::heap_bytes).sum();
        let graphs: usize = self.graphs.iter().flatten().map(Graph::heap_bytes).sum();
        size_of_val(self.sequences.clips())
            + self.base.heap_bytes()
            + self.layers.capacity() * size_of::<Option<Layer>>()
            + self.masks.capacity() * size_of::<Option<Mask>>()
            + masks
            + graphs
            + size_of_val(&*self.driven)
            + self.scratch.heap_bytes()
    }
}
