//! Brushes: how a surface or an entity is painted.

use glam::Vec3;

use crate::texture::texture_flags;
use crate::world::TextureId;

/// How many texture layers a brush has.
pub const TEXTURE_LAYERS: usize = 8;

/// Bits of [`Brush::fx`], as `EntityFX` takes them.
pub mod fx {
    /// No lights; the ambient light counts as white.
    pub const FULL_BRIGHT: u32 = 1;
    /// Vertex colours (and alphas) in place of the brush's.
    pub const VERTEX_COLOR: u32 = 2;
    /// The colour of a triangle's first vertex all over it.
    pub const FLAT: u32 = 4;
    /// No fog.
    pub const NO_FOG: u32 = 8;
    /// Both sides of triangles are drawn.
    pub const TWO_SIDED: u32 = 16;
    /// Vertex alpha: forces alpha blending.
    pub const ALPHA_BLEND: u32 = 32;
}

/// One texture layer of a brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrushTexture {
    /// The texture.
    pub texture: TextureId,
    /// Which of its frames.
    pub frame: u32,
}

/// Colour, alpha, shininess, blend mode, effects and textures.
#[derive(Clone, Debug, PartialEq)]
pub struct Brush {
    /// Red, green, blue; 1 is full.
    pub color: Vec3,
    /// Opacity, 0..1.
    pub alpha: f32,
    /// Specular amount, 0..1.
    pub shininess: f32,
    /// 0 default, 1 alpha, 2 multiply, 3 add.
    pub blend: u32,
    /// Bits of [`fx`].
    pub fx: u32,
    /// What is seen with less alpha than this, of textures and vertices together, is cut out, and the rest covers: how glTF cuts out
    /// leaves. Blitz3D's brushes have none; they cut by masked textures.
    pub alpha_cutoff: Option<f32>,
    /// The texture layers.
    pub textures: [Option<BrushTexture>; TEXTURE_LAYERS],
}

impl Default for Brush {
    fn default() -> Self {
        Self {
            color: Vec3::ONE,
            alpha: 1.0,
            shininess: 0.0,
            blend: 0,
            fx: 0,
            alpha_cutoff: None,
            textures: [None; TEXTURE_LAYERS],
        }
    }
}

impl Brush {
    /// How it mixes with what is behind it: 0 not at all, 1 by alpha, 2 multiply, 3 add; `layers` holds the flags of the textures of each
    /// layer in use. A [`Self::blend`] that is no mode counts as 0.
    pub fn seen_blend(&self, layers: [Option<u32>; TEXTURE_LAYERS]) -> u32 {
        // A masked texture cuts out instead of blending, and so does a brush with a cut-off.
        let see_through = |flags: u32| {
            self.alpha_cutoff.is_none()
                && flags & texture_flags::ALPHA != 0
                && flags & texture_flags::MASKED == 0
        };
        let by_texture = match self.blend {
            mode @ (2 | 3) => return mode,
            1 => layers.iter().flatten().any(|&flags| see_through(flags)),
            _ => layers[0].is_some_and(see_through) && layers[1..].iter().all(Option::is_none),
        };
        u32::from(by_texture || self.fx & fx::ALPHA_BLEND != 0 || self.alpha < 1.0)
    }

    /// The brush a surface is drawn with: colour and alpha multiply, shininess adds, effects are or-ed; of blend mode and
    /// each texture layer the entity's wins where it has one, so that `EntityTexture` changes the skin of a loaded model.
    pub fn combine(surface: &Brush, entity: &Brush) -> Brush {
        let mut textures = surface.textures;
        for (slot, over) in textures.iter_mut().zip(entity.textures) {
            if over.is_some() {
                *slot = over;
            }
        }
        Brush {
            color: surface.color * entity.color,
            alpha: surface.alpha * entity.alpha,
            shininess: surface.shininess + entity.shininess,
            blend: if entity.blend != 0 {
                entity.blend
            } else {
                surface.blend
            },
            fx: surface.fx | entity.fx,
            alpha_cutoff: entity.alpha_cutoff.or(surface.alpha_cutoff),
            textures,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entity_paints_over_its_surfaces() {
        let mut world = crate::World::new();
        let mut texture = || {
            let image = crate::Image::filled(1, 1, [0; 4]);
            world.textures.insert(crate::Texture::new(image, 1, ""))
        };
        let layer = |texture| Some(BrushTexture { texture, frame: 0 });
        let (skin, shadow, other) = (layer(texture()), layer(texture()), layer(texture()));
        let mut surface = Brush {
            color: Vec3::new(0.5, 1.0, 1.0),
            alpha: 0.5,
            shininess: 0.25,
            blend: 2,
            fx: fx::FLAT,
            alpha_cutoff: Some(0.5),
            ..Brush::default()
        };
        surface.textures[..2].copy_from_slice(&[skin, shadow]);
        let plain = Brush::combine(&surface, &Brush::default());
        assert_eq!(plain, surface);
        let mut entity = Brush {
            color: Vec3::new(0.5, 0.5, 1.0),
            alpha: 0.5,
            shininess: 0.5,
            blend: 3,
            fx: fx::NO_FOG,
            ..Brush::default()
        };
        entity.textures[0] = other;
        let both = Brush::combine(&surface, &entity);
        assert_eq!(both.textures[..3], [other, shadow, None]);
        assert_eq!((both.color, both.alpha), (Vec3::new(0.25, 0.5, 1.0), 0.25));
        assert_eq!((both.shininess, both.blend), (0.75, 3));
        assert_eq!(both.fx, fx::FLAT | fx::NO_FOG);
    }
}
