//! A program ready to run, with the texts its errors are shown in.

use std::rc::Rc;

use crate::bytecode::Code;
use crate::codegen::{CodegenError, generate};
use crate::compile::Compilation;
use crate::diagnostics::Diagnostic;
use crate::hir::Program;
use crate::source::Sources;

/// Bytecode and the sources it was made from.
#[derive(Debug)]
pub struct Compiled {
    /// The bytecode.
    pub code: Code,
    /// The program's files.
    pub sources: Rc<Sources>,
}

impl Compiled {
    /// Generates the code of a checked program.
    ///
    /// # Errors
    /// A function, an expression or a table of the program that is too large for the bytecode.
    pub fn new(program: &Program, sources: Rc<Sources>) -> Result<Self, CodegenError> {
        Ok(Self {
            code: generate(program)?,
            sources,
        })
    }
}

impl Compilation {
    /// The program ready to run, where it has no errors; all messages; and the sources they are shown in.
    pub fn finish(self) -> (Option<Rc<Compiled>>, Vec<Diagnostic>, Rc<Sources>) {
        let sources = Rc::new(self.sources);
        let mut diagnostics = self.diagnostics;
        let compiled =
            self.program.and_then(
                |program| match Compiled::new(&program, Rc::clone(&sources)) {
                    Ok(compiled) => Some(Rc::new(compiled)),
                    Err(error) => {
                        diagnostics.push(Diagnostic::error(error.span, error.message));
                        None
                    }
                },
            );
        (compiled, diagnostics, sources)
    }
}
