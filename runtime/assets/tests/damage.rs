//! Damaged files end in an error or in a model that holds together; nothing panics, hangs or takes all memory.

mod support;

use std::fs;
use std::path::PathBuf;

use flitz_assets::load_model;
use proptest::prelude::*;
use support::{b3d, check, gltf, load, studio, x};

/// A model of the project's own.
fn example(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples")
        .join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A B3D file cut at a byte, with the sizes of the chunks around it made to fit: what is left is read to its end.
fn cut_to_fit(whole: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = whole[..at].to_vec();
    if let (Ok(size), Some(slot)) = (i32::try_from(at.saturating_sub(8)), bytes.get_mut(4..8)) {
        slot.copy_from_slice(&size.to_le_bytes());
    }
    bytes
}

#[test]
fn small_files_cut_and_flipped_at_every_byte() {
    for whole in [
        b3d::everything(),
        gltf::everything(),
        studio::everything(),
        x::binary(),
    ] {
        assert!(load(&whole).is_ok());
        for at in 0..whole.len() {
            assert!(load(&whole[..at]).is_err(), "cut at {at} it is not whole");
            let _ = load(&cut_to_fit(&whole, at));
            for bits in [0xff, 0x80, 0x01] {
                let mut flipped = whole.clone();
                flipped[at] ^= bits;
                let _ = load(&flipped);
            }
        }
    }
}

#[test]
fn sizes_and_counts_at_their_ends() {
    for whole in [
        b3d::everything(),
        gltf::everything(),
        studio::everything(),
        x::binary(),
    ] {
        for at in 0..whole.len().saturating_sub(4) {
            for value in [0, -1, i32::MAX, i32::MIN, 0x7f80_0000, 0x7fc0_0000] {
                let mut changed = whole.clone();
                changed[at..at + 4].copy_from_slice(&value.to_le_bytes());
                let _ = load(&changed);
            }
        }
    }
}

#[test]
fn the_examples_models_cut_and_flipped_at_every_97th_byte() {
    for name in ["walk_run.b3d", "models/walk_run.glb"] {
        let whole = example(name);
        assert!(load(&whole).is_ok(), "{name}");
        for at in (0..whole.len()).step_by(97) {
            assert!(
                load(&whole[..at]).is_err(),
                "{name} cut at {at} is not whole"
            );
        }
        // These are read far into the file, so there are fewer of them.
        for at in (0..whole.len()).step_by(97 * 31) {
            let _ = load(&cut_to_fit(&whole, at));
            let mut flipped = whole.clone();
            flipped[at] ^= 0xff;
            let _ = load(&flipped);
        }
    }
}

#[test]
fn names_do_not_matter_for_what_the_content_tells() {
    for name in ["a.b3d", "a.glb", "a.png", "a", ""] {
        for whole in [
            b3d::everything(),
            gltf::everything(),
            studio::everything(),
            x::binary(),
        ] {
            check(&load_model(&whole, name, &mut |_| None).unwrap());
        }
        assert!(load_model(b"neither", name, &mut |_| None).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_after_a_head(bytes in prop::collection::vec(any::<u8>(), 0..300), kind in 0..3) {
        let file = match kind {
            0 => b3d::file(b3d::Bytes::new().chunk("NODE", b3d::Bytes(bytes))),
            1 => gltf::glb(&String::from_utf8_lossy(&bytes), &bytes),
            _ => bytes,
        };
        let _ = load(&file);
    }

    #[test]
    fn several_bytes_changed(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12), binary in any::<bool>()) {
        let mut file = if binary { gltf::everything() } else { b3d::everything() };
        for (at, value) in changes {
            let at = at.index(file.len());
            file[at] = value;
        }
        let _ = load(&file);
    }

    #[test]
    fn pieces_repeated_and_left_out(from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), times in 0_usize..4) {
        let whole = b3d::everything();
        let (from, to) = (from.index(whole.len()), to.index(whole.len()));
        let (from, to) = (from.min(to), from.max(to));
        let file = [&whole[..from], &whole[from..to].repeat(times), &whole[to..]].concat();
        let _ = load(&file);
        let _ = load(&cut_to_fit(&file, file.len()));
    }
}

#[test]
fn text_cut_and_changed_at_every_byte() {
    let whole = x::EVERYTHING.as_bytes();
    assert!(load(whole).is_ok());
    for at in 0..whole.len() {
        let _ = load(&whole[..at]);
        for byte in [b'{', b'}', b'9', b'-', b'"', b';', 0, 0xff] {
            let mut changed = whole.to_vec();
            changed[at] = byte;
            let _ = load(&changed);
        }
    }
}
