//! What a program may do outside itself: decided in one place, before the command is called.

use std::collections::HashSet;

use flitz_interpreter::host::Interrupt;

use crate::command::{Answer, Run};

/// What a command reaches outside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// Reads files or folders.
    Read,
    /// Writes, renames or deletes files or folders.
    Write,
    /// Starts programs.
    Run,
    /// Reads or changes environment variables.
    Environment,
    /// Looks up, connects to, or waits for other machines.
    Network,
}

impl Permission {
    /// What it is about, to go on with "may not".
    pub fn words(self) -> &'static str {
        match self {
            Permission::Read => "read files",
            Permission::Write => "change files",
            Permission::Run => "start other programs",
            Permission::Environment => "see or change environment variables",
            Permission::Network => "use the network",
        }
    }

    /// What runs in the place of a command that needs this and must not have it.
    pub(crate) fn refusal(self) -> Run {
        match self {
            Permission::Read => |_, _| Permission::Read.refuse(),
            Permission::Write => |_, _| Permission::Write.refuse(),
            Permission::Run => |_, _| Permission::Run.refuse(),
            Permission::Environment => |_, _| Permission::Environment.refuse(),
            Permission::Network => |_, _| Permission::Network.refuse(),
        }
    }

    fn refuse(self) -> Answer {
        Err(Interrupt::Error(format!(
            "This program may not {}, and this command would.",
            self.words()
        )))
    }
}

/// What a program may do. At the start everything.
#[derive(Clone, Debug, Default)]
pub struct Permissions {
    refused: HashSet<Permission>,
}

impl Permissions {
    /// Refuses something from now on.
    pub fn refuse(&mut self, permission: Permission) {
        self.refused.insert(permission);
    }

    /// Allows something again.
    pub fn allow(&mut self, permission: Permission) {
        self.refused.remove(&permission);
    }

    /// Whether a command that needs this may be called.
    pub fn allows(&self, permission: Permission) -> bool {
        !self.refused.contains(&permission)
    }
}
