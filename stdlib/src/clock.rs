//! The one clock: real time, or a clock that only the program's own waiting moves.

use std::time::Duration;

use crate::backend::time::{RealTime, SteppedTime, TimeSource};

/// Reads without a `Flip` after which a stepped clock moves by a millisecond, so that a busy wait ends.
const READS_PER_MILLISECOND: u32 = 100;

/// The clock that `MilliSecs`, timers, fades and `Delay` read.
pub struct Clock {
    source: Box<dyn TimeSource>,
    /// How often a stepped clock was read since it last moved.
    reads: u32,
    /// How often it was read since somebody asked for that.
    looks: u32,
}

impl Clock {
    /// A clock with this source of time.
    pub fn new(source: impl TimeSource + 'static) -> Self {
        Self {
            source: Box::new(source),
            reads: 0,
            looks: 0,
        }
    }

    /// Real time from now on.
    pub fn real() -> Self {
        Self::new(RealTime::default())
    }

    /// A clock that stands still until [`Clock::step`] or [`Clock::wait_until`] moves it: a run with it is the same every time.
    pub fn stepped() -> Self {
        Self::new(SteppedTime::default())
    }

    /// Whether this clock only moves when told.
    pub fn is_stepped(&self) -> bool {
        self.source.is_stepped()
    }

    /// Time since the start. On a stepped clock a hundred reads in a row count as one millisecond.
    pub fn now(&mut self) -> Duration {
        self.looks = self.looks.saturating_add(1);
        if self.source.is_stepped() {
            self.reads += 1;
            if self.reads >= READS_PER_MILLISECOND {
                self.step(Duration::from_millis(1));
            }
        }
        self.source.now()
    }

    /// How often it was read since the last call: often in a short time by a program that waits.
    pub fn take_looks(&mut self) -> u32 {
        std::mem::take(&mut self.looks)
    }

    /// Time since the start, without counting as a read.
    pub fn peek(&self) -> Duration {
        self.source.now()
    }

    /// What `MilliSecs` shows: a stepped clock counts from 0, real time from some moment in the past. Counts as a read. Wraps
    /// as Ints do.
    pub fn milliseconds(&mut self) -> i32 {
        (self.source.start() + self.now()).as_millis() as i32
    }

    /// Waits until the clock shows this time: sleeps in real time, moves a stepped clock.
    pub fn wait_until(&mut self, moment: Duration) {
        self.reads = 0;
        self.source.pass(moment.saturating_sub(self.peek()));
    }

    /// Moves a stepped clock; real time moves by itself.
    pub fn step(&mut self, by: Duration) {
        if self.source.is_stepped() {
            self.source.pass(by);
            self.reads = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_wait_on_a_stepped_clock_ends() {
        let mut clock = Clock::stepped();
        let mut reads = 0;
        while clock.now() < Duration::from_millis(10) {
            reads += 1;
        }
        assert_eq!(reads, 999);
        assert_eq!((clock.take_looks(), clock.take_looks()), (1000, 0));
        clock.step(Duration::from_millis(5));
        assert_eq!(clock.peek(), Duration::from_millis(15));
    }
}
