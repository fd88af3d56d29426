//! Tracker modules.

mod common;

use std::time::Duration;

use common::{Shared, loudness, pitch};
use flitz_audio::{DecodeError, Engine, Gains, RATE, Source, Tune};
use proptest::prelude::*;

/// A MOD file of four channels and one instrument, a square wave of 32 samples a period. It plays the note of an Amiga period for 32 rows,
/// then an octave higher.
fn square(period: u16) -> Vec<u8> {
    let mut file = b"square".to_vec();
    file.resize(20, 0);
    for instrument in 0..31 {
        file.extend([0; 22]);
        let one = instrument == 0;
        // Length and loop count words of two bytes: 32 samples, repeated from 0.
        file.extend(if one {
            [0, 16, 0, 64, 0, 0, 0, 16]
        } else {
            [0; 8]
        });
    }
    file.extend([1, 127]);
    file.extend([0; 128]);
    file.extend(b"M.K.");
    for row in 0..64 {
        let period = match row {
            0 => period,
            32 => period / 2,
            _ => 0,
        };
        let instrument = if period > 0 { 0x10 } else { 0 };
        file.extend([(period >> 8) as u8, period as u8, instrument, 0]);
        file.extend([0; 12]);
    }
    file.extend([0x40; 16]);
    file.extend([0xc0; 16]);
    file
}

fn heard(tune: Tune, seconds: u64) -> common::Mix {
    let file = Shared::default();
    let mut engine = Engine::silent();
    engine.record(Box::new(file.clone())).unwrap();
    let playing = engine
        .play(Source::tune(tune), RATE as f32, Gains::BOTH)
        .unwrap();
    engine.pass_until(Duration::from_secs(seconds));
    assert!(playing.is_playing());
    engine.finish_recording().unwrap();
    file.mix()
}

#[test]
fn notes_sound_as_written_again_and_again() {
    let mix = heard(Tune::open(&square(428)).unwrap(), 9);
    // At 6 ticks of 1/50 s a row lasts 0.12 s, the pattern 7.68 s. An Amiga plays 3,546,895 / period samples a second.
    let wanted = 3_546_895.0 / 428.0 / 32.0;
    let at = |seconds: f64| (seconds * f64::from(RATE)) as usize;
    for (from, to, times) in [(0.5, 3.5, 1.0), (4.0, 7.5, 2.0), (7.8, 8.9, 1.0)] {
        let part = &mix.left[at(from)..at(to)];
        assert!(loudness(part) > 0.05, "{from}: {}", loudness(part));
        let is = pitch(part) / wanted;
        assert!((is / times - 1.0).abs() < 0.01, "{from}: {is}");
    }
}

#[test]
fn what_is_no_module_is_refused() {
    for bytes in [&b""[..], b"no music", include_bytes!("files/tone.ogg")] {
        assert_eq!(Tune::open(bytes).err(), Some(DecodeError::Unknown));
    }
    let mut cut = square(428);
    cut.truncate(1_083);
    assert!(!Tune::is_one(&cut));
}

/// Plays a moment of whatever it is.
fn try_to_play(bytes: &[u8]) {
    if let Ok(tune) = Tune::open(bytes) {
        let mut engine = Engine::silent();
        engine
            .play(Source::tune(tune), RATE as f32, Gains::BOTH)
            .unwrap();
        engine.pass_until(Duration::from_millis(50));
    }
}

#[test]
fn every_cut_and_changes() {
    let file = square(428);
    for end in 0..file.len() {
        try_to_play(&file[..end]);
    }
    for at in 0..1_200 {
        for value in [0, 1, 0x7f, 0xff] {
            let mut changed = file.clone();
            changed[at] = value;
            try_to_play(&changed);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_bytes_after_a_head(which in 0..4_usize, rest in prop::collection::vec(any::<u8>(), 0..3_000)) {
        let mut file = rest;
        let (at, head): (usize, &[u8]) = [(0, &b"Extended Module: "[..]), (0, b"IMPM"), (44, b"SCRM"), (1_080, b"M.K.")][which];
        if file.len() >= at + head.len() {
            file[at..at + head.len()].copy_from_slice(head);
            try_to_play(&file);
        }
    }
}
