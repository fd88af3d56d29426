//! Materials as brushes.
//!
//! A brush has one colour and texture layers that are blended one after the other, lit per vertex. Of glTF's materials that leaves base colour
//! (layer 0) and emissive (added in layer 1); normal, occlusion and metallic-roughness maps are ignored.

use std::collections::HashMap;

use flitz_scene::{Brush, BrushBlend, Effects, ModelTexture, TextureBlend};
use glam::{Affine2, Vec2, Vec3};
use gltf::json::Material;
use gltf::json::material::AlphaMode;
use gltf::json::texture::Info;
use gltf::json::validation::Checked;

use super::accessor::Reader;
use super::texture::{TextureUse, Textures};
use crate::error::LoadError;

/// Texture layers of a surface: (layer, index of the texture in the model).
pub(super) type Layers = Vec<(usize, usize)>;

/// Layers of base colour and emissive.
const BASE: usize = 0;
const EMISSIVE: usize = 1;

/// The set of a primitive's texture coordinates that a layer uses, and their transform.
pub(super) type Coordinates = (u32, Option<Affine2>);

/// A material as a surface uses it.
#[derive(Clone)]
pub(super) struct Paint {
    pub(super) brush: Brush,
    /// The base colour in linear numbers.
    pub(super) linear: Vec3,
    /// The model's textures by layer.
    pub(super) layers: Layers,
    /// The coordinates assigned to the two sets of a vertex.
    pub(super) coordinates: [Option<Coordinates>; 2],
    /// The alpha mode.
    pub(super) mode: AlphaMode,
    /// Whether alpha comes from a texture or from vertices too.
    pub(super) sees_alpha: bool,
    /// The alpha cut-off for textures and vertices, in the mode `MASK`.
    cutoff: f32,
}

impl Default for Paint {
    fn default() -> Self {
        Self {
            brush: Brush::default(),
            linear: Vec3::ONE,
            layers: Vec::new(),
            coordinates: [None; 2],
            mode: AlphaMode::Opaque,
            sees_alpha: false,
            cutoff: 0.0,
        }
    }
}

impl Paint {
    /// Resolves the alpha cut-off, once the sources of alpha are known. A material that is cut out everywhere becomes transparent.
    pub(super) fn cut_out(&mut self) {
        if self.mode != AlphaMode::Mask || self.cutoff <= 0.0 {
            return;
        }
        if self.cutoff > 1.0 {
            self.brush.alpha = 0.0;
        } else if self.sees_alpha {
            self.brush.alpha_cutoff = Some(self.cutoff);
        }
    }

    /// Assigns coordinates to a layer: a set with the same coordinates, else the free set of the same number, else the other. Returns the
    /// set; `None` where both are taken.
    fn place(&mut self, wanted: Coordinates) -> Option<usize> {
        let own = usize::from(wanted.0 == 1);
        let same = self.coordinates.iter().position(|c| *c == Some(wanted));
        let free = || {
            [own, 1 - own]
                .into_iter()
                .find(|&s| self.coordinates.get(s) == Some(&None))
        };
        let place = same.or_else(free)?;
        if let Some(slot) = self.coordinates.get_mut(place) {
            *slot = Some(wanted);
        }
        Some(place)
    }
}

/// The materials of a file while meshes ask for them.
pub(super) struct Materials<'a> {
    reader: &'a Reader<'a>,
    textures: Textures<'a>,
    pub(super) notes: Vec<String>,
    paints: HashMap<usize, Paint>,
}

impl<'a> Materials<'a> {
    pub(super) fn new(
        reader: &'a Reader<'a>,
        side_file: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Self {
        Self {
            reader,
            textures: Textures::new(reader, side_file),
            notes: Vec::new(),
            paints: HashMap::new(),
        }
    }

    /// The textures in use, and the notes.
    pub(super) fn finish(self) -> (Vec<ModelTexture>, Vec<String>) {
        (self.textures.made, self.notes)
    }

    /// The brush of a material; the plain one for none.
    pub(super) fn paint(&mut self, material: Option<usize>) -> Result<Paint, LoadError> {
        let Some(index) = material else {
            return Ok(Paint::default());
        };
        if let Some(paint) = self.paints.get(&index) {
            return Ok(paint.clone());
        }
        let paint = self.make(index)?;
        self.paints.insert(index, paint.clone());
        Ok(paint)
    }

    fn make(&mut self, index: usize) -> Result<Paint, LoadError> {
        let material = self
            .reader
            .root
            .materials
            .get(index)
            .ok_or_else(|| LoadError::new(format!("the model has no material {index}")))?;
        let extensions = material.extensions.as_ref();
        let glossy = extensions.and_then(|extensions| extensions.pbr_specular_glossiness.as_ref());
        let (color, info) = match glossy {
            Some(glossy) => (glossy.diffuse_factor.0, glossy.diffuse_texture.as_ref()),
            None => {
                let base = &material.pbr_metallic_roughness;
                (base.base_color_factor.0, base.base_color_texture.as_ref())
            }
        };
        let [red, green, blue, alpha] = color.map(|part| fraction(part, 1.0));
        let mode = match material.alpha_mode {
            Checked::Valid(mode) => mode,
            Checked::Invalid => AlphaMode::Opaque,
        };
        let mut paint = Paint {
            linear: Vec3::new(red, green, blue),
            mode,
            ..Paint::default()
        };
        paint.brush.color = Vec3::from([red, green, blue].map(encode_srgb));
        match mode {
            AlphaMode::Opaque => {}
            AlphaMode::Blend => paint.brush.alpha = alpha,
            AlphaMode::Mask => {
                let cutoff = material.alpha_cutoff.map_or(0.5, |cutoff| cutoff.0);
                let cutoff = if cutoff.is_finite() { cutoff } else { 0.5 };
                // The base colour's alpha counts, and the brush's is the entity's own: what is left to textures and vertices.
                paint.cutoff = if cutoff <= 0.0 { 0.0 } else { cutoff / alpha };
            }
        }
        if material.double_sided {
            paint.brush.effects |= Effects::TWO_SIDED;
        }
        let unlit = extensions.is_some_and(|extensions| extensions.unlit.is_some());
        if unlit {
            paint.brush.effects |= Effects::FULL_BRIGHT;
        }
        if let Some(info) = info {
            let alpha = mode != AlphaMode::Opaque;
            let laid = self.lay(
                &mut paint,
                BASE,
                Some(info),
                TextureBlend::Multiply,
                alpha,
                [1.0; 3],
            )?;
            paint.sees_alpha = laid && alpha;
        }
        if !unlit {
            self.lay_emissive(material, &mut paint)?;
        }
        Ok(paint)
    }

    /// Adds the emissive layer. Unlit materials have none.
    fn lay_emissive(&mut self, material: &Material, paint: &mut Paint) -> Result<(), LoadError> {
        let factor = material.emissive_factor.0.map(|part| fraction(part, 0.0));
        if factor == [0.0; 3] {
            return Ok(());
        }
        let info = material.emissive_texture.as_ref();
        let laid = self.lay(paint, EMISSIVE, info, TextureBlend::Add, false, factor)?;
        if laid && paint.mode == AlphaMode::Blend {
            // With two layers the first one's alpha counts only with the blend mode alpha.
            paint.brush.blend = BrushBlend::Alpha;
        }
        Ok(())
    }

    /// Adds a texture layer, of a plain colour where there is no texture; whether that was possible.
    fn lay(
        &mut self,
        paint: &mut Paint,
        layer: usize,
        info: Option<&Info>,
        blend: TextureBlend,
        alpha: bool,
        factor: [f32; 3],
    ) -> Result<bool, LoadError> {
        let wanted = info.map_or((0, None), coordinates);
        let before = paint.coordinates;
        let Some(set) = paint.place(wanted) else {
            return Ok(false);
        };
        let usage = TextureUse {
            second_set: set == 1,
            alpha,
            blend,
            factor,
        };
        let texture = match info {
            Some(info) => self
                .textures
                .texture(info.index.value(), usage, &mut self.notes)?,
            None => Some(self.textures.plain(usage)),
        };
        match texture {
            Some(texture) => paint.layers.push((layer, texture)),
            None => paint.coordinates = before,
        }
        Ok(texture.is_some())
    }
}

/// The coordinates that a use of a texture wants.
fn coordinates(info: &Info) -> Coordinates {
    let change = info
        .extensions
        .as_ref()
        .and_then(|extensions| extensions.texture_transform.as_ref());
    let Some(change) = change else {
        return (info.tex_coord, None);
    };
    // The extension turns clockwise as seen with v downwards: its matrix has the sines the other way round.
    let map = Affine2::from_scale_angle_translation(
        Vec2::from(change.scale.0),
        -change.rotation.0,
        Vec2::from(change.offset.0),
    );
    (
        change.tex_coord.unwrap_or(info.tex_coord),
        Some(map).filter(|map| map.is_finite() && *map != Affine2::IDENTITY),
    )
}

/// A number from 0 to 1.
fn fraction(value: f32, otherwise: f32) -> f32 {
    if value.is_finite() {
        value.clamp(0.0, 1.0)
    } else {
        otherwise
    }
}

/// Brushes and pictures hold sRGB values, glTF factors linear ones (IEC 61966-2-1).
pub(super) fn encode_srgb(linear: f32) -> f32 {
    match linear {
        ..=0.003_130_8 => linear * 12.92,
        // Rounding would miss the full value by a bit.
        1.0.. => 1.0,
        _ => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
    }
}

/// The inverse of [`encode_srgb`].
pub(super) fn decode_srgb(encoded: f32) -> f32 {
    match encoded {
        ..=0.040_45 => encoded / 12.92,
        _ => ((encoded + 0.055) / 1.055).powf(2.4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_there_and_back() {
        for part in 0..=255 {
            let encoded = part as f32 / 255.0;
            assert!((encode_srgb(decode_srgb(encoded)) - encoded).abs() < 1e-6);
        }
        assert!((decode_srgb(0.5) - 0.214_041).abs() < 1e-5);
    }
}
