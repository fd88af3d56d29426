//! Lights.

use flitz_runtime::scene::{EntityId, EntityKind, Light};

use super::{LightEntity, color, numbers, shown_color};
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "lights",
    [
        create_light,
        light_color,
        light_range,
        light_cone_angles,
        ambient_light
    ]
);

/// Makes a light: 1 directional (like the sun, along its own z axis), 2 point, 3 spot. Returns its handle.
#[command(CreateLight, defaults(kind = 1, parent = 0))]
fn create_light(m: &mut Machine, kind: i32, parent: Option<EntityId>) -> Answer<i32> {
    if !(1..=3).contains(&kind) {
        m.console.note("CreateLight: the types are 1 (directional), 2 (point) and 3 (spot); any other counts as 1.");
    }
    let light = Light::new(numbers::light_kind(kind));
    let id = m.world.create(EntityKind::Light(Box::new(light)), parent);
    m.entity_handle(id)
}

/// Sets a light's colour, each part 0 to 255; more is brighter, negative values darken.
#[command(LightColor)]
fn light_color(m: &mut Machine, light: LightEntity, red: f32, green: f32, blue: f32) -> Answer {
    m.light(light)?.color = color(red, green, blue);
    Ok(())
}

/// Sets the distance at which a point or spot light has its nominal strength; the default is 1000.
#[command(LightRange)]
fn light_range(m: &mut Machine, light: LightEntity, range: f32) -> Answer {
    m.light(light)?.range = range;
    Ok(())
}

/// Sets a spot light's cone, in degrees from edge to edge: full strength inside the inner, none outside the outer. Both are kept
/// within 0 to 180, and the outer is never the smaller one.
#[command(LightConeAngles)]
fn light_cone_angles(
    m: &mut Machine,
    light: LightEntity,
    inner_angle: f32,
    outer_angle: f32,
) -> Answer {
    m.light(light)?.set_cone(inner_angle, outer_angle);
    Ok(())
}

/// Sets the light that is everywhere, each part 0 to 255; it starts as 127, 127, 127.
#[command(AmbientLight)]
fn ambient_light(m: &mut Machine, red: f32, green: f32, blue: f32) -> Answer {
    m.world.ambient = shown_color(red, green, blue);
    Ok(())
}
