//! Operations on whole meshes: transforming, merging, flipping, lighting.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

use crate::brush::Brush;
use crate::mesh::{Mesh, Surface};

/// The matrix that transforms normals, up to length: the cofactors.
pub(crate) fn cofactor(m: Mat3A) -> Mat3A {
    Mat3A::from_cols(
        m.y_axis.cross(m.z_axis),
        m.z_axis.cross(m.x_axis),
        m.x_axis.cross(m.y_axis),
    )
}

/// The one factor for all axes: the least, as Blitz3D finds it, which takes z's where x's and y's are equal. Axes along which a mesh is
/// flat do not count.
fn uniform_scale(Vec3 { x, y, z }: Vec3) -> f32 {
    let chosen = if x < y && x < z {
        x
    } else if y < x && y < z {
        y
    } else {
        z
    };
    let finite = [x, y, z].into_iter().filter(|s| s.is_finite());
    if chosen.is_finite() {
        chosen
    } else {
        finite.fold(f32::INFINITY, f32::min)
    }
}

impl Mesh {
    /// Transforms all vertices. Normals are transformed by the cofactors and not normalized, as in Blitz3D.
    pub fn transform(&mut self, by: Affine3A) {
        let normals = cofactor(by.matrix3);
        for surface in &mut self.surfaces {
            for vertex in &mut surface.vertices {
                vertex.position = by.transform_point3(vertex.position);
                vertex.normal = (normals * Vec3A::from(vertex.normal)).into();
            }
            surface.version += 1;
        }
    }

    /// Scales and moves the mesh so that it fills a box from `corner` on, of a size that may be negative; with `uniform` by one factor
    /// along all axes. A mesh without vertices stays as it is.
    pub fn fit(&mut self, corner: Vec3, size: Vec3, uniform: bool) {
        let Some((low, high)) = self.bounds() else {
            return;
        };
        let (from, to) = (corner.min(corner + size), corner.max(corner + size));
        let mut scale = (to - from) / (high - low);
        if uniform {
            scale = Vec3::splat(uniform_scale(scale));
        }
        // A flat mesh has no size along an axis, which then does not count.
        let scale = scale.map(|s| if s.is_finite() { s } else { 1.0 });
        let middle = (from + to) / 2.0 - scale * ((low + high) / 2.0);
        self.transform(Affine3A::from_scale_rotation_translation(
            scale,
            Quat::IDENTITY,
            middle,
        ));
    }

    /// Appends the surfaces of another mesh, without its skin; surfaces whose brushes are `alike` are merged.
    pub fn add(&mut self, other: &Mesh, alike: impl Fn(&Brush, &Brush) -> bool) {
        self.cull_box = self.own_cull_box().or(other.own_cull_box());
        for surface in &other.surfaces {
            let at = self
                .surfaces
                .iter()
                .position(|s| alike(&s.brush, &surface.brush));
            self.add_surface_to(at, surface, surface.brush.clone(), Affine3A::IDENTITY);
        }
    }

    /// Appends a surface, transformed by `place`, to the one with this index, or to a new one with `brush`.
    pub(crate) fn add_surface_to(
        &mut self,
        at: Option<usize>,
        surface: &Surface,
        brush: Brush,
        place: Affine3A,
    ) {
        let at = match at {
            Some(at) => at,
            None => {
                self.surfaces.push(Surface {
                    brush,
                    ..Surface::default()
                });
                self.surfaces.len() - 1
            }
        };
        let normals = cofactor(place.matrix3);
        if let Some(target) = self.surfaces.get_mut(at) {
            let first = target.vertices.len() as u32;
            target.vertices.extend(surface.vertices.iter().map(|v| {
                let mut v = *v;
                v.position = place.transform_point3(v.position);
                v.normal = (normals * Vec3A::from(v.normal)).into();
                v
            }));
            target.triangles.extend(
                surface
                    .triangles
                    .iter()
                    .map(|t| t.map(|i| i.wrapping_add(first))),
            );
            target.version += 1;
        }
    }

    /// Flips the mesh inside out: reverses winding and normals.
    pub fn flip(&mut self) {
        for surface in &mut self.surfaces {
            for vertex in &mut surface.vertices {
                vertex.normal = -vertex.normal;
            }
            for triangle in &mut surface.triangles {
                triangle.swap(1, 2);
            }
            surface.version += 1;
        }
    }

    /// Adds light to the vertex colours: `color` everywhere where `range` is 0, else from a point `at` of the mesh's space, falling as
    /// `range / distance` and with the angle. Alpha becomes 255, as in Blitz3D.
    pub fn light(&mut self, color: Vec3, range: f32, at: Vec3) {
        for surface in &mut self.surfaces {
            for vertex in &mut surface.vertices {
                let strength = if range == 0.0 {
                    1.0
                } else {
                    let to_light = at - vertex.position;
                    let distance = to_light.length();
                    let facing = vertex.normal.normalize_or_zero().dot(to_light);
                    if facing <= 0.0 || distance == 0.0 {
                        continue;
                    }
                    range / distance * (facing / distance)
                };
                for (part, light) in vertex.color.iter_mut().zip((color * strength).to_array()) {
                    *part = ((f32::from(*part) / 255.0 + light) * 255.0).floor() as u8;
                }
                vertex.color[3] = 255;
            }
            surface.version += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::primitives;

    #[test]
    fn meshes_painted_alike_are_joined() {
        let cube = primitives::cube();
        let mut mesh = Mesh::default();
        mesh.add(&cube, PartialEq::eq);
        mesh.add(&cube, PartialEq::eq);
        assert_eq!(mesh.surfaces.len(), 1);
        assert_eq!(mesh.triangle_count(), 2 * cube.triangle_count());
        assert_eq!(
            mesh.surfaces[0].triangles[cube.triangle_count()][0] as usize,
            cube.surfaces[0].vertices.len()
        );
    }

    #[test]
    fn stretching_keeps_normals_upright_to_the_surface() {
        let mut sphere = primitives::sphere(16);
        sphere.transform(Affine3A::from_scale(Vec3::new(1.0, 5.0, 1.0)));
        for v in &sphere.surfaces[0].vertices {
            // The gradient of x² + (y/5)² + z².
            let want = (v.position * Vec3::new(1.0, 1.0 / 25.0, 1.0)).normalize();
            assert!(v.normal.normalize().dot(want) > 0.999, "{v:?}");
        }
    }

    #[test]
    fn fitting_takes_the_factor_that_blitz3d_takes() {
        let fitted = |size: Vec3, flat: bool| {
            let mut mesh = primitives::cube();
            if flat {
                mesh.transform(Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0)));
            }
            mesh.fit(Vec3::ZERO, size, true);
            let (low, high) = mesh.bounds().unwrap();
            (high - low).to_array()
        };
        assert_eq!(fitted(Vec3::new(4.0, 2.0, 8.0), false), [2.0; 3]);
        assert_eq!(fitted(Vec3::new(2.0, 6.0, 8.0), false), [2.0; 3]);
        assert_eq!(fitted(Vec3::new(-6.0, 8.0, 2.0), false), [2.0; 3]);
        // Where x and y are equal, z decides, be it the greatest.
        assert_eq!(fitted(Vec3::new(2.0, 2.0, 8.0), false), [8.0; 3]);
        assert_eq!(fitted(Vec3::new(4.0, 6.0, 8.0), true), [4.0, 0.0, 4.0]);
        let mut empty = Mesh::default();
        empty.fit(Vec3::ZERO, Vec3::ONE, true);
        assert!(empty.bounds().is_none());
    }

    #[test]
    fn light_stays_within_a_byte() {
        let mut cube = primitives::cube();
        cube.light(Vec3::splat(-5.0), 0.0, Vec3::ZERO);
        assert!(
            cube.surfaces[0]
                .vertices
                .iter()
                .all(|v| v.color == [0, 0, 0, 255])
        );
        cube.light(Vec3::new(9.0, 0.5, 0.0), 0.0, Vec3::ZERO);
        assert!(
            cube.surfaces[0]
                .vertices
                .iter()
                .all(|v| v.color == [255, 127, 0, 255])
        );
    }
}
