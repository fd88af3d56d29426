//! Meshes: vertices, triangles, and the joints that move them.

use flitz_scene::{Brush, ModelMesh, ModelSkin, Surface, Vertex, VertexSkin, fx};
use glam::{Affine3A, Mat4, Vec2, Vec3};
use gltf::json::Index;
use gltf::json::accessor::Accessor;
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;

use super::accessor::Reader;
use super::material::{Materials, Paint, encode_srgb};
use super::mirror;
use super::tree::Tree;
use crate::error::LoadError;
use crate::limits;
use crate::weights::Influences;

/// What is said about shape keys.
pub(super) const MORPH_NOTE: &str =
    "its shape keys (morph targets) are left out: flitz does not play them";

/// What all meshes of the model have together.
#[derive(Default)]
pub(super) struct Totals {
    vertices: usize,
    triangles: usize,
}

/// The mesh of a node, or `None` when it has nothing to draw.
pub(super) fn mesh(
    reader: &Reader<'_>,
    materials: &mut Materials<'_>,
    index: usize,
    skin: Option<ModelSkin>,
    totals: &mut Totals,
) -> Result<Option<ModelMesh>, LoadError> {
    let mesh = reader.root.meshes.get(index);
    let mesh = mesh.ok_or_else(|| LoadError::new(format!("the model has no mesh {index}")))?;
    let joints = skin.as_ref().map(|skin| skin.joints.len());
    let mut made = ModelMesh {
        surfaces: Vec::new(),
        surface_textures: Vec::new(),
        brush: Brush::default(),
        brush_textures: Vec::new(),
        skin,
    };
    for primitive in &mesh.primitives {
        if primitive
            .targets
            .as_ref()
            .is_some_and(|targets| !targets.is_empty())
        {
            limits::note(&mut materials.notes, MORPH_NOTE);
        }
        let Some(surface) = surface(reader, materials, primitive, joints, totals)? else {
            limits::note(
                &mut materials.notes,
                "points and lines in it are left out: flitz draws triangles",
            );
            continue;
        };
        let (surface, texture) = surface;
        made.surfaces.push(surface);
        made.surface_textures
            .push(texture.map(|texture| (0, texture)).into_iter().collect());
    }
    Ok(Some(made).filter(|made| !made.surfaces.is_empty()))
}

fn attribute(primitive: &Primitive, semantic: Semantic) -> Option<usize> {
    primitive
        .attributes
        .get(&Checked::Valid(semantic))
        .map(Index::<Accessor>::value)
}

/// One primitive as a surface, and its texture. `None` for points and lines.
fn surface(
    reader: &Reader<'_>,
    materials: &mut Materials<'_>,
    primitive: &Primitive,
    joints: Option<usize>,
    totals: &mut Totals,
) -> Result<Option<(Surface, Option<usize>)>, LoadError> {
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
    limits::count(
        &mut totals.triangles,
        corners,
        limits::TRIANGLES,
        "corners of triangles",
    )?;
    let mut vertices: Vec<Vertex> = reader
        .floats(positions, count)?
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
        for (vertex, normal) in vertices.iter_mut().zip(reader.floats(normals, count)?) {
            vertex.normal = mirror::vector(Vec3::from(normal)).normalize_or_zero();
        }
    }
    lay_coordinates(reader, primitive, &paint, &mut vertices)?;
    lay_colors(reader, primitive, &mut paint, &mut vertices)?;
    let mut skin = match joints {
        Some(joints) => skin_vertices(reader, primitive, joints, vertices.len())?,
        None => Vec::new(),
    };
    if normals.is_none() {
        grow(triangles.len().saturating_mul(3))?;
        facet(&mut vertices, &mut skin, &mut triangles);
    }
    let texture = paint.texture;
    Ok(Some((
        Surface {
            brush: paint.brush,
            vertices,
            triangles,
            skin,
            version: 0,
        },
        texture,
    )))
}

/// The triangles, with their corners turned the other way round for the mirrored space. Strips and fans as the specification numbers them.
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

/// Texture coordinates: sets 0 and 1, or in place of set 0 the one that the material asks for.
fn lay_coordinates(
    reader: &Reader<'_>,
    primitive: &Primitive,
    paint: &Paint,
    vertices: &mut [Vertex],
) -> Result<(), LoadError> {
    let count = vertices.len();
    let wanted = if paint.texture.is_some() {
        paint.uv_set
    } else {
        0
    };
    let used = usize::from(wanted == 1);
    for (slot, set) in [if wanted > 1 { wanted } else { 0 }, 1]
        .into_iter()
        .enumerate()
    {
        let Some(coordinates) = attribute(primitive, Semantic::TexCoords(set)) else {
            continue;
        };
        for (vertex, uv) in vertices
            .iter_mut()
            .zip(reader.floats::<2>(coordinates, count)?)
        {
            let uv = match paint.uv_map.filter(|_| slot == used) {
                Some(map) => map.transform_point2(Vec2::from(uv)).to_array(),
                None => uv,
            };
            if let Some(slot) = vertex.uv.get_mut(slot) {
                *slot = uv;
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
    let brush = &mut paint.brush;
    let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
    for (vertex, [red, green, blue, alpha]) in vertices.iter_mut().zip(colors) {
        let encoded = Vec3::new(red, green, blue)
            .clamp(Vec3::ZERO, Vec3::ONE)
            .to_array()
            .map(encode_srgb);
        let [red, green, blue] = (Vec3::from(encoded) * brush.color).to_array();
        vertex.color = [
            red,
            green,
            blue,
            if paint.blends {
                alpha * brush.alpha
            } else {
                1.0
            },
        ]
        .map(byte);
    }
    brush.fx |= fx::VERTEX_COLOR | if paint.blends { fx::ALPHA_BLEND } else { 0 };
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

/// Gives every triangle its own corners and its own normal: what the specification asks for where a file has no normals.
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

/// A skin of the file; `None` when none of its joints is there.
pub(super) fn skin(
    reader: &Reader<'_>,
    tree: &Tree,
    index: usize,
) -> Result<Option<ModelSkin>, LoadError> {
    let skin = reader
        .root
        .skins
        .get(index)
        .ok_or_else(|| LoadError::new(format!("the model has no skin {index}")))?;
    let matrices = match skin.inverse_bind_matrices {
        Some(matrices) => reader.floats::<16>(matrices.value(), skin.joints.len())?,
        None => Vec::new(),
    };
    let mut made = ModelSkin {
        joints: Vec::new(),
        inverse_bind: Vec::new(),
    };
    for (number, joint) in skin.joints.iter().enumerate() {
        let place = tree.place.get(joint.value()).copied().flatten();
        let place = place.ok_or_else(|| {
            LoadError::new(format!(
                "a skin names node {}, which is not there",
                joint.value()
            ))
        })?;
        let inverse = matrices.get(number).map_or(Affine3A::IDENTITY, |matrix| {
            mirror::affine(Affine3A::from_mat4(without_projection(
                Mat4::from_cols_array(matrix),
            )))
        });
        made.joints.push(place);
        made.inverse_bind.push(inverse);
    }
    Ok(Some(made).filter(|made| !made.joints.is_empty()))
}

/// The matrix with the last row that an affine map has.
fn without_projection(mut matrix: Mat4) -> Mat4 {
    matrix.x_axis.w = 0.0;
    matrix.y_axis.w = 0.0;
    matrix.z_axis.w = 0.0;
    matrix.w_axis.w = 1.0;
    matrix
}
