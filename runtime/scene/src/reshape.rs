//! Changing meshes as wholes: moving, joining, turning inside out, lighting.

use glam::{Affine3A, Mat3A, Vec3, Vec3A};

use crate::brush::Brush;
use crate::mesh::{Mesh, Surface};

/// The matrix that carries normals, up to length: the cofactors.
pub(crate) fn cofactor(m: Mat3A) -> Mat3A {
    Mat3A::from_cols(
        m.y_axis.cross(m.z_axis),
        m.z_axis.cross(m.x_axis),
        m.x_axis.cross(m.y_axis),
    )
}

impl Mesh {
    /// Moves all vertices. Normals are carried by the cofactors and keep the length that gives them, as in Blitz3D.
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

    /// Adds the surfaces of another mesh, without its joints; surfaces whose brushes are `alike` are joined.
    pub fn add(&mut self, other: &Mesh, alike: impl Fn(&Brush, &Brush) -> bool) {
        for surface in &other.surfaces {
            let at = self
                .surfaces
                .iter()
                .position(|s| alike(&s.brush, &surface.brush));
            self.add_surface_to(at, surface, surface.brush.clone(), Affine3A::IDENTITY);
        }
    }

    /// Adds a surface, painted with `brush` and carried to `place`, to the surface that is painted alike.
    pub(crate) fn add_surface(&mut self, surface: &Surface, brush: Brush, place: Affine3A) {
        let at = self.surfaces.iter().position(|s| s.brush == brush);
        self.add_surface_to(at, surface, brush, place);
    }

    /// Adds a surface to the one with this index, or to a new one.
    fn add_surface_to(
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
            target
                .triangles
                .extend(surface.triangles.iter().map(|t| t.map(|i| i.wrapping_add(first))));
            target.version += 1;
        }
    }

    /// Turns the mesh inside out: triangles wind the other way, normals point the other way.
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
