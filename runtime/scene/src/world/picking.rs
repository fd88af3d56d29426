//! Picking by rays, lines of sight, and visibility from cameras.

use glam::{Affine3A, Vec3, Vec3A};

use super::collisions::{Body, Search, Shape};
use super::placement::inverse;
use super::solids::MeshFace;
use super::{EntityId, World};
use crate::camera::{Camera, Projection};
use crate::collide::{Line, trees_overlap};

/// The result of the last pick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picked {
    /// The entity, `None` where nothing was hit; it may have been freed since.
    pub entity: Option<EntityId>,
    /// Where, in the world. A pick that hits nothing leaves this and the normal unchanged, as in Blitz3D.
    pub position: Vec3,
    /// Unit normal of what was hit.
    pub normal: Vec3,
    /// Time along the ray: 0 at its start, 1 at its end.
    pub time: f32,
    /// The triangle. A hit without triangles leaves that of an earlier pick, as in Blitz3D.
    pub face: Option<MeshFace>,
}

impl Default for Picked {
    fn default() -> Self {
        Self {
            entity: None,
            position: Vec3::ZERO,
            normal: Vec3::ZERO,
            time: 1.0,
            face: None,
        }
    }
}

/// Tests an entity against a swept sphere.
type Test<'a> = &'a dyn Fn(&mut Search, &Line, f32) -> bool;

impl World {
    /// The result of the last pick.
    pub fn picked(&self) -> &Picked {
        &self.picked
    }

    /// Sweeps a sphere of this radius, 0 for a ray, from `origin` along `direction`, and returns the first visible, pickable entity that
    /// it hits.
    pub fn pick(&mut self, origin: Vec3, direction: Vec3, radius: f32) -> Option<EntityId> {
        let line = Line {
            origin: origin.into(),
            direction: direction.into(),
        };
        let mut search = Search::default();
        search.hit.normal = self.picked.normal.into();
        search.face = self.picked.face;
        let mut met = None;
        self.each_pickable(
            |_, _| true,
            |id, test| {
                if test(&mut search, &line, radius) {
                    met = Some(id);
                }
                true
            },
        );
        self.picked = Picked {
            entity: met,
            position: match met {
                Some(_) => (line.at(search.hit.time) - search.hit.normal * radius).into(),
                None => self.picked.position,
            },
            normal: search.hit.normal.into(),
            time: search.hit.time,
            face: search.face,
        };
        met
    }

    /// Whether no obscurer stands between the origins of two entities.
    pub fn sees(&mut self, from: EntityId, to: EntityId) -> bool {
        let line = Line::between(
            self.world_position(from).into(),
            self.world_position(to).into(),
        );
        let mut search = Search::default();
        let mut free = true;
        self.each_pickable(
            |id, body| body.obscurer && id != from && id != to,
            |_, test| {
                free = !test(&mut search, &line, 0.0);
                free
            },
        );
        free
    }

    /// Calls `visit` with every visible, pickable entity that is `wanted`, and with a function that tests it, until it returns false.
    fn each_pickable(
        &mut self,
        wanted: impl Fn(EntityId, &Body) -> bool,
        mut visit: impl FnMut(EntityId, Test<'_>) -> bool,
    ) {
        let mut collisions = self.take_collisions();
        let visible = self.take_visible();
        for &id in visible.ids() {
            let body = collisions.bodies.get(id).filter(|body| wanted(id, body));
            let Some(shape) = body.and_then(|body| body.pick) else {
                continue;
            };
            if shape == Shape::Polygons {
                self.prepare_solid(&mut collisions.solids, id);
            }
            let place = self.world_affine(id);
            let (Some(entity), Some(body)) = (self.entities.get(id), collisions.bodies.get(id))
            else {
                continue;
            };
            let test = |search: &mut Search, line: &Line, radius: f32| {
                let finite = line.origin.is_finite() && line.direction.is_finite();
                let target = (id, entity, body);
                finite && search.test(&collisions.solids, target, (line, radius), &place, shape)
            };
            if !visit(id, &test) {
                break;
            }
        }
        self.scratch.visible = visible;
        self.put_back_collisions(collisions);
    }

    /// Picks along a ray from a camera through a point of its viewport, in pixels, as far as its far plane. `None` also for other entities.
    pub fn pick_from_camera(&mut self, camera: EntityId, x: f32, y: f32) -> Option<EntityId> {
        let place = self.world_affine(camera);
        let (origin, direction) = ray(self.get(camera)?.camera()?, x, y);
        self.pick(
            place.transform_point3(origin),
            place.transform_vector3(direction),
            0.0,
        )
    }

    /// Whether a camera may see an entity: the box around its mesh at rest, or its origin where it shows none.
    pub fn is_in_view(&mut self, id: EntityId, camera: EntityId) -> bool {
        let to_view = inverse(self.world_affine(camera)) * self.world_affine(id);
        let Some(view) = self.get(camera).and_then(|e| e.camera()) else {
            return false;
        };
        let mesh = self.get(id).and_then(|e| e.mesh());
        match mesh.and_then(|instance| self.mesh(instance.mesh)) {
            // Blitz3D's bounds of no vertices are a huge inverted box, which is in every view.
            Some(mesh) => mesh
                .bounds()
                .is_none_or(|bounds| sees_box(view, &to_view, bounds)),
            None => sees_points(view, &[to_view.translation]),
        }
    }

    /// Whether the triangles of two entities' meshes intersect; false where one has no mesh.
    pub fn meshes_overlap(&mut self, one: EntityId, other: EntityId) -> bool {
        let mut collisions = self.take_collisions();
        self.prepare_solid(&mut collisions.solids, one);
        self.prepare_solid(&mut collisions.solids, other);
        let place = inverse(self.world_affine(other)) * self.world_affine(one);
        let tree = |id| {
            let instance = self.get(id)?.mesh()?;
            collisions.solids.tree(id, instance)
        };
        let overlap = tree(one)
            .zip(tree(other))
            .is_some_and(|(a, b)| trees_overlap(a, b, &place));
        self.put_back_collisions(collisions);
        overlap
    }
}

/// The ray of a camera, in its own space, through a point of its viewport: origin and direction, as far as the far plane.
fn ray(camera: &Camera, x: f32, y: f32) -> (Vec3, Vec3) {
    let [_, _, width, height] = camera.viewport.map(|v| v as f32);
    // Half the width seen at distance 1 is 1 / zoom.
    let x = (x / width - 0.5) * 2.0 / camera.zoom;
    let y = (0.5 - y / height) * 2.0 / camera.zoom * (height / width);
    let far = camera.far;
    match camera.projection {
        Projection::Orthographic => (Vec3::new(x, y, 0.0) * camera.near, Vec3::new(0.0, 0.0, far)),
        _ => (Vec3::ZERO, Vec3::new(x, y, 1.0) * far),
    }
}

/// Whether for each side of the frustum some corner of the box, transformed to camera space, is inside.
pub(super) fn sees_box(camera: &Camera, to_view: &Affine3A, (low, high): (Vec3, Vec3)) -> bool {
    let corners = crate::collide::Aabb {
        low: low.into(),
        high: high.into(),
    }
    .corners()
    .map(|corner| to_view.transform_point3a(corner));
    sees_points(camera, &corners)
}

/// Whether for each side of the frustum some point is inside. Orthographic cameras count as perspective ones, as in Blitz3D.
fn sees_points(camera: &Camera, points: &[Vec3A]) -> bool {
    let [_, _, width, height] = camera.viewport.map(|v| v as f32);
    // A negative zoom turns the picture, which leaves what is seen the same.
    let across = 1.0 / camera.zoom.abs();
    let up = across * (height / width);
    let sides: [&dyn Fn(&Vec3A) -> f32; 6] = [
        &|p| p.z - camera.near,
        &|p| camera.far - p.z,
        &|p| across * p.z - p.x,
        &|p| across * p.z + p.x,
        &|p| up * p.z - p.y,
        &|p| up * p.z + p.y,
    ];
    sides
        .iter()
        .all(|inside| !points.iter().all(|point| inside(point) < 0.0))
}
