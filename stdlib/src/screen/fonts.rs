//! Fonts.

use std::rc::Rc;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::render::{Font, Style, default_font};

use crate::command::{Answer, Group, IfAlive, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};

/// The largest height of a font in pixels.
const LARGEST: i32 = 512;

/// A font that a program gave.
pub(crate) type FontId = Key<Rc<Font>>;

impl Stored for Rc<Font> {
    const KIND: Kind = Kind::Font;

    fn store(machine: &Machine) -> &Store<Self> {
        &machine.screen_state.fonts
    }
}

/// The name of a file without folders and ending: Blitz3D asks the system for the font of that name.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.split('.').next().unwrap_or(file)
}

impl Machine {
    /// The font of a name: a font file of the program, else an installed font, else a bundled one.
    fn find_font(&mut self, name: &str, height: i32, style: Style) -> Font {
        let files = if name.contains('.') {
            vec![name.to_owned()]
        } else {
            vec![format!("{name}.ttf"), format!("{name}.otf")]
        };
        for file in files {
            let Ok(bytes) = self.files.load(&file) else {
                continue;
            };
            match Font::from_bytes(bytes, height, style) {
                Ok(font) => return font,
                Err(why) => self.console.note(&format!("LoadFont \"{name}\": {why}.")),
            }
        }
        let family = stem(name);
        if let Some(font) = Font::installed(family, height, style) {
            return font;
        }
        let (font, exact) = Font::stand_in(family, height, style);
        if !exact {
            self.console.note(&format!("LoadFont \"{name}\": there is no such font file and no such font is installed, so a font of flitz takes its place."));
        }
        font
    }

    fn load_font(&mut self, name: &str, height: i32, style: Style) -> Result<i32, Interrupt> {
        self.need_screen()?;
        let most = height.clamp(-LARGEST, LARGEST);
        if most != height {
            self.console.note(&format!(
                "LoadFont \"{name}\": a font is at most {LARGEST} pixels high, not {height}."
            ));
        }
        let font = Rc::new(self.find_font(name, most, style));
        self.screen_state.fonts.add(&mut self.handles, font, name)
    }

    /// Frees a font; where text is set in it, the first font comes back.
    fn free_font(&mut self, font: FontId) {
        let font = self.screen_state.fonts.remove(&mut self.handles, font);
        if let (Some(font), Some(screen)) = (font, &mut self.screen)
            && Rc::ptr_eq(&font, &screen.font)
        {
            screen.font = Rc::new(default_font());
        }
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!("fonts", [load_font, set_font, free_font]);

/// Loads a font for SetFont and returns its handle.
///
/// The name is that of a TrueType or OpenType file beside the program, with or without its ending, or of an installed font, like `Arial`. Where
/// there is neither, a font of flitz that looks like it takes its place.
///
/// `height` is that of a line in pixels; below 0 it is the size of the letters themselves, without the room above and below them.
#[command(
    LoadFont,
    permission = Read,
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
    let style = Style {
        bold,
        italic,
        underline,
    };
    m.load_font(&fontname.to_text(), height, style)
}

/// Lets Text, Print and Write use a font.
#[command(SetFont)]
fn set_font(m: &mut Machine, font: FontId) -> Answer {
    let font = Rc::clone(&m.screen_state.fonts[font]);
    m.need_screen()?.font = font;
    Ok(())
}

/// Frees a font. Where text is set in it, the font that programs start with comes back. What is no font any more is left alone.
#[command(FreeFont)]
fn free_font(m: &mut Machine, font: IfAlive<FontId>) -> Answer {
    if let Some(font) = font.0 {
        m.free_font(font);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_stands_for_the_font_of_its_name() {
        assert_eq!(stem("Arial"), "Arial");
        assert_eq!(stem("fonts\\Old English.ttf"), "Old English");
        assert_eq!(stem("a/b/c.d.ttf"), "c");
        assert_eq!(stem(""), "");
    }
}
