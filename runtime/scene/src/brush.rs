//! Brushes: the material of a surface or an entity.

use bitflags::bitflags;
use glam::Vec3;

use crate::texture::TextureFlags;
use crate::world::TextureId;

/// How many texture layers a brush has.
pub const TEXTURE_LAYERS: usize = 8;

bitflags! {
    /// Effects of a brush. The bits are those of B3D files.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Effects: u32 {
        /// No lights; the ambient light counts as white.
        const FULL_BRIGHT = 1;
        /// Vertex colours (and alphas) in place of the brush's.
        const VERTEX_COLOR = 2;
        /// Flat shading: the colour of a triangle's first vertex all over it.
        const FLAT = 4;
        /// No fog.
        const NO_FOG = 8;
        /// Both sides of triangles are drawn.
        const TWO_SIDED = 16;
        /// Vertex alpha: forces alpha blending.
        const VERTEX_ALPHA = 32;
        /// Only point lights and spot lights, and the ambient light of the level in place of the world's: surfaces of levels.
        const CONDITIONAL_LIGHT = 0x4000;
        /// Vertex colours are light of their own, added to what falls on the surface: surfaces of levels without a lightmap.
        const EMISSIVE = 0x8000;
    }
}

/// What a brush says about blending; [`Brush::resolve_blend`] makes a [`Blend`] of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BrushBlend {
    /// Nothing: the entity's brush leaves it to the surface's; with nothing there either, alpha of textures and brush decides.
    #[default]
    Unset,
    /// Alpha of textures and brush decides, whatever the surface's brush says.
    Automatic,
    /// Alpha blending, where a texture, an effect or the brush has alpha.
    Alpha,
    /// Multiply.
    Multiply,
    /// Add.
    Add,
}

/// How a surface mixes with what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blend {
    /// It covers: `source`.
    Replace,
    /// `source * alpha + behind * (1 - alpha)`.
    Alpha,
    /// `source * behind`.
    Multiply,
    /// `source * alpha + behind`.
    Add,
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
    /// What it says about blending.
    pub blend: BrushBlend,
    /// Effects.
    pub effects: Effects,
    /// Alpha cut-off: fragments with less alpha of textures and vertices are discarded, the others opaque (glTF's alpha mode `MASK`).
    /// Blitz3D's brushes have none; they cut out by masked textures.
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
            blend: BrushBlend::Unset,
            effects: Effects::empty(),
            alpha_cutoff: None,
            textures: [None; TEXTURE_LAYERS],
        }
    }
}

impl Brush {
    /// The blend mode it is drawn with; `layers` holds the flags of the textures of each layer in use.
    pub fn resolve_blend(&self, layers: [Option<TextureFlags>; TEXTURE_LAYERS]) -> Blend {
        // Masked textures and alpha cut-offs discard instead of blending.
        let is_transparent = |flags: TextureFlags| {
            self.alpha_cutoff.is_none()
                && flags.contains(TextureFlags::ALPHA)
                && !flags.contains(TextureFlags::MASKED)
        };
        let by_texture = match self.blend {
            BrushBlend::Multiply => return Blend::Multiply,
            BrushBlend::Add => return Blend::Add,
            BrushBlend::Alpha => layers.iter().flatten().any(|&flags| is_transparent(flags)),
            BrushBlend::Unset | BrushBlend::Automatic => {
                layers[0].is_some_and(is_transparent) && layers[1..].iter().all(Option::is_none)
            }
        };
        if by_texture || self.effects.contains(Effects::VERTEX_ALPHA) || self.alpha < 1.0 {
            Blend::Alpha
        } else {
            Blend::Replace
        }
    }

    /// The brush a surface is drawn with: colour and alpha multiply, shininess adds, effects are or-ed; of blend mode and
    /// each texture layer the entity's overrides the surface's where it is set, so that an entity can change the skin of a shared mesh.
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
            blend: match entity.blend {
                BrushBlend::Unset => surface.blend,
                mode => mode,
            },
            effects: surface.effects | entity.effects,
            alpha_cutoff: entity.alpha_cutoff.or(surface.alpha_cutoff),
            textures,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_that_is_automatic_still_wins_over_the_surface() {
        let brush = |blend| Brush {
            blend,
            ..Brush::default()
        };
        let surface = brush(BrushBlend::Add);
        for (entity, wanted) in [
            (BrushBlend::Unset, Blend::Add),
            (BrushBlend::Automatic, Blend::Replace),
            (BrushBlend::Alpha, Blend::Replace),
            (BrushBlend::Multiply, Blend::Multiply),
        ] {
            let both = Brush::combine(&surface, &brush(entity));
            assert_eq!(both.resolve_blend([None; TEXTURE_LAYERS]), wanted);
        }
    }

    #[test]
    fn the_entity_paints_over_its_surfaces() {
        let mut world = crate::World::new();
        let mut texture = || {
            let image = crate::Image::filled(1, 1, [0; 4]);
            world
                .textures
                .insert(crate::Texture::new(image, TextureFlags::COLOR, ""))
        };
        let layer = |texture| Some(BrushTexture { texture, frame: 0 });
        let (skin, shadow, other) = (layer(texture()), layer(texture()), layer(texture()));
        let mut surface = Brush {
            color: Vec3::new(0.5, 1.0, 1.0),
            alpha: 0.5,
            shininess: 0.25,
            blend: BrushBlend::Multiply,
            effects: Effects::FLAT,
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
            blend: BrushBlend::Add,
            effects: Effects::NO_FOG,
            ..Brush::default()
        };
        entity.textures[0] = other;
        let both = Brush::combine(&surface, &entity);
        assert_eq!(both.textures[..3], [other, shadow, None]);
        assert_eq!((both.color, both.alpha), (Vec3::new(0.25, 0.5, 1.0), 0.25));
        assert_eq!((both.shininess, both.blend), (0.75, BrushBlend::Add));
        assert_eq!(both.effects, Effects::FLAT | Effects::NO_FOG);
    }
}
