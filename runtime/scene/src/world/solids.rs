//! Cached bounding volume hierarchies for polygon tests: of meshes, of skinned meshes in their present pose, and of terrains.

use glam::{Affine3A, Vec3A};
use slotmap::SecondaryMap;

use super::{EntityId, MeshId, World};
use crate::collide::{Face, HeightTree, Hit, Line, Probe, SKIN, TriangleTree};
use crate::entity::{EntityKind, MeshInstance};
use crate::mesh::{Mesh, Surface};

/// A triangle of a mesh of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeshFace {
    /// The mesh.
    pub mesh: MeshId,
    /// The surface's index in the mesh.
    pub surface: usize,
    /// The triangle's index in the surface.
    pub triangle: usize,
}

/// The trees of a world, each built on first use and rebuilt when its shape has changed.
#[derive(Debug, Default)]
pub(crate) struct Solids {
    meshes: SecondaryMap<MeshId, MeshTree>,
    skins: SecondaryMap<EntityId, SkinTree>,
    terrains: SecondaryMap<EntityId, HeightTree>,
    /// The pose of the skin at hand, and its positions by surface. Reused to avoid allocation.
    palette: Vec<Affine3A>,
    points: Vec<Vec<Vec3A>>,
}

/// Change detection for a mesh: version, numbers of vertices and triangles of each surface.
type State = Vec<(u64, usize, usize)>;

#[derive(Debug)]
struct MeshTree {
    state: State,
    tree: TriangleTree,
}

#[derive(Debug)]
struct SkinTree {
    mesh: MeshId,
    state: State,
    /// From the mesh's rest to its pose, in its own space, for each joint.
    palette: Vec<Affine3A>,
    tree: TriangleTree,
}

fn is_state(mesh: &Mesh, state: &State) -> bool {
    let now = mesh.surfaces.iter().map(state_of);
    now.eq(state.iter().copied())
}

fn state_of(surface: &Surface) -> (u64, usize, usize) {
    (
        surface.version,
        surface.vertices.len(),
        surface.triangles.len(),
    )
}

/// The corners of a triangle; `None` where an index is out of range.
fn corners(points: &[Vec3A], triangle: [u32; 3]) -> Option<[Vec3A; 3]> {
    let [a, b, c] = triangle.map(|i| points.get(i as usize).copied());
    Some([a?, b?, c?])
}

fn rest(surface: &Surface) -> Vec<Vec3A> {
    let points = surface.vertices.iter();
    points.map(|vertex| vertex.position.into()).collect()
}

/// Replaces `points` by the skinned positions of a surface.
fn pose(surface: &Surface, palette: &[Affine3A], points: &mut Vec<Vec3A>) {
    points.clear();
    let positions = surface.vertices.iter();
    points.extend(positions.map(|vertex| Vec3A::from(vertex.position)));
    for (point, skin) in points.iter_mut().zip(&surface.skin) {
        let moved = skin
            .joints
            .iter()
            .zip(skin.weights)
            .map(|(&joint, weight)| {
                let matrix = palette.get(usize::from(joint));
                matrix.map_or(Vec3A::ZERO, |m| m.transform_point3a(*point) * weight)
            });
        *point = moved.sum();
    }
}

fn mesh_tree(mesh: &Mesh) -> TriangleTree {
    TriangleTree::new(mesh.surfaces.iter().zip(0..).flat_map(|(surface, at)| {
        let points = rest(surface);
        let triangles = surface.triangles.iter().zip(0..);
        triangles.filter_map(move |(&triangle, number)| {
            let face = Face {
                surface: at,
                triangle: number,
            };
            Some((face, corners(&points, triangle)?))
        })
    }))
}

impl Solids {
    /// Removes the trees of an entity.
    pub fn forget(&mut self, id: EntityId) {
        self.skins.remove(id);
        self.terrains.remove(id);
    }

    /// Removes the tree of a mesh.
    pub fn forget_mesh(&mut self, id: MeshId) {
        self.meshes.remove(id);
    }

    fn mesh(&mut self, id: MeshId, mesh: &Mesh) -> &TriangleTree {
        let known = self.meshes.get(id);
        if known.is_none_or(|known| !is_state(mesh, &known.state)) {
            let state = mesh.surfaces.iter().map(state_of).collect();
            let tree = mesh_tree(mesh);
            self.meshes.insert(id, MeshTree { state, tree });
        }
        // Inserted above where it was missing.
        &self.meshes[id].tree
    }

    /// Refits the tree of a skinned mesh to the pose in `self.palette`.
    fn skin(&mut self, id: EntityId, mesh_id: MeshId, mesh: &Mesh) {
        let known = self
            .skins
            .get(id)
            .filter(|known| known.mesh == mesh_id && is_state(mesh, &known.state));
        if known.is_some_and(|known| known.palette == self.palette) {
            return;
        }
        if known.is_none() {
            let skin = SkinTree {
                mesh: mesh_id,
                state: mesh.surfaces.iter().map(state_of).collect(),
                palette: Vec::new(),
                tree: self.mesh(mesh_id, mesh).clone(),
            };
            self.skins.insert(id, skin);
        }
        let Self {
            skins,
            palette,
            points,
            ..
        } = self;
        if let Some(skin) = skins.get_mut(id) {
            points.resize_with(points.len().max(mesh.surfaces.len()), Vec::new);
            for (surface, points) in mesh.surfaces.iter().zip(&mut *points) {
                pose(surface, palette, points);
            }
            skin.tree.refit(|face| {
                let surface = mesh.surfaces.get(face.surface as usize);
                let triangle = surface.and_then(|s| s.triangles.get(face.triangle as usize));
                let points = points.get(face.surface as usize);
                let found = points.zip(triangle);
                found
                    .and_then(|(points, &triangle)| corners(points, triangle))
                    .unwrap_or([Vec3A::ZERO; 3])
            });
            skin.palette.clone_from(palette);
        }
    }

    /// The tree over an entity's mesh, where it shows one and it has been prepared.
    pub fn tree(&self, id: EntityId, instance: &MeshInstance) -> Option<&TriangleTree> {
        match self.skins.get(id) {
            Some(skin) if skin.mesh == instance.mesh => Some(&skin.tree),
            _ => Some(&self.meshes.get(instance.mesh)?.tree),
        }
    }

    /// Sweeps a sphere against the polygons of an entity with the transform `place`. Some where it is hit not later than `hit`, with the
    /// triangle of a mesh. The entity must have been prepared; only meshes, terrains, levels and planes have polygons.
    pub fn sweep(
        &self,
        (id, kind): (EntityId, &EntityKind),
        (line, radius): (&Line, f32),
        place: &Affine3A,
        hit: &mut Hit,
    ) -> Option<Option<MeshFace>> {
        match kind {
            EntityKind::Mesh(instance) => {
                let tree = self.tree(id, instance)?;
                if !may_reach(tree, line, radius, place) {
                    return None;
                }
                let face = tree.sweep(&Probe::new(line, radius, place), hit)?;
                Some(Some(MeshFace {
                    mesh: instance.mesh,
                    surface: face.surface as usize,
                    triangle: face.triangle as usize,
                }))
            }
            EntityKind::Terrain(terrain) => {
                let tree = self.terrains.get(id)?;
                let probe = Probe::new(line, radius, place);
                tree.sweep(terrain, &probe, hit).then_some(None)
            }
            EntityKind::Level(instance) => {
                let tree = &instance.level.solid;
                if !may_reach(tree, line, radius, place) {
                    return None;
                }
                let met = tree.sweep(&Probe::new(line, radius, place), hit);
                // The first triangle of no surface, as Blitz3D has it.
                let of_level = MeshFace {
                    mesh: MeshId::default(),
                    surface: 0,
                    triangle: 0,
                };
                met.map(|_| Some(of_level))
            }
            EntityKind::Plane { .. } => hit.plane(line, radius, place).then_some(None),
            _ => None,
        }
    }
}

/// Whether a swept sphere comes near the bounding sphere of a mesh: cheaper than a transform to its space.
fn may_reach(tree: &TriangleTree, line: &Line, radius: f32, place: &Affine3A) -> bool {
    let bounds = tree.bounds();
    let center = place.transform_point3a((bounds.low + bounds.high) * 0.5);
    let m = &place.matrix3;
    // An upper bound of the matrix norm: the Frobenius norm.
    let stretch = m.x_axis.length_squared() + m.y_axis.length_squared() + m.z_axis.length_squared();
    let size = (bounds.high - bounds.low).length() * 0.5 * stretch.sqrt();
    let end = line.origin + line.direction;
    let nearest = center.clamp(line.origin.min(end), line.origin.max(end));
    let reach = (size + radius.abs()) * 1.001 + SKIN;
    let away = nearest.distance_squared(center);
    // NaN is tested in full.
    away.is_nan() || reach.is_nan() || away <= reach * reach
}

impl World {
    /// Updates the tree of an entity, for [`Solids::sweep`].
    pub(super) fn prepare_solid(&mut self, solids: &mut Solids, id: EntityId) {
        let mesh_id = match self.entities.get(id).map(|e| &e.kind) {
            Some(EntityKind::Mesh(instance)) => instance.mesh,
            Some(EntityKind::Terrain(terrain)) => {
                if solids.terrains.get(id).is_none_or(|t| !t.fits(terrain)) {
                    solids.terrains.insert(id, HeightTree::new(terrain));
                }
                return;
            }
            _ => return,
        };
        let skinned = self
            .mesh(mesh_id)
            .is_some_and(|mesh| !mesh.inverse_bind.is_empty());
        let skinned = skinned && self.palette(id, mesh_id, &mut solids.palette);
        let Some(mesh) = self.mesh(mesh_id) else {
            return;
        };
        if skinned {
            solids.skin(id, mesh_id, mesh);
        } else {
            solids.skins.remove(id);
            solids.mesh(mesh_id, mesh);
        }
    }

    /// Replaces `palette` by the matrices from a skinned mesh's rest to its present pose, in the entity's own space, one a joint. False where
    /// the entity's transform is singular.
    fn palette(&mut self, id: EntityId, mesh: MeshId, palette: &mut Vec<Affine3A>) -> bool {
        palette.clear();
        let to_local = self.world_affine(id).inverse();
        if !to_local.is_finite() {
            return false;
        }
        // By index, because transforms are updated on the way, which changes the world.
        while let Some(bind) = self
            .mesh(mesh)
            .and_then(|mesh| mesh.inverse_bind.get(palette.len()).copied())
        {
            let instance = self.entities.get(id).and_then(|entity| entity.mesh());
            let joint = instance.and_then(|instance| instance.joints.get(palette.len()).copied());
            palette.push(
                match joint.filter(|&joint| self.entities.contains_key(joint)) {
                    Some(joint) => to_local * self.world_affine(joint) * bind,
                    // Vertices of a freed joint follow the entity.
                    None => Affine3A::IDENTITY,
                },
            );
        }
        true
    }
}
