//! glTF materials: brushes, vertex colours, textures.

mod support;

use flitz_scene::{ModelData, TextureSource, fx, texture_flags};
use glam::Vec3;
use support::gltf::*;

#[test]
fn materials_become_brushes() {
    let material = |material: &str| {
        let primitive = r#""material":0,"attributes":{POINTS}"#;
        let model = one_mesh(
            File::new(),
            &TRIANGLE,
            primitive,
            &format!(r#","materials":[{{{material}}}]"#),
        )
        .unwrap();
        first_mesh(&model).surfaces[0].brush.clone()
    };
    let color = |more: &str| {
        format!(r#""pbrMetallicRoughness":{{"baseColorFactor":[1,0.214041,0,0.5]}}{more}"#)
    };
    let brush = material(&color(""));
    assert!(
        (brush.color - Vec3::new(1.0, 0.5, 0.0)).length() < 1e-4,
        "linear numbers become sRGB: {}",
        brush.color
    );
    assert_eq!(
        (brush.alpha, brush.fx, brush.blend),
        (1.0, 0, 0),
        "an opaque material ignores its alpha"
    );
    assert_eq!(material(&color(r#","alphaMode":"BLEND""#)).alpha, 0.5);
    assert_eq!(material(r#""doubleSided":true"#).fx, fx::TWO_SIDED);
    assert_eq!(
        material(r#""extensions":{"KHR_materials_unlit":{}}"#).fx,
        fx::FULL_BRIGHT
    );
    let glossy =
        r#""extensions":{"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[0,1,0,1]}}"#;
    assert_eq!(material(glossy).color, Vec3::Y);
}

#[test]
fn vertex_colours_take_the_brushs_in() {
    let mut file = File::new();
    let colors = file.accessor(
        &[255, 0, 0, 128].repeat(3),
        U8,
        "VEC4",
        3,
        r#","normalized":true"#,
    );
    let white = file.floats("VEC3", &[1.0; 9]);
    let primitive = format!(r#""material":0,"attributes":{{POINTS,"COLOR_0":{colors}}}"#);
    let material = r#","materials":[{"alphaMode":"BLEND","pbrMetallicRoughness":{"baseColorFactor":[1,1,1,0.5]}}]"#;
    let model = one_mesh(file, &TRIANGLE, &primitive, material).unwrap();
    let surface = &first_mesh(&model).surfaces[0];
    assert_eq!(surface.vertices[0].color, [255, 0, 0, 64]);
    assert_eq!(surface.brush.fx, fx::VERTEX_COLOR | fx::ALPHA_BLEND);
    let mut file = File::new();
    assert_eq!(file.floats("VEC3", &[1.0; 9]), 0, "the same accessor again");
    let plain = one_mesh(file, &TRIANGLE, r#""attributes":{POINTS,"COLOR_0":0}"#, "").unwrap();
    assert_eq!(
        first_mesh(&plain).surfaces[0].brush.fx,
        0,
        "white ones change nothing"
    );
    let _ = white;
}

/// One textured triangle; gives the model.
fn textured(material: &str, texture_info: &str, picture: &[u8], more: &str) -> ModelData {
    let mut file = File::new();
    let view = file.view(picture);
    let first = file.floats("VEC2", &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    let second = file.floats("VEC2", &[0.5; 6]);
    let third = file.floats("VEC2", &[0.25; 6]);
    let primitive = format!(
        r#""material":0,"attributes":{{POINTS,"TEXCOORD_0":{first},"TEXCOORD_1":{second},"TEXCOORD_2":{third}}}"#
    );
    let rest = format!(
        r#","materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0{texture_info}}}}}{material}}}],
        "textures":[{{"source":0{more}}}],"samplers":[{{"wrapS":33071}}],"images":[{{"bufferView":{view},"mimeType":"image/png"}}]"#
    );
    one_mesh(file, &TRIANGLE, &primitive, &rest).unwrap()
}

#[test]
fn textures_carry_their_flags() {
    let dot = pixel([1, 2, 3, 100]);
    let base = texture_flags::COLOR | texture_flags::MIPMAPPED;
    let alpha = |model: &ModelData| match &model.textures[0].source {
        TextureSource::Embedded(_, image) => image.rgba[3],
        TextureSource::File(_) => panic!("it is embedded"),
    };
    assert_eq!(
        textured("", "", &dot, r#","sampler":0"#).textures[0].flags,
        base | texture_flags::CLAMP_U
    );
    assert_eq!(
        textured("", r#","texCoord":1"#, &dot, "").textures[0].flags,
        base | texture_flags::COORDS_2
    );
    let masked = textured(r#","alphaMode":"MASK","alphaCutoff":0.25"#, "", &dot, "");
    assert_eq!(masked.textures[0].flags, base | texture_flags::MASKED);
    assert_eq!(
        alpha(&masked),
        100 + (128 - 63),
        "the cut-off lies at one half now"
    );
    assert_eq!(
        alpha(&textured(r#","alphaMode":"MASK""#, "", &dot, "")),
        100
    );
    let third = textured("", r#","texCoord":2"#, &dot, "");
    assert_eq!(
        first_mesh(&third).surfaces[0].vertices[0].uv[0],
        [0.25, 0.25]
    );
}

#[test]
fn texture_coordinates_are_transformed_once() {
    let change = r#","extensions":{"KHR_texture_transform":{"offset":[0.5,0],"rotation":1.5707963,"scale":[2,1]}}"#;
    let model = textured("", change, &pixel([0; 4]), "");
    // Corner 1 of the file, the third here: (1,0) scaled to (2,0), turned to (0,-2), moved to (0.5,-2).
    let [u, v] = first_mesh(&model).surfaces[0].vertices[2].uv[0];
    assert!((u - 0.5).abs() < 1e-5 && (v + 2.0).abs() < 1e-5, "{u} {v}");
    assert_eq!(first_mesh(&model).surfaces[0].vertices[2].uv[1], [0.5, 0.5]);
}

#[test]
fn a_picture_that_cannot_be_read_leaves_a_note() {
    let model = textured("", "", b"no picture", "");
    assert!(model.textures.is_empty());
    assert_eq!(first_mesh(&model).surface_textures, [Vec::new()]);
    assert!(model.notes[0].contains("picture 0"), "{:?}", model.notes);
}
