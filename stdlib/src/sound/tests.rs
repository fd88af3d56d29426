use crate::backend::sound::{Silence, SoundOutput};
use crate::files::Files;
use crate::machine::Machine;
use crate::testing::{Outcome, call, folder, int};
use flitz_runtime::audio::Engine;
use std::time::Duration;

/// A machine in a folder with a second of a tone in one channel, `tone.wav`, and in two, `both.wav`.
fn machine(name: &str) -> Machine {
    let mut m = Machine::for_tests();
    let folder = folder(name);
    for (name, channels) in [("tone.wav", 1_u16), ("both.wav", 2)] {
        let samples: Vec<u8> = (0..8_000 * usize::from(channels))
            .flat_map(|i| [0, (i % 32) as u8])
            .collect();
        let mut file = b"RIFF".to_vec();
        file.extend((36 + samples.len() as u32).to_le_bytes());
        file.extend(b"WAVEfmt \x10\0\0\0\x01\0");
        file.extend(channels.to_le_bytes());
        file.extend(8_000_u32.to_le_bytes());
        file.extend((16_000 * u32::from(channels)).to_le_bytes());
        file.extend((2 * channels).to_le_bytes());
        file.extend(b"\x10\0data");
        file.extend((samples.len() as u32).to_le_bytes());
        file.extend(samples);
        std::fs::write(folder.join(name), file).unwrap();
    }
    std::fs::write(folder.join("song.mid"), b"MThd").unwrap();
    std::fs::write(folder.join("text.ogg"), b"no sound at all").unwrap();
    m.files = Files::new(&folder);
    m.sound.output = Box::new(Silence);
    m
}

fn playing(m: &mut Machine, channel: i32) -> bool {
    int(call(m, "ChannelPlaying", (channel,))) == 1
}

fn pass(m: &mut Machine, millis: u64) {
    m.clock.step(Duration::from_millis(millis));
}

#[test]
fn what_cannot_be_loaded_is_0_and_0_is_ignored() {
    let mut m = machine("sound-none");
    for name in ["nothing.wav", "text.ogg", "song.mid", ""] {
        for command in ["LoadSound", "Load3DSound", "PlayMusic"] {
            assert_eq!(
                call(&mut m, command, (name,)),
                Outcome::Int(0),
                "{command} {name}"
            );
        }
    }
    assert_eq!(call(&mut m, "PlaySound", (0,)), Outcome::Int(0));
    assert_eq!(call(&mut m, "ChannelPlaying", (0,)), Outcome::Int(0));
    for command in [
        "LoopSound",
        "FreeSound",
        "StopChannel",
        "PauseChannel",
        "ResumeChannel",
    ] {
        assert_eq!(call(&mut m, command, (0,)), Outcome::Nothing, "{command}");
    }
    assert_eq!(call(&mut m, "SoundPitch", (0, 8_000)), Outcome::Nothing);
    assert_eq!(
        call(&mut m, "ChannelVolume", (0, 0.5_f32)),
        Outcome::Nothing
    );
}

#[test]
fn a_channel_ends_by_the_programs_clock() {
    let mut m = machine("sound-clock");
    let sound = int(call(&mut m, "LoadSound", ("TONE.WAV",)));
    let channel = int(call(&mut m, "PlaySound", (sound,)));
    pass(&mut m, 990);
    assert!(playing(&mut m, channel));
    pass(&mut m, 20);
    assert!(!playing(&mut m, channel));
    // A busy wait ends, too: a hundred questions are a millisecond.
    call(&mut m, "SoundPitch", (sound, 400_000));
    let channel = int(call(&mut m, "PlaySound", (sound,)));
    let mut asked = 0;
    while playing(&mut m, channel) {
        asked += 1;
    }
    assert!((1_900..2_200).contains(&asked), "{asked}");
}

#[test]
fn a_sounds_settings_are_for_the_next_channel_and_a_channels_for_itself() {
    let mut m = machine("sound-settings");
    let sound = int(call(&mut m, "LoadSound", ("tone.wav",)));
    let first = int(call(&mut m, "PlaySound", (sound,)));
    call(&mut m, "SoundPitch", (sound, 16_000));
    let second = int(call(&mut m, "PlaySound", (sound,)));
    call(&mut m, "LoopSound", (sound,));
    let third = int(call(&mut m, "PlaySound", (sound,)));
    pass(&mut m, 510);
    let now = [first, second, third].map(|c| playing(&mut m, c));
    assert_eq!(now, [true, false, true]);
    call(&mut m, "ChannelPitch", (first, 16_000));
    pass(&mut m, 260);
    let now = [first, second, third].map(|c| playing(&mut m, c));
    assert_eq!(now, [false, false, true]);
    call(&mut m, "PauseChannel", (third,));
    pass(&mut m, 5_000);
    assert!(playing(&mut m, third));
    call(&mut m, "ResumeChannel", (third,));
    assert!(playing(&mut m, third));
    call(&mut m, "StopChannel", (third,));
    assert!(!playing(&mut m, third));
}

#[test]
fn freeing_a_sound_ends_its_channels_only() {
    let mut m = machine("sound-free");
    let sounds = ["tone.wav", "both.wav"].map(|name| int(call(&mut m, "LoadSound", (name,))));
    let channels = sounds.map(|sound| int(call(&mut m, "PlaySound", (sound,))));
    call(&mut m, "FreeSound", (sounds[0],));
    assert_eq!(channels.map(|c| playing(&mut m, c)), [false, true]);
    assert_eq!(call(&mut m, "FreeSound", (sounds[0],)), Outcome::Nothing);
    assert!(call(&mut m, "PlaySound", (sounds[0],)).is_error("sound"));
}

#[test]
fn a_file_of_music_has_one_channel() {
    let mut m = machine("sound-music");
    let channel = int(call(&mut m, "PlayMusic", ("both.wav",)));
    let other = int(call(&mut m, "PlayMusic", ("tone.wav",)));
    assert_ne!(channel, other);
    pass(&mut m, 800);
    assert_eq!(int(call(&mut m, "PlayMusic", ("Both.WAV",))), channel);
    pass(&mut m, 800);
    assert!(playing(&mut m, channel));
    assert!(!playing(&mut m, other));
    pass(&mut m, 300);
    assert!(!playing(&mut m, channel));
    let disc = int(call(&mut m, "PlayCDTrack", (1,)));
    assert_eq!(int(call(&mut m, "PlayCDTrack", (2, 2))), disc);
    call(&mut m, "StopChannel", (disc,));
    assert!(playing(&mut m, disc));
}

#[test]
fn many_rounds_keep_few_channels() {
    let mut m = machine("sound-many");
    let sound = int(call(&mut m, "LoadSound", ("tone.wav",)));
    call(&mut m, "SoundPitch", (sound, 705_600));
    let mut handles = std::collections::HashSet::new();
    let key = m.sound.sounds.key(&m.handles, sound).unwrap();
    for _ in 0..20_000 {
        let (handle, _) = super::sounds::play(&mut m, key, None).unwrap().unwrap();
        handles.insert(handle);
        pass(&mut m, 1);
    }
    assert_eq!(handles.len(), super::CHANNELS_HELD);
}

#[test]
fn no_device_is_silence_by_the_clock() {
    struct Broken;
    impl SoundOutput for Broken {
        fn open(&self) -> Result<Engine, String> {
            Err("it is broken".to_owned())
        }
    }
    let mut m = machine("sound-broken");
    m.sound.output = Box::new(Broken);
    let sound = int(call(&mut m, "LoadSound", ("tone.wav",)));
    let channel = int(call(&mut m, "PlaySound", (sound,)));
    assert!(playing(&mut m, channel));
    pass(&mut m, 1_100);
    assert!(!playing(&mut m, channel));
}

/// What a channel tells the mixer, in tenths: left, right, and samples a second.
fn heard(m: &Machine, channel: i32) -> (f32, f32, f32) {
    let key = m.sound.channels.key(&m.handles, channel).unwrap();
    let super::Channel::Voice { voice, .. } = &m.sound.channels[key] else {
        panic!("a disc");
    };
    let (frequency, gains) = voice.heard(m.sound.space.listener());
    (gains.left, gains.right, frequency)
}

fn show(m: &mut Machine) {
    let now = m.clock.peek();
    m.sound.world_shown(&mut m.world, now);
}

#[test]
fn sounds_in_space_follow_what_emits_them() {
    let mut m = machine("sound-space");
    let listener = int(call(
        &mut m,
        "CreateListener",
        (0, 1.0_f32, 1.0_f32, 1.0_f32),
    ));
    let cube = int(call(&mut m, "CreatePivot", ()));
    let sound = int(call(&mut m, "Load3DSound", ("both.wav",)));
    call(&mut m, "LoopSound", (sound,));
    call(&mut m, "PositionEntity", (cube, 4.0_f32, 0.0_f32, 0.0_f32));
    let channel = int(call(&mut m, "EmitSound", (sound, cube)));
    // Four units to the right: a quarter as loud, and only there.
    assert_eq!(heard(&m, channel), (0.0, 0.25, 8_000.0));
    call(&mut m, "PositionEntity", (cube, -2.0_f32, 0.0_f32, 0.0_f32));
    assert_eq!(heard(&m, channel), (0.0, 0.25, 8_000.0));
    show(&mut m);
    assert_eq!(heard(&m, channel), (0.5, 0.0, 8_000.0));
    // A hidden one stays where it was.
    call(&mut m, "HideEntity", (cube,));
    call(&mut m, "PositionEntity", (cube, 9.0_f32, 0.0_f32, 0.0_f32));
    show(&mut m);
    assert_eq!(heard(&m, channel), (0.5, 0.0, 8_000.0));
    call(&mut m, "ShowEntity", (cube,));
    // The listener turns round: what was left is right.
    call(&mut m, "PositionEntity", (cube, -2.0_f32, 0.0_f32, 0.0_f32));
    call(
        &mut m,
        "RotateEntity",
        (listener, 0.0_f32, 180.0_f32, 0.0_f32),
    );
    show(&mut m);
    let (left, right, _) = heard(&m, channel);
    assert!(left < 1e-3 && (right - 0.5).abs() < 1e-6);
    // It comes nearer by 34 units a tick: a tenth of the speed of sound.
    call(&mut m, "UpdateWorld", (1.0_f32,));
    call(
        &mut m,
        "PositionEntity",
        (cube, -36.0_f32, 0.0_f32, 0.0_f32),
    );
    call(&mut m, "UpdateWorld", (1.0_f32,));
    call(&mut m, "PositionEntity", (cube, -2.0_f32, 0.0_f32, 0.0_f32));
    call(&mut m, "UpdateWorld", (1.0_f32,));
    show(&mut m);
    assert!((heard(&m, channel).2 - 8_000.0 / 0.9).abs() < 1.0);
    // Put somewhere else it has not moved there.
    call(&mut m, "ResetEntity", (cube,));
    show(&mut m);
    assert_eq!(heard(&m, channel).2, 8_000.0);
    // Freed, it plays on where it was, heard from the middle once the listener is gone.
    call(&mut m, "FreeEntity", (cube,));
    call(&mut m, "FreeEntity", (listener,));
    show(&mut m);
    assert!(playing(&mut m, channel));
    assert!(m.sound.space.emitters.is_empty() && m.sound.space.moving.is_empty());
}

#[test]
fn a_flat_sound_is_flat_wherever_it_is_emitted() {
    let mut m = machine("sound-flat");
    let cube = int(call(&mut m, "CreatePivot", ()));
    call(
        &mut m,
        "PositionEntity",
        (cube, 100.0_f32, 0.0_f32, 0.0_f32),
    );
    let both = int(call(&mut m, "LoadSound", ("both.wav",)));
    let channel = int(call(&mut m, "EmitSound", (both, cube)));
    assert_eq!(heard(&m, channel), (1.0, 1.0, 8_000.0));
    let mono = int(call(&mut m, "LoadSound", ("tone.wav",)));
    let channel = int(call(&mut m, "PlaySound", (mono,)));
    let half = 0.5_f32.sqrt();
    assert_eq!(heard(&m, channel), (half, half, 8_000.0));
    for (pan, volume, left, right) in [
        (-1.0, 1.0, 1.0, 0.0),
        (1.0, 0.5, 0.0, 127.0 / 255.0),
        (9.0, 9.0, 0.0, 1.0),
        (-9.0, -1.0, 0.0, 0.0),
    ] {
        call(&mut m, "ChannelPan", (channel, pan));
        call(&mut m, "ChannelVolume", (channel, volume));
        let (is_left, is_right, _) = heard(&m, channel);
        assert!((is_left - left as f32).abs() < 1e-6, "{pan}: {is_left}");
        assert!((is_right - right as f32).abs() < 1e-6, "{pan}: {is_right}");
    }
    assert_eq!(call(&mut m, "EmitSound", (0, cube)), Outcome::Int(0));
}
