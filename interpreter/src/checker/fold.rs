//! Constants and what can be computed before the program runs, with the very results the VM would give.

use std::rc::Rc;

use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, Ty, UnaryOp};
use crate::numbers;
use crate::source::Span;

/// The value of a constant.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    Int(i32),
    Float(f32),
    Str(Rc<[u8]>),
    /// Null, of the type it is used as.
    Null(Ty),
}

impl Constant {
    /// The value of an expression that is constant.
    pub fn of(expr: &Expr) -> Option<Self> {
        Some(match &expr.kind {
            ExprKind::Int(value) => Self::Int(*value),
            ExprKind::Float(value) => Self::Float(*value),
            ExprKind::Str(value) => Self::Str(Rc::clone(value)),
            ExprKind::Null => Self::Null(expr.ty),
            _ => return None,
        })
    }

    pub fn ty(&self) -> Ty {
        match self {
            Self::Int(_) => Ty::Int,
            Self::Float(_) => Ty::Float,
            Self::Str(_) => Ty::Str,
            Self::Null(ty) => *ty,
        }
    }

    pub fn into_expr(self, span: Span) -> Expr {
        let ty = self.ty();
        let kind = match self {
            Self::Int(value) => ExprKind::Int(value),
            Self::Float(value) => ExprKind::Float(value),
            Self::Str(value) => ExprKind::Str(value),
            Self::Null(_) => ExprKind::Null,
        };
        Expr { kind, ty, span }
    }
}

/// The constant converted to Int, Float or Str.
pub(super) fn convert(value: &Constant, to: Ty) -> Option<Constant> {
    Some(match (value, to) {
        (Constant::Int(v), Ty::Int) => Constant::Int(*v),
        (Constant::Int(v), Ty::Float) => Constant::Float(*v as f32),
        (Constant::Int(v), Ty::Str) => Constant::Str(numbers::int_to_string(*v).into()),
        (Constant::Float(v), Ty::Int) => Constant::Int(numbers::float_to_int(*v)),
        (Constant::Float(v), Ty::Float) => Constant::Float(*v),
        (Constant::Float(v), Ty::Str) => Constant::Str(numbers::float_to_string(*v).into()),
        (Constant::Str(v), Ty::Int) => Constant::Int(numbers::string_to_int(v)),
        (Constant::Str(v), Ty::Float) => Constant::Float(numbers::string_to_float(v)),
        (Constant::Str(v), Ty::Str) => Constant::Str(Rc::clone(v)),
        _ => return None,
    })
}

pub(super) fn unary(operator: UnaryOp, value: &Constant) -> Option<Constant> {
    Some(match (operator, value) {
        (UnaryOp::Neg, Constant::Int(v)) => Constant::Int(v.wrapping_neg()),
        (UnaryOp::Neg, Constant::Float(v)) => Constant::Float(-v),
        (UnaryOp::BitNot, Constant::Int(v)) => Constant::Int(!v),
        (UnaryOp::Abs, Constant::Int(v)) => Constant::Int(numbers::int_abs(*v)),
        (UnaryOp::Abs, Constant::Float(v)) => Constant::Float(numbers::float_abs(*v)),
        (UnaryOp::Sgn, Constant::Int(v)) => Constant::Int(v.signum()),
        (UnaryOp::Sgn, Constant::Float(v)) => Constant::Float(numbers::float_sgn(*v)),
        _ => return None,
    })
}

/// `None` where the result cannot be known or is an error.
pub(super) fn binary(operator: BinaryOp, left: &Constant, right: &Constant) -> Option<Constant> {
    match (left, right) {
        (Constant::Int(a), Constant::Int(b)) => int(operator, *a, *b).map(Constant::Int),
        (Constant::Float(a), Constant::Float(b)) => float(operator, *a, *b).map(Constant::Float),
        (Constant::Str(a), Constant::Str(b)) if operator == BinaryOp::Add => {
            Some(Constant::Str([&a[..], &b[..]].concat().into()))
        }
        _ => None,
    }
}

fn int(operator: BinaryOp, a: i32, b: i32) -> Option<i32> {
    Some(match operator {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div => numbers::int_div(a, b).ok()?,
        BinaryOp::Mod => numbers::int_mod(a, b).ok()?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => numbers::shl(a, b),
        BinaryOp::Shr => numbers::shr(a, b),
        BinaryOp::Sar => numbers::sar(a, b),
        BinaryOp::Pow => return None,
    })
}

fn float(operator: BinaryOp, a: f32, b: f32) -> Option<f32> {
    Some(match operator {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Mod => numbers::float_mod(a, b),
        BinaryOp::Pow => numbers::float_pow(a, b),
        _ => return None,
    })
}

pub(super) fn compare(operator: CompareOp, left: &Constant, right: &Constant) -> Option<bool> {
    fn with<T: PartialOrd>(operator: CompareOp, a: T, b: T) -> bool {
        match operator {
            CompareOp::Eq => a == b,
            CompareOp::Ne => a != b,
            CompareOp::Lt => a < b,
            CompareOp::Le => a <= b,
            CompareOp::Gt => a > b,
            CompareOp::Ge => a >= b,
        }
    }
    Some(match (left, right) {
        (Constant::Int(a), Constant::Int(b)) => with(operator, a, b),
        (Constant::Float(a), Constant::Float(b)) => with(operator, a, b),
        (Constant::Str(a), Constant::Str(b)) => with(operator, a, b),
        (Constant::Null(_), Constant::Null(_)) => operator == CompareOp::Eq,
        _ => return None,
    })
}
