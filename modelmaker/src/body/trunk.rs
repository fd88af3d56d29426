//! Shirt, belt, trousers and shoes.

use super::loft::{Ring, loft, surface_lines};
use super::mesh::{Material, Mesh, Region};
use super::{Detail, skin};
use crate::rig::Joint;
use glam::DVec3;

const SHIRT: Region = Region::new(Material::Shirt, [0.0, 208.0, 224.0, 384.0]);
const BELT: Region = Region::new(Material::Belt, [224.0, 288.0, 448.0, 312.0]);
const SEAT: Region = Region::new(Material::Trousers, [224.0, 312.0, 400.0, 384.0]);
const LEG: Region = Region::new(Material::Trousers, [0.0, 384.0, 192.0, 512.0]);
const SHOE: Region = Region::new(Material::Shoe, [192.0, 384.0, 400.0, 512.0]);
const NECK: Region = Region::new(Material::Skin, [288.0, 112.0, 384.0, 144.0]);

/// Adds everything from the neck down except the arms.
pub fn add(mesh: &mut Mesh, detail: Detail) {
    let level = |y: f64, z: f64, wide, ahead, behind, square| {
        Ring::level(DVec3::new(0.0, y, z), wide, ahead, behind, square)
    };

    let shirt = [
        level(0.972, 0.000, 0.142, 0.098, 0.100, 0.25),
        level(0.985, 0.000, 0.158, 0.110, 0.112, 0.25),
        level(1.015, 0.000, 0.160, 0.113, 0.112, 0.25),
        level(1.075, -0.002, 0.150, 0.107, 0.102, 0.25),
        level(1.150, -0.006, 0.157, 0.114, 0.105, 0.30),
        level(1.235, -0.010, 0.173, 0.126, 0.116, 0.35),
        level(1.305, -0.012, 0.184, 0.120, 0.121, 0.35),
        level(1.362, -0.014, 0.180, 0.100, 0.113, 0.25),
        level(1.402, -0.014, 0.146, 0.080, 0.094, 0.10),
        level(1.430, -0.012, 0.098, 0.068, 0.078, 0.0),
        level(1.449, -0.008, 0.070, 0.063, 0.066, 0.0),
        level(1.452, -0.008, 0.060, 0.054, 0.057, 0.0),
    ];
    mesh.add(
        &loft(&detail.rings(&shirt), detail.columns(13)),
        SHIRT,
        false,
        skin::trunk,
    );

    let neck = [
        level(1.415, -0.010, 0.056, 0.050, 0.054, 0.0),
        level(1.465, -0.006, 0.052, 0.048, 0.052, 0.0),
        level(1.530, 0.000, 0.054, 0.050, 0.054, 0.0),
    ];
    mesh.add(&loft(&neck, detail.columns(8)), NECK, false, skin::trunk);

    let belt = [
        level(0.936, 0.0, 0.150, 0.105, 0.110, 0.25),
        level(0.937, 0.0, 0.171, 0.123, 0.128, 0.25),
        level(0.977, 0.0, 0.167, 0.119, 0.123, 0.25),
        level(0.979, 0.0, 0.148, 0.103, 0.105, 0.25),
    ];
    mesh.add(&loft(&belt, detail.columns(16)), BELT, false, skin::trunk);

    let seat = [
        level(0.955, 0.000, 0.156, 0.111, 0.115, 0.25),
        level(0.905, -0.002, 0.136, 0.108, 0.120, 0.15),
        level(0.850, -0.004, 0.080, 0.090, 0.104, 0.0),
        level(0.818, -0.004, 0.034, 0.064, 0.074, 0.0),
        level(0.806, -0.004, 0.0, 0.0, 0.0, 0.0),
    ];
    mesh.add(&loft(&seat, detail.columns(12)), SEAT, false, skin::pelvis);

    let x = Joint::ThighL.rest_position().x;
    let leg_ring = |y: f64, x: f64, z: f64, wide, ahead, behind| {
        Ring::level(DVec3::new(x, y, z), wide, ahead, behind, 0.12)
    };
    let leg = [
        leg_ring(0.950, x - 0.012, -0.002, 0.077, 0.099, 0.104).squared(0.3),
        leg_ring(0.890, x - 0.004, -0.003, 0.088, 0.106, 0.119).squared(0.2),
        leg_ring(0.800, x, -0.002, 0.088, 0.101, 0.108),
        leg_ring(0.690, x, 0.002, 0.080, 0.090, 0.090),
        leg_ring(0.580, x, 0.003, 0.070, 0.076, 0.076),
        leg_ring(0.520, x, 0.004, 0.065, 0.071, 0.068),
        leg_ring(0.470, x, 0.004, 0.063, 0.069, 0.064),
        leg_ring(0.415, x, 0.000, 0.062, 0.064, 0.066),
        leg_ring(0.310, x, -0.006, 0.063, 0.061, 0.075),
        leg_ring(0.190, x, -0.006, 0.059, 0.059, 0.066),
        leg_ring(0.110, x, -0.002, 0.060, 0.062, 0.064),
        leg_ring(0.068, x, 0.000, 0.064, 0.070, 0.064),
        leg_ring(0.074, x, 0.000, 0.050, 0.056, 0.050),
    ];
    mesh.add(
        &loft(&detail.rings(&leg), detail.columns(10)),
        LEG,
        true,
        skin::leg,
    );

    let shoe = detail.rings(&shoe(x));
    let mut surface = loft(&shoe, detail.columns(8));
    surface.lines = surface_lines(&shoe);
    mesh.add(&surface, SHOE, true, skin::shoe);
}

/// A chunky trainer, from the heel to the tip. The sole is flat: each ring's lower half is squashed.
fn shoe(x: f64) -> Vec<Ring> {
    // z, middle height, half width, up, down, shift outwards
    const SHAPE: [[f64; 6]; 10] = [
        [-0.078, 0.045, 0.000, 0.000, 0.000, 0.000],
        [-0.075, 0.045, 0.029, 0.030, 0.040, 0.000],
        [-0.058, 0.042, 0.041, 0.060, 0.042, 0.000],
        [-0.025, 0.040, 0.044, 0.068, 0.040, 0.000],
        [0.030, 0.036, 0.046, 0.064, 0.036, 0.001],
        [0.078, 0.032, 0.051, 0.045, 0.032, 0.004],
        [0.124, 0.030, 0.054, 0.031, 0.030, 0.006],
        [0.162, 0.028, 0.047, 0.025, 0.026, 0.004],
        [0.183, 0.027, 0.028, 0.016, 0.018, 0.001],
        [0.187, 0.027, 0.000, 0.000, 0.000, 0.000],
    ];
    SHAPE
        .iter()
        .map(|&[z, y, wide, up, down, out]| Ring {
            centre: DVec3::new(x + out, y, z),
            side: DVec3::X,
            front: DVec3::Y,
            wide,
            ahead: up,
            behind: down,
            square: if down > 0.03 { 0.55 } else { 0.35 },
        })
        .collect()
}
