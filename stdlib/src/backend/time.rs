//! The border to time.

use std::time::{Duration, Instant, SystemTime};

/// What `MilliSecs` shows at the start in real time goes up to this, about three days: programs seed their random numbers
/// with it, so it must differ from run to run, and stay clear of the end of the Int range.
const LARGEST_START: u128 = 1 << 28;

/// Where a clock has its time from.
pub trait TimeSource {
    /// Time since the start.
    fn now(&self) -> Duration;

    /// What `MilliSecs` shows at the start.
    fn start(&self) -> Duration;

    /// Lets time go by: sleeps, or moves on.
    fn pass(&mut self, time: Duration);

    /// Whether time goes by only in [`TimeSource::pass`].
    fn is_stepped(&self) -> bool;
}

/// The time of the process, from when this was made.
pub struct RealTime {
    start: Instant,
    shown_at_start: Duration,
}

impl Default for RealTime {
    fn default() -> Self {
        let since_epoch = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0, |d| d.as_millis());
        Self {
            start: Instant::now(),
            shown_at_start: Duration::from_millis((since_epoch % LARGEST_START) as u64),
        }
    }
}

impl TimeSource for RealTime {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn start(&self) -> Duration {
        self.shown_at_start
    }

    fn pass(&mut self, time: Duration) {
        std::thread::sleep(time);
    }

    fn is_stepped(&self) -> bool {
        false
    }
}

/// Time that stands still until it is moved: a run with it is the same every time.
#[derive(Default)]
pub struct SteppedTime(Duration);

impl TimeSource for SteppedTime {
    fn now(&self) -> Duration {
        self.0
    }

    fn start(&self) -> Duration {
        Duration::ZERO
    }

    fn pass(&mut self, time: Duration) {
        self.0 = self.0.saturating_add(time);
    }

    fn is_stepped(&self) -> bool {
        true
    }
}
