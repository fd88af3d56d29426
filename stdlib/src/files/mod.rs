//! The one way from a program to the file system.
//!
//! Every command that opens, lists, copies or deletes goes through [`Files`], over the border of
//! [`FileSystem`].

mod file_stream;
pub mod paths;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub use crate::backend::files::{Access, FileKind};
pub use file_stream::FileStream;

use crate::backend::files::{Disk, FileSystem};
use paths::Paths;

/// The files and directories that a program can reach.
pub struct Files {
    system: Rc<dyn FileSystem>,
    paths: Paths,
}

impl Files {
    /// Files of the machine, found from this directory on.
    pub fn new(current: &Path) -> Self {
        Self::of(Rc::new(Disk), current)
    }

    /// Files of this file system, found from this directory on.
    pub fn of(system: Rc<dyn FileSystem>, current: &Path) -> Self {
        Self {
            paths: Paths::new(Rc::clone(&system), current),
            system,
        }
    }

    /// The program's current directory.
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// The path a program's path means, whatever its separators and letter case.
    pub fn find(&self, path: &str) -> PathBuf {
        self.paths.find(path)
    }

    /// The path for an operation on it; an empty one leads nowhere, and not to the current directory.
    fn locate(&self, path: &str) -> io::Result<PathBuf> {
        if path.is_empty() {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(self.find(path))
    }

    /// Moves the current directory, if there is one of this name.
    pub fn change_dir(&mut self, path: &str) {
        self.paths.change(path);
    }

    /// The bytes of a whole file, for loaders.
    pub fn load(&self, path: &str) -> io::Result<Vec<u8>> {
        let path = self.locate(path)?;
        self.plain_file(&path)?;
        let mut file = self.system.open(&path, Access::Read)?;
        let mut bytes = Vec::new();
        bytes.try_reserve(usize::try_from(file.length()).unwrap_or(0))?;
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes a whole file, new or anew.
    pub fn save(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.find(path);
        if self.system.kind(&path).is_ok() {
            self.plain_file(&path)?;
        }
        self.system.open(&path, Access::Write)?.write_all(bytes)
    }

    /// Opens a file as a stream.
    pub fn open(&self, path: &str, access: Access) -> io::Result<FileStream> {
        let path = self.locate(path)?;
        if access != Access::Write || self.system.kind(&path).is_ok() {
            self.plain_file(&path)?;
        }
        Ok(FileStream::new(self.system.open(&path, access)?, access))
    }

    /// What a path leads to, if anything.
    pub fn kind(&self, path: &str) -> Option<FileKind> {
        self.system.kind(&self.locate(path).ok()?).ok()
    }

    /// The names in a directory: `.` and `..`, then the others in alphabetical order without regard to letter case.
    pub fn list(&self, path: &str) -> io::Result<Vec<String>> {
        let mut names = self
            .system
            .names(&self.find(path))?
            .iter()
            .map(|name| name.to_string_lossy().into_owned())
            .collect::<Vec<_>>();
        names.sort_by_cached_key(|name| (name.to_lowercase(), name.clone()));
        let mut all = vec![".".to_owned(), "..".to_owned()];
        all.append(&mut names);
        Ok(all)
    }

    /// Copies a file over another or to a new place.
    pub fn copy(&self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (self.locate(from)?, self.locate(to)?);
        self.plain_file(&from)?;
        // Copying a file onto itself would empty it.
        if from != to {
            self.system.copy(&from, &to)?;
        }
        Ok(())
    }

    /// Deletes a file.
    pub fn delete(&self, path: &str) -> io::Result<()> {
        self.system.remove_file(&self.locate(path)?)
    }

    /// Makes a directory.
    pub fn create_dir(&self, path: &str) -> io::Result<()> {
        self.system.create_directory(&self.locate(path)?)
    }

    /// Deletes an empty directory.
    pub fn delete_dir(&self, path: &str) -> io::Result<()> {
        self.system.remove_directory(&self.locate(path)?)
    }

    /// Refuses what is no plain file: a directory cannot be read, and a pipe could block the program for ever.
    fn plain_file(&self, path: &Path) -> io::Result<()> {
        match self.system.kind(path)? {
            FileKind::File(_) => Ok(()),
            FileKind::Directory | FileKind::Other => Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "this is no plain file",
            )),
        }
    }
}
