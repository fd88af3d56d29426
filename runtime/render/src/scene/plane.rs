//! The part of an infinite plane that a camera sees.

use glam::{Affine3A, Vec3, Vec3A};

use super::geometry::GpuVertex;
use super::view::Lens;

/// Cuts the plane y = 0 of its own space by a camera's view. `camera` leads from camera space to the plane's. The far side of the view is divided into
/// `divisions` by `divisions` cells; each that the plane crosses or lies behind gives a polygon, so light at the vertices gets finer with
/// more of them. Nothing is seen from below.
pub(super) fn cut(
    camera: &Affine3A,
    lens: &Lens,
    divisions: u32,
    vertices: &mut Vec<GpuVertex>,
    indices: &mut Vec<u32>,
) {
    let divisions = divisions.clamp(1, 20);
    // A ray of the grid, from the near side to the far plane.
    let ray = |i: u32, j: u32| {
        let x = 2.0 * i as f32 / divisions as f32 - 1.0;
        let y = 1.0 - 2.0 * j as f32 / divisions as f32;
        let (eye, far) = lens.ray(x, y);
        (
            camera.transform_point3a(eye.into()),
            camera.transform_point3a(far.into()),
        )
    };
    for i in 0..divisions {
        for j in 0..divisions {
            let corners = [ray(i, j), ray(i + 1, j), ray(i + 1, j + 1), ray(i, j + 1)];
            if corners.iter().any(|(eye, _)| eye.y <= 0.0) {
                continue;
            }
            let first = vertices.len() as u32;
            for (k, &(eye, far)) in corners.iter().enumerate() {
                let (_, before) = corners[(k + 3) % 4];
                if (far.y > 0.0) != (before.y > 0.0) {
                    // The edge of the far plane crosses the ground here: the horizon.
                    let t = before.y / (before.y - far.y);
                    vertices.push(vertex(before + (far - before) * t));
                }
                if far.y <= 0.0 {
                    let t = eye.y / (eye.y - far.y);
                    vertices.push(vertex(eye + (far - eye) * t));
                }
            }
            let count = vertices.len() as u32 - first;
            if count < 3 {
                vertices.truncate(first as usize);
                continue;
            }
            for k in 2..count {
                indices.extend([first, first + k - 1, first + k]);
            }
        }
    }
}

fn vertex(p: Vec3A) -> GpuVertex {
    let uv = [p.x, p.z];
    GpuVertex {
        position: [p.x, 0.0, p.z],
        normal: Vec3::Y.into(),
        color: [255; 4],
        uv: [uv, uv],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitz_scene::Camera;
    use flitz_scene::euler::rotation;

    fn cut_of(height: f32, pitch: f32, divisions: u32) -> (Vec<GpuVertex>, Vec<u32>) {
        let camera = Camera {
            viewport: [0, 0, 320, 240],
            far: 60.0,
            ..Camera::default()
        };
        let at = Affine3A::from_rotation_translation(
            rotation(pitch, 20.0, 5.0),
            Vec3::new(3.0, height, -2.0),
        );
        let (mut vertices, mut indices) = (Vec::new(), Vec::new());
        cut(
            &at,
            &Lens::new(&camera, [0, 0, 320, 240]),
            divisions,
            &mut vertices,
            &mut indices,
        );
        (vertices, indices)
    }

    #[test]
    fn the_ground_ends_at_the_far_plane() {
        for divisions in [1, 4, 16] {
            let (vertices, indices) = cut_of(3.0, 14.0, divisions);
            assert!(!indices.is_empty() && indices.iter().all(|&i| (i as usize) < vertices.len()));
            let ahead = rotation(14.0, 20.0, 5.0) * Vec3::Z;
            let depth =
                |v: &GpuVertex| ahead.dot(Vec3::from(v.position) - Vec3::new(3.0, 3.0, -2.0));
            assert!(vertices.iter().all(|v| depth(v) < 60.001 && depth(v) > 0.0));
            assert!(vertices.iter().any(|v| depth(v) > 59.99));
        }
    }

    #[test]
    fn from_below_or_looking_up_there_is_nothing() {
        assert!(cut_of(-1.0, 14.0, 4).1.is_empty());
        assert!(cut_of(3.0, -70.0, 4).1.is_empty());
    }
}
