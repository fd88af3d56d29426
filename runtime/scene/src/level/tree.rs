//! The binary space partition of a level, and what of it can be seen from a point.

use std::ops::Range;

use glam::Vec3A;

use super::{Level, LevelFace};
use crate::collide::{Aabb, Plane};

/// A binary space partition: nodes that halve space by planes, and convex leaves that list the faces in them.
#[derive(Clone, Debug, Default)]
pub struct LevelTree {
    /// The nodes, parents before their children; the first is the root. Without nodes there is nothing to be seen.
    pub nodes: Vec<LevelNode>,
    /// The leaves.
    pub leaves: Vec<LevelLeaf>,
    /// Indices of faces; a face may lie in several leaves.
    pub leaf_faces: Vec<u32>,
    /// Which clusters of leaves see each other.
    pub visible: VisibleSet,
}

/// A node of the partition.
#[derive(Clone, Debug)]
pub struct LevelNode {
    /// What halves it.
    pub plane: Plane,
    /// The box around all below it.
    pub bounds: Aabb,
    /// In front of the plane, and behind it.
    pub children: [LevelChild; 2],
}

/// A child of a node: an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelChild {
    /// Another node, behind its parent in the list.
    Node(usize),
    /// A leaf.
    Leaf(usize),
}

/// A leaf of the partition.
#[derive(Clone, Debug)]
pub struct LevelLeaf {
    /// Its cluster; `None` outside of the level, where nothing is drawn.
    pub cluster: Option<u32>,
    /// The box around it.
    pub bounds: Aabb,
    /// Its faces, in [`LevelTree::leaf_faces`].
    pub faces: Range<usize>,
}

/// The potentially visible set: a bit for each pair of clusters.
#[derive(Clone, Debug, Default)]
pub struct VisibleSet {
    /// Bytes a cluster has.
    pub row: usize,
    /// The rows of all clusters.
    pub bits: Vec<u8>,
}

impl VisibleSet {
    /// Whether `cluster` can be seen from cluster `from`; true where the set does not know them.
    pub fn sees(&self, from: u32, cluster: u32) -> bool {
        let bit = (from % 8, from as usize / 8);
        let byte = (bit.1 < self.row)
            .then(|| (cluster as usize).checked_mul(self.row)?.checked_add(bit.1))
            .flatten()
            .and_then(|at| self.bits.get(at));
        byte.is_none_or(|byte| byte >> bit.0 & 1 != 0)
    }
}

impl LevelTree {
    /// The cluster that a point lies in; `None` outside of the level.
    pub fn cluster(&self, point: Vec3A) -> Option<u32> {
        let mut at = 0;
        loop {
            let node = self.nodes.get(at)?;
            let side = usize::from(node.plane.distance(point) < 0.0);
            match node.children[side] {
                // A child before its parent would lead round and round.
                LevelChild::Node(child) if child > at => at = child,
                LevelChild::Node(_) => return None,
                LevelChild::Leaf(leaf) => return self.leaves.get(leaf)?.cluster,
            }
        }
    }
}

/// The faces that a view may see. Kept from one view to the next for its memory.
#[derive(Clone, Debug, Default)]
pub struct LevelView {
    seen: Vec<bool>,
    stack: Vec<usize>,
    faces: Vec<LevelFace>,
}

impl LevelView {
    /// Runs of visible triangles, by surface, in order.
    pub fn runs(&self) -> &[LevelFace] {
        &self.faces
    }

    /// Finds the faces of a level that lie in leaves which may be seen from `eye`, as the visible set has it, and whose boxes `inside`
    /// lets through. From a point outside of the level all clusters count as visible.
    pub fn find(&mut self, level: &Level, eye: Vec3A, inside: impl Fn(&Aabb) -> bool) {
        self.find_in(&level.tree, &level.faces, eye, inside);
    }

    fn find_in(
        &mut self,
        tree: &LevelTree,
        faces: &[LevelFace],
        eye: Vec3A,
        inside: impl Fn(&Aabb) -> bool,
    ) {
        self.seen.clear();
        self.seen.resize(faces.len(), false);
        self.faces.clear();
        self.stack.clear();
        self.stack.push(0);
        let from = tree.cluster(eye);
        while let Some(at) = self.stack.pop() {
            let Some(node) = tree.nodes.get(at).filter(|node| inside(&node.bounds)) else {
                continue;
            };
            for child in node.children {
                match child {
                    LevelChild::Node(child) if child > at => self.stack.push(child),
                    LevelChild::Node(_) => {}
                    LevelChild::Leaf(leaf) => {
                        let Some(leaf) = tree.leaves.get(leaf) else {
                            continue;
                        };
                        let visible = leaf.cluster.is_some_and(|own| {
                            from.is_none_or(|from| tree.visible.sees(from, own))
                        });
                        if visible && inside(&leaf.bounds) {
                            self.add(tree.leaf_faces.get(leaf.faces.clone()), faces);
                        }
                    }
                }
            }
        }
        self.join();
    }

    fn add(&mut self, of_leaf: Option<&[u32]>, faces: &[LevelFace]) {
        for &number in of_leaf.unwrap_or_default() {
            let at = number as usize;
            if let (Some(seen @ false), Some(face)) = (self.seen.get_mut(at), faces.get(at)) {
                *seen = true;
                self.faces.push(face.clone());
            }
        }
    }

    /// Sorts the faces, and joins those whose triangles follow each other.
    fn join(&mut self) {
        self.faces
            .sort_unstable_by_key(|face| (face.surface, face.triangles.start));
        self.faces.dedup_by(|next, run| {
            let follows = run.surface == next.surface && run.triangles.end == next.triangles.start;
            if follows {
                run.triangles.end = next.triangles.end;
            }
            follows
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(low: f32, high: f32) -> Aabb {
        Aabb {
            low: Vec3A::new(low, 0.0, 0.0),
            high: Vec3A::new(high, 1.0, 1.0),
        }
    }

    /// Three rooms in a row along x: 0..1, 1..2, 2..3, and nothing beyond. The first does not see the last.
    fn rooms() -> (LevelTree, Vec<LevelFace>) {
        let wall = |x: f32| Plane {
            normal: Vec3A::X,
            offset: -x,
        };
        let node = |x, low, high, children| LevelNode {
            plane: wall(x),
            bounds: bounds(low, high),
            children,
        };
        let leaf = |cluster, low: f32, faces| LevelLeaf {
            cluster,
            bounds: bounds(low, low + 1.0),
            faces,
        };
        use LevelChild::{Leaf, Node};
        let tree = LevelTree {
            nodes: vec![
                node(1.0, 0.0, 3.0, [Node(1), Leaf(0)]),
                node(3.0, 1.0, 3.0, [Leaf(3), Node(2)]),
                node(2.0, 1.0, 3.0, [Leaf(2), Leaf(1)]),
            ],
            leaves: vec![
                leaf(Some(0), 0.0, 0..2),
                leaf(Some(1), 1.0, 1..3),
                leaf(Some(2), 2.0, 3..4),
                leaf(None, 3.0, 0..4),
            ],
            leaf_faces: vec![0, 1, 2, 3],
            visible: VisibleSet {
                row: 1,
                bits: vec![0b011, 0b111, 0b110],
            },
        };
        let face = |surface, from: u32| LevelFace {
            surface,
            triangles: from..from + 2,
        };
        (tree, vec![face(0, 0), face(0, 2), face(1, 0), face(0, 4)])
    }

    fn seen(x: f32, inside: impl Fn(&Aabb) -> bool) -> Vec<(usize, Range<u32>)> {
        let (tree, faces) = rooms();
        let mut view = LevelView::default();
        view.find_in(&tree, &faces, Vec3A::new(x, 0.5, 0.5), inside);
        let runs = view.runs().iter();
        runs.map(|run| (run.surface, run.triangles.clone()))
            .collect()
    }

    #[test]
    fn what_the_cluster_of_the_eye_sees_is_found_once_and_in_runs() {
        let all = |_: &Aabb| true;
        assert_eq!(seen(0.5, all), [(0, 0..4), (1, 0..2)]);
        assert_eq!(seen(1.5, all), [(0, 0..6), (1, 0..2)]);
        assert_eq!(seen(2.5, all), [(0, 2..6), (1, 0..2)]);
        assert_eq!(seen(9.0, all), [(0, 0..6), (1, 0..2)], "outside");
        assert_eq!(seen(1.5, |b| b.low.x > 1.5), [], "the root is out of view");
        assert_eq!(seen(1.5, |b| b.low.x < 0.5), [(0, 0..4)]);
        assert_eq!(rooms().0.cluster(Vec3A::splat(5.0)), None);
    }

    #[test]
    fn trees_that_hang_together_wrongly_end() {
        let (mut tree, faces) = rooms();
        tree.nodes[1].children = [LevelChild::Node(0), LevelChild::Leaf(99)];
        tree.leaves[0].faces = 2..99;
        tree.leaf_faces[0] = 77;
        let mut view = LevelView::default();
        view.find_in(&tree, &faces, Vec3A::splat(1.5), |_| true);
        assert!(view.runs().is_empty() && tree.cluster(Vec3A::splat(4.0)).is_none());
        assert!(VisibleSet::default().sees(3, u32::MAX));
        let set = VisibleSet {
            row: usize::MAX,
            bits: vec![0],
        };
        assert!(set.sees(0, 9) && !set.sees(0, 0));
    }
}
