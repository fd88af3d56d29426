//! The programs that speed is measured with.

/// A program in BASIC and in Lua; both start with the line that sets its size, `N`.
pub struct Benchmark {
    pub name: &'static str,
    pub basic: &'static str,
    pub lua: &'static str,
    /// A size that takes some milliseconds.
    pub small: u32,
}

impl std::fmt::Display for Benchmark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

macro_rules! benchmark {
    ($name:literal, $small:literal) => {
        Benchmark {
            name: $name,
            basic: include_str!(concat!("../basic/", $name, ".bb")),
            lua: include_str!(concat!("../lua/", $name, ".lua")),
            small: $small,
        }
    };
}

/// All of them.
pub const PROGRAMS: &[Benchmark] = &[
    benchmark!("loop", 1_000_000),
    benchmark!("nbody", 20_000),
    benchmark!("fib", 22),
    benchmark!("sieve", 200_000),
    benchmark!("concat", 20_000),
    benchmark!("objects", 50_000),
    benchmark!("mandelbrot", 100),
    benchmark!("tokens", 40),
    benchmark!("matrix", 60),
    benchmark!("heapsort", 20_000),
];

/// A program with another size.
pub fn sized(text: &str, size: u32) -> String {
    match text.split_once('\n') {
        Some((first, rest)) => {
            let name = first.split_once('=').map_or(first, |(name, _)| name);
            format!("{name}= {size}\n{rest}")
        }
        None => text.to_owned(),
    }
}
