//! The checked program: every name bound, every expression typed, every conversion written out.
//!
//! The checker makes it from the syntax tree; code generation reads nothing else. After the checker no
//! strings are looked up: variables, fields, functions, labels and commands are numbers.

use std::rc::Rc;

use crate::host::CommandId;
use crate::source::Span;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    /// 32-bit wrapping integer.
    Int,
    /// 32-bit IEEE float.
    Float,
    /// Byte string.
    Str,
    /// An object of a custom type, or Null.
    Object(TypeId),
    /// The literal `Null` before it meets a custom type.
    Null,
    /// A Blitz array (`Local a[10]`), by reference.
    Array(BlitzArrayId),
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            /// The number as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A custom type, index into [`Program::types`].
    TypeId;
    /// A Blitz array type, index into [`Program::blitz_arrays`].
    BlitzArrayId;
    /// A global variable, index into [`Program::globals`].
    GlobalId;
    /// A local variable, index into [`Function::locals`].
    LocalId;
    /// A `Dim` array, index into [`Program::arrays`].
    ArrayId;
    /// A function, index into [`Program::functions`]; 0 is the main program.
    FunctionId;
    /// A label, index into [`Function::labels`].
    LabelId;
}

/// A whole program.
#[derive(Debug, Default)]
pub struct Program {
    /// Custom types.
    pub types: Vec<ObjectType>,
    /// Distinct Blitz array types.
    pub blitz_arrays: Vec<BlitzArrayType>,
    /// Global variables. They start as 0, "" or Null; a Blitz array global is made by [`StmtKind::NewArray`].
    pub globals: Vec<Variable>,
    /// `Dim` arrays.
    pub arrays: Vec<DimArray>,
    /// Functions; the first is the main program.
    pub functions: Vec<Function>,
    /// All `Data` items in program order.
    pub data: Vec<DataItem>,
}

/// A custom type.
#[derive(Debug)]
pub struct ObjectType {
    /// Its name as declared.
    pub name: String,
    /// Its fields in order. A Blitz array field is made together with the object.
    pub fields: Vec<Variable>,
}

/// The shape of a Blitz array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BlitzArrayType {
    /// Element type (never an array).
    pub element: Ty,
    /// Sizes, one a dimension: inclusive upper bounds, at least 0.
    pub sizes: Vec<u32>,
}

/// A variable or a field.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Name as first written, without tag; for error messages and the debugger. Empty for a temporary.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Where it was first written.
    pub span: Span,
}

/// A `Dim` array.
#[derive(Debug)]
pub struct DimArray {
    /// Name as declared.
    pub name: String,
    /// Element type.
    pub element: Ty,
    /// Number of dimensions, at least 1.
    pub dimensions: usize,
}

/// A function, or the main program.
#[derive(Debug)]
pub struct Function {
    /// Name as declared; empty for the main program.
    pub name: String,
    /// Its declaration's line.
    pub span: Span,
    /// How many of the locals are parameters; they come first, in order.
    pub params: usize,
    /// Locals, parameters and the checker's temporaries.
    pub locals: Vec<Variable>,
    /// Type of the result; a function that ends without `Return` gives 0, "" or Null.
    pub returns: Ty,
    /// Names of the labels, by [`LabelId`].
    pub labels: Vec<String>,
    /// The statements.
    pub body: Block,
}

/// A `Data` item.
#[derive(Clone, Debug, PartialEq)]
pub enum DataItem {
    /// Integer constant.
    Int(i32),
    /// Float constant.
    Float(f32),
    /// String constant.
    Str(Rc<[u8]>),
}

/// Statements in order.
pub type Block = Vec<Stmt>;

/// A statement and where it stands.
#[derive(Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands, for runtime errors and the debugger.
    pub span: Span,
}

/// What a statement does.
#[derive(Debug)]
pub enum StmtKind {
    /// Stores a value of the place's own type.
    Assign(Place, Expr),
    /// Evaluates a call and drops its result.
    Eval(Expr),
    /// `cond` is an Int; everything but 0 is true.
    If {
        /// The condition.
        cond: Expr,
        /// Statements when true.
        then: Block,
        /// Statements when false (an `ElseIf` is an `If` alone in here).
        otherwise: Block,
    },
    /// `While cond ... Wend`
    While {
        /// The condition, an Int.
        cond: Expr,
        /// The statements.
        body: Block,
    },
    /// `Repeat ... Until cond`, or `Forever` where there is no condition.
    Repeat {
        /// The statements.
        body: Block,
        /// The condition to leave, an Int.
        until: Option<Expr>,
    },
    /// `For var = from To to Step step`: `from`, `to` and `step` have the variable's type (Int or Float). `to` is evaluated
    /// anew before every turn; indices inside `var` are evaluated anew too.
    For {
        /// The variable counted.
        var: Place,
        /// First value.
        from: Expr,
        /// Last value, included.
        to: Expr,
        /// The step, a constant of the variable's type ([`ExprKind::Int`] or [`ExprKind::Float`]).
        step: Expr,
        /// The statements.
        body: Block,
    },
    /// `For var = Each type`
    ForEach {
        /// The variable that takes each object.
        var: Place,
        /// The type whose list is walked.
        ty: TypeId,
        /// The statements.
        body: Block,
    },
    /// `Select subject`: the subject is evaluated once into the temporary `subject`; case values have its type.
    Select {
        /// The temporary that keeps the subject.
        temp: LocalId,
        /// The subject.
        subject: Expr,
        /// The cases in order.
        cases: Vec<Case>,
        /// Statements of `Default`.
        default: Block,
    },
    /// Leaves the innermost loop (the checker has seen that there is one).
    Exit,
    /// Leaves the function. In the main program without value: returns from a `Gosub`.
    Return(Option<Expr>),
    /// Marks a place to jump to.
    Label(LabelId),
    /// Jumps to a label of the same function.
    Goto(LabelId),
    /// Calls a label of the main program.
    Gosub(LabelId),
    /// Ends the program.
    End,
    /// Breaks into the debugger.
    Stop,
    /// Deletes an object; Null is allowed.
    Delete(Expr),
    /// Deletes all objects of a type.
    DeleteEach(TypeId),
    /// Moves `object` before or after `target` in their type's list.
    Insert {
        /// The object that moves.
        object: Expr,
        /// Where to.
        target: Expr,
        /// Before it, else after it.
        before: bool,
    },
    /// `Dim`: gives an array its sizes (Ints, inclusive upper bounds), clearing it.
    Dim {
        /// Which array.
        array: ArrayId,
        /// One size a dimension.
        sizes: Vec<Expr>,
    },
    /// Makes a fresh Blitz array for a declared local or global.
    NewArray {
        /// The variable.
        place: Place,
        /// Its shape.
        ty: BlitzArrayId,
    },
    /// Reads the next `Data` item into a place.
    Read(Place),
    /// Sets the next `Data` item, an index into [`Program::data`] (it may be one past the end).
    Restore(u32),
}

/// One `Case` of a `Select`.
#[derive(Debug)]
pub struct Case {
    /// Values, any of which chooses the case.
    pub values: Vec<Expr>,
    /// The statements.
    pub body: Block,
    /// Where the case stands.
    pub span: Span,
}

/// Something that holds a value.
#[derive(Debug)]
pub enum Place {
    /// A local variable.
    Local(LocalId),
    /// A global variable.
    Global(GlobalId),
    /// A field of an object.
    Field {
        /// The object.
        object: Box<Expr>,
        /// Its type.
        ty: TypeId,
        /// The field's position.
        field: u32,
    },
    /// An element of a `Dim` array.
    Dim {
        /// Which array.
        array: ArrayId,
        /// One Int a dimension.
        indices: Vec<Expr>,
    },
    /// An element of a Blitz array.
    Element {
        /// The array, an expression of type [`Ty::Array`].
        array: Box<Expr>,
        /// Its shape.
        ty: BlitzArrayId,
        /// One Int a dimension.
        indices: Vec<Expr>,
    },
}

/// A typed expression.
#[derive(Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Ty,
    /// Where it stands.
    pub span: Span,
}

/// What an expression computes.
#[derive(Debug)]
pub enum ExprKind {
    /// An Int constant.
    Int(i32),
    /// A Float constant.
    Float(f32),
    /// A String constant.
    Str(Rc<[u8]>),
    /// Null.
    Null,
    /// The value of a place.
    Read(Place),
    /// The operand converted to the expression's type: between Int, Float and Str, and from an object to Str.
    Convert(Box<Expr>),
    /// A unary operator; operand and result have the same type.
    Unary(UnaryOp, Box<Expr>),
    /// An arithmetic operator; operands and result have the same type (Str only for [`BinaryOp::Add`]).
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison of two operands of the same type (objects: only equal and not equal); 1 or 0.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `Not`: 1 where the Int operand is 0, else 0.
    Not(Box<Expr>),
    /// A call; arguments have the parameters' types, defaults filled in.
    Call(FunctionId, Vec<Expr>),
    /// A command; arguments have the parameters' types, defaults filled in.
    Command(CommandId, Vec<Expr>),
    /// A new object at the end of its type's list.
    New(TypeId),
    /// The first object of a type, or Null.
    First(TypeId),
    /// The last object of a type, or Null.
    Last(TypeId),
    /// The object after this one, or Null.
    After(Box<Expr>),
    /// The object before this one, or Null.
    Before(Box<Expr>),
    /// `Handle(x)`: a positive Int, 0 for Null.
    HandleOf(Box<Expr>),
    /// `Object.T(h)`: the living object with this handle and type, or Null.
    FromHandle(TypeId, Box<Expr>),
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-x`, Int (wrapping) or Float.
    Neg,
    /// `~x`, Int.
    BitNot,
    /// `Abs x`, Int (wrapping) or Float.
    Abs,
    /// `Sgn x`, Int or Float: -1, 0 or 1.
    Sgn,
}

/// Arithmetic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// Int (wrapping), Float, or joins Strs.
    Add,
    /// Int (wrapping) or Float.
    Sub,
    /// Int (wrapping) or Float.
    Mul,
    /// Int (toward zero; zero is a runtime error) or Float.
    Div,
    /// Int or Float, the dividend's sign.
    Mod,
    /// Float.
    Pow,
    /// Int.
    And,
    /// Int.
    Or,
    /// Int.
    Xor,
    /// Int, count's low five bits.
    Shl,
    /// Int, logical.
    Shr,
    /// Int, arithmetic.
    Sar,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `=`
    Eq,
    /// `<>`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}
