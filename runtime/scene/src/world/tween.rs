//! Between the captured state of the world and the present one.

use flitz_animation::Transform;
use glam::Affine3A;

use super::placement::affine;
use super::{EntityId, World};
use crate::entity::Captured;
use crate::sprite::Sprite;

impl World {
    /// Captures the state of the visible entities, for rendering between then and later.
    pub fn capture(&mut self) {
        let visible = self.take_visible();
        for &id in visible.ids() {
            if let Some(entity) = self.entities.get_mut(id) {
                entity.captured_alpha = entity.brush.alpha;
                let now = Captured {
                    local: entity.local,
                    sprite: entity.sprite().copied(),
                };
                match &mut entity.captured {
                    Some(captured) => **captured = now,
                    None => entity.captured = Some(Box::new(now)),
                }
            }
        }
        self.scratch.visible = visible;
    }

    /// From the entity's space to the world's, the share `tween` of the way from the captured state (0) to the present (1).
    pub fn tweened_affine(&mut self, id: EntityId, tween: f32) -> Affine3A {
        if tween == 1.0 {
            return self.world_affine(id);
        }
        let mut place = Affine3A::IDENTITY;
        let mut at = Some(id);
        while let Some((here, entity)) = at.and_then(|p| Some((p, self.entities.get(p)?))) {
            match &entity.captured {
                Some(captured) => {
                    place = affine(&between(&captured.local, &entity.local, tween)) * place
                }
                // Entities created since the capture are not interpolated.
                None => return self.world_affine(here) * place,
            }
            at = entity.parent;
        }
        place
    }

    /// The entity's alpha, the share `tween` of the way from the captured to the present one. What never was captured fades from 1.
    pub fn tweened_alpha(&self, id: EntityId, tween: f32) -> f32 {
        self.entities.get(id).map_or(0.0, |entity| {
            lerp(entity.captured_alpha, entity.brush.alpha, tween)
        })
    }

    /// The sprite, rotation and scale the share `tween` of the way from the captured to the present.
    pub fn tweened_sprite(&self, id: EntityId, tween: f32) -> Option<Sprite> {
        let entity = self.entities.get(id)?;
        let now = *entity.sprite()?;
        let Some(then) = entity.captured.as_ref().and_then(|c| c.sprite) else {
            return Some(now);
        };
        Some(Sprite {
            rotation: lerp(then.rotation, now.rotation, tween),
            scale: [
                lerp(then.scale[0], now.scale[0], tween),
                lerp(then.scale[1], now.scale[1], tween),
            ],
            ..now
        })
    }
}

/// Exactly `b` at 1.
fn lerp(a: f32, b: f32, t: f32) -> f32 {
    if t == 1.0 { b } else { a + (b - a) * t }
}

fn between(a: &Transform, b: &Transform, t: f32) -> Transform {
    Transform {
        translation: a.translation.lerp(b.translation, t),
        rotation: a.rotation.slerp(b.rotation, t),
        scale: a.scale.lerp(b.scale, t),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::EntityKind;
    use crate::euler::rotation;
    use glam::Vec3;

    #[test]
    fn half_way_between_then_and_now() {
        let mut world = World::new();
        let arm = world.create(EntityKind::Pivot, None);
        let hand = world.create(EntityKind::Pivot, Some(arm));
        world.set_position(hand, Vec3::Z);
        world.capture();
        world.set_rotation(arm, rotation(0.0, 90.0, 0.0));
        world.set_position(hand, Vec3::new(0.0, 0.0, 3.0));
        let at =
            |world: &mut World, tween| Vec3::from(world.tweened_affine(hand, tween).translation);
        assert!((at(&mut world, 0.0) - Vec3::Z).length() < 1e-6);
        let diagonal = 2.0 * std::f32::consts::FRAC_1_SQRT_2;
        assert!((at(&mut world, 0.5) - Vec3::new(-diagonal, 0.0, diagonal)).length() < 1e-5);
        assert_eq!(at(&mut world, 1.0), world.world_position(hand));
        // An entity created since is not interpolated, nor by its parent.
        let new = world.create(EntityKind::Pivot, Some(arm));
        world.set_position(new, Vec3::X);
        assert_eq!(world.tweened_affine(new, 0.0), world.world_affine(new));
    }

    #[test]
    fn alpha_and_sprites_go_along() {
        let mut world = World::new();
        let id = world.create(EntityKind::Sprite(Sprite::default()), None);
        world.capture();
        let entity = world.get_mut(id).unwrap();
        entity.brush.alpha = 0.0;
        entity.sprite_mut().unwrap().scale = [3.0, 1.0];
        assert_eq!(world.tweened_alpha(id, 0.5), 0.5);
        assert_eq!(world.tweened_sprite(id, 0.25).unwrap().scale, [1.5, 1.0]);
        assert_eq!(world.tweened_alpha(id, 1.0), 0.0);
        let newcomer = world.create(EntityKind::Pivot, None);
        world.get_mut(newcomer).unwrap().brush.alpha = 0.5;
        assert_eq!(world.tweened_alpha(newcomer, 0.5), 0.75);
        assert_eq!(world.tweened_alpha(newcomer, 1.0), 0.5);
    }
}
