//! Encodes the draw calls.

use super::geometry::{GpuSurface, filled};
use super::plan::{DrawCall, Source};
use super::{Prepared, SceneRenderer, SceneStats, SceneTarget};
use crate::gpu::Gpu;

impl SceneRenderer {
    /// Uploads uniforms and transient geometry.
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
        if !self.transient.indices.is_empty() {
            let (vertices, indices) = self.transient.buffers.take().unzip();
            self.transient.buffers = Some((
                filled(
                    device,
                    queue,
                    vertices,
                    bytemuck::cast_slice(&self.transient.vertices),
                    wgpu::BufferUsages::VERTEX,
                ),
                filled(
                    device,
                    queue,
                    indices,
                    bytemuck::cast_slice(&self.transient.indices),
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
        let mut stats = self.stats;
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
                resolve_target: target.resolve,
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
        for (n, (view, draw_calls)) in prepared.views.iter().enumerate() {
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
            let mut last: Option<&DrawCall> = None;
            for command in self.draw_calls.get(draw_calls.clone()).unwrap_or_default() {
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

    fn bind_geometry(&self, pass: &mut wgpu::RenderPass<'_>, command: &DrawCall) -> bool {
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
            Source::Transient => {
                let Some((vertices, indices)) = &self.transient.buffers else {
                    return false;
                };
                pass.set_vertex_buffer(0, vertices.slice(..));
                pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            }
        }
        true
    }
}
