//! Expressions whose value is a text.

use crate::bytecode::{Op, Text};
use crate::hir::{BinaryOp, Expr, ExprKind, Place, Ty};

use super::Result;
use super::emit::FunctionGenerator;
use super::expr::calls;

impl FunctionGenerator<'_, '_> {
    /// An operand with the value: a variable, a constant or a temporary that the reader uses up.
    pub(super) fn text(&mut self, expr: &Expr) -> Result<Text> {
        if let Some(slot) = self.direct(expr) {
            return Ok(Text::variable(slot as u16));
        }
        if let ExprKind::Str(bytes) = &expr.kind {
            let index = self.text_constant(bytes);
            if index < Text::CONSTANTS {
                return Ok(Text::constant(index as u16));
            }
        }
        let slot = self.text_temporaries(1)?;
        self.text_into(expr, slot)?;
        Ok(Text::temporary(slot))
    }

    /// As [`Self::text`], for an operand that is evaluated before others: a global that a call among those may
    /// change is copied.
    pub(super) fn text_before<'e>(
        &mut self,
        expr: &Expr,
        mut later: impl Iterator<Item = &'e Expr>,
    ) -> Result<Text> {
        if matches!(expr.kind, ExprKind::Read(Place::Global(_))) && later.any(calls) {
            let slot = self.text_temporaries(1)?;
            self.text_into(expr, slot)?;
            return Ok(Text::temporary(slot));
        }
        self.text(expr)
    }

    /// Both operands of a comparison or a join.
    pub(super) fn text_pair(&mut self, left: &Expr, right: &Expr) -> Result<(Text, Text)> {
        let a = self.text_before(left, std::iter::once(right))?;
        let b = self.text(right)?;
        Ok((a, b))
    }

    /// Computes the value into a text register, which is written last.
    pub(super) fn text_into(&mut self, expr: &Expr, to: u16) -> Result<()> {
        let mark = self.mark();
        match &expr.kind {
            ExprKind::Str(bytes) => {
                let index = self.text_constant(bytes);
                self.emit(Op::LoadText(to, index));
            }
            ExprKind::Read(place) => self.load_text(place, expr.span, to)?,
            ExprKind::Convert(inner) => {
                let value = match inner.ty {
                    Ty::Str => return self.text_into(inner, to),
                    _ => self.number(inner)?,
                };
                let value = self.register(value, 0);
                self.emit(match inner.ty {
                    Ty::Float => Op::FloatToText(to, value),
                    Ty::Object(ty) => Op::ObjectToText(to, value, ty.0 as u16),
                    Ty::Null => Op::ObjectToText(to, value, 0),
                    _ => Op::IntToText(to, value),
                });
            }
            ExprKind::Binary(_, left, right) => self.join(expr, left, right, to)?,
            ExprKind::Call(function, arguments) => {
                let result = self.call_text(*function, arguments, expr, to)?;
                if result != to {
                    self.emit(Op::MoveText(to, Text::temporary(result)));
                }
            }
            ExprKind::Command(command, arguments) => {
                let result = self.command_text(*command, arguments, expr, to)?;
                if result != to {
                    self.emit(Op::MoveText(to, Text::temporary(result)));
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
            | ExprKind::FromHandle(..) => self.emit(Op::LoadText(to, 0)),
        }
        self.release(mark);
        Ok(())
    }

    /// Joins texts. A chain leans to the left; what was joined so far grows in its temporary.
    fn join(&mut self, expr: &Expr, left: &Expr, right: &Expr, to: u16) -> Result<()> {
        let mut chain = vec![(expr, right)];
        let mut first = left;
        while let ExprKind::Binary(BinaryOp::Add, left, right) = &first.kind {
            chain.push((first, right));
            first = left;
        }
        let later = chain.iter().map(|(_, right)| *right);
        let mut joined = self.text_before(first, later)?;
        let mut accumulator = None;
        while let Some((expr, right)) = chain.pop() {
            let target = match (chain.is_empty(), accumulator) {
                (true, _) => to,
                (false, Some(slot)) => slot,
                (false, None) => self.text_temporaries(1)?,
            };
            let mark = self.mark();
            let right = self.text(right)?;
            self.at(expr.span);
            self.emit(Op::Concat(target, joined, right));
            self.release(mark);
            accumulator = Some(target);
            joined = Text::temporary(target);
        }
        Ok(())
    }

    /// The texts to append where a statement has the form `place = place + ...`: none of them may see the place change
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
