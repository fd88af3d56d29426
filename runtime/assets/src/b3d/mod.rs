//! The Blitz3D model format, B3D version 1: nested chunks of a four-letter name, a size and a content.
//!
//! What Blitz3D's own loader did not look at (names of brushes, the frame rate, chunks it did not know) is passed over here too.

mod animation;
mod mesh;
mod node;
mod paint;
mod reader;

use flitz_scene::{ModelData, ModelMesh, ModelNode, SurfaceOrder};

use crate::error::LoadError;
use paint::Paints;
use reader::Reader;

/// The newest version of the format.
const VERSION: i32 = 1;
/// Tolerance of the file size in bytes: some exporters include the header.
const SIZE_SLACK: usize = 8;

/// Whether the bytes start like a B3D file.
pub(crate) fn is_b3d(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BB3D")
}

/// Loads a B3D file; its textures only by name.
pub(crate) fn load(bytes: &[u8]) -> Result<ModelData, LoadError> {
    let mut body = open(bytes)?;
    let mut model = ModelData {
        surface_order: SurfaceOrder::ByBrush,
        ..ModelData::default()
    };
    let mut paints = Paints::new();
    let mut nodes = Vec::new();
    let mut whole_parts = Vec::new();
    while !body.is_empty() {
        let mut chunk = body.chunk()?;
        match &chunk.tag {
            b"TEXS" => paint::textures(&mut chunk.body, &mut model.textures)?,
            b"BRUS" => paints.read(&mut chunk.body, &model.textures)?,
            // A file has one root; of several Blitz3D kept the last.
            b"NODE" => nodes = node::read_tree(chunk.start, chunk.body, &paints)?,
            b"SEQS" => animation::read_parts(&mut chunk.body, &mut whole_parts)?,
            _ => {}
        }
    }
    if nodes.is_empty() {
        return Err(LoadError::new(
            "the file holds no model: it has no NODE chunk",
        ));
    }
    let bones = node::bones_of_meshes(&nodes);
    let skins = node::skins(&mut nodes, &bones)?;
    model.animated = animation::animated_parts(&mut nodes, &bones, &whole_parts)?;
    let mut vertex_total = 0;
    for (node, (skin, influences)) in nodes.into_iter().zip(skins) {
        let mesh = node
            .mesh
            .map(|mesh| mesh.finish(&paints, &influences, skin, &mut vertex_total))
            .transpose()?;
        model.nodes.push(ModelNode {
            name: node.name,
            parent: node.parent,
            transform: node.transform,
            mesh,
            is_joint: node.is_joint,
        });
    }
    keep_used_textures(&mut model);
    Ok(model)
}

/// Removes unused textures, so that their files are not searched for.
fn keep_used_textures(model: &mut ModelData) {
    let mut used = vec![false; model.textures.len()];
    for &(_, texture) in model
        .nodes
        .iter()
        .filter_map(|node| node.mesh.as_ref())
        .flat_map(layers)
    {
        if let Some(used) = used.get_mut(texture) {
            *used = true;
        }
    }
    // The new index of each: the number of used ones before it.
    let mut place = Vec::with_capacity(used.len());
    let mut kept = 0;
    for &used in &used {
        place.push(kept);
        kept += usize::from(used);
    }
    let mut keep = used.iter();
    model
        .textures
        .retain(|_| keep.next().copied().unwrap_or(true));
    for mesh in model.nodes.iter_mut().filter_map(|node| node.mesh.as_mut()) {
        let own = mesh.brush_textures.iter_mut();
        for (_, texture) in own.chain(mesh.surface_textures.iter_mut().flatten()) {
            *texture = place.get(*texture).copied().unwrap_or(*texture);
        }
    }
}

/// All texture layers of a mesh: (layer, index of the texture).
fn layers(mesh: &ModelMesh) -> impl Iterator<Item = &(usize, usize)> {
    mesh.brush_textures
        .iter()
        .chain(mesh.surface_textures.iter().flatten())
}

/// Checks the header of the file and returns what follows it.
fn open(bytes: &[u8]) -> Result<Reader<'_>, LoadError> {
    let mut file = Reader::new(bytes);
    let (tag, size) = (file.int()?, file.int()?);
    if tag.to_le_bytes() != *b"BB3D" {
        return Err(LoadError::at(
            0,
            "this is no B3D file: it does not start with the letters BB3D",
        ));
    }
    let there = file.left();
    let size = usize::try_from(size)
        .map_err(|_| LoadError::at(4, format!("the file says it is {size} bytes long")))?;
    if size > there + SIZE_SLACK {
        return Err(LoadError::at(
            4,
            format!(
                "the file is cut off: it should have {size} bytes after its head but has {there}"
            ),
        ));
    }
    let at = file.at();
    let version = file.int()?;
    if version > VERSION {
        return Err(LoadError::at(
            at,
            format!("this is a B3D file of version {version}; flitz knows version {VERSION}"),
        ));
    }
    file.shorten(at.saturating_add(size));
    Ok(file)
}
