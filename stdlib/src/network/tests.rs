use std::io::{Read, Write};
use std::net::{TcpListener, UdpSocket};

use crate::machine::Machine;
use crate::testing::{Outcome, call, int};
use crate::wait::Wait;

use super::*;

/// Calls a command until it has not to wait.
fn patiently<A: Copy + crate::testing::Arguments>(
    m: &mut Machine,
    name: &str,
    arguments: A,
) -> Outcome {
    for _ in 0..20_000 {
        match call(m, name, arguments) {
            Outcome::Retry => {
                assert_eq!(m.wait.take(), Wait::Network);
                std::thread::sleep(Duration::from_millis(1));
            }
            other => return other,
        }
    }
    panic!("{name} waits for ever");
}

/// A program's connection, and the other end of it.
fn connected(m: &mut Machine) -> (i32, std::net::TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = i32::from(listener.local_addr().unwrap().port());
    let stream = int(patiently(m, "OpenTCPStream", ("127.0.0.1", port)));
    assert_ne!(stream, 0);
    assert_eq!(call(m, "TCPStreamPort", (stream,)), Outcome::Int(port));
    assert_eq!(call(m, "TCPStreamIP", (stream,)), Outcome::Int(0x7F00_0001));
    (stream, listener.accept().unwrap().0)
}

#[test]
fn what_is_written_at_one_end_is_read_at_the_other() {
    let mut m = Machine::for_tests();
    let server = int(call(&mut m, "CreateTCPServer", (0,)));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    assert_eq!(call(&mut m, "AcceptTCPStream", (server,)), Outcome::Int(0));
    drop(listener);
    let (stream, mut other) = connected(&mut m);
    call(&mut m, "WriteLine", (stream, "hello"));
    call(&mut m, "WriteInt", (stream, -2));
    let mut bytes = [0; 11];
    other.read_exact(&mut bytes).unwrap();
    assert_eq!(&bytes, b"hello\r\n\xFE\xFF\xFF\xFF");

    assert_eq!(call(&mut m, "Eof", (stream,)), Outcome::Int(0));
    assert_eq!(call(&mut m, "ReadAvail", (stream,)), Outcome::Int(0));
    // In pieces: what is not there yet is waited for.
    assert_eq!(call(&mut m, "ReadLine", (stream,)), Outcome::Retry);
    m.wait.take();
    other.write_all(b"good ").unwrap();
    other.write_all(b"day\r\n\x07\0").unwrap();
    assert_eq!(
        patiently(&mut m, "ReadLine", (stream,)),
        Outcome::Text("good day".into())
    );
    assert_eq!(patiently(&mut m, "ReadShort", (stream,)), Outcome::Int(7));
    other.write_all(b"\x03\0\0\0abc").unwrap();
    assert_eq!(
        patiently(&mut m, "ReadString", (stream,)),
        Outcome::Text("abc".into())
    );
    other.write_all(b"xy").unwrap();
    drop(other);
    // The end: what is missing counts as 0.
    assert_eq!(
        patiently(&mut m, "ReadInt", (stream,)),
        Outcome::Int(0x7978)
    );
    assert_eq!(call(&mut m, "Eof", (stream,)), Outcome::Int(1));
    assert_eq!(call(&mut m, "WriteByte", (stream, 1)), Outcome::Nothing);
    call(&mut m, "CloseTCPStream", (stream,));
    assert!(
        call(&mut m, "ReadByte", (stream,)).is_error("closed")
            || call(&mut m, "Eof", (stream,)).is_error("")
    );
}

#[test]
fn a_server_takes_its_connections_along() {
    let mut m = Machine::for_tests();
    let port = {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        i32::from(free.local_addr().unwrap().port())
    };
    let server = int(call(&mut m, "CreateTCPServer", (port,)));
    assert_ne!(server, 0);
    assert_eq!(call(&mut m, "CreateTCPServer", (port,)), Outcome::Int(0));
    call(&mut m, "TCPTimeouts", (10_000, 5_000));
    let mut client = std::net::TcpStream::connect(("127.0.0.1", port as u16)).unwrap();
    let accepted = int(patiently(&mut m, "AcceptTCPStream", (server,)));
    assert_ne!(accepted, 0);
    client.write_all(b"!").unwrap();
    assert_eq!(patiently(&mut m, "ReadByte", (accepted,)), Outcome::Int(33));
    call(&mut m, "CloseTCPServer", (server,));
    assert!(matches!(
        call(&mut m, "Eof", (accepted,)),
        Outcome::Error(_)
    ));
    assert_eq!(client.read(&mut [0]).unwrap_or(0), 0);
    call(&mut m, "CloseTCPServer", (server,));
    assert_eq!(call(&mut m, "CloseTCPServer", (0,)), Outcome::Nothing);
}

#[test]
fn a_peer_that_stalls_or_lies_fails_in_its_time() {
    let mut m = Machine::for_tests();
    let (stream, mut other) = connected(&mut m);
    call(&mut m, "TCPTimeouts", (50, 0));
    // A length of 2 GB, and no more.
    other.write_all(b"\xFF\xFF\xFF\x7Fabc").unwrap();
    let start = Instant::now();
    assert_eq!(
        patiently(&mut m, "ReadString", (stream,)),
        Outcome::Text("abc".into())
    );
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(call(&mut m, "Eof", (stream,)), Outcome::Int(-1));
    assert_eq!(call(&mut m, "ReadByte", (stream,)), Outcome::Int(0));

    // One that floods fills no more than there is room for.
    let (stream, mut other) = connected(&mut m);
    other.set_nonblocking(true).unwrap();
    let mut sent = 0;
    for _ in 0..1000 {
        sent += other.write(&[7; 65_536]).unwrap_or(0);
        assert!(int(call(&mut m, "ReadAvail", (stream,))) <= (1 << 20) + (1 << 14));
    }
    assert!(sent > 1 << 20);

    let nobody = {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        i32::from(free.local_addr().unwrap().port())
    };
    assert_eq!(
        patiently(&mut m, "OpenTCPStream", ("127.0.0.1", nobody)),
        Outcome::Int(0)
    );
    m.network.backend = Arc::new(crate::backend::network::Unplugged);
    assert_eq!(
        patiently(&mut m, "OpenTCPStream", ("127.0.0.1", 80)),
        Outcome::Int(0)
    );
    assert_eq!(call(&mut m, "CreateUDPStream", (0,)), Outcome::Int(0));
}

#[test]
fn messages_come_whole_and_say_who_sent_them() {
    let mut m = Machine::for_tests();
    let stream = int(call(&mut m, "CreateUDPStream", (0,)));
    let port = int(call(&mut m, "UDPStreamPort", (stream,)));
    assert_eq!(call(&mut m, "RecvUDPMsg", (stream,)), Outcome::Int(0));
    assert_eq!(call(&mut m, "Eof", (stream,)), Outcome::Int(1));
    let other = UdpSocket::bind("127.0.0.1:0").unwrap();
    let theirs = i32::from(other.local_addr().unwrap().port());
    call(&mut m, "UDPTimeouts", (5_000,));
    for message in [&b"\x01\x02"[..], b"", b"\x03"] {
        other.send_to(message, ("127.0.0.1", port as u16)).unwrap();
    }
    let here = Outcome::Int(0x7F00_0001);
    assert_eq!(patiently(&mut m, "RecvUDPMsg", (stream,)), here);
    assert_eq!(call(&mut m, "UDPMsgPort", (stream,)), Outcome::Int(theirs));
    assert_eq!(call(&mut m, "ReadAvail", (stream,)), Outcome::Int(2));
    assert_eq!(call(&mut m, "ReadByte", (stream,)), Outcome::Int(1));
    // The next one takes the place of what was not read.
    assert_eq!(patiently(&mut m, "RecvUDPMsg", (stream,)), here);
    assert_eq!(call(&mut m, "Eof", (stream,)), Outcome::Int(1));
    assert_eq!(patiently(&mut m, "RecvUDPMsg", (stream,)), here);
    assert_eq!(call(&mut m, "ReadByte", (stream,)), Outcome::Int(3));

    call(&mut m, "WriteByte", (stream, 9));
    call(&mut m, "WriteByte", (stream, 8));
    call(&mut m, "SendUDPMsg", (stream, 0x7F00_0001, theirs));
    let mut bytes = [0; 8];
    assert_eq!(other.recv(&mut bytes).unwrap(), 2);
    assert_eq!(bytes[..2], [9, 8]);
    // Too long for a message: the stream has failed.
    let long = "x".repeat(70_000);
    call(&mut m, "WriteLine", (stream, &*long));
    call(&mut m, "SendUDPMsg", (stream, 0x7F00_0001, theirs));
    assert_eq!(call(&mut m, "Eof", (stream,)), Outcome::Int(-1));
    assert!(call(&mut m, "TCPStreamIP", (stream,)).is_error("no connection"));
}

#[test]
fn hosts_have_addresses() {
    let mut m = Machine::for_tests();
    assert_eq!(
        patiently(&mut m, "CountHostIPs", ("127.0.0.1",)),
        Outcome::Int(1)
    );
    assert_eq!(call(&mut m, "HostIP", (1,)), Outcome::Int(0x7F00_0001));
    assert_eq!(call(&mut m, "HostIP", (2,)), Outcome::Int(0));
    assert_eq!(call(&mut m, "HostIP", (0,)), Outcome::Int(0));
    assert_eq!(
        call(&mut m, "DottedIP", (-1,)),
        Outcome::Text("255.255.255.255".into())
    );
}
