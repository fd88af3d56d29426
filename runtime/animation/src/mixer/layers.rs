//! Layers: `BlendAnim`, its fades, masks and queries.

use super::Mixer;
use crate::clock::{Clock, PlayMode};
use crate::error::{MixerError, finite};
use crate::mask::Mask;
use crate::ramp::Ramp;

/// What a layer does to the pose below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LayerKind {
    /// Mixes over the base; without a base, is averaged with the other overlays.
    #[default]
    Overlay,
    /// Adds its difference from a reference.
    Additive,
    /// Takes its difference from a reference away, after all additive layers.
    Subtractive,
}

/// How a layer is to play: the parameters of `BlendAnim`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// Target weight. The commands clamp it to `[0, 1]`; any finite weight works.
    pub weight: f32,
    /// What happens at the ends of the clip.
    pub mode: PlayMode,
    /// Frames per tick; negative plays backwards.
    pub speed: f32,
    /// Ramp rate in weight units per second; 0 or less sets the weight at once.
    pub fade: f32,
    /// Overlay, additive or subtractive.
    pub kind: LayerKind,
    /// The sequence whose frame 0 a delta is taken from. `None`, and a sequence that does not exist, mean the layer's own.
    pub reference: Option<usize>,
}

impl Default for Blend {
    fn default() -> Self {
        Self {
            weight: 1.0,
            mode: PlayMode::Loop,
            speed: 1.0,
            fade: 0.0,
            kind: LayerKind::Overlay,
            reference: None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) seq: usize,
    pub(super) weight: Ramp,
    pub(super) clock: Clock,
    pub(super) kind: LayerKind,
    /// The sequence whose frame 0 a delta is taken from.
    pub(super) reference: usize,
}

/// A cross-fade as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CrossFade {
    seq: usize,
    seconds: f32,
}

impl Mixer {
    /// `BlendAnim`: starts or updates the layer of a sequence and gives its slot.
    ///
    /// `Ok(None)` when the sequence does not exist, or a new layer is asked for with target 0. An update keeps time
    /// and current weight; a one shot, and a layer that was fading out, restart their time when the target is not 0.
    ///
    /// # Errors
    /// When a number is not finite, or recorded deltas belong to another rig.
    pub fn blend(&mut self, seq: usize, blend: Blend) -> Result<Option<usize>, MixerError> {
        let slot = self.set_layer(seq, blend)?;
        // The layer goes its own way now.
        if self.cross_fade.is_some_and(|fade| fade.seq == seq) {
            self.cross_fade = None;
        }
        Ok(slot)
    }

    fn set_layer(&mut self, seq: usize, blend: Blend) -> Result<Option<usize>, MixerError> {
        finite(blend.weight, "the weight")?;
        finite(blend.speed, "the speed")?;
        finite(blend.fade, "the fade")?;
        let Ok(clip) = self.sequences.get(seq) else {
            return Ok(None);
        };
        let length = clip.length();
        if blend.kind != LayerKind::Overlay {
            self.sequences.check_rig(seq)?;
        }
        let reference = blend
            .reference
            .filter(|&other| other < self.sequence_count())
            .unwrap_or(seq);
        if let Some(slot) = self.slot_of(seq) {
            if let Some(layer) = &mut self.layers[slot] {
                let was_fading_out = layer.weight.target() == 0.0;
                layer.clock.set(blend.mode, blend.speed);
                if blend.weight != 0.0 && (blend.mode == PlayMode::OneShot || was_fading_out) {
                    // The clip may have been replaced by one of another length since.
                    layer.clock = Clock::new(blend.mode, blend.speed, length);
                }
                layer.weight.set(blend.weight, blend.fade);
                layer.kind = blend.kind;
                layer.reference = reference;
            }
            self.drop_gone(slot);
            return Ok(Some(slot));
        }
        if blend.weight == 0.0 {
            return Ok(None);
        }
        let clock = Clock::new(blend.mode, blend.speed, length);
        let layer = Layer {
            seq,
            weight: Ramp::new(blend.weight, blend.fade),
            clock,
            kind: blend.kind,
            reference,
        };
        let free = self.layers.iter().position(Option::is_none);
        let slot = free.unwrap_or(self.layers.len());
        if slot == self.layers.len() {
            self.layers.push(Some(layer));
        } else {
            self.layers[slot] = Some(layer);
        }
        Ok(Some(slot))
    }

    /// `StopAnimBlend`: sends the layer's weight to 0 with the layer's own fade. Nothing when there is no layer.
    pub fn stop_blend(&mut self, seq: usize) {
        let Some(slot) = self.slot_of(seq) else {
            return;
        };
        if let Some(layer) = &mut self.layers[slot] {
            layer.weight.set(0.0, layer.weight.fade());
        }
        self.drop_gone(slot);
    }

    /// `CrossFadeAnim`: ramps the overlay of a sequence up to 1 and every other overlay down to 0, each from where it
    /// stands, all in `seconds` (0 or less: at once). Gives the slot, `Ok(None)` when the sequence does not exist.
    ///
    /// Asked for again, with the same sequence and time, a fade under way goes on as it is, so that a program may ask for
    /// it on every update and still arrive in time; overlays that came to it since start their way down.
    ///
    /// # Errors
    /// When a number is not finite.
    pub fn cross_fade(
        &mut self,
        seq: usize,
        seconds: f32,
        mode: PlayMode,
        speed: f32,
    ) -> Result<Option<usize>, MixerError> {
        finite(seconds, "the time")?;
        let asked = CrossFade { seq, seconds };
        let under_way = self.layer(seq).filter(|layer| {
            let rises = layer.kind == LayerKind::Overlay && layer.weight.target() == 1.0;
            rises && self.cross_fade == Some(asked)
        });
        let under_way = under_way.map(|layer| layer.weight.fade());
        // The rate is a placeholder that does not snap, where the ramp below sets the one that fits.
        let blend = Blend {
            mode,
            speed,
            fade: under_way.unwrap_or(1.0),
            ..Blend::default()
        };
        let Some(slot) = self.set_layer(seq, blend)? else {
            return Ok(None);
        };
        for (index, place) in self.layers.iter_mut().enumerate() {
            let overlay = place.as_mut().filter(|l| l.kind == LayerKind::Overlay);
            let Some(layer) = overlay else {
                continue;
            };
            let target = if index == slot { 1.0 } else { 0.0 };
            if under_way.is_none() || layer.weight.target() != target {
                layer.weight.reach(target, seconds);
            }
            if layer.weight.is_gone() {
                *place = None;
            }
        }
        self.cross_fade = Some(asked);
        Ok(Some(slot))
    }

    /// `MaskAnimBlend`: sets the weight factor, clamped to `[0, 1]`, of a sequence's layer on a joint, and on all below
    /// it when `children` is set. It may be set before the layer starts and stays until [`Mixer::unmask`].
    ///
    /// # Errors
    /// When sequence or joint do not exist, or the factor is not finite.
    pub fn mask(
        &mut self,
        seq: usize,
        joint: usize,
        factor: f32,
        children: bool,
    ) -> Result<(), MixerError> {
        finite(factor, "the weight")?;
        self.sequences.get(seq)?;
        let skeleton = self.sequences.skeleton();
        if joint >= skeleton.len() {
            return Err(MixerError::NoSuchJoint {
                name: joint.to_string(),
            });
        }
        if self.masks.len() <= seq {
            self.masks.resize(seq + 1, None);
        }
        self.masks[seq]
            .get_or_insert_with(|| Mask::new(skeleton.len()))
            .set(skeleton, joint, factor, children);
        Ok(())
    }

    /// [`Mixer::mask`] with the joint by name.
    ///
    /// # Errors
    /// As [`Mixer::mask`].
    pub fn mask_named(
        &mut self,
        seq: usize,
        joint: &str,
        factor: f32,
        children: bool,
    ) -> Result<(), MixerError> {
        let found = self.skeleton().find(joint);
        let index = found.ok_or_else(|| MixerError::NoSuchJoint {
            name: joint.to_owned(),
        })?;
        self.mask(seq, index, factor, children)
    }

    /// `UnmaskAnimBlend`: all factors of a sequence are 1 again.
    pub fn unmask(&mut self, seq: usize) {
        if let Some(mask) = self.masks.get_mut(seq) {
            *mask = None;
        }
    }

    /// `CountAnimBlends`: number of layers, those fading out included.
    #[must_use]
    pub fn blend_count(&self) -> usize {
        self.layers.iter().flatten().count()
    }

    /// `AnimBlendSeq`: the sequence of the layer in a slot, `None` when the slot is free.
    #[must_use]
    pub fn blend_sequence(&self, slot: usize) -> Option<usize> {
        self.layers.get(slot)?.as_ref().map(|layer| layer.seq)
    }

    /// `AnimBlendWeight#`: current weight of a sequence's layer, 0 if none.
    #[must_use]
    pub fn blend_weight(&self, seq: usize) -> f32 {
        self.layer(seq).map_or(0.0, |layer| layer.weight.current())
    }

    /// `AnimBlendTarget#`: target weight of a sequence's layer, 0 if none.
    #[must_use]
    pub fn blend_target(&self, seq: usize) -> f32 {
        self.layer(seq).map_or(0.0, |layer| layer.weight.target())
    }

    /// `AnimBlendTime#`: time of a sequence's layer in frames, 0 if none.
    #[must_use]
    pub fn blend_time(&self, seq: usize) -> f32 {
        self.layer(seq).map_or(0.0, |layer| layer.clock.time())
    }

    /// `AnimBlendShare#`: how much of the pose is a sequence's, masks and absent channels aside. For an overlay without
    /// a base its weight divided by the sum of the overlays' weights; with a base its weight times what the overlays
    /// after it leave; for additive and subtractive layers, which are outside of that, the weight. 0 if there is no layer.
    #[must_use]
    pub fn blend_share(&self, seq: usize) -> f32 {
        let Some(slot) = self.slot_of(seq) else {
            return 0.0;
        };
        let Some(layer) = &self.layers[slot] else {
            return 0.0;
        };
        let weight = layer.weight.current();
        if layer.kind != LayerKind::Overlay {
            return weight;
        }
        let weight_of = |layer: &Layer| {
            if layer.kind == LayerKind::Overlay {
                layer.weight.current()
            } else {
                0.0
            }
        };
        if self.base.is_set() {
            return self.layers[slot + 1..]
                .iter()
                .flatten()
                .fold(weight, |share, above| share * (1.0 - weight_of(above)));
        }
        let sum: f32 = self
            .layers
            .iter()
            .flatten()
            .map(|layer| weight_of(layer).max(0.0))
            .sum();
        if sum > 0.0 {
            weight.max(0.0) / sum
        } else {
            0.0
        }
    }

    fn slot_of(&self, seq: usize) -> Option<usize> {
        self.layers
            .iter()
            .position(|layer| layer.as_ref().is_some_and(|layer| layer.seq == seq))
    }

    fn layer(&self, seq: usize) -> Option<&Layer> {
        self.layers.iter().flatten().find(|layer| layer.seq == seq)
    }

    /// Frees the slot of a layer at target 0 and current 0. What it drove is restored by the next evaluation.
    fn drop_gone(&mut self, slot: usize) {
        if let Some(place) = self.layers.get_mut(slot)
            && place.as_ref().is_some_and(|layer| layer.weight.is_gone())
        {
            *place = None;
        }
    }

    pub(super) fn advance_layers(&mut self, ticks: f64) {
        for place in &mut self.layers {
            if let Some(layer) = place {
                layer.weight.advance(ticks);
                layer.clock.advance(ticks);
                if layer.weight.is_gone() {
                    *place = None;
                }
            }
        }
    }

    /// After a change of a sequence: what plays it finds its place anew.
    pub(super) fn relocate(&mut self, seq: usize) {
        let Ok(clip) = self.sequences.get(seq) else {
            return;
        };
        let length = clip.length();
        for layer in self
            .layers
            .iter_mut()
            .flatten()
            .filter(|layer| layer.seq == seq)
        {
            layer.clock.set_length(length);
        }
        for graph in self.graphs.iter_mut().flatten() {
            graph.relocate(&self.sequences, seq, length);
        }
        self.base.set_length(seq, length);
    }
}
