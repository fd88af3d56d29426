//! Head, ears, nose and hair.

use super::loft::{Ring, column_angle, ellipsoid, loft, shaped};
use super::mesh::{Material, Mesh, Region};
use super::{Detail, skin};
use crate::exact::{lerp, sin_cos, smoothstep};
use glam::DVec3;

const FACE: Region = Region::new(Material::Face, [0.0, 0.0, 288.0, 208.0]);
const HAIR: Region = Region::new(Material::Hair, [288.0, 0.0, 512.0, 112.0]);
const TUFT: Region = Region::new(Material::Hair, [448.0, 112.0, 512.0, 144.0]);
const EAR: Region = Region::new(Material::Skin, [384.0, 112.0, 416.0, 144.0]);
const NOSE: Region = Region::new(Material::Skin, [416.0, 112.0, 448.0, 144.0]);

/// The form of the head: height, half width, z of the face, z of the back, squareness.
const PROFILE: [[f64; 5]; 13] = [
    [1.468, 0.000, 0.045, 0.045, 0.0],
    [1.470, 0.030, 0.084, 0.000, 0.1],
    [1.486, 0.056, 0.104, -0.030, 0.15],
    [1.515, 0.079, 0.110, -0.066, 0.2],
    [1.548, 0.096, 0.111, -0.092, 0.22],
    [1.585, 0.107, 0.110, -0.110, 0.22],
    [1.620, 0.112, 0.108, -0.121, 0.2],
    [1.655, 0.114, 0.107, -0.127, 0.2],
    [1.690, 0.113, 0.105, -0.127, 0.15],
    [1.724, 0.104, 0.090, -0.117, 0.1],
    [1.752, 0.084, 0.064, -0.094, 0.05],
    [1.771, 0.050, 0.026, -0.056, 0.0],
    [1.778, 0.000, -0.013, -0.013, 0.0],
];

fn ring([y, wide, face, back, square]: [f64; 5], grow: f64) -> Ring {
    let middle = (face + back) * 0.5;
    let depth = (face - back) * 0.5 + grow;
    Ring::level(
        DVec3::new(0.0, y, middle),
        wide + grow,
        depth,
        depth,
        square,
    )
}

/// The cross-section at a height, straight between the rows of the profile.
fn profile(y: f64) -> [f64; 5] {
    let above = PROFILE
        .iter()
        .position(|row| row[0] >= y)
        .unwrap_or(PROFILE.len() - 1)
        .max(1);
    let (low, high) = (PROFILE[above - 1], PROFILE[above]);
    let t = ((y - low[0]) / (high[0] - low[0])).clamp(0.0, 1.0);
    std::array::from_fn(|i| lerp(low[i], high[i], t))
}

/// Adds the head and all that is on it.
pub fn add(mesh: &mut Mesh, detail: Detail) {
    let rings: Vec<Ring> = PROFILE.iter().map(|&row| ring(row, 0.0)).collect();
    let mut face = loft(&detail.rings(&rings), detail.columns(15));
    // The face gets more of the texture than the back of the head.
    for u in &mut face.columns {
        let t = *u - 0.5;
        *u = 0.5 + t * (1.4 - 1.6 * t * t);
    }
    mesh.add(&face, FACE, false, skin::head);

    let nose = ellipsoid(
        DVec3::new(0.0, 1.598, 0.106),
        DVec3::new(0.0150, 0.020, 0.027),
        4,
        detail.columns(8),
    );
    mesh.add(&nose, NOSE, false, skin::head);

    let mut ear = ellipsoid(
        DVec3::ZERO,
        DVec3::new(0.013, 0.034, 0.024),
        4,
        detail.columns(6),
    );
    for point in ear.rows.iter_mut().flatten() {
        // Leaning back, and standing off the head behind.
        let (lean, off) = (point.y * -0.25, (-point.z).max(0.0) * 0.45);
        *point = DVec3::new(
            point.x + 0.113 + off,
            point.y + 1.606,
            point.z - 0.012 + lean,
        );
    }
    mesh.add(&ear, EAR, true, skin::head);

    hair(mesh, detail);
}

/// Where the hair ends, as a height, at an angle around the head (90 degrees is the face).
fn hairline(angle: f64) -> f64 {
    let (s, c) = sin_cos(angle);
    let front = smoothstep(0.30, 0.80, s);
    let back = smoothstep(-0.15, -0.75, s);
    let temple = smoothstep(0.05, 0.30, s) * smoothstep(0.75, 0.45, s);
    // The parting is over the right eye; from there the fringe falls to the left.
    let parting = smoothstep(-0.75, -0.40, c) * smoothstep(0.05, -0.35, c);
    let fringe = 1.690 - 0.010 * smoothstep(-0.2, 0.7, c) + 0.022 * parting;
    lerp(lerp(1.642, 1.525, back), fringe, front) - 0.020 * temple
}

fn hair(mesh: &mut Mesh, detail: Detail) {
    let columns = detail.columns(16);
    let crown = 1.800;
    // How far up between hairline and crown each row is, and how far it stands off the head.
    const ROWS: [[f64; 2]; 8] = [
        [0.04, -0.006],
        [0.00, 0.012],
        [0.16, 0.020],
        [0.38, 0.025],
        [0.62, 0.027],
        [0.82, 0.026],
        [0.95, 0.024],
        [1.00, 0.022],
    ];
    let kept: &[usize] = match detail {
        Detail::Near => &[0, 1, 2, 3, 4, 5, 6, 7],
        Detail::Far => &[0, 1, 3, 5, 7],
    };
    let mut shell = shaped(kept.len(), columns, |row, column| {
        let row = kept[row];
        let angle = column_angle(column, columns);
        let [up, off] = ROWS[row];
        let jagged = if column % 2 == 0 { 0.008 } else { -0.008 };
        let low = hairline(angle) + jagged;
        if row == ROWS.len() - 1 {
            return DVec3::new(0.006, crown, -0.012);
        }
        let y = lerp(low, 1.776, up);
        let (s, c) = sin_cos(angle);
        // The fringe is swept to the left and stands up.
        let quiff = smoothstep(0.1, 0.9, s) * smoothstep(0.95, 0.35, up) * 0.018;
        let strands = if column % 2 == 0 { 0.004 } else { -0.003 } * (1.0 - up * 0.7);
        let grow = if row == 0 { off } else { off + quiff + strands };
        let lift = if row == 0 {
            0.0
        } else {
            0.020 * up + quiff * 0.8
        };
        let sweep = if row == 0 {
            0.0
        } else {
            0.016 * smoothstep(0.2, 0.9, s) * (0.6 + 0.4 * c)
        };
        ring(profile(y), grow).point(angle) + DVec3::new(sweep, lift, 0.0)
    });
    for (line, &row) in shell.lines.iter_mut().zip(kept) {
        *line = row as f64 / (ROWS.len() - 1) as f64;
    }
    mesh.add(&shell, HAIR, false, skin::head);

    // Tufts: foot, direction, length, radius.
    let tufts = [
        ([0.020, 1.778, 0.060], [0.45, 0.62, 0.60], 0.075, 0.030),
        ([-0.025, 1.780, 0.045], [0.35, 0.80, 0.50], 0.062, 0.028),
        ([0.050, 1.776, 0.020], [0.75, 0.65, 0.20], 0.060, 0.027),
        ([-0.012, 1.785, -0.045], [-0.10, 0.75, -0.62], 0.066, 0.030),
        ([0.030, 1.770, -0.075], [0.25, 0.45, -0.85], 0.060, 0.028),
        ([-0.050, 1.765, -0.070], [-0.40, 0.40, -0.80], 0.055, 0.026),
    ];
    for (foot, direction, length, radius) in
        tufts
            .into_iter()
            .take(if detail == Detail::Far { 0 } else { 6 })
    {
        let (foot, axis) = (DVec3::from(foot), DVec3::from(direction).normalize());
        let bent = |t: f64| foot + axis * (length * t) + DVec3::Y * (-0.018 * t * t);
        let tuft = [
            Ring::around(bent(-0.3), axis, DVec3::Y, radius, radius * 0.8),
            Ring::around(bent(0.4), axis, DVec3::Y, radius * 0.72, radius * 0.5),
            Ring::around(bent(1.0), axis, DVec3::Y, 0.0, 0.0),
        ];
        mesh.add(&loft(&tuft, 5), TUFT, false, skin::head);
    }
}
