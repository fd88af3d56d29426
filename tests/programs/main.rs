//! Runs whole programs and compares what they print with what they must print: one test for each folder.
//!
//! `tests/GROUP/NAME` is a case where it holds `main.bb`, `expected.txt` and `case.toml`, in which may stand
//!
//! ```toml
//! why = "..."               what the case is about
//! tolerance = 2e-4          numbers may differ by this much (1e-4 without it), words not at all
//! exact = true              the output must be the expected bytes; CR LF counts as LF, a last line's end is free
//! exit = 1                  the exit status, 0 without it
//! stderr_has = ["5", "x"]   words that must stand in what the program wrote, on either channel, in any case
//! ```
//!
//! A case runs in a fresh copy of its folder. `cargo test --test programs NAME` runs those whose name holds NAME.

mod case;
mod compare;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// The folders of cases.
const GROUPS: [&str; 4] = ["lang", "blend", "compat", "collisions"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut trials = compare::tests();
    for group in GROUPS {
        let Ok(entries) = fs::read_dir(tests.join(group)) else {
            eprintln!("there is no folder tests/{group}");
            return ExitCode::FAILURE;
        };
        for entry in entries.filter_map(Result::ok) {
            let folder = entry.path();
            if folder.join("main.bb").is_file() {
                let name = format!("{group}/{}", entry.file_name().to_string_lossy());
                trials.push(Trial::test(name.clone(), move || {
                    case::check(&folder, &name).map_err(Into::into)
                }));
            }
        }
    }
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&arguments, trials).exit_code()
}
