//! The command line: what it prints where, and its exit status.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

struct Output {
    out: String,
    err: String,
    status: Option<i32>,
}

/// A fresh folder for a test, with these files in it.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("command-line")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn flitz_with(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flitz"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Output {
        out: String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        status: output.status.code(),
    }
}

fn flitz(folder: &Path, arguments: &[&str]) -> Output {
    flitz_with(folder, arguments, "")
}

#[test]
fn a_program_runs_with_its_arguments_in_its_own_folder() {
    let here = folder(
        "arguments",
        &[(
            "game/main.bb",
            "Print CommandLine()\nPrint FileType(\"main.bb\")\nPrint Rand(1000)",
        )],
    );
    let with_seed = flitz(
        &here,
        &[
            "--seed",
            "7",
            "game/main.bb",
            "one",
            "two words",
            "--",
            "-x",
        ],
    );
    let lines: Vec<&str> = with_seed.out.lines().collect();
    assert_eq!(lines[..2], ["one \"two words\" -x", "1"]);
    assert_eq!(with_seed.status, Some(0));
    let again = flitz(
        &here,
        &[
            "run",
            "game/main.bb",
            "--seed",
            "7",
            "one",
            "two words",
            "--",
            "-x",
        ],
    );
    assert_eq!(again.out, with_seed.out);
    assert_ne!(
        flitz(&here, &["game/main.bb"]).out.lines().nth(2),
        lines.get(2).copied()
    );
}

#[test]
fn the_exit_status_tells_errors_from_wrong_usage() {
    let here = folder(
        "status",
        &[
            ("fine.bb", "Print 1 : End : Print 2"),
            ("wrong.bb", "Print (1\nIf"),
            ("fails.bb", "Print 1\nRuntimeError \"the end\""),
            ("stops.bb", "x = 5\nPrint 1\nStop\nPrint 2"),
        ],
    );
    let fine = flitz(&here, &["fine.bb"]);
    assert_eq!(
        (fine.out.as_str(), fine.err.as_str(), fine.status),
        ("1\n", "", Some(0))
    );
    let wrong = flitz(&here, &["wrong.bb"]);
    assert!(wrong.err.contains("wrong.bb:1:") && wrong.err.contains("wrong.bb:2:"));
    assert_eq!((wrong.out.as_str(), wrong.status), ("", Some(1)));
    let fails = flitz(&here, &["fails.bb"]);
    assert!(fails.err.contains("fails.bb:2:1") && fails.err.contains("the end"));
    assert_eq!((fails.out.as_str(), fails.status), ("1\n", Some(1)));
    let stops = flitz(&here, &["stops.bb"]);
    assert!(
        stops.err.contains("stops.bb:3:1") && stops.err.contains("x = 5"),
        "{}",
        stops.err
    );
    assert_eq!((stops.out.as_str(), stops.status), ("1\n", Some(1)));
    assert_eq!(flitz(&here, &["nothing.bb"]).status, Some(2));
    assert_eq!(flitz(&here, &["--frames", "x", "fine.bb"]).status, Some(2));
    assert_eq!(flitz(&here, &[]).status, Some(2));
}

#[test]
fn an_error_in_a_function_shows_the_calls_and_the_variables() {
    let here = folder(
        "calls",
        &[
            ("main.bb", "Include \"part.bb\"\nPrint outer(3)"),
            (
                "part.bb",
                "Function outer(n)\n\tReturn inner(n * 2)\nEnd Function\n\nFunction inner(n)\n\tname$ = \"abc\"\n\tReturn 1 / (n - 6)\nEnd Function",
            ),
        ],
    );
    let run = flitz(&here, &["main.bb"]);
    for words in [
        "part.bb:7:",
        "inner",
        "outer",
        "part.bb:2:",
        "main.bb:2:",
        "n = 6",
        "\"abc\"",
    ] {
        assert!(run.err.contains(words), "{words} in {}", run.err);
    }
}

#[test]
fn lines_come_from_standard_input() {
    let here = folder(
        "input",
        &[(
            "main.bb",
            "a$ = Input(\"name? \")\nb$ = Input()\nPrint \"[\" + a + b + \"]\" + Input(\"?\")",
        )],
    );
    let run = flitz_with(&here, &["main.bb"], "Ada\r\nLovelace\n");
    assert_eq!(run.out, "name? ?[AdaLovelace]\n");
    assert!(run.err.contains("standard input has ended"));
    let quiet = flitz_with(&here, &["--quiet", "main.bb"], "");
    assert_eq!(
        (quiet.out.as_str(), quiet.err.as_str()),
        ("name? ?[]\n", "")
    );
}

#[test]
fn check_tells_all_errors_and_counts_missing_commands_apart() {
    let here = folder(
        "check",
        &[
            ("a/good.bb", "Include \"part.bb\"\nPrint twice(2)"),
            (
                "a/part.bb",
                "Function twice(n)\n\tReturn n * factor\nEnd Function",
            ),
            ("a/bad.bb", "x = \"a\" - 1\nPrint y z$"),
            (
                "a/later.BB",
                "CreateNetPlayer \"me\"\nCreateNetPlayer \"you\"",
            ),
        ],
    );
    let all = flitz(&here, &["check", "a"]);
    assert_eq!(all.status, Some(1));
    assert!(all.out.contains("bad.bb:1:"), "{}", all.out);
    assert!(
        all.out.contains("3 programs: 1 without errors"),
        "{}",
        all.out
    );
    assert!(all.out.contains("1 file included by others"), "{}", all.out);
    assert!(
        all.out
            .contains("1 command of Blitz3D missing in flitz; 1 program"),
        "{}",
        all.out
    );
    let summary = flitz(&here, &["check", "--summary", "a"]);
    assert!(!summary.out.contains("bad.bb"), "{}", summary.out);
    assert!(
        summary.out.contains("createnetplayer in 1 program"),
        "{}",
        summary.out
    );
    let good = flitz(&here, &["check", "a/good.bb"]);
    assert_eq!(
        (good.out.as_str(), good.status),
        ("a/good.bb: no errors\n", Some(0))
    );
    for (file, line) in [
        ("a/bad.bb", "a/bad.bb: 2 errors"),
        (
            "a/later.BB",
            "a/later.BB: no errors, 1 command of Blitz3D missing in flitz",
        ),
    ] {
        let one = flitz(&here, &["check", "--summary", file]).out;
        assert_eq!(one.lines().next(), Some(line));
        let last = flitz(&here, &["check", file]).out;
        assert_eq!(last.lines().last(), Some(line));
    }
    let fine = flitz(&here, &["check", "a/good.bb", "a/good.bb"]);
    assert_eq!(fine.out, "2 programs: 2 without errors\n");
    assert_eq!(flitz(&here, &["check", "nowhere"]).status, Some(2));
}

#[test]
fn check_shows_the_bytecode_under_the_lines_it_comes_from() {
    let here = folder(
        "bytecode",
        &[
            ("good.bb", "total = 1\nPrint total * 2"),
            ("bad.bb", "x = \"a\" - 1"),
        ],
    );
    let good = flitz(&here, &["check", "--bytecode", "good.bb"]);
    assert_eq!(good.status, Some(0), "{}", good.err);
    let lines: Vec<String> = good.out.lines().map(words).collect();
    assert_eq!(
        lines,
        [
            "Main program",
            "good.bb:1 | total = 1",
            "0 Load to=total value=1",
            "good.bb:2 | Print total * 2",
            "1 MulIK to=%1 left=total right=2",
            "2 IntToString to=$0 value=%1",
            "3 Command to=%252 command=Print strings=$0..",
            "good.bb:1 | total = 1",
            "4 EndGosub",
        ]
    );
    let bad = flitz(&here, &["check", "--bytecode", "bad.bb"]);
    assert_eq!(bad.status, Some(1));
    assert!(bad.out.contains("bad.bb:1:"), "{}", bad.out);
    assert!(!bad.out.contains("Main program"), "{}", bad.out);
}

/// A line with one blank between its words.
fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_test_tells_what_was_expected_and_where() {
    let here = folder(
        "test",
        &[
            ("suite/all.bb", "Context \"all\"\nExpect 1 = 1, \"equal\""),
            (
                "suite/part/one.bb",
                "Context \"sums\"\nExpectInt 2 + 2, 5, \"four\"\nExpect FileType(\"part/one.bb\") = 1, \"found\"\n\
                 ExpectStr Upper(\"ö\"), \"Ö\"\nExpectFloat 0.5, 1.0 / 2",
            ),
            ("suite/part/two.bb", "Dim a(1)\nPrint a(2)"),
        ],
    );
    let run = flitz(&here, &["test", "suite"]);
    assert_eq!(run.status, Some(1));
    for words in [
        "ok    suite/all.bb: 1 of 1 checks",
        "one.bb:2:1: sums: four: expected 5, got 4",
        "3 of 4 checks",
        "3 programs, 5 checks: 4 passed, 1 failed; 1 programs did not",
    ] {
        assert!(
            run.out.replace('\\', "/").contains(words),
            "{words} in {}",
            run.out
        );
    }
    assert!(run.out.contains("two.bb:2:"), "{}", run.out);
    let bytes = flitz(&here, &["test", "--bytes", "suite/part/one.bb"]);
    assert!(bytes.out.contains("2 of 4 checks"), "{}", bytes.out);
    assert_eq!(flitz(&here, &["test", "suite/all.bb"]).status, Some(0));
}

#[test]
fn commands_for_tests_are_explained_wherever_they_are_not_known() {
    let here = folder("for-tests", &[("main.bb", "Expect 1 = 1\nPrint 2")]);
    for arguments in [&["main.bb"][..], &["check", "main.bb"]] {
        let run = flitz(&here, arguments);
        let said = run.out + &run.err;
        assert!(said.contains("Expect is not known here"), "{said}");
        assert!(said.contains("flitz test PROGRAM.bb"), "{said}");
        assert_eq!(run.status, Some(1));
    }
    assert_eq!(flitz(&here, &["test", "main.bb"]).status, Some(0));
    for arguments in [
        &["help", "expect"][..],
        &["help", "tests"],
        &["help", "--markdown"],
        &["commands"],
    ] {
        let said = flitz(&here, arguments).out;
        assert!(
            said.contains("only a program that flitz test runs"),
            "{said}"
        );
    }
    // A function of the program's own goes before.
    let own = folder(
        "own-expect",
        &[(
            "main.bb",
            "Expect 3\nFunction Expect(n)\nPrint n\nEnd Function",
        )],
    );
    assert_eq!(flitz(&own, &["main.bb"]).out, "3\n");
}

#[test]
fn a_test_that_does_not_end_is_ended() {
    let here = folder("endless", &[("main.bb", "Repeat : Forever")]);
    let run = flitz(&here, &["test", "--limit", "1", "main.bb"]);
    assert!(
        run.out.contains("still running after 1 seconds"),
        "{}",
        run.out
    );
    assert_eq!(run.status, Some(1));
}

#[test]
fn a_test_with_a_screen_needs_nobody_to_watch() {
    let here = folder(
        "screen",
        &[
            (
                "frames.bb",
                "Graphics 64, 48, 32, 2\nt = MilliSecs()\nFor i = 1 To 60 : Flip : Next\n\
                 ExpectInt (MilliSecs() - t + 5) / 10, 100\nDelay 100000\nExpect True",
            ),
            ("key.bb", "Graphics 64, 48, 32, 2\nWaitKey"),
        ],
    );
    let frames = flitz(&here, &["test", "frames.bb"]);
    assert!(frames.out.contains("2 of 2 checks"), "{}", frames.out);
    let key = flitz(&here, &["test", "key.bb"]);
    assert!(
        key.out.contains("key.bb:2:1: waits for a key"),
        "{}",
        key.out
    );
    assert_eq!(key.status, Some(1));
}

#[test]
fn a_new_project_has_no_errors() {
    let here = folder("new", &[]);
    let made = flitz(&here, &["new", "space"]);
    assert_eq!(made.status, Some(0), "{}", made.err);
    let check = flitz(&here, &["check", "space/main.bb"]);
    assert_eq!(check.status, Some(0), "{}", check.out);
    assert_eq!(flitz(&here, &["new", "space"]).status, Some(2));
}

#[test]
fn help_finds_commands_groups_and_near_names() {
    let here = folder("help", &[]);
    assert!(
        flitz(&here, &["help", "instr"])
            .out
            .contains("Instr%(string$, find$, from%=1)")
    );
    assert!(flitz(&here, &["help", "banks"]).out.contains("PeekByte"));
    let near = flitz(&here, &["help", "Instrr"]);
    assert!(near.err.contains("Instr") && near.status == Some(2));
    let list = flitz(&here, &["commands"]).out;
    assert!(list.contains("Not in flitz yet"), "{list}");
    let json = flitz(&here, &["commands", "--json"]).out;
    assert!(json.starts_with('{') && json.contains("\"name\": \"Instr\""));
}

#[test]
fn a_name_that_is_no_program_brings_what_to_type() {
    let here = folder(
        "names",
        &[("ball.bb", "Print 1"), ("games/tennis.bb", "Print 2")],
    );
    for (arguments, words) in [
        (&["ball"][..], "type: flitz ball.bb"),
        (&["bell.bb"], "is ball.bb meant?"),
        (&["games"], "flitz games/tennis.bb"),
        (&["games/tenis.bb"], "is games/tennis.bb meant?"),
        (&["nowhere/a.bb"], "no folder nowhere"),
    ] {
        let run = flitz(&here, arguments);
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""));
    }
}

#[test]
fn a_program_that_fails_before_its_first_frame_leaves_no_picture() {
    let here = folder(
        "no-picture",
        &[
            ("early.bb", "Graphics 40, 30\nPrint a / b"),
            ("late.bb", "Graphics 40, 30\nFlip\nPrint a / b"),
        ],
    );
    for (program, there) in [("early", false), ("late", true)] {
        let file = format!("{program}.png");
        let program = format!("{program}.bb");
        let run = flitz(&here, &["--headless", "--screenshot", &file, &program]);
        assert_eq!(run.status, Some(1));
        assert_eq!(here.join(&file).exists(), there, "{program}");
    }
}

#[test]
fn a_missing_command_stops_only_a_program_that_calls_it() {
    let here = folder(
        "missing",
        &[
            (
                "spared.bb",
                "If CommandLine() <> \"\" Then CreateNetPlayer \"me\"\nPrint \"all the same\"",
            ),
            (
                "called.bb",
                "Print \"before\"\nn = CreateNetPlayer(\"me\")\nPrint n + \"[\" + NetPlayerName(n) + \"]\"",
            ),
            ("wrong.bb", "CreateNetPlayer 1, 2, 3"),
        ],
    );
    let spared = flitz(&here, &["spared.bb"]);
    assert_eq!(spared.status, Some(0), "{}", spared.err);
    assert_eq!(spared.out, "all the same\n");
    assert!(
        spared
            .err
            .contains("warning: Blitz3D's command CreateNetPlayer is not in flitz yet"),
        "{}",
        spared.err
    );
    let called = flitz(&here, &["called.bb"]);
    assert_eq!(called.status, Some(1));
    assert_eq!(called.out, "before\n");
    assert!(
        called.err.contains("called.bb:2:5: error: Blitz3D's command CreateNetPlayer is not in flitz yet. With --allow-missing"),
        "{}",
        called.err
    );
    let allowed = flitz(&here, &["--allow-missing", "called.bb"]);
    assert_eq!(allowed.status, Some(0), "{}", allowed.err);
    assert_eq!(allowed.out, "before\n0[]\n");
    let notes = allowed
        .err
        .matches("note: CreateNetPlayer is not in flitz yet");
    assert_eq!(notes.count(), 1, "{}", allowed.err);
    // Its arguments are checked as those of any other.
    let wrong = flitz(&here, &["--allow-missing", "wrong.bb"]);
    assert_eq!(wrong.status, Some(1));
    assert!(wrong.err.contains("CreateNetPlayer"), "{}", wrong.err);
}
