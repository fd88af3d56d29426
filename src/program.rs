//! Reading and compiling programs, and telling what is wrong with them.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use flitz_interpreter::diagnostics::{Diagnostic, nearest, render};
use flitz_interpreter::host::Commands;
use flitz_interpreter::loader::DiskFiles;
use flitz_interpreter::source::Sources;
use flitz_interpreter::{Compilation, Compiled, compile};

/// Reads a program and looks for its errors. The error is a sentence for the user: the file could not be read.
pub fn read(path: &Path, commands: &Commands) -> Result<Compilation, String> {
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => not_found(path),
        _ if path.is_dir() => is_folder(path),
        _ => format!("the file {shown} cannot be read: {error}"),
    })?;
    let name = path.to_string_lossy();
    Ok(compile(&name, bytes, &mut DiskFiles::new(path), commands))
}

/// There is no such file: says so, and what is meant perhaps.
fn not_found(path: &Path) -> String {
    let shown = path.display();
    let with_ending = path.with_added_extension("bb");
    if with_ending.is_file() {
        return format!(
            "there is no file {shown}; type: flitz {}",
            with_ending.display()
        );
    }
    let folder = folder(path);
    let mut programs = Vec::new();
    if fs::read_dir(&folder).is_err() {
        return format!(
            "there is no file {shown}, and no folder {}",
            folder.display()
        );
    }
    // A folder that cannot be read has nothing to propose.
    let _ = programs_in(&folder, &mut programs);
    let names: Vec<String> = programs.iter().map(|p| p.display().to_string()).collect();
    match nearest(&path.to_string_lossy(), names.iter().map(String::as_str)) {
        Some(name) => format!("there is no file {shown}; is {name} meant?"),
        None => format!("there is no file {shown}"),
    }
}

/// A folder was named where a program is wanted: says which programs lie in it.
fn is_folder(path: &Path) -> String {
    let shown = path.display();
    let mut programs = Vec::new();
    let _ = programs_in(path, &mut programs);
    match &programs[..] {
        [] => format!("{shown} is a folder, and there is no .bb file in it"),
        [first, ..] => format!(
            "{shown} is a folder. Name a program in it, like: flitz {}",
            first.display()
        ),
    }
}

/// The programs that lie right in a folder, in alphabetical order.
fn programs_in(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if is_program(&path) && path.is_file() {
            // Named as the user would type it.
            found.push(path.strip_prefix(".").map(Path::to_owned).unwrap_or(path));
        }
    }
    found.sort();
    Ok(())
}

/// Makes a program that can run. Its errors where it cannot go to standard error, and its warnings where they are wanted.
pub fn ready(compilation: Compilation, warnings: bool) -> Option<Rc<Compiled>> {
    let (compiled, mut diagnostics, sources) = compilation.finish();
    diagnostics.retain(|d| warnings || d.is_error());
    err!("{}", describe(&diagnostics, &sources));
    compiled
}

/// Messages for the user, each with its place.
pub fn describe(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics
        .iter()
        .map(|d| render(d, sources))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The folder a program lies in.
pub fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The programs that paths name: the files, and in folders every .bb file, in alphabetical order. The error is a
/// sentence for the user.
pub fn collect(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = found.len();
            search(path, &mut found).map_err(|error| {
                format!("the folder {} cannot be read: {error}", path.display())
            })?;
            if found.len() == before {
                return Err(format!("there is no .bb file in {}", path.display()));
            }
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// Whether a file's name says that it is a program.
pub fn is_program(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("bb"))
}

fn search(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries = fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<Vec<_>, _>>()?;
    entries.sort();
    for entry in entries {
        // A link to a folder could lead round in a circle.
        if entry.is_dir() && !entry.is_symlink() {
            search(&entry, found)?;
        } else if entry.is_file() && is_program(&entry) {
            found.push(entry);
        }
    }
    Ok(())
}
