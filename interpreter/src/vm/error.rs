//! What goes wrong at run time, and how it is told.

use std::fmt;

use crate::bytecode::Code;
use crate::numbers::DivisionError;
use crate::source::Span;

use super::arrays::DimArray;
use super::heap::OutOfMemory;

/// A program's mistake found while it ran.
#[derive(Clone, Debug, PartialEq)]
pub struct RuntimeError {
    /// What happened, a sentence for the user.
    pub message: String,
    /// Where.
    pub span: Span,
    /// The functions being executed, the innermost first, the main program last.
    pub stack: Vec<StackEntry>,
    /// How many entries the stack had where it is too long to be listed; else as many as listed.
    pub depth: usize,
    /// Names and values of the innermost function's variables, as a debugger shows them.
    pub locals: Vec<(String, String)>,
}

/// One function on the way to an error.
#[derive(Clone, Debug, PartialEq)]
pub struct StackEntry {
    /// The function's name; empty for the main program.
    pub function: String,
    /// What it was executing.
    pub span: Span,
}

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RuntimeError {}

/// Why an instruction could not be executed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trap {
    NoObject,
    DivisionByZero,
    DivisionOverflow,
    /// Array, and the indices given.
    ArrayIndex(u16, Box<[i32]>),
    /// Index and number of elements (0: the array is gone or was never made).
    ElementIndex(i32, u32),
    DimSize(i32),
    OutOfData,
    OutOfMemory,
    StringTooLong,
    TooManyCalls,
    TooManyGosubs,
    Command(String),
}

impl From<OutOfMemory> for Trap {
    fn from(_: OutOfMemory) -> Self {
        Self::OutOfMemory
    }
}

impl From<DivisionError> for Trap {
    fn from(error: DivisionError) -> Self {
        match error {
            DivisionError::Zero => Self::DivisionByZero,
            DivisionError::Overflow => Self::DivisionOverflow,
        }
    }
}

impl Trap {
    /// The kind, as instructions declare it.
    #[cfg(test)]
    pub(crate) fn fault(&self) -> crate::bytecode::Fault {
        use crate::bytecode::Fault;
        match self {
            Self::NoObject => Fault::NoObject,
            Self::DivisionByZero | Self::DivisionOverflow => Fault::Division,
            Self::ArrayIndex(..) => Fault::ArrayIndex,
            Self::ElementIndex(..) => Fault::ElementIndex,
            Self::DimSize(_) => Fault::DimSize,
            Self::OutOfData => Fault::OutOfData,
            Self::OutOfMemory => Fault::OutOfMemory,
            Self::StringTooLong => Fault::StringTooLong,
            Self::TooManyCalls => Fault::TooManyCalls,
            Self::TooManyGosubs => Fault::TooManyGosubs,
            Self::Command(_) => Fault::Command,
        }
    }

    /// The sentence for the user.
    pub(crate) fn message(self, code: &Code, arrays: &[DimArray]) -> String {
        match self {
            Self::NoObject => "Object does not exist: the variable is Null or its object was deleted".into(),
            Self::DivisionByZero => DivisionError::Zero.message().into(),
            Self::DivisionOverflow => DivisionError::Overflow.message().into(),
            Self::ArrayIndex(array, indices) => array_index(code, arrays, array, &indices),
            Self::ElementIndex(_, 0) => "Blitz array index out of bounds: the array does not exist here".into(),
            Self::ElementIndex(index, length) => {
                format!("Blitz array index out of bounds: the index is {index}, allowed are 0 to {}", length - 1)
            }
            Self::DimSize(size) => format!("The size of an array must not be negative; this one is {size}"),
            Self::OutOfData => "Out of data: every Data item was read already".into(),
            Self::OutOfMemory => "Out of memory".into(),
            Self::StringTooLong => "The string grew too long: it may have 256 million characters".into(),
            Self::TooManyCalls => {
                "Too many nested calls: a function calls itself without end, or goes deeper than memory allows".into()
            }
            Self::TooManyGosubs => "Too many nested Gosubs: each Gosub needs its Return".into(),
            Self::Command(message) => message,
        }
    }
}

fn array_index(code: &Code, arrays: &[DimArray], array: u16, indices: &[i32]) -> String {
    let name = code.arrays.get(usize::from(array)).map_or("", |a| &a.name);
    let written = if indices.is_empty() {
        "...".into()
    } else {
        list(indices.iter())
    };
    let extents = arrays
        .get(usize::from(array))
        .map_or(&[][..], |a| &a.extents);
    if extents.contains(&0) {
        return format!(
            "Array index out of bounds: {name}({written}) has no elements; was its Dim line executed?"
        );
    }
    let last = list(extents.iter().map(|&e| e - 1));
    format!("Array index out of bounds: {name}({written}), but its indices go from 0 to {last}")
}

fn list<T: fmt::Display>(items: impl Iterator<Item = T>) -> String {
    items.map(|i| i.to_string()).collect::<Vec<_>>().join(", ")
}
