//! Expressions whose value is a string.

use crate::bytecode::{Op, StringOperand};
use crate::hir::{BinaryOp, Expr, ExprKind, Place, Ty};

use super::Result;
use super::emit::FunctionGenerator;
use super::expr::calls;

impl FunctionGenerator<'_, '_> {
    /// An operand with the value: a variable, a constant or a temporary that the reader uses up.
    pub(super) fn string(&mut self, expr: &Expr) -> Result<StringOperand> {
        if let Some(slot) = self.direct(expr) {
            return Ok(StringOperand::variable(slot as u16));
        }
        if let ExprKind::Str(bytes) = &expr.kind {
            let index = self.string_constant(bytes);
            if index < StringOperand::CONSTANTS {
                return Ok(StringOperand::constant(index as u16));
            }
        }
        let slot = self.string_temporaries(1)?;
        self.string_into(expr, slot)?;
        Ok(StringOperand::temporary(slot))
    }

    /// As [`Self::string`], for an operand that is evaluated before others: a global that a call among those may
    /// change is copied.
    pub(super) fn string_before<'e>(
        &mut self,
        expr: &Expr,
        mut later: impl Iterator<Item = &'e Expr>,
    ) -> Result<StringOperand> {
        if matches!(expr.kind, ExprKind::Read(Place::Global(_))) && later.any(calls) {
            let slot = self.string_temporaries(1)?;
            self.string_into(expr, slot)?;
            return Ok(StringOperand::temporary(slot));
        }
        self.string(expr)
    }

    /// Both operands of a comparison or a join.
    pub(super) fn string_pair(
        &mut self,
        left: &Expr,
        right: &Expr,
    ) -> Result<(StringOperand, StringOperand)> {
        let a = self.string_before(left, std::iter::once(right))?;
        let b = self.string(right)?;
        Ok((a, b))
    }

    /// Computes the value into a string register, which is written last.
    pub(super) fn string_into(&mut self, expr: &Expr, to: u16) -> Result<()> {
        let mark = self.mark();
        match &expr.kind {
            ExprKind::Str(bytes) => {
                let index = self.string_constant(bytes);
                self.emit(Op::LoadString(to, index));
            }
            ExprKind::Read(place) => self.load_string(place, expr.span, to)?,
            ExprKind::Convert(inner) => {
                let value = match inner.ty {
                    Ty::Str => return self.string_into(inner, to),
                    _ => self.number(inner)?,
                };
                let value = self.register(value, 0);
                self.emit(match inner.ty {
                    Ty::Float => Op::FloatToString(to, value),
                    Ty::Object(ty) => Op::ObjectToString(to, value, ty.0 as u16),
                    Ty::Null => Op::ObjectToString(to, value, 0),
                    _ => Op::IntToString(to, value),
                });
            }
            ExprKind::Binary(_, left, right) => self.join(expr, left, right, to)?,
            ExprKind::Call(function, arguments) => {
                let result = self.call_string(*function, arguments, expr, to)?;
                if result != to {
                    self.emit(Op::MoveString(to, StringOperand::temporary(result)));
                }
            }
            ExprKind::Command(command, arguments) => {
                let result = self.command_string(*command, arguments, expr, to)?;
                if result != to {
                    self.emit(Op::MoveString(to, StringOperand::temporary(result)));
                }
            }
            // None of these has a string as its value; a program that was checked has none here.
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Unary(..)
            | ExprKind::Compare(..)
            | ExprKind::Not(_)
            | ExprKind::New(_)
            | ExprKind::First(_)
            | ExprKind::Last(_)
            | ExprKind::After(_)
            | ExprKind::Before(_)
            | ExprKind::HandleOf(_)
            | ExprKind::FromHandle(..) => self.emit(Op::LoadString(to, 0)),
        }
        self.release(mark);
        Ok(())
    }

    /// Joins strings. A chain leans to the left; what was joined so far grows in its temporary.
    fn join(&mut self, expr: &Expr, left: &Expr, right: &Expr, to: u16) -> Result<()> {
        let mut chain = vec![(expr, right)];
        let mut first = left;
        while let ExprKind::Binary(BinaryOp::Add, left, right) = &first.kind {
            chain.push((first, right));
            first = left;
        }
        let later = chain.iter().map(|(_, right)| *right);
        let mut joined = self.string_before(first, later)?;
        let mut accumulator = None;
        while let Some((expr, right)) = chain.pop() {
            let target = match (chain.is_empty(), accumulator) {
                (true, _) => to,
                (false, Some(slot)) => slot,
                (false, None) => self.string_temporaries(1)?,
            };
            let mark = self.mark();
            let right = self.string(right)?;
            self.at(expr.span);
            self.emit(Op::Concat(target, joined, right));
            self.release(mark);
            accumulator = Some(target);
            joined = StringOperand::temporary(target);
        }
        Ok(())
    }

    /// The strings to append where a statement has the form `place = place + ...`: none of them may see the place change
    /// while it grows.
    pub(super) fn appended<'e>(&self, place: &Place, value: &'e Expr) -> Option<Vec<&'e Expr>> {
        let mut parts = Vec::new();
        let mut first = value;
        while let ExprKind::Binary(BinaryOp::Add, left, right) = &first.kind {
            if first.ty != Ty::Str {
                return None;
            }
            parts.push(&**right);
            first = left;
        }
        let ExprKind::Read(read) = &first.kind else {
            return None;
        };
        if parts.is_empty() || !same_place(read, place) {
            return None;
        }
        let local = matches!(place, Place::Local(_));
        let reads_it =
            |part: &Expr| matches!(&part.kind, ExprKind::Read(read) if same_place(read, place));
        if parts
            .iter()
            .any(|part| reads_it(part) || (!local && calls(part)))
        {
            return None;
        }
        parts.reverse();
        Some(parts)
    }
}

/// Whether two places are the same one, told without evaluating anything that calls or may differ in value.
pub(super) fn same_place(a: &Place, b: &Place) -> bool {
    match (a, b) {
        (Place::Local(a), Place::Local(b)) => a == b,
        (Place::Global(a), Place::Global(b)) => a == b,
        (
            Place::Field {
                object: a,
                field: f,
                ..
            },
            Place::Field {
                object: b,
                field: g,
                ..
            },
        ) => f == g && same_value(a, b),
        (
            Place::Dim {
                array: a,
                indices: i,
            },
            Place::Dim {
                array: b,
                indices: j,
            },
        ) => a == b && same_values(i, j),
        (
            Place::Element {
                array: a,
                indices: i,
                ..
            },
            Place::Element {
                array: b,
                indices: j,
                ..
            },
        ) => same_value(a, b) && same_values(i, j),
        _ => false,
    }
}

fn same_values(a: &[Expr], b: &[Expr]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
}

/// Whether two expressions certainly have the same value when evaluated one after the other.
fn same_value(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Read(a), ExprKind::Read(b)) => same_place(a, b),
        (ExprKind::Convert(x), ExprKind::Convert(y)) => {
            a.ty == b.ty && x.ty == y.ty && same_value(x, y)
        }
        (ExprKind::Binary(op, a, b), ExprKind::Binary(other, c, d)) => {
            op == other && same_value(a, c) && same_value(b, d)
        }
        _ => false,
    }
}
