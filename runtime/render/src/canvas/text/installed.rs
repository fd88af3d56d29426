//! The fonts that are installed on the machine.

use std::sync::OnceLock;

use fontdb::{Database, FaceInfo};

use super::Style;

/// All installed fonts, enumerated on first use.
pub(super) fn all() -> &'static Database {
    static ALL: OnceLock<Database> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Database::new();
        all.load_system_fonts();
        all
    })
}

/// The file of a family's face that comes closest to a style, and the face's number in it.
pub(super) fn find(fonts: &Database, family: &str, style: Style) -> Option<(Vec<u8>, u32)> {
    let wanted = family.trim();
    let face = fonts
        .faces()
        .filter(|face| !wanted.is_empty() && is_named(face, wanted))
        .min_by_key(|face| distance(face, style))?;
    fonts.with_face_data(face.id, |data, index| (data.to_vec(), index))
}

/// Whether a face has this name: its family's, or its own with or without blanks.
fn is_named(face: &FaceInfo, name: &str) -> bool {
    let plain = |text: &str| {
        text.chars()
            .filter(|c| !matches!(c, ' ' | '-'))
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    let family = |other: &str| other.to_lowercase() == name.to_lowercase();
    face.families.iter().any(|(other, _)| family(other))
        || plain(&face.post_script_name) == plain(name)
}

/// Distance of a face from a style; slant counts most, then weight, then width.
fn distance(face: &FaceInfo, style: Style) -> (bool, i32, i32) {
    let weight = if style.bold { 700 } else { 400 };
    (
        (face.style != fontdb::Style::Normal) != style.italic,
        (i32::from(face.weight.0) - weight).abs(),
        (i32::from(face.stretch.to_number()) - 5).abs(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::bundled::stand_in;
    use super::*;

    #[test]
    fn families_are_found_in_any_letter_case_with_the_nearest_style() {
        let mut fonts = Database::new();
        for (name, bold) in [("Arial", true), ("Courier", false), ("Arial", false)] {
            fonts.load_font_data(stand_in(name, bold).0.to_vec());
        }
        let file = |name: &str, bold: bool| {
            let style = Style {
                bold,
                ..Style::default()
            };
            find(&fonts, name, style).map(|(data, _)| data)
        };
        let bundled = |name, bold| Some(stand_in(name, bold).0.to_vec());
        assert_eq!(file("ARIMO", false), bundled("Arial", false));
        assert_eq!(file(" arimo ", true), bundled("Arial", true));
        assert_eq!(file("Arimo Bold", false), bundled("Arial", true));
        assert_eq!(file("Cousine", true), bundled("Courier", false));
        assert_eq!(file("Arial", false), None);
        assert_eq!(file("", false), None);
    }
}
