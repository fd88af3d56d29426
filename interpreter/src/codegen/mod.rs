//! From the checked program to bytecode.
//!
//! Every function is generated in one walk over its statements. Numbers live in slots, strings in string registers
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
mod strings;

use std::collections::HashMap;
use std::fmt;

use crate::bytecode::{
    ArrayLayout, Code, CommandSite, DimLayout, FieldLayout, StorageKind, TypeLayout,
};
use crate::hir::{ObjectType, Program, Ty, Variable};
use crate::source::Span;
use crate::string::Str;
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
    strings: HashMap<Vec<u8>, u32>,
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
            slots_before_main: layout.slots_before_main,
            globals: layout.debug_globals(program),
            ..Code::default()
        },
        strings: HashMap::new(),
        commands: HashMap::new(),
    };
    // String constant 0 is the empty string.
    shared.code.strings.push(Str::EMPTY);
    shared.strings.insert(Vec::new(), 0);
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
fn kind(ty: Ty) -> StorageKind {
    match ty {
        Ty::Int | Ty::Float => StorageKind::Number,
        Ty::Str => StorageKind::String,
        Ty::Object(_) | Ty::Null => StorageKind::Object,
        Ty::Array(id) => StorageKind::Array(id.0 as u16),
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
        name: ty.name.clone(),
        fields: Vec::new(),
        words: 0,
        strings: 0,
    };
    for Variable {
        name,
        ty: field,
        span,
    } in &ty.fields
    {
        let position = match field {
            Ty::Str => &mut layout.strings,
            _ => &mut layout.words,
        };
        let header = if *field == Ty::Str { 0 } else { OBJECT_HEADER };
        let Ok(place) = u16::try_from(*position + header) else {
            return too_large("A type has more than 65,000 fields", *span);
        };
        *position += 1;
        layout.fields.push(FieldLayout {
            name: name.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytecode::Op;
    use crate::compile;
    use crate::host::Commands;
    use crate::loader::NoFiles;

    /// The instructions of a main program, its end left out.
    fn ops(text: &str) -> Vec<Op> {
        let compilation = compile(
            "test.bb",
            text.as_bytes().to_vec(),
            &mut NoFiles,
            &Commands::default(),
        );
        let program = compilation.program.as_ref().expect("no errors");
        let code = generate(program).expect("it fits");
        let end = code
            .ops
            .iter()
            .position(|op| *op == Op::EndGosub)
            .expect("it ends");
        code.ops.into_iter().take(end).collect()
    }

    #[test]
    fn a_counting_loop_is_one_instruction() {
        assert_eq!(
            ops("For i = 1 To 9 : s = s + i : Next"),
            [Op::Load(0, 1), Op::AddI(1, 1, 0), Op::ForK(0, -2, 9)]
        );
        let computed = ops("For i = 0 To n - 1 : s = s + i : Next");
        assert_eq!(computed.last(), Some(&Op::For(0, 3, 3)));
    }

    #[test]
    fn comparisons_are_fused_with_their_jumps() {
        assert_eq!(
            ops("While a < 5 And b# >= 0.5 : a = a + 1 : Wend"),
            [
                Op::Jump(2),
                Op::AddIK(0, 0, 1),
                Op::JumpGeIK(0, 1, 5),
                Op::JumpGeFK(1, -3, 0.5),
            ]
        );
        assert_eq!(
            ops("Repeat : If a = b Then Exit\nForever"),
            [Op::JumpEqI(0, 1, 2), Op::Jump(0)]
        );
    }

    #[test]
    fn products_join_their_sums_and_constants_need_no_register() {
        assert_eq!(ops("a = b + c * d"), [Op::MulAddI(0, 1, 2, 3)]);
        assert_eq!(ops("a# = b# - c# * d#"), [Op::MulSubF(0, 1, 2, 3)]);
        assert_eq!(
            ops("a = 7 - a * 3"),
            [Op::MulIK(1, 0, 3), Op::SubKI(0, 1, 7)]
        );
    }

    #[test]
    fn only_division_by_a_constant_power_of_two_is_a_shift() {
        assert_eq!(ops("a = b / 8"), [Op::SarK(0, 1, 3)]);
        assert_eq!(ops("a = b / 1"), [Op::SarK(0, 1, 0)]);
        assert_eq!(ops("a = b / $80000000"), [Op::SarK(0, 1, 31)]);
        assert_eq!(ops("a = b / -8"), [Op::DivIK(0, 1, -8)]);
        assert_eq!(ops("a = b / 6"), [Op::DivIK(0, 1, 6)]);
        assert_eq!(ops("a = b / c"), [Op::DivI(0, 1, 2)]);
        assert_eq!(ops("a = b Mod 8"), [Op::ModIK(0, 1, 8)]);
        assert_eq!(ops("a = -9 / 8"), [Op::Load(0, -1_i32 as u32)]);
    }

    #[test]
    fn a_string_is_appended_to_in_place() {
        let append = |text: &str| {
            ops(text)
                .iter()
                .filter(|op| matches!(op, Op::Append(..)))
                .count()
        };
        assert_eq!(append("s$ = s$ + \"a\" + t$"), 2);
        // These would see the text while it grows.
        assert_eq!(append("s$ = s$ + s$"), 0);
        assert_eq!(append("s$ = \"a\" + s$"), 0);
    }

    #[test]
    fn a_function_too_large_for_the_bytecode_is_an_error() {
        let mut program = Program::default();
        let ty = Variable {
            name: "a".into(),
            ty: Ty::Int,
            span: Span::default(),
        };
        let fields = vec![ty; 70_000];
        program.types.push(ObjectType {
            name: "T".into(),
            fields,
        });
        assert!(generate(&program).is_err_and(|e| e.message.contains("65,000 fields")));
    }
}
