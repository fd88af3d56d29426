//! A writer of glTF files.

use flitz_scene::{ModelData, ModelMesh};

use super::load;

/// A file in the making: its buffer, and what describes it.
#[derive(Default)]
pub struct File {
    pub bytes: Vec<u8>,
    views: Vec<String>,
    accessors: Vec<String>,
}

/// Component types.
pub const U8: u32 = 5121;
pub const I16: u32 = 5122;
pub const U16: u32 = 5123;
pub const U32: u32 = 5125;
pub const F32: u32 = 5126;

impl File {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a buffer view and gives its number.
    pub fn view(&mut self, bytes: &[u8]) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let (offset, length) = (self.bytes.len(), bytes.len());
        self.bytes.extend(bytes);
        self.views.push(format!(
            r#"{{"buffer":0,"byteOffset":{offset},"byteLength":{length}}}"#
        ));
        self.views.len() - 1
    }

    /// Adds an accessor and gives its number. `more` are further members, with a comma before them.
    pub fn accessor(
        &mut self,
        bytes: &[u8],
        component: u32,
        shape: &str,
        count: usize,
        more: &str,
    ) -> usize {
        let view = self.view(bytes);
        self.raw_accessor(&format!(
            r#""bufferView":{view},"componentType":{component},"type":"{shape}","count":{count}{more}"#
        ))
    }

    /// Adds an accessor from its members.
    pub fn raw_accessor(&mut self, members: &str) -> usize {
        self.accessors.push(format!("{{{members}}}"));
        self.accessors.len() - 1
    }

    /// Adds an accessor of floats.
    pub fn floats(&mut self, shape: &str, values: &[f32]) -> usize {
        let each = match shape {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        self.accessor(&bytes, F32, shape, values.len() / each, "")
    }

    /// Adds an accessor of 16-bit indices.
    pub fn indices(&mut self, values: &[u16]) -> usize {
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        self.accessor(&bytes, U16, "SCALAR", values.len(), "")
    }

    /// The description: these members, and what was added; `uri` is where the buffer is.
    pub fn json(&self, members: &str, uri: Option<&str>) -> String {
        let uri = uri.map_or(String::new(), |uri| format!(r#","uri":"{uri}""#));
        format!(
            r#"{{"asset":{{"version":"2.0"}},{members},"buffers":[{{"byteLength":{}{uri}}}],"bufferViews":[{}],"accessors":[{}]}}"#,
            self.bytes.len(),
            self.views.join(","),
            self.accessors.join(",")
        )
    }

    /// The binary form.
    pub fn glb(&self, members: &str) -> Vec<u8> {
        glb(&self.json(members, None), &self.bytes)
    }
}

/// A binary file of a description and a buffer.
pub fn glb(json: &str, buffer: &[u8]) -> Vec<u8> {
    let mut json = json.as_bytes().to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut buffer = buffer.to_vec();
    buffer.resize(buffer.len().next_multiple_of(4), 0);
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend(
        u32::try_from(12 + 8 + json.len() + 8 + buffer.len())
            .unwrap()
            .to_le_bytes(),
    );
    for (kind, body) in [(b"JSON", &json), (b"BIN\0", &buffer)] {
        bytes.extend(u32::try_from(body.len()).unwrap().to_le_bytes());
        bytes.extend(kind);
        bytes.extend(body.iter());
    }
    bytes
}

/// One pixel, as a PNG file.
pub fn pixel(rgba: [u8; 4]) -> Vec<u8> {
    let mut png = std::io::Cursor::new(Vec::new());
    let picture = image::RgbaImage::from_raw(1, 1, rgba.to_vec()).unwrap();
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    png.into_inner()
}

/// A file with a textured, skinned triangle on two joints, and a clip of every interpolation.
pub fn everything() -> Vec<u8> {
    let mut file = File::new();
    let points = file.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
    let normals = file.floats("VEC3", &[0.0, 0.0, 1.0].repeat(3));
    let uvs = file.floats("VEC2", &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    let joints = file.accessor(&[0, 1, 0, 0].repeat(3), U8, "VEC4", 3, "");
    let weights = file.floats("VEC4", &[0.75, 0.25, 0.0, 0.0].repeat(3));
    let corners = file.indices(&[0, 1, 2]);
    let identity = glam::Mat4::IDENTITY.to_cols_array();
    let binds = file.floats("MAT4", &[identity, identity].concat());
    let times = file.floats("SCALAR", &[0.0, 0.5, 1.0]);
    let moves = file.floats("VEC3", &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    let turns = file.floats("VEC4", &[0.0, 0.0, 0.0, 1.0].repeat(3));
    let slopes = file.floats("VEC3", &[1.0; 27]);
    let picture = file.view(&pixel([10, 20, 30, 255]));
    file.glb(&format!(
        r#""scene":0,"scenes":[{{"nodes":[0]}}],
        "nodes":[{{"name":"root","children":[1,3]}},{{"name":"hip","children":[2]}},{{"name":"arm","translation":[0,1,0]}},
            {{"name":"body","mesh":0,"skin":0}}],
        "skins":[{{"joints":[1,2],"inverseBindMatrices":{binds}}}],
        "meshes":[{{"primitives":[{{"material":0,"indices":{corners},"attributes":{{"POSITION":{points},"NORMAL":{normals},
            "TEXCOORD_0":{uvs},"JOINTS_0":{joints},"WEIGHTS_0":{weights}}}}}]}}],
        "materials":[{{"alphaMode":"BLEND","doubleSided":true,"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],
        "textures":[{{"source":0}}],"images":[{{"bufferView":{picture},"mimeType":"image/png"}}],
        "animations":[{{"name":"all","samplers":[{{"input":{times},"output":{moves},"interpolation":"STEP"}},
            {{"input":{times},"output":{turns}}},{{"input":{times},"output":{slopes},"interpolation":"CUBICSPLINE"}}],
            "channels":[{{"sampler":0,"target":{{"node":1,"path":"translation"}}}},
            {{"sampler":1,"target":{{"node":1,"path":"rotation"}}}},{{"sampler":2,"target":{{"node":2,"path":"scale"}}}}]}}]"#
    ))
}

/// Three corners that do not lie in a plane of the axes.
pub const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0];

/// A file of one node with one primitive, of these members, and the rest of the description.
pub fn one_mesh(
    mut file: File,
    points: &[f32],
    primitive: &str,
    rest: &str,
) -> Result<ModelData, String> {
    let points = file.floats("VEC3", points);
    let primitive = primitive.replace("POINTS", &format!(r#""POSITION":{points}"#));
    let bytes = file.glb(&format!(
        r#""scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{{primitive}}}]}}]{rest}"#
    ));
    load(&bytes).map_err(|error| error.to_string())
}

/// The first mesh of a model.
pub fn first_mesh(model: &ModelData) -> &ModelMesh {
    model
        .nodes
        .iter()
        .find_map(|node| node.mesh.as_ref())
        .unwrap()
}
