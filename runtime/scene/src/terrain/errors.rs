//! How much is lost where a triangle of a terrain is not halved.

use super::Terrain;
use crate::collide::{Corner, halve, roots};

/// For each triangle that can be halved what is lost without, and the highest point in it; numbered as in [`crate::collide::HeightTree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Errors(Vec<Loss>);

/// Heights in steps of 1/255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Loss {
    /// The largest distance, up or down, from the middle of a long side to the ground, in the triangle and all its parts.
    pub error: u8,
    /// The highest point.
    pub high: u8,
}

impl Errors {
    pub fn of(terrain: &Terrain) -> Self {
        let size = terrain.size() as usize;
        let mut errors = Self(vec![Loss::default(); 2 * size * size]);
        for (id, corners) in roots(terrain.size()) {
            errors.measure(terrain, id, corners, &|_| true);
        }
        errors
    }

    /// Measures anew what a corner is a part of.
    pub fn update(&mut self, terrain: &Terrain, corner: [i32; 2]) {
        let inside = |corners: &[Corner; 3]| {
            let [a, b, c] = corners.map(|corner| corner.map(|v| v as i32));
            [(a, b), (b, c), (c, a)].iter().all(|&(from, to)| {
                let [x, z] = [0, 1].map(|axis| i64::from(to[axis] - from[axis]));
                let [px, pz] = [0, 1].map(|axis| i64::from(corner[axis] - from[axis]));
                x * pz - z * px >= 0
            })
        };
        for (id, corners) in roots(terrain.size()) {
            self.measure(terrain, id, corners, &inside);
        }
    }

    /// What is lost in a triangle; `None` for one that cannot be halved.
    pub fn get(&self, id: usize) -> Option<Loss> {
        self.0.get(id).copied()
    }

    /// Measures a triangle and the parts of it that are wanted. As deep as the tree: twice the logarithm of the size, 23 at most.
    fn measure(
        &mut self,
        terrain: &Terrain,
        id: usize,
        corners: [Corner; 3],
        wanted: &dyn Fn(&[Corner; 3]) -> bool,
    ) -> Loss {
        let [a, b, c] = corners.map(|corner| terrain.step(corner));
        let own = Loss {
            error: 0,
            high: a.max(b).max(c),
        };
        let Some(known) = self.get(id) else {
            return own;
        };
        if !wanted(&corners) {
            return known;
        }
        let halves = halve(id, corners);
        let middle = i32::from(terrain.step(halves[0].1[0]));
        // Half a step counts as one.
        let lost = (2 * middle - i32::from(b) - i32::from(c))
            .unsigned_abs()
            .div_ceil(2) as u8;
        let [one, other] = halves.map(|(id, corners)| self.measure(terrain, id, corners, wanted));
        let loss = Loss {
            error: lost.max(one.error).max(other.error),
            high: own.high.max(one.high).max(other.high),
        };
        if let Some(place) = self.0.get_mut(id) {
            *place = loss;
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_anew_is_what_would_be_measured_at_once() {
        let mut terrain = Terrain::new(16).unwrap();
        let mut errors = Errors::of(&terrain);
        assert_eq!(errors.get(2), Some(Loss::default()));
        assert_eq!(errors.get(2 * 16 * 16), None);
        let mut dice = 7_u32;
        for _ in 0..200 {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [x, z] = [dice >> 8 & 15, dice >> 16 & 15].map(|v| v as i32);
            terrain.set_height(x, z, (dice >> 24) as f32 / 255.0);
            // Opposite edges are one.
            for x in [x, x + 16] {
                for z in [z, z + 16] {
                    errors.update(&terrain, [x, z]);
                }
            }
            assert_eq!(errors, Errors::of(&terrain));
        }
        assert!(errors.get(2).unwrap().error > 100);
    }
}
