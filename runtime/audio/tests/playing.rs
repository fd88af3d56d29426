//! What is heard, measured: pitch, side, loudness, length, loops.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{Shared, loudness, pitch, sine};
use flitz_audio::{Body, CHANNELS, Engine, Gains, Listener, RATE, Samples, Source};
use glam::Vec3;

struct Room {
    engine: Engine,
    file: Shared,
}

impl Room {
    fn new() -> Self {
        let mut engine = Engine::silent();
        let file = Shared::default();
        engine.record(Box::new(file.clone())).unwrap();
        Self { engine, file }
    }

    /// The mix until so many milliseconds after the start.
    fn after(mut self, millis: u64) -> common::Mix {
        self.engine.pass_until(Duration::from_millis(millis));
        self.engine.finish_recording().unwrap();
        self.file.mix()
    }
}

fn tone(hertz: f64, rate: u32, seconds: f64) -> Arc<Samples> {
    let count = (f64::from(rate) * seconds) as usize;
    Arc::new(Samples::new(rate, 1, sine(hertz, rate, count, 16_384.0)).unwrap())
}

#[test]
fn pitch_follows_the_frequency() {
    for (rate, frequency) in [
        (22_050, 22_050.0),
        (22_050, 44_100.0),
        (8_000, 3_000.0),
        (44_100, 100_000.0),
    ] {
        let mut room = Room::new();
        let sound = tone(300.0, rate, 2.0);
        room.engine
            .play(Source::samples(sound, true), frequency, Gains::BOTH)
            .unwrap();
        let mix = room.after(400);
        let wanted = 300.0 * f64::from(frequency) / f64::from(rate);
        let is = pitch(&mix.left[2_000..]);
        assert!(
            (is / wanted - 1.0).abs() < 1e-3,
            "{frequency} of {rate}: {is}, not {wanted}"
        );
    }
}

#[test]
fn frequencies_beyond_the_range_are_the_nearest() {
    for (asked, heard) in [(5e6, 705_600.0), (1.0, 100.0), (f32::NAN, 100.0)] {
        let mut room = Room::new();
        // A rate at which both ends are tones that can be measured.
        let rate = if heard < 1_000.0 { 100 } else { 705_600 };
        let sound = tone(if rate == 100 { 20.0 } else { 1_000.0 }, rate, 4.0);
        room.engine
            .play(Source::samples(sound, true), asked, Gains::BOTH)
            .unwrap();
        let is = pitch(&room.after(2_000).left);
        let wanted = if rate == 100 { 20.0 } else { 1_000.0 };
        assert!((is / wanted - 1.0).abs() < 0.01, "{asked}: {is}");
    }
}

#[test]
fn loudness_and_side_are_exact_factors() {
    let amplitude = 0.5 / 2_f64.sqrt();
    for (gain, pan) in [
        (1.0, 0.0),
        (0.25, -1.0),
        (0.5, 1.0),
        (1.0, -0.5),
        (0.1, 0.7),
    ] {
        let mut room = Room::new();
        let gains = Gains::panned(gain, pan);
        room.engine
            .play(
                Source::samples(tone(441.0, RATE, 1.0), false),
                RATE as f32,
                gains,
            )
            .unwrap();
        let mix = room.after(500);
        let left = loudness(&mix.left[4_410..]) / amplitude;
        let right = loudness(&mix.right[4_410..]) / amplitude;
        assert!((left - f64::from(gains.left)).abs() < 1e-3, "{left}");
        assert!((right - f64::from(gains.right)).abs() < 1e-3, "{right}");
        assert!(((left * left + right * right).sqrt() - f64::from(gain)).abs() < 1e-3);
    }
}

#[test]
fn a_sound_is_as_long_as_its_samples() {
    for (rate, frequency) in [(22_050, 22_050.0), (22_050, 11_025.0), (8_000, 32_000.0)] {
        let mut room = Room::new();
        let sound = Samples::new(rate, 1, vec![i16::MAX; rate as usize / 2]).unwrap();
        let playing = room
            .engine
            .play(
                Source::samples(Arc::new(sound), false),
                frequency,
                Gains::BOTH,
            )
            .unwrap();
        let end = 0.5 * rate as f32 / frequency;
        room.engine.pass_until(Duration::from_secs_f32(end - 0.001));
        assert!(playing.is_playing());
        room.engine.pass_until(Duration::from_secs_f32(end + 0.001));
        assert!(!playing.is_playing());
        let mix = room.after(2_000);
        let heard = mix.left.iter().filter(|s| s.abs() > 0.5).count() as f32 / RATE as f32;
        assert!((heard - end).abs() < 0.0005, "{heard}, not {end}");
    }
}

#[test]
fn a_loop_has_no_gap() {
    let mut room = Room::new();
    // 100 periods: the last sample joins the first.
    let sound = tone(441.0, RATE, 10_000.0 / 44_100.0);
    let playing = room
        .engine
        .play(Source::samples(sound, true), RATE as f32, Gains::BOTH)
        .unwrap();
    room.engine.pass_until(Duration::from_millis(2_000));
    assert!(playing.is_playing());
    let mix = room.after(2_100);
    let steepest = mix
        .left
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).abs())
        .fold(0.0, f64::max);
    // The steepest slope of the sine itself: 2π 441/44100 of half the full amplitude.
    assert!(steepest < 0.0316, "{steepest}");
    assert!((pitch(&mix.left) - 441.0).abs() < 0.05);
}

#[test]
fn a_held_sound_goes_on_where_it_was() {
    let mut room = Room::new();
    let sound = tone(441.0, RATE, 0.2);
    let playing = room
        .engine
        .play(Source::samples(sound, false), RATE as f32, Gains::BOTH)
        .unwrap();
    room.engine.pass_until(Duration::from_millis(100));
    playing.set_paused(true);
    room.engine.pass_until(Duration::from_millis(600));
    assert!(playing.is_playing());
    playing.set_paused(false);
    room.engine.pass_until(Duration::from_millis(690));
    assert!(playing.is_playing());
    let mix = room.after(800);
    assert!(!playing.is_playing());
    playing.set_paused(false);
    assert!(!playing.is_playing());
    let held = &mix.left[4_600..26_400];
    assert_eq!(loudness(held), 0.0);
    let sounding = mix.left.iter().filter(|s| s.abs() > 1e-4).count();
    assert!((8_600..8_900).contains(&sounding), "{sounding}");
}

#[test]
fn backwards_is_the_mirror_image() {
    let rise: Vec<i16> = (0..8_820).map(|i| (i * 3) as i16).collect();
    let sound = Arc::new(Samples::new(RATE, 1, rise).unwrap());
    let mut room = Room::new();
    room.engine
        .play(Source::samples(sound, false), -(RATE as f32), Gains::BOTH)
        .unwrap();
    let mix = room.after(300);
    let falls = mix.left[10..8_800].windows(2).all(|pair| pair[1] < pair[0]);
    assert!(falls);
    assert!((mix.left[10] * 32_767.0 - 3.0 * 8_809.0).abs() < 2.0);
}

#[test]
fn changes_are_heard_and_do_not_click() {
    let mut room = Room::new();
    let playing = room
        .engine
        .play(
            Source::samples(tone(100.0, RATE, 1.0), true),
            RATE as f32,
            Gains::BOTH,
        )
        .unwrap();
    room.engine.pass_until(Duration::from_millis(502));
    playing.set_gains(Gains::equal(0.25));
    room.engine.pass_until(Duration::from_millis(600));
    playing.set_frequency(2.0 * RATE as f32);
    let mix = room.after(1_000);
    let ratio = loudness(&mix.left[23_000..26_000]) / loudness(&mix.left[..22_050]);
    assert!((ratio - 0.25).abs() < 0.01, "{ratio}");
    assert!((pitch(&mix.left[27_000..]) - 200.0).abs() < 0.5);
    let steepest = mix
        .left
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).abs())
        .fold(0.0, f64::max);
    assert!(steepest < 0.012, "{steepest}");
}

#[test]
fn doppler_shifts_what_is_heard() {
    let listener = Listener::default();
    let coming = Body {
        position: Vec3::new(0.0, 0.0, 2.0),
        velocity: Vec3::new(0.0, 0.0, -34.0),
    };
    let heard = listener.hear(&coming);
    let mut room = Room::new();
    let gains = Gains::panned(heard.gain, heard.pan);
    room.engine
        .play(
            Source::samples(tone(400.0, RATE, 1.0), true),
            RATE as f32 * heard.pitch,
            gains,
        )
        .unwrap();
    let mix = room.after(600);
    // A tenth of the speed of sound: 400 Hz / 0.9.
    assert!((pitch(&mix.left[4_410..]) - 444.44).abs() < 0.5);
    // Two units away it is half as loud, and as loud in both ears.
    let is = loudness(&mix.left[4_410..]);
    assert!((is - 0.25 / 2.0).abs() < 1e-3, "{is}");
    assert_eq!(mix.left, mix.right);
}

#[test]
fn there_are_so_many_channels_and_no_more() {
    let mut engine = Engine::silent();
    let sound = tone(400.0, 8_000, 0.1);
    let start = |engine: &mut Engine| {
        engine.play(Source::samples(sound.clone(), false), 8_000.0, Gains::BOTH)
    };
    for i in 0..CHANNELS {
        assert!(start(&mut engine).is_some(), "{i}");
        if i % 100 == 0 {
            engine.pass_until(Duration::from_nanos(i as u64));
        }
    }
    assert!(start(&mut engine).is_none());
    engine.pass_until(Duration::from_millis(200));
    assert!(start(&mut engine).is_some());
}

#[test]
fn time_in_which_nothing_ends_costs_nothing() {
    let mut engine = Engine::silent();
    let endless = engine
        .play(
            Source::samples(tone(400.0, 8_000, 0.1), true),
            8_000.0,
            Gains::BOTH,
        )
        .unwrap();
    let held = engine
        .play(
            Source::samples(tone(400.0, 8_000, 0.1), false),
            8_000.0,
            Gains::BOTH,
        )
        .unwrap();
    held.set_paused(true);
    engine.pass_until(Duration::from_secs(1 << 40));
    let playing = engine
        .play(
            Source::samples(tone(400.0, 8_000, 0.1), false),
            8_000.0,
            Gains::BOTH,
        )
        .unwrap();
    engine.pass_until(Duration::from_secs((1 << 40) + 1));
    assert!(!playing.is_playing());
    assert!(endless.is_playing() && held.is_playing());
}
