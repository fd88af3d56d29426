//! Meshes: surfaces of vertices and triangles.

use glam::{Affine3A, Vec3, Vec3A};

use crate::brush::Brush;

/// A vertex of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Position in the mesh's space.
    pub position: Vec3,
    /// Normal, of any length: scaling a mesh scales its normals too, and drawing makes them unit.
    pub normal: Vec3,
    /// Red, green, blue, alpha.
    pub color: [u8; 4],
    /// Two sets of texture coordinates, v downwards.
    pub uv: [[f32; 2]; 2],
}

impl Default for Vertex {
    fn default() -> Self {
        Self {
            position: Vec3::ZERO,
            normal: Vec3::ZERO,
            color: [255; 4],
            uv: [[0.0; 2]; 2],
        }
    }
}

/// The joints that move a vertex: indices into the mesh's skin, weights that sum to 1. Unused ones have weight 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VertexSkin {
    /// Indices of joints in the skin.
    pub joints: [u16; 4],
    /// Their weights.
    pub weights: [f32; 4],
}

/// Triangles that share a brush.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    /// Its material.
    pub brush: Brush,
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// Three vertex indices a triangle, front faces clockwise. They may refer to vertices that do not exist (yet); such triangles are not
    /// drawn.
    pub triangles: Vec<[u32; 3]>,
    /// Empty, or one entry a vertex.
    pub skin: Vec<VertexSkin>,
    /// Incremented with every change of vertices or triangles.
    pub version: u64,
}

/// A mesh: surfaces, shared by the entities that show it.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// The surfaces in order of creation.
    pub surfaces: Vec<Surface>,
    /// Inverse bind matrices, one a joint of the skin: from the mesh's space to the joint's at rest. Empty where
    /// the mesh has no skin.
    pub inverse_bind: Vec<Affine3A>,
    /// The culling box, low and high corner; `None` or an inverted one: the bounds.
    pub cull_box: Option<(Vec3, Vec3)>,
}

/// Whether low <= high in all components.
fn is_upright(&(low, high): &(Vec3, Vec3)) -> bool {
    low.cmple(high).all()
}

impl Mesh {
    /// Smallest box around all vertices (unskinned), `None` for a mesh without any.
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let mut points = self
            .surfaces
            .iter()
            .flat_map(|s| &s.vertices)
            .map(|v| v.position);
        let first = points.next()?;
        Some(points.fold((first, first), |(lo, hi), p| (lo.min(p), hi.max(p))))
    }

    /// The culling box, where it is not the bounds.
    pub fn own_cull_box(&self) -> Option<(Vec3, Vec3)> {
        self.cull_box.filter(is_upright)
    }

    /// Number of triangles in all surfaces.
    #[cfg(test)]
    pub(crate) fn triangle_count(&self) -> usize {
        self.surfaces.iter().map(|s| s.triangles.len()).sum()
    }
}

impl Surface {
    /// Recomputes normals: the normalized sum of the unit normals of all triangles with a corner at the position of the vertex.
    pub fn update_normals(&mut self) {
        use std::collections::HashMap;
        let key = |p: Vec3| p.to_array().map(|c| (c + 0.0).to_bits());
        let mut sums: HashMap<[u32; 3], Vec3A> = HashMap::with_capacity(self.vertices.len());
        for triangle in &self.triangles {
            let corners = triangle.map(|i| self.vertices.get(i as usize).map(|v| v.position));
            if let [Some(a), Some(b), Some(c)] = corners {
                let normal = Vec3A::from((b - a).cross(c - a));
                // Blitz3D's own threshold for degenerate triangles.
                if normal.length() <= 1e-6 {
                    continue;
                }
                let normal = normal.normalize();
                for p in [a, b, c] {
                    *sums.entry(key(p)).or_default() += normal;
                }
            }
        }
        for vertex in &mut self.vertices {
            let sum = sums.get(&key(vertex.position)).copied().unwrap_or_default();
            vertex.normal = sum.normalize_or_zero().into();
        }
        self.version += 1;
    }
}
