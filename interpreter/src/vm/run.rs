//! The instruction loop.
//!
//! Here is what programs do most: numbers, jumps, elements, fields, calls. Everything else is one call away (see
//! [`super::register_instructions`], [`super::stack_instructions`] and [`super::command`]), so that the loop's few variables stay in the
//! processor's registers. Where an instruction of the loop cannot be executed, it leaves everything as it was, and [`super::fault`]
//! tells why.

use std::rc::Rc;

use crate::bytecode::{Fault, Op, WINDOW, faults, register_instructions, stack_instructions};
use crate::host::Host;
use crate::numbers;

use super::error::Trap;
use super::stack_instructions::Flow;
use super::{MAX_FRAMES, MAX_SLOTS, Vm};

/// How many jumps a command counts for, which may take its time.
const COMMAND_COST: u32 = 20;

/// Why the loop was left.
#[derive(Debug)]
pub(super) enum Exit {
    Ended,
    Waiting,
    Paused,
    Break,
    Failed(Trap),
}

/// Why the inner loop was left.
enum Leave {
    Exit(Exit),
    /// The instruction before the current one cannot be executed.
    Fault,
}

/// The number slots one-byte registers reach. The stack always goes on for a window behind a frame's start.
#[inline(always)]
pub(super) fn window(stack: &mut [u32], base: u32) -> &mut [u32; WINDOW] {
    let base = base as usize;
    match stack
        .get_mut(base..base + WINDOW)
        .and_then(|slots| slots.try_into().ok())
    {
        Some(window) => window,
        None => no_window(),
    }
}

#[cold]
fn no_window() -> ! {
    unreachable!("a frame was entered without its window")
}

#[cold]
pub(super) fn no_call() -> ! {
    unreachable!("a frame was entered without a call")
}

/// An Int as a slot keeps it.
#[inline(always)]
pub(super) fn slot(value: i32) -> u32 {
    value as u32
}

/// A Float as a slot keeps it.
#[inline(always)]
pub(super) fn float_slot(value: f32) -> u32 {
    value.to_bits()
}

/// Makes room for a frame that ends here.
#[cold]
#[inline(never)]
pub(super) fn grow(stack: &mut Vec<u32>, end: usize) -> bool {
    if end > MAX_SLOTS {
        return false;
    }
    stack.resize((stack.len() * 2).clamp(end, MAX_SLOTS), 0);
    true
}

impl Vm {
    pub(super) fn execute(&mut self, host: &mut dyn Host) -> Exit {
        let program = Rc::clone(&self.program);
        let code = &program.code;
        let ops = code.ops.as_slice();
        let Self { stack, state, .. } = self;
        let mut pc = state.pc;
        let mut budget = state.budget;
        let mut regs = window(stack, state.base);

        /// A register.
        macro_rules! reg {
            ($r:expr) => {
                regs[usize::from($r)]
            };
        }
        /// A register's Int.
        macro_rules! int {
            ($r:expr) => {
                reg!($r) as i32
            };
        }
        /// A register's Float.
        macro_rules! float {
            ($r:expr) => {
                f32::from_bits(reg!($r))
            };
        }
        /// Leaves the loop because the instruction cannot be executed; it must be declared to fail in a way that can be told afterwards.
        macro_rules! fault {
            ($op:ident) => {{
                const {
                    assert!(
                        Fault::follows_from_operands(faults::$op),
                        "the table of instructions must say what this one fails with"
                    );
                }
                break Leave::Fault;
            }};
        }
        /// The value, or leaves the loop because there is none.
        macro_rules! or_fault {
            ($op:ident, $option:expr) => {
                match $option {
                    Some(value) => value,
                    None => fault!($op),
                }
            };
        }
        macro_rules! jump {
            ($target:expr) => {{
                pc = $target as usize;
                budget -= 1;
                if budget == 0 {
                    break Leave::Exit(Exit::Paused);
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
        /// Jumps where the condition does not hold, which with NaN is not where the opposite one does.
        macro_rules! jump_unless {
            ($condition:expr, $target:expr) => {
                if $condition {
                } else {
                    jump!($target);
                }
            };
        }
        macro_rules! short_jump_unless {
            ($condition:expr, $by:expr) => {
                if $condition {
                } else {
                    jump!(pc.wrapping_add_signed($by.into()));
                }
            };
        }
        /// As `jump_if`, by a distance.
        macro_rules! short_jump_if {
            ($condition:expr, $by:expr) => {
                if $condition {
                    jump!(pc.wrapping_add_signed($by.into()));
                }
            };
        }
        /// Changes an element of a `Dim` array.
        macro_rules! change_element {
            ($op:ident, $i:expr, $array:expr, $change:expr) => {{
                let array = or_fault!($op, state.arrays.get_mut(usize::from($array)));
                let element = or_fault!($op, array.words.get_mut(reg!($i) as usize));
                *element = $change(*element);
            }};
        }
        /// Changes a field.
        macro_rules! change_field {
            ($op:ident, $object:expr, $position:expr, $change:expr) => {{
                let field = or_fault!($op, state.heap.field_mut(reg!($object), $position));
                *field = $change(*field);
            }};
        }
        /// Goes back to the caller with a number.
        macro_rules! return_number {
            ($value:expr) => {{
                let Some(back) = state.frames.pop() else {
                    break Leave::Exit(Exit::Ended);
                };
                pc = back as usize;
                let Some(&Op::Call(destination, _, numbers, strings)) = ops.get(pc.wrapping_sub(1))
                else {
                    no_call();
                };
                let value = $value;
                state.base -= u32::from(numbers);
                if strings != 0 {
                    state.string_base -= usize::from(strings);
                }
                regs = window(stack, state.base);
                reg!(destination) = value;
            }};
        }

        let leave = loop {
            let Some(op) = ops.get(pc) else {
                break Leave::Exit(Exit::Ended);
            };
            pc += 1;
            match *op {
                Op::Move(d, a) => reg!(d) = reg!(a),
                Op::Load(d, k) => reg!(d) = k,
                Op::LoadGlobal(d, from) => {
                    let value = stack.get(from as usize).copied().unwrap_or(0);
                    regs = window(stack, state.base);
                    reg!(d) = value;
                }
                Op::StoreGlobal(to, a) => {
                    let value = reg!(a);
                    if let Some(slot) = stack.get_mut(to as usize) {
                        *slot = value;
                    }
                    regs = window(stack, state.base);
                }

                Op::AddI(d, a, b) => int_op!(d, a, b, i32::wrapping_add),
                Op::SubI(d, a, b) => int_op!(d, a, b, i32::wrapping_sub),
                Op::MulI(d, a, b) => int_op!(d, a, b, i32::wrapping_mul),
                Op::DivI(d, a, b) => reg!(d) = slot(or_fault!(DivI, int!(a).checked_div(int!(b)))),
                Op::ModI(d, a, b) => reg!(d) = slot(or_fault!(ModI, int!(a).checked_rem(int!(b)))),
                Op::AndI(d, a, b) => reg!(d) = reg!(a) & reg!(b),
                Op::OrI(d, a, b) => reg!(d) = reg!(a) | reg!(b),
                Op::XorI(d, a, b) => reg!(d) = reg!(a) ^ reg!(b),
                Op::Shl(d, a, b) => int_op!(d, a, b, numbers::shl),
                Op::Shr(d, a, b) => int_op!(d, a, b, numbers::shr),
                Op::Sar(d, a, b) => int_op!(d, a, b, numbers::sar),
                Op::AddIK(d, a, k) => int_op_k!(d, a, k, i32::wrapping_add),
                Op::SubKI(d, a, k) => int_op_k!(d, a, k, |a, k| k.wrapping_sub(a)),
                Op::MulIK(d, a, k) => int_op_k!(d, a, k, i32::wrapping_mul),
                Op::DivIK(d, a, k) => reg!(d) = slot(or_fault!(DivIK, int!(a).checked_div(k))),
                Op::ModIK(d, a, k) => reg!(d) = slot(or_fault!(ModIK, int!(a).checked_rem(k))),
                Op::AndIK(d, a, k) => int_op_k!(d, a, k, |a, k| a & k),
                Op::OrIK(d, a, k) => int_op_k!(d, a, k, |a, k| a | k),
                Op::XorIK(d, a, k) => int_op_k!(d, a, k, |a, k| a ^ k),
                Op::ShlK(d, a, k) => int_op_k!(d, a, k, numbers::shl),
                Op::ShrK(d, a, k) => int_op_k!(d, a, k, numbers::shr),
                Op::SarK(d, a, k) => int_op_k!(d, a, k, numbers::sar),
                Op::MulAddI(d, a, b, c) => {
                    reg!(d) = slot(int!(a).wrapping_add(int!(b).wrapping_mul(int!(c))));
                }
                Op::NegI(d, a) => reg!(d) = slot(int!(a).wrapping_neg()),
                Op::AbsI(d, a) => reg!(d) = slot(int!(a).wrapping_abs()),
                Op::Not(d, a) => reg!(d) = u32::from(int!(a) == 0),

                Op::AddF(d, a, b) => float_op!(d, a, b, |a, b| a + b),
                Op::SubF(d, a, b) => float_op!(d, a, b, |a, b| a - b),
                Op::MulF(d, a, b) => float_op!(d, a, b, |a, b| a * b),
                Op::DivF(d, a, b) => float_op!(d, a, b, |a, b| a / b),
                Op::AddFK(d, a, k) => float_op_k!(d, a, k, |a, k| a + k),
                Op::SubKF(d, a, k) => float_op_k!(d, a, k, |a, k| k - a),
                Op::MulFK(d, a, k) => float_op_k!(d, a, k, |a, k| a * k),
                Op::DivFK(d, a, k) => float_op_k!(d, a, k, |a, k| a / k),
                Op::DivKF(d, a, k) => float_op_k!(d, a, k, |a, k| k / a),
                Op::MulAddF(d, a, b, c) => reg!(d) = float_slot(float!(a) + float!(b) * float!(c)),
                Op::MulSubF(d, a, b, c) => reg!(d) = float_slot(float!(a) - float!(b) * float!(c)),
                Op::NegF(d, a) => reg!(d) = float_slot(-float!(a)),
                Op::AbsF(d, a) => reg!(d) = float_slot(numbers::float_abs(float!(a))),
                Op::IntToFloat(d, a) => reg!(d) = float_slot(int!(a) as f32),
                Op::FloatToInt(d, a) => reg!(d) = slot(numbers::float_to_int(float!(a))),

                Op::EqI(d, a, b) => reg!(d) = u32::from(int!(a) == int!(b)),
                Op::NeI(d, a, b) => reg!(d) = u32::from(int!(a) != int!(b)),
                Op::LtI(d, a, b) => reg!(d) = u32::from(int!(a) < int!(b)),
                Op::LeI(d, a, b) => reg!(d) = u32::from(int!(a) <= int!(b)),
                Op::EqIK(d, a, k) => reg!(d) = u32::from(int!(a) == k),
                Op::NeIK(d, a, k) => reg!(d) = u32::from(int!(a) != k),
                Op::LtIK(d, a, k) => reg!(d) = u32::from(int!(a) < k),
                Op::LeIK(d, a, k) => reg!(d) = u32::from(int!(a) <= k),
                Op::GtIK(d, a, k) => reg!(d) = u32::from(int!(a) > k),
                Op::GeIK(d, a, k) => reg!(d) = u32::from(int!(a) >= k),
                Op::EqF(d, a, b) => reg!(d) = u32::from(float!(a) == float!(b)),
                Op::NeF(d, a, b) => reg!(d) = u32::from(float!(a) != float!(b)),
                Op::LtF(d, a, b) => reg!(d) = u32::from(float!(a) < float!(b)),
                Op::LeF(d, a, b) => reg!(d) = u32::from(float!(a) <= float!(b)),

                Op::Jump(to) => jump!(to),
                Op::JumpIf(a, to) => jump_if!(int!(a) != 0, to),
                Op::JumpIfNot(a, to) => jump_if!(int!(a) == 0, to),
                Op::JumpEqI(a, b, to) => jump_if!(int!(a) == int!(b), to),
                Op::JumpNeI(a, b, to) => jump_if!(int!(a) != int!(b), to),
                Op::JumpLtI(a, b, to) => jump_if!(int!(a) < int!(b), to),
                Op::JumpLeI(a, b, to) => jump_if!(int!(a) <= int!(b), to),
                Op::JumpEqIK(a, by, k) => short_jump_if!(int!(a) == k, by),
                Op::JumpNeIK(a, by, k) => short_jump_if!(int!(a) != k, by),
                Op::JumpLtIK(a, by, k) => short_jump_if!(int!(a) < k, by),
                Op::JumpLeIK(a, by, k) => short_jump_if!(int!(a) <= k, by),
                Op::JumpGtIK(a, by, k) => short_jump_if!(int!(a) > k, by),
                Op::JumpGeIK(a, by, k) => short_jump_if!(int!(a) >= k, by),
                Op::JumpEqF(a, b, to) => jump_if!(float!(a) == float!(b), to),
                Op::JumpNeF(a, b, to) => jump_if!(float!(a) != float!(b), to),
                Op::JumpLtF(a, b, to) => jump_if!(float!(a) < float!(b), to),
                Op::JumpLeF(a, b, to) => jump_if!(float!(a) <= float!(b), to),
                Op::JumpNotLtF(a, b, to) => jump_unless!(float!(a) < float!(b), to),
                Op::JumpNotLeF(a, b, to) => jump_unless!(float!(a) <= float!(b), to),
                Op::JumpLtFK(a, by, k) => short_jump_if!(float!(a) < k, by),
                Op::JumpLeFK(a, by, k) => short_jump_if!(float!(a) <= k, by),
                Op::JumpGtFK(a, by, k) => short_jump_if!(float!(a) > k, by),
                Op::JumpGeFK(a, by, k) => short_jump_if!(float!(a) >= k, by),
                Op::JumpNotLtFK(a, by, k) => short_jump_unless!(float!(a) < k, by),
                Op::JumpNotLeFK(a, by, k) => short_jump_unless!(float!(a) <= k, by),
                Op::JumpNotGtFK(a, by, k) => short_jump_unless!(float!(a) > k, by),
                Op::JumpNotGeFK(a, by, k) => short_jump_unless!(float!(a) >= k, by),
                Op::JumpEqO(a, b, to) => jump_if!(state.heap.same(reg!(a), reg!(b)), to),
                Op::JumpNeO(a, b, to) => jump_if!(!state.heap.same(reg!(a), reg!(b)), to),
                Op::JumpNull(a, to) => jump_if!(!state.heap.is_alive(reg!(a)), to),
                Op::JumpNotNull(a, to) => jump_if!(state.heap.is_alive(reg!(a)), to),
                Op::ForK(counter, by, limit) => {
                    let value = int!(counter).wrapping_add(1);
                    reg!(counter) = slot(value);
                    short_jump_if!(value <= limit, by);
                }
                Op::For(counter, limit, to) => {
                    let value = int!(counter).wrapping_add(1);
                    reg!(counter) = slot(value);
                    jump_if!(value <= int!(limit), to);
                }
                Op::ForStep(counter, limit, step, to) => {
                    let value = int!(counter).wrapping_add(step.into());
                    reg!(counter) = slot(value);
                    let goes_on = if step > 0 {
                        value <= int!(limit)
                    } else {
                        value >= int!(limit)
                    };
                    jump_if!(goes_on, to);
                }

                Op::ArrayGet(d, i, array) => {
                    let array = or_fault!(ArrayGet, state.arrays.get(usize::from(array)));
                    reg!(d) = *or_fault!(ArrayGet, array.words.get(reg!(i) as usize));
                }
                Op::ArraySet(a, i, array) => {
                    let array = or_fault!(ArraySet, state.arrays.get_mut(usize::from(array)));
                    *or_fault!(ArraySet, array.words.get_mut(reg!(i) as usize)) = reg!(a);
                }
                Op::ArraySetK(i, array, value) => {
                    let array = or_fault!(ArraySetK, state.arrays.get_mut(usize::from(array)));
                    *or_fault!(ArraySetK, array.words.get_mut(reg!(i) as usize)) = value;
                }
                Op::ArrayAddI(a, i, array) => {
                    change_element!(ArrayAddI, i, array, |old: u32| old.wrapping_add(reg!(a)))
                }
                Op::ArraySubI(a, i, array) => {
                    change_element!(ArraySubI, i, array, |old: u32| old.wrapping_sub(reg!(a)))
                }
                Op::ArrayAddF(a, i, array) => {
                    change_element!(ArrayAddF, i, array, |old| float_slot(
                        f32::from_bits(old) + float!(a)
                    ))
                }
                Op::ArraySubF(a, i, array) => {
                    change_element!(ArraySubF, i, array, |old| float_slot(
                        f32::from_bits(old) - float!(a)
                    ))
                }
                Op::ArrayAddIK(i, array, k) => {
                    change_element!(ArrayAddIK, i, array, |old: u32| old.wrapping_add_signed(k))
                }
                Op::ArrayGet2(d, i, j, array) => {
                    let array = or_fault!(ArrayGet2, state.arrays.get(usize::from(array)));
                    let at = or_fault!(ArrayGet2, array.index2(reg!(i), reg!(j)));
                    reg!(d) = *or_fault!(ArrayGet2, array.words.get(at));
                }
                Op::ArraySet2(a, i, j, array) => {
                    let array = or_fault!(ArraySet2, state.arrays.get_mut(usize::from(array)));
                    let at = or_fault!(ArraySet2, array.index2(reg!(i), reg!(j)));
                    *or_fault!(ArraySet2, array.words.get_mut(at)) = reg!(a);
                }
                Op::ElementGet(d, array, i) => {
                    reg!(d) = or_fault!(ElementGet, state.heap.element(reg!(array), reg!(i)));
                }
                Op::ElementSet(a, array, i) => {
                    let element = state.heap.element_mut(reg!(array), reg!(i));
                    *or_fault!(ElementSet, element) = reg!(a);
                }
                Op::FieldGet(d, object, position) => {
                    reg!(d) = or_fault!(FieldGet, state.heap.field(reg!(object), position));
                }
                Op::FieldSet(a, object, position) => {
                    *or_fault!(FieldSet, state.heap.field_mut(reg!(object), position)) = reg!(a);
                }
                Op::FieldSetK(object, position, value) => {
                    *or_fault!(FieldSetK, state.heap.field_mut(reg!(object), position)) = value;
                }
                Op::FieldAddI(a, object, position) => {
                    change_field!(FieldAddI, object, position, |old: u32| old
                        .wrapping_add(reg!(a)))
                }
                Op::FieldSubI(a, object, position) => {
                    change_field!(FieldSubI, object, position, |old: u32| old
                        .wrapping_sub(reg!(a)))
                }
                Op::FieldAddF(a, object, position) => {
                    change_field!(FieldAddF, object, position, |old| float_slot(
                        f32::from_bits(old) + float!(a)
                    ))
                }
                Op::FieldSubF(a, object, position) => {
                    change_field!(FieldSubF, object, position, |old| float_slot(
                        f32::from_bits(old) - float!(a)
                    ))
                }
                Op::FieldAddIK(object, position, k) => {
                    change_field!(FieldAddIK, object, position, |old: u32| old
                        .wrapping_add_signed(k))
                }
                Op::EachNext(d, ty, to) => {
                    let object = reg!(d);
                    if object == 0 {
                        fault!(EachNext);
                    }
                    let next = state.heap.after(object, ty);
                    reg!(d) = next;
                    jump_if!(next != 0, to);
                }

                Op::Call(_, callee, numbers, call_strings) => {
                    let entered = or_fault!(Call, code.entries.get(usize::from(callee)));
                    let base = state.base + u32::from(numbers);
                    if entered.large {
                        let function = or_fault!(Call, code.functions.get(usize::from(callee)));
                        if !state.enter_large(stack, base, function) {
                            fault!(Call);
                        }
                    }
                    let end = base as usize + WINDOW;
                    if end > stack.len() && !grow(stack, end) {
                        fault!(Call);
                    }
                    let string_base = state.string_base + usize::from(call_strings);
                    if entered.string_slots != 0 {
                        let end = string_base + entered.string_slots as usize;
                        if end > state.strings.len() && !state.grow_strings(end) {
                            fault!(Call);
                        }
                    }
                    if state.frames.len() >= MAX_FRAMES {
                        fault!(Call);
                    }
                    state.frames.push(pc as u32);
                    state.base = base;
                    if call_strings != 0 {
                        state.string_base = string_base;
                    }
                    regs = window(stack, base);
                    let mut local = entered.zero_from;
                    while local < entered.zero_to {
                        reg!(local) = 0;
                        local += 1;
                    }
                    jump!(entered.start);
                }
                Op::Return(a) => return_number!(reg!(a)),
                Op::ReturnK(value) => return_number!(slot(value)),

                Op::Command(destination, site, numbers, strings) => {
                    state.pc = pc;
                    let call = (destination, site, numbers, strings);
                    if let Some(exit) = state.command(stack, code, host, call) {
                        pc = state.pc;
                        break Leave::Exit(exit);
                    }
                    regs = window(stack, state.base);
                    budget = budget.saturating_sub(COMMAND_COST).max(1);
                }
                stack_instructions!() => {
                    state.pc = pc;
                    match state.execute_stack_instruction(stack, code, op) {
                        Flow::Next => {
                            pc = state.pc;
                            regs = window(stack, state.base);
                        }
                        Flow::Leave(exit) => {
                            pc = state.pc;
                            break Leave::Exit(exit);
                        }
                    }
                }
                register_instructions!() => {
                    if let Some(trap) = state.execute_register_instruction(regs, code, op) {
                        pc -= 1;
                        break Leave::Exit(Exit::Failed(trap));
                    }
                }
            }
        };
        match leave {
            Leave::Exit(exit) => {
                state.pc = pc;
                exit
            }
            Leave::Fault => {
                state.pc = pc - 1;
                let regs = window(stack, state.base);
                Exit::Failed(state.fault(regs, code))
            }
        }
    }
}
