//! Influences of a vertex while a file is read: the four strongest are kept.

use flitz_scene::VertexSkin;

/// Up to four (joint, weight) pairs, strongest first; of equal ones the earlier.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Influences {
    pairs: [(u16, f32); 4],
}

impl Influences {
    /// Adds a joint. Weights that are not above 0 do not move anything and are dropped.
    pub(crate) fn add(&mut self, joint: u16, weight: f32) {
        if !(weight > 0.0 && weight.is_finite()) {
            return;
        }
        let Some(place) = self.pairs.iter().position(|&(_, other)| weight > other) else {
            return;
        };
        if let Some(weaker) = self.pairs.get_mut(place..) {
            weaker.rotate_right(1);
            if let Some(first) = weaker.first_mut() {
                *first = (joint, weight);
            }
        }
    }

    /// The pairs with weights that sum to 1; joint 0 with all the weight where none was added.
    pub(crate) fn finish(&self) -> VertexSkin {
        // In double precision the sum of four finite single numbers stays finite.
        let sum: f64 = self
            .pairs
            .iter()
            .map(|&(_, weight)| f64::from(weight))
            .sum();
        if sum <= 0.0 {
            return VertexSkin {
                joints: [0; 4],
                weights: [1.0, 0.0, 0.0, 0.0],
            };
        }
        VertexSkin {
            joints: self.pairs.map(|(joint, _)| joint),
            weights: self
                .pairs
                .map(|(_, weight)| (f64::from(weight) / sum) as f32),
        }
    }
}
