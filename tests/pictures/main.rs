//! The examples as a person sees them: pictures without a window, a real window under a display without a screen.
//!
//! Each picture is compared with the one in `tests/pictures`, with room for drivers that round differently. After a change that is
//! meant to change them, `FLITZ_NEW_PICTURES=1 cargo test --test pictures` writes them anew: look at them before keeping them.

#[path = "../support/difference.rs"]
mod difference;
mod window;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use image::RgbImage;

use difference::{amplified, difference};

/// Mean difference allowed in the worst channel, of 255.
const MEAN: f64 = 1.5;
/// Share of pixels that may differ by more than 32 in a channel: drivers disagree along edges.
const BAD: f64 = 0.01;

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn flitz(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_flitz"))
        .args(arguments)
        .output()
        .expect("flitz starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} failed: {said}");
    output
}

/// A folder of its own for the files of a test.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the test's files");
    folder
}

fn read(path: &Path) -> RgbImage {
    image::open(path)
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
        .into_rgb8()
}

/// Runs an example with input and compares its picture at a frame.
fn looks_as_before(example: &str, frame: u64, input: &str, name: &str) {
    let folder = scratch(name);
    let keys = folder.join("keys.txt");
    std::fs::write(&keys, input).expect("the input file");
    let program = root().join("examples").join(example);
    let (program, keys) = (program.to_string_lossy(), keys.to_string_lossy());
    let frames = frame.to_string();
    let shoot = |file: &str| {
        let picture = folder.join(file);
        flitz(&[
            "--headless",
            "--frames",
            &frames,
            "--input",
            &keys,
            "--screenshot",
            &picture.to_string_lossy(),
            &program,
        ]);
        picture
    };
    let (first, second) = (shoot("first.png"), shoot("second.png"));
    let bytes = |path: &Path| std::fs::read(path).expect("the picture");
    assert!(
        bytes(&first) == bytes(&second),
        "two runs of {example} gave different pictures"
    );

    let wanted = root().join("tests/pictures").join(format!("{name}.png"));
    if std::env::var_os("FLITZ_NEW_PICTURES").is_some() {
        std::fs::copy(&first, &wanted).expect("the new picture");
    }
    let (is, was) = (read(&first), read(&wanted));
    let (mean, bad) = difference(&is, &was);
    if mean > MEAN || bad > BAD {
        let apart = folder.join("difference.png");
        amplified(&is, &was).save(&apart).expect("the difference");
        panic!(
            "{example} looks different: mean {mean:.2}, bad pixels {:.2}%; wanted {}, is {}, difference {}",
            bad * 100.0,
            wanted.display(),
            first.display(),
            apart.display()
        );
    }
}

#[test]
fn walk_run_walks() {
    looks_as_before("walk_run.bb", 30, "", "walk");
}

#[test]
fn walk_run_runs_with_up_held() {
    looks_as_before("walk_run.bb", 200, "60 key-down 200\n", "run");
}

#[test]
fn walking_and_running_look_different() {
    let picture = |name: &str| read(&root().join("tests/pictures").join(format!("{name}.png")));
    let (mean, bad) = difference(&picture("walk"), &picture("run"));
    assert!(
        mean > MEAN && bad > BAD,
        "the pictures that others are compared with are the same"
    );
}

#[test]
fn reaction_is_hit_on_a_key() {
    looks_as_before(
        "reaction.bb",
        38,
        "30 key-down 57\n31 key-up 57\n",
        "reaction",
    );
}

#[test]
fn crossfade_is_between_two_motions() {
    looks_as_before(
        "crossfade.bb",
        68,
        "20 key-down 2\n22 key-up 2\n52 key-down 3\n54 key-up 3\n",
        "crossfade",
    );
}

#[test]
fn crowd_stands_in_its_rows() {
    looks_as_before("crowd.bb", 12, "", "crowd");
}

#[test]
fn weights_follow_the_ramp_of_two_per_second_exactly() {
    let folder = scratch("ramp");
    let program = folder.join("ramp.bb");
    let model = root().join("examples/walk_run.b3d");
    let text = format!(
        "Graphics3D 80,60\nm=LoadAnimMesh(\"{}\")\nFor i=1 To 40\nBlendAnim m,0,1,1,1,2\nUpdateWorld\nPrint AnimBlendWeight(m,0)*60\nNext\n",
        model.display()
    );
    std::fs::write(&program, text).expect("the program");
    let output = flitz(&["--headless", &program.to_string_lossy()]);
    let lines: Vec<f32> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|l| l.parse().expect("a number"))
        .collect();
    let wanted: Vec<f32> = (1..=40).map(|tick| (tick as f32 * 2.0).min(60.0)).collect();
    for (tick, (got, want)) in lines.iter().zip(&wanted).enumerate() {
        assert!(
            (got - want).abs() < 1e-4,
            "tick {}: {got} sixtieths, not {want}",
            tick + 1
        );
    }
    assert_eq!(lines.len(), wanted.len());
    assert_eq!(lines[39], 60.0, "the ramp lands on its target exactly");
}

#[test]
fn a_recording_has_its_frames() {
    let folder = scratch("recording");
    let program = root().join("examples/walk_run.bb");
    let gif = folder.join("a.gif");
    flitz(&[
        "--headless",
        "--frames",
        "9",
        "--record",
        &gif.to_string_lossy(),
        &program.to_string_lossy(),
    ]);
    let file = std::io::BufReader::new(std::fs::File::open(&gif).expect("the recording"));
    let frames = image::AnimationDecoder::into_frames(
        image::codecs::gif::GifDecoder::new(file).expect("a GIF"),
    );
    let frames = frames.collect_frames().expect("frames");
    assert_eq!(frames.len(), 3);
    assert_eq!(frames[0].delay().numer_denom_ms(), (50, 1));
}
