//! Fonts and text.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use fontdue::{Font as Face, FontSettings};

use super::Painter;

/// Largest height of a font in pixels.
const MAX_HEIGHT: u32 = 512;

/// Largest area of a glyph in pixels; what is larger is not drawn.
const MAX_GLYPH_AREA: usize = 4 * (MAX_HEIGHT * MAX_HEIGHT) as usize;

/// A typeface at one height.
pub struct Font {
    face: Option<Arc<Face>>,
    style: Style,
    height: i32,
    /// Pixels an em.
    size: f32,
    baseline: i32,
    /// Made when first needed.
    glyphs: RefCell<HashMap<char, Rc<Glyph>>>,
}

/// A glyph: its cell and the coverage of the pixels it inks.
#[derive(Clone, Default)]
struct Glyph {
    advance: i32,
    left: i32,
    top: i32,
    width: usize,
    coverage: Vec<u8>,
}

impl std::fmt::Debug for Font {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Font(height {})", self.height)
    }
}

/// The built-in typeface, Hack, at this height of a line in pixels, 1..512.
pub fn default_font(height: u32) -> Font {
    Font::built_in(height, Style::default())
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

fn parse(data: &[u8]) -> Result<Face, String> {
    let settings = FontSettings {
        load_substitutions: false,
        ..FontSettings::default()
    };
    let face = Face::from_bytes(data, settings)
        .map_err(|why| format!("this is no TrueType or OpenType font: {why}"))?;
    // Of a file cut short some characters may be known and none be there.
    let visible = face
        .chars()
        .keys()
        .any(|&c| face.metrics(c, 32.0).width > 0);
    if visible {
        Ok(face)
    } else {
        Err("this font has no characters".into())
    }
}

impl Font {
    /// A font from the bytes of a TrueType or OpenType file; `height` is that of a line in pixels, 1..512.
    pub fn from_bytes(data: &[u8], height: u32, style: Style) -> Result<Self, String> {
        Ok(Self::of_face(Some(Arc::new(parse(data)?)), height, style))
    }

    /// The built-in typeface with a style.
    pub fn built_in(height: u32, style: Style) -> Self {
        static FACE: OnceLock<Option<Arc<Face>>> = OnceLock::new();
        // The built-in face is known to parse; were it not, text would be blank rather than the program gone.
        let face =
            FACE.get_or_init(|| parse(epaint_default_fonts::HACK_REGULAR).ok().map(Arc::new));
        Self::of_face(face.clone(), height, style)
    }

    fn of_face(face: Option<Arc<Face>>, height: u32, style: Style) -> Self {
        let height = height.clamp(1, MAX_HEIGHT);
        let line = face
            .as_deref()
            .and_then(|face| face.horizontal_line_metrics(1.0));
        let (ascent, descent) = line.map_or((0.8, -0.2), |line| (line.ascent, line.descent));
        let size = height as f32 / (ascent - descent).max(0.1);
        let baseline = (ascent * size).round() as i32;
        Self {
            face,
            style,
            height: height as i32,
            size,
            baseline,
            glyphs: RefCell::default(),
        }
    }

    /// Height of a line in pixels.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Width in pixels of the widest of the letters, digits and signs of ASCII.
    pub fn width(&self) -> i32 {
        (' '..='~')
            .map(|c| self.glyph(c).advance)
            .max()
            .unwrap_or(0)
    }

    /// Width of a text in pixels.
    pub fn text_width(&self, text: &str) -> i32 {
        text.chars()
            .fold(0i32, |sum, c| sum.saturating_add(self.glyph(c).advance))
    }

    fn glyph(&self, character: char) -> Rc<Glyph> {
        let mut glyphs = self.glyphs.borrow_mut();
        let made = || match &self.face {
            Some(face) => Rc::new(glyph(
                face,
                character,
                self.size,
                self.baseline,
                self.height,
                self.style,
            )),
            None => Rc::default(),
        };
        Rc::clone(glyphs.entry(character).or_insert_with(made))
    }
}

fn glyph(
    face: &Face,
    character: char,
    size: f32,
    baseline: i32,
    height: i32,
    style: Style,
) -> Glyph {
    if character.is_control() {
        return Glyph {
            advance: face.metrics(' ', size).advance_width.round() as i32,
            ..Glyph::default()
        };
    }
    // Damaged fonts may claim glyphs of any size.
    let metrics = face.metrics(character, size);
    let area = metrics.width.saturating_mul(metrics.height);
    let (metrics, coverage) = if area <= MAX_GLYPH_AREA {
        face.rasterize(character, size)
    } else {
        (metrics, Vec::new())
    };
    let mut glyph = Glyph {
        advance: metrics.advance_width.round() as i32,
        left: metrics.xmin,
        top: baseline - metrics.ymin - metrics.height as i32,
        width: metrics.width,
        coverage,
    };
    if style.bold {
        glyph.embolden(1 + (size / 24.0) as usize);
    }
    if style.italic {
        glyph.slant(baseline);
    }
    glyph.cut(height);
    glyph
}

impl Glyph {
    fn rows(&self) -> impl Iterator<Item = (i32, &[u8])> {
        self.coverage
            .chunks_exact(self.width.max(1))
            .enumerate()
            .map(|(y, row)| (self.top + y as i32, row))
    }

    /// Leaves out what reaches above or below the line.
    fn cut(&mut self, height: i32) {
        if self.width == 0 {
            return;
        }
        let above = usize::try_from(-self.top).unwrap_or(0) * self.width;
        self.coverage.drain(..above.min(self.coverage.len()));
        self.top = self.top.max(0);
        self.coverage
            .truncate(usize::try_from(height - self.top).unwrap_or(0) * self.width);
    }

    /// Smears the ink to the right.
    fn embolden(&mut self, by: usize) {
        if self.width == 0 {
            return;
        }
        let width = self.width + by;
        let mut out = Vec::with_capacity(self.coverage.len() / self.width * width);
        for row in self.coverage.chunks_exact(self.width) {
            out.extend((0..width).map(|x| {
                let reach = row.iter().take(x + 1).skip(x.saturating_sub(by));
                reach.copied().max().unwrap_or(0)
            }));
        }
        (self.coverage, self.width) = (out, width);
        self.advance += by as i32;
    }

    /// Shears by a fifth about the baseline.
    fn slant(&mut self, baseline: i32) {
        if self.width == 0 {
            return;
        }
        let shift = |y: i32| (baseline - y) as f32 * 0.2;
        let height = self.coverage.len() / self.width;
        let (most, least) = (
            shift(self.top).ceil() as i32,
            shift(self.top + height as i32).floor() as i32,
        );
        let width = (self.width as i32 + most - least + 1).max(1) as usize;
        let mut out = vec![0u8; width * height];
        for (out, (y, row)) in out.chunks_exact_mut(width).zip(self.rows()) {
            let by = shift(y) - least as f32;
            let (whole, part) = (by.floor() as usize, by.fract());
            for (x, &c) in row.iter().enumerate() {
                let c = f32::from(c);
                for (at, share) in [(x + whole, 1.0 - part), (x + whole + 1, part)] {
                    if let Some(o) = out.get_mut(at) {
                        *o = o.saturating_add((c * share).round() as u8);
                    }
                }
            }
        }
        self.coverage = out;
        self.left += least;
        self.width = width;
    }
}

impl Painter<'_> {
    /// Text in the pen's colour; `x`, `y` is the upper left corner.
    pub fn text(&mut self, font: &Font, x: i32, y: i32, text: &str) {
        let (mut x, y) = self.shift(x, y);
        let color = self.pen.color;
        if y >= self.clip.bottom || y.saturating_add(font.height) <= self.clip.top {
            return;
        }
        let start = x;
        for character in text.chars() {
            if x >= self.clip.right {
                break;
            }
            let glyph = font.glyph(character);
            let next = x.saturating_add(glyph.advance);
            let left = x.saturating_add(glyph.left);
            if left.saturating_add(glyph.width as i32) > self.clip.left {
                for (row, coverage) in glyph.rows() {
                    for (column, &coverage) in coverage.iter().enumerate() {
                        if coverage > 0 {
                            self.mix_unshifted(
                                left.saturating_add(column as i32),
                                y.saturating_add(row),
                                color,
                                coverage,
                            );
                        }
                    }
                }
                let (width, height) = (
                    glyph.width as i32,
                    (glyph.coverage.len() / glyph.width.max(1)) as i32,
                );
                let top = y.saturating_add(glyph.top);
                if let Some((x0, y0, x1, y1)) = self.clipped(
                    left,
                    top,
                    left.saturating_add(width),
                    top.saturating_add(height),
                ) {
                    self.touched(x0, y0, x1, y1);
                }
            }
            x = next;
        }
        if font.style.underline {
            let bottom = y.saturating_add(font.height);
            self.fill_unshifted(start, bottom - 1, x, bottom, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Canvas, Pen};
    use super::*;

    #[test]
    fn the_built_in_font_is_even_and_has_the_letters() {
        let font = default_font(16);
        assert_eq!(font.height(), 16);
        assert_eq!(font.text_width("i"), font.text_width("W"));
        assert_eq!(font.text_width("abc"), 3 * font.width());
        for character in ('!'..='~')
            .chain('¡'..='¬')
            .chain('®'..='ÿ')
            .chain("€…„“”ŠœŸłЖ".chars())
        {
            assert!(
                font.glyph(character).coverage.iter().any(|&c| c > 100),
                "{character}"
            );
        }
    }

    #[test]
    fn text_stays_in_its_line_and_inside_the_viewport() {
        let font = default_font(16);
        let mut canvas = Canvas::new(60, 40);
        canvas.painter(&Pen::default()).text(&font, 5, 10, "Ägy|");
        let inked: Vec<usize> = canvas
            .image
            .rgba
            .as_chunks::<4>()
            .0
            .iter()
            .enumerate()
            .filter(|(_, p)| p[0] > 0)
            .map(|(i, _)| i / 60)
            .collect();
        assert!(
            inked.iter().all(|y| (10..26).contains(y)) && inked.len() > 40,
            "{inked:?}"
        );
        let mut canvas = Canvas::new(60, 40);
        let pen = Pen {
            viewport: Some([8, 12, 6, 5]),
            ..Pen::default()
        };
        canvas.painter(&pen).text(&font, -100, 10, &"#".repeat(99));
        for (i, p) in canvas.image.rgba.as_chunks::<4>().0.iter().enumerate() {
            assert!(p[0] == 0 || ((8..14).contains(&(i % 60)) && (12..17).contains(&(i / 60))));
        }
    }

    #[test]
    fn text_on_an_overlay_laid_on_is_text_drawn_at_once() {
        let font = default_font(14);
        let pen = Pen {
            color: [250, 180, 20],
            ..Pen::default()
        };
        let mut overlay = Canvas::new(40, 20);
        overlay.moved_to_gpu();
        overlay.painter(&pen).text(&font, 1, 1, "Hx");
        let mut direct = Canvas::new(40, 20);
        direct.painter(&pen).text(&font, 1, 1, "Hx");
        for (o, d) in overlay
            .image
            .rgba
            .as_chunks::<4>()
            .0
            .iter()
            .zip(direct.image.rgba.as_chunks::<4>().0)
        {
            // Over black, what shows is the premultiplied colour itself.
            assert_eq!(o[..3], d[..3]);
        }
    }

    #[test]
    fn styles_and_odd_files() {
        let plain = default_font(20);
        let bold = Font::built_in(
            20,
            Style {
                bold: true,
                underline: true,
                ..Style::default()
            },
        );
        assert!(bold.text_width("a") > plain.text_width("a"));
        let italic = Font::built_in(
            20,
            Style {
                italic: true,
                ..Style::default()
            },
        );
        assert_eq!(italic.text_width("a"), plain.text_width("a"));
        assert!(Font::from_bytes(b"no font", 20, Style::default()).is_err());
        assert!(
            Font::from_bytes(
                &epaint_default_fonts::HACK_REGULAR[..999],
                20,
                Style::default()
            )
            .is_err()
        );
        assert_eq!(default_font(0).height(), 1);
    }
}
