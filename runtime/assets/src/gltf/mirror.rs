//! From glTF's right-handed space to the left-handed one of flitz: z is mirrored, so a model that looks along +z there looks along
//! -z here, at a camera that stands before it.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// A position, direction or offset.
pub(super) fn vector(v: Vec3) -> Vec3 {
    // 0 - z and not -z: programs print positions, and nobody wants to read -0.0.
    Vec3::new(v.x, v.y, 0.0 - v.z)
}

/// A rotation: `M R M` for the mirror `M`. Linear, so that it serves tangents too.
pub(super) fn rotation(q: Quat) -> Quat {
    Quat::from_xyzw(0.0 - q.x, 0.0 - q.y, q.z, q.w)
}

/// An affine map: `M A M`.
pub(super) fn affine(a: Affine3A) -> Affine3A {
    let flip = Vec3A::new(1.0, 1.0, -1.0);
    let [x, y, z] = [a.matrix3.x_axis, a.matrix3.y_axis, a.matrix3.z_axis];
    Affine3A {
        matrix3: Mat3A::from_cols(x * flip, y * flip, -z * flip),
        translation: a.translation * flip,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrored_maps_take_mirrored_points_to_mirrored_points() {
        let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.4, -1.1, 2.0);
        let map = Affine3A::from_scale_rotation_translation(
            Vec3::new(1.0, 2.0, 0.5),
            turn,
            Vec3::new(3.0, -4.0, 5.0),
        );
        let point = Vec3::new(0.3, 0.7, -1.9);
        let wanted = vector(map.transform_point3(point));
        assert!((affine(map).transform_point3(vector(point)) - wanted).length() < 1e-5);
        let turned = rotation(turn) * vector(point);
        assert!((turned - vector(turn * point)).length() < 1e-6);
    }
}
