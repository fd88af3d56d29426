//! glTF 2.0, text (.gltf) and binary (.glb).
//!
//! The description is read with the `gltf` crate's types; every index and count in it is checked here. All that has a direction is
//! mirrored on the way in, see [`mirror`].

mod accessor;
mod animation;
mod container;
mod material;
mod mesh;
mod mirror;
mod tree;

use std::collections::HashMap;

use flitz_scene::{ModelData, ModelSkin};
use gltf::json::Root;

use crate::error::LoadError;
use crate::limits;
use accessor::Reader;
use container::Buffers;
pub(crate) use container::is_glb;
use material::Materials;

/// Whether the bytes look like the text form: an object of JSON.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// Loads a glTF file. Its pictures are decoded; `side_file` gives the files beside it.
pub(crate) fn load(
    bytes: &[u8],
    side_file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<ModelData, LoadError> {
    let (root, binary) = container::open(bytes)?;
    check_extensions(&root)?;
    let buffers = Buffers::load(&root, binary, side_file)?;
    let reader = Reader {
        root: &root,
        buffers: &buffers,
    };
    let mut tree = tree::build(&root)?;
    let mut materials = Materials::new(&reader, side_file);
    let mut totals = mesh::Totals::default();
    let mut skin_joints = 0;
    let mut skins: HashMap<usize, Option<ModelSkin>> = HashMap::new();
    for place in 0..tree.nodes.len() {
        let source = tree
            .source
            .get(place)
            .copied()
            .flatten()
            .and_then(|index| root.nodes.get(index));
        let Some((source, mesh)) = source.and_then(|node| Some((node, node.mesh?.value()))) else {
            continue;
        };
        let skin = match source.skin.map(|skin| skin.value()) {
            None => None,
            Some(index) => match skins.get(&index) {
                Some(skin) => skin.clone(),
                None => {
                    let skin = mesh::skin(&reader, &tree, index)?;
                    skins.insert(index, skin.clone());
                    skin
                }
            },
        };
        let joints = skin.as_ref().map_or(0, |skin| skin.joints.len());
        limits::count(&mut skin_joints, joints, limits::SKIN_JOINTS, "joints")?;
        let mesh = mesh::mesh(&reader, &mut materials, mesh, skin, &mut totals)?;
        if let Some(node) = tree.nodes.get_mut(place) {
            node.mesh = mesh;
        }
    }
    let Materials {
        textures,
        mut notes,
        ..
    } = materials;
    let part = animation::animated_part(&reader, &tree, skins.values().flatten(), &mut notes)?;
    Ok(ModelData {
        nodes: tree.nodes,
        textures,
        animated: part.into_iter().collect(),
        notes,
    })
}

/// A file says which extensions it cannot be understood without.
fn check_extensions(root: &Root) -> Result<(), LoadError> {
    let known = |name: &str| {
        name.starts_with("KHR_materials_")
            || matches!(
                name,
                "KHR_texture_transform"
                    | "KHR_mesh_quantization"
                    | "KHR_lights_punctual"
                    | "KHR_texture_basisu"
                    | "EXT_texture_webp"
                    | "MSFT_texture_dds"
            )
    };
    match root.extensions_required.iter().find(|name| !known(name)) {
        Some(name) => Err(LoadError::new(format!(
            "the model needs the glTF extension {name}, which flitz does not know: export it without compression"
        ))),
        None => Ok(()),
    }
}
