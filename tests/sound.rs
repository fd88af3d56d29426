//! Whole programs with sound, whose mix is written to a file and measured.

use std::f64::consts::TAU;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of a test, with half a second of 441 Hz in `tone.wav`.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("sound")
        .join(name);
    fs::create_dir_all(&folder).unwrap();
    let sine = |i: i32| (f64::from(i) * TAU / 50.0).sin() * 16_000.0;
    let samples: Vec<u8> = (0..11_025)
        .flat_map(|i| (sine(i) as i16).to_le_bytes())
        .collect();
    let mut file = b"RIFF".to_vec();
    file.extend((36 + samples.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend(22_050_u32.to_le_bytes());
    file.extend(44_100_u32.to_le_bytes());
    file.extend(b"\x02\0\x10\0data");
    file.extend((samples.len() as u32).to_le_bytes());
    file.extend(samples);
    fs::write(folder.join("tone.wav"), file).unwrap();
    folder
}

/// Runs a program and returns what it printed, and left and right of what was heard, from -1 to 1.
fn run(folder: &Path, program: &str) -> (String, Vec<f64>, Vec<f64>) {
    fs::write(folder.join("main.bb"), program).unwrap();
    let mix = folder.join("mix.wav");
    let output = Command::new(env!("CARGO_BIN_EXE_flitz"))
        .args(["--headless", "--record-sound"])
        .arg(&mix)
        .arg(folder.join("main.bb"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let bytes = fs::read(mix).unwrap();
    let (samples, _) = bytes[44..].as_chunks::<2>();
    let samples: Vec<f64> = samples
        .iter()
        .map(|&b| f64::from(i16::from_le_bytes(b)) / 32_768.0)
        .collect();
    let left = samples.iter().step_by(2).copied().collect();
    let right = samples.iter().skip(1).step_by(2).copied().collect();
    (String::from_utf8(output.stdout).unwrap(), left, right)
}

fn seconds(samples: &[f64], from: f64, to: f64) -> &[f64] {
    &samples[(from * 44_100.0) as usize..(to * 44_100.0) as usize]
}

fn loudness(samples: &[f64]) -> f64 {
    (samples.iter().map(|s| s * s).sum::<f64>() / samples.len() as f64).sqrt()
}

/// Half the number of changes of sign in a second.
fn pitch(samples: &[f64]) -> f64 {
    let changes = samples
        .windows(2)
        .filter(|p| (p[0] < 0.0) != (p[1] < 0.0))
        .count();
    changes as f64 / 2.0 / (samples.len() as f64 / 44_100.0)
}

#[test]
fn what_a_program_plays_is_heard_when_and_as_it_says() {
    let folder = folder("flat");
    let (printed, left, right) = run(
        &folder,
        r#"
        Graphics 320,240,0,2
        tone=LoadSound("tone.wav")
        Delay 250
        channel=PlaySound(tone)
        start=MilliSecs()
        While ChannelPlaying(channel)
            Flip
        Wend
        Print (MilliSecs()-start)/17
        Delay 1000-(MilliSecs()-start)
        SoundPitch tone,44100
        SoundPan tone,1
        SoundVolume tone,.5
        LoopSound tone
        channel=PlaySound(tone)
        Delay 1000
        ChannelPan channel,-1
        ChannelPitch channel,11025
        Delay 750
        StopChannel channel
        Delay 500
        "#,
    );
    // 500 ms are 30 frames of 16.7 ms, and one more notices it.
    assert_eq!(printed.trim(), "30");
    let full = 16_000.0 / 32_768.0 / 2_f64.sqrt();
    // Silence, then half a second in both ears, where the middle is √½ in each.
    assert_eq!(loudness(seconds(&left, 0.0, 0.249)), 0.0);
    for ear in [&left, &right] {
        let part = seconds(ear, 0.26, 0.74);
        assert!((loudness(part) / full - 0.5_f64.sqrt()).abs() < 0.01);
        assert!((pitch(part) - 441.0).abs() < 3.0, "{}", pitch(part));
        assert_eq!(loudness(seconds(ear, 0.76, 1.24)), 0.0);
    }
    // An octave higher, on the right, half as loud, twice as long as the sound lasts.
    let part = seconds(&right, 1.26, 2.24);
    assert!(
        (loudness(part) / full - 0.5).abs() < 0.01,
        "{}",
        loudness(part) / full
    );
    assert!((pitch(part) - 882.0).abs() < 3.0);
    assert_eq!(loudness(seconds(&left, 1.26, 2.24)), 0.0);
    // Then lower and on the left, until it is stopped.
    let part = seconds(&left, 2.26, 2.99);
    assert!((pitch(part) - 220.5).abs() < 3.0, "{}", pitch(part));
    assert_eq!(loudness(seconds(&right, 2.26, 2.99)), 0.0);
    assert_eq!(loudness(seconds(&left, 3.01, 3.49)), 0.0);
    assert!((left.len() as f64 / 44_100.0 - 3.5).abs() < 0.02);
}

#[test]
fn what_passes_a_listener_goes_from_ear_to_ear() {
    let folder = folder("space");
    let (_, left, right) = run(
        &folder,
        r#"
        Graphics3D 320,240,0,2
        camera=CreateCamera()
        listener=CreateListener(camera)
        tone=Load3DSound("tone.wav")
        LoopSound tone
        cube=CreateCube()
        PositionEntity cube,-3,0,1
        EmitSound(tone,cube)
        For frame=1 To 120
            MoveEntity cube,.05,0,0
            UpdateWorld
            RenderWorld
            Flip
        Next
        "#,
    );
    let ratio = |from, to| loudness(seconds(&left, from, to)) / loudness(seconds(&right, from, to));
    assert!(ratio(0.05, 0.3) > 3.0);
    assert!(
        (ratio(0.95, 1.05) - 1.0).abs() < 0.1,
        "{}",
        ratio(0.95, 1.05)
    );
    assert!(ratio(1.7, 1.95) < 1.0 / 3.0);
    // It is loudest where it is nearest.
    let both =
        |from, to| loudness(seconds(&left, from, to)).hypot(loudness(seconds(&right, from, to)));
    assert!(both(0.95, 1.05) > 2.0 * both(0.0, 0.1));
}

#[test]
fn a_recording_is_as_long_as_the_program_even_without_sound() {
    let folder = folder("none");
    let (_, left, _) = run(&folder, "Graphics 320,240,0,2\nFor i=1 To 60\nFlip\nNext\n");
    // A frame is a sixtieth of a second to the nanosecond.
    assert!((44_099..=44_100).contains(&left.len()));
    assert_eq!(loudness(&left), 0.0);
}
