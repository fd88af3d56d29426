//! A bounding volume hierarchy over the triangles of a mesh.

use glam::Vec3A;

use super::geometry::Aabb;
use super::probe::Probe;
use super::sweep::Hit;

/// Triangles in a leaf, at most. As many as in Blitz3D, and split in the same way: so triangles are tested in its order, which decides
/// between those that are met at the same time.
const LEAF: usize = 16;

/// Levels of the tree, at most: every split halves, so 2³² triangles need fewer.
const DEPTH: usize = 32;

/// A triangle of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// The surface's index in the mesh.
    pub surface: u32,
    /// The triangle's index in the surface.
    pub triangle: u32,
}

/// A bounding volume hierarchy, built once; it can be refitted where vertices move.
#[derive(Clone, Debug, Default)]
pub struct TriangleTree {
    /// Parents before their children; the left child follows its parent.
    pub(super) nodes: Vec<Node>,
    /// In the order of the leaves, as are `faces`.
    pub(super) corners: Vec<[Vec3A; 3]>,
    faces: Vec<Face>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub bounds: Aabb,
    /// A leaf's first triangle, or the right child.
    pub first: u32,
    /// Triangles of a leaf; 0 for a node with children.
    pub count: u32,
}

/// A triangle while the tree is built.
struct Entry {
    face: Face,
    corners: [Vec3A; 3],
    center: Vec3A,
}

impl TriangleTree {
    /// The tree over some triangles; corners are clockwise as seen from the front. Triangles that are not finite are left out.
    pub fn new(triangles: impl IntoIterator<Item = (Face, [Vec3A; 3])>) -> Self {
        let mut entries: Vec<Entry> = triangles
            .into_iter()
            .filter(|(_, corners)| corners.iter().all(|c| c.is_finite()))
            .map(|(face, corners)| Entry {
                face,
                corners,
                center: (corners[0] + corners[1] + corners[2]) / 3.0,
            })
            .collect();
        let mut tree = Self::default();
        if !entries.is_empty() {
            tree.build(&mut entries);
        }
        tree
    }

    /// Adds the node over some triangles, and all below it.
    fn build(&mut self, entries: &mut [Entry]) {
        let bounds = Aabb::around(entries.iter().flat_map(|e| e.corners));
        let at = self.nodes.len();
        let first = self.corners.len() as u32;
        if entries.len() <= LEAF {
            let count = entries.len() as u32;
            self.nodes.push(Node {
                bounds,
                first,
                count,
            });
            self.corners.extend(entries.iter().map(|e| e.corners));
            self.faces.extend(entries.iter().map(|e| e.face));
            return;
        }
        self.nodes.push(Node {
            bounds,
            first: 0,
            count: 0,
        });
        // The longest axis; of equal ones y, then z.
        let size = bounds.high - bounds.low;
        let longest = size.max_element();
        let axis = if size.y == longest {
            1
        } else if size.z == longest {
            2
        } else {
            0
        };
        entries.sort_by(|a, b| a.center[axis].total_cmp(&b.center[axis]));
        let (left, right) = entries.split_at_mut(entries.len() / 2);
        self.build(left);
        let child = self.nodes.len() as u32;
        if let Some(node) = self.nodes.get_mut(at) {
            node.first = child;
        }
        self.build(right);
    }

    /// Refits the tree to other positions of the same triangles. Non-finite triangles become empty.
    pub fn refit(&mut self, mut corners_of: impl FnMut(Face) -> [Vec3A; 3]) {
        for (corners, &face) in self.corners.iter_mut().zip(&self.faces) {
            *corners = corners_of(face);
            if !corners.iter().all(|c| c.is_finite()) {
                *corners = [Vec3A::ZERO; 3];
            }
        }
        for at in (0..self.nodes.len()).rev() {
            let Some(node) = self.nodes.get(at) else {
                continue;
            };
            let bounds = if node.count > 0 {
                Aabb::around(self.leaf(node).iter().flatten().copied())
            } else {
                let child = |at: usize| self.nodes.get(at).map_or(Aabb::EMPTY, |n| n.bounds);
                child(at + 1).union(child(node.first as usize))
            };
            if let Some(node) = self.nodes.get_mut(at) {
                node.bounds = bounds;
            }
        }
    }

    /// The triangles of a leaf.
    pub(super) fn leaf(&self, node: &Node) -> &[[Vec3A; 3]] {
        let first = node.first as usize;
        self.corners
            .get(first..first + node.count as usize)
            .unwrap_or_default()
    }

    /// The box around all of it.
    pub fn bounds(&self) -> Aabb {
        self.nodes.first().map_or(Aabb::EMPTY, |node| node.bounds)
    }

    /// Number of triangles in it.
    pub fn len(&self) -> usize {
        self.corners.len()
    }

    /// Whether it holds no triangle.
    pub fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// Its triangles in the order in which they are tested.
    pub fn triangles(&self) -> impl Iterator<Item = (Face, [Vec3A; 3])> {
        self.faces.iter().copied().zip(self.corners.iter().copied())
    }

    /// Finds a hit that is not later than `hit`; its triangle, where there is one.
    pub(crate) fn sweep(&self, probe: &Probe, hit: &mut Hit) -> Option<Face> {
        let mut met = None;
        // Right children still to be visited: one a level.
        let mut stack = [0_u32; DEPTH];
        let mut waiting = 0;
        let mut at = 0;
        loop {
            let node = self.nodes.get(at)?;
            if probe.may_meet(&node.bounds, hit.time) {
                if node.count == 0 {
                    *stack.get_mut(waiting)? = node.first;
                    waiting += 1;
                    at += 1;
                    continue;
                }
                for (number, corners) in self.leaf(node).iter().enumerate() {
                    if probe.may_meet(&Aabb::around(*corners), hit.time)
                        && hit.triangle(
                            &probe.line,
                            probe.radius,
                            corners.map(|c| probe.place.transform_point3a(c)),
                        )
                    {
                        met = Some(node.first as usize + number);
                    }
                }
            }
            if waiting == 0 {
                return self.faces.get(met?).copied();
            }
            waiting -= 1;
            at = stack[waiting] as usize;
        }
    }
}
