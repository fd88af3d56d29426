//! Weights that move toward a target at a rate.

/// Ticks in a second.
const TICKS_PER_SECOND: f64 = 60.0;
/// Nearer than this to its target a weight has arrived: what rounded rates fall short by is no step of its own.
const ARRIVED: f64 = 1e-6;

/// A weight, where it is going, and how fast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ramp {
    /// In double precision, so that many small steps add up to what they should.
    current: f64,
    target: f32,
    /// Weight units per second; 0 or less for at once.
    fade: f32,
}

impl Ramp {
    /// Starts at 0, or at the target when `fade` snaps.
    pub(crate) fn new(target: f32, fade: f32) -> Self {
        let mut ramp = Self {
            current: 0.0,
            target,
            fade,
        };
        ramp.set(target, fade);
        ramp
    }

    pub(crate) fn current(&self) -> f32 {
        self.current as f32
    }

    pub(crate) fn target(&self) -> f32 {
        self.target
    }

    /// The rate given last, in weight units per second.
    pub(crate) fn fade(&self) -> f32 {
        self.fade
    }

    /// Sets target and rate; a rate of 0 or less snaps.
    pub(crate) fn set(&mut self, target: f32, fade: f32) {
        self.target = target;
        self.fade = fade;
        if fade <= 0.0 {
            self.current = f64::from(target);
        }
    }

    /// Sets the target and a rate that reaches it in `seconds`; 0 or less snaps. Where it is there already, the rate
    /// becomes that of a whole ramp in this time, for whatever comes next.
    pub(crate) fn reach(&mut self, target: f32, seconds: f32) {
        let way = (f64::from(target) - self.current).abs();
        let way = if way > 0.0 { way } else { 1.0 };
        let fade = if seconds > 0.0 {
            (way / f64::from(seconds)) as f32
        } else {
            0.0
        };
        self.set(target, fade);
    }

    /// Moves toward the target, never past it, and lands on it exactly.
    pub(crate) fn advance(&mut self, ticks: f64) {
        let target = f64::from(self.target);
        let step = (f64::from(self.fade) / TICKS_PER_SECOND * ticks).max(0.0);
        if step == 0.0 {
            return;
        }
        let way = target - self.current;
        if way.abs() <= step + ARRIVED {
            self.current = target;
        } else {
            self.current += step.copysign(way);
        }
    }

    /// At 0 for good.
    pub(crate) fn is_gone(&self) -> bool {
        self.current == 0.0 && self.target == 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ramps_by_its_rate_and_lands() {
        let mut ramp = Ramp::new(1.0, 2.0);
        for tick in 1..=30 {
            ramp.advance(1.0);
            assert!((ramp.current() - tick as f32 / 30.0).abs() < 1e-6);
        }
        assert_eq!(ramp.current(), 1.0);
        ramp.advance(1e6);
        assert_eq!(ramp.current(), 1.0);
    }

    #[test]
    fn any_rate_lands_in_its_time() {
        for ticks in 1..2000 {
            let mut ramp = Ramp::new(0.7, 0.0);
            ramp.reach(0.1, ticks as f32 / 60.0);
            for _ in 0..ticks {
                assert_ne!(ramp.current(), 0.1);
                ramp.advance(1.0);
            }
            assert_eq!(ramp.current(), 0.1, "{ticks} ticks");
        }
    }

    #[test]
    fn snaps_without_rate() {
        let mut ramp = Ramp::new(0.5, 0.0);
        assert_eq!(ramp.current(), 0.5);
        ramp.set(0.0, -1.0);
        assert!(ramp.is_gone());
    }

    #[test]
    fn time_running_backwards_moves_no_weight() {
        let mut ramp = Ramp::new(1.0, 2.0);
        ramp.advance(-5.0);
        assert_eq!(ramp.current(), 0.0);
    }
}
