//! Sprites: billboards.

use glam::{Affine3A, Mat3A, Vec3A};

use crate::euler;

/// How a sprite faces the camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpriteView {
    /// As the camera does.
    #[default]
    Free,
    /// As its own rotation says.
    Fixed,
    /// Towards the camera, upright in the world.
    Upright,
    /// Its own rotation, turned by the camera's yaw.
    Yaw,
}

/// A square of half size 1 across the entity's z axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprite {
    /// How it faces the camera.
    pub view: SpriteView,
    /// The point of the square (-1..1) that is at the entity's place.
    pub handle: [f32; 2],
    /// Rotation about the line of sight in degrees.
    pub rotation: f32,
    /// Scale across and up.
    pub scale: [f32; 2],
}

impl Default for Sprite {
    fn default() -> Self {
        Self {
            view: SpriteView::Free,
            handle: [0.0; 2],
            rotation: 0.0,
            scale: [1.0; 2],
        }
    }
}

impl Sprite {
    /// The corners in the world, clockwise from the upper left as seen from the front; `place` is the entity's, `camera` the camera's.
    pub fn corners(&self, place: &Affine3A, camera: &Affine3A) -> [Vec3A; 4] {
        let facing = match self.view {
            SpriteView::Free => camera.matrix3,
            SpriteView::Fixed => place.matrix3,
            SpriteView::Upright => upright(place.matrix3, camera.matrix3.z_axis),
            SpriteView::Yaw => {
                let yaw = euler::yaw_of(camera.matrix3.z_axis.into());
                Mat3A::from_quat(euler::rotation(0.0, yaw, 0.0)) * place.matrix3
            }
        };
        let roll = Mat3A::from_quat(euler::rotation(0.0, 0.0, self.rotation));
        let [sx, sy] = self.scale;
        [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].map(|(x, y)| {
            let corner = Vec3A::new((x - self.handle[0]) * sx, (y - self.handle[1]) * sy, 0.0);
            place.translation + facing * (roll * corner)
        })
    }
}

/// The axes `own` with z replaced and x and y made orthogonal to it again, y as near to the old one as that allows.
fn upright(own: Mat3A, z: Vec3A) -> Mat3A {
    let z = z.normalize_or_zero();
    let x = own.y_axis.cross(z).normalize_or_zero();
    Mat3A::from_cols(x, z.cross(x), z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn a_free_sprite_lies_across_the_line_of_sight() {
        let camera = Affine3A::from_rotation_translation(
            euler::rotation(30.0, 50.0, 10.0),
            Vec3::new(1.0, 2.0, 3.0),
        );
        let place = Affine3A::from_translation(Vec3::new(5.0, 0.0, 9.0));
        let sprite = Sprite {
            rotation: 90.0,
            scale: [2.0, 1.0],
            ..Sprite::default()
        };
        let to_camera = camera.inverse();
        let corners = sprite.corners(&place, &camera).map(|c| {
            to_camera.transform_point3a(c) - to_camera.transform_point3a(place.translation)
        });
        assert!(corners.iter().all(|c| c.z.abs() < 1e-4));
        // Turned anticlockwise by a quarter: the upper left corner is at the lower left, twice as far down.
        assert!(
            (corners[0] - Vec3A::new(-1.0, -2.0, 0.0)).length() < 1e-4,
            "{corners:?}"
        );
    }

    #[test]
    fn upright_and_yaw_sprites_stay_upright() {
        let camera = Affine3A::from_quat(euler::rotation(40.0, 70.0, 0.0));
        for view in [SpriteView::Upright, SpriteView::Yaw] {
            let corners = Sprite {
                view,
                ..Sprite::default()
            }
            .corners(&Affine3A::IDENTITY, &camera);
            assert!(
                (corners[0].y - corners[1].y).abs() < 1e-5,
                "{view:?} {corners:?}"
            );
        }
        let fixed = Sprite {
            view: SpriteView::Fixed,
            ..Sprite::default()
        }
        .corners(&Affine3A::IDENTITY, &camera);
        assert_eq!(fixed[1], Vec3A::new(1.0, 1.0, 0.0));
    }

    #[test]
    fn the_handle_is_at_the_place() {
        let sprite = Sprite {
            handle: [-1.0, 1.0],
            scale: [3.0, 2.0],
            ..Sprite::default()
        };
        let corners = sprite.corners(
            &Affine3A::from_translation(Vec3::new(7.0, 8.0, 9.0)),
            &Affine3A::IDENTITY,
        );
        assert_eq!(corners[0], Vec3A::new(7.0, 8.0, 9.0));
        assert_eq!(corners[2], Vec3A::new(13.0, 4.0, 9.0));
    }
}
