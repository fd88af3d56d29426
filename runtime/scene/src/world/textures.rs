//! How long textures live: until their owner lets go of them and nothing is painted with them.

use super::{TextureId, World};
use crate::brush::Brush;

impl World {
    /// Lets go of a texture: it is gone as soon as nothing is painted with it.
    pub fn release_texture(&mut self, id: TextureId) {
        if self.textures.contains_key(id) && !self.released.contains(&id) {
            self.released.push(id);
            self.sweep_textures();
        }
    }

    /// Removes released textures that nothing is painted with.
    pub(super) fn sweep_textures(&mut self) {
        if self.released.is_empty() {
            return;
        }
        let brushes = self.entities.values().map(|e| &e.brush);
        let surfaces = self
            .meshes
            .values()
            .flat_map(|m| &m.mesh.surfaces)
            .map(|s| &s.brush);
        let mut unused = std::mem::take(&mut self.released);
        for brush in brushes.chain(surfaces) {
            let (used, rest) = unused.into_iter().partition(|&id| uses(brush, id));
            self.released.extend::<Vec<_>>(used);
            unused = rest;
            if unused.is_empty() {
                return;
            }
        }
        for id in unused {
            self.textures.remove(id);
        }
    }
}

fn uses(brush: &Brush, id: TextureId) -> bool {
    brush
        .textures
        .iter()
        .flatten()
        .any(|layer| layer.texture == id)
}
