//! The mouse.

use flitz_interpreter::host::Interrupt;

use crate::command::commands;
use crate::machine::Machine;
use crate::wait::Wait;

commands! {
    group "mouse";

    /// 1 while a mouse button is down, else 0. Buttons: 1 left, 2 right, 3 middle.
    fn MouseDown(m, button: Int) -> Int {
        m.need_screen()?;
        Ok(m.input.button_is_down(button).into())
    }

    /// How often a mouse button was pressed since this was last asked.
    fn MouseHit(m, button: Int) -> Int {
        m.need_screen()?;
        Ok(m.input.button_hits(button))
    }

    /// The next mouse button that was pressed, 0 where there is none.
    fn GetMouse(m) -> Int {
        Ok(m.input.next_button().map_or(0, i32::from))
    }

    /// Waits until a mouse button is pressed and returns its number.
    fn WaitMouse(m) -> Int {
        m.wait_mouse()
    }

    /// Waits until a mouse button is pressed and returns its number. The same as WaitMouse.
    fn MouseWait(m) -> Int {
        m.wait_mouse()
    }

    /// The x position of the mouse in pixels of the screen.
    fn MouseX(m) -> Int {
        Ok(m.input.mouse()[0])
    }

    /// The y position of the mouse in pixels of the screen.
    fn MouseY(m) -> Int {
        Ok(m.input.mouse()[1])
    }

    /// How far the mouse wheel has been turned in all, away from the user.
    fn MouseZ(m) -> Int {
        Ok(m.input.mouse_wheel())
    }

    /// How far the mouse moved to the right since this was last asked.
    fn MouseXSpeed(m) -> Int {
        Ok(m.input.mouse_speed(0))
    }

    /// How far the mouse moved down since this was last asked.
    fn MouseYSpeed(m) -> Int {
        Ok(m.input.mouse_speed(1))
    }

    /// How far the wheel was turned since this was last asked.
    fn MouseZSpeed(m) -> Int {
        Ok(m.input.mouse_speed(2))
    }

    /// Moves the mouse pointer.
    fn MoveMouse(m, x: Int, y: Int) {
        m.input.move_mouse(x, y);
        Ok(())
    }

    /// Forgets all mouse clicks so far.
    fn FlushMouse(m) {
        m.input.flush_mouse();
        Ok(())
    }
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
