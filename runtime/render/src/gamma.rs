//! The gamma ramp: what the numbers of a picture become on the way to the screen.

use flitz_scene::Image;

use crate::buffer::blit_pipeline;
use crate::gpu::Gpu;
use crate::scene::COLOR_FORMAT;

/// For each number of red, green and blue, 0..255, the one that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GammaRamp {
    /// The tables of red, green and blue.
    pub tables: [[u8; 256]; 3],
}

impl Default for GammaRamp {
    /// Every number is shown as it is.
    fn default() -> Self {
        Self {
            tables: [std::array::from_fn(|number| number as u8); 3],
        }
    }
}

impl GammaRamp {
    /// Applies it to a picture.
    pub fn apply(&self, image: &mut Image) {
        for pixel in image.rgba.as_chunks_mut::<4>().0 {
            for (number, table) in pixel.iter_mut().zip(&self.tables) {
                *number = table[usize::from(*number)];
            }
        }
    }
}

/// Applies a ramp on the device.
#[derive(Debug)]
pub(crate) struct GammaPass {
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::RenderPipeline,
    ramp: wgpu::Texture,
    /// The picture as it is shown.
    shown: wgpu::Texture,
    view: wgpu::TextureView,
}

const APPLY: &str = "
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var ramp: texture_2d<f32>;
@vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let number = vec3<i32>(textureLoad(picture, vec2<i32>(at.xy), 0).rgb * 255.0 + 0.5);
    let red = textureLoad(ramp, vec2<i32>(number.r, 0), 0).r;
    let green = textureLoad(ramp, vec2<i32>(number.g, 0), 0).g;
    let blue = textureLoad(ramp, vec2<i32>(number.b, 0), 0).b;
    return vec4<f32>(red, green, blue, 1.0);
}";

impl GammaPass {
    pub fn new(gpu: &Gpu, size: [u32; 2], gamma: &GammaRamp) -> Self {
        let entry = |binding| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty: wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Float { filterable: false },
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
            count: None,
        };
        let layout = gpu
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("gamma"),
                entries: &[entry(0), entry(1)],
            });
        let texture = |[width, height]: [u32; 2], usage| {
            gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("gamma"),
                size: wgpu::Extent3d {
                    width,
                    height,
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: COLOR_FORMAT,
                usage: usage | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            })
        };
        let ramp = texture([256, 1], wgpu::TextureUsages::COPY_DST);
        let [red, green, blue] = &gamma.tables;
        let rows = red.iter().zip(green).zip(blue);
        let texels: Vec<u8> = rows.flat_map(|((&r, &g), &b)| [r, g, b, 255]).collect();
        gpu.queue.write_texture(
            ramp.as_image_copy(),
            &texels,
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(256 * 4),
                rows_per_image: None,
            },
            ramp.size(),
        );
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC;
        let shown = texture(size, usage);
        Self {
            pipeline: blit_pipeline(gpu, &layout, APPLY, "fragment", COLOR_FORMAT, None, 1),
            layout,
            ramp,
            view: shown.create_view(&Default::default()),
            shown,
        }
    }

    pub fn size(&self) -> [u32; 2] {
        [self.shown.width(), self.shown.height()]
    }

    /// The picture as it is to be shown.
    pub fn apply(&self, gpu: &Gpu, picture: &wgpu::TextureView) -> &wgpu::TextureView {
        let ramp = self.ramp.create_view(&Default::default());
        let entry = |binding, view| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::TextureView(view),
        };
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("gamma"),
            layout: &self.layout,
            entries: &[entry(0, picture), entry(1, &ramp)],
        });
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("gamma"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &self.view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..Default::default()
            });
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.draw(0..3, 0..1);
        }
        gpu.queue.submit([encoder.finish()]);
        &self.view
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buffer::{Buffer, Compositor, read};

    #[test]
    fn each_part_of_a_pixel_goes_through_its_own_table() {
        let mut ramp = GammaRamp::default();
        let mut image = Image::filled(1, 1, [10, 20, 30, 40]);
        ramp.apply(&mut image);
        assert_eq!(image.rgba, [10, 20, 30, 40]);
        ramp.tables[0][10] = 200;
        ramp.tables[2][30] = 0;
        ramp.tables[1][30] = 99;
        ramp.apply(&mut image);
        assert_eq!(image.rgba, [200, 20, 0, 40]);
    }

    #[test]
    fn the_device_shows_the_same() {
        let gpu = match Gpu::headless() {
            Ok(gpu) => gpu,
            Err(why) => {
                assert!(std::env::var_os("FLITZ_NEEDS_DEVICE").is_none(), "{why}");
                eprintln!("not tested: {why}");
                return;
            }
        };
        let mut ramp = GammaRamp::default();
        for (part, table) in ramp.tables.iter_mut().enumerate() {
            for (number, to) in table.iter_mut().enumerate() {
                *to = (number as u8)
                    .wrapping_mul(3 + 2 * part as u8)
                    .wrapping_add(7);
            }
        }
        // All numbers, of each part in an order of its own.
        let mut buffer = Buffer::new(16, 16);
        for (at, pixel) in buffer
            .canvas
            .image
            .rgba
            .as_chunks_mut::<4>()
            .0
            .iter_mut()
            .enumerate()
        {
            let at = at as u8;
            *pixel = [at, 255 - at, at.wrapping_mul(5), 255];
        }
        let mut wanted = buffer.canvas.image.clone();
        ramp.apply(&mut wanted);
        buffer.flush(&gpu, &mut Compositor::default());
        let pass = GammaPass::new(&gpu, [16, 16], &ramp);
        pass.apply(&gpu, buffer.view(&gpu));
        let shown = read(&gpu, &pass.shown).unwrap();
        assert_eq!(gpu.take_fault(), None);
        assert!(shown.rgba == wanted.rgba);
    }
}
