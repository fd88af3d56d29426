//! Opening the screen, its buffers, and showing what was drawn.

use flitz_interpreter::host::Interrupt;

use crate::command::commands;
use crate::wait::Wait;

commands! {
    group "graphics";

    /// Opens a screen for 2D drawing.
    ///
    /// Modes: 0 by itself, 1 full screen, 2 window, 3 window that can be resized. `depth`, the bits of a pixel, has no meaning today.
    fn Graphics(m, width: Int, height: Int, depth: Int = 0, mode: Int = 0) {
        m.graphics(width, height, mode, false)
    }

    /// Opens a screen for 3D and 2D drawing.
    ///
    /// Modes: 0 by itself, 1 full screen, 2 window, 3 window that can be resized. `depth`, the bits of a pixel, has no meaning today.
    fn Graphics3D(m, width: Int, height: Int, depth: Int = 0, mode: Int = 0) {
        m.graphics(width, height, mode, true)
    }

    /// Closes the screen that Graphics opened; a small 2D screen takes its place. All entities and textures are freed.
    fn EndGraphics(m) {
        m.need_screen()?;
        m.graphics(400, 300, 2, false)
    }

    /// The width of the screen in pixels.
    fn GraphicsWidth(m) -> Int {
        Ok(m.need_screen()?.display.size()[0] as i32)
    }

    /// The height of the screen in pixels.
    fn GraphicsHeight(m) -> Int {
        Ok(m.need_screen()?.display.size()[1] as i32)
    }

    /// The bits of a pixel: 32 today.
    fn GraphicsDepth(m) -> Int {
        m.need_screen()?;
        Ok(32)
    }

    /// Shows what was drawn to the back buffer, and waits so that it is 60 times per second; with `vwait` 0 it does not wait.
    fn Flip(m, vwait: Int = 1) {
        let screen = m.need_screen()?;
        screen.display.flip();
        screen.paced = vwait != 0;
        m.wait = Wait::Frame;
        Err(Interrupt::Yield)
    }

    /// Waits for this many frames of 1/60 second.
    fn VWait(m, frames: Int = 1) {
        m.wait = match &mut m.screen {
            // What was drawn straight to the front buffer is a frame like any other.
            Some(screen) if frames == 1 => {
                screen.paced = true;
                Wait::Frame
            }
            _ => Wait::Until(m.clock.peek() + std::time::Duration::from_secs(1) * frames.max(0) as u32 / 60),
        };
        Err(Interrupt::Yield)
    }

    /// Shows the mouse pointer over the window.
    fn ShowPointer(m) {
        m.need_screen()?.pointer_visible = true;
        Ok(())
    }

    /// Hides the mouse pointer over the window.
    fn HidePointer(m) {
        m.need_screen()?.pointer_visible = false;
        Ok(())
    }
}
