//! Lofts: surfaces stretched over a row of rings, the way limbs, torsos and shoes are modelled.

use super::mesh::Grid;
use crate::exact::{lerp, sin_cos};
use glam::DVec3;
use std::f64::consts::TAU;

/// One cross-section of a loft.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    /// Its middle.
    pub centre: DVec3,
    /// Unit vector to its side (angle 0).
    pub side: DVec3,
    /// Unit vector to its front (angle 90 degrees).
    pub front: DVec3,
    /// Radius to the sides, in metres.
    pub wide: f64,
    /// Radius to the front, in metres.
    pub ahead: f64,
    /// Radius to the back, in metres.
    pub behind: f64,
    /// From 0, an ellipse, to 1, a square with well rounded corners.
    pub square: f64,
}

impl Ring {
    /// A level ring for an upright loft.
    pub fn level(centre: DVec3, wide: f64, ahead: f64, behind: f64, square: f64) -> Self {
        Ring {
            centre,
            side: DVec3::X,
            front: DVec3::Z,
            wide,
            ahead,
            behind,
            square,
        }
    }

    /// A ring around an axis: `front` is the direction of angle 90 degrees, made perpendicular to it.
    pub fn around(centre: DVec3, axis: DVec3, front: DVec3, wide: f64, deep: f64) -> Self {
        let side = axis.cross(front).normalize();
        let front = side.cross(axis).normalize();
        Ring {
            centre,
            side,
            front,
            wide,
            ahead: deep,
            behind: deep,
            square: 0.0,
        }
    }

    /// Sets how square the ring is.
    pub fn squared(mut self, square: f64) -> Self {
        self.square = square;
        self
    }

    /// The point at an angle in radians.
    pub fn point(&self, angle: f64) -> DVec3 {
        let (s, c) = sin_cos(angle);
        // A superellipse of exponent 4 needs only square roots.
        let corner = 1.0 / (c * c * c * c + s * s * s * s).sqrt().sqrt();
        let scale = lerp(1.0, corner, self.square);
        let depth = if s > 0.0 { self.ahead } else { self.behind };
        self.centre + self.side * (self.wide * c * scale) + self.front * (depth * s * scale)
    }
}

/// The angle of a column in radians: the seam, column 0, is at the back.
pub fn column_angle(column: usize, columns: usize) -> f64 {
    TAU * (column as f64 / columns as f64 - 0.25)
}

/// Stretches a surface over rings. A ring without size closes the end. The texture runs along the middle
/// line, so that leaving out rings does not move it.
pub fn loft(rings: &[Ring], columns: usize) -> Grid {
    let mut grid = shaped(rings.len(), columns, |row, column| {
        rings[row].point(column_angle(column, columns))
    });
    grid.lines = lines(rings, |a, b| a.centre.distance(b.centre));
    grid
}

/// How far down the texture each ring is when the texture follows the surface instead of the middle line:
/// for parts with blunt ends.
pub fn surface_lines(rings: &[Ring]) -> Vec<f64> {
    lines(rings, |a, b| a.point(0.0).distance(b.point(0.0)))
}

fn lines(rings: &[Ring], step: impl Fn(&Ring, &Ring) -> f64) -> Vec<f64> {
    let mut along = 0.0;
    let mut lines = vec![0.0];
    for pair in rings.windows(2) {
        along += step(&pair[0], &pair[1]);
        lines.push(along);
    }
    lines.iter().map(|line| line / along).collect()
}

/// A closed tube whose points come from a function of row and column.
pub fn shaped(rows: usize, columns: usize, point: impl Fn(usize, usize) -> DVec3) -> Grid {
    Grid {
        rows: (0..rows)
            .map(|row| {
                (0..=columns)
                    .map(|column| point(row, column % columns))
                    .collect()
            })
            .collect(),
        columns: (0..=columns)
            .map(|column| column as f64 / columns as f64)
            .collect(),
        lines: (0..rows)
            .map(|row| row as f64 / (rows - 1) as f64)
            .collect(),
    }
}

/// A ball of three radii, its poles on the y axis.
pub fn ellipsoid(centre: DVec3, radii: DVec3, rows: usize, columns: usize) -> Grid {
    shaped(rows + 1, columns, |row, column| {
        let (sin, cos) = sin_cos(TAU * 0.5 * row as f64 / rows as f64);
        let (s, c) = sin_cos(column_angle(column, columns));
        let sin = if row == 0 || row == rows { 0.0 } else { sin };
        centre + DVec3::new(radii.x * sin * c, -radii.y * cos, radii.z * sin * s)
    })
}
