//! A writer of Quake III levels.

use super::b3d::Bytes;

/// The tables of a level, each record written by hand.
#[derive(Clone, Default)]
pub struct Level {
    pub textures: Bytes,
    pub planes: Bytes,
    pub nodes: Bytes,
    pub leaves: Bytes,
    pub leaf_faces: Bytes,
    pub vertices: Bytes,
    pub mesh_vertices: Bytes,
    pub faces: Bytes,
    pub lightmaps: Bytes,
    pub visibility: Bytes,
}

pub const SOLID: i32 = 1;

impl Level {
    pub fn texture(&mut self, name: &str, flags: i32, contents: i32) {
        let mut field = name.as_bytes().to_vec();
        field.resize(64, 0);
        self.textures.0.extend(field);
        self.textures = std::mem::take(&mut self.textures).ints(&[flags, contents]);
    }

    pub fn plane(&mut self, normal: [f32; 3], distance: f32) {
        let planes = std::mem::take(&mut self.planes);
        self.planes = planes.floats(&normal).floats(&[distance]);
    }

    pub fn node(&mut self, plane: i32, children: [i32; 2], low: [i32; 3], high: [i32; 3]) {
        let nodes = std::mem::take(&mut self.nodes);
        self.nodes = nodes.int(plane).ints(&children).ints(&low).ints(&high);
    }

    /// A leaf that holds these faces.
    pub fn leaf(&mut self, cluster: i32, low: [i32; 3], high: [i32; 3], faces: &[i32]) {
        let first = (self.leaf_faces.0.len() / 4) as i32;
        let (leaves, leaf_faces) = (
            std::mem::take(&mut self.leaves),
            std::mem::take(&mut self.leaf_faces),
        );
        self.leaf_faces = leaf_faces.ints(faces);
        self.leaves = leaves.ints(&[cluster, 0]).ints(&low).ints(&high).ints(&[
            first,
            faces.len() as i32,
            0,
            0,
        ]);
    }

    /// Position, texture coordinates (texture, then lightmap), normal, colour.
    pub fn vertex(&mut self, at: [f32; 3], uv: [f32; 4], normal: [f32; 3], color: [u8; 3]) {
        let vertices = std::mem::take(&mut self.vertices);
        self.vertices = vertices.floats(&at).floats(&uv).floats(&normal);
        self.vertices.0.extend(color);
        self.vertices.0.push(255);
    }

    pub fn vertex_count(&self) -> i32 {
        (self.vertices.0.len() / 44) as i32
    }

    pub fn face_count(&self) -> i32 {
        (self.faces.0.len() / 104) as i32
    }

    /// A face: its texture and lightmap, its kind, its vertices and mesh vertices (first and count of each), the size of a patch.
    pub fn face(
        &mut self,
        [texture, lightmap, kind]: [i32; 3],
        vertices: [i32; 2],
        mesh_vertices: [i32; 2],
        patch: [i32; 2],
    ) -> i32 {
        let faces = std::mem::take(&mut self.faces);
        self.faces = faces
            .ints(&[texture, -1, kind])
            .ints(&vertices)
            .ints(&mesh_vertices)
            .ints(&[lightmap, 0, 0, 128, 128])
            .floats(&[0.0; 12])
            .ints(&patch);
        self.face_count() - 1
    }

    /// A square, clockwise as seen from its front, which `normal` points away from.
    pub fn quad(&mut self, paint: [i32; 2], corners: [[f32; 3]; 4], normal: [f32; 3]) -> i32 {
        let first = self.vertex_count();
        let uvs = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        for (corner, [u, v]) in corners.into_iter().zip(uvs) {
            self.vertex(corner, [u * 2.0, v * 2.0, u, v], normal, [200, 100, 50]);
        }
        let mesh = (self.mesh_vertices.0.len() / 4) as i32;
        let triangles = std::mem::take(&mut self.mesh_vertices);
        self.mesh_vertices = triangles.ints(&[0, 1, 2, 0, 2, 3]);
        let [texture, lightmap] = paint;
        self.face([texture, lightmap, 1], [first, 4], [mesh, 6], [0, 0])
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let none = Bytes::new();
        let lumps = [
            &none,
            &self.textures,
            &self.planes,
            &self.nodes,
            &self.leaves,
            &self.leaf_faces,
            &none,
            &none,
            &none,
            &none,
            &self.vertices,
            &self.mesh_vertices,
            &none,
            &self.faces,
            &self.lightmaps,
            &none,
            &self.visibility,
        ];
        let mut head = Bytes(b"IBSP".to_vec()).int(46);
        let mut at = 8 + lumps.len() * 8;
        for lump in lumps {
            head = head.ints(&[at as i32, lump.0.len() as i32]);
            at += lump.0.len();
        }
        let bodies = lumps.iter().flat_map(|lump| &lump.0);
        head.0.iter().chain(bodies).copied().collect()
    }
}

/// A room from `x` to `x + 100` ahead, 100 wide and 100 high, closed by its own six sides.
fn room(level: &mut Level, x: f32, paint: [i32; 2]) -> Vec<i32> {
    let corner =
        |ahead: f32, left: f32, up: f32| [x + ahead * 100.0, left * 100.0 - 50.0, up * 100.0];
    // Seen from inside, clockwise; left is +y.
    let sides: [([[f32; 3]; 4], [f32; 3]); 6] = [
        (
            [[0., 1., 0.], [1., 1., 0.], [1., 0., 0.], [0., 0., 0.]],
            [0., 0., 1.],
        ),
        (
            [[0., 0., 1.], [1., 0., 1.], [1., 1., 1.], [0., 1., 1.]],
            [0., 0., -1.],
        ),
        (
            [[1., 1., 1.], [1., 0., 1.], [1., 0., 0.], [1., 1., 0.]],
            [-1., 0., 0.],
        ),
        (
            [[0., 0., 1.], [0., 1., 1.], [0., 1., 0.], [0., 0., 0.]],
            [1., 0., 0.],
        ),
        (
            [[0., 1., 1.], [1., 1., 1.], [1., 1., 0.], [0., 1., 0.]],
            [0., -1., 0.],
        ),
        (
            [[1., 0., 1.], [0., 0., 1.], [0., 0., 0.], [1., 0., 0.]],
            [0., 1., 0.],
        ),
    ];
    sides
        .into_iter()
        .map(|(corners, normal)| {
            let corners = corners.map(|[ahead, left, up]| corner(ahead, left, up));
            level.quad(paint, corners, normal)
        })
        .collect()
}

/// Two closed rooms, one behind the other, that do not see each other; in the first a curved patch, a mesh with the sky's texture that
/// stops but is not seen, and water that does neither.
pub fn two_rooms() -> Level {
    let mut level = Level::default();
    level.texture("textures/wall", 0, SOLID);
    level.texture("textures/sky", 0x4, SOLID);
    level.texture("textures/water", 0, 0x20);
    let mut first = room(&mut level, 0.0, [0, 0]);
    let second = room(&mut level, 100.0, [0, -1]);
    // An arch over the floor, straight from left to right.
    let start = level.vertex_count();
    for left in 0..3 {
        for (ahead, up) in [(40.0, 0.0), (50.0, 40.0), (60.0, 0.0)] {
            let at = [ahead, left as f32 * 40.0 - 40.0, up];
            level.vertex(at, [0.0; 4], [0.0, 0.0, 1.0], [10, 20, 30]);
        }
    }
    first.push(level.face([0, 1, 2], [start, 9], [0, 0], [3, 3]));
    let pane = [
        [80.0, 10.0, 20.0],
        [80.0, -10.0, 20.0],
        [80.0, -10.0, 0.0],
        [80.0, 10.0, 0.0],
    ];
    first.push(level.quad([1, -1], pane, [-1.0, 0.0, 0.0]));
    first.push(level.quad(
        [2, -1],
        pane.map(|[x, y, z]| [x - 10.0, y, z]),
        [-1.0, 0.0, 0.0],
    ));
    level.plane([1.0, 0.0, 0.0], 200.0);
    level.plane([1.0, 0.0, 0.0], 100.0);
    let (low, high) = ([0, -50, 0], [200, 50, 100]);
    level.node(0, [-1, 1], low, high);
    level.node(1, [-3, -2], low, high);
    level.leaf(-1, low, high, &[]);
    level.leaf(0, low, [100, 50, 100], &first);
    level.leaf(1, [100, -50, 0], high, &second);
    for value in [64, 128] {
        level.lightmaps.0.extend([value; 128 * 128 * 3]);
    }
    level.visibility = Bytes::new().ints(&[2, 1]);
    level.visibility.0.extend([0b01, 0b10]);
    level
}
