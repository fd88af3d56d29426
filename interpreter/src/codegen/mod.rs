//! From the checked program to bytecode.
//!
//! Every function is generated in one walk over its statements. Numbers live in slots, texts in text registers
//! (see `layout` for which variable gets which), and each expression is computed straight into the place
//! that wants it; `emit` holds the instructions and their labels.

mod branch;
mod call;
mod emit;
mod expr;
mod layout;
mod layout_weights;
mod loops;
mod place;
mod stmt;
mod text;

use std::collections::HashMap;
use std::fmt;

use crate::bytecode::{ArrayLayout, Code, CommandSite, DimLayout, FieldLayout, Kind, TypeLayout};
use crate::hir::{ObjectType, Program, Ty, Variable};
use crate::source::Span;
use crate::text::Str;
use crate::vm::OBJECT_HEADER;

use emit::FunctionGenerator;
use layout::Layout;

/// A program too large for the bytecode.
#[derive(Clone, Debug, PartialEq)]
pub struct CodegenError {
    /// What is too large, a sentence for the user.
    pub message: String,
    /// Where.
    pub span: Span,
}

impl fmt::Display for CodegenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CodegenError {}

type Result<T> = std::result::Result<T, CodegenError>;

fn too_large<T>(message: &str, span: Span) -> Result<T> {
    Err(CodegenError {
        message: message.into(),
        span,
    })
}

/// What all functions share while code is generated.
struct Shared {
    code: Code,
    texts: HashMap<Vec<u8>, u32>,
    commands: HashMap<CommandSite, u16>,
}

/// Generates the code of a checked program.
///
/// # Errors
/// A function, an expression or a table that does not fit the instructions' operands.
pub fn generate(program: &Program) -> Result<Code> {
    let layout = Layout::new(program)?;
    let mut shared = Shared {
        code: Code {
            types: types(program)?,
            blitz_arrays: blitz_arrays(program)?,
            arrays: dim_arrays(program)?,
            data: program.data.clone(),
            outer_slots: layout.outer_slots,
            globals: layout.debug_globals(program),
            ..Code::default()
        },
        texts: HashMap::new(),
        commands: HashMap::new(),
    };
    // Text constant 0 is the empty text.
    shared.code.texts.push(Str::EMPTY);
    shared.texts.insert(Vec::new(), 0);
    if program.functions.len() > usize::from(u16::MAX) {
        return too_large(
            "The program has more than 65,535 functions",
            Span::default(),
        );
    }
    for (index, function) in program.functions.iter().enumerate() {
        FunctionGenerator::run(program, &layout, &mut shared, index, function)?;
    }
    Ok(shared.code)
}

/// What a value of a type is for memory.
fn kind(ty: Ty) -> Kind {
    match ty {
        Ty::Int | Ty::Float => Kind::Number,
        Ty::Str => Kind::Text,
        Ty::Object(_) | Ty::Null => Kind::Object,
        Ty::Array(id) => Kind::Array(id.0 as u16),
    }
}

fn types(program: &Program) -> Result<Vec<TypeLayout>> {
    if program.types.len() > usize::from(u16::MAX) {
        return too_large("The program has more than 65,535 types", Span::default());
    }
    program.types.iter().map(object_type).collect()
}

fn object_type(ty: &ObjectType) -> Result<TypeLayout> {
    let mut layout = TypeLayout {
        fields: Vec::new(),
        words: 0,
        texts: 0,
    };
    for Variable {
        ty: field, span, ..
    } in &ty.fields
    {
        let position = match field {
            Ty::Str => &mut layout.texts,
            _ => &mut layout.words,
        };
        let header = if *field == Ty::Str { 0 } else { OBJECT_HEADER };
        let Ok(place) = u16::try_from(*position + header) else {
            return too_large("A type has more than 65,000 fields", *span);
        };
        *position += 1;
        layout.fields.push(FieldLayout {
            ty: *field,
            kind: kind(*field),
            position: place,
        });
    }
    Ok(layout)
}

fn blitz_arrays(program: &Program) -> Result<Vec<ArrayLayout>> {
    if program.blitz_arrays.len() > usize::from(u16::MAX) {
        return too_large(
            "The program has more than 65,535 kinds of Blitz arrays",
            Span::default(),
        );
    }
    program
        .blitz_arrays
        .iter()
        .map(|array| {
            let count = array
                .sizes
                .iter()
                .try_fold(1u32, |count, &size| count.checked_mul(size.checked_add(1)?));
            match count {
                Some(length) if length <= 1 << 28 => Ok(ArrayLayout {
                    element: kind(array.element),
                    floats: array.element == Ty::Float,
                    length,
                }),
                _ => too_large(
                    "A Blitz array has more elements than memory can hold",
                    Span::default(),
                ),
            }
        })
        .collect()
}

fn dim_arrays(program: &Program) -> Result<Vec<DimLayout>> {
    if program.arrays.len() > usize::from(u16::MAX) {
        return too_large("The program has more than 65,535 arrays", Span::default());
    }
    Ok(program
        .arrays
        .iter()
        .map(|a| DimLayout {
            name: a.name.clone(),
            element: kind(a.element),
            dimensions: a.dimensions,
        })
        .collect())
}
