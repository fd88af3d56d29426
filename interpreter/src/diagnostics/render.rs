//! Messages as plain text.
//!
//! Written by hand and not with a library: the first line is `file:line:column: ...` so that editors jump to it,
//! a line of a megabyte is cut around the mark, and bytes that are no text cannot reach the terminal.

use std::fmt::Write;

use crate::source::{SourceFile, Sources, Span, decode};

use super::{Diagnostic, Severity};

/// Characters of a source line that are shown at most.
const WIDTH: usize = 120;

/// One message with its places.
pub fn render(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let kind = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Missing => "not in flitz yet",
        Severity::Warning => "warning",
    };
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}: {kind}: {}",
        place(diagnostic.span, sources),
        clean(&diagnostic.message)
    );
    out.push_str(&snippet(diagnostic.span, "", sources));
    for (span, text) in &diagnostic.labels {
        let same_file = span.file == diagnostic.span.file;
        if !same_file {
            let _ = writeln!(out, "  {}:", place(*span, sources));
        }
        out.push_str(&snippet(*span, text, sources));
    }
    if let Some(help) = &diagnostic.help {
        for (i, line) in help.lines().enumerate() {
            let _ = writeln!(
                out,
                "{} {}",
                if i == 0 { "  hint:" } else { "       " },
                clean(line)
            );
        }
    }
    out
}

/// All messages, with an empty line between them.
pub fn render_all(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let texts: Vec<String> = diagnostics.iter().map(|d| render(d, sources)).collect();
    texts.join("\n")
}

/// `file:line:column` of a place's start.
fn place(span: Span, sources: &Sources) -> String {
    match sources.get(span.file) {
        Some(file) => {
            let at = file.position(span.start);
            format!("{}:{}:{}", clean(&file.name), at.line, at.column)
        }
        None => String::from("?"),
    }
}

/// A place's line with its number, and marks under the place with a few words behind them.
pub fn snippet(span: Span, words: &str, sources: &Sources) -> String {
    let Some(file) = sources.get(span.file) else {
        return String::new();
    };
    let line = file.position(span.start).line;
    let (text, from, to) = marked(file, line, span);
    let number = line.to_string();
    let gap = " ".repeat(number.len());
    let marks = "^".repeat(to.saturating_sub(from).max(1));
    let mut out = format!("  {number} | {text}\n  {gap} | {}{marks}", " ".repeat(from));
    if !words.is_empty() {
        let _ = write!(out, " {}", clean(words));
    }
    out.push('\n');
    out
}

/// The text of a line, fit for a terminal, and the columns (from 0) where the place starts and ends in it.
fn marked(file: &SourceFile, line: usize, span: Span) -> (String, usize, usize) {
    let range = file.line_range(line);
    let bytes = file.bytes.get(range.clone()).unwrap_or(&[]);
    let start = (span.start as usize).clamp(range.start, range.end) - range.start;
    let end = (span.end as usize).clamp(range.start, range.end) - range.start;
    // Far from the place a long line is of no interest, and it may be very long.
    let first = start.saturating_sub(4 * WIDTH);
    let window = bytes
        .get(first..(start + 4 * WIDTH).min(bytes.len()))
        .unwrap_or(&[]);
    let column = |byte: usize| {
        expand(window.get(..byte.saturating_sub(first)).unwrap_or(window))
            .chars()
            .count()
    };
    let (mut from, mut to) = (column(start), column(end.max(start)));
    let mut text = expand(window);
    let cut = if from > WIDTH * 2 / 3 || first > 0 {
        from.saturating_sub(WIDTH / 2)
    } else {
        0
    };
    let mut shown: String = text.chars().skip(cut).take(WIDTH).collect();
    if text.chars().count() > cut + WIDTH {
        shown.push_str("...");
    }
    from -= cut.min(from);
    to -= cut.min(to);
    if cut > 0 {
        shown.insert_str(0, "...");
        from += 3;
        to += 3;
    }
    text = shown.trim_end().to_owned();
    let limit = text.chars().count().max(from + 1);
    (text, from, to.min(limit))
}

/// A line (from 1) of a file, fit for a terminal; where it is long, its start.
pub(crate) fn line_text(file: &SourceFile, line: usize) -> String {
    let bytes = file.bytes.get(file.line_range(line)).unwrap_or(&[]);
    let text = expand(bytes.get(..4 * WIDTH).unwrap_or(bytes));
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or(&text)),
        None => text,
    }
}

/// Bytes of a line as text: tabs become four blanks, other control characters one.
fn expand(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for c in decode(bytes).chars() {
        match c {
            '\t' => out.push_str("    "),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn span(start: u32, end: u32) -> Span {
        Span {
            file: FileId(0),
            start,
            end,
        }
    }

    #[test]
    fn a_message_names_the_place_and_marks_it() {
        let mut sources = Sources::default();
        sources
            .add("dir/game.bb", b"a = 1\r\n\tPrnt a\r\n".to_vec())
            .unwrap();
        let d = Diagnostic::error(span(8, 12), "there is no command \"Prnt\"")
            .with_label(span(0, 1), "set here")
            .with_help("Print");
        assert_eq!(
            render(&d, &sources),
            "dir/game.bb:2:2: error: there is no command \"Prnt\"\n  2 |     Prnt a\n    |     ^^^^\n  1 | a = 1\n    | ^ set here\n  \
             hint: Print\n"
        );
    }

    #[test]
    fn long_lines_are_cut_and_control_bytes_do_not_get_out() {
        let mut sources = Sources::default();
        let mut bytes = vec![b'x'; 1_000_000];
        bytes.extend_from_slice(b"\x1b[31m!");
        sources.add("a.bb", bytes).unwrap();
        let text = render(
            &Diagnostic::error(span(1_000_005, 1_000_006), "bad\x1b"),
            &sources,
        );
        assert!(text.len() < 1000, "{}", text.len());
        assert!(!text.contains('\x1b'));
        assert!(text.contains("!"));
        let text = render(&Diagnostic::error(span(5, u32::MAX), "bad"), &sources);
        assert!(text.len() < 1000, "{}", text.len());
    }
}
