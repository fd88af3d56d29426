//! Checks in programs, for `flitz test`: what a program expects, and what it got.

use std::fmt::Debug;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;

use crate::command::{Answer, Group, command, group};
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
    latest: Latest,
}

/// The check that failed last.
#[derive(Debug, Default)]
enum Latest {
    /// There is none that is still to be told.
    #[default]
    None,
    /// It failed just now; the program is suspended at it, so that the place can be told.
    Failed(String),
    /// It has been told; the program goes on.
    Told,
}

impl Checks {
    /// What the check at which the program is suspended says, where there is one.
    pub fn take_failure(&mut self) -> Option<String> {
        match std::mem::replace(&mut self.latest, Latest::Told) {
            Latest::Failed(message) => Some(message),
            other => {
                self.latest = other;
                None
            }
        }
    }

    fn note(
        &mut self,
        holds: bool,
        message: String,
        values: Option<String>,
    ) -> Result<(), Interrupt> {
        if let Latest::Told = self.latest {
            self.latest = Latest::None;
            return Ok(());
        }
        if holds {
            self.passed += 1;
            return Ok(());
        }
        self.failed += 1;
        let parts = [self.context.clone(), message, values.unwrap_or_default()];
        let parts = parts.iter().map(|p| p.trim()).filter(|p| !p.is_empty());
        self.latest = Latest::Failed(parts.collect::<Vec<_>>().join(": "));
        Err(Interrupt::Retry)
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

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "tests",
    [context, expect, expect_int, expect_float, expect_str]
);

/// Says what the checks that follow are about.
#[command(Context)]
fn context(m: &mut Machine, text: &Str) -> Answer {
    m.checks.context = text.to_text();
    Ok(())
}

/// Checks that a condition holds.
///
/// ```basic
/// Expect 1 + 1 = 2, "one and one are two"
/// ```
#[command(Expect, waits, defaults(message = ""))]
fn expect(m: &mut Machine, condition: bool, message: &Str) -> Answer {
    m.checks.note(condition, message.to_text(), None)
}

/// Checks that an Int is the one expected.
#[command(ExpectInt, waits, defaults(message = ""))]
fn expect_int(m: &mut Machine, value: i32, expected: i32, message: &Str) -> Answer {
    compare(m, value == expected, value, expected, message.to_text())
}

/// Checks that a Float is within 0.000001 of the one expected.
#[command(ExpectFloat, waits, defaults(message = ""))]
fn expect_float(m: &mut Machine, value: f32, expected: f32, message: &Str) -> Answer {
    let same = value == expected || (value - expected).abs() <= TOLERANCE;
    compare(m, same, value, expected, message.to_text())
}

/// Checks that a text is the one expected.
#[command(ExpectStr, waits, defaults(message = ""))]
fn expect_str(m: &mut Machine, value: &Str, expected: &Str, message: &Str) -> Answer {
    compare(m, value == expected, value, expected, message.to_text())
}

#[cfg(test)]
mod tests {
    use crate::machine::Machine;
    use crate::testing::{Outcome, call};

    #[test]
    fn a_check_that_fails_stands_still_until_it_is_told() {
        let mut m = Machine::for_tests();
        call(&mut m, "Context", ("sums",));
        assert_eq!(call(&mut m, "Expect", (1, "fine")), Outcome::Nothing);
        assert_eq!(m.checks.take_failure(), None);
        assert_eq!(
            call(&mut m, "ExpectInt", (3, 4, "two and two")),
            Outcome::Retry
        );
        assert_eq!(
            m.checks.take_failure().as_deref(),
            Some("sums: two and two: expected 4, got 3")
        );
        assert_eq!(
            call(&mut m, "ExpectInt", (3, 4, "two and two")),
            Outcome::Nothing
        );
        assert_eq!(
            call(&mut m, "ExpectFloat", (0.1, 0.100_000_5)),
            Outcome::Nothing
        );
        assert_eq!(call(&mut m, "ExpectStr", ("a", "b")), Outcome::Retry);
        assert_eq!((m.checks.passed, m.checks.failed), (2, 2));
    }
}
