//! Frame pacing by the clock.

use std::time::{Duration, Instant};

/// Frames at an even pace, whatever the monitor does: each is due one interval after the one before. A program that is late by more than
/// a few frames starts the count anew instead of rushing to catch up.
#[derive(Clone, Debug)]
pub struct Pacer {
    interval: Duration,
    due: Option<Instant>,
}

/// Most frames of delay that are caught up.
const CATCH_UP: u32 = 3;

impl Pacer {
    /// A pacer of this many frames a second, 1..1000.
    pub fn new(per_second: u32) -> Self {
        Self {
            interval: Duration::from_secs(1) / per_second.clamp(1, 1000),
            due: None,
        }
    }

    /// When the next frame is due; called once a frame with the present time.
    pub fn next(&mut self, now: Instant) -> Instant {
        let due = match self.due {
            Some(last) if last + self.interval * CATCH_UP >= now => last + self.interval,
            _ => now,
        };
        self.due = Some(due);
        due
    }

    /// Whether the program is more than a frame behind at this time.
    pub fn is_late(&self, now: Instant) -> bool {
        self.due.is_some_and(|due| now > due + self.interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_keep_their_distance_on_average() {
        let start = Instant::now();
        let ms = |n| start + Duration::from_millis(n);
        let mut pacer = Pacer::new(100);
        assert_eq!(pacer.next(ms(0)), ms(0));
        assert_eq!(pacer.next(ms(3)), ms(10));
        // Woken late: the next is due at its own time all the same.
        assert_eq!(pacer.next(ms(14)), ms(20));
        assert!(!pacer.is_late(ms(25)) && pacer.is_late(ms(31)));
        // Far behind: anew.
        assert_eq!(pacer.next(ms(500)), ms(500));
        assert_eq!(pacer.next(ms(501)), ms(510));
    }
}
