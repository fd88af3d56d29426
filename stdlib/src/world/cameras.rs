//! Cameras.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::{Camera, EntityId, EntityKind};
use glam::Vec3;

use super::{CameraEntity, numbers, shown_color};
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

impl Machine {
    /// The part of the current buffer that drawing can reach: x, y, width, height.
    fn drawn_viewport(&mut self) -> Result<[i32; 4], Interrupt> {
        let [width, height] = self.drawn_size()?.map(|v| i64::from(v as i32));
        let viewport = self.need_screen()?.pen.viewport;
        let Some([x, y, w, h]) = viewport.map(|v| v.map(i64::from)) else {
            return Ok([0, 0, width as i32, height as i32]);
        };
        let (left, top) = (x.max(0), y.max(0));
        let (right, bottom) = ((x + w).min(width), (y + h).min(height));
        Ok(if left < right && top < bottom {
            [left, top, right - left, bottom - top].map(|v| v as i32)
        } else {
            [0; 4]
        })
    }

    /// Changes range or zoom of a camera; a note says where that leaves nothing to see.
    fn set_lens(
        &mut self,
        camera: CameraEntity,
        set: impl FnOnce(&mut Camera),
    ) -> Result<(), Interrupt> {
        let camera = self.camera(camera)?;
        set(camera);
        if !camera.sees() {
            self.console.note(
                "a camera shows nothing but its background: its range must start above 0 and end farther than it starts, like \
                 CameraRange camera, 1, 1000, and its zoom must not be 0.",
            );
        }
        Ok(())
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "cameras",
    [
        create_camera,
        camera_range,
        camera_zoom,
        camera_viewport,
        camera_cls_color,
        camera_cls_mode,
        camera_proj_mode,
        camera_fog_color,
        camera_fog_range,
        camera_fog_mode,
        camera_project,
        projected_x,
        projected_y,
        projected_z
    ]
);

/// Makes a camera. It looks along its own z axis and draws into the part of the buffer that Viewport leaves, mostly the whole screen.
/// Returns its handle.
#[command(CreateCamera, defaults(parent = 0))]
fn create_camera(m: &mut Machine, parent: Option<EntityId>) -> Answer<i32> {
    m.need_3d()?;
    let camera = Camera {
        viewport: m.drawn_viewport()?,
        ..Camera::default()
    };
    let id = m.world.create(EntityKind::Camera(Box::new(camera)), parent);
    m.entity_handle(id)
}

/// Sets how near and how far a camera sees; the default is 1 to 1000.
///
/// Where `near` is not above 0 or `far` not above `near`, the camera shows nothing but its background.
#[command(CameraRange)]
fn camera_range(m: &mut Machine, camera: CameraEntity, near: f32, far: f32) -> Answer {
    m.set_lens(camera, |camera| [camera.near, camera.far] = [near, far])
}

/// Sets a camera's zoom; 1 shows 90 degrees, 2 shows everything twice as large. At 0 the camera shows nothing but its background.
#[command(CameraZoom)]
fn camera_zoom(m: &mut Machine, camera: CameraEntity, zoom: f32) -> Answer {
    m.set_lens(camera, |camera| camera.zoom = zoom)
}

/// Sets the part of the screen a camera draws into, in pixels.
#[command(CameraViewport)]
fn camera_viewport(
    m: &mut Machine,
    camera: CameraEntity,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
) -> Answer {
    m.camera(camera)?.viewport = [x, y, width.max(0), height.max(0)];
    Ok(())
}

/// Sets the colour a camera's viewport is cleared to, each part 0 to 255.
#[command(CameraClsColor)]
fn camera_cls_color(
    m: &mut Machine,
    camera: CameraEntity,
    red: f32,
    green: f32,
    blue: f32,
) -> Answer {
    m.camera(camera)?.clear_color = shown_color(red, green, blue);
    Ok(())
}

/// Sets what a camera clears before it draws: 1 clears, 0 leaves what is there.
#[command(CameraClsMode)]
fn camera_cls_mode(
    m: &mut Machine,
    camera: CameraEntity,
    cls_color: bool,
    cls_zbuffer: bool,
) -> Answer {
    let camera = m.camera(camera)?;
    camera.clears_color = cls_color;
    camera.clears_depth = cls_zbuffer;
    Ok(())
}

/// Sets how a camera projects: 0 not at all (it draws nothing), 1 in perspective, 2 orthographic.
#[command(CameraProjMode)]
fn camera_proj_mode(m: &mut Machine, camera: CameraEntity, mode: i32) -> Answer {
    m.camera(camera)?.projection = numbers::projection(mode);
    if !(0..=2).contains(&mode) {
        m.console.note("CameraProjMode: the modes are 0 (off), 1 (perspective) and 2 (orthographic); any other counts as 1.");
    }
    Ok(())
}

/// Sets a camera's fog colour, each part 0 to 255.
#[command(CameraFogColor)]
fn camera_fog_color(
    m: &mut Machine,
    camera: CameraEntity,
    red: f32,
    green: f32,
    blue: f32,
) -> Answer {
    m.camera(camera)?.fog_color = shown_color(red, green, blue);
    Ok(())
}

/// Sets where a camera's fog starts and where it hides everything, as distance ahead of the camera.
#[command(CameraFogRange)]
fn camera_fog_range(m: &mut Machine, camera: CameraEntity, near: f32, far: f32) -> Answer {
    let camera = m.camera(camera)?;
    camera.fog_near = near;
    camera.fog_far = far;
    Ok(())
}

/// Switches a camera's fog: 1 on, anything else off.
#[command(CameraFogMode)]
fn camera_fog_mode(m: &mut Machine, camera: CameraEntity, mode: i32) -> Answer {
    m.camera(camera)?.fog = mode == 1;
    Ok(())
}

/// Finds where a point of the world is seen through a camera, in pixels of its viewport. Read the result with ProjectedX, ProjectedY and
/// ProjectedZ; all are 0 where the point is behind the camera or out of its range.
#[command(CameraProject)]
fn camera_project(m: &mut Machine, camera: CameraEntity, x: f32, y: f32, z: f32) -> Answer {
    let id = camera.0;
    let at = m.world.transform_point(Vec3::new(x, y, z), None, Some(id));
    m.world_state.projected = m.camera(camera)?.project(at).unwrap_or(Vec3::ZERO);
    Ok(())
}

/// The x of the last CameraProject, in pixels from the left of the viewport.
#[command(ProjectedX)]
fn projected_x(m: &mut Machine) -> Answer<f32> {
    Ok(m.world_state.projected.x)
}

/// The y of the last CameraProject, in pixels from the top of the viewport.
#[command(ProjectedY)]
fn projected_y(m: &mut Machine) -> Answer<f32> {
    Ok(m.world_state.projected.y)
}

/// The z of the last CameraProject: the camera's near range.
#[command(ProjectedZ)]
fn projected_z(m: &mut Machine) -> Answer<f32> {
    Ok(m.world_state.projected.z)
}
