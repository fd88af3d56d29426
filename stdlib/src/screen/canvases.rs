//! What every buffer keeps for itself, drawn on or not: where drawing on it counts from, how far it reaches, and whether it is locked.

use std::collections::HashMap;

use super::DrawTarget;
use super::images::ImageId;

/// Where drawing on a buffer counts from and how far it reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Placement {
    /// Added to every coordinate.
    pub origin: [i32; 2],
    /// Drawing is clipped to this: x, y, width, height in pixels of the buffer. `None` is all of it.
    pub viewport: Option<[i32; 4]>,
}

/// Placements of the buffers that are not drawn on at the moment, and all locks.
#[derive(Default)]
pub(crate) struct Canvases {
    left: HashMap<DrawTarget, Placement>,
    locks: HashMap<DrawTarget, u32>,
}

impl Canvases {
    /// Keeps the placement of a buffer that drawing leaves.
    pub fn leave(&mut self, target: DrawTarget, placement: Placement) {
        if placement == Placement::default() {
            self.left.remove(&target);
        } else {
            self.left.insert(target, placement);
        }
    }

    /// The placement of a buffer that is not drawn on at the moment.
    pub fn placement(&self, target: DrawTarget) -> Placement {
        self.left.get(&target).copied().unwrap_or_default()
    }

    /// One more lock on a buffer.
    pub fn lock(&mut self, target: DrawTarget) {
        let count = self.locks.entry(target).or_default();
        *count = count.saturating_add(1);
    }

    /// One lock less; one that was never locked stays so.
    pub fn unlock(&mut self, target: DrawTarget) {
        if let Some(count) = self.locks.get_mut(&target) {
            *count -= 1;
            if *count == 0 {
                self.locks.remove(&target);
            }
        }
    }

    /// Whether a buffer is locked.
    pub fn is_locked(&self, target: DrawTarget) -> bool {
        !self.locks.is_empty() && self.locks.contains_key(&target)
    }

    /// Forgets the buffers of an image.
    pub fn forget_image(&mut self, image: ImageId) {
        let stays = |target: &DrawTarget| !matches!(target, DrawTarget::Image(i, _) if *i == image);
        self.left.retain(|target, _| stays(target));
        self.locks.retain(|target, _| stays(target));
    }
}
