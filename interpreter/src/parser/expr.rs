//! Expressions.

use std::rc::Rc;

use crate::diagnostics::Diagnostic;
use crate::lexer;
use crate::source::Span;
use crate::syntax::{Access, Binary, Call, Expr, ExprKind, Name, Tag, Unary, Var};
use crate::token::{Token, TokenKind};

use super::{HEIGHT, Parse, Parser};

/// How tightly the operators between two operands bind; all of one level go from left to right.
const LOOSEST: u8 = 0;

fn binary(kind: TokenKind) -> Option<(Binary, u8)> {
    Some(match kind {
        TokenKind::And => (Binary::And, 0),
        TokenKind::Or => (Binary::Or, 0),
        TokenKind::Xor => (Binary::Xor, 0),
        TokenKind::Equal => (Binary::Equal, 1),
        TokenKind::NotEqual => (Binary::NotEqual, 1),
        TokenKind::Less => (Binary::Less, 1),
        TokenKind::LessEqual => (Binary::LessEqual, 1),
        TokenKind::Greater => (Binary::Greater, 1),
        TokenKind::GreaterEqual => (Binary::GreaterEqual, 1),
        TokenKind::Plus => (Binary::Add, 2),
        TokenKind::Minus => (Binary::Subtract, 2),
        TokenKind::Shl => (Binary::Shl, 3),
        TokenKind::Shr => (Binary::Shr, 3),
        TokenKind::Sar => (Binary::Sar, 3),
        TokenKind::Star => (Binary::Multiply, 4),
        TokenKind::Slash => (Binary::Divide, 4),
        TokenKind::Mod => (Binary::Mod, 4),
        TokenKind::Caret => (Binary::Power, 5),
        _ => return None,
    })
}

fn unary(kind: TokenKind) -> Option<Unary> {
    Some(match kind {
        TokenKind::Plus => Unary::Plus,
        TokenKind::Minus => Unary::Minus,
        TokenKind::Tilde => Unary::Complement,
        TokenKind::Abs => Unary::Abs,
        TokenKind::Sgn => Unary::Sgn,
        TokenKind::ToInt => Unary::ToInt,
        TokenKind::ToFloat => Unary::ToFloat,
        TokenKind::ToStr => Unary::ToStr,
        TokenKind::Before => Unary::Before,
        TokenKind::After => Unary::After,
        TokenKind::Handle => Unary::Handle,
        _ => return None,
    })
}

/// Whether a value may start with this token.
fn starts_value(kind: TokenKind) -> bool {
    unary(kind).is_some()
        || matches!(
            kind,
            TokenKind::Not
                | TokenKind::LeftParen
                | TokenKind::Ident
                | TokenKind::Int
                | TokenKind::Float
                | TokenKind::Hex
                | TokenKind::Binary
                | TokenKind::Str
                | TokenKind::Pi
                | TokenKind::True
                | TokenKind::False
                | TokenKind::Null
                | TokenKind::New
                | TokenKind::First
                | TokenKind::Last
                | TokenKind::Object
        )
}

impl Parser<'_> {
    /// A value.
    pub(super) fn expr(&mut self) -> Parse<Expr> {
        self.nested(|p| {
            let start = p.here();
            if p.eat(TokenKind::Not) {
                let operand = p.binary(LOOSEST)?;
                return p.unary_node(Unary::Not, operand, start);
            }
            p.binary(LOOSEST)
        })
    }

    /// A value, if one starts here.
    pub(super) fn optional_expr(&mut self) -> Parse<Option<Expr>> {
        if starts_value(self.kind()) {
            self.expr().map(Some)
        } else {
            Ok(None)
        }
    }

    /// Values with commas between them; none where none starts here.
    pub(super) fn expr_list(&mut self) -> Parse<Vec<Expr>> {
        let mut list = Vec::new();
        let mut height = 0;
        let Some(first) = self.optional_expr()? else {
            self.height = 0;
            return Ok(list);
        };
        list.push(first);
        height = self.height.max(height);
        while self.eat(TokenKind::Comma) {
            list.push(self.expr()?);
            height = self.height.max(height);
        }
        self.height = height;
        Ok(list)
    }

    /// Operands with operators that bind at least as tightly as `level` (precedence climbing).
    fn binary(&mut self, level: u8) -> Parse<Expr> {
        let mut left = self.unary()?;
        loop {
            let kind = self.foreign_operator().unwrap_or_else(|| self.kind());
            let Some((operator, binds)) = binary(kind) else {
                break;
            };
            if binds < level {
                if kind != self.kind() {
                    // Whoever reads on must find the operator that was meant.
                    self.become_kind(kind);
                }
                break;
            }
            let left_height = self.height;
            let place = self.here();
            self.advance();
            if operator == Binary::Equal {
                self.doubled_equal();
            }
            let right = self.binary(binds + 1)?;
            self.height = self.height.max(left_height);
            let span = left.span.to(right.span);
            self.grow(span)?;
            left = Expr {
                kind: ExprKind::Binary(operator, place, Box::new((left, right))),
                span,
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parse<Expr> {
        let start = self.here();
        if let Some(operator) = unary(self.kind()) {
            self.advance();
            // The conversions may be written with their tag.
            match (operator, self.kind()) {
                (Unary::ToInt, TokenKind::Percent)
                | (Unary::ToFloat, TokenKind::Hash)
                | (Unary::ToStr, TokenKind::Dollar) => {
                    self.advance();
                }
                _ => {}
            }
            let operand = self.nested(Self::unary)?;
            return self.unary_node(operator, operand, start);
        }
        if self.kind() == TokenKind::Object {
            self.advance();
            self.eat(TokenKind::Dot);
            let ty = self.name("the name of a type")?;
            let operand = self.nested(Self::unary)?;
            let span = self.since(start);
            self.grow(span)?;
            return Ok(Expr {
                kind: ExprKind::Object(ty, Box::new(operand)),
                span,
            });
        }
        self.primary()
    }

    fn unary_node(&mut self, operator: Unary, operand: Expr, start: Span) -> Parse<Expr> {
        let span = start.to(operand.span);
        self.grow(span)?;
        Ok(Expr {
            kind: ExprKind::Unary(operator, Box::new(operand)),
            span,
        })
    }

    /// Puts a node on the tree built last.
    fn grow(&mut self, span: Span) -> Parse<()> {
        self.height += 1;
        if self.height <= HEIGHT {
            return Ok(());
        }
        let error = Diagnostic::error(span, "this expression is too long");
        Err(self.report(error.with_help("split it: put parts of it into variables first")))
    }

    fn primary(&mut self) -> Parse<Expr> {
        let token = self.token();
        let span = self.span_of(token);
        self.height = 1;
        let kind = match token.kind {
            TokenKind::LeftParen => {
                self.advance();
                let inner = self.expr()?;
                self.close_bracket(TokenKind::RightParen, span)?;
                return Ok(Expr {
                    kind: inner.kind,
                    span: self.since(span),
                });
            }
            TokenKind::Ident => return self.name_value(),
            TokenKind::Int => ExprKind::Int(lexer::int_value(self.bytes(token))),
            TokenKind::Hex | TokenKind::Binary => {
                ExprKind::Int(lexer::radix_value(self.bytes(token)))
            }
            TokenKind::Float => ExprKind::Float(lexer::float_value(self.bytes(token))),
            TokenKind::Str => self.text_value(token),
            TokenKind::Pi => ExprKind::Float(std::f32::consts::PI),
            TokenKind::True => ExprKind::Int(1),
            TokenKind::False => ExprKind::Int(0),
            TokenKind::Null => ExprKind::Null,
            TokenKind::New | TokenKind::First | TokenKind::Last => {
                self.advance();
                let ty = self.name("the name of a type")?;
                let kind = match token.kind {
                    TokenKind::New => ExprKind::New(ty),
                    TokenKind::First => ExprKind::First(ty),
                    _ => ExprKind::Last(ty),
                };
                return Ok(Expr {
                    kind,
                    span: self.since(span),
                });
            }
            _ => return Err(self.expected("a value")),
        };
        self.advance();
        Ok(Expr { kind, span })
    }

    /// A string literal. One that is not closed is legal, and hardly ever meant.
    fn text_value(&mut self, token: Token) -> ExprKind {
        let (text, closed) = lexer::str_value(self.bytes(token));
        let value = ExprKind::Str(Rc::from(text));
        if !closed {
            let warning = Diagnostic::warning(
                self.span_of(token),
                "this string has no closing quotation mark: it ends with the line and loses its last character",
            );
            self.report(warning);
        }
        value
    }

    /// A value that starts with a name: a call or a variable.
    fn name_value(&mut self) -> Parse<Expr> {
        let start = self.here();
        let name = self.name("a name")?;
        let tag = self.tag()?;
        if self.kind() == TokenKind::LeftParen && !self.is_array(name.symbol) {
            self.advance();
            let args = self.args(TokenKind::RightParen)?;
            let span = self.since(start);
            self.grow(span)?;
            let call = Call {
                name,
                tag,
                args,
                incomplete: false,
            };
            return Ok(Expr {
                kind: ExprKind::Call(Box::new(call)),
                span,
            });
        }
        let var = self.var_rest(name, tag)?;
        let span = var.span;
        Ok(Expr {
            kind: ExprKind::Var(Box::new(var)),
            span,
        })
    }

    /// A variable, array element or field.
    pub(super) fn var(&mut self, what: &str) -> Parse<Var> {
        let name = self.name(what)?;
        let tag = self.tag()?;
        self.var_rest(name, tag)
    }

    /// What follows a variable's name and tag.
    pub(super) fn var_rest(&mut self, name: Name, tag: Option<Tag>) -> Parse<Var> {
        let mut height = 1;
        let mut indices = None;
        if self.kind() == TokenKind::LeftParen {
            self.advance();
            indices = Some(self.args(TokenKind::RightParen)?);
            height = self.height + 1;
        }
        let mut accesses = Vec::new();
        loop {
            match self.kind() {
                TokenKind::Backslash => {
                    self.advance();
                    let field = self.name("the name of a field")?;
                    // The original reads a tag here and does not look at it.
                    self.tag()?;
                    accesses.push(Access::Field(field));
                }
                TokenKind::LeftBracket => {
                    let open = self.here();
                    self.advance();
                    let index = self.subscript()?;
                    height = height.max(self.height);
                    accesses.push(Access::Index(Box::new(index), self.since(open)));
                }
                _ => break,
            }
            self.height = height;
            self.grow(self.since(name.span))?;
            height = self.height;
        }
        self.height = height;
        Ok(Var {
            name,
            tag,
            indices,
            accesses,
            span: self.since(name.span),
        })
    }

    /// The one index of a Blitz array, with the closing bracket.
    pub(super) fn subscript(&mut self) -> Parse<Expr> {
        let open = self.last_span();
        let index = self.expr()?;
        if self.kind() == TokenKind::Comma {
            let error = Diagnostic::error(
                self.here(),
                "a Blitz array has one dimension: \"]\" is expected here",
            );
            return Err(self.report(error.with_help("Dim makes arrays of several dimensions")));
        }
        self.close_bracket(TokenKind::RightBracket, open)?;
        Ok(index)
    }
}
