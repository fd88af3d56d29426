//! The one way from a program to the file system.
//!
//! Every command that opens, lists, copies or deletes goes through [`Files`], so this is the place for a policy that
//! refuses.

mod file_stream;
pub mod paths;

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

pub use file_stream::FileStream;
use paths::Paths;

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A file of this many bytes.
    File(u64),
    /// A directory.
    Directory,
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To read an existing file.
    Read,
    /// To write a new file, or an existing one anew.
    Write,
    /// To read and write an existing file in place.
    Update,
}

/// The files and directories that a program can reach.
pub struct Files {
    paths: Paths,
}

impl Files {
    /// Files found from this directory on.
    pub fn new(current: &Path) -> Self {
        Self {
            paths: Paths::new(current),
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
        plain_file(&path)?;
        fs::read(path)
    }

    /// Writes a whole file, new or anew.
    pub fn save(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.find(path);
        if path.exists() {
            plain_file(&path)?;
        }
        fs::write(path, bytes)
    }

    /// Opens a file as a stream.
    pub fn open(&self, path: &str, access: Access) -> io::Result<FileStream> {
        let path = self.locate(path)?;
        let mut options = OpenOptions::new();
        match access {
            Access::Read => options.read(true),
            Access::Write => options.write(true).create(true).truncate(true),
            Access::Update => options.read(true).write(true),
        };
        if access != Access::Write || path.exists() {
            plain_file(&path)?;
        }
        Ok(FileStream::new(options.open(path)?, access))
    }

    /// What a path leads to, if anything.
    pub fn kind(&self, path: &str) -> Option<FileKind> {
        let metadata = fs::metadata(self.locate(path).ok()?).ok()?;
        Some(if metadata.is_dir() {
            FileKind::Directory
        } else {
            FileKind::File(metadata.len())
        })
    }

    /// The names in a directory: `.` and `..`, then the others in alphabetical order without regard to letter case.
    pub fn list(&self, path: &str) -> io::Result<Vec<String>> {
        let mut names = fs::read_dir(self.find(path))?
            .filter_map(Result::ok)
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect::<Vec<_>>();
        names.sort_by_cached_key(|name| (name.to_lowercase(), name.clone()));
        let mut all = vec![".".to_owned(), "..".to_owned()];
        all.append(&mut names);
        Ok(all)
    }

    /// Copies a file over another or to a new place.
    pub fn copy(&self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (self.locate(from)?, self.locate(to)?);
        plain_file(&from)?;
        // Copying a file onto itself would empty it.
        if from != to {
            fs::copy(from, to)?;
        }
        Ok(())
    }

    /// Deletes a file.
    pub fn delete(&self, path: &str) -> io::Result<()> {
        fs::remove_file(self.locate(path)?)
    }

    /// Makes a directory.
    pub fn create_dir(&self, path: &str) -> io::Result<()> {
        fs::create_dir(self.locate(path)?)
    }

    /// Deletes an empty directory.
    pub fn delete_dir(&self, path: &str) -> io::Result<()> {
        fs::remove_dir(self.locate(path)?)
    }
}

/// Refuses what is no plain file: a directory cannot be read, and a pipe could block the program for ever.
fn plain_file(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "this is no plain file",
        ))
    }
}
