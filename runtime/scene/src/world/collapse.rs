//! Making one plain mesh of a tree of meshes.

use glam::Affine3A;

use super::placement::inverse;
use super::{EntityId, World};
use crate::brush::Brush;
use crate::mesh::Mesh;

impl World {
    /// Makes one mesh entity below `parent` of all meshes at and below `root`, as they stand now: joints do not move it any more.
    /// Surfaces that are painted alike are joined. `root` itself is left alone.
    pub fn collapse(&mut self, root: EntityId, parent: Option<EntityId>) -> EntityId {
        let to_root = inverse(self.world_affine(root));
        let root_local = self
            .get(root)
            .map_or(Affine3A::IDENTITY, |e| e.local().to_affine());
        let mut whole = Mesh::default();
        // Blitz3D folds children in before their parent.
        let mut parts = self.subtree(root);
        parts.reverse();
        for id in parts {
            let place = root_local * to_root * self.world_affine(id);
            let Some(entity) = self.entities.get(id) else {
                continue;
            };
            let Some(mesh) = entity.mesh().and_then(|instance| self.mesh(instance.mesh)) else {
                continue;
            };
            for surface in &mesh.surfaces {
                let brush = Brush::combine(&surface.brush, &entity.brush);
                whole.add_surface(surface, brush, place);
            }
        }
        self.create_mesh(whole, parent)
    }
}
