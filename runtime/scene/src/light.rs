//! Lights.

use glam::Vec3;

/// The kind of a light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LightKind {
    /// Parallel light along the entity's +z.
    Directional,
    /// From a point in all directions; attenuated by range / distance.
    Point,
    /// From a point in a cone around the entity's +z.
    Spot,
}

/// A light entity's own data.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// Its kind.
    pub kind: LightKind,
    /// Red, green, blue; 1 is full; negative values darken.
    pub color: Vec3,
    /// The distance at which the attenuation of a point or spot light is 1.
    pub range: f32,
    /// Full angle of the inner cone in degrees.
    pub inner_cone: f32,
    /// Full angle of the outer cone in degrees.
    pub outer_cone: f32,
}

impl Light {
    /// Sets the cone in degrees from edge to edge: the inner angle is kept in 0..180, the outer between the inner and 180.
    pub fn set_cone(&mut self, inner: f32, outer: f32) {
        let lowest = |angle: f32, low: f32| if angle > low { angle } else { low };
        self.inner_cone = lowest(inner, 0.0).min(180.0);
        self.outer_cone = lowest(outer, self.inner_cone).min(180.0);
    }

    /// A white light with Blitz3D's defaults.
    pub fn new(kind: LightKind) -> Self {
        Self {
            kind,
            color: Vec3::ONE,
            range: 1000.0,
            inner_cone: 0.0,
            outer_cone: 90.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cones_are_kept_within_a_half_turn_and_the_outer_is_the_outer() {
        let mut light = Light::new(LightKind::Spot);
        for (inner, outer, kept) in [
            (20.0, 60.0, (20.0, 60.0)),
            (-5.0, 500.0, (0.0, 180.0)),
            (90.0, 10.0, (90.0, 90.0)),
            (999.0, 0.0, (180.0, 180.0)),
            (f32::NAN, f32::NAN, (0.0, 0.0)),
        ] {
            light.set_cone(inner, outer);
            assert_eq!((light.inner_cone, light.outer_cone), kept);
        }
    }
}
