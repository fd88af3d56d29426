//! Curved patches: grids of quadratic Bézier curves, cut into triangles.

use flitz_scene::Vertex;

/// Points along a side of a patch with so many control points, each of whose curves is cut into `pieces`.
pub(super) fn points(control: usize, pieces: usize) -> usize {
    (control / 2).saturating_mul(pieces) + 1
}

/// The points of a patch of `width` by `height` control points, row by row.
pub(super) fn curve(control: &[Vertex], [width, height]: [usize; 2], pieces: usize) -> Vec<Vertex> {
    let rows = control.chunks_exact(width.max(1));
    let wide: Vec<Vertex> = rows
        .flat_map(|row| line(row, 1, 0, width, pieces))
        .collect();
    let columns = points(width, pieces);
    let lines: Vec<Vec<Vertex>> = (0..columns)
        .map(|column| line(&wide, columns, column, height, pieces).collect())
        .collect();
    (0..points(height, pieces))
        .flat_map(|row| lines.iter().filter_map(move |line| line.get(row).copied()))
        .collect()
}

/// The points of a line of `count` control points, which stand `step` apart from `first` on.
fn line(
    control: &[Vertex],
    step: usize,
    first: usize,
    count: usize,
    pieces: usize,
) -> impl Iterator<Item = Vertex> {
    let at = move |number: usize| {
        let vertex = control.get(first + number.min(count - 1) * step);
        vertex.copied().unwrap_or_default()
    };
    (0..points(count, pieces)).map(move |point| {
        let start = point / pieces * 2;
        let t = (point % pieces) as f32 / pieces as f32;
        mixed([at(start), at(start + 1), at(start + 2)], t)
    })
}

/// A point of a quadratic Bézier curve: the control points weighted with the Bernstein polynomials of degree 2.
fn mixed(control: [Vertex; 3], t: f32) -> Vertex {
    let weights = [(1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t];
    let sum = |value: &dyn Fn(&Vertex) -> f32| -> f32 {
        control.iter().zip(weights).map(|(v, w)| value(v) * w).sum()
    };
    let vec = |value: &dyn Fn(&Vertex) -> glam::Vec3| -> glam::Vec3 {
        control.iter().zip(weights).map(|(v, w)| value(v) * w).sum()
    };
    Vertex {
        position: vec(&|v| v.position),
        normal: vec(&|v| v.normal),
        color: std::array::from_fn(|c| (sum(&|v| f32::from(v.color[c])) + 0.5) as u8),
        uv: std::array::from_fn(|set| std::array::from_fn(|axis| sum(&|v| v.uv[set][axis]))),
    }
}

/// The triangles of a patch as indices of its points, two a cell.
pub(super) fn triangles(
    [width, height]: [usize; 2],
    pieces: usize,
) -> impl Iterator<Item = [u32; 3]> {
    let columns = points(width, pieces) as u32;
    let rows = points(height, pieces) as u32;
    (0..rows - 1).flat_map(move |row| {
        (0..columns - 1).flat_map(move |column| {
            let at = row * columns + column;
            let below = at + columns;
            [[at, below, at + 1], [below + 1, at + 1, below]]
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn a_patch_runs_through_its_ends_and_bends_towards_its_middle() {
        // An arch along x, straight along z.
        let control: Vec<Vertex> = (0..9)
            .map(|at| Vertex {
                position: Vec3::new(
                    (at % 3) as f32,
                    f32::from(at % 3 == 1) * 2.0,
                    (at / 3) as f32,
                ),
                color: [if at % 3 == 1 { 200 } else { 0 }; 4],
                ..Vertex::default()
            })
            .collect();
        let points = curve(&control, [3, 3], 4);
        assert_eq!(points.len(), 25);
        let [first, quarter, middle, last] = [0, 1, 2, 24].map(|at| points[at]);
        assert_eq!(
            (first.position, last.position),
            (Vec3::ZERO, Vec3::new(2.0, 0.0, 2.0))
        );
        // The parabola 4 t (1 - t).
        assert_eq!(quarter.position, Vec3::new(0.5, 0.75, 0.0));
        assert_eq!(
            (middle.position, middle.color),
            (Vec3::new(1.0, 1.0, 0.0), [100; 4])
        );
        let triangles: Vec<_> = triangles([3, 3], 4).collect();
        assert_eq!(triangles.len(), 32);
        let area: f32 = triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|at| points[at as usize].position);
                (b - a).cross(c - a).y.abs() / 2.0
            })
            .sum();
        assert!(
            (area - 4.0).abs() < 1e-5,
            "seen from above they cover the square once: {area}"
        );
        assert_eq!(curve(&control[..9], [9, 1], 2).len(), 9);
    }
}
