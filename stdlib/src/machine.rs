//! The machine a program runs on: everything its commands can reach.

use std::path::Path;
use std::sync::Arc;

use flitz_interpreter::host::{Call, CommandId, Commands, Host, Interrupt, Signature};
use flitz_runtime::scene::World;
use flitz_runtime::window::Input;

use crate::backend::network::Sockets;
use crate::banks::Banks;
use crate::clock::Clock;
use crate::command::Run;
use crate::console::Console;
use crate::expect::Checks;
use crate::files::Files;
use crate::filesystem::DirReader;
use crate::handles::{Handles, Kind};
use crate::network::NetworkState;
use crate::permission::Permissions;
use crate::random::Random;
use crate::screen::Screen;
use crate::screen::state::ScreenState;
use crate::sound::SoundState;
use crate::store::Store;
use crate::streams::Stream;
use crate::string_unit::StringUnit;
use crate::system::System;
use crate::time::Timer;
use crate::wait::Wait;
use crate::world::state::WorldState;

/// Everything the commands of a running program can reach.
pub struct Machine {
    /// The handles the program holds.
    pub handles: Handles,
    /// The one clock.
    pub clock: Clock,
    /// Standard output, input and notes.
    pub console: Console,
    /// What the program waits for while it is suspended.
    pub wait: Wait,
    /// The files and directories it can reach.
    pub files: Files,
    /// Its title, arguments and surroundings.
    pub system: System,
    /// Its random numbers.
    pub random: Random,
    /// What its string commands count as a letter.
    pub string_unit: StringUnit,
    /// Whether calls of commands that flitz lacks are left out; else they are errors.
    pub allow_missing: bool,
    /// The commands that flitz lacks, once one was called.
    missing_names: Option<Vec<String>>,
    permissions: Permissions,
    /// What it checked, in a test.
    pub checks: Checks,
    /// The screen, once Graphics or Graphics3D was called.
    pub screen: Option<Screen>,
    /// Keys and mouse.
    pub input: Input,
    pub(crate) screen_state: ScreenState,
    /// The 3D world.
    pub world: World,
    pub(crate) world_state: WorldState,
    pub(crate) banks: Banks,
    /// Connections, messages, and who can be reached.
    pub network: NetworkState,
    /// Sounds, what plays, and where it is heard.
    pub sound: SoundState,
    pub(crate) streams: Store<Box<dyn Stream>>,
    pub(crate) dirs: Store<DirReader>,
    pub(crate) timers: Store<Timer>,
    /// What a call of each command runs: the command, or its refusal.
    table: Vec<Run>,
}

impl Machine {
    /// A machine with real time and the process's own standard channels, for a program in the process's current
    /// directory.
    pub fn new() -> Self {
        Self::for_folder(Path::new("."))
    }

    /// A machine with real time and the process's own standard channels, for a program in this folder, which is its
    /// current directory at the start.
    pub fn for_folder(folder: &Path) -> Self {
        Self {
            handles: Handles::default(),
            clock: Clock::real(),
            console: Console::standard(),
            wait: Wait::default(),
            files: Files::new(folder),
            system: System::new(folder),
            random: Random::default(),
            string_unit: StringUnit::default(),
            checks: Checks::default(),
            screen: None,
            input: Input::new(),
            screen_state: ScreenState::default(),
            world: World::new(),
            world_state: WorldState::default(),
            banks: Banks::default(),
            network: NetworkState::new(Arc::new(Sockets)),
            sound: SoundState::default(),
            streams: Store::new(Kind::File),
            dirs: Store::new(Kind::Dir),
            timers: Store::new(Kind::Timer),
            table: table(&Permissions::default()),
            allow_missing: false,
            missing_names: None,
            permissions: Permissions::default(),
        }
    }
}

impl Machine {
    /// What the program may do outside itself.
    pub fn permissions(&self) -> &Permissions {
        &self.permissions
    }

    /// Sets what the program may do outside itself, for all calls from now on.
    pub fn set_permissions(&mut self, permissions: Permissions) {
        self.table = table(&permissions);
        self.permissions = permissions;
    }
}

/// What a call of each command runs. Deciding here what is refused costs the calls nothing.
fn table(permissions: &Permissions) -> Vec<Run> {
    crate::all()
        .map(|command| match command.permission {
            Some(needed) if !permissions.allows(needed) => needed.refusal(),
            _ => command.run,
        })
        .collect()
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}

impl Host for Machine {
    fn call(&mut self, command: CommandId, call: &mut Call<'_>) -> Result<(), Interrupt> {
        match self.table.get(command.0 as usize) {
            Some(run) => match run(self, call) {
                Ok(()) => Ok(()),
                Err(interrupt) => Err(name(command, interrupt)),
            },
            None => self.call_missing(command),
        }
    }
}

impl Machine {
    /// A call of a command that flitz lacks: an error, or nothing but a note where the user allows it.
    #[cold]
    fn call_missing(&mut self, command: CommandId) -> Result<(), Interrupt> {
        let names = self.missing_names.get_or_insert_with(|| {
            let lacking = commands();
            let names = lacking.missing_in_order().into_iter();
            names.map(|signature| signature.name.to_string()).collect()
        });
        let index = (command.0 as usize).checked_sub(self.table.len());
        let Some(name) = index.and_then(|index| names.get(index)) else {
            return Err(Interrupt::error(
                "This command is not known to this machine.",
            ));
        };
        if !self.allow_missing {
            return Err(Interrupt::Error(format!(
                "Blitz3D's command {name} is not in flitz yet. With --allow-missing such calls are left out, and give 0."
            )));
        }
        self.console.note(&format!(
            "{name} is not in flitz yet: its calls do nothing and give 0"
        ));
        Ok(())
    }
}

/// Puts the command's name before an error's message, except where the message is the program's own.
#[cold]
fn name(command: CommandId, interrupt: Interrupt) -> Interrupt {
    let name = |id: CommandId| crate::all().nth(id.0 as usize).map(|command| command.name);
    match interrupt {
        Interrupt::Error(message) => match name(command) {
            Some(name) if name != "RuntimeError" => Interrupt::Error(format!("{name}: {message}")),
            _ => Interrupt::Error(message),
        },
        other => other,
    }
}

/// How a program comes to the commands of the group [`TESTS`].
pub const HOW_TO_TEST: &str =
    "it belongs to tests: flitz test PROGRAM.bb runs a program that uses it";

/// The group of the commands by which a program checks itself in a test.
pub const TESTS: &str = "tests";

/// The signatures of all commands, numbered as [`Machine`] numbers them, and of those still missing.
pub fn commands() -> Commands {
    let mut commands = gather(crate::ordinary());
    for signature in crate::expect::COMMANDS.signatures() {
        commands.add_elsewhere(signature, HOW_TO_TEST);
    }
    commands
}

/// The commands of [`commands`] for a program that is to run: those that flitz lacks are missed only when they are called.
/// Where the machine leaves such calls out (`left_out`, see [`Machine::allow_missing`]), nothing is said of them before.
pub fn commands_to_run(left_out: bool) -> Commands {
    let mut commands = commands();
    commands.let_missing_run(crate::all().count() as u32, left_out);
    commands
}

/// The commands of [`commands`], and those by which a program checks itself in a test.
pub fn commands_for_tests() -> Commands {
    gather(crate::all_signatures())
}

fn gather(declared: impl Iterator<Item = Signature>) -> Commands {
    let mut commands = Commands::default();
    for signature in declared {
        commands.add(signature);
    }
    crate::missing::add_to(&mut commands);
    commands
}
