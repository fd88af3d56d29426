//! No command panics, hangs or takes all memory, whatever it is given: every command is called with the worst arguments
//! there are, in many random orders, on a machine without a screen and on one with a screen.
//!
//! `FLITZ_FUZZ=N` makes N rounds of both, each with other numbers and fresh machines, instead of one.

use flitz_interpreter::host::{Call, CommandId, Host, ValueType};
use flitz_interpreter::string::Str;
use flitz_runtime::render::Display;

use crate::files::Files;
use crate::handles::Kind;
use crate::machine::Machine;
use crate::screen::ScreenRequest;
use crate::testing::folder;

/// How often each command is called in a round without a screen, and in one with a screen, where it has more to do.
const CALLS: [usize; 2] = [100, 25];

/// Commands that reach beyond the test's folder.
const LEFT_OUT: &[&str] = &["ExecFile"];

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
    m.files = Files::new(&folder("robust"));
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
        if LEFT_OUT.contains(&&*signature.name) {
            continue;
        }
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
        let done = m.call(CommandId(id as u32), &mut call).is_ok();
        m.wait.take();
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
