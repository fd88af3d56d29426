//! The virtual machine: runs bytecode, keeps all its state in data, stops and goes on at any instruction.

mod arrays;
mod collect;
mod command;
mod error;
mod fault;
mod heap;
mod inspect;
mod order;
mod register_instructions;
mod run;
mod stack_instructions;
mod strings;

pub use error::{RuntimeError, StackEntry};
pub(crate) use heap::OBJECT_HEADER;

use std::rc::Rc;

use crate::Compiled;
use crate::bytecode::WINDOW;
use crate::host::Host;
use crate::source::Span;
use crate::string::Str;

use arrays::DimArray;
use error::Trap;
use heap::Heap;

/// How many jumps and calls a program takes between two looks at the window: a few milliseconds.
pub const DEFAULT_BUDGET: u32 = 500_000;

/// Number slots all frames together may use: 64 MiB.
const MAX_SLOTS: usize = 1 << 24;
/// String registers all frames together may use.
const MAX_STRING_SLOTS: usize = 1 << 22;
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

/// A program being run.
#[derive(Debug)]
pub struct Vm {
    program: Rc<Compiled>,
    /// Number slots of all frames, overlapping where arguments are passed.
    stack: Vec<u32>,
    state: State,
    ended: bool,
}

/// Everything but the number stack.
#[derive(Debug)]
struct State {
    /// The next instruction.
    pc: usize,
    /// Where the frame's number slots start.
    base: u32,
    /// Where the frame's string registers start.
    string_base: usize,
    /// The instructions after the calls being executed, which tell everything else that is needed to go back.
    frames: Vec<u32>,
    gosubs: Vec<u32>,
    /// String registers of all frames; what no frame uses is empty.
    strings: Vec<Str>,
    heap: Heap,
    arrays: Vec<DimArray>,
    arrays_used: usize,
    /// The next `Data` item.
    data: usize,
    budget: u32,
}

impl Vm {
    /// A machine at the start of a program.
    pub fn new(program: Rc<Compiled>) -> Self {
        let code = &program.code;
        let base = code.slots_before_main;
        let main = code.entries.first();
        let slots = code.functions.first().map_or(WINDOW, |f| f.slots as usize);
        let string_slots = main.map_or(0, |f| f.string_slots as usize);
        let state = State {
            pc: main.map_or(0, |f| f.start as usize),
            base,
            string_base: 0,
            frames: Vec::new(),
            gosubs: Vec::new(),
            strings: vec![Str::EMPTY; string_slots],
            heap: Heap::new(&code.types, &code.blitz_arrays),
            arrays: code.arrays.iter().map(DimArray::new).collect(),
            arrays_used: 0,
            data: 0,
            budget: DEFAULT_BUDGET,
        };
        Self {
            stack: vec![0; base as usize + slots],
            state,
            ended: false,
            program,
        }
    }

    /// Sets how many jumps and calls (a command counts for twenty) [`Vm::run`] takes at most before it gives [`Step::Paused`]; at least 1.
    pub fn set_budget(&mut self, jumps: u32) {
        self.state.budget = jumps.max(1);
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
        self.program.code.span(self.state.pc)
    }

    /// The place of the command that gave [`Step::Break`].
    pub fn stopped_at(&self) -> Span {
        self.program.code.span(self.state.pc.saturating_sub(1))
    }

    /// The functions being executed, the innermost first; at most `limit`.
    pub fn stack_entries(&self, limit: usize) -> Vec<StackEntry> {
        let code = &self.program.code;
        let calls = self
            .state
            .frames
            .iter()
            .rev()
            .map(|&back| (back as usize).saturating_sub(1));
        let places = std::iter::once(self.state.pc).chain(calls).take(limit);
        let entry = |pc| StackEntry {
            function: code.function_at(pc).map_or("", |f| &f.name).to_owned(),
            span: code.span(pc),
        };
        places.map(entry).collect()
    }

    fn report(&self, trap: Trap) -> RuntimeError {
        RuntimeError {
            message: trap.message(&self.program.code, &self.state.arrays),
            span: self.span(),
            stack: self.stack_entries(LISTED_ENTRIES),
            depth: self.state.frames.len() + 1,
            locals: self.locals(),
        }
    }
}
