//! The chunks TEXS and BRUS: textures and brushes.

use std::collections::HashMap;

use flitz_scene::brush::TEXTURE_LAYERS;
use flitz_scene::{
    Brush, BrushBlend, Effects, ModelTexture, Sampling, TextureBlend, TextureFlags, TextureSource,
};
use glam::Vec3;

use super::reader::Reader;
use crate::error::LoadError;

/// Only these bits of a texture's flags are flags of its picture.
const PICTURE_FLAGS: u32 = 0xffff;

/// A brush with its texture layers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Paint {
    pub(super) brush: Brush,
    /// (layer, index of the texture)
    pub(super) textures: Vec<(usize, usize)>,
}

/// All brushes of a file, equal ones merged: their triangles share a surface.
#[derive(Default)]
pub(super) struct Paints {
    /// The distinct brushes; the first is the default one.
    different: Vec<Paint>,
    by_bits: HashMap<Vec<u32>, usize>,
    /// For each brush of the file its index in `different`.
    of_file: Vec<usize>,
}

impl Paints {
    pub(super) fn new() -> Self {
        let mut paints = Self::default();
        paints.add(Paint::default());
        paints
    }

    fn add(&mut self, paint: Paint) -> usize {
        let next = self.different.len();
        let index = *self.by_bits.entry(bits(&paint)).or_insert(next);
        if index == next {
            self.different.push(paint);
        }
        index
    }

    /// Index of the distinct brush for a brush number of the file; the default one for -1 and numbers out of range.
    pub(super) fn find(&self, number: i32) -> usize {
        usize::try_from(number)
            .ok()
            .and_then(|n| self.of_file.get(n))
            .copied()
            .unwrap_or(0)
    }

    pub(super) fn get(&self, index: usize) -> Paint {
        self.different.get(index).cloned().unwrap_or_default()
    }

    /// Reads a BRUS chunk: the number of texture layers, then the brushes.
    pub(super) fn read(
        &mut self,
        body: &mut Reader<'_>,
        file_textures: &[ModelTexture],
    ) -> Result<(), LoadError> {
        let at = body.at();
        let slots = body.int()?;
        let slots = usize::try_from(slots)
            .map_err(|_| LoadError::at(at, format!("a brush cannot have {slots} textures")))?;
        while !body.is_empty() {
            let _name = body.text()?;
            let [red, green, blue, alpha, shininess] = body.floats()?;
            let (blend, fx) = (body.int()?, body.int()?);
            let mut textures = Vec::new();
            for layer in 0..slots {
                let texture = usize::try_from(body.int()?)
                    .ok()
                    .filter(|&texture| texture < file_textures.len());
                if let Some(texture) = texture.filter(|_| layer < TEXTURE_LAYERS) {
                    textures.push((layer, first_like(file_textures, texture)));
                }
            }
            let brush = Brush {
                color: Vec3::new(red, green, blue),
                alpha,
                shininess,
                blend: brush_blend(blend),
                effects: Effects::from_bits_retain(fx.cast_unsigned()),
                ..Brush::default()
            };
            let index = self.add(Paint { brush, textures });
            self.of_file.push(index);
        }
        Ok(())
    }
}

/// The first texture of the file that is equal to this one. One with a transform equals only itself, as in Blitz3D.
fn first_like(textures: &[ModelTexture], index: usize) -> usize {
    let show = |texture: &ModelTexture| {
        let TextureSource::File(name) = &texture.source else {
            return None;
        };
        let moved =
            (texture.scale, texture.position, texture.rotation) != ([1.0; 2], [0.0; 2], 0.0);
        let name = name.to_ascii_lowercase();
        (!moved).then_some((name, texture.flags, texture.blend))
    };
    let wanted = textures.get(index).and_then(show);
    let like = |texture: &ModelTexture| wanted.is_some() && show(texture) == wanted;
    textures.iter().position(like).unwrap_or(index)
}

/// Everything by which brushes are compared.
fn bits(paint: &Paint) -> Vec<u32> {
    let brush = &paint.brush;
    let floats = [
        brush.color.x,
        brush.color.y,
        brush.color.z,
        brush.alpha,
        brush.shininess,
    ];
    // Adding 0 turns -0 into 0.
    let mut bits: Vec<u32> = floats.map(|value| (value + 0.0).to_bits()).into();
    bits.extend([brush.blend as u32, brush.effects.bits()]);
    // Indices come from 32-bit numbers of the file.
    bits.extend(
        paint
            .textures
            .iter()
            .flat_map(|&(layer, texture)| [layer as u32, texture as u32]),
    );
    bits
}

/// Reads a TEXS chunk.
pub(super) fn textures(
    body: &mut Reader<'_>,
    textures: &mut Vec<ModelTexture>,
) -> Result<(), LoadError> {
    while !body.is_empty() {
        let name = body.text()?;
        let (flags, blend) = (body.int()?, body.int()?);
        let ([u, v], [u_scale, v_scale], rotation) =
            (body.floats::<2>()?, body.floats::<2>()?, body.float()?);
        textures.push(ModelTexture {
            source: TextureSource::File(name),
            flags: texture_flags(flags),
            blend: texture_blend(blend),
            // The file transforms the coordinates, the engine the image: the inverse.
            scale: [u_scale, v_scale].map(|s| {
                if s.recip().is_finite() {
                    s.recip()
                } else {
                    1.0
                }
            }),
            position: [0.0 - u, 0.0 - v],
            sampling: Sampling::default(),
            // A rotation that overflows counts as 0.
            rotation: if rotation.to_degrees().is_finite() {
                0.0 - rotation.to_degrees()
            } else {
                0.0
            },
        });
    }
    Ok(())
}

/// The blend mode of a BRUS chunk's number; one that is no mode leaves it to alpha.
fn brush_blend(number: i32) -> BrushBlend {
    match number {
        0 => BrushBlend::Unset,
        1 => BrushBlend::Alpha,
        2 => BrushBlend::Multiply,
        3 => BrushBlend::Add,
        _ => BrushBlend::Automatic,
    }
}

/// The blend mode of a TEXS chunk's number; one that is no mode multiplies.
fn texture_blend(number: i32) -> TextureBlend {
    match number {
        0 => TextureBlend::Off,
        1 => TextureBlend::Alpha,
        3 => TextureBlend::Add,
        4 => TextureBlend::Dot3,
        5 => TextureBlend::Multiply2,
        _ => TextureBlend::Multiply,
    }
}

/// The flags of a TEXS chunk's number.
fn texture_flags(number: i32) -> TextureFlags {
    let flags = number.cast_unsigned();
    TextureFlags::from_bits_retain(flags & (PICTURE_FLAGS | TextureFlags::COORDS_2.bits()))
}
