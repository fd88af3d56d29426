//! The instructions: eight bytes each, typed, with the operands' registers in them.
//!
//! A frame sees its first 256 number slots through one-byte register numbers, so an access needs no
//! check. A text operand ([`Text`]) is a text register, a temporary that is used up by being read, or
//! a constant. Jump targets are instruction indices.

use crate::hir::CompareOp;

/// A number register: a slot of the frame's window.
pub(crate) type Reg = u8;

/// A text operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Text(u16);

impl Text {
    /// How many text registers and temporaries a frame can address, and how many constants.
    pub(crate) const REGISTERS: u32 = 0x4000;
    /// How many text constants can be operands.
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

/// An instruction. In the order of operands: destination first; `R` a register, `K` a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    // Moving numbers.
    Move(Reg, Reg),
    /// Any 32 bits: an Int, a Float's pattern, 0 for Null.
    Load(Reg, u32),
    /// From a slot of this frame beyond the window.
    LoadFar(Reg, u32),
    StoreFar(u32, Reg),
    /// From an absolute slot of the number stack, where globals live.
    LoadGlobal(Reg, u32),
    StoreGlobal(u32, Reg),

    // Int arithmetic.
    AddI(Reg, Reg, Reg),
    SubI(Reg, Reg, Reg),
    MulI(Reg, Reg, Reg),
    DivI(Reg, Reg, Reg),
    ModI(Reg, Reg, Reg),
    AndI(Reg, Reg, Reg),
    OrI(Reg, Reg, Reg),
    XorI(Reg, Reg, Reg),
    Shl(Reg, Reg, Reg),
    Shr(Reg, Reg, Reg),
    Sar(Reg, Reg, Reg),
    AddIK(Reg, Reg, i32),
    /// Constant minus register.
    SubKI(Reg, Reg, i32),
    MulIK(Reg, Reg, i32),
    /// The constant is neither 0 nor -1.
    DivIK(Reg, Reg, i32),
    /// The constant is neither 0 nor -1.
    ModIK(Reg, Reg, i32),
    AndIK(Reg, Reg, i32),
    OrIK(Reg, Reg, i32),
    XorIK(Reg, Reg, i32),
    ShlK(Reg, Reg, i32),
    ShrK(Reg, Reg, i32),
    SarK(Reg, Reg, i32),
    /// Second plus third times fourth.
    MulAddI(Reg, Reg, Reg, Reg),
    NegI(Reg, Reg),
    AbsI(Reg, Reg),
    SgnI(Reg, Reg),
    BitNot(Reg, Reg),
    /// 1 for 0, else 0.
    Not(Reg, Reg),

    // Float arithmetic.
    AddF(Reg, Reg, Reg),
    SubF(Reg, Reg, Reg),
    MulF(Reg, Reg, Reg),
    DivF(Reg, Reg, Reg),
    ModF(Reg, Reg, Reg),
    PowF(Reg, Reg, Reg),
    AddFK(Reg, Reg, f32),
    SubKF(Reg, Reg, f32),
    MulFK(Reg, Reg, f32),
    DivFK(Reg, Reg, f32),
    DivKF(Reg, Reg, f32),
    /// Second plus third times fourth, both results rounded.
    MulAddF(Reg, Reg, Reg, Reg),
    /// Second minus third times fourth, both results rounded.
    MulSubF(Reg, Reg, Reg, Reg),
    NegF(Reg, Reg),
    AbsF(Reg, Reg),
    SgnF(Reg, Reg),

    // Conversions.
    IntToFloat(Reg, Reg),
    FloatToInt(Reg, Reg),
    TextToInt(Reg, Text),
    TextToFloat(Reg, Text),
    IntToText(u16, Reg),
    FloatToText(u16, Reg),
    ObjectToText(u16, Reg, u16),

    // Comparisons that give 1 or 0.
    EqI(Reg, Reg, Reg),
    NeI(Reg, Reg, Reg),
    LtI(Reg, Reg, Reg),
    LeI(Reg, Reg, Reg),
    EqIK(Reg, Reg, i32),
    NeIK(Reg, Reg, i32),
    LtIK(Reg, Reg, i32),
    LeIK(Reg, Reg, i32),
    GtIK(Reg, Reg, i32),
    GeIK(Reg, Reg, i32),
    EqF(Reg, Reg, Reg),
    NeF(Reg, Reg, Reg),
    LtF(Reg, Reg, Reg),
    LeF(Reg, Reg, Reg),
    /// Objects: two that are Null or deleted are equal.
    EqO(Reg, Reg, Reg),
    NeO(Reg, Reg, Reg),
    CompareText(CompareOp, Reg, Text, Text),

    // Jumps. Each one taken counts as a step of the program's budget.
    Jump(u32),
    JumpIf(Reg, u32),
    JumpIfNot(Reg, u32),
    JumpEqI(Reg, Reg, u32),
    JumpNeI(Reg, Reg, u32),
    JumpLtI(Reg, Reg, u32),
    JumpLeI(Reg, Reg, u32),
    /// With a constant, to so many instructions from the one behind the jump.
    JumpEqIK(Reg, i16, i32),
    JumpNeIK(Reg, i16, i32),
    JumpLtIK(Reg, i16, i32),
    JumpLeIK(Reg, i16, i32),
    JumpGtIK(Reg, i16, i32),
    JumpGeIK(Reg, i16, i32),
    JumpEqF(Reg, Reg, u32),
    JumpNeF(Reg, Reg, u32),
    JumpLtF(Reg, Reg, u32),
    JumpLeF(Reg, Reg, u32),
    /// The negated Float comparisons are not the opposite ones: with NaN neither holds.
    JumpNotLtF(Reg, Reg, u32),
    JumpNotLeF(Reg, Reg, u32),
    JumpLtFK(Reg, i16, f32),
    JumpLeFK(Reg, i16, f32),
    JumpGtFK(Reg, i16, f32),
    JumpGeFK(Reg, i16, f32),
    JumpNotLtFK(Reg, i16, f32),
    JumpNotLeFK(Reg, i16, f32),
    JumpNotGtFK(Reg, i16, f32),
    JumpNotGeFK(Reg, i16, f32),
    JumpEqO(Reg, Reg, u32),
    JumpNeO(Reg, Reg, u32),
    /// Null or deleted.
    JumpNull(Reg, u32),
    JumpNotNull(Reg, u32),
    /// Adds 1 to the counter and jumps, by so many instructions, unless the limit is passed.
    ForK(Reg, i16, i32),
    /// The same with counter, limit, target.
    For(Reg, Reg, u32),
    /// The same with counter, limit, step, target.
    ForStep(Reg, Reg, i8, u32),

    // Text.
    MoveText(u16, Text),
    /// A constant, by its index.
    LoadText(u16, u32),
    /// From an absolute slot of the text stack.
    LoadGlobalText(u16, u32),
    StoreGlobalText(Text, u32),
    Concat(u16, Text, Text),
    Append(u16, Text),
    AppendGlobal(Text, u32),

    // `Dim` arrays: array last.
    ArrayGet(Reg, Reg, u16),
    ArraySet(Reg, Reg, u16),
    /// Position, array, any 32 bits.
    ArraySetK(Reg, u16, u32),
    /// Adds to an element, or subtracts from it: value, position, array.
    ArrayAddI(Reg, Reg, u16),
    ArraySubI(Reg, Reg, u16),
    ArrayAddF(Reg, Reg, u16),
    ArraySubF(Reg, Reg, u16),
    /// Position, array, what to add.
    ArrayAddIK(Reg, u16, i32),
    ArrayGet2(Reg, Reg, Reg, u16),
    ArraySet2(Reg, Reg, Reg, u16),
    /// The position of the element whose indices stand in the frame's slots from here on.
    ArrayIndex(Reg, u16, u16),
    ArrayGetText(u16, Reg, u16),
    ArraySetText(Text, Reg, u16),
    ArrayAppend(Text, Reg, u16),
    /// Array, and the frame's slot where its sizes start.
    Dim(u16, u16),

    // Blitz arrays.
    /// A new array of a type for a register that may hold an old one, which is given back.
    NewArray(Reg, u16),
    FreeArray(Reg, u16),
    ElementGet(Reg, Reg, Reg),
    ElementSet(Reg, Reg, Reg),
    ElementGetText(u16, Reg, Reg),
    ElementSetText(Text, Reg, Reg),
    ElementAppend(Text, Reg, Reg),
    /// Fails unless the Int is from 0 to the constant.
    CheckIndex(Reg, i32),

    // Objects. One operand of the field instructions is the field's position in the object's memory.
    FieldGet(Reg, Reg, u16),
    FieldSet(Reg, Reg, u16),
    /// Object, field, any 32 bits.
    FieldSetK(Reg, u16, u32),
    /// Adds to a field, or subtracts from it: value, object, field.
    FieldAddI(Reg, Reg, u16),
    FieldSubI(Reg, Reg, u16),
    FieldAddF(Reg, Reg, u16),
    FieldSubF(Reg, Reg, u16),
    /// Object, field, what to add.
    FieldAddIK(Reg, u16, i32),
    FieldGetText(u16, Reg, u16),
    FieldSetText(Text, Reg, u16),
    FieldAppend(Text, Reg, u16),
    New(Reg, u16),
    Delete(Reg, u16),
    DeleteEach(u16),
    First(Reg, u16),
    Last(Reg, u16),
    After(Reg, Reg, u16),
    Before(Reg, Reg, u16),
    /// Moves the register's object to the next of its list and jumps unless there is none.
    EachNext(Reg, u16, u32),
    InsertBefore(Reg, Reg),
    InsertAfter(Reg, Reg),
    HandleOf(Reg, Reg, u16),
    FromHandle(Reg, Reg, u16),

    // Data.
    ReadInt(Reg),
    ReadFloat(Reg),
    ReadText(u16),
    Restore(u32),

    // Calls. Arguments lie in the frame's slots and text registers from the given ones on.
    /// Destination, function, numbers, texts. A text result comes where the texts start.
    Call(Reg, u16, u16, u16),
    Return(Reg),
    ReturnK(i32),
    /// As `Return`, and empties so many text registers.
    ReturnDrop(Reg, u16),
    ReturnText(Text, u16),
    /// Destination, command site, numbers, texts. A text result comes where the texts start, or where the only one is
    /// a variable's, the destination is a text register.
    Command(Reg, u16, u16, u16),
    Gosub(u32),
    /// Goes back to behind the last Gosub; without one the program ends.
    EndGosub,
    End,
    Stop,
}
