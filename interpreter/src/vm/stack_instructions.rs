//! The instructions that need the whole number stack, change the frame or the place in the code, or leave the loop.

use crate::bytecode::{Code, FunctionCode, Op, WINDOW, loop_instructions, register_instructions};

use super::error::Trap;
use super::run::{Exit, grow, no_call, window};
use super::{MAX_GOSUBS, State};

/// What comes after an instruction.
pub(super) enum Flow {
    /// The instruction at the state's place.
    Next,
    /// Nothing for now.
    Leave(Exit),
}

impl State {
    /// Executes one of them. The state's place is the instruction after it, and for what failed or is to be tried again the
    /// instruction itself.
    #[inline(never)]
    pub(super) fn execute_stack_instruction(
        &mut self,
        stack: &mut [u32],
        code: &Code,
        op: &Op,
    ) -> Flow {
        let base = self.base;
        match *op {
            Op::LoadFar(d, from) => {
                let value = stack.get((base + from) as usize).copied().unwrap_or(0);
                window(stack, base)[usize::from(d)] = value;
            }
            Op::StoreFar(to, a) => {
                let value = window(stack, base)[usize::from(a)];
                if let Some(slot) = stack.get_mut((base + to) as usize) {
                    *slot = value;
                }
            }
            Op::ArrayIndex(d, start, array) => {
                let indices = arguments(stack, base, start, self.dimensions(code, array));
                let found = self
                    .arrays
                    .get(usize::from(array))
                    .and_then(|a| a.index(indices.iter().copied()));
                match found {
                    Some(position) => window(stack, base)[usize::from(d)] = position,
                    None => {
                        let indices = indices.iter().map(|&i| i as i32).collect();
                        return Flow::Leave(self.failed(Trap::ArrayIndex(array, indices)));
                    }
                }
            }
            Op::Dim(array, start) => {
                let sizes = arguments(stack, base, start, self.dimensions(code, array));
                let sizes: Vec<i32> = sizes.iter().map(|&s| s as i32).collect();
                if let Some(array) = self.arrays.get_mut(usize::from(array))
                    && let Err(trap) = array.dim(&sizes, &mut self.arrays_used)
                {
                    return Flow::Leave(self.failed(trap));
                }
            }
            Op::New(d, ty) => {
                if self.heap.wants_collection(ty) {
                    self.collect(stack, code);
                }
                match self.heap.new_object(ty) {
                    Ok(object) => window(stack, base)[usize::from(d)] = object,
                    Err(error) => return Flow::Leave(self.failed(error.into())),
                }
            }
            Op::ReturnDrop(a, own) => {
                let value = window(stack, base)[usize::from(a)];
                self.clear_strings(0, own.into());
                let Some(destination) = self.leave_frame(code) else {
                    return Flow::Leave(Exit::Ended);
                };
                window(stack, self.base)[usize::from(destination)] = value;
            }
            Op::ReturnString(a, own) => {
                let value = self.take_string(code, a);
                self.clear_strings(0, own.into());
                // The callee's first string register is where the caller looks for the result.
                self.set_string(0, value);
                if self.leave_frame(code).is_none() {
                    return Flow::Leave(Exit::Ended);
                }
            }
            Op::Gosub(to) => {
                if self.gosubs.len() >= MAX_GOSUBS {
                    return Flow::Leave(self.failed(Trap::TooManyGosubs));
                }
                self.gosubs.push(self.pc as u32);
                self.pc = to as usize;
            }
            Op::EndGosub => match self.gosubs.pop() {
                Some(back) => self.pc = back as usize,
                None => return Flow::Leave(Exit::Ended),
            },
            Op::Stop => return Flow::Leave(Exit::Break),
            Op::End => return Flow::Leave(Exit::Ended),
            loop_instructions!() | register_instructions!() => {
                unreachable!("{} is not executed here", op.name())
            }
        }
        Flow::Next
    }

    /// The exit for an instruction that failed, with the state's place at it.
    #[cold]
    pub(super) fn failed(&mut self, trap: Trap) -> Exit {
        self.pc -= 1;
        Exit::Failed(trap)
    }

    fn dimensions(&self, code: &Code, array: u16) -> usize {
        code.arrays
            .get(usize::from(array))
            .map_or(0, |a| a.dimensions)
    }

    #[cold]
    fn collect(&mut self, stack: &[u32], code: &Code) {
        let used = code
            .function_at(self.pc - 1)
            .map_or(WINDOW, |f| f.slots as usize);
        let references = stack.get(..self.base as usize + used).unwrap_or(stack);
        let arrays = self
            .arrays
            .iter()
            .filter(|a| a.holds_objects())
            .map(|a| &a.words[..]);
        self.heap.collect(references, arrays);
    }

    /// Goes back to the caller; gives the register for the result.
    fn leave_frame(&mut self, code: &Code) -> Option<u8> {
        self.pc = self.frames.pop()? as usize;
        match code.ops.get(self.pc.wrapping_sub(1)) {
            Some(&Op::Call(destination, _, numbers, strings)) => {
                self.base -= u32::from(numbers);
                self.string_base -= usize::from(strings);
                Some(destination)
            }
            _ => no_call(),
        }
    }

    /// Makes the call's frame where it needs more than the window; the frame's slots from the window on are zero where they are
    /// variables.
    #[cold]
    pub(super) fn enter_large(
        &self,
        stack: &mut Vec<u32>,
        base: u32,
        function: &FunctionCode,
    ) -> bool {
        let end = (base + function.slots) as usize;
        if end > stack.len() && !grow(stack, end) {
            return false;
        }
        let start = base as usize + WINDOW;
        stack
            .get_mut(start..start + function.far as usize)
            .unwrap_or(&mut [])
            .fill(0);
        true
    }
}

/// Neighbouring slots' Ints.
fn arguments(stack: &[u32], base: u32, start: u16, count: usize) -> Vec<u32> {
    let start = base as usize + usize::from(start);
    stack.get(start..start + count).unwrap_or(&[]).to_vec()
}
