//! Uniform structs. Their layouts are those of `shader.wgsl`, which a test compares.

use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Mat4, Vec3, Vec4};

/// Most lights, as on Direct3D 7 devices.
pub(super) const MAX_LIGHTS: usize = 8;

/// Most joints in one draw: 48 bytes each, 12 KiB, below the 16 KiB that every device offers.
pub(super) const MAX_JOINTS: usize = 256;

/// A light.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LightUniform {
    /// Position; w: 0 directional, 1 point, 2 spot.
    pub position: Vec4,
    /// Unit direction of the light; w: cosine of half the outer cone.
    pub direction: Vec4,
    /// Colour; w: cosine of half the inner cone.
    pub color: Vec4,
    /// x: range.
    pub range: Vec4,
}

/// A camera, and the lights.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ViewUniform {
    pub view_projection: Mat4,
    /// Camera axes in the world; w of `ahead`: minus the eye's depth along it.
    pub right: Vec4,
    pub up: Vec4,
    pub ahead: Vec4,
    /// Eye; w: 1 where the view is perspective.
    pub eye: Vec4,
    /// Colour; w: 1 where there is fog.
    pub fog_color: Vec4,
    /// x: far, y: 1 / (far - near).
    pub fog_range: Vec4,
    /// Ambient light.
    pub ambient: Vec4,
    /// Clear colour of the viewport.
    pub clear_color: Vec4,
    pub lights: [LightUniform; MAX_LIGHTS],
}

/// One draw.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct DrawUniform {
    /// Rows of the matrix from the mesh to the world.
    pub world: [Vec4; 3],
    /// Rows of the matrix for normals.
    pub normal: [Vec4; 3],
    /// Brush colour and alpha.
    pub color: Vec4,
    /// x: specular strength (0: none), y: specular power, z: 1 full bright, w: 1 vertex colours.
    pub material: Vec4,
    /// x: alpha must be above this, y: 1 where fog may be.
    pub switches: Vec4,
    /// Ambient light of a level; w: 1 where it replaces the view's, and directional lights do not count.
    pub ambient: Vec4,
    /// For each texture stage the rows of its coordinate transform: xy the matrix, z the offset.
    pub stages: [[Vec4; 2]; 8],
}

/// The rows of an affine transform.
pub(super) fn rows(a: &Affine3A) -> [Vec4; 3] {
    let m = a.matrix3;
    let t = a.translation;
    [
        Vec4::new(m.x_axis.x, m.y_axis.x, m.z_axis.x, t.x),
        Vec4::new(m.x_axis.y, m.y_axis.y, m.z_axis.y, t.y),
        Vec4::new(m.x_axis.z, m.y_axis.z, m.z_axis.z, t.z),
    ]
}

/// The rows of the inverse transpose of the linear part, up to a positive factor; zero for a matrix that flattens everything.
pub(super) fn normal_rows(a: &Affine3A) -> [Vec4; 3] {
    let m = a.matrix3;
    let (x, y, z) = (
        m.y_axis.cross(m.z_axis),
        m.z_axis.cross(m.x_axis),
        m.x_axis.cross(m.y_axis),
    );
    let sign = if m.x_axis.dot(x) < 0.0 { -1.0 } else { 1.0 };
    // Shaders normalize; scaling only keeps the magnitude away from overflow and underflow.
    let largest = [x, y, z]
        .map(|v| v.abs().max_element())
        .into_iter()
        .fold(0.0, f32::max);
    let factor = if largest > 0.0 && largest.is_finite() {
        sign / largest
    } else {
        0.0
    };
    let row = |i: usize| Vec4::new(x[i], y[i], z[i], 0.0) * factor;
    [row(0), row(1), row(2)]
}

/// A uniform buffer, rewritten for every rendering, with ranges bound by dynamic offset.
#[derive(Debug)]
pub(super) struct Arena {
    bytes: Vec<u8>,
    buffer: Option<wgpu::Buffer>,
    label: &'static str,
    /// Size of the bound range, which must fit behind every offset.
    tail: usize,
}

/// Alignment of dynamic offsets on every device.
const ALIGNMENT: usize = 256;

impl Arena {
    /// `bound` is the size of the range that is bound at an offset.
    pub fn new(label: &'static str, bound: usize) -> Self {
        Self {
            bytes: Vec::new(),
            buffer: None,
            label,
            tail: bound,
        }
    }

    /// Removes all values.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Adds a value; returns its offset.
    pub fn push<T: Pod>(&mut self, value: &T) -> u32 {
        self.push_bytes(bytemuck::bytes_of(value))
    }

    /// Adds bytes; returns their offset.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> u32 {
        let at = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.bytes
            .resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
        at as u32
    }

    /// Uploads the contents. Returns whether the buffer had to be reallocated.
    pub fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue) -> bool {
        let needed = (self.bytes.len() + self.tail) as u64;
        let grown = self.buffer.as_ref().is_none_or(|b| b.size() < needed);
        if grown {
            self.buffer = Some(device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(self.label),
                size: needed.next_power_of_two().max(4096),
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }));
        }
        if let Some(buffer) = &self.buffer
            && !self.bytes.is_empty()
        {
            queue.write_buffer(buffer, 0, &self.bytes);
        }
        grown
    }

    /// The bound range, for a bind group.
    pub fn binding(&self) -> Option<wgpu::BindingResource<'_>> {
        Some(wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: self.buffer.as_ref()?,
            offset: 0,
            size: wgpu::BufferSize::new(self.tail as u64),
        }))
    }
}

/// A direction as a uniform.
pub(super) fn direction(v: Vec3, w: f32) -> Vec4 {
    v.normalize_or_zero().extend(w)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat3A, Quat};

    #[test]
    fn normals_stay_perpendicular_under_uneven_scale_and_mirroring() {
        for scale in [Vec3::new(1.0, 2.0, 0.5), Vec3::new(-1.0, 2.0, 0.5)] {
            let a = Affine3A::from_scale_rotation_translation(
                scale,
                Quat::from_rotation_y(0.7),
                Vec3::ONE,
            );
            let [x, y, z] = normal_rows(&a);
            let carry = |n: Vec3| {
                Vec3::new(
                    x.truncate().dot(n),
                    y.truncate().dot(n),
                    z.truncate().dot(n),
                )
            };
            let (n, t) = (Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, -1.0, 0.0));
            assert!(carry(n).dot(a.transform_vector3(t)).abs() < 1e-5);
            assert!(
                carry(n).dot(a.transform_vector3(n)) > 0.0,
                "still on the same side"
            );
        }
        let flat = Affine3A {
            matrix3: Mat3A::ZERO,
            translation: Vec3::ZERO.into(),
        };
        assert!(normal_rows(&flat).iter().all(|r| *r == Vec4::ZERO));
    }

    #[test]
    fn offsets_are_aligned() {
        let mut arena = Arena::new("test", 64);
        assert_eq!(
            (
                arena.push(&[1u8; 3]),
                arena.push(&[2u8; 300]),
                arena.push(&[0u8; 1])
            ),
            (0, 256, 768)
        );
    }
}
