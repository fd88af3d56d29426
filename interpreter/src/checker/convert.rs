//! Conversions between types, written out.

use crate::diagnostics::Diagnostic;
use crate::hir::{Expr, ExprKind, Ty};
use crate::source::Span;

use super::Checker;
use super::fold::{self, Constant};

/// What a value is for, put into words only where they are needed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'a> {
    /// "the condition"
    Words(&'a str),
    /// A variable's value; the place of its name.
    Variable(Span),
    /// An operand; the operator as it is written.
    Operand(&'a str),
    /// An argument: the parameter's name, and which one it is, from 1.
    Argument(&'a str, usize),
}

impl<'a> From<&'a str> for Purpose<'a> {
    fn from(words: &'a str) -> Self {
        Self::Words(words)
    }
}

impl Checker<'_> {
    /// The value as another type. `what` is what it is for.
    pub(super) fn convert<'a>(
        &mut self,
        expr: Expr,
        to: Ty,
        what: impl Into<Purpose<'a>>,
    ) -> Option<Expr> {
        if expr.ty == to {
            return Some(expr);
        }
        match (expr.ty, to) {
            (Ty::Int | Ty::Float | Ty::Str, Ty::Int | Ty::Float | Ty::Str) => {
                Some(converted(expr, to))
            }
            (Ty::Null, Ty::Object(_)) => Some(Expr { ty: to, ..expr }),
            (from, _) => {
                let error = self.mismatch(expr.span, from, to, what.into());
                self.report(error);
                None
            }
        }
    }

    /// "... must be ..., but this is ...".
    fn mismatch(&self, span: Span, from: Ty, to: Ty, what: Purpose<'_>) -> Diagnostic {
        let what = match what {
            Purpose::Words(words) => words.to_owned(),
            Purpose::Variable(name) => format!("the value of \"{}\"", self.written(name)),
            Purpose::Operand(operator) => format!("an operand of {operator}"),
            Purpose::Argument(name, position) => format!("\"{name}\", argument {position},"),
        };
        let error = Diagnostic::error(
            span,
            format!(
                "{what} must be {}, but this is {}",
                self.describe_type(to),
                self.describe_type(from)
            ),
        );
        match (from, to) {
            (Ty::Object(_), Ty::Str) => error.with_help("Str makes a string of an object; a field of it is written object\\field"),
            (Ty::Object(_), Ty::Int | Ty::Float) => {
                error.with_help("a field of it is written object\\field; whether there is an object: object <> Null")
            }
            (Ty::Null, Ty::Int | Ty::Float) => error
                .with_help("Null is for objects: a variable for objects has a type (name.Type); the number is 0"),
            (Ty::Int, Ty::Object(_)) => error.with_help("Object.Type(handle) gives the object of a handle"),
            (Ty::Array(_), Ty::Int | Ty::Float | Ty::Str) => {
                error.with_help("an element of a Blitz array is written array[index]")
            }
            (Ty::Array(_), Ty::Array(_)) => error.with_help("Blitz arrays must have the same size and type"),
            _ => error,
        }
    }
}

/// A number or string as another, computed where it is constant.
pub(super) fn converted(expr: Expr, to: Ty) -> Expr {
    if expr.ty == to {
        return expr;
    }
    if let Some(value) = Constant::of(&expr).and_then(|value| fold::convert(&value, to)) {
        return value.into_expr(expr.span);
    }
    let span = expr.span;
    Expr {
        kind: ExprKind::Convert(Box::new(expr)),
        ty: to,
        span,
    }
}
