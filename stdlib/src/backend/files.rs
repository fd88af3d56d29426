//! The border to files. Paths are absolute, tidy and in the letters that the files have.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A file of this many bytes.
    File(u64),
    /// A directory.
    Directory,
    /// Something else, such as a pipe or a device, reading of which may never end.
    Other,
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

/// A file that is open.
pub trait OpenFile: Read + Write + Seek {
    /// Its length in bytes at present.
    fn length(&self) -> u64;
}

/// Files and directories.
pub trait FileSystem {
    /// What a path leads to, through links. An error where it leads nowhere.
    fn kind(&self, path: &Path) -> io::Result<FileKind>;

    /// Whether there is something of this name, be it a link that leads nowhere.
    fn has(&self, path: &Path) -> bool;

    /// The names in a directory, in no order.
    fn names(&self, directory: &Path) -> io::Result<Vec<OsString>>;

    /// Opens a file.
    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn OpenFile>>;

    /// Copies a file over another or to a new place.
    fn copy(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Deletes a file.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Makes a directory.
    fn create_directory(&self, path: &Path) -> io::Result<()>;

    /// Deletes an empty directory.
    fn remove_directory(&self, path: &Path) -> io::Result<()>;
}

/// The file system of the machine.
pub struct Disk;

impl OpenFile for File {
    fn length(&self) -> u64 {
        self.metadata().map_or(0, |metadata| metadata.len())
    }
}

impl FileSystem for Disk {
    fn kind(&self, path: &Path) -> io::Result<FileKind> {
        let metadata = fs::metadata(path)?;
        Ok(if metadata.is_dir() {
            FileKind::Directory
        } else if metadata.is_file() {
            FileKind::File(metadata.len())
        } else {
            FileKind::Other
        })
    }

    fn has(&self, path: &Path) -> bool {
        fs::symlink_metadata(path).is_ok()
    }

    fn names(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        let entries = fs::read_dir(directory)?;
        Ok(entries
            .filter_map(Result::ok)
            .map(|entry| entry.file_name())
            .collect())
    }

    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn OpenFile>> {
        let mut options = OpenOptions::new();
        match access {
            Access::Read => options.read(true),
            Access::Write => options.write(true).create(true).truncate(true),
            Access::Update => options.read(true).write(true),
        };
        Ok(Box::new(options.open(path)?))
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::copy(from, to).map(drop)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn create_directory(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn remove_directory(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }
}

#[cfg(test)]
mod tests {
    use std::io::SeekFrom;
    use std::path::PathBuf;

    use super::*;
    use crate::backend::memory::MemoryFiles;

    /// What the commands of files count on, with every implementation.
    fn keeps_the_contract(files: &dyn FileSystem, root: PathBuf) {
        let at = |name: &str| root.join(name);
        let file = at("a.bin");
        assert!(files.kind(&file).is_err() && !files.has(&file));
        assert!(files.open(&file, Access::Read).is_err());
        assert!(files.open(&file, Access::Update).is_err());
        assert!(files.open(&at("none/a.bin"), Access::Write).is_err());

        let mut out = files.open(&file, Access::Write).unwrap();
        out.write_all(b"hello").unwrap();
        assert_eq!(out.length(), 5);
        drop(out);
        assert_eq!(files.kind(&file).unwrap(), FileKind::File(5));

        let mut both = files.open(&file, Access::Update).unwrap();
        both.seek(SeekFrom::Start(7)).unwrap();
        both.write_all(b"!").unwrap();
        both.rewind().unwrap();
        let mut all = Vec::new();
        both.read_to_end(&mut all).unwrap();
        assert_eq!(all, b"hello\0\0!");
        assert_eq!(files.open(&file, Access::Write).unwrap().length(), 0);

        let folder = at("folder");
        files.create_directory(&folder).unwrap();
        assert!(files.create_directory(&folder).is_err());
        assert!(files.create_directory(&at("x/y")).is_err());
        assert_eq!(files.kind(&folder).unwrap(), FileKind::Directory);
        assert!(files.open(&folder, Access::Write).is_err());
        assert!(files.names(&folder).unwrap().is_empty());
        files.copy(&file, &folder.join("b")).unwrap();
        assert!(files.copy(&at("none"), &file).is_err());
        assert_eq!(files.names(&folder).unwrap(), ["b"]);
        assert!(files.remove_directory(&folder).is_err());
        assert!(files.remove_file(&folder).is_err());
        files.remove_file(&folder.join("b")).unwrap();
        files.remove_directory(&folder).unwrap();
        assert!(files.remove_directory(&folder).is_err());
        assert_eq!(files.names(&root).unwrap(), ["a.bin"]);
        assert!(files.names(&file).is_err());
    }

    #[test]
    fn the_disk_and_the_memory_are_alike() {
        let folder = crate::testing::folder("backend-files");
        keeps_the_contract(&Disk, folder);
        let root = PathBuf::from(if cfg!(windows) { "C:\\" } else { "/" });
        keeps_the_contract(&MemoryFiles::default(), root);
    }
}
