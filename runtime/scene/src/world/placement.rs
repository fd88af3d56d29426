//! Where entities stand: local and world places, turning, moving, and carrying points from one space to another.

use flitz_animation::Transform;
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

use super::{EntityId, World};
use crate::euler::{self, Axis};
use crate::reshape::cofactor;

impl World {
    /// Marks the world places at and below `id` as out of date.
    pub(crate) fn invalidate(&mut self, id: EntityId) {
        let Some(entity) = self.entities.get_mut(id) else {
            return;
        };
        // Below a stale entity everything is stale already.
        if std::mem::replace(&mut entity.stale, true) || entity.children.is_empty() {
            return;
        }
        let stack = &mut self.scratch.path;
        stack.extend_from_slice(&entity.children);
        while let Some(id) = stack.pop() {
            if let Some(entity) = self.entities.get_mut(id)
                && !std::mem::replace(&mut entity.stale, true)
            {
                stack.extend_from_slice(&entity.children);
            }
        }
    }

    /// From the entity's space to the world's; identity for one that does not exist.
    pub fn world_affine(&mut self, id: EntityId) -> Affine3A {
        let Some(entity) = self.entities.get(id) else {
            return Affine3A::IDENTITY;
        };
        if !entity.stale {
            return entity.world;
        }
        // Up to the first ancestor that is up to date, then down again: no recursion, trees may be deep.
        let path = &mut self.scratch.path;
        path.push(id);
        let mut at = entity.parent;
        let mut world = Affine3A::IDENTITY;
        while let Some(entity) = at.and_then(|p| self.entities.get(p)) {
            if !entity.stale {
                world = entity.world;
                break;
            }
            path.extend(at);
            at = entity.parent;
        }
        while let Some(id) = path.pop() {
            if let Some(entity) = self.entities.get_mut(id) {
                world *= affine(&entity.local);
                entity.world = world;
                entity.stale = false;
            }
        }
        world
    }

    /// Where the entity stands in the world.
    pub fn world_position(&mut self, id: EntityId) -> Vec3 {
        self.world_affine(id).translation.into()
    }

    /// The product of the rotations from the root down, as Blitz3D takes an entity's world rotation.
    pub fn world_rotation(&self, id: EntityId) -> Quat {
        let mut rotation = Quat::IDENTITY;
        let mut at = Some(id);
        while let Some(entity) = at.and_then(|p| self.entities.get(p)) {
            rotation = entity.local.rotation * rotation;
            at = entity.parent;
        }
        rotation
    }

    /// The product of the scales from the root down.
    pub fn world_scale(&self, id: EntityId) -> Vec3 {
        let mut scale = Vec3::ONE;
        let mut at = Some(id);
        while let Some(entity) = at.and_then(|p| self.entities.get(p)) {
            scale *= entity.local.scale;
            at = entity.parent;
        }
        scale
    }

    /// Changes the local place of an entity.
    pub fn edit_local(&mut self, id: EntityId, edit: impl FnOnce(&mut Transform)) {
        if let Some(entity) = self.entities.get_mut(id) {
            edit(&mut entity.local);
            self.invalidate(id);
        }
    }

    /// Sets the position relative to the parent.
    pub fn set_position(&mut self, id: EntityId, position: Vec3) {
        self.edit_local(id, |t| t.translation = position);
    }

    /// Sets the rotation relative to the parent.
    pub fn set_rotation(&mut self, id: EntityId, rotation: Quat) {
        self.edit_local(id, |t| t.rotation = rotation.normalize());
    }

    /// Sets the scale relative to the parent.
    pub fn set_scale(&mut self, id: EntityId, scale: Vec3) {
        self.edit_local(id, |t| t.scale = scale);
    }

    /// Sets the position in the world.
    pub fn set_world_position(&mut self, id: EntityId, position: Vec3) {
        let position = match self.parent_of(id) {
            Some(parent) => inverse(self.world_affine(parent)).transform_point3(position),
            None => position,
        };
        self.set_position(id, position);
    }

    /// Sets the rotation in the world.
    pub fn set_world_rotation(&mut self, id: EntityId, rotation: Quat) {
        let rotation = match self.parent_of(id) {
            Some(parent) => self.world_rotation(parent).conjugate() * rotation,
            None => rotation,
        };
        self.set_rotation(id, rotation);
    }

    /// Sets the scale in the world; along an axis that the parent flattens to nothing the scale stays 0.
    pub fn set_world_scale(&mut self, id: EntityId, scale: Vec3) {
        let scale = match self.parent_of(id) {
            Some(parent) => {
                let by = self.world_scale(parent);
                Vec3::from_array(
                    [0, 1, 2].map(|i| if by[i] == 0.0 { 0.0 } else { scale[i] / by[i] }),
                )
            }
            None => scale,
        };
        self.set_scale(id, scale);
    }

    /// Places the entity so that its world place is `world`; a shear that position, rotation and scale cannot express is lost.
    pub fn set_world_affine(&mut self, id: EntityId, world: Affine3A) {
        let local = match self.parent_of(id) {
            Some(parent) => inverse(self.world_affine(parent)) * world,
            None => world,
        };
        let local = decompose(local);
        self.edit_local(id, |t| *t = local);
    }

    /// Moves the entity along its own axes.
    pub fn move_by(&mut self, id: EntityId, by: Vec3) {
        self.edit_local(id, |t| t.translation += t.rotation * by);
    }

    /// Moves the entity along its parent's axes, or the world's.
    pub fn translate(&mut self, id: EntityId, by: Vec3, global: bool) {
        if global {
            let position = self.world_position(id) + by;
            self.set_world_position(id, position);
        } else {
            self.edit_local(id, |t| t.translation += by);
        }
    }

    /// Turns the entity about its own axes, or the world's.
    pub fn turn(&mut self, id: EntityId, by: Quat, global: bool) {
        if global {
            let rotation = by * self.world_rotation(id);
            self.set_world_rotation(id, rotation);
        } else {
            self.edit_local(id, |t| t.rotation = (t.rotation * by).normalize());
        }
    }

    /// Turns the entity so that its +z looks at `target`; `roll` in degrees.
    pub fn point_at(&mut self, id: EntityId, target: EntityId, roll: f32) {
        let to = self.world_position(target) - self.world_position(id);
        self.set_world_rotation(
            id,
            euler::rotation(euler::pitch_of(to), euler::yaw_of(to), roll),
        );
    }

    /// Turns the entity, the share `rate` of the way, so that one of its axes points along a direction in the world. A
    /// direction without length changes nothing.
    pub fn align(&mut self, id: EntityId, direction: Vec3, axis: Axis, rate: f32) {
        // Blitz3D's own threshold for directions and for axes that point there already.
        const EPSILON: f32 = 1e-6;
        let length = direction.length();
        if length.is_nan() || length <= EPSILON {
            return;
        }
        let direction = direction / length;
        let rotation = self.world_rotation(id);
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| rotation * axis);
        let index = axis as usize;
        let axis = axes[index];
        let cosine = axis.dot(direction);
        if cosine >= 1.0 - EPSILON {
            return;
        }
        // Straight behind, any turn is the shortest: it goes about the next axis, backwards, which shows where the rate is not 1.
        let (about, angle) = if cosine <= -1.0 + EPSILON {
            (axes[(index + 1) % 3], -std::f32::consts::PI)
        } else {
            (axis.cross(direction).normalize(), cosine.acos())
        };
        self.set_world_rotation(id, Quat::from_axis_angle(about, angle * rate) * rotation);
    }

    /// Carries a point from one entity's space (`None`: the world's) to another's.
    pub fn transform_point(
        &mut self,
        point: Vec3,
        from: Option<EntityId>,
        to: Option<EntityId>,
    ) -> Vec3 {
        let mut point = point;
        if let Some(from) = from {
            point = self.world_affine(from).transform_point3(point);
        }
        if let Some(to) = to {
            point = inverse(self.world_affine(to)).transform_point3(point);
        }
        point
    }

    /// Carries a direction with its length.
    pub fn transform_vector(
        &mut self,
        vector: Vec3,
        from: Option<EntityId>,
        to: Option<EntityId>,
    ) -> Vec3 {
        let mut vector = vector;
        if let Some(from) = from {
            vector = self.world_affine(from).transform_vector3(vector);
        }
        if let Some(to) = to {
            vector = inverse(self.world_affine(to)).transform_vector3(vector);
        }
        vector
    }

    /// Carries a surface normal; the result is unit.
    pub fn transform_normal(
        &mut self,
        normal: Vec3,
        from: Option<EntityId>,
        to: Option<EntityId>,
    ) -> Vec3 {
        let mut normal = Vec3A::from(normal);
        if let Some(from) = from {
            normal = cofactor(self.world_affine(from).matrix3) * normal;
        }
        if let Some(to) = to {
            normal = cofactor(inverse(self.world_affine(to)).matrix3) * normal;
        }
        normal.normalize_or_zero().into()
    }

    fn parent_of(&self, id: EntityId) -> Option<EntityId> {
        self.entities.get(id).and_then(|e| e.parent)
    }
}

/// The matrix of a local place: scale, then rotation, then translation.
pub(crate) fn affine(t: &Transform) -> Affine3A {
    Affine3A::from_scale_rotation_translation(t.scale, t.rotation, t.translation)
}

/// The inverse; of a matrix that flattens something, the translation's alone, so that no NaN spreads through a scene.
pub(super) fn inverse(a: Affine3A) -> Affine3A {
    if a.matrix3.determinant() == 0.0 {
        Affine3A::from_translation((-a.translation).into())
    } else {
        a.inverse()
    }
}

/// Position, rotation and scale of a matrix, as Blitz3D takes them apart: scales are the lengths of the axes, and the
/// rotation comes from the axes made orthogonal, z first, then y.
pub(crate) fn decompose(a: Affine3A) -> Transform {
    let m = a.matrix3;
    let scale = Vec3::new(m.x_axis.length(), m.y_axis.length(), m.z_axis.length());
    let z = m.z_axis.try_normalize().unwrap_or(Vec3A::Z);
    let x = m
        .y_axis
        .cross(z)
        .try_normalize()
        .unwrap_or_else(|| z.any_orthonormal_vector());
    let y = z.cross(x);
    Transform {
        translation: a.translation.into(),
        rotation: Quat::from_mat3a(&Mat3A::from_cols(x, y, z)).normalize(),
        scale,
    }
}
