//! Calls of functions and commands: arguments are computed where the callee finds them.

use crate::bytecode::{CommandSite, Op};
use crate::hir::{Expr, FunctionId, Ty};
use crate::host::CommandId;

use super::Result;
use super::emit::FunctionGenerator;

/// Where a call's arguments start.
struct Arguments {
    numbers: u32,
    strings: u16,
    /// How many there are of each.
    counts: (u16, u16),
    /// Whether the only string is a variable's own register.
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
        let make = |d| Op::Call(d, function.0 as u16, placed.numbers as u16, placed.strings);
        match to {
            Some(to) => self.write(to, make),
            None => self.emit(make(self.unused_register())),
        }
        Ok(())
    }

    /// Calls a function whose result is a string; gives the temporary that holds it, which is `to` if that is the last one in
    /// use.
    pub(super) fn call_string(
        &mut self,
        function: FunctionId,
        arguments: &[Expr],
        expr: &Expr,
        to: u16,
    ) -> Result<u16> {
        let placed = self.arguments(arguments, true, Some(to))?;
        self.at(expr.span);
        self.emit(Op::Call(
            self.unused_register(),
            function.0 as u16,
            placed.numbers as u16,
            placed.strings,
        ));
        Ok(placed.strings)
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
        let make = |d| Op::Command(d, site, placed.numbers as u16, placed.strings);
        match to {
            Some(to) => self.write(to, make),
            None => self.emit(make(self.unused_register())),
        }
        Ok(())
    }

    /// Calls a command whose result is a string; gives the temporary that holds it, which is `to` if that is the last one in
    /// use.
    pub(super) fn command_string(
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
                self.unused_register(),
                site,
                placed.numbers as u16,
                placed.strings,
            ));
            return Ok(placed.strings);
        }
        let result = if self.is_last_string(to) {
            to
        } else {
            self.string_temporaries(1)?
        };
        self.emit(Op::Command(
            result as u8,
            site,
            placed.numbers as u16,
            placed.strings,
        ));
        Ok(result)
    }

    fn site(
        &mut self,
        command: CommandId,
        placed: &Arguments,
        returns_string: bool,
    ) -> Result<u16> {
        let (numbers, strings) = placed.counts;
        let borrows = placed.borrows;
        self.command_site(CommandSite {
            command,
            numbers,
            strings,
            returns_string,
            borrows,
        })
    }

    /// As [`Self::arguments`]; a single number or string that is a variable stays where it is, for commands only read it.
    fn command_arguments(&mut self, arguments: &[Expr], result: Option<u16>) -> Result<Arguments> {
        if let [only] = arguments
            && only.ty != Ty::Str
            && let Some(slot) = self.direct(only)
        {
            let strings = match result {
                Some(to) if self.is_last_string(to) => to,
                Some(_) => self.string_temporaries(1)?,
                None => self.string_temporaries(0)?,
            };
            return Ok(Arguments {
                numbers: slot,
                strings,
                counts: (1, 0),
                borrows: false,
            });
        }
        let mut strings = arguments.iter().filter(|a| a.ty == Ty::Str);
        if let (Some(only), None) = (strings.next(), strings.next())
            && let Some(slot) = self.direct(only)
            && !arguments.iter().any(super::expr::calls)
            && self.short_strings()
        {
            let numbers = arguments.len() as u32 - 1;
            let first = self.temporaries(numbers, false)?;
            for (number, argument) in (first..).zip(arguments.iter().filter(|a| a.ty != Ty::Str)) {
                self.number_into(argument, number)?;
            }
            return Ok(Arguments {
                numbers: first,
                strings: slot as u16,
                counts: (numbers as u16, 1),
                borrows: true,
            });
        }
        self.arguments(arguments, false, result)
    }

    /// Computes arguments into neighbouring temporaries, from left to right. The strings start at `result`, if that is the last
    /// temporary in use.
    fn arguments(
        &mut self,
        arguments: &[Expr],
        for_frame: bool,
        result: Option<u16>,
    ) -> Result<Arguments> {
        let strings = arguments.iter().filter(|a| a.ty == Ty::Str).count() as u32;
        let numbers = arguments.len() as u32 - strings;
        let first_number = self.temporaries(numbers, for_frame)?;
        // The callee's strings start where the arguments do, and a string result comes back there.
        let first_string = match result {
            Some(to) if self.is_last_string(to) => self.string_temporaries_from(to, strings)?,
            Some(_) => self.string_temporaries(strings.max(1))?,
            None => self.string_temporaries(strings)?,
        };
        let (mut number, mut string) = (first_number, first_string);
        for argument in arguments {
            if argument.ty == Ty::Str {
                self.string_into(argument, string)?;
                string += 1;
            } else {
                self.number_into(argument, number)?;
                number += 1;
            }
        }
        Ok(Arguments {
            numbers: first_number,
            strings: first_string,
            counts: (numbers as u16, strings as u16),
            borrows: false,
        })
    }
}
