//! `flitz new`: a small project to start from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::complain;

/// The program of a new project.
const MAIN: &str = include_str!("project/main.bb");

/// The page that explains it.
const README: &str = include_str!("project/README.md");

/// Makes a folder with a program that runs.
pub fn create(folder: &Path) -> ExitCode {
    match write(folder) {
        Ok(main) => {
            outln!("Made {0}. Try it: flitz {0}", main.display());
            ExitCode::SUCCESS
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => complain(&format!(
            "{} is there already; a new project needs a new folder",
            folder.display()
        )),
        Err(error) => complain(&format!("{} could not be made: {error}", folder.display())),
    }
}

fn write(folder: &Path) -> io::Result<PathBuf> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::create_dir(folder)?;
    let name = folder.file_name().map(|n| n.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| "game".to_owned());
    let main = folder.join("main.bb");
    fs::write(&main, MAIN.replace("NAME", &name.replace('"', "'")))?;
    fs::write(folder.join("README.md"), README.replace("NAME", &name))?;
    Ok(main)
}
