//! Render pipelines, created on first use.

use std::collections::HashMap;

use flitz_scene::Blend;

use super::geometry::{SKIN_LAYOUT, VERTEX_LAYOUT};
use super::program::{Program, ProvokingVertex};
use super::textures::Textures;
use super::uniforms::{DrawUniform, MAX_JOINTS, ViewUniform};

/// Format of colour targets.
pub(crate) const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Format of depth targets.
pub(crate) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Depth test and write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Depth {
    /// Tests and writes.
    Normal,
    /// Tests only.
    Test,
    /// Neither.
    Off,
}

/// Everything that a pipeline depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PipelineKey {
    pub program: Program,
    pub blend: Blend,
    pub depth: Depth,
    pub two_sided: bool,
    /// Seen in a mirror: the other side faces the eye.
    pub mirrored: bool,
    pub lines: bool,
}

/// Clearing of a viewport.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Clear {
    pub color: bool,
    pub depth: bool,
}

/// Bytes bound for the palette.
pub(super) const PALETTE_SIZE: usize = MAX_JOINTS * 48;

/// All pipelines, and the layouts and shader modules they share.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub uniforms: wgpu::BindGroupLayout,
    /// Samples a pixel of the targets from now on.
    pub samples: u32,
    pipelines: HashMap<(PipelineKey, u32), wgpu::RenderPipeline>,
    modules: HashMap<Program, wgpu::ShaderModule>,
    clears: HashMap<(Clear, u32), wgpu::RenderPipeline>,
}

const CLEAR: &str = "
@vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 1.0, 1.0);
}
struct View { skipped: array<vec4<f32>, 11>, clear_color: vec4<f32> }
@group(0) @binding(0) var<uniform> view: View;
@fragment fn fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(view.clear_color.rgb, 1.0);
}";

impl Pipelines {
    pub fn new(device: &wgpu::Device) -> Self {
        let entry = |binding, visibility, size: usize| wgpu::BindGroupLayoutEntry {
            binding,
            visibility,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: true,
                min_binding_size: wgpu::BufferSize::new(size as u64),
            },
            count: None,
        };
        let uniforms = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("uniforms"),
            entries: &[
                entry(
                    0,
                    wgpu::ShaderStages::VERTEX_FRAGMENT,
                    size_of::<ViewUniform>(),
                ),
                entry(
                    1,
                    wgpu::ShaderStages::VERTEX_FRAGMENT,
                    size_of::<DrawUniform>(),
                ),
                entry(2, wgpu::ShaderStages::VERTEX, PALETTE_SIZE),
            ],
        });
        Self {
            uniforms,
            samples: 1,
            pipelines: HashMap::new(),
            modules: HashMap::new(),
            clears: HashMap::new(),
        }
    }

    /// Creates the pipeline unless it exists.
    pub fn prepare(&mut self, device: &wgpu::Device, textures: &mut Textures, key: &PipelineKey) {
        if !self.pipelines.contains_key(&(*key, self.samples)) {
            let pipeline = self.make(device, textures, key);
            self.pipelines.insert((*key, self.samples), pipeline);
        }
    }

    fn multisample(&self) -> wgpu::MultisampleState {
        wgpu::MultisampleState {
            count: self.samples,
            ..Default::default()
        }
    }

    /// A pipeline that was prepared.
    pub fn get(&self, key: &PipelineKey) -> Option<&wgpu::RenderPipeline> {
        self.pipelines.get(&(*key, self.samples))
    }

    fn make(
        &mut self,
        device: &wgpu::Device,
        textures: &mut Textures,
        key: &PipelineKey,
    ) -> wgpu::RenderPipeline {
        let program = key.program;
        let multisample = self.multisample();
        let module = self.modules.entry(program).or_insert_with(|| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("surface"),
                source: wgpu::ShaderSource::Wgsl(program.text(ProvokingVertex::of(device)).into()),
            })
        });
        let cubes: Vec<bool> = program.stages().map(|s| s.coordinates.is_cube()).collect();
        let stages = (!cubes.is_empty()).then(|| textures.layout(device, cubes));
        let mut groups = vec![Some(&self.uniforms)];
        groups.extend(stages.as_deref().map(Some));
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("surface"),
            bind_group_layouts: &groups,
            immediate_size: 0,
        });
        let buffers: &[_] = if program.skinned {
            &[Some(VERTEX_LAYOUT), Some(SKIN_LAYOUT)]
        } else {
            &[Some(VERTEX_LAYOUT)]
        };
        // Front faces are clockwise on the screen; a mirror reverses the winding.
        let front_face = if key.mirrored {
            wgpu::FrontFace::Ccw
        } else {
            wgpu::FrontFace::Cw
        };
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("surface"),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some("vertex"),
                compilation_options: Default::default(),
                buffers,
            },
            primitive: wgpu::PrimitiveState {
                front_face,
                cull_mode: (!key.two_sided).then_some(wgpu::Face::Back),
                polygon_mode: if key.lines {
                    wgpu::PolygonMode::Line
                } else {
                    wgpu::PolygonMode::Fill
                },
                ..Default::default()
            },
            depth_stencil: Some(depth_state(
                key.depth == Depth::Normal,
                if key.depth == Depth::Off {
                    wgpu::CompareFunction::Always
                } else {
                    wgpu::CompareFunction::LessEqual
                },
            )),
            multisample,
            fragment: Some(wgpu::FragmentState {
                module,
                entry_point: Some("fragment"),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::ColorTargetState {
                    format: COLOR_FORMAT,
                    blend: blend_state(key.blend),
                    // Alpha of the target stays 1.
                    write_mask: wgpu::ColorWrites::COLOR,
                })],
            }),
            multiview_mask: None,
            cache: None,
        })
    }

    /// Creates the pipeline that clears a viewport unless it exists.
    pub fn prepare_clear(&mut self, device: &wgpu::Device, clear: Clear) {
        if !(clear.color || clear.depth) || self.clears.contains_key(&(clear, self.samples)) {
            return;
        }
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("clear"),
            source: wgpu::ShaderSource::Wgsl(CLEAR.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("clear"),
            bind_group_layouts: &[Some(&self.uniforms)],
            immediate_size: 0,
        });
        let write_mask = if clear.color {
            wgpu::ColorWrites::ALL
        } else {
            wgpu::ColorWrites::empty()
        };
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("clear"),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: Some(depth_state(clear.depth, wgpu::CompareFunction::Always)),
            multisample: self.multisample(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fragment"),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::ColorTargetState {
                    format: COLOR_FORMAT,
                    blend: None,
                    write_mask,
                })],
            }),
            multiview_mask: None,
            cache: None,
        });
        self.clears.insert((clear, self.samples), pipeline);
    }

    /// A clearing pipeline that was prepared.
    pub fn clear(&self, clear: Clear) -> Option<&wgpu::RenderPipeline> {
        self.clears.get(&(clear, self.samples))
    }
}

fn depth_state(write: bool, compare: wgpu::CompareFunction) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(write),
        depth_compare: Some(compare),
        stencil: Default::default(),
        bias: Default::default(),
    }
}

fn blend_state(blend: Blend) -> Option<wgpu::BlendState> {
    use wgpu::BlendFactor as F;
    let color = |src_factor, dst_factor| {
        let component = wgpu::BlendComponent {
            src_factor,
            dst_factor,
            operation: wgpu::BlendOperation::Add,
        };
        Some(wgpu::BlendState {
            color: component,
            alpha: wgpu::BlendComponent::OVER,
        })
    };
    match blend {
        Blend::Replace => None,
        Blend::Alpha => color(F::SrcAlpha, F::OneMinusSrcAlpha),
        Blend::Multiply => color(F::Dst, F::Zero),
        Blend::Add => color(F::SrcAlpha, F::One),
    }
}
