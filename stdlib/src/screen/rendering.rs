//! Drawing the 3D world.

use flitz_interpreter::host::Interrupt;

use crate::command::commands;

commands! {
    group "rendering";

    /// Draws the world into the back buffer, as all its cameras see it.
    ///
    /// `tween` draws between the world as CaptureWorld kept it (0) and as it is (1).
    ///
    /// Where a program has made no camera, a camera that shows everything is lent to it, and a light where there is none.
    fn RenderWorld(m, tween: Float = 1.0) {
        m.need_3d()?;
        m.lend_view();
        let crate::machine::Machine { screen: Some(screen), world, .. } = m else { return Ok(()) };
        screen.stats = screen.display.render_world_between(world, screen.settings, tween).map_err(Interrupt::Error)?;
        Ok(())
    }

    /// Keeps the world as it is now, for RenderWorld to draw moments between then and later.
    fn CaptureWorld(m) {
        m.need_3d()?;
        m.world.capture();
        Ok(())
    }

    /// Draws triangles as their edges only, where `enable` is 1.
    fn WireFrame(m, enable: Int) {
        m.need_3d()?.settings.wireframe = enable != 0;
        Ok(())
    }

    /// How many triangles the last RenderWorld drew.
    fn TrisRendered(m) -> Int {
        Ok(m.need_3d()?.stats.triangles as i32)
    }
}
