//! Fonts and text.
//!
//! Glyphs are not antialiased, as Windows drew them with font smoothing off. So text drawn again at its position changes nothing, and text
//! on an image with a mask colour leaves no fringe.
//!
//! Sizes are those of Windows' `CreateFont`, `GetTextMetrics` and `GetTextExtentPoint32`, on which programs lay out their screens.

mod bundled;
mod fixed;
mod installed;
mod outline;
mod scan;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::Painter;
use crate::error::FontError;
use outline::Outlines;

/// Largest height of a line in pixels.
const MAX_HEIGHT: i32 = 512;

/// What is drawn for black: black is the mask colour between glyph and image.
const NEARLY_BLACK: [u8; 3] = [0, 0, 16];

/// A typeface at one height.
pub struct Font {
    letters: Letters,
    height: i32,
    width: i32,
    /// Glyphs rasterised so far.
    glyphs: RefCell<HashMap<char, Rc<Glyph>>>,
}

enum Letters {
    Fixed,
    Outlines(Box<Outlines>),
}

/// A glyph in its cell; all its pixels lie in the cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Glyph {
    /// Width of the cell in pixels.
    width: i32,
    spans: Vec<Span>,
}

/// Inked pixels side by side: `from <= x < to` in a row, counted from the cell's upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    row: i32,
    from: i32,
    to: i32,
}

impl std::fmt::Debug for Font {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Font(height {})", self.height)
    }
}

/// Bold, slanted, underlined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Thicker strokes.
    pub bold: bool,
    /// Slanted.
    pub italic: bool,
    /// A line below.
    pub underline: bool,
}

/// The font that every program starts with: cells of 8 by 13 pixels.
pub fn default_font() -> Font {
    Font::new(Letters::Fixed, fixed::HEIGHT, fixed::WIDTH)
}

impl Font {
    /// A font from the bytes of a TrueType or OpenType file.
    ///
    /// `height` in pixels is that of a line where it is above 0, that of an em where it is below, and 0 stands for 16; lines are 1..512 high.
    pub fn from_bytes(data: Vec<u8>, height: i32, style: Style) -> Result<Self, FontError> {
        Outlines::new(data.into(), 0, height, style).map(Self::of)
    }

    /// The installed font of a family, whatever the letter case; the heights are those of [`Font::from_bytes`]. `None` where there is none.
    pub fn installed(family: &str, height: i32, style: Style) -> Option<Self> {
        let (data, index) = installed::find(installed::all(), family, style)?;
        Outlines::new(data.into(), index, height, style)
            .ok()
            .map(Self::of)
    }

    /// A bundled substitute for a font that is not there, and whether its advances are the same; the heights are those of
    /// [`Font::from_bytes`].
    pub fn stand_in(family: &str, height: i32, style: Style) -> (Self, bool) {
        let (data, exact) = bundled::stand_in(family, style.bold);
        match Outlines::new(data.into(), 0, height, style) {
            Ok(outlines) => (Self::of(outlines), exact),
            // Bundled files are fonts; were one damaged, the default font would be used rather than the program end.
            Err(_) => (default_font(), false),
        }
    }

    fn of(outlines: Outlines) -> Self {
        let (height, width) = (outlines.height(), outlines.widest());
        Self::new(Letters::Outlines(Box::new(outlines)), height, width)
    }

    fn new(letters: Letters, height: i32, width: i32) -> Self {
        Self {
            letters,
            height,
            width,
            glyphs: RefCell::default(),
        }
    }

    /// Height of a line in pixels.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The width that the font states for its widest letter, in pixels.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Width of a text in pixels.
    pub fn text_width(&self, text: &str) -> i32 {
        text.chars()
            .fold(0i32, |sum, c| sum.saturating_add(self.glyph(c).width))
    }

    fn glyph(&self, character: char) -> Rc<Glyph> {
        let mut glyphs = self.glyphs.borrow_mut();
        let made = || {
            Rc::new(match &self.letters {
                Letters::Fixed => fixed::glyph(character),
                Letters::Outlines(outlines) => outlines.glyph(character),
            })
        };
        Rc::clone(glyphs.entry(character).or_insert_with(made))
    }
}

impl Painter<'_> {
    /// Text in the pen's colour; `x`, `y` is the upper left corner.
    pub fn text(&mut self, font: &Font, x: i32, y: i32, text: &str) {
        let (mut x, y) = self.shift(x, y);
        if y >= self.clip.bottom || y.saturating_add(font.height) <= self.clip.top {
            return;
        }
        let color = match self.pen.color {
            [0, 0, 0] => NEARLY_BLACK,
            color => color,
        };
        for character in text.chars() {
            if x >= self.clip.right {
                break;
            }
            let glyph = font.glyph(character);
            let next = x.saturating_add(glyph.width);
            if next > self.clip.left {
                for span in &glyph.spans {
                    let row = y.saturating_add(span.row);
                    let (from, to) = (x.saturating_add(span.from), x.saturating_add(span.to));
                    self.fill_unshifted(from, row, to, row.saturating_add(1), color);
                }
            }
            x = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Canvas, Pen};
    use super::*;

    fn sans(height: i32, style: Style) -> Font {
        Font::stand_in("Arial", height, style).0
    }

    fn inked(canvas: &Canvas) -> Vec<(usize, usize)> {
        let width = canvas.width() as usize;
        let pixels = canvas.image.rgba.as_chunks::<4>().0.iter().enumerate();
        pixels
            .filter(|(_, p)| p[..3] != [0; 3])
            .map(|(i, _)| (i % width, i / width))
            .collect()
    }

    /// Every letter a program can write: its texts are in Windows-1252.
    fn letters() -> impl Iterator<Item = char> {
        let high = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
        ('!'..='~')
            .chain('¡'..='¬')
            .chain('®'..='ÿ')
            .chain(high.chars())
    }

    #[test]
    fn the_first_font_is_8_by_13_and_has_all_letters() {
        let font = default_font();
        assert_eq!((font.width(), font.height()), (8, 13));
        assert_eq!(font.text_width("Hello iiii"), 80);
        for character in letters() {
            let glyph = font.glyph(character);
            assert!(!glyph.spans.is_empty(), "{character}");
            assert_ne!(*glyph, *font.glyph('\u{81}'), "{character} is there");
        }
        assert!(font.glyph(' ').spans.is_empty());
    }

    #[test]
    fn the_bundled_fonts_have_the_widths_and_heights_of_windows() {
        // Arial, 20 pixels: 18 pixels an em, so H is 13, e and o 10, l and i 4, a blank 5.
        let font = sans(20, Style::default());
        assert_eq!(font.height(), 20);
        assert_eq!(font.text_width("Hello iiii"), 62);
        assert_eq!(font.width(), 48);
        // Negative: pixels an em. 0: 16 pixels.
        assert_eq!(sans(-20, Style::default()).height(), 22);
        assert_eq!(sans(0, Style::default()).height(), 16);
        assert_eq!(sans(1, Style::default()).height(), 1);
        assert!(sans(i32::MAX, Style::default()).height() <= MAX_HEIGHT);
        assert!(sans(i32::MIN, Style::default()).height() <= MAX_HEIGHT);
        for (name, even) in [
            ("Courier New", true),
            ("Times New Roman", false),
            ("Odd", false),
        ] {
            let (font, exact) = Font::stand_in(name, 24, Style::default());
            assert_eq!(font.text_width("i") == font.text_width("W"), even, "{name}");
            assert_eq!(exact, name != "Odd");
            for character in letters() {
                let glyph = font.glyph(character);
                assert!(!glyph.spans.is_empty(), "{name} {character}");
                assert_ne!(*glyph, *font.glyph('\u{81}'), "{name} {character} is there");
            }
        }
    }

    #[test]
    fn text_drawn_again_changes_nothing_and_has_one_colour() {
        for font in [default_font(), sans(17, Style::default())] {
            let pen = Pen {
                color: [250, 180, 20],
                ..Pen::default()
            };
            let mut canvas = Canvas::new(90, 20);
            canvas.painter(&pen).text(&font, 1, 1, "Save&Wag 08");
            let once = canvas.image.clone();
            for _ in 0..60 {
                canvas.painter(&pen).text(&font, 1, 1, "Save&Wag 08");
            }
            assert_eq!(once, canvas.image);
            let colors = once
                .rgba
                .as_chunks::<4>()
                .0
                .iter()
                .filter(|p| p[..3] != [0; 3]);
            assert!(colors.clone().count() > 60);
            assert!(colors.clone().all(|p| *p == [250, 180, 20, 255]));
        }
    }

    #[test]
    fn black_text_is_not_the_see_through_colour() {
        let pen = Pen {
            color: [0; 3],
            ..Pen::default()
        };
        let mut canvas = Canvas::new(20, 20);
        canvas.painter(&pen).text(&default_font(), 1, 1, "M");
        assert!(inked(&canvas).len() > 10);
    }

    #[test]
    fn text_stays_in_its_line_and_inside_the_viewport() {
        for font in [default_font(), sans(16, Style::default())] {
            let mut canvas = Canvas::new(60, 40);
            canvas.painter(&Pen::default()).text(&font, 5, 10, "Ägy|");
            let ink = inked(&canvas);
            assert!(ink.len() > 40, "{}", ink.len());
            assert!(
                ink.iter()
                    .all(|(x, y)| *x >= 5 && (10..10 + font.height() as usize).contains(y))
            );
            let mut canvas = Canvas::new(60, 40);
            let pen = Pen {
                viewport: Some([8, 12, 6, 5]),
                ..Pen::default()
            };
            canvas.painter(&pen).text(&font, -100, 10, &"#".repeat(99));
            let ink = inked(&canvas);
            assert!(!ink.is_empty());
            assert!(
                ink.iter()
                    .all(|(x, y)| (8..14).contains(x) && (12..17).contains(y))
            );
        }
    }

    #[test]
    fn ink_lies_in_the_cell_and_styles_change_it() {
        let plain = sans(20, Style::default());
        let styles = [(true, false), (false, true), (true, true)];
        for (bold, italic) in styles {
            let underline = bold && italic;
            let style = Style {
                bold,
                italic,
                underline,
            };
            let fonts = [sans(20, style), Font::stand_in("Courier", 20, style).0];
            for font in fonts {
                for character in letters() {
                    let glyph = font.glyph(character);
                    let inside = |s: &Span| {
                        0 <= s.from
                            && s.from < s.to
                            && s.to <= glyph.width
                            && (0..20).contains(&s.row)
                    };
                    assert!(
                        glyph.spans.iter().all(inside),
                        "{character} {style:?} {glyph:?}"
                    );
                }
                assert_ne!(*font.glyph('a'), *plain.glyph('a'));
                if underline {
                    let blank = font.glyph(' ');
                    assert!(blank.spans.iter().any(|s| s.to - s.from == blank.width));
                }
            }
        }
    }

    #[test]
    fn control_characters_show_as_a_box_as_wide_as_it_is() {
        let font = sans(20, Style::default());
        let missing = font.glyph('\u{81}');
        assert!(missing.width > 0 && !missing.spans.is_empty());
        assert_eq!(*font.glyph('\n'), *missing);
    }

    #[test]
    fn what_is_no_font_is_refused_and_a_damaged_one_does_no_harm() {
        let plain = Style::default();
        assert!(Font::from_bytes(b"no font".to_vec(), 20, plain).is_err());
        assert!(Font::from_bytes(Vec::new(), 20, plain).is_err());
        let whole = bundled::stand_in("Arial", false).0;
        assert!(Font::from_bytes(whole[..999].to_vec(), 20, plain).is_err());
        // Any damage: an error, or letters that stay in their cells.
        let mut state = 1u32;
        for _ in 0..200 {
            let mut data = whole.to_vec();
            for _ in 0..40 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let at = (state >> 8) as usize % data.len();
                data[at] = (state >> 3) as u8;
            }
            if let Ok(font) = Font::from_bytes(data, 30, plain) {
                assert!((1..=MAX_HEIGHT).contains(&font.height()));
                for character in "AgÖ@€\n".chars() {
                    let glyph = font.glyph(character);
                    let inside = |s: &Span| {
                        0 <= s.from && s.to <= glyph.width && (0..font.height()).contains(&s.row)
                    };
                    assert!(glyph.spans.iter().all(inside));
                }
            }
        }
    }
}
