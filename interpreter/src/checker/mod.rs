//! Syntax tree to checked program.
//!
//! The order is the original compiler's, because it can be seen from outside: constants, types, the heads of functions, the
//! main program from its first line to its last, then the functions. So a function knows every global, wherever it is declared,
//! and a name used in the main program above its `Global` line is already something else.
//!
//! A check that fails says why and gives `None`; whatever needs the result gives `None` too and says nothing, so
//! that a mistake is told once.

mod call;
mod convert;
mod declare;
mod expr;
mod fold;
mod place;
mod scope;
mod stmt;
mod words;

use std::collections::HashMap;
use std::rc::Rc;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::hir::{self, BlitzArrayId, BlitzArrayType, Ty, TypeId};
use crate::host::Commands;
use crate::names::{Names, SymbolMap, SymbolSet};
use crate::source::{Sources, Span};
use crate::syntax::{Block, Stmt, StmtKind, Tree};

use call::{Callee, Formal};
use scope::{Entity, Env};

/// What is known of a custom type besides what the program needs.
struct TypeInfo {
    fields: SymbolMap<u32>,
    /// Fields may be lost, so an unknown one proves nothing.
    incomplete: bool,
}

/// The head of a function.
struct FunctionInfo {
    span: Span,
    name: String,
    formals: Rc<[Formal]>,
    returns: Ty,
    incomplete: bool,
}

struct Checker<'a> {
    names: &'a Names,
    sources: &'a Sources,
    commands: &'a Commands,
    diagnostics: &'a mut Diagnostics,
    tree: &'a Tree,
    program: hir::Program,
    types: SymbolMap<TypeId>,
    type_infos: Vec<TypeInfo>,
    functions: SymbolMap<hir::FunctionId>,
    /// By function number, the main program first.
    function_infos: Vec<FunctionInfo>,
    blitz_arrays: HashMap<BlitzArrayType, BlitzArrayId>,
    /// Constants, globals and arrays.
    globals: SymbolMap<Entity>,
    /// Labels of the main program, for `Restore`: their place among the `Data` items.
    data_labels: SymbolMap<u32>,
    /// What a name that is called means, found once.
    callees: SymbolMap<Callee>,
    /// Names of which it has been said that they are unknown.
    reported: SymbolSet,
    /// Types of which it has been said that they are not there.
    reported_types: SymbolSet,
    /// Only constants may stand here, and names that are none are not declared by their use.
    constants_only: bool,
    /// Bytes of strings joined from constants so far.
    folded_strings: usize,
    env: Env,
}

/// Checks a program. What it gives is complete only where no errors were reported.
pub(crate) fn check(
    tree: &Tree,
    names: &Names,
    sources: &Sources,
    commands: &Commands,
    diagnostics: &mut Diagnostics,
) -> hir::Program {
    let mut checker = Checker {
        names,
        sources,
        commands,
        diagnostics,
        tree,
        program: hir::Program::default(),
        types: Default::default(),
        type_infos: Vec::new(),
        functions: Default::default(),
        function_infos: Vec::new(),
        blitz_arrays: HashMap::new(),
        globals: Default::default(),
        data_labels: Default::default(),
        callees: Default::default(),
        reported: Default::default(),
        reported_types: Default::default(),
        constants_only: false,
        folded_strings: 0,
        env: Env::default(),
    };
    checker.constants();
    checker.custom_types();
    checker.function_heads();
    checker.main_program();
    checker.function_bodies();
    checker.data();
    checker.program
}

impl Checker<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(span, message));
    }

    /// A name as it is written at a place.
    fn written(&self, span: Span) -> String {
        let source = self.sources.get(span.file);
        let bytes = source.and_then(|s| s.bytes.get(span.start as usize..span.end as usize));
        crate::source::decode(bytes.unwrap_or(&[]))
    }

    fn main_program(&mut self) {
        self.env = Env::main();
        let tree = self.tree;
        self.collect_labels(&tree.body);
        self.data_labels = self
            .env
            .labels
            .iter()
            .map(|(&name, label)| (name, label.data))
            .collect();
        let body = self.block(&tree.body);
        let main = self.finish_function(body, String::new(), Span::default(), 0);
        if let Some(slot) = self.program.functions.first_mut() {
            *slot = main;
        }
    }

    fn function_bodies(&mut self) {
        let tree = self.tree;
        for (i, function) in tree.functions.iter().enumerate() {
            let Some(info) = self.function_infos.get(i + 1) else {
                continue;
            };
            let (name, span, formals) = (info.name.clone(), info.span, Rc::clone(&info.formals));
            self.env = Env::function(info.returns);
            for (formal, param) in formals.iter().zip(&function.params) {
                self.declare_param(formal, param);
            }
            self.collect_labels(&function.body);
            let body = self.block(&function.body);
            let checked = self.finish_function(body, name, span, formals.len());
            if let Some(slot) = self.program.functions.get_mut(i + 1) {
                *slot = checked;
            }
        }
    }

    /// Puts the checked function together from its environment.
    fn finish_function(
        &mut self,
        mut body: hir::Block,
        name: String,
        span: Span,
        params: usize,
    ) -> hir::Function {
        self.warn_of_typos();
        let env = std::mem::take(&mut self.env);
        let mut statements = env.new_arrays;
        statements.append(&mut body);
        hir::Function {
            name,
            span,
            params,
            locals: env.variables,
            returns: env.returns,
            labels: env.label_names,
            body: statements,
        }
    }

    /// Makes the labels of a function known, with all its blocks: a jump may come before its label.
    fn collect_labels(&mut self, block: &Block) {
        visit(block, &mut |stmt| {
            if let StmtKind::Label(name, data) = &stmt.kind {
                let written = self.written(name.span);
                if let Err(first) = self.env.add_label(*name, written, *data) {
                    let word = self.written(name.span);
                    let error = Diagnostic::error(
                        name.span,
                        format!("the label \"{word}\" is there twice"),
                    );
                    self.report(error.with_label(first, "the first one"));
                }
            }
        });
    }
}

/// Shows all statements of a block and of the blocks in it, in source order.
fn visit(block: &Block, see: &mut dyn FnMut(&Stmt)) {
    for stmt in block {
        see(stmt);
        match &stmt.kind {
            StmtKind::If(arms, otherwise) => {
                for (_, body) in arms {
                    visit(body, see);
                }
                visit(otherwise, see);
            }
            StmtKind::While(_, body)
            | StmtKind::Repeat(body, _)
            | StmtKind::ForEach(_, _, body) => visit(body, see),
            StmtKind::For(count) => visit(&count.body, see),
            StmtKind::Select(_, cases, default) => {
                for case in cases {
                    visit(&case.body, see);
                }
                visit(default, see);
            }
            _ => {}
        }
    }
}
