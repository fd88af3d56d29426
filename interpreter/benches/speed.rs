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
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use flitz_interpreter::vm::Vm;
use programs::{PROGRAMS, sized};

fn programs(c: &mut Criterion) {
    let mut group = c.benchmark_group("programs");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    for benchmark in PROGRAMS {
        let program = support::program(sized(benchmark.basic, benchmark.small).as_bytes());
        group.bench_function(benchmark.name, |b| {
            b.iter(|| {
                let outcome = support::finish(&mut Vm::new(Rc::clone(&program)));
                assert!(outcome.error.is_none());
                black_box(outcome.output)
            });
        });
    }
    group.finish();
}

fn start(c: &mut Criterion) {
    c.bench_function("compile and run one line", |b| {
        b.iter(|| black_box(support::printed("Print \"hello\"")));
    });
}

criterion_group!(benches, programs, start);
criterion_main!(benches);
