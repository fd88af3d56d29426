//! The painted texture of the character.
//!
//! Every triangle is drawn into its place in the texture; the colour of a pixel comes from where on the
//! body it lies. So eyes, stripes and seams are placed in metres, and the shading knows the form.

mod cloth;
mod face;
pub mod ground;
pub mod people;
mod shade;

use crate::body::mesh::{ATLAS, Material};
use crate::body::{Mesh, Vertex};
use glam::{DVec2, DVec3};
use image::{Rgb, RgbImage};

/// The colours that make a person.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Skin.
    pub skin: Colour,
    /// Cheeks, nose, ears.
    pub blush: Colour,
    /// Hair in the shade.
    pub hair: Colour,
    /// Hair in the light.
    pub gloss: Colour,
    /// The ring of the eyes.
    pub eyes: Colour,
    /// The shirt.
    pub shirt: Colour,
    /// The stripes of the shirt.
    pub stripe: Colour,
    /// The trousers.
    pub trousers: Colour,
    /// Where the trousers are worn, and their turn-ups.
    pub worn: Colour,
    /// The shoes.
    pub shoes: Colour,
}

/// A point of the surface that is being painted.
pub struct Spot<'a> {
    /// The colours to paint with.
    pub palette: &'a Palette,
    /// Position in the rest pose, in metres.
    pub position: DVec3,
    /// Unit normal.
    pub normal: DVec3,
}

/// A colour; each channel from 0 to 255, as it will stand in the file.
pub type Colour = DVec3;

/// Mixes `over` onto `base` with a coverage from 0 to 1.
pub fn mix(base: Colour, over: Colour, coverage: f64) -> Colour {
    base + (over - base) * coverage.clamp(0.0, 1.0)
}

/// Coverage of a shape from the signed distance to its edge (negative inside), softened over `soft` metres.
pub fn inside(distance: f64, soft: f64) -> f64 {
    (0.5 - distance / soft).clamp(0.0, 1.0)
}

/// 1 inside the band from `from` to `to`, 0 outside, with edges `soft` wide.
pub fn band(x: f64, from: f64, to: f64, soft: f64) -> f64 {
    inside((x - (from + to) * 0.5).abs() - (to - from) * 0.5, soft)
}

/// A fixed random number from 0 to 1 for a cell of a grid.
pub fn hash(x: i64, y: i64) -> f64 {
    let mut h = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    h = (h ^ (h >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h = (h ^ (h >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((h ^ (h >> 32)) & 0xFFFF) as f64 / 65535.0
}

/// Smooth noise from 0 to 1 with features about one unit wide.
pub fn noise(x: f64, y: f64) -> f64 {
    let (cx, cy) = (x.floor(), y.floor());
    let soft = |t: f64| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (soft(x - cx), soft(y - cy));
    let at = |dx: i64, dy: i64| hash(cx as i64 + dx, cy as i64 + dy);
    let top = at(0, 0) + (at(1, 0) - at(0, 0)) * tx;
    let bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * tx;
    top + (bottom - top) * ty
}

fn colour(material: Material, spot: &Spot<'_>) -> Colour {
    let flat = match material {
        Material::Face => face::face(spot),
        Material::Skin => face::skin(spot),
        Material::Hair => face::hair(spot),
        Material::Shirt => cloth::shirt(spot),
        Material::Sleeve => cloth::sleeve(spot),
        Material::Trousers => cloth::trousers(spot),
        Material::Belt => cloth::belt(spot),
        Material::Shoe => cloth::shoe(spot),
    };
    flat * shade::light(material, spot)
}

/// Paints the texture of a body.
pub fn texture(mesh: &Mesh, palette: &Palette) -> RgbImage {
    let size = ATLAS as usize;
    let mut pixels: Vec<Option<Colour>> = vec![None; size * size];
    for triangle in mesh.triangles.iter().filter(|t| !t.mirrored) {
        let corners = triangle.corners.map(|i| &mesh.vertices[i as usize]);
        fill(corners, size, palette, |x, y, spot| {
            pixels[y * size + x] = Some(colour(triangle.material, &spot));
        });
    }
    bleed(&mut pixels, size);
    let mut picture = RgbImage::new(size as u32, size as u32);
    for (pixel, painted) in picture.pixels_mut().zip(&pixels) {
        let c = painted.unwrap_or(DVec3::splat(96.0));
        *pixel = Rgb([c.x, c.y, c.z].map(|v| v.round().clamp(0.0, 255.0) as u8));
    }
    picture
}

/// A picture of half the width and height: each pixel is the mean of four.
pub fn halved(picture: &RgbImage) -> RgbImage {
    RgbImage::from_fn(picture.width() / 2, picture.height() / 2, |x, y| {
        let mut sum = [0u32; 3];
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            for (total, part) in sum
                .iter_mut()
                .zip(picture.get_pixel(2 * x + dx, 2 * y + dy).0)
            {
                *total += u32::from(part);
            }
        }
        Rgb(sum.map(|total| ((total + 2) / 4) as u8))
    })
}

/// Calls `paint` for every pixel whose middle lies in the triangle or just outside its edges.
fn fill(
    corners: [&Vertex; 3],
    size: usize,
    palette: &Palette,
    mut paint: impl FnMut(usize, usize, Spot<'_>),
) {
    let [a, b, c] = corners.map(|v| v.uv * size as f64);
    let area = (b - a).perp_dot(c - a);
    if area.abs() < 1e-9 {
        return;
    }
    let low = a.min(b).min(c).floor().max(DVec2::ZERO);
    let high = a.max(b).max(c).ceil().min(DVec2::splat(size as f64));
    for y in low.y as usize..high.y as usize {
        for x in low.x as usize..high.x as usize {
            let p = DVec2::new(x as f64 + 0.5, y as f64 + 0.5);
            let shares = [
                (b - p).perp_dot(c - p),
                (c - p).perp_dot(a - p),
                (a - p).perp_dot(b - p),
            ]
            .map(|s| s / area);
            if shares.iter().all(|&s| s >= -1e-6) {
                let blend = |part: fn(&Vertex) -> DVec3| {
                    (0..3).map(|i| part(corners[i]) * shares[i]).sum::<DVec3>()
                };
                let spot = Spot {
                    palette,
                    position: blend(|v| v.position),
                    normal: blend(|v| v.normal).normalize_or(DVec3::Y),
                };
                paint(x, y, spot);
            }
        }
    }
}

/// Grows the painted areas into the gaps between them, so that filtering and small mip levels see no
/// foreign colour at the edges.
fn bleed(pixels: &mut [Option<Colour>], size: usize) {
    for _ in 0..8 {
        let before = pixels.to_vec();
        for y in 0..size {
            for x in 0..size {
                if before[y * size + x].is_some() {
                    continue;
                }
                let (mut sum, mut count) = (DVec3::ZERO, 0.0);
                for ny in y.saturating_sub(1)..=(y + 1).min(size - 1) {
                    for nx in x.saturating_sub(1)..=(x + 1).min(size - 1) {
                        if let Some(c) = before[ny * size + nx] {
                            sum += c;
                            count += 1.0;
                        }
                    }
                }
                if count > 0.0 {
                    pixels[y * size + x] = Some(sum / count);
                }
            }
        }
    }
}
