//! Blitz3D's numbers for modes, kinds and flags, as the engine has them; and what numbers mean that are none of these.

use flitz_runtime::animation::{ClipReference, LayerKind, PlayMode};
use flitz_runtime::scene::collide::Response;
use flitz_runtime::scene::euler::Axis;
use flitz_runtime::scene::{
    BrushBlend, CubeFace, CubeMapping, CubeMode, Effects, LightKind, Projection, Shape, SpriteView,
    TextureBlend, TextureFlags,
};

/// `EntityBlend`, `BrushBlend`: any other number lays things over each other by their alpha, but still counts as a mode of its own.
pub(super) fn brush_blend(number: i32) -> BrushBlend {
    match number {
        0 => BrushBlend::Unset,
        1 => BrushBlend::Alpha,
        2 => BrushBlend::Multiply,
        3 => BrushBlend::Add,
        _ => BrushBlend::Automatic,
    }
}

/// `EntityFX`, `BrushFX`: a sum. Bits without a meaning are kept, since they tell brushes apart.
pub(super) fn effects(number: i32) -> Effects {
    Effects::from_bits_retain(number.cast_unsigned())
}

/// `LoadTexture`, `CreateTexture`, `TextureFilter`: a sum. Bits without a meaning are kept, since they tell textures of one file apart.
pub(super) fn texture_flags(number: i32) -> TextureFlags {
    TextureFlags::from_bits_retain(number.cast_unsigned())
}

/// `TextureBlend`: any other number multiplies, as a texture does from the start.
pub(super) fn texture_blend(number: i32) -> TextureBlend {
    match number {
        0 => TextureBlend::Off,
        1 => TextureBlend::Alpha,
        3 => TextureBlend::Add,
        4 => TextureBlend::Dot3,
        5 => TextureBlend::Multiply2,
        _ => TextureBlend::Multiply,
    }
}

/// `SetCubeFace`: no other number is a face.
pub(super) fn cube_face(number: i32) -> Option<CubeFace> {
    CubeFace::ALL.get(usize::try_from(number).ok()?).copied()
}

/// `SetCubeMode`: a sum; with neither 2 nor 3 in it, it is the reflection.
pub(super) fn cube_mode(number: i32) -> CubeMode {
    CubeMode {
        mapping: match number & 3 {
            2 => CubeMapping::Normal,
            3 => CubeMapping::Position,
            _ => CubeMapping::Reflection,
        },
        camera_space: number & 4 != 0,
    }
}

/// `CameraProjMode`: any other number is perspective.
pub(super) fn projection(number: i32) -> Projection {
    match number {
        0 => Projection::Off,
        2 => Projection::Orthographic,
        _ => Projection::Perspective,
    }
}

/// `CreateLight`: any other number is directional.
pub(super) fn light_kind(number: i32) -> LightKind {
    match number {
        2 => LightKind::Point,
        3 => LightKind::Spot,
        _ => LightKind::Directional,
    }
}

/// `SpriteViewMode`: any other number is fixed.
pub(super) fn sprite_view(number: i32) -> SpriteView {
    match number {
        1 => SpriteView::Free,
        3 => SpriteView::Upright,
        4 => SpriteView::Yaw,
        _ => SpriteView::Fixed,
    }
}

/// The method of `Collisions` and the geometry of `EntityPickMode`: with any other number nothing is met.
pub(super) fn shape(number: i32) -> Option<Shape> {
    match number {
        1 => Some(Shape::Sphere),
        2 => Some(Shape::Polygons),
        3 => Some(Shape::Box),
        _ => None,
    }
}

/// The response of `Collisions`: with any other number a mover slides freely.
pub(super) fn response(number: i32) -> Response {
    match number {
        1 => Response::Stop,
        2 => Response::Slide,
        3 => Response::SlideLevel,
        _ => Response::Free,
    }
}

/// `AlignToVector`: any other number is z.
pub(super) fn axis(number: i32) -> Axis {
    match number {
        1 => Axis::X,
        2 => Axis::Y,
        _ => Axis::Z,
    }
}

/// The mode of `Animate` and its kin: any other number is a one shot. Blitz3D ran it once and stayed beyond the end.
pub(super) fn play_mode(number: i32) -> PlayMode {
    match number {
        0 => PlayMode::Stop,
        1 => PlayMode::Loop,
        2 => PlayMode::PingPong,
        _ => PlayMode::OneShot,
    }
}

/// `BlendAnim`, `additive`: any other number adds.
pub(super) fn layer_kind(number: i32) -> LayerKind {
    match number {
        0 => LayerKind::Overlay,
        2 => LayerKind::Subtractive,
        _ => LayerKind::Additive,
    }
}

/// `AnimGraphClip`, `reference`: a sequence, or -1 for the clip's own first frame; any other number is absolute.
pub(super) fn clip_reference(number: i32) -> ClipReference {
    match usize::try_from(number) {
        Ok(seq) => ClipReference::Sequence(seq),
        Err(_) if number == -1 => ClipReference::OwnFirstFrame,
        Err(_) => ClipReference::Absolute,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_no_mode_mean_what_they_meant() {
        for number in [-1, 7, 99, i32::MAX, i32::MIN] {
            assert_eq!(brush_blend(number), BrushBlend::Automatic);
            assert_eq!(texture_blend(number), TextureBlend::Multiply);
            assert_eq!(cube_face(number), None);
            assert_eq!(projection(number), Projection::Perspective);
            assert_eq!(light_kind(number), LightKind::Directional);
            assert_eq!(sprite_view(number), SpriteView::Fixed);
            assert_eq!(shape(number), None);
            assert_eq!(response(number), Response::Free);
            assert_eq!(axis(number), Axis::Z);
            assert_eq!(play_mode(number), PlayMode::OneShot);
            assert_eq!(layer_kind(number), LayerKind::Additive);
        }
        assert_eq!(clip_reference(-3), ClipReference::Absolute);
        assert_eq!(clip_reference(-1), ClipReference::OwnFirstFrame);
        assert_eq!(clip_reference(7), ClipReference::Sequence(7));
        assert_eq!(sprite_view(0), SpriteView::Fixed);
        assert_eq!(cube_face(4), Some(CubeFace::Top));
        assert_eq!(effects(-1).bits(), u32::MAX);
        assert!(texture_flags(1 << 20 | 4).contains(TextureFlags::MASKED));
    }
}
