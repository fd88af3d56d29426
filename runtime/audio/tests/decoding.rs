//! Every format gives the tone that went into it.

mod common;

use std::sync::Arc;

use common::{loudness, pitch, sine, wav};
use flitz_audio::{DecodeError, Engine, Gains, RATE, Samples, Source, Stream};

/// What is heard of a file from start to end: its rate, channels, and the mix.
fn heard(bytes: &[u8]) -> (u32, usize, common::Mix) {
    let samples = Samples::decode(bytes.into()).unwrap();
    let (rate, channels, len) = (samples.rate(), samples.channels(), samples.len());
    let whole = played(Source::samples(Arc::new(samples), false), len, rate);
    // A stream of the same file is the same.
    let stream = Stream::open(bytes.into()).unwrap();
    assert_eq!((stream.rate(), stream.channels()), (rate, channels));
    let streamed = played(Source::stream(stream), len, rate);
    assert_eq!(whole.left, streamed.left);
    assert_eq!(whole.right, streamed.right);
    (rate, channels, whole)
}

fn played(source: Source, len: usize, rate: u32) -> common::Mix {
    let file = common::Shared::default();
    let mut engine = Engine::silent();
    engine.record(Box::new(file.clone())).unwrap();
    let playing = engine.play(source, rate as f32, Gains::BOTH).unwrap();
    let millis =
        |part: f64| std::time::Duration::from_secs_f64(part * len as f64 / f64::from(rate));
    engine.pass_until(millis(0.9));
    assert!(playing.is_playing());
    engine.pass_until(millis(1.0) + std::time::Duration::from_millis(5));
    assert!(!playing.is_playing());
    engine.finish_recording().unwrap();
    file.mix()
}

#[test]
fn packed_files_give_their_tone() {
    let files: [(&str, &[u8], f64); 6] = [
        ("ogg", include_bytes!("files/tone.ogg"), 0.05),
        ("mp3", include_bytes!("files/tone.mp3"), 0.05),
        ("mp2", include_bytes!("files/tone.mp2"), 0.05),
        ("flac", include_bytes!("files/tone.flac"), 0.0005),
        ("ima", include_bytes!("files/ima.wav"), 0.02),
        ("ms", include_bytes!("files/ms.wav"), 0.02),
    ];
    for (name, bytes, off) in files {
        let (rate, channels, mix) = heard(bytes);
        assert_eq!((rate, channels), (22_050, 2), "{name}");
        // Packing adds silence at both ends.
        let seconds = mix.left.len() as f64 / f64::from(RATE);
        assert!((0.25..0.36).contains(&seconds), "{name}: {seconds}");
        let middle = 4_000..9_000;
        for (channel, amplitude) in [(&mix.left, 8_000.0), (&mix.right, 16_000.0)] {
            let tone = &channel[middle.clone()];
            assert!((pitch(tone) - 500.0).abs() < 1.0, "{name}: {}", pitch(tone));
            let wanted = amplitude / 32_768.0 / 2_f64.sqrt();
            let is = loudness(tone) / wanted;
            assert!((is - 1.0).abs() < off + 0.01, "{name}: {is}");
        }
    }
}

#[test]
fn every_kind_of_number_in_a_wav_file() {
    let tone = sine(441.0, RATE, 11_025, 16_000.0);
    let float = |s: i16| f64::from(s) / 32_768.0;
    let kinds: [(u16, u16, Vec<u8>, f64); 6] = [
        (
            1,
            8,
            tone.iter().map(|&s| ((s >> 8) + 128) as u8).collect(),
            0.02,
        ),
        (
            1,
            16,
            tone.iter().flat_map(|s| s.to_le_bytes()).collect(),
            1e-4,
        ),
        (
            1,
            24,
            tone.iter()
                .flat_map(|&s| [0, s as u8, (s >> 8) as u8])
                .collect(),
            1e-4,
        ),
        (
            1,
            32,
            tone.iter()
                .flat_map(|&s| (i32::from(s) << 16).to_le_bytes())
                .collect(),
            1e-4,
        ),
        (
            3,
            32,
            tone.iter()
                .flat_map(|&s| (float(s) as f32).to_le_bytes())
                .collect(),
            1e-4,
        ),
        (
            3,
            64,
            tone.iter().flat_map(|&s| float(s).to_le_bytes()).collect(),
            1e-4,
        ),
    ];
    for (tag, bits, data, off) in kinds {
        let (rate, channels, mix) = heard(&wav(tag, RATE, 1, bits, &data));
        assert_eq!((rate, channels), (RATE, 1));
        for (i, &sample) in tone.iter().enumerate().skip(10) {
            let is = mix.left[i];
            assert!(
                (is - float(sample)).abs() < off,
                "{tag} {bits}: {i} {is} {}",
                float(sample)
            );
        }
        assert_eq!(mix.left, mix.right);
    }
}

#[test]
fn what_is_no_sound_is_refused_with_a_reason() {
    let fails = |bytes: &[u8]| Samples::decode(bytes.into()).unwrap_err();
    assert_eq!(fails(b""), DecodeError::Unknown);
    assert_eq!(
        fails(b"This is a text, not a sound, however long it may be made."),
        DecodeError::Unknown
    );
    assert_eq!(fails(&wav(1, 8_000, 1, 16, &[])), DecodeError::Empty);
    assert_eq!(
        fails(&wav(1, 8_000, 6, 16, &[0; 1_200])),
        DecodeError::Channels
    );
    assert!(Stream::open(Arc::from(&b"RIFF"[..])).is_err());
}
