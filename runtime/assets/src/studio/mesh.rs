//! Materials, and the triangle meshes of objects.

use std::collections::HashMap;

use flitz_scene::{ModelMesh, ModelTexture, Vertex};
use glam::{Affine3A, Mat3A, Vec3, Vec3A};

use super::reader::Reader;
use super::swap;
use crate::error::LoadError;
use crate::looks::{Look, Looks};

const COLOR_FLOATS: u16 = 0x0010;
const COLOR_BYTES: u16 = 0x0011;
const VERTICES: u16 = 0x4110;
const FACES: u16 = 0x4120;
const FACE_MATERIAL: u16 = 0x4130;
const COORDINATES: u16 = 0x4140;
const AXES: u16 = 0x4160;
const MATERIAL_NAME: u16 = 0xa000;
const DIFFUSE: u16 = 0xa020;
const TEXTURE: u16 = 0xa200;
const TEXTURE_FILE: u16 = 0xa300;

/// The materials of a file, by name.
pub(super) struct Materials {
    looks: Looks,
    by_name: HashMap<String, usize>,
}

impl Materials {
    pub(super) fn new() -> Self {
        let mut looks = Looks::default();
        // The first is that of faces without a material.
        looks.number(Look::PLAIN);
        Self {
            looks,
            by_name: HashMap::new(),
        }
    }

    /// Reads a material. A textured one is white, as in Blitz3D, which also passed over offsets and scales of textures.
    pub(super) fn read(
        &mut self,
        mut body: Reader<'_>,
        textures: &mut Vec<ModelTexture>,
    ) -> Result<(), LoadError> {
        let (mut name, mut file, mut color) = (String::new(), String::new(), Vec3::ONE);
        while let Some((id, mut chunk)) = body.chunk()? {
            match id {
                MATERIAL_NAME => name = chunk.text()?,
                DIFFUSE => color = read_color(chunk)?,
                TEXTURE => {
                    while let Some((id, mut part)) = chunk.chunk()? {
                        if id == TEXTURE_FILE {
                            file = part.text()?;
                        }
                    }
                }
                _ => {}
            }
        }
        if name.is_empty() {
            return Ok(());
        }
        let look = if file.is_empty() {
            Look {
                color,
                ..Look::PLAIN
            }
        } else {
            Look {
                texture: Some(self.looks.texture(file, textures)),
                ..Look::PLAIN
            }
        };
        let look = self.looks.number(look);
        self.by_name.insert(name, look);
        Ok(())
    }
}

/// A colour, 0 to 1; black where the chunk holds none.
fn read_color(mut body: Reader<'_>) -> Result<Vec3, LoadError> {
    let mut color = Vec3::ZERO;
    while let Some((id, mut chunk)) = body.chunk()? {
        match id {
            COLOR_FLOATS => color = chunk.vec3()?,
            COLOR_BYTES => color = Vec3::from(chunk.bytes::<3>()?.map(f32::from)) / 255.0,
            _ => {}
        }
    }
    Ok(color)
}

/// A mesh with one list of vertices, in the space of its object.
pub(super) struct RawMesh {
    vertices: Vec<Vertex>,
    /// Corners and look.
    faces: Vec<([u16; 3], usize)>,
    /// Where the object stands in the model.
    pub(super) place: Affine3A,
}

impl RawMesh {
    pub(super) fn read(mut body: Reader<'_>, materials: &Materials) -> Result<Self, LoadError> {
        let start = body.at();
        let mut mesh = Self {
            vertices: Vec::new(),
            faces: Vec::new(),
            place: Affine3A::IDENTITY,
        };
        while let Some((id, mut chunk)) = body.chunk()? {
            match id {
                VERTICES => {
                    for _ in 0..chunk.short()? {
                        mesh.vertices.push(Vertex {
                            position: swap(chunk.vec3()?),
                            ..Vertex::default()
                        });
                    }
                }
                COORDINATES => {
                    for index in 0..usize::from(chunk.short()?) {
                        let (u, v) = (chunk.float()?, chunk.float()?);
                        if let Some(vertex) = mesh.vertices.get_mut(index) {
                            vertex.uv = [[u, 1.0 - v]; 2];
                        }
                    }
                }
                FACES => mesh.read_faces(chunk, materials)?,
                AXES => {
                    let [x, y, z] = [chunk.vec3()?, chunk.vec3()?, chunk.vec3()?].map(swap);
                    // The file's axes are those of the file's space: the second and third change places.
                    mesh.place = Affine3A {
                        matrix3: Mat3A::from_cols(x.into(), z.into(), y.into()),
                        translation: Vec3A::from(swap(chunk.vec3()?)),
                    };
                }
                _ => {}
            }
        }
        let count = mesh.vertices.len();
        let mut corners = mesh.faces.iter().flat_map(|(corners, _)| corners);
        if let Some(wrong) = corners.find(|&&corner| usize::from(corner) >= count) {
            return Err(LoadError::at(
                start,
                format!("a triangle asks for vertex {wrong}, but its mesh has {count} vertices"),
            ));
        }
        let inverse = mesh.place.inverse();
        if inverse.is_finite() {
            mesh.move_vertices(|position| inverse.transform_point3(position));
        } else {
            mesh.place = Affine3A::IDENTITY;
        }
        Ok(mesh)
    }

    fn read_faces(&mut self, mut body: Reader<'_>, materials: &Materials) -> Result<(), LoadError> {
        for _ in 0..body.short()? {
            let [a, b, c, _visible] = [body.short()?, body.short()?, body.short()?, body.short()?];
            // Exchanging two axes mirrors, so the corners go round the other way.
            self.faces.push(([a, c, b], 0));
        }
        while let Some((id, mut chunk)) = body.chunk()? {
            if id != FACE_MATERIAL {
                continue;
            }
            let name = chunk.text()?;
            let look = materials.by_name.get(&name).copied().unwrap_or(0);
            for _ in 0..chunk.short()? {
                if let Some(face) = self.faces.get_mut(usize::from(chunk.short()?)) {
                    face.1 = look;
                }
            }
        }
        Ok(())
    }

    /// Moves all vertices; one that would leave the range of numbers stays.
    pub(super) fn move_vertices(&mut self, change: impl Fn(Vec3) -> Vec3) {
        for vertex in &mut self.vertices {
            let moved = change(vertex.position);
            if moved.is_finite() {
                vertex.position = moved;
            }
        }
    }

    /// The surfaces, one for each look in order of first use.
    pub(super) fn finish(
        self,
        materials: &Materials,
        vertex_total: &mut usize,
    ) -> Result<ModelMesh, LoadError> {
        let faces: Vec<_> = self
            .faces
            .iter()
            .map(|&(corners, look)| (corners.map(u32::from), look))
            .collect();
        let mut mesh = materials
            .looks
            .surfaces(&self.vertices, &faces, vertex_total)?;
        for surface in &mut mesh.surfaces {
            surface.update_normals();
            surface.version = 0;
        }
        Ok(mesh)
    }
}
