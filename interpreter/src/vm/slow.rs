//! The instructions that the loop calls: texts, objects, data and rare arithmetic.

use crate::bytecode::{Code, Op, WINDOW, loop_instructions, stack_instructions};
use crate::hir::DataItem;
use crate::numbers;
use crate::text::Str;

use super::State;
use super::error::Trap;
use super::inspect;
use super::run::{float_slot, slot};
use super::texts::join;

impl State {
    /// Executes one of them; gives the reason where it fails.
    #[inline(never)]
    pub(super) fn slow(&mut self, regs: &mut [u32; WINDOW], code: &Code, op: &Op) -> Option<Trap> {
        self.try_slow(regs, code, op).err()
    }

    fn try_slow(&mut self, regs: &mut [u32; WINDOW], code: &Code, op: &Op) -> Result<(), Trap> {
        macro_rules! reg {
            ($r:expr) => {
                regs[usize::from($r)]
            };
        }
        macro_rules! int {
            ($r:expr) => {
                reg!($r) as i32
            };
        }
        macro_rules! float {
            ($r:expr) => {
                f32::from_bits(reg!($r))
            };
        }
        /// A reference to an object that is not Null.
        macro_rules! object {
            ($r:expr) => {
                match reg!($r) {
                    0 => return Err(Trap::NoObject),
                    object => object,
                }
            };
        }
        match *op {
            Op::SgnI(d, a) => reg!(d) = slot(int!(a).signum()),
            Op::BitNot(d, a) => reg!(d) = slot(!int!(a)),
            Op::ModF(d, a, b) => reg!(d) = float_slot(numbers::float_mod(float!(a), float!(b))),
            Op::PowF(d, a, b) => reg!(d) = float_slot(numbers::float_pow(float!(a), float!(b))),
            Op::SgnF(d, a) => reg!(d) = float_slot(numbers::float_sgn(float!(a))),
            Op::CheckIndex(a, last) => {
                if reg!(a) > last as u32 {
                    return Err(Trap::ElementIndex(int!(a), last as u32 + 1));
                }
            }

            Op::TextToInt(d, a) => {
                reg!(d) = slot(numbers::text_to_int(self.text(code, a)));
                self.release_text(a);
            }
            Op::TextToFloat(d, a) => {
                reg!(d) = float_slot(numbers::text_to_float(self.text(code, a)));
                self.release_text(a);
            }
            Op::IntToText(d, a) => self.set_text(d.into(), numbers::int_to_text(int!(a)).into()),
            Op::FloatToText(d, a) => {
                self.set_text(d.into(), numbers::float_to_text(float!(a)).into())
            }
            Op::ObjectToText(d, a, ty) => {
                let text = inspect::object_to_text(&self.heap, code, reg!(a), ty);
                self.set_text(d.into(), text.into());
            }
            Op::CompareText(op, d, a, b) => reg!(d) = u32::from(self.compare_texts(code, op, a, b)),
            Op::MoveText(d, a) => {
                let text = self.take_text(code, a);
                self.set_text(d.into(), text);
            }
            Op::LoadText(d, index) => {
                let text = code.texts.get(index as usize).cloned().unwrap_or_default();
                self.set_text(d.into(), text);
            }
            Op::LoadGlobalText(d, from) => {
                let text = self.texts.get(from as usize).cloned().unwrap_or_default();
                self.set_text(d.into(), text);
            }
            Op::StoreGlobalText(a, to) => {
                let text = self.take_text(code, a);
                if let Some(register) = self.texts.get_mut(to as usize) {
                    *register = text;
                }
            }
            Op::Concat(d, a, b) => {
                let text = self.concat(code, a, b)?;
                self.set_text(d.into(), text);
            }
            Op::Append(d, b) => self.append(code, d.into(), b)?,
            Op::AppendGlobal(b, to) => {
                let more = self.take_text(code, b);
                if let Some(text) = self.texts.get_mut(to as usize) {
                    join(text, &more)?;
                }
            }

            Op::ArrayGetText(d, i, array) => {
                let text = self
                    .arrays
                    .get(usize::from(array))
                    .and_then(|a| a.texts.get(reg!(i) as usize));
                match text.cloned() {
                    Some(text) => self.set_text(d.into(), text),
                    None => return Err(self.array_fault(array, int!(i), code)),
                }
            }
            Op::ArraySetText(a, i, array) => {
                let text = self.take_text(code, a);
                let index = reg!(i) as usize;
                match self
                    .arrays
                    .get_mut(usize::from(array))
                    .and_then(|a| a.texts.get_mut(index))
                {
                    Some(element) => *element = text,
                    None => return Err(self.array_fault(array, int!(i), code)),
                }
            }
            Op::ArrayAppend(a, i, array) => {
                let text = self.take_text(code, a);
                let index = reg!(i) as usize;
                match self
                    .arrays
                    .get_mut(usize::from(array))
                    .and_then(|a| a.texts.get_mut(index))
                {
                    Some(element) => join(element, &text)?,
                    None => return Err(self.array_fault(array, int!(i), code)),
                }
            }

            Op::NewArray(d, ty) => {
                self.heap.free_array(reg!(d), ty);
                reg!(d) = 0;
                reg!(d) = self.heap.new_array(ty)?;
            }
            Op::FreeArray(a, ty) => {
                self.heap.free_array(reg!(a), ty);
                reg!(a) = 0;
            }
            Op::ElementGetText(d, array, i) => {
                let (array, index) = (reg!(array), int!(i));
                match self.heap.text_element(array, index as u32).cloned() {
                    Some(text) => self.set_text(d.into(), text),
                    None => return Err(Trap::ElementIndex(index, self.heap.array_length(array))),
                }
            }
            Op::ElementSetText(a, array, i) => {
                let text = self.take_text(code, a);
                let (array, index) = (reg!(array), int!(i));
                match self.heap.text_element_mut(array, index as u32) {
                    Some(element) => *element = text,
                    None => return Err(Trap::ElementIndex(index, self.heap.array_length(array))),
                }
            }
            Op::ElementAppend(a, array, i) => {
                let text = self.take_text(code, a);
                let (array, index) = (reg!(array), int!(i));
                match self.heap.text_element_mut(array, index as u32) {
                    Some(element) => join(element, &text)?,
                    None => return Err(Trap::ElementIndex(index, self.heap.array_length(array))),
                }
            }

            Op::FieldGetText(d, object, index) => {
                let text = self.heap.text_field(reg!(object), index).cloned();
                self.set_text(d.into(), text.ok_or(Trap::NoObject)?);
            }
            Op::FieldSetText(a, object, index) => {
                let text = self.take_text(code, a);
                *self
                    .heap
                    .text_field_mut(reg!(object), index)
                    .ok_or(Trap::NoObject)? = text;
            }
            Op::FieldAppend(a, object, index) => {
                let text = self.take_text(code, a);
                join(
                    self.heap
                        .text_field_mut(reg!(object), index)
                        .ok_or(Trap::NoObject)?,
                    &text,
                )?;
            }

            Op::EqO(d, a, b) => reg!(d) = u32::from(self.heap.same(reg!(a), reg!(b))),
            Op::NeO(d, a, b) => reg!(d) = u32::from(!self.heap.same(reg!(a), reg!(b))),
            Op::Delete(a, ty) => self.heap.delete(reg!(a), ty),
            Op::DeleteEach(ty) => self.heap.delete_each(ty),
            Op::First(d, ty) => reg!(d) = self.heap.first(ty),
            Op::Last(d, ty) => reg!(d) = self.heap.last(ty),
            Op::After(d, a, ty) => reg!(d) = self.heap.after(object!(a), ty),
            Op::Before(d, a, ty) => reg!(d) = self.heap.before(object!(a), ty),
            Op::InsertBefore(a, b) => self.heap.insert_before(object!(a), object!(b)),
            Op::InsertAfter(a, b) => self.heap.insert_after(object!(a), object!(b)),
            Op::HandleOf(d, a, ty) => reg!(d) = slot(self.heap.handle_of(reg!(a), ty)),
            Op::FromHandle(d, a, ty) => reg!(d) = self.heap.object_of(int!(a), ty),

            Op::ReadInt(d) => {
                reg!(d) = slot(match self.next_data(code)? {
                    DataItem::Int(value) => *value,
                    DataItem::Float(value) => numbers::float_to_int_truncating(*value),
                    DataItem::Str(text) => numbers::text_to_int(text),
                });
            }
            Op::ReadFloat(d) => {
                reg!(d) = float_slot(match self.next_data(code)? {
                    DataItem::Int(value) => *value as f32,
                    DataItem::Float(value) => *value,
                    DataItem::Str(text) => numbers::text_to_float(text),
                });
            }
            Op::ReadText(d) => {
                let text = match self.next_data(code)? {
                    DataItem::Int(value) => numbers::int_to_text(*value).into(),
                    DataItem::Float(value) => numbers::float_to_text(*value).into(),
                    DataItem::Str(text) => Str::from(&text[..]),
                };
                self.set_text(d.into(), text);
            }
            Op::Restore(item) => self.data = item as usize,
            loop_instructions!() | stack_instructions!() => {
                unreachable!("{} is not executed here", op.name())
            }
        }
        Ok(())
    }

    fn next_data<'c>(&mut self, code: &'c Code) -> Result<&'c DataItem, Trap> {
        let item = code.data.get(self.data).ok_or(Trap::OutOfData)?;
        self.data += 1;
        Ok(item)
    }
}
