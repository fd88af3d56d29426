//! Damaged files: an error or some other sound, never a panic, a hang, or more memory than the file can mean.

mod common;

use std::sync::Arc;

use common::{sine, wav};
use flitz_audio::{Samples, Source, Stream};
use proptest::prelude::*;

fn originals() -> Vec<Vec<u8>> {
    let tone: Vec<u8> = sine(441.0, 8_000, 800, 9_000.0)
        .iter()
        .flat_map(|s| s.to_le_bytes())
        .collect();
    vec![
        include_bytes!("files/tone.ogg").to_vec(),
        include_bytes!("files/tone.mp3").to_vec(),
        include_bytes!("files/tone.mp2").to_vec(),
        include_bytes!("files/tone.flac").to_vec(),
        include_bytes!("files/ima.wav").to_vec(),
        include_bytes!("files/ms.wav").to_vec(),
        wav(1, 8_000, 2, 16, &tone),
    ]
}

/// Decodes a file both ways.
fn try_all(bytes: Vec<u8>) {
    let bytes: Arc<[u8]> = bytes.into();
    if let Ok(samples) = Samples::decode(bytes.clone()) {
        let most = 64 * bytes.len() + (16 << 20) + (1 << 20);
        assert!(samples.len() * samples.channels() * 2 <= most);
        assert!(samples.rate() > 0 && (1..=2).contains(&samples.channels()));
    }
    if let Ok(stream) = Stream::open(bytes) {
        let again = stream.restarted().is_ok();
        assert!(again);
        let _ = Source::stream(stream).rate();
    }
}

#[test]
fn every_cut() {
    for file in originals() {
        for end in (0..file.len()).step_by(1 + file.len() / 300) {
            try_all(file[..end].to_vec());
        }
    }
}

#[test]
fn every_byte_of_the_head_changed() {
    for file in originals() {
        for at in 0..file.len().min(300) {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut changed = file.clone();
                changed[at] = value;
                try_all(changed);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_damage(which in 0..7_usize, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
        let mut file = originals().swap_remove(which);
        for (at, value) in changes {
            let at = at.index(file.len());
            file[at] = value;
        }
        try_all(file);
    }
}
