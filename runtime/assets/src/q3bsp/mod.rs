//! Levels of Quake III (IBSP, version 46).
//!
//! The format has x ahead, y to the left and z up; `(x, y, z)` becomes `(-y, z, x)`, which also turns its right hand into a left one, so that
//! front faces stay clockwise.

mod faces;
mod lumps;
mod patch;
mod tree;

use flitz_scene::level::{LevelData, VisibleSet};
use flitz_scene::{Image, Vertex};
use glam::Vec3;

use crate::error::LoadError;
use faces::Faces;
use lumps::{File, Lump};

/// Whether the content is a level of Quake III, of any version.
pub(crate) fn is_q3bsp(bytes: &[u8]) -> bool {
    bytes.starts_with(b"IBSP")
}

/// Loads a level. `gamma` brightens its lightmaps: each part c, 0..1, becomes `c^(1 - gamma)`.
pub(crate) fn load(bytes: &[u8], gamma: f32) -> Result<LevelData, LoadError> {
    let file = File::new(bytes)?;
    let mut faces = Faces::new(&file);
    let mut tree = tree::read(&file, &mut faces)?;
    tree.visible = visible_set(&file)?;
    let Faces {
        surfaces,
        faces,
        solid,
        notes,
        ..
    } = faces;
    let names = file.records(Lump::Textures);
    Ok(LevelData {
        surfaces,
        faces,
        tree,
        solid,
        texture_names: names.map(|record| record.text(64)).collect(),
        lightmaps: lightmaps(&file, gamma),
        notes,
    })
}

/// From the axes of Quake III to ours.
fn turned([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(0.0 - y, z, x)
}

/// Width and height of a lightmap.
const LIGHTMAP_SIDE: u32 = 128;

fn lightmaps(file: &File<'_>, gamma: f32) -> Vec<Image> {
    // A hair more, so that what is to stay as it is does.
    let brighter =
        |c: u8| ((f64::from(c) / 255.0).powf(1.0 - f64::from(gamma)) * 255.0 + 1e-6) as u8;
    let table: Vec<u8> = (0..=255).map(brighter).collect();
    let maps = file.records(Lump::Lightmaps);
    maps.map(|map| {
        let bytes = map.bytes.as_chunks::<3>().0.iter();
        let rgba = bytes.flat_map(|&[r, g, b]| {
            let [r, g, b] = [r, g, b].map(|c| table.get(usize::from(c)).copied().unwrap_or(c));
            [r, g, b, 255]
        });
        Image {
            width: LIGHTMAP_SIDE,
            height: LIGHTMAP_SIDE,
            rgba: rgba.collect(),
        }
    })
    .collect()
}

fn visible_set(file: &File<'_>) -> Result<VisibleSet, LoadError> {
    let lump = file.lump(Lump::Visibility);
    let (Some(rows), Some(row), Some(bits)) = (lump.int(0), lump.int(4), lump.bytes.get(8..))
    else {
        // A level that was built without: everything is visible from everywhere.
        return Ok(VisibleSet::default());
    };
    let size = usize::try_from(rows)
        .ok()
        .zip(usize::try_from(row).ok())
        .and_then(|(rows, row)| Some((row, bits.get(..rows.checked_mul(row)?)?)));
    match size {
        Some((row, bits)) => Ok(VisibleSet {
            row,
            bits: bits.to_vec(),
        }),
        None => Err(LoadError::at(
            lump.offset,
            format!(
                "{rows} clusters with {row} bytes of visibility each are more than the file holds"
            ),
        )),
    }
}

/// A vertex of the file, in our axes. Texture coordinates 0 are the lightmap's.
fn vertex(file: &File<'_>, index: usize) -> Result<Vertex, LoadError> {
    let record = file.record(Lump::Vertices, index)?;
    let three = |at| [record.float(at), record.float(at + 4), record.float(at + 8)];
    let two = |at| [record.float(at), record.float(at + 4)];
    Ok(Vertex {
        position: turned(three(0)),
        uv: [two(20), two(12)],
        normal: turned(three(28)),
        color: [record.byte(40), record.byte(41), record.byte(42), 255],
    })
}
