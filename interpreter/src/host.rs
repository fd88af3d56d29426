//! The border between the language and its commands.
//!
//! The language knows of a command only its [`Signature`]. When a program calls one, the VM hands the
//! [`Host`] the command's number and a [`Call`] with the arguments, already converted to the declared
//! types and with defaults filled in. A command that must wait returns an [`Interrupt`]; the VM then
//! suspends with all its state kept, and whoever drives it resumes it later.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::string::Str;

/// The type of a command's parameter or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// 32-bit signed integer (`%`).
    Int,
    /// 32-bit IEEE float (`#`).
    Float,
    /// Byte string (`$`).
    Str,
}

/// A parameter's value where the program leaves it out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultValue {
    /// For an Int parameter.
    Int(i32),
    /// For a Float parameter.
    Float(f32),
    /// For a String parameter.
    Str(&'static str),
}

/// One parameter of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name, as the manual shows it.
    pub name: Cow<'static, str>,
    /// Its type.
    pub ty: ValueType,
    /// Its default; a parameter without one must be given. Parameters with defaults come last.
    pub default: Option<DefaultValue>,
}

/// What the checker, the manual and the completion list know of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Name, in the letter case the manual uses; programs may write it in any case.
    pub name: Cow<'static, str>,
    /// The group it belongs to, for the manual.
    pub group: Cow<'static, str>,
    /// Type of the result, `None` for a statement.
    pub returns: Option<ValueType>,
    /// Its parameters in order.
    pub params: Cow<'static, [Param]>,
    /// Help text; the first line is a summary.
    pub help: Cow<'static, str>,
}

impl Signature {
    /// The signature in BASIC: `BlendAnim%( object%, seq%, weight#, mode%=1 )`.
    pub fn display(&self) -> String {
        let mut out = String::from(&*self.name);
        out.push_str(match self.returns {
            None => "",
            Some(ty) => tag(ty),
        });
        let (open, close) = if self.returns.is_some() {
            ("(", ")")
        } else {
            (" ", "")
        };
        if !self.params.is_empty() || self.returns.is_some() {
            out.push_str(open);
        }
        for (i, p) in self.params.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            out.push_str(&p.name);
            out.push_str(tag(p.ty));
            match p.default {
                None => {}
                Some(DefaultValue::Int(v)) => out.push_str(&format!("={v}")),
                Some(DefaultValue::Float(v)) => out.push_str(&format!("={v}")),
                Some(DefaultValue::Str(v)) => out.push_str(&format!("=\"{v}\"")),
            }
        }
        if !self.params.is_empty() || self.returns.is_some() {
            out.push_str(close);
        }
        out
    }

    /// How many arguments must be given.
    pub fn required(&self) -> usize {
        self.params.iter().filter(|p| p.default.is_none()).count()
    }
}

fn tag(ty: ValueType) -> &'static str {
    match ty {
        ValueType::Int => "%",
        ValueType::Float => "#",
        ValueType::Str => "$",
    }
}

/// A command's number: its position in the [`Commands`] the program was checked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommandId(pub u32);

/// The commands a program may call.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    list: Vec<Signature>,
    by_name: HashMap<String, CommandId>,
    missing: HashMap<String, Signature>,
    elsewhere: HashMap<String, Elsewhere>,
    /// The number of the first missing command, where programs that call one may run.
    stand_ins: Option<u32>,
    /// Whether the host leaves such calls out.
    left_out: bool,
}

/// A command that there is, though not for this program.
#[derive(Clone, Debug)]
struct Elsewhere {
    signature: Signature,
    how: &'static str,
}

impl Commands {
    /// Adds a command; a later one of the same name (in any letter case) replaces the earlier in look-ups.
    pub fn add(&mut self, signature: Signature) -> CommandId {
        let id = CommandId(self.list.len() as u32);
        self.by_name.insert(signature.name.to_ascii_lowercase(), id);
        self.list.push(signature);
        id
    }

    /// Tells of a command that Blitz3D had and this host lacks, so that its use is explained and the rest of the
    /// program can still be checked.
    pub fn add_missing(&mut self, signature: Signature) {
        let key = signature.name.to_ascii_lowercase();
        if !self.by_name.contains_key(&key) {
            self.missing.insert(key, signature);
        }
    }

    /// Lets programs run that call missing commands: such a call is a warning, and goes to the host with a number from `first` on, in
    /// the order of [`Commands::missing_in_order`]. Where the host leaves such calls out (`left_out`), there is no warning; else it is an
    /// error there.
    pub fn let_missing_run(&mut self, first: u32, left_out: bool) {
        self.stand_ins = Some(first);
        self.left_out = left_out;
    }

    /// Whether the host leaves calls of missing commands out.
    pub fn leaves_missing_out(&self) -> bool {
        self.left_out
    }

    /// The number that calls of a missing command have, where programs that call one may run, and its signature.
    pub fn stand_in(&self, name: &str) -> Option<(CommandId, &Signature)> {
        let first = self.stand_ins?;
        let found = self.find_missing(name)?;
        let order = self.missing_in_order();
        let index = order.iter().position(|other| other.name == found.name)?;
        Some((CommandId(first + index as u32), found))
    }

    /// The missing commands in alphabetical order.
    pub fn missing_in_order(&self) -> Vec<&Signature> {
        let mut missing: Vec<_> = self.missing.values().collect();
        missing.sort_by_key(|signature| signature.name.to_ascii_lowercase());
        missing
    }

    /// Tells of a command that this program cannot call as it is run: `how` says in a sentence how it could, without a full stop.
    pub fn add_elsewhere(&mut self, signature: Signature, how: &'static str) {
        let key = signature.name.to_ascii_lowercase();
        if !self.by_name.contains_key(&key) {
            self.elsewhere.insert(key, Elsewhere { signature, how });
        }
    }

    /// The command of this name, in any letter case.
    pub fn find(&self, name: &str) -> Option<CommandId> {
        if let Some(id) = self.by_name.get(name) {
            return Some(*id);
        }
        self.by_name.get(&name.to_ascii_lowercase()).copied()
    }

    /// The signature of a command known to be missing, by name in any letter case.
    pub fn find_missing(&self, name: &str) -> Option<&Signature> {
        self.missing.get(&name.to_ascii_lowercase())
    }

    /// The signature of a command that this program cannot call as it is run, and how it could, by name in any letter case.
    pub fn find_elsewhere(&self, name: &str) -> Option<(&Signature, &'static str)> {
        let found = self.elsewhere.get(&name.to_ascii_lowercase())?;
        Some((&found.signature, found.how))
    }

    /// A command's signature.
    pub fn get(&self, id: CommandId) -> Option<&Signature> {
        self.list.get(id.0 as usize)
    }

    /// All commands in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (CommandId, &Signature)> {
        self.list
            .iter()
            .enumerate()
            .map(|(i, s)| (CommandId(i as u32), s))
    }

    /// The commands known to be missing, in no particular order.
    pub fn iter_missing(&self) -> impl Iterator<Item = &Signature> {
        self.missing.values()
    }
}

/// Why a command did not simply return.
#[derive(Clone, Debug, PartialEq)]
pub enum Interrupt {
    /// The command failed; the text is a sentence for the user, without the place (the VM knows it).
    Error(String),
    /// Not ready: suspend, and call the same command with the same arguments again on resuming.
    Retry,
    /// Done, without a result: suspend, and go on with the next instruction on resuming.
    Yield,
    /// The program ends.
    End,
    /// `Stop`: the program stands in the debugger; on resuming it goes on with the next instruction.
    Break,
}

impl Interrupt {
    /// An error with this sentence.
    pub fn error(message: impl Into<String>) -> Self {
        Self::Error(message.into())
    }
}

/// Where the commands live.
pub trait Host {
    /// Runs a command. `call` brings its arguments and takes its result.
    fn call(&mut self, command: CommandId, call: &mut Call<'_>) -> Result<(), Interrupt>;
}

/// The arguments of a command on their way in and its result on the way out.
///
/// Arguments are taken in the order of the declaration with [`Call::int`], [`Call::float`] and
/// [`Call::str`]: the numbers lie in one row, the strings in another, so each row is read in its own order.
pub struct Call<'a> {
    numbers: &'a [u32],
    strings: &'a [Str],
    next_number: usize,
    next_string: usize,
    number_result: u32,
    string_result: Option<Str>,
}

impl<'a> Call<'a> {
    /// A call with these arguments: Ints and Floats in `numbers` (as the VM keeps them: an Int as its 32 bits,
    /// a Float as its IEEE bits), strings in `strings`.
    #[inline]
    pub fn new(numbers: &'a [u32], strings: &'a [Str]) -> Self {
        Self {
            numbers,
            strings,
            next_number: 0,
            next_string: 0,
            number_result: 0,
            string_result: None,
        }
    }

    #[inline]
    fn number(&mut self) -> u32 {
        let value = self.numbers.get(self.next_number).copied().unwrap_or(0);
        self.next_number += 1;
        value
    }

    /// The next numeric argument, an Int.
    #[inline]
    pub fn int(&mut self) -> i32 {
        self.number() as i32
    }

    /// The next numeric argument, a Float.
    #[inline]
    pub fn float(&mut self) -> f32 {
        f32::from_bits(self.number())
    }

    /// The next string argument.
    #[inline]
    pub fn str(&mut self) -> &'a Str {
        let value = self.strings.get(self.next_string).unwrap_or(Str::EMPTY_REF);
        self.next_string += 1;
        value
    }

    /// Sets the result, an Int.
    #[inline]
    pub fn return_int(&mut self, value: i32) {
        self.number_result = value as u32;
    }

    /// Sets the result, a Float.
    #[inline]
    pub fn return_float(&mut self, value: f32) {
        self.number_result = value.to_bits();
    }

    /// Sets the result, a String.
    #[inline]
    pub fn return_str(&mut self, value: Str) {
        self.string_result = Some(value);
    }

    /// The numeric result's bits, for the VM.
    #[inline]
    pub fn take_number(&mut self) -> u32 {
        self.number_result
    }

    /// The string result, for the VM; empty when none was set.
    #[inline]
    pub fn take_string(&mut self) -> Str {
        self.string_result.take().unwrap_or_default()
    }
}
