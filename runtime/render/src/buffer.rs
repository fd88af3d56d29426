//! A drawing buffer: a canvas on the CPU and, where needed, a texture on the device.

use flitz_scene::Image;

use crate::canvas::{Area, Canvas, Location};
use crate::error::RenderError;
use crate::gpu::Gpu;
use crate::scene::COLOR_FORMAT;

/// A canvas, and its texture on the device once there is one.
#[derive(Debug)]
pub(crate) struct Buffer {
    pub canvas: Canvas,
    on_device: Option<OnDevice>,
}

#[derive(Debug)]
struct OnDevice {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    /// Texture and bind group of what the CPU drew since the device did; created on first use.
    overlay: Option<(wgpu::Texture, wgpu::BindGroup)>,
}

impl Buffer {
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            canvas: Canvas::new(width, height),
            on_device: None,
        }
    }

    /// The texture on the device, created on first use. It may be out of date: see [`Buffer::flush`].
    pub fn view(&mut self, gpu: &Gpu) -> &wgpu::TextureView {
        &self.on_device(gpu).view
    }

    fn on_device(&mut self, gpu: &Gpu) -> &mut OnDevice {
        let (width, height) = (self.canvas.width(), self.canvas.height());
        if self.on_device.is_none() {
            // A new texture has none of the canvas yet.
            self.canvas.dirty.add_all();
        }
        self.on_device.get_or_insert_with(|| {
            let texture = texture(gpu, width, height, "buffer");
            let view = texture.create_view(&Default::default());
            OnDevice {
                texture,
                view,
                overlay: None,
            }
        })
    }

    /// Uploads the changed parts of the canvas.
    pub fn flush(&mut self, gpu: &Gpu, compositor: &mut Compositor) {
        self.on_device(gpu);
        let Some(on_device) = &mut self.on_device else {
            return;
        };
        if self.canvas.dirty.is_empty() {
            return;
        }
        let areas = self.canvas.dirty.areas();
        match self.canvas.location {
            Location::Cpu => {
                write(gpu, &on_device.texture, &self.canvas.image, &areas);
                self.canvas.dirty.clear();
            }
            Location::Gpu => {
                let (overlay, group) = on_device.overlay.get_or_insert_with(|| {
                    let overlay =
                        texture(gpu, self.canvas.width(), self.canvas.height(), "overlay");
                    let group = compositor.group(gpu, &overlay.create_view(&Default::default()));
                    (overlay, group)
                });
                write(gpu, overlay, &self.canvas.image, &areas);
                compositor.lay_on(gpu, &on_device.view, group, &areas);
                self.canvas.moved_to_gpu();
            }
        }
    }

    /// Marks the texture as the current image: the device has drawn on it.
    pub fn drawn_by_gpu(&mut self) {
        self.canvas.moved_to_gpu();
    }

    /// Copies another buffer into this one.
    pub fn copy_from(&mut self, from: &mut Buffer, gpu: Option<(&Gpu, &mut Compositor)>) {
        let Some((gpu, compositor)) = gpu else {
            self.canvas
                .image
                .rgba
                .copy_from_slice(&from.canvas.image.rgba);
            self.canvas.dirty.add_all();
            self.canvas.location = Location::Cpu;
            return;
        };
        from.flush(gpu, compositor);
        self.on_device(gpu);
        if let (Some(from), Some(to)) = (&from.on_device, &self.on_device) {
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            encoder.copy_texture_to_texture(
                from.texture.as_image_copy(),
                to.texture.as_image_copy(),
                from.texture.size(),
            );
            gpu.queue.submit([encoder.finish()]);
        }
        self.canvas.moved_to_gpu();
    }

    /// Reads the texture back into the canvas where the texture holds the current image.
    pub fn read_back(&mut self, gpu: &Gpu, compositor: &mut Compositor) -> Result<(), RenderError> {
        if self.canvas.location == Location::Gpu {
            self.flush(gpu, compositor);
            if let Some(on_device) = &self.on_device {
                let image = read(gpu, &on_device.texture)?;
                self.canvas.came_from_gpu(image);
            }
        }
        Ok(())
    }
}

fn texture(gpu: &Gpu, width: u32, height: u32, label: &str) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: COLOR_FORMAT,
        usage: wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::RENDER_ATTACHMENT
            | wgpu::TextureUsages::COPY_SRC
            | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

fn write(gpu: &Gpu, texture: &wgpu::Texture, image: &Image, areas: &[Area]) {
    for area in areas {
        let offset = (u64::from(area.y) * u64::from(image.width) + u64::from(area.x)) * 4;
        gpu.queue.write_texture(
            wgpu::TexelCopyTextureInfo {
                texture,
                mip_level: 0,
                origin: wgpu::Origin3d {
                    x: area.x,
                    y: area.y,
                    z: 0,
                },
                aspect: wgpu::TextureAspect::All,
            },
            &image.rgba,
            wgpu::TexelCopyBufferLayout {
                offset,
                bytes_per_row: Some(image.width * 4),
                rows_per_image: None,
            },
            wgpu::Extent3d {
                width: area.width,
                height: area.height,
                depth_or_array_layers: 1,
            },
        );
    }
}

pub(crate) fn read(gpu: &Gpu, texture: &wgpu::Texture) -> Result<Image, RenderError> {
    let (width, height) = (texture.width(), texture.height());
    let row = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read-back"),
        size: u64::from(row) * u64::from(height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row),
                rows_per_image: None,
            },
        },
        texture.size(),
    );
    gpu.queue.submit([encoder.finish()]);
    let failed = |why: &dyn std::fmt::Display| RenderError::ReadBack(why.to_string());
    let (tell, told) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        // The receiver is gone where polling below failed.
        let _ = tell.send(result);
    });
    gpu.device
        .poll(wgpu::PollType::wait_indefinitely())
        .map_err(|why| failed(&why))?;
    told.recv()
        .map_err(|why| failed(&why))?
        .map_err(|why| failed(&why))?;
    let view = buffer.get_mapped_range(..).map_err(|why| failed(&why))?;
    let bytes: &[u8] = &view;
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for line in bytes.chunks_exact(row as usize) {
        rgba.extend(line.iter().take(width as usize * 4));
    }
    // The screen is opaque, whatever the device left in alpha.
    for pixel in rgba.as_chunks_mut::<4>().0 {
        pixel[3] = 255;
    }
    Ok(Image {
        width,
        height,
        rgba,
    })
}

/// Blends overlays onto textures.
#[derive(Debug, Default)]
pub(crate) struct Compositor {
    pipeline: Option<(wgpu::RenderPipeline, wgpu::BindGroupLayout)>,
}

const LAY_ON: &str = "
@group(0) @binding(0) var overlay: texture_2d<f32>;
@vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return textureLoad(overlay, vec2<i32>(at.xy), 0);
}";

impl Compositor {
    fn group(&mut self, gpu: &Gpu, view: &wgpu::TextureView) -> wgpu::BindGroup {
        let (_, layout) = self.pipeline.get_or_insert_with(|| make(gpu));
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("overlay"),
            layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(view),
            }],
        })
    }

    fn lay_on(
        &mut self,
        gpu: &Gpu,
        target: &wgpu::TextureView,
        overlay: &wgpu::BindGroup,
        areas: &[Area],
    ) {
        let (pipeline, _) = self.pipeline.get_or_insert_with(|| make(gpu));
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("overlay"),
            });
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("overlay"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: target,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Load,
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..Default::default()
            });
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, overlay, &[]);
            for area in areas {
                pass.set_scissor_rect(area.x, area.y, area.width, area.height);
                pass.draw(0..3, 0..1);
            }
        }
        gpu.queue.submit([encoder.finish()]);
    }
}

fn make(gpu: &Gpu) -> (wgpu::RenderPipeline, wgpu::BindGroupLayout) {
    let layout = gpu
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("overlay"),
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
    let premultiplied = Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
    (
        blit_pipeline(
            gpu,
            &layout,
            LAY_ON,
            "fragment",
            COLOR_FORMAT,
            premultiplied,
            1,
        ),
        layout,
    )
}

/// A pipeline that covers its target with one triangle, for blits.
pub(crate) fn blit_pipeline(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    shader: &str,
    fragment: &str,
    format: wgpu::TextureFormat,
    blend: Option<wgpu::BlendState>,
    samples: u32,
) -> wgpu::RenderPipeline {
    let module = gpu
        .device
        .create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("blit"),
            source: wgpu::ShaderSource::Wgsl(shader.into()),
        });
    let layout = gpu
        .device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("blit"),
            bind_group_layouts: &[Some(layout)],
            immediate_size: 0,
        });
    gpu.device
        .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("blit"),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState {
                count: samples,
                ..Default::default()
            },
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some(fragment),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::ColorTargetState {
                    format,
                    blend,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        })
}
