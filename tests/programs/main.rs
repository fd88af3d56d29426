//! Runs whole programs and compares what they print with what they must print: one test for each folder.
//!
//! `tests/GROUP/NAME` is a case where it holds `main.bb`, `expected.txt` and `case.toml`, in which may stand
//!
//! ```toml
//! why = "..."               what the case is about; must be there
//! source = "..."            where what is expected comes from; must be there
//! tolerance = 2e-4          numbers may differ by this much (1e-4 without it), words not at all
//! exact = true              the output must be the expected bytes; CR LF counts as LF, a last line's end is free
//! exit = 1                  the exit status, 0 without it
//! stderr_has = ["5", "x"]   words that must stand in what the program wrote, on either channel, in any case
//! ```
//!
//! A case of `tests/render` draws: it holds `reference.png`, which its picture is compared with, and in `case.toml` stand
//!
//! ```toml
//! frame = 1                 the frame that is looked at, counted from 1
//! threshold = 0.5           how far the picture may be off in the mean, for the worst of the three colours (0 to 255)
//! max_bad = 0.004           the part of the pixels of which a colour may be off by more than 32
//! ```
//!
//! A case runs in a fresh copy of its folder. `cargo test --test programs NAME` runs those whose name holds NAME.

mod case;
mod compare;
#[path = "../support/difference.rs"]
mod difference;
mod picture;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// The folders of cases.
const GROUPS: [&str; 5] = ["lang", "blend", "compat", "collisions", DRAWN];

/// The folder of those that draw.
const DRAWN: &str = "render";

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
                    let check = if group == DRAWN {
                        picture::check
                    } else {
                        case::check
                    };
                    check(&folder, &name).map_err(Into::into)
                }));
            }
        }
    }
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&arguments, trials).exit_code()
}
