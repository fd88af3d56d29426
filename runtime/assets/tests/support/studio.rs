//! Writes small 3DS files.

/// A chunk: its number, its length with the head, its content.
pub fn chunk(id: u16, content: &[&[u8]]) -> Vec<u8> {
    let content = content.concat();
    let mut out = id.to_le_bytes().to_vec();
    out.extend((content.len() as u32 + 6).to_le_bytes());
    out.extend(content);
    out
}

/// A string with its zero byte.
pub fn text(text: &str) -> Vec<u8> {
    let mut out = text.as_bytes().to_vec();
    out.push(0);
    out
}

pub fn short(value: u16) -> Vec<u8> {
    value.to_le_bytes().to_vec()
}

pub fn floats(values: &[f32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

/// A material with a colour, and a texture where `file` is not empty.
pub fn material(name: &str, color: [u8; 3], file: &str) -> Vec<u8> {
    let texture = if file.is_empty() {
        Vec::new()
    } else {
        chunk(0xa200, &[&chunk(0xa300, &[&text(file)])])
    };
    chunk(
        0xafff,
        &[
            &chunk(0xa000, &[&text(name)]),
            &chunk(0xa020, &[&chunk(0x0011, &[&color])]),
            &texture,
        ],
    )
}

/// An object of triangles; `axes` are its three axes and its place, in the file's space.
pub fn object(
    name: &str,
    vertices: &[[f32; 3]],
    faces: &[[u16; 3]],
    materials: &[(&str, &[u16])],
    axes: [[f32; 3]; 4],
) -> Vec<u8> {
    let mut list = short(faces.len() as u16);
    for face in faces {
        list.extend(face.iter().flat_map(|corner| corner.to_le_bytes()));
        list.extend([7, 0]);
    }
    for (name, of) in materials {
        let mut painted = text(name);
        painted.extend(short(of.len() as u16));
        painted.extend(of.iter().flat_map(|face| face.to_le_bytes()));
        list.extend(chunk(0x4130, &[&painted]));
    }
    let coordinates: Vec<f32> = vertices.iter().flat_map(|v| [v[0], v[1]]).collect();
    let count = short(vertices.len() as u16);
    chunk(
        0x4000,
        &[
            &text(name),
            &chunk(
                0x4100,
                &[
                    &chunk(0x4110, &[&count, &floats(vertices.as_flattened())]),
                    &chunk(0x4140, &[&count, &floats(&coordinates)]),
                    &chunk(0x4120, &[&list]),
                    &chunk(0x4160, &[&floats(axes.as_flattened())]),
                ],
            ),
        ],
    )
}

/// The axes of an object that stands unturned at a place.
pub fn at(place: [f32; 3]) -> [[f32; 3]; 4] {
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], place]
}

/// A track of keys: frames and numbers.
pub fn track(id: u16, keys: &[(u32, &[f32])]) -> Vec<u8> {
    let mut out = vec![0; 10];
    out.extend(short(keys.len() as u16));
    out.extend([0, 0]);
    for (frame, values) in keys {
        out.extend(frame.to_le_bytes());
        out.extend([0, 0]);
        out.extend(floats(values));
    }
    chunk(id, &[&out])
}

/// What the key framer says of an object.
pub fn keyed(id: u16, name: &str, parent: u16, pivot: [f32; 3], tracks: &[Vec<u8>]) -> Vec<u8> {
    chunk(
        0xb002,
        &[
            &chunk(0xb030, &[&short(id)]),
            &chunk(0xb010, &[&text(name), &[0; 4], &short(parent)]),
            &chunk(0xb013, &[&floats(&pivot)]),
            &tracks.concat(),
        ],
    )
}

/// A whole file.
pub fn file(scene: &[Vec<u8>], key_framer: Option<(u16, &[Vec<u8>])>) -> Vec<u8> {
    let keys = key_framer.map_or_else(Vec::new, |(frames, objects)| {
        let head = chunk(0xb00a, &[&[5, 0], &text("test"), &short(frames), &[0, 0]]);
        chunk(0xb000, &[&head, &objects.concat()])
    });
    chunk(
        0x4d4d,
        &[
            &chunk(0x0002, &[&[3, 0, 0, 0]]),
            &chunk(0x3d3d, &[&scene.concat()]),
            &keys,
        ],
    )
}

/// A square in the file's ground plane, seen from above.
pub const SQUARE: [[f32; 3]; 4] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 1.0, 0.0],
];

/// A file in which everything occurs.
pub fn everything() -> Vec<u8> {
    let scene = [
        material("red", [255, 0, 0], ""),
        material("wood", [9, 9, 9], "WOOD.BMP"),
        object(
            "base",
            &SQUARE,
            &[[0, 1, 2], [0, 2, 3]],
            &[("red", &[0]), ("wood", &[1])],
            at([0.0; 3]),
        ),
        object("arm", &SQUARE, &[[0, 1, 2]], &[], at([3.0, 4.0, 5.0])),
        object(
            "loose",
            &SQUARE,
            &[[0, 1, 2]],
            &[("none", &[0])],
            at([0.0; 3]),
        ),
    ];
    let none = u16::MAX;
    let keys = [
        keyed(0, "base", none, [0.0; 3], &[]),
        keyed(
            1,
            "arm",
            0,
            [0.5, 0.0, 0.0],
            &[
                track(0xb020, &[(0, &[3.0, 4.0, 5.0]), (10, &[3.0, 4.0, 9.0])]),
                track(
                    0xb021,
                    &[(0, &[0.0, 0.0, 0.0, 1.0]), (10, &[0.5, 0.0, 0.0, 1.0])],
                ),
                track(0xb022, &[(0, &[1.0, 1.0, 1.0]), (30, &[2.0, 2.0, 2.0])]),
            ],
        ),
        keyed(2, "$$$DUMMY", 1, [0.0; 3], &[]),
        keyed(3, "nobody", 9, [0.0; 3], &[]),
    ];
    file(&scene, Some((20, &keys)))
}
