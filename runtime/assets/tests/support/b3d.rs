//! A writer of B3D files.

/// Bytes, written front to back.
#[derive(Clone, Default)]
pub struct Bytes(pub Vec<u8>);

impl Bytes {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn int(mut self, value: i32) -> Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub fn ints(self, values: &[i32]) -> Self {
        values.iter().fold(self, |bytes, &value| bytes.int(value))
    }

    pub fn floats(mut self, values: &[f32]) -> Self {
        self.0
            .extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self
    }

    pub fn text(mut self, text: &str) -> Self {
        self.0.extend(text.as_bytes());
        self.0.push(0);
        self
    }

    /// Adds a chunk.
    pub fn chunk(mut self, tag: &str, body: Self) -> Self {
        assert_eq!(tag.len(), 4);
        self.0.extend(tag.as_bytes());
        self.0
            .extend(i32::try_from(body.0.len()).unwrap().to_le_bytes());
        self.0.extend(body.0);
        self
    }
}

/// A whole file of version 1.
pub fn file(body: Bytes) -> Vec<u8> {
    let mut inner = Bytes::new().int(1);
    inner.0.extend(body.0);
    Bytes::new().chunk("BB3D", inner).0
}

/// The start of a NODE chunk at the origin.
pub fn node(name: &str) -> Bytes {
    node_at(name, [0.0; 3])
}

/// The start of a NODE chunk.
pub fn node_at(name: &str, position: [f32; 3]) -> Bytes {
    Bytes::new()
        .text(name)
        .floats(&position)
        .floats(&[1.0; 3])
        .floats(&[1.0, 0.0, 0.0, 0.0])
}

/// A VRTS chunk's content without normals, colours or texture coordinates.
pub fn vertices(points: &[[f32; 3]]) -> Bytes {
    Bytes::new().ints(&[0, 0, 0]).floats(points.as_flattened())
}

/// A TRIS chunk's content.
pub fn triangles(brush: i32, corners: &[[i32; 3]]) -> Bytes {
    Bytes::new().int(brush).ints(corners.as_flattened())
}

/// A MESH chunk's content: one triangle, plain.
pub fn triangle_mesh() -> Bytes {
    mesh(
        &[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        &[[0, 1, 2]],
    )
}

/// A MESH chunk's content without brushes.
pub fn mesh(points: &[[f32; 3]], corners: &[[i32; 3]]) -> Bytes {
    Bytes::new()
        .int(-1)
        .chunk("VRTS", vertices(points))
        .chunk("TRIS", triangles(-1, corners))
}

/// A BONE chunk's content.
pub fn bone(weights: &[(i32, f32)]) -> Bytes {
    weights
        .iter()
        .fold(Bytes::new(), |bytes, &(vertex, weight)| {
            bytes.int(vertex).floats(&[weight])
        })
}

/// A KEYS chunk's content: positions.
pub fn position_keys(keys: &[(i32, [f32; 3])]) -> Bytes {
    keys.iter()
        .fold(Bytes::new().int(1), |bytes, (frame, value)| {
            bytes.int(*frame).floats(value)
        })
}

/// An ANIM chunk's content.
pub fn anim(frames: i32) -> Bytes {
    Bytes::new().ints(&[0, frames]).floats(&[60.0])
}

/// One named part of a SEQS chunk.
pub fn part(name: &str, first: i32, last: i32, flags: i32) -> Bytes {
    Bytes::new().text(name).ints(&[first, last, flags])
}

/// A file with every kind of chunk: a textured mesh on two bones, and a plain animated node beside it.
pub fn everything() -> Vec<u8> {
    let texture = Bytes::new()
        .text("skin.png")
        .ints(&[1, 2])
        .floats(&[0.0, 0.0, 1.0, 1.0, 0.0]);
    let brush = Bytes::new()
        .int(1)
        .text("cloth")
        .floats(&[1.0, 0.5, 0.25, 1.0, 0.0])
        .ints(&[1, 0, 0]);
    let points: Bytes = (0..6).fold(Bytes::new().ints(&[3, 2, 2]), |bytes, i| {
        let (x, y) = ((i % 2) as f32, (i / 2) as f32);
        bytes.floats(&[x, y, 0.0, 0.0, 0.0, -1.0, 1.0, 1.0, 1.0, 1.0, x, y, y, x])
    });
    let mesh = Bytes::new()
        .int(0)
        .chunk("VRTS", points)
        .chunk("TRIS", triangles(0, &[[0, 2, 1], [1, 2, 3]]))
        .chunk("TRIS", triangles(-1, &[[2, 4, 3], [3, 4, 5]]));
    let key = |bytes: Bytes, frame: i32| {
        bytes
            .int(frame)
            .floats(&[0.0, frame as f32, 0.0])
            .floats(&[1.0; 3])
            .floats(&[0.8, 0.6, 0.0, 0.0])
    };
    let keys = (1..=4).fold(Bytes::new().int(7), key);
    let upper =
        node_at("upper", [0.0, 1.0, 0.0]).chunk("BONE", bone(&[(4, 1.0), (5, 1.0), (2, 0.5)]));
    let lower = node("lower")
        .chunk("BONE", bone(&[(0, 1.0), (1, 1.0), (2, 0.5), (3, 1.0)]))
        .chunk("KEYS", keys.clone())
        .chunk("NODE", upper.chunk("KEYS", keys.clone()));
    let body = node("body")
        .chunk("MESH", mesh)
        .chunk("ANIM", anim(4))
        .chunk("SEQS", part("first", 1, 2, 0))
        .chunk("NODE", lower);
    let lamp = node("lamp").chunk("KEYS", keys).chunk("ANIM", anim(3));
    let root = node("root").chunk("NODE", body).chunk("NODE", lamp);
    file(
        Bytes::new()
            .chunk("TEXS", texture)
            .chunk("BRUS", brush)
            .chunk("NODE", root),
    )
}
