//! A small table of commands and a loader of files in memory, for tests.

#![allow(dead_code, reason = "every test file uses some of this")]

use std::borrow::Cow;
use std::collections::HashMap;

use flitz_interpreter::host::{Commands, DefaultValue, Param, Signature, ValueType};
use flitz_interpreter::loader::{Loaded, Loader};
use flitz_interpreter::{Compilation, compile};

/// Name with the tag of its result, `!` where it gives none; parameters with tags, `?` where they have a default.
const TABLE: &str = "\
Print! text$?
Write! text$
Len% text$
Left$ text$ count%
Upper$ text$
Chr$ code%
Sin# angle#
Rand% from% to%?
KeyHit% key%
Flip! wait%?
Graphics! width% height% depth%?
PositionEntity! entity% x# y# z# global%?
CreateCube% parent%?
MilliSecs%
";

/// Commands of the table; `PlayMusic` is known to be missing.
pub fn commands() -> Commands {
    let mut commands = Commands::default();
    for line in TABLE.lines() {
        commands.add(signature(line));
    }
    commands.add_missing(signature("PlayMusic% file$"));
    commands
}

fn signature(line: &str) -> Signature {
    let mut words = line.split(' ');
    let (name, returns) = tagged(words.next().unwrap_or(""));
    let params: Vec<Param> = words
        .filter(|word| !word.is_empty())
        .map(|word| {
            let (word, optional) = match word.strip_suffix('?') {
                Some(word) => (word, true),
                None => (word, false),
            };
            let (name, ty) = tagged(word);
            let ty = ty.expect("a parameter has a tag");
            let default = optional.then_some(match ty {
                ValueType::Int => DefaultValue::Int(0),
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
    Signature {
        name: Cow::Owned(name),
        group: Cow::Borrowed("test"),
        returns,
        params: Cow::Owned(params),
        help: Cow::Borrowed(""),
    }
}

fn tagged(word: &str) -> (String, Option<ValueType>) {
    let name = word.trim_end_matches(['%', '#', '$', '!']).to_owned();
    let ty = match word.chars().last() {
        Some('%') => Some(ValueType::Int),
        Some('#') => Some(ValueType::Float),
        Some('$') => Some(ValueType::Str),
        _ => None,
    };
    (name, ty)
}

/// Files in memory, by their names in small letters.
#[derive(Default)]
pub struct Files(pub HashMap<String, String>);

impl Loader for Files {
    fn load(&mut self, path: &str, _from: &str) -> Result<Loaded, String> {
        let key = path.to_lowercase();
        match self.0.get(&key) {
            Some(text) => Ok(Loaded {
                key,
                name: path.to_owned(),
                bytes: text.clone().into_bytes(),
            }),
            None => Err(format!("there is no file \"{path}\"")),
        }
    }

    fn main_key(&self) -> String {
        String::from("main.bb")
    }
}

/// The result of compiling a program of one file.
pub fn compiled(text: &str) -> Compilation {
    compile(
        "main.bb",
        text.as_bytes().to_vec(),
        &mut Files::default(),
        &commands(),
    )
}

/// All messages of a program of one file: "line:column message".
pub fn messages(text: &str) -> Vec<String> {
    let result = compiled(text);
    result
        .diagnostics
        .iter()
        .map(|d| {
            let file = result
                .sources
                .get(d.span.file)
                .expect("a message has a file");
            let at = file.position(d.span.start);
            format!("{}:{} {}", at.line, at.column, d.message)
        })
        .collect()
}
