//! The instructions that need the whole number stack or leave the loop.

use crate::bytecode::{Code, FunctionCode, Op, WINDOW};
use crate::host::{Call, Host, Interrupt};

use super::error::Trap;
use super::run::{Exit, grow, window};
use super::texts::check_memory;
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
    pub(super) fn outer(
        &mut self,
        stack: &mut [u32],
        code: &Code,
        op: &Op,
        host: &mut dyn Host,
    ) -> Flow {
        let base = self.base;
        match *op {
            Op::LoadFar(d, from) => {
                let value = stack.get(base + from as usize).copied().unwrap_or(0);
                window(stack, base)[usize::from(d)] = value;
            }
            Op::StoreFar(to, a) => {
                let value = window(stack, base)[usize::from(a)];
                if let Some(slot) = stack.get_mut(base + to as usize) {
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
                        return self.failed(Trap::ArrayIndex(array, indices));
                    }
                }
            }
            Op::Dim(array, start) => {
                let sizes = arguments(stack, base, start, self.dimensions(code, array));
                let sizes: Vec<i32> = sizes.iter().map(|&s| s as i32).collect();
                if let Some(array) = self.arrays.get_mut(usize::from(array))
                    && let Err(trap) = array.dim(&sizes, &mut self.arrays_used)
                {
                    return self.failed(trap);
                }
            }
            Op::New(d, ty) => {
                if self.heap.wants_collection(ty) {
                    self.collect(stack, code);
                }
                match self.heap.new_object(ty) {
                    Ok(object) => window(stack, base)[usize::from(d)] = object,
                    Err(error) => return self.failed(error.into()),
                }
            }
            Op::ReturnDrop(a, own) => {
                let value = window(stack, base)[usize::from(a)];
                self.clear_texts(0, own.into());
                let Some(destination) = self.leave_frame(code) else {
                    return Flow::Leave(Exit::Ended);
                };
                window(stack, self.base)[usize::from(destination)] = value;
            }
            Op::ReturnText(a, own) => {
                let value = self.take_text(code, a);
                self.clear_texts(0, own.into());
                // The callee's first text register is where the caller looks for the result.
                self.set_text(0, value);
                if self.leave_frame(code).is_none() {
                    return Flow::Leave(Exit::Ended);
                }
            }
            Op::Command(destination, site, numbers, texts) => {
                return self.command(stack, code, host, (destination, site, numbers, texts));
            }
            Op::Gosub(to) => {
                if self.gosubs.len() >= MAX_GOSUBS {
                    return self.failed(Trap::TooManyGosubs);
                }
                self.gosubs.push(self.pc as u32);
                self.pc = to as usize;
            }
            Op::EndGosub => match self.gosubs.pop() {
                Some(back) => self.pc = back as usize,
                None => return self.failed(Trap::ReturnWithoutGosub),
            },
            Op::Stop => return Flow::Leave(Exit::Break),
            _ => return Flow::Leave(Exit::Ended),
        }
        Flow::Next
    }

    fn failed(&mut self, trap: Trap) -> Flow {
        self.pc -= 1;
        Flow::Leave(Exit::Failed(trap))
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
        let references = stack.get(..self.base + used).unwrap_or(stack);
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
            Some(&Op::Call(destination, _, numbers, texts)) => {
                self.base -= usize::from(numbers);
                self.text_base -= usize::from(texts);
                Some(destination)
            }
            _ => None,
        }
    }

    /// Makes the call's frame where it needs more than the window; the frame's slots from the window on are zero where they are
    /// variables.
    #[cold]
    pub(super) fn enter_large(
        &self,
        stack: &mut Vec<u32>,
        base: usize,
        function: &FunctionCode,
    ) -> bool {
        let end = base + function.slots as usize;
        if end > stack.len() && !grow(stack, end) {
            return false;
        }
        let start = base + WINDOW;
        stack
            .get_mut(start..start + function.far as usize)
            .unwrap_or(&mut [])
            .fill(0);
        true
    }

    fn command(
        &mut self,
        stack: &mut [u32],
        code: &Code,
        host: &mut dyn Host,
        (destination, site, numbers, texts): (u8, u16, u16, u16),
    ) -> Flow {
        let Some(site) = code.commands.get(usize::from(site)) else {
            return Flow::Leave(Exit::Ended);
        };
        let start = self.base + usize::from(numbers);
        let number_arguments = stack
            .get(start..start + usize::from(site.numbers))
            .unwrap_or(&[]);
        let start = self.text_base + usize::from(texts);
        let text_arguments = self
            .texts
            .get(start..start + usize::from(site.texts))
            .unwrap_or(&[]);
        let mut call = Call::new(number_arguments, text_arguments);
        let outcome = host.call(site.command, &mut call);
        let (number, text) = (call.take_number(), call.take_string());
        match outcome {
            Err(Interrupt::Retry) => {
                self.pc -= 1;
                return Flow::Leave(Exit::Waiting);
            }
            Err(Interrupt::Error(message)) => return self.failed(Trap::Command(message)),
            Err(Interrupt::End) => return Flow::Leave(Exit::Ended),
            Ok(()) | Err(Interrupt::Yield | Interrupt::Break) => {}
        }
        let result = if site.borrows {
            destination.into()
        } else {
            self.clear_texts(texts.into(), site.texts.into());
            texts.into()
        };
        if site.returns_text {
            self.set_text(result, text);
            if let Err(trap) = check_memory() {
                return self.failed(trap);
            }
        } else {
            window(stack, self.base)[usize::from(destination)] = number;
        }
        match outcome {
            Ok(()) => Flow::Next,
            Err(Interrupt::Break) => Flow::Leave(Exit::Break),
            Err(_) => Flow::Leave(Exit::Waiting),
        }
    }
}

/// Neighbouring slots' Ints.
fn arguments(stack: &[u32], base: usize, start: u16, count: usize) -> Vec<u32> {
    let start = base + usize::from(start);
    stack.get(start..start + count).unwrap_or(&[]).to_vec()
}
