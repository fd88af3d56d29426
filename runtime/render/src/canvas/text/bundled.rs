//! The bundled fonts, substitutes for named fonts that are not installed.

/// A bundled font and the Windows fonts that its letters are exactly as wide as.
struct Bundled {
    regular: &'static [u8],
    bold: &'static [u8],
    exact: &'static [&'static str],
    /// Parts of the names of fonts with a similar look.
    like: &'static [&'static str],
}

const ARIMO: &[u8] = include_bytes!("../../../fonts/Arimo-Regular.ttf");
const ARIMO_BOLD: &[u8] = include_bytes!("../../../fonts/Arimo-Bold.ttf");
const COUSINE: &[u8] = include_bytes!("../../../fonts/Cousine-Regular.ttf");
const TINOS: &[u8] = include_bytes!("../../../fonts/Tinos-Regular.ttf");

const SANS: Bundled = Bundled {
    regular: ARIMO,
    bold: ARIMO_BOLD,
    exact: &[
        "arial",
        "helvetica",
        "arimo",
        "liberation sans",
        "microsoft sans serif",
    ],
    like: &[],
};

const MONOSPACED: Bundled = Bundled {
    regular: COUSINE,
    bold: COUSINE,
    exact: &["courier new", "courier", "cousine", "liberation mono"],
    like: &[
        "courier",
        "mono",
        "consol",
        "fixed",
        "terminal",
        "typewriter",
        "menlo",
        "monaco",
    ],
};

const SERIF: Bundled = Bundled {
    regular: TINOS,
    bold: TINOS,
    exact: &[
        "times new roman",
        "times",
        "tms rmn",
        "tinos",
        "liberation serif",
    ],
    like: &[
        "times", "roman", "georgia", "garamond", "palatino", "antiqua", "cambria", "bodoni",
    ],
};

/// The file of the substitute for a family, and whether its advances are the same.
pub(super) fn stand_in(family: &str, bold: bool) -> (&'static [u8], bool) {
    let name = family.trim().to_lowercase();
    let other = [MONOSPACED, SERIF]
        .into_iter()
        .find(|font| font.like.iter().any(|part| name.contains(part)));
    let font = match other {
        Some(font) => font,
        None if SERIF.exact.contains(&name.as_str()) => SERIF,
        None if MONOSPACED.exact.contains(&name.as_str()) => MONOSPACED,
        None => SANS,
    };
    let file = if bold { font.bold } else { font.regular };
    (file, font.exact.contains(&name.as_str()))
}
