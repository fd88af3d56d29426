//! Lights.

use flitz_runtime::scene::{EntityKind, Light, LightKind};

use super::{color, shown_color};
use crate::command::commands;

commands! {
    group "lights";

    /// Makes a light: 1 directional (like the sun, along its own z axis), 2 point, 3 spot. Returns its handle.
    fn CreateLight(m, kind: Int = 1, parent: Int = 0) -> Int {
        let parent = m.entity_or_none(parent)?;
        if !(1..=3).contains(&kind) {
            m.console.note("CreateLight: the types are 1 (directional), 2 (point) and 3 (spot); any other counts as 1.");
        }
        let light = Light::new(LightKind::from_number(kind));
        let id = m.world.create(EntityKind::Light(Box::new(light)), parent);
        m.entity_handle(id)
    }

    /// Sets a light's colour, each part 0 to 255; more is brighter, negative values darken.
    fn LightColor(m, light: Int, red: Float, green: Float, blue: Float) {
        m.light(light)?.color = color(red, green, blue);
        Ok(())
    }

    /// Sets the distance at which a point or spot light has its nominal strength; the default is 1000.
    fn LightRange(m, light: Int, range: Float) {
        m.light(light)?.range = range;
        Ok(())
    }

    /// Sets a spot light's cone, in degrees from edge to edge: full strength inside the inner, none outside the outer. Both are kept
    /// within 0 to 180, and the outer is never the smaller one.
    fn LightConeAngles(m, light: Int, inner_angle: Float, outer_angle: Float) {
        m.light(light)?.set_cone(inner_angle, outer_angle);
        Ok(())
    }

    /// Sets the light that is everywhere, each part 0 to 255; it starts as 127, 127, 127.
    fn AmbientLight(m, red: Float, green: Float, blue: Float) {
        m.world.ambient = shown_color(red, green, blue);
        Ok(())
    }
}
