//! Sprites and mirrors.

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::scene::{
    BrushBlend, BrushTexture, Effects, Entity, EntityId, EntityKind, Sprite, TextureFlags,
};

use super::{SpriteEntity, numbers};
use crate::command::{Answer, Group, command, group};
use crate::handles::Kind;
use crate::machine::Machine;

impl Machine {
    fn sprite(&mut self, sprite: SpriteEntity) -> Result<&mut Sprite, Interrupt> {
        let entity = self.world.get_mut(sprite.0);
        entity.and_then(Entity::sprite_mut).ok_or_else(super::gone)
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "sprites",
    [
        create_sprite,
        load_sprite,
        rotate_sprite,
        scale_sprite,
        handle_sprite,
        sprite_view_mode,
        create_mirror
    ]
);

/// Makes a sprite: a flat square from -1 to 1 that turns to the camera. Returns its handle.
#[command(CreateSprite, defaults(parent = 0))]
fn create_sprite(m: &mut Machine, parent: Option<EntityId>) -> Answer<i32> {
    let id = m
        .world
        .create(EntityKind::Sprite(Sprite::default()), parent);
    if let Some(entity) = m.world.get_mut(id) {
        entity.brush.effects = Effects::FULL_BRIGHT;
    }
    m.entity_handle(id)
}

/// Makes a sprite with the texture of a file and returns its handle, or 0 where the file could not be loaded.
///
/// It is added to what is behind it, or with `texture_flags` 2 blended by its alpha, or with 4 cut out where it is black.
#[command(LoadSprite, permission = Read, defaults(texture_flags = 1, parent = 0))]
fn load_sprite(
    m: &mut Machine,
    file: &Str,
    texture_flags: i32,
    parent: Option<EntityId>,
) -> Answer<i32> {
    let name = file.to_text();
    let given = numbers::texture_flags(texture_flags);
    let flags = m.world_state.texture_filters.flags_for(&name, given);
    let texture = match m.load_texture(&name, flags) {
        Ok(texture) => m.world.textures.insert(texture),
        Err(why) => {
            let why = format!("the sprite was not loaded: {why}");
            m.console.note(&format!("LoadSprite \"{name}\": {why}"));
            m.handles.note_failure(Kind::Entity, why);
            return Ok(0);
        }
    };
    let id = m
        .world
        .create(EntityKind::Sprite(Sprite::default()), parent);
    if let Some(entity) = m.world.get_mut(id) {
        entity.brush.effects = Effects::FULL_BRIGHT;
        entity.brush.textures[0] = Some(BrushTexture { texture, frame: 0 });
        entity.brush.blend = if given.contains(TextureFlags::MASKED) {
            BrushBlend::Unset
        } else if given.contains(TextureFlags::ALPHA) {
            BrushBlend::Alpha
        } else {
            BrushBlend::Add
        };
    }
    // The sprite's own brush holds it now.
    m.world.release_texture(texture);
    m.handles.add(Kind::Entity, id.to_bits(), &name)
}

/// Turns a sprite about the line of sight, by an angle in degrees.
#[command(RotateSprite)]
fn rotate_sprite(m: &mut Machine, sprite: SpriteEntity, angle: f32) -> Answer {
    m.sprite(sprite)?.rotation = angle;
    Ok(())
}

/// Sets the size of a sprite; 1 is two units wide and high.
#[command(ScaleSprite)]
fn scale_sprite(m: &mut Machine, sprite: SpriteEntity, x_scale: f32, y_scale: f32) -> Answer {
    m.sprite(sprite)?.scale = [x_scale, y_scale];
    Ok(())
}

/// Sets the point of a sprite, -1 to 1 each way, that is at its position.
#[command(HandleSprite)]
fn handle_sprite(m: &mut Machine, sprite: SpriteEntity, x_handle: f32, y_handle: f32) -> Answer {
    m.sprite(sprite)?.handle = [x_handle, y_handle];
    Ok(())
}

/// Sets how a sprite faces the camera: 1 as the camera does, 2 as its own rotation says, 3 towards the camera but upright, 4 its own
/// rotation turned by the camera's yaw.
#[command(SpriteViewMode)]
fn sprite_view_mode(m: &mut Machine, sprite: SpriteEntity, view_mode: i32) -> Answer {
    m.sprite(sprite)?.view = numbers::sprite_view(view_mode);
    if !(1..=4).contains(&view_mode) {
        m.console.note("SpriteViewMode: the modes are 1 (free), 2 (fixed), 3 (upright) and 4 (upright, own rotation); any other counts as 2.");
    }
    Ok(())
}

/// Makes a mirror: its own xz plane shows what is above it. Returns its handle.
#[command(CreateMirror, defaults(parent = 0))]
fn create_mirror(m: &mut Machine, parent: Option<EntityId>) -> Answer<i32> {
    let id = m.world.create(EntityKind::Mirror, parent);
    m.entity_handle(id)
}
