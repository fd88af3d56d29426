//! How instructions are declared: the macro that makes everything else from their table in [`super::op`].

/// Declares the instructions, in groups by where the VM executes them:
///
/// ```text
/// group {
///     /// What it does.
///     Name(operand: Role, operand: Role) faults Fault | Fault;
/// }
/// ```
///
/// The roles are those of [`super::role`], the faults those of [`super::Fault`]. From the table come
///
/// - the enum `Op`, whose variants hold the operands in the order of the table;
/// - `name`, `operands`, `faults`, `target_mut`, `distance_mut` of an instruction;
/// - a module `faults` with a constant for every instruction, which the VM's loop is checked against when it is compiled;
/// - for each group a macro of the group's name: the pattern that all its instructions match. A `match` that lists the instructions of
///   one group and has these patterns for the others does not compile when one is forgotten.
macro_rules! instructions {
    ($(
        $(#[$about:meta])*
        $group:ident {$(
            $(#[$doc:meta])*
            $name:ident $(($($operand:ident: $role:ident),+))? $(faults $($fault:ident)|+)?;
        )+}
    )+) => {
        /// An instruction.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) enum Op {$($(
            $(#[$doc])*
            $name $(($(role::$role),+))?,
        )+)+}

        impl Op {
            /// Its name.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $($(Self::$name { .. } => stringify!($name),)+)+
                }
            }

            /// Its operands with their names and roles.
            pub(crate) fn operands(self) -> Vec<(&'static str, Operand)> {
                match self {$($(
                    Self::$name $(($($operand),+))? => {
                        vec![$($((stringify!($operand), Operand::$role($operand))),+)?]
                    }
                )+)+}
            }

            /// What it may fail with.
            pub(crate) fn faults(self) -> &'static [Fault] {
                match self {
                    $($(Self::$name { .. } => faults::$name,)+)+
                }
            }

            /// The target of a jump.
            #[allow(unused_variables, reason = "most operands are no targets")]
            pub(crate) fn target_mut(&mut self) -> Option<&mut role::JumpTarget> {
                match self {$($(
                    Self::$name $(($($operand),+))? => {
                        jump_operand!(JumpTarget in $($($role $operand),+)?)
                    }
                )+)+}
            }

            /// The distance of a short jump.
            #[allow(unused_variables, reason = "most operands are no distances")]
            pub(crate) fn distance_mut(&mut self) -> Option<&mut role::Distance> {
                match self {$($(
                    Self::$name $(($($operand),+))? => {
                        jump_operand!(Distance in $($($role $operand),+)?)
                    }
                )+)+}
            }
        }

        /// What each instruction may fail with.
        #[allow(non_upper_case_globals, reason = "the names are the instructions'")]
        #[allow(dead_code, reason = "the loop checks its own instructions only")]
        pub(crate) mod faults {
            use super::Fault;
            $($(pub(crate) const $name: &[Fault] = &[$($(Fault::$fault),+)?];)+)+
        }

        $(
            $(#[$about])*
            macro_rules! $group {
                () => {
                    $($crate::bytecode::Op::$name { .. })|+
                };
            }
            pub(crate) use $group;
        )+

        /// Every instruction with the least operands, for tests that must miss none.
        #[cfg(test)]
        pub(crate) fn every_instruction() -> Vec<Op> {
            use super::operand::Sample;
            vec![$($(Op::$name $(($(<role::$role>::SAMPLE),+))?,)+)+]
        }
    };
}

/// The operand of the role that a jump keeps its target or distance in.
macro_rules! jump_operand {
    ($wanted:ident in) => { None };
    (JumpTarget in JumpTarget $operand:ident $($rest:tt)*) => { Some($operand) };
    (Distance in Distance $operand:ident $($rest:tt)*) => { Some($operand) };
    ($wanted:ident in $role:ident $operand:ident $(, $($rest:tt)*)?) => {
        jump_operand!($wanted in $($($rest)*)?)
    };
}

pub(super) use {instructions, jump_operand};
