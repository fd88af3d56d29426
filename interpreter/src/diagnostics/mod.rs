//! What is wrong with a program, where, and what to do about it.

mod render;
mod similar;

pub(crate) use render::line_text;
pub use render::{render, render_all, snippet};
pub use similar::{nearest, nearest_within};

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The program breaks a rule of the language.
    Error,
    /// The program uses a command that Blitz3D had and this host does not have yet; said once a command.
    Missing,
    /// The program can run, but this is hardly what was meant.
    Warning,
}

/// One message about a place in a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The place.
    pub span: Span,
    /// What is wrong, a short sentence.
    pub message: String,
    /// Other places that explain it, each with a few words.
    pub labels: Vec<(Span, String)>,
    /// What to try.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            span,
            message: message.into(),
            labels: Vec::new(),
            help: None,
        }
    }

    /// A warning at a place.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(span, message)
        }
    }

    /// The same with what to try.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with what to try, where there is something.
    #[must_use]
    pub fn with_help_option(mut self, help: Option<String>) -> Self {
        if help.is_some() {
            self.help = help;
        }
        self
    }

    /// The same with another place.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// Whether the program cannot run because of it.
    pub fn is_error(&self) -> bool {
        self.severity != Severity::Warning
    }
}

/// How many messages are worth reading; a program with more gets no others.
pub const LIMIT: usize = 200;

/// The messages of one run, at most [`LIMIT`] errors and as many warnings.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Diagnostics {
    /// Adds one, unless there are too many.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let counted = if diagnostic.is_error() {
            &mut self.errors
        } else {
            &mut self.warnings
        };
        if *counted < LIMIT {
            *counted += 1;
            self.list.push(diagnostic);
        }
    }

    /// Whether there are too many to look for more.
    pub fn is_full(&self) -> bool {
        self.errors >= LIMIT
    }

    /// Whether one of them stops the program.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All, by file and place.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list
            .sort_by_key(|d| (d.span.file, d.span.start, d.span.end));
        self.list
    }
}
