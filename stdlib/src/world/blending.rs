//! Blending: layers over the base, masks, cross-fades, recorded deltas.

use std::sync::Arc;

use flitz_interpreter::host::Interrupt;
use flitz_runtime::animation::{Blend, DeltaSide, LayerKind, unit_weight};

use super::animation::{refused, sequence};
use crate::command::commands;

commands! {
    group "blending";

    /// Blends a sequence into the pose of an animated entity; a second call for the same sequence changes it.
    ///
    /// `weight` is how much, 0 to 1. `fade` is how fast the weight goes there, in weight per second; 0 is at once. Modes: 0 stop,
    /// 1 loop, 2 back and forth, 3 once. `additive` 1 adds the sequence's change against its first frame (or that of sequence `ref`) on
    /// top of everything; 2 takes it away. Returns the slot, from 0, or -1 where there is no such sequence.
    ///
    ///     BlendAnim model, walk, 1 - speed#, 1, 1, 2
    ///     BlendAnim model, run, speed#, 1, 1, 2
    fn BlendAnim(
        m, object: Int, seq: Int, weight: Float, mode: Int = 1, speed: Float = 1.0, fade: Float = 0.0, additive: Int = 0,
        reference: Int = -1,
    ) -> Int {
        let weight = unit_weight(weight).map_err(refused)?;
        let mode = m.play_mode("BlendAnim", mode);
        if !(0..=2).contains(&additive) {
            m.console.note(&format!("BlendAnim: `additive` is 0, 1 (adds) or 2 (takes away), not {additive}. It adds, like 1."));
        }
        let Some(animation) = m.animation(object)? else { return Ok(-1) };
        let blend = Blend {
            weight,
            mode,
            speed,
            fade,
            kind: LayerKind::from_number(additive),
            reference: usize::try_from(reference).ok(),
        };
        let slot = animation.mixer.blend(sequence(seq), blend).map_err(refused)?;
        Ok(slot.map_or(-1, |slot| slot as i32))
    }

    /// Lets the blend of a sequence fade out, as fast as it was told to fade in.
    fn StopAnimBlend(m, object: Int, seq: Int) {
        if let Some(animation) = m.animation(object)? {
            animation.mixer.stop_blend(sequence(seq));
        }
        Ok(())
    }

    /// The weight that the blend of a sequence has now, 0 where there is none.
    fn AnimBlendWeight(m, object: Int, seq: Int) -> Float {
        Ok(m.animation(object)?.map_or(0.0, |a| a.mixer.blend_weight(sequence(seq))))
    }

    /// The weight that the blend of a sequence goes to, 0 where there is none.
    fn AnimBlendTarget(m, object: Int, seq: Int) -> Float {
        Ok(m.animation(object)?.map_or(0.0, |a| a.mixer.blend_target(sequence(seq))))
    }

    /// The time in frames of the blend of a sequence, 0 where there is none.
    fn AnimBlendTime(m, object: Int, seq: Int) -> Float {
        Ok(m.animation(object)?.map_or(0.0, |a| a.mixer.blend_time(sequence(seq))))
    }

    /// How much of the pose comes from the blend of a sequence, 0 to 1: its weight after all weights are divided by their sum.
    fn AnimBlendShare(m, object: Int, seq: Int) -> Float {
        Ok(m.animation(object)?.map_or(0.0, |a| a.mixer.blend_share(sequence(seq))))
    }

    /// The sequence that is blended in a slot, -1 where the slot is free.
    fn AnimBlendSeq(m, object: Int, slot: Int) -> Int {
        let slot = sequence(slot);
        Ok(m.animation(object)?.and_then(|a| a.mixer.blend_sequence(slot)).map_or(-1, |seq| seq as i32))
    }

    /// How many blends an entity has, those that fade out included.
    fn CountAnimBlends(m, object: Int) -> Int {
        Ok(m.animation(object)?.map_or(0, |a| a.mixer.blend_count() as i32))
    }

    /// Goes over to a sequence in this many seconds, from whatever is blended now; 0 is at once.
    ///
    /// Its blend goes up to 1 and every other blend goes down to 0, each from where it stands. Returns the slot, or -1 where there is
    /// no such sequence.
    ///
    /// It may be called once or on every update: a fade under way to the same sequence in the same time goes on and arrives. (Mode 3 plays
    /// its sequence from the start with every call, as with BlendAnim.)
    fn CrossFadeAnim(m, object: Int, seq: Int, seconds: Float, mode: Int = 1, speed: Float = 1.0) -> Int {
        let mode = m.play_mode("CrossFadeAnim", mode);
        let Some(animation) = m.animation(object)? else { return Ok(-1) };
        let slot = animation.mixer.cross_fade(sequence(seq), seconds, mode, speed).map_err(refused)?;
        Ok(slot.map_or(-1, |slot| slot as i32))
    }

    /// Sets how much of a sequence's blend reaches a joint, 0 to 1, and with `children` 1 everything below it too.
    ///
    /// May be set before the blend starts; stays until UnmaskAnimBlend.
    fn MaskAnimBlend(m, object: Int, seq: Int, bone: Str, weight: Float, children: Int = 1) {
        let (_, mixer) = m.mixer(object)?;
        mixer.mask_named(sequence(seq), &bone.to_text(), weight, children != 0).map_err(refused)
    }

    /// Lets the blend of a sequence reach all joints fully again.
    fn UnmaskAnimBlend(m, object: Int, seq: Int) {
        if let Some(animation) = m.animation(object)? {
            animation.mixer.unmask(sequence(seq));
        }
        Ok(())
    }

    /// Sets on which side additive blends turn a joint: 0 in its parent's frame (the start), 1 in its own.
    fn AnimDeltaSide(m, object: Int, side: Int) {
        let side = match side {
            0 => DeltaSide::Left,
            1 => DeltaSide::Right,
            _ => return Err(Interrupt::error("The side is 0 (left: in the parent's frame) or 1 (right: in the joint's own frame).")),
        };
        if let Some(animation) = m.animation(object)? {
            animation.mixer.set_delta_side(side);
        }
        Ok(())
    }

    /// Records the changes of a sequence against a frame of another (`reference` -1: its own) as a new sequence; returns its number.
    ///
    /// The recording carries its reference pose and the joints it is for, so it can be blended as additive on any entity with the same
    /// joints.
    fn BakeAdditiveSeq(m, object: Int, seq: Int, reference: Int = -1, frame: Float = 0.0) -> Int {
        let (_, mixer) = m.mixer(object)?;
        let number = mixer.bake_additive(sequence(seq), usize::try_from(reference).ok(), frame).map_err(refused)?;
        Ok(number as i32)
    }

    /// Gives an entity a sequence of another, joints matched by name; returns its number there.
    fn CopyAnimSeq(m, object: Int, source: Int, seq: Int) -> Int {
        let (_, from) = m.mixer(source)?;
        let clip = Arc::clone(from.sequence(sequence(seq)).map_err(refused)?);
        let rig = Arc::clone(from.skeleton());
        let (_, mixer) = m.mixer(object)?;
        let (clip, lacking) = clip.for_skeleton(&rig, mixer.skeleton());
        let number = mixer.add_sequence(Arc::new(clip)).map_err(refused)?;
        m.note_lacking("CopyAnimSeq", &lacking);
        Ok(number as i32)
    }

    /// Records the additive sequence `seq` of `source` anew for the joints of `object`, where they differ; returns its number there.
    fn RebaseAdditiveSeq(m, object: Int, source: Int, seq: Int) -> Int {
        let (_, from) = m.mixer(source)?;
        let clip = Arc::clone(from.sequence(sequence(seq)).map_err(refused)?);
        let (_, mixer) = m.mixer(object)?;
        let Some((clip, lacking)) = clip.rebase_additive(mixer.skeleton()) else {
            return Err(Interrupt::Error(format!(
                "Sequence {seq} holds no recorded deltas. BakeAdditiveSeq makes a sequence that does."
            )));
        };
        let number = mixer.add_sequence(Arc::new(clip)).map_err(refused)?;
        m.note_lacking("RebaseAdditiveSeq", &lacking);
        Ok(number as i32)
    }

    /// Drops keys of a sequence so that every joint stays within `tolerance` units of where it was; returns how many.
    fn ReduceAnimSeq(m, object: Int, seq: Int, tolerance: Float) -> Int {
        let (_, mixer) = m.mixer(object)?;
        mixer.reduce_sequence(sequence(seq), tolerance).map(|dropped| dropped as i32).map_err(refused)
    }
}

impl crate::machine::Machine {
    fn note_lacking(&mut self, command: &str, joints: &[String]) {
        if !joints.is_empty() {
            let names = joints.join(", ");
            self.console.note(&format!(
                "{command}: the entity has no joints named {names}; their keys are left out."
            ));
        }
    }
}
