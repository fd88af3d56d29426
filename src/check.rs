//! `flitz check`: finds the errors of programs without running them.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use flitz_interpreter::Compilation;
use flitz_interpreter::diagnostics::Severity;
use flitz_interpreter::host::Commands;
use flitz_interpreter::source::Span;
use flitz_stdlib::machine::commands;

use crate::complain;
use crate::options::CheckOptions;
use crate::program::{collect, describe, read};

/// What was found, over all programs.
#[derive(Default)]
struct Count {
    programs: usize,
    errors: usize,
    /// Programs with errors of the language.
    wrong: usize,
    warnings: usize,
    /// Missing commands, and how many programs use each.
    missing: BTreeMap<String, usize>,
    /// Programs whose only trouble is missing commands.
    waiting: usize,
}

/// Checks programs, tells what is wrong with them, and counts.
pub fn check(options: &CheckOptions) -> ExitCode {
    let commands = commands();
    let paths = match collect(&options.paths) {
        Ok(paths) => paths,
        Err(message) => return complain(&message),
    };
    let mut checked = Vec::new();
    let mut included = HashSet::new();
    for path in paths {
        match read(&path, &commands) {
            Ok(compilation) => {
                let others = compilation.sources.iter().skip(1);
                included.extend(others.map(|file| identity(Path::new(&file.name))));
                checked.push((path, compilation));
            }
            Err(message) => return complain(&message),
        }
    }
    // A part of a program makes no sense alone; it was checked with the program that includes it.
    let named: HashSet<&PathBuf> = options.paths.iter().collect();
    let before = checked.len();
    checked.retain(|(path, _)| named.contains(path) || !included.contains(&identity(path)));
    let parts = before - checked.len();

    let mut count = Count::default();
    for (_, compilation) in &checked {
        count.add(compilation);
        if !options.summary && !compilation.diagnostics.is_empty() {
            outln!(
                "{}",
                describe(&compilation.diagnostics, &compilation.sources)
            );
        }
    }
    if options.bytecode {
        let programs = checked.into_iter().map(|(_, compilation)| compilation);
        return print_bytecode(programs, &commands);
    }
    match &checked[..] {
        [(path, _)] => count.print_one(path, parts),
        _ => count.print(parts),
    }
    if options.summary {
        count.print_missing();
    }
    if count.wrong + count.waiting > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// Shows the bytecode of the programs without errors.
fn print_bytecode(programs: impl Iterator<Item = Compilation>, commands: &Commands) -> ExitCode {
    let mut result = ExitCode::SUCCESS;
    for compilation in programs {
        let checked = compilation.program.is_some();
        let (compiled, diagnostics, sources) = compilation.finish();
        if let Some(compiled) = compiled {
            out!("{}", compiled.disassemble(commands));
            continue;
        }
        result = ExitCode::FAILURE;
        // Errors of the language have been shown; now it turned out that the program is too large for the bytecode.
        if checked {
            outln!("{}", describe(&diagnostics, &sources));
        }
    }
    result
}

/// What tells a file from all others, whatever path leads to it.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

impl Count {
    fn add(&mut self, compilation: &Compilation) {
        self.programs += 1;
        let mut missing = BTreeSet::new();
        let mut errors = 0;
        for diagnostic in &compilation.diagnostics {
            match diagnostic.severity {
                Severity::Error => errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Missing => {
                    missing.insert(word(compilation, diagnostic.span));
                }
            }
        }
        self.errors += errors;
        if errors > 0 {
            self.wrong += 1;
        } else if !missing.is_empty() {
            self.waiting += 1;
        }
        for command in missing {
            *self.missing.entry(command).or_default() += 1;
        }
    }

    /// What was found in the only program, in a line.
    fn print_one(&self, path: &Path, parts: usize) {
        let errors = match self.errors {
            0 => String::from("no errors"),
            errors => number(errors, "error"),
        };
        let mut found = vec![errors];
        if !self.missing.is_empty() {
            found.push(format!(
                "{} of Blitz3D missing in flitz",
                number(self.missing.len(), "command")
            ));
        }
        if self.warnings > 0 {
            found.push(number(self.warnings, "warning"));
        }
        if parts > 0 {
            found.push(format!(
                "checked with {} that it includes",
                number(parts, "file")
            ));
        }
        outln!("{}: {}", path.display(), found.join(", "));
    }

    /// What was found in several programs: a line for each kind of thing that there is.
    fn print(&self, parts: usize) {
        let fine = self.programs - self.wrong - self.waiting;
        outln!(
            "{}: {fine} without errors",
            number(self.programs, "program")
        );
        if parts > 0 {
            outln!(
                "{} included by others, checked with them",
                number(parts, "file")
            );
        }
        if self.errors > 0 {
            outln!(
                "{} of the language in {}",
                number(self.errors, "error"),
                number(self.wrong, "program")
            );
        }
        if !self.missing.is_empty() {
            outln!(
                "{} of Blitz3D missing in flitz; {} lack nothing else",
                number(self.missing.len(), "command"),
                number(self.waiting, "program")
            );
        }
        if self.warnings > 0 {
            outln!("{}", number(self.warnings, "warning"));
        }
    }

    /// The missing commands, those that most programs use first.
    fn print_missing(&self) {
        let mut list: Vec<_> = self.missing.iter().collect();
        list.sort_by_key(|(name, programs)| (std::cmp::Reverse(**programs), name.as_str()));
        for (name, programs) in list {
            outln!("  {name} in {}", number(*programs, "program"));
        }
    }
}

/// The name at a place, in small letters.
fn word(compilation: &Compilation, span: Span) -> String {
    let file = compilation.sources.get(span.file);
    let bytes = file.and_then(|file| file.bytes.get(span.start as usize..));
    let letters = bytes.unwrap_or_default().iter().map(|b| char::from(*b));
    letters
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect::<String>()
        .to_lowercase()
}

/// A count with its word: `1 error`, `2 errors`.
fn number(count: usize, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {word}{plural}")
}
