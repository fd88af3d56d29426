//! Conditions: comparisons fused with their jumps.

use crate::bytecode::Op;
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, Place, Ty};

use super::Result;
use super::emit::{FunctionGenerator, Label};
use super::expr::{float_constant, int_constant, swapped};

impl FunctionGenerator<'_, '_> {
    /// Jumps when the condition's truth is `when`; else goes on.
    pub(super) fn branch(&mut self, condition: &Expr, label: Label, when: bool) -> Result<()> {
        let mark = self.mark();
        match &condition.kind {
            ExprKind::Int(value) => {
                if (*value != 0) == when {
                    self.jump(label, Op::Jump);
                }
            }
            ExprKind::Not(inner) => self.branch(inner, label, !when)?,
            ExprKind::Compare(op, left, right) => {
                self.branch_compare(*op, left, right, label, when)?
            }
            // Operators do not stop early; where nobody can see the difference, jumps may.
            ExprKind::Binary(BinaryOp::And, left, right)
                if is_zero_or_one(left) && is_zero_or_one(right) && has_no_effect(right) =>
            {
                if when {
                    let skip = self.label();
                    self.branch(left, skip, false)?;
                    self.branch(right, label, true)?;
                    self.place(skip);
                } else {
                    self.branch(left, label, false)?;
                    self.branch(right, label, false)?;
                }
            }
            ExprKind::Binary(BinaryOp::Or, left, right) if has_no_effect(right) => {
                if when {
                    self.branch(left, label, true)?;
                    self.branch(right, label, true)?;
                } else {
                    let skip = self.label();
                    self.branch(left, skip, true)?;
                    self.branch(right, label, false)?;
                    self.place(skip);
                }
            }
            _ => {
                let slot = self.number(condition)?;
                let register = self.register(slot, 0);
                self.jump(label, |to| {
                    if when {
                        Op::JumpIf(register, to)
                    } else {
                        Op::JumpIfNot(register, to)
                    }
                });
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Jumps when a comparison's truth is `when`.
    pub(super) fn branch_compare(
        &mut self,
        op: CompareOp,
        left: &Expr,
        right: &Expr,
        label: Label,
        when: bool,
    ) -> Result<()> {
        match left.ty {
            Ty::Int => {
                let op = if when { op } else { negated(op) };
                self.branch_ints(op, left, right, label)
            }
            Ty::Float => self.branch_floats(op, left, right, label, when),
            Ty::Str => {
                let (a, b) = self.string_pair(left, right)?;
                let truth = self.temporary()?;
                self.write(truth, |d| Op::CompareStrings(op, d, a, b));
                let truth = self.register(truth, 0);
                self.jump(label, |to| {
                    if when {
                        Op::JumpIf(truth, to)
                    } else {
                        Op::JumpIfNot(truth, to)
                    }
                });
                Ok(())
            }
            _ => {
                let equal = (op == CompareOp::Eq) == when;
                let against_null = match (&left.kind, &right.kind) {
                    (_, ExprKind::Null) => Some(left),
                    (ExprKind::Null, _) => Some(right),
                    _ => None,
                };
                if let Some(object) = against_null {
                    let slot = self.number(object)?;
                    let a = self.register(slot, 0);
                    self.jump(label, |to| {
                        if equal {
                            Op::JumpNull(a, to)
                        } else {
                            Op::JumpNotNull(a, to)
                        }
                    });
                    return Ok(());
                }
                let a = self.number_before(left, std::iter::once(right))?;
                let b = self.number(right)?;
                self.jump_pair(if equal { Op::JumpEqO } else { Op::JumpNeO }, a, b, label);
                Ok(())
            }
        }
    }

    fn branch_ints(
        &mut self,
        op: CompareOp,
        left: &Expr,
        right: &Expr,
        label: Label,
    ) -> Result<()> {
        let with_constant = match (int_constant(left), int_constant(right)) {
            _ if !self.short_jumps => None,
            (_, Some(k)) => Some((op, left, k)),
            (Some(k), _) => Some((swapped(op), right, k)),
            _ => None,
        };
        if let Some((op, operand, k)) = with_constant {
            let a = self.number(operand)?;
            let a = self.register(a, 0);
            self.short_jump(label, int_jump_with_constant(op)(a, 0, k));
            return Ok(());
        }
        let a = self.number_before(left, std::iter::once(right))?;
        let b = self.number(right)?;
        self.jump_ints(op, a, b, label);
        Ok(())
    }

    /// Jumps when a comparison of two Int slots holds.
    pub(super) fn jump_ints(&mut self, op: CompareOp, a: u32, b: u32, label: Label) {
        match op {
            CompareOp::Eq => self.jump_pair(Op::JumpEqI, a, b, label),
            CompareOp::Ne => self.jump_pair(Op::JumpNeI, a, b, label),
            CompareOp::Lt => self.jump_pair(Op::JumpLtI, a, b, label),
            CompareOp::Le => self.jump_pair(Op::JumpLeI, a, b, label),
            CompareOp::Gt => self.jump_pair(Op::JumpLtI, b, a, label),
            CompareOp::Ge => self.jump_pair(Op::JumpLeI, b, a, label),
        }
    }

    fn branch_floats(
        &mut self,
        op: CompareOp,
        left: &Expr,
        right: &Expr,
        label: Label,
        when: bool,
    ) -> Result<()> {
        let with_constant = match (float_constant(left), float_constant(right)) {
            (_, Some(k)) => Some((op, left, k)),
            (Some(k), _) => Some((swapped(op), right, k)),
            _ => None,
        };
        if let Some((op, operand, k)) = with_constant
            && let Some(make) = float_jump_with_constant(op, when)
            && self.short_jumps
        {
            let a = self.number(operand)?;
            let a = self.register(a, 0);
            self.short_jump(label, make(a, 0, k));
            return Ok(());
        }
        let a = self.number_before(left, std::iter::once(right))?;
        let b = self.number(right)?;
        self.jump_floats(op, a, b, label, when);
        Ok(())
    }

    /// Jumps when a comparison of two Float slots has this truth.
    pub(super) fn jump_floats(&mut self, op: CompareOp, a: u32, b: u32, label: Label, when: bool) {
        match (op, when) {
            (CompareOp::Eq, true) | (CompareOp::Ne, false) => {
                self.jump_pair(Op::JumpEqF, a, b, label)
            }
            (CompareOp::Ne, true) | (CompareOp::Eq, false) => {
                self.jump_pair(Op::JumpNeF, a, b, label)
            }
            (CompareOp::Lt, true) => self.jump_pair(Op::JumpLtF, a, b, label),
            (CompareOp::Le, true) => self.jump_pair(Op::JumpLeF, a, b, label),
            (CompareOp::Gt, true) => self.jump_pair(Op::JumpLtF, b, a, label),
            (CompareOp::Ge, true) => self.jump_pair(Op::JumpLeF, b, a, label),
            (CompareOp::Lt, false) => self.jump_pair(Op::JumpNotLtF, a, b, label),
            (CompareOp::Le, false) => self.jump_pair(Op::JumpNotLeF, a, b, label),
            (CompareOp::Gt, false) => self.jump_pair(Op::JumpNotLtF, b, a, label),
            (CompareOp::Ge, false) => self.jump_pair(Op::JumpNotLeF, b, a, label),
        }
    }

    fn jump_pair(&mut self, make: fn(u8, u8, u32) -> Op, a: u32, b: u32, label: Label) {
        let a = self.register(a, 0);
        let b = self.register(b, 1);
        self.jump(label, |to| make(a, b, to));
    }
}

/// The jump after a comparison with an Int constant.
pub(super) fn int_jump_with_constant(op: CompareOp) -> fn(u8, i16, i32) -> Op {
    match op {
        CompareOp::Eq => Op::JumpEqIK,
        CompareOp::Ne => Op::JumpNeIK,
        CompareOp::Lt => Op::JumpLtIK,
        CompareOp::Le => Op::JumpLeIK,
        CompareOp::Gt => Op::JumpGtIK,
        CompareOp::Ge => Op::JumpGeIK,
    }
}

/// The jump after a comparison with a Float constant; none for equality, which is rare.
pub(super) fn float_jump_with_constant(
    op: CompareOp,
    when: bool,
) -> Option<fn(u8, i16, f32) -> Op> {
    match (op, when) {
        (CompareOp::Lt, true) => Some(Op::JumpLtFK),
        (CompareOp::Le, true) => Some(Op::JumpLeFK),
        (CompareOp::Gt, true) => Some(Op::JumpGtFK),
        (CompareOp::Ge, true) => Some(Op::JumpGeFK),
        (CompareOp::Lt, false) => Some(Op::JumpNotLtFK),
        (CompareOp::Le, false) => Some(Op::JumpNotLeFK),
        (CompareOp::Gt, false) => Some(Op::JumpNotGtFK),
        (CompareOp::Ge, false) => Some(Op::JumpNotGeFK),
        (CompareOp::Eq | CompareOp::Ne, _) => None,
    }
}

/// The comparison of Ints that holds when this one does not.
fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Ge => CompareOp::Lt,
    }
}

/// Whether the value is 0 or 1 in any case.
fn is_zero_or_one(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Compare(..) | ExprKind::Not(_) => true,
        ExprKind::Int(value) => matches!(value, 0 | 1),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, left, right) => {
            is_zero_or_one(left) && is_zero_or_one(right)
        }
        _ => false,
    }
}

/// Whether nobody can tell if the expression was evaluated: it neither fails nor changes anything.
fn has_no_effect(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Str(_) | ExprKind::Null => true,
        ExprKind::Read(Place::Local(_) | Place::Global(_)) => true,
        ExprKind::Unary(_, a) | ExprKind::Not(a) => has_no_effect(a),
        ExprKind::Convert(a) => matches!(a.ty, Ty::Int | Ty::Float) && has_no_effect(a),
        ExprKind::Compare(_, a, b) => has_no_effect(a) && has_no_effect(b),
        ExprKind::Binary(op, a, b) => {
            let fails = matches!(op, BinaryOp::Div | BinaryOp::Mod) && expr.ty == Ty::Int
                || expr.ty == Ty::Str;
            !fails && has_no_effect(a) && has_no_effect(b)
        }
        _ => false,
    }
}
