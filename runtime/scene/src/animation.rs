//! The animation of entities: which entities its joints are, and how its pose reaches them.

use std::sync::Arc;

use flitz_animation::{Clip, Mixer, PoseBuffer, Skeleton, Transform, update_each};
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
    pub fn new(owner: EntityId, skeleton: &Arc<Skeleton>, joints: Vec<EntityId>, clips: &[Arc<Clip>]) -> Self {
        let mut mixer = Mixer::new(Arc::clone(skeleton));
        for clip in clips {
            // Only a loader's mistake could make a clip that does not fit.
            let _ = mixer.add_sequence(Arc::clone(clip));
        }
        let pose = PoseBuffer::new(skeleton);
        Self { owner, mixer, joints, pose, awake: true }
    }

    /// The entity of each joint, in the skeleton's order.
    pub fn joints(&self) -> &[EntityId] {
        &self.joints
    }

    /// The same sequences at rest, for a copy.
    fn copied(&self, owner: EntityId, joints: Vec<EntityId>) -> Self {
        let mixer = self.mixer.copy_at_rest();
        let pose = PoseBuffer::new(mixer.skeleton());
        Self { owner, mixer, joints, pose, awake: true }
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
    pub(crate) fn copy(&mut self, old: EntityId, new: EntityId, counterpart: impl Fn(&EntityId) -> EntityId) {
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
        if self.by_owner.contains_key(id) { id } else { self.stands_for.get(id).copied().unwrap_or(id) }
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
        joints.iter().map(|&j| self.entities.get(j).map_or(Transform::IDENTITY, |e| e.local)).collect()
    }

    /// Poses an entity in the first frame of its first sequence, as a freshly loaded model stands. Nothing plays.
    pub fn pose_first_frame(&mut self, id: EntityId) {
        let parts: Vec<EntityId> =
            self.subtree(id).into_iter().filter(|&e| self.animations.by_owner.contains_key(e)).collect();
        for part in parts {
            if let Some(animation) = self.animation_mut(part) {
                // A model without sequences has nothing to show.
                let _ = animation.mixer.pose_at(0.0, 0);
            }
            self.show_pose(part);
        }
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
        for ((joint, channels), place) in animation.joints.iter().zip(&pose.written).zip(&pose.transforms) {
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
