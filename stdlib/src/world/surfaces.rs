//! Surfaces: the vertices and triangles of meshes.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::{Entity, Mesh, MeshId, Surface, Vertex};
use glam::Vec3;

use super::MeshEntity;
use super::brushes::BrushId;
use crate::command::{Answer, Group, Held, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::parts::Parts;

/// The surfaces that programs hold by handle.
pub(crate) type Surfaces = Parts<MeshId, SurfaceId>;

/// A surface: the mesh it belongs to, and its position there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SurfaceId {
    mesh: MeshId,
    at: usize,
}

impl Held for SurfaceId {
    const KIND: Kind = Kind::Surface;

    #[inline]
    fn find(machine: &Machine, handle: i32) -> Answer<Self> {
        machine.world_state.surfaces.get(&machine.handles, handle)
    }
}

impl Machine {
    pub(super) fn mesh_id(&self, mesh: MeshEntity) -> Result<MeshId, Interrupt> {
        let instance = self.world.get(mesh.0).and_then(Entity::mesh);
        Ok(instance.ok_or_else(super::gone)?.mesh)
    }

    /// The mesh that an entity shows, shared with its copies.
    pub(super) fn mesh(&mut self, mesh: MeshEntity) -> Result<&mut Mesh, Interrupt> {
        let id = self.mesh_id(mesh)?;
        self.world.mesh_mut(id).ok_or_else(super::gone)
    }

    /// The surface of a handle.
    pub(super) fn surface(&mut self, id: SurfaceId) -> Result<&mut Surface, Interrupt> {
        let SurfaceId { mesh, at } = id;
        self.world
            .mesh_mut(mesh)
            .and_then(|mesh| mesh.surfaces.get_mut(at))
            .ok_or_else(|| {
                Interrupt::error("The mesh that this surface belongs to has been freed.")
            })
    }

    pub(super) fn surface_handle(&mut self, mesh: MeshId, at: usize) -> Result<i32, Interrupt> {
        let id = SurfaceId { mesh, at };
        self.world_state
            .surfaces
            .handle(&mut self.handles, mesh, id)
    }

    /// A vertex to look at.
    fn vertex(&mut self, surface: SurfaceId, index: i32) -> Result<Vertex, Interrupt> {
        let vertices = &self.surface(surface)?.vertices;
        let at = vertex_index(index, vertices.len())?;
        vertices.get(at).copied().ok_or_else(super::gone)
    }

    /// Changes a vertex. Blitz3D did not check that it is there, so programs that miss by one go on; a note says so.
    fn edit_vertex(
        &mut self,
        command: &str,
        surface: SurfaceId,
        index: i32,
        edit: impl FnOnce(&mut Vertex),
    ) -> Result<(), Interrupt> {
        let surface = self.surface(surface)?;
        match vertex_index(index, surface.vertices.len()) {
            Ok(at) => {
                surface.vertices.get_mut(at).map(edit);
                surface.version += 1;
            }
            Err(_) => self.console.note(&format!(
                "{command}: a vertex was named that its surface does not have; nothing was changed."
            )),
        }
        Ok(())
    }

    /// A corner of a triangle; where there is none, 0 and a note.
    fn triangle_corner(
        &mut self,
        surface: SurfaceId,
        index: i32,
        corner: i32,
    ) -> Result<i32, Interrupt> {
        let triangles = &self.surface(surface)?.triangles;
        let at = |v: i32| usize::try_from(v).ok();
        let triangle = at(index).and_then(|i| triangles.get(i));
        let found = triangle.and_then(|t| t.get(at(corner)?).copied());
        if found.is_none() {
            self.console.note(
                "TriangleVertex: a triangle or a corner was named that is not there; the answer is 0.",
            );
        }
        Ok(found.map_or(0, |vertex| vertex as i32))
    }
}

fn vertex_index(index: i32, count: usize) -> Result<usize, Interrupt> {
    usize::try_from(index)
        .ok()
        .filter(|&i| i < count)
        .ok_or_else(|| {
            Interrupt::Error(match count {
                0 => format!(
                    "There is no vertex {index}: the surface has none yet. AddVertex adds one."
                ),
                _ => format!(
                    "There is no vertex {index}: the surface has {count}, numbered 0 to {}.",
                    count - 1
                ),
            })
        })
}

fn coordinate_set(set: i32) -> Result<usize, Interrupt> {
    match set {
        0 | 1 => Ok(set as usize),
        _ => Err(Interrupt::Error(format!(
            "A vertex has texture coordinates 0 and 1, not {set}."
        ))),
    }
}

/// The number of a triangle's corner as surfaces keep it. It may name a vertex that is still to come; Blitz3D kept 16 bits of it, which
/// shows where it is negative.
fn corner_number(vertex: i32) -> u32 {
    u32::try_from(vertex).unwrap_or(u32::from(vertex as u16))
}

/// A part of a colour, 0..255, as a byte.
fn byte(value: f32) -> u8 {
    value as u8
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "surfaces",
    [
        create_surface,
        count_surfaces,
        get_surface,
        find_surface,
        clear_surface,
        add_vertex,
        add_triangle,
        vertex_coords,
        vertex_normal,
        vertex_color,
        vertex_tex_coords,
        count_vertices,
        count_triangles,
        vertex_x,
        vertex_y,
        vertex_z,
        vertex_nx,
        vertex_ny,
        vertex_nz,
        vertex_red,
        vertex_green,
        vertex_blue,
        vertex_alpha,
        vertex_u,
        vertex_v,
        vertex_w,
        triangle_vertex
    ]
);

/// Adds an empty surface to a mesh, painted with a brush where one is given, and returns its handle.
#[command(CreateSurface, defaults(brush = 0))]
fn create_surface(m: &mut Machine, mesh: MeshEntity, brush: Option<BrushId>) -> Answer<i32> {
    let brush = brush.map_or_else(Default::default, |brush| {
        m.world_state.brushes[brush].clone()
    });
    let id = m.mesh_id(mesh)?;
    let surfaces = &mut m.mesh(mesh)?.surfaces;
    surfaces.push(Surface {
        brush,
        ..Surface::default()
    });
    let at = surfaces.len() - 1;
    m.surface_handle(id, at)
}

/// How many surfaces a mesh has.
#[command(CountSurfaces)]
fn count_surfaces(m: &mut Machine, mesh: MeshEntity) -> Answer<i32> {
    Ok(m.mesh(mesh)?.surfaces.len() as i32)
}

/// A surface of a mesh by its number, from 1.
#[command(GetSurface)]
fn get_surface(m: &mut Machine, mesh: MeshEntity, surface_index: i32) -> Answer<i32> {
    let id = m.mesh_id(mesh)?;
    let count = m.mesh(mesh)?.surfaces.len();
    match usize::try_from(surface_index) {
        Ok(number @ 1..) if number <= count => m.surface_handle(id, number - 1),
        _ => Err(Interrupt::Error(format!(
            "There is no surface {surface_index}: the mesh has {count}, numbered from 1."
        ))),
    }
}

/// The surface of a mesh that is painted as a brush paints, 0 where there is none.
#[command(FindSurface)]
fn find_surface(m: &mut Machine, mesh: MeshEntity, brush: BrushId) -> Answer<i32> {
    let brush = &m.world_state.brushes[brush];
    let id = m.mesh_id(mesh)?;
    let alike = |s: &Surface| m.world.paints_alike(&s.brush, brush);
    match m
        .world
        .mesh(id)
        .and_then(|mesh| mesh.surfaces.iter().position(alike))
    {
        Some(at) => m.surface_handle(id, at),
        None => Ok(0),
    }
}

/// Takes away a surface's vertices, its triangles, or both.
#[command(ClearSurface, defaults(clear_vertices = true, clear_triangles = true))]
fn clear_surface(
    m: &mut Machine,
    surface: SurfaceId,
    clear_vertices: bool,
    clear_triangles: bool,
) -> Answer {
    let surface = m.surface(surface)?;
    if clear_vertices {
        surface.vertices.clear();
        surface.skin.clear();
    }
    if clear_triangles {
        surface.triangles.clear();
    }
    surface.version += 1;
    Ok(())
}

/// Adds a vertex with texture coordinates `u` and `v`, and returns its number.
#[command(AddVertex, defaults(u = 0.0, v = 0.0, w = 1.0))]
fn add_vertex(
    m: &mut Machine,
    surface: SurfaceId,
    x: f32,
    y: f32,
    z: f32,
    u: f32,
    v: f32,
    _w: f32,
) -> Answer<i32> {
    let surface = m.surface(surface)?;
    surface.vertices.push(Vertex {
        position: Vec3::new(x, y, z),
        uv: [[u, v]; 2],
        ..Vertex::default()
    });
    if !surface.skin.is_empty() {
        surface.skin.push(Default::default());
    }
    surface.version += 1;
    Ok(surface.vertices.len() as i32 - 1)
}

/// Adds a triangle of three vertices, clockwise as seen from its front, and returns its number. It shows once its vertices are there.
#[command(AddTriangle)]
fn add_triangle(m: &mut Machine, surface: SurfaceId, v0: i32, v1: i32, v2: i32) -> Answer<i32> {
    let surface = m.surface(surface)?;
    surface.triangles.push([v0, v1, v2].map(corner_number));
    surface.version += 1;
    Ok(surface.triangles.len() as i32 - 1)
}

/// Moves a vertex.
#[command(VertexCoords)]
fn vertex_coords(
    m: &mut Machine,
    surface: SurfaceId,
    index: i32,
    x: f32,
    y: f32,
    z: f32,
) -> Answer {
    m.edit_vertex("VertexCoords", surface, index, |vertex| {
        vertex.position = Vec3::new(x, y, z)
    })
}

/// Sets the direction that a vertex faces, for lighting.
#[command(VertexNormal)]
fn vertex_normal(
    m: &mut Machine,
    surface: SurfaceId,
    index: i32,
    nx: f32,
    ny: f32,
    nz: f32,
) -> Answer {
    m.edit_vertex("VertexNormal", surface, index, |vertex| {
        vertex.normal = Vec3::new(nx, ny, nz)
    })
}

/// Sets a vertex's colour, each part 0 to 255, and its alpha, 0 to 1. It shows with EntityFX 2.
#[command(VertexColor, defaults(alpha = 1.0))]
fn vertex_color(
    m: &mut Machine,
    surface: SurfaceId,
    index: i32,
    red: f32,
    green: f32,
    blue: f32,
    alpha: f32,
) -> Answer {
    m.edit_vertex("VertexColor", surface, index, |vertex| {
        vertex.color = [red, green, blue, alpha * 255.0].map(byte)
    })
}

/// Sets a vertex's texture coordinates, of set 0 or 1.
#[command(VertexTexCoords, defaults(w = 1.0, coord_set = 0))]
fn vertex_tex_coords(
    m: &mut Machine,
    surface: SurfaceId,
    index: i32,
    u: f32,
    v: f32,
    _w: f32,
    coord_set: i32,
) -> Answer {
    m.edit_vertex("VertexTexCoords", surface, index, |vertex| {
        if let Ok(set) = coordinate_set(coord_set) {
            vertex.uv[set] = [u, v];
        }
    })
}

/// How many vertices a surface has.
#[command(CountVertices)]
fn count_vertices(m: &mut Machine, surface: SurfaceId) -> Answer<i32> {
    Ok(m.surface(surface)?.vertices.len() as i32)
}

/// How many triangles a surface has.
#[command(CountTriangles)]
fn count_triangles(m: &mut Machine, surface: SurfaceId) -> Answer<i32> {
    Ok(m.surface(surface)?.triangles.len() as i32)
}

/// The x position of a vertex.
#[command(VertexX)]
fn vertex_x(m: &mut Machine, surface: SurfaceId, index: i32) -> Answer<f32> {
    Ok(m.vertex(surface, index)?.position.x)
}

/// The y position of a vertex.
#[command(VertexY)]
fn vertex_y(m: &mut Machine, surface: SurfaceId, index: i32) -> Answer<f32> {
    Ok(m.vertex(surface, index)?.position.y)
}

/// The z position of a vertex.
#[command(VertexZ)]
fn vertex_z(m: &mut Machine, surface: SurfaceId, index: i32) -> Answer<f32> {
    Ok(m.vertex(surface, index)?.position.z)
}

/// The x part of the direction that a vertex faces.
#[command(VertexNX)]
fn vertex_nx(m: &mut Machine, surface: SurfaceId, index: i32) -> Answer<f32> {
    Ok(m.vertex(surface, index)?.normal.x)
}

/// The y part of the direction that a vertex faces.
#[command(VertexNY)]
fn vertex_ny(m: &mut Machine, surface: SurfaceId, index: i32) -> Answer<f32> {
    Ok(m.vertex(surface, index)?.normal.y)
}

/// The z part of the direction that a vertex faces.
#[command(VertexNZ)]
fn vertex_nz(m: &mut Machine, surface: SurfaceId, index: i32) -> Answer<f32> {
    Ok(m.vertex(surface, index)?.normal.z)
}

/// The red part of a vertex's colour, 0 to 255.
#[command(VertexRed)]
fn vertex_red(m: &mut Machine, surface: SurfaceId, index: i32) -> Answer<f32> {
    Ok(m.vertex(surface, index)?.color[0].into())
}

/// The green part of a vertex's colour, 0 to 255.
#[command(VertexGreen)]
fn vertex_green(m: &mut Machine, surface: SurfaceId, index: i32) -> Answer<f32> {
    Ok(m.vertex(surface, index)?.color[1].into())
}

/// The blue part of a vertex's colour, 0 to 255.
#[command(VertexBlue)]
fn vertex_blue(m: &mut Machine, surface: SurfaceId, index: i32) -> Answer<f32> {
    Ok(m.vertex(surface, index)?.color[2].into())
}

/// The alpha of a vertex, 0 to 1.
#[command(VertexAlpha)]
fn vertex_alpha(m: &mut Machine, surface: SurfaceId, index: i32) -> Answer<f32> {
    Ok(f32::from(m.vertex(surface, index)?.color[3]) / 255.0)
}

/// The u texture coordinate of a vertex, of set 0 or 1.
#[command(VertexU, defaults(coord_set = 0))]
fn vertex_u(m: &mut Machine, surface: SurfaceId, index: i32, coord_set: i32) -> Answer<f32> {
    let set = coordinate_set(coord_set)?;
    Ok(m.vertex(surface, index)?.uv[set][0])
}

/// The v texture coordinate of a vertex, of set 0 or 1.
#[command(VertexV, defaults(coord_set = 0))]
fn vertex_v(m: &mut Machine, surface: SurfaceId, index: i32, coord_set: i32) -> Answer<f32> {
    let set = coordinate_set(coord_set)?;
    Ok(m.vertex(surface, index)?.uv[set][1])
}

/// The w texture coordinate of a vertex: 1, as in Blitz3D.
#[command(VertexW, defaults(coord_set = 0))]
fn vertex_w(m: &mut Machine, surface: SurfaceId, index: i32, coord_set: i32) -> Answer<f32> {
    coordinate_set(coord_set)?;
    m.vertex(surface, index)?;
    Ok(1.0)
}

/// The number of a triangle's corner 0, 1 or 2 among the vertices.
#[command(TriangleVertex)]
fn triangle_vertex(m: &mut Machine, surface: SurfaceId, index: i32, vertex: i32) -> Answer<i32> {
    m.triangle_corner(surface, index, vertex)
}

#[cfg(test)]
mod tests {
    use flitz_interpreter::host::{Call, Host};

    use crate::machine::{Machine, commands};

    /// Runs commands by name with Int arguments, quickly: the names are looked up once.
    fn caller(m: &mut Machine, names: [&str; 4]) -> impl FnMut(usize, &[i32]) -> Option<i32> {
        let commands = commands();
        let ids = names.map(|name| commands.find(name).expect("a command of this name"));
        move |which, arguments| {
            let numbers: Vec<u32> = arguments.iter().map(|&a| a as u32).collect();
            let mut call = Call::new(&numbers, &[]);
            m.call(ids[which], &mut call).ok()?;
            Some(call.take_number() as i32)
        }
    }

    #[test]
    fn surfaces_go_with_their_mesh_and_never_come_back() {
        let mut m = Machine::for_tests();
        let mut first = None;
        {
            let mut run = caller(
                &mut m,
                ["CreateMesh", "CreateSurface", "FreeEntity", "CountVertices"],
            );
            for _ in 0..3_000_000 {
                let mesh = run(0, &[0]).unwrap();
                let surface = run(1, &[mesh, 0]).unwrap();
                assert_eq!(run(3, &[surface]), Some(0));
                run(2, &[mesh]).unwrap();
                assert_eq!(run(3, &[*first.get_or_insert(surface)]), None);
            }
        }
        assert!(m.handles.size() < 4_000, "{}", m.handles.size());
    }
}
