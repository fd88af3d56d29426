//! Changing meshes as wholes.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::{Mesh, MeshId, euler};
use glam::{Affine3A, Vec3};

use crate::command::commands;
use crate::machine::Machine;

/// The size that Blitz3D gave a mesh without vertices: its box is inside out, from the greatest number it reckoned with to the least.
const EMPTY_SIZE: Vec3 = Vec3::splat(-2e7);

impl Machine {
    fn transform_mesh(&mut self, mesh: i32, by: Affine3A) -> Result<(), Interrupt> {
        self.mesh(mesh)?.transform(by);
        Ok(())
    }

    /// Width, height and depth of a mesh.
    fn mesh_size(&mut self, mesh: i32) -> Result<Vec3, Interrupt> {
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

commands! {
    group "mesh shapes";

    /// Makes a mesh of its own with the surfaces of another, and returns its handle.
    fn CopyMesh(m, mesh: Int, parent: Int = 0) -> Int {
        let parent = m.entity_or_none(parent)?;
        let source = m.mesh_id(mesh)?;
        let id = m.world.create_mesh(Mesh::default(), parent);
        let copy = m.entity_handle(id)?;
        m.join_meshes(source, m.mesh_id(copy)?)?;
        Ok(copy)
    }

    /// Adds the surfaces of a mesh to another; those that are painted alike are joined.
    fn AddMesh(m, source_mesh: Int, dest_mesh: Int) {
        let (source, dest) = (m.mesh_id(source_mesh)?, m.mesh_id(dest_mesh)?);
        if source == dest {
            return Err(Interrupt::error("A mesh cannot be added to itself, nor to a copy that shares it. CopyMesh makes one that does not."));
        }
        m.join_meshes(source, dest)
    }

    /// Scales the vertices of a mesh, for good and for all its copies; ScaleEntity scales one entity as it is shown.
    fn ScaleMesh(m, mesh: Int, x_scale: Float, y_scale: Float, z_scale: Float) {
        m.transform_mesh(mesh, Affine3A::from_scale(Vec3::new(x_scale, y_scale, z_scale)))
    }

    /// Turns the vertices of a mesh by angles in degrees.
    fn RotateMesh(m, mesh: Int, pitch: Float, yaw: Float, roll: Float) {
        m.transform_mesh(mesh, Affine3A::from_quat(euler::rotation(pitch, yaw, roll)))
    }

    /// Moves the vertices of a mesh.
    fn PositionMesh(m, mesh: Int, x: Float, y: Float, z: Float) {
        m.transform_mesh(mesh, Affine3A::from_translation(Vec3::new(x, y, z)))
    }

    /// Scales and moves the vertices of a mesh so that they fit a box; with `uniform` 1 by the same factor along all axes.
    fn FitMesh(m, mesh: Int, x: Float, y: Float, z: Float, width: Float, height: Float, depth: Float, uniform: Int = 0) {
        m.mesh(mesh)?.fit(Vec3::new(x, y, z), Vec3::new(width, height, depth), uniform != 0);
        Ok(())
    }

    /// Turns a mesh inside out.
    fn FlipMesh(m, mesh: Int) {
        m.mesh(mesh)?.flip();
        Ok(())
    }

    /// Makes the directions that the vertices of a mesh face anew, from its triangles.
    fn UpdateNormals(m, mesh: Int) {
        m.mesh(mesh)?.surfaces.iter_mut().for_each(|s| s.update_normals());
        Ok(())
    }

    /// Adds light to the vertex colours of a mesh, from a point where `range` is not 0, else everywhere; parts are 0 to 255.
    fn LightMesh(
        m, mesh: Int, red: Float, green: Float, blue: Float, range: Float = 0.0, x: Float = 0.0, y: Float = 0.0, z: Float = 0.0,
    ) {
        m.mesh(mesh)?.light(super::color(red, green, blue), range, Vec3::new(x, y, z));
        Ok(())
    }

    /// The width of a mesh, along its x axis.
    fn MeshWidth(m, mesh: Int) -> Float {
        Ok(m.mesh_size(mesh)?.x)
    }

    /// The height of a mesh, along its y axis.
    fn MeshHeight(m, mesh: Int) -> Float {
        Ok(m.mesh_size(mesh)?.y)
    }

    /// The depth of a mesh, along its z axis.
    fn MeshDepth(m, mesh: Int) -> Float {
        Ok(m.mesh_size(mesh)?.z)
    }
}
