//! Drawing the 3D world.

use flitz_interpreter::host::Interrupt;

use super::explain;
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "rendering",
    [render_world, capture_world, wire_frame, tris_rendered]
);

/// Draws the world into the back buffer, as all its cameras see it.
///
/// `tween` draws between the world as CaptureWorld kept it (0) and as it is (1).
///
/// Where a program has made no camera, a camera that shows everything is lent to it, and a light where there is none.
#[command(RenderWorld, defaults(tween = 1.0))]
fn render_world(m: &mut Machine, tween: f32) -> Answer {
    m.need_3d()?;
    m.lend_view();
    m.sound.world_shown(&mut m.world, m.clock.peek());
    let crate::machine::Machine {
        screen: Some(screen),
        world,
        ..
    } = m
    else {
        return Ok(());
    };
    screen.stats = screen
        .display
        .render_world_between(world, screen.settings, tween)
        .map_err(|why| Interrupt::Error(explain(&why)))?;
    for (most, now) in screen.most_of_terrain.iter_mut().zip(screen.stats.terrain) {
        *most = now.max(*most);
    }
    Ok(())
}

/// Keeps the world as it is now, for RenderWorld to draw moments between then and later.
#[command(CaptureWorld)]
fn capture_world(m: &mut Machine) -> Answer {
    m.need_3d()?;
    m.world.capture();
    Ok(())
}

/// Draws triangles as their edges only, where `enable` is 1.
#[command(WireFrame)]
fn wire_frame(m: &mut Machine, enable: bool) -> Answer {
    m.need_3d()?.settings.wireframe = enable;
    Ok(())
}

/// How many triangles the last RenderWorld drew.
#[command(TrisRendered)]
fn tris_rendered(m: &mut Machine) -> Answer<i32> {
    Ok(m.need_3d()?.stats.triangles as i32)
}
