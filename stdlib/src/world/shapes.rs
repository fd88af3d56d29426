//! Changing meshes as wholes.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::{EntityId, Mesh, MeshId, euler};
use glam::{Affine3A, Vec3};

use super::MeshEntity;
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// The size that Blitz3D gave a mesh without vertices: its box is inside out, from the greatest number it reckoned with to the least.
const EMPTY_SIZE: Vec3 = Vec3::splat(-2e7);

impl Machine {
    fn transform_mesh(&mut self, mesh: MeshEntity, by: Affine3A) -> Result<(), Interrupt> {
        self.mesh(mesh)?.transform(by);
        Ok(())
    }

    /// Width, height and depth of a mesh.
    fn mesh_size(&mut self, mesh: MeshEntity) -> Result<Vec3, Interrupt> {
        Ok(self
            .mesh(mesh)?
            .bounds()
            .map_or(EMPTY_SIZE, |(low, high)| high - low))
    }

    /// Adds the surfaces of a mesh to another.
    fn join_meshes(&mut self, source: MeshId, dest: MeshId) -> Result<(), Interrupt> {
        let source = self.world.mesh(source).ok_or_else(super::gone)?.clone();
        let mut joined = std::mem::take(self.world.mesh_mut(dest).ok_or_else(super::gone)?);
        joined.add(&source, |a, b| self.world.paints_alike(a, b));
        *self.world.mesh_mut(dest).ok_or_else(super::gone)? = joined;
        Ok(())
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "mesh shapes",
    [
        copy_mesh,
        add_mesh,
        scale_mesh,
        rotate_mesh,
        position_mesh,
        fit_mesh,
        flip_mesh,
        update_normals,
        light_mesh,
        mesh_width,
        mesh_height,
        mesh_depth
    ]
);

/// Makes a mesh of its own with the surfaces of another, and returns its handle.
#[command(CopyMesh, defaults(parent = 0))]
fn copy_mesh(m: &mut Machine, mesh: MeshEntity, parent: Option<EntityId>) -> Answer<i32> {
    let source = m.mesh_id(mesh)?;
    let id = m.world.create_mesh(Mesh::default(), parent);
    let copy = m.entity_handle(id)?;
    m.join_meshes(source, m.mesh_id(MeshEntity(id))?)?;
    Ok(copy)
}

/// Adds the surfaces of a mesh to another; those that are painted alike are joined.
#[command(AddMesh)]
fn add_mesh(m: &mut Machine, source_mesh: MeshEntity, dest_mesh: MeshEntity) -> Answer {
    let (source, dest) = (m.mesh_id(source_mesh)?, m.mesh_id(dest_mesh)?);
    if source == dest {
        return Err(Interrupt::error(
            "A mesh cannot be added to itself, nor to a copy that shares it. CopyMesh makes one that does not.",
        ));
    }
    m.join_meshes(source, dest)
}

/// Scales the vertices of a mesh, for good and for all its copies; ScaleEntity scales one entity as it is shown.
#[command(ScaleMesh)]
fn scale_mesh(
    m: &mut Machine,
    mesh: MeshEntity,
    x_scale: f32,
    y_scale: f32,
    z_scale: f32,
) -> Answer {
    m.transform_mesh(
        mesh,
        Affine3A::from_scale(Vec3::new(x_scale, y_scale, z_scale)),
    )
}

/// Turns the vertices of a mesh by angles in degrees.
#[command(RotateMesh)]
fn rotate_mesh(m: &mut Machine, mesh: MeshEntity, pitch: f32, yaw: f32, roll: f32) -> Answer {
    m.transform_mesh(mesh, Affine3A::from_quat(euler::rotation(pitch, yaw, roll)))
}

/// Moves the vertices of a mesh.
#[command(PositionMesh)]
fn position_mesh(m: &mut Machine, mesh: MeshEntity, x: f32, y: f32, z: f32) -> Answer {
    m.transform_mesh(mesh, Affine3A::from_translation(Vec3::new(x, y, z)))
}

/// Scales and moves the vertices of a mesh so that they fit a box; with `uniform` 1 by the same factor along all axes.
#[command(FitMesh, defaults(uniform = false))]
fn fit_mesh(
    m: &mut Machine,
    mesh: MeshEntity,
    x: f32,
    y: f32,
    z: f32,
    width: f32,
    height: f32,
    depth: f32,
    uniform: bool,
) -> Answer {
    m.mesh(mesh)?
        .fit(Vec3::new(x, y, z), Vec3::new(width, height, depth), uniform);
    Ok(())
}

/// Turns a mesh inside out.
#[command(FlipMesh)]
fn flip_mesh(m: &mut Machine, mesh: MeshEntity) -> Answer {
    m.mesh(mesh)?.flip();
    Ok(())
}

/// Makes the directions that the vertices of a mesh face anew, from its triangles.
#[command(UpdateNormals)]
fn update_normals(m: &mut Machine, mesh: MeshEntity) -> Answer {
    m.mesh(mesh)?
        .surfaces
        .iter_mut()
        .for_each(|s| s.update_normals());
    Ok(())
}

/// Adds light to the vertex colours of a mesh, from a point where `range` is not 0, else everywhere; parts are 0 to 255.
#[command(LightMesh, defaults(range = 0.0, x = 0.0, y = 0.0, z = 0.0))]
fn light_mesh(
    m: &mut Machine,
    mesh: MeshEntity,
    red: f32,
    green: f32,
    blue: f32,
    range: f32,
    x: f32,
    y: f32,
    z: f32,
) -> Answer {
    m.mesh(mesh)?
        .light(super::color(red, green, blue), range, Vec3::new(x, y, z));
    Ok(())
}

/// The width of a mesh, along its x axis.
#[command(MeshWidth)]
fn mesh_width(m: &mut Machine, mesh: MeshEntity) -> Answer<f32> {
    Ok(m.mesh_size(mesh)?.x)
}

/// The height of a mesh, along its y axis.
#[command(MeshHeight)]
fn mesh_height(m: &mut Machine, mesh: MeshEntity) -> Answer<f32> {
    Ok(m.mesh_size(mesh)?.y)
}

/// The depth of a mesh, along its z axis.
#[command(MeshDepth)]
fn mesh_depth(m: &mut Machine, mesh: MeshEntity) -> Answer<f32> {
    Ok(m.mesh_size(mesh)?.z)
}
