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

/// A position in a clip that moves. It never is NaN, and never leaves `[0, length]` while the length is 0 or more.
///
/// A length below 0 comes of a range taken backwards. Such a clip has no keys; its time runs by the same formulas as any
/// other, which is what Blitz3D answered with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    time: f64,
    speed: f32,
    length: f32,
    mode: PlayMode,
    /// Ping-pong only: the clock runs against the sign of its speed.
    reversed: bool,
    /// One shot only: the clock has run into an end and stands there.
    ended: bool,
}

impl Clock {
    /// A clock at its start: frame 0, or the last frame when the speed is negative.
    pub(crate) fn new(mode: PlayMode, speed: f32, length: f32) -> Self {
        let mut clock = Self {
            time: 0.0,
            speed,
            length,
            mode,
            reversed: false,
            ended: false,
        };
        clock.restart();
        clock
    }

    /// A clock that stands at a frame, wrapped into `[0, length)`; at 0 when the length is 0.
    pub(crate) fn standing(frame: f32, length: f32) -> Self {
        let mut clock = Self::new(PlayMode::Stop, 0.0, length);
        clock.time = wrap(f64::from(frame), f64::from(length));
        clock
    }

    pub(crate) fn restart(&mut self) {
        self.time = if self.speed < 0.0 {
            f64::from(self.length)
        } else {
            0.0
        };
        self.reversed = false;
        self.ended = false;
    }

    /// Changes mode and speed and keeps the time.
    pub(crate) fn set(&mut self, mode: PlayMode, speed: f32) {
        if mode != self.mode {
            self.reversed = false;
        }
        self.mode = mode;
        self.speed = speed;
        self.ended = false;
    }

    /// Changes the length and keeps the time, as far as it still lies within.
    pub(crate) fn set_length(&mut self, length: f32) {
        self.length = length;
        let length = f64::from(length);
        self.time = self.time.clamp(length.min(0.0), length.max(0.0));
        self.ended = false;
    }

    /// The time in frames, in `[0, length]` while the length is 0 or more.
    pub(crate) fn time(&self) -> f32 {
        let time = self.time as f32;
        if self.length < 0.0 {
            time
        } else {
            time.clamp(0.0, self.length)
        }
    }

    pub(crate) fn mode(&self) -> PlayMode {
        self.mode
    }

    /// Length of the clip in frames.
    pub(crate) fn length(&self) -> f32 {
        self.length
    }

    /// Whether it moves on: not stopped, not at speed 0, not run out. As in Blitz3D a one shot has run out with the
    /// advance that takes it to its last frame, or, backwards, past frame 0.
    pub(crate) fn is_running(&self) -> bool {
        self.mode != PlayMode::Stop && self.speed != 0.0 && !self.ended
    }

    /// Moves by `ticks` times the speed.
    pub(crate) fn advance(&mut self, ticks: f64) {
        if !self.is_running() {
            return;
        }
        let length = f64::from(self.length);
        let way = f64::from(self.speed) * ticks;
        match self.mode {
            PlayMode::Stop => {}
            PlayMode::Loop => self.time = wrap(self.time + way, length),
            PlayMode::OneShot => {
                self.time += way;
                self.ended = self.time < 0.0 || self.time >= length;
                if self.ended {
                    self.time = if self.time < 0.0 { 0.0 } else { length };
                }
            }
            PlayMode::PingPong => {
                let way = if self.reversed { -way } else { way };
                // The way back lies behind the way there, in a loop over twice the length.
                self.time = wrap(self.time + way, 2.0 * length);
                if self.time >= length {
                    self.time = 2.0 * length - self.time;
                    self.reversed = !self.reversed;
                }
            }
        }
    }
}

/// `time` modulo `length` in `[0, length)`; 0 when there is no length. For a length below 0 the remainder is the same,
/// and a negative remainder moves by that length, away from 0, as in Blitz3D.
fn wrap(time: f64, length: f64) -> f64 {
    if length == 0.0 || !time.is_finite() {
        return 0.0;
    }
    let rest = time % length;
    let rest = if rest < 0.0 { rest + length } else { rest };
    // A tiny negative time rounds up to the length itself.
    if length > 0.0 && rest >= length {
        0.0
    } else {
        rest
    }
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

    /// Whether a clock still runs after each of so many ticks, the first answer being that of the start.
    fn running(mode: PlayMode, speed: f32, length: f32, ticks: &[f64]) -> Vec<bool> {
        let mut clock = Clock::new(mode, speed, length);
        let after = ticks.iter().map(|&tick| {
            clock.advance(tick);
            clock.is_running()
        });
        std::iter::once(Clock::new(mode, speed, length).is_running())
            .chain(after)
            .collect()
    }

    #[test]
    fn a_one_shot_has_run_out_where_the_original_says_so() {
        let once = |speed, length, ticks: &[f64]| running(PlayMode::OneShot, speed, length, ticks);
        assert_eq!(once(1.0, 2.0, &[1.0, 1.0, 1.0]), [true, true, false, false]);
        // Backwards it stands on frame 0 for one more advance.
        assert_eq!(
            once(-1.0, 2.0, &[1.0, 1.0, 1.0, 1.0]),
            [true, true, true, false, false]
        );
        assert_eq!(once(1.0, 0.0, &[1.0, 1.0]), [true, false, false]);
        assert_eq!(once(0.0, 2.0, &[1.0]), [false, false]);
        assert_eq!(
            running(PlayMode::Loop, 1.0, 0.0, &[1.0, 1.0]),
            [true, true, true]
        );
    }

    #[test]
    fn a_one_shot_that_ran_out_stands_still() {
        assert_eq!(times(PlayMode::OneShot, 1.0, 4.0, &[5.0, -2.0]), [4.0, 4.0]);
        // Until it is set again.
        let mut clock = Clock::new(PlayMode::OneShot, 1.0, 4.0);
        clock.advance(5.0);
        clock.set(PlayMode::OneShot, -1.0);
        clock.advance(1.0);
        assert_eq!(clock.time(), 3.0);
    }

    /// What the original's formulas give for a range taken backwards.
    #[test]
    fn lengths_below_0_answer_as_the_original_did() {
        assert_eq!(
            times(PlayMode::Loop, 1.0, -10.0, &[3.0, 6.0, 3.0]),
            [3.0, 9.0, 2.0]
        );
        assert_eq!(
            times(PlayMode::Loop, -1.0, -10.0, &[1.0, 1.0]),
            [-11.0, -12.0]
        );
        assert_eq!(
            times(PlayMode::OneShot, 1.0, -10.0, &[1.0, 1.0]),
            [-10.0, -10.0]
        );
        assert_eq!(times(PlayMode::OneShot, -1.0, -10.0, &[1.0, 1.0]), [0.0; 2]);
        assert_eq!(
            times(PlayMode::PingPong, 1.0, -10.0, &[1.0, 1.0, 1.0]),
            [-21.0, -22.0, -23.0]
        );
        assert_eq!(Clock::standing(13.0, -10.0).time(), 3.0);
        assert_eq!(Clock::standing(-3.0, -10.0).time(), -13.0);
        let mut clock = Clock::standing(13.0, -10.0);
        clock.set_length(2.0);
        assert_eq!(clock.time(), 2.0);
    }
}
