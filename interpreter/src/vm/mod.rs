//! The virtual machine: runs bytecode, keeps all its state in data, stops and goes on at any instruction.

mod arrays;
mod collect;
mod error;
mod heap;
mod inspect;
mod order;
mod run;
mod texts;

pub use error::{RuntimeError, StackEntry};
pub(crate) use heap::OBJECT_HEADER;

use std::rc::Rc;

use crate::Compiled;
use crate::bytecode::WINDOW;
use crate::host::Host;
use crate::source::Span;
use crate::text::Str;

use arrays::DimArray;
use error::Trap;
use heap::Heap;

/// How many jumps and calls a program takes between two looks at the window: a few milliseconds.
pub const DEFAULT_BUDGET: u32 = 500_000;

/// Number slots all frames together may use: 128 MiB.
const MAX_SLOTS: usize = 1 << 24;
/// Text registers all frames together may use.
const MAX_TEXT_SLOTS: usize = 1 << 22;
/// Nested calls.
const MAX_FRAMES: usize = 1 << 22;
/// Nested Gosubs.
const MAX_GOSUBS: usize = 1 << 22;
/// Stack entries an error lists.
const LISTED_ENTRIES: usize = 100;

/// Why the machine stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The program ended.
    Ended,
    /// A command waits or has handed on to the host; run again when there is news.
    Waiting,
    /// The budget is used up; run again at once, or after a look at the window.
    Paused,
    /// `Stop`: the program stands in the debugger; running again goes on.
    Break,
    /// The program failed; it cannot go on.
    Failed(Box<RuntimeError>),
}

/// A caller's state while its callee runs.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The instruction after the call.
    pc: u32,
    base: u32,
    texts: u32,
    function: u16,
    destination: u8,
}

/// A program being run.
#[derive(Debug)]
pub struct Vm {
    program: Rc<Compiled>,
    /// The next instruction.
    pc: usize,
    /// Where the frame's number slots start.
    base: usize,
    /// Where the frame's text registers start.
    text_base: usize,
    /// The function being executed.
    function: u16,
    frames: Vec<Frame>,
    gosubs: Vec<u32>,
    /// Number slots of all frames, overlapping where arguments are passed.
    stack: Vec<u64>,
    /// Text registers of all frames; what no frame uses is empty.
    texts: Vec<Str>,
    heap: Heap,
    arrays: Vec<DimArray>,
    arrays_used: usize,
    /// The next `Data` item.
    data: usize,
    budget: u32,
    ended: bool,
}

impl Vm {
    /// A machine at the start of a program.
    pub fn new(program: Rc<Compiled>) -> Self {
        let code = &program.code;
        let base = code.outer_slots as usize;
        let main = code.functions.first();
        let slots = main.map_or(WINDOW, |f| f.slots as usize);
        let text_slots = main.map_or(0, |f| f.text_slots as usize);
        let heap = Heap::new(&code.types, &code.blitz_arrays);
        let arrays = code.arrays.iter().map(DimArray::new).collect();
        Self {
            pc: main.map_or(0, |f| f.entry as usize),
            base,
            text_base: 0,
            function: 0,
            frames: Vec::new(),
            gosubs: Vec::new(),
            stack: vec![0; base + slots],
            texts: vec![Str::EMPTY; text_slots],
            heap,
            arrays,
            arrays_used: 0,
            data: 0,
            budget: DEFAULT_BUDGET,
            ended: false,
            program,
        }
    }

    /// Sets how many jumps and calls [`Vm::run`] takes at most before it gives [`Step::Paused`]; at least 1.
    pub fn set_budget(&mut self, jumps: u32) {
        self.budget = jumps.max(1);
    }

    /// Runs until the program ends, fails, waits or has used up its budget.
    pub fn run(&mut self, host: &mut dyn Host) -> Step {
        if self.ended {
            return Step::Ended;
        }
        match self.execute(host) {
            run::Exit::Ended => {
                self.ended = true;
                Step::Ended
            }
            run::Exit::Waiting => Step::Waiting,
            run::Exit::Paused => Step::Paused,
            run::Exit::Break => Step::Break,
            run::Exit::Failed(trap) => {
                self.ended = true;
                Step::Failed(Box::new(self.report(trap)))
            }
        }
    }

    /// The program this machine runs.
    pub fn program(&self) -> &Rc<Compiled> {
        &self.program
    }

    /// The place of the statement that is executed next, or that was being executed when the program failed.
    pub fn span(&self) -> Span {
        self.program.code.span(self.pc)
    }

    /// The place of the command that gave [`Step::Break`].
    pub fn stopped_at(&self) -> Span {
        self.program.code.span(self.pc.saturating_sub(1))
    }

    /// The functions being executed, the innermost first; at most `limit`.
    pub fn stack_entries(&self, limit: usize) -> Vec<StackEntry> {
        let code = &self.program.code;
        let name = |function: u16| code.functions.get(usize::from(function)).map_or("", |f| &f.name).to_owned();
        let innermost = StackEntry { function: name(self.function), span: self.span() };
        let callers = self.frames.iter().rev().map(|frame| StackEntry {
            function: name(frame.function),
            span: code.span((frame.pc as usize).saturating_sub(1)),
        });
        std::iter::once(innermost).chain(callers).take(limit).collect()
    }

    fn report(&self, trap: Trap) -> RuntimeError {
        RuntimeError {
            message: trap.message(&self.program.code, &self.arrays),
            span: self.span(),
            stack: self.stack_entries(LISTED_ENTRIES),
            depth: self.frames.len() + 1,
            locals: self.locals(),
        }
    }
}
