//! A camera's view: viewport, projection, frustum.

use flitz_scene::collide::Plane;
use flitz_scene::{Camera, Projection};
use glam::{Affine3A, Mat4, Vec3, Vec3A, Vec4};

use super::pipelines::Clear;
use super::uniforms::{LightUniform, MAX_LIGHTS, ViewUniform};

/// The view frustum in camera space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lens {
    /// Half width and half height: at distance 1 in perspective, everywhere else.
    half: [f32; 2],
    perspective: bool,
    near: f32,
    far: f32,
}

impl Lens {
    pub fn new(camera: &Camera, viewport: [i32; 4]) -> Self {
        let [_, _, width, height] = viewport.map(|v| v as f32);
        let perspective = camera.projection != Projection::Orthographic;
        // A negative zoom turns the picture by 180 degrees; the frustum is the same.
        let zoom = camera.zoom.abs();
        let half = if perspective {
            1.0 / zoom
        } else {
            camera.near / zoom
        };
        Self {
            half: [half, half * height / width],
            perspective,
            near: camera.near,
            far: camera.far,
        }
    }

    /// The ray through a point of the viewport (-1..1, y up): where it starts beside the eye, and where it meets the far plane.
    pub fn ray(&self, x: f32, y: f32) -> (Vec3, Vec3) {
        let (x, y) = (x * self.half[0], y * self.half[1]);
        if self.perspective {
            (Vec3::ZERO, Vec3::new(x, y, 1.0) * self.far)
        } else {
            (Vec3::new(x, y, 0.0), Vec3::new(x, y, self.far))
        }
    }

    /// Whether a box may be seen; `to_camera` leads from the box's space to the camera's.
    pub fn may_see(&self, to_camera: &Affine3A, (middle, half): (Vec3, Vec3)) -> bool {
        let m = to_camera.matrix3;
        let middle = to_camera.transform_point3a(middle.into());
        // Extent of the box along a direction.
        let reach = |n: Vec3A| {
            let h = Vec3A::from(half);
            (n.dot(m.x_axis) * h.x).abs()
                + (n.dot(m.y_axis) * h.y).abs()
                + (n.dot(m.z_axis) * h.z).abs()
        };
        let inside = |n: Vec3A, d: f32| n.dot(middle) + d >= -reach(n) * 1.0001;
        // NaN counts as visible.
        !middle.is_finite() || self.sides().into_iter().all(|(n, d)| inside(n, d))
    }

    /// The sides of what is seen as planes of another space, their fronts inside; `to_camera` leads from there to the camera's.
    pub fn planes(&self, to_camera: &Affine3A) -> [Plane; 6] {
        let turned = to_camera.matrix3.transpose();
        self.sides().map(|(normal, offset)| Plane {
            normal: turned * normal,
            offset: normal.dot(to_camera.translation) + offset,
        })
    }

    /// The sides of what is seen in camera space: normal, inwards, and offset; near and far last.
    fn sides(&self) -> [(Vec3A, f32); 6] {
        let [w, h] = self.half;
        let [left, right, below, above] = if self.perspective {
            [
                (Vec3A::new(1.0, 0.0, w), 0.0),
                (Vec3A::new(-1.0, 0.0, w), 0.0),
                (Vec3A::new(0.0, 1.0, h), 0.0),
                (Vec3A::new(0.0, -1.0, h), 0.0),
            ]
        } else {
            [
                (Vec3A::X, w),
                (Vec3A::NEG_X, w),
                (Vec3A::Y, h),
                (Vec3A::NEG_Y, h),
            ]
        };
        let (near, far) = ((Vec3A::Z, -self.near), (Vec3A::NEG_Z, self.far));
        [left, right, below, above, near, far]
    }
}

/// A view: a camera with its transform, viewport and uniforms.
#[derive(Debug)]
pub(super) struct View {
    /// From camera space to the world's.
    pub place: Affine3A,
    /// From the world to camera space.
    pub inverse: Affine3A,
    pub lens: Lens,
    /// Whether it is a reflection.
    pub mirrored: bool,
    /// The viewport, clipped to the target: x, y, width, height.
    pub area: [u32; 4],
    pub uniform: ViewUniform,
    /// Number of lights.
    pub lights: u8,
    pub clears_color: bool,
    pub clears_depth: bool,
    /// Whether anything can be visible; else it only clears.
    pub sees: bool,
}

impl View {
    /// `None` where there is nothing to draw or clear: projection off, or the viewport lies outside the target.
    pub fn new(
        camera: &Camera,
        place: Affine3A,
        target: [u32; 2],
        light: &Lighting,
    ) -> Option<Self> {
        let [width, height] = target.map(|v| v as i32);
        let mut viewport = camera.viewport;
        if viewport[2] == 0 && viewport[3] == 0 {
            viewport = [0, 0, width, height];
        }
        let [x, y, w, h] = viewport.map(i64::from);
        let (left, top) = (x.max(0), y.max(0));
        let (right, bottom) = ((x + w).min(width.into()), (y + h).min(height.into()));
        if camera.projection == Projection::Off || left >= right || top >= bottom {
            return None;
        }
        let inverse = place.inverse();
        let sees = camera.sees() && inverse.is_finite();
        // Finite values for uniforms that are not used then.
        let (camera, place, inverse) = if sees {
            (camera.clone(), place, inverse)
        } else {
            let blind = Camera {
                near: 1.0,
                far: 2.0,
                zoom: 1.0,
                ..camera.clone()
            };
            (blind, Affine3A::IDENTITY, Affine3A::IDENTITY)
        };
        // The projection is adapted to the clipped viewport.
        let (cw, ch) = ((right - left) as f32, (bottom - top) as f32);
        let (w_, h_) = (w as f32, h as f32);
        let crop = Mat4::from_cols(
            Vec4::new(w_ / cw, 0.0, 0.0, 0.0),
            Vec4::new(0.0, h_ / ch, 0.0, 0.0),
            Vec4::Z,
            Vec4::new(
                (2 * (x - left)) as f32 / cw + w_ / cw - 1.0,
                1.0 - (2 * (y - top)) as f32 / ch - h_ / ch,
                0.0,
                1.0,
            ),
        );
        let camera = Camera { viewport, ..camera };
        let projection = camera.projection_matrix();
        let m = inverse.matrix3;
        let row = |i: usize| {
            Vec4::new(
                m.x_axis[i],
                m.y_axis[i],
                m.z_axis[i],
                inverse.translation[i],
            )
        };
        let perspective = camera.projection == Projection::Perspective;
        let depth = camera.fog_far - camera.fog_near;
        let uniform = ViewUniform {
            view_projection: crop * projection * Mat4::from(inverse),
            right: row(0),
            up: row(1),
            ahead: row(2),
            eye: Vec3::from(place.translation).extend(f32::from(perspective)),
            fog_color: camera.fog_color.extend(f32::from(camera.fog)),
            fog_range: Vec4::new(
                camera.fog_far,
                if depth == 0.0 { 1e9 } else { depth.recip() },
                0.0,
                0.0,
            ),
            ambient: light.ambient.extend(0.0),
            clear_color: camera.clear_color.extend(1.0),
            lights: light.lights,
        };
        Some(Self {
            place,
            inverse,
            lens: Lens::new(&camera, viewport),
            mirrored: false,
            area: [left, top, right - left, bottom - top].map(|v| v as u32),
            uniform,
            lights: light.count as u8,
            clears_color: camera.clears_color,
            clears_depth: camera.clears_depth,
            sees,
        })
    }

    /// What it clears.
    pub fn clear(&self) -> Clear {
        Clear {
            color: self.clears_color,
            depth: self.clears_depth,
        }
    }

    /// Whether it covers and clears the whole target.
    pub fn clears_all(&self, target: [u32; 2]) -> bool {
        self.clears_color && self.clears_depth && self.area == [0, 0, target[0], target[1]]
    }
}

/// The lights of the scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lighting {
    pub ambient: Vec3,
    pub count: usize,
    pub lights: [LightUniform; MAX_LIGHTS],
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytemuck::Zeroable;

    fn dark() -> Lighting {
        Lighting {
            ambient: Vec3::ZERO,
            count: 0,
            lights: [LightUniform::zeroed(); MAX_LIGHTS],
        }
    }

    #[test]
    fn a_viewport_that_sticks_out_shows_the_part_inside() {
        let whole = Camera {
            viewport: [-100, -50, 400, 300],
            ..Camera::default()
        };
        let view = View::new(&whole, Affine3A::IDENTITY, [320, 240], &dark()).unwrap();
        assert_eq!(view.area, [0, 0, 300, 240]);
        // A point in the middle of the viewport is drawn at (100, 100) of the target.
        let p = view
            .uniform
            .view_projection
            .project_point3(Vec3::new(0.0, 0.0, 5.0));
        let pixel = [(p.x + 1.0) / 2.0 * 300.0, (1.0 - p.y) / 2.0 * 240.0];
        assert!(
            (pixel[0] - 100.0).abs() < 1e-3 && (pixel[1] - 100.0).abs() < 1e-3,
            "{pixel:?}"
        );
        assert!(!view.clears_all([320, 240]));
    }

    #[test]
    fn cameras_that_are_off_or_see_nothing() {
        let good = Camera {
            viewport: [0, 0, 320, 240],
            ..Camera::default()
        };
        let none =
            |camera: Camera| View::new(&camera, Affine3A::IDENTITY, [320, 240], &dark()).is_none();
        assert!(!none(good.clone()));
        assert!(none(Camera {
            viewport: [320, 0, 5, 5],
            ..good.clone()
        }));
        assert!(none(Camera {
            viewport: [0, 0, -5, 5],
            ..good.clone()
        }));
        assert!(none(Camera {
            projection: Projection::Off,
            ..good.clone()
        }));
        // Range and zoom that show nothing: the ground is cleared all the same.
        for (near, far, zoom) in [
            (5.0, 5.0, 1.0),
            (0.0, 5.0, 1.0),
            (-1.0, 5.0, 1.0),
            (5.0, 1.0, 1.0),
            (1.0, f32::INFINITY, 1.0),
            (1.0, 5.0, 0.0),
            (1.0, 5.0, f32::NAN),
        ] {
            let camera = Camera {
                near,
                far,
                zoom,
                ..good.clone()
            };
            let view = View::new(&camera, Affine3A::IDENTITY, [320, 240], &dark()).unwrap();
            assert!(!view.sees && view.clear().color, "{near} {far} {zoom}");
            assert!(view.uniform.view_projection.is_finite());
        }
        let turned = Camera { zoom: -2.0, ..good };
        let view = View::new(&turned, Affine3A::IDENTITY, [320, 240], &dark()).unwrap();
        assert!(view.sees);
        let p = view
            .uniform
            .view_projection
            .project_point3(Vec3::new(1.0, 0.0, 4.0));
        assert!((p.x + 0.5).abs() < 1e-6, "{p}");
    }

    #[test]
    fn boxes_outside_the_view_are_seen_to_be() {
        let camera = Camera {
            viewport: [0, 0, 400, 200],
            ..Camera::default()
        };
        let lens = Lens::new(&camera, camera.viewport);
        let seen = |x: f32, y: f32, z: f32| {
            lens.may_see(
                &Affine3A::from_translation(Vec3::new(x, y, z)),
                (Vec3::ZERO, Vec3::ONE),
            )
        };
        assert!(seen(0.0, 0.0, 10.0) && seen(10.9, 0.0, 10.0) && seen(0.0, 0.0, 0.5));
        assert!(
            !seen(14.0, 0.0, 10.0)
                && !seen(0.0, 8.0, 10.0)
                && !seen(0.0, 0.0, -2.0)
                && !seen(0.0, 0.0, 1002.0)
        );
    }
}
