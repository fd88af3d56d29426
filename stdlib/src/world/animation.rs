//! Playing sequences: the commands Blitz3D had.

use std::sync::Arc;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::text::Str;
use flitz_runtime::animation::{Mixer, MixerError, PlayMode};
use flitz_runtime::scene::{Animation, EntityId};

use crate::command::commands;
use crate::machine::Machine;

/// A program's sequence number as the mixer counts them; a negative one is one that no object has.
pub(super) fn sequence(number: i32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// What the mixer refuses, as a sentence of its own.
pub(super) fn refused(error: MixerError) -> Interrupt {
    let text = error.to_string();
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
    pub(super) fn animation(&mut self, handle: i32) -> Result<Option<&mut Animation>, Interrupt> {
        let id = self.entity(handle)?;
        Ok(self.world.animation_mut(id))
    }

    /// The mixer of an entity, or the error that it has none.
    pub(super) fn mixer(&mut self, handle: i32) -> Result<(EntityId, &mut Mixer), Interrupt> {
        let id = self.entity(handle)?;
        let handles = &self.handles;
        match self.world.animation_mut(id) {
            Some(animation) => Ok((id, &mut animation.mixer)),
            None => Err(no_animation(handles.about(handle))),
        }
    }

    /// Advances the world: animations, by `ticks` of 1/60 s.
    fn update_world(&mut self, ticks: f32) -> Result<(), Interrupt> {
        if !ticks.is_finite() {
            return Err(Interrupt::error(
                "The elapsed time is not a usable number (it is infinite, or the result of something like 0/0).",
            ));
        }
        self.world.update_animations(ticks);
        Ok(())
    }
}

commands! {
    group "animation";

    /// Advances the world by this many ticks of 1/60 second: animations play on, fades go on.
    ///
    /// Call it once per turn of the main loop, before RenderWorld.
    fn UpdateWorld(m, elapsed_time: Float = 1.0) {
        m.update_world(elapsed_time)
    }

    /// Plays a sequence of an animated entity, as its base.
    ///
    /// Modes: 0 stop, 1 loop, 2 back and forth, 3 once. Speed 1 is one frame per tick; negative speeds run backwards.
    /// `transition` is the time in ticks in which the pose goes over to the new sequence. Blends of BlendAnim lie on top of it.
    fn Animate(m, entity: Int, mode: Int = 1, speed: Float = 1.0, sequence: Int = 0, transition: Float = 0.0) {
        let (id, _) = m.mixer(entity)?;
        let standing = if transition > 0.0 { m.world.standing_pose(id) } else { Vec::new() };
        let (_, mixer) = m.mixer(entity)?;
        mixer
            .animate(PlayMode::from_number(mode), speed, self::sequence(sequence), transition, &standing)
            .map_err(refused)?;
        m.world.show_pose(id);
        Ok(())
    }

    /// Poses an animated entity at a frame of a sequence, where it stands still.
    fn SetAnimTime(m, entity: Int, time: Float, anim_seq: Int = 0) {
        let (id, mixer) = m.mixer(entity)?;
        mixer.set_anim_time(time, sequence(anim_seq)).map_err(refused)?;
        m.world.show_pose(id);
        Ok(())
    }

    /// 1 while the sequence that Animate started plays, else 0.
    fn Animating(m, entity: Int) -> Int {
        Ok(m.animation(entity)?.is_some_and(|a| a.mixer.is_animating()).into())
    }

    /// The time in frames of the sequence that Animate plays; -1 for an entity without animation.
    fn AnimTime(m, entity: Int) -> Float {
        Ok(m.animation(entity)?.map_or(-1.0, |a| a.mixer.anim_time()))
    }

    /// The number of the sequence that Animate plays; -1 for an entity without animation.
    fn AnimSeq(m, entity: Int) -> Int {
        Ok(m.animation(entity)?.map_or(-1, |a| a.mixer.anim_seq() as i32))
    }

    /// The length in frames of the sequence that Animate plays; -1 for an entity without animation.
    fn AnimLength(m, entity: Int) -> Int {
        Ok(m.animation(entity)?.map_or(-1, |a| a.mixer.anim_length() as i32))
    }

    /// Makes a new sequence of the frames `first_frame` to `last_frame` of another; returns its number, -1 for an entity without
    /// animation.
    fn ExtractAnimSeq(m, entity: Int, first_frame: Int, last_frame: Int, anim_seq: Int = 0) -> Int {
        let Some(animation) = m.animation(entity)? else { return Ok(-1) };
        let number = animation.mixer.extract_sequence(first_frame as f32, last_frame as f32, sequence(anim_seq));
        number.map(|n| n as i32).map_err(refused)
    }

    /// Adds the sequences of another model file to an animated entity, joints matched by name.
    ///
    /// Returns the number of the last sequence, or -1 for an entity without animation. Joints of the file that the entity
    /// lacks are named in a note.
    fn LoadAnimSeq(m, entity: Int, file: Str) -> Int {
        let id = m.entity(entity)?;
        let path = file.to_text();
        let Some(skeleton) = m.world.animation(id).map(|a| Arc::clone(a.mixer.skeleton())) else { return Ok(-1) };
        match m.read_model(&path) {
            Err(why) => m.console.note(&format!("LoadAnimSeq \"{path}\": the sequences were not loaded: {why}")),
            Ok(model) => {
                let Some(part) = model.animated.first() else {
                    m.console.note(&format!("LoadAnimSeq \"{path}\": there is no animation in it."));
                    return m.last_sequence(id);
                };
                let mut lacking: Vec<String> = Vec::new();
                for clip in &part.clips {
                    let (clip, unmatched) = clip.for_skeleton(&part.skeleton, &skeleton);
                    lacking.extend(unmatched.into_iter().filter(|name| !lacking.contains(name)).collect::<Vec<_>>());
                    if let Some(animation) = m.world.animation_mut(id) {
                        animation.mixer.add_sequence(Arc::new(clip)).map_err(refused)?;
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
    fn CountAnimSeqs(m, entity: Int) -> Int {
        Ok(m.animation(entity)?.map_or(0, |a| a.mixer.sequence_count() as i32))
    }

    /// The name of a sequence, as the model file gives it; may be empty.
    fn AnimSeqName(m, entity: Int, seq: Int) -> Str {
        Ok(m.animation(entity)?.map_or(Str::EMPTY, |a| a.mixer.sequence_name(sequence(seq)).into()))
    }

    /// The number of the sequence with this name, -1 where there is none.
    fn FindAnimSeq(m, entity: Int, name: Str) -> Int {
        let found = m.animation(entity)?.and_then(|a| a.mixer.find_sequence(&name.to_text()));
        Ok(found.map_or(-1, |n| n as i32))
    }
}

impl Machine {
    fn last_sequence(&self, id: EntityId) -> Result<i32, Interrupt> {
        Ok(self
            .world
            .animation(id)
            .map_or(-1, |a| a.mixer.sequence_count() as i32 - 1))
    }
}
