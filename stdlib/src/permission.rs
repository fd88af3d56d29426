//! What a program may do outside itself: asked in one place, before the command is called.

use std::collections::HashSet;

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
}

impl Permission {
    /// What it is about, to go on with "may not".
    pub fn words(self) -> &'static str {
        match self {
            Permission::Read => "read files",
            Permission::Write => "change files",
            Permission::Run => "start other programs",
            Permission::Environment => "see or change environment variables",
        }
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

    /// Whether a command that needs this may be called. The error is a sentence for the user.
    ///
    /// # Errors
    ///
    /// Where it is refused.
    pub fn check(&self, permission: Permission) -> Result<(), String> {
        if self.refused.contains(&permission) {
            return Err(format!(
                "This program may not {}, and this command would.",
                permission.words()
            ));
        }
        Ok(())
    }
}
