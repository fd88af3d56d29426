//! Frames of programs that show none: what a run without a window counts as time going by.
//!
//! A frame is what `Flip` shows. A program may do without: it draws straight to the front buffer, waits with `Delay` or a timer, asks
//! for a key until there is one, prints on and on. Before a window such a program ends when the user presses a key. Here frames
//! go by for it instead, so that the input file plays and `--frames` ends it. What is counted is the same in every run.

use std::time::{Duration, Instant};

/// At the start and after a `Flip`, a wait counts only from here on: a pause of a program that shows frames is no frame of its own.
const PAUSE: Duration = Duration::from_secs(1);

/// How often a program asks for the same key, button or position without showing a frame before it is taken to wait for it.
const QUESTIONS: u32 = 400;

/// How many pieces of text on the screen are a frame, where the program shows none.
const TEXTS_ON_SCREEN: u32 = 40;

/// How many pieces of text on standard output are a frame.
const TEXTS: u32 = 20_000;

/// How often a program without a screen looks at the clock in a turn before it is taken to wait.
const LOOKS: u32 = 1000;

/// How long a program may do nothing but compute before frames go by for it, too. Real time, as nothing else tells a program
/// that will come to an end from one that will not.
const COMPUTING: Duration = Duration::from_secs(15);

/// What a program did since the last frame, and in its last turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Activity {
    /// What the clock shows.
    pub clock: Duration,
    /// Whether the clock moves only when told.
    pub stepped: bool,
    /// How often the clock was read in the turn.
    pub looks: u32,
    /// How often the first question to keyboard or mouse was asked.
    pub questions: u32,
    /// Pieces of text written.
    pub texts: u32,
    /// Whether there is a screen.
    pub screen: bool,
}

/// How a program is to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Implied {
    /// No frame has gone by.
    None,
    /// A frame has, on the clock.
    OnClock,
    /// So many frames have; a clock that must be told has still to be moved.
    ByTurns(u32),
}

/// The frames of a run.
#[derive(Debug)]
pub struct ImpliedFrames {
    /// The length of a frame.
    frame: Duration,
    /// When the last frame was.
    last: Duration,
    /// When the program last did something else than compute.
    lively: Instant,
    /// Whether the last frame was the program's own.
    own: bool,
    /// Whether the program goes round in a loop of questions; then each turn of it is a frame.
    asking: bool,
    /// Whether it has computed for so long that each of its turns is a frame.
    computing: bool,
}

impl ImpliedFrames {
    /// At the start of a program, with so many frames in a second.
    pub fn new(rate: u32) -> Self {
        Self {
            frame: Duration::from_secs(1) / rate,
            last: Duration::ZERO,
            lively: Instant::now(),
            // Before the first frame a pause is no frame either.
            own: true,
            asking: false,
            computing: false,
        }
    }

    /// The length of a frame.
    pub fn frame(&self) -> Duration {
        self.frame
    }

    /// Whether the program has done nothing but compute for so long that each of its turns is a frame.
    pub fn is_computing(&self) -> bool {
        self.computing
    }

    /// Whether the program goes round in a loop of questions.
    pub fn is_asking(&self) -> bool {
        self.asking
    }

    /// A frame has been shown or has gone by, when the clock showed this.
    pub fn shown(&mut self, clock: Duration, own: bool) {
        self.last = clock;
        self.own = own;
        self.asking &= !own;
        self.computing &= !own;
        self.lively = Instant::now();
    }

    /// When a waiting program's next frame goes by.
    pub fn next(&mut self, clock: Duration) -> Duration {
        // Another clock may have taken the place of the first.
        self.last = self.last.min(clock);
        self.last + self.frame + if self.own { PAUSE } else { Duration::ZERO }
    }

    /// Whether a frame has gone by for a program that is busy.
    pub fn busy(&mut self, activity: &Activity) -> Implied {
        let waits = activity.stepped || activity.looks >= LOOKS;
        if waits && activity.clock >= self.next(activity.clock) {
            // A long wait is many frames, of which each is told.
            self.last = self.next(activity.clock);
            self.own = false;
            return Implied::OnClock;
        }
        let questions = if self.asking { 1 } else { QUESTIONS };
        let texts = if activity.screen {
            TEXTS_ON_SCREEN
        } else {
            TEXTS
        };
        if activity.questions >= questions {
            self.asking = true;
            Implied::ByTurns(1)
        } else if activity.texts >= texts {
            Implied::ByTurns(activity.texts / texts)
        } else if self.computing || self.lively.elapsed() >= COMPUTING {
            self.computing = true;
            Implied::ByTurns(1)
        } else {
            Implied::None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_long_wait_is_frames_but_a_pause_between_frames_is_none() {
        let mut implied = ImpliedFrames::new(50);
        assert_eq!(implied.next(millis(0)), millis(1020));
        implied.shown(millis(20), false);
        assert_eq!(implied.next(millis(25)), millis(40));
        implied.shown(millis(40), true);
        assert_eq!(implied.next(millis(50)), millis(1060));
        // A clock that starts anew.
        assert_eq!(implied.next(millis(10)), millis(1030));
    }

    #[test]
    fn looking_at_the_clock_is_waiting() {
        let mut implied = ImpliedFrames::new(50);
        implied.shown(millis(0), false);
        let mut activity = Activity {
            stepped: true,
            clock: millis(45),
            ..Activity::default()
        };
        assert_eq!(implied.busy(&activity), Implied::OnClock);
        assert_eq!(implied.busy(&activity), Implied::OnClock);
        assert_eq!(implied.busy(&activity), Implied::None);
        // Real time goes by for everybody.
        activity = Activity {
            clock: millis(500),
            looks: 3,
            ..Activity::default()
        };
        assert_eq!(implied.busy(&activity), Implied::None);
        activity.looks = LOOKS;
        assert_eq!(implied.busy(&activity), Implied::OnClock);
    }

    #[test]
    fn asking_for_the_same_key_again_and_again_is_waiting() {
        let mut implied = ImpliedFrames::new(50);
        let mut activity = Activity {
            questions: QUESTIONS - 1,
            screen: true,
            ..Activity::default()
        };
        assert_eq!(implied.busy(&activity), Implied::None);
        activity.questions = QUESTIONS;
        assert_eq!(implied.busy(&activity), Implied::ByTurns(1));
        implied.shown(millis(0), false);
        activity.questions = 1;
        assert_eq!(implied.busy(&activity), Implied::ByTurns(1));
        implied.shown(millis(0), true);
        assert_eq!(implied.busy(&activity), Implied::None);
    }

    #[test]
    fn printing_on_and_on_takes_time() {
        let mut implied = ImpliedFrames::new(50);
        let mut activity = Activity {
            texts: TEXTS_ON_SCREEN,
            ..Activity::default()
        };
        assert_eq!(implied.busy(&activity), Implied::None);
        activity.screen = true;
        assert_eq!(implied.busy(&activity), Implied::ByTurns(1));
    }
}
