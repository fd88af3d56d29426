//! The words and signs a program is made of.

use logos::Logos;

use crate::names::Symbol;

/// What a token is. The keywords come from [`KEYWORDS`], everything else from the patterns below.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(utf8 = false)]
#[logos(skip r"[ \t\x0B\x0C]+")]
#[logos(skip(r"(?-u:;[^\r\n]*)", allow_greedy = true))]
pub enum Kind {
    /// The end of a line: CR LF, LF or CR.
    #[regex(r"\r\n|\r|\n")]
    Newline,
    /// The end of a file.
    EndOfFile,
    /// `:`
    #[token(":")]
    Colon,
    /// A name.
    #[regex(r"[A-Za-z][A-Za-z0-9_]*")]
    Ident,
    /// `123`
    #[regex(r"[0-9]+")]
    Int,
    /// `1.5`, `.5`, `5.`
    #[regex(r"[0-9]+\.[0-9]*")]
    #[regex(r"\.[0-9]+")]
    Float,
    /// `$FF`
    #[regex(r"\$[0-9A-Fa-f]+")]
    Hex,
    /// `%101`
    #[regex(r"%[01]+")]
    Binary,
    /// `"text"`, or to the end of the line when not closed.
    #[regex(r#"(?-u:"[^"\r\n]*"?)"#, allow_greedy = true)]
    Str,
    /// `,`
    #[token(",")]
    Comma,
    /// `(`
    #[token("(")]
    LeftParen,
    /// `)`
    #[token(")")]
    RightParen,
    /// `[`
    #[token("[")]
    LeftBracket,
    /// `]`
    #[token("]")]
    RightBracket,
    /// `\`
    #[token("\\")]
    Backslash,
    /// `.`
    #[token(".")]
    Dot,
    /// `%`
    #[token("%")]
    Percent,
    /// `#`
    #[token("#")]
    Hash,
    /// `$`
    #[token("$")]
    Dollar,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    Minus,
    /// `*`
    #[token("*")]
    Star,
    /// `/`
    #[token("/")]
    Slash,
    /// `^`
    #[token("^")]
    Caret,
    /// `~`
    #[token("~")]
    Tilde,
    /// `=`
    #[token("=")]
    Equal,
    /// `<>` or `><`
    #[token("<>")]
    #[token("><")]
    NotEqual,
    /// `<`
    #[token("<")]
    Less,
    /// `<=` or `=<`
    #[token("<=")]
    #[token("=<")]
    LessEqual,
    /// `>`
    #[token(">")]
    Greater,
    /// `>=` or `=>`
    #[token(">=")]
    #[token("=>")]
    GreaterEqual,
    /// Bytes that mean nothing in the language.
    Unknown,

    /// `Dim`
    Dim,
    /// `Goto`
    Goto,
    /// `Gosub`
    Gosub,
    /// `Return`
    Return,
    /// `Exit`
    Exit,
    /// `If`
    If,
    /// `Then`
    Then,
    /// `Else`
    Else,
    /// `EndIf` or `End If`
    EndIf,
    /// `ElseIf` or `Else If`
    ElseIf,
    /// `While`
    While,
    /// `Wend`
    Wend,
    /// `For`
    For,
    /// `To`
    To,
    /// `Step`
    Step,
    /// `Next`
    Next,
    /// `Function`
    Function,
    /// `End Function`
    EndFunction,
    /// `Type`
    Type,
    /// `End Type`
    EndType,
    /// `Each`
    Each,
    /// `Local`
    Local,
    /// `Global`
    Global,
    /// `Field`
    Field,
    /// `Const`
    Const,
    /// `Select`
    Select,
    /// `Case`
    Case,
    /// `Default`
    Default,
    /// `End Select`
    EndSelect,
    /// `Repeat`
    Repeat,
    /// `Until`
    Until,
    /// `Forever`
    Forever,
    /// `Data`
    Data,
    /// `Read`
    Read,
    /// `Restore`
    Restore,
    /// `Abs`
    Abs,
    /// `Sgn`
    Sgn,
    /// `Mod`
    Mod,
    /// `Pi`
    Pi,
    /// `True`
    True,
    /// `False`
    False,
    /// The conversion `Int`.
    ToInt,
    /// The conversion `Float`.
    ToFloat,
    /// The conversion `Str`.
    ToStr,
    /// `Include`
    Include,
    /// `New`
    New,
    /// `Delete`
    Delete,
    /// `First`
    First,
    /// `Last`
    Last,
    /// `Insert`
    Insert,
    /// `Before`
    Before,
    /// `After`
    After,
    /// `Null`
    Null,
    /// `Object`
    Object,
    /// `Handle`
    Handle,
    /// `And`
    And,
    /// `Or`
    Or,
    /// `Xor`
    Xor,
    /// `Not`
    Not,
    /// `Shl`
    Shl,
    /// `Shr`
    Shr,
    /// `Sar`
    Sar,
}

/// The keywords of one word, as the manual writes them. `End If` and its like are put together by the lexer.
pub const KEYWORDS: &[(&str, Kind)] = &[
    ("Dim", Kind::Dim),
    ("Goto", Kind::Goto),
    ("Gosub", Kind::Gosub),
    ("Return", Kind::Return),
    ("Exit", Kind::Exit),
    ("If", Kind::If),
    ("Then", Kind::Then),
    ("Else", Kind::Else),
    ("EndIf", Kind::EndIf),
    ("ElseIf", Kind::ElseIf),
    ("While", Kind::While),
    ("Wend", Kind::Wend),
    ("For", Kind::For),
    ("To", Kind::To),
    ("Step", Kind::Step),
    ("Next", Kind::Next),
    ("Function", Kind::Function),
    ("Type", Kind::Type),
    ("Each", Kind::Each),
    ("Local", Kind::Local),
    ("Global", Kind::Global),
    ("Field", Kind::Field),
    ("Const", Kind::Const),
    ("Select", Kind::Select),
    ("Case", Kind::Case),
    ("Default", Kind::Default),
    ("Repeat", Kind::Repeat),
    ("Until", Kind::Until),
    ("Forever", Kind::Forever),
    ("Data", Kind::Data),
    ("Read", Kind::Read),
    ("Restore", Kind::Restore),
    ("Abs", Kind::Abs),
    ("Sgn", Kind::Sgn),
    ("Mod", Kind::Mod),
    ("Pi", Kind::Pi),
    ("True", Kind::True),
    ("False", Kind::False),
    ("Int", Kind::ToInt),
    ("Float", Kind::ToFloat),
    ("Str", Kind::ToStr),
    ("Include", Kind::Include),
    ("New", Kind::New),
    ("Delete", Kind::Delete),
    ("First", Kind::First),
    ("Last", Kind::Last),
    ("Insert", Kind::Insert),
    ("Before", Kind::Before),
    ("After", Kind::After),
    ("Null", Kind::Null),
    ("Object", Kind::Object),
    ("Handle", Kind::Handle),
    ("And", Kind::And),
    ("Or", Kind::Or),
    ("Xor", Kind::Xor),
    ("Not", Kind::Not),
    ("Shl", Kind::Shl),
    ("Shr", Kind::Shr),
    ("Sar", Kind::Sar),
];

/// One token and where it stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// The word, for names and keywords; else 0.
    pub symbol: Symbol,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Kind {
    /// Whether this is a keyword: a word that names nothing else.
    pub fn is_keyword(self) -> bool {
        matches!(self, Kind::EndFunction | Kind::EndType | Kind::EndSelect)
            || KEYWORDS.iter().any(|&(_, kind)| kind == self)
    }

    /// Whether this ends a statement whatever comes before: a line's end, a file's end, `:`.
    pub fn is_end(self) -> bool {
        matches!(self, Kind::Newline | Kind::EndOfFile | Kind::Colon)
    }
}
