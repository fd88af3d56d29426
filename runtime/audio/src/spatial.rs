//! A sound in space as a listener hears it. Distances are in the units of the world, velocities in units per second.

use glam::Vec3;

/// Metres that sound covers in a second.
const SPEED_OF_SOUND: f32 = 340.0;

/// Within so many units a sound is as loud as it gets.
const NEAREST: f32 = 1.0;

/// Doppler's law has no answer at the speed of sound and beyond; velocities count up to this part of it.
const FASTEST: f32 = 0.9;

/// Where something is and how it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// Place, in units.
    pub position: Vec3,
    /// Velocity, in units per second.
    pub velocity: Vec3,
}

/// A pair of ears and the laws that hold for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listener {
    /// Place and movement.
    pub body: Body,
    /// Direction to the right ear, of length 1.
    pub right: Vec3,
    /// How fast loudness falls with distance: 0 not at all, 1 as in nature.
    pub roll_off: f32,
    /// How strongly movement shifts the pitch: 0 not at all, 1 as in nature.
    pub doppler: f32,
    /// Units to a metre.
    pub units_per_metre: f32,
}

/// What arrives of a sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heard {
    /// Factor of the amplitude, from 0 to 1.
    pub gain: f32,
    /// Side, from -1 (left) to 1 (right).
    pub pan: f32,
    /// Factor of the frequency, above 0.
    pub pitch: f32,
}

/// In the middle of the world, looking along its z axis.
impl Default for Listener {
    fn default() -> Self {
        Self {
            body: Body::default(),
            right: Vec3::X,
            roll_off: 1.0,
            doppler: 1.0,
            units_per_metre: 1.0,
        }
    }
}

impl Listener {
    /// What arrives from `source`: the inverse distance law, the sine of the angle to the side, and Doppler's law along the line between
    /// both. Every number is finite, whatever the arguments.
    pub fn hear(&self, source: &Body) -> Heard {
        let line = source.position - self.body.position;
        let distance = line.length();
        if !distance.is_finite() {
            return Heard {
                gain: 0.0,
                pan: 0.0,
                pitch: 1.0,
            };
        }
        let direction = line.normalize_or_zero();
        let beyond = (distance - NEAREST).max(0.0) * finite(self.roll_off).max(0.0);
        let speed = SPEED_OF_SOUND * finite(self.units_per_metre).abs().max(f32::MIN_POSITIVE);
        let part = |velocity: Vec3| {
            let along = finite(velocity.dot(direction) * self.doppler / speed);
            along.clamp(-FASTEST, FASTEST)
        };
        Heard {
            gain: NEAREST / (NEAREST + beyond),
            pan: finite(direction.dot(self.right)).clamp(-1.0, 1.0),
            pitch: (1.0 + part(self.body.velocity)) / (1.0 + part(source.velocity)),
        }
    }
}

/// The number, or 0 where it is none.
fn finite(number: f32) -> f32 {
    if number.is_finite() { number } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listener() -> Listener {
        Listener::default()
    }

    fn at(position: Vec3, velocity: Vec3) -> Body {
        Body { position, velocity }
    }

    #[test]
    fn loudness_falls_with_the_inverse_of_the_distance() {
        for (distance, gain) in [(0.0, 1.0), (1.0, 1.0), (2.0, 0.5), (10.0, 0.1)] {
            assert!(
                (listener().hear(&at(Vec3::Z * distance, Vec3::ZERO)).gain - gain).abs() < 1e-6,
                "{distance}"
            );
        }
        let level = Listener {
            roll_off: 0.0,
            ..listener()
        };
        assert_eq!(level.hear(&at(Vec3::Z * 100.0, Vec3::ZERO)).gain, 1.0);
    }

    #[test]
    fn a_sound_is_heard_on_its_side() {
        for (position, pan) in [
            (Vec3::X, 1.0),
            (-Vec3::X, -1.0),
            (Vec3::Z, 0.0),
            (Vec3::ZERO, 0.0),
        ] {
            assert_eq!(
                listener().hear(&at(position, Vec3::ZERO)).pan,
                pan,
                "{position}"
            );
        }
    }

    #[test]
    fn what_comes_nearer_sounds_higher() {
        let half = SPEED_OF_SOUND / 2.0;
        assert_eq!(listener().hear(&at(Vec3::Z, -Vec3::Z * half)).pitch, 2.0);
        assert!((listener().hear(&at(Vec3::Z, Vec3::Z * half)).pitch - 2.0 / 3.0).abs() < 1e-6);
        let mut moving = listener();
        moving.body.velocity = Vec3::Z * half;
        assert_eq!(moving.hear(&at(Vec3::Z, Vec3::ZERO)).pitch, 1.5);
        let feet = Listener {
            units_per_metre: 2.0,
            ..listener()
        };
        assert!((feet.hear(&at(Vec3::Z, -Vec3::Z * half)).pitch - 4.0 / 3.0).abs() < 1e-6);
    }

    #[test]
    fn every_answer_is_in_its_range() {
        let odd = [
            0.0,
            -1.0,
            1e38,
            -1e38,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
        ];
        for a in odd {
            for b in odd {
                for c in odd {
                    let ears = Listener {
                        right: Vec3::splat(b),
                        roll_off: a,
                        doppler: b,
                        units_per_metre: c,
                        ..listener()
                    };
                    let heard = ears.hear(&at(Vec3::new(a, 0.5, 0.0), Vec3::splat(c)));
                    assert!((0.0..=1.0).contains(&heard.gain), "{heard:?}");
                    assert!((-1.0..=1.0).contains(&heard.pan), "{heard:?}");
                    assert!(heard.pitch.is_finite() && heard.pitch > 0.0, "{heard:?}");
                }
            }
        }
    }
}
