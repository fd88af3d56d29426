//! Checks in programs, for `flitz test`: what a program expects, and what it got.

use std::fmt::Debug;

use flitz_interpreter::host::Interrupt;

use crate::command::commands;
use crate::machine::Machine;

/// How far apart two Floats may be for `ExpectFloat`.
const TOLERANCE: f32 = 1e-6;

/// The checks of a program so far.
#[derive(Debug, Default)]
pub struct Checks {
    /// How many held.
    pub passed: usize,
    /// How many did not.
    pub failed: usize,
    context: String,
    latest: Option<String>,
}

impl Checks {
    /// What the check that failed just now said. A failed check suspends the program, so that its place can be told.
    pub fn take_failure(&mut self) -> Option<String> {
        self.latest.take()
    }

    fn note(
        &mut self,
        holds: bool,
        message: String,
        values: Option<String>,
    ) -> Result<(), Interrupt> {
        if holds {
            self.passed += 1;
            return Ok(());
        }
        self.failed += 1;
        let parts = [self.context.clone(), message, values.unwrap_or_default()];
        let parts = parts.iter().map(|p| p.trim()).filter(|p| !p.is_empty());
        self.latest = Some(parts.collect::<Vec<_>>().join(": "));
        Err(Interrupt::Yield)
    }
}

fn compare(
    m: &mut Machine,
    holds: bool,
    got: impl Debug,
    wanted: impl Debug,
    message: String,
) -> Result<(), Interrupt> {
    let values = format!("expected {wanted:?}, got {got:?}");
    m.checks.note(holds, message, Some(values))
}

commands! {
    group "tests";

    /// Says what the checks that follow are about.
    fn Context(m, text: Str) {
        m.checks.context = text.to_text();
        Ok(())
    }

    /// Checks that a condition holds.
    ///
    /// ```basic
    /// Expect 1 + 1 = 2, "one and one are two"
    /// ```
    fn Expect(m, condition: Int, message: Str = "") {
        m.checks.note(condition != 0, message.to_text(), None)
    }

    /// Checks that an Int is the one expected.
    fn ExpectInt(m, value: Int, expected: Int, message: Str = "") {
        compare(m, value == expected, value, expected, message.to_text())
    }

    /// Checks that a Float is within 0.000001 of the one expected.
    fn ExpectFloat(m, value: Float, expected: Float, message: Str = "") {
        let same = value == expected || (value - expected).abs() <= TOLERANCE;
        compare(m, same, value, expected, message.to_text())
    }

    /// Checks that a text is the one expected.
    fn ExpectStr(m, value: Str, expected: Str, message: Str = "") {
        compare(m, value == expected, value, expected, message.to_text())
    }
}
