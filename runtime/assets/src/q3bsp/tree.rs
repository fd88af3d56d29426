//! The partition of space: nodes and leaves.

use flitz_scene::collide::{Aabb, Plane};
use flitz_scene::level::{LevelChild, LevelLeaf, LevelNode, LevelTree};
use glam::Vec3A;

use super::faces::Faces;
use super::lumps::{File, Lump, Record, index};
use super::turned;
use crate::error::LoadError;

/// Reads the tree, and the faces in its leaves in the order in which they are met: front first.
pub(super) fn read(file: &File<'_>, faces: &mut Faces<'_>) -> Result<LevelTree, LoadError> {
    let mut tree = LevelTree::default();
    let count = file.count(Lump::Nodes);
    if count == 0 {
        return Err(LoadError::new(
            "the level has no tree, so nothing of it can be seen",
        ));
    }
    let mut met = vec![false; count];
    // What is still to be read: a child, and which of its parent's children it is.
    let mut waiting = vec![(0_i32, None::<(usize, usize)>)];
    while let Some((number, parent)) = waiting.pop() {
        let child = match usize::try_from(number) {
            Ok(number) => {
                let record = file.record(Lump::Nodes, number)?;
                match met.get_mut(number) {
                    Some(met @ false) => *met = true,
                    _ => {
                        return Err(LoadError::at(
                            record.offset,
                            format!("node {number} is in two places of the tree"),
                        ));
                    }
                }
                let at = tree.nodes.len();
                tree.nodes.push(node(file, &record)?);
                waiting.push((record.number(8), Some((at, 1))));
                waiting.push((record.number(4), Some((at, 0))));
                LevelChild::Node(at)
            }
            Err(_) => {
                let record = file.record(Lump::Leaves, !number as usize)?;
                let at = tree.leaves.len();
                let leaf = leaf(file, &record, faces, &mut tree)?;
                tree.leaves.push(leaf);
                LevelChild::Leaf(at)
            }
        };
        if let Some((parent, side)) = parent
            && let Some(parent) = tree.nodes.get_mut(parent)
        {
            parent.children[side] = child;
        }
    }
    Ok(tree)
}

fn bounds(record: &Record<'_>, at: usize) -> Aabb {
    let corner = |at: usize| {
        let number = |axis: usize| record.number(at + axis * 4) as f32;
        Vec3A::from(turned([number(0), number(1), number(2)]))
    };
    // Turning the axes swaps ends.
    Aabb::around([corner(at), corner(at + 12)])
}

fn node(file: &File<'_>, record: &Record<'_>) -> Result<LevelNode, LoadError> {
    let plane = file.record(Lump::Planes, index(record, 0)?)?;
    let normal = turned([plane.float(0), plane.float(4), plane.float(8)]);
    Ok(LevelNode {
        plane: Plane {
            normal: normal.into(),
            offset: 0.0 - plane.float(12),
        },
        bounds: bounds(record, 12),
        // Both are put in once they are read.
        children: [LevelChild::Leaf(usize::MAX); 2],
    })
}

fn leaf(
    file: &File<'_>,
    record: &Record<'_>,
    faces: &mut Faces<'_>,
    tree: &mut LevelTree,
) -> Result<LevelLeaf, LoadError> {
    let start = tree.leaf_faces.len();
    let (first, count) = (index(record, 32)?, index(record, 36)?);
    for at in first..first.saturating_add(count) {
        let number = file.record(Lump::LeafFaces, at)?;
        let face = faces.face(index(&number, 0)?)?;
        tree.leaf_faces.extend(face);
        faces.spend(4)?;
    }
    Ok(LevelLeaf {
        cluster: u32::try_from(record.number(0)).ok(),
        bounds: bounds(record, 8),
        faces: start..tree.leaf_faces.len(),
    })
}
