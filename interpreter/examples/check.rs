//! Checks programs and generates their code against a table of commands: `check TABLE FILE...`.
//!
//! The table has a line for each command: group, name, result (`Int`, `Float`, `String` or `-`) and parameters
//! (`name:Type=default, ...`), with tabs between them. Prints all messages, then how many files have errors and what the commands
//! are that the table lacks.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use flitz_interpreter::compile;
use flitz_interpreter::diagnostics::{Severity, render_all};
use flitz_interpreter::host::{Commands, DefaultValue, Param, Signature, ValueType};
use flitz_interpreter::loader::DiskFiles;

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let Some(table) = args.next() else {
        eprintln!("usage: check TABLE FILE...");
        std::process::exit(2);
    };
    let commands = read_table(&std::fs::read_to_string(table)?);
    let (mut files, mut bad, mut lines) = (0, 0, 0);
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let mut coding = Duration::ZERO;
    let start = Instant::now();
    for file in args {
        files += 1;
        let path = Path::new(&file);
        let result = compile(
            &file,
            std::fs::read(path)?,
            &mut DiskFiles::new(path),
            &commands,
        );
        lines += result.sources.line_count();
        let errors = result
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .count();
        bad += usize::from(errors > 0);
        if result.program.is_none() {
            print!("{}", result.messages());
        }
        for diagnostic in result
            .diagnostics
            .iter()
            .filter(|d| d.message.starts_with("there is no command"))
        {
            *unknown
                .entry(diagnostic.message.to_lowercase())
                .or_default() += 1;
        }
        let checked = start.elapsed();
        if result.program.is_some() {
            let (_, messages, sources) = result.finish();
            print!("{}", render_all(&messages, &sources));
        }
        coding += start.elapsed() - checked;
    }
    let seconds = start.elapsed().as_secs_f64();
    let coding = coding.as_secs_f64();
    println!(
        "{files} files, {bad} with errors, {lines} lines in {seconds:.3} s, code generation {coding:.3} s of it"
    );
    for (message, count) in unknown {
        println!("{count:5} {message}");
    }
    Ok(())
}

/// The commands of a table, with defaults as far as they are numbers.
fn read_table(text: &str) -> Commands {
    let mut commands = Commands::default();
    for line in text.lines().skip(1) {
        let mut cells = line.split('\t');
        let (Some(group), Some(name), Some(returns)) = (cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        let params: Vec<Param> = cells
            .next()
            .unwrap_or("")
            .split(", ")
            .filter_map(parameter)
            .collect();
        commands.add(Signature {
            name: Cow::Owned(name.to_owned()),
            group: Cow::Owned(group.to_owned()),
            returns: value_type(returns),
            params: Cow::Owned(params),
            help: Cow::Borrowed(""),
        });
    }
    commands
}

fn parameter(text: &str) -> Option<Param> {
    let (name, rest) = text.trim().split_once(':')?;
    let (ty, default) = match rest.split_once('=') {
        Some((ty, default)) => (ty, Some(default)),
        None => (rest, None),
    };
    let ty = value_type(ty)?;
    let default = default.map(|value| match ty {
        ValueType::Int => DefaultValue::Int(value.parse().unwrap_or(0)),
        ValueType::Float => DefaultValue::Float(value.parse().unwrap_or(0.0)),
        ValueType::Str => DefaultValue::Str(""),
    });
    Some(Param {
        name: Cow::Owned(name.to_owned()),
        ty,
        default,
    })
}

fn value_type(name: &str) -> Option<ValueType> {
    match name {
        "Int" => Some(ValueType::Int),
        "Float" => Some(ValueType::Float),
        "String" => Some(ValueType::Str),
        _ => None,
    }
}
