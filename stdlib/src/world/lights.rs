//! Lights.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::{EntityKind, Light, LightKind};

use super::color;
use crate::command::commands;

commands! {
    group "lights";

    /// Makes a light: 1 directional (like the sun, along its own z axis), 2 point, 3 spot. Returns its handle.
    fn CreateLight(m, kind: Int = 1, parent: Int = 0) -> Int {
        let parent = m.entity_or_none(parent)?;
        let kind = match kind {
            1 => LightKind::Directional,
            2 => LightKind::Point,
            3 => LightKind::Spot,
            _ => return Err(Interrupt::error("A light is of type 1 (directional), 2 (point) or 3 (spot).")),
        };
        let id = m.world.create(EntityKind::Light(Box::new(Light::new(kind))), parent);
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

    /// Sets a spot light's cone, in degrees from edge to edge: full strength inside the inner, none outside the outer.
    fn LightConeAngles(m, light: Int, inner_angle: Float, outer_angle: Float) {
        let light = m.light(light)?;
        light.inner_cone = inner_angle;
        light.outer_cone = outer_angle;
        Ok(())
    }

    /// Sets the light that is everywhere, each part 0 to 255; it starts as 127, 127, 127.
    fn AmbientLight(m, red: Float, green: Float, blue: Float) {
        m.world.ambient = color(red, green, blue);
        Ok(())
    }
}
