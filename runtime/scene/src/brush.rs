//! Brushes: how a surface or an entity is painted.

use glam::Vec3;

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
            textures: [None; TEXTURE_LAYERS],
        }
    }
}

impl Brush {
    /// The brush a surface is drawn with: colour and alpha multiply, shininess adds, effects are or-ed; of blend mode and
    /// each texture layer the surface's own wins where it has one.
    pub fn combine(surface: &Brush, entity: &Brush) -> Brush {
        let mut textures = entity.textures;
        for (slot, own) in textures.iter_mut().zip(surface.textures) {
            if own.is_some() {
                *slot = own;
            }
        }
        Brush {
            color: surface.color * entity.color,
            alpha: surface.alpha * entity.alpha,
            shininess: surface.shininess + entity.shininess,
            blend: if surface.blend != 0 {
                surface.blend
            } else {
                entity.blend
            },
            fx: surface.fx | entity.fx,
            textures,
        }
    }
}
