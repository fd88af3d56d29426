//! The examples in the reader's documents print what their comments say.
//!
//! A block that starts with ` ```basic ` is a whole program: it runs, and its standard output is the `; prints:`
//! comments in their order, one line each. A ` ```basic,error ` block is one that ends with an error: every `; error:`
//! comment is found in what it says; it stands on a line of its own, because a message shows the line that it is about.
//! ` ```basic,fragment ` blocks are parts of programs and do not run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The documents, and how many blocks of each run at least.
const DOCUMENTS: [(&str, usize); 2] = [("language.md", 40), ("blending.md", 18)];

/// How a block is meant to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    Well,
    WithAnError,
}

/// A program in a document.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    /// The line of the document that opens it, from 1.
    line: usize,
    ends: Ends,
    text: String,
}

/// The programs in a document.
///
/// # Errors
/// A block with a word behind `basic` that means nothing, or one that is not closed.
fn blocks(document: &str) -> Result<Vec<Block>, String> {
    let mut blocks = Vec::new();
    let mut lines = document.lines().enumerate();
    while let Some((index, opening)) = lines.next() {
        let Some(info) = opening.strip_prefix("```") else {
            continue;
        };
        let line = index + 1;
        let mut text = String::new();
        loop {
            match lines.next() {
                Some((_, "```")) => break,
                Some((_, code)) => {
                    text.push_str(code);
                    text.push('\n');
                }
                None => return Err(format!("the block in line {line} is not closed")),
            }
        }
        let ends = match info.trim_end() {
            "basic" => Ends::Well,
            "basic,error" => Ends::WithAnError,
            "basic,fragment" => continue,
            other if other.starts_with("basic") => {
                return Err(format!("\"{other}\" in line {line} means nothing"));
            }
            _ => continue,
        };
        blocks.push(Block { line, ends, text });
    }
    Ok(blocks)
}

/// What stands behind a mark in the lines of a program.
fn comments<'a>(text: &'a str, mark: &str) -> Vec<&'a str> {
    text.lines()
        .filter_map(|line| line.split_once(mark))
        .map(|(_, comment)| comment.trim())
        .collect()
}

fn documents_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// An empty folder with the programs that lie beside the documents, which examples include.
fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("documents")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir(documents_folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "bb") {
            fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
        }
    }
    folder
}

fn run(block: &Block, name: &str) -> Output {
    let folder = fresh_folder(name);
    fs::write(folder.join("main.bb"), &block.text).unwrap();
    Command::new(env!("CARGO_BIN_EXE_flitz"))
        .args(["--headless", "main.bb"])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What is wrong with a block; nothing where it does as it says.
fn fault(block: &Block, name: &str) -> Option<String> {
    let prints = comments(&block.text, "; prints:");
    let errors = comments(&block.text, "; error:");
    if block
        .text
        .lines()
        .any(|line| line.contains("; error:") && !line.starts_with("; error:"))
    {
        return Some("an error is told behind a statement".into());
    }
    match block.ends {
        Ends::Well if prints.is_empty() => {
            return Some("it says nothing about what it prints".into());
        }
        Ends::WithAnError if errors.is_empty() => {
            return Some("it says nothing about its error".into());
        }
        _ => {}
    }
    let output = run(block, name);
    let printed = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() != (block.ends == Ends::Well) {
        return Some(format!("it ends with {}: {printed}{said}", output.status));
    }
    let printed: Vec<&str> = printed.lines().map(str::trim).collect();
    if printed != prints {
        return Some(format!("it prints {printed:?} and not {prints:?}: {said}"));
    }
    let unsaid = errors.into_iter().find(|error| !said.contains(error))?;
    Some(format!("its message lacks \"{unsaid}\": {said}"))
}

#[test]
fn the_examples_do_as_they_say() {
    let mut faults = Vec::new();
    for (document, least) in DOCUMENTS {
        let text = fs::read_to_string(documents_folder().join(document)).unwrap();
        let blocks = blocks(&text).unwrap_or_else(|why| panic!("{document}: {why}"));
        assert!(
            blocks.len() >= least,
            "{document}: only {} programs were found",
            blocks.len()
        );
        for block in &blocks {
            if let Some(fault) = fault(block, document) {
                faults.push(format!("docs/{document}:{}: {fault}", block.line));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn links_lead_to_headings_and_files() {
    for (document, _) in DOCUMENTS {
        let text = fs::read_to_string(documents_folder().join(document)).unwrap();
        let mut found = 0;
        for target in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { document } else { file };
            let other = fs::read_to_string(documents_folder().join(file))
                .unwrap_or_else(|why| panic!("docs/{document} links to {file}: {why}"));
            assert!(
                heading.is_empty() || headings(&other).any(|there| there == heading),
                "docs/{document} links to {target}, but there is no such heading"
            );
            found += 1;
        }
        assert!(found > 5, "docs/{document}: only {found} links were found");
    }
}

/// The anchors that Markdown viewers give the headings of a document.
fn headings(document: &str) -> impl Iterator<Item = String> {
    document
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            line.trim_start_matches('#')
                .trim()
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect()
        })
}

#[test]
fn blocks_are_told_apart() {
    let text = "a\n```basic\nPrint 1 ; prints: 1\n```\n```basic,fragment\nx\n```\n```text\ny\n```\n```basic,error\nz\n```\n";
    let found = blocks(text).unwrap();
    assert_eq!(
        found,
        [
            Block {
                line: 2,
                ends: Ends::Well,
                text: "Print 1 ; prints: 1\n".into()
            },
            Block {
                line: 11,
                ends: Ends::WithAnError,
                text: "z\n".into()
            },
        ]
    );
    assert_eq!(comments(&found[0].text, "; prints:"), ["1"]);
    assert!(blocks("```basic\nPrint 1\n").is_err());
    assert!(blocks("```basic,frgment\n```\n").is_err());
}

#[test]
fn a_wrong_example_is_found() {
    let block = |ends, text: &str| Block {
        line: 1,
        ends,
        text: text.into(),
    };
    let faulty = |ends, text: &str| fault(&block(ends, text), "wrong").is_some();
    assert!(!faulty(Ends::Well, "Print 1 ; prints: 1\n"));
    assert!(faulty(Ends::Well, "Print 1 ; prints: 2\n"));
    assert!(faulty(Ends::Well, "Print 1\n"));
    assert!(faulty(Ends::Well, "Print 1 ; prints: 1\nPrint 2\n"));
    assert!(faulty(
        Ends::Well,
        "Print 1 ; prints: 1\nRuntimeError \"x\"\n"
    ));
    assert!(!faulty(
        Ends::WithAnError,
        "RuntimeError \"x\"\n; error: x\n"
    ));
    assert!(faulty(
        Ends::WithAnError,
        "RuntimeError \"x\"\n; error: y\n"
    ));
    assert!(faulty(Ends::WithAnError, "RuntimeError \"x\" ; error: x\n"));
    assert!(faulty(
        Ends::WithAnError,
        "Print 1 ; prints: 1\n; error: x\n"
    ));
}
