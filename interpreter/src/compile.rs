//! From text to checked program.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::hir::Program;
use crate::host::Commands;
use crate::loader::Loader;
use crate::names::Names;
use crate::source::{FileId, Sources, Span};
use crate::{checker, parser};

/// What became of a program's text.
#[derive(Debug)]
pub struct Compilation {
    /// The main file and all files it includes.
    pub sources: Sources,
    /// The checked program, where there are no errors.
    pub program: Option<Program>,
    /// All messages, by file and place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compilation {
    /// All messages as text.
    pub fn messages(&self) -> String {
        crate::diagnostics::render_all(&self.diagnostics, &self.sources)
    }
}

/// Reads and checks a program.
///
/// `name` is the main file's name for messages. No text is too strange: every byte string ends in a program or in
/// messages.
pub fn compile(
    name: &str,
    bytes: Vec<u8>,
    loader: &mut dyn Loader,
    commands: &Commands,
) -> Compilation {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let Some(file) = sources.add(name, bytes) else {
        // Without its text the message has no place to show.
        sources.add(name, Vec::new());
        let span = Span {
            file: FileId(0),
            start: 0,
            end: 0,
        };
        let diagnostics = vec![Diagnostic::error(
            span,
            "the program's file is too large: 2 GiB are the limit",
        )];
        return Compilation {
            sources,
            program: None,
            diagnostics,
        };
    };
    let mut names = Names::default();
    let tree = parser::parse(
        file,
        loader.main_key(),
        &mut sources,
        &mut names,
        &mut diagnostics,
        loader,
    );
    let program = checker::check(&tree, &names, &sources, commands, &mut diagnostics);
    let program = (!diagnostics.has_errors()).then_some(program);
    Compilation {
        sources,
        program,
        diagnostics: diagnostics.into_sorted(),
    }
}
