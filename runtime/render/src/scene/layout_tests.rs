//! The structs of `shader.wgsl` against their twins here: names, offsets, sizes, and what the vertex shader reads of the vertex buffers.

use std::mem::{offset_of, size_of};

use wgpu::naga::front::wgsl::parse_str;
use wgpu::naga::{Module, ScalarKind, TypeInner};

use super::geometry::{SKIN_LAYOUT, VERTEX_LAYOUT};
use super::pipelines::PALETTE_SIZE;
use super::program::{Program, ProvokingVertex};
use super::uniforms::{DrawUniform, LightUniform, MAX_LIGHTS, ViewUniform};

/// The shader with everything that has a twin: joints and lights.
fn module() -> Module {
    let program = Program {
        skinned: true,
        lights: MAX_LIGHTS as u8,
        ..Program::default()
    };
    parse_str(&program.text(ProvokingVertex::First)).unwrap()
}

/// Name and offset of each member of a struct of the shader, and the struct's size.
fn layout(module: &Module, name: &str) -> (Vec<(String, usize)>, usize) {
    let found = module
        .types
        .iter()
        .find(|(_, ty)| ty.name.as_deref() == Some(name));
    let Some((_, ty)) = found else {
        panic!("the shader has no struct {name}");
    };
    let TypeInner::Struct { members, span } = &ty.inner else {
        panic!("{name} is no struct");
    };
    let members = members.iter().map(|member| {
        let name = member.name.clone().unwrap();
        (name, member.offset as usize)
    });
    (members.collect(), *span as usize)
}

/// Compares a struct of the shader with one of Rust, all fields of which are named.
macro_rules! assert_twins {
    ($module:expr, $name:literal, $twin:ident { $($field:ident),+ $(,)? }) => {
        // No field of the twin is forgotten here.
        let _ = |twin: $twin| { let $twin { $($field: _),+ } = twin; };
        let fields = vec![$((stringify!($field).to_string(), offset_of!($twin, $field))),+];
        assert_eq!(
            layout($module, $name),
            (fields, size_of::<$twin>()),
            "{} of shader.wgsl and {}",
            $name,
            stringify!($twin)
        );
    };
}

#[test]
fn uniform_structs_have_the_layout_of_their_twins() {
    let module = &module();
    assert_twins!(
        module,
        "Light",
        LightUniform {
            position,
            direction,
            color,
            range,
        }
    );
    assert_twins!(
        module,
        "View",
        ViewUniform {
            view_projection,
            right,
            up,
            ahead,
            eye,
            fog_color,
            fog_range,
            ambient,
            clear_color,
            lights,
        }
    );
    assert_twins!(
        module,
        "Draw",
        DrawUniform {
            world,
            normal,
            color,
            material,
            switches,
            ambient,
            stages,
        }
    );
    let (_, palette) = layout(module, "Palette");
    assert_eq!(palette, PALETTE_SIZE);
}

/// Kind of number and count of what the vertex shader reads at a location.
fn shader_input(module: &Module, name: &str) -> (ScalarKind, usize) {
    let input = module
        .types
        .iter()
        .find(|(_, ty)| ty.name.as_deref() == Some("Input"));
    let Some((
        _,
        wgpu::naga::Type {
            inner: TypeInner::Struct { members, .. },
            ..
        },
    )) = input
    else {
        panic!("the shader has no struct Input");
    };
    let member = members.iter().find(|m| m.name.as_deref() == Some(name));
    match module.types[member.unwrap().ty].inner {
        TypeInner::Vector { size, scalar } => (scalar.kind, size as usize),
        ref other => panic!("{name} is {other:?}"),
    }
}

/// The locations of the members of the vertex shader's input.
fn locations(module: &Module) -> Vec<(String, u32)> {
    let (_, ty) = module
        .types
        .iter()
        .find(|(_, ty)| ty.name.as_deref() == Some("Input"))
        .unwrap();
    let TypeInner::Struct { members, .. } = &ty.inner else {
        panic!("Input is no struct");
    };
    let location = |member: &wgpu::naga::StructMember| match member.binding {
        Some(wgpu::naga::Binding::Location { location, .. }) => location,
        ref other => panic!("{other:?} is no location"),
    };
    members
        .iter()
        .map(|member| (member.name.clone().unwrap(), location(member)))
        .collect()
}

#[test]
fn vertex_buffers_hold_what_the_vertex_shader_reads() {
    use wgpu::VertexFormat::{Float32x2, Float32x3, Float32x4, Uint16x4, Unorm8x4};
    let module = &module();
    let attributes: Vec<&wgpu::VertexAttribute> = [VERTEX_LAYOUT, SKIN_LAYOUT]
        .iter()
        .flat_map(|layout| layout.attributes)
        .collect();
    let inputs = locations(module);
    assert_eq!(inputs.len(), attributes.len());
    for (name, location) in inputs {
        let attribute = attributes
            .iter()
            .find(|attribute| attribute.shader_location == location)
            .unwrap_or_else(|| panic!("no vertex buffer has location {location}, {name}"));
        let format = match attribute.format {
            Float32x2 => (ScalarKind::Float, 2),
            Float32x3 => (ScalarKind::Float, 3),
            Float32x4 | Unorm8x4 => (ScalarKind::Float, 4),
            Uint16x4 => (ScalarKind::Uint, 4),
            other => panic!("{other:?} is not known here"),
        };
        assert_eq!(shader_input(module, &name), format, "{name}");
    }
}
