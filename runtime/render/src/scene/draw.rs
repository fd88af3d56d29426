//! From a view to draws, and the draws to the device.

use std::ops::Range;
use std::sync::Arc;

use bytemuck::Zeroable;
use glam::Vec4;

use super::collect::{Model, Painted, Shape};
use super::geometry::{GpuSurface, Part, filled};
use super::material::{Blend, Material};
use super::order::{Turn, sequence};
use super::pipelines::PipelineKey;
use super::plane;
use super::uniforms::{DrawUniform, normal_rows, rows};
use super::view::View;
use super::{Prepared, SceneRenderer, SceneStats, SceneTarget};
use crate::gpu::Gpu;

/// A draw.
#[derive(Debug)]
pub(super) struct Command {
    key: PipelineKey,
    draw: u32,
    palette: u32,
    textures: Option<Arc<wgpu::BindGroup>>,
    source: Source,
    indices: Range<u32>,
}

/// Where the vertices of a draw are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Mesh(flitz_scene::MeshId, usize),
    Loose,
}

impl SceneRenderer {
    /// Adds the draws of a view to the commands, in order; returns which they are.
    pub(super) fn plan(&mut self, device: &wgpu::Device, view: &View, lines: bool) -> Range<usize> {
        let collected = std::mem::take(&mut self.collected);
        let mut turns = std::mem::take(&mut self.turns);
        let mut steps = std::mem::take(&mut self.steps);
        let first = self.commands.len();
        turns.clear();
        turns.extend(collected.models.iter().map(|model| {
            let surfaces = collected
                .surfaces
                .get(model.surfaces.clone())
                .unwrap_or_default();
            let opaque = |s: &Painted| s.material.blend == Blend::Replace;
            Turn {
                order: model.order,
                distance: view.place.translation.distance(model.place.translation),
                opaque: surfaces.iter().any(opaque),
                transparent: surfaces.iter().any(|s| !opaque(s)),
            }
        }));
        sequence(&turns, &mut steps);
        let mut palettes: Vec<Option<u32>> = vec![None; collected.models.len()];
        for step in &steps {
            let Some(model) = collected.models.get(step.model) else {
                continue;
            };
            let surfaces = collected
                .surfaces
                .get(model.surfaces.clone())
                .unwrap_or_default();
            // The last surface comes first.
            for surface in surfaces.iter().rev() {
                if (surface.material.blend == Blend::Replace) == step.transparent {
                    continue;
                }
                let key = PipelineKey {
                    program: surface.material.program,
                    blend: surface.material.blend,
                    depth: step.depth,
                    two_sided: surface.material.two_sided,
                    mirrored: view.mirrored,
                    lines,
                };
                let palette = palettes.get_mut(step.model);
                self.plan_surface(view, model, surface, key, &collected.joints, palette);
            }
        }
        for command in &self.commands[first..] {
            self.pipelines
                .prepare(device, &mut self.textures, &command.key);
        }
        self.collected = collected;
        self.turns = turns;
        self.steps = steps;
        first..self.commands.len()
    }

    fn plan_surface(
        &mut self,
        view: &View,
        model: &Model,
        surface: &Painted,
        mut key: PipelineKey,
        joints: &[[Vec4; 3]],
        palette: Option<&mut Option<u32>>,
    ) {
        let textures = surface.textures.clone();
        match (&model.shape, surface.mesh) {
            (Shape::Plane { divisions }, _) => {
                let to_plane = model.place.inverse() * view.place;
                let start = self.loose.indices.len() as u32;
                let (vertices, indices) = (&mut self.loose.vertices, &mut self.loose.indices);
                if to_plane.is_finite() {
                    plane::cut(&to_plane, &view.lens, *divisions, vertices, indices);
                }
                let indices = start..self.loose.indices.len() as u32;
                if !indices.is_empty() {
                    let draw = self.draws.push(&uniform(&surface.material, model, false));
                    self.commands.push(Command {
                        key,
                        draw,
                        palette: 0,
                        textures,
                        source: Source::Loose,
                        indices,
                    });
                }
            }
            (shape, Some((id, index))) => {
                let Some(on_device) = self.geometry.surface(id, index) else {
                    return;
                };
                let skinned = on_device.skin.is_some();
                if !skinned
                    && !view
                        .lens
                        .may_see(&(view.inverse * model.place), on_device.bounds)
                {
                    return;
                }
                let source = Source::Mesh(id, index);
                let (joints, uneven) = match shape {
                    Shape::Skin {
                        joints: range,
                        uneven,
                    } => (joints.get(range.clone()).unwrap_or_default(), *uneven),
                    _ => (Default::default(), false),
                };
                key.program.skinned = skinned;
                let draw = self.draws.push(&uniform(&surface.material, model, uneven));
                let mut shared = palette;
                for part in &on_device.parts {
                    let palette = match (&part.joints, &mut shared) {
                        _ if !skinned => 0,
                        // All surfaces of a model share one palette where it fits.
                        (None, Some(shared)) => *shared.get_or_insert_with(|| {
                            self.palettes.push_bytes(bytemuck::cast_slice(joints))
                        }),
                        (None, None) => self.palettes.push_bytes(bytemuck::cast_slice(joints)),
                        (Some(own), _) => {
                            let own: Vec<[Vec4; 3]> = own
                                .iter()
                                .map(|&j| joints.get(usize::from(j)).copied().unwrap_or_default())
                                .collect();
                            self.palettes.push_bytes(bytemuck::cast_slice(&own))
                        }
                    };
                    let Part { indices, .. } = part;
                    let (textures, indices) = (textures.clone(), indices.clone());
                    self.commands.push(Command {
                        key,
                        draw,
                        palette,
                        textures,
                        source,
                        indices,
                    });
                }
            }
            _ => {}
        }
    }

    /// Brings uniforms and loose geometry to the device.
    pub(super) fn upload(&mut self, gpu: &Gpu) {
        let (device, queue) = (&gpu.device, &gpu.queue);
        let mut grown = false;
        for arena in [&mut self.views, &mut self.draws, &mut self.palettes] {
            grown |= arena.upload(device, queue);
        }
        if grown || self.uniforms.is_none() {
            let bindings = [&self.views, &self.draws, &self.palettes].map(|arena| arena.binding());
            if let [Some(views), Some(draws), Some(palettes)] = bindings {
                let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
                self.uniforms = Some(device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("uniforms"),
                    layout: &self.pipelines.uniforms,
                    entries: &[entry(0, views), entry(1, draws), entry(2, palettes)],
                }));
            }
        }
        if !self.loose.indices.is_empty() {
            let (vertices, indices) = self.loose.buffers.take().unzip();
            self.loose.buffers = Some((
                filled(
                    device,
                    queue,
                    vertices,
                    bytemuck::cast_slice(&self.loose.vertices),
                    wgpu::BufferUsages::VERTEX,
                ),
                filled(
                    device,
                    queue,
                    indices,
                    bytemuck::cast_slice(&self.loose.indices),
                    wgpu::BufferUsages::INDEX,
                ),
            ));
        }
    }

    pub(super) fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        prepared: &Prepared,
        target: SceneTarget<'_>,
    ) -> SceneStats {
        let mut stats = SceneStats::default();
        let (color, depth) = match prepared.views.first() {
            Some((view, _)) if view.clears_all(prepared.size) => {
                let c = view.uniform.clear_color.as_dvec4();
                let color = wgpu::Color {
                    r: c.x,
                    g: c.y,
                    b: c.z,
                    a: 1.0,
                };
                (wgpu::LoadOp::Clear(color), wgpu::LoadOp::Clear(1.0))
            }
            Some(_) => (wgpu::LoadOp::Load, wgpu::LoadOp::Load),
            None => return stats,
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target.color,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: color,
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: target.depth,
                depth_ops: Some(wgpu::Operations {
                    load: depth,
                    store: wgpu::StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        });
        let Some(uniforms) = &self.uniforms else {
            return stats;
        };
        for (n, (view, commands)) in prepared.views.iter().enumerate() {
            let [x, y, width, height] = view.area;
            pass.set_viewport(x as f32, y as f32, width as f32, height as f32, 0.0, 1.0);
            pass.set_scissor_rect(x, y, width, height);
            let offset = (n * size_of::<super::ViewUniform>().next_multiple_of(256)) as u32;
            let done = n == 0 && view.clears_all(prepared.size);
            if !done && let Some(pipeline) = self.pipelines.clear(view.clear()) {
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, uniforms, &[offset, 0, 0]);
                pass.draw(0..3, 0..1);
            }
            stats.cameras += 1;
            let mut last: Option<&Command> = None;
            for command in self.commands.get(commands.clone()).unwrap_or_default() {
                let Some(pipeline) = self.pipelines.get(&command.key) else {
                    continue;
                };
                if last.is_none_or(|l| l.key != command.key) {
                    pass.set_pipeline(pipeline);
                }
                if last.is_none_or(|l| l.source != command.source)
                    && !self.bind_geometry(&mut pass, command)
                {
                    last = None;
                    continue;
                }
                pass.set_bind_group(0, uniforms, &[offset, command.draw, command.palette]);
                if let Some(textures) = &command.textures {
                    pass.set_bind_group(1, &**textures, &[]);
                }
                pass.draw_indexed(command.indices.clone(), 0, 0..1);
                stats.draws += 1;
                stats.triangles += command.indices.len() / 3;
                last = Some(command);
            }
        }
        stats
    }

    fn bind_geometry(&self, pass: &mut wgpu::RenderPass<'_>, command: &Command) -> bool {
        match command.source {
            Source::Mesh(id, index) => {
                let Some(GpuSurface {
                    vertices,
                    skin,
                    indices,
                    ..
                }) = self.geometry.surface(id, index)
                else {
                    return false;
                };
                pass.set_vertex_buffer(0, vertices.slice(..));
                if let Some(skin) = skin {
                    pass.set_vertex_buffer(1, skin.slice(..));
                }
                pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            }
            Source::Loose => {
                let Some((vertices, indices)) = &self.loose.buffers else {
                    return false;
                };
                pass.set_vertex_buffer(0, vertices.slice(..));
                pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            }
        }
        true
    }
}

fn uniform(material: &Material, model: &Model, uneven: bool) -> DrawUniform {
    let flag = |on: bool| f32::from(on);
    let mut uniform = DrawUniform {
        world: rows(&model.place),
        normal: normal_rows(&model.place),
        color: material.color,
        material: Vec4::new(
            material.specular,
            material.specular_power,
            flag(material.full_bright),
            flag(material.vertex_color),
        ),
        switches: Vec4::new(
            material.alpha_above,
            flag(material.fogged),
            flag(uneven),
            0.0,
        ),
        stages: Zeroable::zeroed(),
    };
    for (to, stage) in uniform
        .stages
        .iter_mut()
        .zip(material.textures.iter().flatten())
    {
        *to = stage.transform;
    }
    uniform
}
