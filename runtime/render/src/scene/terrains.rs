//! Terrains on the device.

use std::ops::Range;

use flitz_scene::{EntityId, Terrain, World};
use glam::Vec3;
use slotmap::SecondaryMap;

use super::Device;
use super::geometry::{GpuVertex, filled};
use super::program::ProvokingVertex;

/// Cells along a side of a tile, the unit of culling.
const TILE: u32 = 64;

/// A terrain on the device.
#[derive(Debug)]
pub(super) struct GpuTerrain {
    made_of: (u64, u32, bool),
    pub vertices: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    pub tiles: Vec<Tile>,
}

/// A tile of a terrain: its indices, centre and half size of its bounding box.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tile {
    pub indices: Range<u32>,
    pub bounds: (Vec3, Vec3),
}

/// All terrains on the device.
#[derive(Debug, Default)]
pub(super) struct Terrains {
    terrains: SecondaryMap<EntityId, GpuTerrain>,
}

impl Terrains {
    /// Uploads a terrain unless the device has this version.
    pub fn update(&mut self, device: Device, id: EntityId, terrain: &Terrain) {
        let made_of = (terrain.version, terrain.size(), terrain.shading);
        if self.terrains.get(id).is_some_and(|t| t.made_of == made_of) {
            return;
        }
        let old = self.terrains.remove(id);
        let reusable = old.map(|old| (old.vertices, old.indices));
        let (old_vertices, old_indices) = reusable.unzip();
        let vertices = vertices(terrain);
        let (mut indices, tiles) = tiles(terrain);
        ProvokingVertex::of(device.device).turn(&mut indices);
        let limit = device.device.limits().max_buffer_size as usize;
        if vertices.len() * size_of::<GpuVertex>() > limit || indices.len() * 4 > limit {
            return;
        }
        let fill =
            |old, bytes: &[u8], usage| filled(device.device, device.queue, old, bytes, usage);
        let on_device = GpuTerrain {
            made_of,
            vertices: fill(
                old_vertices,
                bytemuck::cast_slice(&vertices),
                wgpu::BufferUsages::VERTEX,
            ),
            indices: fill(
                old_indices,
                bytemuck::cast_slice(&indices),
                wgpu::BufferUsages::INDEX,
            ),
            tiles,
        };
        self.terrains.insert(id, on_device);
    }

    /// The terrain of an entity.
    pub fn get(&self, id: EntityId) -> Option<&GpuTerrain> {
        self.terrains.get(id)
    }

    /// Frees terrains that the world has freed.
    pub fn forget_freed(&mut self, world: &World) {
        self.terrains
            .retain(|id, _| world.get(id).is_some_and(|e| e.terrain().is_some()));
    }
}

fn vertices(terrain: &Terrain) -> Vec<GpuVertex> {
    let size = terrain.size() as i32;
    let corner = |x: i32, z: i32| {
        let uv = [x as f32, (size - z) as f32];
        GpuVertex {
            position: terrain.corner(x, z).into(),
            normal: terrain.normal(x, z).into(),
            color: [255; 4],
            uv: [uv, uv],
        }
    };
    (0..=size)
        .flat_map(|z| (0..=size).map(move |x| corner(x, z)))
        .collect()
}

fn tiles(terrain: &Terrain) -> (Vec<u32>, Vec<Tile>) {
    let size = terrain.size();
    let mut indices = Vec::with_capacity((size * size * 6) as usize);
    let mut tiles = Vec::new();
    for tz in (0..size).step_by(TILE as usize) {
        for tx in (0..size).step_by(TILE as usize) {
            let (x1, z1) = ((tx + TILE).min(size), (tz + TILE).min(size));
            let start = indices.len() as u32;
            for z in tz..z1 {
                for x in tx..x1 {
                    let corners = terrain.triangles(x, z);
                    indices.extend(
                        corners
                            .as_flattened()
                            .iter()
                            .map(|[x, z]| z * (size + 1) + x),
                    );
                }
            }
            let heights =
                (tz..=z1).flat_map(|z| (tx..=x1).map(move |x| terrain.height(x as i32, z as i32)));
            let (lo, hi) = heights.fold((f32::MAX, f32::MIN), |(lo, hi), h| (lo.min(h), hi.max(h)));
            let (a, b) = (
                Vec3::new(tx as f32, lo, tz as f32),
                Vec3::new(x1 as f32, hi, z1 as f32),
            );
            tiles.push(Tile {
                indices: start..indices.len() as u32,
                bounds: ((a + b) * 0.5, (b - a) * 0.5),
            });
        }
    }
    (indices, tiles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_all_cells_once() {
        let mut terrain = Terrain::new(128).unwrap();
        terrain.set_height(70, 3, 1.0);
        let (indices, tiles) = tiles(&terrain);
        let vertices = vertices(&terrain);
        assert_eq!(
            (vertices.len(), indices.len(), tiles.len()),
            (129 * 129, 128 * 128 * 6, 4)
        );
        assert!(indices.iter().all(|&i| (i as usize) < vertices.len()));
        assert_eq!(
            tiles[1].bounds,
            (Vec3::new(96.0, 0.5, 32.0), Vec3::new(32.0, 0.5, 32.0))
        );
        for tile in &tiles {
            for &i in &indices[tile.indices.start as usize..tile.indices.end as usize] {
                let p = Vec3::from(vertices[i as usize].position) - tile.bounds.0;
                assert!(p.abs().cmple(tile.bounds.1 + 1e-6).all());
            }
        }
        assert_eq!(vertices[129 * 2 + 5].uv[0], [5.0, 126.0]);
    }
}
