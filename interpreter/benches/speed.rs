//! How fast the ten programs of `benches/basic` run, each with a size that takes some milliseconds.
//!
//! `cargo bench -p flitz-interpreter` measures them; `cargo run --release -p flitz-interpreter --example compare` runs
//! them in full against the equivalent programs in `benches/lua`.

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/support/mod.rs"]
mod support;

#[allow(dead_code, reason = "the comparison reads the Lua programs")]
mod programs;

use std::hint::black_box;
use std::rc::Rc;

use divan::Bencher;
use flitz_interpreter::vm::Vm;
use programs::{Benchmark, PROGRAMS, sized};

#[divan::bench(args = PROGRAMS, sample_count = 20)]
fn programs(bencher: Bencher, benchmark: &Benchmark) {
    let program = support::program(sized(benchmark.basic, benchmark.small).as_bytes());
    bencher.bench_local(|| {
        let outcome = support::finish(&mut Vm::new(Rc::clone(&program)));
        assert!(outcome.error.is_none());
        black_box(outcome.output)
    });
}

#[divan::bench]
fn compile_and_run_one_line() -> String {
    support::printed("Print \"hello\"")
}

fn main() {
    divan::main();
}
