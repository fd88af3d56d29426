//! In which order a camera's models are drawn.

use super::pipelines::Depth;

/// What the drawing order of a model depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct SortKey {
    /// The entity's order.
    pub order: i32,
    /// From the eye to the model's origin.
    pub distance: f32,
    /// Whether any of its surfaces is opaque.
    pub opaque: bool,
    /// Whether any of its surfaces blends.
    pub transparent: bool,
}

/// One pass over a model: its opaque or its transparent surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ModelPass {
    /// Index of the model.
    pub model: usize,
    pub transparent: bool,
    pub depth: Depth,
}

/// Lists of models, reused to avoid allocation; empty between calls in all that matters.
#[derive(Debug, Default)]
pub(super) struct SortBuffers {
    ordered: Vec<usize>,
    transparent: Vec<usize>,
}

/// Models with an order above 0 come first, the highest first, those below 0 last, both without depth. Between them all opaque surfaces in
/// the scene's order, then the transparent ones, the farthest model first, tested against depth but not written.
pub(super) fn sequence(
    sort_keys: &[SortKey],
    passes: &mut Vec<ModelPass>,
    buffers: &mut SortBuffers,
) {
    let SortBuffers {
        ordered,
        transparent,
    } = buffers;
    passes.clear();
    ordered.clear();
    ordered.extend((0..sort_keys.len()).filter(|&i| sort_keys[i].order != 0));
    // A stable sort would allocate: the index decides between equals.
    ordered.sort_unstable_by_key(|&i| (std::cmp::Reverse(sort_keys[i].order), i));
    let (first, last) = ordered.split_at(ordered.partition_point(|&i| sort_keys[i].order > 0));
    let whole = |passes: &mut Vec<ModelPass>, model: usize| {
        let turn = sort_keys[model];
        let parts = [(turn.opaque, false), (turn.transparent, true)];
        passes.extend(
            parts
                .iter()
                .filter(|p| p.0)
                .map(|&(_, transparent)| ModelPass {
                    model,
                    transparent,
                    depth: Depth::Off,
                }),
        );
    };
    first.iter().for_each(|&model| whole(passes, model));
    let plain = || (0..sort_keys.len()).filter(|&i| sort_keys[i].order == 0);
    passes.extend(
        plain()
            .filter(|&i| sort_keys[i].opaque)
            .map(|model| ModelPass {
                model,
                transparent: false,
                depth: Depth::Normal,
            }),
    );
    transparent.clear();
    transparent.extend(plain().filter(|&i| sort_keys[i].transparent));
    transparent.sort_unstable_by(|&a, &b| {
        let farther = sort_keys[b].distance.total_cmp(&sort_keys[a].distance);
        farther.then(a.cmp(&b))
    });
    passes.extend(transparent.iter().map(|&model| ModelPass {
        model,
        transparent: true,
        depth: Depth::Test,
    }));
    last.iter().for_each(|&model| whole(passes, model));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordered_opaque_transparent_ordered() {
        let turn = |order, distance, opaque, transparent| SortKey {
            order,
            distance,
            opaque,
            transparent,
        };
        let sort_keys = [
            turn(-1, 1.0, true, false),
            turn(0, 5.0, true, true),
            turn(0, 9.0, false, true),
            turn(2, 3.0, true, true),
            turn(0, 1.0, true, false),
            turn(7, 3.0, false, true),
            turn(-1, 9.0, true, false),
            turn(-5, 0.0, true, false),
        ];
        let mut passes = Vec::new();
        sequence(&sort_keys, &mut passes, &mut SortBuffers::default());
        let short: Vec<(usize, bool, Depth)> = passes
            .iter()
            .map(|s| (s.model, s.transparent, s.depth))
            .collect();
        assert_eq!(
            short,
            [
                (5, true, Depth::Off),
                (3, false, Depth::Off),
                (3, true, Depth::Off),
                (1, false, Depth::Normal),
                (4, false, Depth::Normal),
                (2, true, Depth::Test),
                (1, true, Depth::Test),
                (0, false, Depth::Off),
                (6, false, Depth::Off),
                (7, false, Depth::Off),
            ]
        );
    }
}
