//! The text registers of the frame being executed.

use std::cmp::Ordering;

use crate::bytecode::{Code, Text};
use crate::hir::CompareOp;
use crate::text::{Str, bytes_in_use};

use super::error::Trap;
use super::{MAX_TEXT_SLOTS, State};

/// The longest text, in bytes.
const MAX_TEXT: usize = 1 << 28;
/// What all texts together may use, in bytes.
const MAX_TEXTS: usize = 1 << 30;

impl State {
    /// An operand's text.
    #[inline]
    pub(super) fn text<'a>(&'a self, code: &'a Code, operand: Text) -> &'a Str {
        match operand.as_constant() {
            Some(index) => code.texts.get(index),
            None => self.texts.get(self.text_base + operand.slot()),
        }
        .unwrap_or(Str::EMPTY_REF)
    }

    /// An operand's text to keep; a temporary is used up.
    #[inline]
    pub(super) fn take_text(&mut self, code: &Code, operand: Text) -> Str {
        if operand.is_temporary() {
            return self
                .texts
                .get_mut(self.text_base + operand.slot())
                .map(std::mem::take)
                .unwrap_or_default();
        }
        self.text(code, operand).clone()
    }

    /// Empties a temporary that was read.
    #[inline]
    pub(super) fn release_text(&mut self, operand: Text) {
        if operand.is_temporary() {
            self.set_text(operand.slot(), Str::EMPTY);
        }
    }

    /// Writes a register.
    #[inline]
    pub(super) fn set_text(&mut self, slot: usize, value: Str) {
        if let Some(register) = self.texts.get_mut(self.text_base + slot) {
            *register = value;
        }
    }

    /// Empties registers.
    #[inline]
    pub(super) fn clear_texts(&mut self, start: usize, count: usize) {
        let start = self.text_base + start;
        if let Some(registers) = self.texts.get_mut(start..start + count) {
            registers
                .iter_mut()
                .for_each(|register| *register = Str::EMPTY);
        }
    }

    /// Makes room for a frame whose text registers end here.
    #[cold]
    #[inline(never)]
    pub(super) fn grow_texts(&mut self, end: usize) -> bool {
        if end > MAX_TEXT_SLOTS {
            return false;
        }
        self.texts.resize(
            (self.texts.len() * 2).clamp(end, MAX_TEXT_SLOTS),
            Str::EMPTY,
        );
        true
    }

    /// The second text joined to the first.
    pub(super) fn concat(&mut self, code: &Code, a: Text, b: Text) -> Result<Str, Trap> {
        let mut joined = self.take_text(code, a);
        let result = join(&mut joined, self.text(code, b));
        self.release_text(b);
        result.map(|()| joined)
    }

    /// Joins a text to a register, which the operand is not.
    pub(super) fn append(&mut self, code: &Code, slot: usize, b: Text) -> Result<(), Trap> {
        let mut joined = self
            .texts
            .get_mut(self.text_base + slot)
            .map(std::mem::take)
            .unwrap_or_default();
        let result = join(&mut joined, self.text(code, b));
        self.release_text(b);
        self.set_text(slot, joined);
        result
    }

    /// Whether a comparison of two texts, byte by byte, holds.
    pub(super) fn compare_texts(&mut self, code: &Code, op: CompareOp, a: Text, b: Text) -> bool {
        let (left, right) = (self.text(code, a), self.text(code, b));
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
        self.release_text(a);
        self.release_text(b);
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
    check_memory()
}

/// Whether the texts fit the memory that is allowed.
#[inline]
pub(super) fn check_memory() -> Result<(), Trap> {
    if bytes_in_use() > MAX_TEXTS {
        return Err(Trap::OutOfMemory);
    }
    Ok(())
}
