//! One evaluation: the blending job that the base, the layers and their weights come to.

use super::Mixer;
use super::layers::{Layer, LayerKind};
use crate::graph::GraphScratch;
use crate::job::{BlendJob, BlendLayer, BlendOperation, BlendScratch};
use crate::mask::Mask;
use crate::pose::PoseBuffer;
use crate::sequences::Sequences;
use crate::source::SampledPose;

/// Working space of evaluations; it grows to what the largest needs and stays.
#[derive(Clone, Debug, Default)]
pub(super) struct MixerScratch {
    pub(super) blend: BlendScratch,
    pub(super) graph: GraphScratch,
    /// The base where it is a transition or a graph.
    pub(super) base: SampledPose,
    /// Slots of the layers at work, in the order in which they are applied.
    order: Vec<usize>,
    /// Empty between evaluations.
    layers: Vec<BlendLayer<'static>>,
}

impl MixerScratch {
    pub(super) fn heap_bytes(&self) -> usize {
        self.blend.heap_bytes()
            + self.graph.heap_bytes()
            + self.base.heap_bytes()
            + self.order.capacity() * size_of::<usize>()
            + self.layers.capacity() * size_of::<BlendLayer>()
    }

    /// Lists the layers at work: overlays, then additive, then subtractive ones, by slot. An average is taken in the order of the
    /// sequences, so that the order of the calls cannot change a bit.
    fn list(&mut self, layers: &[Option<Layer>], averaged: bool) {
        self.order.clear();
        for kind in [
            LayerKind::Overlay,
            LayerKind::Additive,
            LayerKind::Subtractive,
        ] {
            let live = layers.iter().enumerate().filter_map(|(slot, layer)| {
                let layer = layer.as_ref()?;
                (layer.kind == kind && layer.weight.current() != 0.0).then_some(slot)
            });
            self.order.extend(live);
            if kind == LayerKind::Overlay && averaged && self.order.len() > 1 {
                let seq = |slot: usize| layers[slot].as_ref().map_or(0, |layer| layer.seq);
                self.order.sort_unstable_by_key(|&slot| seq(slot));
            }
        }
    }
}

/// The same list without its items, ready for others that may live as long as they like. The memory stays: collecting from a
/// list's own iterator reuses it.
fn emptied(mut layers: Vec<BlendLayer<'_>>) -> Vec<BlendLayer<'static>> {
    layers.clear();
    layers.into_iter().map_while(|_| None).collect()
}

impl Layer {
    /// What the layer comes to now.
    fn blended<'a>(
        &self,
        sequences: &'a Sequences,
        masks: &'a [Option<Mask>],
        averaged: bool,
    ) -> BlendLayer<'a> {
        let reference = || sequences.first_frame(self.reference);
        BlendLayer {
            source: sequences.source(self.seq, self.clock.time()),
            weight: self.weight.current(),
            mask: masks.get(self.seq).and_then(Option::as_ref),
            operation: match self.kind {
                LayerKind::Overlay if averaged => BlendOperation::Average,
                LayerKind::Overlay => BlendOperation::Overlay,
                LayerKind::Additive => BlendOperation::Additive {
                    reference: reference(),
                },
                LayerKind::Subtractive => BlendOperation::Subtractive {
                    reference: reference(),
                },
            },
        }
    }
}

impl Mixer {
    /// Writes the local pose at the current times and weights, and marks the channels it wrote: those that the layers
    /// drive, those that a moving base drives, and once those that layers no longer drive (from the base or the rest pose).
    /// All other channels of `pose` are left alone. Allocates nothing once it has been called for an object and `pose` like this.
    ///
    /// It is a [`BlendJob`]: overlays over a base are [`BlendOperation::Overlay`], without one [`BlendOperation::Average`].
    pub fn evaluate(&mut self, pose: &mut PoseBuffer) {
        pose.fit(self.sequences.skeleton());
        let averaged = !self.base.is_set();
        self.scratch.list(&self.layers, averaged);
        let lasting = self.driven.iter().any(|bits| *bits != [0; 3]);
        if self.scratch.order.is_empty() && !lasting && !self.base.has_moved() {
            return;
        }
        let Self {
            sequences,
            base,
            layers,
            masks,
            graphs,
            side,
            driven,
            scratch,
            ..
        } = self;
        let mut blended: Vec<BlendLayer<'_>> = std::mem::take(&mut scratch.layers);
        let live = scratch
            .order
            .iter()
            .filter_map(|&slot| layers[slot].as_ref());
        blended.extend(live.map(|layer| layer.blended(sequences, masks, averaged)));
        let job = BlendJob {
            skeleton: sequences.skeleton(),
            base: base.sampled(
                sequences,
                graphs,
                *side,
                &mut scratch.graph,
                &mut scratch.base,
            ),
            layers: &blended,
            side: *side,
        };
        job.run_after(driven, base.has_moved(), &mut scratch.blend, pose);
        scratch.layers = emptied(blended);
        self.base.set_written();
    }
}
