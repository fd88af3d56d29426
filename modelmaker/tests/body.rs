//! The skin is sound.

use flitz_modelmaker::body::mesh::Material;
use flitz_modelmaker::body::{Detail, Mesh, build};
use flitz_modelmaker::rig::{JOINTS, Joint};
use std::collections::BTreeSet;

fn both() -> [(&'static str, Mesh); 2] {
    [("near", build(Detail::Near)), ("far", build(Detail::Far))]
}

#[test]
fn weights_sum_to_one() {
    for (name, mesh) in both() {
        for vertex in &mesh.vertices {
            let shares = vertex.weights.shares();
            assert!((1..=4).contains(&shares.len()), "{name}: {shares:?}");
            let sum: f64 = shares.iter().map(|s| s.1).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{name}: {sum}");
            assert!(shares.iter().all(|s| s.1 > 0.0), "{name}: {shares:?}");
        }
    }
}

#[test]
fn every_joint_moves_something_and_keeps_to_its_side() {
    for (name, mesh) in both() {
        let mut used = BTreeSet::new();
        for vertex in &mesh.vertices {
            for &(joint, share) in vertex.weights.shares() {
                used.insert(joint);
                let side = joint.rest_position().x;
                if side.abs() > 0.05 && share > 0.1 {
                    assert!(
                        side * vertex.position.x > -0.002,
                        "{name}: {joint:?} pulls the other side"
                    );
                }
            }
        }
        // In the distance the thumbs are part of the hands.
        let idle = if name == "near" { 0 } else { 2 };
        assert_eq!(used.len() + idle, JOINTS.len(), "{name}");
    }
}

#[test]
fn surfaces_face_outwards() {
    for (name, mesh) in both() {
        let mut agree = 0;
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.corners.map(|i| &mesh.vertices[i as usize]);
            let face = (b.position - a.position).cross(c.position - a.position);
            assert!(face.length() > 0.0, "{name}: an empty triangle");
            agree += usize::from(face.dot(a.normal + b.normal + c.normal) > 0.0);
        }
        assert_eq!(agree, mesh.triangles.len(), "{name}");
        // The volume that they enclose is positive and about that of a slim person.
        let volume: f64 = mesh
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.corners.map(|i| mesh.vertices[i as usize].position);
                a.dot(b.cross(c)) / 6.0
            })
            .sum();
        assert!(
            (0.04..0.12).contains(&volume),
            "{name}: {volume} cubic metres"
        );
    }
}

#[test]
fn sizes_are_as_promised() {
    for (name, mesh) in both() {
        let limit = if name == "near" { 2_700 } else { 900 };
        assert!(
            mesh.triangles.len() <= limit,
            "{name}: {} triangles",
            mesh.triangles.len()
        );
        let height = mesh
            .vertices
            .iter()
            .map(|v| v.position.y)
            .fold(0.0, f64::max);
        let ground = mesh
            .vertices
            .iter()
            .map(|v| v.position.y)
            .fold(1.0, f64::min);
        assert!((1.75..1.85).contains(&height), "{name}: {height} m tall");
        assert!(ground.abs() < 0.001, "{name}: stands at {ground}");
        assert!(
            mesh.vertices
                .iter()
                .all(|v| v.uv.min_element() > 0.0 && v.uv.max_element() < 1.0)
        );
        assert!(
            mesh.vertices
                .iter()
                .all(|v| (v.normal.length() - 1.0).abs() < 1e-9)
        );
    }
}

#[test]
fn looks_along_positive_z() {
    for (name, mesh) in both() {
        let nose = mesh
            .triangles
            .iter()
            .filter(|t| t.material == Material::Skin)
            .flat_map(|t| t.corners)
            .map(|i| &mesh.vertices[i as usize])
            .filter(|v| v.weights.shares()[0].0 == Joint::Head)
            .map(|v| v.position.z)
            .fold(0.0, f64::max);
        assert!(nose > 0.12, "{name}: {nose}");
    }
}
