//! The instruction loop.

use std::rc::Rc;

use crate::bytecode::{Op, WINDOW};
use crate::hir::DataItem;
use crate::host::{Call, Host, Interrupt};
use crate::numbers;
use crate::text::Str;

use super::error::Trap;
use super::heap::Heap;
use super::texts::{Texts, join};
use super::{Frame, MAX_FRAMES, MAX_GOSUBS, MAX_SLOTS, MAX_TEXT_SLOTS, Vm, inspect};

/// Why the loop was left.
pub(super) enum Exit {
    Ended,
    Waiting,
    Paused,
    Break,
    Failed(Trap),
}

/// The number slots one-byte registers reach. The stack always goes on for a window behind a frame's start.
#[inline(always)]
fn window(stack: &mut [u64], base: usize) -> &mut [u64; WINDOW] {
    match stack.get_mut(base..).and_then(|rest| rest.first_chunk_mut()) {
        Some(window) => window,
        None => unreachable!("a frame was entered without its window"),
    }
}

/// An Int as a slot keeps it.
#[inline(always)]
fn slot(value: i32) -> u64 {
    u64::from(value as u32)
}

/// A Float as a slot keeps it.
#[inline(always)]
fn float_slot(value: f32) -> u64 {
    u64::from(value.to_bits())
}

#[cold]
fn element_trap(heap: &Heap, array: u32, index: i32) -> Trap {
    Trap::ElementIndex(index, heap.array_length(array))
}

#[cold]
fn index_trap(array: u16, indices: &[i32]) -> Trap {
    Trap::ArrayIndex(array, indices.into())
}

impl Vm {
    pub(super) fn execute(&mut self, host: &mut dyn Host) -> Exit {
        let program = Rc::clone(&self.program);
        let code = &program.code;
        let ops = code.ops.as_slice();
        let Self { stack, texts, heap, arrays, arrays_used, frames, gosubs, .. } = self;
        let mut texts = Texts { stack: texts, constants: &code.texts, base: self.text_base };
        let mut pc = self.pc;
        let mut base = self.base;
        let mut function = self.function;
        let mut data = self.data;
        let mut budget = self.budget;
        let mut regs = window(stack, base);

        /// A register.
        macro_rules! reg {
            ($r:expr) => {
                regs[usize::from($r)]
            };
        }
        /// A register's Int.
        macro_rules! int {
            ($r:expr) => {
                reg!($r) as u32 as i32
            };
        }
        /// A register's Float.
        macro_rules! float {
            ($r:expr) => {
                f32::from_bits(reg!($r) as u32)
            };
        }
        /// Leaves the loop with a failure at this instruction.
        macro_rules! fail {
            ($trap:expr) => {{
                pc -= 1;
                break Exit::Failed($trap);
            }};
        }
        /// A value, or leaves the loop.
        macro_rules! checked {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(error) => fail!(error.into()),
                }
            };
        }
        /// An object's field, or leaves the loop.
        macro_rules! existing {
            ($option:expr) => {
                match $option {
                    Some(value) => value,
                    None => fail!(Trap::NoObject),
                }
            };
        }
        macro_rules! jump {
            ($target:expr) => {{
                pc = $target as usize;
                budget -= 1;
                if budget == 0 {
                    break Exit::Paused;
                }
            }};
        }
        macro_rules! jump_if {
            ($condition:expr, $target:expr) => {
                if $condition {
                    jump!($target);
                }
            };
        }
        macro_rules! int_op {
            ($d:expr, $a:expr, $b:expr, $f:expr) => {{
                let f: fn(i32, i32) -> i32 = $f;
                reg!($d) = slot(f(int!($a), int!($b)));
            }};
        }
        macro_rules! int_op_k {
            ($d:expr, $a:expr, $k:expr, $f:expr) => {{
                let f: fn(i32, i32) -> i32 = $f;
                reg!($d) = slot(f(int!($a), $k));
            }};
        }
        macro_rules! float_op {
            ($d:expr, $a:expr, $b:expr, $f:expr) => {{
                let f: fn(f32, f32) -> f32 = $f;
                reg!($d) = float_slot(f(float!($a), float!($b)));
            }};
        }
        macro_rules! float_op_k {
            ($d:expr, $a:expr, $k:expr, $f:expr) => {{
                let f: fn(f32, f32) -> f32 = $f;
                reg!($d) = float_slot(f(float!($a), $k));
            }};
        }
        /// A Float among the number constants.
        macro_rules! float_constant {
            ($k:expr) => {
                f32::from_bits(code.numbers.get(usize::from($k)).copied().unwrap_or(0))
            };
        }

        let exit = loop {
            let Some(&op) = ops.get(pc) else {
                break Exit::Ended;
            };
            pc += 1;
            match op {
                Op::Move(d, a) => reg!(d) = reg!(a),
                Op::Load(d, k) => reg!(d) = u64::from(k),
                Op::LoadFar(d, from) => {
                    let value = stack.get(base + from as usize).copied().unwrap_or(0);
                    regs = window(stack, base);
                    reg!(d) = value;
                }
                Op::StoreFar(to, a) => {
                    let value = reg!(a);
                    if let Some(slot) = stack.get_mut(base + to as usize) {
                        *slot = value;
                    }
                    regs = window(stack, base);
                }
                Op::LoadGlobal(d, from) => {
                    let value = stack.get(from as usize).copied().unwrap_or(0);
                    regs = window(stack, base);
                    reg!(d) = value;
                }
                Op::StoreGlobal(to, a) => {
                    let value = reg!(a);
                    if let Some(slot) = stack.get_mut(to as usize) {
                        *slot = value;
                    }
                    regs = window(stack, base);
                }

                Op::AddI(d, a, b) => int_op!(d, a, b, i32::wrapping_add),
                Op::SubI(d, a, b) => int_op!(d, a, b, i32::wrapping_sub),
                Op::MulI(d, a, b) => int_op!(d, a, b, i32::wrapping_mul),
                Op::DivI(d, a, b) => reg!(d) = slot(checked!(numbers::int_div(int!(a), int!(b)))),
                Op::ModI(d, a, b) => reg!(d) = slot(checked!(numbers::int_mod(int!(a), int!(b)))),
                Op::AndI(d, a, b) => reg!(d) = reg!(a) & reg!(b),
                Op::OrI(d, a, b) => reg!(d) = reg!(a) | reg!(b),
                Op::XorI(d, a, b) => reg!(d) = reg!(a) ^ reg!(b),
                Op::Shl(d, a, b) => int_op!(d, a, b, numbers::shl),
                Op::Shr(d, a, b) => int_op!(d, a, b, numbers::shr),
                Op::Sar(d, a, b) => int_op!(d, a, b, numbers::sar),
                Op::AddIK(d, a, k) => int_op_k!(d, a, k, i32::wrapping_add),
                Op::SubKI(d, a, k) => int_op_k!(d, a, k, |a, k| k.wrapping_sub(a)),
                Op::MulIK(d, a, k) => int_op_k!(d, a, k, i32::wrapping_mul),
                Op::DivIK(d, a, k) => int_op_k!(d, a, k, |a, k| a.checked_div(k).unwrap_or(0)),
                Op::ModIK(d, a, k) => int_op_k!(d, a, k, |a, k| a.checked_rem(k).unwrap_or(0)),
                Op::AndIK(d, a, k) => int_op_k!(d, a, k, |a, k| a & k),
                Op::OrIK(d, a, k) => int_op_k!(d, a, k, |a, k| a | k),
                Op::XorIK(d, a, k) => int_op_k!(d, a, k, |a, k| a ^ k),
                Op::ShlK(d, a, k) => int_op_k!(d, a, k, numbers::shl),
                Op::ShrK(d, a, k) => int_op_k!(d, a, k, numbers::shr),
                Op::SarK(d, a, k) => int_op_k!(d, a, k, numbers::sar),
                Op::NegI(d, a) => reg!(d) = slot(int!(a).wrapping_neg()),
                Op::AbsI(d, a) => reg!(d) = slot(int!(a).wrapping_abs()),
                Op::SgnI(d, a) => reg!(d) = slot(int!(a).signum()),
                Op::BitNot(d, a) => reg!(d) = slot(!int!(a)),
                Op::Not(d, a) => reg!(d) = u64::from(int!(a) == 0),

                Op::AddF(d, a, b) => float_op!(d, a, b, |a, b| a + b),
                Op::SubF(d, a, b) => float_op!(d, a, b, |a, b| a - b),
                Op::MulF(d, a, b) => float_op!(d, a, b, |a, b| a * b),
                Op::DivF(d, a, b) => float_op!(d, a, b, |a, b| a / b),
                Op::ModF(d, a, b) => float_op!(d, a, b, numbers::float_mod),
                Op::PowF(d, a, b) => float_op!(d, a, b, numbers::float_pow),
                Op::AddFK(d, a, k) => float_op_k!(d, a, k, |a, k| a + k),
                Op::SubKF(d, a, k) => float_op_k!(d, a, k, |a, k| k - a),
                Op::MulFK(d, a, k) => float_op_k!(d, a, k, |a, k| a * k),
                Op::DivFK(d, a, k) => float_op_k!(d, a, k, |a, k| a / k),
                Op::DivKF(d, a, k) => float_op_k!(d, a, k, |a, k| k / a),
                Op::NegF(d, a) => reg!(d) = float_slot(-float!(a)),
                Op::AbsF(d, a) => reg!(d) = float_slot(numbers::float_abs(float!(a))),
                Op::SgnF(d, a) => reg!(d) = float_slot(numbers::float_sgn(float!(a))),

                Op::IntToFloat(d, a) => reg!(d) = float_slot(int!(a) as f32),
                Op::FloatToInt(d, a) => reg!(d) = slot(numbers::float_to_int(float!(a))),
                Op::TextToInt(d, a) => {
                    reg!(d) = slot(numbers::text_to_int(texts.get(a)));
                    texts.release(a);
                }
                Op::TextToFloat(d, a) => {
                    reg!(d) = float_slot(numbers::text_to_float(texts.get(a)));
                    texts.release(a);
                }
                Op::IntToText(d, a) => texts.set(d.into(), numbers::int_to_text(int!(a)).into()),
                Op::FloatToText(d, a) => texts.set(d.into(), numbers::float_to_text(float!(a)).into()),
                Op::ObjectToText(d, a, ty) => {
                    let text = inspect::object_to_text(heap, code, reg!(a) as u32, ty);
                    texts.set(d.into(), text.into());
                }

                Op::EqI(d, a, b) => reg!(d) = u64::from(int!(a) == int!(b)),
                Op::NeI(d, a, b) => reg!(d) = u64::from(int!(a) != int!(b)),
                Op::LtI(d, a, b) => reg!(d) = u64::from(int!(a) < int!(b)),
                Op::LeI(d, a, b) => reg!(d) = u64::from(int!(a) <= int!(b)),
                Op::EqIK(d, a, k) => reg!(d) = u64::from(int!(a) == k),
                Op::NeIK(d, a, k) => reg!(d) = u64::from(int!(a) != k),
                Op::LtIK(d, a, k) => reg!(d) = u64::from(int!(a) < k),
                Op::LeIK(d, a, k) => reg!(d) = u64::from(int!(a) <= k),
                Op::GtIK(d, a, k) => reg!(d) = u64::from(int!(a) > k),
                Op::GeIK(d, a, k) => reg!(d) = u64::from(int!(a) >= k),
                Op::EqF(d, a, b) => reg!(d) = u64::from(float!(a) == float!(b)),
                Op::NeF(d, a, b) => reg!(d) = u64::from(float!(a) != float!(b)),
                Op::LtF(d, a, b) => reg!(d) = u64::from(float!(a) < float!(b)),
                Op::LeF(d, a, b) => reg!(d) = u64::from(float!(a) <= float!(b)),
                Op::EqO(d, a, b) => reg!(d) = u64::from(heap.same(reg!(a) as u32, reg!(b) as u32)),
                Op::NeO(d, a, b) => reg!(d) = u64::from(!heap.same(reg!(a) as u32, reg!(b) as u32)),
                Op::CompareText(op, d, a, b) => reg!(d) = u64::from(texts.compare(op, a, b)),

                Op::Jump(to) => jump!(to),
                Op::JumpIf(a, to) => jump_if!(int!(a) != 0, to),
                Op::JumpIfNot(a, to) => jump_if!(int!(a) == 0, to),
                Op::JumpEqI(a, b, to) => jump_if!(int!(a) == int!(b), to),
                Op::JumpNeI(a, b, to) => jump_if!(int!(a) != int!(b), to),
                Op::JumpLtI(a, b, to) => jump_if!(int!(a) < int!(b), to),
                Op::JumpLeI(a, b, to) => jump_if!(int!(a) <= int!(b), to),
                Op::JumpEqIK(a, k, to) => jump_if!(int!(a) == i32::from(k), to),
                Op::JumpNeIK(a, k, to) => jump_if!(int!(a) != i32::from(k), to),
                Op::JumpLtIK(a, k, to) => jump_if!(int!(a) < i32::from(k), to),
                Op::JumpLeIK(a, k, to) => jump_if!(int!(a) <= i32::from(k), to),
                Op::JumpGtIK(a, k, to) => jump_if!(int!(a) > i32::from(k), to),
                Op::JumpGeIK(a, k, to) => jump_if!(int!(a) >= i32::from(k), to),
                Op::JumpEqF(a, b, to) => jump_if!(float!(a) == float!(b), to),
                Op::JumpNeF(a, b, to) => jump_if!(float!(a) != float!(b), to),
                Op::JumpLtF(a, b, to) => jump_if!(float!(a) < float!(b), to),
                Op::JumpLeF(a, b, to) => jump_if!(float!(a) <= float!(b), to),
                Op::JumpNotLtF(a, b, to) => jump_if!(!(float!(a) < float!(b)), to),
                Op::JumpNotLeF(a, b, to) => jump_if!(!(float!(a) <= float!(b)), to),
                Op::JumpLtFK(a, k, to) => jump_if!(float!(a) < float_constant!(k), to),
                Op::JumpLeFK(a, k, to) => jump_if!(float!(a) <= float_constant!(k), to),
                Op::JumpGtFK(a, k, to) => jump_if!(float!(a) > float_constant!(k), to),
                Op::JumpGeFK(a, k, to) => jump_if!(float!(a) >= float_constant!(k), to),
                Op::JumpNotLtFK(a, k, to) => jump_if!(!(float!(a) < float_constant!(k)), to),
                Op::JumpNotLeFK(a, k, to) => jump_if!(!(float!(a) <= float_constant!(k)), to),
                Op::JumpNotGtFK(a, k, to) => jump_if!(!(float!(a) > float_constant!(k)), to),
                Op::JumpNotGeFK(a, k, to) => jump_if!(!(float!(a) >= float_constant!(k)), to),
                Op::JumpEqO(a, b, to) => jump_if!(heap.same(reg!(a) as u32, reg!(b) as u32), to),
                Op::JumpNeO(a, b, to) => jump_if!(!heap.same(reg!(a) as u32, reg!(b) as u32), to),
                Op::JumpNull(a, to) => jump_if!(!heap.is_alive(reg!(a) as u32), to),
                Op::JumpNotNull(a, to) => jump_if!(heap.is_alive(reg!(a) as u32), to),
                Op::ForK(counter, step, limit, back) => {
                    let value = int!(counter).wrapping_add(step.into());
                    reg!(counter) = slot(value);
                    let limit = code.numbers.get(usize::from(limit)).copied().unwrap_or(0) as i32;
                    let goes_on = if step > 0 { value <= limit } else { value >= limit };
                    jump_if!(goes_on, pc - usize::from(back));
                }
                Op::ForR(counter, limit, step, to) => {
                    let value = int!(counter).wrapping_add(step.into());
                    reg!(counter) = slot(value);
                    let goes_on = if step > 0 { value <= int!(limit) } else { value >= int!(limit) };
                    jump_if!(goes_on, to);
                }

                Op::MoveText(d, a) => {
                    let text = texts.take(a);
                    texts.set(d.into(), text);
                }
                Op::LoadText(d, index) => {
                    let text = texts.constants.get(index as usize).cloned().unwrap_or_default();
                    texts.set(d.into(), text);
                }
                Op::LoadGlobalText(d, from) => {
                    let text = texts.stack.get(from as usize).cloned().unwrap_or_default();
                    texts.set(d.into(), text);
                }
                Op::StoreGlobalText(a, to) => {
                    let text = texts.take(a);
                    if let Some(register) = texts.stack.get_mut(to as usize) {
                        *register = text;
                    }
                }
                Op::Concat(d, a, b) => {
                    let text = checked!(texts.concat(a, b));
                    texts.set(d.into(), text);
                }
                Op::Append(d, b) => checked!(texts.append(d.into(), b)),
                Op::AppendGlobal(b, to) => {
                    let more = texts.take(b);
                    if let Some(text) = texts.stack.get_mut(to as usize) {
                        checked!(join(text, &more));
                    }
                }

                Op::ArrayGet(d, i, array) => {
                    let element = arrays.get(usize::from(array)).and_then(|a| a.words.get(reg!(i) as u32 as usize));
                    match element {
                        Some(&value) => reg!(d) = value.into(),
                        None => fail!(index_trap(array, &[int!(i)])),
                    }
                }
                Op::ArraySet(a, i, array) => {
                    let value = reg!(a) as u32;
                    let index = reg!(i) as u32 as usize;
                    match arrays.get_mut(usize::from(array)).and_then(|a| a.words.get_mut(index)) {
                        Some(element) => *element = value,
                        None => fail!(index_trap(array, &[int!(i)])),
                    }
                }
                Op::ArrayGet2(d, i, j, array) => {
                    let (row, column) = (reg!(i) as u32, reg!(j) as u32);
                    let element =
                        arrays.get(usize::from(array)).and_then(|a| a.words.get(a.index2(row, column)?));
                    match element {
                        Some(&value) => reg!(d) = value.into(),
                        None => fail!(index_trap(array, &[int!(i), int!(j)])),
                    }
                }
                Op::ArraySet2(a, i, j, array) => {
                    let (row, column) = (reg!(i) as u32, reg!(j) as u32);
                    let value = reg!(a) as u32;
                    let element = arrays.get_mut(usize::from(array)).and_then(|a| {
                        let at = a.index2(row, column)?;
                        a.words.get_mut(at)
                    });
                    match element {
                        Some(element) => *element = value,
                        None => fail!(index_trap(array, &[int!(i), int!(j)])),
                    }
                }
                Op::ArrayIndex(d, start, array) => {
                    let start = base + usize::from(start);
                    let count = code.arrays.get(usize::from(array)).map_or(0, |a| a.dimensions);
                    let indices = stack.get(start..start + count).unwrap_or(&[]);
                    let position =
                        arrays.get(usize::from(array)).and_then(|a| a.index(indices.iter().map(|&i| i as u32)));
                    match position {
                        Some(position) => {
                            regs = window(stack, base);
                            reg!(d) = position.into();
                        }
                        None => {
                            let indices: Vec<i32> = indices.iter().map(|&i| i as u32 as i32).collect();
                            fail!(index_trap(array, &indices));
                        }
                    }
                }
                Op::ArrayGetText(d, i, array) => {
                    let index = reg!(i) as u32 as usize;
                    match arrays.get(usize::from(array)).and_then(|a| a.texts.get(index)) {
                        Some(text) => texts.set(d.into(), text.clone()),
                        None => fail!(index_trap(array, &[int!(i)])),
                    }
                }
                Op::ArraySetText(a, i, array) => {
                    let text = texts.take(a);
                    let index = reg!(i) as u32 as usize;
                    match arrays.get_mut(usize::from(array)).and_then(|a| a.texts.get_mut(index)) {
                        Some(element) => *element = text,
                        None => fail!(index_trap(array, &[int!(i)])),
                    }
                }
                Op::ArrayAppend(a, i, array) => {
                    let index = reg!(i) as u32 as usize;
                    match arrays.get_mut(usize::from(array)).and_then(|a| a.texts.get_mut(index)) {
                        Some(element) => checked!(join(element, texts.get(a))),
                        None => fail!(index_trap(array, &[int!(i)])),
                    }
                    texts.release(a);
                }
                Op::Dim(array, start) => {
                    let start = base + usize::from(start);
                    let count = code.arrays.get(usize::from(array)).map_or(0, |a| a.dimensions);
                    let sizes = stack.get(start..start + count).unwrap_or(&[]);
                    let sizes: Vec<i32> = sizes.iter().map(|&s| s as u32 as i32).collect();
                    if let Some(array) = arrays.get_mut(usize::from(array)) {
                        checked!(array.dim(&sizes, arrays_used));
                    }
                    regs = window(stack, base);
                }

                Op::NewArray(d, ty) => {
                    heap.free_array(reg!(d) as u32, ty);
                    reg!(d) = 0;
                    reg!(d) = checked!(heap.new_array(ty)).into();
                }
                Op::FreeArray(a, ty) => {
                    heap.free_array(reg!(a) as u32, ty);
                    reg!(a) = 0;
                }
                Op::ElementGet(d, array, i) => match heap.element(reg!(array) as u32, reg!(i) as u32) {
                    Some(value) => reg!(d) = value.into(),
                    None => fail!(element_trap(heap, reg!(array) as u32, int!(i))),
                },
                Op::ElementSet(a, array, i) => match heap.element_mut(reg!(array) as u32, reg!(i) as u32) {
                    Some(element) => *element = reg!(a) as u32,
                    None => fail!(element_trap(heap, reg!(array) as u32, int!(i))),
                },
                Op::ElementGetText(d, array, i) => match heap.text_element(reg!(array) as u32, reg!(i) as u32) {
                    Some(text) => texts.set(d.into(), text.clone()),
                    None => fail!(element_trap(heap, reg!(array) as u32, int!(i))),
                },
                Op::ElementSetText(a, array, i) => {
                    let text = texts.take(a);
                    match heap.text_element_mut(reg!(array) as u32, reg!(i) as u32) {
                        Some(element) => *element = text,
                        None => fail!(element_trap(heap, reg!(array) as u32, int!(i))),
                    }
                }
                Op::ElementAppend(a, array, i) => {
                    match heap.text_element_mut(reg!(array) as u32, reg!(i) as u32) {
                        Some(element) => checked!(join(element, texts.get(a))),
                        None => fail!(element_trap(heap, reg!(array) as u32, int!(i))),
                    }
                    texts.release(a);
                }
                Op::CheckIndex(a, last) => {
                    if reg!(a) as u32 > last as u32 {
                        fail!(Trap::ElementIndex(int!(a), last as u32 + 1));
                    }
                }

                Op::FieldGet(d, object, position) => {
                    reg!(d) = existing!(heap.field(reg!(object) as u32, position)).into();
                }
                Op::FieldSet(a, object, position) => {
                    *existing!(heap.field_mut(reg!(object) as u32, position)) = reg!(a) as u32;
                }
                Op::FieldGetText(d, object, index) => {
                    let text = existing!(heap.text_field(reg!(object) as u32, index)).clone();
                    texts.set(d.into(), text);
                }
                Op::FieldSetText(a, object, index) => {
                    let text = texts.take(a);
                    *existing!(heap.text_field_mut(reg!(object) as u32, index)) = text;
                }
                Op::FieldAppend(a, object, index) => {
                    let field = existing!(heap.text_field_mut(reg!(object) as u32, index));
                    checked!(join(field, texts.get(a)));
                    texts.release(a);
                }
                Op::New(d, ty) => {
                    if heap.wants_collection(ty) {
                        let used = code.functions.get(usize::from(function)).map_or(WINDOW, |f| f.slots as usize);
                        let references = stack.get(..base + used).unwrap_or(stack);
                        heap.collect(references, arrays.iter().filter(|a| a.holds_objects()).map(|a| &a.words[..]));
                        regs = window(stack, base);
                    }
                    reg!(d) = checked!(heap.new_object(ty)).into();
                }
                Op::Delete(a, ty) => heap.delete(reg!(a) as u32, ty),
                Op::DeleteEach(ty) => heap.delete_each(ty),
                Op::First(d, ty) => reg!(d) = heap.first(ty).into(),
                Op::Last(d, ty) => reg!(d) = heap.last(ty).into(),
                Op::After(d, a, ty) => {
                    let object = reg!(a) as u32;
                    if object == 0 {
                        fail!(Trap::NoObject);
                    }
                    reg!(d) = heap.after(object, ty).into();
                }
                Op::Before(d, a, ty) => {
                    let object = reg!(a) as u32;
                    if object == 0 {
                        fail!(Trap::NoObject);
                    }
                    reg!(d) = heap.before(object, ty).into();
                }
                Op::EachNext(d, ty, to) => {
                    let object = reg!(d) as u32;
                    if object == 0 {
                        fail!(Trap::NoObject);
                    }
                    let next = heap.after(object, ty);
                    reg!(d) = next.into();
                    jump_if!(next != 0, to);
                }
                Op::InsertBefore(a, b) => {
                    let (object, target) = (reg!(a) as u32, reg!(b) as u32);
                    if object == 0 || target == 0 {
                        fail!(Trap::NoObject);
                    }
                    heap.insert_before(object, target);
                }
                Op::InsertAfter(a, b) => {
                    let (object, target) = (reg!(a) as u32, reg!(b) as u32);
                    if object == 0 || target == 0 {
                        fail!(Trap::NoObject);
                    }
                    heap.insert_after(object, target);
                }
                Op::HandleOf(d, a, ty) => reg!(d) = slot(heap.handle_of(reg!(a) as u32, ty)),
                Op::FromHandle(d, a, ty) => reg!(d) = heap.from_handle(int!(a), ty).into(),

                Op::ReadInt(d) => {
                    reg!(d) = slot(match code.data.get(data) {
                        Some(DataItem::Int(value)) => *value,
                        Some(DataItem::Float(value)) => numbers::float_to_int_truncating(*value),
                        Some(DataItem::Str(text)) => numbers::text_to_int(text),
                        None => fail!(Trap::OutOfData),
                    });
                    data += 1;
                }
                Op::ReadFloat(d) => {
                    reg!(d) = float_slot(match code.data.get(data) {
                        Some(DataItem::Int(value)) => *value as f32,
                        Some(DataItem::Float(value)) => *value,
                        Some(DataItem::Str(text)) => numbers::text_to_float(text),
                        None => fail!(Trap::OutOfData),
                    });
                    data += 1;
                }
                Op::ReadText(d) => {
                    let text = match code.data.get(data) {
                        Some(DataItem::Int(value)) => numbers::int_to_text(*value).into(),
                        Some(DataItem::Float(value)) => numbers::float_to_text(*value).into(),
                        Some(DataItem::Str(text)) => Str::from(&text[..]),
                        None => fail!(Trap::OutOfData),
                    };
                    texts.set(d.into(), text);
                    data += 1;
                }
                Op::Restore(item) => data = item as usize,

                Op::Call(destination, callee, numbers, call_texts) => {
                    let Some(entered) = code.functions.get(usize::from(callee)) else {
                        break Exit::Ended;
                    };
                    let new_base = base + usize::from(numbers);
                    let new_texts = texts.base + usize::from(call_texts);
                    let end = new_base + entered.slots as usize;
                    if end > stack.len() {
                        if end > MAX_SLOTS {
                            fail!(Trap::TooManyCalls);
                        }
                        stack.resize((stack.len() * 2).clamp(end, MAX_SLOTS), 0);
                    }
                    let text_end = new_texts + entered.text_slots as usize;
                    if text_end > texts.stack.len() {
                        if text_end > MAX_TEXT_SLOTS {
                            fail!(Trap::TooManyCalls);
                        }
                        let size = (texts.stack.len() * 2).clamp(text_end, MAX_TEXT_SLOTS);
                        texts.stack.resize(size, Str::EMPTY);
                    }
                    if frames.len() >= MAX_FRAMES {
                        fail!(Trap::TooManyCalls);
                    }
                    frames.push(Frame {
                        pc: pc as u32,
                        base: base as u32,
                        texts: texts.base as u32,
                        function,
                        destination,
                    });
                    base = new_base;
                    texts.base = new_texts;
                    function = callee;
                    if entered.far > 0 {
                        let start = base + WINDOW;
                        stack.get_mut(start..start + entered.far as usize).unwrap_or(&mut []).fill(0);
                    }
                    regs = window(stack, base);
                    regs.get_mut(entered.zero_from as usize..entered.zero_to as usize).unwrap_or(&mut []).fill(0);
                    jump!(entered.entry);
                }
                Op::Return(a) => {
                    let value = reg!(a);
                    let Some(frame) = frames.pop() else {
                        break Exit::Ended;
                    };
                    (pc, base, texts.base) = (frame.pc as usize, frame.base as usize, frame.texts as usize);
                    function = frame.function;
                    regs = window(stack, base);
                    reg!(frame.destination) = value;
                }
                Op::ReturnK(value) => {
                    let Some(frame) = frames.pop() else {
                        break Exit::Ended;
                    };
                    (pc, base, texts.base) = (frame.pc as usize, frame.base as usize, frame.texts as usize);
                    function = frame.function;
                    regs = window(stack, base);
                    reg!(frame.destination) = slot(value);
                }
                Op::ReturnDrop(a) => {
                    let value = reg!(a);
                    let own = code.functions.get(usize::from(function)).map_or(0, |f| f.text_variables as usize);
                    texts.clear(0, own);
                    let Some(frame) = frames.pop() else {
                        break Exit::Ended;
                    };
                    (pc, base, texts.base) = (frame.pc as usize, frame.base as usize, frame.texts as usize);
                    function = frame.function;
                    regs = window(stack, base);
                    reg!(frame.destination) = value;
                }
                Op::ReturnText(a) => {
                    let value = texts.take(a);
                    let own = code.functions.get(usize::from(function)).map_or(0, |f| f.text_variables as usize);
                    texts.clear(0, own);
                    texts.set(0, value);
                    let Some(frame) = frames.pop() else {
                        break Exit::Ended;
                    };
                    (pc, base, texts.base) = (frame.pc as usize, frame.base as usize, frame.texts as usize);
                    function = frame.function;
                    regs = window(stack, base);
                }
                Op::Command(destination, site, numbers, call_texts) => {
                    let Some(site) = code.commands.get(usize::from(site)) else {
                        break Exit::Ended;
                    };
                    let start = base + usize::from(numbers);
                    let number_arguments = stack.get(start..start + usize::from(site.numbers)).unwrap_or(&[]);
                    let start = texts.base + usize::from(call_texts);
                    let text_arguments = texts.stack.get(start..start + usize::from(site.texts)).unwrap_or(&[]);
                    let mut call = Call::new(number_arguments, text_arguments);
                    let outcome = host.call(site.command, &mut call);
                    let (number, text) = (call.take_number(), call.take_string());
                    match outcome {
                        Ok(()) => {
                            texts.clear(call_texts.into(), site.texts.into());
                            regs = window(stack, base);
                            if site.returns_text {
                                texts.set(call_texts.into(), text);
                            } else {
                                reg!(destination) = number;
                            }
                        }
                        Err(Interrupt::Retry) => {
                            pc -= 1;
                            break Exit::Waiting;
                        }
                        Err(Interrupt::Error(message)) => {
                            pc -= 1;
                            break Exit::Failed(Trap::Command(message));
                        }
                        Err(Interrupt::End) => break Exit::Ended,
                        Err(interrupt) => {
                            texts.clear(call_texts.into(), site.texts.into());
                            if !site.returns_text {
                                regs = window(stack, base);
                                reg!(destination) = 0;
                            }
                            break if interrupt == Interrupt::Break { Exit::Break } else { Exit::Waiting };
                        }
                    }
                }
                Op::Gosub(to) => {
                    if gosubs.len() >= MAX_GOSUBS {
                        fail!(Trap::TooManyGosubs);
                    }
                    gosubs.push(pc as u32);
                    jump!(to);
                }
                Op::EndGosub => match gosubs.pop() {
                    Some(back) => jump!(back),
                    None => fail!(Trap::ReturnWithoutGosub),
                },
                Op::End => break Exit::Ended,
                Op::Stop => break Exit::Break,
            }
        };
        let text_base = texts.base;
        self.pc = pc;
        self.base = base;
        self.text_base = text_base;
        self.function = function;
        self.data = data;
        exit
    }
}
