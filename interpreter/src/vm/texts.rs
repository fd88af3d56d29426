//! The text registers of the frame being executed.

use std::cmp::Ordering;

use crate::bytecode::Text;
use crate::hir::CompareOp;
use crate::text::Str;

use super::error::Trap;

/// The longest text, in bytes.
pub(crate) const MAX_TEXT: usize = 1 << 28;

/// A frame's text registers and the constants.
pub(super) struct Texts<'a> {
    pub(super) stack: &'a mut Vec<Str>,
    pub(super) constants: &'a [Str],
    pub(super) base: usize,
}

impl Texts<'_> {
    /// An operand's text.
    #[inline]
    pub(super) fn get(&self, operand: Text) -> &Str {
        match operand.as_constant() {
            Some(index) => self.constants.get(index),
            None => self.stack.get(self.base + operand.slot()),
        }
        .unwrap_or(Str::EMPTY_REF)
    }

    /// An operand's text to keep; a temporary is used up.
    #[inline]
    pub(super) fn take(&mut self, operand: Text) -> Str {
        if operand.is_temporary() {
            return self.stack.get_mut(self.base + operand.slot()).map(std::mem::take).unwrap_or_default();
        }
        self.get(operand).clone()
    }

    /// Empties a temporary that was read.
    #[inline]
    pub(super) fn release(&mut self, operand: Text) {
        if operand.is_temporary() {
            self.set(operand.slot(), Str::EMPTY);
        }
    }

    /// Writes a register.
    #[inline]
    pub(super) fn set(&mut self, slot: usize, value: Str) {
        if let Some(register) = self.stack.get_mut(self.base + slot) {
            *register = value;
        }
    }

    /// Empties registers.
    #[inline]
    pub(super) fn clear(&mut self, start: usize, count: usize) {
        let start = self.base + start;
        if let Some(registers) = self.stack.get_mut(start..start + count) {
            registers.fill(Str::EMPTY);
        }
    }

    /// The second text joined to the first.
    pub(super) fn concat(&mut self, a: Text, b: Text) -> Result<Str, Trap> {
        let mut joined = self.take(a);
        let result = join(&mut joined, self.get(b));
        self.release(b);
        result.map(|()| joined)
    }

    /// Joins a text to a register, which the operand is not.
    pub(super) fn append(&mut self, slot: usize, b: Text) -> Result<(), Trap> {
        let mut joined = self.stack.get_mut(self.base + slot).map(std::mem::take).unwrap_or_default();
        let result = join(&mut joined, self.get(b));
        self.release(b);
        self.set(slot, joined);
        result
    }

    /// Whether a comparison of two texts, byte by byte, holds.
    pub(super) fn compare(&mut self, op: CompareOp, a: Text, b: Text) -> bool {
        let (left, right) = (self.get(a), self.get(b));
        let holds = match op {
            CompareOp::Eq => left == right,
            CompareOp::Ne => left != right,
            _ => {
                let order = left.as_bytes().cmp(right.as_bytes());
                match op {
                    CompareOp::Lt => order == Ordering::Less,
                    CompareOp::Le => order != Ordering::Greater,
                    CompareOp::Gt => order == Ordering::Greater,
                    _ => order != Ordering::Less,
                }
            }
        };
        self.release(a);
        self.release(b);
        holds
    }
}

/// Appends with the limit on a text's length.
#[inline]
pub(super) fn join(text: &mut Str, more: &[u8]) -> Result<(), Trap> {
    if text.len() + more.len() > MAX_TEXT {
        return Err(Trap::TextTooLong);
    }
    text.push(more);
    Ok(())
}
