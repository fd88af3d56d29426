//! Standard output, standard input, and notes to the user.

use std::collections::HashSet;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Where `Print` and `Write` go, and where notes go.
pub struct Console {
    out: Box<dyn Write>,
    /// Whether every line is flushed at once (a person is watching).
    flush_lines: bool,
    quiet: bool,
    said: HashSet<String>,
}

impl Console {
    /// The process's own channels.
    pub fn standard() -> Self {
        let stdout = io::stdout();
        let flush_lines = stdout.is_terminal();
        Self {
            out: Box::new(BufWriter::with_capacity(1 << 16, stdout)),
            flush_lines,
            quiet: false,
            said: HashSet::new(),
        }
    }

    /// Writes to `out` instead, for tests and tools.
    pub fn to(out: Box<dyn Write>) -> Self {
        Self {
            out,
            flush_lines: false,
            quiet: false,
            said: HashSet::new(),
        }
    }

    /// Leaves out notes from now on.
    pub fn set_quiet(&mut self, quiet: bool) {
        self.quiet = quiet;
    }

    /// Writes bytes to standard output. A closed pipe is no error of the program: the bytes are lost.
    pub fn write(&mut self, bytes: &[u8]) {
        let _ = self.out.write_all(bytes);
        if self.flush_lines && bytes.contains(&b'\n') {
            let _ = self.out.flush();
        }
    }

    /// Hands over everything that waits in the buffer: before waiting for the user and at the end.
    pub fn flush(&mut self) {
        let _ = self.out.flush();
    }

    /// A note to the user on standard error: something happened that the program did not ask for. The same note is said once.
    pub fn note(&mut self, text: &str) {
        if !self.quiet && self.said.insert(text.to_owned()) {
            self.flush();
            eprintln!("note: {text}");
        }
    }

    /// A line of `DebugLog` on standard error.
    pub fn debug_log(&mut self, bytes: &[u8]) {
        self.flush();
        let mut err = io::stderr().lock();
        let _ = err.write_all(bytes);
        let _ = err.write_all(b"\n");
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.flush();
    }
}
