//! The order of a loaded mesh's surfaces where its format leaves it to their brushes.
//!
//! Blitz3D keeps the surfaces of a B3D mesh sorted by the bytes of their render states, as memory holds them: each number with its lowest
//! byte first. Programs number surfaces in this order, and transparent surfaces of one mesh are drawn by it.

use super::World;
use crate::brush::{Blend, Brush, TEXTURE_LAYERS};
use crate::mesh::Surface;
use crate::pixels::Pixels;
use crate::texture::{TextureBlend, TextureFlags};

/// Colour, shininess, alpha, blend mode and effects, then for each layer picture, transform, blend mode and coordinates; each number with its
/// bytes in reverse, so that comparing numbers compares the bytes from the lowest on.
type SortKey = ([u32; 7], [[u32; 4]; TEXTURE_LAYERS]);

/// Blitz3D's effect of a brush whose first texture is masked.
const ALPHA_TEST: u32 = 0x2000;

impl World {
    /// Sorts surfaces by their brushes. Surfaces with the same brush but for the pictures stay as they are among each other: Blitz3D sorts
    /// them by addresses.
    pub(super) fn sort_surfaces(&self, surfaces: Vec<Surface>) -> Vec<Surface> {
        let mut pictures: Vec<(Pixels, u32)> = Vec::new();
        let mut keyed: Vec<(SortKey, Surface)> = surfaces
            .into_iter()
            .map(|surface| (self.sort_key(&surface.brush, &mut pictures), surface))
            .collect();
        keyed.sort_by_key(|(key, _)| *key);
        keyed.into_iter().map(|(_, surface)| surface).collect()
    }

    /// `pictures` holds the pictures met so far with their frames; they are numbered as they come.
    fn sort_key(&self, brush: &Brush, pictures: &mut Vec<(Pixels, u32)>) -> SortKey {
        let layers = self.layers(brush);
        let flags = layers.map(|layer| layer.map(|(_, texture)| texture.flags));
        let blend = match brush.resolve_blend(flags) {
            Blend::Replace => 0,
            Blend::Alpha => 1,
            Blend::Multiply => 2,
            Blend::Add => 3_u32,
        };
        let masked = flags[0].is_some_and(|flags| flags.contains(TextureFlags::MASKED));
        let effects = brush.effects.bits() | if masked { ALPHA_TEST } else { 0 };
        let [red, green, blue] = brush.color.to_array();
        let [red, green, blue, shininess, alpha] =
            [red, green, blue, brush.shininess, brush.alpha].map(f32::to_bits);
        let stages = layers.map(|layer| {
            let Some((layer, texture)) = layer else {
                return [0; 4];
            };
            let known = pictures
                .iter()
                .position(|(pixels, frame)| pixels.is(&texture.pixels) && *frame == layer.frame);
            let picture = known.unwrap_or_else(|| {
                pictures.push((texture.pixels.clone(), layer.frame));
                pictures.len() - 1
            });
            let blend: u32 = match texture.blend {
                TextureBlend::Off => 0,
                TextureBlend::Alpha => 1,
                TextureBlend::Multiply => 2,
                TextureBlend::Add => 3,
                TextureBlend::Dot3 => 4,
                TextureBlend::Multiply2 => 5,
            };
            let second_set = texture.flags.contains(TextureFlags::COORDS_2);
            // The picture's number stands for its address and is no number of bytes.
            [
                picture as u32 + 1,
                texture.is_moved().into(),
                blend.swap_bytes(),
                second_set.into(),
            ]
        });
        let numbers = [red, green, blue, shininess, alpha, blend, effects];
        (numbers.map(u32::swap_bytes), stages)
    }
}
