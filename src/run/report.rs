//! A program that failed or stopped, in words: the place, the calls that led there, the local variables.

use std::fmt::Write;

use flitz_interpreter::diagnostics::{Diagnostic, render, snippet};
use flitz_interpreter::source::{Sources, Span};
use flitz_interpreter::vm::{RuntimeError, StackEntry, Vm};

/// Calls that are shown at each end of a long row of them.
const SHOWN_CALLS: usize = 10;

/// Local variables that are shown at most.
const SHOWN_LOCALS: usize = 30;

/// A program's failure.
pub fn failure(error: &RuntimeError, sources: &Sources) -> String {
    let mut out = render(
        &Diagnostic::error(error.span, error.message.as_str()),
        sources,
    );
    calls(&mut out, &error.stack, error.depth, sources);
    locals(&mut out, &error.locals);
    out
}

/// Where a program stands after `Stop`.
pub fn stopped(vm: &Vm) -> String {
    let sources = &vm.program().sources;
    let stack = vm.stack_entries(2 * SHOWN_CALLS);
    let mut out = format!("{}: stopped\n", place(vm.stopped_at(), sources));
    out.push_str(&snippet(vm.stopped_at(), "", sources));
    calls(&mut out, &stack, stack.len(), sources);
    locals(&mut out, &vm.locals());
    out
}

/// The calls that led to the innermost function; none where the main program itself is meant.
fn calls(out: &mut String, stack: &[StackEntry], depth: usize, sources: &Sources) {
    for (index, pair) in stack.windows(2).enumerate() {
        let [callee, caller] = pair else { continue };
        if index == SHOWN_CALLS {
            let left = depth.saturating_sub(index + 1);
            let _ = writeln!(out, "  ... and {left} calls more");
            return;
        }
        let _ = writeln!(
            out,
            "  in function {}, called from {}",
            callee.function,
            place(caller.span, sources)
        );
    }
}

fn locals(out: &mut String, locals: &[(String, String)]) {
    if locals.is_empty() {
        return;
    }
    out.push_str("  variables here:\n");
    for (name, value) in locals.iter().take(SHOWN_LOCALS) {
        let _ = writeln!(out, "    {name} = {value}");
    }
    if locals.len() > SHOWN_LOCALS {
        let _ = writeln!(out, "    ... and {} more", locals.len() - SHOWN_LOCALS);
    }
}

/// `file:line:column` of a place's start.
pub fn place(span: Span, sources: &Sources) -> String {
    match sources.get(span.file) {
        Some(file) => {
            let at = file.position(span.start);
            format!("{}:{}:{}", file.name, at.line, at.column)
        }
        None => String::from("?"),
    }
}
