//! Playing sequences: the commands Blitz3D had.

use std::sync::Arc;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::numbers::float_to_int;
use flitz_interpreter::string::Str;
use flitz_runtime::animation::{Mixer, MixerError, PlayMode, SequencePart};
use flitz_runtime::scene::{Animation, EntityId, RecordError, RecordedChannels};

use super::numbers;
use crate::command::{Answer, Group, command, group};
use crate::handles::Kind;
use crate::machine::Machine;

/// A program's sequence number as the mixer counts them; a negative one becomes one that no object has, and is named as it was.
pub(super) fn sequence(number: i32) -> usize {
    number as isize as usize
}

/// What the mixer refuses, in the words of a program: numbers as it gave them, and what to try.
fn explained(error: &MixerError) -> String {
    // Numbers came through `sequence`: here they turn back.
    match error {
        MixerError::NoSuchSequence { seq, count } if *count > 0 => format!(
            "there is no animation sequence {}: this object has {count}, numbered from 0",
            *seq as isize
        ),
        MixerError::NoSuchNode { node } => {
            format!("the animation graph has no node {}", *node as isize)
        }
        MixerError::NoSuchJoint { name } => {
            format!("there is no bone called \"{name}\" on this object (letter case counts)")
        }
        MixerError::RigDiffers { joint } => format!(
            "this additive sequence was recorded on another skeleton: the first bone that differs is \"{joint}\" \
             (RebaseAdditiveSeq records it anew for this one)"
        ),
        MixerError::Negative { what, value } => {
            format!("{what} is {value}, but must be 0 or more")
        }
        other => other.to_string(),
    }
}

/// What the mixer refuses, as a sentence of its own.
pub(super) fn refused(error: MixerError) -> Interrupt {
    let text = explained(&error);
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    Interrupt::Error(first.into_iter().chain(letters).chain(['.']).collect())
}

fn no_animation(about: Option<&str>) -> Interrupt {
    let which = about.map(|a| format!(" ({a})")).unwrap_or_default();
    Interrupt::Error(format!(
        "This entity{which} has no animation. Was it loaded with LoadAnimMesh, from a file with animation, and not a part of it?"
    ))
}

impl Machine {
    /// The animation of an entity, if it has one.
    pub(super) fn animation(&mut self, id: EntityId) -> Option<&mut Animation> {
        self.world.animation_mut(id)
    }

    /// The mixer of an entity, or the error that it has none.
    pub(super) fn mixer(&mut self, id: EntityId) -> Result<(EntityId, &mut Mixer), Interrupt> {
        let handles = &self.handles;
        match self.world.animation_mut(id) {
            Some(animation) => Ok((id, &mut animation.mixer)),
            None => Err(no_animation(handles.about_key(Kind::Entity, id.to_bits()))),
        }
    }

    /// The animation that is an entity's own: what the queries of Blitz3D answer about. An entity that only stands for an animated one
    /// below it has none, and neither has a rig without sequences.
    fn own_animation(&self, id: EntityId) -> Option<&Animation> {
        self.world.own_animation(id)
    }

    /// The mode that a program's number stands for; a note where it stands for none.
    pub(super) fn play_mode(&mut self, command: &str, number: i32) -> PlayMode {
        if !(0..=3).contains(&number) {
            self.console.note(&format!(
                "{command}: there is no mode {number} (0 stop, 1 loop, 2 back and forth, 3 once). It plays once, like mode 3."
            ));
        }
        numbers::play_mode(number)
    }

    /// `value`, or 0 and a note where it is no number: Blitz3D went on there, and lost the pose.
    fn usable(&mut self, command: &str, what: &str, value: f32) -> f32 {
        if value.is_finite() {
            return value;
        }
        self.console.note(&format!(
            "{command}: {what} is not a usable number (it is infinite, or the result of something like 0/0). It counts as 0."
        ));
        0.0
    }

    /// What came of playing a sequence: one that does not exist changes nothing, as in Blitz3D, and is a note.
    fn ignore_absent(
        &mut self,
        command: &str,
        result: Result<(), MixerError>,
    ) -> Result<(), Interrupt> {
        match result {
            Err(error @ MixerError::NoSuchSequence { count: 1.., .. }) => {
                self.console.note(&format!(
                    "{command}: {}. Nothing changes.",
                    explained(&error)
                ));
                Ok(())
            }
            other => other.map_err(refused),
        }
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "animation",
    [
        update_world,
        animate,
        set_anim_time,
        animating,
        anim_time,
        anim_seq,
        anim_length,
        anim_seq_length,
        extract_anim_seq,
        set_anim_key,
        add_anim_seq,
        load_anim_seq,
        count_anim_seqs,
        anim_seq_name,
        find_anim_seq,
        count_anim_parts,
        anim_part_name
    ]
);

/// Advances the world by this many ticks of 1/60 second: animations play on, fades go on. Then everything that has moved since the last
/// time collides, as Collisions has said.
///
/// Call it once per turn of the main loop, before RenderWorld.
#[command(UpdateWorld, defaults(elapsed_time = 1.0))]
fn update_world(m: &mut Machine, elapsed_time: f32) -> Answer {
    let ticks = m.usable("UpdateWorld", "the elapsed time", elapsed_time);
    m.world.update_animations(ticks);
    m.world.update_collisions();
    m.sound.world_updated(&mut m.world, ticks);
    Ok(())
}

/// Plays a sequence of an animated entity, as its base.
///
/// Modes: 0 stop, 1 loop, 2 back and forth, 3 once. Speed 1 is one frame per tick; negative speeds run backwards, from the last
/// frame. Mode 0 with speed 0 freezes the pose where it is; with another speed it first goes to the start of the sequence. Blends of
/// BlendAnim lie on top of what plays.
///
/// `transition` is the time in ticks in which the pose, as it stands, goes over to the new sequence's first frame (its last, where
/// the speed is negative). AnimTime stands meanwhile; the UpdateWorld that ends it also plays the sequence on, by all its ticks.
///
/// A sequence that does not exist changes nothing.
#[command(
    Animate,
    defaults(mode = 1, speed = 1.0, sequence = 0, transition = 0.0)
)]
fn animate(
    m: &mut Machine,
    entity: EntityId,
    mode: i32,
    speed: f32,
    sequence: i32,
    transition: f32,
) -> Answer {
    let (id, _) = m.mixer(entity)?;
    let mode = m.play_mode("Animate", mode);
    let speed = m.usable("Animate", "the speed", speed);
    let transition = m.usable("Animate", "the transition time", transition);
    let standing = if transition > 0.0 {
        m.world.standing_pose(id)
    } else {
        Vec::new()
    };
    let (_, mixer) = m.mixer(entity)?;
    let played = mixer.animate(mode, speed, self::sequence(sequence), transition, &standing);
    m.ignore_absent("Animate", played)?;
    m.world.show_pose(id);
    Ok(())
}

/// Poses an animated entity at a frame of a sequence, where it stands still.
///
/// The time wraps: below 0 and from the sequence's length on it starts over. A sequence that does not exist changes nothing.
#[command(SetAnimTime, defaults(anim_seq = 0))]
fn set_anim_time(m: &mut Machine, entity: EntityId, time: f32, anim_seq: i32) -> Answer {
    let (id, _) = m.mixer(entity)?;
    let time = m.usable("SetAnimTime", "the time", time);
    let (_, mixer) = m.mixer(entity)?;
    let posed = mixer.set_anim_time(time, sequence(anim_seq));
    m.ignore_absent("SetAnimTime", posed)?;
    m.world.show_pose(id);
    Ok(())
}

/// 1 while the sequence that Animate started plays or goes over, else 0.
///
/// 0 for an entity without animation of its own, such as the root of a model in which a child is animated.
#[command(Animating)]
fn animating(m: &mut Machine, entity: EntityId) -> Answer<i32> {
    Ok(m.own_animation(entity)
        .is_some_and(|a| a.mixer.is_animating())
        .into())
}

/// The time in frames of the sequence that Animate plays; -1 for an entity without animation of its own.
#[command(AnimTime)]
fn anim_time(m: &mut Machine, entity: EntityId) -> Answer<f32> {
    Ok(m.own_animation(entity)
        .map_or(-1.0, |a| a.mixer.anim_time()))
}

/// The number of the sequence that Animate plays or played last; -1 for an entity without animation of its own.
#[command(AnimSeq)]
fn anim_seq(m: &mut Machine, entity: EntityId) -> Answer<i32> {
    Ok(m.own_animation(entity)
        .map_or(-1, |a| a.mixer.anim_seq() as i32))
}

/// The length in frames of the sequence that Animate plays or played last; -1 for an entity without animation of its own.
///
/// Right after LoadAnimMesh it is that of sequence 0. glTF lengths are rounded to whole frames: AnimSeqLength knows the exact one.
///
/// Programs may walk a model's tree and ask each part: where a child of the root is animated, the root answers -1 and the child its
/// length.
#[command(AnimLength)]
fn anim_length(m: &mut Machine, entity: EntityId) -> Answer<i32> {
    Ok(m.own_animation(entity)
        .map_or(-1, |a| float_to_int(a.mixer.anim_length())))
}

/// The exact length in frames of a sequence; -1 where there is none of this number.
///
///     seconds# = AnimSeqLength(model, 0) / 60
#[command(AnimSeqLength)]
fn anim_seq_length(m: &mut Machine, entity: EntityId, seq: i32) -> Answer<f32> {
    let animation = m.animation(entity);
    Ok(animation
        .and_then(|a| {
            a.mixer
                .sequence(sequence(seq))
                .ok()
                .map(|clip| clip.length())
        })
        .unwrap_or(-1.0))
}

/// Makes a new sequence of the frames `first_frame` to `last_frame` of another; returns its number, -1 for an entity without
/// animation.
///
/// A B3D file gives sequence 0, so the first extracted one is 1. The same frame twice makes a sequence of length 0, which stands; a
/// range the wrong way round makes an empty one, which moves nothing.
#[command(ExtractAnimSeq, defaults(anim_seq = 0))]
fn extract_anim_seq(
    m: &mut Machine,
    entity: EntityId,
    first_frame: i32,
    last_frame: i32,
    anim_seq: i32,
) -> Answer<i32> {
    let Some(animation) = m.animation(entity).filter(|a| a.mixer.sequence_count() > 0) else {
        return Ok(-1);
    };
    let number =
        animation
            .mixer
            .extract_sequence(first_frame as f32, last_frame as f32, sequence(anim_seq));
    let number = number.map_err(refused)?;
    if last_frame < first_frame {
        m.console.note(&format!(
                "ExtractAnimSeq: the last frame, {last_frame}, lies before the first, {first_frame}: the sequence is empty."
            ));
    }
    Ok(number as i32)
}

/// Records how an entity stands relative to its parent, as keys at a frame of a sequence to come, see `AddAnimSeq`.
///
/// The last three parameters say of what: its place, how it is turned, its size.
///
/// ```basic
/// door = CreatePivot()
/// SetAnimKey door, 0
/// TurnEntity door, 0, 90, 0
/// SetAnimKey door, 30
/// opening = AddAnimSeq(door, 30)
/// SetAnimTime door, 15, opening
/// Print Int(EntityYaw(door)) ; 45
/// ```
#[command(SetAnimKey, defaults(pos_key = true, rot_key = true, scale_key = true))]
fn set_anim_key(
    m: &mut Machine,
    entity: EntityId,
    frame: i32,
    pos_key: bool,
    rot_key: bool,
    scale_key: bool,
) -> Answer {
    let channels = RecordedChannels {
        translation: pos_key,
        rotation: rot_key,
        scale: scale_key,
    };
    m.world.record_keys(entity, frame, channels);
    Ok(())
}

/// Makes a sequence of so many frames of the keys that `SetAnimKey` recorded of an entity and of what hangs below it; returns its
/// number.
///
/// An entity without animation gets one: it and everything below it can be animated from then on, and what is parented to it later
/// cannot. An animated entity gets one more sequence; keys of entities that are not its joints are left out.
#[command(AddAnimSeq)]
fn add_anim_seq(m: &mut Machine, entity: EntityId, length: i32) -> Answer<i32> {
    let number = m
        .world
        .add_recorded_sequence(entity, length.max(0) as f32)
        .map_err(|error| match error {
            RecordError::Mixer(error) => refused(error),
            other => Interrupt::Error(format!("These keys make no sequence: {other}.")),
        })?;
    Ok(number as i32)
}

/// Adds the sequences of another model file to an animated entity, joints matched by name.
///
/// Returns the number of the last sequence, or -1 for an entity without animation. Joints of the file that the entity
/// lacks are named in a note.
#[command(LoadAnimSeq, permission = Read)]
fn load_anim_seq(m: &mut Machine, entity: EntityId, file: &Str) -> Answer<i32> {
    let id = entity;
    let path = file.to_text();
    let Some(skeleton) = m
        .world
        .animation(id)
        .map(|a| Arc::clone(a.mixer.skeleton()))
    else {
        return Ok(-1);
    };
    match m.read_model(&path) {
        Err(why) => m.console.note(&format!(
            "LoadAnimSeq \"{path}\": the sequences were not loaded: {why}"
        )),
        Ok(model) => {
            let Some(part) = model.animated.first() else {
                m.console.note(&format!(
                    "LoadAnimSeq \"{path}\": there is no animation in it."
                ));
                return m.last_sequence(id);
            };
            let before = m
                .world
                .animation(id)
                .map_or(0, |a| a.mixer.sequence_count());
            let mut lacking: Vec<String> = Vec::new();
            for clip in &part.clips {
                let (clip, unmatched) = clip.for_skeleton(&part.skeleton, &skeleton);
                lacking.extend(
                    unmatched
                        .into_iter()
                        .filter(|name| !lacking.contains(name))
                        .collect::<Vec<_>>(),
                );
                if let Some(animation) = m.world.animation_mut(id) {
                    animation
                        .mixer
                        .add_sequence(Arc::new(clip))
                        .map_err(refused)?;
                }
            }
            if let Some(animation) = m.world.animation_mut(id) {
                for SequencePart { name, place } in &part.named_parts {
                    let part = SequencePart {
                        name: name.clone(),
                        place: place.moved_by(before),
                    };
                    animation.mixer.add_part(part).map_err(refused)?;
                }
            }
            if !lacking.is_empty() {
                let names = lacking.join(", ");
                m.console.note(&format!("LoadAnimSeq \"{path}\": the entity has no joints named {names}; their keys are left out."));
            }
        }
    }
    m.last_sequence(id)
}

/// How many sequences an entity has; 0 for one without animation.
#[command(CountAnimSeqs)]
fn count_anim_seqs(m: &mut Machine, entity: EntityId) -> Answer<i32> {
    Ok(m.animation(entity)
        .map_or(0, |a| a.mixer.sequence_count() as i32))
}

/// The name of a sequence, as the model file gives it; may be empty.
#[command(AnimSeqName)]
fn anim_seq_name(m: &mut Machine, entity: EntityId, seq: i32) -> Answer<Str> {
    Ok(m.animation(entity)
        .map_or(Str::EMPTY, |a| a.mixer.sequence_name(sequence(seq)).into()))
}

/// The number of the sequence with this name, -1 where there is none.
///
/// Some B3D files name parts of their animation: a part of this name becomes a sequence, after all others, the first time it is asked
/// for. So the numbers of sequences are what they were in Blitz3D, which knew no names.
///
/// The exact name comes first, then one in other letters' case, then one that ends in `|` and the name: exporters write `Rig|Walk`.
///
///     walk = FindAnimSeq(model, "Walk")
#[command(FindAnimSeq)]
fn find_anim_seq(m: &mut Machine, entity: EntityId, name: &Str) -> Answer<i32> {
    let found = m
        .animation(entity)
        .and_then(|a| a.mixer.find_sequence(&name.to_text()));
    Ok(found.map_or(-1, |n| n as i32))
}

/// How many named parts the model file lists, those that are sequences included. FindAnimSeq makes a sequence of a part.
#[command(CountAnimParts)]
fn count_anim_parts(m: &mut Machine, entity: EntityId) -> Answer<i32> {
    Ok(m.animation(entity)
        .map_or(0, |a| a.mixer.part_count() as i32))
}

/// The name of a part, counted from 0, as the model file gives it; may be empty.
///
///     For part = 0 To CountAnimParts(model) - 1
///         Print AnimPartName(model, part)
///     Next
#[command(AnimPartName)]
fn anim_part_name(m: &mut Machine, entity: EntityId, part: i32) -> Answer<Str> {
    Ok(m.animation(entity)
        .map_or(Str::EMPTY, |a| a.mixer.part_name(sequence(part)).into()))
}

impl Machine {
    fn last_sequence(&self, id: EntityId) -> Result<i32, Interrupt> {
        Ok(self
            .world
            .animation(id)
            .map_or(-1, |a| a.mixer.sequence_count() as i32 - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_name_numbers_as_the_program_gave_them() {
        let said = |error| match refused(error) {
            Interrupt::Error(text) => text,
            _ => String::new(),
        };
        let absent = MixerError::NoSuchSequence {
            seq: sequence(-3),
            count: 2,
        };
        assert_eq!(
            said(absent),
            "There is no animation sequence -3: this object has 2, numbered from 0."
        );
        let node = MixerError::NoSuchNode { node: sequence(-1) };
        assert_eq!(said(node), "The animation graph has no node -1.");
        let tolerance = MixerError::Negative {
            what: "the tolerance",
            value: -1.0,
        };
        assert_eq!(
            said(tolerance),
            "The tolerance is -1, but must be 0 or more."
        );
    }
}
