//! A host for tests and measurements of the machine: output in memory and a handful of commands.

use std::borrow::Cow;
use std::rc::Rc;

use flitz_interpreter::host::{
    Call, CommandId, Commands, DefaultValue, Host, Interrupt, Param, Signature, ValueType,
};
use flitz_interpreter::loader::NoFiles;
use flitz_interpreter::string::Str;
use flitz_interpreter::vm::{RuntimeError, Step, Vm};
use flitz_interpreter::{Compiled, compile};

type Run = fn(&mut TestHost, &mut Call<'_>) -> Result<(), Interrupt>;

/// Names with tags, `!` where a command gives no result, `?` after a parameter that may be left out; and what they do.
const TABLE: &[(&str, Run)] = &[
    ("Print! text$?", |host, call| {
        host.output.extend_from_slice(call.str());
        host.output.push(b'\n');
        Ok(())
    }),
    ("Write! text$", |host, call| {
        host.output.extend_from_slice(call.str());
        Ok(())
    }),
    ("Len% text$", |_, call| {
        let length = call.str().len();
        call.return_int(length as i32);
        Ok(())
    }),
    ("Mid$ text$ from% count%?", |_, call| {
        let (text, from, count) = (call.str(), call.int(), call.int());
        let start = text.len().min((from.max(1) - 1) as usize);
        let end = if count < 1 {
            text.len()
        } else {
            text.len().min(start + count as usize)
        };
        let part = Str::from(&text[start..end]);
        call.return_str(part);
        Ok(())
    }),
    ("Left$ text$ count%", |_, call| {
        let (text, count) = (call.str(), call.int());
        let part = Str::from(&text[..text.len().min(count.max(0) as usize)]);
        call.return_str(part);
        Ok(())
    }),
    ("Asc% text$", |_, call| {
        let code = call.str().first().map_or(-1, |&b| i32::from(b));
        call.return_int(code);
        Ok(())
    }),
    ("Chr$ code%", |_, call| {
        let code = call.int();
        call.return_str(Str::from(&[code as u8][..]));
        Ok(())
    }),
    ("Sqr# x#", |_, call| {
        let x = call.float();
        call.return_float(x.sqrt());
        Ok(())
    }),
    ("Hex$ x%", |_, call| {
        let x = call.int();
        call.return_str(format!("{x:08X}").into());
        Ok(())
    }),
    ("Upper$ text$", |_, call| {
        let upper = call.str().to_ascii_uppercase();
        call.return_str(upper.into());
        Ok(())
    }),
    ("Lower$ text$", |_, call| {
        let lower = call.str().to_ascii_lowercase();
        call.return_str(lower.into());
        Ok(())
    }),
    ("Wait! turns%", |host, call| {
        let turns = call.int();
        host.waited += 1;
        if host.waited < turns {
            return Err(Interrupt::Retry);
        }
        host.waited = 0;
        Ok(())
    }),
    ("Hand% x%", |_, _| Err(Interrupt::Yield)),
    ("Leave!", |_, _| Err(Interrupt::End)),
    ("Fail! text$", |_, call| {
        Err(Interrupt::error(call.str().to_text()))
    }),
];

/// A host that writes to memory.
#[derive(Default)]
pub struct TestHost {
    pub output: Vec<u8>,
    waited: i32,
}

impl Host for TestHost {
    fn call(&mut self, command: CommandId, call: &mut Call<'_>) -> Result<(), Interrupt> {
        match TABLE.get(command.0 as usize) {
            Some((_, run)) => run(self, call),
            None => Err(Interrupt::error("no such command")),
        }
    }
}

/// The host's commands.
pub fn commands() -> Commands {
    let mut commands = Commands::default();
    for (line, _) in TABLE {
        let mut words = line.split(' ');
        let (name, returns) = tagged(words.next().unwrap_or(""));
        let params: Vec<Param> = words
            .map(|word| {
                let (name, ty) = tagged(word.trim_end_matches('?'));
                let ty = ty.unwrap_or(ValueType::Int);
                let default = word.ends_with('?').then_some(match ty {
                    ValueType::Int => DefaultValue::Int(-1),
                    ValueType::Float => DefaultValue::Float(0.0),
                    ValueType::Str => DefaultValue::Str(""),
                });
                Param {
                    name: Cow::Owned(name),
                    ty,
                    default,
                }
            })
            .collect();
        commands.add(Signature {
            name: Cow::Owned(name),
            group: Cow::Borrowed("test"),
            returns,
            params: Cow::Owned(params),
            help: Cow::Borrowed(""),
        });
    }
    commands
}

fn tagged(word: &str) -> (String, Option<ValueType>) {
    let ty = match word.chars().last() {
        Some('%') => Some(ValueType::Int),
        Some('#') => Some(ValueType::Float),
        Some('$') => Some(ValueType::Str),
        _ => None,
    };
    (word.trim_end_matches(['%', '#', '$', '!']).to_owned(), ty)
}

/// Compiles a program that has no errors.
pub fn program(text: &[u8]) -> Rc<Compiled> {
    let compilation = compile("test.bb", text.to_vec(), &mut NoFiles, &commands());
    let messages = compilation.messages();
    match compilation.finish() {
        (Some(compiled), _, _) => compiled,
        (None, diagnostics, _) => panic!("the program has errors: {messages}{diagnostics:?}"),
    }
}

/// How a run ended.
#[derive(Debug)]
pub struct Outcome {
    pub output: String,
    pub error: Option<RuntimeError>,
    /// How often it waited, paused and stopped.
    pub waits: usize,
    pub pauses: usize,
    pub breaks: usize,
}

/// Runs a machine to its end.
pub fn finish(vm: &mut Vm) -> Outcome {
    let mut host = TestHost::default();
    let (mut waits, mut pauses, mut breaks) = (0, 0, 0);
    let error = loop {
        match vm.run(&mut host) {
            Step::Ended => break None,
            Step::Waiting => waits += 1,
            Step::Paused => pauses += 1,
            Step::Break => breaks += 1,
            Step::Failed(error) => break Some(*error),
        }
    };
    Outcome {
        output: String::from_utf8_lossy(&host.output).into_owned(),
        error,
        waits,
        pauses,
        breaks,
    }
}

/// Compiles and runs a program.
pub fn run(text: &str) -> Outcome {
    finish(&mut Vm::new(program(text.as_bytes())))
}

/// What a program prints that neither fails nor has errors.
pub fn printed(text: &str) -> String {
    let outcome = run(text);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    outcome.output
}
