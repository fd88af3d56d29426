//! The border to the network: IPv4, as the programs know it.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{
    Ipv4Addr, SocketAddr, SocketAddrV4, TcpListener, TcpStream, ToSocketAddrs, UdpSocket,
};
use std::time::Duration;

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(20);

/// A connection; reading and writing fail with [`ErrorKind::WouldBlock`] where they would have to wait.
pub trait Connection: Read + Write + Send {
    /// Who is at the other end.
    fn peer(&self) -> Option<SocketAddrV4>;
}

/// What waits for connections.
pub trait Listener {
    /// The next connection; fails with [`ErrorKind::WouldBlock`] where none has come.
    fn accept(&self) -> io::Result<Box<dyn Connection>>;
}

/// A socket for single messages.
pub trait Datagrams {
    /// Where it is bound.
    fn address(&self) -> Option<SocketAddrV4>;

    /// Sends a message.
    fn send(&self, message: &[u8], to: SocketAddrV4) -> io::Result<usize>;

    /// Takes the next message and says how long it is and who sent it; fails with [`ErrorKind::WouldBlock`] where none has come.
    fn receive(&self, message: &mut [u8]) -> io::Result<(usize, SocketAddr)>;
}

/// Networks. What takes long is called from a thread of its own.
pub trait Network: Send + Sync {
    /// The addresses of a host; none where it is not known.
    fn addresses(&self, host: &str) -> Vec<Ipv4Addr>;

    /// Connects.
    fn connect(&self, to: SocketAddrV4) -> io::Result<Box<dyn Connection>>;

    /// Waits for connections at a port, 0 for any that is free.
    fn listen(&self, port: u16) -> io::Result<Box<dyn Listener>>;

    /// A socket for messages at a port, 0 for any that is free.
    fn datagrams(&self, port: u16) -> io::Result<Box<dyn Datagrams>>;
}

/// The network of the machine.
pub struct Sockets;

/// The address where it is one of IPv4.
fn v4(address: SocketAddr) -> Option<SocketAddrV4> {
    match address {
        SocketAddr::V4(address) => Some(address),
        SocketAddr::V6(_) => None,
    }
}

impl Connection for TcpStream {
    fn peer(&self) -> Option<SocketAddrV4> {
        self.peer_addr().ok().and_then(v4)
    }
}

impl Listener for TcpListener {
    fn accept(&self) -> io::Result<Box<dyn Connection>> {
        let (stream, _) = TcpListener::accept(self)?;
        stream.set_nonblocking(true)?;
        Ok(Box::new(stream))
    }
}

impl Datagrams for UdpSocket {
    fn address(&self) -> Option<SocketAddrV4> {
        self.local_addr().ok().and_then(v4)
    }

    fn send(&self, message: &[u8], to: SocketAddrV4) -> io::Result<usize> {
        self.send_to(message, to)
    }

    fn receive(&self, message: &mut [u8]) -> io::Result<(usize, SocketAddr)> {
        self.recv_from(message)
    }
}

impl Network for Sockets {
    fn addresses(&self, host: &str) -> Vec<Ipv4Addr> {
        let Ok(found) = (host, 0).to_socket_addrs() else {
            return Vec::new();
        };
        found.filter_map(v4).map(|address| *address.ip()).collect()
    }

    fn connect(&self, to: SocketAddrV4) -> io::Result<Box<dyn Connection>> {
        let stream = TcpStream::connect_timeout(&to.into(), CONNECT)?;
        stream.set_nonblocking(true)?;
        // Games send little and want it there at once.
        stream.set_nodelay(true)?;
        Ok(Box::new(stream))
    }

    fn listen(&self, port: u16) -> io::Result<Box<dyn Listener>> {
        let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, port))?;
        listener.set_nonblocking(true)?;
        Ok(Box::new(listener))
    }

    fn datagrams(&self, port: u16) -> io::Result<Box<dyn Datagrams>> {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, port))?;
        socket.set_nonblocking(true)?;
        Ok(Box::new(socket))
    }
}

/// No network: nobody is known, nothing can be reached.
pub struct Unplugged;

impl Network for Unplugged {
    fn addresses(&self, _: &str) -> Vec<Ipv4Addr> {
        Vec::new()
    }

    fn connect(&self, _: SocketAddrV4) -> io::Result<Box<dyn Connection>> {
        Err(ErrorKind::NetworkUnreachable.into())
    }

    fn listen(&self, _: u16) -> io::Result<Box<dyn Listener>> {
        Err(ErrorKind::NetworkDown.into())
    }

    fn datagrams(&self, _: u16) -> io::Result<Box<dyn Datagrams>> {
        Err(ErrorKind::NetworkDown.into())
    }
}
