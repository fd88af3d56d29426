//! The examples of CONTRIBUTING.md, as they stand there: compiled, called, and compared with the document.

use std::time::Duration;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::scene::EntityId;

use crate::backend::environment::{Environment, Launch};
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;
use crate::system::System;
use crate::testing::{Outcome, call, int};
use crate::wait::Wait;

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "worked examples",
    [ground_distance, delay_seconds, file_lines]
);

/// The distance between two entities on the ground: how high they stand does not count.
///
/// `scale` is what a unit counts for.
///
///     If GroundDistance(player, door) < 2 Then OpenDoor
#[command(GroundDistance, defaults(scale = 1.0), since = "0.2.0")]
fn ground_distance(
    m: &mut Machine,
    source: EntityId,
    destination: EntityId,
    scale: f32,
) -> Answer<f32> {
    let way = m.world.world_position(destination) - m.world.world_position(source);
    Ok(way.x.hypot(way.z) * scale)
}

#[test]
fn height_does_not_count_on_the_ground() {
    let mut m = Machine::for_tests();
    let here = int(call(&mut m, "CreatePivot", ()));
    let there = int(call(&mut m, "CreatePivot", ()));
    call(&mut m, "PositionEntity", (there, 3.0, 70.0, 4.0));
    let far = call(&mut m, "GroundDistance", (here, there));
    assert_eq!(far, Outcome::Float(5.0));
    assert!(call(&mut m, "GroundDistance", (here, 7)).is_error("no handle"));
}

/// Waits so many seconds.
#[command(DelaySeconds, waits, since = "0.2.0")]
fn delay_seconds(m: &mut Machine, seconds: f32) -> Answer {
    // Less than nothing, and what is no number, is no wait.
    let Ok(time) = Duration::try_from_secs_f32(seconds) else {
        return Ok(());
    };
    m.wait = Wait::Until(m.clock.peek().saturating_add(time));
    Err(Interrupt::Yield)
}

/// The number of lines of a text file, 0 where it cannot be read.
#[command(FileLines, permission = Read, since = "0.2.0")]
fn file_lines(m: &mut Machine, filename: &Str) -> Answer<i32> {
    let Ok(bytes) = m.files.load(&filename.to_text()) else {
        return Ok(0);
    };
    Ok(bytes.split_inclusive(|&byte| byte == b'\n').count() as i32)
}

/// Surroundings with one variable, in which nothing can be started.
struct Kiosk;

impl Environment for Kiosk {
    fn variable(&self, name: &str) -> Option<String> {
        (name == "LANG").then(|| "en".to_owned())
    }

    fn launch(&self, _: &Launch) -> std::io::Result<()> {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }

    fn temporary_directory(&self) -> std::path::PathBuf {
        "/tmp".into()
    }
}

#[test]
fn a_kiosk_has_a_language() {
    let mut m = Machine::for_tests();
    m.system = System::within(Kiosk, "/".as_ref());
    let language = call(&mut m, "GetEnv", ("LANG",));
    assert_eq!(language, Outcome::Text("en".into()));
}

#[test]
fn lines_are_counted_and_seconds_waited_for() {
    let mut m = Machine::for_tests();
    let folder = crate::testing::folder("worked-examples");
    m.files = crate::files::Files::new(&folder);
    m.files.save("a.txt", b"one\ntwo\nthree").unwrap();
    assert_eq!(call(&mut m, "FileLines", ("A.TXT",)), Outcome::Int(3));
    assert_eq!(call(&mut m, "FileLines", ("b.txt",)), Outcome::Int(0));
    assert_eq!(call(&mut m, "DelaySeconds", (1.5,)), Outcome::Yield);
    assert_eq!(m.wait.take(), Wait::Until(Duration::from_millis(1500)));
    assert_eq!(call(&mut m, "DelaySeconds", (-1.0,)), Outcome::Nothing);
}

/// A block in a list stands further to the right than the code.
fn without_indent(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_document_shows_what_is_compiled_here() {
    let document = include_str!("../../CONTRIBUTING.md");
    let part = document
        .split_once("\n## Add a command\n")
        .and_then(|(_, rest)| rest.split_once("\n## Add an instruction\n"))
        .map(|(part, _)| part)
        .expect("both headings are there");
    let compiled = [
        include_str!("worked_examples.rs"),
        include_str!("time.rs"),
        include_str!("machine.rs"),
    ]
    .map(without_indent);
    let mut blocks = 0;
    for block in part.split("```rust\n").skip(1) {
        let (text, _) = block.split_once("```").expect("a block ends");
        let text = without_indent(text.trim());
        assert!(
            compiled.iter().any(|source| source.contains(&text)),
            "this is nowhere in the sources:\n{text}"
        );
        blocks += 1;
    }
    assert_eq!(blocks, 8);
}
