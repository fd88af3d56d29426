//! What the operands of instructions are: each has a role, which tells what the instruction does with it.

use crate::hir::CompareOp;

/// A number register: a slot of the frame's window.
pub(crate) type Reg = u8;

/// A string operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StringOperand(u16);

impl StringOperand {
    /// How many string registers and temporaries a frame can address, and how many constants.
    pub(crate) const REGISTERS: u32 = 0x4000;
    /// How many string constants can be operands.
    pub(crate) const CONSTANTS: u32 = 0x8000;

    const CONSTANT: u16 = 0x8000;
    const TEMPORARY: u16 = 0x4000;

    /// A variable's register: it keeps its value when read.
    pub(crate) fn variable(slot: u16) -> Self {
        Self(slot & !(Self::CONSTANT | Self::TEMPORARY))
    }

    /// A temporary's register: reading it empties it.
    pub(crate) fn temporary(slot: u16) -> Self {
        Self(slot & !Self::CONSTANT | Self::TEMPORARY)
    }

    /// A constant, by its index.
    pub(crate) fn constant(index: u16) -> Self {
        Self(index | Self::CONSTANT)
    }

    /// The constant's index, if it is one.
    pub(crate) fn as_constant(self) -> Option<usize> {
        (self.0 & Self::CONSTANT != 0).then_some(usize::from(self.0 & !Self::CONSTANT))
    }

    /// Whether it is a temporary.
    pub(crate) fn is_temporary(self) -> bool {
        self.0 & (Self::CONSTANT | Self::TEMPORARY) == Self::TEMPORARY
    }

    /// The register, where it is no constant.
    pub(crate) fn slot(self) -> usize {
        usize::from(self.0 & !(Self::CONSTANT | Self::TEMPORARY))
    }
}

/// Declares the roles: for each a type alias in [`role`], which the instructions are made of, and a variant of [`Operand`].
macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident($ty:ty);)+) => {
        /// The type of the operands of each role.
        pub(crate) mod role {
            use super::{CompareOp, Reg, StringOperand};
            $($(#[$doc])* pub(crate) type $role = $ty;)+
        }

        /// An operand with its role.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) enum Operand {
            $($(#[$doc])* $role($ty),)+
        }
    };
}

roles! {
    // Number registers.
    /// Is written, and not read.
    Write(Reg);
    /// Is read.
    Read(Reg);
    /// Is read and written.
    Update(Reg);
    /// Is read: an index of an array.
    Index(Reg);
    /// Is read: a reference to an object, or Null.
    Object(Reg);
    /// Is read: a reference to a Blitz array, or 0.
    BlitzArray(Reg);
    /// Is written with the result of a call; where a command that reads a string variable returns a string, a string register.
    Result(Reg);

    // String registers.
    /// Is written, and not read.
    WriteString(u16);
    /// Is appended to.
    UpdateString(u16);
    /// Is read: a variable, a temporary (which is emptied) or a constant.
    ReadString(StringOperand);

    // Other places for values.
    /// A slot of the frame's numbers beyond the window, which is read.
    ReadSlot(u32);
    /// A slot of the frame's numbers beyond the window, which is written.
    WriteSlot(u32);
    /// The first of neighbouring slots that are read; the `Dim` array tells how many.
    ReadSlots(u16);
    /// An absolute slot of the number stack, where globals live; it is read.
    ReadGlobal(u32);
    /// An absolute slot of the number stack; it is written.
    WriteGlobal(u32);
    /// An absolute slot of the string stack; it is read.
    ReadGlobalString(u32);
    /// An absolute slot of the string stack; it is written.
    WriteGlobalString(u32);
    /// An absolute slot of the string stack; it is appended to.
    UpdateGlobalString(u32);
    /// The number slot of the frame where a call's number arguments start.
    FirstNumber(u16);
    /// The string register where a call's string arguments start, and where its result comes if that is a string.
    FirstString(u16);

    // Constants.
    /// An Int.
    Int(i32);
    /// A small Int.
    SmallInt(i8);
    /// A Float.
    Float(f32);
    /// Any 32 bits: an Int, a Float's pattern, 0 for Null.
    Bits(u32);
    /// Which comparison is made.
    Comparison(CompareOp);
    /// How many string registers, from the frame's first on, are emptied.
    StringCount(u16);

    // Entries of the program's tables.
    /// A string constant.
    StringConstant(u32);
    /// A `Dim` array.
    DimArray(u16);
    /// A type of Blitz arrays.
    ArrayType(u16);
    /// A custom type.
    ObjectType(u16);
    /// A field that holds a number or a reference, by its position among the object's words, header counted.
    Field(u16);
    /// A field that holds a string, by its position among the object's strings.
    StringField(u16);
    /// A function of the program.
    Function(u16);
    /// A command as it is called.
    CommandSite(u16);
    /// A `Data` item.
    DataItem(u32);

    // Jumps.
    /// The instruction that is jumped to. While code is generated, a label.
    JumpTarget(u32);
    /// How many instructions are jumped over, counted from the one behind the jump.
    Distance(i16);
}

/// A value for an operand, for tests that need any.
#[cfg(test)]
pub(crate) trait Sample {
    const SAMPLE: Self;
}

#[cfg(test)]
mod samples {
    use super::{CompareOp, Sample, StringOperand};

    macro_rules! samples {
        ($($ty:ty: $value:expr;)+) => {
            $(impl Sample for $ty {
                const SAMPLE: Self = $value;
            })+
        };
    }

    samples! {
        u8: 1;
        i8: 1;
        u16: 0;
        i16: 0;
        u32: 0;
        i32: 1;
        f32: 1.0;
        StringOperand: StringOperand(StringOperand::CONSTANT);
        CompareOp: CompareOp::Eq;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn string_operands_keep_their_kind() {
        assert_eq!(StringOperand::constant(0x7FFF).as_constant(), Some(0x7FFF));
        assert_eq!(StringOperand::variable(5).as_constant(), None);
        assert!(!StringOperand::variable(5).is_temporary());
        assert!(StringOperand::temporary(5).is_temporary());
        assert!(!StringOperand::constant(0x4005).is_temporary());
        assert_eq!(StringOperand::temporary(5).slot(), 5);
    }
}
