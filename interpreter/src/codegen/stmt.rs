//! Statements.

use crate::bytecode::{Op, Text};
use crate::hir::{
    Block, Case, CompareOp, Expr, ExprKind, LocalId, Place, Stmt, StmtKind, Ty, TypeId,
};
use crate::source::Span;

use super::Result;
use super::branch::{float_jump_with_constant, int_jump_with_constant};
use super::emit::{FunctionGenerator, Label};
use super::expr::{calls, float_constant, int_constant};

impl FunctionGenerator<'_, '_> {
    /// The whole function.
    pub(super) fn body(&mut self) -> Result<()> {
        let function = self.function;
        self.block(&function.body)?;
        self.at(function.span);
        if self.index == 0 {
            self.emit(Op::End);
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
    fn type_of(&self, place: &Place) -> Ty {
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
    fn direct_place(&self, place: &Place) -> Option<u32> {
        let home = match place {
            Place::Local(local) => self.local(*local),
            Place::Global(global) => self.global(*global),
            _ => return None,
        };
        match home {
            super::layout::Home::Frame(slot) => Some(slot),
            super::layout::Home::Global(_) => None,
        }
    }

    fn assign(&mut self, place: &Place, value: &Expr, span: Span) -> Result<()> {
        if value.ty == Ty::Str {
            return self.assign_text(place, value, span);
        }
        match self.direct_place(place) {
            Some(slot) => self.number_into(value, slot),
            None => {
                let from = self.number_before(value, place_exprs(place))?;
                self.store(place, span, from)
            }
        }
    }

    fn assign_text(&mut self, place: &Place, value: &Expr, span: Span) -> Result<()> {
        if let Some(parts) = self.appended(place, value) {
            let mut texts = Vec::with_capacity(parts.len());
            for (i, part) in parts.iter().enumerate() {
                texts.push(self.text_before(part, parts.iter().skip(i + 1).copied())?);
            }
            return texts
                .into_iter()
                .try_for_each(|text| self.store_text(place, span, text, true));
        }
        match self.direct_place(place) {
            Some(slot) => self.text_into(value, slot as u16),
            None => {
                let from = self.text_before(value, place_exprs(place))?;
                self.store_text(place, span, from, false)
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
                let slot = self.text_temporaries(1)?;
                self.text_into(expr, slot)?;
                self.emit(Op::LoadText(slot, 0));
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
            let next = self.label();
            self.at(current.span);
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

    fn loop_body(&mut self, body: &Block, end: Label) -> Result<()> {
        self.exits.push(end);
        let result = self.block(body);
        self.exits.pop();
        result
    }

    /// `For`: the test stands at the bottom, fused with the step where limit and variable allow.
    fn for_loop(
        &mut self,
        var: &Place,
        from: &Expr,
        to: &Expr,
        step: &Expr,
        body: &Block,
        span: Span,
    ) -> Result<()> {
        let ty = self.type_of(var);
        let end = self.label();
        let upwards = match ty {
            Ty::Float => float_constant(step).unwrap_or(1.0) > 0.0,
            _ => int_constant(step).unwrap_or(1) > 0,
        };
        let test = ForTest {
            var,
            to,
            upwards,
            span,
        };
        self.assign(var, from, span)?;
        let counter = self.direct_place(var).filter(|_| ty == Ty::Int);
        let limit = match (int_constant(to), self.direct(to)) {
            (Some(k), _) => Some(Limit::Constant(k)),
            (None, Some(slot)) => Some(Limit::Slot(slot)),
            _ => None,
        };
        let small_step = int_constant(step).and_then(|k| i8::try_from(k).ok());
        if let (Some(counter), Some(limit), Some(small_step)) = (counter, limit, small_step)
            && u8::try_from(counter).is_ok()
        {
            // The first test is made here, the later ones with the step.
            let certain = match (int_constant(from), int_constant(to)) {
                (Some(first), Some(last)) if upwards => first <= last,
                (Some(first), Some(last)) => first >= last,
                _ => false,
            };
            if !certain {
                self.for_test(test, end, false)?;
            }
            let start = self.here();
            self.loop_body(body, end)?;
            self.at(span);
            self.for_step(counter, limit, small_step, start, test)?;
        } else {
            let at_test = self.label();
            self.jump(at_test, Op::Jump);
            let start = self.here();
            self.loop_body(body, end)?;
            self.at(span);
            self.add_step(var, step, ty, span)?;
            self.place(at_test);
            self.for_test(test, start, true)?;
        }
        self.place(end);
        Ok(())
    }

    /// Step and test in one instruction, or in two where the operands do not fit one.
    fn for_step(
        &mut self,
        counter: u32,
        limit: Limit,
        step: i8,
        start: Label,
        test: ForTest<'_>,
    ) -> Result<()> {
        let register = self.register(counter, 0);
        if u32::from(register) == counter {
            match (limit, step) {
                (Limit::Constant(k), 1) if self.short_jumps => {
                    self.short_jump(start, Op::ForK(register, 0, k));
                    return Ok(());
                }
                (Limit::Slot(slot), _) if slot != counter => {
                    let limit = self.register(slot, 1);
                    self.jump(start, |to| match step {
                        1 => Op::For(register, limit, to),
                        _ => Op::ForStep(register, limit, step, to),
                    });
                    return Ok(());
                }
                _ => {}
            }
        }
        self.write(counter, |d| Op::AddIK(d, register, step.into()));
        self.for_test(test, start, true)
    }

    fn add_step(&mut self, var: &Place, step: &Expr, ty: Ty, span: Span) -> Result<()> {
        let mark = self.mark();
        let to = match self.direct_place(var) {
            Some(slot) => slot,
            None => {
                let slot = self.temporary()?;
                self.load(var, span, slot)?;
                slot
            }
        };
        let a = self.register(to, 0);
        match ty {
            Ty::Float => {
                let step = float_constant(step).unwrap_or(1.0);
                self.write(to, |d| Op::AddFK(d, a, step));
            }
            _ => {
                let step = int_constant(step).unwrap_or(1);
                self.write(to, |d| Op::AddIK(d, a, step));
            }
        }
        if self.direct_place(var).is_none() {
            self.store(var, span, to)?;
        }
        self.release(mark);
        Ok(())
    }

    /// Jumps when "the loop goes on" has the truth `when`: the variable has not passed the limit.
    fn for_test(
        &mut self,
        ForTest {
            var,
            to,
            upwards,
            span,
        }: ForTest<'_>,
        label: Label,
        when: bool,
    ) -> Result<()> {
        let mark = self.mark();
        let ty = self.type_of(var);
        let value = match self.direct_place(var) {
            // A global that the limit's evaluation may change is copied.
            Some(slot) if !(matches!(var, Place::Global(_)) && calls(to)) => slot,
            _ => {
                let slot = self.temporary()?;
                self.load(var, span, slot)?;
                slot
            }
        };
        let passed = if upwards {
            CompareOp::Gt
        } else {
            CompareOp::Lt
        };
        if ty == Ty::Float {
            if let Some(k) = float_constant(to)
                && self.short_jumps
                && let Some(make) = float_jump_with_constant(passed, !when)
            {
                let value = self.register(value, 0);
                self.short_jump(label, make(value, 0, k));
            } else {
                let limit = self.number(to)?;
                self.jump_floats(passed, value, limit, label, !when);
            }
        } else {
            let op = match (upwards, when) {
                (true, true) => CompareOp::Le,
                (true, false) => CompareOp::Gt,
                (false, true) => CompareOp::Ge,
                (false, false) => CompareOp::Lt,
            };
            match int_constant(to).filter(|_| self.short_jumps) {
                Some(k) => {
                    let value = self.register(value, 0);
                    self.short_jump(label, int_jump_with_constant(op)(value, 0, k));
                }
                None => {
                    let limit = self.number(to)?;
                    self.jump_ints(op, value, limit, label);
                }
            }
        }
        self.release(mark);
        Ok(())
    }

    fn for_each(&mut self, var: &Place, ty: TypeId, body: &Block, span: Span) -> Result<()> {
        let end = self.label();
        let ty = ty.0 as u16;
        let direct = self.direct_place(var).filter(|&slot| self.is_near(slot));
        let mark = self.mark();
        let object = match direct {
            Some(slot) => slot,
            None => self.temporary()?,
        };
        self.write(object, |d| Op::First(d, ty));
        if direct.is_none() {
            self.store(var, span, object)?;
        }
        let register = self.register(object, 0);
        self.jump(end, |target| Op::JumpNull(register, target));
        self.release(mark);
        let start = self.here();
        self.loop_body(body, end)?;
        self.at(span);
        match direct {
            Some(slot) => {
                let register = self.register(slot, 0);
                self.jump(start, |target| Op::EachNext(register, ty, target));
            }
            None => {
                let mark = self.mark();
                let object = self.temporary()?;
                self.load(var, span, object)?;
                let register = self.register(object, 0);
                self.write(object, |d| Op::After(d, register, ty));
                self.store(var, span, object)?;
                let register = self.register(object, 0);
                self.jump(start, |target| Op::JumpNotNull(register, target));
                self.release(mark);
            }
        }
        self.place(end);
        Ok(())
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
                self.emit(Op::ReadText(slot as u16));
                return Ok(());
            }
            let slot = self.text_temporaries(1)?;
            self.emit(Op::ReadText(slot));
            return self.store_text(place, span, Text::temporary(slot), false);
        }
        let make = if self.type_of(place) == Ty::Float {
            Op::ReadFloat
        } else {
            Op::ReadInt
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
            self.emit(Op::ReturnText(Text::constant(0), self.texts()));
            return Ok(());
        }
        if self.texts() == 0 {
            self.emit(Op::ReturnK(0));
            return Ok(());
        }
        let zero = self.waste();
        self.emit(Op::Load(zero, 0));
        self.emit(Op::ReturnDrop(zero, self.texts()));
        Ok(())
    }

    fn return_value(&mut self, value: &Expr) -> Result<()> {
        if self.function.returns == Ty::Str {
            let text = self.text(value)?;
            self.free_arrays();
            self.emit(Op::ReturnText(text, self.texts()));
            return Ok(());
        }
        if self.texts() == 0
            && !self.has_arrays()
            && let Some(k) = int_constant(value)
        {
            self.emit(Op::ReturnK(k));
            return Ok(());
        }
        let slot = self.number(value)?;
        self.free_arrays();
        let register = self.register(slot, 0);
        self.emit(match self.texts() {
            0 => Op::Return(register),
            texts => Op::ReturnDrop(register, texts),
        });
        Ok(())
    }
}

/// A `For`'s limit that needs no code to evaluate.
#[derive(Clone, Copy)]
enum Limit {
    Constant(i32),
    Slot(u32),
}

/// What a `For` compares before every turn.
#[derive(Clone, Copy)]
struct ForTest<'e> {
    var: &'e Place,
    to: &'e Expr,
    upwards: bool,
    span: Span,
}

/// The expressions inside a place.
fn place_exprs(place: &Place) -> impl Iterator<Item = &Expr> {
    let (first, rest): (Option<&Expr>, &[Expr]) = match place {
        Place::Local(_) | Place::Global(_) => (None, &[]),
        Place::Field { object, .. } => (Some(object), &[]),
        Place::Dim { indices, .. } => (None, indices),
        Place::Element { array, indices, .. } => (Some(array), indices),
    };
    first.into_iter().chain(rest)
}
