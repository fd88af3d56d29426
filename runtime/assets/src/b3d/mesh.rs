//! The chunks MESH, VRTS and TRIS, the weights of BONE, and the surfaces made from them.

use flitz_scene::{ModelMesh, ModelSkin, Surface, Vertex, VertexSkin};
use glam::Affine3A;

use super::paint::Paints;
use super::reader::Reader;
use crate::error::LoadError;
use crate::limits;
use crate::weights::Influences;

/// VRTS flag: vertices have normals.
const HAS_NORMALS: i32 = 1;
/// VRTS flag: vertices have colours.
const HAS_COLORS: i32 = 2;
/// Coordinate sets and numbers a set that the format allows.
const MAX_SETS: i32 = 8;
const MAX_SET_SIZE: i32 = 4;

/// A mesh as the file has it: one list of vertices, triangles by brush.
#[derive(Default)]
pub(super) struct RawMesh {
    /// Number of the entity's brush in the file; -1 for none.
    brush: i32,
    vertices: Vec<Vertex>,
    has_normals: bool,
    /// (one of the different brushes, its triangles), in order of first use
    groups: Vec<(usize, Vec<[u32; 3]>)>,
    /// For each of the different brushes its group.
    group_of: Vec<Option<usize>>,
}

impl RawMesh {
    /// Reads a MESH chunk.
    pub(super) fn read(body: &mut Reader<'_>, paints: &Paints) -> Result<Self, LoadError> {
        let mut mesh = Self {
            brush: body.int()?,
            ..Self::default()
        };
        while !body.is_empty() {
            let mut chunk = body.chunk()?;
            match &chunk.tag {
                b"VRTS" => mesh.read_vertices(&mut chunk.body)?,
                b"TRIS" => mesh.read_triangles(&mut chunk.body, paints)?,
                _ => {}
            }
        }
        Ok(mesh)
    }

    fn read_vertices(&mut self, body: &mut Reader<'_>) -> Result<(), LoadError> {
        let at = body.at();
        let [flags, sets, set_size] = [body.int()?, body.int()?, body.int()?];
        if !(0..=MAX_SETS).contains(&sets) || !(0..=MAX_SET_SIZE).contains(&set_size) {
            return Err(LoadError::at(
                at,
                format!("vertices cannot have {sets} sets of {set_size} texture coordinates"),
            ));
        }
        self.has_normals = flags & HAS_NORMALS != 0;
        while !body.is_empty() {
            let mut vertex = Vertex {
                position: body.floats()?.into(),
                ..Vertex::default()
            };
            if self.has_normals {
                // Not normalized, as in Blitz3D: programs read it, and the shader normalizes.
                vertex.normal = body.floats()?.into();
            }
            if flags & HAS_COLORS != 0 {
                vertex.color = body
                    .floats()?
                    .map(|part| (part.clamp(0.0, 1.0) * 255.0) as u8);
            }
            for set in 0..sets as usize {
                for number in 0..set_size as usize {
                    let value = body.float()?;
                    if let Some(slot) = vertex.uv.get_mut(set).and_then(|uv| uv.get_mut(number)) {
                        *slot = value;
                    }
                }
            }
            self.vertices.push(vertex);
        }
        Ok(())
    }

    fn read_triangles(&mut self, body: &mut Reader<'_>, paints: &Paints) -> Result<(), LoadError> {
        let paint = paints.find(body.int()?);
        if self.group_of.len() <= paint {
            self.group_of.resize(paint + 1, None);
        }
        let Some(slot) = self.group_of.get_mut(paint) else {
            return Ok(());
        };
        let group = *slot.get_or_insert(self.groups.len());
        if group == self.groups.len() {
            self.groups.push((paint, Vec::new()));
        }
        let Some((_, triangles)) = self.groups.get_mut(group) else {
            return Ok(());
        };
        while !body.is_empty() {
            let at = body.at();
            let corners = [body.int()?, body.int()?, body.int()?];
            let count = self.vertices.len();
            if let Some(wrong) = corners
                .iter()
                .find(|&&c| usize::try_from(c).map_or(true, |c| c >= count))
            {
                return Err(LoadError::at(
                    at,
                    format!(
                        "a triangle asks for vertex {wrong}, but its mesh has {count} vertices"
                    ),
                ));
            }
            triangles.push(corners.map(i32::cast_unsigned));
        }
        Ok(())
    }

    pub(super) fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// The mesh of the node. `influences` has one entry a vertex where the mesh is skinned, else none.
    pub(super) fn finish(
        self,
        paints: &Paints,
        influences: &[Influences],
        skin: Option<ModelSkin>,
        vertex_total: &mut usize,
    ) -> Result<ModelMesh, LoadError> {
        let mut surfaces = Vec::with_capacity(self.groups.len());
        let mut surface_textures = Vec::with_capacity(self.groups.len());
        // For each vertex of the mesh the last group that took it, and its number in that group's surface.
        let mut taken = vec![(usize::MAX, 0_u32); self.vertices.len()];
        for (group, (paint, mut triangles)) in self.groups.into_iter().enumerate() {
            let paint = paints.get(paint);
            let mut surface = Surface {
                brush: paint.brush,
                ..Surface::default()
            };
            for corner in triangles.iter_mut().flatten() {
                let vertex = *corner as usize;
                let (Some(slot), Some(data)) = (taken.get_mut(vertex), self.vertices.get(vertex))
                else {
                    continue;
                };
                if slot.0 != group {
                    *slot = (group, surface.vertices.len() as u32);
                    surface.vertices.push(*data);
                    if skin.is_some() {
                        surface.skin.push(
                            influences
                                .get(vertex)
                                .map_or_else(VertexSkin::default, Influences::finish),
                        );
                    }
                }
                *corner = slot.1;
            }
            limits::count(
                vertex_total,
                surface.vertices.len(),
                limits::VERTICES,
                "vertices",
            )?;
            surface.triangles = triangles;
            if !self.has_normals {
                surface.update_normals();
                surface.version = 0;
            }
            surfaces.push(surface);
            surface_textures.push(paint.textures);
        }
        let own = paints.get(paints.find(self.brush));
        Ok(ModelMesh {
            surfaces,
            surface_textures,
            brush: own.brush,
            brush_textures: own.textures,
            skin,
        })
    }
}

/// Reads a BONE chunk: (vertex, weight) pairs.
pub(super) fn bone_weights(body: &mut Reader<'_>) -> Result<Vec<(i32, f32)>, LoadError> {
    let mut weights = Vec::with_capacity(body.left() / 8);
    while !body.is_empty() {
        weights.push((body.int()?, body.float()?));
    }
    Ok(weights)
}

/// The inverse of a joint's transform; the identity where it is singular.
pub(super) fn inverse_bind(place: Affine3A) -> Affine3A {
    let inverse = place.inverse();
    if inverse.is_finite() {
        inverse
    } else {
        Affine3A::IDENTITY
    }
}
