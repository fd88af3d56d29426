//! Comparing what a program printed with what it must print.

use libtest_mimic::{Failed, Trial};

/// Whether the bytes agree; CR LF counts as LF and line ends at the end do not count. The error tells the first
/// line that differs.
pub fn exact(got: &[u8], wanted: &[u8]) -> Result<(), String> {
    let (got, wanted) = (lines(got), lines(wanted));
    for n in 0..got.len().max(wanted.len()) {
        let (a, b) = (got.get(n), wanted.get(n));
        if a != b {
            return Err(format!(
                "line {}: got {}, wanted {}",
                n + 1,
                show(a),
                show(b)
            ));
        }
    }
    Ok(())
}

fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = bytes
        .split(|&b| b == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec())
        .collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

fn show(line: Option<&Vec<u8>>) -> String {
    line.map_or_else(
        || "nothing".to_owned(),
        |line| format!("{:?}", String::from_utf8_lossy(line)),
    )
}

/// Whether the words agree line by line; numbers may differ by the tolerance. The error tells the first difference.
pub fn tokens(got: &str, wanted: &str, tolerance: f64) -> Result<(), String> {
    let (got_lines, wanted_lines) = (words(got), words(wanted));
    for n in 0..got_lines.len().max(wanted_lines.len()) {
        let a = got_lines.get(n).map_or(&[][..], Vec::as_slice);
        let b = wanted_lines.get(n).map_or(&[][..], Vec::as_slice);
        let same = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b, tolerance));
        if !same {
            return Err(format!(
                "line {}: got {:?}, wanted {:?}",
                n + 1,
                a.join(" "),
                b.join(" ")
            ));
        }
    }
    Ok(())
}

fn words(text: &str) -> Vec<Vec<&str>> {
    let mut lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

fn agree(a: &str, b: &str, tolerance: f64) -> bool {
    a == b
        || match (number(a), number(b)) {
            (Some(a), Some(b)) => (a - b).abs() <= tolerance,
            _ => false,
        }
}

/// A number as programs print it, with digits; words such as NaN are words.
fn number(text: &str) -> Option<f64> {
    text.bytes()
        .any(|b| b.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

/// The tests of the comparison itself.
pub fn tests() -> Vec<Trial> {
    fn expect(holds: bool, what: &str) -> Result<(), Failed> {
        holds.then_some(()).ok_or_else(|| what.into())
    }
    vec![
        Trial::test("compare/exact", || {
            expect(exact(b"a\r\nb\n\n", b"a\nb").is_ok(), "line ends")?;
            expect(exact(b"a \n", b"a\n").is_err(), "a blank more")?;
            expect(exact(b"a\nb", b"a").is_err(), "a line more")?;
            expect(exact(b"", b"a").is_err(), "nothing")
        }),
        Trial::test("compare/tokens", || {
            expect(
                tokens("x 1.00005\n", "x  1", 1e-4).is_ok(),
                "within the tolerance",
            )?;
            expect(
                tokens("x 1.0002", "x 1", 1e-4).is_err(),
                "beyond the tolerance",
            )?;
            expect(tokens("NaN", "nan", 9.0).is_err(), "words are words")?;
            expect(tokens("1\n2", "1", 9.0).is_err(), "a line more")?;
            expect(tokens("1", "1 2", 9.0).is_err(), "a word less")
        }),
    ]
}
