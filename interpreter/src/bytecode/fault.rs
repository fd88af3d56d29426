//! What an instruction may fail with.

/// A kind of failure; the machine adds the values that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    /// An Int division by zero, or of the least Int by -1. The last operand is the divisor.
    Division,
    /// A reference is Null, or its object was deleted.
    NoObject,
    /// An index of a `Dim` array.
    ArrayIndex,
    /// An index of a Blitz array.
    ElementIndex,
    /// A size in a `Dim`.
    DimSize,
    /// No `Data` item is left.
    OutOfData,
    /// Objects, arrays or strings take more memory than a program may use.
    OutOfMemory,
    /// A string grows beyond the limit.
    StringTooLong,
    /// Calls in calls.
    TooManyCalls,
    /// Gosubs in Gosubs.
    TooManyGosubs,
    /// Whatever a command fails with.
    Command,
}

impl Fault {
    /// Whether an instruction with these faults has but one, whose cause its operands tell: the loop of the VM only notes that such an
    /// instruction could not be executed, and looks for the cause afterwards.
    pub(crate) const fn follows_from_operands(faults: &[Fault]) -> bool {
        matches!(
            faults,
            [Fault::Division
                | Fault::NoObject
                | Fault::ArrayIndex
                | Fault::ElementIndex
                | Fault::TooManyCalls]
        )
    }
}
