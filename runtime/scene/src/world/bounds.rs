//! Bounds of the visible world.

use glam::{Affine3A, Vec3};

use super::{EntityId, World};

impl World {
    /// The smallest box, along the world's axes, around all visible meshes as they stand, joints included; `None` where there are none.
    pub fn visible_bounds(&mut self) -> Option<(Vec3, Vec3)> {
        let mut bounds: Option<(Vec3, Vec3)> = None;
        let visible = self.take_visible();
        for &id in visible.ids() {
            self.grow_bounds(id, &mut bounds);
        }
        self.scratch.visible = visible;
        bounds.filter(|(low, high)| low.is_finite() && high.is_finite())
    }

    fn grow_bounds(&mut self, id: EntityId, bounds: &mut Option<(Vec3, Vec3)>) {
        let Some(instance) = self.entities.get(id).and_then(|e| e.mesh()).cloned() else {
            return;
        };
        let place = self.world_affine(id);
        let joints: Vec<Affine3A> = instance
            .joints
            .iter()
            .map(|&j| self.world_affine(j))
            .collect();
        let Some(mesh) = self.mesh(instance.mesh) else {
            return;
        };
        // From the mesh's rest to the world, for each joint.
        let palette: Vec<Affine3A> = joints
            .iter()
            .zip(&mesh.inverse_bind)
            .map(|(joint, bind)| *joint * *bind)
            .collect();
        for surface in &mesh.surfaces {
            for (at, vertex) in surface.vertices.iter().enumerate() {
                let skin = surface.skin.get(at).filter(|_| !palette.is_empty());
                let point = match skin {
                    Some(skin) => skin
                        .joints
                        .iter()
                        .zip(skin.weights)
                        .filter_map(|(&j, w)| {
                            Some(
                                palette
                                    .get(usize::from(j))?
                                    .transform_point3(vertex.position)
                                    * w,
                            )
                        })
                        .sum(),
                    None => place.transform_point3(vertex.position),
                };
                let (low, high) = bounds.unwrap_or((point, point));
                *bounds = Some((low.min(point), high.max(point)));
            }
        }
    }
}
