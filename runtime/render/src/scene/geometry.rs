//! Meshes on the device.

use std::borrow::Cow;

use bytemuck::{Pod, Zeroable};
use flitz_scene::{Mesh, MeshId, Surface, World};
use glam::Vec3;
use slotmap::SecondaryMap;

use super::program::ProvokingVertex;
use super::uniforms::MAX_JOINTS;

/// A vertex as the shader reads it.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct GpuVertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
    pub color: [u8; 4],
    pub uv: [[f32; 2]; 2],
}

/// The joints of a vertex as the shader reads them.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct GpuSkin {
    joints: [u16; 4],
    weights: [f32; 4],
}

pub(super) const VERTEX_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<GpuVertex>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Unorm8x4, 3 => Float32x2, 4 => Float32x2],
};

pub(super) const SKIN_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<GpuSkin>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![5 => Uint16x4, 6 => Float32x4],
};

/// A surface on the device.
#[derive(Debug)]
pub(super) struct GpuSurface {
    version: u64,
    counts: (usize, usize),
    pub vertices: wgpu::Buffer,
    pub skin: Option<wgpu::Buffer>,
    pub indices: wgpu::Buffer,
    /// Draw ranges: one, or several where a skin has more joints than a draw can use.
    pub parts: Vec<Part>,
    /// Centre and half size of the bounding box.
    pub bounds: (Vec3, Vec3),
}

/// A draw range of a surface.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub indices: std::ops::Range<u32>,
    /// For each joint of the part's palette its index in the skin; `None`: the skin's own order.
    pub joints: Option<Vec<u16>>,
}

/// All meshes on the device.
#[derive(Debug, Default)]
pub(super) struct Geometry {
    meshes: SecondaryMap<MeshId, Vec<Option<GpuSurface>>>,
}

impl Geometry {
    /// Uploads a mesh unless the device has this version.
    pub fn update(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, id: MeshId, mesh: &Mesh) {
        let Some(entry) = self.meshes.entry(id) else {
            return;
        };
        let surfaces = entry.or_default();
        surfaces.resize_with(mesh.surfaces.len(), || None);
        for (on_device, surface) in surfaces.iter_mut().zip(&mesh.surfaces) {
            let counts = (surface.vertices.len(), surface.triangles.len());
            if on_device
                .as_ref()
                .is_some_and(|s| s.version == surface.version && s.counts == counts)
            {
                continue;
            }
            *on_device = upload(
                device,
                queue,
                surface,
                mesh.inverse_bind.len(),
                on_device.take(),
            );
        }
    }

    /// A surface, `None` where it has no triangles.
    pub fn surface(&self, id: MeshId, index: usize) -> Option<&GpuSurface> {
        self.meshes.get(id)?.get(index)?.as_ref()
    }

    /// Frees meshes that the world has freed.
    pub fn forget_freed(&mut self, world: &World) {
        self.meshes.retain(|id, _| world.mesh(id).is_some());
    }
}

fn upload(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    surface: &Surface,
    joints: usize,
    old: Option<GpuSurface>,
) -> Option<GpuSurface> {
    // Triangles may refer to vertices that do not exist (yet); those are left out.
    let last = surface.vertices.len() as u32;
    let there = |triangle: &[u32; 3]| triangle.iter().all(|&corner| corner < last);
    let triangles: Cow<'_, [[u32; 3]]> = if surface.triangles.iter().all(there) {
        Cow::Borrowed(&surface.triangles)
    } else {
        Cow::Owned(surface.triangles.iter().copied().filter(there).collect())
    };
    if triangles.is_empty() {
        return None;
    }
    let counts = (surface.vertices.len(), surface.triangles.len());
    let mut vertices: Vec<GpuVertex> = surface
        .vertices
        .iter()
        .map(|v| GpuVertex {
            position: v.position.into(),
            normal: v.normal.into(),
            color: v.color,
            uv: v.uv,
        })
        .collect();
    let skinned = joints > 0 && surface.skin.len() == surface.vertices.len();
    let mut skin: Vec<GpuSkin> = if skinned {
        let last = (joints - 1).min(usize::from(u16::MAX)) as u16;
        surface
            .skin
            .iter()
            .map(|s| GpuSkin {
                joints: s.joints.map(|j| j.min(last)),
                weights: s.weights,
            })
            .collect()
    } else {
        Vec::new()
    };
    let (mut indices, parts) = if skinned && joints > MAX_JOINTS {
        split(&triangles, &mut vertices, &mut skin)
    } else {
        let indices: Vec<u32> = triangles.as_flattened().to_vec();
        let all = 0..indices.len() as u32;
        (
            indices,
            vec![Part {
                indices: all,
                joints: None,
            }],
        )
    };
    ProvokingVertex::of(device).turn(&mut indices);
    let limit = device.limits().max_buffer_size as usize;
    if vertices.len() * size_of::<GpuVertex>() > limit || indices.len() * 4 > limit {
        return None;
    }
    let (lo, hi) = surface
        .vertices
        .iter()
        .fold((Vec3::MAX, Vec3::MIN), |(lo, hi), v| {
            (lo.min(v.position), hi.max(v.position))
        });
    let (old_vertices, old_skin, old_indices) = old.map_or((None, None, None), |old| {
        (Some(old.vertices), old.skin, Some(old.indices))
    });
    let buffer =
        |old: Option<wgpu::Buffer>, bytes: &[u8], usage| filled(device, queue, old, bytes, usage);
    Some(GpuSurface {
        version: surface.version,
        counts,
        vertices: buffer(
            old_vertices,
            bytemuck::cast_slice(&vertices),
            wgpu::BufferUsages::VERTEX,
        ),
        skin: skinned.then(|| {
            buffer(
                old_skin,
                bytemuck::cast_slice(&skin),
                wgpu::BufferUsages::VERTEX,
            )
        }),
        indices: buffer(
            old_indices,
            bytemuck::cast_slice(&indices),
            wgpu::BufferUsages::INDEX,
        ),
        parts,
        bounds: ((lo + hi) * 0.5, (hi - lo) * 0.5),
    })
}

/// Uploads bytes, into the old buffer where it is large enough.
pub(super) fn filled(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    old: Option<wgpu::Buffer>,
    bytes: &[u8],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let needed = bytes.len().next_multiple_of(4) as u64;
    let buffer = old
        .filter(|b| b.size() >= needed && b.size() <= needed.saturating_mul(4))
        .unwrap_or_else(|| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("geometry"),
                size: needed,
                usage: usage | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        });
    queue.write_buffer(&buffer, 0, bytes);
    buffer
}

/// Cuts triangles into parts that use at most [`MAX_JOINTS`] joints each; vertices used by two parts are duplicated.
fn split(
    triangles: &[[u32; 3]],
    vertices: &mut Vec<GpuVertex>,
    skin: &mut Vec<GpuSkin>,
) -> (Vec<u32>, Vec<Part>) {
    use std::collections::HashMap;
    let (from_vertices, from_skin) = (std::mem::take(vertices), std::mem::take(skin));
    let mut indices: Vec<u32> = Vec::with_capacity(triangles.len() * 3);
    let mut parts: Vec<Part> = Vec::new();
    let mut joint_at: HashMap<u16, u16> = HashMap::new();
    let mut vertex_at: HashMap<u32, u32> = HashMap::new();
    let mut joints: Vec<u16> = Vec::new();
    let mut start = 0;
    let mut close = |end: u32, joints: &mut Vec<u16>| {
        parts.push(Part {
            indices: start..end,
            joints: Some(std::mem::take(joints)),
        });
        start = end;
    };
    for triangle in triangles {
        let used = || {
            triangle
                .iter()
                .filter_map(|&v| from_skin.get(v as usize))
                .flat_map(|s| s.joints)
        };
        let mut new: Vec<u16> = used().filter(|j| !joint_at.contains_key(j)).collect();
        new.sort_unstable();
        new.dedup();
        if joints.len() + new.len() > MAX_JOINTS {
            close(indices.len() as u32, &mut joints);
            joint_at.clear();
            vertex_at.clear();
        }
        for joint in used() {
            joint_at.entry(joint).or_insert_with(|| {
                joints.push(joint);
                (joints.len() - 1) as u16
            });
        }
        for &corner in triangle {
            let at = *vertex_at.entry(corner).or_insert_with(|| {
                if let (Some(vertex), Some(s)) = (
                    from_vertices.get(corner as usize),
                    from_skin.get(corner as usize),
                ) {
                    let joints = s.joints.map(|j| joint_at.get(&j).copied().unwrap_or(0));
                    vertices.push(*vertex);
                    skin.push(GpuSkin {
                        joints,
                        weights: s.weights,
                    });
                }
                (vertices.len().max(1) - 1) as u32
            });
            indices.push(at);
        }
    }
    close(indices.len() as u32, &mut joints);
    (indices, parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The offsets of the fields are those of the vertex attributes.
    #[test]
    fn vertex_layouts_name_the_fields() {
        use std::mem::offset_of;
        let offsets = |layout: &wgpu::VertexBufferLayout<'_>| {
            let offsets = layout.attributes.iter().map(|a| a.offset as usize);
            offsets.collect::<Vec<_>>()
        };
        let uv = offset_of!(GpuVertex, uv);
        let fields = [
            offset_of!(GpuVertex, position),
            offset_of!(GpuVertex, normal),
            offset_of!(GpuVertex, color),
            uv,
            uv + size_of::<[f32; 2]>(),
        ];
        assert_eq!(offsets(&VERTEX_LAYOUT), fields);
        let fields = [offset_of!(GpuSkin, joints), offset_of!(GpuSkin, weights)];
        assert_eq!(offsets(&SKIN_LAYOUT), fields);
    }

    #[test]
    fn splitting_keeps_every_triangle_and_its_joints() {
        let count = 3000u32;
        let mut vertices: Vec<GpuVertex> = (0..count)
            .map(|i| GpuVertex {
                position: [i as f32; 3],
                ..GpuVertex::zeroed()
            })
            .collect();
        let weights = [0.4, 0.3, 0.2, 0.1];
        let joints_of = |i: u32| [i, i * 7, i * 13, i * 31].map(|j| (j % 900) as u16);
        let mut skin: Vec<GpuSkin> = (0..count)
            .map(|i| GpuSkin {
                joints: joints_of(i),
                weights,
            })
            .collect();
        let triangles: Vec<[u32; 3]> = (0..count - 2).map(|i| [i, i + 1, i + 2]).collect();
        let (indices, parts) = split(&triangles, &mut vertices, &mut skin);
        assert!(parts.len() > 1);
        let mut seen = 0;
        for part in &parts {
            let joints = part.joints.as_ref().unwrap();
            assert!(joints.len() <= MAX_JOINTS);
            for &i in &indices[part.indices.start as usize..part.indices.end as usize] {
                let original = triangles.as_flattened()[seen];
                seen += 1;
                assert_eq!(vertices[i as usize].position[0], original as f32);
                assert_eq!(
                    skin[i as usize].joints.map(|j| joints[usize::from(j)]),
                    joints_of(original)
                );
            }
        }
        assert_eq!(seen, triangles.len() * 3);
    }
}
