//! Calls of commands.

use crate::bytecode::{Code, CommandSite};
use crate::host::{Call, Host, Interrupt};
use crate::string::Str;

use super::State;
use super::error::Trap;
use super::run::{Exit, window};
use super::strings::check_memory;

impl State {
    /// Calls a command; gives why the loop is left, if it is.
    #[inline(never)]
    pub(super) fn command(
        &mut self,
        stack: &mut [u32],
        code: &Code,
        host: &mut dyn Host,
        (destination, site, numbers, strings): (u8, u16, u16, u16),
    ) -> Option<Exit> {
        let Some(site) = code.commands.get(usize::from(site)) else {
            no_command();
        };
        let start = self.base as usize + usize::from(numbers);
        let number_arguments = stack
            .get(start..start + usize::from(site.numbers))
            .unwrap_or(&[]);
        let start = self.string_base + usize::from(strings);
        let string_arguments = self
            .strings
            .get(start..start + usize::from(site.strings))
            .unwrap_or(&[]);
        let mut call = Call::new(number_arguments, string_arguments);
        if let Err(interrupt) = host.call(site.command, &mut call) {
            return Some(self.interrupted(interrupt, stack, site, destination, strings));
        }
        if !site.returns_string {
            let number = call.take_number();
            if site.strings != 0 && !site.borrows {
                self.clear_strings(strings.into(), site.strings.into());
            }
            window(stack, self.base)[usize::from(destination)] = number;
            return None;
        }
        let string = call.take_string();
        let long = string.is_long();
        self.take_result(site, destination, strings, string);
        if long && let Err(trap) = check_memory() {
            return Some(self.failed(trap));
        }
        None
    }

    /// Puts a string result where the caller looks for it, and drops the arguments.
    #[inline(always)]
    fn take_result(&mut self, site: &CommandSite, destination: u8, strings: u16, string: Str) {
        if site.borrows {
            self.set_string(destination.into(), string);
            return;
        }
        // The result takes the first argument's place.
        self.set_string(strings.into(), string);
        if site.strings > 1 {
            self.clear_strings(usize::from(strings) + 1, usize::from(site.strings) - 1);
        }
    }

    /// Leaves the loop for a command that did not simply return: with the place at the command where that did not come to its end,
    /// else behind it, with 0 or "" as its result.
    #[cold]
    fn interrupted(
        &mut self,
        interrupt: Interrupt,
        stack: &mut [u32],
        site: &CommandSite,
        destination: u8,
        strings: u16,
    ) -> Exit {
        let exit = match interrupt {
            Interrupt::Error(message) => return self.failed(Trap::Command(message)),
            Interrupt::Retry => {
                self.pc -= 1;
                return Exit::Waiting;
            }
            Interrupt::End => return Exit::Ended,
            Interrupt::Yield => Exit::Waiting,
            Interrupt::Break => Exit::Break,
        };
        if site.returns_string {
            self.take_result(site, destination, strings, Str::EMPTY);
        } else {
            if !site.borrows {
                self.clear_strings(strings.into(), site.strings.into());
            }
            window(stack, self.base)[usize::from(destination)] = 0;
        }
        exit
    }
}

#[cold]
fn no_command() -> ! {
    unreachable!("the code names a command that is not in its table")
}
