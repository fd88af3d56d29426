//! A real window, on a display without a screen, with keys from outside. Linux only: elsewhere such a display is not to be had.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{root, scratch};

/// Ends a process when the test ends, however it does.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A display that picks its own free number.
fn display() -> (Ends, String) {
    let mut server = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "640x480x24",
            "-nolisten",
            "tcp",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts: `sh ./test.sh` installs it");
    let mut line = String::new();
    let out = server.stdout.take().expect("a pipe");
    BufReader::new(out)
        .read_line(&mut line)
        .expect("the display's number");
    (Ends(server), format!(":{}", line.trim()))
}

fn xdotool(display: &str, arguments: &[&str]) -> String {
    let output = Command::new("xdotool")
        .env("DISPLAY", display)
        .args(arguments)
        .output()
        .expect("xdotool starts");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Waits until `done` gives something, half a minute at most.
fn wait_for<T>(what: &str, mut done: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = done() {
            return found;
        }
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "{what} did not come"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn keys_reach_the_program_and_escape_ends_it() {
    let folder = scratch("window");
    let program = folder.join("keys.bb");
    let model = root().join("examples/walk_run.b3d");
    // Says when it runs, when Up comes and goes, and how fast the weight grows.
    let text = format!(
        "Graphics3D 320,240,0,2\nAppTitle \"flitz window test\"\nSetBuffer BackBuffer()\nm=LoadAnimMesh(\"{}\")\n\
         While Not KeyHit(1)\nrun#=0\nIf KeyDown(200) Then run=1\nBlendAnim m,0,1-run,1,1,2\nBlendAnim m,1,run,1,1,2\n\
         UpdateWorld\nRenderWorld\nFlip\nn=n+1\nIf n=3 Then Print \"shown\"\n\
         If AnimBlendWeight(m,1)=1 And told=0 Then Print \"runs\":told=1\nWend\nPrint \"ended\"\n",
        model.display()
    );
    std::fs::write(&program, text).expect("the program");

    let (_server, display) = display();
    let mut game = Command::new(env!("CARGO_BIN_EXE_flitz"))
        .arg(&program)
        .env("DISPLAY", &display)
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("flitz starts");
    let out = game.stdout.take().expect("a pipe");
    let mut game = Ends(game);
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            let _ = tell.send(line);
        }
    });
    let line = || {
        told.recv_timeout(Duration::from_secs(30))
            .expect("the program says something")
    };

    let window = wait_for("the window", || {
        let found = xdotool(&display, &["search", "--name", "flitz window test"]);
        found.lines().next().map(str::to_owned)
    });
    // Output into a pipe is kept back until the program waits for long or ends, so the order of events is asked of the end.
    xdotool(&display, &["windowfocus", &window]);
    std::thread::sleep(Duration::from_millis(500));
    xdotool(&display, &["keydown", "Up"]);
    std::thread::sleep(Duration::from_millis(2500));
    xdotool(&display, &["keyup", "Up"]);
    xdotool(&display, &["key", "Escape"]);
    let status = wait_for("the end", || game.0.try_wait().expect("a status"));
    assert!(status.success());
    assert_eq!([line(), line(), line()], ["shown", "runs", "ended"]);
}

#[test]
fn without_a_display_a_picture_is_left() {
    let folder = scratch("no_display");
    let program = folder.join("plain.bb");
    std::fs::write(
        &program,
        "Graphics 64,48\nColor 255,0,0\nRect 0,0,64,48\nFlip\nWaitKey\n",
    )
    .expect("the program");
    let output = Command::new(env!("CARGO_BIN_EXE_flitz"))
        .arg(&program)
        .current_dir(&folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("flitz starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("without a window") && said.contains("plain-screenshot.png"),
        "{said}"
    );
    assert!(folder.join("plain-screenshot.png").is_file());
}
