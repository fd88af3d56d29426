//! The instructions: eight bytes each, typed, with the operands' registers in them.
//!
//! A frame sees its first 256 number slots through one-byte register numbers, so an access needs no
//! check. In the order of operands the destination is first. In names `I` is an Int, `F` a Float, `O` an object, `K` a constant.

use super::declare::{instructions, jump_operand};
use super::fault::Fault;
use super::operand::{Operand, role};

instructions! {
    /// Instructions that the loop of the VM executes itself: what programs do most.
    loop_instructions {
        // Moving numbers.
        Move(to: Write, from: Read);
        Load(to: Write, value: Bits);
        LoadGlobal(to: Write, from: ReadGlobal);
        StoreGlobal(to: WriteGlobal, value: Read);

        // Int arithmetic.
        AddI(to: Write, left: Read, right: Read);
        SubI(to: Write, left: Read, right: Read);
        MulI(to: Write, left: Read, right: Read);
        DivI(to: Write, left: Read, right: Read) faults Division;
        ModI(to: Write, left: Read, right: Read) faults Division;
        AndI(to: Write, left: Read, right: Read);
        OrI(to: Write, left: Read, right: Read);
        XorI(to: Write, left: Read, right: Read);
        Shl(to: Write, left: Read, right: Read);
        Shr(to: Write, left: Read, right: Read);
        Sar(to: Write, left: Read, right: Read);
        AddIK(to: Write, left: Read, right: Int);
        /// Constant minus register.
        SubKI(to: Write, right: Read, left: Int);
        MulIK(to: Write, left: Read, right: Int);
        /// Code is generated for it only where the constant is neither 0 nor -1.
        DivIK(to: Write, left: Read, right: Int) faults Division;
        /// Code is generated for it only where the constant is neither 0 nor -1.
        ModIK(to: Write, left: Read, right: Int) faults Division;
        AndIK(to: Write, left: Read, right: Int);
        OrIK(to: Write, left: Read, right: Int);
        XorIK(to: Write, left: Read, right: Int);
        ShlK(to: Write, left: Read, right: Int);
        ShrK(to: Write, left: Read, right: Int);
        SarK(to: Write, left: Read, right: Int);
        /// Summand plus left times right.
        MulAddI(to: Write, summand: Read, left: Read, right: Read);
        NegI(to: Write, value: Read);
        AbsI(to: Write, value: Read);
        /// 1 for 0, else 0.
        Not(to: Write, value: Read);

        // Float arithmetic.
        AddF(to: Write, left: Read, right: Read);
        SubF(to: Write, left: Read, right: Read);
        MulF(to: Write, left: Read, right: Read);
        DivF(to: Write, left: Read, right: Read);
        AddFK(to: Write, left: Read, right: Float);
        /// Constant minus register.
        SubKF(to: Write, right: Read, left: Float);
        MulFK(to: Write, left: Read, right: Float);
        DivFK(to: Write, left: Read, right: Float);
        /// Constant divided by register.
        DivKF(to: Write, right: Read, left: Float);
        /// Summand plus left times right, both results rounded.
        MulAddF(to: Write, summand: Read, left: Read, right: Read);
        /// Minuend minus left times right, both results rounded.
        MulSubF(to: Write, minuend: Read, left: Read, right: Read);
        NegF(to: Write, value: Read);
        AbsF(to: Write, value: Read);

        // Conversions.
        IntToFloat(to: Write, value: Read);
        FloatToInt(to: Write, value: Read);

        // Comparisons that give 1 or 0.
        EqI(to: Write, left: Read, right: Read);
        NeI(to: Write, left: Read, right: Read);
        LtI(to: Write, left: Read, right: Read);
        LeI(to: Write, left: Read, right: Read);
        EqIK(to: Write, left: Read, right: Int);
        NeIK(to: Write, left: Read, right: Int);
        LtIK(to: Write, left: Read, right: Int);
        LeIK(to: Write, left: Read, right: Int);
        GtIK(to: Write, left: Read, right: Int);
        GeIK(to: Write, left: Read, right: Int);
        EqF(to: Write, left: Read, right: Read);
        NeF(to: Write, left: Read, right: Read);
        LtF(to: Write, left: Read, right: Read);
        LeF(to: Write, left: Read, right: Read);

        // Jumps. Each one taken counts as a step of the program's budget.
        Jump(target: JumpTarget);
        JumpIf(value: Read, target: JumpTarget);
        JumpIfNot(value: Read, target: JumpTarget);
        JumpEqI(left: Read, right: Read, target: JumpTarget);
        JumpNeI(left: Read, right: Read, target: JumpTarget);
        JumpLtI(left: Read, right: Read, target: JumpTarget);
        JumpLeI(left: Read, right: Read, target: JumpTarget);
        JumpEqIK(left: Read, target: Distance, right: Int);
        JumpNeIK(left: Read, target: Distance, right: Int);
        JumpLtIK(left: Read, target: Distance, right: Int);
        JumpLeIK(left: Read, target: Distance, right: Int);
        JumpGtIK(left: Read, target: Distance, right: Int);
        JumpGeIK(left: Read, target: Distance, right: Int);
        JumpEqF(left: Read, right: Read, target: JumpTarget);
        JumpNeF(left: Read, right: Read, target: JumpTarget);
        JumpLtF(left: Read, right: Read, target: JumpTarget);
        JumpLeF(left: Read, right: Read, target: JumpTarget);
        /// The negated Float comparisons are not the opposite ones: with NaN neither holds.
        JumpNotLtF(left: Read, right: Read, target: JumpTarget);
        JumpNotLeF(left: Read, right: Read, target: JumpTarget);
        JumpLtFK(left: Read, target: Distance, right: Float);
        JumpLeFK(left: Read, target: Distance, right: Float);
        JumpGtFK(left: Read, target: Distance, right: Float);
        JumpGeFK(left: Read, target: Distance, right: Float);
        JumpNotLtFK(left: Read, target: Distance, right: Float);
        JumpNotLeFK(left: Read, target: Distance, right: Float);
        JumpNotGtFK(left: Read, target: Distance, right: Float);
        JumpNotGeFK(left: Read, target: Distance, right: Float);
        JumpEqO(left: Object, right: Object, target: JumpTarget);
        JumpNeO(left: Object, right: Object, target: JumpTarget);
        /// Null or deleted.
        JumpNull(object: Object, target: JumpTarget);
        JumpNotNull(object: Object, target: JumpTarget);
        /// Adds 1 to the counter and jumps unless the limit is passed.
        ForK(counter: Update, target: Distance, limit: Int);
        For(counter: Update, limit: Read, target: JumpTarget);
        /// Adds the step, which is not 0, to the counter and jumps unless the limit is passed.
        ForStep(counter: Update, limit: Read, step: SmallInt, target: JumpTarget);

        // `Dim` arrays of numbers.
        ArrayGet(to: Write, index: Index, array: DimArray) faults ArrayIndex;
        ArraySet(value: Read, index: Index, array: DimArray) faults ArrayIndex;
        ArraySetK(index: Index, array: DimArray, value: Bits) faults ArrayIndex;
        /// Adds to an element.
        ArrayAddI(value: Read, index: Index, array: DimArray) faults ArrayIndex;
        ArraySubI(value: Read, index: Index, array: DimArray) faults ArrayIndex;
        ArrayAddF(value: Read, index: Index, array: DimArray) faults ArrayIndex;
        ArraySubF(value: Read, index: Index, array: DimArray) faults ArrayIndex;
        ArrayAddIK(index: Index, array: DimArray, value: Int) faults ArrayIndex;
        ArrayGet2(to: Write, row: Index, column: Index, array: DimArray) faults ArrayIndex;
        ArraySet2(value: Read, row: Index, column: Index, array: DimArray) faults ArrayIndex;

        // Blitz arrays of numbers.
        ElementGet(to: Write, array: BlitzArray, index: Index) faults ElementIndex;
        ElementSet(value: Read, array: BlitzArray, index: Index) faults ElementIndex;

        // Fields that are numbers.
        FieldGet(to: Write, object: Object, field: Field) faults NoObject;
        FieldSet(value: Read, object: Object, field: Field) faults NoObject;
        FieldSetK(object: Object, field: Field, value: Bits) faults NoObject;
        /// Adds to a field.
        FieldAddI(value: Read, object: Object, field: Field) faults NoObject;
        FieldSubI(value: Read, object: Object, field: Field) faults NoObject;
        FieldAddF(value: Read, object: Object, field: Field) faults NoObject;
        FieldSubF(value: Read, object: Object, field: Field) faults NoObject;
        FieldAddIK(object: Object, field: Field, value: Int) faults NoObject;
        /// Moves the register's object to the next of its list and jumps unless there is none.
        EachNext(object: Update, ty: ObjectType, target: JumpTarget) faults NoObject;

        // Calls. Arguments lie in the frame's number slots and string registers from the given ones on.
        Call(to: Result, function: Function, numbers: FirstNumber, strings: FirstString) faults TooManyCalls;
        Return(value: Read);
        ReturnK(value: Int);
        Command(to: Result, command: CommandSite, numbers: FirstNumber, strings: FirstString)
            faults Command | OutOfMemory;
    }

    /// Instructions that need the frame's registers and nothing else of the number stack, and never jump: strings, objects, data and rare
    /// arithmetic. The loop calls a function for them.
    register_instructions {
        // Arithmetic.
        SgnI(to: Write, value: Read);
        BitNot(to: Write, value: Read);
        ModF(to: Write, left: Read, right: Read);
        PowF(to: Write, left: Read, right: Read);
        SgnF(to: Write, value: Read);

        // Strings.
        StringToInt(to: Write, value: ReadString);
        StringToFloat(to: Write, value: ReadString);
        IntToString(to: WriteString, value: Read);
        FloatToString(to: WriteString, value: Read);
        ObjectToString(to: WriteString, object: Object, ty: ObjectType);
        CompareStrings(comparison: Comparison, to: Write, left: ReadString, right: ReadString);
        MoveString(to: WriteString, from: ReadString);
        LoadString(to: WriteString, value: StringConstant);
        LoadGlobalString(to: WriteString, from: ReadGlobalString);
        StoreGlobalString(value: ReadString, to: WriteGlobalString);
        Concat(to: WriteString, left: ReadString, right: ReadString) faults StringTooLong | OutOfMemory;
        Append(to: UpdateString, value: ReadString) faults StringTooLong | OutOfMemory;
        AppendGlobal(value: ReadString, to: UpdateGlobalString) faults StringTooLong | OutOfMemory;

        // `Dim` arrays of strings.
        ArrayGetString(to: WriteString, index: Index, array: DimArray) faults ArrayIndex;
        ArraySetString(value: ReadString, index: Index, array: DimArray) faults ArrayIndex;
        ArrayAppend(value: ReadString, index: Index, array: DimArray)
            faults ArrayIndex | StringTooLong | OutOfMemory;

        // Blitz arrays.
        /// A new array for a register that may hold an old one, which is freed.
        NewArray(array: Update, ty: ArrayType) faults OutOfMemory;
        FreeArray(array: Update, ty: ArrayType);
        ElementGetString(to: WriteString, array: BlitzArray, index: Index) faults ElementIndex;
        ElementSetString(value: ReadString, array: BlitzArray, index: Index) faults ElementIndex;
        ElementAppend(value: ReadString, array: BlitzArray, index: Index)
            faults ElementIndex | StringTooLong | OutOfMemory;
        /// Fails unless the Int is from 0 to the constant.
        CheckIndex(index: Index, last: Int) faults ElementIndex;

        // Objects.
        /// Two that are Null or deleted are equal.
        EqO(to: Write, left: Object, right: Object);
        NeO(to: Write, left: Object, right: Object);
        FieldGetString(to: WriteString, object: Object, field: StringField) faults NoObject;
        FieldSetString(value: ReadString, object: Object, field: StringField) faults NoObject;
        FieldAppend(value: ReadString, object: Object, field: StringField)
            faults NoObject | StringTooLong | OutOfMemory;
        Delete(object: Object, ty: ObjectType);
        DeleteEach(ty: ObjectType);
        First(to: Write, ty: ObjectType);
        Last(to: Write, ty: ObjectType);
        After(to: Write, object: Object, ty: ObjectType) faults NoObject;
        Before(to: Write, object: Object, ty: ObjectType) faults NoObject;
        InsertBefore(object: Object, before: Object) faults NoObject;
        InsertAfter(object: Object, after: Object) faults NoObject;
        HandleOf(to: Write, object: Object, ty: ObjectType);
        FromHandle(to: Write, handle: Read, ty: ObjectType);

        // Data.
        ReadDataInt(to: Write) faults OutOfData;
        ReadDataFloat(to: Write) faults OutOfData;
        ReadDataString(to: WriteString) faults OutOfData;
        Restore(item: DataItem);
    }

    /// Instructions that need the whole number stack, change the frame or the place in the code, or leave the loop. The loop calls a
    /// function for them.
    stack_instructions {
        LoadFar(to: Write, from: ReadSlot);
        StoreFar(to: WriteSlot, value: Read);
        /// The position of the element of a `Dim` array whose indices stand in slots.
        ArrayIndex(to: Write, indices: ReadSlots, array: DimArray) faults ArrayIndex;
        Dim(array: DimArray, sizes: ReadSlots) faults DimSize | OutOfMemory;
        New(to: Write, ty: ObjectType) faults OutOfMemory;
        /// As `Return`, and empties string registers.
        ReturnDrop(value: Read, strings: StringCount);
        ReturnString(value: ReadString, strings: StringCount);
        Gosub(target: JumpTarget) faults TooManyGosubs;
        /// Goes back to behind the last Gosub; without one the program ends.
        EndGosub;
        End;
        Stop;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_is_eight_bytes() {
        assert_eq!(size_of::<Op>(), 8);
    }

    #[test]
    fn a_jump_has_one_target_or_distance_and_nothing_else_has() {
        for mut op in every_instruction() {
            let jumps = |(_, operand): &(_, Operand)| {
                matches!(operand, Operand::JumpTarget(_) | Operand::Distance(_))
            };
            let operands = op.operands().iter().filter(|o| jumps(o)).count();
            let places =
                usize::from(op.target_mut().is_some()) + usize::from(op.distance_mut().is_some());
            assert_eq!(operands, places, "{}", op.name());
            assert!(places <= 1, "{}", op.name());
        }
    }
}
