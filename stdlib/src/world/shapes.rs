//! Changing meshes as wholes.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::{Mesh, euler};
use glam::{Affine3A, Vec3};

use crate::command::commands;
use crate::machine::Machine;

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
            .map_or(Vec3::ZERO, |(low, high)| high - low))
    }
}

commands! {
    group "mesh shapes";

    /// Makes a mesh of its own with the surfaces of another, and returns its handle.
    fn CopyMesh(m, mesh: Int, parent: Int = 0) -> Int {
        let parent = m.entity_or_none(parent)?;
        let mut copy = Mesh::default();
        copy.add(m.mesh(mesh)?);
        let id = m.world.create_mesh(copy, parent);
        m.entity_handle(id)
    }

    /// Adds the surfaces of a mesh to another; those that are painted alike are joined.
    fn AddMesh(m, source_mesh: Int, dest_mesh: Int) {
        let source = m.mesh(source_mesh)?.clone();
        if m.entity(source_mesh)? == m.entity(dest_mesh)? {
            return Err(Interrupt::error("A mesh cannot be added to itself."));
        }
        m.mesh(dest_mesh)?.add(&source);
        Ok(())
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
        let Some((low, high)) = m.mesh(mesh)?.bounds() else { return Ok(()) };
        let (corner, size) = (Vec3::new(x, y, z), Vec3::new(width, height, depth));
        let (from, to) = (corner.min(corner + size), corner.max(corner + size));
        let now = high - low;
        let mut scale = (to - from) / now;
        if uniform != 0 {
            // A flat mesh has no size along an axis, which then does not count.
            scale = Vec3::splat(scale.to_array().into_iter().filter(|s| s.is_finite()).fold(f32::INFINITY, f32::min));
        }
        let scale = Vec3::from_array(scale.to_array().map(|s| if s.is_finite() { s } else { 1.0 }));
        let middle = (from + to) / 2.0 - scale * ((low + high) / 2.0);
        m.transform_mesh(mesh, Affine3A::from_scale_rotation_translation(scale, glam::Quat::IDENTITY, middle))
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
