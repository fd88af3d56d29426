//! Why an instruction of the loop could not be executed.

use crate::bytecode::{Code, Op, WINDOW};
use crate::numbers::{int_div, int_mod};

use super::State;
use super::error::Trap;

impl State {
    /// The reason, with all registers as they were.
    #[cold]
    pub(super) fn fault(&self, regs: &[u32; WINDOW], code: &Code) -> Trap {
        let int = |r: u8| regs[usize::from(r)] as i32;
        let indices = |array: u16, registers: &[u8]| {
            Trap::ArrayIndex(array, registers.iter().map(|&r| int(r)).collect())
        };
        let division =
            |result: Result<i32, _>| result.map_or_else(Trap::from, |_| Trap::DivisionByZero);
        match code.ops.get(self.pc) {
            Some(Op::DivI(_, a, b)) => division(int_div(int(*a), int(*b))),
            Some(Op::ModI(_, a, b)) => division(int_mod(int(*a), int(*b))),
            Some(Op::DivIK(_, a, k)) => division(int_div(int(*a), *k)),
            Some(Op::ModIK(_, a, k)) => division(int_mod(int(*a), *k)),
            Some(
                Op::ArrayGet(_, i, array)
                | Op::ArraySet(_, i, array)
                | Op::ArraySetK(i, array, _)
                | Op::ArrayAddI(_, i, array)
                | Op::ArraySubI(_, i, array)
                | Op::ArrayAddF(_, i, array)
                | Op::ArraySubF(_, i, array)
                | Op::ArrayAddIK(i, array, _),
            ) => self.array_fault(*array, int(*i), code),
            Some(Op::ArrayGet2(_, i, j, array) | Op::ArraySet2(_, i, j, array)) => {
                indices(*array, &[*i, *j])
            }
            Some(Op::ElementGet(_, array, i) | Op::ElementSet(_, array, i)) => {
                Trap::ElementIndex(int(*i), self.heap.array_length(int(*array) as u32))
            }
            Some(Op::Call(..)) => Trap::TooManyCalls,
            _ => Trap::NoObject,
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
