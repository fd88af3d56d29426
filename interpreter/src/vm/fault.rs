//! Why an instruction of the loop could not be executed.

use crate::bytecode::{Code, Fault, Operand, WINDOW};

use super::State;
use super::error::Trap;

impl State {
    /// The reason, with all registers as they were: the fault that the instruction is declared with, and the values of its operands.
    #[cold]
    pub(super) fn fault(&self, regs: &[u32; WINDOW], code: &Code) -> Trap {
        let Some(&op) = code.ops.get(self.pc) else {
            unreachable!("no instruction failed");
        };
        let int = |r: u8| regs[usize::from(r)] as i32;
        let operands = || op.operands().into_iter().map(|(_, operand)| operand);
        let indices = || {
            let indices = operands().filter_map(|operand| match operand {
                Operand::Index(r) => Some(int(r)),
                _ => None,
            });
            indices.collect::<Box<[i32]>>()
        };
        match op.faults().first() {
            Some(Fault::Division) => {
                let divisor = operands().filter_map(|operand| match operand {
                    Operand::Read(r) => Some(int(r)),
                    Operand::Int(k) => Some(k),
                    _ => None,
                });
                match divisor.last() {
                    Some(0) => Trap::DivisionByZero,
                    _ => Trap::DivisionOverflow,
                }
            }
            Some(Fault::ArrayIndex) => {
                let array = operands().find_map(|operand| match operand {
                    Operand::DimArray(array) => Some(array),
                    _ => None,
                });
                match (array.unwrap_or_default(), &*indices()) {
                    (array, &[position]) => self.array_fault(array, position, code),
                    (array, indices) => Trap::ArrayIndex(array, indices.into()),
                }
            }
            Some(Fault::ElementIndex) => {
                let array = operands().find_map(|operand| match operand {
                    Operand::BlitzArray(r) => Some(int(r) as u32),
                    _ => None,
                });
                let index = indices().first().copied().unwrap_or_default();
                Trap::ElementIndex(index, self.heap.array_length(array.unwrap_or_default()))
            }
            Some(Fault::NoObject) => Trap::NoObject,
            Some(Fault::TooManyCalls) => Trap::TooManyCalls,
            Some(
                Fault::DimSize
                | Fault::OutOfData
                | Fault::OutOfMemory
                | Fault::StringTooLong
                | Fault::TooManyGosubs
                | Fault::Command,
            )
            | None => unreachable!("the operands of {} cannot tell why it failed", op.name()),
        }
    }

    /// An element's position that is out of bounds: the index itself where there is but one.
    pub(super) fn array_fault(&self, array: u16, position: i32, code: &Code) -> Trap {
        match code.arrays.get(usize::from(array)) {
            Some(layout) if layout.dimensions > 1 => Trap::ArrayIndex(array, Box::new([])),
            _ => Trap::ArrayIndex(array, Box::new([position])),
        }
    }
}
