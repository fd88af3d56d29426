//! The instructions of one function as they are made: labels, slots, temporaries.

use crate::bytecode::{
    CommandSite, Entry, FunctionCode, Op, Reg, StringOperand, VariablePlace, WINDOW,
};
use crate::hir::{Function, Program, Ty};
use crate::source::Span;
use crate::string::Str;

use super::layout::{FunctionLayout, Layout};
use super::{Result, Shared, too_large};

/// Slots a one-byte register names for variables and temporaries; the ones behind are for getting at slots beyond.
const NEAR: u32 = 252;
/// The number of the first of three registers for values from beyond the window.
const SCRATCH: u8 = 252;

/// A place in the code that jumps can name before it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(u32);

/// Not placed yet.
const NOWHERE: u32 = u32::MAX;

/// What is where while a block of temporaries is in use; restored when they are given back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    numbers: u32,
    strings: u32,
}

/// One function being generated.
pub(super) struct FunctionGenerator<'a, 's> {
    pub(super) program: &'a Program,
    layout: &'a Layout,
    shared: &'s mut Shared,
    /// Its number; 0 is the main program.
    pub(super) index: usize,
    pub(super) function: &'a Function,
    own: &'a FunctionLayout,
    /// Where each label lies.
    labels: Vec<u32>,
    /// The instructions whose target is still a label.
    fixups: Vec<usize>,
    /// The instructions whose distance is still to be set, and their labels.
    short_fixups: Vec<(usize, Label)>,
    /// Whether jumps may keep a constant and a distance of 16 bits. Where a distance turns out too large, the function is
    /// generated again without.
    pub(super) short_jumps: bool,
    /// The function's own labels.
    pub(super) named: Vec<Label>,
    /// Where `Exit` goes, innermost loop last.
    pub(super) exits: Vec<Label>,
    /// Where the instructions made now come from.
    span: Span,
    /// The next free number slot and string register.
    top: u32,
    string_top: u32,
    /// One past the highest used.
    slots: u32,
    string_slots: u32,
}

impl<'a> FunctionGenerator<'a, '_> {
    /// Generates a function's code.
    pub(super) fn run(
        program: &'a Program,
        layout: &'a Layout,
        shared: &mut Shared,
        index: usize,
        function: &'a Function,
    ) -> Result<()> {
        if !Self::attempt(program, layout, shared, index, function, true)? {
            Self::attempt(program, layout, shared, index, function, false)?;
        }
        Ok(())
    }

    /// Generates a function's code; gives whether all distances fit.
    fn attempt(
        program: &'a Program,
        layout: &'a Layout,
        shared: &mut Shared,
        index: usize,
        function: &'a Function,
        short_jumps: bool,
    ) -> Result<bool> {
        let Some(own) = layout.functions.get(index) else {
            return Ok(true);
        };
        let (entry, first_span) = (shared.code.ops.len(), shared.code.spans.len());
        let mut this = FunctionGenerator {
            program,
            layout,
            shared,
            index,
            function,
            own,
            labels: Vec::new(),
            fixups: Vec::new(),
            short_fixups: Vec::new(),
            short_jumps,
            named: Vec::new(),
            exits: Vec::new(),
            span: function.span,
            top: own.near,
            string_top: own.strings,
            slots: WINDOW as u32 + own.far,
            string_slots: own
                .string_slots
                .max(u32::from(index == 0 || function.returns == Ty::Str)),
        };
        this.named = function.labels.iter().map(|_| this.label()).collect();
        this.body()?;
        let fits = this.patch();
        let code = FunctionCode {
            name: function.name.clone(),
            slots: this.slots,
            far: own.far,
            locals: own.debug_locals(function),
        };
        let entry_record = Entry {
            start: entry as u32,
            string_slots: this.string_slots,
            zero_from: own.parameters as u8,
            zero_to: own.near as u8,
            large: this.slots > WINDOW as u32,
        };
        if fits {
            shared.code.functions.push(code);
            shared.code.entries.push(entry_record);
        } else {
            shared.code.ops.truncate(entry);
            shared.code.spans.truncate(first_span);
        }
        Ok(fits)
    }

    /// How many strings the function has to drop when it ends.
    pub(super) fn strings(&self) -> u16 {
        self.own.strings as u16
    }

    /// Whether a string register is the last temporary in use, so that what comes next may be computed in it.
    pub(super) fn is_last_string(&self, slot: u16) -> bool {
        u32::from(slot) >= self.own.strings && u32::from(slot) + 1 == self.string_top
    }

    /// Whether the next string temporaries have numbers of one byte.
    pub(super) fn short_strings(&self) -> bool {
        self.string_top < 200
    }

    /// Takes string temporaries of which the first is this one, the last in use.
    pub(super) fn string_temporaries_from(&mut self, slot: u16, count: u32) -> Result<u16> {
        self.string_top = u32::from(slot);
        let start = self.string_temporaries(count)?;
        self.string_top = self.string_top.max(u32::from(slot) + 1);
        Ok(start)
    }

    /// The next instructions come from here.
    pub(super) fn at(&mut self, span: Span) {
        self.span = span;
    }

    /// Appends an instruction.
    pub(super) fn emit(&mut self, op: Op) {
        let spans = &mut self.shared.code.spans;
        if spans.last().is_none_or(|(_, span)| *span != self.span) {
            spans.push((self.shared.code.ops.len() as u32, self.span));
        }
        self.shared.code.ops.push(op);
    }

    /// The number of instructions so far.
    pub(super) fn position(&self) -> usize {
        self.shared.code.ops.len()
    }

    /// A label to be placed later.
    pub(super) fn label(&mut self) -> Label {
        self.labels.push(NOWHERE);
        Label(self.labels.len() as u32 - 1)
    }

    /// Places a label before the next instruction.
    pub(super) fn place(&mut self, label: Label) {
        let here = self.position() as u32;
        if let Some(position) = self.labels.get_mut(label.0 as usize) {
            *position = here;
        }
    }

    /// A label placed before the next instruction.
    pub(super) fn here(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    /// Appends a jump; `make` gets the value to stand for the target.
    pub(super) fn jump(&mut self, label: Label, make: impl FnOnce(u32) -> Op) {
        self.fixups.push(self.position());
        self.emit(make(label.0));
    }

    /// Appends a jump that keeps its distance in 16 bits.
    pub(super) fn short_jump(&mut self, label: Label, op: Op) {
        self.short_fixups.push((self.position(), label));
        self.emit(op);
    }

    /// Sets the targets; gives whether all distances fit.
    fn patch(&mut self) -> bool {
        let target = |label: usize| self.labels.get(label).copied().unwrap_or(NOWHERE);
        for &at in &self.fixups {
            if let Some(to) = self.shared.code.ops.get_mut(at).and_then(Op::target_mut) {
                *to = target(*to as usize);
            }
        }
        for &(at, label) in &self.short_fixups {
            let by = i64::from(target(label.0 as usize)) - at as i64 - 1;
            match (
                self.shared.code.ops.get_mut(at).and_then(Op::distance_mut),
                i16::try_from(by),
            ) {
                (Some(distance), Ok(by)) => *distance = by,
                _ => return false,
            }
        }
        true
    }

    /// Where a local lives.
    pub(super) fn local(&self, local: crate::hir::LocalId) -> VariablePlace {
        self.own
            .locals
            .get(local.index())
            .copied()
            .unwrap_or(VariablePlace::Frame(0))
    }

    /// Where a global lives, seen from here.
    pub(super) fn global(&self, global: crate::hir::GlobalId) -> VariablePlace {
        let ty = self
            .program
            .globals
            .get(global.index())
            .map_or(Ty::Int, |g| g.ty);
        self.layout.global(self.index, global.index(), ty)
    }

    /// The temporaries in use now.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            numbers: self.top,
            strings: self.string_top,
        }
    }

    /// Gives back the temporaries taken since.
    pub(super) fn release(&mut self, mark: Mark) {
        self.top = mark.numbers;
        self.string_top = mark.strings;
    }

    /// A number slot for a temporary.
    pub(super) fn temporary(&mut self) -> Result<u32> {
        self.temporaries(1, false)
    }

    /// Neighbouring number slots; behind them for `a_frame` that starts there, nothing else is in use.
    pub(super) fn temporaries(&mut self, count: u32, a_frame: bool) -> Result<u32> {
        let beyond = WINDOW as u32 + self.own.far;
        let mut start = self.top;
        if start < beyond && (start + count > NEAR || (a_frame && self.own.far > 0)) {
            start = beyond;
        }
        self.top = start + count;
        self.slots = self.slots.max(self.top);
        if self.top > u32::from(u16::MAX) {
            return too_large(
                "This expression is too complex: split it into several",
                self.span,
            );
        }
        Ok(start)
    }

    /// Neighbouring string registers for temporaries.
    pub(super) fn string_temporaries(&mut self, count: u32) -> Result<u16> {
        let start = self.string_top;
        self.string_top += count;
        self.string_slots = self.string_slots.max(self.string_top);
        match u16::try_from(start) {
            Ok(slot) if self.string_top < StringOperand::REGISTERS => Ok(slot),
            _ => too_large(
                "This expression is too complex: split it into several",
                self.span,
            ),
        }
    }

    /// Whether one-byte registers reach a slot.
    pub(super) fn is_near(&self, slot: u32) -> bool {
        slot < NEAR
    }

    /// The register that holds a slot's value, loading it into one of three if it lies beyond the window.
    pub(super) fn register(&mut self, slot: u32, scratch: u8) -> Reg {
        match u8::try_from(slot) {
            Ok(register) if slot < NEAR => register,
            _ => {
                self.emit(Op::LoadFar(SCRATCH + scratch, slot));
                SCRATCH + scratch
            }
        }
    }

    /// Appends an instruction that writes a slot.
    pub(super) fn write(&mut self, slot: u32, make: impl FnOnce(Reg) -> Op) {
        match u8::try_from(slot) {
            Ok(register) if slot < NEAR => self.emit(make(register)),
            _ => {
                self.emit(make(SCRATCH));
                self.emit(Op::StoreFar(slot, SCRATCH));
            }
        }
    }

    /// Appends an instruction that reads one slot and writes another.
    pub(super) fn emit2(&mut self, make: fn(Reg, Reg) -> Op, to: u32, a: u32) {
        let a = self.register(a, 0);
        self.write(to, |d| make(d, a));
    }

    /// Appends an instruction that reads two slots and writes another.
    pub(super) fn emit3(&mut self, make: fn(Reg, Reg, Reg) -> Op, to: u32, a: u32, b: u32) {
        let a = self.register(a, 0);
        let b = self.register(b, 1);
        self.write(to, |d| make(d, a, b));
    }

    /// Copies a number.
    pub(super) fn copy(&mut self, to: u32, from: u32) {
        if to != from {
            self.emit2(Op::Move, to, from);
        }
    }

    /// Appends an instruction that reads three slots and writes another.
    pub(super) fn emit4(
        &mut self,
        make: fn(Reg, Reg, Reg, Reg) -> Op,
        to: u32,
        [a, b, c]: [u32; 3],
    ) {
        let a = self.register(a, 0);
        let b = self.register(b, 1);
        let c = self.register(c, 2);
        self.write(to, |d| make(d, a, b, c));
    }

    /// A register whose value nobody needs.
    pub(super) fn unused_register(&self) -> Reg {
        SCRATCH
    }

    /// The index of a string constant.
    pub(super) fn string_constant(&mut self, bytes: &[u8]) -> u32 {
        if let Some(&index) = self.shared.strings.get(bytes) {
            return index;
        }
        let index = self.shared.code.strings.len() as u32;
        self.shared.code.strings.push(Str::from(bytes));
        self.shared.strings.insert(bytes.to_vec(), index);
        index
    }

    /// The index of a command site.
    pub(super) fn command_site(&mut self, site: CommandSite) -> Result<u16> {
        if let Some(&index) = self.shared.commands.get(&site) {
            return Ok(index);
        }
        let Ok(index) = u16::try_from(self.shared.code.commands.len()) else {
            return too_large("The program uses more than 65,535 commands", self.span);
        };
        self.shared.code.commands.push(site);
        self.shared.commands.insert(site, index);
        Ok(index)
    }
}
