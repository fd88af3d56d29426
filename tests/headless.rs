//! Programs that never show a frame, run without a window: time goes by for them all the same, so that they end.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take; several times what the slowest needs on a slow machine.
const LIMIT: Duration = Duration::from_secs(50);

/// Runs a program without a window to its end; gives what it printed, and its notes.
fn run(name: &str, program: &str, arguments: &[&str], input: &str) -> (String, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("headless")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("main.bb"), program).unwrap();
    fs::write(folder.join("escape.txt"), "30 key-down 1\n31 key-up 1\n").unwrap();
    fs::write(
        folder.join("click.txt"),
        "20 mouse-down 1\n40 key-down 30\n",
    )
    .unwrap();
    fs::write(
        folder.join("typed.txt"),
        "5 key-down 35\n6 key-down 23\n9 key-down 28\n",
    )
    .unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_flitz"))
        .args(["--headless"])
        .args(arguments)
        .arg("main.bb")
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let killer = child.id();
    let runs = thread::spawn(move || child.wait_with_output().unwrap());
    let start = Instant::now();
    while !runs.is_finished() {
        assert!(start.elapsed() < LIMIT, "{name} ({killer}) does not end");
        thread::sleep(Duration::from_millis(5));
    }
    let output = runs.join().unwrap();
    assert!(output.status.success(), "{name}: {output:?}");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
    (text(output.stdout), text(output.stderr))
}

/// Loops that a key or a click ends.
const LOOPS: [(&str, &str); 12] = [
    ("hit", "Repeat : Until KeyHit(1)"),
    (
        "screen-hit",
        "Graphics 64, 48, 0, 2\nRepeat : Until KeyHit(1)",
    ),
    ("down", "Graphics 64, 48, 0, 2\nWhile Not KeyDown(1) : Wend"),
    (
        "character",
        "Graphics 64, 48, 0, 2\nRepeat : Until GetKey() = 27",
    ),
    (
        "delay",
        "Graphics 64, 48, 0, 2\nRepeat : Delay 5 : Until KeyHit(1)",
    ),
    (
        "timer",
        "Graphics 64, 48, 0, 2\nt = CreateTimer(60)\nRepeat : WaitTimer t : Until KeyHit(1)",
    ),
    (
        "wait-screen",
        "Graphics 64, 48, 0, 2\nRepeat : VWait : Until KeyHit(1)",
    ),
    (
        "clock",
        "Graphics 64, 48, 0, 2\nRepeat\n\tt = MilliSecs()\n\tWhile MilliSecs() - t < 20 : Wend\nUntil KeyHit(1)",
    ),
    (
        "draws",
        "Graphics 64, 48, 0, 2\nRepeat\n\tCls\n\tFor i = 1 To 50 : Rect Rnd(64), Rnd(48), 9, 9 : Next\nUntil KeyHit(1)",
    ),
    ("prints", "Repeat\n\tPrint \"x\"\nUntil KeyHit(1)"),
    (
        "many-keys",
        "Graphics 64, 48, 0, 2\nRepeat\n\tFor k = 2 To 255 : n = n + KeyHit(k) : Next\nUntil KeyHit(1)",
    ),
    (
        "shows-first",
        "Graphics 64, 48, 0, 2\nFor i = 1 To 5 : Flip : Next\nRepeat : Until KeyHit(1)",
    ),
];

#[test]
fn a_program_that_waits_for_a_key_without_flip_ends_with_the_last_frame_and_by_the_input_file() {
    for (name, program) in LOOPS {
        let shows_end = format!("{program}\nWriteStdout \"end\"");
        let (printed, _) = run(name, &shows_end, &["--frames", "60"], "");
        assert!(!printed.ends_with("end"), "{name}");
        let (printed, _) = run(name, &shows_end, &["--input", "escape.txt"], "");
        assert!(printed.ends_with("end"), "{name}");
    }
}

#[test]
fn clicks_and_characters_come_to_busy_loops() {
    let (printed, _) = run(
        "click",
        "Graphics 64, 48, 0, 2\nRepeat : Until MouseHit(1)\nWriteStdout \"click \"\nRepeat : c = GetKey() : Until c\nWriteStdout Chr(c)",
        &["--input", "click.txt"],
        "",
    );
    assert_eq!(printed, "click a");
}

#[test]
fn programs_that_ask_nothing_end_with_the_last_frame() {
    for (name, program) in [
        ("print", "Repeat : Print \"on and on\" : Forever"),
        (
            "print-on-screen",
            "Graphics 64, 48, 0, 2\nRepeat : Print \"on and on\" : Forever",
        ),
        ("write", "While True : Write \"x\" : Wend"),
        ("pauses", "Repeat : Delay 10 : Forever"),
        (
            "looks",
            "t = MilliSecs()\nRepeat : Until MilliSecs() - t > 100000000",
        ),
        (
            "ticks",
            "t = CreateTimer(50)\nRepeat : WaitTimer t : Forever",
        ),
    ] {
        run(name, program, &["--frames", "20"], "");
    }
}

#[test]
fn what_comes_to_its_end_is_not_cut_short() {
    // Computing, some questions, pauses between frames and text take no frames.
    let (printed, _) = run(
        "comes-to-its-end",
        "Graphics 64, 48, 0, 2\nSetBuffer BackBuffer()\nFor i = 1 To 3000000 : x = x + i : Next\n\
         For k = 1 To 5\n\tFor i = 1 To 300 : If KeyDown(200) Then x = 1\n\tNext\n\tDelay 500\n\tFlip\nNext\n\
         WriteStdout MilliSecs() + \" \" + k",
        &["--frames", "6"],
        "",
    );
    assert_eq!(printed, "2583 6");
    let (printed, _) = run(
        "prints-much",
        "For i = 1 To 9000 : Print i : Next",
        &["--frames", "1"],
        "",
    );
    assert_eq!(printed.lines().count(), 9000);
}

#[test]
fn input_after_the_end_of_standard_input_comes_once() {
    let program = "Repeat\n\ta$ = Input(\"? \")\n\tPrint \"[\" + a + \"]\"\nUntil a = \"quit\"\nPrint \"end\"";
    let (printed, notes) = run("lines", program, &[], "one\n");
    assert_eq!(printed, "? [one]\n? []\n? ");
    assert!(notes.contains("it ends here"), "{notes}");
    let (printed, _) = run("lines", program, &[], "one\nquit\n");
    assert_eq!(printed, "? [one]\n? [quit]\nend\n");
    let on_screen = format!("Graphics 64, 48, 0, 2\n{program}");
    let (printed, notes) = run("lines-on-screen", &on_screen, &[], "");
    assert!(
        !printed.contains("end") && notes.contains("it ends here"),
        "{printed} {notes}"
    );
    let (_, notes) = run("keys", "Repeat : WaitKey : Forever", &[], "\n\n");
    assert!(notes.contains("it ends here"), "{notes}");
    let (printed, _) = run(
        "different",
        "a$ = Input(\"a\") : b$ = Input(\"b\") : Print \"[\" + a + b + \"]\"",
        &[],
        "",
    );
    assert_eq!(printed, "ab[]\n");
}

#[test]
fn the_input_file_types_lines() {
    let (printed, _) = run(
        "typed",
        "Graphics 64, 48, 0, 2\na$ = Input(\"name \")\nWriteStdout \"<\" + a + \">\"",
        &["--input", "typed.txt"],
        "",
    );
    assert_eq!(printed, "name hi\n<hi>");
}
