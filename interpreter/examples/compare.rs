//! Runs the programs of `benches` in full against `lua5.4`: `compare [RUNS [PROGRAM...]]`.
//!
//! Each is run so many times (3) alternately with the Lua program, and the best times count. Prints the times, how many times faster
//! this machine is, and the geometric mean. A first argument `small` takes the small sizes, each many times.

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/support/mod.rs"]
mod support;

#[path = "../benches/programs/mod.rs"]
mod programs;

use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use programs::{PROGRAMS, sized};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let small = arguments.first().is_some_and(|a| a == "small");
    let runs = match arguments.first().and_then(|a| a.parse().ok()) {
        Some(runs) => runs,
        None if small => 40,
        None => 3,
    };
    let chosen = arguments.get(1..).unwrap_or(&[]);
    let start = best(runs.max(10), || lua("print(1)").map(|(time, _)| time))?;
    let (mut sum, mut count, mut slowest) = (0.0, 0, f64::INFINITY);
    println!(
        "{:12} {:>10} {:>10} {:>8}",
        "program", "flitz", "lua 5.4", "faster"
    );
    for benchmark in PROGRAMS {
        if !chosen.is_empty() && !chosen.iter().any(|name| name == benchmark.name) {
            continue;
        }
        let (basic, lua_text) = if small {
            (
                sized(benchmark.basic, benchmark.small),
                sized(benchmark.lua, benchmark.small),
            )
        } else {
            (benchmark.basic.to_owned(), benchmark.lua.to_owned())
        };
        let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
        for _ in 0..runs {
            let begin = Instant::now();
            let printed = support::printed(&basic);
            ours = ours.min(begin.elapsed());
            let (time, expected) = lua(&lua_text)?;
            theirs = theirs.min(time);
            assert_eq!(
                printed, expected,
                "{} prints something else in Lua",
                benchmark.name
            );
        }
        // A process's start is not the program's time; ours is measured without one, with compiling.
        let theirs = theirs.saturating_sub(start).as_secs_f64();
        let faster = theirs / ours.as_secs_f64();
        println!(
            "{:12} {:>9.4}s {:>9.4}s {faster:>7.2}x",
            benchmark.name,
            ours.as_secs_f64(),
            theirs
        );
        sum += faster.ln();
        count += 1;
        slowest = slowest.min(faster);
    }
    println!(
        "geometric mean {:.2}x, least {slowest:.2}x",
        (sum / f64::from(count.max(1))).exp()
    );
    Ok(())
}

/// The time a Lua program takes as a process of its own, and what it prints.
fn lua(text: &str) -> io::Result<(Duration, String)> {
    let begin = Instant::now();
    let output = Command::new("lua5.4")
        .arg("-e")
        .arg(text)
        .stdin(Stdio::null())
        .output()?;
    Ok((
        begin.elapsed(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    ))
}

fn best(runs: usize, mut measure: impl FnMut() -> io::Result<Duration>) -> io::Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        best = best.min(measure()?);
    }
    Ok(best)
}
