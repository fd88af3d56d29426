//! Tokens to syntax tree.
//!
//! Written by hand, by recursive descent. The grammar is not one that a combinator library describes well: whether a
//! name followed by a bracket is an array or a call depends on the `Dim` lines before it, whether brackets belong
//! to a call depends on what follows the matching one, an `If` is a block or a line depending on the next token, statements need no
//! separator, and an included file continues the block that includes it. By hand these are a few lines each, nesting has a plain
//! limit, every mistake gets its own words, and 50,000 lines take a few hundredths of a second.
//!
//! A mistake is reported where it is found, and [`Reported`] travels up to the statement, which skips to where the
//! next statement surely starts. Openers of blocks go on with their body, so that one mistake in a `While` line does
//! not make its `Wend` a second one.

mod block;
mod decl;
mod expr;
mod hints;
mod include;
mod stmt;

use std::collections::HashSet;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::loader::Loader;
use crate::names::{Names, Symbol};
use crate::source::{FileId, Sources, Span};
use crate::syntax::{Name, Tag, Tree};
use crate::token::{Token, TokenKind};

use block::Opener;

/// A mistake was found and has been reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported;

pub(crate) type Parse<T> = Result<T, Reported>;

/// How deep brackets, blocks and included files may lie in one another: a few times what people write, and little
/// enough for a small stack.
const NESTING: usize = 200;

/// How high an expression's tree may be: long rows of operators are not nested when read, but are when computed.
const HEIGHT: u16 = 1000;

/// How many `ElseIf`s an `If` may have.
const ELSE_IFS: usize = 1000;

pub(crate) struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    file: FileId,
    /// The key of the current file, for its includes.
    key: String,
    sources: &'a mut Sources,
    names: &'a mut Names,
    diagnostics: &'a mut Diagnostics,
    loader: &'a mut dyn Loader,
    included: HashSet<String>,
    /// Names declared with `Dim` so far, by symbol.
    arrays: Vec<bool>,
    /// The blocks that are open here, outermost first.
    blocks: Vec<Opener>,
    /// The first block that this file opened; those before it belong to the including file.
    first_block: usize,
    depth: usize,
    /// How high the tree of the expression read last is.
    height: u16,
    /// `ElseIf`s around this place: each makes the program one level deeper.
    else_ifs: usize,
    /// Nothing more will be said, so there is no use in reading on.
    stopped: bool,
    tree: Tree,
}

/// Reads a program. `main` is the key of the main file, which is in `sources`.
pub(crate) fn parse(
    file: FileId,
    main: String,
    sources: &mut Sources,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
    loader: &mut dyn Loader,
) -> Tree {
    let tokens = match sources.get(file) {
        Some(source) => crate::lexer::lex(&source.bytes, names),
        None => crate::lexer::lex(&[], names),
    };
    let mut parser = Parser {
        tokens,
        at: 0,
        file,
        included: HashSet::from([main.clone()]),
        key: main,
        sources,
        names,
        diagnostics,
        loader,
        arrays: Vec::new(),
        blocks: Vec::new(),
        first_block: 0,
        depth: 0,
        height: 0,
        else_ifs: 0,
        stopped: false,
        tree: Tree::default(),
    };
    parser.tree.body = parser.whole_file(true);
    parser.tree
}

impl Parser<'_> {
    // Looking at tokens. The last token is the file's end, and nothing moves past it.

    fn token(&self) -> Token {
        self.peek(0)
    }

    fn peek(&self, ahead: usize) -> Token {
        let last = Token {
            kind: TokenKind::EndOfFile,
            symbol: Symbol::default(),
            start: 0,
            end: 0,
        };
        self.tokens
            .get(self.at + ahead)
            .or(self.tokens.last())
            .copied()
            .unwrap_or(last)
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    fn advance(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::EndOfFile {
            self.at += 1;
        }
        token
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance();
        }
        found
    }

    fn span_of(&self, token: Token) -> Span {
        Span {
            file: self.file,
            start: token.start,
            end: token.end,
        }
    }

    /// The place of the token that comes next.
    fn here(&self) -> Span {
        self.span_of(self.token())
    }

    /// The place of the token read last.
    fn last_span(&self) -> Span {
        let token = self
            .at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .copied();
        token.map_or_else(|| self.here(), |token| self.span_of(token))
    }

    /// From a place to the token read last.
    fn since(&self, start: Span) -> Span {
        start.to(self.last_span())
    }

    fn bytes(&self, token: Token) -> &[u8] {
        let source = self.sources.get(self.file);
        source
            .and_then(|s| s.bytes.get(token.start as usize..token.end as usize))
            .unwrap_or(&[])
    }

    /// A token as the program writes it.
    fn text(&self, token: Token) -> String {
        crate::source::decode(self.bytes(token))
    }

    /// What the program has written at a place of the current file.
    fn text_at(&self, span: Span) -> String {
        let kind = TokenKind::Ident;
        self.text(Token {
            kind,
            symbol: Symbol::default(),
            start: span.start,
            end: span.end,
        })
    }

    fn line_of(&self, span: Span) -> usize {
        self.sources
            .get(span.file)
            .map_or(0, |source| source.position(span.start).line)
    }

    // Mistakes.

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.stopped {
            return Reported;
        }
        self.diagnostics.push(diagnostic);
        if self.diagnostics.is_full() {
            self.stop();
        }
        Reported
    }

    /// Goes to the end of the program.
    fn stop(&mut self) {
        self.stopped = true;
        self.at = self.tokens.len().saturating_sub(1);
    }

    fn error(&mut self, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(span, message))
    }

    /// "I expected ..., but here is ...": at the next token, or behind the last one where the line is over.
    fn expected(&mut self, what: &str) -> Reported {
        let diagnostic = self.expected_here(what);
        self.report(diagnostic)
    }

    fn expected_here(&self, what: &str) -> Diagnostic {
        let token = self.token();
        let span = match token.kind {
            TokenKind::Newline | TokenKind::EndOfFile => {
                let last = self.last_span();
                Span {
                    start: last.end,
                    end: last.end,
                    ..last
                }
            }
            _ => self.span_of(token),
        };
        let found = self.describe(token);
        Diagnostic::error(span, format!("{what} is expected here, but {found}"))
            .with_help_option(self.hint())
    }

    fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::Newline => String::from("the line ends"),
            TokenKind::EndOfFile => String::from("the file ends"),
            TokenKind::Str => String::from("there is a string"),
            TokenKind::Unknown => {
                String::from("there is something that is not part of the language")
            }
            kind if kind.is_keyword() => format!("there is the keyword {}", self.text(token)),
            _ => format!("there is \"{}\"", self.text(token)),
        }
    }

    /// Skips to where the next statement surely starts: a line's end, a `:`, or a keyword that opens or closes a block.
    fn recover(&mut self) {
        loop {
            match self.kind() {
                kind if kind.is_end() || block::is_boundary(kind) => return,
                _ => {
                    self.advance();
                }
            }
        }
    }

    /// Runs a parser one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= NESTING {
            let span = self.here();
            let message = format!(
                "this is nested too deeply: at most {NESTING} levels of brackets and blocks are possible"
            );
            let reported = self.report(
                Diagnostic::error(span, message)
                    .with_help("split it into several lines or functions"),
            );
            self.stop();
            return Err(reported);
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn skip_line(&mut self) {
        while !matches!(self.kind(), TokenKind::Newline | TokenKind::EndOfFile) {
            self.advance();
        }
    }

    // Small pieces.

    fn name(&mut self, what: &str) -> Parse<Name> {
        let token = self.token();
        if token.kind != TokenKind::Ident {
            let mut diagnostic = self.expected_here(what);
            if token.kind.is_keyword() {
                let word = self.text(token);
                let help = format!("{word} is a keyword and cannot be a name; choose another name");
                diagnostic = diagnostic.with_help(help);
                // What follows is read as if it were the name.
                self.advance();
            }
            return Err(self.report(diagnostic));
        }
        self.advance();
        Ok(Name {
            symbol: token.symbol,
            span: self.span_of(token),
        })
    }

    fn tag(&mut self) -> Parse<Option<Tag>> {
        let tag = match self.kind() {
            TokenKind::Percent => Tag::Int,
            TokenKind::Hash => Tag::Float,
            TokenKind::Dollar => Tag::Str,
            TokenKind::Dot => {
                self.advance();
                return Ok(Some(Tag::Object(self.name("the name of a type")?)));
            }
            _ => return Ok(None),
        };
        self.advance();
        Ok(Some(tag))
    }

    fn is_array(&self, name: Symbol) -> bool {
        self.arrays.get(name.index()).copied().unwrap_or(false)
    }

    fn note_array(&mut self, name: Symbol) {
        if self.arrays.len() <= name.index() {
            self.arrays.resize(name.index() + 1, false);
        }
        if let Some(known) = self.arrays.get_mut(name.index()) {
            *known = true;
        }
    }
}
