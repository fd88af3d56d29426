//! How two pictures differ.

use image::RgbImage;

/// What differs between two pictures of one size: the mean of the worst channel (0 to 255), and the share of pixels of which a channel is off
/// by more than 32.
pub fn difference(a: &RgbImage, b: &RgbImage) -> (f64, f64) {
    assert_eq!(a.dimensions(), b.dimensions());
    let mut sums = [0u64; 3];
    let mut bad = 0u64;
    for (a, b) in a.pixels().zip(b.pixels()) {
        let apart = [0, 1, 2].map(|i| a[i].abs_diff(b[i]));
        bad += u64::from(apart.iter().any(|&d| d > 32));
        for (sum, d) in sums.iter_mut().zip(apart) {
            *sum += u64::from(d);
        }
    }
    let pixels = f64::from(a.width()) * f64::from(a.height());
    (
        sums.into_iter().max().unwrap_or(0) as f64 / pixels,
        bad as f64 / pixels,
    )
}

/// Where two pictures of one size differ, four times as strong.
pub fn amplified(a: &RgbImage, b: &RgbImage) -> RgbImage {
    RgbImage::from_fn(a.width(), a.height(), |x, y| {
        let (a, b) = (a.get_pixel(x, y), b.get_pixel(x, y));
        image::Rgb([0, 1, 2].map(|i| a[i].abs_diff(b[i]).saturating_mul(4)))
    })
}
