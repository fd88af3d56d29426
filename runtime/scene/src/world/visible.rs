//! Lists of visible entities.

use super::{EntityId, World};

/// The visible entities of a world, parents first, in order of creation: a hidden entity hides all its descendants. The memory is kept
/// from one listing to the next.
#[derive(Debug, Default)]
pub struct VisibleEntities {
    ids: Vec<EntityId>,
    stack: Vec<EntityId>,
}

impl VisibleEntities {
    /// Lists what is visible now.
    pub fn update(&mut self, world: &World) {
        let Self { ids, stack } = self;
        ids.clear();
        stack.clear();
        stack.extend(world.roots.iter().rev());
        while let Some(id) = stack.pop() {
            if let Some(entity) = world.entities.get(id).filter(|e| e.visible) {
                ids.push(id);
                stack.extend(entity.children.iter().rev());
            }
        }
    }

    /// The entities listed last.
    pub fn ids(&self) -> &[EntityId] {
        &self.ids
    }
}

impl World {
    /// The world's own list, of what is visible now. To be put back, so that its memory is kept: `self.scratch.visible = list`.
    pub(super) fn take_visible(&mut self) -> VisibleEntities {
        let mut list = std::mem::take(&mut self.scratch.visible);
        list.update(self);
        list
    }
}
