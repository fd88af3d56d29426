//! The syntax tree: what was written, with all names still words.
//!
//! As in the original compiler, declarations that count for the whole program (`Const`, `Type`, `Function`,
//! `Data`) are gathered in lists of their own, and included files lie in the statements where they were
//! included.

use std::rc::Rc;

use crate::names::Symbol;
use crate::source::Span;

/// A word and where it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word.
    pub symbol: Symbol,
    /// Where it stands.
    pub span: Span,
}

/// A type tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// `%`
    Int,
    /// `#`
    Float,
    /// `$`
    Str,
    /// `.Name`
    Object(Name),
}

/// A whole program.
#[derive(Debug, Default)]
pub struct Tree {
    /// Constants in source order.
    pub consts: Vec<Decl>,
    /// Custom types in source order.
    pub types: Vec<TypeDecl>,
    /// Functions in source order.
    pub functions: Vec<Function>,
    /// `Data` items in source order.
    pub data: Vec<Expr>,
    /// The main program.
    pub body: Block,
    /// All `Dim`s in source order.
    pub dims: Vec<Name>,
    /// An included file is missing: names may be declared there, so unknown ones prove nothing.
    pub incomplete: bool,
}

/// Statements in order.
pub type Block = Vec<Stmt>;

/// The declaration of a variable, constant, field or parameter.
#[derive(Debug)]
pub struct Decl {
    /// Its name.
    pub name: Name,
    /// Its tag.
    pub tag: Option<Tag>,
    /// What follows the name.
    pub init: Init,
    /// The whole declaration.
    pub span: Span,
}

/// What follows the name in a declaration.
#[derive(Debug)]
pub enum Init {
    /// Nothing.
    None,
    /// `= value`
    Value(Expr),
    /// `[size]`: a Blitz array.
    Array(Expr),
    /// Something that has been reported.
    Error,
}

/// A custom type.
#[derive(Debug)]
pub struct TypeDecl {
    /// Its name.
    pub name: Name,
    /// Its fields in order.
    pub fields: Vec<Decl>,
    /// Fields may be lost to a syntax error.
    pub incomplete: bool,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// The tag of its result.
    pub tag: Option<Tag>,
    /// Its parameters in order.
    pub params: Vec<Decl>,
    /// Its statements.
    pub body: Block,
    /// From `Function` to the closing bracket.
    pub span: Span,
    /// Parameters may be lost to a syntax error.
    pub incomplete: bool,
}

/// A statement.
#[derive(Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands; of a block only its first part.
    pub span: Span,
}

/// What a statement is.
#[derive(Debug)]
pub enum StmtKind {
    /// `a = b`
    Assign(Var, Expr),
    /// `Foo a, b` or `Foo(a, b)`
    Call(Call),
    /// `If` with its `ElseIf`s, and the statements of `Else`.
    If(Vec<(Expr, Block)>, Block),
    /// `While ... Wend`
    While(Expr, Block),
    /// `Repeat ... Until`, or `Forever`.
    Repeat(Block, Option<Expr>),
    /// `For ... To ... Step`
    For(Box<For>),
    /// `For var = Each Type`
    ForEach(Var, Name, Block),
    /// `Select`
    Select(Expr, Vec<Case>, Block),
    /// `Exit`
    Exit,
    /// `Goto label`
    Goto(Name),
    /// `Gosub label`
    Gosub(Name),
    /// `Return`, maybe with a value.
    Return(Option<Expr>),
    /// `.label`, and how many `Data` items stand before it.
    Label(Name, u32),
    /// `Delete x`
    Delete(Expr),
    /// `Delete Each Type`
    DeleteEach(Name),
    /// `Insert a Before b` (true) or `After b`.
    Insert(Expr, Expr, bool),
    /// `Read` of one variable.
    Read(Var),
    /// `Restore`, maybe to a label.
    Restore(Option<Name>),
    /// `Dim a(1, 2)`; without sizes where they have a mistake that has been reported.
    Dim(Name, Option<Tag>, Vec<Expr>),
    /// `Local` of one variable.
    Local(Decl),
    /// `Global` of one variable.
    Global(Decl),
}

/// A counting loop.
#[derive(Debug)]
pub struct For {
    /// The variable counted.
    pub var: Var,
    /// First value.
    pub from: Expr,
    /// Last value.
    pub to: Expr,
    /// The step, 1 where there is none.
    pub step: Option<Expr>,
    /// The statements.
    pub body: Block,
}

/// One `Case`.
#[derive(Debug)]
pub struct Case {
    /// Its values.
    pub values: Vec<Expr>,
    /// Its statements.
    pub body: Block,
    /// Where it stands.
    pub span: Span,
}

/// A call of a function or command.
#[derive(Debug)]
pub struct Call {
    /// The name.
    pub name: Name,
    /// The tag behind the name.
    pub tag: Option<Tag>,
    /// The arguments.
    pub args: Vec<Expr>,
    /// An argument was lost to a syntax error.
    pub incomplete: bool,
}

/// A variable, array element or field, as written.
#[derive(Debug)]
pub struct Var {
    /// The first name.
    pub name: Name,
    /// The tag behind it.
    pub tag: Option<Tag>,
    /// `(1, 2)` behind the first name: the element of a `Dim` array.
    pub indices: Option<Vec<Expr>>,
    /// What follows, in order.
    pub accesses: Vec<Access>,
    /// All of it.
    pub span: Span,
}

/// The access to a part of an object or a Blitz array.
#[derive(Debug)]
pub enum Access {
    /// `\name`
    Field(Name),
    /// `[index]`
    Index(Box<Expr>, Span),
}

/// An expression.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Debug)]
pub enum ExprKind {
    /// Lost to a syntax error that has been reported.
    Error,
    /// An Int literal, `True` or `False`.
    Int(i32),
    /// A Float literal or `Pi`.
    Float(f32),
    /// A string literal.
    Str(Rc<[u8]>),
    /// `Null`
    Null,
    /// A variable.
    Var(Box<Var>),
    /// A call.
    Call(Box<Call>),
    /// An operator before one operand.
    Unary(Unary, Box<Expr>),
    /// An operator between two operands, and where the operator stands.
    Binary(Binary, Span, Box<(Expr, Expr)>),
    /// `New Type`
    New(Name),
    /// `First Type`
    First(Name),
    /// `Last Type`
    Last(Name),
    /// `Object.Type x`
    Object(Name, Box<Expr>),
}

/// Operators before one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `Not`
    Not,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `~`
    Complement,
    /// `Abs`
    Abs,
    /// `Sgn`
    Sgn,
    /// `Int`
    ToInt,
    /// `Float`
    ToFloat,
    /// `Str`
    ToStr,
    /// `Before`
    Before,
    /// `After`
    After,
    /// `Handle`
    Handle,
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `And`
    And,
    /// `Or`
    Or,
    /// `Xor`
    Xor,
    /// `=`
    Equal,
    /// `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `Shl`
    Shl,
    /// `Shr`
    Shr,
    /// `Sar`
    Sar,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `Mod`
    Mod,
    /// `^`
    Power,
}
