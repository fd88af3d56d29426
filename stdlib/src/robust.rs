//! No command panics, hangs or takes all memory, whatever it is given: every command is called with the worst arguments
//! there are, in many random orders, on one machine.
//!
//! `FLITZ_FUZZ=N` makes N rounds, each with other numbers and a fresh machine, instead of one.

use flitz_interpreter::host::{Call, CommandId, Host, ValueType};
use flitz_interpreter::string::Str;

use crate::files::Files;
use crate::machine::Machine;
use crate::testing::folder;

/// How often each command is called in a round.
const CALLS: usize = 400;

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

#[test]
fn no_argument_is_too_strange() {
    let rounds = std::env::var("FLITZ_FUZZ").ok();
    let rounds = rounds.and_then(|text| text.parse().ok()).unwrap_or(1_u64);
    for number in 1..=rounds {
        round(number);
    }
}

fn round(number: u64) {
    let mut m = Machine::for_tests();
    m.console.set_quiet(true);
    m.files = Files::new(&folder("robust"));
    let signatures: Vec<_> = crate::all_signatures().collect();
    let mut dice = Dice(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    // Handles that commands gave are worth more than any invented ones.
    let mut handles = vec![0];
    for _ in 0..CALLS * signatures.len() {
        let id = dice.below(signatures.len());
        let signature = &signatures[id];
        if LEFT_OUT.contains(&&*signature.name) {
            continue;
        }
        let (mut numbers, mut strings) = (Vec::new(), Vec::new());
        for param in signature.params.iter() {
            match param.ty {
                ValueType::Int => {
                    let handle = dice.below(2) == 0;
                    let value = if handle {
                        dice.pick(&handles)
                    } else {
                        dice.pick(INTS)
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
            if m.handles.kind_of(result).is_some() {
                handles.push(result);
                if handles.len() > 64 {
                    handles.swap_remove(dice.below(64));
                }
            }
        }
    }
    assert!(handles.len() > 3, "no command gave a handle");
}
