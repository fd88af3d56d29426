//! Blending: layers over the base, masks, cross-fades, recorded deltas.

use std::sync::Arc;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::animation::{Blend, DeltaSide, LayerKind, MixerError};
use flitz_runtime::scene::EntityId;

use super::animation::{refused, sequence};
use super::numbers;
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "blending",
    [
        blend_anim,
        stop_anim_blend,
        anim_blend_weight,
        anim_blend_target,
        anim_blend_time,
        anim_blend_share,
        anim_blend_seq,
        count_anim_blends,
        cross_fade_anim,
        mask_anim_blend,
        unmask_anim_blend,
        anim_delta_side,
        bake_additive_seq,
        copy_anim_seq,
        rebase_additive_seq,
        reduce_anim_seq
    ]
);

/// Blends a sequence into the pose of an animated entity; a second call for the same sequence changes it.
///
/// `weight` is how much, 0 to 1. `fade` is how fast the weight goes there, in weight per second; 0 is at once. Modes: 0 stop,
/// 1 loop, 2 back and forth, 3 once. `additive` 1 adds the sequence's change against its first frame (or that of sequence `ref`) on
/// top of everything; 2 takes it away. Returns the slot, from 0, or -1 where there is no such sequence.
///
///     BlendAnim model, walk, 1 - speed#, 1, 1, 2
///     BlendAnim model, run, speed#, 1, 1, 2
#[command(BlendAnim, defaults(mode = 1, speed = 1.0, fade = 0.0, additive = 0, reference = -1))]
fn blend_anim(
    m: &mut Machine,
    object: EntityId,
    seq: i32,
    weight: f32,
    mode: i32,
    speed: f32,
    fade: f32,
    additive: i32,
    reference: i32,
) -> Answer<i32> {
    let weight = unit_weight(weight)?;
    let mode = m.play_mode("BlendAnim", mode);
    let kind = m.layer_kind(additive);
    let Some(animation) = m.animation(object) else {
        return Ok(-1);
    };
    let blend = Blend {
        weight,
        mode,
        speed,
        fade,
        kind,
        reference: usize::try_from(reference).ok(),
    };
    let slot = animation
        .mixer
        .blend(sequence(seq), blend)
        .map_err(refused)?;
    Ok(slot.map_or(-1, |slot| slot as i32))
}

/// Lets the blend of a sequence fade out, as fast as it was told to fade in.
#[command(StopAnimBlend)]
fn stop_anim_blend(m: &mut Machine, object: EntityId, seq: i32) -> Answer {
    if let Some(animation) = m.animation(object) {
        animation.mixer.stop_blend(sequence(seq));
    }
    Ok(())
}

/// The weight that the blend of a sequence has now, 0 where there is none.
#[command(AnimBlendWeight)]
fn anim_blend_weight(m: &mut Machine, object: EntityId, seq: i32) -> Answer<f32> {
    Ok(m.animation(object)
        .map_or(0.0, |a| a.mixer.blend_weight(sequence(seq))))
}

/// The weight that the blend of a sequence goes to, 0 where there is none.
#[command(AnimBlendTarget)]
fn anim_blend_target(m: &mut Machine, object: EntityId, seq: i32) -> Answer<f32> {
    Ok(m.animation(object)
        .map_or(0.0, |a| a.mixer.blend_target(sequence(seq))))
}

/// The time in frames of the blend of a sequence, 0 where there is none.
#[command(AnimBlendTime)]
fn anim_blend_time(m: &mut Machine, object: EntityId, seq: i32) -> Answer<f32> {
    Ok(m.animation(object)
        .map_or(0.0, |a| a.mixer.blend_time(sequence(seq))))
}

/// How much of the pose comes from the blend of a sequence, 0 to 1: its weight after all weights are divided by their sum.
#[command(AnimBlendShare)]
fn anim_blend_share(m: &mut Machine, object: EntityId, seq: i32) -> Answer<f32> {
    Ok(m.animation(object)
        .map_or(0.0, |a| a.mixer.blend_share(sequence(seq))))
}

/// The sequence that is blended in a slot, -1 where the slot is free.
#[command(AnimBlendSeq)]
fn anim_blend_seq(m: &mut Machine, object: EntityId, slot: i32) -> Answer<i32> {
    let slot = sequence(slot);
    Ok(m.animation(object)
        .and_then(|a| a.mixer.blend_sequence(slot))
        .map_or(-1, |seq| seq as i32))
}

/// How many blends an entity has, those that fade out included.
#[command(CountAnimBlends)]
fn count_anim_blends(m: &mut Machine, object: EntityId) -> Answer<i32> {
    Ok(m.animation(object)
        .map_or(0, |a| a.mixer.blend_count() as i32))
}

/// Goes over to a sequence in this many seconds, from whatever is blended now; 0 is at once.
///
/// Its blend goes up to 1 and every other blend goes down to 0, each from where it stands. Returns the slot, or -1 where there is
/// no such sequence.
///
/// It may be called once or on every update: a fade under way to the same sequence in the same time goes on and arrives. (Mode 3 plays
/// its sequence from the start with every call, as with BlendAnim.)
#[command(CrossFadeAnim, defaults(mode = 1, speed = 1.0))]
fn cross_fade_anim(
    m: &mut Machine,
    object: EntityId,
    seq: i32,
    seconds: f32,
    mode: i32,
    speed: f32,
) -> Answer<i32> {
    let mode = m.play_mode("CrossFadeAnim", mode);
    let Some(animation) = m.animation(object) else {
        return Ok(-1);
    };
    let slot = animation
        .mixer
        .cross_fade(sequence(seq), seconds, mode, speed)
        .map_err(refused)?;
    Ok(slot.map_or(-1, |slot| slot as i32))
}

/// Sets how much of a sequence's blend reaches a joint, 0 to 1, and with `children` 1 everything below it too.
///
/// May be set before the blend starts; stays until UnmaskAnimBlend.
#[command(MaskAnimBlend, defaults(children = true))]
fn mask_anim_blend(
    m: &mut Machine,
    object: EntityId,
    seq: i32,
    bone: &Str,
    weight: f32,
    children: bool,
) -> Answer {
    let (_, mixer) = m.mixer(object)?;
    mixer
        .mask_named(sequence(seq), &bone.to_text(), weight, children)
        .map_err(refused)
}

/// Lets the blend of a sequence reach all joints fully again.
#[command(UnmaskAnimBlend)]
fn unmask_anim_blend(m: &mut Machine, object: EntityId, seq: i32) -> Answer {
    if let Some(animation) = m.animation(object) {
        animation.mixer.unmask(sequence(seq));
    }
    Ok(())
}

/// Sets on which side additive blends turn a joint: 0 in its parent's frame (the start), 1 in its own.
#[command(AnimDeltaSide)]
fn anim_delta_side(m: &mut Machine, object: EntityId, side: i32) -> Answer {
    let side = match side {
        0 => DeltaSide::Left,
        1 => DeltaSide::Right,
        _ => {
            return Err(Interrupt::error(
                "The side is 0 (left: in the parent's frame) or 1 (right: in the joint's own frame).",
            ));
        }
    };
    if let Some(animation) = m.animation(object) {
        animation.mixer.set_delta_side(side);
    }
    Ok(())
}

/// Records the changes of a sequence against a frame of another (`reference` -1: its own) as a new sequence; returns its number.
///
/// The recording carries its reference pose and the joints it is for, so it can be blended as additive on any entity with the same
/// joints.
#[command(BakeAdditiveSeq, defaults(reference = -1, frame = 0.0))]
fn bake_additive_seq(
    m: &mut Machine,
    object: EntityId,
    seq: i32,
    reference: i32,
    frame: f32,
) -> Answer<i32> {
    let (_, mixer) = m.mixer(object)?;
    let number = mixer
        .bake_additive(sequence(seq), usize::try_from(reference).ok(), frame)
        .map_err(refused)?;
    Ok(number as i32)
}

/// Gives an entity a sequence of another, joints matched by name; returns its number there.
#[command(CopyAnimSeq)]
fn copy_anim_seq(m: &mut Machine, object: EntityId, source: EntityId, seq: i32) -> Answer<i32> {
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
#[command(RebaseAdditiveSeq)]
fn rebase_additive_seq(
    m: &mut Machine,
    object: EntityId,
    source: EntityId,
    seq: i32,
) -> Answer<i32> {
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
#[command(ReduceAnimSeq)]
fn reduce_anim_seq(m: &mut Machine, object: EntityId, seq: i32, tolerance: f32) -> Answer<i32> {
    let (_, mixer) = m.mixer(object)?;
    mixer
        .reduce_sequence(sequence(seq), tolerance)
        .map(|dropped| dropped as i32)
        .map_err(refused)
}

/// A weight as commands take it: an error unless finite, then brought into `[0, 1]`.
fn unit_weight(weight: f32) -> Answer<f32> {
    if weight.is_finite() {
        return Ok(weight.clamp(0.0, 1.0));
    }
    Err(refused(MixerError::NotFinite { what: "the weight" }))
}

impl Machine {
    /// What BlendAnim's number stands for; a note where it stands for nothing.
    fn layer_kind(&mut self, additive: i32) -> LayerKind {
        if !(0..=2).contains(&additive) {
            self.console.note(&format!(
                "BlendAnim: `additive` is 0, 1 (adds) or 2 (takes away), not {additive}. It adds, like 1."
            ));
        }
        numbers::layer_kind(additive)
    }

    fn note_lacking(&mut self, command: &str, joints: &[String]) {
        if !joints.is_empty() {
            let names = joints.join(", ");
            self.console.note(&format!(
                "{command}: the entity has no joints named {names}; their keys are left out."
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_clamped_or_refused() {
        for (given, taken) in [(7.0, 1.0), (-3.0, 0.0), (0.25, 0.25)] {
            assert_eq!(unit_weight(given).ok(), Some(taken));
        }
        for none in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(unit_weight(none).is_err());
        }
    }
}
