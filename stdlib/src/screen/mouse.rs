//! The mouse.

use flitz_interpreter::host::Interrupt;

use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;
use crate::wait::Wait;

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "mouse",
    [
        mouse_down,
        mouse_hit,
        get_mouse,
        wait_mouse,
        mouse_wait,
        mouse_x,
        mouse_y,
        mouse_z,
        mouse_x_speed,
        mouse_y_speed,
        mouse_z_speed,
        move_mouse,
        flush_mouse
    ]
);

/// 1 while a mouse button is down, else 0. Buttons: 1 left, 2 right, 3 middle.
#[command(MouseDown)]
fn mouse_down(m: &mut Machine, button: i32) -> Answer<i32> {
    m.need_screen()?;
    Ok(m.input.button_is_down(button).into())
}

/// How often a mouse button was pressed since this was last asked.
#[command(MouseHit)]
fn mouse_hit(m: &mut Machine, button: i32) -> Answer<i32> {
    m.need_screen()?;
    Ok(m.input.button_hits(button))
}

/// The next mouse button that was pressed, 0 where there is none.
#[command(GetMouse)]
fn get_mouse(m: &mut Machine) -> Answer<i32> {
    Ok(m.input.next_button().map_or(0, i32::from))
}

/// Waits until a mouse button is pressed and returns its number.
#[command(WaitMouse, waits)]
fn wait_mouse(m: &mut Machine) -> Answer<i32> {
    m.wait_mouse()
}

/// Waits until a mouse button is pressed and returns its number. The same as WaitMouse.
#[command(MouseWait, waits)]
fn mouse_wait(m: &mut Machine) -> Answer<i32> {
    m.wait_mouse()
}

/// The x position of the mouse in pixels of the screen.
#[command(MouseX)]
fn mouse_x(m: &mut Machine) -> Answer<i32> {
    Ok(m.input.mouse()[0])
}

/// The y position of the mouse in pixels of the screen.
#[command(MouseY)]
fn mouse_y(m: &mut Machine) -> Answer<i32> {
    Ok(m.input.mouse()[1])
}

/// How far the mouse wheel has been turned in all, away from the user.
#[command(MouseZ)]
fn mouse_z(m: &mut Machine) -> Answer<i32> {
    Ok(m.input.mouse_wheel())
}

/// How far the mouse moved to the right since this was last asked.
#[command(MouseXSpeed)]
fn mouse_x_speed(m: &mut Machine) -> Answer<i32> {
    Ok(m.input.mouse_speed(0))
}

/// How far the mouse moved down since this was last asked.
#[command(MouseYSpeed)]
fn mouse_y_speed(m: &mut Machine) -> Answer<i32> {
    Ok(m.input.mouse_speed(1))
}

/// How far the wheel was turned since this was last asked.
#[command(MouseZSpeed)]
fn mouse_z_speed(m: &mut Machine) -> Answer<i32> {
    Ok(m.input.mouse_speed(2))
}

/// Moves the mouse pointer.
#[command(MoveMouse)]
fn move_mouse(m: &mut Machine, x: i32, y: i32) -> Answer {
    m.input.move_mouse(x, y);
    Ok(())
}

/// Forgets all mouse clicks so far.
#[command(FlushMouse)]
fn flush_mouse(m: &mut Machine) -> Answer {
    m.input.flush_mouse();
    Ok(())
}

impl Machine {
    fn wait_mouse(&mut self) -> Result<i32, Interrupt> {
        self.need_screen()?;
        match self.input.next_button() {
            Some(button) => Ok(button.into()),
            None => {
                self.wait = Wait::Mouse;
                Err(Interrupt::Retry)
            }
        }
    }
}
