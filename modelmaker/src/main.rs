//! Writes the example models into the project's `examples` folder, or into the folder named on the
//! command line.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples")),
        PathBuf::from,
    );
    match write(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("flitz-modelmaker: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    for file in flitz_modelmaker::files()? {
        let path = folder.join(file.path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, &file.bytes)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        println!("{:>7} bytes  {}", file.bytes.len(), file.path);
    }
    Ok(())
}
