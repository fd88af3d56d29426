//! Fonts.

use std::rc::Rc;

use flitz_interpreter::host::Interrupt;
use flitz_runtime::render::{Font, Style};

use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;
use flitz_interpreter::text::Str;

impl Machine {
    /// The font of a name: a font file of the program, else the built-in typeface.
    fn find_font(&mut self, name: &str, height: u32, style: Style) -> Font {
        for file in [
            name.to_owned(),
            format!("{name}.ttf"),
            format!("{name}.otf"),
        ] {
            let Ok(bytes) = self.files.load(&file) else {
                continue;
            };
            match Font::from_bytes(&bytes, height, style) {
                Ok(font) => return font,
                Err(why) => self.console.note(&format!("LoadFont \"{name}\": {why}")),
            }
        }
        self.console.note(&format!("LoadFont \"{name}\": there is no font file of this name, so the built-in typeface takes its place."));
        Font::built_in(height, style)
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!("fonts", [load_font, set_font, free_font]);

/// Loads a font for SetFont and returns its handle.
///
/// The name is that of a TrueType or OpenType file beside the program, with or without its ending; for any other name the built-in
/// typeface is taken. `height` is that of a line in pixels.
#[command(
    LoadFont,
    defaults(height = 12, bold = false, italic = false, underline = false)
)]
fn load_font(
    m: &mut Machine,
    fontname: &Str,
    height: i32,
    bold: bool,
    italic: bool,
    underline: bool,
) -> Answer<i32> {
    m.need_screen()?;
    let Some(height) = u32::try_from(height).ok().filter(|h| (1..=512).contains(h)) else {
        return Err(Interrupt::Error(format!(
            "A font is 1 to 512 pixels high, not {height}."
        )));
    };
    let style = Style {
        bold: bold,
        italic: italic,
        underline: underline,
    };
    let name = fontname.to_text();
    let font = Rc::new(m.find_font(&name, height, style));
    m.fonts.add(&mut m.handles, font, &name)
}

/// Lets Text, Print and Write use a font.
#[command(SetFont)]
fn set_font(m: &mut Machine, font: i32) -> Answer {
    m.need_screen()?;
    let font = Rc::clone(m.fonts.get(&m.handles, font)?);
    m.need_screen()?.font = font;
    Ok(())
}

/// Frees a font. Text that is set in it stays so until the next SetFont. 0 is allowed and does nothing.
#[command(FreeFont)]
fn free_font(m: &mut Machine, font: i32) -> Answer {
    if font != 0 {
        m.fonts.remove(&mut m.handles, font)?;
    }
    Ok(())
}
