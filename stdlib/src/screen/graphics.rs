//! Opening the screen, its buffers, and showing what was drawn.

use flitz_interpreter::host::Interrupt;

use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;
use crate::wait::Wait;

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "graphics",
    [
        graphics,
        graphics3d,
        end_graphics,
        graphics_width,
        graphics_height,
        graphics_depth,
        flip,
        vwait,
        show_pointer,
        hide_pointer
    ]
);

/// Opens a screen for 2D drawing.
///
/// Modes: 0 by itself, 1 full screen, 2 window, 3 window that can be resized. `depth`, the bits of a pixel, has no meaning today.
#[command(Graphics, defaults(depth = 0, mode = 0))]
fn graphics(m: &mut Machine, width: i32, height: i32, _depth: i32, mode: i32) -> Answer {
    m.graphics(width, height, mode, false)
}

/// Opens a screen for 3D and 2D drawing.
///
/// Modes: 0 by itself, 1 full screen, 2 window, 3 window that can be resized. `depth`, the bits of a pixel, has no meaning today.
#[command(Graphics3D, defaults(depth = 0, mode = 0))]
fn graphics3d(m: &mut Machine, width: i32, height: i32, _depth: i32, mode: i32) -> Answer {
    m.graphics(width, height, mode, true)
}

/// Closes the screen that Graphics opened; a small 2D screen takes its place. All entities and textures are freed.
#[command(EndGraphics)]
fn end_graphics(m: &mut Machine) -> Answer {
    m.need_screen()?;
    m.graphics(400, 300, 2, false)
}

/// The width of the screen in pixels.
#[command(GraphicsWidth)]
fn graphics_width(m: &mut Machine) -> Answer<i32> {
    Ok(m.need_screen()?.display.size()[0] as i32)
}

/// The height of the screen in pixels.
#[command(GraphicsHeight)]
fn graphics_height(m: &mut Machine) -> Answer<i32> {
    Ok(m.need_screen()?.display.size()[1] as i32)
}

/// The bits of a pixel: 32 today.
#[command(GraphicsDepth)]
fn graphics_depth(m: &mut Machine) -> Answer<i32> {
    m.need_screen()?;
    Ok(32)
}

/// Shows what was drawn to the back buffer, and waits so that it is 60 times per second; with `vwait` 0 it does not wait.
#[command(Flip, waits, defaults(vwait = true))]
fn flip(m: &mut Machine, vwait: bool) -> Answer {
    let screen = m.need_screen()?;
    screen.display.flip();
    screen.paced = vwait;
    m.wait = Wait::Frame;
    Err(Interrupt::Yield)
}

/// Waits for one frame of 1/60 second, whatever `frames` says, as Blitz3D does.
#[command(VWait, waits, defaults(frames = 1))]
fn vwait(m: &mut Machine, _frames: i32) -> Answer {
    m.wait = match &mut m.screen {
        // What was drawn straight to the front buffer is a frame like any other.
        Some(screen) => {
            screen.paced = true;
            Wait::Frame
        }
        None => Wait::Until(m.clock.peek() + std::time::Duration::from_secs(1) / 60),
    };
    Err(Interrupt::Yield)
}

/// Shows the mouse pointer over the window.
#[command(ShowPointer)]
fn show_pointer(m: &mut Machine) -> Answer {
    m.need_screen()?.pointer_visible = true;
    Ok(())
}

/// Hides the mouse pointer over the window.
#[command(HidePointer)]
fn hide_pointer(m: &mut Machine) -> Answer {
    m.need_screen()?.pointer_visible = false;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::machine::Machine;
    use crate::testing::{Outcome, call};
    use crate::wait::Wait;
    use std::time::Duration;

    #[test]
    fn vwait_is_one_frame_whatever_is_asked_for() {
        for frames in [1, 0, -5, 10] {
            let mut m = Machine::for_tests();
            assert_eq!(call(&mut m, "VWait", (frames,)), Outcome::Yield);
            let frame = Duration::from_secs(1) / 60;
            assert_eq!(m.wait.take(), Wait::Until(frame));
        }
    }
}
