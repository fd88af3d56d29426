//! Textures on the device.

use std::collections::HashMap;
use std::sync::Arc;

use flitz_scene::{Image, Sampling, Texture, TextureFlags, TextureId, World};

use super::material::{Material, StageTexture};

/// An image on the device.
#[derive(Debug)]
struct GpuTexture {
    version: u64,
    flags: TextureFlags,
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    serial: u64,
}

/// Images, samplers and the bind groups made of them.
#[derive(Debug, Default)]
pub(super) struct Textures {
    pictures: HashMap<(TextureId, u32), GpuTexture>,
    samplers: HashMap<SamplerKind, wgpu::Sampler>,
    groups: HashMap<GroupKey, Arc<wgpu::BindGroup>>,
    layouts: HashMap<Vec<bool>, Arc<wgpu::BindGroupLayout>>,
    serial: u64,
}

/// Serial of the image and sampler key for each stage.
type GroupKey = [Option<(u64, SamplerKind)>; 8];

/// Sampler settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SamplerKind {
    /// Across and down.
    clamp: [bool; 2],
    sampling: Sampling,
}

impl Textures {
    /// The bind group for the stages of a material, `None` for one without any. `None` too where an image cannot be uploaded.
    pub fn group(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        world: &World,
        material: &Material,
    ) -> Option<Arc<wgpu::BindGroup>> {
        let mut key: GroupKey = [None; 8];
        for (slot, stage) in key.iter_mut().zip(material.textures.iter().flatten()) {
            let texture = world.textures.get(stage.texture)?;
            let serial = self.picture(device, queue, stage, texture)?;
            let cube = stage.stage.coordinates.is_cube();
            let clamp = [TextureFlags::CLAMP_U, TextureFlags::CLAMP_V]
                .map(|f| texture.flags.contains(f) || cube);
            let sampling = texture.sampling;
            *slot = Some((serial, SamplerKind { clamp, sampling }));
        }
        key[0]?;
        if let Some(group) = self.groups.get(&key) {
            return Some(Arc::clone(group));
        }
        let cubes: Vec<bool> = material
            .program
            .stages()
            .map(|s| s.coordinates.is_cube())
            .collect();
        let layout = self.layout(device, cubes);
        for (_, kind) in key.iter().flatten() {
            self.samplers
                .entry(*kind)
                .or_insert_with(|| sampler(device, kind));
        }
        let mut entries = Vec::with_capacity(16);
        for (stage, (_, kind)) in material.textures.iter().flatten().zip(key.iter().flatten()) {
            let binding = entries.len() as u32;
            let picture = self.pictures.get(&(stage.texture, stage.frame))?;
            let sampler = self.samplers.get(kind)?;
            entries.push(wgpu::BindGroupEntry {
                binding,
                resource: wgpu::BindingResource::TextureView(&picture.view),
            });
            entries.push(wgpu::BindGroupEntry {
                binding: binding + 1,
                resource: wgpu::BindingResource::Sampler(sampler),
            });
        }
        let group = Arc::new(device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("textures"),
            layout: &layout,
            entries: &entries,
        }));
        self.groups.insert(key, Arc::clone(&group));
        Some(group)
    }

    /// The layout of a bind group with these stages: whether each is a cube map.
    pub fn layout(
        &mut self,
        device: &wgpu::Device,
        cubes: Vec<bool>,
    ) -> Arc<wgpu::BindGroupLayout> {
        Arc::clone(self.layouts.entry(cubes).or_insert_with_key(|cubes| {
            let entries: Vec<_> = cubes
                .iter()
                .enumerate()
                .flat_map(|(i, &cube)| {
                    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
                        binding,
                        visibility: wgpu::ShaderStages::FRAGMENT,
                        ty,
                        count: None,
                    };
                    let view_dimension = if cube {
                        wgpu::TextureViewDimension::Cube
                    } else {
                        wgpu::TextureViewDimension::D2
                    };
                    let picture = wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: true },
                        view_dimension,
                        multisampled: false,
                    };
                    let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
                    [
                        entry(2 * i as u32, picture),
                        entry(2 * i as u32 + 1, sampler),
                    ]
                })
                .collect();
            Arc::new(
                device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                    label: Some("textures"),
                    entries: &entries,
                }),
            )
        }))
    }

    /// Uploads a frame of a texture unless the device has this version; returns its serial.
    fn picture(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        stage: &StageTexture,
        texture: &Texture,
    ) -> Option<u64> {
        let key = (stage.texture, stage.frame);
        if let Some(there) = self.pictures.get(&key)
            && there.version == texture.pixels.version()
            && there.flags == texture.flags
        {
            return Some(there.serial);
        }
        let old = self.pictures.remove(&key);
        let on_device = upload(
            device,
            queue,
            stage,
            texture,
            old.as_ref().map(|old| &old.texture),
        )?;
        let picture = match old {
            // Bind groups stay valid, as the contents of the texture were replaced in place.
            Some(old) if old.texture == on_device => GpuTexture {
                version: texture.pixels.version(),
                flags: texture.flags,
                ..old
            },
            old => {
                if let Some(GpuTexture { serial: gone, .. }) = old {
                    // Bind groups keep textures alive: those with the old one are dropped.
                    self.groups
                        .retain(|key, _| !key.iter().flatten().any(|(serial, ..)| *serial == gone));
                }
                self.serial += 1;
                GpuTexture {
                    version: texture.pixels.version(),
                    flags: texture.flags,
                    view: view_of(&on_device),
                    texture: on_device,
                    serial: self.serial,
                }
            }
        };
        let serial = picture.serial;
        self.pictures.insert(key, picture);
        Some(serial)
    }

    /// Frees textures that the world has freed.
    pub fn forget_freed(&mut self, world: &World) {
        let before = self.pictures.len();
        self.pictures
            .retain(|(id, _), _| world.textures.contains_key(*id));
        if self.pictures.len() != before {
            let left: std::collections::HashSet<u64> =
                self.pictures.values().map(|p| p.serial).collect();
            self.groups.retain(|key, _| {
                key.iter()
                    .flatten()
                    .all(|(serial, ..)| left.contains(serial))
            });
        }
    }
}

fn sampler(device: &wgpu::Device, kind: &SamplerKind) -> wgpu::Sampler {
    let SamplerKind { clamp, sampling } = kind;
    let mode = |axis: usize| match (clamp[axis], sampling.mirror[axis]) {
        (true, _) => wgpu::AddressMode::ClampToEdge,
        (false, true) => wgpu::AddressMode::MirrorRepeat,
        (false, false) => wgpu::AddressMode::Repeat,
    };
    let filter = |nearest| {
        if nearest {
            wgpu::FilterMode::Nearest
        } else {
            wgpu::FilterMode::Linear
        }
    };
    device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("texture"),
        address_mode_u: mode(0),
        address_mode_v: mode(1),
        mag_filter: filter(sampling.nearest_near),
        min_filter: filter(sampling.nearest_far),
        mipmap_filter: if sampling.nearest_mipmap {
            wgpu::MipmapFilterMode::Nearest
        } else {
            wgpu::MipmapFilterMode::Linear
        },
        ..Default::default()
    })
}

/// Blitz3D's faces 0..5 are -x, +z, +x, -z, +y, -y; the device's are +x, -x, +y, -y, +z, -z.
const CUBE_FACES: [usize; 6] = [2, 0, 4, 5, 1, 3];

/// Uploads an image, or the six of a cube map, into the old texture where that has the right size.
fn upload(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    stage: &StageTexture,
    texture: &Texture,
    old: Option<&wgpu::Texture>,
) -> Option<wgpu::Texture> {
    let cube = stage.stage.coordinates.is_cube() && texture.is_cube();
    let images: Vec<Arc<Image>> = if cube {
        let faces = CUBE_FACES.iter();
        faces
            .map(|&face| texture.pixels.frame(face))
            .collect::<Option<_>>()?
    } else {
        vec![texture.pixels.frame(stage.frame as usize)?]
    };
    let limit = device.limits().max_texture_dimension_2d;
    let keeps_alpha = texture.has_alpha();
    // Textures kept in video memory had no mipmaps.
    let mipmapped = texture.flags.contains(TextureFlags::MIPMAPPED)
        && !texture.flags.contains(TextureFlags::VRAM)
        && !texture.sampling.without_mipmaps;
    let mut first: Option<(wgpu::Texture, u32)> = None;
    for (layer, image) in images.iter().enumerate() {
        let mut level = Level::new(image, keeps_alpha)?;
        while level.width.max(level.height) > limit {
            level = level.halved();
        }
        let (on_device, levels) = first.get_or_insert_with(|| {
            let levels = if mipmapped {
                level.width.max(level.height).ilog2() + 1
            } else {
                1
            };
            let size = wgpu::Extent3d {
                width: level.width,
                // The faces of a cube are square.
                height: if cube { level.width } else { level.height },
                depth_or_array_layers: images.len() as u32,
            };
            let fits = |old: &&wgpu::Texture| old.size() == size && old.mip_level_count() == levels;
            let texture = old.filter(fits).cloned();
            (
                texture.unwrap_or_else(|| create(device, size, levels)),
                levels,
            )
        });
        if (level.width, level.height) != (on_device.width(), on_device.height()) {
            return None;
        }
        for mip in 0..*levels {
            if mip > 0 {
                level = level.halved();
            }
            write(queue, on_device, mip, layer as u32, &level);
        }
    }
    first.map(|(texture, _)| texture)
}

/// A texture of six layers is viewed as a cube.
fn view_of(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(match texture.depth_or_array_layers() {
            6 => wgpu::TextureViewDimension::Cube,
            _ => wgpu::TextureViewDimension::D2,
        }),
        ..Default::default()
    })
}

fn create(device: &wgpu::Device, size: wgpu::Extent3d, levels: u32) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("texture"),
        size,
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

fn write(queue: &wgpu::Queue, texture: &wgpu::Texture, mip_level: u32, layer: u32, level: &Level) {
    queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            texture,
            mip_level,
            origin: wgpu::Origin3d {
                x: 0,
                y: 0,
                z: layer,
            },
            aspect: wgpu::TextureAspect::All,
        },
        level.pixels.as_flattened(),
        wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(level.width * 4),
            rows_per_image: None,
        },
        wgpu::Extent3d {
            width: level.width,
            height: level.height,
            depth_or_array_layers: 1,
        },
    );
}

/// A mipmap level.
struct Level {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 4]>,
}

impl Level {
    fn new(image: &Image, keeps_alpha: bool) -> Option<Self> {
        let (pixels, _) = image.rgba.as_chunks::<4>();
        let count = image.width as usize * image.height as usize;
        if count == 0 || pixels.len() < count {
            return None;
        }
        let mut pixels: Vec<[u8; 4]> = pixels.iter().take(count).copied().collect();
        if !keeps_alpha {
            for pixel in &mut pixels {
                pixel[3] = 255;
            }
        }
        Some(Self {
            width: image.width,
            height: image.height,
            pixels,
        })
    }

    /// The next level: each pixel the mean of two by two, rounded down, as Blitz3D makes mipmaps.
    fn halved(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let pixel = |x: u32, y: u32| {
            let at = y.min(self.height - 1) as usize * self.width as usize
                + x.min(self.width - 1) as usize;
            self.pixels.get(at).copied().unwrap_or_default()
        };
        let mean = |x: u32, y: u32| {
            let four = [
                pixel(2 * x, 2 * y),
                pixel(2 * x + 1, 2 * y),
                pixel(2 * x, 2 * y + 1),
                pixel(2 * x + 1, 2 * y + 1),
            ];
            std::array::from_fn(|c| (four.iter().map(|p| u32::from(p[c])).sum::<u32>() / 4) as u8)
        };
        let pixels = (0..height)
            .flat_map(|y| (0..width).map(move |x| mean(x, y)))
            .collect();
        Self {
            width,
            height,
            pixels,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mipmaps_are_means_rounded_down() {
        let mut image = Image::filled(3, 2, [0, 0, 0, 9]);
        for (i, p) in image.rgba.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            p[0] = [1, 2, 77, 3, 5, 99][i];
        }
        let level = Level::new(&image, false).unwrap().halved();
        assert_eq!((level.width, level.height), (1, 1));
        assert_eq!(level.pixels, [[(1 + 2 + 3 + 5) / 4, 0, 0, 255]]);
        assert!(
            Level::new(
                &Image {
                    width: 2,
                    height: 2,
                    rgba: vec![0; 3]
                },
                true
            )
            .is_none()
        );
        assert!(
            Level::new(
                &Image {
                    width: 0,
                    height: 2,
                    rgba: vec![]
                },
                true
            )
            .is_none()
        );
    }
}
