//! Finding files by the paths that programs write.
//!
//! Programs come from a system where `\` separates folders and the letter case of names does not matter. Here either
//! separator works, and a name that does not exist as written is looked for in any letter case.

use std::ffi::OsString;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};
use std::rc::Rc;

use crate::backend::files::{FileKind, FileSystem};

/// The program's current directory, and how paths are found from it.
pub struct Paths {
    system: Rc<dyn FileSystem>,
    current: PathBuf,
}

impl Paths {
    /// Paths from this directory on; a relative one counts from the process's own.
    pub fn new(system: Rc<dyn FileSystem>, current: &Path) -> Self {
        let absolute = std::path::absolute(current).unwrap_or_else(|_| current.to_owned());
        Self {
            system,
            current: tidy(&absolute),
        }
    }

    /// The current directory, absolute.
    pub fn current(&self) -> &Path {
        &self.current
    }

    /// The current directory as programs see it: absolute, with a separator at its end.
    pub fn current_text(&self) -> String {
        with_separator(&self.current)
    }

    /// Moves the current directory, if there is one of this name.
    pub fn change(&mut self, path: &str) {
        let found = self.find(path);
        if self
            .system
            .kind(&found)
            .is_ok_and(|kind| kind == FileKind::Directory)
        {
            self.current = found;
        }
    }

    /// The absolute path that a program's path means.
    ///
    /// Each part is taken as written where that exists, else in another letter case where that exists; what does not
    /// exist at all stays as written, so the path can be used to make a file.
    pub fn find(&self, path: &str) -> PathBuf {
        let wanted = tidy(&self.current.join(native(path)));
        if self.system.has(&wanted) {
            return wanted;
        }
        let mut found = PathBuf::new();
        for component in wanted.components() {
            match component {
                Component::Normal(name) => {
                    let exact = found.join(name);
                    found = if self.system.has(&exact) {
                        exact
                    } else {
                        match self.any_case(&found, name) {
                            Some(other) => found.join(other),
                            None => exact,
                        }
                    };
                }
                other => found.push(other),
            }
        }
        found
    }

    /// The name in `folder` that differs from `name` in letter case only; of several the first in the alphabet.
    fn any_case(&self, folder: &Path, name: &std::ffi::OsStr) -> Option<OsString> {
        let name = name.to_str()?.to_lowercase();
        let names = self.system.names(folder).ok()?;
        names
            .into_iter()
            .filter(|other| other.to_str().is_some_and(|o| o.to_lowercase() == name))
            .min()
    }
}

/// A path with the separators of this system.
fn native(path: &str) -> PathBuf {
    if MAIN_SEPARATOR == '\\' {
        PathBuf::from(path)
    } else {
        PathBuf::from(path.replace('\\', "/"))
    }
}

/// A directory's path in text, with a separator at its end.
pub fn with_separator(directory: &Path) -> String {
    let mut text = directory.to_string_lossy().into_owned();
    if !text.ends_with(['/', MAIN_SEPARATOR]) {
        text.push(MAIN_SEPARATOR);
    }
    text
}

/// A path without `.` and with every `..` carried out; the root's `..` is the root.
fn tidy(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::backend::files::Disk;

    #[test]
    fn separators_and_letter_case_do_not_matter() {
        let folder = crate::testing::folder("paths");
        fs::create_dir_all(folder.join("Media/Textures")).unwrap();
        fs::write(folder.join("Media/Textures/Wood.PNG"), b"x").unwrap();
        let mut paths = Paths::new(Rc::new(Disk), &folder);
        let wood = folder.join("Media").join("Textures").join("Wood.PNG");
        assert_eq!(paths.find("media\\textures/wood.png"), wood);
        assert_eq!(
            paths.find(".\\MEDIA\\nowhere\\..\\Textures\\WOOD.png"),
            wood
        );
        assert_eq!(
            paths.find("media/new.txt"),
            folder.join("Media").join("new.txt")
        );
        paths.change("MEDIA");
        assert_eq!(paths.find("textures\\wood.png"), wood);
        paths.change("nowhere");
        assert!(paths.current_text().ends_with(MAIN_SEPARATOR));
        assert_eq!(paths.current(), folder.join("Media"));
        paths.change("..");
        assert_eq!(paths.current(), folder);
        assert_eq!(paths.find(wood.to_str().unwrap()), wood);
    }
}
