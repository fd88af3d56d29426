//! Levels: surfaces cut into faces, a binary space partition over them, and a potentially visible set (PVS). Quake III made them in this form.

mod tree;

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use glam::{Vec3, Vec3A};

use crate::brush::{Brush, BrushTexture, Effects};
use crate::collide::{Face, TriangleTree};
use crate::entity::EntityKind;
use crate::mesh::{Mesh, Surface, Vertex};
use crate::texture::{Image, Texture, TextureBlend, TextureFlags};
use crate::world::{EntityId, MeshId, TextureId, World};

pub use tree::{LevelChild, LevelLeaf, LevelNode, LevelTree, LevelView, VisibleSet};

/// What a level file holds, ready for [`World::create_level`].
#[derive(Clone, Debug, Default)]
pub struct LevelData {
    /// Surfaces: vertices that share a texture and a lightmap. Texture coordinates 0 are the lightmap's, 1 the texture's.
    pub surfaces: Vec<LevelSurface>,
    /// Faces, the unit of visibility.
    pub faces: Vec<LevelFace>,
    /// The partition of space.
    pub tree: LevelTree,
    /// The triangles that stop spheres and rays, clockwise as seen from the front.
    pub solid: Vec<[Vec3; 3]>,
    /// Names of the textures, mostly without an ending.
    pub texture_names: Vec<String>,
    /// The lightmaps.
    pub lightmaps: Vec<Image>,
    /// What the loader left out, a sentence each.
    pub notes: Vec<String>,
}

/// A surface of a level.
#[derive(Clone, Debug, Default)]
pub struct LevelSurface {
    /// Index of the texture's name.
    pub texture: Option<usize>,
    /// Index of the lightmap.
    pub lightmap: Option<usize>,
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// Three indices of vertices a triangle, front faces clockwise.
    pub triangles: Vec<[u32; 3]>,
}

/// A face of a level: some triangles of a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelFace {
    /// The surface's index.
    pub surface: usize,
    /// Its triangles in the surface.
    pub triangles: Range<u32>,
}

/// A level in a world, shared by the entities that show it.
#[derive(Debug)]
pub struct Level {
    /// The partition of space.
    pub tree: LevelTree,
    /// Faces.
    pub faces: Vec<LevelFace>,
    pub(crate) solid: TriangleTree,
    /// Texture and lightmap of each surface.
    paints: Vec<[Option<TextureId>; 2]>,
    ambient: Cell<Vec3>,
    lightmapped: Cell<bool>,
}

/// A level as an entity shows it; copies share it, its lighting included.
#[derive(Clone, Debug)]
pub struct LevelInstance {
    /// The surfaces.
    pub mesh: MeshId,
    /// All else.
    pub level: Rc<Level>,
}

impl Level {
    /// The light, 0..1, that falls on all its surfaces beside the lightmaps: black at first.
    pub fn ambient(&self) -> Vec3 {
        self.ambient.get()
    }

    /// Sets the ambient light of the level and all its copies.
    pub fn set_ambient(&self, light: Vec3) {
        self.ambient.set(light);
    }

    /// Whether it is lit by its lightmaps.
    pub fn is_lightmapped(&self) -> bool {
        self.lightmapped.get()
    }

    /// Whether a texture belongs to it, seen at present or not.
    pub(crate) fn uses(&self, id: TextureId) -> bool {
        self.paints.iter().flatten().any(|&own| own == Some(id))
    }

    /// The brush of a surface. Where the surface has no lightmap, or lightmaps are off, the colours of its vertices are its light.
    fn brush(&self, surface: usize) -> Brush {
        let mut brush = Brush {
            effects: Effects::CONDITIONAL_LIGHT,
            ..Brush::default()
        };
        let layer = |id: Option<TextureId>| id.map(|texture| BrushTexture { texture, frame: 0 });
        let [texture, lightmap] = self.paints.get(surface).copied().unwrap_or_default();
        match lightmap.filter(|_| self.lightmapped.get()) {
            Some(lightmap) => {
                brush.textures[0] = layer(Some(lightmap));
                brush.textures[1] = layer(texture);
            }
            None => {
                brush.effects |= Effects::EMISSIVE;
                brush.textures[0] = layer(texture);
            }
        }
        brush
    }
}

fn lightmap_texture(image: Image) -> Texture {
    let flags = TextureFlags::COLOR
        | TextureFlags::MIPMAPPED
        | TextureFlags::CLAMP_U
        | TextureFlags::CLAMP_V;
    Texture {
        blend: TextureBlend::Add,
        ..Texture::new(image, flags, "")
    }
}

impl World {
    /// Puts a level into the world. `textures` holds the one to use for each of its texture names; it gets the second set of texture
    /// coordinates.
    pub fn create_level(
        &mut self,
        data: LevelData,
        textures: &[Option<TextureId>],
        parent: Option<EntityId>,
    ) -> EntityId {
        for id in textures.iter().flatten() {
            if let Some(texture) = self.textures.get_mut(*id) {
                texture.flags |= TextureFlags::COORDS_2;
            }
        }
        let lightmaps: Vec<TextureId> = data
            .lightmaps
            .into_iter()
            .map(|image| self.textures.insert(lightmap_texture(image)))
            .collect();
        let paint = |surface: &LevelSurface| {
            let texture = surface.texture.and_then(|at| *textures.get(at)?);
            let lightmap = surface.lightmap.and_then(|at| lightmaps.get(at).copied());
            [texture, lightmap]
        };
        let face = Face {
            surface: 0,
            triangle: 0,
        };
        let solid = data
            .solid
            .iter()
            .map(|corners| (face, corners.map(Vec3A::from)));
        let level = Level {
            solid: TriangleTree::new(solid),
            paints: data.surfaces.iter().map(paint).collect(),
            tree: data.tree,
            faces: data.faces,
            ambient: Cell::new(Vec3::ZERO),
            lightmapped: Cell::new(true),
        };
        let mut mesh = Mesh::default();
        for (at, surface) in data.surfaces.into_iter().enumerate() {
            mesh.surfaces.push(Surface {
                brush: level.brush(at),
                vertices: surface.vertices,
                triangles: surface.triangles,
                ..Surface::default()
            });
        }
        let mesh = self.add_mesh(mesh);
        let instance = LevelInstance {
            mesh,
            level: Rc::new(level),
        };
        let id = self.create(EntityKind::Level(instance), parent);
        // The level keeps its lightmaps; they go with it.
        for lightmap in lightmaps {
            self.release_texture(lightmap);
        }
        id
    }

    /// Lights a level and all its copies by its lightmaps, or by the colours of its vertices. Other entities are left alone.
    pub fn set_lightmapped(&mut self, id: EntityId, lightmapped: bool) {
        let Some(EntityKind::Level(LevelInstance { mesh, level })) =
            self.entities.get(id).map(|e| e.kind.clone())
        else {
            return;
        };
        level.lightmapped.set(lightmapped);
        if let Some(mesh) = self.mesh_mut(mesh) {
            for (at, surface) in mesh.surfaces.iter_mut().enumerate() {
                surface.brush = level.brush(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> LevelData {
        let surface = |lightmap| LevelSurface {
            texture: Some(0),
            lightmap,
            vertices: vec![Vertex::default(); 3],
            triangles: vec![[0, 1, 2]],
        };
        LevelData {
            surfaces: vec![surface(Some(0)), surface(None), surface(Some(7))],
            texture_names: vec!["wall".into()],
            lightmaps: vec![Image::filled(2, 2, [9, 9, 9, 255])],
            ..LevelData::default()
        }
    }

    fn layers(world: &World, id: EntityId) -> Vec<(usize, bool)> {
        let Some(EntityKind::Level(instance)) = world.get(id).map(|e| &e.kind) else {
            panic!("no level");
        };
        let surfaces = &world.mesh(instance.mesh).unwrap().surfaces;
        let of = |s: &Surface| {
            let emissive = s.brush.effects.contains(Effects::EMISSIVE);
            (s.brush.textures.iter().flatten().count(), emissive)
        };
        surfaces.iter().map(of).collect()
    }

    #[test]
    fn lightmaps_are_a_layer_that_can_be_switched_and_stay_as_long_as_the_level() {
        let mut world = World::new();
        let image = Image::filled(1, 1, [255; 4]);
        let wall = world
            .textures
            .insert(Texture::new(image, TextureFlags::COLOR, "wall"));
        let level = world.create_level(data(), &[Some(wall)], None);
        world.release_texture(wall);
        let copy = world.copy(level, None).unwrap();
        assert_eq!(world.get(copy).unwrap().kind_word(), "BSP");
        assert_eq!(layers(&world, level), [(2, false), (1, true), (1, true)]);
        world.set_lightmapped(copy, false);
        assert_eq!(layers(&world, level), [(1, true), (1, true), (1, true)]);
        world.create(EntityKind::Pivot, None);
        assert_eq!(world.textures.len(), 2, "a lightmap that is off is kept");
        world.free(level);
        assert_eq!((world.textures.len(), world.meshes().count()), (2, 1));
        world.set_lightmapped(copy, true);
        assert_eq!(layers(&world, copy)[0], (2, false));
        world.free(copy);
        assert_eq!((world.textures.len(), world.meshes().count()), (0, 0));
        assert_eq!(world.take_gone().textures.len(), 2);
    }
}
