//! Cameras.

use glam::{Mat4, Vec3};

/// How a camera projects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    /// The camera draws nothing.
    Off,
    /// Perspective.
    Perspective,
    /// Orthographic.
    Orthographic,
}

/// The camera of an entity: viewport, lens, clearing and fog; it looks along its own +z.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// Viewport in pixels of the drawing buffer: x, y, width, height.
    pub viewport: [i32; 4],
    /// Near plane distance. Any value is allowed here; see [`Camera::sees`].
    pub near: f32,
    /// Far plane distance.
    pub far: f32,
    /// Half the width at distance 1 is `1 / zoom`.
    pub zoom: f32,
    /// The kind of projection.
    pub projection: Projection,
    /// Colour the viewport is cleared to, 0..1.
    pub clear_color: Vec3,
    /// Whether colour is cleared.
    pub clears_color: bool,
    /// Whether depth is cleared.
    pub clears_depth: bool,
    /// Whether linear fog is on.
    pub fog: bool,
    /// Fog colour, 0..1.
    pub fog_color: Vec3,
    /// Where fog starts, as depth along the view axis.
    pub fog_near: f32,
    /// Where fog is full.
    pub fog_far: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            viewport: [0; 4],
            near: 1.0,
            far: 1000.0,
            zoom: 1.0,
            projection: Projection::Perspective,
            clear_color: Vec3::ZERO,
            clears_color: true,
            clears_depth: true,
            fog: false,
            fog_color: Vec3::ZERO,
            fog_near: 1.0,
            fog_far: 1000.0,
        }
    }
}

impl Camera {
    /// Whether the frustum is not empty: 0 < near < far, and a zoom other than 0. A negative zoom turns the image by 180 degrees.
    pub fn sees(&self) -> bool {
        let zoomed = self.zoom.is_finite() && self.zoom != 0.0;
        self.near > 0.0 && self.far > self.near && self.far.is_finite() && zoomed
    }

    /// Projects a point of camera space: x and y in pixels from the upper left corner of the viewport, z the near distance, as
    /// Blitz3D has it. `None` for a point behind a perspective camera or beyond its range.
    pub fn project(&self, point: Vec3) -> Option<Vec3> {
        let [_, _, width, height] = self.viewport.map(|v| v as f32);
        let depth = match self.projection {
            Projection::Orthographic => self.near,
            _ if point.z > 0.0 && point.z <= self.far => point.z,
            _ => return None,
        };
        let aspect = if width > 0.0 { height / width } else { 1.0 };
        // Half the width seen at this depth is `depth / zoom`.
        let x = point.x * self.zoom / depth / 2.0;
        let y = point.y * self.zoom / depth / 2.0 / aspect;
        Some(Vec3::new((x + 0.5) * width, (0.5 - y) * height, self.near))
    }

    /// The projection from camera space (left-handed, +z ahead) to clip space with depth 0..1.
    pub fn projection_matrix(&self) -> Mat4 {
        let [_, _, width, height] = self.viewport.map(|v| v as f32);
        let aspect = if width > 0.0 { height / width } else { 1.0 };
        let (near, far) = (self.near, self.far);
        match self.projection {
            Projection::Orthographic => {
                // The width seen is `2 near / zoom`.
                let x = self.zoom / near;
                let depth = 1.0 / (far - near);
                Mat4::from_cols_array(&[
                    x,
                    0.0,
                    0.0,
                    0.0, //
                    0.0,
                    x / aspect,
                    0.0,
                    0.0, //
                    0.0,
                    0.0,
                    depth,
                    0.0, //
                    0.0,
                    0.0,
                    -near * depth,
                    1.0,
                ])
            }
            _ => {
                // Column-major: x' = zoom x, y' = zoom y / aspect, depth 0 at the near and 1 at the far plane.
                let depth = far / (far - near);
                Mat4::from_cols_array(&[
                    self.zoom,
                    0.0,
                    0.0,
                    0.0, //
                    0.0,
                    self.zoom / aspect,
                    0.0,
                    0.0, //
                    0.0,
                    0.0,
                    depth,
                    1.0, //
                    0.0,
                    0.0,
                    -near * depth,
                    0.0,
                ])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_land_where_they_are_drawn() {
        let camera = Camera {
            viewport: [0, 0, 640, 480],
            zoom: 1.5,
            ..Camera::default()
        };
        let point = Vec3::new(1.0, -2.0, 7.0);
        let clip = camera.projection_matrix().project_point3(point);
        let pixel = camera.project(point).unwrap();
        assert!(
            (pixel.x - (clip.x + 1.0) * 320.0).abs() < 1e-3
                && (pixel.y - (1.0 - clip.y) * 240.0).abs() < 1e-3
        );
        assert!(camera.project(Vec3::new(0.0, 0.0, -1.0)).is_none());
        assert!(camera.project(Vec3::new(0.0, 0.0, 1001.0)).is_none());
    }

    #[test]
    fn half_the_width_at_distance_one_is_one_over_zoom() {
        let camera = Camera {
            viewport: [0, 0, 640, 480],
            zoom: 2.0,
            ..Camera::default()
        };
        let p = camera.projection_matrix();
        let edge = p.project_point3(Vec3::new(0.5 * 7.0, 0.5 * 7.0 * 480.0 / 640.0, 7.0));
        assert!((edge.x - 1.0).abs() < 1e-6 && (edge.y - 1.0).abs() < 1e-6);
        assert!(p.project_point3(Vec3::new(0.0, 0.0, 1.0)).z.abs() < 1e-6);
        assert!((p.project_point3(Vec3::new(0.0, 0.0, 1000.0)).z - 1.0).abs() < 1e-4);
    }
}
