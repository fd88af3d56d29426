//! Many characters at once.

use crate::mixer::Mixer;
use crate::pose::PoseBuffer;

/// A mixer with a pose of its own.
#[derive(Clone, Debug)]
pub struct Character {
    /// The animation state.
    pub mixer: Mixer,
    /// The pose of the last update.
    pub pose: PoseBuffer,
}

impl Character {
    /// A character in the rest pose.
    #[must_use]
    pub fn new(mixer: Mixer) -> Self {
        let pose = PoseBuffer::new(mixer.skeleton());
        Self { mixer, pose }
    }

    /// Advances by `ticks` and evaluates.
    pub fn update(&mut self, ticks: f32) {
        self.mixer.advance(ticks);
        self.mixer.evaluate(&mut self.pose);
    }
}

/// Advances and evaluates all characters, on all cores with the feature `parallel`.
///
/// No character reads anything of another, so the result is the same to the bit on any number of cores.
pub fn update_crowd(characters: &mut [Character], ticks: f32) {
    update_each(characters, |character| character.update(ticks));
}

/// Calls `update` once for every item, on all cores with the feature `parallel`.
pub fn update_each<T: Send>(items: &mut [T], update: impl Fn(&mut T) + Send + Sync) {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        // Below this many, waking other threads takes longer than the work.
        const WORTH_SHARING: usize = 16;
        if items.len() >= 2 * WORTH_SHARING {
            items
                .par_iter_mut()
                .with_min_len(WORTH_SHARING)
                .for_each(update);
            return;
        }
    }
    items.iter_mut().for_each(update);
}
