//! Statements.

use crate::bytecode::{Op, StringOperand, VariablePlace};
use crate::hir::{Block, Case, CompareOp, Expr, ExprKind, LocalId, Place, Stmt, StmtKind, Ty};
use crate::source::Span;

use super::Result;
use super::emit::{FunctionGenerator, Label};
use super::expr::{float_constant, int_constant};

impl FunctionGenerator<'_, '_> {
    /// The whole function.
    pub(super) fn body(&mut self) -> Result<()> {
        let function = self.function;
        self.block(&function.body)?;
        self.at(function.span);
        if self.index == 0 {
            // The end of the program is a Return: inside a Gosub it goes back.
            self.emit(Op::EndGosub);
            return Ok(());
        }
        self.return_default()
    }

    fn block(&mut self, block: &Block) -> Result<()> {
        block.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<()> {
        let span = stmt.span;
        self.at(span);
        let mark = self.mark();
        match &stmt.kind {
            StmtKind::Assign(place, value) => self.assign(place, value, span)?,
            StmtKind::Eval(expr) => self.evaluate(expr)?,
            StmtKind::If { .. } => self.if_chain(stmt)?,
            StmtKind::While { cond, body } => {
                let (test, end) = (self.label(), self.label());
                self.jump(test, Op::Jump);
                let start = self.here();
                self.loop_body(body, end)?;
                self.place(test);
                self.at(span);
                self.branch(cond, start, true)?;
                self.place(end);
            }
            StmtKind::Repeat { body, until } => {
                let end = self.label();
                let start = self.here();
                self.loop_body(body, end)?;
                self.at(span);
                match until {
                    Some(cond) => {
                        self.at(cond.span);
                        self.branch(cond, start, false)?;
                    }
                    None => self.jump(start, Op::Jump),
                }
                self.place(end);
            }
            StmtKind::For {
                var,
                from,
                to,
                step,
                body,
            } => self.for_loop(var, from, to, step, body, span)?,
            StmtKind::ForEach { var, ty, body } => self.for_each(var, *ty, body, span)?,
            StmtKind::Select {
                temp,
                subject,
                cases,
                default,
            } => self.select(*temp, subject, cases, default, span)?,
            StmtKind::Exit => {
                if let Some(&end) = self.exits.last() {
                    self.jump(end, Op::Jump);
                }
            }
            StmtKind::Return(None) if self.index == 0 => self.emit(Op::EndGosub),
            StmtKind::Return(None) => self.return_default()?,
            StmtKind::Return(Some(value)) => self.return_value(value)?,
            StmtKind::Label(label) => {
                if let Some(&label) = self.named.get(label.index()) {
                    self.place(label);
                }
            }
            StmtKind::Goto(label) => {
                if let Some(&label) = self.named.get(label.index()) {
                    self.jump(label, Op::Jump);
                }
            }
            StmtKind::Gosub(label) => {
                if let Some(&label) = self.named.get(label.index()) {
                    self.jump(label, Op::Gosub);
                }
            }
            StmtKind::End => self.emit(Op::End),
            StmtKind::Stop => self.emit(Op::Stop),
            StmtKind::Delete(object) => {
                let slot = self.number(object)?;
                let register = self.register(slot, 0);
                if let Ty::Object(ty) = object.ty {
                    self.emit(Op::Delete(register, ty.0 as u16));
                }
            }
            StmtKind::DeleteEach(ty) => self.emit(Op::DeleteEach(ty.0 as u16)),
            StmtKind::Insert {
                object,
                target,
                before,
            } => {
                let a = self.number_before(object, std::iter::once(target))?;
                let b = self.number(target)?;
                self.at(span);
                let a = self.register(a, 0);
                let b = self.register(b, 1);
                self.emit(if *before {
                    Op::InsertBefore(a, b)
                } else {
                    Op::InsertAfter(a, b)
                });
            }
            StmtKind::Dim { array, sizes } => {
                let start = self.temporaries(sizes.len() as u32, false)?;
                for (slot, size) in (start..).zip(sizes) {
                    self.number_into(size, slot)?;
                }
                self.at(span);
                self.emit(Op::Dim(array.0 as u16, start as u16));
            }
            StmtKind::NewArray { place, ty } => self.new_array(place, *ty, span)?,
            StmtKind::Read(place) => self.read(place, span)?,
            StmtKind::Restore(item) => self.emit(Op::Restore(*item)),
        }
        self.release(mark);
        Ok(())
    }

    /// The type of the value a place holds.
    pub(super) fn type_of(&self, place: &Place) -> Ty {
        let variable = match place {
            Place::Local(local) => self.function.locals.get(local.index()),
            Place::Global(global) => self.program.globals.get(global.index()),
            Place::Field { ty, field, .. } => self
                .program
                .types
                .get(ty.index())
                .and_then(|t| t.fields.get(*field as usize)),
            Place::Dim { array, .. } => {
                return self
                    .program
                    .arrays
                    .get(array.index())
                    .map_or(Ty::Int, |a| a.element);
            }
            Place::Element { ty, .. } => {
                return self
                    .program
                    .blitz_arrays
                    .get(ty.index())
                    .map_or(Ty::Int, |a| a.element);
            }
        };
        variable.map_or(Ty::Int, |v| v.ty)
    }

    /// The slot or register of a variable that the frame itself holds.
    pub(super) fn direct_place(&self, place: &Place) -> Option<u32> {
        let variable = match place {
            Place::Local(local) => self.local(*local),
            Place::Global(global) => self.global(*global),
            _ => return None,
        };
        match variable {
            VariablePlace::Frame(slot) => Some(slot),
            VariablePlace::Global(_) => None,
        }
    }

    /// Stores a value into a place.
    pub(super) fn assign(&mut self, place: &Place, value: &Expr, span: Span) -> Result<()> {
        if value.ty == Ty::Str {
            return self.assign_string(place, value, span);
        }
        match self.direct_place(place) {
            Some(slot) => self.number_into(value, slot),
            None => {
                if let Some(bits) = constant(value)
                    && self.store_constant(place, span, bits)?
                {
                    return Ok(());
                }
                if self.accumulate(place, value, span)? {
                    return Ok(());
                }
                let from = self.number_before(value, place_exprs(place))?;
                self.store(place, span, from)
            }
        }
    }

    fn assign_string(&mut self, place: &Place, value: &Expr, span: Span) -> Result<()> {
        if let Some(parts) = self.appended(place, value) {
            let mut strings = Vec::with_capacity(parts.len());
            for (i, part) in parts.iter().enumerate() {
                strings.push(self.string_before(part, parts.iter().skip(i + 1).copied())?);
            }
            return strings
                .into_iter()
                .try_for_each(|string| self.store_string(place, span, string, true));
        }
        match self.direct_place(place) {
            Some(slot) => self.string_into(value, slot as u16),
            None => {
                let from = self.string_before(value, place_exprs(place))?;
                self.store_string(place, span, from, false)
            }
        }
    }

    /// Evaluates and drops the result.
    fn evaluate(&mut self, expr: &Expr) -> Result<()> {
        match &expr.kind {
            ExprKind::Call(function, arguments) if expr.ty != Ty::Str => {
                self.call(*function, arguments, expr, None)
            }
            ExprKind::Command(command, arguments) if expr.ty != Ty::Str => {
                self.command(*command, arguments, expr, None)
            }
            _ if expr.ty == Ty::Str => {
                // Into a temporary, and emptied.
                let slot = self.string_temporaries(1)?;
                self.string_into(expr, slot)?;
                self.emit(Op::LoadString(slot, 0));
                Ok(())
            }
            _ => self.number(expr).map(|_| ()),
        }
    }

    /// `If` with its `ElseIf`s, however many.
    fn if_chain(&mut self, stmt: &Stmt) -> Result<()> {
        let end = self.label();
        let mut current = stmt;
        while let StmtKind::If {
            cond,
            then,
            otherwise,
        } = &current.kind
        {
            self.at(current.span);
            if let ([only], []) = (then.as_slice(), otherwise.as_slice())
                && let Some(target) = self.jump_target(only)
            {
                self.branch(cond, target, true)?;
                break;
            }
            let next = self.label();
            self.branch(cond, next, false)?;
            self.block(then)?;
            if !otherwise.is_empty() {
                self.jump(end, Op::Jump);
            }
            self.place(next);
            match otherwise.as_slice() {
                [only] if matches!(only.kind, StmtKind::If { .. }) => current = only,
                _ => {
                    self.block(otherwise)?;
                    break;
                }
            }
        }
        self.place(end);
        Ok(())
    }

    /// Where a statement goes that does nothing but jump.
    fn jump_target(&self, stmt: &Stmt) -> Option<Label> {
        match stmt.kind {
            StmtKind::Exit => self.exits.last().copied(),
            StmtKind::Goto(label) => self.named.get(label.index()).copied(),
            _ => None,
        }
    }

    /// The statements of a loop whose `Exit` goes to `end`.
    pub(super) fn loop_body(&mut self, body: &Block, end: Label) -> Result<()> {
        self.exits.push(end);
        let result = self.block(body);
        self.exits.pop();
        result
    }

    /// `Select`: all cases are compared first, in order.
    fn select(
        &mut self,
        temp: LocalId,
        subject: &Expr,
        cases: &[Case],
        default: &Block,
        span: Span,
    ) -> Result<()> {
        let place = Place::Local(temp);
        self.assign(&place, subject, span)?;
        let chosen = Expr {
            kind: ExprKind::Read(place),
            ty: subject.ty,
            span: subject.span,
        };
        let end = self.label();
        let mut bodies = Vec::with_capacity(cases.len());
        for case in cases {
            let body = self.label();
            bodies.push(body);
            for value in &case.values {
                self.at(case.span);
                let mark = self.mark();
                self.branch_compare(CompareOp::Eq, &chosen, value, body, true)?;
                self.release(mark);
            }
        }
        self.block(default)?;
        self.jump(end, Op::Jump);
        for (case, body) in cases.iter().zip(bodies) {
            self.place(body);
            self.block(&case.body)?;
            self.jump(end, Op::Jump);
        }
        self.place(end);
        Ok(())
    }

    fn read(&mut self, place: &Place, span: Span) -> Result<()> {
        if self.type_of(place) == Ty::Str {
            if let Some(slot) = self.direct_place(place) {
                self.emit(Op::ReadDataString(slot as u16));
                return Ok(());
            }
            let slot = self.string_temporaries(1)?;
            self.emit(Op::ReadDataString(slot));
            return self.store_string(place, span, StringOperand::temporary(slot), false);
        }
        let make = if self.type_of(place) == Ty::Float {
            Op::ReadDataFloat
        } else {
            Op::ReadDataInt
        };
        if let Some(slot) = self.direct_place(place) {
            self.write(slot, make);
            return Ok(());
        }
        let slot = self.temporary()?;
        self.write(slot, make);
        self.store(place, span, slot)
    }

    fn return_default(&mut self) -> Result<()> {
        self.free_arrays();
        if self.function.returns == Ty::Str {
            self.emit(Op::ReturnString(StringOperand::constant(0), self.strings()));
            return Ok(());
        }
        if self.strings() == 0 {
            self.emit(Op::ReturnK(0));
            return Ok(());
        }
        let zero = self.unused_register();
        self.emit(Op::Load(zero, 0));
        self.emit(Op::ReturnDrop(zero, self.strings()));
        Ok(())
    }

    fn return_value(&mut self, value: &Expr) -> Result<()> {
        if self.function.returns == Ty::Str {
            let string = self.string(value)?;
            self.free_arrays();
            self.emit(Op::ReturnString(string, self.strings()));
            return Ok(());
        }
        if self.strings() == 0
            && !self.has_arrays()
            && let Some(k) = int_constant(value)
        {
            self.emit(Op::ReturnK(k));
            return Ok(());
        }
        let slot = self.number(value)?;
        self.free_arrays();
        let register = self.register(slot, 0);
        self.emit(match self.strings() {
            0 => Op::Return(register),
            strings => Op::ReturnDrop(register, strings),
        });
        Ok(())
    }
}

/// The bits of a number that is constant.
fn constant(value: &Expr) -> Option<u32> {
    match value.ty {
        Ty::Int => int_constant(value).map(|k| k as u32),
        Ty::Float => float_constant(value).map(f32::to_bits),
        _ => matches!(value.kind, ExprKind::Null).then_some(0),
    }
}

/// The expressions inside a place.
pub(super) fn place_exprs(place: &Place) -> impl Iterator<Item = &Expr> {
    let (first, rest): (Option<&Expr>, &[Expr]) = match place {
        Place::Local(_) | Place::Global(_) => (None, &[]),
        Place::Field { object, .. } => (Some(object), &[]),
        Place::Dim { indices, .. } => (None, indices),
        Place::Element { array, indices, .. } => (Some(array), indices),
    };
    first.into_iter().chain(rest)
}
