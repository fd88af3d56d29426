//! Glyphs from the outlines of TrueType and OpenType fonts, with the metrics of Windows' GDI.
//!
//! The rules are those of the documentation of `CreateFont`, `TEXTMETRIC` and `ABC`: a height above 0 is that of the cell, whose ascent and descent are
//! `usWinAscent` and `usWinDescent`; pixels an em are a whole number; letters are hinted and their advances whole.

use std::borrow::Cow;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{
    DrawSettings, HintingInstance, HintingOptions, OutlineGlyphCollection, OutlinePen, Target,
};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::scan::Contours;
use crate::error::FontError;

use super::{Glyph, MAX_HEIGHT, Span, Style};

/// Height of a line, where none is asked for.
const ANY_HEIGHT: i32 = 16;
/// Widest glyph in pixels; wider ones are cropped.
const WIDEST: i32 = 4 * MAX_HEIGHT;
/// How far slanted letters lean to the right in each pixel of height.
const SLANT: f32 = 0.2;

/// A face at one size.
pub(super) struct Outlines {
    data: Cow<'static, [u8]>,
    index: u32,
    size: i32,
    height: i32,
    baseline: i32,
    widest: i32,
    hinting: Option<HintingInstance>,
    /// Pixels that strokes are made thicker by, where the face itself is not bold.
    bolder: i32,
    /// Whether letters are slanted, the face itself being upright.
    slanted: bool,
    /// Rows of the line below: from, to.
    underline: Option<[i32; 2]>,
}

/// `a * b / c`, rounded to the nearest, as Windows' `MulDiv`.
fn scaled(a: i32, b: i32, c: i32) -> i32 {
    let (a, b, c) = (i64::from(a), i64::from(b), i64::from(c.max(1)));
    let half = if a * b < 0 { -c / 2 } else { c / 2 };
    ((a * b + half) / c) as i32
}

/// Pixels an em, for a cell of this height (above 0) or an em of minus that; `cell` is the height of the cell in units of which an em has `em`.
fn pixels_per_em(height: i32, cell: i32, em: i32) -> i32 {
    let size = match height {
        0 => return pixels_per_em(ANY_HEIGHT, cell, em),
        1.. => {
            let height = height.min(MAX_HEIGHT);
            let size = scaled(em, height, cell);
            let too_high = size > 1 && scaled(cell, size, em) > height;
            size - i32::from(too_high)
        }
        _ => {
            let most = scaled(em, MAX_HEIGHT, cell);
            height.saturating_neg().min(most)
        }
    };
    size.clamp(1, MAX_HEIGHT)
}

impl Outlines {
    pub fn new(
        data: Cow<'static, [u8]>,
        index: u32,
        height: i32,
        style: Style,
    ) -> Result<Self, FontError> {
        let font = FontRef::from_index(&data, index)
            .map_err(|why| FontError::NotAFont(why.to_string()))?;
        let head = font
            .head()
            .map_err(|why| FontError::NoHead(why.to_string()))?;
        let em = i32::from(head.units_per_em()).max(1);
        let (ascent, descent) = line(&font).unwrap_or((em * 4 / 5, em / 5));
        let cell = (ascent + descent).max(1);
        let size = pixels_per_em(height, cell, em);
        let rounded = |units: i32| scaled(units, size, em);
        let baseline = rounded(ascent).clamp(0, MAX_HEIGHT);
        let line_height = (baseline + rounded(descent).max(0)).clamp(1, MAX_HEIGHT);
        let attributes = font.attributes();
        let bold = attributes.weight.value() >= 600.0;
        let bolder = if style.bold && !bold {
            (size / 24).max(1)
        } else {
            0
        };
        let widest = rounded(i32::from(head.x_max()) - i32::from(head.x_min())) + bolder;
        let mut outlines = Self {
            index,
            size,
            height: line_height,
            baseline,
            widest: widest.clamp(1, WIDEST),
            hinting: hinting(&font.outline_glyphs(), size),
            bolder,
            slanted: style.italic && attributes.style == skrifa::attribute::Style::Normal,
            underline: style
                .underline
                .then(|| underline(&font, size, em, baseline, line_height)),
            data: Cow::Borrowed(&[]),
        };
        outlines.data = data;
        // A truncated file may map characters to glyphs that have no outlines.
        let visible = ('A'..='z').any(|c| !outlines.ink(c).1.is_empty());
        visible.then_some(outlines).ok_or(FontError::NoGlyphs)
    }

    /// Height of a line in pixels.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Width of the box around all letters laid over each other, in pixels: what Windows states as the widest letter's.
    pub fn widest(&self) -> i32 {
        self.widest
    }

    /// A glyph in its cell, which is as wide as the advance, and wider where the glyph overhangs.
    pub fn glyph(&self, character: char) -> Glyph {
        let (advance, mut spans) = self.ink(character);
        let reach = spans.iter().fold([0, advance], |[low, high], s| {
            [low.min(s.from), high.max(s.to)]
        });
        for span in &mut spans {
            span.from -= reach[0];
            span.to -= reach[0];
        }
        let width = reach[1] - reach[0];
        if let Some([from, to]) = self.underline {
            spans.extend((from..to).map(|row| Span {
                row,
                from: 0,
                to: width,
            }));
            spans.retain(|span| span.from < span.to);
        }
        Glyph { width, spans }
    }

    /// A glyph's advance and its pixels, x counted from the pen position.
    fn ink(&self, character: char) -> (i32, Vec<Span>) {
        let Ok(font) = FontRef::from_index(&self.data, self.index) else {
            return (0, Vec::new());
        };
        let id = match character {
            '\0'..'\u{1f}' => GlyphId::NOTDEF,
            other => font.charmap().map(other).unwrap_or(GlyphId::NOTDEF),
        };
        let plain = || (Size::new(self.size as f32), LocationRef::default());
        let mut pen = Pen {
            contours: Contours::default(),
            baseline: self.baseline as f32,
            slant: if self.slanted { SLANT } else { 0.0 },
        };
        let hinted = font
            .outline_glyphs()
            .get(id)
            .and_then(|glyph| {
                let settings = match &self.hinting {
                    Some(hinting) => DrawSettings::hinted(hinting, false),
                    None => DrawSettings::unhinted(plain().0, plain().1),
                };
                glyph.draw(settings, &mut pen).ok()
            })
            .and_then(|metrics| metrics.advance_width);
        let (size, location) = plain();
        let advance = hinted.or_else(|| font.glyph_metrics(size, location).advance_width(id));
        let advance = advance.unwrap_or(0.0).round().clamp(0.0, WIDEST as f32) as i32;
        pen.contours.close();
        let mut spans = pen.contours.spans(self.height, WIDEST);
        for span in &mut spans {
            span.to += self.bolder;
        }
        (advance + self.bolder, spans)
    }
}

/// Ascent and descent of a line in the font's units, both downwards from the top positive.
fn line(font: &FontRef<'_>) -> Option<(i32, i32)> {
    let windows = font.os2().ok().map(|os2| {
        let (up, down) = (os2.us_win_ascent(), os2.us_win_descent());
        (i32::from(up), i32::from(down))
    });
    let general = || {
        let hhea = font.hhea().ok()?;
        let (up, down) = (hhea.ascender().to_i16(), hhea.descender().to_i16());
        Some((i32::from(up).max(0), -i32::from(down).min(0)))
    };
    windows.filter(|(up, down)| up + down > 0).or_else(general)
}

fn hinting(outlines: &OutlineGlyphCollection<'_>, size: i32) -> Option<HintingInstance> {
    let options = HintingOptions {
        target: Target::Mono,
        ..HintingOptions::default()
    };
    HintingInstance::new(
        outlines,
        Size::new(size as f32),
        LocationRef::default(),
        options,
    )
    .ok()
}

/// Rows of the line below the letters.
fn underline(font: &FontRef<'_>, size: i32, em: i32, baseline: i32, height: i32) -> [i32; 2] {
    let (below, thickness) = font.post().map_or((em / 10, em / 20), |post| {
        let (at, thick) = (post.underline_position(), post.underline_thickness());
        (-i32::from(at.to_i16()), i32::from(thick.to_i16()))
    });
    let thick = scaled(thickness, size, em).clamp(1, height);
    let top = (baseline + scaled(below, size, em)).clamp(0, height - thick);
    [top, top + thick]
}

/// Takes an outline, y upwards from the baseline, into contours with y downwards from the line's top.
struct Pen {
    contours: Contours,
    baseline: f32,
    slant: f32,
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> [f32; 2] {
        [x + y * self.slant, self.baseline - y]
    }
}

fn length(points: &[[f32; 2]]) -> f32 {
    points
        .windows(2)
        .map(|w| match w {
            [a, b] => (b[0] - a[0]).hypot(b[1] - a[1]),
            _ => 0.0,
        })
        .sum()
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.contours.move_to(to);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.contours.line_to(to);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (a, b, c) = (self.contours.at(), self.point(cx, cy), self.point(x, y));
        self.contours.curve(length(&[a, b, c]), |t| {
            let s = 1.0 - t;
            [0, 1].map(|i| s * s * a[i] + 2.0 * s * t * b[i] + t * t * c[i])
        });
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let a = self.contours.at();
        let (b, c, d) = (self.point(cx0, cy0), self.point(cx1, cy1), self.point(x, y));
        self.contours.curve(length(&[a, b, c, d]), |t| {
            let s = 1.0 - t;
            [0, 1].map(|i| {
                s * s * s * a[i]
                    + 3.0 * s * s * t * b[i]
                    + 3.0 * s * t * t * c[i]
                    + t * t * t * d[i]
            })
        });
    }

    fn close(&mut self) {
        self.contours.close();
    }
}
