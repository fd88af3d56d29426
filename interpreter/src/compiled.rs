//! A program ready to run, with the texts its errors are shown in.

use crate::bytecode::Code;
use crate::codegen::{CodegenError, generate};
use crate::hir::Program;
use crate::source::Sources;

/// Bytecode and the sources it was made from.
#[derive(Debug)]
pub struct Compiled {
    /// The bytecode.
    pub code: Code,
    /// The program's files.
    pub sources: Sources,
}

impl Compiled {
    /// Generates the code of a checked program.
    ///
    /// # Errors
    /// A function, an expression or a table of the program that is too large for the bytecode.
    pub fn new(program: &Program, sources: Sources) -> Result<Self, CodegenError> {
        Ok(Self { code: generate(program)?, sources })
    }
}
