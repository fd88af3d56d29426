//! Drawing in 2D on the current buffer.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::render::Which;

use crate::command::commands;
use crate::machine::Machine;

fn byte(value: i32) -> u8 {
    // As Blitz3D packed it: the low eight bits.
    value as u8
}

impl Machine {
    /// The colour of a pixel of the current buffer; black outside.
    fn pixel(&mut self, x: i32, y: i32) -> Result<[u8; 3], Interrupt> {
        let screen = self.need_screen()?;
        let (x, y) = (
            x.saturating_add(screen.pen.origin[0]),
            y.saturating_add(screen.pen.origin[1]),
        );
        let target: Which = screen.target;
        let image = screen.display.image(target).map_err(Interrupt::Error)?;
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
            return Ok([0; 3]);
        };
        if x >= image.width || y >= image.height {
            return Ok([0; 3]);
        }
        let at = (y as usize * image.width as usize + x as usize) * 4;
        Ok(image
            .rgba
            .get(at..at + 3)
            .and_then(|p| p.try_into().ok())
            .unwrap_or([0; 3]))
    }
}

commands! {
    group "drawing";

    /// Fills the viewport with the colour of ClsColor.
    fn Cls(m) {
        m.need_screen()?.painter().cls();
        Ok(())
    }

    /// Sets the colour that Cls fills with, each part 0 to 255; it starts as black.
    fn ClsColor(m, red: Int, green: Int, blue: Int) {
        m.need_screen()?.pen.cls_color = [red, green, blue].map(byte);
        Ok(())
    }

    /// Sets the colour that is drawn with, each part 0 to 255; it starts as white.
    fn Color(m, red: Int, green: Int, blue: Int) {
        m.need_screen()?.pen.color = [red, green, blue].map(byte);
        Ok(())
    }

    /// Takes the colour to draw with from a pixel.
    fn GetColor(m, x: Int, y: Int) {
        let color = m.pixel(x, y)?;
        m.need_screen()?.pen.color = color;
        Ok(())
    }

    /// The red part of the colour that is drawn with.
    fn ColorRed(m) -> Int {
        Ok(m.need_screen()?.pen.color[0].into())
    }

    /// The green part of the colour that is drawn with.
    fn ColorGreen(m) -> Int {
        Ok(m.need_screen()?.pen.color[1].into())
    }

    /// The blue part of the colour that is drawn with.
    fn ColorBlue(m) -> Int {
        Ok(m.need_screen()?.pen.color[2].into())
    }

    /// Sets the point that drawing counts from.
    fn Origin(m, x: Int, y: Int) {
        m.need_screen()?.pen.origin = [x, y];
        Ok(())
    }

    /// Sets the part of the buffer that drawing can reach.
    fn Viewport(m, x: Int, y: Int, width: Int, height: Int) {
        m.need_screen()?.pen.viewport = Some([x, y, width, height]);
        Ok(())
    }

    /// Draws a pixel.
    fn Plot(m, x: Int, y: Int) {
        m.need_screen()?.painter().plot(x, y);
        Ok(())
    }

    /// Draws a line; both ends are drawn.
    fn Line(m, x1: Int, y1: Int, x2: Int, y2: Int) {
        m.need_screen()?.painter().line(x1, y1, x2, y2);
        Ok(())
    }

    /// Draws a rectangle, filled, or its outline where `solid` is 0.
    fn Rect(m, x: Int, y: Int, width: Int, height: Int, solid: Int = 1) {
        m.need_screen()?.painter().rect(x, y, width, height, solid != 0);
        Ok(())
    }

    /// Draws an oval that fits a rectangle, filled, or its outline where `solid` is 0.
    fn Oval(m, x: Int, y: Int, width: Int, height: Int, solid: Int = 1) {
        m.need_screen()?.painter().oval(x, y, width, height, solid != 0);
        Ok(())
    }

    /// Draws a text with its upper left corner, or with `centre_x` and `centre_y` 1 its middle, at a point.
    fn Text(m, x: Int, y: Int, text: Str, centre_x: Int = 0, centre_y: Int = 0) {
        let screen = m.need_screen()?;
        let text = text.to_text();
        let x = if centre_x != 0 { x.saturating_sub(screen.font.text_width(&text) / 2) } else { x };
        let y = if centre_y != 0 { y.saturating_sub(screen.font.height() / 2) } else { y };
        screen.display.canvas(screen.target).painter(&screen.pen).text(&screen.font, x, y, &text);
        Ok(())
    }

    /// The width of the widest letter in pixels.
    fn FontWidth(m) -> Int {
        Ok(m.need_screen()?.font.width())
    }

    /// The height of a line of text in pixels.
    fn FontHeight(m) -> Int {
        Ok(m.need_screen()?.font.height())
    }

    /// The width of a text in pixels.
    fn StringWidth(m, string: Str) -> Int {
        Ok(m.need_screen()?.font.text_width(&string.to_text()))
    }

    /// The height of a text in pixels.
    fn StringHeight(m, string: Str) -> Int {
        Ok(m.need_screen()?.font.height())
    }

    /// Sets where Print and Write go on on the screen.
    fn Locate(m, x: Int, y: Int) {
        let screen = m.need_screen()?;
        let [width, height] = screen.display.size().map(|v| v as i32);
        screen.cursor = [x.clamp(0, width), y.clamp(0, height)];
        Ok(())
    }
}
