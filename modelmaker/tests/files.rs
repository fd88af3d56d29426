//! The files in the project are the ones this generator makes.

use std::path::Path;

#[test]
fn committed_files_are_made_by_this_program() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    for file in flitz_modelmaker::files().expect("the files can be made") {
        let path = examples.join(file.path);
        let committed = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let differs = committed.iter().zip(&file.bytes).position(|(a, b)| a != b);
        assert!(
            committed == file.bytes,
            "{} is not what `cargo run -p flitz-modelmaker` writes: {} bytes against {}, first difference at {differs:?}",
            file.path,
            committed.len(),
            file.bytes.len(),
        );
    }
}

#[test]
fn files_are_small() {
    for file in flitz_modelmaker::files().expect("the files can be made") {
        assert!(
            file.bytes.len() < 400_000,
            "{}: {} bytes",
            file.path,
            file.bytes.len()
        );
    }
}

#[test]
fn b3d_chunks_fill_their_parents_exactly() {
    /// Walks the chunks of a range and returns how many there are.
    fn walk(bytes: &[u8], mut at: usize, end: usize) -> usize {
        let mut count = 0;
        while at < end {
            let tag = &bytes[at..at + 4];
            let size = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().expect("4 bytes"));
            let (start, stop) = (at + 8, at + 8 + size as usize);
            assert!(
                stop <= end,
                "{:?} runs out of its parent",
                String::from_utf8_lossy(tag)
            );
            count += 1 + match tag {
                b"BB3D" | b"MESH" => walk(bytes, start + 4, stop),
                b"NODE" => {
                    let name = bytes[start..stop]
                        .iter()
                        .position(|&b| b == 0)
                        .expect("a name");
                    walk(bytes, start + name + 1 + 40, stop)
                }
                _ => 0,
            };
            at = stop;
        }
        assert_eq!(at, end);
        count
    }
    for file in flitz_modelmaker::files().expect("the files can be made") {
        if file.path.ends_with(".b3d") {
            // Root, textures, brush, the mesh's node with its 2 parts, 8 sequences, 3 chunks a joint ...
            let count = walk(&file.bytes, 0, file.bytes.len());
            assert_eq!(count, 1 + 2 + 1 + 3 + 1 + 8 + 25 * 3, "{}", file.path);
        }
    }
}
