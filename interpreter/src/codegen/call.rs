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
    /// Whether the only text is a variable's own register.
    borrows: bool,
}

impl FunctionGenerator<'_, '_> {
    /// Calls a function whose result is a number; `None` drops it.
    pub(super) fn call(
        &mut self,
        function: FunctionId,
        arguments: &[Expr],
        expr: &Expr,
        to: Option<u32>,
    ) -> Result<()> {
        let placed = self.arguments(arguments, true, None)?;
        self.at(expr.span);
        let make = |d| Op::Call(d, function.0 as u16, placed.numbers as u16, placed.texts);
        match to {
            Some(to) => self.write(to, make),
            None => self.emit(make(self.waste())),
        }
        Ok(())
    }

    /// Calls a function whose result is a text; gives the temporary that holds it, which is `to` if that is the last one in
    /// use.
    pub(super) fn call_text(
        &mut self,
        function: FunctionId,
        arguments: &[Expr],
        expr: &Expr,
        to: u16,
    ) -> Result<u16> {
        let placed = self.arguments(arguments, true, Some(to))?;
        self.at(expr.span);
        self.emit(Op::Call(
            self.waste(),
            function.0 as u16,
            placed.numbers as u16,
            placed.texts,
        ));
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
        let placed = self.command_arguments(arguments, None)?;
        let site = self.site(command, &placed, false)?;
        self.at(expr.span);
        let make = |d| Op::Command(d, site, placed.numbers as u16, placed.texts);
        match to {
            Some(to) => self.write(to, make),
            None => self.emit(make(self.waste())),
        }
        Ok(())
    }

    /// Calls a command whose result is a text; gives the temporary that holds it, which is `to` if that is the last one in
    /// use.
    pub(super) fn command_text(
        &mut self,
        command: CommandId,
        arguments: &[Expr],
        expr: &Expr,
        to: u16,
    ) -> Result<u16> {
        let placed = self.command_arguments(arguments, Some(to))?;
        let site = self.site(command, &placed, true)?;
        self.at(expr.span);
        if !placed.borrows {
            self.emit(Op::Command(
                self.waste(),
                site,
                placed.numbers as u16,
                placed.texts,
            ));
            return Ok(placed.texts);
        }
        let result = if self.is_last_text(to) {
            to
        } else {
            self.text_temporaries(1)?
        };
        self.emit(Op::Command(
            result as u8,
            site,
            placed.numbers as u16,
            placed.texts,
        ));
        Ok(result)
    }

    fn site(&mut self, command: CommandId, placed: &Arguments, returns_text: bool) -> Result<u16> {
        let (numbers, texts) = placed.counts;
        let borrows = placed.borrows;
        self.command_site(CommandSite {
            command,
            numbers,
            texts,
            returns_text,
            borrows,
        })
    }

    /// As [`Self::arguments`]; a single number or text that is a variable stays where it is, for commands only read it.
    fn command_arguments(&mut self, arguments: &[Expr], result: Option<u16>) -> Result<Arguments> {
        if let [only] = arguments
            && only.ty != Ty::Str
            && let Some(slot) = self.direct(only)
        {
            let texts = match result {
                Some(to) if self.is_last_text(to) => to,
                Some(_) => self.text_temporaries(1)?,
                None => self.text_temporaries(0)?,
            };
            return Ok(Arguments {
                numbers: slot,
                texts,
                counts: (1, 0),
                borrows: false,
            });
        }
        let mut texts = arguments.iter().filter(|a| a.ty == Ty::Str);
        if let (Some(only), None) = (texts.next(), texts.next())
            && let Some(slot) = self.direct(only)
            && !arguments.iter().any(super::expr::calls)
            && self.short_texts()
        {
            let numbers = arguments.len() as u32 - 1;
            let first = self.temporaries(numbers, false)?;
            for (number, argument) in (first..).zip(arguments.iter().filter(|a| a.ty != Ty::Str)) {
                self.number_into(argument, number)?;
            }
            return Ok(Arguments {
                numbers: first,
                texts: slot as u16,
                counts: (numbers as u16, 1),
                borrows: true,
            });
        }
        self.arguments(arguments, false, result)
    }

    /// Computes arguments into neighbouring temporaries, from left to right. The texts start at `result`, if that is the last
    /// temporary in use.
    fn arguments(
        &mut self,
        arguments: &[Expr],
        for_frame: bool,
        result: Option<u16>,
    ) -> Result<Arguments> {
        let texts = arguments.iter().filter(|a| a.ty == Ty::Str).count() as u32;
        let numbers = arguments.len() as u32 - texts;
        let first_number = self.temporaries(numbers, for_frame)?;
        // The callee's texts start where the arguments do, and a text result comes back there.
        let first_text = match result {
            Some(to) if self.is_last_text(to) => self.text_temporaries_from(to, texts)?,
            Some(_) => self.text_temporaries(texts.max(1))?,
            None => self.text_temporaries(texts)?,
        };
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
        Ok(Arguments {
            numbers: first_number,
            texts: first_text,
            counts: (numbers as u16, texts as u16),
            borrows: false,
        })
    }
}
