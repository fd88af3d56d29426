//! Meshes whose faces have a material each: cut into surfaces, one for each look.

use std::collections::HashMap;

use flitz_scene::{
    Brush, ModelMesh, ModelTexture, Sampling, Surface, TextureBlend, TextureFlags, TextureSource,
    Vertex,
};
use glam::{Affine3A, Mat3, Quat, Vec3};

use flitz_animation::Transform;

use crate::error::LoadError;
use crate::limits;

/// What a material comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub color: Vec3,
    pub alpha: f32,
    /// Index of its texture.
    pub texture: Option<usize>,
}

impl Look {
    /// What faces without a material look like.
    pub(crate) const PLAIN: Look = Look {
        color: Vec3::ONE,
        alpha: 1.0,
        texture: None,
    };
}

/// The looks of a file's materials, equal ones once, and the textures they name.
#[derive(Default)]
pub(crate) struct Looks {
    list: Vec<Look>,
    by_bits: HashMap<([u32; 4], Option<usize>), usize>,
    by_file: HashMap<String, usize>,
}

impl Looks {
    /// The number of a look.
    pub(crate) fn number(&mut self, look: Look) -> usize {
        let Vec3 { x, y, z } = look.color;
        // Minus zero is zero.
        let bits = [x, y, z, look.alpha].map(|part| (part + 0.0).to_bits());
        let next = self.list.len();
        let number = *self.by_bits.entry((bits, look.texture)).or_insert(next);
        if number == next {
            self.list.push(look);
        }
        number
    }

    /// The look of a number.
    pub(crate) fn get(&self, number: usize) -> Look {
        self.list.get(number).copied().unwrap_or(Look::PLAIN)
    }

    /// The index of the texture of a file, added to `textures` where it is new.
    pub(crate) fn texture(&mut self, file: String, textures: &mut Vec<ModelTexture>) -> usize {
        let next = textures.len();
        let index = *self
            .by_file
            .entry(file.to_ascii_lowercase())
            .or_insert(next);
        if index == next {
            textures.push(ModelTexture {
                source: TextureSource::File(file),
                flags: TextureFlags::empty(),
                blend: TextureBlend::Multiply,
                scale: [1.0; 2],
                position: [0.0; 2],
                rotation: 0.0,
                sampling: Sampling::default(),
            });
        }
        index
    }

    /// The surfaces of triangles with one list of vertices, one for each look in order of first use. Corners are below the number of
    /// vertices. Vertices keep their normals.
    pub(crate) fn surfaces(
        &self,
        vertices: &[Vertex],
        faces: &[([u32; 3], usize)],
        vertex_total: &mut usize,
    ) -> Result<ModelMesh, LoadError> {
        let mut mesh = ModelMesh::default();
        let mut surface_of: HashMap<usize, usize> = HashMap::new();
        let mut vertex_of: HashMap<(usize, u32), u32> = HashMap::new();
        for &(corners, number) in faces {
            let next = mesh.surfaces.len();
            let index = *surface_of.entry(number).or_insert(next);
            if index == next {
                let look = self.get(number);
                let brush = Brush {
                    color: look.color,
                    alpha: look.alpha,
                    ..Brush::default()
                };
                mesh.surfaces.push(Surface {
                    brush,
                    ..Surface::default()
                });
                mesh.surface_textures.push(
                    look.texture
                        .map(|texture| (0, texture))
                        .into_iter()
                        .collect(),
                );
                limits::count(vertex_total, limits::SURFACE, limits::VERTICES, "vertices")?;
            }
            let Some(surface) = mesh.surfaces.get_mut(index) else {
                continue;
            };
            let mut triangle = [0; 3];
            for (slot, corner) in triangle.iter_mut().zip(corners) {
                let new = surface.vertices.len() as u32;
                *slot = *vertex_of.entry((index, corner)).or_insert(new);
                if *slot == new {
                    let vertex = vertices.get(corner as usize);
                    surface.vertices.push(vertex.copied().unwrap_or_default());
                    limits::count(vertex_total, 1, limits::VERTICES, "vertices")?;
                }
            }
            surface.triangles.push(triangle);
        }
        Ok(mesh)
    }
}

/// Position, rotation and scale of a matrix. Scales are lengths, and the rotation keeps the direction of Z, then that of Y: shear and
/// mirroring are lost, as with Blitz3D's entities. What is no number becomes the default.
pub(crate) fn split(place: Affine3A) -> Transform {
    let [x, y, z] = [
        place.matrix3.x_axis,
        place.matrix3.y_axis,
        place.matrix3.z_axis,
    ]
    .map(Vec3::from);
    let forward = z.normalize_or(Vec3::Z);
    let side = y
        .cross(forward)
        .normalize_or(forward.any_orthonormal_vector());
    let axes = Mat3::from_cols(side, forward.cross(side), forward);
    let finite = |value: Vec3, other| if value.is_finite() { value } else { other };
    let rotation = Quat::from_mat3(&axes).normalize();
    Transform {
        translation: finite(place.translation.into(), Vec3::ZERO),
        rotation: if rotation.is_finite() {
            rotation
        } else {
            Quat::IDENTITY
        },
        scale: finite(Vec3::new(x.length(), y.length(), z.length()), Vec3::ONE),
    }
}
