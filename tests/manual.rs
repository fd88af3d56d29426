//! The manual is current, and the examples in it print what their comments say.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use flitz_interpreter::host::Signature;
use flitz_stdlib::machine::commands_for_tests;

fn flitz() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flitz"));
    command.stdin(Stdio::null());
    command
}

#[test]
fn the_manual_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md");
    let wanted = flitz()
        .args(["help", "--markdown"])
        .output()
        .unwrap()
        .stdout;
    let there = fs::read(&path).unwrap_or_default();
    let plain = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    assert!(
        plain(&there) == plain(&wanted),
        "docs/commands.md is not current: flitz help --markdown > docs/commands.md"
    );
}

/// The examples of a command's help.
fn examples(signature: &Signature) -> Vec<String> {
    let mut examples = Vec::new();
    let mut example = None;
    for line in signature.help.lines() {
        let line = line.strip_prefix(' ').unwrap_or(line);
        match &mut example {
            None if line.starts_with("```") => example = Some(String::new()),
            Some(_) if line.starts_with("```") => examples.extend(example.take()),
            Some(text) => {
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    examples
}

/// The words that an example says it prints: what stands behind the last ` ; ` of its `Print` lines.
fn said(example: &str) -> Vec<String> {
    example
        .lines()
        .filter(|line| line.contains("Print "))
        .filter_map(|line| line.rsplit_once(" ; "))
        .flat_map(|(_, comment)| comment.split_whitespace())
        .map(str::to_owned)
        .collect()
}

fn fresh_folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_examples_print_what_they_say() {
    let mut ran = 0;
    for (_, signature) in commands_for_tests().iter() {
        for example in examples(signature) {
            let folder = fresh_folder();
            fs::write(folder.join("main.bb"), &example).unwrap();
            let wanted = said(&example);
            // An example that prints nothing may wait for the user or open a window: it is only checked.
            let action = match signature.group.as_ref() {
                "tests" => "test",
                _ if wanted.is_empty() => "check",
                _ => "run",
            };
            let output = flitz()
                .args([action, "main.bb"])
                .current_dir(&folder)
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success(),
                "the example of {}: {text}{errors}",
                signature.name
            );
            if action == "run" {
                let got: Vec<&str> = text.split_whitespace().collect();
                assert_eq!(got, wanted, "the example of {}", signature.name);
                ran += 1;
            }
        }
    }
    assert!(ran > 30, "only {ran} examples were found");
}

#[test]
fn every_key_has_its_line_in_the_table_of_scan_codes() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read =
        |file: &str| std::fs::read_to_string(root.join(file)).expect("a file of the project");
    let listed: std::collections::BTreeSet<u8> = read("docs/keys.md")
        .lines()
        .filter(|line| line.starts_with("| "))
        .flat_map(|line| {
            line.split(" | ")
                .step_by(2)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .filter_map(|cell| cell.trim_matches(['|', ' ']).parse().ok())
        .collect();
    let known: std::collections::BTreeSet<u8> = read("runtime/window/src/keys.rs")
        .lines()
        .filter_map(|line| line.trim().strip_prefix("K::")?.split_once(" => "))
        .filter_map(|(_, code)| code.trim_end_matches(',').parse().ok())
        .collect();
    assert!(known.len() > 100, "{}", known.len());
    assert_eq!(listed, known);
}
