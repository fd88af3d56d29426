//! The string registers of the frame being executed.

use std::cmp::Ordering;

use crate::bytecode::{Code, StringOperand};
use crate::hir::CompareOp;
use crate::string::{Str, bytes_in_use};

use super::error::Trap;
use super::{MAX_STRING_SLOTS, State};

/// The longest string, in bytes.
const MAX_STRING: usize = 1 << 28;
/// What all strings together may use, in bytes.
const MAX_STRINGS: usize = 1 << 30;

impl State {
    /// An operand's string.
    #[inline]
    pub(super) fn string<'a>(&'a self, code: &'a Code, operand: StringOperand) -> &'a Str {
        match operand.as_constant() {
            Some(index) => code.strings.get(index),
            None => self.strings.get(self.string_base + operand.slot()),
        }
        .unwrap_or(Str::EMPTY_REF)
    }

    /// An operand's string to keep; a temporary is used up.
    #[inline]
    pub(super) fn take_string(&mut self, code: &Code, operand: StringOperand) -> Str {
        if operand.is_temporary() {
            return self
                .strings
                .get_mut(self.string_base + operand.slot())
                .map(std::mem::take)
                .unwrap_or_default();
        }
        self.string(code, operand).clone()
    }

    /// Empties a temporary that was read.
    #[inline]
    pub(super) fn release_string(&mut self, operand: StringOperand) {
        if operand.is_temporary() {
            self.set_string(operand.slot(), Str::EMPTY);
        }
    }

    /// Writes a register.
    #[inline]
    pub(super) fn set_string(&mut self, slot: usize, value: Str) {
        if let Some(register) = self.strings.get_mut(self.string_base + slot) {
            *register = value;
        }
    }

    /// Empties registers.
    #[inline]
    pub(super) fn clear_strings(&mut self, start: usize, count: usize) {
        let start = self.string_base + start;
        if let Some(registers) = self.strings.get_mut(start..start + count) {
            registers
                .iter_mut()
                .for_each(|register| *register = Str::EMPTY);
        }
    }

    /// Makes room for a frame whose string registers end here.
    #[cold]
    #[inline(never)]
    pub(super) fn grow_strings(&mut self, end: usize) -> bool {
        if end > MAX_STRING_SLOTS {
            return false;
        }
        self.strings.resize(
            (self.strings.len() * 2).clamp(end, MAX_STRING_SLOTS),
            Str::EMPTY,
        );
        true
    }

    /// The second string joined to the first.
    pub(super) fn concat(
        &mut self,
        code: &Code,
        a: StringOperand,
        b: StringOperand,
    ) -> Result<Str, Trap> {
        let mut joined = self.take_string(code, a);
        let result = join(&mut joined, self.string(code, b));
        self.release_string(b);
        result.map(|()| joined)
    }

    /// Joins a string to a register, which the operand is not.
    pub(super) fn append(
        &mut self,
        code: &Code,
        slot: usize,
        b: StringOperand,
    ) -> Result<(), Trap> {
        let mut joined = self
            .strings
            .get_mut(self.string_base + slot)
            .map(std::mem::take)
            .unwrap_or_default();
        let result = join(&mut joined, self.string(code, b));
        self.release_string(b);
        self.set_string(slot, joined);
        result
    }

    /// Whether a comparison of two strings, byte by byte, holds.
    pub(super) fn compare_strings(
        &mut self,
        code: &Code,
        op: CompareOp,
        a: StringOperand,
        b: StringOperand,
    ) -> bool {
        let (left, right) = (self.string(code, a), self.string(code, b));
        // Equal is looked at apart: strings of different lengths need no look at their bytes.
        let order = || left.as_bytes().cmp(right.as_bytes());
        let holds = match op {
            CompareOp::Eq => left == right,
            CompareOp::Ne => left != right,
            CompareOp::Lt => order() == Ordering::Less,
            CompareOp::Le => order() != Ordering::Greater,
            CompareOp::Gt => order() == Ordering::Greater,
            CompareOp::Ge => order() != Ordering::Less,
        };
        self.release_string(a);
        self.release_string(b);
        holds
    }
}

/// Appends with the limit on a string's length.
#[inline]
pub(super) fn join(string: &mut Str, more: &[u8]) -> Result<(), Trap> {
    if string.len() + more.len() > MAX_STRING {
        return Err(Trap::StringTooLong);
    }
    string.push(more);
    check_memory()
}

/// Whether the strings fit the memory that is allowed.
#[inline]
pub(super) fn check_memory() -> Result<(), Trap> {
    if bytes_in_use() > MAX_STRINGS {
        return Err(Trap::OutOfMemory);
    }
    Ok(())
}
