//! Smooth curves through a few keys.

/// The slope at a key for a curve that never overshoots its keys (Fritsch and Butland 1984): the weighted
/// harmonic mean of the slopes on both sides, zero where they differ in sign.
fn slope(before: (f64, f64), here: (f64, f64), after: (f64, f64)) -> f64 {
    let (h0, h1) = (here.0 - before.0, after.0 - here.0);
    let (d0, d1) = ((here.1 - before.1) / h0, (after.1 - here.1) / h1);
    if d0 * d1 <= 0.0 {
        return 0.0;
    }
    let (w0, w1) = (2.0 * h1 + h0, h1 + 2.0 * h0);
    (w0 + w1) / (w0 / d0 + w1 / d1)
}

/// The cubic with given values and slopes at both ends of an interval of length `h`; `t` from 0 to 1.
pub fn hermite(t: f64, h: f64, (v0, m0): (f64, f64), (v1, m1): (f64, f64)) -> f64 {
    let (tt, ttt) = (t * t, t * t * t);
    (2.0 * ttt - 3.0 * tt + 1.0) * v0
        + (ttt - 2.0 * tt + t) * h * m0
        + (3.0 * tt - 2.0 * ttt) * v1
        + (ttt - tt) * h * m1
}

fn piece(keys: &[(f64, f64)], slopes: &[f64], t: f64) -> f64 {
    let next = keys
        .iter()
        .position(|key| key.0 > t)
        .unwrap_or(keys.len() - 1)
        .max(1);
    let (a, b) = (keys[next - 1], keys[next]);
    let h = b.0 - a.0;
    let x = ((t - a.0) / h).clamp(0.0, 1.0);
    hermite(x, h, (a.1, slopes[next - 1]), (b.1, slopes[next]))
}

/// A curve through keys (time, value), level before the first and after the last.
pub fn through(keys: &[(f64, f64)], t: f64) -> f64 {
    through_with_ends(keys, 0.0, 0.0, t)
}

/// A curve through keys (time, value) with given slopes at its ends.
pub fn through_with_ends(keys: &[(f64, f64)], start: f64, end: f64, t: f64) -> f64 {
    let last = keys.len() - 1;
    let slopes: Vec<f64> = (0..keys.len())
        .map(|i| match i {
            0 => start,
            i if i == last => end,
            i => slope(keys[i - 1], keys[i], keys[i + 1]),
        })
        .collect();
    piece(keys, &slopes, t)
}

/// A closed curve through keys (phase from 0 to below 1, value); the phase wraps.
pub fn cycle(keys: &[(f64, f64)], phase: f64) -> f64 {
    let n = keys.len();
    let turned = |i: usize, turns: f64| (keys[i].0 + turns, keys[i].1);
    let mut wrapped = vec![turned(n - 1, -1.0)];
    wrapped.extend_from_slice(keys);
    wrapped.push(turned(0, 1.0));
    let around = |i: usize| match i {
        0 => (turned((n * 2 - 2) % n, -1.0), wrapped[0], wrapped[1]),
        i if i == n + 1 => (wrapped[n], wrapped[n + 1], turned(1 % n, 1.0)),
        i => (wrapped[i - 1], wrapped[i], wrapped[i + 1]),
    };
    let slopes: Vec<f64> = (0..wrapped.len())
        .map(|i| {
            let (before, here, after) = around(i);
            slope(before, here, after)
        })
        .collect();
    piece(&wrapped, &slopes, phase - phase.floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_through_keys_and_closes() {
        let keys = [(0.1, 3.0), (0.4, -1.0), (0.8, 2.0)];
        for (t, v) in keys {
            assert!((cycle(&keys, t) - v).abs() < 1e-12);
            assert!((cycle(&keys, t + 2.0) - v).abs() < 1e-9);
        }
        assert!((cycle(&keys, 0.0) - cycle(&keys, 0.999_999_9)).abs() < 1e-4);
        assert_eq!(through(&keys, -1.0), 3.0);
        assert_eq!(through(&keys, 5.0), 2.0);
        for i in 0..1000 {
            let v = cycle(&keys, f64::from(i) / 1000.0);
            assert!((-1.0 - 1e-12..=3.0 + 1e-12).contains(&v), "overshoot {v}");
        }
    }
}
