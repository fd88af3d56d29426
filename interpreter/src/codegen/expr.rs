//! Expressions whose value is a number: an Int, a Float or a reference.

use crate::bytecode::{Op, VariablePlace};
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, Place, Ty, UnaryOp};
use crate::numbers;

use super::Result;
use super::emit::FunctionGenerator;

/// An Int constant.
pub(super) fn int_constant(expr: &Expr) -> Option<i32> {
    match &expr.kind {
        ExprKind::Int(value) => Some(*value),
        ExprKind::Convert(inner) if expr.ty == Ty::Int => match inner.kind {
            ExprKind::Float(value) => Some(numbers::float_to_int(value)),
            _ => None,
        },
        ExprKind::Unary(UnaryOp::Neg, inner) => Some(int_constant(inner)?.wrapping_neg()),
        _ => None,
    }
}

/// A Float constant.
pub(super) fn float_constant(expr: &Expr) -> Option<f32> {
    match &expr.kind {
        ExprKind::Float(value) => Some(*value),
        ExprKind::Convert(inner) if expr.ty == Ty::Float => match inner.kind {
            ExprKind::Int(value) => Some(value as f32),
            _ => None,
        },
        ExprKind::Unary(UnaryOp::Neg, inner) => Some(-float_constant(inner)?),
        _ => None,
    }
}

/// Whether an expression calls a function of the program, which may change globals.
pub(super) fn calls(expr: &Expr) -> bool {
    any(expr, &|expr| matches!(expr.kind, ExprKind::Call(..)))
}

/// Whether a test holds for an expression or one inside it.
pub(super) fn any(expr: &Expr, test: &dyn Fn(&Expr) -> bool) -> bool {
    let inside = |expr: &Expr| any(expr, test);
    test(expr)
        || match &expr.kind {
            ExprKind::Read(place) => match place {
                Place::Local(_) | Place::Global(_) => false,
                Place::Field { object, .. } => inside(object),
                Place::Dim { indices, .. } => indices.iter().any(inside),
                Place::Element { array, indices, .. } => {
                    inside(array) || indices.iter().any(inside)
                }
            },
            ExprKind::Convert(a)
            | ExprKind::Unary(_, a)
            | ExprKind::Not(a)
            | ExprKind::After(a)
            | ExprKind::Before(a)
            | ExprKind::HandleOf(a)
            | ExprKind::FromHandle(_, a) => inside(a),
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => inside(a) || inside(b),
            ExprKind::Call(_, arguments) | ExprKind::Command(_, arguments) => {
                arguments.iter().any(inside)
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Null
            | ExprKind::New(_)
            | ExprKind::First(_)
            | ExprKind::Last(_) => false,
        }
}

impl FunctionGenerator<'_, '_> {
    /// The slot of a variable that the frame itself holds.
    pub(super) fn direct(&self, expr: &Expr) -> Option<u32> {
        match expr.kind {
            ExprKind::Read(Place::Local(local)) => match self.local(local) {
                VariablePlace::Frame(slot) => Some(slot),
                VariablePlace::Global(_) => None,
            },
            ExprKind::Read(Place::Global(global)) => match self.global(global) {
                VariablePlace::Frame(slot) => Some(slot),
                VariablePlace::Global(_) => None,
            },
            _ => None,
        }
    }

    /// A slot that holds the value: the variable's own, or a temporary.
    pub(super) fn number(&mut self, expr: &Expr) -> Result<u32> {
        if let Some(slot) = self.direct(expr) {
            return Ok(slot);
        }
        let slot = self.temporary()?;
        self.number_into(expr, slot)?;
        Ok(slot)
    }

    /// As [`Self::number`], for an operand that is evaluated before others: a global that a call among those may
    /// change is copied.
    pub(super) fn number_before<'e>(
        &mut self,
        expr: &Expr,
        mut later: impl Iterator<Item = &'e Expr>,
    ) -> Result<u32> {
        if matches!(expr.kind, ExprKind::Read(Place::Global(_))) && later.any(calls) {
            let slot = self.temporary()?;
            self.number_into(expr, slot)?;
            return Ok(slot);
        }
        self.number(expr)
    }

    /// Computes the value into a slot. The slot is written last, so the expression may read it.
    pub(super) fn number_into(&mut self, expr: &Expr, to: u32) -> Result<()> {
        let mark = self.mark();
        match &expr.kind {
            ExprKind::Int(value) => self.write(to, |d| Op::Load(d, *value as u32)),
            ExprKind::Float(value) => self.write(to, |d| Op::Load(d, value.to_bits())),
            ExprKind::Null => self.write(to, |d| Op::Load(d, 0)),
            // Strings have their own registers; a program that was checked has none here.
            ExprKind::Str(_) => {}
            ExprKind::Read(place) => self.load(place, expr.span, to)?,
            ExprKind::Convert(inner) => self.convert(expr, inner, to)?,
            ExprKind::Unary(op, inner) => self.unary(*op, expr, inner, to)?,
            ExprKind::Binary(op, left, right) => self.binary(*op, expr, left, right, to)?,
            ExprKind::Compare(op, left, right) => self.compare(*op, left, right, to)?,
            ExprKind::Not(inner) => {
                let a = self.number(inner)?;
                self.emit2(Op::Not, to, a);
            }
            ExprKind::Call(function, arguments) => {
                self.call(*function, arguments, expr, Some(to))?
            }
            ExprKind::Command(command, arguments) => {
                self.command(*command, arguments, expr, Some(to))?
            }
            ExprKind::New(ty) => {
                self.at(expr.span);
                self.write(to, |d| Op::New(d, ty.0 as u16));
            }
            ExprKind::First(ty) => self.write(to, |d| Op::First(d, ty.0 as u16)),
            ExprKind::Last(ty) => self.write(to, |d| Op::Last(d, ty.0 as u16)),
            ExprKind::After(inner) => self.of_object(inner, expr, to, Op::After)?,
            ExprKind::Before(inner) => self.of_object(inner, expr, to, Op::Before)?,
            ExprKind::HandleOf(inner) => self.of_object(inner, expr, to, Op::HandleOf)?,
            ExprKind::FromHandle(ty, inner) => {
                let a = self.number(inner)?;
                let a = self.register(a, 0);
                self.write(to, |d| Op::FromHandle(d, a, ty.0 as u16));
            }
        }
        self.release(mark);
        Ok(())
    }

    fn of_object(
        &mut self,
        inner: &Expr,
        expr: &Expr,
        to: u32,
        make: fn(u8, u8, u16) -> Op,
    ) -> Result<()> {
        let ty = match inner.ty {
            Ty::Object(ty) => ty.0 as u16,
            // `Handle(Null)` and its kin: no object, whatever the type.
            _ => 0,
        };
        let a = self.number(inner)?;
        self.at(expr.span);
        let a = self.register(a, 0);
        self.write(to, |d| make(d, a, ty));
        Ok(())
    }

    fn convert(&mut self, expr: &Expr, inner: &Expr, to: u32) -> Result<()> {
        match (inner.ty, expr.ty) {
            (Ty::Str, Ty::Int) => {
                let a = self.string(inner)?;
                self.write(to, |d| Op::StringToInt(d, a));
            }
            (Ty::Str, Ty::Float) => {
                let a = self.string(inner)?;
                self.write(to, |d| Op::StringToFloat(d, a));
            }
            (Ty::Int, Ty::Float) => match float_constant(expr) {
                Some(value) => self.write(to, |d| Op::Load(d, value.to_bits())),
                None => {
                    let a = self.number(inner)?;
                    self.emit2(Op::IntToFloat, to, a);
                }
            },
            (Ty::Float, Ty::Int) => match int_constant(expr) {
                Some(value) => self.write(to, |d| Op::Load(d, value as u32)),
                None => {
                    let a = self.number(inner)?;
                    self.emit2(Op::FloatToInt, to, a);
                }
            },
            _ => self.number_into(inner, to)?,
        }
        Ok(())
    }

    fn unary(&mut self, op: UnaryOp, expr: &Expr, inner: &Expr, to: u32) -> Result<()> {
        let a = self.number(inner)?;
        let make: fn(u8, u8) -> Op = match (op, expr.ty) {
            (UnaryOp::Neg, Ty::Float) => Op::NegF,
            (UnaryOp::Neg, _) => Op::NegI,
            (UnaryOp::Abs, Ty::Float) => Op::AbsF,
            (UnaryOp::Abs, _) => Op::AbsI,
            (UnaryOp::Sgn, Ty::Float) => Op::SgnF,
            (UnaryOp::Sgn, _) => Op::SgnI,
            (UnaryOp::BitNot, _) => Op::BitNot,
        };
        self.emit2(make, to, a);
        Ok(())
    }

    /// An arithmetic operator. Long chains of them lean to the left, so the way down there is a loop.
    fn binary(
        &mut self,
        op: BinaryOp,
        expr: &Expr,
        left: &Expr,
        right: &Expr,
        to: u32,
    ) -> Result<()> {
        let mut chain = vec![(op, expr, right)];
        let mut first = left;
        while let ExprKind::Binary(op, left, right) = &first.kind
            && first.ty != Ty::Str
        {
            chain.push((*op, first, right));
            first = left;
        }
        let mut accumulator = None;
        while let Some((op, expr, right)) = chain.pop() {
            let last = chain.is_empty();
            let mark = self.mark();
            let target = match (last, accumulator) {
                (true, _) => to,
                (false, Some(slot)) => slot,
                (false, None) => self.temporary()?,
            };
            let keep = self.mark();
            match accumulator {
                Some(left) => self.binary_step(op, expr, Left::Slot(left), right, target)?,
                None => self.binary_step(op, expr, Left::Expr(first), right, target)?,
            }
            if last {
                self.release(mark);
            } else {
                self.release(keep);
                accumulator = Some(target);
            }
        }
        Ok(())
    }

    fn binary_step(
        &mut self,
        op: BinaryOp,
        expr: &Expr,
        left: Left<'_>,
        right: &Expr,
        to: u32,
    ) -> Result<()> {
        let float = expr.ty == Ty::Float;
        let left_expr = match left {
            Left::Expr(expr) => Some(expr),
            Left::Slot(_) => None,
        };
        if float {
            if let Some(k) = float_constant(right)
                && let Some(make) = float_with_constant(op, k)
            {
                let a = self.left(left, right)?;
                let a = self.register(a, 0);
                self.write(to, |d| make(d, a));
                return Ok(());
            }
            if let Some(k) = left_expr.and_then(float_constant)
                && let Some(make) = float_constant_with(op, k)
            {
                let a = self.number(right)?;
                let a = self.register(a, 0);
                self.write(to, |d| make(d, a));
                return Ok(());
            }
        } else {
            if let Some(k) = int_constant(right)
                && let Some(make) = int_with_constant(op, k)
            {
                let a = self.left(left, right)?;
                self.at(expr.span);
                let a = self.register(a, 0);
                self.write(to, |d| make(d, a));
                return Ok(());
            }
            if let Some(k) = left_expr.and_then(int_constant)
                && let Some(make) = int_constant_with(op, k)
            {
                let a = self.number(right)?;
                let a = self.register(a, 0);
                self.write(to, |d| make(d, a));
                return Ok(());
            }
        }
        if let Some(()) = self.multiply_add(op, expr, &left, right, to)? {
            return Ok(());
        }
        let a = self.left(left, right)?;
        let b = self.number(right)?;
        if matches!(op, BinaryOp::Div | BinaryOp::Mod) {
            self.at(expr.span);
        }
        self.emit3(instruction(op, float), to, a, b);
        Ok(())
    }

    /// A sum or difference with a product of two registers in it takes one instruction.
    fn multiply_add(
        &mut self,
        op: BinaryOp,
        expr: &Expr,
        left: &Left<'_>,
        right: &Expr,
        to: u32,
    ) -> Result<Option<()>> {
        let make = match (op, expr.ty) {
            (BinaryOp::Add, Ty::Float) => Op::MulAddF,
            (BinaryOp::Sub, Ty::Float) => Op::MulSubF,
            (BinaryOp::Add, _) => Op::MulAddI,
            _ => return Ok(None),
        };
        if let Some((x, y)) = product(right) {
            let a = match left {
                Left::Slot(slot) => *slot,
                Left::Expr(expr) => self.number_before(expr, std::iter::once(right))?,
            };
            let x = self.number_before(x, std::iter::once(y))?;
            let y = self.number(y)?;
            self.emit4(make, to, [a, x, y]);
            return Ok(Some(()));
        }
        Ok(None)
    }

    fn left(&mut self, left: Left<'_>, right: &Expr) -> Result<u32> {
        match left {
            Left::Slot(slot) => Ok(slot),
            Left::Expr(expr) => self.number_before(expr, std::iter::once(right)),
        }
    }

    /// A comparison as a value.
    fn compare(&mut self, op: CompareOp, left: &Expr, right: &Expr, to: u32) -> Result<()> {
        match left.ty {
            Ty::Str => {
                let (a, b) = self.string_pair(left, right)?;
                self.write(to, |d| Op::CompareStrings(op, d, a, b));
                return Ok(());
            }
            Ty::Int => {
                let with_constant = match (int_constant(left), int_constant(right)) {
                    (_, Some(k)) => Some((op, left, k)),
                    (Some(k), _) => Some((swapped(op), right, k)),
                    _ => None,
                };
                if let Some((op, operand, k)) = with_constant {
                    let a = self.number(operand)?;
                    let a = self.register(a, 0);
                    let make: fn(u8, u8, i32) -> Op = match op {
                        CompareOp::Eq => Op::EqIK,
                        CompareOp::Ne => Op::NeIK,
                        CompareOp::Lt => Op::LtIK,
                        CompareOp::Le => Op::LeIK,
                        CompareOp::Gt => Op::GtIK,
                        CompareOp::Ge => Op::GeIK,
                    };
                    self.write(to, |d| make(d, a, k));
                    return Ok(());
                }
            }
            _ => {}
        }
        let a = self.number_before(left, std::iter::once(right))?;
        let b = self.number(right)?;
        let (make, swap): (fn(u8, u8, u8) -> Op, bool) = match (left.ty, op) {
            (Ty::Float, CompareOp::Eq) => (Op::EqF, false),
            (Ty::Float, CompareOp::Ne) => (Op::NeF, false),
            (Ty::Float, CompareOp::Lt) => (Op::LtF, false),
            (Ty::Float, CompareOp::Le) => (Op::LeF, false),
            (Ty::Float, CompareOp::Gt) => (Op::LtF, true),
            (Ty::Float, CompareOp::Ge) => (Op::LeF, true),
            (Ty::Int, CompareOp::Eq) => (Op::EqI, false),
            (Ty::Int, CompareOp::Ne) => (Op::NeI, false),
            (Ty::Int, CompareOp::Lt) => (Op::LtI, false),
            (Ty::Int, CompareOp::Le) => (Op::LeI, false),
            (Ty::Int, CompareOp::Gt) => (Op::LtI, true),
            (Ty::Int, CompareOp::Ge) => (Op::LeI, true),
            (_, CompareOp::Ne) => (Op::NeO, false),
            (_, _) => (Op::EqO, false),
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.emit3(make, to, a, b);
        Ok(())
    }
}

/// The left operand of an operator in a chain: what was computed so far, or the first one.
enum Left<'e> {
    Slot(u32),
    Expr(&'e Expr),
}

/// The factors of a product of two values that are no constants.
fn product(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Mul, x, y) => {
            let constant = |e: &Expr| {
                matches!(e.kind, ExprKind::Int(_) | ExprKind::Float(_))
                    || float_constant(e).is_some()
            };
            (!constant(x) && !constant(y)).then_some((&**x, &**y))
        }
        _ => None,
    }
}

/// The comparison that holds when the operands change places.
pub(super) fn swapped(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Eq,
        CompareOp::Ne => CompareOp::Ne,
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
    }
}

/// Turns destination and operand into an instruction with a constant.
type WithConstant = Box<dyn Fn(u8, u8) -> Op>;

fn boxed(make: impl Fn(u8, u8) -> Op + 'static) -> Option<WithConstant> {
    Some(Box::new(make))
}

/// Register, operator, constant.
fn int_with_constant(op: BinaryOp, k: i32) -> Option<WithConstant> {
    match op {
        BinaryOp::Add => boxed(move |d, a| Op::AddIK(d, a, k)),
        BinaryOp::Sub => boxed(move |d, a| Op::AddIK(d, a, k.wrapping_neg())),
        BinaryOp::Mul => boxed(move |d, a| Op::MulIK(d, a, k)),
        // Not the same where the dividend is negative: the shift rounds down. The original's compiler emitted a shift for
        // every power of two, 1 and the sign bit among them, and old tile maps lean on it.
        BinaryOp::Div if (k as u32).is_power_of_two() => {
            let places = k.trailing_zeros() as i32;
            boxed(move |d, a| Op::SarK(d, a, places))
        }
        BinaryOp::Div if k != 0 && k != -1 => boxed(move |d, a| Op::DivIK(d, a, k)),
        BinaryOp::Mod if k != 0 && k != -1 => boxed(move |d, a| Op::ModIK(d, a, k)),
        BinaryOp::And => boxed(move |d, a| Op::AndIK(d, a, k)),
        BinaryOp::Or => boxed(move |d, a| Op::OrIK(d, a, k)),
        BinaryOp::Xor => boxed(move |d, a| Op::XorIK(d, a, k)),
        BinaryOp::Shl => boxed(move |d, a| Op::ShlK(d, a, k)),
        BinaryOp::Shr => boxed(move |d, a| Op::ShrK(d, a, k)),
        BinaryOp::Sar => boxed(move |d, a| Op::SarK(d, a, k)),
        BinaryOp::Div | BinaryOp::Mod | BinaryOp::Pow => None,
    }
}

/// Constant, operator, register.
fn int_constant_with(op: BinaryOp, k: i32) -> Option<WithConstant> {
    match op {
        BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            int_with_constant(op, k)
        }
        BinaryOp::Sub => boxed(move |d, a| Op::SubKI(d, a, k)),
        _ => None,
    }
}

/// Register, operator, constant.
fn float_with_constant(op: BinaryOp, k: f32) -> Option<WithConstant> {
    match op {
        BinaryOp::Add => boxed(move |d, a| Op::AddFK(d, a, k)),
        BinaryOp::Sub => boxed(move |d, a| Op::AddFK(d, a, -k)),
        BinaryOp::Mul => boxed(move |d, a| Op::MulFK(d, a, k)),
        BinaryOp::Div => boxed(move |d, a| Op::DivFK(d, a, k)),
        _ => None,
    }
}

/// Constant, operator, register.
fn float_constant_with(op: BinaryOp, k: f32) -> Option<WithConstant> {
    match op {
        BinaryOp::Add => boxed(move |d, a| Op::AddFK(d, a, k)),
        BinaryOp::Sub => boxed(move |d, a| Op::SubKF(d, a, k)),
        BinaryOp::Mul => boxed(move |d, a| Op::MulFK(d, a, k)),
        BinaryOp::Div => boxed(move |d, a| Op::DivKF(d, a, k)),
        _ => None,
    }
}

/// The instruction for two registers.
fn instruction(op: BinaryOp, float: bool) -> fn(u8, u8, u8) -> Op {
    match (op, float) {
        (BinaryOp::Add, false) => Op::AddI,
        (BinaryOp::Sub, false) => Op::SubI,
        (BinaryOp::Mul, false) => Op::MulI,
        (BinaryOp::Div, false) => Op::DivI,
        (BinaryOp::Mod, false) => Op::ModI,
        (BinaryOp::Add, true) => Op::AddF,
        (BinaryOp::Sub, true) => Op::SubF,
        (BinaryOp::Mul, true) => Op::MulF,
        (BinaryOp::Div, true) => Op::DivF,
        (BinaryOp::Mod, true) => Op::ModF,
        (BinaryOp::Pow, _) => Op::PowF,
        (BinaryOp::And, _) => Op::AndI,
        (BinaryOp::Or, _) => Op::OrI,
        (BinaryOp::Xor, _) => Op::XorI,
        (BinaryOp::Shl, _) => Op::Shl,
        (BinaryOp::Shr, _) => Op::Shr,
        (BinaryOp::Sar, _) => Op::Sar,
    }
}
