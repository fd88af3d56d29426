//! The node tree: the nodes of the model, their order and transforms.

use flitz_animation::{Transform, rotation};
use flitz_scene::ModelNode;
use glam::{Mat3, Quat, Vec3};
use gltf::json::Root;
use gltf::json::scene::Node;

use super::mirror;
use crate::error::LoadError;
use crate::limits;

/// The nodes of the model, and which node of the file each of them is.
pub(super) struct Tree {
    pub(super) nodes: Vec<ModelNode>,
    /// For each node of the model the one of the file; `None` for a root made here.
    pub(super) source: Vec<Option<usize>>,
    /// For each node of the file the one of the model.
    pub(super) place: Vec<Option<usize>>,
}

/// Builds the tree of the default scene, with what the skins need besides it. The file's own root is the model's root where it
/// stands still at the origin; else the model gets a root above it, so that moving the model does not undo what the file's root does.
pub(super) fn build(root: &Root) -> Result<Tree, LoadError> {
    let tops = tops(root);
    let mut tree = Tree {
        nodes: Vec::new(),
        source: Vec::new(),
        place: vec![None; root.nodes.len()],
    };
    if !matches!(tops.as_slice(), [only] if is_plain_root(root, *only)) {
        let scene = root.scene.map_or(0, |scene| scene.value());
        let name = root
            .scenes
            .get(scene)
            .and_then(|scene| scene.name.clone())
            .unwrap_or_default();
        tree.nodes.push(ModelNode {
            name,
            ..ModelNode::default()
        });
        tree.source.push(None);
    }
    for top in tops {
        tree.add(root, top)?;
    }
    let skinned: Vec<usize> = root
        .nodes
        .iter()
        .zip(&tree.place)
        .filter(|(_, place)| place.is_some())
        .filter_map(|(node, _)| node.skin.map(|skin| skin.value()))
        .collect();
    let above = parents(root);
    let mut done = vec![false; root.skins.len()];
    for skin in skinned {
        let Some(done) = done.get_mut(skin).filter(|done| !**done) else {
            continue;
        };
        *done = true;
        for joint in root
            .skins
            .get(skin)
            .into_iter()
            .flat_map(|skin| &skin.joints)
        {
            if let Some(top) = tree.outside(&above, joint.value()) {
                tree.add(root, top)?;
            }
            let place = tree.place.get(joint.value()).copied().flatten();
            if let Some(node) = place.and_then(|place| tree.nodes.get_mut(place)) {
                node.is_joint = true;
            }
        }
    }
    if tree.nodes.is_empty() {
        tree.nodes.push(ModelNode::default());
        tree.source.push(None);
    }
    Ok(tree)
}

impl Tree {
    /// Adds a node of the file and all below it that is not there yet, parents first, children in the file's order.
    fn add(&mut self, root: &Root, top: usize) -> Result<(), LoadError> {
        let mut waiting = vec![(top, if self.nodes.is_empty() { None } else { Some(0) }, 1)];
        while let Some((index, parent, depth)) = waiting.pop() {
            let (Some(node), Some(place)) = (root.nodes.get(index), self.place.get_mut(index))
            else {
                return Err(LoadError::new(format!("the model has no node {index}")));
            };
            // A node with two parents, or in a cycle, stays where it was found first.
            if place.is_some() {
                continue;
            }
            if depth > limits::NODE_DEPTH {
                return Err(LoadError::new(format!(
                    "nodes lie more than {} deep in each other",
                    limits::NODE_DEPTH
                )));
            }
            let own = self.nodes.len();
            *place = Some(own);
            let name = node.name.clone().unwrap_or_else(|| format!("node {index}"));
            self.nodes.push(ModelNode {
                name,
                parent,
                transform: transform(node),
                ..ModelNode::default()
            });
            self.source.push(Some(index));
            let children = node.children.iter().flatten().rev();
            waiting.extend(children.map(|child| (child.value(), Some(own), depth + 1)));
        }
        Ok(())
    }

    /// The topmost node above a joint that the tree lacks; `None` when it has the joint.
    fn outside(&self, above: &[Option<usize>], joint: usize) -> Option<usize> {
        let lacks = |index: usize| self.place.get(index) == Some(&None);
        let mut top = Some(joint).filter(|&joint| lacks(joint))?;
        // A cycle has no root; no chain is longer than the number of nodes.
        for _ in 0..above.len() {
            match above
                .get(top)
                .copied()
                .flatten()
                .filter(|&parent| lacks(parent))
            {
                Some(parent) => top = parent,
                None => break,
            }
        }
        Some(top)
    }
}

/// The nodes at the top of the default scene; of a file without scenes, the nodes that hang nowhere.
fn tops(root: &Root) -> Vec<usize> {
    match root.scenes.get(root.scene.map_or(0, |scene| scene.value())) {
        Some(scene) => scene.nodes.iter().map(|node| node.value()).collect(),
        None => {
            let above = parents(root);
            (0..root.nodes.len())
                .filter(|&node| above.get(node) == Some(&None))
                .collect()
        }
    }
}

fn parents(root: &Root) -> Vec<Option<usize>> {
    let mut above = vec![None; root.nodes.len()];
    for (index, node) in root.nodes.iter().enumerate() {
        for child in node.children.iter().flatten() {
            if let Some(above @ None) = above.get_mut(child.value()) {
                *above = Some(index);
            }
        }
    }
    above
}

/// Whether a node can be the model's root: it stands at the origin, nothing moves it, and no skin needs it.
fn is_plain_root(root: &Root, index: usize) -> bool {
    let Some(node) = root.nodes.get(index) else {
        return false;
    };
    let animated = root
        .animations
        .iter()
        .flat_map(|animation| &animation.channels);
    transform(node) == Transform::IDENTITY
        && !animated
            .into_iter()
            .any(|channel| channel.target.node.value() == index)
        && !root
            .skins
            .iter()
            .flat_map(|skin| &skin.joints)
            .any(|joint| joint.value() == index)
}

/// The mirrored transform of a node. A matrix is decomposed; shear is lost.
fn transform(node: &Node) -> Transform {
    let (translation, turn, scale) = match node.matrix {
        Some(matrix) => take_apart(matrix),
        None => (
            Vec3::from(node.translation.unwrap_or_default()),
            node.rotation
                .map_or(Quat::IDENTITY, |turn| Quat::from_array(turn.0)),
            Vec3::from(node.scale.unwrap_or([1.0; 3])),
        ),
    };
    let finite = |value: Vec3, otherwise| if value.is_finite() { value } else { otherwise };
    Transform {
        translation: mirror::vector(finite(translation, Vec3::ZERO)),
        rotation: mirror::rotation(rotation::unit(turn)),
        scale: finite(scale, Vec3::ONE),
    }
}

fn take_apart(matrix: [f32; 16]) -> (Vec3, Quat, Vec3) {
    let [a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _] = matrix;
    let axes = Mat3::from_cols(Vec3::new(a, b, c), Vec3::new(d, e, f), Vec3::new(g, h, i));
    let (scale, turn) = scale_and_turn(axes);
    (Vec3::new(x, y, z), turn, scale)
}

/// The scale and the rotation of a matrix; one that mirrors has a negative scale along x. Shear is lost.
pub(super) fn scale_and_turn(matrix: Mat3) -> (Vec3, Quat) {
    let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let mut scale = Vec3::from_array(axes.map(Vec3::length));
    if axes[0].cross(axes[1]).dot(axes[2]) < 0.0 {
        scale.x = -scale.x;
    }
    let [mut right, mut up, mut front] = axes;
    right /= scale.x;
    up /= scale.y;
    front /= scale.z;
    // An axis of length 0 is the cross product of the others.
    if !right.is_finite() {
        right = up.cross(front);
    }
    if !up.is_finite() {
        up = front.cross(right);
    }
    if !front.is_finite() {
        front = right.cross(up);
    }
    (
        scale,
        rotation::unit(Quat::from_mat3(&Mat3::from_cols(right, up, front))),
    )
}
