//! Translates a brush into pipeline state: blending, texture stages, constants.

use flitz_scene::{Blend, Brush, Effects, Texture, TextureBlend, TextureFlags, TextureId};
use glam::Vec4;

use super::program::{Coordinates, Program, Stage, StageBlend};

/// Tolerance of the alpha test, less than a step of eight bits.
const CUTOFF_SLACK: f32 = 1e-4;

/// A texture stage in use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StageTexture {
    pub texture: TextureId,
    pub frame: u32,
    pub stage: Stage,
    /// Rows of the coordinate transform.
    pub transform: [Vec4; 2],
}

/// A brush translated into pipeline state.
#[derive(Clone, Debug)]
pub(super) struct Material {
    blend: Blend,
    pub program: Program,
    pub two_sided: bool,
    /// Colour, and alpha in w.
    pub color: Vec4,
    pub specular: f32,
    pub specular_power: f32,
    pub full_bright: bool,
    pub vertex_color: bool,
    pub fogged: bool,
    /// Lit as a level: by its own ambient light and by lights that have a place.
    pub level_lit: bool,
    /// Vertex colours are light.
    pub emissive: bool,
    /// Whether alpha comes from the vertices, whatever the brush's.
    pub vertex_alpha: bool,
    /// Cut-off of texture and vertex alpha.
    cutoff: Option<f32>,
    pub textures: [Option<StageTexture>; 8],
}

impl Material {
    /// Translates a brush; layers whose texture `look_up` does not find, or whose frame does not exist, are skipped.
    pub fn new<'t>(brush: &Brush, look_up: impl Fn(TextureId) -> Option<&'t Texture>) -> Self {
        let layers = brush.textures.map(|slot| {
            let slot = slot?;
            let texture = look_up(slot.texture)?;
            ((slot.frame as usize) < texture.frame_count()).then_some((slot, texture))
        });
        let masked = layers[0].is_some_and(|(_, t)| t.flags.contains(TextureFlags::MASKED));
        let mut program = Program {
            flat: brush.effects.contains(Effects::FLAT),
            alpha_test: masked || brush.alpha_cutoff.is_some(),
            cuts_out: brush.alpha_cutoff.is_some(),
            ..Program::default()
        };
        let mut textures = [None; 8];
        let in_use = layers
            .iter()
            .flatten()
            .filter(|(_, t)| t.blend != TextureBlend::Off);
        for (n, (slot, texture)) in in_use.enumerate() {
            let stage = stage(texture);
            textures[n] = Some(StageTexture {
                texture: slot.texture,
                frame: slot.frame,
                stage,
                transform: transform(texture),
            });
            program.stages[n] = Some(stage);
        }
        let shininess = brush.shininess.max(0.0);
        Self {
            blend: brush.resolve_blend(layers.map(|layer| layer.map(|(_, t)| t.flags))),
            program,
            two_sided: brush.effects.contains(Effects::TWO_SIDED),
            color: brush.color.extend(brush.alpha),
            specular: shininess.min(1.0),
            specular_power: 128.0 * shininess,
            full_bright: brush.effects.contains(Effects::FULL_BRIGHT),
            vertex_color: brush.effects.contains(Effects::VERTEX_COLOR),
            fogged: !brush.effects.contains(Effects::NO_FOG),
            level_lit: brush.effects.contains(Effects::CONDITIONAL_LIGHT),
            emissive: brush.effects.contains(Effects::EMISSIVE),
            vertex_alpha: brush.effects.contains(Effects::VERTEX_ALPHA),
            cutoff: brush.alpha_cutoff,
            textures,
        }
    }
}

impl Material {
    /// The blend mode with alpha multiplied by `fade`.
    pub fn blend(&self, fade: f32) -> Blend {
        match self.blend {
            Blend::Replace if self.color.w * fade < 1.0 => Blend::Alpha,
            blend => blend,
        }
    }

    /// Threshold of the alpha test: half of the drawn alpha, or the brush's cut-off of it.
    pub fn alpha_above(&self, fade: f32) -> f32 {
        match self.cutoff {
            // Alpha at the cut-off passes, also where filtering rounds it down a little.
            Some(cutoff) if self.vertex_color => cutoff - CUTOFF_SLACK,
            Some(cutoff) => (cutoff - CUTOFF_SLACK) * self.color.w * fade,
            None if self.vertex_alpha => 0.0,
            None => (128.0 * self.color.w * fade).floor() / 255.0,
        }
    }
}

fn stage(texture: &Texture) -> Stage {
    let coordinates = if texture.flags.contains(TextureFlags::SPHERE_MAP) {
        Coordinates::Sphere
    } else if texture.is_cube() {
        Coordinates::Cube(texture.pixels.cube_mode())
    } else if texture.flags.contains(TextureFlags::COORDS_2) {
        Coordinates::Second
    } else {
        Coordinates::First
    };
    let blend = match texture.blend {
        TextureBlend::Alpha => StageBlend::Mix,
        TextureBlend::Add => StageBlend::Add,
        TextureBlend::Dot3 => StageBlend::Dot3,
        TextureBlend::Multiply2 => StageBlend::Multiply2,
        TextureBlend::Multiply | TextureBlend::Off => StageBlend::Multiply,
    };
    Stage {
        coordinates,
        blend,
        alpha: texture.has_alpha(),
    }
}

/// `u' = (u cos a - v sin a) / us - up`, `v' = (u sin a + v cos a) / vs - vp`.
fn transform(texture: &Texture) -> [Vec4; 2] {
    let (sin, cos) = texture.rotation.to_radians().sin_cos();
    // A scale of 0 has no inverse; such a texture shows one texel.
    let inverse = |scale: f32| if scale == 0.0 { 0.0 } else { scale.recip() };
    let [u, v] = texture.scale.map(inverse);
    let [x, y] = texture.position;
    [
        Vec4::new(cos * u, -sin * u, -x, 0.0),
        Vec4::new(sin * v, cos * v, -y, 0.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitz_scene::{BrushBlend, BrushTexture, Image, World};

    fn brush_with(world: &mut World, flags: &[u32]) -> Brush {
        let mut brush = Brush::default();
        for (slot, &flags) in brush.textures.iter_mut().zip(flags) {
            let flags = TextureFlags::from_bits_retain(flags);
            let texture = Texture::new(Image::filled(1, 1, [0; 4]), flags, "");
            let texture = world.textures.insert(texture);
            *slot = Some(BrushTexture { texture, frame: 0 });
        }
        brush
    }

    fn blend_of(world: &World, brush: &Brush) -> Blend {
        Material::new(brush, |id| world.textures.get(id)).blend(1.0)
    }

    #[test]
    fn one_alpha_texture_blends_and_two_layers_need_alpha_blend() {
        let mut world = World::new();
        let one = brush_with(&mut world, &[3]);
        assert_eq!(blend_of(&world, &one), Blend::Alpha);
        let mut two = brush_with(&mut world, &[3, 1]);
        assert_eq!(blend_of(&world, &two), Blend::Replace);
        two.blend = BrushBlend::Alpha;
        assert_eq!(blend_of(&world, &two), Blend::Alpha);
        let masked = brush_with(&mut world, &[4]);
        assert_eq!(blend_of(&world, &masked), Blend::Replace);
        assert!(
            Material::new(&masked, |id| world.textures.get(id))
                .program
                .alpha_test
        );
        let mut cut_out = one.clone();
        cut_out.alpha_cutoff = Some(0.25);
        let material = Material::new(&cut_out, |id| world.textures.get(id));
        assert_eq!(material.blend(1.0), Blend::Replace);
        assert_eq!(material.blend(0.5), Blend::Alpha);
        assert!(material.program.alpha_test && material.program.cuts_out);
        let above = |fade| material.alpha_above(fade);
        assert!(above(1.0) < 0.25 && above(1.0) > 63.0 / 255.0);
        assert!((above(0.5) - above(1.0) / 2.0).abs() < 1e-6);
        let plain = Brush {
            alpha: 0.5,
            ..Brush::default()
        };
        assert_eq!(blend_of(&world, &plain), Blend::Alpha);
        assert_eq!(
            blend_of(
                &world,
                &Brush {
                    blend: BrushBlend::Add,
                    ..plain
                }
            ),
            Blend::Add
        );
    }

    #[test]
    fn layers_without_effect_take_no_stage() {
        let mut world = World::new();
        let brush = brush_with(&mut world, &[1, 1, 1]);
        let second = brush.textures[1].unwrap().texture;
        world.textures[second].blend = TextureBlend::Off;
        let material = Material::new(&brush, |id| world.textures.get(id));
        assert_eq!(material.program.stages().count(), 2);
        assert!(material.textures[2].is_none());
        let mut missing = brush.clone();
        missing.textures[0].as_mut().unwrap().frame = 9;
        assert_eq!(
            Material::new(&missing, |id| world.textures.get(id))
                .program
                .stages()
                .count(),
            1
        );
    }

    #[test]
    fn texture_transforms_scale_and_turn() {
        let mut texture = Texture::new(Image::filled(1, 1, [0; 4]), TextureFlags::COLOR, "");
        texture.scale = [2.0, 4.0];
        texture.position = [0.25, 0.5];
        texture.rotation = 90.0;
        let at = |u: f32, v: f32| {
            transform(&texture).map(|row| row.truncate().dot(glam::Vec3::new(u, v, 1.0)))
        };
        let [u, v] = at(1.0, 2.0);
        assert!(
            (u - (-2.0 / 2.0 - 0.25)).abs() < 1e-6 && (v - (1.0 / 4.0 - 0.5)).abs() < 1e-6,
            "{u} {v}"
        );
        texture.scale = [0.0, 1.0];
        assert!(transform(&texture).iter().all(|row| row.is_finite()));
    }
}
