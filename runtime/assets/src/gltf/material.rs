//! Materials and the pictures they use, as brushes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use flitz_scene::{Brush, Image, ModelTexture, TextureSource, fx, texture_flags};
use glam::{Affine2, Vec2, Vec3};
use gltf::json::material::AlphaMode;
use gltf::json::texture::{Info, WrappingMode};
use gltf::json::validation::Checked;

use super::accessor::Reader;
use super::container;
use crate::error::LoadError;
use crate::image::{decode_image, image_size};
use crate::limits;

/// What the pictures of a model are counted in.
const PIXELS: &str = "pixels in its textures";

/// A material as a surface uses it.
#[derive(Clone, Default)]
pub(super) struct Paint {
    pub(super) brush: Brush,
    /// Index of the texture in the model, if there is one.
    pub(super) texture: Option<usize>,
    /// The set of texture coordinates the texture wants.
    pub(super) uv_set: u32,
    /// What is to be done to those coordinates.
    pub(super) uv_map: Option<Affine2>,
    /// Whether vertex alpha counts.
    pub(super) blends: bool,
}

/// The materials of a file while meshes ask for them.
pub(super) struct Materials<'a> {
    reader: &'a Reader<'a>,
    side_file: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>,
    pub(super) textures: Vec<ModelTexture>,
    pub(super) notes: Vec<String>,
    paints: HashMap<usize, Paint>,
    sources: HashMap<usize, Option<TextureSource>>,
    /// (picture, flags, bits of the alpha cut-off) to texture.
    known: HashMap<(usize, u32, u32), usize>,
    pixels: usize,
}

impl<'a> Materials<'a> {
    pub(super) fn new(
        reader: &'a Reader<'a>,
        side_file: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Self {
        Self {
            reader,
            side_file,
            textures: Vec::new(),
            notes: Vec::new(),
            paints: HashMap::new(),
            sources: HashMap::new(),
            known: HashMap::new(),
            pixels: 0,
        }
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
        let root = self.reader.root;
        let material = root
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
        let [red, green, blue, alpha] = color.map(|part| {
            if part.is_finite() {
                part.clamp(0.0, 1.0)
            } else {
                1.0
            }
        });
        let mode = match material.alpha_mode {
            Checked::Valid(mode) => mode,
            Checked::Invalid => AlphaMode::Opaque,
        };
        let mut paint = Paint {
            blends: mode == AlphaMode::Blend,
            ..Paint::default()
        };
        paint.brush.color = Vec3::new(encode_srgb(red), encode_srgb(green), encode_srgb(blue));
        if paint.blends {
            paint.brush.alpha = alpha;
        }
        if material.double_sided {
            paint.brush.fx |= fx::TWO_SIDED;
        }
        if extensions.is_some_and(|extensions| extensions.unlit.is_some()) {
            paint.brush.fx |= fx::FULL_BRIGHT;
        }
        if let Some(info) = info {
            let cutoff = material.alpha_cutoff.map_or(0.5, |cutoff| cutoff.0);
            self.lay_texture(info, mode, cutoff, &mut paint)?;
        }
        Ok(paint)
    }

    fn lay_texture(
        &mut self,
        info: &Info,
        mode: AlphaMode,
        cutoff: f32,
        paint: &mut Paint,
    ) -> Result<(), LoadError> {
        let root = self.reader.root;
        let Some(texture) = root.textures.get(info.index.value()) else {
            return Err(LoadError::new(format!(
                "the model has no texture {}",
                info.index.value()
            )));
        };
        paint.uv_set = info.tex_coord;
        if let Some(change) = info
            .extensions
            .as_ref()
            .and_then(|extensions| extensions.texture_transform.as_ref())
        {
            paint.uv_set = change.tex_coord.unwrap_or(info.tex_coord);
            // The extension turns clockwise as seen with v downwards: its matrix has the sines the other way round.
            let map = Affine2::from_scale_angle_translation(
                Vec2::from(change.scale.0),
                -change.rotation.0,
                Vec2::from(change.offset.0),
            );
            paint.uv_map = Some(map).filter(|map| map.is_finite());
        }
        let mut flags = texture_flags::COLOR | texture_flags::MIPMAPPED;
        flags |= match mode {
            AlphaMode::Opaque => 0,
            AlphaMode::Mask => texture_flags::MASKED,
            AlphaMode::Blend => texture_flags::ALPHA,
        };
        if let Some(sampler) = texture
            .sampler
            .and_then(|sampler| root.samplers.get(sampler.value()))
        {
            let clamps = |mode: &Checked<WrappingMode>| {
                matches!(mode, Checked::Valid(WrappingMode::ClampToEdge))
            };
            flags |= if clamps(&sampler.wrap_s) {
                texture_flags::CLAMP_U
            } else {
                0
            };
            flags |= if clamps(&sampler.wrap_t) {
                texture_flags::CLAMP_V
            } else {
                0
            };
        }
        if paint.uv_set == 1 {
            flags |= texture_flags::COORDS_2;
        }
        let picture = texture.source.value();
        let key = (
            picture,
            flags,
            if mode == AlphaMode::Mask {
                cutoff.to_bits()
            } else {
                0
            },
        );
        if let Some(&known) = self.known.get(&key) {
            paint.texture = Some(known);
            return Ok(());
        }
        let Some(mut source) = self.source(picture)? else {
            return Ok(());
        };
        if let (AlphaMode::Mask, TextureSource::Embedded(_, image)) = (mode, &mut source) {
            *image = Arc::new(cut_at(image, cutoff));
        }
        paint.texture = Some(self.textures.len());
        self.known.insert(key, self.textures.len());
        self.textures.push(ModelTexture {
            source,
            flags,
            blend: 2,
            scale: [1.0; 2],
            position: [0.0; 2],
            rotation: 0.0,
        });
        Ok(())
    }

    /// A picture of the file; `None`, with a note, when it cannot be used. A picture beside the model that is not found is named.
    fn source(&mut self, index: usize) -> Result<Option<TextureSource>, LoadError> {
        if let Some(known) = self.sources.get(&index) {
            let known = known.clone();
            // Each use of a picture becomes a texture of its own.
            if let Some(TextureSource::Embedded(_, image)) = &known {
                let size = image.width as usize * image.height as usize;
                limits::count(&mut self.pixels, size, limits::MODEL_PIXELS, PIXELS)?;
            }
            return Ok(known);
        }
        let source = self.load_picture(index)?;
        self.sources.insert(index, source.clone());
        Ok(source)
    }

    fn load_picture(&mut self, index: usize) -> Result<Option<TextureSource>, LoadError> {
        let root = self.reader.root;
        let Some(image) = root.images.get(index) else {
            limits::note(
                &mut self.notes,
                "a texture is in a format that flitz does not read; it is left out",
            );
            return Ok(None);
        };
        let uri = image.uri.as_deref();
        let name = match (&image.name, uri) {
            (Some(name), _) if !name.is_empty() => name.clone(),
            (_, Some(uri)) if !uri.starts_with("data:") => container::file_name(uri),
            _ => format!("picture {index}"),
        };
        let bytes = match (uri, image.buffer_view) {
            (Some(uri), _) if uri.starts_with("data:") => {
                Cow::Owned(container::fetch(uri, self.side_file)?)
            }
            (Some(uri), _) => match container::fetch(uri, self.side_file) {
                Ok(bytes) => Cow::Owned(bytes),
                Err(_) => return Ok(Some(TextureSource::File(container::file_name(uri)))),
            },
            (None, Some(view)) => Cow::Borrowed(self.reader.buffers.view(root, view.value())?),
            (None, None) => Cow::Borrowed([].as_slice()),
        };
        let size =
            image_size(&bytes, &name).map_or(0, |(width, height)| width as usize * height as usize);
        limits::count(&mut self.pixels, size, limits::MODEL_PIXELS, PIXELS)?;
        match decode_image(&bytes, &name) {
            Ok(image) => Ok(Some(TextureSource::Embedded(name, Arc::new(image)))),
            Err(error) => {
                limits::note(
                    &mut self.notes,
                    &format!("the texture \"{name}\" is left out: {error}"),
                );
                Ok(None)
            }
        }
    }
}

/// The picture with its alpha moved so that the cut-off, 0..1, comes to lie at one half, where masked textures are cut.
fn cut_at(image: &Image, cutoff: f32) -> Image {
    let mut image = image.clone();
    let shift = if cutoff.is_finite() {
        128 - (cutoff * 255.0) as i32
    } else {
        0
    };
    if shift.abs() > 1 {
        for pixel in image.rgba.chunks_exact_mut(4) {
            if let [_, _, _, alpha] = pixel {
                *alpha = (i32::from(*alpha).saturating_add(shift)).clamp(0, 255) as u8;
            }
        }
    }
    image
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
