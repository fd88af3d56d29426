//! Runs a program that needs no more commands than the tests' host has: `run FILE`. Says how long it took.

#[path = "../tests/support/mod.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod support;

use std::io::Write;
use std::time::Instant;

use flitz_interpreter::vm::Vm;

fn main() -> std::io::Result<()> {
    for file in std::env::args().skip(1) {
        let program = support::program(&std::fs::read(&file)?);
        let start = Instant::now();
        let outcome = support::finish(&mut Vm::new(program));
        std::io::stdout().write_all(outcome.output.as_bytes())?;
        if let Some(error) = outcome.error {
            eprintln!("{error:?}");
        }
        eprintln!("{file}: {:.3} s", start.elapsed().as_secs_f64());
    }
    Ok(())
}
