//! Cameras.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::{Camera, EntityKind, Projection};

use glam::Vec3;

use super::color;
use crate::command::commands;

commands! {
    group "cameras";

    /// Makes a camera. It looks along its own z axis and draws into the whole screen. Returns its handle.
    fn CreateCamera(m, parent: Int = 0) -> Int {
        let parent = m.entity_or_none(parent)?;
        let [width, height] = m.need_3d()?.display.size().map(|v| v as i32);
        let camera = Camera { viewport: [0, 0, width, height], ..Camera::default() };
        let id = m.world.create(EntityKind::Camera(Box::new(camera)), parent);
        m.entity_handle(id)
    }

    /// Sets how near and how far a camera sees. `near` must be above 0 and below `far`; the default is 1 to 1000.
    fn CameraRange(m, camera: Int, near: Float, far: Float) {
        let camera = m.camera(camera)?;
        if near <= 0.0 || far <= near || !far.is_finite() {
            return Err(Interrupt::error(
                "A camera's range must start above 0 and end farther than it starts, like CameraRange camera, 1, 1000.",
            ));
        }
        camera.near = near;
        camera.far = far;
        Ok(())
    }

    /// Sets a camera's zoom; 1 shows 90 degrees, 2 shows everything twice as large.
    fn CameraZoom(m, camera: Int, zoom: Float) {
        let camera = m.camera(camera)?;
        if zoom <= 0.0 || !zoom.is_finite() {
            return Err(Interrupt::error("A camera's zoom must be above 0."));
        }
        camera.zoom = zoom;
        Ok(())
    }

    /// Sets the part of the screen a camera draws into, in pixels.
    fn CameraViewport(m, camera: Int, x: Int, y: Int, width: Int, height: Int) {
        m.camera(camera)?.viewport = [x, y, width.max(0), height.max(0)];
        Ok(())
    }

    /// Sets the colour a camera's viewport is cleared to, each part 0 to 255.
    fn CameraClsColor(m, camera: Int, red: Float, green: Float, blue: Float) {
        m.camera(camera)?.clear_color = color(red, green, blue);
        Ok(())
    }

    /// Sets what a camera clears before it draws: 1 clears, 0 leaves what is there.
    fn CameraClsMode(m, camera: Int, cls_color: Int, cls_zbuffer: Int) {
        let camera = m.camera(camera)?;
        camera.clears_color = cls_color != 0;
        camera.clears_depth = cls_zbuffer != 0;
        Ok(())
    }

    /// Sets how a camera projects: 0 not at all (it draws nothing), 1 in perspective, 2 orthographic.
    fn CameraProjMode(m, camera: Int, mode: Int) {
        let projection = match mode {
            0 => Projection::Off,
            1 => Projection::Perspective,
            2 => Projection::Orthographic,
            _ => return Err(Interrupt::error("A camera's projection mode is 0 (off), 1 (perspective) or 2 (orthographic).")),
        };
        m.camera(camera)?.projection = projection;
        Ok(())
    }

    /// Sets a camera's fog colour, each part 0 to 255.
    fn CameraFogColor(m, camera: Int, red: Float, green: Float, blue: Float) {
        m.camera(camera)?.fog_color = color(red, green, blue);
        Ok(())
    }

    /// Sets where a camera's fog starts and where it hides everything, as distance ahead of the camera.
    fn CameraFogRange(m, camera: Int, near: Float, far: Float) {
        let camera = m.camera(camera)?;
        camera.fog_near = near;
        camera.fog_far = far;
        Ok(())
    }

    /// Switches a camera's fog: 0 off, 1 on.
    fn CameraFogMode(m, camera: Int, mode: Int) {
        m.camera(camera)?.fog = mode != 0;
        Ok(())
    }

    /// Finds where a point of the world is seen through a camera, in pixels of its viewport. Read the result with ProjectedX, ProjectedY and
    /// ProjectedZ; all are 0 where the point is behind the camera or out of its range.
    fn CameraProject(m, camera: Int, x: Float, y: Float, z: Float) {
        let id = m.entity(camera)?;
        let at = m.world.transform_point(Vec3::new(x, y, z), None, Some(id));
        m.projected = m.camera(camera)?.project(at).unwrap_or(Vec3::ZERO);
        Ok(())
    }

    /// The x of the last CameraProject, in pixels from the left of the viewport.
    fn ProjectedX(m) -> Float {
        Ok(m.projected.x)
    }

    /// The y of the last CameraProject, in pixels from the top of the viewport.
    fn ProjectedY(m) -> Float {
        Ok(m.projected.y)
    }

    /// The z of the last CameraProject: the camera's near range.
    fn ProjectedZ(m) -> Float {
        Ok(m.projected.z)
    }
}
