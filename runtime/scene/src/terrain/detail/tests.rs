//! What the triangles of a terrain are for a view.

use super::*;
use std::collections::{HashMap, HashSet};

/// A view that sees everything.
fn everywhere() -> [Plane; 6] {
    [Plane {
        normal: Vec3A::Y,
        offset: 1e6,
    }; 6]
}

fn hills(size: u32) -> Terrain {
    let mut terrain = Terrain::new(size).unwrap();
    for z in 0..size as i32 {
        for x in 0..size as i32 {
            let height = (x as f32 * 0.3).sin() * (z as f32 * 0.21).cos() * 0.4 + 0.5;
            terrain.set_height(x, z, height);
        }
    }
    terrain
}

fn view(terrain: &Terrain, eye: [f32; 3], planes: &[Plane; 6]) -> TerrainView {
    let mut view = TerrainView::default();
    view.make(terrain, Vec3A::from(eye), planes);
    view
}

/// Where no triangle ends in the middle of another's side, each side is that of two, or lies on the edge of the square.
fn is_without_cracks(terrain: &Terrain, view: &TerrainView) -> bool {
    let mut sides: HashMap<[u32; 2], i32> = HashMap::new();
    for [a, b, c] in &view.triangles {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            *sides.entry([*from, *to]).or_default() += 1;
            *sides.entry([*to, *from]).or_default() -= 1;
        }
    }
    let size = terrain.size();
    sides.into_iter().all(|([from, to], rest)| {
        let [a, b] = [from, to].map(|at| view.vertices[at as usize].corner);
        let on_edge = [0, 1]
            .iter()
            .any(|&axis| a[axis] == b[axis] && (a[axis] == 0 || a[axis] == size));
        rest == 0 || on_edge
    })
}

fn area(view: &TerrainView) -> f32 {
    let of = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|at| view.vertices[at as usize].position());
        let area = (b - a).cross(c - a).y / 2.0;
        assert!(area > 0.0, "clockwise from above");
        area
    };
    view.triangles.iter().map(of).sum()
}

#[test]
fn there_are_as_many_triangles_as_wanted_and_no_cracks() {
    let mut terrain = hills(64);
    let eye = [20.0, 0.7, 10.0];
    for wanted in [0, 2, 50, 500, 2000, 5000] {
        terrain.detail = wanted;
        let view = view(&terrain, eye, &everywhere());
        let count = view.triangles.len() as u32;
        // What keeps cracks away may take a few more.
        assert!(
            count >= wanted.max(2) && count < wanted + 40,
            "{count} of {wanted}"
        );
        assert!(is_without_cracks(&terrain, &view));
        assert_eq!(area(&view), 64.0 * 64.0);
    }
    terrain.detail = u32::MAX;
    let view = view(&terrain, eye, &everywhere());
    assert!(view.triangles.len() <= 2 * 64 * 64);
    let all: HashSet<[u32; 2]> = view.vertices.iter().map(|v| v.corner).collect();
    assert_eq!(all.len(), view.vertices.len(), "no corner comes twice");
}

#[test]
fn nearer_and_rougher_ground_is_finer_and_flat_ground_is_two_triangles() {
    let flat = view(&Terrain::new(256).unwrap(), [9.0, 1.0, 9.0], &everywhere());
    assert_eq!(flat.triangles.len(), 2);
    let terrain = hills(64);
    let near = view(&terrain, [5.0, 0.5, 5.0], &everywhere());
    let corners = |low: u32, high: u32| {
        let inside = |v: &&TerrainVertex| v.corner.iter().all(|c| (low..high).contains(c));
        near.vertices.iter().filter(inside).count()
    };
    assert!(corners(0, 16) > 2 * corners(48, 64));
}

#[test]
fn at_the_finest_the_cells_are_those_of_collisions() {
    let mut terrain = Terrain::new(8).unwrap();
    // Rough enough that nothing stays whole.
    for at in 0..64 {
        terrain.set_height(at % 8, at / 8, f32::from(at % 5 != 0 && at % 3 == 0));
    }
    terrain.detail = u32::MAX;
    let view = view(&terrain, [4.0, 0.5, 4.0], &everywhere());
    let is_half_a_cell = |corners: &[[u32; 2]; 3]| {
        let [a, b, c] = corners.map(|corner| corner.map(|v| v as i32));
        ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() == 1
    };
    let mine: HashSet<[[u32; 2]; 3]> = view
        .triangles
        .iter()
        .map(|t| {
            let mut corners = t.map(|at| view.vertices[at as usize].corner);
            corners.sort_unstable();
            corners
        })
        .filter(|t| is_half_a_cell(t))
        .collect();
    let mut cells = HashSet::new();
    for z in 0..8 {
        for x in 0..8 {
            for mut corners in terrain.triangles(x, z) {
                corners.sort_unstable();
                cells.insert(corners);
            }
        }
    }
    assert!(mine.len() > 60 && mine.is_subset(&cells), "{}", mine.len());
}

#[test]
fn what_is_out_of_view_is_not_drawn() {
    let terrain = hills(64);
    let mut planes = everywhere();
    planes[3] = Plane {
        normal: Vec3A::NEG_X,
        offset: 8.0,
    };
    let seen = view(&terrain, [4.0, 0.5, 32.0], &planes);
    assert!(seen.triangles.len() < 1500, "{}", seen.triangles.len());
    let visible = |t: &[u32; 3]| {
        t.iter()
            .any(|&at| seen.vertices[at as usize].corner[0] <= 8)
    };
    assert!(seen.triangles.iter().filter(|t| !visible(t)).count() < 20);
    planes[3].offset = -65.0;
    planes[3].normal = Vec3A::X;
    assert!(
        view(&terrain, [4.0, 0.5, 32.0], &planes)
            .triangles
            .is_empty()
    );
}

#[test]
fn morphing_brings_the_last_corners_in_smoothly() {
    let mut terrain = hills(64);
    terrain.detail = 600;
    let plain = view(&terrain, [20.0, 0.7, 10.0], &everywhere());
    terrain.morph = true;
    let morphed = view(&terrain, [20.0, 0.7, 10.0], &everywhere());
    let on_the_way = plain
        .vertices
        .iter()
        .zip(&morphed.vertices)
        .filter(|(a, b)| a.height != b.height)
        .count();
    assert!(on_the_way > 30, "{on_the_way}");
    let last = morphed.vertices.last().unwrap();
    assert!(
        (last.height - last.flat).abs()
            < (plain.vertices.last().unwrap().height - last.flat).abs() * 0.1 + 1e-6
    );
    assert_eq!(plain.vertices[..20], morphed.vertices[..20]);
}

#[test]
fn the_memory_of_one_view_serves_the_next() {
    let terrain = hills(64);
    let mut view = view(&terrain, [20.0, 0.7, 10.0], &everywhere());
    let room = |view: &TerrainView| {
        let lists = [view.vertices.capacity(), view.triangles.capacity()];
        (lists, view.tree.capacity(), view.queue.capacity())
    };
    let before = room(&view);
    for x in [20.0, 19.0, 22.0] {
        view.make(&terrain, Vec3A::new(x, 0.7, 10.0), &everywhere());
        assert_eq!(room(&view), before);
    }
}

#[test]
fn strange_eyes_and_sides_end() {
    let terrain = hills(32);
    for eye in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e38] {
        view(&terrain, [eye; 3], &everywhere());
        let plane = Plane {
            normal: Vec3A::splat(eye),
            offset: eye,
        };
        view(&terrain, [0.0; 3], &[plane; 6]);
    }
    let small = view(&Terrain::new(1).unwrap(), [0.0; 3], &everywhere());
    assert_eq!(small.triangles.len(), 2);
}
