//! Makes the example models of flitz, byte for byte.
//!
//! A low-poly person is built from lofts, painted, rigged and taught to walk, run, wave and more, then
//! written as B3D and glTF. Nothing is random and no arithmetic depends on the platform, so every run on
//! every machine writes the same bytes: [`files`] gives them, the program writes them.

pub mod bench_rig;
pub mod body;
pub mod exact;
pub mod export;
pub mod motion;
pub mod paint;
pub mod rig;

use body::Detail;
use export::b3d;
use image::ImageError;
use paint::people::{CROWD, HERO};

/// A file that belongs to the examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Path relative to the folder of the examples, with `/` between its parts.
    pub path: &'static str,
    /// All of its bytes.
    pub bytes: Vec<u8>,
}

/// Makes all files.
///
/// # Errors
/// Passes on what the PNG encoder reports.
pub fn files() -> Result<Vec<File>, ImageError> {
    let near = body::build(Detail::Near);
    let far = body::build(Detail::Far);
    let clips = motion::clips();
    let paint = |palette| paint::texture(&near, palette);
    let picture = export::png(&paint(&HERO))?;
    let whole = b3d::Brush::OfSurface;
    let loose = b3d::Brush::OfEntity;
    let mut files = vec![
        File {
            path: "walk_run.b3d",
            bytes: b3d::write(&near, &clips, "walk_run.png", whole),
        },
        File {
            path: "crowd.b3d",
            bytes: b3d::write(&far, &clips, "walk_run.png", loose),
        },
        File {
            path: "models/walk_run.glb",
            bytes: export::glb::write(&near, &clips, &picture),
        },
        File {
            path: "walk_run.png",
            bytes: picture,
        },
        File {
            path: "models/ground.png",
            bytes: export::png(&paint::ground::texture())?,
        },
    ];
    let names = [
        "models/crowd1.png",
        "models/crowd2.png",
        "models/crowd3.png",
        "models/crowd4.png",
    ];
    for (path, palette) in names.into_iter().zip(&CROWD) {
        files.push(File {
            path,
            bytes: export::png(&paint::halved(&paint(palette)))?,
        });
    }
    Ok(files)
}
