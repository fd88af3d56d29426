//! Time within a clip.

/// How a clock goes on at the ends of its clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlayMode {
    /// Stands still.
    Stop,
    /// Starts over: time modulo length, for negative speed too.
    #[default]
    Loop,
    /// Runs back and forth, reflected at both ends.
    PingPong,
    /// Stands still at the end that the sign of the speed runs to.
    OneShot,
}

impl PlayMode {
    /// The mode that a program's number stands for: 0 stop, 1 loop, 2 ping-pong, 3 one shot. Blitz3D
    /// ran any other number once and stayed beyond the end; here it is a one shot.
    #[must_use]
    pub fn from_number(number: i32) -> Self {
        match number {
            0 => Self::Stop,
            1 => Self::Loop,
            2 => Self::PingPong,
            _ => Self::OneShot,
        }
    }
}

/// A position in a clip that moves. It never leaves `[0, length]`, and never is NaN.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    time: f64,
    speed: f32,
    length: f32,
    mode: PlayMode,
    /// Ping-pong only: the clock runs against the sign of its speed.
    turned: bool,
}

impl Clock {
    /// A clock at its start: frame 0, or the last frame when the speed is negative.
    pub(crate) fn new(mode: PlayMode, speed: f32, length: f32) -> Self {
        let mut clock = Self {
            time: 0.0,
            speed,
            length,
            mode,
            turned: false,
        };
        clock.restart();
        clock
    }

    /// A clock that stands at a frame, wrapped into `[0, length)`; at 0 when the length is 0.
    pub(crate) fn standing(frame: f32, length: f32) -> Self {
        let time = wrap(f64::from(frame), f64::from(length));
        Self {
            time,
            speed: 0.0,
            length,
            mode: PlayMode::Stop,
            turned: false,
        }
    }

    pub(crate) fn restart(&mut self) {
        self.time = if self.speed < 0.0 {
            f64::from(self.length)
        } else {
            0.0
        };
        self.turned = false;
    }

    /// Changes mode and speed and keeps the time.
    pub(crate) fn set(&mut self, mode: PlayMode, speed: f32) {
        if mode != self.mode {
            self.turned = false;
        }
        self.mode = mode;
        self.speed = speed;
    }

    /// Changes the length and keeps the time, as far as it still lies within.
    pub(crate) fn set_length(&mut self, length: f32) {
        self.length = length;
        self.time = self.time.clamp(0.0, f64::from(length));
    }

    /// The time in frames, in `[0, length]`.
    pub(crate) fn time(&self) -> f32 {
        (self.time as f32).clamp(0.0, self.length)
    }

    pub(crate) fn mode(&self) -> PlayMode {
        self.mode
    }

    /// Length of the clip in frames.
    pub(crate) fn length(&self) -> f32 {
        self.length
    }

    /// Whether the next advance moves it: not stopped, not at speed 0, not run out.
    pub(crate) fn is_running(&self) -> bool {
        let length = f64::from(self.length);
        match self.mode {
            PlayMode::Stop => false,
            PlayMode::OneShot if self.speed > 0.0 => self.time < length,
            PlayMode::OneShot if self.speed < 0.0 => self.time > 0.0,
            _ => self.speed != 0.0,
        }
    }

    /// Moves by `ticks` times the speed.
    pub(crate) fn advance(&mut self, ticks: f64) {
        let length = f64::from(self.length);
        let way = f64::from(self.speed) * ticks;
        match self.mode {
            PlayMode::Stop => {}
            PlayMode::Loop => self.time = wrap(self.time + way, length),
            PlayMode::OneShot => self.time = (self.time + way).clamp(0.0, length),
            PlayMode::PingPong => {
                // Unfold the way back behind the way there: a loop over twice the length.
                let runs_down = (self.speed < 0.0) != self.turned;
                let unfolded = if runs_down {
                    2.0 * length - self.time
                } else {
                    self.time
                };
                let way = if self.speed < 0.0 { -way } else { way };
                let place = wrap(unfolded + way, 2.0 * length);
                let runs_down = place >= length;
                self.time = if runs_down {
                    2.0 * length - place
                } else {
                    place
                };
                self.turned = runs_down != (self.speed < 0.0);
            }
        }
    }
}

/// `time` modulo `length` in `[0, length)`; 0 when there is no length.
fn wrap(time: f64, length: f64) -> f64 {
    if !(length > 0.0 && time.is_finite()) {
        return 0.0;
    }
    let rest = time.rem_euclid(length);
    // A tiny negative time rounds up to the length itself.
    if rest < length { rest } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(mode: PlayMode, speed: f32, length: f32, ticks: &[f64]) -> Vec<f32> {
        let mut clock = Clock::new(mode, speed, length);
        ticks
            .iter()
            .map(|&tick| {
                clock.advance(tick);
                clock.time()
            })
            .collect()
    }

    #[test]
    fn loops_both_ways() {
        assert_eq!(
            times(PlayMode::Loop, 1.5, 4.0, &[1.0; 4]),
            [1.5, 3.0, 0.5, 2.0]
        );
        assert_eq!(
            times(PlayMode::Loop, -1.5, 4.0, &[1.0; 4]),
            [2.5, 1.0, 3.5, 2.0]
        );
        assert_eq!(times(PlayMode::Loop, 1.0, 4.0, &[100.5]), [0.5]);
    }

    #[test]
    fn ping_pong_reflects_at_both_ends() {
        assert_eq!(
            times(PlayMode::PingPong, 1.5, 4.0, &[1.0; 6]),
            [1.5, 3.0, 3.5, 2.0, 0.5, 1.0]
        );
        assert_eq!(
            times(PlayMode::PingPong, -1.5, 4.0, &[1.0; 6]),
            [2.5, 1.0, 0.5, 2.0, 3.5, 3.0]
        );
        assert_eq!(times(PlayMode::PingPong, 1.0, 4.0, &[101.0]), [3.0]);
    }

    #[test]
    fn ping_pong_keeps_its_direction_when_set_again() {
        let mut clock = Clock::new(PlayMode::PingPong, 1.0, 4.0);
        clock.advance(5.0);
        assert_eq!(clock.time(), 3.0);
        clock.set(PlayMode::PingPong, 1.0);
        clock.advance(1.0);
        assert_eq!(clock.time(), 2.0);
    }

    #[test]
    fn one_shot_stands_at_its_end() {
        assert_eq!(
            times(PlayMode::OneShot, 3.0, 4.0, &[1.0, 1.0, 1.0]),
            [3.0, 4.0, 4.0]
        );
        assert_eq!(
            times(PlayMode::OneShot, -3.0, 4.0, &[1.0, 1.0, 1.0]),
            [1.0, 0.0, 0.0]
        );
    }

    #[test]
    fn no_length_stands_at_zero() {
        for mode in [
            PlayMode::Stop,
            PlayMode::Loop,
            PlayMode::PingPong,
            PlayMode::OneShot,
        ] {
            for speed in [1.0, -1.0, 0.0] {
                assert_eq!(times(mode, speed, 0.0, &[0.0, 1.0, 1e6]), [0.0; 3]);
            }
        }
    }

    #[test]
    fn wraps_standing_times() {
        assert_eq!(Clock::standing(9.5, 4.0).time(), 1.5);
        assert_eq!(Clock::standing(-0.5, 4.0).time(), 3.5);
        assert_eq!(Clock::standing(4.0, 4.0).time(), 0.0);
        assert_eq!(Clock::standing(3.0, 0.0).time(), 0.0);
    }
}
