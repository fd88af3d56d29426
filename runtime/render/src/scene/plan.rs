//! Plans the draw calls of a view, in order.

use std::ops::Range;
use std::sync::Arc;

use bytemuck::Zeroable;
use flitz_scene::{Blend, MeshId, Sprite};
use glam::{Affine3A, Vec4};

use super::collect::{CollectedSurface, Model, Shape};
use super::geometry::GpuVertex;
use super::material::Material;
use super::order::{SortKey, sequence};
use super::pipelines::PipelineKey;
use super::uniforms::{DrawUniform, normal_rows, rows};
use super::view::View;
use super::{SceneRenderer, plane};

/// A draw call.
#[derive(Debug)]
pub(super) struct DrawCall {
    pub key: PipelineKey,
    pub draw: u32,
    pub palette: u32,
    pub textures: Option<Arc<wgpu::BindGroup>>,
    pub source: Source,
    pub indices: Range<u32>,
}

/// The vertex source of a draw call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Mesh(MeshId, usize),
    Transient,
}

/// A surface in a view.
pub(super) struct VisibleSurface<'a> {
    pub view: &'a View,
    pub model: &'a Model,
    pub surface: &'a CollectedSurface,
    pub key: PipelineKey,
    /// Factor of its alpha by distance, 0..1.
    pub fade: f32,
}

impl SceneRenderer {
    /// Appends the draw calls of a view in order; returns their range.
    pub(super) fn plan(&mut self, device: &wgpu::Device, view: &View, lines: bool) -> Range<usize> {
        if !view.sees {
            return self.draw_calls.len()..self.draw_calls.len();
        }
        let collected = std::mem::take(&mut self.collected);
        let mut sort_keys = std::mem::take(&mut self.sort_keys);
        let mut passes = std::mem::take(&mut self.passes);
        let first = self.draw_calls.len();
        let surfaces_of = |model: &Model| {
            let range = model.surfaces.clone();
            collected.surfaces.get(range).unwrap_or_default()
        };
        sort_keys.clear();
        sort_keys.extend(collected.models.iter().map(|model| {
            let distance = view.place.translation.distance(model.place.translation);
            let fade = model.fade_at(distance);
            let opaque = |s: &CollectedSurface| s.material.blend(fade) == Blend::Replace;
            let surfaces = if fade > 0.0 { surfaces_of(model) } else { &[] };
            SortKey {
                order: model.order,
                distance,
                opaque: surfaces.iter().any(opaque),
                transparent: surfaces.iter().any(|s| !opaque(s)),
            }
        }));
        sequence(&sort_keys, &mut passes, &mut self.sort_buffers);
        let mut palettes = std::mem::take(&mut self.model_palettes);
        palettes.clear();
        palettes.resize(collected.models.len(), None);
        for step in &passes {
            let (Some(model), Some(turn)) =
                (collected.models.get(step.model), sort_keys.get(step.model))
            else {
                continue;
            };
            let fade = model.fade_at(turn.distance);
            if let Shape::Level(level) = &model.shape {
                self.look_into(level, view, model);
            }
            // Surfaces are drawn last to first, as in Blitz3D.
            for surface in surfaces_of(model).iter().rev() {
                let blend = surface.material.blend(fade);
                if (blend == Blend::Replace) == step.transparent {
                    continue;
                }
                let material = &surface.material;
                let mut program = material.program;
                program.lights = if material.full_bright { 0 } else { view.lights };
                program.specular = program.lights > 0 && material.specular > 0.0;
                let key = PipelineKey {
                    program,
                    blend,
                    depth: step.depth,
                    two_sided: material.two_sided,
                    mirrored: view.mirrored,
                    lines,
                };
                let seen = VisibleSurface {
                    view,
                    model,
                    surface,
                    key,
                    fade,
                };
                match &model.shape {
                    Shape::Mesh | Shape::Skin { .. } => {
                        let palette = palettes.get_mut(step.model);
                        self.plan_mesh(seen, &collected.joints, palette);
                    }
                    Shape::Plane { divisions } => self.plan_plane(&seen, *divisions),
                    Shape::Sprite(sprite) => self.plan_sprite(&seen, sprite),
                    Shape::Terrain(terrain) => self.plan_terrain(&seen, terrain),
                    Shape::Level(_) => self.plan_level(&seen),
                }
            }
        }
        for command in self.draw_calls.get(first..).unwrap_or_default() {
            self.pipelines
                .prepare(device, &mut self.textures, &command.key);
        }
        self.model_palettes = palettes;
        self.collected = collected;
        self.sort_keys = sort_keys;
        self.passes = passes;
        first..self.draw_calls.len()
    }

    fn plan_mesh(
        &mut self,
        mut seen: VisibleSurface<'_>,
        joints: &[[Vec4; 3]],
        mut shared: Option<&mut Option<u32>>,
    ) {
        let Some((id, index)) = seen.surface.mesh else {
            return;
        };
        let Some(on_device) = self.geometry.surface(id, index) else {
            return;
        };
        let skinned = on_device.skin.is_some();
        // The bounds of a skinned mesh are not known: no culling.
        let bounds = match seen.model.cull {
            None if !skinned => Some(on_device.bounds),
            cull => cull,
        };
        if bounds.is_some_and(|bounds| !seen.may_see(bounds)) {
            return;
        }
        let (joints, uneven) = match &seen.model.shape {
            Shape::Skin {
                joints: own,
                uneven,
            } => (joints.get(own.clone()).unwrap_or_default(), *uneven),
            _ => (Default::default(), false),
        };
        seen.key.program.skinned = skinned;
        seen.key.program.uneven = skinned && uneven;
        let draw = self.draws.push(&seen.uniform(&seen.model.place));
        for part in &on_device.parts {
            let palettes = &mut self.palettes;
            let mut push = |rows: &[[Vec4; 3]]| palettes.push_bytes(bytemuck::cast_slice(rows));
            let palette = match (&part.joints, &mut shared) {
                _ if !skinned => 0,
                // All surfaces of a model share one palette, unless the skin is split.
                (None, Some(shared)) => *shared.get_or_insert_with(|| push(joints)),
                (None, None) => push(joints),
                (Some(own), _) => {
                    let own = own.iter().map(|&j| joints.get(usize::from(j)).copied());
                    self.part_palette.clear();
                    self.part_palette.extend(own.map(Option::unwrap_or_default));
                    push(&self.part_palette)
                }
            };
            self.draw_calls.push(DrawCall {
                key: seen.key,
                draw,
                palette,
                textures: seen.surface.textures.clone(),
                source: Source::Mesh(id, index),
                indices: part.indices.clone(),
            });
        }
    }

    fn plan_plane(&mut self, seen: &VisibleSurface<'_>, divisions: u32) {
        let to_plane = seen.model.place.inverse() * seen.view.place;
        let start = self.transient.indices.len() as u32;
        let (vertices, indices) = (&mut self.transient.vertices, &mut self.transient.indices);
        if to_plane.is_finite() {
            plane::cut(&to_plane, &seen.view.lens, divisions, vertices, indices);
        }
        self.plan_loose(seen, &seen.model.place, start);
    }

    fn plan_sprite(&mut self, seen: &VisibleSurface<'_>, sprite: &Sprite) {
        const UV: [[f32; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let corners = sprite.corners(&seen.model.place, &seen.view.place);
        if !corners.iter().all(|c| c.is_finite()) {
            return;
        }
        let start = self.transient.indices.len() as u32;
        let first = self.transient.vertices.len() as u32;
        let vertices = corners.iter().zip(UV).map(|(&corner, uv)| GpuVertex {
            position: corner.into(),
            normal: [0.0; 3],
            color: [255; 4],
            uv: [uv, uv],
        });
        self.transient.vertices.extend(vertices);
        // A mirror reverses the winding of everything but what turns to the camera.
        let order = if seen.view.mirrored {
            [0, 2, 1, 0, 3, 2]
        } else {
            [0, 1, 2, 0, 2, 3]
        };
        self.transient.indices.extend(order.map(|i| first + i));
        // The corners are in world space already.
        self.plan_loose(seen, &Affine3A::IDENTITY, start);
    }

    /// Plans a draw call for the transient indices from `start` on.
    pub(super) fn plan_loose(&mut self, seen: &VisibleSurface<'_>, place: &Affine3A, start: u32) {
        let indices = start..self.transient.indices.len() as u32;
        if !indices.is_empty() {
            let draw = self.draws.push(&seen.uniform(place));
            self.draw_calls.push(DrawCall {
                key: seen.key,
                draw,
                palette: 0,
                textures: seen.surface.textures.clone(),
                source: Source::Transient,
                indices,
            });
        }
    }
}

impl Model {
    /// Factor of its alpha by distance from the eye, 0 where it is gone. A level is there or not: its entity's alpha is not its surfaces'.
    fn fade_at(&self, distance: f32) -> f32 {
        match (&self.shape, fade(self.fade, distance)) {
            (Shape::Level(_), share) if share > 0.0 => 1.0,
            (_, share) => share,
        }
    }
}

impl VisibleSurface<'_> {
    fn may_see(&self, bounds: (glam::Vec3, glam::Vec3)) -> bool {
        let to_camera = self.view.inverse * self.model.place;
        self.view.lens.may_see(&to_camera, bounds)
    }

    pub(super) fn uniform(&self, place: &Affine3A) -> DrawUniform {
        let material = &self.surface.material;
        DrawUniform {
            ambient: self.model.ambient.extend(material.level_lit.into()),
            ..uniform(material, place, self.fade)
        }
    }
}

/// Factor of alpha at a distance from the eye; 0 beyond the fade range.
fn fade(range: Option<[f32; 2]>, distance: f32) -> f32 {
    match range {
        Some([_, far]) if distance >= far => 0.0,
        Some([near, far]) if distance >= near => 1.0 - (distance - near) / (far - near),
        _ => 1.0,
    }
}

fn uniform(material: &Material, place: &Affine3A, fade: f32) -> DrawUniform {
    let flag = |on: bool| f32::from(on);
    let mut uniform = DrawUniform {
        world: rows(place),
        normal: normal_rows(place),
        color: material.color * Vec4::new(1.0, 1.0, 1.0, fade),
        material: Vec4::new(
            material.specular,
            material.specular_power,
            flag(material.full_bright),
            flag(material.vertex_color),
        ),
        switches: Vec4::new(
            material.alpha_above(fade),
            flag(material.fogged),
            flag(material.emissive),
            0.0,
        ),
        ambient: Vec4::ZERO,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fading_by_distance() {
        let at = |distance| fade(Some([6.0, 14.0]), distance);
        assert_eq!(
            (at(5.0), at(6.0), at(10.0), at(14.0), at(99.0)),
            (1.0, 1.0, 0.5, 0.0, 0.0)
        );
        assert_eq!((fade(None, 1e9), fade(Some([5.0, 5.0]), 5.0)), (1.0, 0.0));
    }
}
