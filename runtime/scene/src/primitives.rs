//! The ready-made meshes: cube, sphere, cylinder, cone, each two units wide and high around its origin.
//!
//! Vertices, triangles and texture coordinates come in the order of Blitz3D's, because programs read vertices
//! by number. Both sets of texture coordinates are the same.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::Vec3;

use crate::mesh::{Mesh, Surface, Vertex};

/// Most segments a primitive can have.
pub const MAX_SEGMENTS: u32 = 100;

/// A cube from -1 to 1 on each axis: 24 vertices, 12 triangles, every side with the whole texture.
pub fn cube() -> Mesh {
    // Each side: its normal, then the corners from the texture's upper left, right round. Bit 0 of a corner is x, 1 is y, 2 is z.
    const SIDES: [(Vec3, [u8; 4]); 6] = [
        (Vec3::NEG_Z, [2, 3, 1, 0]),
        (Vec3::X, [3, 7, 5, 1]),
        (Vec3::Z, [7, 6, 4, 5]),
        (Vec3::NEG_X, [6, 2, 0, 4]),
        (Vec3::Y, [6, 7, 3, 2]),
        (Vec3::NEG_Y, [0, 1, 5, 4]),
    ];
    const UVS: [[f32; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let mut surface = Surface::default();
    for (normal, corners) in SIDES {
        let first = surface.vertices.len() as u32;
        for (corner, uv) in corners.into_iter().zip(UVS) {
            let along = |bit: u8| if corner & bit == 0 { -1.0 } else { 1.0 };
            surface
                .vertices
                .push(vertex(Vec3::new(along(1), along(2), along(4)), normal, uv));
        }
        surface
            .triangles
            .extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
    mesh([surface])
}

/// A sphere of radius 1. `segments` rows from pole to pole, 2 to [`MAX_SEGMENTS`] (brought into that range), and twice as many columns.
pub fn sphere(segments: u32) -> Mesh {
    let rows = segments.clamp(2, MAX_SEGMENTS);
    let columns = rows * 2;
    // A row of vertices has one more than there are columns: the seam is there twice, with u 0 and 1. The poles have one a column.
    let width = columns + 1;
    let mut surface = Surface::default();
    let pole = |y: f32, v: f32| {
        (0..columns).map(move |k| {
            let point = Vec3::new(0.0, y, 0.0);
            vertex(point, point, [(k as f32 + 0.5) / columns as f32, v])
        })
    };
    surface.vertices.extend(pole(1.0, 0.0));
    for row in 1..rows {
        let pitch = row as f32 * PI / rows as f32 - FRAC_PI_2;
        for column in 0..=columns {
            let around = rim(column, columns) * pitch.cos();
            let point = around.with_y(-pitch.sin());
            surface.vertices.push(vertex(
                point,
                point,
                [fraction(column, columns), fraction(row, rows)],
            ));
        }
    }
    surface.vertices.extend(pole(-1.0, 1.0));
    // The first vertex of a row below the pole.
    let start = |row: u32| columns + (row - 1) * width;
    for column in 0..columns {
        surface
            .triangles
            .push([column, start(1) + column + 1, start(1) + column]);
    }
    for row in 1..rows - 1 {
        for column in 0..columns {
            let (above, below) = (start(row) + column, start(row + 1) + column);
            surface
                .triangles
                .extend([[above, above + 1, below + 1], [above, below + 1, below]]);
        }
    }
    for column in 0..columns {
        let above = start(rows - 1) + column;
        surface
            .triangles
            .push([above, above + 1, start(rows) + column]);
    }
    mesh([surface])
}

/// A cylinder of radius 1 from y -1 to 1. `segments` sides, 3 to [`MAX_SEGMENTS`] (brought into that range); `solid` adds a second
/// surface with the two ends.
pub fn cylinder(segments: u32, solid: bool) -> Mesh {
    let segments = segments.clamp(3, MAX_SEGMENTS);
    let mut side = Surface::default();
    for k in 0..=segments {
        let out = rim(k, segments);
        for (y, v) in [(1.0, 0.0), (-1.0, 1.0)] {
            side.vertices
                .push(vertex(out.with_y(y), out, [fraction(k, segments), v]));
        }
    }
    for k in 0..segments {
        let top = k * 2;
        side.triangles
            .extend([[top, top + 2, top + 3], [top, top + 3, top + 1]]);
    }
    if !solid {
        return mesh([side]);
    }
    let mut ends = Surface::default();
    for k in 0..segments {
        let out = rim(k, segments);
        for up in [Vec3::Y, Vec3::NEG_Y] {
            ends.vertices.push(vertex(out + up, up, disc_uv(out)));
        }
    }
    for k in 2..segments {
        let (this, before) = (k * 2, (k - 1) * 2);
        ends.triangles
            .extend([[0, this, before], [1, before + 1, this + 1]]);
    }
    mesh([side, ends])
}

/// A cone of radius 1, its base at y -1, its tip at y 1. `segments` sides, 3 to [`MAX_SEGMENTS`] (brought into that range); `solid`
/// adds a second surface with the base. The base's normals point outward, not down, as they did in Blitz3D.
pub fn cone(segments: u32, solid: bool) -> Mesh {
    let segments = segments.clamp(3, MAX_SEGMENTS);
    let mut side = Surface::default();
    for k in 0..segments {
        side.vertices.push(vertex(
            Vec3::Y,
            Vec3::Y,
            [(k as f32 + 0.5) / segments as f32, 0.0],
        ));
    }
    for k in 0..=segments {
        let out = rim(k, segments);
        side.vertices
            .push(vertex(out.with_y(-1.0), out, [fraction(k, segments), 1.0]));
    }
    for k in 0..segments {
        side.triangles.push([k, segments + k + 1, segments + k]);
    }
    if !solid {
        return mesh([side]);
    }
    let mut base = Surface::default();
    for k in 0..segments {
        let out = rim(k, segments);
        base.vertices
            .push(vertex(out.with_y(-1.0), out, disc_uv(out)));
    }
    for k in 2..segments {
        base.triangles.push([0, k - 1, k]);
    }
    mesh([side, base])
}

/// Point number `k` of `count` on the unit circle in the ground plane: from +z to the left, back at the first after the last.
fn rim(k: u32, count: u32) -> Vec3 {
    let yaw = (k % count) as f32 * TAU / count as f32;
    Vec3::new(-yaw.sin(), 0.0, yaw.cos())
}

fn fraction(k: u32, count: u32) -> f32 {
    k as f32 / count as f32
}

/// Where the end of a cylinder or cone takes its texture from.
fn disc_uv(out: Vec3) -> [f32; 2] {
    [out.x * 0.5 + 0.5, out.z * 0.5 + 0.5]
}

fn vertex(position: Vec3, normal: Vec3, uv: [f32; 2]) -> Vertex {
    Vertex {
        position,
        normal,
        uv: [uv; 2],
        ..Vertex::default()
    }
}

fn mesh<const N: usize>(surfaces: [Surface; N]) -> Mesh {
    Mesh {
        surfaces: surfaces.into(),
        ..Mesh::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every triangle's corners exist, and it faces the way its normals do (the front is where (b-a)x(c-a) points).
    fn check(mesh: &Mesh, vertices: &[usize], triangles: &[usize], base_sideways: bool) {
        let counts: Vec<_> = mesh
            .surfaces
            .iter()
            .map(|s| (s.vertices.len(), s.triangles.len()))
            .collect();
        let wanted: Vec<_> = vertices
            .iter()
            .copied()
            .zip(triangles.iter().copied())
            .collect();
        assert_eq!(counts, wanted);
        for (index, surface) in mesh.surfaces.iter().enumerate() {
            for vertex in &surface.vertices {
                assert!((vertex.normal.length() - 1.0).abs() < 1e-6);
                assert!(
                    vertex
                        .uv
                        .iter()
                        .flatten()
                        .all(|uv| (0.0..=1.0).contains(uv))
                );
            }
            for triangle in &surface.triangles {
                let [a, b, c] = triangle.map(|i| surface.vertices[i as usize]);
                let face = (b.position - a.position).cross(c.position - a.position);
                assert!(
                    face.length() > 1e-6,
                    "a triangle without area: {triangle:?}"
                );
                if base_sideways && index == 1 {
                    assert!(face.y < 0.0);
                } else {
                    assert!(
                        face.dot(a.normal + b.normal + c.normal) > 0.0,
                        "{triangle:?} faces inwards"
                    );
                }
            }
        }
        assert_eq!(
            mesh.bounds().map(|(lo, hi)| (lo.y, hi.y)),
            Some((-1.0, 1.0))
        );
    }

    #[test]
    fn counts_and_facing() {
        check(&cube(), &[24], &[12], false);
        for segments in [2, 3, 8, 32] {
            let columns = segments as usize * 2;
            let rows = segments as usize - 1;
            let triangles = columns * 2 * rows;
            check(
                &sphere(segments),
                &[columns * 2 + rows * (columns + 1)],
                &[triangles],
                false,
            );
        }
        for n in [3_usize, 8, 33] {
            check(
                &cylinder(n as u32, true),
                &[2 * n + 2, 2 * n],
                &[2 * n, 2 * (n - 2)],
                false,
            );
            check(&cylinder(n as u32, false), &[2 * n + 2], &[2 * n], false);
            check(&cone(n as u32, true), &[2 * n + 1, n], &[n, n - 2], true);
            check(&cone(n as u32, false), &[2 * n + 1], &[n], false);
        }
    }

    #[test]
    fn segment_counts_are_brought_into_range() {
        assert_eq!(sphere(0).triangle_count(), sphere(2).triangle_count());
        assert_eq!(
            cylinder(0, true).triangle_count(),
            cylinder(3, true).triangle_count()
        );
        assert_eq!(
            cone(u32::MAX, true).triangle_count(),
            cone(100, true).triangle_count()
        );
    }

    #[test]
    fn a_texture_stands_upright_on_the_front_of_a_cube() {
        let front: Vec<_> = cube().surfaces[0].vertices[..4]
            .iter()
            .map(|v| (v.position.to_array(), v.uv[0]))
            .collect();
        assert_eq!(
            front,
            [
                ([-1.0, 1.0, -1.0], [0.0, 0.0]),
                ([1.0, 1.0, -1.0], [1.0, 0.0]),
                ([1.0, -1.0, -1.0], [1.0, 1.0]),
                ([-1.0, -1.0, -1.0], [0.0, 1.0]),
            ]
        );
    }
}
