//! One case: what it wants, running it, and whether it got it.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::compare::{exact, tokens};

/// How long a program may take; a hundred times what the slowest needs.
const LIMIT: Duration = Duration::from_secs(60);

/// What `case.toml` may say of a program that prints.
const KEYS: [&str; 6] = ["why", "source", "tolerance", "exact", "exit", "stderr_has"];

/// The words of a `case.toml` and what they are set to.
pub type Table = serde_json::Map<String, Value>;

/// A case's `case.toml`, which has `why` and `source`, and else only what is in this list.
pub fn table(folder: &Path, keys: &[&str]) -> Result<Table, Box<dyn std::error::Error>> {
    let text = fs::read_to_string(folder.join("case.toml"))?;
    let table: Table = basic_toml::from_str(&text)?;
    if let Some(key) = table.keys().find(|key| !keys.contains(&key.as_str())) {
        return Err(format!("case.toml has {key:?}, and knows only {}", keys.join(", ")).into());
    }
    for key in ["why", "source"] {
        let said = table.get(key).and_then(Value::as_str).unwrap_or_default();
        if said.trim().is_empty() {
            return Err(format!("case.toml does not say {key}").into());
        }
    }
    Ok(table)
}

/// What a case wants, from its `case.toml`.
struct Wanted {
    tolerance: f64,
    exact: bool,
    exit: i32,
    words: Vec<String>,
    output: Vec<u8>,
}

/// What a program did.
pub struct Run {
    output: Vec<u8>,
    /// What it wrote on standard error.
    pub errors: Vec<u8>,
    /// How it ended.
    pub status: ExitStatus,
}

/// Runs a case. The error says all that is not as wanted.
pub fn check(folder: &Path, name: &str) -> Result<(), String> {
    let wanted = read(folder).map_err(|error| format!("the case cannot be read: {error}"))?;
    let there = fresh_copy(folder, name).map_err(|error| format!("no copy: {error}"))?;
    let run = run(&there, &[])?;
    let _ = fs::remove_dir_all(&there);

    let mut why = Vec::new();
    if run.status.code() != Some(wanted.exit) {
        why.push(format!("{}, wanted {}", run.status, wanted.exit));
    }
    let difference = if wanted.exact {
        exact(&run.output, &wanted.output)
    } else {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        tokens(&text(&run.output), &text(&wanted.output), wanted.tolerance)
    };
    why.extend(difference.err());
    let said = [&run.output[..], &run.errors[..]].concat();
    let said = String::from_utf8_lossy(&said).to_lowercase();
    for word in &wanted.words {
        if !said.contains(&word.to_lowercase()) {
            why.push(format!("what it wrote does not hold {word:?}"));
        }
    }
    if why.is_empty() {
        Ok(())
    } else {
        why.push(String::from_utf8_lossy(&run.errors).into_owned());
        Err(why.join("\n"))
    }
}

fn read(folder: &Path) -> Result<Wanted, Box<dyn std::error::Error>> {
    let table = table(folder, &KEYS)?;
    let number = |key: &str| table.get(key).and_then(Value::as_f64);
    let words = table.get("stderr_has").and_then(Value::as_array);
    let words = words.into_iter().flatten().filter_map(Value::as_str);
    Ok(Wanted {
        tolerance: number("tolerance").unwrap_or(1e-4),
        exact: table.get("exact").and_then(Value::as_bool).unwrap_or(false),
        exit: number("exit").unwrap_or(0.0) as i32,
        words: words.map(str::to_owned).collect(),
        output: fs::read(folder.join("expected.txt"))?,
    })
}

/// A copy of a case in which its program may write.
pub fn fresh_copy(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let there = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("programs")
        .join(name);
    if there.exists() {
        fs::remove_dir_all(&there)?;
    }
    copy(folder, &there)?;
    Ok(there)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Runs the program of a case with further options, in the case's folder.
pub fn run(folder: &Path, options: &[&str]) -> Result<Run, String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flitz"))
        .arg("--headless")
        .args(options)
        .arg("main.bb")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("flitz does not start: {error}"))?;
    let output = drain(child.stdout.take());
    let errors = drain(child.stderr.take());
    let status = wait(&mut child)?;
    Ok(Run {
        output: output.join().unwrap_or_default(),
        errors: errors.join().unwrap_or_default(),
        status,
    })
}

/// Reads a channel to its end beside the program, which else could wait for room in it.
fn drain(channel: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut channel) = channel {
            let _ = channel.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn wait(child: &mut Child) -> Result<ExitStatus, String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if start.elapsed() > LIMIT => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("still running after {} seconds", LIMIT.as_secs()));
            }
            Ok(None) => thread::sleep(Duration::from_millis(2)),
            Err(error) => return Err(format!("flitz is lost: {error}")),
        }
    }
}
