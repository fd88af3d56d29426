//! The bytecode: what the code generator makes and the VM runs.

mod declare;
mod disassemble;
mod fault;
mod op;
mod operand;

pub(crate) use fault::Fault;
#[cfg(test)]
pub(crate) use op::every_instruction;
pub(crate) use op::{Op, faults, loop_instructions, register_instructions, stack_instructions};
pub(crate) use operand::{Operand, Reg, StringOperand};

use crate::hir::{DataItem, Ty};
use crate::host::CommandId;
use crate::source::Span;
use crate::string::Str;

/// How many number slots a frame sees through one-byte registers.
pub(crate) const WINDOW: usize = 256;

/// A program ready to run.
#[derive(Debug, Default)]
pub struct Code {
    pub(crate) ops: Vec<Op>,
    /// Where the instructions come from: each entry holds from its instruction on to the next entry's.
    pub(crate) spans: Vec<(u32, Span)>,
    pub(crate) functions: Vec<FunctionCode>,
    /// What a call needs of each function.
    pub(crate) entries: Vec<Entry>,
    pub(crate) commands: Vec<CommandSite>,
    pub(crate) strings: Vec<Str>,
    pub(crate) types: Vec<TypeLayout>,
    pub(crate) blitz_arrays: Vec<ArrayLayout>,
    pub(crate) arrays: Vec<DimLayout>,
    pub(crate) data: Vec<DataItem>,
    /// Number slots before the main program's frame: variables that found no place in its window.
    pub(crate) slots_before_main: u32,
    /// Names, types and absolute slots of the globals, for the debugger.
    pub(crate) globals: Vec<DebugVariable>,
}

/// A function, or the main program.
#[derive(Debug, Default)]
pub(crate) struct FunctionCode {
    pub(crate) name: String,
    /// Number slots the frame may touch, at least [`WINDOW`].
    pub(crate) slots: u32,
    /// How many of them, from [`WINDOW`] on, are variables and start as 0.
    pub(crate) far: u32,
    pub(crate) locals: Vec<DebugVariable>,
}

/// What a call needs of a function.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    /// First instruction.
    pub(crate) start: u32,
    /// String registers the frame may touch.
    pub(crate) string_slots: u32,
    /// Number slots from here to before `zero_to` start as 0.
    pub(crate) zero_from: u8,
    pub(crate) zero_to: u8,
    /// Whether the frame has slots beyond the window.
    pub(crate) large: bool,
}

/// A variable as the debugger shows it.
#[derive(Clone, Debug)]
pub(crate) struct DebugVariable {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) place: VariablePlace,
}

impl DebugVariable {
    /// The name with its type's tag.
    pub(crate) fn tagged_name(&self) -> String {
        let tag = match self.ty {
            Ty::Float => "#",
            Ty::Str => "$",
            Ty::Int | Ty::Object(_) | Ty::Null | Ty::Array(_) => "",
        };
        format!("{}{tag}", self.name)
    }
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariablePlace {
    /// A slot of the frame, numbers or strings by the variable's type.
    Frame(u32),
    /// An absolute slot.
    Global(u32),
}

/// A command as called from the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CommandSite {
    pub(crate) command: CommandId,
    /// How many number and string arguments.
    pub(crate) numbers: u16,
    pub(crate) strings: u16,
    /// Whether the result is a string.
    pub(crate) returns_string: bool,
    /// Whether the only string argument is a variable's own register: it stays, and a string result comes to the register with
    /// the destination's number.
    pub(crate) borrows: bool,
}

/// What a value is, as far as memory cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StorageKind {
    /// Int or Float.
    Number,
    String,
    Object,
    /// A Blitz array of this type.
    Array(u16),
}

/// A custom type's memory.
#[derive(Debug)]
pub(crate) struct TypeLayout {
    pub(crate) name: String,
    pub(crate) fields: Vec<FieldLayout>,
    /// Number words of an object, its header not counted.
    pub(crate) words: u32,
    /// Strings of an object.
    pub(crate) strings: u32,
}

/// A field.
#[derive(Debug)]
pub(crate) struct FieldLayout {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) kind: StorageKind,
    /// Position among the object's words (the header counted) or among its strings.
    pub(crate) position: u16,
}

/// A Blitz array type's memory.
#[derive(Debug)]
pub(crate) struct ArrayLayout {
    pub(crate) element: StorageKind,
    /// Whether the elements are Floats.
    pub(crate) floats: bool,
    /// Number of elements.
    pub(crate) length: u32,
}

/// A `Dim` array.
#[derive(Debug)]
pub(crate) struct DimLayout {
    pub(crate) name: String,
    pub(crate) element: StorageKind,
    pub(crate) dimensions: usize,
}

impl Code {
    /// The place in the source that an instruction comes from.
    pub(crate) fn span(&self, pc: usize) -> Span {
        let after = self
            .spans
            .partition_point(|(start, _)| *start as usize <= pc);
        self.spans
            .get(after.wrapping_sub(1))
            .map(|(_, span)| *span)
            .unwrap_or_default()
    }

    /// The function an instruction belongs to.
    pub(crate) fn function_at(&self, pc: usize) -> Option<&FunctionCode> {
        let after = self
            .entries
            .partition_point(|entry| entry.start as usize <= pc);
        self.functions.get(after.wrapping_sub(1))
    }

    /// How many instructions the program has.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// The commands that the program calls somewhere.
    pub fn commands(&self) -> impl Iterator<Item = CommandId> {
        self.commands.iter().map(|site| site.command)
    }

    /// Whether it has no instructions.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }
}
