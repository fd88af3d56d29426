//! Two programs that talk to each other, each in a process of its own.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A port that is free now.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its number").port()
}

/// Starts a program with a port as its argument.
fn start(name: &str, program: &str, port: u16) -> Child {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("network");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(name);
    std::fs::write(&file, program).expect("the program");
    Command::new(env!("CARGO_BIN_EXE_flitz"))
        .arg("--headless")
        .arg(&file)
        .arg(port.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("flitz starts")
}

/// What a program printed; it must have ended well.
fn printed(program: Child) -> String {
    let output = program.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n")
}

#[test]
fn a_client_asks_a_server() {
    let port = free_port();
    let server = start(
        "server.bb",
        r#"
        server = CreateTCPServer(Int(CommandLine()))
        TCPTimeouts 20000, 20000
        For round = 1 To 2
            stream = AcceptTCPStream(server)
            Print "asked by " + DottedIP(TCPStreamIP(stream))
            While Not Eof(stream)
                line$ = ReadLine(stream)
                If line <> "" Then WriteLine stream, Upper(line)
            Wend
            CloseTCPStream stream
        Next
        CloseTCPServer server
        "#,
        port,
    );
    // The second client draws, so that its clock is stepped: the network's time is real all the same.
    let client = |start_with: &str| {
        format!(
            r#"
            {start_with}
            Repeat
                stream = OpenTCPStream("127.0.0.1", Int(CommandLine()))
                tries = tries + 1
            Until stream <> 0 Or tries > 2000
            For i = 1 To 3
                WriteLine stream, "question " + i
                WriteStdout ReadLine(stream) + Chr(10)
            Next
            CloseTCPStream stream
            "#
        )
    };
    let answers = "QUESTION 1\nQUESTION 2\nQUESTION 3\n";
    assert_eq!(printed(start("client.bb", &client(""), port)), answers);
    let drawn = client("Graphics 64, 48, 0, 2");
    assert_eq!(printed(start("drawn.bb", &drawn, port)), answers);
    assert_eq!(printed(server), "asked by 127.0.0.1\nasked by 127.0.0.1\n");
}

#[test]
fn messages_go_to_and_fro() {
    let port = free_port();
    let mut echo = start(
        "echo.bb",
        r#"
        udp = CreateUDPStream(Int(CommandLine()))
        UDPTimeouts 20000
        Repeat
            sender = RecvUDPMsg(udp)
            If sender = 0 Then Exit
            WriteInt udp, ReadInt(udp) * 2
            SendUDPMsg udp, sender, UDPMsgPort(udp)
        Forever
        CloseUDPStream udp
        "#,
        port,
    );
    let asking = start(
        "asking.bb",
        r#"
        udp = CreateUDPStream()
        UDPTimeouts 100
        count = CountHostIPs("127.0.0.1")
        For i = 20 To 21
            ; Messages may get lost, and the other may not be there yet.
            Repeat
                WriteInt udp, i
                SendUDPMsg udp, HostIP(1), Int(CommandLine())
                RecvUDPMsg(udp)
                answer = ReadInt(udp)
            Until answer = 2 * i
            Print answer
        Next
        "#,
        port,
    );
    assert_eq!(printed(asking), "40\n42\n");
    echo.kill().expect("the echo still listens");
    let _ = echo.wait();
}
