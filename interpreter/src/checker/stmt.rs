//! Statements.

use crate::diagnostics::{Diagnostic, nearest};
use crate::hir::{Block, Case, Expr, ExprKind, Place, Stmt, StmtKind, Ty, TypeId};
use crate::source::Span;
use crate::syntax::{self, For, Name, Var};

use super::Checker;
use super::convert::Purpose;

impl Checker<'_> {
    pub(super) fn block(&mut self, block: &syntax::Block) -> Block {
        let mut out = Block::with_capacity(block.len());
        for stmt in block {
            if self.diagnostics.is_full() {
                break;
            }
            if let Some(kind) = self.stmt(stmt) {
                out.push(Stmt {
                    kind,
                    span: stmt.span,
                });
            }
        }
        out
    }

    fn loop_block(&mut self, block: &syntax::Block) -> Block {
        self.env.loops += 1;
        let body = self.block(block);
        self.env.loops -= 1;
        body
    }

    /// The checked statement; `None` where it has an error or does nothing.
    fn stmt(&mut self, stmt: &syntax::Stmt) -> Option<StmtKind> {
        let span = stmt.span;
        match &stmt.kind {
            syntax::StmtKind::Assign(var, value) => self.assign(var, value),
            syntax::StmtKind::Call(call) => self.call_statement(call, span),
            syntax::StmtKind::If(arms, otherwise) => self.if_statement(arms, otherwise),
            syntax::StmtKind::While(cond, body) => {
                let cond = self.value(cond, Ty::Int, "the condition");
                let body = self.loop_block(body);
                Some(StmtKind::While { cond: cond?, body })
            }
            syntax::StmtKind::Repeat(body, until) => {
                let body = self.loop_block(body);
                let until = match until {
                    Some(until) => Some(self.value(until, Ty::Int, "the condition")?),
                    None => None,
                };
                Some(StmtKind::Repeat { body, until })
            }
            syntax::StmtKind::For(count) => self.for_statement(count),
            syntax::StmtKind::ForEach(var, ty, body) => self.for_each(var, *ty, body),
            syntax::StmtKind::Select(subject, cases, default) => {
                self.select(subject, cases, default)
            }
            syntax::StmtKind::Exit => {
                if self.env.loops == 0 {
                    let error = Diagnostic::error(span, "Exit can only stand in a loop");
                    self.report(error.with_help("Exit leaves For, While and Repeat; Return leaves a function, End the program"));
                    return None;
                }
                Some(StmtKind::Exit)
            }
            syntax::StmtKind::Goto(name) => self.label(*name).map(StmtKind::Goto),
            syntax::StmtKind::Gosub(name) => {
                if !self.env.is_main {
                    let error = Diagnostic::error(span, "Gosub cannot be used in a function");
                    self.report(error.with_help("make a function of what it goes to"));
                    return None;
                }
                self.label(*name).map(StmtKind::Gosub)
            }
            syntax::StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
            syntax::StmtKind::Label(name, _) => {
                let label = self.env.labels.get(&name.symbol)?;
                Some(StmtKind::Label(label.id))
            }
            syntax::StmtKind::Delete(object) => self.delete(object),
            syntax::StmtKind::DeleteEach(name) => self.custom_type(*name).map(StmtKind::DeleteEach),
            syntax::StmtKind::Insert(object, target, before) => {
                self.insert(object, target, *before)
            }
            syntax::StmtKind::Read(var) => self.read_statement(var),
            syntax::StmtKind::Restore(name) => self.restore(*name),
            syntax::StmtKind::Dim(name, tag, sizes) => self.dim(*name, *tag, sizes, span),
            syntax::StmtKind::Local(decl) => self.variable_decl(decl, false),
            syntax::StmtKind::Global(decl) => self.variable_decl(decl, true),
        }
    }

    fn assign(&mut self, var: &Var, value: &syntax::Expr) -> Option<StmtKind> {
        let place = self.written_place(var);
        let value = self.expr(value);
        let (place, ty) = place?;
        let value = value?;
        if let (Place::Local(id), Ty::Object(of)) = (&place, value.ty)
            && ty == Ty::Int
            && !self.env.declared.contains(id)
        {
            self.untyped_variable(var, of, value.span);
            return None;
        }
        let value = self.convert(value, ty, Purpose::Variable(var.span))?;
        Some(StmtKind::Assign(place, value))
    }

    /// An object for a variable that came to be by its use without a tag, and so is an Int.
    fn untyped_variable(&mut self, var: &Var, of: TypeId, value: Span) {
        let word = self.written(var.span);
        let what = self.describe_type(Ty::Object(of));
        let name = self
            .program
            .types
            .get(of.index())
            .map_or("Type", |ty| ty.name.as_str());
        let help = format!("a variable for objects has a type: {word}.{name} = ...");
        let error = Diagnostic::error(
            value,
            format!("\"{word}\" is a number (Int) and cannot hold {what}"),
        );
        self.report(error.with_help(help));
        // Its use as an object follows from the same mistake.
        self.env.silence(var.name);
    }

    /// Arms are checked in source order, because names are declared by their first use, and nested from the last one.
    fn if_statement(
        &mut self,
        arms: &[(syntax::Expr, syntax::Block)],
        otherwise: &syntax::Block,
    ) -> Option<StmtKind> {
        let mut checked = Vec::with_capacity(arms.len());
        for (cond, body) in arms {
            let span = cond.span;
            let cond = self.value(cond, Ty::Int, "the condition");
            checked.push((cond, self.block(body), span));
        }
        let mut otherwise = self.block(otherwise);
        let mut result = None;
        for (cond, then, span) in checked.into_iter().rev() {
            if let Some((kind, span)) = result.take() {
                otherwise = vec![Stmt { kind, span }];
            }
            let kind = StmtKind::If {
                cond: cond?,
                then,
                otherwise: std::mem::take(&mut otherwise),
            };
            result = Some((kind, span));
        }
        result.map(|(kind, _)| kind)
    }

    fn for_statement(&mut self, count: &For) -> Option<StmtKind> {
        let var = self.written_place(&count.var);
        let var = match var {
            Some((_, ty)) if !matches!(ty, Ty::Int | Ty::Float) => {
                let what = self.describe_type(ty);
                self.error(
                    count.var.span,
                    format!("a For loop counts with a number, but this is {what}"),
                );
                None
            }
            var => var,
        };
        // Where the variable has an error the rest is looked at as if it were an Int.
        let ty = var.as_ref().map_or(Ty::Int, |&(_, ty)| ty);
        let from = self.value(&count.from, ty, "the first value");
        let to = self.value(&count.to, ty, "the last value");
        let step = match &count.step {
            Some(step) => self.step(step, ty),
            None => Some(super::convert::converted(
                Expr {
                    kind: ExprKind::Int(1),
                    ty: Ty::Int,
                    span: count.var.span,
                },
                ty,
            )),
        };
        let body = self.loop_block(&count.body);
        let (var, _) = var?;
        Some(StmtKind::For {
            var,
            from: from?,
            to: to?,
            step: step?,
            body,
        })
    }

    fn step(&mut self, step: &syntax::Expr, ty: Ty) -> Option<Expr> {
        let value = self.value(step, ty, "Step")?;
        if matches!(value.kind, ExprKind::Int(_) | ExprKind::Float(_)) {
            return Some(value);
        }
        let error = Diagnostic::error(
            step.span,
            "Step must be a constant: a number, or a name declared with Const",
        );
        self.report(error.with_help("for a step that changes write a While loop"));
        None
    }

    fn for_each(&mut self, var: &Var, name: Name, body: &syntax::Block) -> Option<StmtKind> {
        let place = self.written_place(var);
        let ty = self.custom_type(name);
        let good = match (&place, ty) {
            (Some((_, Ty::Object(of))), Some(ty)) if *of == ty => true,
            (Some((_, found)), Some(_)) => {
                let (what, wanted) = (self.describe_type(*found), self.written(name.span));
                let word = self.written(var.name.span);
                let message = format!(
                    "the loop's variable must be an object of the type {wanted}, but this is {what}"
                );
                let error = Diagnostic::error(var.span, message);
                self.report(error.with_help(format!("For {word}.{wanted} = Each {wanted}")));
                false
            }
            _ => false,
        };
        let body = self.loop_block(body);
        let (var, _) = place?;
        let ty = ty?;
        good.then_some(StmtKind::ForEach { var, ty, body })
    }

    fn select(
        &mut self,
        subject: &syntax::Expr,
        cases: &[syntax::Case],
        default: &syntax::Block,
    ) -> Option<StmtKind> {
        let subject = self.expr(subject);
        let subject = match subject {
            Some(subject) if !matches!(subject.ty, Ty::Int | Ty::Float | Ty::Str) => {
                let what = self.describe_type(subject.ty);
                let error = Diagnostic::error(
                    subject.span,
                    format!("Select needs a number or a string, but this is {what}"),
                );
                self.report(error.with_help("compare objects with If ... ElseIf"));
                None
            }
            subject => subject,
        };
        let ty = subject.as_ref().map(|subject| subject.ty);
        let temp = self.env.add_temporary(
            ty.unwrap_or(Ty::Int),
            subject.as_ref().map_or(Span::default(), |s| s.span),
        );
        let mut good = true;
        let mut checked = Vec::with_capacity(cases.len());
        for case in cases {
            let mut values = Vec::with_capacity(case.values.len());
            for value in &case.values {
                let value = self.expr(value);
                match (value, ty) {
                    (Some(value), Some(ty)) => match self.convert(value, ty, "the value of a Case")
                    {
                        Some(value) => values.push(value),
                        None => good = false,
                    },
                    _ => good = false,
                }
            }
            let body = self.block(&case.body);
            checked.push(Case {
                values,
                body,
                span: case.span,
            });
        }
        let default = self.block(default);
        let subject = subject?;
        good.then_some(StmtKind::Select {
            temp,
            subject,
            cases: checked,
            default,
        })
    }

    fn return_statement(&mut self, value: Option<&syntax::Expr>, span: Span) -> Option<StmtKind> {
        let Some(value) = value else {
            return Some(StmtKind::Return(None));
        };
        if self.env.is_main {
            self.expr(value);
            let error = Diagnostic::error(span, "the main program cannot return a value");
            self.report(
                error.with_help("End ends the program; Return alone goes back from a Gosub"),
            );
            return None;
        }
        let returns = self.env.returns;
        let value = self.expr(value)?;
        if let (Ty::Object(of), Ty::Int | Ty::Float | Ty::Str) = (value.ty, returns) {
            let (what, returned) = (self.describe_type(returns), self.describe_type(value.ty));
            let name = self
                .program
                .types
                .get(of.index())
                .map_or("Type", |ty| ty.name.as_str());
            let help = format!(
                "the type of what a function returns stands behind its name: Function name.{name}()"
            );
            let message = format!("this function returns {what}, but this is {returned}");
            self.report(Diagnostic::error(value.span, message).with_help(help));
            return None;
        }
        let value = self.convert(value, returns, "what this function returns")?;
        Some(StmtKind::Return(Some(value)))
    }

    fn delete(&mut self, object: &syntax::Expr) -> Option<StmtKind> {
        let object = self.expr(object)?;
        match object.ty {
            Ty::Object(_) => Some(StmtKind::Delete(object)),
            // Allowed, and without effect.
            Ty::Null => None,
            ty => {
                let what = self.describe_type(ty);
                let error = Diagnostic::error(
                    object.span,
                    format!("Delete needs an object of a type, but this is {what}"),
                );
                self.report(error.with_help(
                    "other things are freed by commands: FreeEntity, FreeImage, FreeBank ...",
                ));
                None
            }
        }
    }

    fn insert(
        &mut self,
        object: &syntax::Expr,
        target: &syntax::Expr,
        before: bool,
    ) -> Option<StmtKind> {
        let object = self.expr(object);
        let target = self.expr(target);
        let (object, target) = (object?, target?);
        for side in [&object, &target] {
            if !matches!(side.ty, Ty::Object(_)) {
                let what = self.describe_type(side.ty);
                self.error(
                    side.span,
                    format!("Insert needs objects of a type, but this is {what}"),
                );
                return None;
            }
        }
        let target = self.convert(target, object.ty, "the other object of Insert")?;
        Some(StmtKind::Insert {
            object,
            target,
            before,
        })
    }

    fn read_statement(&mut self, var: &Var) -> Option<StmtKind> {
        let (place, ty) = self.written_place(var)?;
        if matches!(ty, Ty::Int | Ty::Float | Ty::Str) {
            return Some(StmtKind::Read(place));
        }
        let what = self.describe_type(ty);
        self.error(
            var.span,
            format!("Read reads numbers and strings, but this is {what}"),
        );
        None
    }

    fn restore(&mut self, name: Option<Name>) -> Option<StmtKind> {
        let Some(name) = name else {
            return Some(StmtKind::Restore(0));
        };
        if let Some(&index) = self.data_labels.get(&name.symbol) {
            return Some(StmtKind::Restore(index));
        }
        if !self.tree.incomplete {
            let word = self.written(name.span);
            let near = nearest(
                &word,
                self.data_labels
                    .keys()
                    .map(|&symbol| self.names.text(symbol)),
            );
            let help = match near {
                Some(near) => format!("did you mean {near}?"),
                None => format!("a label is written with a point before it: .{word}"),
            };
            let error = Diagnostic::error(
                name.span,
                format!("there is no label \"{word}\" in the main program"),
            );
            self.report(error.with_help(help));
        }
        None
    }
}
