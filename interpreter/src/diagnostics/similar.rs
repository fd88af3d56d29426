//! The name that was probably meant.

/// The candidate nearest to a word, both taken without letter case, if one is near enough to be a slip of the
/// hand: one mistake in words of three to five letters, two in longer ones, three from ten on. Among equally near ones the
/// first in the alphabet wins.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = match word.len() {
        0..=2 => return None,
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    };
    nearest_within(word, candidates, allowed)
}

/// The candidate nearest to a word, at most so many mistakes away, and not the word itself.
pub fn nearest_within<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    allowed: usize,
) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    let mut rows = Rows::default();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate.len().abs_diff(word.len()) > allowed {
            continue;
        }
        let found = distance(word.as_bytes(), candidate.as_bytes(), &mut rows);
        if found > allowed || found == 0 {
            continue;
        }
        let better = match best {
            None => true,
            Some((least, name)) => {
                found < least
                    || (found == least
                        && candidate.to_ascii_lowercase() < name.to_ascii_lowercase())
            }
        };
        if better {
            best = Some((found, candidate));
        }
    }
    best.map(|(_, name)| name)
}

#[derive(Default)]
struct Rows {
    before: Vec<usize>,
    last: Vec<usize>,
    this: Vec<usize>,
}

/// The optimal string alignment distance: how many letters must be added, dropped, replaced or swapped with their
/// neighbour (G. Navarro, "A guided tour to approximate string matching", 2001). `b` is taken in small letters.
fn distance(a: &[u8], b: &[u8], rows: &mut Rows) -> usize {
    let at = |row: &[usize], i: usize| row.get(i).copied().unwrap_or(usize::MAX / 2);
    rows.last.clear();
    rows.last.extend(0..=b.len());
    rows.before.clear();
    let mut last_x = 0;
    for (i, &x) in a.iter().enumerate() {
        rows.this.clear();
        rows.this.push(i + 1);
        let mut last_y = 0;
        for (j, y) in b.iter().map(u8::to_ascii_lowercase).enumerate() {
            let mut cost = (at(&rows.last, j + 1) + 1)
                .min(at(&rows.this, j) + 1)
                .min(at(&rows.last, j) + usize::from(x != y));
            if i > 0 && j > 0 && x == last_y && last_x == y {
                cost = cost.min(at(&rows.before, j - 1) + 1);
            }
            rows.this.push(cost);
            last_y = y;
        }
        last_x = x;
        std::mem::swap(&mut rows.before, &mut rows.last);
        std::mem::swap(&mut rows.last, &mut rows.this);
    }
    at(&rows.last, b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_slips_of_the_hand_and_nothing_else() {
        let names = ["Print", "Point", "PositionEntity", "RotateEntity", "Len"];
        assert_eq!(nearest("Prnt", names), Some("Print"));
        assert_eq!(nearest("pritn", names), Some("Print"));
        assert_eq!(nearest("posittionentiti", names), Some("PositionEntity"));
        assert_eq!(nearest("frobnicate", names), None);
        assert_eq!(nearest("le", names), None);
    }
}
