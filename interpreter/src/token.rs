//! The words and signs a program is made of.

use logos::Logos;

use crate::names::Symbol;

/// What a token is. The keywords come from [`KEYWORDS`], everything else from the patterns below.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(utf8 = false)]
#[logos(skip r"[ \t\x0B\x0C]+")]
#[logos(skip(r"(?-u:;[^\r\n]*)", allow_greedy = true))]
pub enum TokenKind {
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
pub const KEYWORDS: &[(&str, TokenKind)] = &[
    ("Dim", TokenKind::Dim),
    ("Goto", TokenKind::Goto),
    ("Gosub", TokenKind::Gosub),
    ("Return", TokenKind::Return),
    ("Exit", TokenKind::Exit),
    ("If", TokenKind::If),
    ("Then", TokenKind::Then),
    ("Else", TokenKind::Else),
    ("EndIf", TokenKind::EndIf),
    ("ElseIf", TokenKind::ElseIf),
    ("While", TokenKind::While),
    ("Wend", TokenKind::Wend),
    ("For", TokenKind::For),
    ("To", TokenKind::To),
    ("Step", TokenKind::Step),
    ("Next", TokenKind::Next),
    ("Function", TokenKind::Function),
    ("Type", TokenKind::Type),
    ("Each", TokenKind::Each),
    ("Local", TokenKind::Local),
    ("Global", TokenKind::Global),
    ("Field", TokenKind::Field),
    ("Const", TokenKind::Const),
    ("Select", TokenKind::Select),
    ("Case", TokenKind::Case),
    ("Default", TokenKind::Default),
    ("Repeat", TokenKind::Repeat),
    ("Until", TokenKind::Until),
    ("Forever", TokenKind::Forever),
    ("Data", TokenKind::Data),
    ("Read", TokenKind::Read),
    ("Restore", TokenKind::Restore),
    ("Abs", TokenKind::Abs),
    ("Sgn", TokenKind::Sgn),
    ("Mod", TokenKind::Mod),
    ("Pi", TokenKind::Pi),
    ("True", TokenKind::True),
    ("False", TokenKind::False),
    ("Int", TokenKind::ToInt),
    ("Float", TokenKind::ToFloat),
    ("Str", TokenKind::ToStr),
    ("Include", TokenKind::Include),
    ("New", TokenKind::New),
    ("Delete", TokenKind::Delete),
    ("First", TokenKind::First),
    ("Last", TokenKind::Last),
    ("Insert", TokenKind::Insert),
    ("Before", TokenKind::Before),
    ("After", TokenKind::After),
    ("Null", TokenKind::Null),
    ("Object", TokenKind::Object),
    ("Handle", TokenKind::Handle),
    ("And", TokenKind::And),
    ("Or", TokenKind::Or),
    ("Xor", TokenKind::Xor),
    ("Not", TokenKind::Not),
    ("Shl", TokenKind::Shl),
    ("Shr", TokenKind::Shr),
    ("Sar", TokenKind::Sar),
];

/// One token and where it stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The word, for names and keywords; else 0.
    pub symbol: Symbol,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl TokenKind {
    /// Whether this is a keyword: a word that names nothing else.
    pub fn is_keyword(self) -> bool {
        matches!(
            self,
            TokenKind::EndFunction | TokenKind::EndType | TokenKind::EndSelect
        ) || KEYWORDS.iter().any(|&(_, kind)| kind == self)
    }

    /// Whether this ends a statement whatever comes before: a line's end, a file's end, `:`.
    pub fn is_end(self) -> bool {
        matches!(
            self,
            TokenKind::Newline | TokenKind::EndOfFile | TokenKind::Colon
        )
    }
}
