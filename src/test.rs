//! `flitz test`: runs programs that check themselves.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use flitz_interpreter::host::Commands;
use flitz_interpreter::source::Sources;
use flitz_runtime::render::Display;
use flitz_stdlib::backend::sound::Silence;
use flitz_stdlib::clock::Clock;
use flitz_stdlib::machine::{Machine, commands_for_tests};
use flitz_stdlib::screen::ScreenRequest;
use flitz_stdlib::string_unit::StringUnit;

use crate::complain;
use crate::options::TestOptions;
use crate::program::{collect, folder, is_program, read, ready};
use crate::run::{FRAMES_PER_SECOND, Next, Session, Surroundings, advance, draws, place};

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
    machine.sound.output = Box::new(Silence);
    if !options.bytes && has_characters(&program.sources) {
        machine.string_unit = StringUnit::Characters;
    }
    if draws(&program) {
        // As without a window: frames and waits move the clock, and nobody has to sit them out.
        machine.clock = Clock::stepped();
    }
    let mut session = Session::plain(machine, program);
    let broken = !drive(&mut session, Duration::from_secs(options.limit));
    session.machine.console.flush();
    Ok(Outcome {
        passed: session.machine.checks.passed,
        failed: session.machine.checks.failed,
        broken,
    })
}

/// Runs a program to its end; whether it came there.
fn drive(session: &mut Session, limit: Duration) -> bool {
    let start = Instant::now();
    loop {
        match advance(session, &mut InTest) {
            Next::Over(status) => return status == ExitCode::SUCCESS,
            Next::At(moment) => {
                std::thread::sleep(moment.saturating_duration_since(Instant::now()));
            }
            Next::Now | Next::OnEvent | Next::Elsewhere(_) => {}
        }
        if start.elapsed() > limit {
            let message = format!("still running after {} seconds", limit.as_secs());
            tell(session, &message);
            return false;
        }
    }
}

/// Writes a line about the place where the program stands.
fn tell(session: &mut Session, message: &str) {
    session.machine.console.flush();
    let here = place(session.vm.span(), &session.vm.program().sources);
    outln!("{here}: {message}");
}

/// A test around a program: nobody presses a key, checks that fail are told where they stand, and waits take no time.
struct InTest;

impl Surroundings for InTest {
    fn screen(&mut self, session: &mut Session, request: ScreenRequest) -> Next {
        let display = Display::headless(request.width, request.height);
        session.machine.open_screen(display, request);
        Next::Now
    }

    fn frame(&mut self, session: &mut Session) -> Next {
        let frame = Duration::from_secs(1) / FRAMES_PER_SECOND;
        session.machine.clock.step(frame);
        Next::Now
    }

    fn until(&mut self, session: &mut Session, moment: Duration) -> Next {
        session.machine.console.flush();
        session.machine.clock.wait_until(moment);
        Next::Now
    }

    fn line(&mut self, session: &mut Session) -> Next {
        session.machine.console.answer_from_terminal();
        Next::Now
    }

    fn press(&mut self, session: &mut Session) -> Next {
        tell(
            session,
            "waits for a key or a click, which nobody gives in a test",
        );
        Next::Over(ExitCode::FAILURE)
    }

    fn busy(&mut self, _: &mut Session) -> Next {
        Next::Now
    }

    /// A check that failed is told while the program stands at it.
    fn released(&mut self, session: &mut Session) -> Next {
        if let Some(message) = session.machine.checks.take_failure() {
            tell(session, &message);
        }
        Next::Now
    }

    fn stopped(&mut self, _: &mut Session) -> Next {
        Next::Now
    }

    fn report(&mut self, text: &str) {
        out!("{text}");
    }
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
