//! What the loader tests share: writers of small files, and what holds for every model that loads.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod b3d;
pub mod gltf;
pub mod q3bsp;
pub mod studio;
pub mod x;

use flitz_assets::{LoadError, load_model};
use flitz_scene::{ModelData, SkinRule};

/// Loads a model that needs no other file and checks it.
pub fn load(bytes: &[u8]) -> Result<ModelData, LoadError> {
    let model = load_model(bytes, "model", &mut |_| None)?;
    check(&model);
    Ok(model)
}

/// What the rest of the program counts on, whatever the file said.
pub fn check(model: &ModelData) {
    assert!(!model.nodes.is_empty());
    for (index, node) in model.nodes.iter().enumerate() {
        assert_eq!(
            node.parent.is_none(),
            index == 0,
            "one root, and it is the first"
        );
        assert!(node.parent.is_none_or(|parent| parent < index));
        assert!(node.transform.is_finite());
        assert!((node.transform.rotation.length() - 1.0).abs() < 1e-5);
        let Some(mesh) = &node.mesh else { continue };
        assert_eq!(mesh.surfaces.len(), mesh.surface_textures.len());
        let layers = mesh
            .surface_textures
            .iter()
            .flatten()
            .chain(&mesh.brush_textures);
        for &(layer, texture) in layers {
            assert!(layer < 8 && texture < model.textures.len());
        }
        let joints = mesh.skin.as_ref().map_or(0, |skin| skin.joints.len());
        if let Some(skin) = &mesh.skin {
            assert_eq!(skin.joints.len(), skin.inverse_bind.len());
            assert!(skin.joints.iter().all(|&joint| joint < model.nodes.len()));
            assert!(skin.inverse_bind.iter().all(|matrix| matrix.is_finite()));
        }
        for surface in &mesh.surfaces {
            assert!(surface.brush.color.is_finite() && surface.brush.alpha.is_finite());
            assert_eq!(
                surface.skin.len(),
                if mesh.skin.is_some() {
                    surface.vertices.len()
                } else {
                    0
                }
            );
            for corner in surface.triangles.iter().flatten() {
                assert!((*corner as usize) < surface.vertices.len());
            }
            for vertex in &surface.vertices {
                assert!(vertex.position.is_finite());
                assert!(vertex.normal.is_finite());
                let length = vertex.normal.length();
                // Those of B3D files are what the file says.
                assert!(
                    model.skin_rule == SkinRule::Stored
                        || length == 0.0
                        || (length - 1.0).abs() < 1e-3,
                    "a normal of length {length}"
                );
                assert!(vertex.uv.iter().flatten().all(|uv| uv.is_finite()));
            }
            for skin in &surface.skin {
                assert!((skin.weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                assert!(
                    skin.weights
                        .iter()
                        .all(|weight| (0.0..=1.0).contains(weight))
                );
                assert!(skin.joints.iter().all(|&joint| usize::from(joint) < joints));
            }
        }
    }
    for texture in &model.textures {
        assert!(
            texture
                .scale
                .iter()
                .chain(&texture.position)
                .chain([&texture.rotation])
                .all(|n| n.is_finite())
        );
    }
    for part in &model.animated {
        assert!(part.node < model.nodes.len());
        assert_eq!(part.joints.len(), part.skeleton.len());
        assert!(
            part.joints.is_sorted_by(|a, b| a < b)
                && part.joints.iter().all(|&joint| joint < model.nodes.len())
        );
        for clip in &part.clips {
            assert_eq!(clip.joint_count(), part.joints.len());
            assert!(clip.length() >= 0.0 && clip.length().is_finite());
            let mut transform = flitz_animation::Transform::IDENTITY;
            for joint in 0..clip.joint_count() {
                for frame in [-1.0, 0.0, clip.length() / 3.0, clip.length(), f32::MAX] {
                    clip.sample(joint, frame, &mut transform);
                }
            }
            assert!(transform.is_finite());
        }
    }
}
