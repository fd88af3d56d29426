//! Meshes of X files.

use std::collections::HashMap;

use flitz_scene::{ModelMesh, ModelTexture, Vertex};
use glam::Vec3;

use super::tree::{Inside, Object};
use crate::error::LoadError;
use crate::limits;
use crate::looks::{Look, Looks};

/// A mesh with one list of vertices.
pub(super) struct Part {
    vertices: Vec<Vertex>,
    /// Corners and the numbers of looks.
    faces: Vec<([u32; 3], usize)>,
    /// Whether the file has a normal for each vertex.
    has_normals: bool,
}

/// The meshes of a frame, which come to one.
#[derive(Default)]
pub(super) struct Parts(Vec<Part>);

impl Parts {
    pub(super) fn add(&mut self, part: Part) {
        self.0.push(part);
    }

    /// The mesh of all parts; `None` where there is none.
    pub(super) fn finish(
        self,
        looks: &Looks,
        vertex_total: &mut usize,
    ) -> Result<Option<ModelMesh>, LoadError> {
        let mut whole: Option<ModelMesh> = None;
        for part in self.0 {
            let mut mesh = looks.surfaces(&part.vertices, &part.faces, vertex_total)?;
            if !part.has_normals {
                for surface in &mut mesh.surfaces {
                    surface.update_normals();
                    surface.version = 0;
                }
            }
            match &mut whole {
                Some(whole) => {
                    whole.surfaces.append(&mut mesh.surfaces);
                    whole.surface_textures.append(&mut mesh.surface_textures);
                }
                None => whole = Some(mesh),
            }
        }
        Ok(whole)
    }
}

/// Numbers in the order of the file.
struct Numbers<'a>(std::slice::Iter<'a, f64>);

impl<'a> Numbers<'a> {
    fn of(object: &'a Object) -> Self {
        Self(object.numbers.iter())
    }

    fn next(&mut self) -> f32 {
        let value = self.0.next().copied().unwrap_or(0.0) as f32;
        if value.is_finite() { value } else { 0.0 }
    }

    /// A count of things that have `size` numbers each; no more than there are.
    fn count(&mut self, size: usize) -> usize {
        let count = self.0.next().copied().unwrap_or(0.0).max(0.0) as usize;
        count.min(self.0.len() / size)
    }

    fn index(&mut self) -> usize {
        self.0.next().copied().unwrap_or(0.0).max(0.0) as usize
    }

    fn vec3(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }
}

/// A mesh: its vertices, its faces, and what stands inside it.
pub(super) fn read<'a>(
    object: &'a Object,
    known: &HashMap<&'a str, &'a Object>,
    looks: &mut Looks,
    textures: &mut Vec<ModelTexture>,
    corner_total: &mut usize,
) -> Result<Part, LoadError> {
    let mut numbers = Numbers::of(object);
    let mut vertices: Vec<Vertex> = Vec::new();
    for _ in 0..numbers.count(3) {
        vertices.push(Vertex {
            position: numbers.vec3(),
            ..Vertex::default()
        });
    }
    let mut corners: Vec<Vec<u32>> = Vec::new();
    for _ in 0..numbers.count(1) {
        let count = numbers.count(1);
        corners.push((0..count).map(|_| numbers.index() as u32).collect());
    }
    let wrong = |&corner: &u32| corner as usize >= vertices.len();
    if let Some(corner) = corners.iter().flatten().copied().find(wrong) {
        return Err(LoadError::new(format!(
            "a face asks for vertex {corner}, but its mesh has {} vertices",
            vertices.len()
        )));
    }
    let mut of_face = vec![0; corners.len()];
    let (mut materials, mut has_normals) = (Vec::new(), false);
    for inside in &object.inside {
        let Inside::Object(inner) = inside else {
            continue;
        };
        let mut numbers = Numbers::of(inner);
        match inner.kind.as_str() {
            "meshmateriallist" => {
                numbers.index();
                for slot in of_face.iter_mut().take(numbers.count(1)) {
                    *slot = numbers.index();
                }
                materials.extend(material_list(inner, known, looks, textures));
            }
            "meshtexturecoords" => {
                let count = numbers.count(2);
                if count == vertices.len() {
                    for vertex in &mut vertices {
                        vertex.uv = [[numbers.next(), numbers.next()]; 2];
                    }
                }
            }
            "meshvertexcolors" => {
                let count = numbers.count(5);
                if count == vertices.len() {
                    for _ in 0..count {
                        let index = numbers.index();
                        let [red, green, blue, _] =
                            [(); 4].map(|()| (numbers.next() * 255.0).clamp(0.0, 255.0) as u8);
                        if let Some(vertex) = vertices.get_mut(index) {
                            vertex.color = [red, green, blue, 255];
                        }
                    }
                }
            }
            "meshnormals" => {
                let count = numbers.count(3);
                if count == vertices.len() {
                    for vertex in &mut vertices {
                        vertex.normal = numbers.vec3().normalize_or_zero();
                    }
                    has_normals = true;
                }
            }
            _ => {}
        }
    }
    let plain = looks.number(Look::PLAIN);
    let mut faces = Vec::new();
    for (corners, material) in corners.iter().zip(of_face) {
        let look = materials.get(material).copied().unwrap_or(plain);
        // Fans around the first corner.
        let Some((&first, rest)) = corners.split_first() else {
            continue;
        };
        for pair in rest.windows(2) {
            if let &[second, third] = pair {
                limits::count(corner_total, 3, limits::TRIANGLES, "corners of triangles")?;
                faces.push(([first, second, third], look));
            }
        }
    }
    Ok(Part {
        vertices,
        faces,
        has_normals,
    })
}

/// The looks of a list of materials, which stand in it or are named in it.
fn material_list<'a>(
    list: &'a Object,
    known: &HashMap<&'a str, &'a Object>,
    looks: &mut Looks,
    textures: &mut Vec<ModelTexture>,
) -> Vec<usize> {
    let materials = list.inside.iter().filter_map(|inside| match inside {
        Inside::Object(object) => (object.kind == "material").then_some(object),
        Inside::Reference(name) => known.get(name.as_str()).copied(),
    });
    materials
        .map(|object| {
            let look = material(object, looks, textures);
            looks.number(look)
        })
        .collect()
}

/// A material. A textured one is white, as in Blitz3D; one without alpha is opaque.
fn material(object: &Object, looks: &mut Looks, textures: &mut Vec<ModelTexture>) -> Look {
    let mut numbers = Numbers::of(object);
    let (color, alpha) = (numbers.vec3(), numbers.next());
    let mut look = Look {
        color,
        alpha: if alpha == 0.0 {
            1.0
        } else {
            alpha.clamp(0.0, 1.0)
        },
        texture: None,
    };
    for inside in &object.inside {
        if let Inside::Object(inner) = inside
            && inner.kind == "texturefilename"
            && let Some(file) = inner.strings.first()
        {
            look.texture = Some(looks.texture(file.clone(), textures));
            look.color = Vec3::ONE;
        }
    }
    look
}
