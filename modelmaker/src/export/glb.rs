//! Writes glTF 2.0 in its binary form, with the picture inside.

use crate::body::Mesh;
use crate::exact::grid;
use crate::motion::Clip;
use crate::rig::{JOINTS, Joint};
use glam::{DQuat, DVec3};
use std::fmt::Write;

const F32: u32 = 5126;
const U16: u32 = 5123;
const U8: u32 = 5121;

/// Nodes 0 and 1 are the character and its mesh; the joints follow.
const FIRST_JOINT: usize = 2;

/// The file's bytes; `png` is the encoded picture.
pub fn write(mesh: &Mesh, clips: &[Clip], png: &[u8]) -> Vec<u8> {
    let mut data = Data::default();
    let attributes = attributes(&mut data, mesh);
    let indices = {
        let corners = mesh.triangles.iter().flat_map(|t| t.corners);
        let bytes: Vec<u8> = corners.flat_map(|i| (i as u16).to_le_bytes()).collect();
        data.accessor(
            &bytes,
            U16,
            "SCALAR",
            mesh.triangles.len() * 3,
            Some(34963),
            "",
        )
    };
    let bind: Vec<u8> = JOINTS
        .into_iter()
        .flat_map(inverse_bind)
        .flat_map(f32::to_le_bytes)
        .collect();
    let bind = data.accessor(&bind, F32, "MAT4", JOINTS.len(), None, "");
    let animations = join(clips.iter().map(|clip| animation(&mut data, clip)));
    let picture = data.view(png, None);

    let joints = join((0..JOINTS.len()).map(|i| (i + FIRST_JOINT).to_string()));
    let nodes = nodes();
    let length = data.bytes.len();
    let (views, accessors) = (data.views.join(","), data.accessors.join(","));
    let json = format!(
        concat!(
            r#"{{"asset":{{"version":"2.0","generator":"flitz-modelmaker"}},"scene":0,"#,
            r#""scenes":[{{"nodes":[0]}}],"nodes":[{nodes}],"#,
            r#""meshes":[{{"name":"body","primitives":[{{"attributes":{{{attributes}}},"indices":{indices},"material":0}}]}}],"#,
            r#""skins":[{{"joints":[{joints}],"inverseBindMatrices":{bind},"skeleton":{FIRST_JOINT}}}],"#,
            r#""materials":[{{"name":"body","pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}},"metallicFactor":0,"roughnessFactor":0.9}}}}],"#,
            r#""textures":[{{"source":0,"sampler":0}}],"samplers":[{{"magFilter":9729,"minFilter":9987}}],"#,
            r#""images":[{{"bufferView":{picture},"mimeType":"image/png"}}],"#,
            r#""animations":[{animations}],"accessors":[{accessors}],"bufferViews":[{views}],"#,
            r#""buffers":[{{"byteLength":{length}}}]}}"#
        ),
        nodes = nodes,
        attributes = attributes,
        indices = indices,
        joints = joints,
        bind = bind,
        FIRST_JOINT = FIRST_JOINT,
        picture = picture,
        animations = animations,
        accessors = accessors,
        views = views,
        length = length,
    );
    container(json.into_bytes(), data.bytes)
}

fn attributes(data: &mut Data, mesh: &Mesh) -> String {
    let count = mesh.vertices.len();
    let target = Some(34962);
    let mut low = [f32::MAX; 3];
    let mut high = [f32::MIN; 3];
    let mut positions = Vec::new();
    let mut normals = Vec::new();
    let mut uvs = Vec::new();
    let mut joints = Vec::new();
    let mut weights = Vec::new();
    for vertex in &mesh.vertices {
        let p = vector(vertex.position);
        for i in 0..3 {
            low[i] = low[i].min(p[i]);
            high[i] = high[i].max(p[i]);
        }
        positions.extend(p.into_iter().flat_map(f32::to_le_bytes));
        normals.extend(
            vector(vertex.normal.normalize())
                .into_iter()
                .flat_map(f32::to_le_bytes),
        );
        uvs.extend(
            [vertex.uv.x, vertex.uv.y]
                .into_iter()
                .flat_map(|v| grid(v).to_le_bytes()),
        );
        let mut own = [(0u8, 0.0f32); 4];
        for (slot, &(joint, weight)) in own.iter_mut().zip(vertex.weights.shares()) {
            *slot = (joint as u8, grid(weight));
        }
        joints.extend(own.map(|w| w.0));
        weights.extend(own.into_iter().flat_map(|w| w.1.to_le_bytes()));
    }
    let bounds = format!(r#","min":{low:?},"max":{high:?}"#);
    let position = data.accessor(&positions, F32, "VEC3", count, target, &bounds);
    let normal = data.accessor(&normals, F32, "VEC3", count, target, "");
    let uv = data.accessor(&uvs, F32, "VEC2", count, target, "");
    let joint = data.accessor(&joints, U8, "VEC4", count, target, "");
    let weight = data.accessor(&weights, F32, "VEC4", count, target, "");
    format!(
        r#""POSITION":{position},"NORMAL":{normal},"TEXCOORD_0":{uv},"JOINTS_0":{joint},"WEIGHTS_0":{weight}"#
    )
}

fn nodes() -> String {
    let index = |joint: Joint| joint as usize + FIRST_JOINT;
    let mut nodes = vec![
        format!(r#"{{"name":"character","children":[1,{FIRST_JOINT}]}}"#),
        r#"{"name":"body","mesh":0,"skin":0}"#.to_owned(),
    ];
    nodes.extend(JOINTS.into_iter().map(|joint| {
        let [x, y, z] = vector(joint.rest_offset());
        let mut node = format!(r#"{{"name":"{}","translation":[{x},{y},{z}]"#, joint.name());
        let children = JOINTS.into_iter().filter(|c| c.parent() == Some(joint));
        let children = join(children.map(|c| index(c).to_string()));
        if !children.is_empty() {
            let _ = write!(node, r#","children":[{children}]"#);
        }
        node.push('}');
        node
    }));
    nodes.join(",")
}

fn animation(data: &mut Data, clip: &Clip) -> String {
    let count = clip.frames.len();
    let times: Vec<u8> = clip
        .frames
        .iter()
        .flat_map(|&frame| (frame as f32 / 60.0).to_le_bytes())
        .collect();
    let end = clip.length as f32 / 60.0;
    let times = data.accessor(
        &times,
        F32,
        "SCALAR",
        count,
        None,
        &format!(r#","min":[0],"max":[{end}]"#),
    );
    let view = data.views.len();
    let mut keys: Vec<u8> = Vec::new();
    let mut samplers = Vec::new();
    let mut channels = Vec::new();
    let mut track = |values: Vec<f32>, joint: Joint, path: &str| {
        let kind = if path == "rotation" { "VEC4" } else { "VEC3" };
        let output = data.described(view, keys.len(), F32, kind, count, "");
        keys.extend(values.into_iter().flat_map(f32::to_le_bytes));
        channels.push(format!(
            r#"{{"sampler":{},"target":{{"node":{},"path":"{path}"}}}}"#,
            samplers.len(),
            joint as usize + FIRST_JOINT
        ));
        samplers.push(format!(
            r#"{{"input":{times},"output":{output},"interpolation":"LINEAR"}}"#
        ));
    };
    if clip.moves_hips {
        let values = clip.poses.iter().flat_map(|p| vector(p.hips)).collect();
        track(values, Joint::Hips, "translation");
    }
    for &joint in &clip.joints {
        let values = clip
            .poses
            .iter()
            .flat_map(|p| quaternion(p.get(joint)))
            .collect();
        track(values, joint, "rotation");
    }
    data.view(&keys, None);
    format!(
        r#"{{"name":"{}","channels":[{}],"samplers":[{}]}}"#,
        clip.name,
        channels.join(","),
        samplers.join(",")
    )
}

fn vector(v: DVec3) -> [f32; 3] {
    [v.x, v.y, v.z].map(grid)
}

fn quaternion(q: DQuat) -> [f32; 4] {
    [q.x, q.y, q.z, q.w].map(grid)
}

/// Joints are not turned in the rest pose, so the inverse only moves back.
fn inverse_bind(joint: Joint) -> [f32; 16] {
    let [x, y, z] = vector(-joint.rest_position());
    [
        1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0,
    ]
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

/// The binary part and the JSON that describes it.
#[derive(Default)]
struct Data {
    bytes: Vec<u8>,
    views: Vec<String>,
    accessors: Vec<String>,
}

impl Data {
    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        let target = target.map_or(String::new(), |t| format!(r#","target":{t}"#));
        self.views.push(format!(
            r#"{{"buffer":0,"byteOffset":{},"byteLength":{}{target}}}"#,
            self.bytes.len(),
            bytes.len()
        ));
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.len() - 1
    }

    fn accessor(
        &mut self,
        bytes: &[u8],
        component: u32,
        kind: &str,
        count: usize,
        target: Option<u32>,
        more: &str,
    ) -> usize {
        let view = self.view(bytes, target);
        self.described(view, 0, component, kind, count, more)
    }

    /// An accessor into a view that stands already or comes next.
    fn described(
        &mut self,
        view: usize,
        offset: usize,
        component: u32,
        kind: &str,
        count: usize,
        more: &str,
    ) -> usize {
        self.accessors.push(format!(
            r#"{{"bufferView":{view},"byteOffset":{offset},"componentType":{component},"count":{count},"type":"{kind}"{more}}}"#
        ));
        self.accessors.len() - 1
    }
}

/// The GLB container: header, JSON padded with spaces, binary padded with zeros.
fn container(mut json: Vec<u8>, mut binary: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let total = 12 + 8 + json.len() + 8 + binary.len();
    let mut out = b"glTF".to_vec();
    out.extend(2u32.to_le_bytes());
    out.extend((total as u32).to_le_bytes());
    for (tag, body) in [(b"JSON", json), (b"BIN\0", binary)] {
        out.extend((body.len() as u32).to_le_bytes());
        out.extend(tag);
        out.extend(body);
    }
    out
}
