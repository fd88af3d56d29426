//! Reading and writing variables, fields and elements.

use crate::bytecode::{Op, StorageKind, StringOperand, VariablePlace};
use crate::hir::{ArrayId, BinaryOp, BlitzArrayId, Expr, ExprKind, Place, Ty, TypeId};
use crate::source::Span;

use super::Result;
use super::emit::FunctionGenerator;
use super::expr::{calls, int_constant};
use super::stmt::place_exprs;
use super::strings::same_place;

impl FunctionGenerator<'_, '_> {
    /// A field's position in its object's memory.
    fn field(&self, ty: TypeId, field: u32) -> u16 {
        let fields = self
            .program
            .types
            .get(ty.index())
            .map_or(&[][..], |t| &t.fields);
        let of_field = fields.get(field as usize).map_or(Ty::Int, |f| f.ty);
        let same_row = |v: &&crate::hir::Variable| (v.ty == Ty::Str) == (of_field == Ty::Str);
        let before = fields.iter().take(field as usize).filter(same_row).count() as u16;
        if of_field == Ty::Str {
            before
        } else {
            before + crate::vm::OBJECT_HEADER as u16
        }
    }

    /// A `Dim` element's position, in a slot.
    fn dim_position(&mut self, array: ArrayId, indices: &[Expr], span: Span) -> Result<u32> {
        if let [index] = indices {
            return self.number(index);
        }
        let start = self.temporaries(indices.len() as u32, false)?;
        for (slot, index) in (start..).zip(indices) {
            self.number_into(index, slot)?;
        }
        self.at(span);
        self.write(start, |d| Op::ArrayIndex(d, start as u16, array.0 as u16));
        Ok(start)
    }

    /// A Blitz array and an element's position in it, in slots.
    fn element(
        &mut self,
        array: &Expr,
        ty: BlitzArrayId,
        indices: &[Expr],
        span: Span,
    ) -> Result<(u32, u32)> {
        let array = self.number_before(array, indices.iter())?;
        if let [index] = indices {
            return Ok((array, self.number(index)?));
        }
        let sizes = self
            .program
            .blitz_arrays
            .get(ty.index())
            .map_or(&[][..], |a| &a.sizes);
        let mut position = None;
        for (index, &last) in indices.iter().zip(sizes) {
            let slot = self.temporary()?;
            self.number_into(index, slot)?;
            self.at(span);
            let in_bounds = int_constant(index).is_some_and(|k| (0..=last as i32).contains(&k));
            if !in_bounds {
                let register = self.register(slot, 0);
                self.emit(Op::CheckIndex(register, last as i32));
            }
            position = Some(match position {
                None => slot,
                Some(before) => {
                    self.emit_times(before, last.wrapping_add(1) as i32);
                    self.emit3(Op::AddI, before, before, slot);
                    before
                }
            });
        }
        match position {
            Some(position) => Ok((array, position)),
            None => Ok((array, self.temporary()?)),
        }
    }

    fn emit_times(&mut self, slot: u32, factor: i32) {
        let a = self.register(slot, 0);
        self.write(slot, |d| Op::MulIK(d, a, factor));
    }

    /// Reads a number.
    pub(super) fn load(&mut self, place: &Place, span: Span, to: u32) -> Result<()> {
        match place {
            Place::Local(local) => self.load_variable(self.local(*local), to),
            Place::Global(global) => self.load_variable(self.global(*global), to),
            Place::Field { object, ty, field } => {
                let object = self.number(object)?;
                let position = self.field(*ty, *field);
                self.at(span);
                let object = self.register(object, 0);
                self.write(to, |d| Op::FieldGet(d, object, position));
            }
            Place::Dim { array, indices } => {
                if let [row, column] = indices.as_slice() {
                    let row = self.number_before(row, std::iter::once(column))?;
                    let column = self.number(column)?;
                    self.at(span);
                    let row = self.register(row, 0);
                    let column = self.register(column, 1);
                    self.write(to, |d| Op::ArrayGet2(d, row, column, array.0 as u16));
                } else {
                    let position = self.dim_position(*array, indices, span)?;
                    self.at(span);
                    let position = self.register(position, 0);
                    self.write(to, |d| Op::ArrayGet(d, position, array.0 as u16));
                }
            }
            Place::Element { array, ty, indices } => {
                let (array, position) = self.element(array, *ty, indices, span)?;
                self.at(span);
                self.emit3(Op::ElementGet, to, array, position);
            }
        }
        Ok(())
    }

    fn load_variable(&mut self, variable: VariablePlace, to: u32) {
        match variable {
            VariablePlace::Frame(slot) => self.copy(to, slot),
            VariablePlace::Global(slot) => self.write(to, |d| Op::LoadGlobal(d, slot)),
        }
    }

    /// Writes a number, which lies in a slot.
    pub(super) fn store(&mut self, place: &Place, span: Span, from: u32) -> Result<()> {
        let mark = self.mark();
        match place {
            Place::Local(local) => self.store_variable(self.local(*local), from),
            Place::Global(global) => self.store_variable(self.global(*global), from),
            Place::Field { object, ty, field } => {
                let object = self.number(object)?;
                let position = self.field(*ty, *field);
                self.at(span);
                let object = self.register(object, 0);
                let value = self.register(from, 1);
                self.emit(Op::FieldSet(value, object, position));
            }
            Place::Dim { array, indices } => {
                if let [row, column] = indices.as_slice() {
                    let row = self.number_before(row, std::iter::once(column))?;
                    let column = self.number(column)?;
                    self.at(span);
                    let row = self.register(row, 0);
                    let column = self.register(column, 1);
                    let value = self.register(from, 2);
                    self.emit(Op::ArraySet2(value, row, column, array.0 as u16));
                } else {
                    let position = self.dim_position(*array, indices, span)?;
                    self.at(span);
                    let position = self.register(position, 0);
                    let value = self.register(from, 1);
                    self.emit(Op::ArraySet(value, position, array.0 as u16));
                }
            }
            Place::Element { array, ty, indices } => {
                let (array, position) = self.element(array, *ty, indices, span)?;
                self.at(span);
                let array = self.register(array, 0);
                let position = self.register(position, 1);
                let value = self.register(from, 2);
                self.emit(Op::ElementSet(value, array, position));
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Writes a constant number, if there is an instruction for such a place.
    pub(super) fn store_constant(&mut self, place: &Place, span: Span, bits: u32) -> Result<bool> {
        let mark = self.mark();
        let op = match place {
            Place::Field { object, ty, field } => {
                let object = self.number(object)?;
                Op::FieldSetK(self.register(object, 0), self.field(*ty, *field), bits)
            }
            Place::Dim { array, indices } if indices.len() != 2 => {
                let position = self.dim_position(*array, indices, span)?;
                Op::ArraySetK(self.register(position, 0), array.0 as u16, bits)
            }
            _ => return Ok(false),
        };
        self.at(span);
        self.emit(op);
        self.release(mark);
        Ok(true)
    }

    /// `place = place + ...` and `place = place - ...` for fields and elements, where one instruction can do it.
    pub(super) fn accumulate(&mut self, place: &Place, value: &Expr, span: Span) -> Result<bool> {
        let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) = &value.kind
        else {
            return Ok(false);
        };
        let repeated = matches!(&left.kind, ExprKind::Read(read) if same_place(read, place));
        if !repeated || calls(right) || place_exprs(place).any(calls) {
            return Ok(false);
        }
        match place {
            Place::Field { .. } => {}
            Place::Dim { indices, .. } if indices.len() == 1 => {}
            _ => return Ok(false),
        }
        let mark = self.mark();
        let step = int_constant(right).filter(|_| value.ty == Ty::Int);
        let step = step.map(|k| {
            if *op == BinaryOp::Sub {
                k.wrapping_neg()
            } else {
                k
            }
        });
        let amount = match step {
            Some(_) => 0,
            None => self.number(right)?,
        };
        let subtract = *op == BinaryOp::Sub;
        let op = match place {
            Place::Field { object, ty, field } => {
                let object = self.number(object)?;
                let object = self.register(object, 0);
                let position = self.field(*ty, *field);
                match step {
                    Some(k) => Op::FieldAddIK(object, position, k),
                    None => {
                        let make = match (value.ty, subtract) {
                            (Ty::Float, false) => Op::FieldAddF,
                            (Ty::Float, true) => Op::FieldSubF,
                            (_, false) => Op::FieldAddI,
                            (_, true) => Op::FieldSubI,
                        };
                        make(self.register(amount, 1), object, position)
                    }
                }
            }
            Place::Dim { array, indices } if indices.len() == 1 => {
                let index = self.dim_position(*array, indices, span)?;
                let index = self.register(index, 0);
                let array = array.0 as u16;
                match step {
                    Some(k) => Op::ArrayAddIK(index, array, k),
                    None => {
                        let make = match (value.ty, subtract) {
                            (Ty::Float, false) => Op::ArrayAddF,
                            (Ty::Float, true) => Op::ArraySubF,
                            (_, false) => Op::ArrayAddI,
                            (_, true) => Op::ArraySubI,
                        };
                        make(self.register(amount, 1), index, array)
                    }
                }
            }
            _ => return Ok(false),
        };
        self.at(span);
        self.emit(op);
        self.release(mark);
        Ok(true)
    }

    fn store_variable(&mut self, variable: VariablePlace, from: u32) {
        match variable {
            VariablePlace::Frame(slot) => self.copy(slot, from),
            VariablePlace::Global(slot) => {
                let value = self.register(from, 0);
                self.emit(Op::StoreGlobal(slot, value));
            }
        }
    }

    /// Reads a string.
    pub(super) fn load_string(&mut self, place: &Place, span: Span, to: u16) -> Result<()> {
        let op = match place {
            Place::Local(local) => load_string_variable(self.local(*local), to),
            Place::Global(global) => load_string_variable(self.global(*global), to),
            Place::Field { object, ty, field } => {
                let object = self.number(object)?;
                Op::FieldGetString(to, self.register(object, 0), self.field(*ty, *field))
            }
            Place::Dim { array, indices } => {
                let position = self.dim_position(*array, indices, span)?;
                Op::ArrayGetString(to, self.register(position, 0), array.0 as u16)
            }
            Place::Element { array, ty, indices } => {
                let (array, position) = self.element(array, *ty, indices, span)?;
                Op::ElementGetString(to, self.register(array, 0), self.register(position, 1))
            }
        };
        self.at(span);
        self.emit(op);
        Ok(())
    }

    /// Writes a string, or appends it to what the place holds.
    pub(super) fn store_string(
        &mut self,
        place: &Place,
        span: Span,
        from: StringOperand,
        append: bool,
    ) -> Result<()> {
        let mark = self.mark();
        let op = match place {
            Place::Local(local) => store_string_variable(self.local(*local), from, append),
            Place::Global(global) => store_string_variable(self.global(*global), from, append),
            Place::Field { object, ty, field } => {
                let object = self.number(object)?;
                let object = self.register(object, 0);
                let make = if append {
                    Op::FieldAppend
                } else {
                    Op::FieldSetString
                };
                make(from, object, self.field(*ty, *field))
            }
            Place::Dim { array, indices } => {
                let position = self.dim_position(*array, indices, span)?;
                let position = self.register(position, 0);
                let make = if append {
                    Op::ArrayAppend
                } else {
                    Op::ArraySetString
                };
                make(from, position, array.0 as u16)
            }
            Place::Element { array, ty, indices } => {
                let (array, position) = self.element(array, *ty, indices, span)?;
                let array = self.register(array, 0);
                let position = self.register(position, 1);
                let make = if append {
                    Op::ElementAppend
                } else {
                    Op::ElementSetString
                };
                make(from, array, position)
            }
        };
        self.at(span);
        self.emit(op);
        self.release(mark);
        Ok(())
    }

    /// Makes a Blitz array for a variable, giving back the one it held.
    pub(super) fn new_array(&mut self, place: &Place, ty: BlitzArrayId, span: Span) -> Result<()> {
        let variable = match place {
            Place::Local(local) => self.local(*local),
            Place::Global(global) => self.global(*global),
            // Fields get theirs with the object.
            _ => return Ok(()),
        };
        self.at(span);
        let mark = self.mark();
        let slot = match variable {
            VariablePlace::Frame(slot) => slot,
            VariablePlace::Global(_) => self.temporary()?,
        };
        if variable != VariablePlace::Frame(slot) {
            self.load_variable(variable, slot);
        }
        let register = self.register(slot, 0);
        self.emit(Op::NewArray(register, ty.0 as u16));
        match variable {
            VariablePlace::Frame(slot) if u32::from(register) != slot => {
                self.emit(Op::StoreFar(slot, register))
            }
            VariablePlace::Frame(_) => {}
            VariablePlace::Global(_) => self.store_variable(variable, slot),
        }
        self.release(mark);
        Ok(())
    }

    /// Gives back the Blitz arrays the function made for its locals.
    pub(super) fn free_arrays(&mut self) {
        if self.index == 0 {
            return;
        }
        let own = self
            .function
            .locals
            .iter()
            .enumerate()
            .skip(self.function.params);
        for (index, variable) in own {
            if let Ty::Array(ty) = variable.ty
                && let VariablePlace::Frame(slot) = self.local(crate::hir::LocalId(index as u32))
            {
                let register = self.register(slot, 0);
                self.emit(Op::FreeArray(register, ty.0 as u16));
            }
        }
    }

    /// Whether returning has Blitz arrays to give back.
    pub(super) fn has_arrays(&self) -> bool {
        let mut own = self.function.locals.iter().skip(self.function.params);
        self.index != 0 && own.any(|v| matches!(super::kind(v.ty), StorageKind::Array(_)))
    }
}

fn load_string_variable(variable: VariablePlace, to: u16) -> Op {
    match variable {
        VariablePlace::Frame(slot) => Op::MoveString(to, StringOperand::variable(slot as u16)),
        VariablePlace::Global(slot) => Op::LoadGlobalString(to, slot),
    }
}

fn store_string_variable(variable: VariablePlace, from: StringOperand, append: bool) -> Op {
    match (variable, append) {
        (VariablePlace::Frame(slot), false) => Op::MoveString(slot as u16, from),
        (VariablePlace::Frame(slot), true) => Op::Append(slot as u16, from),
        (VariablePlace::Global(slot), false) => Op::StoreGlobalString(from, slot),
        (VariablePlace::Global(slot), true) => Op::AppendGlobal(from, slot),
    }
}
