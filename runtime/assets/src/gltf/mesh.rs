//! Meshes: vertices, triangles, skin weights.

use flitz_scene::{Brush, Effects, ModelMesh, ModelSkin, Surface, Vertex, VertexSkin};
use glam::{Vec2, Vec3};
use gltf::json::Index;
use gltf::json::accessor::Accessor;
use gltf::json::material::AlphaMode;
use gltf::json::mesh::{Mode, MorphTarget, Primitive, Semantic};
use gltf::json::validation::Checked;

use super::accessor::Reader;
use super::material::{Layers, Materials, Paint, encode_srgb};
use super::mirror;
use crate::error::LoadError;
use crate::limits;
use crate::weights::Influences;

/// The note about morph targets.
pub(super) const MORPH_NOTE: &str =
    "its shape keys (morph targets) stay as the file sets them: flitz does not play them";

/// State shared by all meshes of the model.
#[derive(Default)]
pub(super) struct Totals {
    vertices: usize,
    triangles: usize,
    morphed: usize,
}

/// The mesh of a node, or `None` when it has nothing to draw. `weights` are the node's own for shape keys, in place of the mesh's.
pub(super) fn mesh(
    reader: &Reader<'_>,
    materials: &mut Materials<'_>,
    index: usize,
    weights: Option<&[f32]>,
    skin: Option<ModelSkin>,
    totals: &mut Totals,
) -> Result<Option<ModelMesh>, LoadError> {
    let mesh = reader.root.meshes.get(index);
    let mesh = mesh.ok_or_else(|| LoadError::new(format!("the model has no mesh {index}")))?;
    let weights = weights.or(mesh.weights.as_deref()).unwrap_or_default();
    let joints = skin.as_ref().map(|skin| skin.joints.len());
    let mut made = ModelMesh {
        surfaces: Vec::new(),
        surface_textures: Vec::new(),
        brush: Brush::default(),
        brush_textures: Vec::new(),
        skin,
    };
    for primitive in &mesh.primitives {
        let Some(surface) = surface(reader, materials, primitive, weights, joints, totals)? else {
            limits::note(
                &mut materials.notes,
                "points and lines in it are left out: flitz draws triangles",
            );
            continue;
        };
        let (surface, textures) = surface;
        made.surfaces.push(surface);
        made.surface_textures.push(textures);
    }
    Ok(Some(made).filter(|made| !made.surfaces.is_empty()))
}

fn attribute(primitive: &Primitive, semantic: Semantic) -> Option<usize> {
    primitive
        .attributes
        .get(&Checked::Valid(semantic))
        .map(Index::<Accessor>::value)
}

/// One primitive as a surface, and its texture layers. `None` for points and lines.
fn surface(
    reader: &Reader<'_>,
    materials: &mut Materials<'_>,
    primitive: &Primitive,
    weights: &[f32],
    joints: Option<usize>,
    totals: &mut Totals,
) -> Result<Option<(Surface, Layers)>, LoadError> {
    let mut grow = |more| limits::count(&mut totals.vertices, more, limits::VERTICES, "vertices");
    grow(limits::SURFACE)?;
    let mode = match primitive.mode {
        Checked::Valid(mode @ (Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan)) => mode,
        _ => return Ok(None),
    };
    let Some(positions) = attribute(primitive, Semantic::Positions) else {
        return Ok(None);
    };
    let count = reader.count(positions);
    grow(count)?;
    let corners = primitive
        .indices
        .map_or(count, |indices| reader.count(indices.value()));
    let morphs = active_targets(primitive, weights);
    let moved = morphs.len().saturating_mul(count);
    limits::count(
        &mut totals.morphed,
        moved,
        limits::MORPHED,
        "vertices in its shape keys",
    )?;
    limits::count(
        &mut totals.triangles,
        corners,
        limits::TRIANGLES,
        "corners of triangles",
    )?;
    let offsets = |of: fn(&MorphTarget) -> Option<usize>| {
        morphs
            .iter()
            .map(move |(target, weight)| (of(target), *weight))
    };
    let mut positions: Vec<[f32; 3]> = reader.floats(positions, count)?;
    let moves = offsets(|target| target.positions.map(|index| index.value()));
    add_weighted(reader, &mut positions, moves)?;
    let mut vertices: Vec<Vertex> = positions
        .into_iter()
        .map(|position| Vertex {
            position: mirror::vector(position.into()),
            ..Vertex::default()
        })
        .collect();
    let mut triangles = triangles(reader, primitive, mode, count)?;
    let mut paint = materials.paint(primitive.material.map(|material| material.value()))?;

    let normals = attribute(primitive, Semantic::Normals);
    if let Some(normals) = normals {
        let mut directions: Vec<[f32; 3]> = reader.floats(normals, count)?;
        let turns = offsets(|target| target.normals.map(|index| index.value()));
        add_weighted(reader, &mut directions, turns)?;
        for (vertex, normal) in vertices.iter_mut().zip(directions) {
            vertex.normal = mirror::vector(Vec3::from(normal)).normalize_or_zero();
        }
    }
    lay_coordinates(reader, primitive, &paint, &mut vertices)?;
    lay_colors(reader, primitive, &mut paint, &mut vertices)?;
    paint.cut_out();
    let mut skin = match joints {
        Some(joints) => skin_vertices(reader, primitive, joints, vertices.len())?,
        None => Vec::new(),
    };
    if normals.is_none() {
        grow(triangles.len().saturating_mul(3))?;
        facet(&mut vertices, &mut skin, &mut triangles);
    }
    Ok(Some((
        Surface {
            brush: paint.brush,
            vertices,
            triangles,
            skin,
            version: 0,
        },
        paint.layers,
    )))
}

/// The morph targets with a weight, and their weights.
fn active_targets<'p>(primitive: &'p Primitive, weights: &[f32]) -> Vec<(&'p MorphTarget, f32)> {
    let targets = primitive.targets.iter().flatten();
    targets
        .zip(weights.iter().copied())
        .filter(|(_, weight)| *weight != 0.0 && weight.is_finite())
        .collect()
}

/// Adds offsets by their weights.
fn add_weighted(
    reader: &Reader<'_>,
    values: &mut [[f32; 3]],
    offsets: impl Iterator<Item = (Option<usize>, f32)>,
) -> Result<(), LoadError> {
    for (accessor, weight) in offsets {
        let Some(accessor) = accessor else { continue };
        let by = reader.floats::<3>(accessor, values.len())?;
        for (value, by) in values.iter_mut().zip(by) {
            let sum = Vec3::from(*value) + weight * Vec3::from(by);
            if sum.is_finite() {
                *value = sum.to_array();
            }
        }
    }
    Ok(())
}

/// The triangles, with reversed winding for the mirrored space. Strips and fans as the specification numbers them.
fn triangles(
    reader: &Reader<'_>,
    primitive: &Primitive,
    mode: Mode,
    count: usize,
) -> Result<Vec<[u32; 3]>, LoadError> {
    let corners: Vec<u32> = match primitive.indices {
        Some(indices) => reader
            .integers::<1>(indices.value(), reader.count(indices.value()))?
            .into_iter()
            .map(|[corner]| corner)
            .collect(),
        None => (0..u32::try_from(count).unwrap_or(u32::MAX)).collect(),
    };
    if let Some(wrong) = corners.iter().find(|&&corner| corner as usize >= count) {
        return Err(LoadError::new(format!(
            "a triangle asks for vertex {wrong}, but its mesh has {count} vertices"
        )));
    }
    let turned = |a: u32, b: u32, c: u32| [a, c, b];
    Ok(match mode {
        Mode::TriangleStrip => corners
            .windows(3)
            .enumerate()
            .filter_map(|(number, corners)| match *corners {
                [a, b, c] if number % 2 == 0 => Some(turned(a, b, c)),
                [a, b, c] => Some(turned(a, c, b)),
                _ => None,
            })
            .collect(),
        Mode::TriangleFan => match corners.split_first() {
            Some((&hub, rim)) => rim
                .windows(2)
                .filter_map(|pair| match *pair {
                    [b, c] => Some(turned(hub, b, c)),
                    _ => None,
                })
                .collect(),
            None => Vec::new(),
        },
        _ => corners
            .chunks_exact(3)
            .filter_map(|corners| match *corners {
                [a, b, c] => Some(turned(a, b, c)),
                _ => None,
            })
            .collect(),
    })
}

/// Texture coordinates: those that the texture layers ask for where they ask for them, else sets 0 and 1.
fn lay_coordinates(
    reader: &Reader<'_>,
    primitive: &Primitive,
    paint: &Paint,
    vertices: &mut [Vertex],
) -> Result<(), LoadError> {
    let count = vertices.len();
    for (slot, wanted) in paint.coordinates.iter().enumerate() {
        let (set, map) = wanted.unwrap_or((slot as u32, None));
        let Some(coordinates) = attribute(primitive, Semantic::TexCoords(set)) else {
            continue;
        };
        for (vertex, uv) in vertices
            .iter_mut()
            .zip(reader.floats::<2>(coordinates, count)?)
        {
            if let Some(slot) = vertex.uv.get_mut(slot) {
                *slot = match map {
                    Some(map) => map.transform_point2(Vec2::from(uv)).to_array(),
                    None => uv,
                };
            }
        }
    }
    Ok(())
}

/// Vertex colours. They replace the brush's colour when they are drawn, so the brush's is multiplied in.
fn lay_colors(
    reader: &Reader<'_>,
    primitive: &Primitive,
    paint: &mut Paint,
    vertices: &mut [Vertex],
) -> Result<(), LoadError> {
    let Some(index) = attribute(primitive, Semantic::Colors(0)) else {
        return Ok(());
    };
    let count = vertices.len();
    let with_alpha = reader.root.accessors.get(index).is_some_and(|accessor| {
        matches!(
            accessor.type_,
            Checked::Valid(gltf::json::accessor::Type::Vec4)
        )
    });
    let colors: Vec<[f32; 4]> = if with_alpha {
        reader.floats(index, count)?
    } else {
        reader
            .floats::<3>(index, count)?
            .into_iter()
            .map(|[red, green, blue]| [red, green, blue, 1.0])
            .collect()
    };
    if colors.iter().flatten().all(|&part| part >= 1.0) {
        return Ok(());
    }
    let blends = paint.mode == AlphaMode::Blend;
    let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
    for (vertex, [red, green, blue, alpha]) in vertices.iter_mut().zip(colors) {
        // Light is multiplied in linear space.
        let light = Vec3::new(red, green, blue).clamp(Vec3::ZERO, Vec3::ONE) * paint.linear;
        let [red, green, blue] = light.to_array().map(encode_srgb);
        let alpha = match paint.mode {
            AlphaMode::Opaque => 1.0,
            AlphaMode::Mask => alpha,
            AlphaMode::Blend => alpha * paint.brush.alpha,
        };
        paint.sees_alpha |= alpha < 1.0;
        vertex.color = [red, green, blue, alpha].map(byte);
    }
    paint.brush.effects |= Effects::VERTEX_COLOR;
    paint.brush.effects.set(Effects::VERTEX_ALPHA, blends);
    Ok(())
}

/// The four strongest joints of each vertex, of as many sets as the file has.
fn skin_vertices(
    reader: &Reader<'_>,
    primitive: &Primitive,
    joint_count: usize,
    vertex_count: usize,
) -> Result<Vec<VertexSkin>, LoadError> {
    let mut influences = vec![Influences::default(); vertex_count];
    let mut set = 0;
    while let (Some(joints), Some(weights)) = (
        attribute(primitive, Semantic::Joints(set)),
        attribute(primitive, Semantic::Weights(set)),
    ) {
        let joints = reader.integers::<4>(joints, vertex_count)?;
        let weights = reader.floats::<4>(weights, vertex_count)?;
        for ((vertex, joints), weights) in influences.iter_mut().zip(joints).zip(weights) {
            for (joint, weight) in joints.into_iter().zip(weights) {
                if let Some(joint) = u16::try_from(joint)
                    .ok()
                    .filter(|&joint| usize::from(joint) < joint_count)
                {
                    vertex.add(joint, weight);
                }
            }
        }
        set += 1;
    }
    Ok(influences.iter().map(Influences::finish).collect())
}

/// Flat normals, with vertices of its own for each triangle, as the specification requires where a file has no normals.
fn facet(vertices: &mut Vec<Vertex>, skin: &mut Vec<VertexSkin>, triangles: &mut [[u32; 3]]) {
    let (old, old_skin) = (std::mem::take(vertices), std::mem::take(skin));
    vertices.reserve(triangles.len() * 3);
    for triangle in triangles {
        let corners = triangle.map(|corner| old.get(corner as usize).copied().unwrap_or_default());
        let [a, b, c] = corners.map(|corner| corner.position);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for (corner, vertex) in triangle.iter_mut().zip(corners) {
            skin.extend(old_skin.get(*corner as usize));
            *corner = vertices.len() as u32;
            vertices.push(Vertex { normal, ..vertex });
        }
    }
}
