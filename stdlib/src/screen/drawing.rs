//! Drawing in 2D on the current buffer.

use crate::command::commands;

fn byte(value: i32) -> u8 {
    // As Blitz3D packed it: the low eight bits.
    value as u8
}

commands! {
    group "drawing";

    /// Fills the viewport with the colour of ClsColor.
    fn Cls(m) {
        m.draw(|painter, _| painter.cls())
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
        let target = m.need_screen()?.target;
        let [red, green, blue, _] = m.pixel(target, x, y)?;
        m.need_screen()?.pen.color = [red, green, blue];
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
        m.draw(|painter, _| painter.plot(x, y))
    }

    /// Draws a line; both ends are drawn.
    fn Line(m, x1: Int, y1: Int, x2: Int, y2: Int) {
        m.draw(|painter, _| painter.line(x1, y1, x2, y2))
    }

    /// Draws a rectangle, filled, or its outline where `solid` is 0.
    fn Rect(m, x: Int, y: Int, width: Int, height: Int, solid: Int = 1) {
        m.draw(|painter, _| painter.rect(x, y, width, height, solid != 0))
    }

    /// Draws an oval that fits a rectangle, filled, or its outline where `solid` is 0.
    fn Oval(m, x: Int, y: Int, width: Int, height: Int, solid: Int = 1) {
        m.draw(|painter, _| painter.oval(x, y, width, height, solid != 0))
    }

    /// Draws a text with its upper left corner, or with `centre_x` and `centre_y` 1 its middle, at a point.
    fn Text(m, x: Int, y: Int, text: Str, centre_x: Int = 0, centre_y: Int = 0) {
        let text = text.to_text();
        m.draw(|painter, font| {
            let x = if centre_x != 0 { x.saturating_sub(font.text_width(&text) / 2) } else { x };
            let y = if centre_y != 0 { y.saturating_sub(font.height() / 2) } else { y };
            painter.text(font, x, y, &text);
        })
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
