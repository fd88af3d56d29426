//! `flitz test`: runs programs that check themselves.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use flitz_interpreter::Compiled;
use flitz_interpreter::host::Commands;
use flitz_interpreter::source::Sources;
use flitz_interpreter::vm::{Step, Vm};
use flitz_stdlib::clock::Clock;
use flitz_stdlib::letters::Letters;
use flitz_stdlib::machine::{Machine, commands_for_tests};
use flitz_stdlib::wait::Wait;

use crate::complain;
use crate::options::TestOptions;
use crate::program::{collect, folder, is_program, read, ready};
use crate::run::{draws, failure, place, wait};

/// What came of a program.
#[derive(Default)]
struct Outcome {
    passed: usize,
    failed: usize,
    /// It did not compile, failed, or took too long.
    broken: bool,
}

/// Runs programs and reports what they expected and did not get.
pub fn test(options: &TestOptions) -> ExitCode {
    let commands = commands_for_tests();
    let paths = match collect(&options.paths) {
        Ok(paths) => paths,
        Err(message) => return complain(&message),
    };
    let (mut passed, mut failed, mut broken) = (0, 0, 0);
    for path in &paths {
        let outcome = match run(path, &commands, options) {
            Ok(outcome) => outcome,
            Err(message) => return complain(&message),
        };
        let verdict = if outcome.broken || outcome.failed > 0 {
            "FAIL"
        } else {
            "ok  "
        };
        let checks = outcome.passed + outcome.failed;
        outln!(
            "{verdict}  {}: {} of {checks} checks",
            path.display(),
            outcome.passed
        );
        passed += outcome.passed;
        failed += outcome.failed;
        broken += usize::from(outcome.broken);
    }
    outln!(
        "\n{} programs, {} checks: {passed} passed, {failed} failed; {broken} programs did not come to their end",
        paths.len(),
        passed + failed
    );
    if failed + broken > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn run(path: &Path, commands: &Commands, options: &TestOptions) -> Result<Outcome, String> {
    let Some(program) = ready(read(path, commands)?, false) else {
        return Ok(Outcome {
            broken: true,
            ..Outcome::default()
        });
    };
    let mut machine = Machine::for_folder(&root(path));
    if !options.bytes && has_characters(&program.sources) {
        machine.letters = Letters::Characters;
    }
    if draws(&program) {
        // As without a window: frames and waits move the clock, and nobody has to sit them out.
        machine.clock = Clock::stepped();
    }
    let broken = !drive(&mut machine, program, Duration::from_secs(options.limit));
    machine.console.flush();
    Ok(Outcome {
        passed: machine.checks.passed,
        failed: machine.checks.failed,
        broken,
    })
}

/// Runs a program to its end; whether it came there.
fn drive(machine: &mut Machine, program: Rc<Compiled>, limit: Duration) -> bool {
    let start = Instant::now();
    let mut vm = Vm::new(program);
    loop {
        match vm.run(machine) {
            Step::Ended => return true,
            Step::Paused | Step::Break => {}
            Step::Waiting => match machine.checks.take_failure() {
                Some(message) => {
                    machine.console.flush();
                    outln!("{}: {message}", place(vm.span(), &vm.program().sources));
                }
                None if needs_user(machine.wait) => {
                    machine.console.flush();
                    let here = place(vm.span(), &vm.program().sources);
                    outln!("{here}: waits for a key or a click, which nobody gives in a test");
                    return false;
                }
                None => wait(machine),
            },
            Step::Failed(error) => {
                machine.console.flush();
                out!("{}", failure(&error, &vm.program().sources));
                return false;
            }
        }
        if start.elapsed() > limit {
            machine.console.flush();
            let here = place(vm.span(), &vm.program().sources);
            outln!("{here}: still running after {} seconds", limit.as_secs());
            return false;
        }
    }
}

/// Whether only a person can end a wait.
fn needs_user(wait: Wait) -> bool {
    matches!(wait, Wait::Key | Wait::Mouse | Wait::JoyButton(_))
}

/// Whether a program has text beyond ASCII, in UTF-8: then it means characters where it counts letters.
fn has_characters(sources: &Sources) -> bool {
    sources
        .iter()
        .any(|file| !file.bytes.is_ascii() && std::str::from_utf8(&file.bytes).is_ok())
}

/// The current directory of a test: the outermost of the folders around it that hold programs. The tests of a suite in
/// several folders so share one, whichever way they are started, and a game's tests find the game's files.
fn root(path: &Path) -> PathBuf {
    let own = folder(path);
    let own = own.canonicalize().unwrap_or(own);
    own.ancestors()
        .take_while(|folder| **folder == *own || holds_programs(folder))
        .last()
        .map_or_else(|| own.clone(), Path::to_path_buf)
}

fn holds_programs(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.any(|entry| entry.is_ok_and(|e| is_program(&e.path()) && e.path().is_file()))
    })
}
