//! Terrains.

use std::rc::Rc;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::assets;
use flitz_runtime::scene::{Entity, EntityId, EntityKind, Terrain};
use glam::Vec3;

use super::TerrainEntity;
use crate::command::{Answer, Group, command, group};
use crate::handles::Kind;
use crate::machine::Machine;

impl Machine {
    fn terrain(&mut self, terrain: TerrainEntity) -> Result<&mut Terrain, Interrupt> {
        let entity = self.world.get_mut(terrain.0);
        entity.and_then(Entity::terrain_mut).ok_or_else(super::gone)
    }

    /// The point of a terrain's ground above or below a point of the world.
    fn ground(&mut self, terrain: TerrainEntity, point: Vec3) -> Result<Vec3, Interrupt> {
        let id = terrain.0;
        let mut at = self.world.transform_point(point, None, Some(id));
        let terrain = self.terrain(terrain)?;
        let (x, z) = (at.x.floor(), at.z.floor());
        let (along, across) = (at.x - x, at.z - z);
        let size = terrain.size() as i32;
        let height = |x: i32, z: i32| {
            if (0..=size).contains(&x) && (0..=size).contains(&z) {
                terrain.height(x, z)
            } else {
                0.0
            }
        };
        let (x, z) = (x as i32, z as i32);
        let between = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let [x1, z1] = [x, z].map(|v| v.saturating_add(1));
        at.y = between(
            between(height(x, z), height(x1, z), along),
            between(height(x, z1), height(x1, z1), along),
            across,
        );
        Ok(self.world.transform_point(at, Some(id), None))
    }

    fn add_terrain(
        &mut self,
        terrain: Terrain,
        parent: Option<EntityId>,
        about: &str,
    ) -> Result<i32, Interrupt> {
        let id = self
            .world
            .create(EntityKind::Terrain(Rc::new(terrain)), parent);
        self.handles.add(Kind::Entity, id.to_bits(), about)
    }
}

/// Most triangles of a terrain that TerrainDetail takes.
const MOST_DETAIL: i32 = 1 << 18;

fn flat(size: i32) -> Result<Terrain, Interrupt> {
    u32::try_from(size)
        .ok()
        .and_then(Terrain::new)
        .ok_or_else(|| {
            Interrupt::Error(format!(
                "A terrain has 1, 2, 4, 8 ... up to 2048 cells each way, not {size}."
            ))
        })
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "terrains",
    [
        create_terrain,
        load_terrain,
        terrain_shading,
        terrain_detail,
        terrain_size,
        terrain_height,
        modify_terrain,
        terrain_x,
        terrain_y,
        terrain_z
    ]
);

/// Makes a flat terrain of so many cells each way, a power of two, each one unit wide. Returns its handle.
#[command(CreateTerrain, defaults(parent = 0))]
fn create_terrain(m: &mut Machine, grid_size: i32, parent: Option<EntityId>) -> Answer<i32> {
    m.add_terrain(flat(grid_size)?, parent, "")
}

/// Makes a terrain from a picture, brighter is higher, and returns its handle. The picture is square, a power of two wide.
#[command(LoadTerrain, permission = Read, defaults(parent = 0))]
fn load_terrain(m: &mut Machine, heightmap_file: &Str, parent: Option<EntityId>) -> Answer<i32> {
    let name = heightmap_file.to_text();
    let loaded = m.files.load(&name).map_err(|e| e.to_string());
    let picture =
        loaded.and_then(|bytes| assets::decode_image(&bytes, &name).map_err(|e| e.to_string()));
    let picture = picture.map_err(|why| {
        Interrupt::Error(format!("The heightmap \"{name}\" cannot be loaded: {why}."))
    })?;
    if picture.width != picture.height {
        return Err(Interrupt::Error(format!(
            "The heightmap \"{name}\" is not square."
        )));
    }
    let size = picture.width as i32;
    let mut terrain = flat(size)?;
    for (i, pixel) in picture.rgba.chunks_exact(4).enumerate() {
        let (x, y) = (i as i32 % size, i as i32 / size);
        let brightest = pixel.iter().take(3).copied().max().unwrap_or(0);
        terrain.set_height(x, size - 1 - y, f32::from(brightest) / 255.0);
    }
    m.add_terrain(terrain, parent, &name)
}

/// Lets light fall on a terrain by its slopes, where `enable` is 1.
#[command(TerrainShading)]
fn terrain_shading(m: &mut Machine, terrain: TerrainEntity, enable: bool) -> Answer {
    let terrain = m.terrain(terrain)?;
    terrain.shading = enable;
    terrain.version += 1;
    Ok(())
}

/// Sets how many triangles a terrain is drawn with, about: 2000 at first. Most of them go where the ground is near and rough. With `morph` 1
/// details come in smoothly.
///
/// It can be set up to 262144; flat ground takes few whatever is set. What is out of view is not drawn, but triangles that were divided to
/// find that out count.
#[command(TerrainDetail, defaults(morph = 0))]
fn terrain_detail(
    m: &mut Machine,
    terrain: TerrainEntity,
    detail_level: i32,
    morph: i32,
) -> Answer {
    let terrain = m.terrain(terrain)?;
    terrain.detail = detail_level.clamp(0, MOST_DETAIL) as u32;
    terrain.morph = morph != 0;
    Ok(())
}

/// How many cells a terrain has each way.
#[command(TerrainSize)]
fn terrain_size(m: &mut Machine, terrain: TerrainEntity) -> Answer<i32> {
    Ok(m.terrain(terrain)?.size() as i32)
}

/// The height at a corner of a terrain's cells, 0 to 1; 0 outside.
#[command(TerrainHeight)]
fn terrain_height(
    m: &mut Machine,
    terrain: TerrainEntity,
    terrain_x: i32,
    terrain_z: i32,
) -> Answer<f32> {
    let terrain = m.terrain(terrain)?;
    let inside = 0..=terrain.size() as i32;
    Ok(
        if inside.contains(&terrain_x) && inside.contains(&terrain_z) {
            terrain.height(terrain_x, terrain_z)
        } else {
            0.0
        },
    )
}

/// Sets the height at a corner of a terrain's cells, 0 to 1. A height outside that range wraps; a corner outside the terrain is left alone.
///
/// `realtime` 1 is for a few corners that change from frame to frame. Without it all of the terrain is looked at again before it is drawn, which
/// is faster where many corners have changed.
#[command(ModifyTerrain, defaults(realtime = 0))]
fn modify_terrain(
    m: &mut Machine,
    terrain: TerrainEntity,
    terrain_x: i32,
    terrain_z: i32,
    height: f32,
    realtime: i32,
) -> Answer {
    let terrain = m.terrain(terrain)?;
    if realtime != 0 {
        terrain.change_height(terrain_x, terrain_z, height);
    } else {
        terrain.set_height(terrain_x, terrain_z, height);
    }
    Ok(())
}

/// The x of the ground above or below a point of the world.
#[command(TerrainX)]
fn terrain_x(
    m: &mut Machine,
    terrain: TerrainEntity,
    world_x: f32,
    world_y: f32,
    world_z: f32,
) -> Answer<f32> {
    Ok(m.ground(terrain, Vec3::new(world_x, world_y, world_z))?.x)
}

/// The height of the ground above or below a point of the world.
#[command(TerrainY)]
fn terrain_y(
    m: &mut Machine,
    terrain: TerrainEntity,
    world_x: f32,
    world_y: f32,
    world_z: f32,
) -> Answer<f32> {
    Ok(m.ground(terrain, Vec3::new(world_x, world_y, world_z))?.y)
}

/// The z of the ground above or below a point of the world.
#[command(TerrainZ)]
fn terrain_z(
    m: &mut Machine,
    terrain: TerrainEntity,
    world_x: f32,
    world_y: f32,
    world_z: f32,
) -> Answer<f32> {
    Ok(m.ground(terrain, Vec3::new(world_x, world_y, world_z))?.z)
}
