//! Making one plain mesh of a tree of meshes.

use glam::{Affine3A, Mat3A, Vec3A};

use super::placement::inverse;
use super::{EntityId, World};
use crate::brush::Brush;
use crate::mesh::{Mesh, Surface};

impl World {
    /// Makes one mesh entity below `parent` of all meshes at and below `root`, as they stand now: joints do not move it any more.
    /// Surfaces that are painted alike are joined. `root` itself is left alone.
    pub fn collapse(&mut self, root: EntityId, parent: Option<EntityId>) -> EntityId {
        let to_root = inverse(self.world_affine(root));
        let root_local = self
            .get(root)
            .map_or(Affine3A::IDENTITY, |e| e.local().to_affine());
        let mut whole = Mesh::default();
        // Blitz3D folds children in before their parent.
        let mut parts = self.subtree(root);
        parts.reverse();
        for id in parts {
            let place = root_local * to_root * self.world_affine(id);
            let Some(entity) = self.entities.get(id) else {
                continue;
            };
            let Some(mesh) = entity.mesh().and_then(|instance| self.mesh(instance.mesh)) else {
                continue;
            };
            for surface in &mesh.surfaces {
                let brush = Brush::combine(&surface.brush, &entity.brush);
                append(&mut whole, surface, brush, place);
            }
        }
        self.create_mesh(whole, parent)
    }
}

/// Adds a surface to the mesh's surface of the same brush, its vertices carried to `place`.
fn append(whole: &mut Mesh, surface: &Surface, brush: Brush, place: Affine3A) {
    let at = match whole.surfaces.iter().position(|s| s.brush == brush) {
        Some(at) => at,
        None => {
            whole.surfaces.push(Surface {
                brush,
                ..Surface::default()
            });
            whole.surfaces.len() - 1
        }
    };
    let normals = cofactor(place.matrix3);
    if let Some(target) = whole.surfaces.get_mut(at) {
        let first = target.vertices.len() as u32;
        target.vertices.extend(surface.vertices.iter().map(|v| {
            let mut v = *v;
            v.position = place.transform_point3(v.position);
            v.normal = (normals * Vec3A::from(v.normal)).normalize_or_zero().into();
            v
        }));
        target
            .triangles
            .extend(surface.triangles.iter().map(|t| t.map(|i| i + first)));
    }
}

/// The matrix that carries normals, up to length.
pub(super) fn cofactor(m: Mat3A) -> Mat3A {
    Mat3A::from_cols(
        m.y_axis.cross(m.z_axis),
        m.z_axis.cross(m.x_axis),
        m.x_axis.cross(m.y_axis),
    )
}
