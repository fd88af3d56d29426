//! Which variable lives where.
//!
//! Numbers (Ints, Floats, references) live in the number stack, strings in the string stack. A function's
//! parameters come first in each, in order. One-byte registers reach 252 slots; some stay free for
//! temporaries, and where a function has more variables than fit, those used least are kept beyond the
//! window. The main program's frame also holds the globals, so its code reaches them as registers while
//! functions use their absolute places.

use crate::bytecode::{DebugVariable, VariablePlace, WINDOW};
use crate::hir::{Function, Program, Ty, Variable};

use super::{Result, too_large};

/// Slots that variables may take of the window; the rest is for temporaries.
const NEAR_VARIABLES: usize = 190;
/// Parameters must lie in the window.
const MAX_PARAMETERS: usize = 250;
/// String registers that variables may take of those operands can name.
const NEAR_STRINGS: usize = 0x2000;
/// Where the main program's strings beyond those start.
const FAR_STRINGS: u32 = crate::bytecode::StringOperand::REGISTERS;

/// Where the variables of one function live.
#[derive(Debug)]
pub(super) struct FunctionLayout {
    /// By local.
    pub(super) locals: Vec<VariablePlace>,
    /// Number slots of variables in the window.
    pub(super) near: u32,
    /// Number slots beyond it.
    pub(super) far: u32,
    /// String registers of variables that operands can name.
    pub(super) strings: u32,
    /// All string registers that must exist for variables.
    pub(super) string_slots: u32,
    /// How many of the near slots are parameters.
    pub(super) parameters: u32,
}

/// Where all variables live.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) functions: Vec<FunctionLayout>,
    /// The globals as the main program sees them.
    main_globals: Vec<VariablePlace>,
    /// Number slots before the main program's frame.
    pub(super) slots_before_main: u32,
}

impl Layout {
    /// Places all variables.
    pub(super) fn new(program: &Program) -> Result<Self> {
        let mut layout = Self {
            functions: Vec::new(),
            main_globals: Vec::new(),
            slots_before_main: 0,
        };
        for (index, function) in program.functions.iter().enumerate() {
            let of_function = if index == 0 {
                layout.main(program, function)
            } else {
                FunctionLayout::new(function)?
            };
            layout.functions.push(of_function);
        }
        Ok(layout)
    }

    /// Where a global lives, seen from a function (0 is the main program).
    pub(super) fn global(&self, function: usize, global: usize, ty: Ty) -> VariablePlace {
        match self.main_globals.get(global) {
            Some(VariablePlace::Frame(slot)) if function != 0 => {
                VariablePlace::Global(if ty == Ty::Str {
                    *slot
                } else {
                    slot + self.slots_before_main
                })
            }
            Some(place) => *place,
            None => VariablePlace::Global(0),
        }
    }

    /// The main program's variables: globals and locals alike.
    fn main(&mut self, program: &Program, function: &Function) -> FunctionLayout {
        let variables: Vec<&Variable> = program.globals.iter().chain(&function.locals).collect();
        let numbers = variables.iter().filter(|v| v.ty != Ty::Str).count();
        let near_numbers =
            super::layout_weights::nearest(program, function, NEAR_VARIABLES, numbers);
        let (mut near, mut beyond, mut near_strings, mut far_strings) = (0, 0, 0, FAR_STRINGS);
        let mut places = Vec::with_capacity(variables.len());
        for (index, variable) in variables.iter().enumerate() {
            let next = |counter: &mut u32| {
                *counter += 1;
                *counter - 1
            };
            places.push(if variable.ty == Ty::Str {
                if (near_strings as usize) < NEAR_STRINGS {
                    VariablePlace::Frame(next(&mut near_strings))
                } else {
                    VariablePlace::Global(next(&mut far_strings))
                }
            } else if near_numbers.get(index).copied().unwrap_or(false) {
                VariablePlace::Frame(next(&mut near))
            } else {
                VariablePlace::Global(next(&mut beyond))
            });
        }
        self.slots_before_main = beyond;
        let locals = places.split_off(program.globals.len());
        self.main_globals = places;
        FunctionLayout {
            locals,
            near,
            far: 0,
            strings: near_strings,
            string_slots: if far_strings > FAR_STRINGS {
                far_strings
            } else {
                near_strings
            },
            parameters: 0,
        }
    }

    /// The globals for the debugger.
    pub(super) fn debug_globals(&self, program: &Program) -> Vec<DebugVariable> {
        let globals = program.globals.iter().enumerate();
        globals
            .map(|(i, v)| debug_variable(v, self.global(1, i, v.ty)))
            .collect()
    }
}

impl FunctionLayout {
    fn new(function: &Function) -> Result<Self> {
        let is_string = |v: &&Variable| v.ty == Ty::Str;
        let parameters = function.locals.iter().take(function.params);
        let number_parameters = parameters.filter(|v| v.ty != Ty::Str).count();
        if number_parameters > MAX_PARAMETERS {
            return too_large("A function has more than 250 parameters", function.span);
        }
        if function.locals.iter().filter(is_string).count() > NEAR_STRINGS {
            return too_large(
                "A function has more than 8,192 String variables",
                function.span,
            );
        }
        let numbers = function.locals.iter().filter(|v| v.ty != Ty::Str).count();
        let is_near = super::layout_weights::nearest_locals(
            function,
            NEAR_VARIABLES.max(number_parameters),
            numbers,
        );
        let (mut near, mut far, mut strings) = (0, WINDOW as u32, 0);
        let locals = function.locals.iter().enumerate().map(|(index, variable)| {
            let counter = if variable.ty == Ty::Str {
                &mut strings
            } else if is_near.get(index).copied().unwrap_or(false) {
                &mut near
            } else {
                &mut far
            };
            *counter += 1;
            VariablePlace::Frame(*counter - 1)
        });
        let locals = locals.collect();
        Ok(Self {
            locals,
            near,
            far: far - WINDOW as u32,
            strings,
            string_slots: strings,
            parameters: number_parameters as u32,
        })
    }

    /// The function's variables for the debugger, the checker's temporaries left out.
    pub(super) fn debug_locals(&self, function: &Function) -> Vec<DebugVariable> {
        let named = function
            .locals
            .iter()
            .zip(&self.locals)
            .filter(|(v, _)| !v.name.is_empty());
        named.map(|(v, place)| debug_variable(v, *place)).collect()
    }
}

fn debug_variable(variable: &Variable, place: VariablePlace) -> DebugVariable {
    DebugVariable {
        name: variable.name.clone(),
        ty: variable.ty,
        place,
    }
}
