//! The animation of entities: which entities its joints are, and how its pose reaches them.

use std::sync::Arc;

use flitz_animation::{Channels, Clip, Mixer, PoseBuffer, Skeleton, Transform, update_each};
use slotmap::SecondaryMap;

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
    /// Loaded, and nothing has been seen of it yet: see [`World::settle_animations`].
    fresh: bool,
}

/// All animations of a world, side by side so that crowds can be updated on all cores.
#[derive(Debug, Default)]
pub(crate) struct Animations {
    list: Vec<Animation>,
    by_owner: SecondaryMap<EntityId, usize>,
    /// Entities that have no animation of their own but stand for one below them.
    stands_for: SecondaryMap<EntityId, EntityId>,
}

impl Animation {
    /// An animation at rest. Clips that do not fit the skeleton are left out.
    pub fn new(
        owner: EntityId,
        skeleton: &Arc<Skeleton>,
        joints: Vec<EntityId>,
        clips: &[Arc<Clip>],
    ) -> Self {
        let mut mixer = Mixer::new(Arc::clone(skeleton));
        for clip in clips {
            // Only a loader's mistake could make a clip that does not fit.
            let _ = mixer.add_sequence(Arc::clone(clip));
        }
        let pose = PoseBuffer::new(skeleton);
        Self {
            owner,
            mixer,
            joints,
            pose,
            awake: true,
            fresh: true,
        }
    }

    /// The entity of each joint, in the skeleton's order.
    pub fn joints(&self) -> &[EntityId] {
        &self.joints
    }

    /// The same sequences at rest, for a copy.
    fn copied(&self, owner: EntityId, joints: Vec<EntityId>) -> Self {
        let mixer = self.mixer.copy_at_rest();
        let pose = PoseBuffer::new(mixer.skeleton());
        Self {
            owner,
            mixer,
            joints,
            pose,
            awake: true,
            fresh: self.fresh,
        }
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

    /// Lets `root` stand for the animation of `owner`, which hangs below it.
    pub(crate) fn stand_for(&mut self, root: EntityId, owner: EntityId) {
        self.stands_for.insert(root, owner);
    }

    /// Copies what `old` has to `new`; `counterpart` gives the copy of an entity.
    pub(crate) fn copy(
        &mut self,
        old: EntityId,
        new: EntityId,
        counterpart: impl Fn(&EntityId) -> EntityId,
    ) {
        if let Some(&owner) = self.stands_for.get(old) {
            self.stands_for.insert(new, counterpart(&owner));
        }
        let original = self.by_owner.get(old).and_then(|&at| self.list.get(at));
        if let Some(original) = original {
            let joints = original.joints.iter().map(counterpart).collect();
            let copy = original.copied(new, joints);
            self.insert(copy);
        }
    }

    fn owner_of(&self, id: EntityId) -> EntityId {
        if self.by_owner.contains_key(id) {
            id
        } else {
            self.stands_for.get(id).copied().unwrap_or(id)
        }
    }
}

impl World {
    /// The animation of an entity: its own, or where it has none and was loaded with an animated part below it, that one's.
    pub fn animation(&self, id: EntityId) -> Option<&Animation> {
        let at = *self.animations.by_owner.get(self.animations.owner_of(id))?;
        self.animations.list.get(at)
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

    /// Poses freshly loaded models in the first frame of their first sequence, as Blitz3D shows them, where nothing plays yet. Joints that
    /// have been moved since loading are left alone. Comes before the first look at the world, not with loading, so that a layer that
    /// starts at once meets the rest pose.
    pub fn settle_animations(&mut self) {
        let mut animations = std::mem::take(&mut self.animations);
        for animation in &mut animations.list {
            if !std::mem::take(&mut animation.fresh) {
                continue;
            }
            let mixer = &mut animation.mixer;
            // A model without sequences has nothing to show.
            if mixer.has_base() || mixer.blend_count() > 0 || mixer.pose_at(0.0, 0).is_err() {
                continue;
            }
            mixer.write_immediate(&mut animation.pose);
            let rests = animation
                .mixer
                .skeleton()
                .joints()
                .iter()
                .map(|joint| joint.rest);
            for ((joint, rest), channels) in animation
                .joints
                .iter()
                .zip(rests)
                .zip(&mut animation.pose.written)
            {
                if self.entities.get(*joint).is_some_and(|e| e.local != rest) {
                    *channels = Channels::NONE;
                }
            }
            self.apply(animation);
        }
        self.animations = animations;
    }

    /// Brings the pose that the last change of an entity's animation asked for to its joints.
    pub fn show_pose(&mut self, id: EntityId) {
        let mut animations = std::mem::take(&mut self.animations);
        let at = animations.by_owner.get(animations.owner_of(id)).copied();
        if let Some(animation) = at.and_then(|at| animations.list.get_mut(at))
            && animation.mixer.write_immediate(&mut animation.pose)
        {
            self.apply(animation);
        }
        self.animations = animations;
    }

    /// Advances all animations by `ticks` of 1/60 s and brings the poses to the joints. Hidden entities stand still, as in Blitz3D.
    pub fn update_animations(&mut self, ticks: f32) {
        self.settle_animations();
        let mut animations = std::mem::take(&mut self.animations);
        for animation in &mut animations.list {
            animation.awake = self.is_shown(animation.owner);
        }
        update_each(&mut animations.list, |animation| {
            if animation.awake {
                animation.mixer.advance(ticks);
                animation.mixer.evaluate(&mut animation.pose);
            }
        });
        for animation in animations.list.iter().filter(|a| a.awake) {
            self.apply(animation);
        }
        self.animations = animations;
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
