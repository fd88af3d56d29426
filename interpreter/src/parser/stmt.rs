//! Statements.

use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::syntax::{Block, Call, Case, Expr, ExprKind, For, Stmt, StmtKind};
use crate::token::{Token, TokenKind};

use super::block::{BlockKind, Scope};
use super::{Parse, Parser};

impl Parser<'_> {
    /// Statements up to a token that starts none.
    pub(super) fn statements(&mut self, scope: Scope, out: &mut Block) {
        loop {
            while self.kind() == TokenKind::Colon
                || (scope != Scope::Line && self.kind() == TokenKind::Newline)
            {
                self.advance();
            }
            if self.kind() == TokenKind::EndOfFile {
                return;
            }
            let before = self.at;
            match self.nested(|p| p.statement(scope, out)) {
                Ok(true) => {}
                Ok(false) => return,
                Err(_) => {
                    // Every turn must move on.
                    if self.at == before {
                        self.advance();
                    }
                    self.recover();
                }
            }
        }
    }

    /// One statement; false where none starts.
    fn statement(&mut self, scope: Scope, out: &mut Block) -> Parse<bool> {
        let start = self.here();
        let kind = match self.kind() {
            TokenKind::Ident => {
                if self.closer_in_one_word() {
                    return Ok(false);
                }
                self.name_statement()?
            }
            TokenKind::If => {
                self.advance();
                let mut arms = Vec::new();
                let otherwise = self.if_parts(start, &mut arms);
                StmtKind::If(arms, otherwise)
            }
            TokenKind::While => self.while_statement(start),
            TokenKind::Repeat => self.repeat_statement(start)?,
            TokenKind::For => self.for_statement(start)?,
            TokenKind::Select => self.select_statement(start),
            TokenKind::Dim => {
                self.dim_statement(out)?;
                return Ok(true);
            }
            TokenKind::Local | TokenKind::Global => {
                self.variable_statement(scope, out)?;
                return Ok(true);
            }
            TokenKind::Read => {
                self.read_statement(out)?;
                return Ok(true);
            }
            TokenKind::Const | TokenKind::Data | TokenKind::Type | TokenKind::Function => {
                self.declaration(scope)?;
                return Ok(true);
            }
            TokenKind::Include => {
                self.include(out)?;
                return Ok(true);
            }
            _ => match self.small_statement()? {
                Some(kind) => kind,
                None => return Ok(false),
            },
        };
        out.push(Stmt {
            kind,
            span: self.statement_span(start),
        });
        Ok(true)
    }

    /// Where a statement stands: all of it, but of a block only the keyword's line.
    fn statement_span(&self, start: Span) -> Span {
        let span = self.since(start);
        let line_end = self.sources.get(start.file).map_or(span.end, |source| {
            let rest = source
                .bytes
                .get(span.start as usize..span.end as usize)
                .unwrap_or(&[]);
            let length = rest
                .iter()
                .position(|&b| b == b'\r' || b == b'\n')
                .unwrap_or(rest.len());
            span.start + length as u32
        });
        Span {
            end: span.end.min(line_end),
            ..span
        }
    }

    /// Statements of one keyword and a few pieces.
    fn small_statement(&mut self) -> Parse<Option<StmtKind>> {
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Exit => {
                self.advance();
                StmtKind::Exit
            }
            TokenKind::Goto => {
                self.advance();
                StmtKind::Goto(self.name("the name of a label")?)
            }
            TokenKind::Gosub => {
                self.advance();
                StmtKind::Gosub(self.name("the name of a label")?)
            }
            TokenKind::Return => {
                self.advance();
                StmtKind::Return(self.optional_expr()?)
            }
            TokenKind::Delete => {
                self.advance();
                if self.eat(TokenKind::Each) {
                    StmtKind::DeleteEach(self.name("the name of a type")?)
                } else {
                    StmtKind::Delete(self.expr()?)
                }
            }
            TokenKind::Insert => {
                self.advance();
                let object = self.expr()?;
                let before = match self.kind() {
                    TokenKind::Before => true,
                    TokenKind::After => false,
                    _ => return Err(self.expected("Before or After")),
                };
                self.advance();
                StmtKind::Insert(object, self.expr()?, before)
            }
            TokenKind::Restore => {
                self.advance();
                if self.kind() == TokenKind::Ident {
                    StmtKind::Restore(Some(self.name("the name of a label")?))
                } else {
                    StmtKind::Restore(None)
                }
            }
            TokenKind::Dot => {
                self.advance();
                let items = self.tree.data.len() as u32;
                StmtKind::Label(self.name("the name of a label")?, items)
            }
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    /// A statement that starts with a name: an assignment or a call.
    fn name_statement(&mut self) -> Parse<StmtKind> {
        let name = self.name("a name")?;
        let tag = self.tag()?;
        let assigns = matches!(
            self.kind(),
            TokenKind::Equal | TokenKind::Backslash | TokenKind::LeftBracket
        );
        if assigns || self.is_array(name.symbol) {
            let var = self.var_rest(name, tag)?;
            if self.kind() != TokenKind::Equal {
                let mut error = self.expected_here("\"=\" and a value");
                if error.help.is_none() {
                    error = error
                        .with_help("a variable alone does nothing; give it a value, or Print it");
                }
                return Err(self.report(error));
            }
            self.advance();
            self.doubled_equal();
            // The variable counts as declared even where the value cannot be read.
            let value = self.expr_or_error();
            return Ok(StmtKind::Assign(var, value));
        }
        if let Some(reported) = self.foreign_statement(name) {
            return Err(reported);
        }
        let bracketed = self.kind() == TokenKind::LeftParen && self.brackets_end_call()?;
        let mut incomplete = false;
        let args = if bracketed {
            self.advance();
            self.args(TokenKind::RightParen)
        } else {
            self.expr_list()
        };
        let args = args.unwrap_or_else(|_| {
            incomplete = true;
            self.recover();
            Vec::new()
        });
        // A value cannot start a statement: something is missing before it, and the arguments are not all there.
        if matches!(
            self.kind(),
            TokenKind::Int | TokenKind::Float | TokenKind::Hex | TokenKind::Binary | TokenKind::Str
        ) && !incomplete
        {
            self.expected("a comma or the end of the statement");
            self.recover();
            incomplete = true;
        }
        Ok(StmtKind::Call(Call {
            name,
            tag,
            args,
            incomplete,
        }))
    }

    /// Whether the brackets that start here are the brackets around a call's arguments: the matching one ends the statement.
    fn brackets_end_call(&mut self) -> Parse<bool> {
        let mut open = 0;
        let mut ahead = 0;
        loop {
            let token = self.peek(ahead);
            match token.kind {
                TokenKind::LeftParen => open += 1,
                TokenKind::RightParen => open -= 1,
                kind if kind.is_end() => return Err(self.bracket_missing()),
                _ => {}
            }
            ahead += 1;
            if open == 0 {
                // What can go on behind a value in brackets makes them part of the first argument.
                return Ok(!matches!(
                    self.peek(ahead).kind,
                    TokenKind::Comma
                        | TokenKind::Plus
                        | TokenKind::Minus
                        | TokenKind::Star
                        | TokenKind::Slash
                        | TokenKind::Caret
                        | TokenKind::Equal
                        | TokenKind::NotEqual
                        | TokenKind::Less
                        | TokenKind::LessEqual
                        | TokenKind::Greater
                        | TokenKind::GreaterEqual
                        | TokenKind::And
                        | TokenKind::Or
                        | TokenKind::Xor
                        | TokenKind::Mod
                        | TokenKind::Shl
                        | TokenKind::Shr
                        | TokenKind::Sar
                ));
            }
        }
    }

    /// The value of an assignment or declaration, or a stand-in where it cannot be read.
    pub(super) fn expr_or_error(&mut self) -> Expr {
        let start = self.here();
        self.expr().unwrap_or_else(|_| {
            self.recover();
            Expr {
                kind: ExprKind::Error,
                span: start,
            }
        })
    }

    fn while_statement(&mut self, start: Span) -> StmtKind {
        self.advance();
        let cond = self.header(Self::expr);
        let (body, closed) = self.block(BlockKind::While, start);
        if closed {
            self.advance();
        }
        StmtKind::While(cond, body)
    }

    fn repeat_statement(&mut self, start: Span) -> Parse<StmtKind> {
        self.advance();
        let (body, closed) = self.block(BlockKind::Repeat, start);
        let until = closed && self.kind() == TokenKind::Until;
        if closed {
            self.advance();
        }
        let until = if until {
            Some(self.expr_or_error())
        } else {
            None
        };
        Ok(StmtKind::Repeat(body, until))
    }

    fn for_statement(&mut self, start: Span) -> Parse<StmtKind> {
        self.advance();
        let header = self.for_header();
        if header.is_err() {
            self.recover_header();
        }
        let (body, closed) = self.block(BlockKind::For, start);
        if closed {
            self.advance();
            if let Ok(ForHeader::Count(For { var, .. }) | ForHeader::Each(var, _)) = &header {
                self.name_after_next(var.name);
            }
        }
        match header? {
            ForHeader::Count(mut count) => {
                count.body = body;
                Ok(StmtKind::For(Box::new(count)))
            }
            ForHeader::Each(var, ty) => Ok(StmtKind::ForEach(var, ty, body)),
        }
    }

    fn for_header(&mut self) -> Parse<ForHeader> {
        let var = self.var("a variable")?;
        if self.kind() != TokenKind::Equal {
            return Err(self.expected("\"=\""));
        }
        self.advance();
        if self.eat(TokenKind::Each) {
            return Ok(ForHeader::Each(var, self.name("the name of a type")?));
        }
        let from = self.expr()?;
        if self.kind() != TokenKind::To {
            return Err(self.expected("To and the last value"));
        }
        self.advance();
        let to = self.expr()?;
        let step = if self.eat(TokenKind::Step) {
            Some(self.expr()?)
        } else {
            None
        };
        Ok(ForHeader::Count(For {
            var,
            from,
            to,
            step,
            body: Block::new(),
        }))
    }

    fn select_statement(&mut self, start: Span) -> StmtKind {
        self.advance();
        let subject = self.header(Self::expr);
        let mut cases = Vec::new();
        let mut default = Block::new();
        // Before the first Case nothing may stand; what stands there is read to report it once.
        let (lost, mut closed) = self.block(BlockKind::Select, start);
        if let Some(first) = lost.first() {
            let error = Diagnostic::error(
                first.span,
                "Case, Default or End Select is expected here: between Select and its first Case nothing can stand",
            );
            self.report(error.with_label(start, "the Select"));
        }
        while closed {
            let span = self.here();
            match self.advance().kind {
                TokenKind::Case => {
                    let values = match self.expr_list() {
                        Ok(values) if values.is_empty() => {
                            self.expected("a value");
                            self.recover();
                            values
                        }
                        Ok(values) => values,
                        Err(_) => {
                            self.recover_header();
                            Vec::new()
                        }
                    };
                    let span = self.since(span);
                    let body;
                    (body, closed) = self.block(BlockKind::Case, start);
                    cases.push(Case { values, body, span });
                }
                TokenKind::Default => {
                    (default, closed) = self.block_part(BlockKind::Default, start, span);
                    if closed {
                        self.advance();
                    }
                    break;
                }
                _ => break,
            }
        }
        StmtKind::Select(subject, cases, default)
    }

    fn read_statement(&mut self, out: &mut Block) -> Parse<()> {
        loop {
            let start = self.here();
            self.advance();
            let var = self.var("a variable")?;
            out.push(Stmt {
                kind: StmtKind::Read(var),
                span: self.since(start),
            });
            if self.kind() != TokenKind::Comma {
                return Ok(());
            }
        }
    }

    /// A call's arguments behind the opening bracket, with the closing one.
    pub(super) fn args(&mut self, close: TokenKind) -> Parse<Vec<Expr>> {
        let open = self.last_span();
        let args = self.expr_list()?;
        self.close_bracket(close, open)?;
        Ok(args)
    }

    /// The closing bracket for the one at `open`.
    pub(super) fn close_bracket(&mut self, close: TokenKind, open: Span) -> Parse<()> {
        if self.eat(close) {
            return Ok(());
        }
        let sign = if close == TokenKind::RightParen {
            "\")\""
        } else {
            "\"]\""
        };
        let error = self
            .expected_here(sign)
            .with_label(open, "to close this one");
        Err(self.report(error))
    }

    fn bracket_missing(&mut self) -> super::Reported {
        let open = self.here();
        let mut last: Token = self.token();
        let mut ahead = 0;
        while !self.peek(ahead).kind.is_end() {
            last = self.peek(ahead);
            ahead += 1;
        }
        let end = self.span_of(last);
        let place = Span {
            start: end.end,
            ..end
        };
        self.report(
            Diagnostic::error(place, "\")\" is missing here").with_label(open, "to close this one"),
        )
    }
}

enum ForHeader {
    Count(For),
    Each(crate::syntax::Var, crate::syntax::Name),
}
