//! How a command is declared: once, as a plain function with an attribute.
//!
//! ```ignore
//! /// The distance between two entities.
//! #[command(EntityDistance)]
//! fn entity_distance(m: &mut Machine, source: EntityId, destination: EntityId) -> Answer<f32> {
//!     Ok(m.world.world_position(source).distance(m.world.world_position(destination)))
//! }
//! ```
//!
//! From the declaration come the checker's signature, the call, the manual and the completion list. A parameter's type says what a
//! program must give, see [`Argument`]. A file lists its commands, in the order of the manual, as a [`Group`].

use std::borrow::Cow;

use flitz_interpreter::host::{Call, Interrupt, Param, Signature, ValueType};
use flitz_interpreter::string::Str;

use crate::handles::Kind;
use crate::machine::Machine;
use crate::permission::Permission;

pub(crate) use flitz_stdlib_macros::command;

/// What a command comes to: its result, or why there is none (yet).
pub type Answer<T = ()> = Result<T, Interrupt>;

/// A command as the machine calls it.
pub type Run = fn(&mut Machine, &mut Call<'_>) -> Answer;

/// A declared command.
#[derive(Clone, Copy)]
pub struct Command {
    /// Its name as the manual writes it.
    pub name: &'static str,
    /// Its parameters, without the machine.
    pub params: &'static [Param],
    /// What each of its parameters is a handle of, `None` for those that are plain values.
    pub kinds: &'static [Option<Kind>],
    /// The type of its result, `None` for a statement.
    pub returns: Option<ValueType>,
    /// Its page of the manual; the first line is a summary.
    pub help: &'static str,
    /// Takes the arguments, runs the function, hands back the result.
    pub run: Run,
    /// What it reaches outside the program.
    pub permission: Option<Permission>,
    /// Whether a program may be suspended in it.
    pub waits: bool,
    /// The release of flitz that brought it; empty for those that have been there from the first.
    pub since: &'static str,
}

impl Command {
    /// Its page of the manual: the help, what it may need, and since when it is there.
    fn page(&self) -> Cow<'static, str> {
        let mut page = Cow::Borrowed(self.help);
        if let Some(permission) = self.permission {
            page.to_mut().push_str(&format!(
                "\n\nNeeds the permission to {}.",
                permission.words()
            ));
        }
        if !self.since.is_empty() {
            page.to_mut()
                .push_str(&format!("\n\nSince flitz {}.", self.since));
        }
        page
    }
}

/// The commands of one topic.
pub struct Group {
    /// The topic, as the manual names it.
    pub name: &'static str,
    /// Its commands in the order of the manual.
    pub commands: &'static [Command],
}

impl Group {
    /// The signatures of the group's commands.
    pub fn signatures(&self) -> impl Iterator<Item = Signature> {
        self.commands.iter().map(|command| Signature {
            name: Cow::Borrowed(command.name),
            group: Cow::Borrowed(self.name),
            returns: command.returns,
            params: Cow::Borrowed(command.params),
            help: command.page(),
        })
    }
}

/// The commands of a file: `group!("maths", [sin, cos])` names the functions that carry `#[command]`. One that is left out is reported
/// by the compiler as unused.
macro_rules! group {
    ($name:literal, [$($function:ident),* $(,)?]) => {
        $crate::command::Group {
            name: $name,
            commands: &[$($function::COMMAND),*],
        }
    };
}
pub(crate) use group;

/// What a parameter of a command takes.
pub trait Argument<'a>: Sized {
    /// Its type to the program.
    const TYPE: ValueType;

    /// What it is a handle of, `None` for a plain value.
    const KIND: Option<Kind> = None;

    /// Takes the next argument. Errors where it is not what the parameter asks for.
    fn take(call: &mut Call<'a>, machine: &Machine) -> Answer<Self>;
}

impl Argument<'_> for i32 {
    const TYPE: ValueType = ValueType::Int;

    fn take(call: &mut Call<'_>, _: &Machine) -> Answer<Self> {
        Ok(call.int())
    }
}

/// True where it is not 0.
impl Argument<'_> for bool {
    const TYPE: ValueType = ValueType::Int;

    fn take(call: &mut Call<'_>, _: &Machine) -> Answer<Self> {
        Ok(call.int() != 0)
    }
}

impl Argument<'_> for f32 {
    const TYPE: ValueType = ValueType::Float;

    fn take(call: &mut Call<'_>, _: &Machine) -> Answer<Self> {
        Ok(call.float())
    }
}

impl<'a> Argument<'a> for &'a Str {
    const TYPE: ValueType = ValueType::Str;

    fn take(call: &mut Call<'a>, _: &Machine) -> Answer<Self> {
        Ok(call.str())
    }
}

/// Something that programs hold by handle, as commands take it: a small key, checked when the call came.
///
/// The one place where a handle becomes what it stands for: a command that declares a bank is never called with anything else. A key
/// holds until the thing is freed, so a command that frees it does not use it afterwards.
pub trait Held: Copy {
    /// What it is to the program.
    const KIND: Kind;

    /// The living thing of this kind behind a handle, or an error that says what the handle is instead.
    fn find(machine: &Machine, handle: i32) -> Answer<Self>;
}

impl<H: Held> Argument<'_> for H {
    const TYPE: ValueType = ValueType::Int;
    const KIND: Option<Kind> = Some(H::KIND);

    #[inline]
    fn take(call: &mut Call<'_>, machine: &Machine) -> Answer<Self> {
        H::find(machine, call.int())
    }
}

/// 0 stands for none; any other handle must be of the kind and alive.
impl<H: Held> Argument<'_> for Option<H> {
    const TYPE: ValueType = ValueType::Int;
    const KIND: Option<Kind> = Some(H::KIND);

    #[inline]
    fn take(call: &mut Call<'_>, machine: &Machine) -> Answer<Self> {
        match call.int() {
            0 => Ok(None),
            handle => H::find(machine, handle).map(Some),
        }
    }
}

/// What a command frees or closes: nothing where the handle is 0, stale, or of another kind.
///
/// Blitz3D looked such handles up in the set of what is alive and went on where they were not in it, so programs free things twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IfAlive<H>(pub Option<H>);

impl<H: Held> Argument<'_> for IfAlive<H> {
    const TYPE: ValueType = ValueType::Int;
    const KIND: Option<Kind> = Some(H::KIND);

    fn take(call: &mut Call<'_>, machine: &Machine) -> Answer<Self> {
        Ok(Self(H::find(machine, call.int()).ok()))
    }
}

/// What a command hands back to the program.
pub trait Outcome {
    /// Its type to the program.
    const TYPE: Option<ValueType>;

    /// Hands it back.
    fn give(self, call: &mut Call<'_>);
}

impl Outcome for () {
    const TYPE: Option<ValueType> = None;

    fn give(self, _: &mut Call<'_>) {}
}

impl Outcome for i32 {
    const TYPE: Option<ValueType> = Some(ValueType::Int);

    fn give(self, call: &mut Call<'_>) {
        call.return_int(self);
    }
}

/// 1 for true, 0 for false.
impl Outcome for bool {
    const TYPE: Option<ValueType> = Some(ValueType::Int);

    fn give(self, call: &mut Call<'_>) {
        call.return_int(self.into());
    }
}

impl Outcome for f32 {
    const TYPE: Option<ValueType> = Some(ValueType::Float);

    fn give(self, call: &mut Call<'_>) {
        call.return_float(self);
    }
}

impl Outcome for Str {
    const TYPE: Option<ValueType> = Some(ValueType::Str);

    fn give(self, call: &mut Call<'_>) {
        call.return_str(self);
    }
}
