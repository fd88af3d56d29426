//! Antialiasing: scenes are rendered with four samples a pixel, and resolved into the back buffer.

use crate::buffer::blit_pipeline;
use crate::gpu::Gpu;
use crate::scene::{COLOR_FORMAT, DEPTH_FORMAT};

/// Samples a pixel: what WebGPU guarantees.
pub(crate) const SAMPLES: u32 = 4;

/// A multisampled render target of the size of a buffer.
#[derive(Debug)]
pub(crate) struct Multisample {
    pub color: wgpu::TextureView,
    pub depth: wgpu::TextureView,
    layout: wgpu::BindGroupLayout,
    fill: wgpu::RenderPipeline,
}

const FILL: &str = "
@group(0) @binding(0) var picture: texture_2d<f32>;
@vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return textureLoad(picture, vec2<i32>(at.xy), 0);
}";

impl Multisample {
    pub fn new(gpu: &Gpu, size: [u32; 2]) -> Self {
        let layout = gpu
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("fill"),
                entries: &[wgpu::BindGroupLayoutEntry {
                    binding: 0,
                    visibility: wgpu::ShaderStages::FRAGMENT,
                    ty: wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: false },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                    count: None,
                }],
            });
        Self {
            color: target(gpu, size, COLOR_FORMAT, SAMPLES),
            depth: target(gpu, size, DEPTH_FORMAT, SAMPLES),
            fill: blit_pipeline(gpu, &layout, FILL, "fragment", COLOR_FORMAT, None, SAMPLES),
            layout,
        }
    }

    /// Gives all samples the pixels of a picture of the same size: what a scene is drawn over.
    pub fn fill(&self, gpu: &Gpu, picture: &wgpu::TextureView) {
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("fill"),
            layout: &self.layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(picture),
            }],
        });
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("fill"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &self.color,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..Default::default()
            });
            pass.set_pipeline(&self.fill);
            pass.set_bind_group(0, &group, &[]);
            pass.draw(0..3, 0..1);
        }
        gpu.queue.submit([encoder.finish()]);
    }
}

/// A texture to render into, with so many samples a pixel.
pub(crate) fn target(
    gpu: &Gpu,
    [width, height]: [u32; 2],
    format: wgpu::TextureFormat,
    samples: u32,
) -> wgpu::TextureView {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("target"),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    texture.create_view(&Default::default())
}
