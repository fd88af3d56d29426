//! The one clock: real time, or a clock that only the program's own waiting moves.

use std::time::{Duration, Instant, SystemTime};

/// Reads without a `Flip` after which a stepped clock moves by a millisecond, so that a busy wait ends.
const READS_PER_MILLISECOND: u32 = 100;

/// What `MilliSecs` shows at the start in real time goes up to this, about three days: programs seed their random numbers
/// with it, so it must differ from run to run, and stay clear of the end of the Int range.
const LARGEST_START: u128 = 1 << 28;

fn before_start() -> Duration {
    let since_epoch = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |d| d.as_millis());
    Duration::from_millis((since_epoch % LARGEST_START) as u64)
}

/// The clock that `MilliSecs`, timers, fades and `Delay` read.
pub struct Clock {
    source: Source,
    /// How often it was read since somebody asked for that.
    looks: u32,
}

enum Source {
    Real { start: Instant, before: Duration },
    Stepped { now: Duration, reads: u32 },
}

impl Clock {
    /// Real time from now on.
    pub fn real() -> Self {
        Self {
            source: Source::Real {
                start: Instant::now(),
                before: before_start(),
            },
            looks: 0,
        }
    }

    /// A clock that stands still until [`Clock::step`] or [`Clock::wait_until`] moves it: a run with it is the same every time.
    pub fn stepped() -> Self {
        Self {
            source: Source::Stepped {
                now: Duration::ZERO,
                reads: 0,
            },
            looks: 0,
        }
    }

    /// Whether this clock only moves when told.
    pub fn is_stepped(&self) -> bool {
        matches!(self.source, Source::Stepped { .. })
    }

    /// Time since the start. On a stepped clock a hundred reads in a row count as one millisecond.
    pub fn now(&mut self) -> Duration {
        self.looks = self.looks.saturating_add(1);
        match &mut self.source {
            Source::Real { start, .. } => start.elapsed(),
            Source::Stepped { now, reads } => {
                *reads += 1;
                if *reads >= READS_PER_MILLISECOND {
                    *reads = 0;
                    *now += Duration::from_millis(1);
                }
                *now
            }
        }
    }

    /// How often it was read since the last call: often in a short time by a program that waits.
    pub fn take_looks(&mut self) -> u32 {
        std::mem::take(&mut self.looks)
    }

    /// Time since the start, without counting as a read.
    pub fn peek(&self) -> Duration {
        match &self.source {
            Source::Real { start, .. } => start.elapsed(),
            Source::Stepped { now, .. } => *now,
        }
    }

    /// What `MilliSecs` shows: a stepped clock counts from 0, real time from some moment in the past. Counts as a read. Wraps
    /// as Ints do.
    pub fn milliseconds(&mut self) -> i32 {
        let before = match self.source {
            Source::Real { before, .. } => before,
            Source::Stepped { .. } => Duration::ZERO,
        };
        (before + self.now()).as_millis() as i32
    }

    /// Waits until the clock shows this time: sleeps in real time, moves a stepped clock.
    pub fn wait_until(&mut self, moment: Duration) {
        let left = moment.saturating_sub(self.peek());
        match self.source {
            Source::Real { .. } => std::thread::sleep(left),
            Source::Stepped { .. } => self.step(left),
        }
    }

    /// Moves a stepped clock; real time moves by itself.
    pub fn step(&mut self, by: Duration) {
        if let Source::Stepped { now, reads } = &mut self.source {
            *now += by;
            *reads = 0;
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
