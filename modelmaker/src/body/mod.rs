//! The skin of the example character, built from lofts.

mod arms;
mod head;
pub mod loft;
pub mod mesh;
mod skin;
mod trunk;

pub use mesh::{Material, Mesh, Triangle, Vertex, Weights};

use loft::Ring;

/// How finely the body is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// For one or a few characters near the camera: about 2,700 triangles.
    Near,
    /// For crowds: about 800 triangles.
    Far,
}

impl Detail {
    /// Columns around a part.
    fn columns(self, near: usize) -> usize {
        match self {
            Detail::Near => near,
            Detail::Far => (near * 3 / 5).max(4),
        }
    }

    /// The rings of a part: all, or every other one with both ends.
    fn rings(self, near: &[Ring]) -> Vec<Ring> {
        let last = near.len().saturating_sub(1);
        near.iter()
            .enumerate()
            .filter(|&(i, _)| self == Detail::Near || i % 2 == 0 || i == last)
            .map(|(_, &ring)| ring)
            .collect()
    }
}

/// Builds the whole body in the rest pose.
pub fn build(detail: Detail) -> Mesh {
    let mut mesh = Mesh::default();
    trunk::add(&mut mesh, detail);
    arms::add(&mut mesh, detail);
    head::add(&mut mesh, detail);
    mesh
}
