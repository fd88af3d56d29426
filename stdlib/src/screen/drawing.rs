//! Drawing in 2D on the current buffer.

use flitz_interpreter::string::Str;

use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// A colour as Blitz3D packs it: parts outside 0 to 255 run into the parts before them.
pub(super) fn packed([red, green, blue]: [i32; 3]) -> [u8; 3] {
    let rgb = red.wrapping_shl(16) | green.wrapping_shl(8) | blue;
    let [_, red, green, blue] = rgb.to_be_bytes();
    [red, green, blue]
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "drawing",
    [
        cls,
        cls_color,
        color,
        get_color,
        color_red,
        color_green,
        color_blue,
        origin,
        viewport,
        plot,
        line,
        rect,
        oval,
        text,
        font_width,
        font_height,
        string_width,
        string_height,
        locate
    ]
);

/// Fills the viewport with the colour of ClsColor.
#[command(Cls)]
fn cls(m: &mut Machine) -> Answer {
    m.draw(|painter, _| painter.cls())
}

/// Sets the colour that Cls fills with, each part 0 to 255; it starts as black.
#[command(ClsColor)]
fn cls_color(m: &mut Machine, red: i32, green: i32, blue: i32) -> Answer {
    m.need_screen()?.pen.cls_color = packed([red, green, blue]);
    Ok(())
}

/// Sets the colour that is drawn with, each part 0 to 255; it starts as white.
#[command(Color)]
fn color(m: &mut Machine, red: i32, green: i32, blue: i32) -> Answer {
    m.need_screen()?.pen.color = packed([red, green, blue]);
    Ok(())
}

/// Takes the colour to draw with from a pixel.
#[command(GetColor)]
fn get_color(m: &mut Machine, x: i32, y: i32) -> Answer {
    let target = m.need_screen()?.target;
    let [red, green, blue, _] = m.pixel(target, x, y)?;
    m.need_screen()?.pen.color = [red, green, blue];
    Ok(())
}

/// The red part of the colour that is drawn with.
#[command(ColorRed)]
fn color_red(m: &mut Machine) -> Answer<i32> {
    Ok(m.need_screen()?.pen.color[0].into())
}

/// The green part of the colour that is drawn with.
#[command(ColorGreen)]
fn color_green(m: &mut Machine) -> Answer<i32> {
    Ok(m.need_screen()?.pen.color[1].into())
}

/// The blue part of the colour that is drawn with.
#[command(ColorBlue)]
fn color_blue(m: &mut Machine) -> Answer<i32> {
    Ok(m.need_screen()?.pen.color[2].into())
}

/// Sets the point that drawing counts from.
#[command(Origin)]
fn origin(m: &mut Machine, x: i32, y: i32) -> Answer {
    m.need_screen()?.pen.origin = [x, y];
    Ok(())
}

/// Sets the part of the buffer that drawing can reach.
#[command(Viewport)]
fn viewport(m: &mut Machine, x: i32, y: i32, width: i32, height: i32) -> Answer {
    m.need_screen()?.pen.viewport = Some([x, y, width, height]);
    Ok(())
}

/// Draws a pixel.
#[command(Plot)]
fn plot(m: &mut Machine, x: i32, y: i32) -> Answer {
    m.draw(|painter, _| painter.plot(x, y))
}

/// Draws a line; both ends are drawn.
#[command(Line)]
fn line(m: &mut Machine, x1: i32, y1: i32, x2: i32, y2: i32) -> Answer {
    // Blitz3D sets the pixels of a line itself, which goes through while the buffer is locked.
    let target = m.need_screen()?.target;
    m.draw_pixels(target, |painter, _| painter.line(x1, y1, x2, y2))
}

/// Draws a rectangle, filled, or its outline where `solid` is 0.
#[command(Rect, defaults(solid = true))]
fn rect(m: &mut Machine, x: i32, y: i32, width: i32, height: i32, solid: bool) -> Answer {
    m.draw(|painter, _| painter.rect(x, y, width, height, solid))
}

/// Draws an oval that fits a rectangle, filled, or its outline where `solid` is 0.
#[command(Oval, defaults(solid = true))]
fn oval(m: &mut Machine, x: i32, y: i32, width: i32, height: i32, solid: bool) -> Answer {
    m.draw(|painter, _| painter.oval(x, y, width, height, solid))
}

/// Draws a text with its upper left corner, or with `centre_x` and `centre_y` 1 its middle, at a point.
#[command(Text, defaults(centre_x = false, centre_y = false))]
fn text(m: &mut Machine, x: i32, y: i32, text: &Str, centre_x: bool, centre_y: bool) -> Answer {
    let text = text.to_text();
    m.draw(|painter, font| {
        let x = if centre_x {
            x.saturating_sub(font.text_width(&text) / 2)
        } else {
            x
        };
        let y = if centre_y {
            y.saturating_sub(font.height() / 2)
        } else {
            y
        };
        painter.text(font, x, y, &text);
    })
}

/// The width in pixels that the font states for its widest letter.
#[command(FontWidth)]
fn font_width(m: &mut Machine) -> Answer<i32> {
    Ok(m.need_screen()?.font.width())
}

/// The height of a line of text in pixels.
#[command(FontHeight)]
fn font_height(m: &mut Machine) -> Answer<i32> {
    Ok(m.need_screen()?.font.height())
}

/// The width of a text in pixels.
#[command(StringWidth)]
fn string_width(m: &mut Machine, string: &Str) -> Answer<i32> {
    Ok(m.need_screen()?.font.text_width(&string.to_text()))
}

/// The height of a text in pixels.
#[command(StringHeight)]
fn string_height(m: &mut Machine, _string: &Str) -> Answer<i32> {
    Ok(m.need_screen()?.font.height())
}

/// Sets where Print and Write go on on the screen.
#[command(Locate)]
fn locate(m: &mut Machine, x: i32, y: i32) -> Answer {
    let screen = m.need_screen()?;
    let [width, height] = screen.display.size().map(|v| v as i32);
    screen.cursor = [x.clamp(0, width), y.clamp(0, height)];
    Ok(())
}
