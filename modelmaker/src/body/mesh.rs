//! Triangles with skin weights, and the grids of points they are made from.

use crate::rig::Joint;
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;

/// Side of the square texture in pixels.
pub const ATLAS: f64 = 512.0;

/// What a piece of the surface is made of; decides how it is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each name is the name of a material")]
pub enum Material {
    Face,
    Skin,
    Hair,
    Shirt,
    Sleeve,
    Trousers,
    Belt,
    Shoe,
}

/// A material and the rectangle of the texture it is painted into: left, top, right, bottom in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// What it is made of.
    pub material: Material,
    /// Left, top, right, bottom in pixels.
    pub rect: [f64; 4],
}

impl Region {
    /// A region of the texture.
    pub const fn new(material: Material, rect: [f64; 4]) -> Self {
        Region { material, rect }
    }

    /// Texture coordinates of (u, v), each from 0 to 1 across the rectangle, kept off its border.
    fn uv(&self, u: f64, v: f64) -> DVec2 {
        const INSET: f64 = 2.0;
        let [left, top, right, bottom] = self.rect;
        DVec2::new(
            left + INSET + (right - left - 2.0 * INSET) * u,
            top + INSET + (bottom - top - 2.0 * INSET) * v,
        ) / ATLAS
    }
}

/// How strongly joints move a point: up to four, the strongest first, together 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<(Joint, f64)>);

impl Weights {
    /// Keeps the four strongest shares, on a grid of 1/1000, and makes them sum to 1.
    pub fn new(shares: &[(Joint, f64)]) -> Self {
        let mut merged: BTreeMap<Joint, f64> = BTreeMap::new();
        for &(joint, share) in shares {
            *merged.entry(joint).or_default() += share;
        }
        let mut all: Vec<_> = merged
            .into_iter()
            .filter(|&(_, share)| share > 0.004)
            .collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all.truncate(4);
        let sum: f64 = all.iter().map(|&(_, share)| share).sum();
        for entry in &mut all {
            entry.1 = (entry.1 / sum * 1000.0).round() / 1000.0;
        }
        // What rounding left over goes to the strongest joint.
        let rest: f64 = all.iter().skip(1).map(|&(_, share)| share).sum();
        if let Some(first) = all.first_mut() {
            first.1 = 1.0 - rest;
        }
        Weights(all)
    }

    /// The joints and their shares, the strongest first.
    pub fn shares(&self) -> &[(Joint, f64)] {
        &self.0
    }

    fn mirrored(&self) -> Self {
        Weights(
            self.0
                .iter()
                .map(|&(joint, share)| (joint.mirrored(), share))
                .collect(),
        )
    }
}

/// One corner of the mesh.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// Position in the rest pose, in metres.
    pub position: DVec3,
    /// Unit normal.
    pub normal: DVec3,
    /// Texture coordinates, (0, 0) at the top left.
    pub uv: DVec2,
    /// The joints that move it.
    pub weights: Weights,
}

/// A triangle, counter-clockwise as seen from outside in a right-handed space.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// Indices of its corners.
    pub corners: [u32; 3],
    /// What it is made of.
    pub material: Material,
    /// Whether it is the copy on the character's right, which shares the texture of the left side.
    pub mirrored: bool,
}

/// The whole skin.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// The corners.
    pub vertices: Vec<Vertex>,
    /// The triangles.
    pub triangles: Vec<Triangle>,
}

/// Rows of points around a limb. All rows have the same length; the last point of a row stands on the
/// first one and exists for the texture's seam.
pub struct Grid {
    /// The points, row after row.
    pub rows: Vec<Vec<DVec3>>,
    /// How far across the texture each column is, from 0 to 1.
    pub columns: Vec<f64>,
    /// How far down the texture each row is, from 0 to 1.
    pub lines: Vec<f64>,
}

impl Mesh {
    /// Adds a surface; with `pair` also its mirror image on the right side of the body.
    pub fn add(
        &mut self,
        grid: &Grid,
        region: Region,
        pair: bool,
        weights: impl Fn(DVec3) -> Weights,
    ) {
        let (points, triangles) = surface(grid);
        let normals = smooth_normals(&points, &triangles);
        let width = grid.columns.len();
        for mirror in [false, true].into_iter().take(if pair { 2 } else { 1 }) {
            let flip = if mirror {
                DVec3::new(-1.0, 1.0, 1.0)
            } else {
                DVec3::ONE
            };
            let base = self.vertices.len() as u32;
            for (index, (&point, &normal)) in points.iter().zip(&normals).enumerate() {
                let (row, column) = (index / width, index % width);
                let own = weights(point);
                self.vertices.push(Vertex {
                    position: point * flip,
                    normal: normal * flip,
                    uv: region.uv(grid.columns[column], grid.lines[row]),
                    weights: if mirror { own.mirrored() } else { own },
                });
            }
            self.triangles
                .extend(triangles.iter().map(|&[a, b, c]| Triangle {
                    corners: if mirror { [a, c, b] } else { [a, b, c] }.map(|i| base + i),
                    material: region.material,
                    mirrored: mirror,
                }));
        }
    }
}

/// The points of a grid in one list, and the triangles between them, turned outwards.
fn surface(grid: &Grid) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let width = grid.columns.len();
    let points: Vec<DVec3> = grid.rows.iter().flatten().copied().collect();
    let mut triangles = Vec::new();
    let mut outward = 0.0;
    for row in 0..grid.rows.len() - 1 {
        let around = width - 1;
        let centre = (0..around)
            .map(|c| points[row * width + c] + points[(row + 1) * width + c])
            .sum::<DVec3>()
            / (2 * around) as f64;
        for column in 0..around {
            let at = |r: usize, c: usize| (r * width + c) as u32;
            let quad = [
                at(row, column),
                at(row, column + 1),
                at(row + 1, column + 1),
                at(row + 1, column),
            ];
            let [a, b, c, d] = quad.map(|i| points[i as usize]);
            // The shorter diagonal follows the form better.
            let split = if a.distance_squared(c) <= b.distance_squared(d) {
                [[0, 1, 2], [0, 2, 3]]
            } else {
                [[0, 1, 3], [1, 2, 3]]
            };
            for corners in split {
                let triangle = corners.map(|i| quad[i]);
                let [p, q, r] = triangle.map(|i| points[i as usize]);
                let area = (q - p).cross(r - p);
                if area.length() > 1e-9 {
                    outward += area.dot((p + q + r) / 3.0 - centre);
                    triangles.push(triangle);
                }
            }
        }
    }
    if outward < 0.0 {
        for triangle in &mut triangles {
            triangle.swap(1, 2);
        }
    }
    (points, triangles)
}

/// Normals averaged over the triangles that meet at a place, weighted by the angle of their corners there.
fn smooth_normals(points: &[DVec3], triangles: &[[u32; 3]]) -> Vec<DVec3> {
    let place = |p: DVec3| [p.x, p.y, p.z].map(|v| (v * 1e6).round() as i64);
    let mut sums: BTreeMap<[i64; 3], DVec3> = BTreeMap::new();
    for triangle in triangles {
        let corners = triangle.map(|i| points[i as usize]);
        let face = (corners[1] - corners[0])
            .cross(corners[2] - corners[0])
            .normalize();
        for i in 0..3 {
            let (a, b) = (
                corners[(i + 1) % 3] - corners[i],
                corners[(i + 2) % 3] - corners[i],
            );
            let angle = crate::exact::acos(a.normalize().dot(b.normalize()));
            *sums.entry(place(corners[i])).or_default() += face * angle;
        }
    }
    points
        .iter()
        .map(|&p| {
            sums.get(&place(p))
                .copied()
                .unwrap_or(DVec3::Y)
                .normalize_or(DVec3::Y)
        })
        .collect()
}
