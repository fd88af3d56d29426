//! Many objects at once.

/// Calls `update` once for every item, on all cores with the feature `parallel`: for crowds whose items each hold a
/// [`Mixer`](crate::Mixer) and a pose of their own. Where no item reads anything of another, the result is the same to the bit on
/// any number of cores.
///
/// Starting the other threads takes a block of memory about once in sixty calls; else this allocates nothing.
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
