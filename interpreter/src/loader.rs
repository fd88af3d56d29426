//! How included files come to the compiler.

use std::path::{Component, Path, PathBuf};

/// A file that was found.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What tells this file from all others, whatever path led to it; a file is included once.
    pub key: String,
    /// The name to show in messages.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Finds and reads included files.
pub trait Loader {
    /// The file that `Include "path"` in the file with the key `from` means; the error is a sentence for the user.
    fn load(&mut self, path: &str, from: &str) -> Result<Loaded, String>;

    /// The key of the main file.
    fn main_key(&self) -> String {
        String::new()
    }
}

/// A loader for programs of one file.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&mut self, path: &str, _from: &str) -> Result<Loaded, String> {
        Err(format!("the file \"{path}\" is not there"))
    }
}

/// The files of a disk: looked for in the main program's folder, then in the including file's. `/` and `\` both
/// separate folders and letter case does not matter, because programs come from Windows.
#[derive(Clone, Debug)]
pub struct DiskFiles {
    /// The main program's folder.
    root: PathBuf,
    /// The main program's path as the user gave it.
    shown_root: PathBuf,
    main_key: String,
}

impl DiskFiles {
    /// A loader for the program at this path.
    pub fn new(main: &Path) -> Self {
        let shown_root = main.parent().map(Path::to_path_buf).unwrap_or_default();
        let folder = if shown_root.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &shown_root
        };
        let root = folder
            .canonicalize()
            .unwrap_or_else(|_| folder.to_path_buf());
        let main_key = main
            .canonicalize()
            .unwrap_or_else(|_| main.to_path_buf())
            .to_string_lossy()
            .into_owned();
        Self {
            root,
            shown_root,
            main_key,
        }
    }
}

impl Loader for DiskFiles {
    fn load(&mut self, path: &str, from: &str) -> Result<Loaded, String> {
        let beside = Path::new(from).parent().unwrap_or(&self.root);
        let found = [self.root.as_path(), beside]
            .into_iter()
            .find_map(|folder| find(folder, path));
        let Some(found) = found else {
            return Err(format!(
                "there is no file \"{path}\" in the folder of the program"
            ));
        };
        let bytes = std::fs::read(&found)
            .map_err(|e| format!("the file \"{path}\" cannot be read: {e}"))?;
        let key = found.canonicalize().unwrap_or_else(|_| found.clone());
        let name = match key.strip_prefix(&self.root) {
            Ok(inside) => self.shown_root.join(inside),
            Err(_) => found,
        };
        Ok(Loaded {
            key: key.to_string_lossy().into_owned(),
            name: name.to_string_lossy().into_owned(),
            bytes,
        })
    }

    fn main_key(&self) -> String {
        self.main_key.clone()
    }
}

/// The file a Windows path means, seen from a folder.
fn find(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.replace('\\', "/");
    let exact = folder.join(&path);
    if exact.is_file() {
        return Some(exact);
    }
    let mut at = folder.to_path_buf();
    for part in Path::new(&path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                at.push("..");
            }
            Component::Normal(name) => {
                let direct = at.join(name);
                at = if direct.exists() {
                    direct
                } else {
                    entry(&at, &name.to_string_lossy())?
                };
            }
            Component::RootDir | Component::Prefix(_) => at = PathBuf::from(part.as_os_str()),
        }
    }
    at.is_file().then_some(at)
}

/// The entry of a folder with this name in any letter case; the first in the alphabet if there are several.
fn entry(folder: &Path, name: &str) -> Option<PathBuf> {
    let wanted = name.to_lowercase();
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().to_lowercase() == wanted)
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found.into_iter().next()
}
