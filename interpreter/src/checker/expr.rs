//! Expressions.

use crate::diagnostics::Diagnostic;
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, Ty, UnaryOp};
use crate::source::Span;
use crate::syntax::{self, Binary, Unary};

use super::Checker;
use super::convert::{Purpose, converted};
use super::fold::{self, Constant};
use super::words::operator_text;

/// How many bytes of strings the program's constants may be joined to before it runs: twice a constant in the next one, forty times
/// over, would be more than there is memory.
const FOLDED_STRINGS: usize = 16 << 20;

impl Checker<'_> {
    /// A value of some type.
    pub(super) fn expr(&mut self, expr: &syntax::Expr) -> Option<Expr> {
        let span = expr.span;
        let made = |kind, ty| Some(Expr { kind, ty, span });
        match &expr.kind {
            syntax::ExprKind::Error => None,
            syntax::ExprKind::Int(value) => made(ExprKind::Int(*value), Ty::Int),
            syntax::ExprKind::Float(value) => made(ExprKind::Float(*value), Ty::Float),
            syntax::ExprKind::Str(value) => made(ExprKind::Str(value.clone()), Ty::Str),
            syntax::ExprKind::Null => made(ExprKind::Null, Ty::Null),
            syntax::ExprKind::Var(var) => self.read(var),
            syntax::ExprKind::Call(call) => self.call_value(call, span),
            syntax::ExprKind::Unary(operator, operand) => self.unary(*operator, operand, span),
            syntax::ExprKind::Binary(..) => self.binary(expr),
            syntax::ExprKind::New(name) => {
                let ty = self.custom_type(*name)?;
                made(ExprKind::New(ty), Ty::Object(ty))
            }
            syntax::ExprKind::First(name) => {
                let ty = self.custom_type(*name)?;
                made(ExprKind::First(ty), Ty::Object(ty))
            }
            syntax::ExprKind::Last(name) => {
                let ty = self.custom_type(*name)?;
                made(ExprKind::Last(ty), Ty::Object(ty))
            }
            syntax::ExprKind::Object(name, handle) => {
                let handle = self.value(handle, Ty::Int, "the handle");
                let ty = self.custom_type(*name)?;
                made(ExprKind::FromHandle(ty, Box::new(handle?)), Ty::Object(ty))
            }
        }
    }

    /// A value of a certain type.
    pub(super) fn value<'a>(
        &mut self,
        expr: &syntax::Expr,
        ty: Ty,
        what: impl Into<Purpose<'a>>,
    ) -> Option<Expr> {
        let value = self.expr(expr)?;
        self.convert(value, ty, what)
    }

    /// A value that must be constant, of a certain type. What it is for says `what`: "the value of a constant".
    pub(super) fn constant(
        &mut self,
        expr: &syntax::Expr,
        ty: Option<Ty>,
        what: &str,
    ) -> Option<Constant> {
        let before = std::mem::replace(&mut self.constants_only, true);
        let value = self.expr(expr);
        self.constants_only = before;
        let mut value = value?;
        if let Some(ty) = ty {
            value = self.convert(value, ty, what)?;
        }
        let constant = Constant::of(&value);
        if constant.is_none() {
            let error = Diagnostic::error(
                expr.span,
                format!("{what} must be constant: known before the program runs"),
            );
            self.report(error);
        }
        constant
    }

    fn unary(&mut self, operator: Unary, operand: &syntax::Expr, span: Span) -> Option<Expr> {
        let operand = self.expr(operand)?;
        match operator {
            Unary::Not => return self.not(operand, span),
            Unary::ToInt => return self.cast(operand, Ty::Int, "Int", span),
            Unary::ToFloat => return self.cast(operand, Ty::Float, "Float", span),
            Unary::ToStr => return self.cast(operand, Ty::Str, "Str", span),
            Unary::Before | Unary::After | Unary::Handle => {
                return self.object_operator(operator, operand, span);
            }
            _ => {}
        }
        let (operator, sign) = match operator {
            Unary::Complement => {
                let operand = self.convert(operand, Ty::Int, Purpose::Operand("~"))?;
                return Some(made_unary(UnaryOp::BitNot, operand, span));
            }
            Unary::Minus => (Some(UnaryOp::Neg), "-"),
            Unary::Abs => (Some(UnaryOp::Abs), "Abs"),
            Unary::Sgn => (Some(UnaryOp::Sgn), "Sgn"),
            _ => (None, "+"),
        };
        if !matches!(operand.ty, Ty::Int | Ty::Float) {
            let what = self.describe_type(operand.ty);
            let mut error =
                Diagnostic::error(span, format!("{sign} needs a number, but this is {what}"));
            if operand.ty == Ty::Str {
                error = error.with_help("Int or Float reads the number in a string");
            }
            self.report(error);
            return None;
        }
        match operator {
            Some(operator) => Some(made_unary(operator, operand, span)),
            None => Some(Expr { span, ..operand }),
        }
    }

    /// `Not x` is `x = 0`, for numbers and for strings.
    fn not(&mut self, operand: Expr, span: Span) -> Option<Expr> {
        let ty = operand.ty;
        if let Some(value) = Constant::of(&operand).filter(|_| ty != Ty::Null) {
            let zero = fold::convert(&Constant::Int(0), ty)?;
            let result = fold::compare(CompareOp::Eq, &value, &zero)?;
            return Some(Constant::Int(i32::from(result)).into_expr(span));
        }
        let kind = match ty {
            Ty::Int => ExprKind::Not(Box::new(operand)),
            Ty::Float | Ty::Str => {
                let zero = converted(Constant::Int(0).into_expr(span), ty);
                ExprKind::Compare(CompareOp::Eq, Box::new(operand), Box::new(zero))
            }
            _ => {
                let what = self.describe_type(ty);
                let error =
                    Diagnostic::error(span, format!("Not needs a number, but this is {what}"));
                self.report(
                    error.with_help("whether there is an object: object = Null, or object <> Null"),
                );
                return None;
            }
        };
        Some(Expr {
            kind,
            ty: Ty::Int,
            span,
        })
    }

    /// `Int x`, `Float x`, `Str x`.
    fn cast(&mut self, operand: Expr, to: Ty, word: &str, span: Span) -> Option<Expr> {
        if to == Ty::Str {
            match operand.ty {
                Ty::Object(_) => {
                    return Some(Expr {
                        kind: ExprKind::Convert(Box::new(operand)),
                        ty: to,
                        span,
                    });
                }
                Ty::Null => {
                    return Some(Constant::Str(b"[NULL]".as_slice().into()).into_expr(span));
                }
                _ => {}
            }
        }
        let operand = self.convert(operand, to, Purpose::Operand(word))?;
        Some(Expr { span, ..operand })
    }

    fn object_operator(&mut self, operator: Unary, operand: Expr, span: Span) -> Option<Expr> {
        let word = match operator {
            Unary::Before => "Before",
            Unary::After => "After",
            _ => "Handle",
        };
        let (kind, ty) = match (operator, operand.ty) {
            (Unary::Before, Ty::Object(_)) => (ExprKind::Before as fn(_) -> _, operand.ty),
            (Unary::After, Ty::Object(_)) => (ExprKind::After as fn(_) -> _, operand.ty),
            (Unary::Handle, Ty::Object(_)) => (ExprKind::HandleOf as fn(_) -> _, Ty::Int),
            (Unary::Handle, Ty::Null) => return Some(Constant::Int(0).into_expr(span)),
            _ => {
                let what = self.describe_type(operand.ty);
                self.error(
                    operand.span,
                    format!("{word} needs an object of a type, but this is {what}"),
                );
                return None;
            }
        };
        Some(Expr {
            kind: kind(Box::new(operand)),
            ty,
            span,
        })
    }

    /// A row of operators, from left to right. Long rows are as common as deep ones are rare, so the row is a loop.
    fn binary(&mut self, expr: &syntax::Expr) -> Option<Expr> {
        let mut row = Vec::new();
        let mut first = expr;
        while let syntax::ExprKind::Binary(operator, place, operands) = &first.kind {
            row.push((*operator, *place, &operands.1, first.span));
            first = &operands.0;
        }
        let mut left = self.expr(first);
        for (operator, place, right, span) in row.into_iter().rev() {
            // Both sides are looked at, so that mistakes in both are told.
            let right = self.expr(right);
            left = match (left, right) {
                (Some(left), Some(right)) => self.operation(operator, place, left, right, span),
                _ => None,
            };
        }
        left
    }

    fn operation(
        &mut self,
        operator: Binary,
        place: Span,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let arithmetic = match operator {
            Binary::And => return self.bits(BinaryOp::And, operator, left, right, span),
            Binary::Or => return self.bits(BinaryOp::Or, operator, left, right, span),
            Binary::Xor => return self.bits(BinaryOp::Xor, operator, left, right, span),
            Binary::Shl => return self.bits(BinaryOp::Shl, operator, left, right, span),
            Binary::Shr => return self.bits(BinaryOp::Shr, operator, left, right, span),
            Binary::Sar => return self.bits(BinaryOp::Sar, operator, left, right, span),
            Binary::Equal => {
                return self.compare(CompareOp::Eq, operator, place, left, right, span);
            }
            Binary::NotEqual => {
                return self.compare(CompareOp::Ne, operator, place, left, right, span);
            }
            Binary::Less => return self.compare(CompareOp::Lt, operator, place, left, right, span),
            Binary::LessEqual => {
                return self.compare(CompareOp::Le, operator, place, left, right, span);
            }
            Binary::Greater => {
                return self.compare(CompareOp::Gt, operator, place, left, right, span);
            }
            Binary::GreaterEqual => {
                return self.compare(CompareOp::Ge, operator, place, left, right, span);
            }
            Binary::Add => BinaryOp::Add,
            Binary::Subtract => BinaryOp::Sub,
            Binary::Multiply => BinaryOp::Mul,
            Binary::Divide => BinaryOp::Div,
            Binary::Mod => BinaryOp::Mod,
            Binary::Power => BinaryOp::Pow,
        };
        self.arithmetic(arithmetic, operator, place, left, right, span)
    }

    /// Operators on whole numbers.
    fn bits(
        &mut self,
        op: BinaryOp,
        operator: Binary,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let what = Purpose::Operand(operator_text(operator));
        let left = self.convert(left, Ty::Int, what);
        let right = self.convert(right, Ty::Int, what);
        self.made_binary(op, left?, right?, span)
    }

    fn arithmetic(
        &mut self,
        op: BinaryOp,
        operator: Binary,
        place: Span,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let sign = operator_text(operator);
        for side in [&left, &right] {
            if matches!(side.ty, Ty::Object(_) | Ty::Null | Ty::Array(_)) {
                let what = self.describe_type(side.ty);
                let mut error =
                    Diagnostic::error(side.span, format!("\"{sign}\" cannot be used with {what}"));
                if op == BinaryOp::Add && matches!(side.ty, Ty::Object(_)) {
                    error = error.with_help(
                        "Str makes a string of an object; a field of it is written object\\field",
                    );
                }
                self.report(error);
                return None;
            }
        }
        let ty =
            if left.ty == Ty::Str || right.ty == Ty::Str {
                if op != BinaryOp::Add {
                    let error = Diagnostic::error(
                        place,
                        format!("\"{sign}\" cannot be used with strings: only + joins them"),
                    );
                    self.report(error.with_help(
                        "Int or Float reads the number in a string; = < > compare strings",
                    ));
                    return None;
                }
                Ty::Str
            } else if op == BinaryOp::Pow || left.ty == Ty::Float || right.ty == Ty::Float {
                Ty::Float
            } else {
                Ty::Int
            };
        let (left, right) = (converted(left, ty), converted(right, ty));
        if matches!(op, BinaryOp::Div | BinaryOp::Mod) {
            let zero = match right.kind {
                ExprKind::Int(value) => value == 0,
                ExprKind::Float(value) => value == 0.0,
                _ => false,
            };
            if zero {
                self.error(right.span, "division by zero: this is always 0");
                return None;
            }
        }
        self.made_binary(op, left, right, span)
    }

    fn compare(
        &mut self,
        op: CompareOp,
        operator: Binary,
        place: Span,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let is_object = |ty| matches!(ty, Ty::Object(_) | Ty::Null);
        let ty = if is_object(left.ty) || is_object(right.ty) {
            if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
                let sign = operator_text(operator);
                let error =
                    Diagnostic::error(place, format!("objects cannot be compared with \"{sign}\""));
                self.report(error.with_help(
                    "objects are the same (=) or not (<>); compare a field of each instead",
                ));
                return None;
            }
            if left.ty == Ty::Null {
                right.ty
            } else {
                left.ty
            }
        } else if left.ty == Ty::Str || right.ty == Ty::Str {
            Ty::Str
        } else if left.ty == Ty::Float || right.ty == Ty::Float {
            Ty::Float
        } else {
            Ty::Int
        };
        let what = "what is compared here";
        let (left, right) = (self.convert(left, ty, what), self.convert(right, ty, what));
        let (left, right) = (left?, right?);
        if let (Some(a), Some(b)) = (Constant::of(&left), Constant::of(&right))
            && let Some(result) = fold::compare(op, &a, &b)
        {
            return Some(Constant::Int(i32::from(result)).into_expr(span));
        }
        Some(Expr {
            kind: ExprKind::Compare(op, Box::new(left), Box::new(right)),
            ty: Ty::Int,
            span,
        })
    }

    fn made_binary(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        if let (Some(a), Some(b)) = (Constant::of(&left), Constant::of(&right)) {
            if let (Constant::Str(a), Constant::Str(b)) = (&a, &b) {
                self.folded_strings = self.folded_strings.saturating_add(a.len() + b.len());
            }
            if self.folded_strings <= FOLDED_STRINGS
                && let Some(value) = fold::binary(op, &a, &b)
            {
                return Some(value.into_expr(span));
            }
        }
        let ty = left.ty;
        Some(Expr {
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
            ty,
            span,
        })
    }
}

fn made_unary(op: UnaryOp, operand: Expr, span: Span) -> Expr {
    if let Some(value) = Constant::of(&operand).and_then(|value| fold::unary(op, &value)) {
        return value.into_expr(span);
    }
    let ty = operand.ty;
    Expr {
        kind: ExprKind::Unary(op, Box::new(operand)),
        ty,
        span,
    }
}
