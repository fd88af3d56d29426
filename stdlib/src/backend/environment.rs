//! The border to the process's surroundings: environment variables, other programs, the place for temporary files.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;

/// A program or document to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// What was found by its name, or the name, to be looked for where the system has its programs.
    pub target: PathBuf,
    /// Whether a file was found by its name.
    pub found: bool,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The directory to start it in.
    pub directory: PathBuf,
    /// The variables that the program has changed.
    pub variables: HashMap<String, String>,
}

/// The surroundings of the process.
pub trait Environment {
    /// An environment variable by its name, which is not empty and has no `=` and no zero byte; in any letter case where there is none
    /// of exactly this name.
    fn variable(&self, name: &str) -> Option<String>;

    /// Starts a program, or opens a document with the program that the system has for it, and does not wait for it.
    fn launch(&self, launch: &Launch) -> io::Result<()>;

    /// The directory for temporary files.
    fn temporary_directory(&self) -> PathBuf;
}

/// The surroundings that the process really has.
pub struct Process;

impl Environment for Process {
    fn variable(&self, name: &str) -> Option<String> {
        let value = std::env::var_os(name).or_else(|| {
            std::env::vars_os()
                .find(|(other, _)| other.to_string_lossy().to_lowercase() == name.to_lowercase())
                .map(|(_, value)| value)
        });
        value.map(|value| value.to_string_lossy().into_owned())
    }

    fn launch(&self, launch: &Launch) -> io::Result<()> {
        let target = &launch.target;
        let mut command = if !launch.found {
            Command::new(target)
        } else if target
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("bb"))
        {
            let mut flitz = Command::new(std::env::current_exe()?);
            flitz.arg(target);
            flitz
        } else if is_program(target) {
            Command::new(target)
        } else {
            let mut opener = if cfg!(windows) {
                let mut shell = Command::new("cmd");
                shell.args(["/c", "start", ""]);
                shell
            } else if cfg!(target_os = "macos") {
                Command::new("open")
            } else {
                Command::new("xdg-open")
            };
            opener.arg(target);
            opener
        };
        command
            .args(&launch.arguments)
            .current_dir(&launch.directory)
            .envs(&launch.variables)
            .stdin(Stdio::null());
        command.spawn().map(drop)
    }

    fn temporary_directory(&self) -> PathBuf {
        std::env::temp_dir()
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|m| m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("exe"))
}

/// Surroundings without anything outside: the variables it was given, and a list of what was to be started and was not.
#[derive(Clone, Default)]
pub struct Sealed {
    /// The variables there are.
    pub variables: HashMap<String, String>,
    /// What was to be started.
    pub launches: Rc<RefCell<Vec<Launch>>>,
}

impl Environment for Sealed {
    fn variable(&self, name: &str) -> Option<String> {
        let any_case = || {
            let same = |other: &&String| other.to_lowercase() == name.to_lowercase();
            self.variables
                .keys()
                .find(same)
                .and_then(|n| self.variables.get(n))
        };
        self.variables.get(name).or_else(any_case).cloned()
    }

    fn launch(&self, launch: &Launch) -> io::Result<()> {
        self.launches.borrow_mut().push(launch.clone());
        Ok(())
    }

    fn temporary_directory(&self) -> PathBuf {
        PathBuf::from("/tmp")
    }
}
