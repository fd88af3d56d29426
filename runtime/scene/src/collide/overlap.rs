//! Intersection of meshes.

use glam::{Affine3A, Vec3A};

use super::geometry::{Line, Plane};
use super::tree::{Node, TriangleTree};

/// Whether a triangle of one tree intersects one of the other; `place` transforms the first one's space to the second one's. A mesh wholly
/// inside another does not intersect it, nor do coplanar triangles.
pub fn trees_overlap(one: &TriangleTree, other: &TriangleTree, place: &Affine3A) -> bool {
    let mut pairs = vec![(0, 0)];
    while let Some((a, b)) = pairs.pop() {
        let (Some(near), Some(far)) = (one.nodes.get(a), other.nodes.get(b)) else {
            continue;
        };
        if !near.bounds.transformed(place).overlaps(&far.bounds) {
            continue;
        }
        match (near.count, far.count) {
            (0, _) => pairs.extend([(a + 1, b), (near.first as usize, b)]),
            (_, 0) => pairs.extend([(a, b + 1), (a, far.first as usize)]),
            _ if leaves_overlap((one, near), (other, far), place) => return true,
            _ => {}
        }
    }
    false
}

fn leaves_overlap(
    (one, near): (&TriangleTree, &Node),
    (other, far): (&TriangleTree, &Node),
    place: &Affine3A,
) -> bool {
    one.leaf(near).iter().any(|corners| {
        let a = corners.map(|corner| place.transform_point3a(corner));
        other
            .leaf(far)
            .iter()
            .any(|&b| side_cuts(a, b) || side_cuts(b, a))
    })
}

/// Whether an edge of `b` passes through `a`.
fn side_cuts(a: [Vec3A; 3], b: [Vec3A; 3]) -> bool {
    let Some(plane) = Plane::of_triangle(a) else {
        return false;
    };
    let sides = |c: [Vec3A; 3]| [(c[0], c[1]), (c[1], c[2]), (c[2], c[0])];
    sides(b).into_iter().any(|(from, to)| {
        let line = Line::between(from, to);
        let time = plane.time(&line);
        let at = line.at(time);
        (0.0..=1.0).contains(&time)
            && sides(a)
                .into_iter()
                .all(|(from, to)| plane.normal.cross(to - from).dot(at - from) >= 0.0)
    })
}
