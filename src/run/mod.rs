//! Running a program: the driver between the VM, the machine and the user.

mod driver;
mod headless;
mod implied_frames;
mod pictures;
mod report;
mod session;
mod terminal;
mod window;

use std::process::ExitCode;

use flitz_interpreter::Compiled;
use flitz_runtime::render::Display;
use flitz_stdlib::backend::sound::Silence;
use flitz_stdlib::clock::Clock;
use flitz_stdlib::machine::{Machine, commands, commands_to_run};
use flitz_stdlib::string_unit::StringUnit;

use crate::complain;
use crate::options::RunOptions;
use crate::program::{folder, read, ready};

pub use driver::{Next, Surroundings, advance};
pub use report::place;
pub use session::Session;

/// How many frames a second is cut into where the user asks for nothing else.
pub const FRAMES_PER_SECOND: u32 = 60;

/// How many frames are run where there is nobody to end the program: four seconds.
const FRAMES_WITHOUT_WINDOW: u64 = 240;

/// Compiles and runs a program.
pub fn run(options: &RunOptions) -> ExitCode {
    let Some(path) = &options.program else {
        return complain("no program is named");
    };
    let program = match read(path, &commands_to_run(options.allow_missing)) {
        Ok(compilation) => ready(compilation, !options.quiet),
        Err(message) => return complain(&message),
    };
    let Some(program) = program else {
        return ExitCode::FAILURE;
    };
    let mut machine = machine(options);
    if let Some(path) = &options.record_sound {
        match std::fs::File::create(path) {
            Ok(file) => machine
                .sound
                .record(Box::new(std::io::BufWriter::new(file))),
            Err(why) => {
                return complain(&format!("{} cannot be written: {why}", path.display()));
            }
        }
    }
    if options.headless && draws(&program) {
        // Frames and waits move the clock, so that every run is the same; a program without graphics lives in real time.
        machine.clock = Clock::stepped();
    }
    let mut session = match Session::new(machine, program, options) {
        Ok(session) => session,
        Err(message) => return complain(&message),
    };
    let request = match driver::run(&mut session, &mut terminal::Terminal) {
        Ok(status) => return status,
        Err(request) => request,
    };
    let rate = options.fps.unwrap_or(FRAMES_PER_SECOND);
    if !options.headless {
        match window::run(&mut session, options, request, rate) {
            Ok(status) => return status,
            Err(why) => without_window(&mut session, options, &why),
        }
    }
    if !session.machine.clock.is_stepped() {
        // It draws without having asked for a screen.
        session.machine.clock = Clock::stepped();
    }
    let display = Display::headless(request.width, request.height);
    session.machine.open_screen(display, request);
    session.choose_budget();
    // Where a screen is at hand, no program is sent elsewhere for one.
    driver::run(&mut session, &mut headless::Headless).unwrap_or(ExitCode::FAILURE)
}

/// Makes the best of a machine that can show no window: a few seconds of the program, and a picture of the end.
fn without_window(session: &mut Session, options: &RunOptions, why: &str) {
    session.machine.clock = Clock::stepped();
    session.machine.sound.output = Box::new(Silence);
    session.limit_if_endless(FRAMES_WITHOUT_WINDOW);
    let name = options
        .program
        .as_deref()
        .and_then(|p| p.file_stem())
        .unwrap_or_default();
    // Not the bare name with .png: a texture of the program may be called that.
    let mut file = name.to_owned();
    file.push("-screenshot.png");
    session.picture_if_none(file.into());
    let console = &mut session.machine.console;
    console.note(&format!(
        "{why}, so the program runs without a window (as with --headless)"
    ));
    for picture in session.picture_files() {
        session
            .machine
            .console
            .note(&format!("its picture goes to {}", picture.display()));
    }
}

/// Whether a program opens a screen somewhere.
pub fn draws(program: &Compiled) -> bool {
    let commands = commands();
    let screens = ["Graphics", "Graphics3D"].map(|name| commands.find(name));
    program
        .code
        .commands()
        .any(|command| screens.contains(&Some(command)))
}

/// The machine a program runs on, set up as the options say.
fn machine(options: &RunOptions) -> Machine {
    let path = options.program.clone().unwrap_or_default();
    let mut machine = Machine::for_folder(&folder(&path));
    machine.system.arguments.clone_from(&options.arguments);
    machine.console.set_quiet(options.quiet);
    machine.allow_missing = options.allow_missing;
    if options.headless {
        machine.sound.output = Box::new(Silence);
    }
    if let Some(seed) = options.seed {
        machine.random.seed(seed);
    }
    if options.utf8 {
        machine.string_unit = StringUnit::Characters;
    }
    machine
}
