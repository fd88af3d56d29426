//! Sounds in space: who hears them, and from where they come.

use std::collections::HashMap;

use flitz_interpreter::string::Str;
use flitz_runtime::audio::{Body, Listener};
use flitz_runtime::scene::{EntityId, EntityKind, World};
use glam::Vec3;

use super::sounds::{load, play};
use super::{ChannelId, SoundId, SoundState};
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// Who hears sounds in space, and what sounds there.
#[derive(Default)]
pub struct Space {
    listener: Listener,
    /// The entities that listen; the last one that is shown is heard through.
    ears: Vec<EntityId>,
    /// What sounds from where.
    pub(super) emitters: Vec<(EntityId, ChannelId)>,
    /// How the entities that listen or sound move.
    pub(super) moving: HashMap<EntityId, Body>,
}

impl Space {
    /// Who hears, as of the last RenderWorld.
    pub fn listener(&self) -> &Listener {
        &self.listener
    }

    /// A channel plays something else from now on.
    pub fn forget(&mut self, channel: ChannelId) {
        self.emitters.retain(|&(_, emitted)| emitted != channel);
    }

    fn body(&self, world: &mut World, id: EntityId) -> Body {
        Body {
            position: world.world_position(id),
            velocity: self
                .moving
                .get(&id)
                .map_or(Vec3::ZERO, |body| body.velocity),
        }
    }

    /// Follows how an entity moves from now on.
    fn follow(&mut self, world: &mut World, id: EntityId) {
        self.moving.entry(id).or_insert_with(|| Body {
            position: world.world_position(id),
            velocity: Vec3::ZERO,
        });
    }

    fn listen(&mut self, world: &mut World, id: EntityId) {
        let place = world.world_affine(id).matrix3;
        let (up, forward) = (
            place.y_axis.normalize_or_zero(),
            place.z_axis.normalize_or_zero(),
        );
        self.listener.body = self.body(world, id);
        self.listener.right = up.cross(forward).into();
    }
}

impl SoundState {
    /// The world has gone on by so many ticks: velocities are what came of it.
    pub fn world_updated(&mut self, world: &mut World, ticks: f32) {
        for (&id, body) in &mut self.space.moving {
            if world.get(id).is_some() {
                let position = world.world_position(id);
                body.velocity = (position - body.position) / ticks;
                body.position = position;
            }
        }
    }

    /// An entity was put elsewhere and did not move there.
    pub fn entity_reset(&mut self, world: &mut World, id: EntityId) {
        if let Some(body) = self.space.moving.get_mut(&id) {
            *body = Body {
                position: world.world_position(id),
                velocity: Vec3::ZERO,
            };
        }
    }

    /// The world is shown: what sounds in space is heard from where it is now. What is hidden stays where it was heard.
    pub fn world_shown(&mut self, world: &mut World, now: std::time::Duration) {
        let heard = !self.space.emitters.is_empty();
        if !heard && self.space.ears.is_empty() {
            return;
        }
        if heard {
            self.catch_up(now);
        }
        let Self {
            space, channels, ..
        } = self;
        let channels = &mut *channels;
        space
            .emitters
            .retain(|&(id, channel)| world.get(id).is_some() && channels[channel].is_playing());
        for &(id, channel) in &space.emitters {
            if world.is_shown(id) {
                channels[channel].put(space.body(world, id));
            }
        }
        let count = space.ears.len();
        space.ears.retain(|&id| world.get(id).is_some());
        if let Some(&id) = space.ears.iter().rev().find(|&&id| world.is_shown(id)) {
            space.listen(world, id);
        } else if space.ears.is_empty() && count > 0 {
            // Without a listener the world is heard from its middle.
            let Listener { body, right, .. } = Listener::default();
            (space.listener.body, space.listener.right) = (body, right);
        }
        for &(_, channel) in &space.emitters {
            channels[channel].tell(&space.listener);
        }
        let Space {
            moving,
            ears,
            emitters,
            ..
        } = space;
        moving
            .retain(|id, _| ears.contains(id) || emitters.iter().any(|(emitter, _)| emitter == id));
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "sounds in space",
    [load_3d_sound, create_listener, emit_sound]
);

/// Loads a sound that is to be heard from where an entity is (EmitSound), and returns its handle, or 0 where it cannot be played. Of a
/// file with two channels their mean is heard.
#[command(Load3DSound, permission = Read)]
fn load_3d_sound(m: &mut Machine, filename: &Str) -> Answer<i32> {
    load(m, "Load3DSound", filename, true)
}

/// Makes a listener, through whom EmitSound is heard: an entity whose right ear is on its x axis. Returns its handle. Most programs give
/// it the camera as parent.
///
/// Within 1 unit sounds are as loud as they get; beyond, loudness falls with the distance times `rolloff_factor` (0: not at all). With
/// `doppler_scale` what comes nearer sounds higher: 1 as in nature. `distance_scale` says how many units are a metre for that. What a
/// velocity is comes from how far something moved from one UpdateWorld to the next, for each tick.
#[command(
    CreateListener,
    defaults(rolloff_factor = 1.0, doppler_scale = 1.0, distance_scale = 1.0)
)]
fn create_listener(
    m: &mut Machine,
    parent: Option<EntityId>,
    rolloff_factor: f32,
    doppler_scale: f32,
    distance_scale: f32,
) -> Answer<i32> {
    let id = m.world.create(EntityKind::Listener, parent);
    let space = &mut m.sound.space;
    space.listener.roll_off = rolloff_factor;
    space.listener.doppler = doppler_scale;
    space.listener.units_per_metre = distance_scale;
    space.ears.push(id);
    space.follow(&mut m.world, id);
    space.listen(&mut m.world, id);
    m.entity_handle(id)
}

/// Plays a sound of Load3DSound from where an entity is, and returns the channel it plays on; 0 where there is no sound. With every
/// RenderWorld the sound is where the entity then is, while that is shown. A sound of LoadSound plays as with PlaySound.
#[command(EmitSound)]
fn emit_sound(m: &mut Machine, sound: Option<SoundId>, entity: EntityId) -> Answer<i32> {
    let Some(id) = sound else {
        return Ok(0);
    };
    let in_space = m.sound.sounds[id].in_space;
    let body = in_space.then(|| m.sound.space.body(&mut m.world, entity));
    let Some((handle, channel)) = play(m, id, body)? else {
        return Ok(0);
    };
    if in_space {
        m.sound.space.follow(&mut m.world, entity);
        m.sound.space.emitters.push((entity, channel));
    }
    Ok(handle)
}
