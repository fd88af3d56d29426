//! Calls of functions and commands: arguments are computed where the callee finds them.

use crate::bytecode::{CommandSite, Op};
use crate::hir::{Expr, FunctionId, Ty};
use crate::host::CommandId;

use super::Result;
use super::emit::FunctionGenerator;

/// Where a call's arguments start.
struct Arguments {
    numbers: u32,
    texts: u16,
    /// How many there are of each.
    counts: (u16, u16),
}

impl FunctionGenerator<'_> {
    /// Calls a function whose result is a number; `None` drops it.
    pub(super) fn call(
        &mut self,
        function: FunctionId,
        arguments: &[Expr],
        expr: &Expr,
        to: Option<u32>,
    ) -> Result<()> {
        let placed = self.arguments(arguments, true)?;
        self.at(expr.span);
        let make = |d| Op::Call(d, function.0 as u16, placed.numbers as u16, placed.texts);
        match to {
            Some(to) => self.write(to, make),
            None => self.emit(make(self.waste())),
        }
        Ok(())
    }

    /// Calls a function whose result is a text; gives the temporary that holds it.
    pub(super) fn call_text(&mut self, function: FunctionId, arguments: &[Expr], expr: &Expr) -> Result<u16> {
        let placed = self.arguments(arguments, true)?;
        self.at(expr.span);
        self.emit(Op::Call(self.waste(), function.0 as u16, placed.numbers as u16, placed.texts));
        Ok(placed.texts)
    }

    /// Calls a command whose result, if any, is a number; `None` drops it.
    pub(super) fn command(
        &mut self,
        command: CommandId,
        arguments: &[Expr],
        expr: &Expr,
        to: Option<u32>,
    ) -> Result<()> {
        let placed = self.command_arguments(arguments)?;
        let site = self.site(command, &placed, false)?;
        self.at(expr.span);
        let make = |d| Op::Command(d, site, placed.numbers as u16, placed.texts);
        match to {
            Some(to) => self.write(to, make),
            None => self.emit(make(self.waste())),
        }
        Ok(())
    }

    /// Calls a command whose result is a text; gives the temporary that holds it.
    pub(super) fn command_text(&mut self, command: CommandId, arguments: &[Expr], expr: &Expr) -> Result<u16> {
        let placed = self.command_arguments(arguments)?;
        let site = self.site(command, &placed, true)?;
        self.at(expr.span);
        self.emit(Op::Command(self.waste(), site, placed.numbers as u16, placed.texts));
        Ok(placed.texts)
    }

    fn site(&mut self, command: CommandId, placed: &Arguments, returns_text: bool) -> Result<u16> {
        let (numbers, texts) = placed.counts;
        self.command_site(CommandSite { command, numbers, texts, returns_text })
    }

    /// As [`Self::arguments`]; a single number that is a variable stays where it is, for commands only read it.
    fn command_arguments(&mut self, arguments: &[Expr]) -> Result<Arguments> {
        let mut numbers = arguments.iter().filter(|a| a.ty != Ty::Str);
        if let (Some(only), None) = (numbers.next(), numbers.next())
            && arguments.len() == 1
            && let Some(slot) = self.direct(only)
            && slot <= u32::from(u16::MAX)
        {
            let texts = self.text_temporaries(0)?;
            return Ok(Arguments { numbers: slot, texts, counts: (1, 0) });
        }
        self.arguments(arguments, false)
    }

    /// Computes arguments into neighbouring temporaries, from left to right.
    fn arguments(&mut self, arguments: &[Expr], for_frame: bool) -> Result<Arguments> {
        let texts = arguments.iter().filter(|a| a.ty == Ty::Str).count() as u32;
        let numbers = arguments.len() as u32 - texts;
        let first_number = self.temporaries(numbers, for_frame)?;
        // The callee's texts start where the arguments do, and a text result comes back there.
        let first_text = self.text_temporaries(texts)?;
        let (mut number, mut text) = (first_number, first_text);
        for argument in arguments {
            if argument.ty == Ty::Str {
                self.text_into(argument, text)?;
                text += 1;
            } else {
                self.number_into(argument, number)?;
                number += 1;
            }
        }
        Ok(Arguments { numbers: first_number, texts: first_text, counts: (numbers as u16, texts as u16) })
    }
}
