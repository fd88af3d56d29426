//! glTF 2.0, text (.gltf) and binary (.glb).
//!
//! The description is read with the `gltf` crate's types; every index and count in it is checked here. All that has a direction is
//! mirrored on the way in, see [`mirror`].
//!
//! What is made of a file's parts:
//!
//! | part | in flitz |
//! | --- | --- |
//! | scenes | the default one, else the first; several roots hang on one made here; joints outside it hang on the root |
//! | nodes | joints are pivots, all others meshes, empty where they show nothing (cameras and lights too) |
//! | mirroring places | triangles are turned round, by the node's whole place or by the joints' |
//! | skins | each node's own, also where several share a mesh; the four strongest joints of all sets; see [`skin`] |
//! | shape keys | positions and normals as the weights of mesh or node set them; not animated |
//! | primitives | triangles, strips, fans, with indices or without; points and lines are left out with a note; without normals, facets |
//! | accessors | all component types, normalized or not; sparse ones |
//! | base colour, `COLOR_0` | multiplied as light; textures are multiplied by Direct3D 7's rules |
//! | alpha | `OPAQUE`, `MASK` with every alpha counted, `BLEND` |
//! | emissive | added in the second texture layer, up to full |
//! | `doubleSided` | both sides are drawn, lit as the front |
//! | metal, roughness, normal and occlusion maps | passed over |
//! | samplers | wrap modes and filters, see [`flitz_scene::Sampling`] |
//! | `texCoord`, `KHR_texture_transform` | any set, transformed once; two different ones a surface |
//! | `KHR_materials_unlit` | full bright; other materials' extensions are passed over |

mod accessor;
mod animation;
mod container;
mod material;
mod mesh;
mod mirror;
mod skin;
mod texture;
mod tree;

use std::collections::HashMap;

use flitz_scene::{ModelData, ModelSkin, SkinRule};

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
    let buffers = Buffers::load(&root, binary, side_file)?;
    let reader = Reader {
        root: &root,
        buffers: &buffers,
    };
    let mut tree = tree::build(&root)?;
    let standing = skin::Standing::new(&tree);
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
                    let skin = skin::skin(&reader, &tree, index)?;
                    skins.insert(index, skin.clone());
                    skin
                }
            },
        };
        let joints = skin.as_ref().map_or(0, |skin| skin.joints.len());
        limits::count(&mut skin_joints, joints, limits::SKIN_JOINTS, "joints")?;
        let weights = source.weights.as_deref();
        let mut mesh = mesh::mesh(&reader, &mut materials, mesh, weights, skin, &mut totals)?;
        if let Some(mesh) = &mut mesh {
            skin::settle(&mut tree, &standing, place, mesh);
        }
        if let Some(node) = tree.nodes.get_mut(place) {
            node.mesh = mesh;
        }
    }
    let (textures, mut notes) = materials.finish();
    let part = animation::animated_part(&reader, &tree, skins.values().flatten(), &mut notes)?;
    Ok(ModelData {
        surface_order: flitz_scene::SurfaceOrder::Stored,
        nodes: tree.nodes,
        textures,
        skin_rule: SkinRule::Posed,
        animated: part.into_iter().collect(),
        notes,
    })
}
