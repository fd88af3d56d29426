//! Parents and children.

use super::{EntityId, World};

impl World {
    /// Attaches an entity to another, or to none. `keep_place` keeps where it stands in the world; else its position, rotation and scale
    /// are taken as relative to the new parent. Attaching it to its present parent changes nothing, not even its position among its
    /// siblings. Attaching below itself is refused: returns false.
    pub fn set_parent(&mut self, id: EntityId, parent: Option<EntityId>, keep_place: bool) -> bool {
        if parent.is_some_and(|p| self.is_at_or_below(p, id)) || !self.entities.contains_key(id) {
            return false;
        }
        // Decomposing a mirrored or sheared transform would change it.
        if self.entities.get(id).is_some_and(|e| e.parent == parent) {
            return true;
        }
        let world = keep_place.then(|| self.world_affine(id));
        self.detach(id);
        self.attach(id, parent);
        match world {
            Some(world) => self.set_world_affine(id, world),
            None => {
                self.invalidate(id);
                self.reset_collisions(id);
            }
        }
        true
    }

    pub(super) fn attach(&mut self, id: EntityId, parent: Option<EntityId>) {
        let siblings = match parent.and_then(|p| self.entities.get_mut(p)) {
            Some(parent) => &mut parent.children,
            None => &mut self.roots,
        };
        siblings.push(id);
        if let Some(entity) = self.entities.get_mut(id) {
            entity.parent = parent;
        }
    }

    pub(super) fn detach(&mut self, id: EntityId) {
        let parent = self.entities.get(id).and_then(|e| e.parent);
        let siblings = match parent.and_then(|p| self.entities.get_mut(p)) {
            Some(parent) => &mut parent.children,
            None => &mut self.roots,
        };
        // Short-lived entities are near the end.
        if let Some(at) = siblings.iter().rposition(|&s| s == id) {
            siblings.remove(at);
        }
    }

    /// Whether `id` is `root` or a descendant of it.
    pub fn is_at_or_below(&self, id: EntityId, root: EntityId) -> bool {
        let mut at = Some(id);
        while let Some(here) = at {
            if here == root {
                return true;
            }
            at = self.entities.get(here).and_then(|e| e.parent);
        }
        false
    }

    /// The entity and its descendants, parents first, children in order.
    pub fn subtree(&self, root: EntityId) -> Vec<EntityId> {
        let mut out = Vec::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if let Some(entity) = self.entities.get(id) {
                out.push(id);
                stack.extend(entity.children.iter().rev());
            }
        }
        out
    }

    /// The first entity at or below `root` with exactly this name, depth first, `root` itself before all.
    pub fn find_child(&self, root: EntityId, name: &str) -> Option<EntityId> {
        self.subtree(root)
            .into_iter()
            .find(|&id| self.entities.get(id).is_some_and(|e| e.name == name))
    }
}
