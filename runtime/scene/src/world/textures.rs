//! Equality of brushes, and the lifetime of textures: until their owner has released them and no brush uses them.

use super::{TextureId, World};
use crate::brush::{Brush, BrushTexture, TEXTURE_LAYERS};
use crate::texture::Texture;

type Layers<'a> = [Option<(BrushTexture, &'a Texture)>; TEXTURE_LAYERS];

impl World {
    /// Whether two brushes render the same, by which Blitz3D decides which surfaces to merge. Textures are equal where they have the same
    /// frame of the same images, flags and blend mode, also as two textures of one file; one with a transform equals only itself.
    pub fn paints_alike(&self, a: &Brush, b: &Brush) -> bool {
        let (ours, theirs) = (self.layers(a), self.layers(b));
        let same_layers = ours.iter().zip(&theirs).all(|pair| match pair {
            (None, None) => true,
            (Some((a, of_a)), Some((b, of_b))) => {
                let same_frame = of_a.pixels.is(&of_b.pixels) && a.frame == b.frame;
                let same_laying = (of_a.blend, of_a.flags, of_a.sampling)
                    == (of_b.blend, of_b.flags, of_b.sampling);
                let moved = of_a.is_moved() || of_b.is_moved();
                same_frame && same_laying && (a.texture == b.texture || !moved)
            }
            _ => false,
        });
        let blend = |brush: &Brush, layers: &Layers<'_>| {
            brush.resolve_blend(layers.map(|layer| layer.map(|(_, texture)| texture.flags)))
        };
        same_layers
            && (a.color, a.alpha, a.shininess, a.effects)
                == (b.color, b.alpha, b.shininess, b.effects)
            && a.alpha_cutoff == b.alpha_cutoff
            && blend(a, &ours) == blend(b, &theirs)
    }

    /// The layers of a brush that have an existing texture and frame.
    pub(super) fn layers(&self, brush: &Brush) -> Layers<'_> {
        brush.textures.map(|layer| {
            let layer = layer?;
            let texture = self.textures.get(layer.texture)?;
            ((layer.frame as usize) < texture.frame_count()).then_some((layer, texture))
        })
    }

    /// Releases a texture: it is removed as soon as no brush uses it.
    pub fn release_texture(&mut self, id: TextureId) {
        if self.textures.contains_key(id) && !self.released.contains(&id) {
            self.released.push(id);
            self.sweep_textures();
        }
    }

    /// Removes released textures that no brush uses.
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
        let levels: Vec<_> = self.entities.values().filter_map(|e| e.level()).collect();
        let in_level = |id: &TextureId| levels.iter().any(|level| level.level.uses(*id));
        // Of its texture and its lightmap a surface of a level shows one at times, and keeps both.
        let (kept, mut unused) = std::mem::take(&mut self.released)
            .into_iter()
            .partition(in_level);
        self.released = kept;
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
            self.gone.textures.push(id);
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
