//! The network: connections, messages, addresses. Connections and message sockets are streams.
//!
//! Connecting, looking up, accepting, receiving and reading of single values suspend the program, so that its window stays alive. They
//! wait in real time, whatever the program's clock: the others have no other. What moves much at once (`ReadBytes`, `CopyStream`), and
//! writing to a peer that takes nothing, holds the program up, ten seconds at most without progress.

mod tcp;
#[cfg(test)]
mod tests;
mod udp;

use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;

pub use tcp::TcpStream;
pub use udp::UdpStream;

use crate::backend::network::{Connection, Listener, Network};
use crate::command::{Answer, Group, Held, IfAlive, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};
use crate::streams::{Stream, StreamId};
use crate::wait::Wait;

/// What waits for connections, and the streams of those that came.
pub struct TcpServer {
    listener: Box<dyn Listener>,
    /// Handles of the streams that go with the server.
    accepted: Vec<i32>,
}

/// A server that a program gave.
pub type TcpServerId = Key<TcpServer>;

impl Stored for TcpServer {
    const KIND: Kind = Kind::TcpServer;

    fn store(machine: &Machine) -> &Store<Self> {
        &machine.network.servers
    }
}

/// What the commands of the network keep.
pub struct NetworkState {
    /// The network there is.
    pub backend: Arc<dyn Network>,
    servers: Store<TcpServer>,
    /// The addresses that `CountHostIPs` found.
    hosts: Vec<Ipv4Addr>,
    /// How long reading from a connection waits.
    read_timeout: Duration,
    /// How long `AcceptTCPStream` waits.
    accept_timeout: Duration,
    /// How long `RecvUDPMsg` waits.
    receive_timeout: Duration,
    /// Until when the command at which the program is suspended waits.
    deadline: Option<Instant>,
    /// What is looked up or connected to in a thread of its own.
    lookup: Option<Receiver<Vec<Ipv4Addr>>>,
    connecting: Option<Receiver<Option<Box<dyn Connection>>>>,
}

impl NetworkState {
    /// With this network, and nothing open.
    pub fn new(backend: Arc<dyn Network>) -> Self {
        Self {
            backend,
            servers: Store::new(Kind::TcpServer),
            hosts: Vec::new(),
            // As in Blitz3D.
            read_timeout: Duration::from_secs(10),
            accept_timeout: Duration::ZERO,
            receive_timeout: Duration::ZERO,
            deadline: None,
            lookup: None,
            connecting: None,
        }
    }
}

/// Suspends the program for a moment; the command is called again.
pub(crate) fn wait<T>(m: &mut Machine) -> Answer<T> {
    m.wait = Wait::Network;
    Err(Interrupt::Retry)
}

/// Whether a command that waits this long in all is to go on waiting.
fn has_time(m: &mut Machine, timeout: Duration) -> bool {
    let deadline = *m
        .network
        .deadline
        .get_or_insert_with(|| Instant::now() + timeout);
    let left = Instant::now() < deadline;
    if !left {
        m.network.deadline = None;
    }
    left
}

/// A number of milliseconds from a program; less than nothing is nothing.
fn millis(number: i32) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}

/// An address as an Int, its first number highest.
fn number(ip: Ipv4Addr) -> i32 {
    u32::from(ip) as i32
}

/// Runs something that takes long beside the program, which is suspended until it is done.
fn beside<T: Default + Send + 'static>(
    pending: &mut Option<Receiver<T>>,
    start: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let receiver = pending.get_or_insert_with(|| {
        let (sender, receiver) = channel();
        // The program may have ended meanwhile: then nobody takes the result.
        std::thread::spawn(move || sender.send(start()));
        receiver
    });
    let result = match receiver.try_recv() {
        Ok(result) => result,
        Err(TryRecvError::Empty) => return None,
        Err(TryRecvError::Disconnected) => T::default(),
    };
    *pending = None;
    Some(result)
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "network",
    [
        open_tcp_stream,
        close_tcp_stream,
        create_tcp_server,
        close_tcp_server,
        accept_tcp_stream,
        tcp_stream_ip,
        tcp_stream_port,
        tcp_timeouts,
        create_udp_stream,
        close_udp_stream,
        send_udp_msg,
        recv_udp_msg,
        udp_stream_ip,
        udp_stream_port,
        udp_msg_ip,
        udp_msg_port,
        udp_timeouts,
        count_host_ips,
        host_ip,
        dotted_ip
    ]
);

/// Connects to a server and gives the connection as a stream, or 0 where it cannot be reached.
///
/// `server` is a name or an address like `127.0.0.1`. What is read waits until it has come, ten seconds at most, see `TCPTimeouts`.
/// `ReadAvail` says how much is there, `Eof` whether the other end has closed (1) or the connection failed (-1). The port of this end
/// is chosen by the system, whatever `local_port` says.
#[command(OpenTCPStream, permission = Network, waits, defaults(local_port = 0))]
fn open_tcp_stream(
    m: &mut Machine,
    server: &Str,
    server_port: i32,
    local_port: i32,
) -> Answer<i32> {
    if local_port != 0 {
        m.console
            .note("OpenTCPStream: the local port is chosen by the system.");
    }
    let (host, port) = (server.to_text(), server_port as u16);
    let backend = Arc::clone(&m.network.backend);
    let connect = move || {
        let ip = backend.addresses(&host).first().copied()?;
        backend.connect(SocketAddrV4::new(ip, port)).ok()
    };
    match beside(&mut m.network.connecting, connect) {
        None => wait(m),
        Some(None) => Ok(0),
        Some(Some(connection)) => {
            let about = format!("the connection to {}", server.to_text());
            let stream: Box<dyn Stream> = Box::new(TcpStream::new(connection));
            m.streams.add(&mut m.handles, stream, &about)
        }
    }
}

/// Closes a connection.
#[command(CloseTCPStream)]
fn close_tcp_stream(m: &mut Machine, tcp_stream: IfAlive<StreamId>) -> Answer {
    close(m, tcp_stream)
}

fn close(m: &mut Machine, stream: IfAlive<StreamId>) -> Answer {
    if let Some(stream) = stream.0 {
        m.streams.remove(&mut m.handles, stream);
    }
    Ok(())
}

/// Waits for connections at a port, and gives the server, or 0 where the port is taken.
#[command(CreateTCPServer, permission = Network)]
fn create_tcp_server(m: &mut Machine, port: i32) -> Answer<i32> {
    let Ok(listener) = m.network.backend.listen(port as u16) else {
        return Ok(0);
    };
    let server = TcpServer {
        listener,
        accepted: Vec::new(),
    };
    m.network
        .servers
        .add(&mut m.handles, server, &format!("at port {port}"))
}

/// Ends a server, and with it the connections that it accepted.
#[command(CloseTCPServer)]
fn close_tcp_server(m: &mut Machine, tcp_server: IfAlive<TcpServerId>) -> Answer {
    let Some(id) = tcp_server.0 else {
        return Ok(());
    };
    let accepted = std::mem::take(&mut m.network.servers[id].accepted);
    for handle in accepted {
        // Some may have been closed before.
        let stream = StreamId::find(m, handle).ok();
        close(m, IfAlive(stream))?;
    }
    m.network.servers.remove(&mut m.handles, id);
    Ok(())
}

/// The next connection to a server as a stream, 0 where none has come.
///
/// Waits for one as long as `TCPTimeouts` says; at the start not at all.
#[command(AcceptTCPStream, waits)]
fn accept_tcp_stream(m: &mut Machine, tcp_server: TcpServerId) -> Answer<i32> {
    let Ok(connection) = m.network.servers[tcp_server].listener.accept() else {
        let timeout = m.network.accept_timeout;
        return if has_time(m, timeout) { wait(m) } else { Ok(0) };
    };
    m.network.deadline = None;
    let stream: Box<dyn Stream> = Box::new(TcpStream::new(connection));
    let handle = m
        .streams
        .add(&mut m.handles, stream, "an accepted connection")?;
    let living: Vec<i32> = m.network.servers[tcp_server]
        .accepted
        .iter()
        .copied()
        .filter(|&old| StreamId::find(m, old).is_ok())
        .collect();
    let accepted = &mut m.network.servers[tcp_server].accepted;
    *accepted = living;
    accepted.push(handle);
    Ok(handle)
}

/// Who is at the other end of a connection.
fn peer(m: &mut Machine, stream: StreamId) -> Answer<SocketAddrV4> {
    let tcp = m.streams[stream].as_tcp().ok_or_else(|| {
        Interrupt::error(
            "This stream is no connection. OpenTCPStream and AcceptTCPStream give one.",
        )
    })?;
    Ok(tcp
        .peer()
        .unwrap_or(SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0)))
}

/// The address of the other end of a connection as an Int, see `DottedIP`.
#[command(TCPStreamIP)]
fn tcp_stream_ip(m: &mut Machine, tcp_stream: StreamId) -> Answer<i32> {
    Ok(number(*peer(m, tcp_stream)?.ip()))
}

/// The port of the other end of a connection.
#[command(TCPStreamPort)]
fn tcp_stream_port(m: &mut Machine, tcp_stream: StreamId) -> Answer<i32> {
    Ok(peer(m, tcp_stream)?.port().into())
}

/// Sets how many milliseconds reading from a connection waits for what has not come, 10000 at the start, and `AcceptTCPStream` for a
/// connection, 0 at the start.
#[command(TCPTimeouts)]
fn tcp_timeouts(m: &mut Machine, read_millis: i32, accept_millis: i32) -> Answer {
    m.network.read_timeout = millis(read_millis);
    m.network.accept_timeout = millis(accept_millis);
    Ok(())
}

/// Opens a port for messages and gives it as a stream, or 0 where the port is taken; port 0 is any that is free.
///
/// What is written is gathered and sent as one message by `SendUDPMsg`; after `RecvUDPMsg` the message that came is read.
#[command(CreateUDPStream, permission = Network, defaults(port = 0))]
fn create_udp_stream(m: &mut Machine, port: i32) -> Answer<i32> {
    let Ok(socket) = m.network.backend.datagrams(port as u16) else {
        return Ok(0);
    };
    let stream: Box<dyn Stream> = Box::new(UdpStream::new(socket));
    let about = format!("messages at port {port}");
    m.streams.add(&mut m.handles, stream, &about)
}

/// Closes a port for messages.
#[command(CloseUDPStream)]
fn close_udp_stream(m: &mut Machine, udp_stream: IfAlive<StreamId>) -> Answer {
    close(m, udp_stream)
}

fn udp(m: &mut Machine, stream: StreamId) -> Answer<&mut UdpStream> {
    m.streams[stream].as_udp().ok_or_else(|| {
        Interrupt::error("This stream is not for messages. CreateUDPStream gives one that is.")
    })
}

/// Sends what was written to a stream of messages, as one message.
///
/// `dest_ip` is an address as an Int, see `HostIP`; without a port it goes to the same port as the stream's own.
#[command(SendUDPMsg, defaults(dest_port = 0))]
fn send_udp_msg(m: &mut Machine, udp_stream: StreamId, dest_ip: i32, dest_port: i32) -> Answer {
    udp(m, udp_stream)?.send(Ipv4Addr::from(dest_ip as u32), dest_port as u16);
    Ok(())
}

/// Takes the next message, which can then be read, and gives its sender's address as an Int; 0 where none has come.
///
/// Waits for one as long as `UDPTimeouts` says; at the start not at all.
#[command(RecvUDPMsg, waits)]
fn recv_udp_msg(m: &mut Machine, udp_stream: StreamId) -> Answer<i32> {
    let stream = udp(m, udp_stream)?;
    if stream.receive() {
        let sender = number(*stream.sender().ip());
        m.network.deadline = None;
        return Ok(sender);
    }
    let timeout = m.network.receive_timeout;
    if has_time(m, timeout) { wait(m) } else { Ok(0) }
}

/// The address that a stream of messages is bound to as an Int; 0 for all of this machine.
#[command(UDPStreamIP)]
fn udp_stream_ip(m: &mut Machine, udp_stream: StreamId) -> Answer<i32> {
    Ok(number(*udp(m, udp_stream)?.address().ip()))
}

/// The port of a stream of messages.
#[command(UDPStreamPort)]
fn udp_stream_port(m: &mut Machine, udp_stream: StreamId) -> Answer<i32> {
    Ok(udp(m, udp_stream)?.address().port().into())
}

/// The address that the last message came from as an Int, see `DottedIP`.
#[command(UDPMsgIP)]
fn udp_msg_ip(m: &mut Machine, udp_stream: StreamId) -> Answer<i32> {
    Ok(number(*udp(m, udp_stream)?.sender().ip()))
}

/// The port that the last message came from.
#[command(UDPMsgPort)]
fn udp_msg_port(m: &mut Machine, udp_stream: StreamId) -> Answer<i32> {
    Ok(udp(m, udp_stream)?.sender().port().into())
}

/// Sets how many milliseconds `RecvUDPMsg` waits for a message, 0 at the start.
#[command(UDPTimeouts)]
fn udp_timeouts(m: &mut Machine, recv_timeout: i32) -> Answer {
    m.network.receive_timeout = millis(recv_timeout);
    Ok(())
}

/// Looks a host up, and gives how many addresses it has, 0 where it is not known; `HostIP` gives them.
#[command(CountHostIPs, permission = Network, waits)]
fn count_host_ips(m: &mut Machine, host_name: &Str) -> Answer<i32> {
    let backend = Arc::clone(&m.network.backend);
    let host = host_name.to_text();
    match beside(&mut m.network.lookup, move || backend.addresses(&host)) {
        None => wait(m),
        Some(found) => {
            m.network.hosts = found;
            Ok(i32::try_from(m.network.hosts.len()).unwrap_or(i32::MAX))
        }
    }
}

/// An address of the host that `CountHostIPs` looked up, as an Int, counted from 1; 0 where there is none.
#[command(HostIP)]
fn host_ip(m: &mut Machine, host_index: i32) -> Answer<i32> {
    let index = usize::try_from(host_index)
        .ok()
        .and_then(|index| index.checked_sub(1));
    let found = index.and_then(|index| m.network.hosts.get(index));
    Ok(found.map_or(0, |&ip| number(ip)))
}

/// An address that is an Int in the usual words.
///
/// ```basic
/// Print DottedIP($7F000001) ; 127.0.0.1
/// ```
#[command(DottedIP)]
fn dotted_ip(ip: i32) -> Answer<Str> {
    Ok(Ipv4Addr::from(ip as u32).to_string().into())
}

impl Machine {
    /// Suspends the program until so many bytes can be read from a stream without waiting, or never will.
    #[inline]
    pub(crate) fn wait_for_bytes(&mut self, stream: StreamId, count: usize) -> Answer {
        let patience = self.network.read_timeout;
        let tcp = self.streams[stream].as_tcp();
        if tcp.is_some_and(|tcp| !tcp.is_ready(count, patience)) {
            return wait(self);
        }
        Ok(())
    }

    /// The same for a line.
    pub(crate) fn wait_for_line(&mut self, stream: StreamId) -> Answer {
        let patience = self.network.read_timeout;
        let tcp = self.streams[stream].as_tcp();
        if tcp.is_some_and(|tcp| !tcp.has_line(patience)) {
            return wait(self);
        }
        Ok(())
    }

    /// The same for a string that has its length before it.
    pub(crate) fn wait_for_string(&mut self, stream: StreamId) -> Answer {
        self.wait_for_bytes(stream, 4)?;
        let length = match self.streams[stream].as_tcp() {
            Some(tcp) => tcp.peek(),
            None => None,
        };
        let length = length.map_or(0, i32::from_le_bytes);
        // No more than the stream keeps: a length that lies must not wait for what has no room.
        let most = tcp::MOST_WAITING as i32;
        self.wait_for_bytes(stream, 4 + length.clamp(0, most - 4) as usize)
    }
}
