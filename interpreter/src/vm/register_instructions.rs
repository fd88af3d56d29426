//! The instructions that need the frame's registers and nothing else of the number stack: strings, objects, data and rare arithmetic.

use crate::bytecode::{Code, Op, WINDOW, loop_instructions, stack_instructions};
use crate::hir::DataItem;
use crate::numbers;
use crate::string::Str;

use super::State;
use super::error::Trap;
use super::inspect;
use super::run::{float_slot, slot};
use super::strings::join;

impl State {
    /// Executes one of them; gives the reason where it fails.
    #[inline(never)]
    pub(super) fn execute_register_instruction(
        &mut self,
        regs: &mut [u32; WINDOW],
        code: &Code,
        op: &Op,
    ) -> Option<Trap> {
        self.try_register_instruction(regs, code, op).err()
    }

    fn try_register_instruction(
        &mut self,
        regs: &mut [u32; WINDOW],
        code: &Code,
        op: &Op,
    ) -> Result<(), Trap> {
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

            Op::StringToInt(d, a) => {
                reg!(d) = slot(numbers::string_to_int(self.string(code, a)));
                self.release_string(a);
            }
            Op::StringToFloat(d, a) => {
                reg!(d) = float_slot(numbers::string_to_float(self.string(code, a)));
                self.release_string(a);
            }
            Op::IntToString(d, a) => {
                self.set_string(d.into(), numbers::int_to_string(int!(a)).into())
            }
            Op::FloatToString(d, a) => {
                self.set_string(d.into(), numbers::float_to_string(float!(a)).into())
            }
            Op::ObjectToString(d, a, ty) => {
                let string = inspect::object_to_string(&self.heap, code, reg!(a), ty);
                self.set_string(d.into(), string.into());
            }
            Op::CompareStrings(op, d, a, b) => {
                reg!(d) = u32::from(self.compare_strings(code, op, a, b))
            }
            Op::MoveString(d, a) => {
                let string = self.take_string(code, a);
                self.set_string(d.into(), string);
            }
            Op::LoadString(d, index) => {
                let string = code
                    .strings
                    .get(index as usize)
                    .cloned()
                    .unwrap_or_default();
                self.set_string(d.into(), string);
            }
            Op::LoadGlobalString(d, from) => {
                let string = self.strings.get(from as usize).cloned().unwrap_or_default();
                self.set_string(d.into(), string);
            }
            Op::StoreGlobalString(a, to) => {
                let string = self.take_string(code, a);
                if let Some(register) = self.strings.get_mut(to as usize) {
                    *register = string;
                }
            }
            Op::Concat(d, a, b) => {
                let string = self.concat(code, a, b)?;
                self.set_string(d.into(), string);
            }
            Op::Append(d, b) => self.append(code, d.into(), b)?,
            Op::AppendGlobal(b, to) => {
                let more = self.take_string(code, b);
                if let Some(string) = self.strings.get_mut(to as usize) {
                    join(string, &more)?;
                }
            }

            Op::ArrayGetString(d, i, array) => {
                let string = self
                    .arrays
                    .get(usize::from(array))
                    .and_then(|a| a.strings.get(reg!(i) as usize));
                match string.cloned() {
                    Some(string) => self.set_string(d.into(), string),
                    None => return Err(self.array_fault(array, int!(i), code)),
                }
            }
            Op::ArraySetString(a, i, array) => {
                let string = self.take_string(code, a);
                let index = reg!(i) as usize;
                match self
                    .arrays
                    .get_mut(usize::from(array))
                    .and_then(|a| a.strings.get_mut(index))
                {
                    Some(element) => *element = string,
                    None => return Err(self.array_fault(array, int!(i), code)),
                }
            }
            Op::ArrayAppend(a, i, array) => {
                let string = self.take_string(code, a);
                let index = reg!(i) as usize;
                match self
                    .arrays
                    .get_mut(usize::from(array))
                    .and_then(|a| a.strings.get_mut(index))
                {
                    Some(element) => join(element, &string)?,
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
            Op::ElementGetString(d, array, i) => {
                let (array, index) = (reg!(array), int!(i));
                match self.heap.string_element(array, index as u32).cloned() {
                    Some(string) => self.set_string(d.into(), string),
                    None => return Err(Trap::ElementIndex(index, self.heap.array_length(array))),
                }
            }
            Op::ElementSetString(a, array, i) => {
                let string = self.take_string(code, a);
                let (array, index) = (reg!(array), int!(i));
                match self.heap.string_element_mut(array, index as u32) {
                    Some(element) => *element = string,
                    None => return Err(Trap::ElementIndex(index, self.heap.array_length(array))),
                }
            }
            Op::ElementAppend(a, array, i) => {
                let string = self.take_string(code, a);
                let (array, index) = (reg!(array), int!(i));
                match self.heap.string_element_mut(array, index as u32) {
                    Some(element) => join(element, &string)?,
                    None => return Err(Trap::ElementIndex(index, self.heap.array_length(array))),
                }
            }

            Op::FieldGetString(d, object, index) => {
                let string = self.heap.string_field(reg!(object), index).cloned();
                self.set_string(d.into(), string.ok_or(Trap::NoObject)?);
            }
            Op::FieldSetString(a, object, index) => {
                let string = self.take_string(code, a);
                *self
                    .heap
                    .string_field_mut(reg!(object), index)
                    .ok_or(Trap::NoObject)? = string;
            }
            Op::FieldAppend(a, object, index) => {
                let string = self.take_string(code, a);
                join(
                    self.heap
                        .string_field_mut(reg!(object), index)
                        .ok_or(Trap::NoObject)?,
                    &string,
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

            Op::ReadDataInt(d) => {
                reg!(d) = slot(match self.next_data(code)? {
                    DataItem::Int(value) => *value,
                    DataItem::Float(value) => numbers::float_to_int_truncating(*value),
                    DataItem::Str(string) => numbers::string_to_int(string),
                });
            }
            Op::ReadDataFloat(d) => {
                reg!(d) = float_slot(match self.next_data(code)? {
                    DataItem::Int(value) => *value as f32,
                    DataItem::Float(value) => *value,
                    DataItem::Str(string) => numbers::string_to_float(string),
                });
            }
            Op::ReadDataString(d) => {
                let string = match self.next_data(code)? {
                    DataItem::Int(value) => numbers::int_to_string(*value).into(),
                    DataItem::Float(value) => numbers::float_to_string(*value).into(),
                    DataItem::Str(string) => Str::from(&string[..]),
                };
                self.set_string(d.into(), string);
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
