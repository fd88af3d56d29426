//! The animation of entities: which entities its joints are, and how its pose reaches them.

use std::sync::Arc;

use flitz_animation::{Mixer, PoseBuffer, Skeleton, Transform, update_each};
use slotmap::SecondaryMap;

use crate::model::AnimatedPart;
use crate::world::{EntityId, World};

/// What drives the joints of an animated entity.
#[derive(Debug)]
pub struct Animation {
    /// The animated entity.
    owner: EntityId,
    /// Sequences, base and layers.
    pub mixer: Mixer,
    /// The entity of each joint.
    joints: Vec<EntityId>,
    pose: PoseBuffer,
    /// Whether the owner takes part in the running update.
    awake: bool,
}

/// All animations of a world, side by side so that crowds can be updated on all cores.
#[derive(Debug, Default)]
pub(crate) struct Animations {
    list: Vec<Animation>,
    by_owner: SecondaryMap<EntityId, usize>,
    /// Entities whose animation is that of one below them.
    stands_for: SecondaryMap<EntityId, StandIn>,
}

/// An entity in the place of an animated one below it.
#[derive(Clone, Copy, Debug)]
struct StandIn {
    /// The animated entity.
    owner: EntityId,
    /// Whether it also answers for it, as one that is animated itself does.
    answers: bool,
}

impl Animation {
    /// The animation of a model's part, at rest; `joints` holds the entity of each of its joints. Clips that do not fit the
    /// skeleton are left out.
    pub fn new(owner: EntityId, part: &AnimatedPart, joints: Vec<EntityId>) -> Self {
        let mut mixer = Mixer::new(Arc::clone(&part.skeleton));
        // Only a loader's mistake could make a clip that does not fit, or a part of a clip that is not there.
        for clip in &part.clips {
            let _ = mixer.add_sequence(Arc::clone(clip));
        }
        for named in &part.named_parts {
            let _ = mixer.add_part(named.clone());
        }
        Self::of(owner, mixer, joints)
    }

    /// An animation without sequences.
    pub(crate) fn without_sequences(
        owner: EntityId,
        skeleton: Arc<Skeleton>,
        joints: Vec<EntityId>,
    ) -> Self {
        Self::of(owner, Mixer::new(skeleton), joints)
    }

    fn of(owner: EntityId, mixer: Mixer, joints: Vec<EntityId>) -> Self {
        let pose = PoseBuffer::new(mixer.skeleton());
        Self {
            owner,
            mixer,
            joints,
            pose,
            awake: true,
        }
    }

    /// The entity of each joint, in the skeleton's order.
    pub fn joints(&self) -> &[EntityId] {
        &self.joints
    }

    /// The same sequences at rest, for a copy.
    fn copied(&self, owner: EntityId, joints: Vec<EntityId>) -> Self {
        Self::of(owner, self.mixer.copy_at_rest(), joints)
    }
}

impl Animations {
    pub(crate) fn insert(&mut self, animation: Animation) {
        self.remove(animation.owner);
        self.by_owner.insert(animation.owner, self.list.len());
        self.list.push(animation);
    }

    pub(crate) fn remove(&mut self, owner: EntityId) {
        self.stands_for.remove(owner);
        if let Some(at) = self.by_owner.remove(owner) {
            self.list.swap_remove(at);
            if let Some(moved) = self.list.get(at) {
                self.by_owner.insert(moved.owner, at);
            }
        }
    }

    /// Lets `above` stand for the animation of `owner`, which hangs below it; where it `answers`, as if it were its own.
    pub(crate) fn stand_for(&mut self, above: EntityId, owner: EntityId, answers: bool) {
        self.stands_for.insert(above, StandIn { owner, answers });
    }

    /// Copies what `old` has to `new`; `counterpart` gives the copy of an entity.
    pub(crate) fn copy(
        &mut self,
        old: EntityId,
        new: EntityId,
        counterpart: impl Fn(&EntityId) -> EntityId,
    ) {
        if let Some(&StandIn { owner, answers }) = self.stands_for.get(old) {
            self.stand_for(new, counterpart(&owner), answers);
        }
        let original = self.by_owner.get(old).and_then(|&at| self.list.get(at));
        if let Some(original) = original {
            let joints = original.joints.iter().map(counterpart).collect();
            let copy = original.copied(new, joints);
            self.insert(copy);
        }
    }

    fn owner_of(&self, id: EntityId) -> EntityId {
        match self.stands_for.get(id) {
            Some(stand_in) if !self.by_owner.contains_key(id) => stand_in.owner,
            _ => id,
        }
    }

    /// The animation that an entity plays.
    fn played_by(&self, id: EntityId) -> Option<&Animation> {
        self.list.get(*self.by_owner.get(self.owner_of(id))?)
    }

    /// The animation that counts as an entity's own.
    fn own(&self, id: EntityId) -> Option<&Animation> {
        let silent = self
            .stands_for
            .get(id)
            .is_some_and(|stand_in| !stand_in.answers);
        if silent && !self.by_owner.contains_key(id) {
            return None;
        }
        self.played_by(id)
    }
}

impl World {
    /// The animation of an entity: its own, or where it has none and was loaded with an animated part below it, that one's.
    pub fn animation(&self, id: EntityId) -> Option<&Animation> {
        self.animations.played_by(id)
    }

    /// The animation that is an entity's own, if it has one with sequences to play: the one that programs may ask about, because
    /// they walk a model's tree and count on each animation answering once.
    pub fn own_animation(&self, id: EntityId) -> Option<&Animation> {
        let own = self.animations.own(id);
        own.filter(|animation| animation.mixer.sequence_count() > 0)
    }

    /// The animation of an entity, to change. After changes that show at once (see [`Mixer::write_immediate`]) call
    /// [`World::show_pose`].
    pub fn animation_mut(&mut self, id: EntityId) -> Option<&mut Animation> {
        let at = *self.animations.by_owner.get(self.animations.owner_of(id))?;
        self.animations.list.get_mut(at)
    }

    /// The joints' places as they stand, for a transition that starts from them.
    pub fn standing_pose(&self, id: EntityId) -> Vec<Transform> {
        let joints = self.animation(id).map_or(&[][..], |a| &a.joints);
        joints
            .iter()
            .map(|&j| {
                self.entities
                    .get(j)
                    .map_or(Transform::IDENTITY, |e| e.local)
            })
            .collect()
    }

    /// Poses an entity in the first frame of its own first sequence, not animating: how Blitz3D hands over what it has loaded.
    /// What is animated below it keeps the places of the file.
    pub fn pose_at_start(&mut self, id: EntityId) {
        if self.own_animation(id).is_none() {
            return;
        }
        if let Some(animation) = self.animation_mut(id)
            && animation.mixer.pose_at(0.0, 0).is_ok()
        {
            self.show_pose(id);
        }
    }

    /// Brings the pose that the last change of an entity's animation asked for to its joints.
    pub fn show_pose(&mut self, id: EntityId) {
        let animations = &self.animations;
        let at = animations.by_owner.get(animations.owner_of(id)).copied();
        let mut list = std::mem::take(&mut self.animations.list);
        if let Some(animation) = at.and_then(|at| list.get_mut(at))
            && animation.mixer.write_immediate(&mut animation.pose)
        {
            self.apply(animation);
        }
        self.animations.list = list;
    }

    /// Advances all animations by `ticks` of 1/60 s and brings the poses to the joints. Hidden entities stand still, as in Blitz3D.
    /// Allocates nothing once it runs, but for what [`update_each`] needs.
    pub fn update_animations(&mut self, ticks: f32) {
        let mut list = std::mem::take(&mut self.animations.list);
        for animation in &mut list {
            animation.awake = self.is_shown(animation.owner);
        }
        update_each(&mut list, |animation| {
            if animation.awake {
                animation.mixer.advance(ticks);
                animation.mixer.evaluate(&mut animation.pose);
            }
        });
        for animation in list.iter().filter(|a| a.awake) {
            self.apply(animation);
        }
        self.animations.list = list;
    }

    /// Copies the written channels to the joints.
    fn apply(&mut self, animation: &Animation) {
        let pose = &animation.pose;
        for ((joint, channels), place) in animation
            .joints
            .iter()
            .zip(&pose.written)
            .zip(&pose.transforms)
        {
            if channels.is_empty() {
                continue;
            }
            if let Some(entity) = self.entities.get_mut(*joint) {
                channels.copy(place, &mut entity.local);
                if !entity.stale {
                    self.invalidate(*joint);
                }
            }
        }
    }

    /// Whether neither the entity nor anything above it is hidden.
    pub fn is_shown(&self, id: EntityId) -> bool {
        let mut at = Some(id);
        while let Some(here) = at {
            match self.entities.get(here) {
                Some(entity) if entity.visible => at = entity.parent,
                _ => return false,
            }
        }
        true
    }
}
