//! The faces of a level: polygons, meshes and curved patches, gathered in surfaces of one texture and lightmap.

use std::collections::HashMap;

use flitz_scene::Vertex;
use flitz_scene::level::{LevelFace, LevelSurface};
use glam::Vec3;

use super::lumps::{File, Lump, Record, index};
use super::patch;
use crate::error::LoadError;
use crate::limits;

/// Kinds of faces; the others are billboards, which Blitz3D does not show either.
const POLYGON: i32 = 1;
const PATCH: i32 = 2;
const MESH: i32 = 3;

/// A texture's contents: what stops a mover.
const SOLID: i32 = 1;
/// A texture's flags: sky, and what is not drawn.
const UNSEEN: i32 = 0x84;

/// Pieces of each quadratic curve, where it is seen and where it stops spheres: as many as in Blitz3D.
const PIECES_SEEN: usize = 4;
const PIECES_SOLID: usize = 2;

/// Memory that a triangle takes where it stops spheres, in bytes: its corners and its share of a tree.
const SOLID_TRIANGLE: usize = 128;

/// Reads faces as leaves name them.
pub(super) struct Faces<'a> {
    file: &'a File<'a>,
    /// What became of each face of the file: not met yet, or met, and its number where it is seen.
    known: Vec<Option<Option<u32>>>,
    surface_of: HashMap<(i32, i32), usize>,
    vertex_of: HashMap<usize, u32>,
    /// Bytes of memory that are taken.
    spent: usize,
    pub(super) surfaces: Vec<LevelSurface>,
    pub(super) faces: Vec<LevelFace>,
    pub(super) solid: Vec<[Vec3; 3]>,
    pub(super) notes: Vec<String>,
}

/// What kind of surface a face's texture makes of it.
struct Look {
    drawn: bool,
    texture: Option<usize>,
}

impl<'a> Faces<'a> {
    pub(super) fn new(file: &'a File<'a>) -> Self {
        Self {
            file,
            known: vec![None; file.count(Lump::Faces)],
            surface_of: HashMap::new(),
            vertex_of: HashMap::new(),
            spent: 0,
            surfaces: Vec::new(),
            faces: Vec::new(),
            solid: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Counts memory, which must stay in proportion to the file: faces may share vertices, and many shares make much of little.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), LoadError> {
        self.spent = self.spent.saturating_add(bytes);
        let most = self.file.size().saturating_mul(24).saturating_add(4 << 20);
        if self.spent > most {
            return Err(LoadError::new(
                "the faces of the level use the same vertices too often: it is damaged",
            ));
        }
        Ok(())
    }

    /// Reads a face of the file unless it is known; its number in the level, where it is seen.
    pub(super) fn face(&mut self, number: usize) -> Result<Option<u32>, LoadError> {
        let record = self.file.record(Lump::Faces, number)?;
        if let Some(Some(known)) = self.known.get(number) {
            return Ok(*known);
        }
        let face = self.read(&record)?;
        let at = face.map(|face| {
            self.faces.push(face);
            (self.faces.len() - 1) as u32
        });
        if let Some(known) = self.known.get_mut(number) {
            *known = Some(at);
        }
        Ok(at)
    }

    /// `None` where a face neither shows nor stops anything.
    fn look(&self, record: &Record<'_>) -> Result<Option<Look>, LoadError> {
        let Ok(texture) = usize::try_from(record.number(0)) else {
            return Ok(Some(Look {
                drawn: true,
                texture: None,
            }));
        };
        let described = self.file.record(Lump::Textures, texture)?;
        let (flags, contents) = (described.number(64), described.number(68));
        Ok((contents & SOLID != 0).then_some(Look {
            drawn: flags & UNSEEN == 0,
            texture: Some(texture),
        }))
    }

    fn read(&mut self, record: &Record<'_>) -> Result<Option<LevelFace>, LoadError> {
        let kind = record.number(8);
        let corners = record.number(24);
        let whole = match kind {
            POLYGON | MESH => corners > 0 && corners % 3 == 0,
            kind => kind == PATCH,
        };
        if !whole {
            return Ok(None);
        }
        let Some(look) = self.look(record)? else {
            return Ok(None);
        };
        let surface = look.drawn.then(|| self.surface(record, look.texture));
        let start = surface.map_or(0, |at| self.triangles_of(at));
        if kind == PATCH {
            self.patch(record, surface)?;
        } else {
            self.mesh(record, surface)?;
        }
        Ok(surface.map(|surface| LevelFace {
            surface,
            triangles: start..self.triangles_of(surface),
        }))
    }

    fn triangles_of(&self, surface: usize) -> u32 {
        let surface = self.surfaces.get(surface);
        surface.map_or(0, |surface| surface.triangles.len() as u32)
    }

    /// The surface of a face's texture and lightmap.
    fn surface(&mut self, record: &Record<'_>, texture: Option<usize>) -> usize {
        let lightmap = record.number(28);
        let key = (record.number(0), lightmap);
        *self.surface_of.entry(key).or_insert_with(|| {
            self.surfaces.push(LevelSurface {
                texture,
                lightmap: usize::try_from(lightmap).ok(),
                ..LevelSurface::default()
            });
            self.surfaces.len() - 1
        })
    }

    /// A polygon or a mesh: triangles that name vertices.
    fn mesh(&mut self, record: &Record<'_>, surface: Option<usize>) -> Result<(), LoadError> {
        let first_vertex = record.number(12);
        let (first, count) = (index(record, 20)?, index(record, 24)?);
        self.vertex_of.clear();
        let corner = |faces: &mut Self, at: usize| {
            let named = faces.file.record(Lump::MeshVertices, at)?;
            let number = first_vertex.checked_add(named.number(0));
            let number = number
                .and_then(|n| usize::try_from(n).ok())
                .ok_or_else(|| {
                    LoadError::at(named.offset, "a triangle names a vertex that cannot be")
                })?;
            let vertex = super::vertex(faces.file, number)?;
            let at = match surface.and_then(|at| faces.surfaces.get_mut(at)) {
                Some(surface) => *faces.vertex_of.entry(number).or_insert_with(|| {
                    surface.vertices.push(vertex);
                    (surface.vertices.len() - 1) as u32
                }),
                None => 0,
            };
            Ok::<_, LoadError>((at, vertex.position))
        };
        let mut at = first;
        for _ in 0..count / 3 {
            let mut corners = [(0, Vec3::ZERO); 3];
            for one in &mut corners {
                *one = corner(self, at)?;
                at = at.saturating_add(1);
            }
            self.spend(SOLID_TRIANGLE + 12 + 3 * size_of::<Vertex>())?;
            self.solid.push(corners.map(|(_, position)| position));
            if let Some(surface) = surface.and_then(|at| self.surfaces.get_mut(at)) {
                surface.triangles.push(corners.map(|(at, _)| at));
            }
        }
        Ok(())
    }

    /// A curved patch: a grid of control points.
    fn patch(&mut self, record: &Record<'_>, surface: Option<usize>) -> Result<(), LoadError> {
        let (first, size) = (
            index(record, 12)?,
            [index(record, 96)?, index(record, 100)?],
        );
        // Quadratic curves that share their ends.
        if size.iter().any(|&side| side < 3 || side % 2 == 0) {
            let [width, height] = size;
            limits::note(
                &mut self.notes,
                &format!(
                    "a curved patch of {width} by {height} control points was left out: their numbers must be odd, and 3 at least"
                ),
            );
            return Ok(());
        }
        let count = size[0].saturating_mul(size[1]);
        let there = self.file.count(Lump::Vertices);
        if first.saturating_add(count) > there {
            return Err(LoadError::at(
                record.offset,
                format!("a curved patch has more control points than there are vertices, {there}"),
            ));
        }
        let seen = if surface.is_some() { PIECES_SEEN } else { 0 };
        for (pieces, each) in [
            (seen, size_of::<Vertex>() + 2 * 12),
            (PIECES_SOLID, 2 * SOLID_TRIANGLE),
        ] {
            let [wide, high] = size.map(|side| patch::points(side, pieces));
            self.spend(wide.saturating_mul(high).saturating_mul(each))?;
        }
        let control = (first..first + count).map(|at| super::vertex(self.file, at));
        let control: Vec<Vertex> = control.collect::<Result<_, _>>()?;
        if let Some(surface) = surface.and_then(|at| self.surfaces.get_mut(at)) {
            let base = surface.vertices.len() as u32;
            surface
                .vertices
                .extend(patch::curve(&control, size, PIECES_SEEN));
            let triangles = patch::triangles(size, PIECES_SEEN);
            surface
                .triangles
                .extend(triangles.map(|triangle| triangle.map(|corner| base + corner)));
        }
        let points = patch::curve(&control, size, PIECES_SOLID);
        let position = |corner: u32| {
            points
                .get(corner as usize)
                .map_or(Vec3::ZERO, |v| v.position)
        };
        let triangles = patch::triangles(size, PIECES_SOLID);
        self.solid
            .extend(triangles.map(|triangle| triangle.map(position)));
        Ok(())
    }
}
