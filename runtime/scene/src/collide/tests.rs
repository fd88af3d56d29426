//! The geometry against slow models of it, over random shapes.

use glam::{Affine3A, Quat, Vec3, Vec3A};
use proptest::prelude::*;

use super::*;
use crate::mesh::Mesh;
use crate::primitives;
use crate::terrain::Terrain;

fn vec3a(x: f32, y: f32, z: f32) -> Vec3A {
    Vec3A::new(x, y, z)
}

fn line(from: [f32; 3], to: [f32; 3]) -> Line {
    Line::between(from.into(), to.into())
}

/// A point in a cube of this half size.
fn point(size: f32) -> impl Strategy<Value = Vec3A> {
    prop::array::uniform3(-size..size).prop_map(Vec3A::from)
}

fn place() -> impl Strategy<Value = Affine3A> {
    let turn = prop::array::uniform4(-1.0_f32..1.0);
    let scale = prop::array::uniform3(prop_oneof![0.2_f32..4.0, Just(1.0_f32)]);
    (point(10.0), turn, scale).prop_map(|(at, turn, scale)| {
        let turn = Quat::from_array(turn);
        let turn = if turn.length() > 0.1 {
            turn.normalize()
        } else {
            Quat::IDENTITY
        };
        Affine3A::from_scale_rotation_translation(scale.into(), turn, at.into())
    })
}

fn faces(corners: &[[Vec3A; 3]]) -> impl Iterator<Item = (Face, [Vec3A; 3])> + '_ {
    corners.iter().zip(0..).map(|(&corners, triangle)| {
        let face = Face {
            surface: 0,
            triangle,
        };
        (face, corners)
    })
}

fn mesh_corners(mesh: &Mesh) -> Vec<[Vec3A; 3]> {
    let surface = &mesh.surfaces[0];
    let at = |i: u32| Vec3A::from(surface.vertices[i as usize].position);
    surface.triangles.iter().map(|t| t.map(at)).collect()
}

/// Every triangle, one after the other.
fn brute_force(tree: &TriangleTree, (line, radius): (&Line, f32), place: &Affine3A) -> (Hit, bool) {
    let mut hit = Hit::default();
    let mut met = false;
    for (_, corners) in tree.triangles() {
        met |= hit.triangle(line, radius, corners.map(|c| place.transform_point3a(c)));
    }
    (hit, met)
}

/// How far a point is from a triangle (Ericson, "Real-Time Collision Detection", 2004, 5.1.5), in double precision.
fn distance(p: Vec3A, corners: [Vec3A; 3]) -> f64 {
    let [a, b, c] = corners.map(|v| v.as_dvec3());
    let p = p.as_dvec3();
    let on_side = |a: glam::DVec3, b: glam::DVec3| {
        let along = b - a;
        let t = (p - a).dot(along) / along.dot(along);
        (a + along * t.clamp(0.0, 1.0)).distance(p)
    };
    let normal = (b - a).cross(c - a).normalize();
    let inside = [(a, b), (b, c), (c, a)]
        .iter()
        .all(|&(from, to)| normal.cross(to - from).dot(p - from) >= 0.0);
    if inside {
        normal.dot(p - a).abs()
    } else {
        on_side(a, b).min(on_side(b, c)).min(on_side(c, a))
    }
}

fn room(tree: &TriangleTree, p: Vec3A) -> f64 {
    let near = tree.triangles().map(|(_, corners)| distance(p, corners));
    near.fold(f64::INFINITY, f64::min)
}

#[test]
fn a_sphere_stops_at_the_face_the_edge_and_the_corner_of_a_triangle() {
    // Facing up, as clockwise from above.
    let corners = [
        vec3a(0.0, 0.0, 0.0),
        vec3a(0.0, 0.0, 4.0),
        vec3a(4.0, 0.0, 0.0),
    ];
    let down = |x: f32, z: f32| {
        let mut hit = Hit::default();
        let met = hit.triangle(&line([x, 10.0, z], [x, -10.0, z]), 1.0, corners);
        met.then_some((hit.time, hit.normal))
    };
    assert_eq!(down(1.0, 1.0), Some((9.0 / 20.0, Vec3A::Y)));
    // Beside the side x = 0, at a distance of 0.6: the center stops 0.8 above.
    let (time, normal) = down(-0.6, 1.0).unwrap();
    assert!((time - 9.2 / 20.0).abs() < 1e-6 && (normal - vec3a(-0.6, 0.8, 0.0)).length() < 1e-5);
    // Beyond the corner at the origin, at a distance of 0.5 both ways.
    let (time, normal) = down(-0.5, -0.5).unwrap();
    let height = 0.5_f32.sqrt();
    assert!((time - (10.0 - height) / 20.0).abs() < 1e-6);
    assert!((normal - vec3a(-0.5, height, -0.5)).length() < 1e-5);
    assert_eq!(down(-1.01, 1.0), None);
    // From below it is not there.
    let mut hit = Hit::default();
    assert!(!hit.triangle(&line([1.0, -9.0, 1.0], [1.0, 9.0, 1.0]), 1.0, corners));
}

#[test]
fn what_starts_a_little_too_deep_is_still_stopped_and_deeper_is_let_through() {
    let corners = [
        vec3a(-9.0, 0.0, -9.0),
        vec3a(0.0, 0.0, 9.0),
        vec3a(9.0, 0.0, -9.0),
    ];
    let from = |y: f32| {
        let mut hit = Hit::default();
        let met = hit.triangle(&line([0.0, y, 0.0], [0.0, y - 1.0, 0.0]), 1.0, corners);
        met.then_some(hit.time)
    };
    assert!(from(1.0 - 0.5 * SKIN).is_some_and(|time| time < 0.0));
    assert_eq!(from(1.0 - 2.0 * SKIN), None);
}

#[test]
fn spheres_meet_where_their_radii_touch() {
    let mut hit = Hit::default();
    let way = line([-10.0, 3.0, 0.0], [10.0, 3.0, 0.0]);
    assert!(hit.sphere(&way, 2.0, Vec3A::ZERO, 3.0));
    // 3² + 4² = 5².
    assert_eq!(hit.time, 6.0 / 20.0);
    assert!((hit.normal - vec3a(-0.8, 0.6, 0.0)).length() < 1e-6);
    assert!(!Hit::default().sphere(&way, 1.0, Vec3A::ZERO, 1.9));
}

#[test]
fn boxes_turn_with_their_place_but_are_not_scaled() {
    let bounds = Aabb {
        low: vec3a(-1.0, -1.0, -1.0),
        high: vec3a(1.0, 1.0, 1.0),
    };
    let place = Affine3A::from_scale_rotation_translation(
        Vec3::splat(7.0),
        Quat::from_rotation_y(std::f32::consts::FRAC_PI_4),
        Vec3::new(5.0, 0.0, 0.0),
    );
    let mut hit = Hit::default();
    // Along x the box shows its edge, at a distance of the root of 2.
    assert!(hit.boxed(
        &line([0.0, 0.0, 0.0], [10.0, 0.0, 0.0]),
        0.5,
        &bounds,
        &place
    ));
    let want = (5.0 - 2.0_f32.sqrt() - 0.5) / 10.0;
    assert!((hit.time - want).abs() < 1e-6, "{hit:?}");
    assert!((hit.normal - Vec3A::NEG_X).length() < 1e-5);
}

#[test]
fn planes_count_the_radius_in_their_own_units() {
    let place = Affine3A::from_scale_rotation_translation(
        Vec3::new(1.0, 2.0, 1.0),
        Quat::IDENTITY,
        Vec3::new(0.0, 1.0, 0.0),
    );
    let mut hit = Hit::default();
    let way = line([0.0, 11.0, 0.0], [0.0, 1.0, 0.0]);
    assert!(hit.plane(&way, 1.0, &place));
    assert!((hit.time - 0.8).abs() < 1e-6 && hit.normal == Vec3A::Y);
    let up = line([0.0, -9.0, 0.0], [0.0, 9.0, 0.0]);
    assert!(!Hit::default().plane(&up, 1.0, &place));
}

#[test]
fn of_what_is_met_at_the_same_time_the_last_counts() {
    let floor = |x: f32| {
        [
            vec3a(x - 2.0, 0.0, -2.0),
            vec3a(x, 0.0, 2.0),
            vec3a(x + 2.0, 0.0, -2.0),
        ]
    };
    let tree = TriangleTree::new(faces(&[floor(-0.5), floor(0.5), floor(9.0)]));
    let way = line([0.0, 3.0, 0.0], [0.0, -3.0, 0.0]);
    let mut hit = Hit::default();
    let met = tree.sweep(&Probe::new(&way, 1.0, &Affine3A::IDENTITY), &mut hit);
    assert_eq!(met.map(|face| face.triangle), Some(1));
}

#[test]
fn nothing_strange_is_met_or_panics() {
    let strange = [
        0.0,
        1.0,
        -1.0,
        1e-30,
        1e30,
        f32::MAX,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        strange[(seed >> 33) as usize % strange.len()]
    };
    for _ in 0..20_000 {
        let mut v = || vec3a(next(), next(), next());
        let way = Line::between(v(), v());
        let corners = [v(), v(), v()];
        let place = Affine3A {
            matrix3: glam::Mat3A::from_cols(v(), v(), v()),
            translation: v(),
        };
        let bounds = Aabb::around([v(), v()]);
        let center = v();
        let tree = TriangleTree::new(faces(&[corners, corners.map(|c| c * 0.5)]));
        let radius = next();
        let mut hit = Hit::default();
        let met = [
            hit.triangle(&way, radius, corners),
            hit.sphere(&way, radius, center, next()),
            hit.boxed(&way, radius, &bounds, &place),
            hit.plane(&way, radius, &place),
            tree.sweep(&Probe::new(&way, radius, &place), &mut hit)
                .is_some(),
        ];
        if met.contains(&true) {
            assert!(!hit.time.is_nan() && hit.time <= 1.0);
            assert!(!hit.normal.dot(way.direction).is_nan());
        }
        trees_overlap(&tree, &tree, &place);
        let mut slide = Slide::new(way.origin, center);
        while slide.count() {
            let hit = Hit {
                time: next(),
                normal: corners[0],
            };
            if slide.meet(&hit, Response::Slide).is_some() {
                break;
            }
        }
    }
}

#[test]
fn an_empty_tree_meets_nothing() {
    let tree = TriangleTree::new([]);
    let way = line([0.0; 3], [1.0; 3]);
    let probe = Probe::new(&way, 1.0, &Affine3A::IDENTITY);
    assert_eq!(tree.sweep(&probe, &mut Hit::default()), None);
    assert!(!trees_overlap(&tree, &tree, &Affine3A::IDENTITY));
    assert!(tree.is_empty() && tree.bounds().is_empty());
}

#[test]
fn meshes_cut_each_other_where_their_faces_cross() {
    let cube = TriangleTree::new(faces(&mesh_corners(&primitives::cube())));
    let ball = TriangleTree::new(faces(&mesh_corners(&primitives::sphere(16))));
    let at = |x: f32, scale: f32| {
        Affine3A::from_scale_rotation_translation(
            Vec3::splat(scale),
            Quat::IDENTITY,
            Vec3::new(x, 0.1, 0.2),
        )
    };
    assert!(trees_overlap(&ball, &cube, &at(1.5, 1.0)));
    assert!(!trees_overlap(&ball, &cube, &at(2.01, 1.0)));
    // Wholly inside.
    assert!(!trees_overlap(&ball, &cube, &at(0.0, 0.5)));
    assert!(trees_overlap(&ball, &cube, &at(0.0, 1.2)));
}

proptest! {
    #[test]
    fn trees_find_what_brute_force_finds(
        corners in prop::collection::vec([point(20.0), point(20.0), point(20.0)], 1..200),
        (from, to) in (point(40.0), point(40.0)),
        radius in prop_oneof![Just(0.0_f32), 0.01_f32..8.0],
        place in place(),
    ) {
        let tree = TriangleTree::new(faces(&corners));
        prop_assert_eq!(tree.len(), corners.len());
        let way = Line::between(from, to);
        let (want, met) = brute_force(&tree, (&way, radius), &place);
        let mut hit = Hit::default();
        let face = tree.sweep(&Probe::new(&way, radius, &place), &mut hit);
        // Before the start brute force also finds triangles beside the way, which the box around the way leaves out.
        if want.time >= 0.0 {
            prop_assert_eq!(face.is_some(), met);
            prop_assert_eq!(hit, want);
        }
    }

    #[test]
    fn refitted_trees_find_what_new_ones_find(
        corners in prop::collection::vec([point(20.0), point(20.0), point(20.0)], 1..100),
        moved in prop::collection::vec([point(20.0), point(20.0), point(20.0)], 100),
        (from, to) in (point(40.0), point(40.0)),
        radius in 0.0_f32..3.0,
    ) {
        let mut tree = TriangleTree::new(faces(&corners));
        tree.refit(|face| moved[face.triangle as usize]);
        let way = Line::between(from, to);
        let (want, met) = brute_force(&tree, (&way, radius), &Affine3A::IDENTITY);
        let mut hit = Hit::default();
        let face = tree.sweep(&Probe::new(&way, radius, &Affine3A::IDENTITY), &mut hit);
        if want.time >= 0.0 {
            prop_assert_eq!(face.is_some(), met);
            prop_assert_eq!(hit, want);
        }
    }

    /// Up to its first meeting a sphere that starts clear stays clear, and at it, it touches.
    #[test]
    fn a_swept_sphere_never_ends_inside(
        segments in 3_u32..12,
        (from, to) in (point(6.0), point(6.0)),
        radius in 0.1_f32..1.5,
        scale in prop::array::uniform3(0.5_f32..2.0),
    ) {
        let mut mesh = primitives::sphere(segments);
        mesh.transform(Affine3A::from_scale(scale.into()));
        let tree = TriangleTree::new(faces(&mesh_corners(&mesh)));
        let start = room(&tree, from);
        prop_assume!(start > f64::from(radius) + 0.002 && from.length() > 2.5);
        let way = Line::between(from, to);
        let mut hit = Hit::default();
        let met = tree.sweep(&Probe::new(&way, radius, &Affine3A::IDENTITY), &mut hit).is_some();
        for step in 0..=50 {
            let clear = room(&tree, way.at(hit.time * step as f32 / 50.0));
            prop_assert!(clear > f64::from(radius) - 1e-3, "{clear} of {radius} at step {step}");
        }
        if met {
            let touch = room(&tree, way.at(hit.time));
            prop_assert!((touch - f64::from(radius)).abs() < 1e-3, "{touch} instead of {radius}");
        }
    }

    /// However it slides, a sphere goes no farther than it was asked to, nor, with level sliding, farther horizontally; it never goes
    /// back, and ends clear of everything.
    #[test]
    fn a_slide_goes_no_farther_than_asked_and_ends_clear(
        segments in 3_u32..12,
        (from, to) in (point(5.0), point(5.0)),
        radius in 0.1_f32..1.0,
        level in any::<bool>(),
    ) {
        let tree = TriangleTree::new(faces(&mesh_corners(&primitives::sphere(segments))));
        prop_assume!(room(&tree, from) > f64::from(radius) + 0.002 && from.length() > 1.2);
        let response = if level { Response::SlideLevel } else { Response::Slide };
        let mut slide = Slide::new(from, to);
        let mut pieces = vec![from];
        let end = loop {
            let way = *slide.line();
            let mut hit = Hit::default();
            let probe = Probe::new(&way, radius, &Affine3A::IDENTITY);
            if tree.sweep(&probe, &mut hit).is_none() {
                break slide.arrive();
            }
            if !slide.count() {
                break SlideEnd::Stuck;
            }
            let over = slide.meet(&hit, response);
            pieces.push(slide.line().origin);
            if let Some(over) = over {
                break over;
            }
        };
        let end = match end {
            SlideEnd::Clear => to,
            SlideEnd::Ends(end) => end,
            SlideEnd::Stuck => from,
        };
        let flat = |v: Vec3A| if level { vec3a(v.x, 0.0, v.z) } else { v };
        let asked = flat(to - from).length();
        let whole: f32 = pieces.windows(2).map(|w| flat(w[1] - w[0]).length()).sum();
        prop_assert!(whole <= asked * 1.0001 + 1e-4, "{whole} instead of {asked}");
        prop_assert!(flat(end - from).length() <= asked * 1.0001 + 1e-4);
        prop_assert!((end - from).dot(to - from) >= -1e-3);
        let clear = room(&tree, end);
        prop_assert!(clear > f64::from(radius) - 2e-3, "{clear} of {radius}");
    }

    #[test]
    fn terrain_trees_find_what_all_cells_give(
        heights in prop::collection::vec(prop_oneof![3 => Just(0_u8), 1 => any::<u8>()], 64),
        (from, to) in (point(12.0), point(12.0)),
        radius in prop_oneof![Just(0.0_f32), 0.01_f32..2.0],
        place in place(),
    ) {
        let mut terrain = Terrain::new(8).unwrap();
        for (at, &height) in heights.iter().enumerate() {
            let height = (f32::from(height) + 0.5) / 255.0;
            terrain.set_height(at as i32 % 8, at as i32 / 8, height);
        }
        let mut cells = Vec::new();
        for (x, z) in (0..8).flat_map(|x| (0..8).map(move |z| (x, z))) {
            for triangle in terrain.triangles(x, z) {
                cells.push(triangle.map(|[x, z]| Vec3A::from(terrain.corner(x as i32, z as i32))));
            }
        }
        let flat = TriangleTree::new(faces(&cells));
        // Who starts inside meets the edges between even cells, which a tree that tests those together does not know.
        let placed = TriangleTree::new(faces(&cells.iter().map(|corners| {
            corners.map(|corner| place.transform_point3a(corner))
        }).collect::<Vec<_>>()));
        prop_assume!(room(&placed, from) > f64::from(radius) + 0.002);
        let way = Line::between(from, to);
        let (want, met) = brute_force(&flat, (&way, radius), &place);
        let tree = HeightTree::new(&terrain);
        prop_assert!(tree.fits(&terrain));
        let mut hit = Hit::default();
        let found = tree.sweep(&terrain, &Probe::new(&way, radius, &place), &mut hit);
        // Even squares are tested whole, so a ray may go through the edge of one cell and be found in the other.
        if want.time >= 0.0 && met {
            prop_assert!(found, "{want:?}");
            prop_assert!((hit.time - want.time).abs() < 1e-4, "{hit:?} instead of {want:?}");
        }
        if found && hit.time >= 0.0 && hit.time < 0.999 && radius > 0.0 {
            prop_assert!(met, "{hit:?}");
        }
    }
}
