//! Helpers for the unit tests of commands.

use std::path::PathBuf;

use flitz_interpreter::host::{Call, Host, Interrupt, ValueType};
use flitz_interpreter::string::Str;

use crate::clock::Clock;
use crate::console::Console;
use crate::machine::{Machine, commands_for_tests};

impl Machine {
    /// A machine with a stepped clock that prints nowhere.
    pub(crate) fn for_tests() -> Machine {
        let mut machine = Machine::new();
        machine.clock = Clock::stepped();
        machine.console = Console::to(
            Box::new(std::io::sink()),
            Box::new(std::io::sink()),
            Box::new(|_| Ok(0)),
        );
        machine
    }
}

/// A fresh, empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir()
        .join(format!("flitz-stdlib-{}", std::process::id()))
        .join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path.canonicalize().unwrap()
}

/// What a call came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Nothing,
    Int(i32),
    Float(f32),
    Text(String),
    Bytes(Vec<u8>),
    Error(String),
    Retry,
    Yield,
    End,
    Break,
}

impl Outcome {
    /// Whether this is an error whose message holds these words.
    pub fn is_error(&self, words: &str) -> bool {
        matches!(self, Outcome::Error(message) if message.contains(words))
    }
}

/// The Int a call gave.
pub fn int(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Int(value) => value,
        other => panic!("no Int: {other:?}"),
    }
}

/// An argument of a call.
pub trait Argument {
    fn put(&self, numbers: &mut Vec<u32>, strings: &mut Vec<Str>);
}

impl Argument for i32 {
    fn put(&self, numbers: &mut Vec<u32>, _: &mut Vec<Str>) {
        numbers.push(*self as u32);
    }
}

impl Argument for f32 {
    fn put(&self, numbers: &mut Vec<u32>, _: &mut Vec<Str>) {
        numbers.push(self.to_bits());
    }
}

impl Argument for &str {
    fn put(&self, _: &mut Vec<u32>, strings: &mut Vec<Str>) {
        strings.push(Str::from(*self));
    }
}

impl Argument for &[u8] {
    fn put(&self, _: &mut Vec<u32>, strings: &mut Vec<Str>) {
        strings.push(Str::from(*self));
    }
}

/// The arguments of a call, a tuple.
pub trait Arguments {
    fn put(&self, numbers: &mut Vec<u32>, strings: &mut Vec<Str>) -> usize;
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            #[allow(non_snake_case, unused_variables, unused_mut)]
            fn put(&self, numbers: &mut Vec<u32>, strings: &mut Vec<Str>) -> usize {
                let ($($name,)*) = self;
                let mut count = 0;
                $($name.put(numbers, strings); count += 1;)*
                count
            }
        }
    )*};
}

tuples! {
    ; A; A B; A B C; A B C D; A B C D E;
}

/// Calls a command by name; defaults are filled in as the VM does.
pub fn call(m: &mut Machine, name: &str, arguments: impl Arguments) -> Outcome {
    let commands = commands_for_tests();
    let id = commands.find(name).expect("a command of this name");
    let signature = commands.get(id).unwrap();
    let (mut numbers, mut strings) = (Vec::new(), Vec::new());
    let given = arguments.put(&mut numbers, &mut strings);
    for param in &signature.params[given..] {
        use flitz_interpreter::host::DefaultValue::{Float, Int, Str as Text};
        match param.default.expect("a default") {
            Int(value) => value.put(&mut numbers, &mut strings),
            Float(value) => value.put(&mut numbers, &mut strings),
            Text(value) => value.put(&mut numbers, &mut strings),
        }
    }
    let mut call = Call::new(&numbers, &strings);
    match m.call(id, &mut call) {
        Err(Interrupt::Error(message)) => Outcome::Error(message),
        Err(Interrupt::Retry) => Outcome::Retry,
        Err(Interrupt::Yield) => Outcome::Yield,
        Err(Interrupt::End) => Outcome::End,
        Err(Interrupt::Break) => Outcome::Break,
        Ok(()) => match signature.returns {
            None => Outcome::Nothing,
            Some(ValueType::Int) => Outcome::Int(call.take_number() as i32),
            Some(ValueType::Float) => Outcome::Float(f32::from_bits(call.take_number())),
            Some(ValueType::Str) => {
                let result = call.take_string();
                match std::str::from_utf8(&result) {
                    Ok(text) => Outcome::Text(text.to_owned()),
                    Err(_) => Outcome::Bytes(result.to_vec()),
                }
            }
        },
    }
}

/// A text as an outcome.
pub fn text(text: &str) -> Outcome {
    Outcome::Text(text.to_owned())
}
