//! Messages as streams: what is written is sent as one, and the one that came last is read.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};

use crate::backend::network::Datagrams;
use crate::files::FileStream;
use crate::streams::{End, Stream};

/// Bytes of the largest message.
const LARGEST: usize = 65_536;

/// A socket for messages.
pub struct UdpStream {
    socket: Box<dyn Datagrams>,
    address: SocketAddrV4,
    /// The message that came last, and how much of it has been read.
    came: Vec<u8>,
    read: usize,
    sender: SocketAddrV4,
    /// What is to be sent.
    message: Vec<u8>,
    failed: bool,
}

impl UdpStream {
    /// The stream of a socket.
    pub fn new(socket: Box<dyn Datagrams>) -> Self {
        let nowhere = SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0);
        let address = socket.address().unwrap_or(nowhere);
        Self {
            socket,
            address,
            came: Vec::new(),
            read: 0,
            // Before the first message the stream names itself, as in Blitz3D.
            sender: address,
            message: Vec::new(),
            failed: false,
        }
    }

    /// Where it is bound.
    pub fn address(&self) -> SocketAddrV4 {
        self.address
    }

    /// Who sent the message that came last.
    pub fn sender(&self) -> SocketAddrV4 {
        self.sender
    }

    /// Takes the next message, which is what is read from now on; whether there is one.
    pub fn receive(&mut self) -> bool {
        let mut bytes = vec![0; LARGEST];
        while !self.failed {
            match self.socket.receive(&mut bytes) {
                Ok((count, SocketAddr::V4(sender))) => {
                    bytes.truncate(count);
                    bytes.shrink_to_fit();
                    (self.came, self.read, self.sender) = (bytes, 0, sender);
                    return true;
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return false,
                // A message that came back, or one that was cut, is none; the next may be.
                Ok(_) | Err(_) => {}
            }
        }
        false
    }

    /// Sends what was written, as one message; to the port of its own where `port` is 0.
    pub fn send(&mut self, ip: Ipv4Addr, port: u16) {
        let port = if port == 0 { self.address.port() } else { port };
        let message = std::mem::take(&mut self.message);
        let sent = self.socket.send(&message, SocketAddrV4::new(ip, port));
        self.failed |= sent.ok() != Some(message.len());
    }
}

impl Stream for UdpStream {
    fn read(&mut self, target: &mut [u8]) -> usize {
        if self.failed {
            return 0;
        }
        let rest = self.came.get(self.read..).unwrap_or_default();
        let count = rest.len().min(target.len());
        target
            .iter_mut()
            .zip(rest)
            .for_each(|(to, from)| *to = *from);
        self.read += count;
        count
    }

    fn write(&mut self, bytes: &[u8]) -> usize {
        if self.failed {
            return 0;
        }
        // What is longer than a message cannot be sent; it need not be kept to say so.
        let room = (LARGEST + 1).saturating_sub(self.message.len());
        self.message
            .extend_from_slice(bytes.get(..room.min(bytes.len())).unwrap_or_default());
        bytes.len()
    }

    fn available(&mut self) -> u64 {
        if self.failed {
            return 0;
        }
        self.came.len().saturating_sub(self.read) as u64
    }

    fn end(&mut self) -> End {
        match (self.failed, self.read >= self.came.len()) {
            (true, _) => End::Failed,
            (false, true) => End::Reached,
            (false, false) => End::Not,
        }
    }

    fn as_file(&mut self) -> Option<&mut FileStream> {
        None
    }

    fn as_udp(&mut self) -> Option<&mut UdpStream> {
        Some(self)
    }
}
