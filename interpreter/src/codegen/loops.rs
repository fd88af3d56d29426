//! Counting loops and loops over the objects of a type.

use crate::bytecode::Op;
use crate::hir::{Block, CompareOp, Expr, ExprKind, Place, Ty, TypeId};
use crate::source::Span;

use super::Result;
use super::branch::{float_jump_with_constant, int_jump_with_constant};
use super::emit::{FunctionGenerator, Label};
use super::expr::{any, calls, float_constant, int_constant};

/// A `For`'s limit.
#[derive(Clone, Copy)]
enum Limit {
    Constant(i32),
    /// A variable of the frame.
    Slot(u32),
    /// An expression that may as well be evaluated before the step, because it cannot tell the difference.
    Independent,
}

/// What a `For` compares before every turn.
#[derive(Clone, Copy)]
struct ForTest<'e> {
    var: &'e Place,
    to: &'e Expr,
    upwards: bool,
    span: Span,
}

impl FunctionGenerator<'_, '_> {
    /// `For`: the test stands at the bottom, fused with the step where limit and variable allow.
    pub(super) fn for_loop(
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
            (None, None) => is_independent(to, var).then_some(Limit::Independent),
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
                (Limit::Independent, _) => {
                    let mark = self.mark();
                    let limit = self.number(test.to)?;
                    let limit = self.register(limit, 1);
                    self.at(test.span);
                    self.jump(start, |to| match step {
                        1 => Op::For(register, limit, to),
                        _ => Op::ForStep(register, limit, step, to),
                    });
                    self.release(mark);
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

    /// `For Each`: the variable's own object tells where to go on.
    pub(super) fn for_each(
        &mut self,
        var: &Place,
        ty: TypeId,
        body: &Block,
        span: Span,
    ) -> Result<()> {
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
}

/// Whether a limit's value does not depend on the counter.
fn is_independent(limit: &Expr, counter: &Place) -> bool {
    match *counter {
        Place::Local(counter) => !any(
            limit,
            &|e| matches!(e.kind, ExprKind::Read(Place::Local(read)) if read == counter),
        ),
        Place::Global(counter) => !any(limit, &|e| {
            matches!(e.kind, ExprKind::Read(Place::Global(read)) if read == counter)
                || matches!(e.kind, ExprKind::Call(..))
        }),
        _ => false,
    }
}
