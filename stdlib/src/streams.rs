//! Streams: reading and writing bytes, numbers and text. Numbers go little end first.
//!
//! Reading past the end is no error: what is missing counts as 0, and `Eof` tells.

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;

use crate::command::{Answer, Group, command, group};
use crate::files::FileStream;
use crate::handles::Kind;
use crate::machine::Machine;
use crate::network::{TcpStream, UdpStream};
use crate::store::{Key, Store, Stored};

/// Bytes that `CopyStream` may move at once.
const LARGEST_COPY: i32 = 1 << 20;

/// Something that bytes are read from and written to.
pub trait Stream {
    /// Reads bytes and says how many there were; fewer than asked for only at the end.
    fn read(&mut self, target: &mut [u8]) -> usize;
    /// Writes bytes and says how many were taken.
    fn write(&mut self, bytes: &[u8]) -> usize;
    /// How many bytes can be read without waiting.
    fn available(&mut self) -> u64;
    /// Whether there is more to read.
    fn end(&mut self) -> End;
    /// The stream as a file, if it is one.
    fn as_file(&mut self) -> Option<&mut FileStream>;
    /// The stream as a connection, if it is one.
    fn as_tcp(&mut self) -> Option<&mut TcpStream> {
        None
    }
    /// The stream as one of messages, if it is one.
    fn as_udp(&mut self) -> Option<&mut UdpStream> {
        None
    }
}

/// Whether a stream has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There is more, or may be.
    Not,
    /// There is nothing more.
    Reached,
    /// It failed.
    Failed,
}

/// An open stream that a program gave.
pub type StreamId = Key<Box<dyn Stream>>;

impl Stored for Box<dyn Stream> {
    const KIND: Kind = Kind::File;

    #[inline]
    fn store(machine: &Machine) -> &Store<Self> {
        &machine.streams
    }
}

/// Bytes for a number; those past the end are 0.
fn number<const N: usize>(stream: &mut dyn Stream) -> [u8; N] {
    let mut bytes = [0; N];
    stream.read(&mut bytes);
    bytes
}

/// Moves bytes in pieces of `chunk` until a piece is short. Where `to` is `None` what is read is written right behind.
///
/// Of a file no more than it has now: where both streams are the same file, what is written would otherwise be read in turn without end.
fn copy(from: &mut dyn Stream, mut to: Option<&mut dyn Stream>, chunk: usize) {
    let mut left = from.as_file().map_or(u64::MAX, |file| file.available());
    let mut bytes = vec![0; chunk];
    while left > 0 {
        let wanted = usize::try_from(left).map_or(chunk, |left| left.min(chunk));
        let count = from.read(bytes.get_mut(..wanted).unwrap_or_default());
        let read = bytes.get(..count).unwrap_or_default();
        match &mut to {
            Some(to) => to.write(read),
            None => from.write(read),
        };
        left -= count as u64;
        if count < chunk {
            break;
        }
    }
}

/// Text with its length before it, as `WriteString` wrote it; a length past the end gives what is there.
fn take_string(stream: &mut dyn Stream) -> Vec<u8> {
    let mut length = [0; 4];
    if stream.read(&mut length) < length.len() {
        return Vec::new();
    }
    let mut left = usize::try_from(i32::from_le_bytes(length)).unwrap_or(0);
    let mut out = Vec::new();
    let mut chunk = [0; 4096];
    // In pieces, so that a length that lies costs no more memory than the stream has bytes.
    while left > 0 {
        let wanted = left.min(chunk.len());
        let count = stream.read(chunk.get_mut(..wanted).unwrap_or_default());
        out.extend_from_slice(chunk.get(..count).unwrap_or_default());
        if count < wanted {
            break;
        }
        left -= count;
    }
    out
}

/// Text up to the next line end, without it; every carriage return is left out.
fn take_line(stream: &mut dyn Stream) -> Vec<u8> {
    let mut line = Vec::new();
    let mut byte = [0];
    while stream.read(&mut byte) == 1 {
        match byte {
            [b'\n'] => break,
            [b'\r'] => {}
            [other] => line.push(other),
        }
    }
    line
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "streams",
    [
        eof,
        read_avail,
        read_byte,
        read_short,
        read_int,
        read_float,
        read_string,
        read_line,
        write_byte,
        write_short,
        write_int,
        write_float,
        write_string,
        write_line,
        copy_stream
    ]
);

/// Whether a file or stream has nothing more to read: 1 if so, else 0; -1 where a connection has failed.
///
/// ```basic
/// file = WriteFile("names.txt")
/// WriteLine file, "Ada"
/// CloseFile file
/// file = ReadFile("names.txt")
/// While Not Eof(file)
///     Print ReadLine(file) ; Ada
/// Wend
/// CloseFile file
/// ```
#[command(Eof)]
fn eof(m: &mut Machine, stream: StreamId) -> Answer<i32> {
    Ok(match m.streams[stream].end() {
        End::Not => 0,
        End::Reached => 1,
        End::Failed => -1,
    })
}

/// How many bytes can be read from a file or stream without waiting.
#[command(ReadAvail)]
fn read_avail(m: &mut Machine, stream: StreamId) -> Answer<i32> {
    let available = m.streams[stream].available();
    Ok(i32::try_from(available).unwrap_or(i32::MAX))
}

/// Reads a byte, from 0 to 255; 0 at the end.
#[command(ReadByte, waits)]
fn read_byte(m: &mut Machine, stream: StreamId) -> Answer<i32> {
    m.wait_for_bytes(stream, 1)?;
    let [byte] = number(m.streams[stream].as_mut());
    Ok(byte.into())
}

/// Reads two bytes as a number from 0 to 65535.
#[command(ReadShort, waits)]
fn read_short(m: &mut Machine, stream: StreamId) -> Answer<i32> {
    m.wait_for_bytes(stream, 2)?;
    Ok(u16::from_le_bytes(number(m.streams[stream].as_mut())).into())
}

/// Reads four bytes as an Int.
#[command(ReadInt, waits)]
fn read_int(m: &mut Machine, stream: StreamId) -> Answer<i32> {
    m.wait_for_bytes(stream, 4)?;
    Ok(i32::from_le_bytes(number(m.streams[stream].as_mut())))
}

/// Reads four bytes as a Float.
#[command(ReadFloat, waits)]
fn read_float(m: &mut Machine, stream: StreamId) -> Answer<f32> {
    m.wait_for_bytes(stream, 4)?;
    Ok(f32::from_le_bytes(number(m.streams[stream].as_mut())))
}

/// Reads a text that `WriteString` wrote: its length as an Int, then its bytes.
#[command(ReadString, waits)]
fn read_string(m: &mut Machine, stream: StreamId) -> Answer<Str> {
    m.wait_for_string(stream)?;
    Ok(take_string(m.streams[stream].as_mut()).into())
}

/// Reads a line of text, without its end.
///
/// A line ends with a line feed, with a carriage return before it or not.
#[command(ReadLine, waits)]
fn read_line(m: &mut Machine, stream: StreamId) -> Answer<Str> {
    m.wait_for_line(stream)?;
    Ok(take_line(m.streams[stream].as_mut()).into())
}

/// Writes a byte; of the value the low eight bits count.
#[command(WriteByte)]
fn write_byte(m: &mut Machine, stream: StreamId, byte: i32) -> Answer {
    m.streams[stream].write(&[byte as u8]);
    Ok(())
}

/// Writes two bytes; of the value the low sixteen bits count.
#[command(WriteShort)]
fn write_short(m: &mut Machine, stream: StreamId, short: i32) -> Answer {
    m.streams[stream].write(&(short as u16).to_le_bytes());
    Ok(())
}

/// Writes an Int as four bytes.
#[command(WriteInt)]
fn write_int(m: &mut Machine, stream: StreamId, int: i32) -> Answer {
    m.streams[stream].write(&int.to_le_bytes());
    Ok(())
}

/// Writes a Float as four bytes.
#[command(WriteFloat)]
fn write_float(m: &mut Machine, stream: StreamId, float: f32) -> Answer {
    m.streams[stream].write(&float.to_le_bytes());
    Ok(())
}

/// Writes a text for `ReadString`: its length as an Int, then its bytes.
#[command(WriteString)]
fn write_string(m: &mut Machine, stream: StreamId, string: &Str) -> Answer {
    m.streams[stream].write(&(string.len() as i32).to_le_bytes());
    m.streams[stream].write(string);
    Ok(())
}

/// Writes a text and a line's end: a carriage return and a line feed.
#[command(WriteLine)]
fn write_line(m: &mut Machine, stream: StreamId, string: &Str) -> Answer {
    m.streams[stream].write(string);
    m.streams[stream].write(b"\r\n");
    Ok(())
}

/// Copies all that is left of one file or stream to another.
///
/// `buffer_size` is how many bytes are moved at once, 1 or more.
#[command(CopyStream, defaults(buffer_size = 16384))]
fn copy_stream(
    m: &mut Machine,
    src_stream: StreamId,
    dest_stream: StreamId,
    buffer_size: i32,
) -> Answer {
    if buffer_size < 1 {
        return Err(Interrupt::error(format!(
            "The buffer size must be 1 or more, and it is {buffer_size}."
        )));
    }
    let chunk = buffer_size.min(LARGEST_COPY) as usize;
    match m.streams.pair_mut(src_stream, dest_stream) {
        Some((from, to)) => copy(from.as_mut(), Some(to.as_mut()), chunk),
        None => copy(m.streams[src_stream].as_mut(), None, chunk),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::files::Files;
    use crate::machine::Machine;
    use crate::testing::{Outcome, call, folder, int, text};

    fn machine(name: &str) -> Machine {
        let mut m = Machine::for_tests();
        m.files = Files::new(&folder(name));
        m
    }

    #[test]
    fn a_length_that_lies_reads_what_is_there() {
        let mut m = machine("streams-length");
        let file = int(call(&mut m, "WriteFile", ("a",)));
        call(&mut m, "WriteInt", (file, i32::MAX));
        call(&mut m, "WriteLine", (file, "abc"));
        call(&mut m, "WriteInt", (file, -1));
        call(&mut m, "CloseFile", (file,));
        let file = int(call(&mut m, "ReadFile", ("a",)));
        assert_eq!(
            call(&mut m, "ReadString", (file,)),
            Outcome::Bytes(b"abc\r\n\xFF\xFF\xFF\xFF".to_vec())
        );
        call(&mut m, "SeekFile", (file, 9));
        assert_eq!(call(&mut m, "ReadString", (file,)), text(""));
        assert_eq!(call(&mut m, "Eof", (file,)), Outcome::Int(1));
        assert_eq!(call(&mut m, "SeekFile", (file, -1)), Outcome::Int(-1));
    }

    #[test]
    fn copying_takes_what_is_left() {
        let mut m = machine("streams-copy");
        let file = int(call(&mut m, "WriteFile", ("a",)));
        call(&mut m, "WriteString", (file, "hello"));
        call(&mut m, "CloseFile", (file,));
        let from = int(call(&mut m, "ReadFile", ("a",)));
        let to = int(call(&mut m, "WriteFile", ("b",)));
        assert_eq!(call(&mut m, "ReadAvail", (from,)), Outcome::Int(9));
        call(&mut m, "SeekFile", (from, 5));
        assert!(call(&mut m, "CopyStream", (from, to, 0)).is_error("buffer"));
        call(&mut m, "CopyStream", (from, to, 3));
        call(&mut m, "CloseFile", (to,));
        assert_eq!(m.files.load("b").unwrap(), b"ello");
        assert!(call(&mut m, "WriteByte", (to, 1)).is_error("\"b\""));
    }

    #[test]
    fn a_stream_copied_into_itself_ends() {
        let mut m = machine("streams-itself");
        let file = int(call(&mut m, "WriteFile", ("a",)));
        call(&mut m, "WriteLine", (file, "abcdefg"));
        call(&mut m, "CloseFile", (file,));
        let file = int(call(&mut m, "OpenFile", ("a",)));
        call(&mut m, "CopyStream", (file, file, i32::MAX));
        call(&mut m, "SeekFile", (file, 0));
        call(&mut m, "CopyStream", (file, file, 2));
        call(&mut m, "CloseFile", (file,));
        assert_eq!(m.files.load("a").unwrap(), b"ababefef\na\nadede\r\n\r\n");
    }

    #[test]
    fn a_file_copied_to_its_own_end_through_two_streams_grows_once() {
        let mut m = machine("streams-twice");
        // More than a stream holds back, so that what is written can be read at once.
        m.files.save("a", &[7; 40_000]).unwrap();
        let from = int(call(&mut m, "OpenFile", ("a",)));
        let to = int(call(&mut m, "OpenFile", ("a",)));
        call(&mut m, "SeekFile", (to, 40_000));
        call(&mut m, "CopyStream", (from, to, 16_384));
        call(&mut m, "CloseFile", (to,));
        assert_eq!(call(&mut m, "FileSize", ("a",)), Outcome::Int(80_000));
    }

    #[test]
    fn a_file_that_was_never_opened_or_is_closed_can_be_closed() {
        let mut m = machine("streams-close");
        let file = int(call(&mut m, "WriteFile", ("a",)));
        for handle in [0, file, file, -1] {
            assert_eq!(call(&mut m, "CloseFile", (handle,)), Outcome::Nothing);
        }
        assert!(call(&mut m, "ReadByte", (file,)).is_error("\"a\""));
    }

    #[test]
    fn a_file_that_is_not_there_gives_0_and_its_use_says_why() {
        let mut m = machine("streams-missing");
        assert_eq!(call(&mut m, "ReadFile", ("no\\file",)), Outcome::Int(0));
        assert_eq!(call(&mut m, "WriteFile", ("no\\file",)), Outcome::Int(0));
        assert_eq!(call(&mut m, "ReadDir", ("no",)), Outcome::Int(0));
        assert_eq!(call(&mut m, "FileType", ("",)), Outcome::Int(0));
        call(&mut m, "DeleteDir", ("",));
        assert_eq!(call(&mut m, "FileType", (".",)), Outcome::Int(2));
        assert!(call(&mut m, "ReadLine", (0,)).is_error("no\\file"));
        assert!(call(&mut m, "NextFile", (0,)).is_error("\"no\""));
    }
}
