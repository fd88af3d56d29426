//! Blocks: what opens and closes them, and what to say when they do not match.

use std::ops::ControlFlow;

use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::syntax::{Block, Expr, ExprKind};
use crate::token::{Token, TokenKind};

use super::{ELSE_IFS, Parse, Parser};

/// Where statements stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// At the top level, where declarations may stand.
    Program,
    /// In a block.
    Block,
    /// In an `If` of one line.
    Line,
}

/// A kind of block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    If,
    Else,
    While,
    Repeat,
    For,
    Select,
    Case,
    Default,
    Function,
}

impl BlockKind {
    pub(super) fn opener(self) -> &'static str {
        match self {
            BlockKind::If | BlockKind::Else => "If",
            BlockKind::While => "While",
            BlockKind::Repeat => "Repeat",
            BlockKind::For => "For",
            BlockKind::Select | BlockKind::Case | BlockKind::Default => "Select",
            BlockKind::Function => "Function",
        }
    }

    pub(super) fn closer(self) -> &'static str {
        match self {
            BlockKind::If | BlockKind::Else => "EndIf",
            BlockKind::While => "Wend",
            BlockKind::Repeat => "Until (or Forever)",
            BlockKind::For => "Next",
            BlockKind::Select | BlockKind::Case | BlockKind::Default => "End Select",
            BlockKind::Function => "End Function",
        }
    }

    /// Whether this token ends the statements of such a block.
    fn accepts(self, kind: TokenKind) -> bool {
        match self {
            BlockKind::If => matches!(kind, TokenKind::EndIf | TokenKind::Else | TokenKind::ElseIf),
            BlockKind::Else => kind == TokenKind::EndIf,
            BlockKind::While => kind == TokenKind::Wend,
            BlockKind::Repeat => matches!(kind, TokenKind::Until | TokenKind::Forever),
            BlockKind::For => kind == TokenKind::Next,
            BlockKind::Select | BlockKind::Case => {
                matches!(
                    kind,
                    TokenKind::Case | TokenKind::Default | TokenKind::EndSelect
                )
            }
            BlockKind::Default => kind == TokenKind::EndSelect,
            BlockKind::Function => kind == TokenKind::EndFunction,
        }
    }

    /// How a token changes the number of open blocks of this kind.
    fn balance(self, kind: TokenKind) -> i32 {
        match (self, kind) {
            (BlockKind::While, TokenKind::While)
            | (BlockKind::Repeat, TokenKind::Repeat)
            | (BlockKind::For, TokenKind::For)
            | (BlockKind::Select | BlockKind::Case | BlockKind::Default, TokenKind::Select) => 1,
            (BlockKind::While, TokenKind::Wend)
            | (BlockKind::Repeat, TokenKind::Until | TokenKind::Forever)
            | (BlockKind::For, TokenKind::Next)
            | (BlockKind::Select | BlockKind::Case | BlockKind::Default, TokenKind::EndSelect)
            | (BlockKind::If | BlockKind::Else, TokenKind::EndIf)
            | (BlockKind::Function, TokenKind::EndFunction) => -1,
            _ => 0,
        }
    }
}

/// A block that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opener {
    pub kind: BlockKind,
    /// The keyword that opened it.
    pub span: Span,
    /// The keyword that opened this part of it: `Else`, `Default`; else the same.
    pub part: Span,
    /// That it is not closed has been said, or follows from what has been said.
    pub excused: bool,
}

/// Whether a token opens or closes a block: it can only be the start of a statement.
pub(super) fn is_boundary(kind: TokenKind) -> bool {
    closed_by(kind).is_some()
        || matches!(
            kind,
            TokenKind::If
                | TokenKind::While
                | TokenKind::Repeat
                | TokenKind::For
                | TokenKind::Select
                | TokenKind::Function
                | TokenKind::Type
        )
}

/// What a closing keyword closes.
fn closed_by(kind: TokenKind) -> Option<&'static str> {
    Some(match kind {
        TokenKind::EndIf | TokenKind::Else | TokenKind::ElseIf => "If",
        TokenKind::Wend => "While",
        TokenKind::Until | TokenKind::Forever => "Repeat",
        TokenKind::Next => "For",
        TokenKind::Case | TokenKind::Default | TokenKind::EndSelect => "Select",
        TokenKind::EndFunction => "Function",
        TokenKind::EndType => "Type",
        _ => return None,
    })
}

impl Parser<'_> {
    /// The statements of a block, up to the keyword that ends them, which stays. Returns whether that keyword is there.
    pub(super) fn block(&mut self, kind: BlockKind, opener: Span) -> (Block, bool) {
        self.block_part(kind, opener, opener)
    }

    /// The same for a part that starts with a keyword of its own.
    pub(super) fn block_part(
        &mut self,
        kind: BlockKind,
        opener: Span,
        part: Span,
    ) -> (Block, bool) {
        self.blocks.push(Opener {
            kind,
            span: opener,
            part,
            excused: false,
        });
        let mut body = Block::new();
        let closed = loop {
            self.statements(Scope::Block, &mut body);
            if kind.accepts(self.kind()) {
                break true;
            }
            if self.misplaced_token().is_break() {
                break false;
            }
        };
        self.blocks.pop();
        (body, closed)
    }

    /// Deals with a token that neither starts a statement nor ends the innermost block as it should. `Break`: the innermost
    /// block is taken as closed.
    pub(super) fn misplaced_token(&mut self) -> ControlFlow<()> {
        let token = self.token();
        let innermost = self.open_blocks().last().copied();
        if token.kind == TokenKind::EndOfFile {
            if let Some(opener) = innermost {
                self.not_closed(opener, None);
            }
            return ControlFlow::Break(());
        }
        let Some(opens) = closed_by(token.kind) else {
            self.expected("a statement");
            self.advance();
            self.recover();
            return ControlFlow::Continue(());
        };
        if let Some(opener) = innermost {
            let closes_enclosing = self
                .open_blocks()
                .iter()
                .rev()
                .skip(1)
                .any(|block| block.kind.accepts(token.kind));
            if closes_enclosing {
                self.not_closed(opener, Some(self.here()));
                return ControlFlow::Break(());
            }
        }
        let mut flow = ControlFlow::Continue(());
        if !innermost.is_some_and(|opener| opener.excused) {
            flow = self.wrong_closer(token, opens, innermost);
        }
        self.advance();
        match token.kind {
            TokenKind::Until | TokenKind::Case | TokenKind::ElseIf => self.recover(),
            _ => {}
        }
        flow
    }

    /// Says what is wrong with a closing keyword that closes nothing. `Break`: it was meant to close the innermost block.
    fn wrong_closer(
        &mut self,
        token: Token,
        opens: &str,
        innermost: Option<Opener>,
    ) -> ControlFlow<()> {
        let word = self.text(token);
        let mut error = Diagnostic::error(self.here(), format!("{word} without {opens}"));
        let mut flow = ControlFlow::Continue(());
        if let Some(opener) = innermost {
            let (open, close) = (opener.kind.opener(), opener.kind.closer());
            if opener.kind == BlockKind::Else
                && matches!(token.kind, TokenKind::Else | TokenKind::ElseIf)
            {
                error.message = format!("{word} after Else: Else is the last part of an If");
                error = error.with_label(opener.part, "the If's Else part starts here");
            } else if opener.kind == BlockKind::Default
                && matches!(token.kind, TokenKind::Case | TokenKind::Default)
            {
                error.message =
                    format!("{word} after Default: Default is the last part of a Select");
                error = error.with_label(opener.part, "Default stands here");
            } else if token.kind == TokenKind::Else && open == "Select" {
                error.message =
                    String::from("Else cannot stand in a Select: Default takes all other values");
                error = error.with_label(opener.span, "the Select");
            } else if !self.closes_later(opener.kind) {
                error.message = format!("{word} cannot close a {open}: {close} is expected here");
                error = error.with_label(opener.span, format!("the {open} that is open here"));
                flow = ControlFlow::Break(());
            } else {
                error = error.with_label(
                    opener.span,
                    format!("the innermost open block is this {open}; {close} ends it"),
                );
            }
        }
        self.report(error);
        flow
    }

    /// The open blocks of this file, outermost first.
    fn open_blocks(&self) -> &[Opener] {
        self.blocks.get(self.first_block..).unwrap_or(&[])
    }

    fn not_closed(&mut self, opener: Opener, found: Option<Span>) {
        if opener.excused || self.stopped {
            return;
        }
        let (open, close) = (opener.kind.opener(), opener.kind.closer());
        let mut error =
            Diagnostic::error(opener.span, format!("{close} is missing for this {open}"));
        error = match found {
            Some(span) => error.with_label(span, format!("{close} is expected before this")),
            None => error.with_help(format!(
                "write {close} behind the last statement that belongs to the {open}"
            )),
        };
        self.report(error);
    }

    /// Marks all open blocks: that they are not closed follows from what has been said.
    pub(super) fn excuse_open_blocks(&mut self) {
        for block in self.blocks.iter_mut().skip(self.first_block) {
            block.excused = true;
        }
    }

    /// Whether behind the next token comes one that closes the innermost block, which is of this kind. A guess, used
    /// only to choose between two messages.
    fn closes_later(&self, kind: BlockKind) -> bool {
        let mut open = 1;
        for token in self.tokens.iter().skip(self.at + 1) {
            open += kind.balance(token.kind);
            if open <= 0 {
                return true;
            }
            if matches!(token.kind, TokenKind::Function | TokenKind::EndFunction) {
                return false;
            }
        }
        false
    }

    /// The header of a block: a mistake in it is skipped, so that the body is read all the same.
    pub(super) fn header(&mut self, parse: impl FnOnce(&mut Self) -> Parse<Expr>) -> Expr {
        let start = self.here();
        match parse(self) {
            Ok(expr) => expr,
            Err(_) => {
                self.recover_header();
                Expr {
                    kind: ExprKind::Error,
                    span: start,
                }
            }
        }
    }

    /// Skips the rest of a header: to `Then`, a line's end or a `:`.
    pub(super) fn recover_header(&mut self) {
        while !(self.kind().is_end() || self.kind() == TokenKind::Then) {
            self.advance();
        }
    }

    /// What follows `If` or `ElseIf`: condition, statements, and the other parts. The arms are added in order; returns
    /// the statements of `Else`.
    pub(super) fn if_parts(&mut self, start: Span, arms: &mut Vec<(Expr, Block)>) -> Block {
        let around = self.else_ifs;
        let otherwise = self.if_arms(start, arms);
        self.else_ifs = around;
        otherwise
    }

    fn if_arms(&mut self, start: Span, arms: &mut Vec<(Expr, Block)>) -> Block {
        let mut part = start;
        let mut is_block = false;
        loop {
            let cond = self.header(Self::expr);
            let unread = matches!(cond.kind, ExprKind::Error) && self.kind() != TokenKind::Then;
            self.eat(TokenKind::Then);
            // An ElseIf in a block may have its first statement on its own line. Of a line that could not be read it is a guess.
            is_block |= self.kind().is_end() && (!unread || self.closes_later(BlockKind::If));
            let (body, closed) = self.if_statements(is_block, BlockKind::If, start, part);
            arms.push((cond, body));
            let mut otherwise = Block::new();
            let mut closed = closed;
            match self.kind() {
                TokenKind::ElseIf if closed || !is_block => {
                    part = self.here();
                    self.advance();
                    self.else_ifs += 1;
                    if self.else_ifs <= ELSE_IFS {
                        continue;
                    }
                    self.error(
                        part,
                        format!("an If cannot have more than {ELSE_IFS} ElseIfs; use Select"),
                    );
                    self.stop();
                }
                TokenKind::Else if closed || !is_block => {
                    part = self.here();
                    self.advance();
                    (otherwise, closed) =
                        self.if_statements(is_block, BlockKind::Else, start, part);
                }
                _ => {}
            }
            if is_block {
                if closed {
                    self.eat(TokenKind::EndIf);
                }
            } else {
                self.end_of_line_if(start);
            }
            return otherwise;
        }
    }

    fn if_statements(
        &mut self,
        is_block: bool,
        kind: BlockKind,
        opener: Span,
        part: Span,
    ) -> (Block, bool) {
        if is_block {
            return self.block_part(kind, opener, part);
        }
        let mut body = Block::new();
        self.statements(Scope::Line, &mut body);
        (body, true)
    }

    /// An `If` of one line must be over where its line is.
    fn end_of_line_if(&mut self, start: Span) {
        if matches!(self.kind(), TokenKind::Newline | TokenKind::EndOfFile) {
            return;
        }
        let token = self.token();
        let word = self.text(token);
        let closes_outer = self
            .open_blocks()
            .iter()
            .any(|block| block.kind.accepts(token.kind));
        let message = match token.kind {
            TokenKind::EndIf => String::from(
                "EndIf is too much here: an If with its statements on the same line ends with the line",
            ),
            kind if closed_by(kind).is_some() => {
                format!("{word} cannot stand in the line of an If: the If ends with the line")
            }
            _ => {
                self.expected("the end of the line");
                self.skip_line();
                return;
            }
        };
        let help = match token.kind {
            TokenKind::EndIf => "leave EndIf out, or start a new line after Then",
            _ => "put it on a line of its own",
        };
        self.report(
            Diagnostic::error(self.here(), message)
                .with_label(start, "the If")
                .with_help(help),
        );
        if token.kind == TokenKind::EndIf || !closes_outer {
            self.advance();
        }
    }
}
