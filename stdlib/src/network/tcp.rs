//! Connections as streams.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::SocketAddrV4;
use std::time::{Duration, Instant};

use crate::backend::network::Connection;
use crate::files::FileStream;
use crate::streams::{End, Stream};

/// Bytes that are taken from the system before the program reads them, at most; the rest waits at the sender's.
pub(super) const MOST_WAITING: usize = 1 << 20;

/// Bytes taken from the system at once.
const CHUNK: usize = 1 << 14;

/// How long a peer that takes nothing may hold up the program.
const LONGEST_WRITE: Duration = Duration::from_secs(10);

/// A connection.
pub struct TcpStream {
    connection: Box<dyn Connection>,
    peer: Option<SocketAddrV4>,
    /// What has come and not been read.
    come: VecDeque<u8>,
    end: End,
    /// Whether the other end sends no more.
    closed: bool,
    /// How long the program waits for bytes that it asked for, and until when it does.
    patience: Duration,
    deadline: Option<Instant>,
    /// Whether that time is over.
    timed_out: bool,
}

impl TcpStream {
    /// The stream of a connection.
    pub fn new(connection: Box<dyn Connection>) -> Self {
        Self {
            peer: connection.peer(),
            connection,
            come: VecDeque::new(),
            end: End::Not,
            closed: false,
            patience: LONGEST_WRITE,
            deadline: None,
            timed_out: false,
        }
    }

    /// Who is at the other end.
    pub fn peer(&self) -> Option<SocketAddrV4> {
        self.peer
    }

    /// Takes what has come.
    fn take_what_has_come(&mut self) {
        let mut chunk = [0; CHUNK];
        while !self.closed && self.end == End::Not && self.come.len() < MOST_WAITING {
            match self.connection.read(&mut chunk) {
                Ok(0) => self.closed = true,
                Ok(count) => self.come.extend(chunk.iter().take(count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => self.end = End::Failed,
            }
        }
    }

    /// Whether reading so many bytes has not to wait: they are there, or will never be. A stream that is read when that time has gone
    /// by fails.
    pub fn is_ready(&mut self, count: usize, patience: Duration) -> bool {
        self.patience = patience;
        self.take_what_has_come();
        if self.come.len() >= count.min(MOST_WAITING)
            || self.closed
            || self.timed_out
            || self.end != End::Not
        {
            return true;
        }
        // It runs until something is read, over all the calls of a command that asks for one thing after the other.
        let deadline = *self
            .deadline
            .get_or_insert_with(|| Instant::now() + patience);
        self.timed_out = Instant::now() >= deadline;
        self.timed_out
    }

    /// Whether a whole line is there, or will never be; see [`TcpStream::is_ready`].
    pub fn has_line(&mut self, patience: Duration) -> bool {
        self.take_what_has_come();
        let wanted = if self.come.contains(&b'\n') || self.come.len() >= MOST_WAITING {
            0
        } else {
            self.come.len() + 1
        };
        self.is_ready(wanted, patience)
            && (wanted == 0
                || self.closed
                || self.timed_out
                || self.end != End::Not
                || self.come.contains(&b'\n'))
    }

    /// The first bytes that have come, where there are so many.
    pub fn peek<const N: usize>(&self) -> Option<[u8; N]> {
        let first: Vec<u8> = self.come.iter().copied().take(N).collect();
        first.try_into().ok()
    }

    fn send(&mut self, mut bytes: &[u8]) -> io::Result<usize> {
        let start = Instant::now();
        let all = bytes.len();
        while !bytes.is_empty() {
            match self.connection.write(bytes) {
                Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if start.elapsed() > LONGEST_WRITE {
                        return Err(ErrorKind::TimedOut.into());
                    }
                    // The other end may wait for room to send, too.
                    self.take_what_has_come();
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(all)
    }
}

impl Stream for TcpStream {
    /// Less than asked for is the end, or a failure. Commands that read little have waited before, with the program suspended; here those
    /// that read much wait for the rest.
    fn read(&mut self, target: &mut [u8]) -> usize {
        if self.end != End::Not {
            return 0;
        }
        while !self.is_ready(target.len(), self.patience) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let count = target.len().min(self.come.len());
        for (to, from) in target.iter_mut().zip(self.come.drain(..count)) {
            *to = from;
        }
        if count < target.len() {
            self.end = if self.closed {
                End::Reached
            } else {
                End::Failed
            };
        }
        count
    }

    fn write(&mut self, bytes: &[u8]) -> usize {
        if self.end != End::Not {
            return 0;
        }
        self.send(bytes).unwrap_or_else(|_| {
            self.end = End::Failed;
            0
        })
    }

    fn available(&mut self) -> u64 {
        self.take_what_has_come();
        self.come.len() as u64
    }

    fn end(&mut self) -> End {
        self.take_what_has_come();
        if self.end == End::Not && self.closed && self.come.is_empty() {
            self.end = End::Reached;
        }
        self.end
    }

    fn as_file(&mut self) -> Option<&mut FileStream> {
        None
    }

    fn as_tcp(&mut self) -> Option<&mut TcpStream> {
        Some(self)
    }
}
