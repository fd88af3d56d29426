//! The images of a file, and the textures that materials make of them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use flitz_scene::{Image, ModelTexture, Sampling, TextureBlend, TextureFlags, TextureSource};
use gltf::json::texture::{MagFilter, MinFilter, Sampler, WrappingMode};
use gltf::json::validation::Checked;

use super::accessor::Reader;
use super::container;
use super::material::{decode_srgb, encode_srgb};
use crate::error::LoadError;
use crate::image::{decode_image, image_size};
use crate::limits;

/// The unit of the limit for images.
const PIXELS: &str = "pixels in its textures";

/// How a material uses a texture.
#[derive(Clone, Copy)]
pub(super) struct TextureUse {
    /// Whether it uses the second set of texture coordinates.
    pub(super) second_set: bool,
    /// Whether its alpha counts.
    pub(super) alpha: bool,
    /// How it is mixed, as [`ModelTexture::blend`].
    pub(super) blend: TextureBlend,
    /// Linear factor of its colours, 0..1.
    pub(super) factor: [f32; 3],
}

/// Key of a texture of the model: image, flags, blend mode, sampler settings, bits of the factor.
type TextureKey = (
    Option<usize>,
    TextureFlags,
    TextureBlend,
    Sampling,
    [u32; 3],
);

/// The textures of a file, created as materials use them.
pub(super) struct Textures<'a> {
    reader: &'a Reader<'a>,
    side_file: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>,
    pub(super) made: Vec<ModelTexture>,
    sources: HashMap<usize, Option<TextureSource>>,
    known: HashMap<TextureKey, usize>,
    pixels: usize,
}

impl<'a> Textures<'a> {
    pub(super) fn new(
        reader: &'a Reader<'a>,
        side_file: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Self {
        Self {
            reader,
            side_file,
            made: Vec::new(),
            sources: HashMap::new(),
            known: HashMap::new(),
            pixels: 0,
        }
    }

    /// The model's texture for a use of one of the file's; `None`, with a note, where its picture cannot be used.
    pub(super) fn texture(
        &mut self,
        index: usize,
        usage: TextureUse,
        notes: &mut Vec<String>,
    ) -> Result<Option<usize>, LoadError> {
        let root = self.reader.root;
        let texture = root
            .textures
            .get(index)
            .ok_or_else(|| LoadError::new(format!("the model has no texture {index}")))?;
        let sampler = texture
            .sampler
            .and_then(|sampler| root.samplers.get(sampler.value()));
        let (clamps, sampling) =
            sampler.map_or((TextureFlags::empty(), Sampling::default()), reading);
        let picture = texture.source.value();
        let key = key(Some(picture), clamps, usage, sampling);
        if let Some(&known) = self.known.get(&key) {
            return Ok(Some(known));
        }
        let Some(mut source) = self.source(picture, notes)? else {
            return Ok(None);
        };
        if let TextureSource::Embedded(_, image) = &mut source
            && usage.factor != [1.0; 3]
        {
            *image = Arc::new(dimmed(image, usage.factor));
        }
        Ok(Some(self.add(key, source)))
    }

    /// A texture of the factor's colour.
    pub(super) fn plain(&mut self, usage: TextureUse) -> usize {
        let key = key(None, TextureFlags::empty(), usage, Sampling::default());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let image = dimmed(&Image::filled(1, 1, [255; 4]), usage.factor);
        self.add(
            key,
            TextureSource::Embedded("plain".into(), Arc::new(image)),
        )
    }

    fn add(&mut self, key: TextureKey, source: TextureSource) -> usize {
        let (_, flags, blend, sampling, _) = key;
        self.made.push(ModelTexture {
            source,
            flags,
            blend,
            scale: [1.0; 2],
            position: [0.0; 2],
            rotation: 0.0,
            sampling,
        });
        self.known.insert(key, self.made.len() - 1);
        self.made.len() - 1
    }

    /// A picture of the file; `None`, with a note, when it cannot be used. A picture beside the model that is not found is named.
    fn source(
        &mut self,
        index: usize,
        notes: &mut Vec<String>,
    ) -> Result<Option<TextureSource>, LoadError> {
        if let Some(known) = self.sources.get(&index) {
            let known = known.clone();
            // Each use of a picture becomes a texture of its own.
            if let Some(TextureSource::Embedded(_, image)) = &known {
                let size = image.width as usize * image.height as usize;
                limits::count(&mut self.pixels, size, limits::MODEL_PIXELS, PIXELS)?;
            }
            return Ok(known);
        }
        let source = self.load_picture(index, notes)?;
        self.sources.insert(index, source.clone());
        Ok(source)
    }

    fn load_picture(
        &mut self,
        index: usize,
        notes: &mut Vec<String>,
    ) -> Result<Option<TextureSource>, LoadError> {
        let root = self.reader.root;
        let Some(image) = root.images.get(index) else {
            limits::note(
                notes,
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
                    notes,
                    &format!("the texture \"{name}\" is left out: {error}"),
                );
                Ok(None)
            }
        }
    }
}

fn key(
    picture: Option<usize>,
    clamps: TextureFlags,
    usage: TextureUse,
    sampling: Sampling,
) -> TextureKey {
    let mut flags = TextureFlags::COLOR | TextureFlags::MIPMAPPED | clamps;
    if usage.alpha {
        flags |= TextureFlags::ALPHA;
    }
    if usage.second_set {
        flags |= TextureFlags::COORDS_2;
    }
    let factor = usage.factor.map(f32::to_bits);
    (picture, flags, usage.blend, sampling, factor)
}

/// Clamp flags and settings of a sampler. Without filters it is trilinear.
fn reading(sampler: &Sampler) -> (TextureFlags, Sampling) {
    let wraps = [&sampler.wrap_s, &sampler.wrap_t];
    let is = |wrap: &Checked<WrappingMode>, mode| matches!(wrap, Checked::Valid(m) if *m == mode);
    let clamp = [TextureFlags::CLAMP_U, TextureFlags::CLAMP_V];
    let clamps = wraps
        .iter()
        .zip(clamp)
        .filter(|(wrap, _)| is(wrap, WrappingMode::ClampToEdge))
        .fold(TextureFlags::empty(), |flags, (_, flag)| flags | flag);
    let far = match sampler.min_filter {
        Some(Checked::Valid(filter)) => filter,
        _ => MinFilter::LinearMipmapLinear,
    };
    let sampling = Sampling {
        mirror: wraps.map(|wrap| is(wrap, WrappingMode::MirroredRepeat)),
        nearest_near: matches!(sampler.mag_filter, Some(Checked::Valid(MagFilter::Nearest))),
        nearest_far: matches!(
            far,
            MinFilter::Nearest | MinFilter::NearestMipmapNearest | MinFilter::NearestMipmapLinear
        ),
        nearest_mipmap: matches!(
            far,
            MinFilter::NearestMipmapNearest | MinFilter::LinearMipmapNearest
        ),
        without_mipmaps: matches!(far, MinFilter::Nearest | MinFilter::Linear),
    };
    (clamps, sampling)
}

/// The image with its colours multiplied in linear space.
fn dimmed(image: &Image, factor: [f32; 3]) -> Image {
    let by = factor.map(|factor| {
        let part = |part: u8| encode_srgb(decode_srgb(f32::from(part) / 255.0) * factor);
        std::array::from_fn::<u8, 256, _>(|n| (part(n as u8) * 255.0).round() as u8)
    });
    let mut image = image.clone();
    for pixel in image.rgba.chunks_exact_mut(4) {
        for (part, by) in pixel.iter_mut().zip(&by) {
            *part = by.get(usize::from(*part)).copied().unwrap_or_default();
        }
    }
    image
}
