//! One thing that plays.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use kira::info::Info;
use kira::sound::{Sound, SoundData};
use kira::{Frame, interpolate_frame};

use crate::source::Source;

/// The frequencies that a voice can play at, in samples of the file a second; those beyond are played at the nearest.
const FREQUENCIES: [f32; 2] = [100.0, 705_600.0];

const PLAYING: u8 = 0;
const PAUSED: u8 = 1;
const OVER: u8 = 2;

/// Factors of the amplitude for the left and the right ear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// For the left channel, 0..1.
    pub left: f32,
    /// For the right channel, 0..1.
    pub right: f32,
}

impl Gains {
    /// Each channel as loud as the file has it.
    pub const BOTH: Self = Self {
        left: 1.0,
        right: 1.0,
    };

    /// This loud (a factor of the amplitude), on this side: from -1, only left, to 1, only right. In the middle each ear gets √½, so
    /// that the power is the same everywhere.
    pub fn panned(gain: f32, pan: f32) -> Self {
        let side = ((pan + 1.0) / 2.0).clamp(0.0, 1.0);
        Self {
            left: gain * (1.0 - side).sqrt(),
            right: gain * side.sqrt(),
        }
    }

    /// Each channel of the file this loud.
    pub fn equal(gain: f32) -> Self {
        Self {
            left: gain,
            right: gain,
        }
    }
}

/// What the program and the mixer tell each other of a voice.
struct Controls {
    /// Whether it ends only when it is stopped.
    endless: bool,
    state: AtomicU8,
    frequency: AtomicU32,
    left: AtomicU32,
    right: AtomicU32,
}

impl Controls {
    fn load(number: &AtomicU32) -> f32 {
        f32::from_bits(number.load(Ordering::Relaxed))
    }

    fn gains(&self) -> Gains {
        Gains {
            left: Self::load(&self.left),
            right: Self::load(&self.right),
        }
    }

    fn set_gains(&self, gains: Gains) {
        // Half a change is over within a buffer.
        self.left.store(gains.left.to_bits(), Ordering::Relaxed);
        self.right.store(gains.right.to_bits(), Ordering::Relaxed);
    }
}

/// A voice, from outside the mixer. Dropping it changes nothing.
#[derive(Clone)]
pub struct Playing(Arc<Controls>);

impl Playing {
    /// Until it has ended or was stopped; also while it is paused.
    pub fn is_playing(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) != OVER
    }

    /// Whether it ends by itself if nobody intervenes.
    pub(crate) fn is_ending(&self) -> bool {
        !self.0.endless && self.0.state.load(Ordering::Relaxed) == PLAYING
    }

    /// Ends it.
    pub fn stop(&self) {
        self.0.state.store(OVER, Ordering::Relaxed);
    }

    /// Holds it, or lets it go on.
    pub fn set_paused(&self, paused: bool) {
        let (from, to) = if paused {
            (PLAYING, PAUSED)
        } else {
            (PAUSED, PLAYING)
        };
        // One that is over stays so.
        let _ = self
            .0
            .state
            .compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Samples of the file that it plays in a second; below 0 backwards. Amounts beyond 100..705,600 count as the nearest.
    pub fn set_frequency(&self, frequency: f32) {
        self.0
            .frequency
            .store(frequency.to_bits(), Ordering::Relaxed);
    }

    /// How loud it is in each ear.
    pub fn set_gains(&self, gains: Gains) {
        self.0.set_gains(gains);
    }
}

/// A voice that is to be handed to the mixer.
pub(crate) struct NewVoice {
    pub source: Source,
    pub frequency: f32,
    pub gains: Gains,
}

impl SoundData for NewVoice {
    type Error = Infallible;
    type Handle = Playing;

    fn into_sound(mut self) -> Result<(Box<dyn Sound>, Playing), Infallible> {
        let controls = Arc::new(Controls {
            endless: self.source.is_endless(),
            state: AtomicU8::new(PLAYING),
            frequency: AtomicU32::new(self.frequency.to_bits()),
            left: AtomicU32::new(0),
            right: AtomicU32::new(0),
        });
        controls.set_gains(self.gains);
        let backwards = self.frequency < 0.0;
        if backwards {
            self.source.go_to_end();
        }
        let mut voice = Voice {
            controls: controls.clone(),
            source: self.source,
            window: [Frame::ZERO; 4],
            beyond_end: 0,
            between: 0.0,
            gains: self.gains,
        };
        for _ in 0..3 {
            voice.step(backwards);
        }
        Ok((Box::new(voice), Playing(controls)))
    }
}

/// A voice in the mixer. Kira's own sounds hold 64 bits a frame, or decode in threads of their own, whose progress a clock that is
/// stepped could not wait for; and they take volumes in decibels, where these are exact factors.
struct Voice {
    controls: Arc<Controls>,
    source: Source,
    /// The frame before the present one, the present one, and the two after it.
    window: [Frame; 4],
    /// How many frames of the window lie beyond the end.
    beyond_end: u32,
    /// How far on it is from the present frame to the next, 0..1.
    between: f64,
    /// What the gains were at the end of the last buffer.
    gains: Gains,
}

impl Voice {
    fn step(&mut self, backwards: bool) {
        self.window.rotate_left(1);
        let next = self.source.next(backwards);
        if next.is_none() {
            self.beyond_end += 1;
        }
        self.window[3] = next.unwrap_or(Frame::ZERO);
    }

    /// Whether the present frame lies beyond the end.
    fn is_over(&self) -> bool {
        self.beyond_end >= 3
    }
}

impl Sound for Voice {
    fn process(&mut self, out: &mut [Frame], dt: f64, _: &Info) {
        out.fill(Frame::ZERO);
        if self.controls.state.load(Ordering::Relaxed) != PLAYING {
            return;
        }
        let frequency = Controls::load(&self.controls.frequency);
        let backwards = frequency < 0.0;
        let [least, most] = FREQUENCIES;
        let step = f64::from(frequency.abs().max(least).min(most)) * dt;
        let (from, to) = (self.gains, self.controls.gains());
        self.gains = to;
        let count = out.len() as f32;
        for (i, frame) in out.iter_mut().enumerate() {
            if self.is_over() {
                self.controls.state.store(OVER, Ordering::Relaxed);
                return;
            }
            let [before, present, next, after] = self.window;
            let heard = interpolate_frame(before, present, next, after, self.between as f32);
            // Gains move over a buffer, as steps would be heard as clicks.
            let part = (i + 1) as f32 / count;
            frame.left = heard.left * (from.left + (to.left - from.left) * part);
            frame.right = heard.right * (from.right + (to.right - from.right) * part);
            self.between += step;
            while self.between >= 1.0 && !self.is_over() {
                self.between -= 1.0;
                self.step(backwards);
            }
        }
        if self.is_over() {
            self.controls.state.store(OVER, Ordering::Relaxed);
        }
    }

    fn finished(&self) -> bool {
        self.controls.state.load(Ordering::Relaxed) == OVER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_is_the_same_on_every_side() {
        for step in -10..=10 {
            let gains = Gains::panned(1.0, step as f32 / 10.0);
            let power = gains.left * gains.left + gains.right * gains.right;
            assert!((power - 1.0).abs() < 1e-6, "{step}");
        }
        assert_eq!(
            Gains::panned(0.5, -9.0),
            Gains {
                left: 0.5,
                right: 0.0
            }
        );
        assert_eq!(
            Gains::panned(0.5, 1.0),
            Gains {
                left: 0.0,
                right: 0.5
            }
        );
    }
}
