//! Standard output, standard input, and notes to the user.

use std::collections::HashSet;
use std::io::{self, BufRead, BufWriter, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long text waits in the buffer at most while the program runs.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// Where lines from the user come from: appends the next one with its end, and says how many bytes that were, 0 past the last.
pub type Lines = Box<dyn FnMut(&mut Vec<u8>) -> io::Result<usize>>;

/// Where `Print` and `Write` go, and where notes go.
pub struct Console {
    out: Box<dyn Write>,
    log: Box<dyn Write>,
    /// Whether every line is flushed at once (a person is watching).
    flush_lines: bool,
    quiet: bool,
    closed: bool,
    /// When the last flush was.
    flushed: Instant,
    said: HashSet<String>,
    answers: Lines,
    input: Input,
    /// How often something was written since somebody asked for that.
    written: u32,
}

/// How far `Input$` has come.
#[derive(Default)]
enum Input {
    /// Nothing is asked.
    #[default]
    Idle,
    /// The user has been asked.
    Asked,
    /// The user's answer, not yet taken.
    Answered(Vec<u8>),
}

impl Console {
    /// The process's own channels.
    pub fn standard() -> Self {
        let stdout = io::stdout();
        let flush_lines = stdout.is_terminal();
        Self {
            out: Box::new(BufWriter::with_capacity(1 << 16, stdout)),
            log: Box::new(io::stderr()),
            answers: Box::new(|line| io::stdin().lock().read_until(b'\n', line)),
            flush_lines,
            quiet: false,
            closed: false,
            flushed: Instant::now(),
            said: HashSet::new(),
            input: Input::Idle,
            written: 0,
        }
    }

    /// Writes to `out` instead of standard output and to `log` instead of standard error, and takes lines from `answers` instead of standard
    /// input, for tests and tools.
    pub fn to(out: Box<dyn Write>, log: Box<dyn Write>, answers: Lines) -> Self {
        Self {
            out,
            log,
            answers,
            flush_lines: false,
            quiet: false,
            closed: false,
            flushed: Instant::now(),
            said: HashSet::new(),
            input: Input::Idle,
            written: 0,
        }
    }

    /// Leaves out notes from now on.
    pub fn set_quiet(&mut self, quiet: bool) {
        self.quiet = quiet;
    }

    /// Writes bytes to standard output. A closed pipe is no error of the program: the bytes are lost.
    pub fn write(&mut self, bytes: &[u8]) {
        self.written = self.written.saturating_add(1);
        let result = self.out.write_all(bytes);
        self.note_closed(result);
        if self.flush_lines && bytes.contains(&b'\n') {
            self.flush();
        }
    }

    /// How many pieces of text were written since [`Console::forget_written`].
    pub fn written(&self) -> u32 {
        self.written
    }

    /// Counts what is written anew.
    pub fn forget_written(&mut self) {
        self.written = 0;
    }

    /// Whether nobody reads standard output any more: the pipe it led to is closed.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    fn note_closed(&mut self, result: io::Result<()>) {
        self.closed |= result.is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    }

    /// Hands over what has waited for a while, so that whoever watches keeps up with a program that computes on.
    pub fn keep_up(&mut self) {
        if self.flush_lines || self.flushed.elapsed() >= LONGEST_WAIT {
            self.flush();
        }
    }

    /// Hands over everything that waits in the buffer: before waiting for the user and at the end.
    pub fn flush(&mut self) {
        let result = self.out.flush();
        self.note_closed(result);
        self.flushed = Instant::now();
    }

    /// Asks the user for a line, once: says whether the question is new and has to be shown.
    pub fn ask(&mut self) -> bool {
        let new = matches!(self.input, Input::Idle);
        if new {
            self.input = Input::Asked;
        }
        new
    }

    /// Hands over the user's line, without its end.
    pub fn answer(&mut self, line: Vec<u8>) {
        self.input = Input::Answered(line);
    }

    /// The user's line, if it has come; the next one has to be asked for again.
    pub fn take_answer(&mut self) -> Option<Vec<u8>> {
        match std::mem::take(&mut self.input) {
            Input::Answered(line) => Some(line),
            other => {
                self.input = other;
                None
            }
        }
    }

    /// Waits for a line on standard input and hands it over. Past its end the line is empty; returns whether there was one.
    pub fn answer_from_terminal(&mut self) -> bool {
        self.flush();
        let mut line = Vec::new();
        let _ = (self.answers)(&mut line);
        let there = !line.is_empty();
        if !there {
            self.note("standard input has ended: Input$ gives empty text.");
        }
        while let Some(b'\n' | b'\r') = line.last() {
            line.pop();
        }
        self.answer(line);
        there
    }

    /// A note to the user on standard error: something happened that the program did not ask for. The same note is said once.
    pub fn note(&mut self, text: &str) {
        if !self.quiet && self.said.insert(text.to_owned()) {
            self.flush();
            let _ = writeln!(self.log, "note: {text}");
        }
    }

    /// A line of `DebugLog` on standard error.
    pub fn debug_log(&mut self, bytes: &[u8]) {
        self.write_error(&[bytes, b"\n"].concat());
    }

    /// Writes bytes to standard error.
    pub fn write_error(&mut self, bytes: &[u8]) {
        self.flush();
        let _ = self.log.write_all(bytes);
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.flush();
    }
}
