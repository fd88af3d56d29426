//! Files and directories.
//!
//! A file that cannot be opened gives 0, never an error. Paths work with `/` and `\` and in any letter case; they count from
//! the current directory, which is the program's own folder at the start.

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;

use crate::command::{Answer, Group, IfAlive, command, group};
use crate::files::{Access, FileKind, FileStream};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};
use crate::streams::StreamId;

/// A directory being read: the names still to come, the next one last.
pub struct DirReader {
    names: Vec<String>,
}

/// A directory that a program reads.
pub type DirId = Key<DirReader>;

impl Stored for DirReader {
    const KIND: Kind = Kind::Dir;

    fn store(machine: &Machine) -> &Store<Self> {
        &machine.dirs
    }
}

fn open(m: &mut Machine, path: &Str, access: Access) -> Result<i32, Interrupt> {
    let name = path.to_text();
    match m.files.open(&name, access) {
        Ok(stream) => m
            .streams
            .add(&mut m.handles, Box::new(stream), &format!("\"{name}\"")),
        Err(error) => {
            let why = format!("the file \"{name}\" could not be opened ({error}).");
            m.handles.note_failure(Kind::File, why);
            Ok(0)
        }
    }
}

/// A stream as the file that it must be.
fn file(m: &mut Machine, stream: StreamId) -> Result<&mut FileStream, Interrupt> {
    m.streams[stream]
        .as_file()
        .ok_or_else(|| Interrupt::error("This needs a file, but the handle is another stream."))
}

fn position(value: u64) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "files",
    [
        open_file,
        read_file,
        write_file,
        close_file,
        file_pos,
        seek_file,
        read_dir,
        close_dir,
        next_file,
        current_dir,
        change_dir,
        create_dir,
        delete_dir,
        file_size,
        file_type,
        copy_file,
        delete_file
    ]
);

/// Opens an existing file to read and write it in place; 0 if it cannot be opened.
///
/// Reading and writing share one position, which `SeekFile` moves.
///
/// ```basic
/// file = OpenFile("scores.dat")
/// If file = 0 Then Print "no scores yet" ; no scores yet
/// ```
#[command(OpenFile, permission = Write)]
fn open_file(m: &mut Machine, filename: &Str) -> Answer<i32> {
    open(m, filename, Access::Update)
}

/// Opens a file to read it; 0 if it cannot be opened.
///
/// ```basic
/// Print ReadFile("no such file.txt") ; 0
/// ```
#[command(ReadFile, permission = Read)]
fn read_file(m: &mut Machine, filename: &Str) -> Answer<i32> {
    open(m, filename, Access::Read)
}

/// Makes a file, or empties an existing one, to write it; 0 if that fails.
///
/// ```basic
/// file = WriteFile("score.txt")
/// WriteLine file, "1200"
/// CloseFile file
/// Print FileSize("score.txt") ; 6
/// ```
#[command(WriteFile, permission = Write)]
fn write_file(m: &mut Machine, filename: &Str) -> Answer<i32> {
    open(m, filename, Access::Write)
}

/// Closes a file; what was written is safe then.
///
/// Closing what is no open file, like the 0 of one that could not be opened, does nothing.
#[command(CloseFile)]
fn close_file(m: &mut Machine, file_stream: IfAlive<StreamId>) -> Answer {
    if let Some(stream) = file_stream.0 {
        m.streams.remove(&mut m.handles, stream);
    }
    Ok(())
}

/// The position in a file of the next byte to be read or written, from 0.
#[command(FilePos)]
fn file_pos(m: &mut Machine, file_stream: StreamId) -> Answer<i32> {
    Ok(position(file(m, file_stream)?.position()))
}

/// Moves to a position in a file, from 0, and gives it back; -1 if that fails.
#[command(SeekFile)]
fn seek_file(m: &mut Machine, file_stream: StreamId, pos: i32) -> Answer<i32> {
    let stream = file(m, file_stream)?;
    Ok(match u64::try_from(pos) {
        Ok(target) if stream.seek(target) => pos,
        _ => -1,
    })
}

/// Opens a directory to read the names in it with `NextFile`; 0 if there is none.
///
/// ```basic
/// CreateDir "levels"
/// dir = ReadDir("levels")
/// Repeat
///     name$ = NextFile(dir)
///     If name = "" Then Exit
///     Print name ; . ..
/// Forever
/// CloseDir dir
/// ```
#[command(ReadDir, permission = Read)]
fn read_dir(m: &mut Machine, dirname: &Str) -> Answer<i32> {
    let name = dirname.to_text();
    match m.files.list(&name) {
        Ok(mut names) => {
            names.reverse();
            m.dirs
                .add(&mut m.handles, DirReader { names }, &format!("\"{name}\""))
        }
        Err(error) => {
            let why = format!("the directory \"{name}\" could not be read ({error}).");
            m.handles.note_failure(Kind::Dir, why);
            Ok(0)
        }
    }
}

/// Ends the reading of a directory.
///
/// Closing what is no open directory does nothing.
#[command(CloseDir)]
fn close_dir(m: &mut Machine, dir: IfAlive<DirId>) -> Answer {
    if let Some(dir) = dir.0 {
        m.dirs.remove(&mut m.handles, dir);
    }
    Ok(())
}

/// The next name in a directory, empty after the last one.
///
/// The first two are `.` and `..`, the directory itself and the one above it.
#[command(NextFile)]
fn next_file(m: &mut Machine, dir: DirId) -> Answer<Str> {
    Ok(m.dirs[dir].names.pop().unwrap_or_default().into())
}

/// The current directory, with a separator at its end.
///
/// It is the program's own folder until `ChangeDir` moves it.
#[command(CurrentDir)]
fn current_dir(m: &mut Machine) -> Answer<Str> {
    Ok(m.files.paths().current_text().into())
}

/// Moves the current directory, from which paths count.
///
/// Where there is no such directory nothing changes.
#[command(ChangeDir, permission = Read)]
fn change_dir(m: &mut Machine, dir: &Str) -> Answer {
    m.files.change_dir(&dir.to_text());
    Ok(())
}

/// Makes a directory.
#[command(CreateDir, permission = Write)]
fn create_dir(m: &mut Machine, dir: &Str) -> Answer {
    let _ = m.files.create_dir(&dir.to_text());
    Ok(())
}

/// Deletes an empty directory.
#[command(DeleteDir, permission = Write)]
fn delete_dir(m: &mut Machine, dir: &Str) -> Answer {
    let _ = m.files.delete_dir(&dir.to_text());
    Ok(())
}

/// A file's size in bytes; 0 where there is no file of this name.
#[command(FileSize, permission = Read)]
fn file_size(m: &mut Machine, file: &Str) -> Answer<i32> {
    Ok(match m.files.kind(&file.to_text()) {
        Some(FileKind::File(size)) => position(size),
        _ => 0,
    })
}

/// What a path leads to: 0 nothing, 1 a file, 2 a directory.
///
/// ```basic
/// Print FileType("no such file") ; 0
/// Print FileType(".") ; 2
/// ```
#[command(FileType, permission = Read)]
fn file_type(m: &mut Machine, file: &Str) -> Answer<i32> {
    Ok(match m.files.kind(&file.to_text()) {
        None => 0,
        Some(FileKind::File(_) | FileKind::Other) => 1,
        Some(FileKind::Directory) => 2,
    })
}

/// Copies a file; one of that name is replaced.
#[command(CopyFile, permission = Write)]
fn copy_file(m: &mut Machine, file: &Str, to: &Str) -> Answer {
    let _ = m.files.copy(&file.to_text(), &to.to_text());
    Ok(())
}

/// Deletes a file.
#[command(DeleteFile, permission = Write)]
fn delete_file(m: &mut Machine, file: &Str) -> Answer {
    let _ = m.files.delete(&file.to_text());
    Ok(())
}
