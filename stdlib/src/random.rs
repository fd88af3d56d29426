//! Random numbers: the very sequence of the original.

use flitz_interpreter::numbers::float_to_int_truncating;

use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// The state that a program starts with.
const START: i32 = 0x1234;

const MULTIPLIER: i32 = 48_271;
const MODULUS: i32 = 2_147_483_647;
const QUOTIENT: i32 = MODULUS / MULTIPLIER;
const REMAINDER: i32 = MODULUS % MULTIPLIER;

/// The random numbers of a program: Lehmer's generator modulo 2^31 - 1 with the multiplier 48271, drawn by Schrage's
/// method (Park and Miller, "Random number generators: good ones are hard to find", CACM 31, 1988, and their reply in
/// CACM 36, 1993, for the multiplier).
pub struct Random {
    state: i32,
}

impl Default for Random {
    fn default() -> Self {
        Self { state: START }
    }
}

impl Random {
    /// Starts the sequence of this seed; only its low 31 bits count, and 0 counts as 1.
    pub fn seed(&mut self, seed: i32) {
        self.state = (seed & 0x7FFF_FFFF).max(1);
    }

    /// The state, from 1 to 2^31 - 1: seeding with it goes on with the same sequence.
    pub fn state(&self) -> i32 {
        self.state
    }

    /// The next number, between 0 and 1, both excluded: one of 65,536 values.
    pub fn draw(&mut self) -> f32 {
        let (high, low) = (self.state / QUOTIENT, self.state % QUOTIENT);
        self.state = MULTIPLIER
            .wrapping_mul(low)
            .wrapping_sub(REMAINDER.wrapping_mul(high));
        if self.state < 0 {
            self.state = self.state.wrapping_add(MODULUS);
        }
        (self.state & 65_535) as f32 / 65_536.0 + 0.5 / 65_536.0
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!("random", [rnd, rand, seed_rnd, rnd_seed]);

/// A random Float between two limits.
///
/// With one limit the number lies between 0 and it. The limits may stand in either order.
///
/// Every run draws the same numbers until `SeedRnd` is called: `SeedRnd MilliSecs()` gives others each time.
#[command(Rnd, defaults(to = 0.0))]
fn rnd(m: &mut Machine, from: f32, to: f32) -> Answer<f32> {
    Ok(m.random.draw() * (to - from) + from)
}

/// A random Int between two limits, both included.
///
/// With one limit the number lies between 1 and it. The limits may stand in either order.
///
/// ```basic
/// SeedRnd 12345
/// Print Rand(0, 100) ; 80
/// Print Rand(6, 6) ; 6
/// ```
#[command(Rand, defaults(to = 1))]
fn rand(m: &mut Machine, from: i32, to: i32) -> Answer<i32> {
    let (from, to) = if to < from { (to, from) } else { (from, to) };
    let span = to.wrapping_sub(from).wrapping_add(1) as f32;
    Ok(float_to_int_truncating(m.random.draw() * span).wrapping_add(from))
}

/// Starts the sequence of random numbers that belongs to a seed.
///
/// The same seed always gives the same sequence. Only the low 31 bits of the seed count, and 0 counts as 1.
#[command(SeedRnd)]
fn seed_rnd(m: &mut Machine, seed: i32) -> Answer {
    m.random.seed(seed);
    Ok(())
}

/// The state of the random numbers.
///
/// `SeedRnd` with it goes on with the same sequence.
///
/// ```basic
/// SeedRnd 99
/// Print RndSeed() ; 99
/// ```
#[command(RndSeed)]
fn rnd_seed(m: &mut Machine) -> Answer<i32> {
    Ok(m.random.state())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_originals() {
        // The generator's own check: from 1, ten thousand draws lead to 399268537.
        let mut random = Random::default();
        assert_eq!(random.state(), 4660);
        random.seed(0);
        for _ in 0..10_000 {
            random.draw();
        }
        assert_eq!(random.state(), 399_268_537);
        random.seed(-1);
        assert_eq!(random.state(), i32::MAX);
    }

    #[test]
    fn no_state_overflows() {
        let mut random = Random::default();
        for seed in [1, 2, 44_487, 44_488, i32::MAX - 1, i32::MAX] {
            random.seed(seed);
            for _ in 0..1000 {
                let value = random.draw();
                assert!(value > 0.0 && value < 1.0 && random.state() >= 0);
            }
        }
    }
}
