//! Writes Blitz3D's B3D format.
//!
//! B3D is left-handed, so z changes its sign and triangles their winding. Its quaternions are stored as
//! w, x, y, z of the conjugate: mirroring z turns (x, y, z, w) into (-x, -y, z, w), and the conjugate of
//! that is (x, y, -z, w).

use crate::body::Mesh;
use crate::exact::grid;
use crate::motion::Clip;
use crate::rig::{JOINTS, Joint, Pose};
use glam::{DQuat, DVec3};

/// In `SEQS`: this part and its like cover the file, there is no sequence for the whole.
const PART_OF_ALL: i32 = 1;

/// First and last frame of every clip in the file's one time line; frames start at 1.
pub fn frame_ranges(clips: &[Clip]) -> Vec<(u32, u32)> {
    let mut first = 1;
    clips
        .iter()
        .map(|clip| {
            let range = (first, first + clip.length);
            first = range.1 + 1;
            range
        })
        .collect()
}

/// Where the brush with the picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brush {
    /// On the surface, as modelling programs write it.
    OfSurface,
    /// On the entity, so that a program can exchange the picture with `EntityTexture`.
    OfEntity,
}

/// The file's bytes. `texture` is the picture's name relative to the model.
pub fn write(mesh: &Mesh, clips: &[Clip], texture: &str, brush: Brush) -> Vec<u8> {
    let mut out = Chunk::new(b"BB3D");
    out.int(1);

    let mut texs = Chunk::new(b"TEXS");
    texs.text(texture)
        .int(1)
        .int(2)
        .floats([0.0, 0.0, 1.0, 1.0, 0.0]);
    out.chunk(texs);

    let mut brus = Chunk::new(b"BRUS");
    brus.int(1)
        .text("body")
        .floats([1.0, 1.0, 1.0, 1.0, 0.0])
        .int(1)
        .int(0)
        .int(0);
    out.chunk(brus);

    let mut root = Chunk::new(b"NODE");
    root.text("character")
        .vector(DVec3::ZERO)
        .floats([1.0; 3])
        .quaternion(DQuat::IDENTITY);
    root.chunk(mesh_chunk(mesh, brush));
    let ranges = frame_ranges(clips);
    let mut anim = Chunk::new(b"ANIM");
    anim.int(0)
        .int(ranges.last().map_or(0, |r| r.1 as i32))
        .floats([60.0]);
    root.chunk(anim);
    for (clip, &(first, last)) in clips.iter().zip(&ranges) {
        let mut seqs = Chunk::new(b"SEQS");
        seqs.text(clip.name)
            .int(first as i32)
            .int(last as i32)
            .int(PART_OF_ALL);
        root.chunk(seqs);
    }
    root.chunk(bone(Joint::Hips, mesh, clips, &ranges));
    out.chunk(root);
    out.bytes()
}

fn mesh_chunk(mesh: &Mesh, brush: Brush) -> Chunk {
    let (of_mesh, of_surface) = match brush {
        Brush::OfSurface => (-1, 0),
        Brush::OfEntity => (0, -1),
    };
    let mut chunk = Chunk::new(b"MESH");
    chunk.int(of_mesh);
    let mut vrts = Chunk::new(b"VRTS");
    // Flag 1: with normals; one set of two texture coordinates.
    vrts.int(1).int(1).int(2);
    for vertex in &mesh.vertices {
        vrts.vector(vertex.position).vector(vertex.normal);
        vrts.floats([vertex.uv.x, vertex.uv.y]);
    }
    chunk.chunk(vrts);
    let mut tris = Chunk::new(b"TRIS");
    tris.int(of_surface);
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.corners;
        tris.int(a as i32).int(c as i32).int(b as i32);
    }
    chunk.chunk(tris);
    chunk
}

fn bone(joint: Joint, mesh: &Mesh, clips: &[Clip], ranges: &[(u32, u32)]) -> Chunk {
    let mut node = Chunk::new(b"NODE");
    node.text(joint.name())
        .vector(joint.rest_offset())
        .floats([1.0; 3]);
    node.quaternion(DQuat::IDENTITY);

    let mut weights = Chunk::new(b"BONE");
    for (index, vertex) in mesh.vertices.iter().enumerate() {
        for &(by, weight) in vertex.weights.shares() {
            if by == joint {
                weights.int(index as i32).floats([weight]);
            }
        }
    }
    node.chunk(weights);

    // Flags 1: positions, 4: rotations.
    let moves = joint == Joint::Hips;
    let mut keys = Chunk::new(b"KEYS");
    keys.int(if moves { 5 } else { 4 });
    for (clip, range) in clips
        .iter()
        .zip(ranges)
        .filter(|(c, _)| c.joints.contains(&joint))
    {
        for (&frame, pose) in clip.frames.iter().zip(&clip.poses) {
            let pose: &Pose = pose;
            keys.int((range.0 + frame) as i32);
            if moves {
                keys.vector(pose.hips);
            }
            keys.quaternion(pose.get(joint));
        }
    }
    node.chunk(keys);

    for child in JOINTS.into_iter().filter(|c| c.parent() == Some(joint)) {
        node.chunk(bone(child, mesh, clips, ranges));
    }
    node
}

/// A tag, a length and what is inside.
struct Chunk {
    tag: [u8; 4],
    body: Vec<u8>,
}

impl Chunk {
    fn new(tag: &[u8; 4]) -> Self {
        Chunk {
            tag: *tag,
            body: Vec::new(),
        }
    }

    fn int(&mut self, value: i32) -> &mut Self {
        self.body.extend(value.to_le_bytes());
        self
    }

    fn floats<const N: usize>(&mut self, values: [f64; N]) -> &mut Self {
        for value in values {
            self.body.extend(grid(value).to_le_bytes());
        }
        self
    }

    fn text(&mut self, text: &str) -> &mut Self {
        self.body.extend(text.as_bytes());
        self.body.push(0);
        self
    }

    /// A point or direction, mirrored into the left-handed space.
    fn vector(&mut self, v: DVec3) -> &mut Self {
        self.floats([v.x, v.y, -v.z])
    }

    /// A rotation, mirrored and conjugated, as w, x, y, z.
    fn quaternion(&mut self, q: DQuat) -> &mut Self {
        self.floats([q.w, q.x, q.y, -q.z])
    }

    fn chunk(&mut self, inner: Chunk) -> &mut Self {
        self.body.extend(inner.bytes());
        self
    }

    fn bytes(self) -> Vec<u8> {
        let mut out = self.tag.to_vec();
        out.extend((self.body.len() as u32).to_le_bytes());
        out.extend(self.body);
        out
    }
}
