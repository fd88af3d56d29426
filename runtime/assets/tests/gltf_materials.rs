//! glTF materials: brushes, vertex colours, textures.

mod support;

use flitz_scene::{
    BrushBlend, Effects, ModelData, Sampling, TextureBlend, TextureFlags, TextureSource,
};
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
        (brush.alpha, brush.effects, brush.blend),
        (1.0, Effects::empty(), BrushBlend::Unset),
        "an opaque material ignores its alpha"
    );
    assert_eq!(material(&color(r#","alphaMode":"BLEND""#)).alpha, 0.5);
    assert_eq!(
        material(r#""doubleSided":true"#).effects,
        Effects::TWO_SIDED
    );
    assert_eq!(
        material(r#""extensions":{"KHR_materials_unlit":{}}"#).effects,
        Effects::FULL_BRIGHT
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
    assert_eq!(
        surface.brush.effects,
        Effects::VERTEX_COLOR | Effects::VERTEX_ALPHA
    );
    let mut file = File::new();
    assert_eq!(file.floats("VEC3", &[1.0; 9]), 0, "the same accessor again");
    let plain = one_mesh(file, &TRIANGLE, r#""attributes":{POINTS,"COLOR_0":0}"#, "").unwrap();
    assert_eq!(
        first_mesh(&plain).surfaces[0].brush.effects,
        Effects::empty(),
        "white ones change nothing"
    );
    let _ = white;
}

/// One textured triangle; gives the model.
fn textured(material: &str, texture_info: &str, picture: &[u8], more: &str) -> ModelData {
    sampled(material, texture_info, picture, more, r#""wrapS":33071"#)
}

/// One textured triangle and a sampler of these members; gives the model. `texture_info` are members of the texture's use, `more` of the texture.
fn sampled(
    material: &str,
    texture_info: &str,
    picture: &[u8],
    more: &str,
    sampler: &str,
) -> ModelData {
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
        "textures":[{{"source":0{more}}}],"samplers":[{{{sampler}}}],"images":[{{"bufferView":{view},"mimeType":"image/png"}}]"#
    );
    one_mesh(file, &TRIANGLE, &primitive, &rest).unwrap()
}

#[test]
fn textures_carry_their_flags() {
    let dot = pixel([1, 2, 3, 100]);
    let base = TextureFlags::COLOR | TextureFlags::MIPMAPPED;
    let alpha = |model: &ModelData| match &model.textures[0].source {
        TextureSource::Embedded(_, image) => image.rgba[3],
        TextureSource::File(_) => panic!("it is embedded"),
    };
    assert_eq!(
        textured("", "", &dot, r#","sampler":0"#).textures[0].flags,
        base | TextureFlags::CLAMP_U
    );
    assert_eq!(
        textured("", r#","texCoord":1"#, &dot, "").textures[0].flags,
        base | TextureFlags::COORDS_2
    );
    let masked = textured(r#","alphaMode":"MASK","alphaCutoff":0.25"#, "", &dot, "");
    assert_eq!(masked.textures[0].flags, base | TextureFlags::ALPHA);
    assert_eq!(alpha(&masked), 100);
    assert_eq!(
        first_mesh(&masked).surfaces[0].brush.alpha_cutoff,
        Some(0.25)
    );
    let third = textured("", r#","texCoord":2"#, &dot, "");
    assert_eq!(
        first_mesh(&third).surfaces[0].vertices[0].uv[0],
        [0.25, 0.25]
    );
}

#[test]
fn masks_count_every_alpha() {
    let base = |alpha: f32, cutoff: &str| {
        format!(
            r#","materials":[{{"alphaMode":"MASK"{cutoff},"pbrMetallicRoughness":{{"baseColorFactor":[1,1,1,{alpha}]}}}}]"#
        )
    };
    let plain = |rest: &str| {
        let primitive = r#""material":0,"attributes":{POINTS}"#;
        let model = one_mesh(File::new(), &TRIANGLE, primitive, rest).unwrap();
        let brush = &first_mesh(&model).surfaces[0].brush;
        (brush.alpha, brush.alpha_cutoff)
    };
    assert_eq!(plain(&base(0.2, "")), (0.0, None), "cut out as a whole");
    assert_eq!(plain(&base(0.8, "")), (1.0, None), "drawn as a whole");
    assert_eq!(plain(&base(0.5, "")), (1.0, None));
    assert_eq!(plain(&base(0.0, r#","alphaCutoff":0"#)), (1.0, None));
    assert_eq!(plain(&base(1.0, r#","alphaCutoff":1.5"#)), (0.0, None));
    assert_eq!(plain(&base(1.0, r#","alphaCutoff":1"#)), (1.0, None));
    // The base colour's alpha multiplies a texture's, so less is left for that to reach.
    let dot = pixel([1, 2, 3, 100]);
    let with_texture = |alpha: f32, cutoff: f32| {
        let info = format!(r#"}},"baseColorFactor":[1,1,1,{alpha}],"extras":{{"index":0"#);
        let mode = format!(r#","alphaMode":"MASK","alphaCutoff":{cutoff}"#);
        let model = textured(&mode, &info, &dot, "");
        let brush = &first_mesh(&model).surfaces[0].brush;
        (brush.alpha, brush.alpha_cutoff)
    };
    assert_eq!(with_texture(0.5, 0.25), (1.0, Some(0.5)));
    assert_eq!(with_texture(1.0, 1.0), (1.0, Some(1.0)));
    assert_eq!(with_texture(0.5, 0.75), (0.0, None));
    let mut file = File::new();
    let colors = file.floats("VEC4", &[1.0, 1.0, 1.0, 0.25].repeat(3));
    let primitive = format!(r#""material":0,"attributes":{{POINTS,"COLOR_0":{colors}}}"#);
    let model = one_mesh(file, &TRIANGLE, &primitive, &base(0.8, "")).unwrap();
    let surface = &first_mesh(&model).surfaces[0];
    assert_eq!(surface.brush.alpha_cutoff, Some(0.5 / 0.8));
    assert_eq!(surface.brush.effects, Effects::VERTEX_COLOR);
    assert_eq!(surface.vertices[0].color, [255, 255, 255, 64]);
}

#[test]
fn colours_are_multiplied_as_light() {
    let mut file = File::new();
    let colors = file.floats("VEC3", &[0.1; 9]);
    let primitive = format!(r#""material":0,"attributes":{{POINTS,"COLOR_0":{colors}}}"#);
    let material =
        r#","materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.1,0.214041,1,1]}}]"#;
    let model = one_mesh(file, &TRIANGLE, &primitive, material).unwrap();
    // sRGB of 0.01, 0.0214041 and 0.1.
    assert_eq!(
        first_mesh(&model).surfaces[0].vertices[0].color,
        [25, 40, 89, 255]
    );
}

#[test]
fn samplers_say_how_pictures_are_read() {
    let dot = pixel([1, 2, 3, 100]);
    let read = |sampler: &str| {
        let model = sampled("", "", &dot, r#","sampler":0"#, sampler);
        (model.textures[0].flags, model.textures[0].sampling)
    };
    let base = TextureFlags::COLOR | TextureFlags::MIPMAPPED;
    let clamps = TextureFlags::CLAMP_U | TextureFlags::CLAMP_V;
    let smooth = Sampling::default();
    assert_eq!(read(""), (base, smooth));
    assert_eq!(
        read(r#""wrapS":33071,"wrapT":33071"#),
        (base | clamps, smooth)
    );
    assert_eq!(
        read(r#""wrapS":33648,"wrapT":10497"#),
        (
            base,
            Sampling {
                mirror: [true, false],
                ..smooth
            }
        )
    );
    let filters = |sampler: &str| {
        let s = read(sampler).1;
        [
            s.nearest_near,
            s.nearest_far,
            s.nearest_mipmap,
            s.without_mipmaps,
        ]
    };
    for (sampler, wanted) in [
        (r#""magFilter":9728"#, [true, false, false, false]),
        (r#""magFilter":9729,"minFilter":9987"#, [false; 4]),
        (r#""minFilter":9728"#, [false, true, false, true]),
        (r#""minFilter":9729"#, [false, false, false, true]),
        (r#""minFilter":9984"#, [false, true, true, false]),
        (r#""minFilter":9985"#, [false, false, true, false]),
        (r#""minFilter":9986"#, [false, true, false, false]),
        (r#""minFilter":77,"magFilter":78"#, [false; 4]),
    ] {
        assert_eq!(filters(sampler), wanted, "{sampler}");
    }
}

#[test]
fn what_glows_is_added() {
    let dot = pixel([255, 188, 0, 100]);
    let glowing = |material: &str, info: &str| textured(material, info, &dot, "");
    let picture = |model: &ModelData, n: usize| match &model.textures[n].source {
        TextureSource::Embedded(_, image) => [image.rgba[0], image.rgba[1], image.rgba[2]],
        TextureSource::File(_) => panic!("it is embedded"),
    };
    let base = TextureFlags::COLOR | TextureFlags::MIPMAPPED;
    let both = glowing(
        r#","emissiveFactor":[0.21586,1,1],"emissiveTexture":{"index":0,"texCoord":1}"#,
        "",
    );
    let surface = &first_mesh(&both).surfaces[0];
    assert_eq!(first_mesh(&both).surface_textures, [vec![(0, 0), (1, 1)]]);
    assert_eq!(
        (both.textures[1].blend, surface.brush.blend),
        (TextureBlend::Add, BrushBlend::Unset)
    );
    assert_eq!(both.textures[1].flags, base | TextureFlags::COORDS_2);
    assert_eq!(picture(&both, 1), [128, 188, 0]);
    assert_eq!(surface.vertices[2].uv, [[1.0, 0.0], [0.5, 0.5]]);
    let plain = glowing(r#","emissiveFactor":[0,0.21586,1]"#, "");
    assert_eq!(first_mesh(&plain).surface_textures, [vec![(0, 0), (1, 1)]]);
    assert_eq!(picture(&plain, 1), [0, 128, 255]);
    // A texture without a factor gives nothing, nor does an unlit material.
    let dark = [
        r#","emissiveTexture":{"index":0}"#,
        r#","emissiveFactor":[1,1,1],"extensions":{"KHR_materials_unlit":{}}"#,
    ];
    for dark in dark {
        let dark = glowing(dark, "");
        assert_eq!(first_mesh(&dark).surface_textures, [vec![(0, 0)]]);
    }
    // Another transform of the same set takes the other set of the vertices' coordinates.
    let moved = r#","emissiveFactor":[1,1,1],"emissiveTexture":{"index":0,"extensions":{"KHR_texture_transform":{"offset":[0.25,0]}}}"#;
    let moved = glowing(moved, "");
    assert_eq!(
        first_mesh(&moved).surfaces[0].vertices[2].uv,
        [[1.0, 0.0], [1.25, 0.0]]
    );
    let blended = glowing(r#","alphaMode":"BLEND","emissiveFactor":[1,1,1]"#, "");
    assert_eq!(
        first_mesh(&blended).surfaces[0].brush.blend,
        BrushBlend::Alpha,
        "the first layer's alpha still counts"
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
