//! Files that live in memory: for tests, and where there is no disk.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::files::{Access, FileKind, FileSystem, OpenFile};

/// Bytes that a file may have at most: a gap that is written behind is really there, unlike on a disk.
const LARGEST: u64 = 1 << 26;

/// The bytes of a file, shared by those who have it open. A file that is deleted stays with them, as on a disk.
type Contents = Rc<RefCell<Vec<u8>>>;

#[derive(Clone)]
enum Node {
    Directory,
    File(Contents),
}

/// A file system in memory, empty but for its roots at the start. A file has at most 64 MB.
#[derive(Default)]
pub struct MemoryFiles {
    nodes: RefCell<BTreeMap<PathBuf, Node>>,
}

impl MemoryFiles {
    fn node(&self, path: &Path) -> io::Result<Node> {
        // A root has no parent, and is always there.
        if path.parent().is_none() {
            return Ok(Node::Directory);
        }
        let nodes = self.nodes.borrow();
        nodes
            .get(path)
            .cloned()
            .ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn contents(&self, path: &Path) -> io::Result<Contents> {
        match self.node(path)? {
            Node::File(contents) => Ok(contents),
            Node::Directory => Err(ErrorKind::IsADirectory.into()),
        }
    }

    fn add(&self, path: &Path, node: Node) -> io::Result<()> {
        match path.parent().map(|parent| self.node(parent)) {
            Some(Ok(Node::Directory)) => {
                self.nodes.borrow_mut().insert(path.to_owned(), node);
                Ok(())
            }
            Some(Ok(Node::File(_))) => Err(ErrorKind::NotADirectory.into()),
            Some(Err(error)) => Err(error),
            None => Err(ErrorKind::AlreadyExists.into()),
        }
    }
}

impl FileSystem for MemoryFiles {
    fn kind(&self, path: &Path) -> io::Result<FileKind> {
        Ok(match self.node(path)? {
            Node::Directory => FileKind::Directory,
            Node::File(contents) => FileKind::File(contents.borrow().len() as u64),
        })
    }

    fn has(&self, path: &Path) -> bool {
        self.node(path).is_ok()
    }

    fn names(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        let Node::Directory = self.node(directory)? else {
            return Err(ErrorKind::NotADirectory.into());
        };
        let nodes = self.nodes.borrow();
        let inside = nodes.keys().filter(|path| path.parent() == Some(directory));
        Ok(inside
            .filter_map(|path| path.file_name())
            .map(OsString::from)
            .collect())
    }

    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn OpenFile>> {
        let contents = match self.contents(path) {
            Ok(contents) => contents,
            Err(error) if access == Access::Write && error.kind() == ErrorKind::NotFound => {
                let contents = Contents::default();
                self.add(path, Node::File(Rc::clone(&contents)))?;
                contents
            }
            Err(error) => return Err(error),
        };
        if access == Access::Write {
            contents.borrow_mut().clear();
        }
        Ok(Box::new(MemoryFile {
            contents,
            position: 0,
        }))
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        let bytes = self.contents(from)?.borrow().clone();
        self.open(to, Access::Write)?.write_all(&bytes)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.contents(path)?;
        self.nodes.borrow_mut().remove(path);
        Ok(())
    }

    fn create_directory(&self, path: &Path) -> io::Result<()> {
        if self.has(path) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        self.add(path, Node::Directory)
    }

    fn remove_directory(&self, path: &Path) -> io::Result<()> {
        if !self.names(path)?.is_empty() {
            return Err(ErrorKind::DirectoryNotEmpty.into());
        }
        self.nodes.borrow_mut().remove(path);
        Ok(())
    }
}

/// An open file in memory.
struct MemoryFile {
    contents: Contents,
    position: u64,
}

impl OpenFile for MemoryFile {
    fn length(&self) -> u64 {
        self.contents.borrow().len() as u64
    }
}

impl Read for MemoryFile {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let contents = self.contents.borrow();
        let mut cursor = Cursor::new(&contents[..]);
        cursor.set_position(self.position);
        let got = cursor.read(target)?;
        self.position += got as u64;
        Ok(got)
    }
}

impl Write for MemoryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.position.saturating_add(bytes.len() as u64) > LARGEST {
            return Err(ErrorKind::StorageFull.into());
        }
        let mut contents = self.contents.borrow_mut();
        let mut cursor = Cursor::new(&mut *contents);
        cursor.set_position(self.position);
        let put = cursor.write(bytes)?;
        self.position += put as u64;
        Ok(put)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for MemoryFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let contents = self.contents.borrow();
        let mut cursor = Cursor::new(&contents[..]);
        cursor.set_position(self.position);
        self.position = cursor.seek(to)?;
        Ok(self.position)
    }
}
