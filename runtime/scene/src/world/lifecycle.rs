//! Creating, copying and freeing entities.

use std::collections::HashMap;

use super::{EntityId, MeshId, SharedMesh, TextureId, World};
use crate::animation::Animation;
use crate::brush::{Brush, BrushTexture};
use crate::entity::{Entity, EntityKind, MeshInstance};
use crate::mesh::Mesh;
use crate::model::{AnimatedPart, ModelData, ModelMesh, SurfaceOrder};

impl World {
    /// Creates an entity below `parent`, at its origin.
    pub fn create(&mut self, kind: EntityKind, parent: Option<EntityId>) -> EntityId {
        let id = self.entities.insert(Entity::new(kind));
        self.attach(id, parent);
        self.invalidate(id);
        id
    }

    /// Creates an entity with a mesh of its own.
    pub fn create_mesh(&mut self, mesh: Mesh, parent: Option<EntityId>) -> EntityId {
        let mesh = self.add_mesh(mesh);
        self.create(
            EntityKind::Mesh(MeshInstance {
                mesh,
                joints: Vec::new(),
            }),
            parent,
        )
    }

    /// Adds a mesh for an entity about to be made.
    pub(crate) fn add_mesh(&mut self, mesh: Mesh) -> MeshId {
        self.meshes.insert(SharedMesh { mesh, users: 1 })
    }

    /// Frees an entity and all below it; returns what was freed.
    pub fn free(&mut self, id: EntityId) -> Vec<EntityId> {
        if !self.entities.contains_key(id) {
            return Vec::new();
        }
        self.detach(id);
        let freed = self.subtree(id);
        for &id in &freed {
            self.animations.remove(id);
            self.recorded.remove(id);
            self.collisions.bodies.remove(id);
            self.collisions.solids.forget(id);
            let removed = self.entities.remove(id);
            if let Some(mesh) = removed.and_then(|entity| entity.kind.mesh()) {
                self.release_mesh(mesh);
            }
        }
        self.sweep_textures();
        freed
    }

    /// Frees everything but the textures; returns the entities freed.
    pub fn clear_entities(&mut self) -> Vec<EntityId> {
        let roots = std::mem::take(&mut self.roots);
        roots.into_iter().flat_map(|id| self.free(id)).collect()
    }

    fn release_mesh(&mut self, id: MeshId) {
        if let Some(shared) = self.meshes.get_mut(id) {
            shared.users -= 1;
            if shared.users == 0 {
                self.meshes.remove(id);
                self.gone.meshes.push(id);
                self.collisions.solids.forget_mesh(id);
            }
        }
    }

    /// Copies an entity and all below it. Meshes are shared; animation starts anew with the same sequences; copies of cameras, lights and
    /// terrains are pivots.
    pub fn copy(&mut self, id: EntityId, parent: Option<EntityId>) -> Option<EntityId> {
        let from = self.subtree(id);
        let mut copies = HashMap::with_capacity(from.len());
        for &old in &from {
            let original = self.entities.get(old)?;
            let mut entity = Entity {
                kind: original.kind.copied(),
                ..original.clone()
            };
            entity.children.clear();
            // A copy of a hidden entity is visible: programs keep hidden originals to copy from.
            entity.visible = true;
            entity.captured = None;
            if let Some(mesh) = entity.kind.mesh()
                && let Some(shared) = self.meshes.get_mut(mesh)
            {
                shared.users += 1;
            }
            let above = if old == id {
                parent
            } else {
                entity.parent.and_then(|p| copies.get(&p).copied())
            };
            let new = self.entities.insert(entity);
            copies.insert(old, new);
            self.attach(new, above);
        }
        let counterpart = |old: &EntityId| copies.get(old).copied().unwrap_or(*old);
        for &old in &from {
            let new = counterpart(&old);
            if let Some(Entity {
                kind: EntityKind::Mesh(instance),
                ..
            }) = self.entities.get_mut(new)
            {
                for joint in &mut instance.joints {
                    *joint = counterpart(joint);
                }
            }
            self.animations.copy(old, new, counterpart);
        }
        let root = counterpart(&id);
        if let Some(entity) = self.entities.get_mut(root) {
            entity.stale = false;
        }
        self.invalidate(root);
        for (&old, &new) in &copies {
            self.copy_body(old, new);
        }
        Some(root)
    }

    /// Instantiates a loaded model. `textures` holds, for each of the model's textures, the one to use; layers without one stay
    /// empty. Returns the root entity, or `None` for a model without nodes.
    pub fn instantiate(
        &mut self,
        model: &ModelData,
        textures: &[Option<TextureId>],
        parent: Option<EntityId>,
    ) -> Option<EntityId> {
        let mut ids: Vec<EntityId> = Vec::with_capacity(model.nodes.len());
        for node in &model.nodes {
            let above = node
                .parent
                .and_then(|p| ids.get(p).copied())
                .or(if ids.is_empty() { parent } else { None });
            let above = above.or_else(|| ids.first().copied());
            let id = self.create(EntityKind::Pivot, above);
            if let Some(entity) = self.entities.get_mut(id) {
                entity.name.clone_from(&node.name);
                entity.local = node.transform;
            }
            ids.push(id);
        }
        let order = model.surface_order;
        for (node, &id) in model.nodes.iter().zip(&ids) {
            match &node.mesh {
                Some(mesh) => self.instantiate_mesh(mesh, id, &ids, textures, order),
                None if node.is_joint => {}
                // What is neither mesh nor joint is an empty mesh, as in Blitz3D: programs paint it and count its surfaces.
                None => self.instantiate_mesh(&ModelMesh::default(), id, &ids, textures, order),
            }
        }
        for part in &model.animated {
            self.instantiate_animation(part, &ids);
        }
        let root = ids.first().copied()?;
        if self.animation(root).is_none()
            && let Some(&owner) = model.animated.first().and_then(|part| ids.get(part.node))
        {
            self.animations.stand_for(root, owner, false);
        }
        Some(root)
    }

    fn instantiate_mesh(
        &mut self,
        model: &ModelMesh,
        id: EntityId,
        ids: &[EntityId],
        textures: &[Option<TextureId>],
        order: SurfaceOrder,
    ) {
        let mut mesh = Mesh {
            surfaces: model.surfaces.clone(),
            ..Mesh::default()
        };
        for (surface, layers) in mesh.surfaces.iter_mut().zip(&model.surface_textures) {
            lay_textures(&mut surface.brush, layers, textures);
        }
        if order == SurfaceOrder::ByBrush {
            mesh.surfaces = self.sort_surfaces(mesh.surfaces);
        }
        let mut joints = Vec::new();
        if let Some(skin) = &model.skin {
            mesh.inverse_bind.clone_from(&skin.inverse_bind);
            joints.extend(
                skin.joints
                    .iter()
                    .map(|&j| ids.get(j).copied().unwrap_or(id)),
            );
        }
        let mesh = self.meshes.insert(SharedMesh { mesh, users: 1 });
        if let Some(entity) = self.entities.get_mut(id) {
            entity.kind = EntityKind::Mesh(MeshInstance { mesh, joints });
            entity.brush = model.brush.clone();
            lay_textures(&mut entity.brush, &model.brush_textures, textures);
        }
    }

    fn instantiate_animation(&mut self, part: &AnimatedPart, ids: &[EntityId]) {
        let Some(&id) = ids.get(part.node) else {
            return;
        };
        let joints: Vec<EntityId> = part
            .joints
            .iter()
            .filter_map(|&j| ids.get(j).copied())
            .collect();
        // A part with invalid nodes, which no loader makes, stays without animation.
        if joints.len() == part.joints.len() {
            self.animations.insert(Animation::new(id, part, joints));
            for above in part.answering.iter().filter_map(|&node| ids.get(node)) {
                self.animations.stand_for(*above, id, true);
            }
        }
    }
}

fn lay_textures(brush: &mut Brush, layers: &[(usize, usize)], textures: &[Option<TextureId>]) {
    for &(layer, index) in layers {
        if let (Some(slot), Some(&Some(texture))) =
            (brush.textures.get_mut(layer), textures.get(index))
        {
            *slot = Some(BrushTexture { texture, frame: 0 });
        }
    }
}
