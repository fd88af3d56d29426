//! Presenting an image in a window, letterboxed.

use crate::buffer::blit_pipeline;
use crate::error::RenderError;
use crate::gpu::Gpu;

/// The rectangle of the window that shows the image: centred, as large as fits with its aspect kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    /// Left edge in the window's pixels.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Placement {
    /// The rectangle of an image of one size in a window of another.
    pub fn new(picture: [u32; 2], window: [u32; 2]) -> Self {
        let [pw, ph] = picture.map(|v| v.max(1) as f32);
        let [ww, wh] = window.map(|v| v.max(1) as f32);
        let scale = (ww / pw).min(wh / ph);
        let (width, height) = ((pw * scale).round(), (ph * scale).round());
        Self {
            x: ((ww - width) / 2.0).floor(),
            y: ((wh - height) / 2.0).floor(),
            width,
            height,
        }
    }

    /// Maps a point of the window to a pixel of the image; points beside it give the nearest pixel.
    pub fn to_picture(self, picture: [u32; 2], x: f64, y: f64) -> [i32; 2] {
        let along = |at: f64, start: f32, size: f32, pixels: u32| {
            let at = (at - f64::from(start)) / f64::from(size.max(1.0)) * f64::from(pixels);
            (at.floor() as i32).clamp(0, pixels.max(1) as i32 - 1)
        };
        [
            along(x, self.x, self.width, picture[0]),
            along(y, self.y, self.height, picture[1]),
        ]
    }

    /// Maps a pixel of the image to the centre of its area in the window.
    pub fn to_window(self, picture: [u32; 2], x: i32, y: i32) -> [f64; 2] {
        let along = |at: i32, start: f32, size: f32, pixels: u32| {
            f64::from(start) + (f64::from(at) + 0.5) * f64::from(size) / f64::from(pixels.max(1))
        };
        [
            along(x, self.x, self.width, picture[0]),
            along(y, self.y, self.height, picture[1]),
        ]
    }
}

/// A window's surface with the pipeline that blits images to it.
#[derive(Debug)]
pub(crate) struct Presenter {
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::RenderPipeline,
    /// Samplers: nearest and linear.
    samplers: [wgpu::Sampler; 2],
    stale: bool,
}

const SHOW: &str = "
struct Out { @builtin(position) clip: vec4<f32>, @location(0) uv: vec2<f32> }
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var smp: sampler;
@vertex fn vertex(@builtin(vertex_index) i: u32) -> Out {
    let uv = vec2<f32>(f32(i & 1u) * 2.0, f32(i >> 1u) * 2.0);
    return Out(vec4<f32>(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.0, 1.0), uv);
}
@fragment fn plain(in: Out) -> @location(0) vec4<f32> {
    return vec4<f32>(textureSample(picture, smp, in.uv).rgb, 1.0);
}
// For sRGB surfaces: decode first, so that the image's values reach the screen unchanged.
@fragment fn decoded(in: Out) -> @location(0) vec4<f32> {
    let c = textureSample(picture, smp, in.uv).rgb;
    let low = c / 12.92;
    let high = pow((c + 0.055) / 1.055, vec3<f32>(2.4));
    return vec4<f32>(select(high, low, c <= vec3<f32>(0.04045)), 1.0);
}";

impl Presenter {
    pub fn new(
        gpu: &Gpu,
        surface: wgpu::Surface<'static>,
        size: [u32; 2],
    ) -> Result<Self, RenderError> {
        let can = surface.get_capabilities(gpu.adapter());
        let plain = can.formats.iter().copied().find(|f| {
            matches!(
                f,
                wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Rgba8Unorm
            )
        });
        let format = plain
            .or_else(|| can.formats.first().copied())
            .ok_or(RenderError::CannotPresent)?;
        let mut config = surface
            .get_default_config(gpu.adapter(), size[0].max(1), size[1].max(1))
            .ok_or(RenderError::CannotPresent)?;
        config.format = format;
        // The program's clock paces frames, so presenting must not wait for the vertical blank. Mailbox does not tear; where it is
        // missing, a desktop's compositor mostly keeps Immediate from tearing.
        config.present_mode = [wgpu::PresentMode::Mailbox, wgpu::PresentMode::Immediate]
            .into_iter()
            .find(|mode| can.present_modes.contains(mode))
            .unwrap_or(wgpu::PresentMode::Fifo);
        config.desired_maximum_frame_latency = 1;
        let layout = gpu
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("present"),
                entries: &[
                    wgpu::BindGroupLayoutEntry {
                        binding: 0,
                        visibility: wgpu::ShaderStages::FRAGMENT,
                        ty: wgpu::BindingType::Texture {
                            sample_type: wgpu::TextureSampleType::Float { filterable: true },
                            view_dimension: wgpu::TextureViewDimension::D2,
                            multisampled: false,
                        },
                        count: None,
                    },
                    wgpu::BindGroupLayoutEntry {
                        binding: 1,
                        visibility: wgpu::ShaderStages::FRAGMENT,
                        ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
                        count: None,
                    },
                ],
            });
        let fragment = if format.is_srgb() { "decoded" } else { "plain" };
        let pipeline = blit_pipeline(gpu, &layout, SHOW, fragment, format, None, 1);
        let samplers = [wgpu::FilterMode::Nearest, wgpu::FilterMode::Linear].map(|filter| {
            gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("present"),
                mag_filter: filter,
                min_filter: filter,
                ..Default::default()
            })
        });
        Ok(Self {
            surface,
            config,
            layout,
            pipeline,
            samplers,
            stale: true,
        })
    }

    /// Size of the window in pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.config.width, self.config.height]
    }

    /// Whether presenting waits for the vertical blank, the only mode here.
    pub fn waits(&self) -> bool {
        self.config.present_mode == wgpu::PresentMode::Fifo
    }

    /// Reconfigures the surface for another window size.
    pub fn resize(&mut self, [width, height]: [u32; 2]) {
        if [width, height] != self.size() && width > 0 && height > 0 {
            (self.config.width, self.config.height) = (width, height);
            self.stale = true;
        }
    }

    /// Presents an image. Skips the frame where the surface is unavailable (minimized, being resized).
    pub fn show(&mut self, gpu: &Gpu, view: &wgpu::TextureView, picture: [u32; 2]) {
        use wgpu::CurrentSurfaceTexture as Current;
        let mut frame = None;
        for _ in 0..2 {
            if std::mem::take(&mut self.stale) {
                self.surface.configure(&gpu.device, &self.config);
            }
            match self.surface.get_current_texture() {
                Current::Success(texture) => frame = Some(texture),
                Current::Suboptimal(texture) => {
                    frame = Some(texture);
                    self.stale = true;
                }
                Current::Outdated | Current::Lost => {
                    self.stale = true;
                    continue;
                }
                Current::Timeout | Current::Occluded | Current::Validation => {}
            }
            break;
        }
        let Some(frame) = frame else { return };
        let at = Placement::new(picture, self.size());
        let exact = at.width % picture[0] as f32 == 0.0 && at.height % picture[1] as f32 == 0.0;
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("present"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(view),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(&self.samplers[usize::from(!exact)]),
                },
            ],
        });
        let target = frame.texture.create_view(&Default::default());
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("present"),
            });
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("present"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &target,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..Default::default()
            });
            pass.set_viewport(at.x, at.y, at.width.max(1.0), at.height.max(1.0), 0.0, 1.0);
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.draw(0..3, 0..1);
        }
        gpu.queue.submit([encoder.finish()]);
        gpu.queue.present(frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_keeps_its_aspect_and_points_come_back() {
        let wide = Placement::new([320, 240], [1000, 480]);
        assert_eq!(
            wide,
            Placement {
                x: 180.0,
                y: 0.0,
                width: 640.0,
                height: 480.0
            }
        );
        assert_eq!(wide.to_picture([320, 240], 180.0, 0.0), [0, 0]);
        assert_eq!(wide.to_picture([320, 240], 819.9, 479.9), [319, 239]);
        assert_eq!(wide.to_picture([320, 240], -5.0, 9999.0), [0, 239]);
        assert_eq!(wide.to_picture([320, 240], f64::NAN, 0.0), [0, 0]);
        let [x, y] = wide.to_window([320, 240], 17, 200);
        assert_eq!(wide.to_picture([320, 240], x, y), [17, 200]);
        let tall = Placement::new([800, 600], [400, 600]);
        assert_eq!((tall.width, tall.height, tall.y), (400.0, 300.0, 150.0));
    }
}
