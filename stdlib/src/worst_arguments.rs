//! No command panics, hangs or takes all memory, whatever it is given: every command is called with the worst arguments
//! there are, in many random orders, on a machine without a screen and on one with a screen.
//!
//! `FLITZ_FUZZ=N` makes N rounds of both, each with other numbers and fresh machines, instead of one.

use std::cell::Cell;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use flitz_interpreter::host::{Call, CommandId, Host, Interrupt, ValueType};
use flitz_interpreter::string::Str;
use flitz_runtime::render::Display;

use crate::backend::environment::Sealed;
use crate::backend::files::{Access, FileKind, FileSystem, OpenFile};
use crate::backend::memory::MemoryFiles;
use crate::backend::network::Unplugged;
use crate::command::Command;
use crate::files::Files;
use crate::handles::Kind;
use crate::machine::Machine;
use crate::permission::{Permission, Permissions};
use crate::screen::ScreenRequest;
use crate::system::System;
use crate::testing::{Outcome, call};
use crate::wait::Wait;

/// How often each command is called in a round without a screen, and in one with a screen, where it has more to do.
const CALLS: [usize; 2] = [100, 25];

const INTS: &[i32] = &[
    0,
    1,
    -1,
    2,
    3,
    7,
    8,
    31,
    32,
    64,
    255,
    256,
    1000,
    65_535,
    1_048_576,
    i32::MAX,
    i32::MIN,
    i32::MAX - 1,
];

const FLOATS: &[f32] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    90.0,
    1e-30,
    1e30,
    -1e30,
    f32::MAX,
    f32::MIN_POSITIVE,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

const TEXTS: &[&[u8]] = &[
    b"",
    b"a",
    b"name.txt",
    b"folder",
    b"folder/name.txt",
    b"no\\such\\file.b3d",
    b"a\0b",
    b"=",
    b"\xFF\xFE\xC3",
    "wörld €".as_bytes(),
    b"   ",
    b".",
    b"123456789012345678901234567890",
];

/// Numbers that look random and are the same every time (Marsaglia's xorshift, J. Stat. Softw. 8, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Handles that commands gave, by kind: some of them stale by now.
#[derive(Default)]
struct Pool(Vec<(Kind, Vec<i32>)>);

impl Pool {
    fn keep(&mut self, dice: &mut Dice, kind: Kind, handle: i32) {
        match self.0.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, handles)) if handles.len() < 16 => handles.push(handle),
            Some((_, handles)) => handles[dice.below(16)] = handle,
            None => self.0.push((kind, vec![handle])),
        }
    }

    /// A handle of this kind, or of any; 0 where there is none.
    fn pick(&self, dice: &mut Dice, kind: Option<Kind>) -> i32 {
        let of_kind = match kind {
            Some(kind) => self.0.iter().find(|(known, _)| *known == kind),
            None if self.0.is_empty() => None,
            None => self.0.get(dice.below(self.0.len())),
        };
        of_kind.map_or(0, |(_, handles)| dice.pick(handles))
    }
}

/// How far a call went into the file system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    #[default]
    Nothing,
    Looked,
    Changed,
}

/// Files in memory that remember how far they were reached into.
#[derive(Default)]
struct Watched {
    files: MemoryFiles,
    reach: Cell<Reach>,
}

impl Watched {
    fn note(&self, reach: Reach) -> &MemoryFiles {
        self.reach.set(self.reach.get().max(reach));
        &self.files
    }

    fn take(&self) -> Reach {
        self.reach.take()
    }
}

impl FileSystem for Watched {
    fn kind(&self, path: &Path) -> io::Result<FileKind> {
        self.note(Reach::Looked).kind(path)
    }

    fn has(&self, path: &Path) -> bool {
        // Messages name files by their real letters; that tells nothing that the program would see.
        self.files.has(path)
    }

    fn names(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        self.files.names(directory)
    }

    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn OpenFile>> {
        let changes = access != Access::Read;
        let reach = if changes {
            Reach::Changed
        } else {
            Reach::Looked
        };
        self.note(reach).open(path, access)
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.note(Reach::Changed).copy(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.note(Reach::Changed).remove_file(path)
    }

    fn create_directory(&self, path: &Path) -> io::Result<()> {
        self.note(Reach::Changed).create_directory(path)
    }

    fn remove_directory(&self, path: &Path) -> io::Result<()> {
        self.note(Reach::Changed).remove_directory(path)
    }
}

fn root() -> PathBuf {
    PathBuf::from(if cfg!(windows) { "C:\\" } else { "/" })
}

/// A command's declaration tells whether it waits, and what it reaches.
fn says_what_it_does(command: &Command, outcome: &Result<(), Interrupt>, wait: Wait, reach: Reach) {
    let name = command.name;
    // For its first screen a program waits wherever it wants to draw.
    let suspended = matches!(outcome, Err(Interrupt::Retry | Interrupt::Yield));
    if suspended && !matches!(wait, Wait::Screen(_)) {
        assert!(command.waits, "{name} waits and does not say so");
    }
    let said = match command.permission {
        Some(Permission::Write) => Reach::Changed,
        Some(Permission::Read | Permission::Run) => Reach::Looked,
        _ => Reach::Nothing,
    };
    assert!(reach <= said, "{name} reaches files and does not say so");
}

#[test]
fn what_is_refused_is_refused_before_the_command_is_called() {
    let mut m = Machine::for_tests();
    let watched = Rc::new(Watched::default());
    m.files = Files::of(Rc::clone(&watched) as Rc<dyn FileSystem>, &root());
    let environment = Sealed::default();
    m.system = System::within(environment.clone(), &root());
    let all = [
        Permission::Read,
        Permission::Write,
        Permission::Run,
        Permission::Environment,
        Permission::Network,
    ];
    let mut permissions = Permissions::default();
    for permission in all {
        permissions.refuse(permission);
    }
    m.set_permissions(permissions.clone());
    let mut refused = 0;
    for (id, command) in crate::all().enumerate() {
        let (numbers, strings) = (vec![0; 16], vec![Str::from("a.txt"); 4]);
        let outcome = m.call(CommandId(id as u32), &mut Call::new(&numbers, &strings));
        m.wait.take();
        assert_eq!(watched.take(), Reach::Nothing, "{}", command.name);
        if let Some(permission) = command.permission {
            let Err(Interrupt::Error(message)) = outcome else {
                panic!("{} was not refused", command.name);
            };
            let start = format!(
                "{}: This program may not {}",
                command.name,
                permission.words()
            );
            assert!(message.starts_with(&start), "{message}");
            refused += 1;
        }
    }
    assert!(refused > 25, "only {refused} commands ask for a permission");
    permissions.allow(Permission::Run);
    m.set_permissions(permissions);
    let started = call(&mut m, "ExecFile", ("\"my game\" -x",));
    assert_eq!(started, Outcome::Nothing);
    let launches = environment.launches.borrow();
    assert_eq!(launches[0].target, PathBuf::from("my game"));
    assert_eq!(launches[0].arguments, ["-x"]);
}

#[test]
fn no_argument_is_too_strange() {
    let rounds = std::env::var("FLITZ_FUZZ").ok();
    let rounds = rounds.and_then(|text| text.parse().ok()).unwrap_or(1_u64);
    for number in 1..=rounds {
        round(number, false);
        round(number, true);
    }
}

fn round(number: u64, with_screen: bool) {
    let mut m = Machine::for_tests();
    m.console.set_quiet(true);
    let watched = Rc::new(Watched::default());
    m.files = Files::of(Rc::clone(&watched) as Rc<dyn FileSystem>, &root());
    m.system = System::within(Sealed::default(), &root());
    m.network.backend = Arc::new(Unplugged);
    if with_screen {
        let request = ScreenRequest {
            width: 64,
            height: 48,
            fullscreen: false,
        };
        let display = Display::headless(request.width, request.height);
        m.open_screen(display, request);
    }
    let signatures: Vec<_> = crate::all_signatures().collect();
    let mut dice = Dice(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let declared: Vec<_> = crate::all().collect();
    // Handles that commands gave, living and stale, are worth more than any invented ones.
    let mut handles = Pool::default();
    for _ in 0..CALLS[usize::from(with_screen)] * signatures.len() {
        let id = dice.below(signatures.len());
        let signature = &signatures[id];
        let (mut numbers, mut strings) = (Vec::new(), Vec::new());
        for (param, &kind) in signature.params.iter().zip(declared[id].kinds) {
            match param.ty {
                ValueType::Int => {
                    // Mostly what is asked for, so that the command does its work; else what it never wants.
                    let value = match (kind, dice.below(8)) {
                        (Some(kind), 0..6) => handles.pick(&mut dice, Some(kind)),
                        (_, 6) | (None, 0) => handles.pick(&mut dice, None),
                        _ => dice.pick(INTS),
                    };
                    numbers.push(value as u32);
                }
                ValueType::Float => numbers.push(dice.pick(FLOATS).to_bits()),
                ValueType::Str => strings.push(Str::from(dice.pick(TEXTS))),
            }
        }
        let mut call = Call::new(&numbers, &strings);
        let outcome = m.call(CommandId(id as u32), &mut call);
        let wait = m.wait.take();
        says_what_it_does(declared[id], &outcome, wait, watched.take());
        let done = outcome.is_ok();
        m.checks.take_failure();
        if done && signature.returns == Some(ValueType::Int) {
            let result = call.take_number() as i32;
            if let Some(kind) = m.handles.kind_of(result) {
                handles.keep(&mut dice, kind, result);
            }
        }
    }
    assert!(handles.0.len() > 6, "few commands gave a handle");
}
