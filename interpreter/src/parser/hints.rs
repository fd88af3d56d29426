//! What people bring from other languages, and slips that deserve a word of their own.

use crate::diagnostics::Diagnostic;
use crate::syntax::Name;
use crate::token::{Token, TokenKind};

use super::{Parser, Reported};

impl Parser<'_> {
    /// What to try where the token that comes next does not fit.
    pub(super) fn hint(&self) -> Option<String> {
        let token = self.token();
        let last = self
            .at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .copied();
        let adjacent = |a: Token, b: Token| a.end == b.start;
        let hint = match token.kind {
            TokenKind::Not => "put brackets around it: (Not ...)",
            TokenKind::Slash if self.peek(1).kind == TokenKind::Slash => "a comment starts with ;",
            TokenKind::Slash
                if last.is_some_and(|l| l.kind == TokenKind::Slash && adjacent(l, token)) =>
            {
                "a comment starts with ;"
            }
            TokenKind::Star
                if last.is_some_and(|l| l.kind == TokenKind::Slash && adjacent(l, token)) =>
            {
                "a comment starts with ;"
            }
            TokenKind::Equal if last.is_some_and(|l| l.kind == TokenKind::Equal) => {
                "\"is equal\" is a single ="
            }
            TokenKind::LeftBracket => {
                "the elements of a Dim array stand in round brackets: name(1)"
            }
            TokenKind::Backslash if last.is_some_and(|l| l.kind == TokenKind::RightParen) => {
                "put what the function gives into a variable first, then take its field"
            }
            TokenKind::ToInt | TokenKind::ToFloat | TokenKind::ToStr => {
                "a variable's type is a tag behind its name: name% (Int), name# (Float), name$ (String)"
            }
            TokenKind::Int
                if self.peek(1).kind == TokenKind::Ident && adjacent(token, self.peek(1)) =>
            {
                "a name starts with a letter"
            }
            TokenKind::Int
            | TokenKind::Float
            | TokenKind::Hex
            | TokenKind::Binary
            | TokenKind::Str
                if last.is_some_and(|l| !l.kind.is_end()) =>
            {
                "is a comma, an operator or a bracket missing before it?"
            }
            TokenKind::RightParen | TokenKind::RightBracket => "there is no opening bracket for it",
            TokenKind::LeftParen if self.after_new() => "New takes no brackets",
            TokenKind::Unknown => return unknown_hint(self.bytes(token)),
            _ => return None,
        };
        Some(hint.to_owned())
    }

    /// Whether the two tokens before this one are `New` and a name.
    fn after_new(&self) -> bool {
        let before = self.at.checked_sub(2).and_then(|at| self.tokens.get(at));
        before.is_some_and(|token| token.kind == TokenKind::New)
    }

    /// `&&`, `||` and `!=`: says how the operator is written here, and what it is. It is read over up to its last sign.
    pub(super) fn foreign_operator(&mut self) -> Option<TokenKind> {
        let token = self.token();
        if token.kind != TokenKind::Unknown {
            return None;
        }
        let next = self.peek(1);
        let not_equal = next.kind == TokenKind::Equal && next.start == token.end;
        let (kind, right, signs) = match self.bytes(token) {
            b"&&" => (TokenKind::And, "And", 1),
            b"||" => (TokenKind::Or, "Or", 1),
            b"!" if not_equal => (TokenKind::NotEqual, "<>", 2),
            _ => return None,
        };
        let span = if signs == 2 {
            self.here().to(self.span_of(next))
        } else {
            self.here()
        };
        let text = self.text_at(span);
        let error = Diagnostic::error(span, format!("there is no operator \"{text}\""));
        self.report(error.with_help(format!("use {right}")));
        if signs == 2 {
            self.advance();
        }
        Some(kind)
    }

    /// Takes the next token as another.
    pub(super) fn become_kind(&mut self, kind: TokenKind) {
        if let Some(token) = self.tokens.get_mut(self.at) {
            token.kind = kind;
        }
    }

    /// `==`: says that one is enough and goes on.
    pub(super) fn doubled_equal(&mut self) {
        if self.kind() == TokenKind::Equal && self.last_span().end == self.token().start {
            let span = self.last_span().to(self.here());
            self.report(
                Diagnostic::error(span, "\"==\" is not an operator here")
                    .with_help("a single = both sets and compares"),
            );
            self.advance();
        }
    }

    /// Statements that other languages write with a name first: `x += 1`, `x++`.
    pub(super) fn foreign_statement(&mut self, name: Name) -> Option<Reported> {
        let (sign, next) = (self.token(), self.peek(1));
        if !matches!(
            sign.kind,
            TokenKind::Plus | TokenKind::Minus | TokenKind::Star | TokenKind::Slash
        ) || sign.end != next.start
        {
            return None;
        }
        let word = self.text_at(name.span);
        let operator = self.text(sign);
        let (shape, help) = match next.kind {
            TokenKind::Equal => (
                format!("{operator}="),
                format!("{word} = {word} {operator} ..."),
            ),
            kind if kind == sign.kind
                && matches!(kind, TokenKind::Plus | TokenKind::Minus)
                && self.peek(2).kind.is_end() =>
            {
                (
                    format!("{operator}{operator}"),
                    format!("{word} = {word} {operator} 1"),
                )
            }
            _ => return None,
        };
        let span = self.span_of(sign).to(self.span_of(next));
        let reported = self.report(
            Diagnostic::error(span, format!("there is no operator \"{shape}\"")).with_help(help),
        );
        self.skip_line();
        Some(reported)
    }

    /// `Next i`: the name is too much.
    pub(super) fn name_after_next(&mut self, var: Name) {
        let token = self.token();
        if token.kind == TokenKind::Ident
            && token.symbol == var.symbol
            && self.peek(1).kind.is_end()
        {
            let word = self.text(token);
            let error = Diagnostic::error(
                self.span_of(token),
                format!("Next stands alone: \"{word}\" is too much"),
            );
            self.report(error.with_help(format!(
                "leave \"{word}\" out; Next always belongs to the innermost For"
            )));
            self.advance();
        }
    }

    /// `EndFunction`, `EndWhile`, `End While` and their like: says how the end of this block is written, and takes it as
    /// that. Returns whether the next token is such an end now.
    pub(super) fn closer_in_one_word(&mut self) -> bool {
        let token = self.token();
        let next = self.peek(1).kind;
        let (kind, right, joined) = match (self.names.text(token.symbol), next) {
            ("endfunction", _) => (TokenKind::EndFunction, "End Function", false),
            ("endselect", _) => (TokenKind::EndSelect, "End Select", false),
            ("endwhile", _) => (TokenKind::Wend, "Wend", false),
            ("endfor", _) => (TokenKind::Next, "Next", false),
            ("elif" | "elsif", _) => (TokenKind::ElseIf, "ElseIf", false),
            ("end", TokenKind::While) => (TokenKind::Wend, "Wend", true),
            ("end", TokenKind::For) => (TokenKind::Next, "Next", true),
            _ => return false,
        };
        if !joined && (next == TokenKind::Equal || next == TokenKind::LeftParen) {
            // A variable or function of the program's own may have this name.
            return false;
        }
        let span = if joined {
            self.here().to(self.span_of(self.peek(1)))
        } else {
            self.here()
        };
        let text = self.text(Token {
            start: span.start,
            end: span.end,
            ..token
        });
        self.report(
            Diagnostic::error(span, format!("\"{text}\" is not a keyword")).with_help(right),
        );
        if joined {
            self.advance();
        }
        self.become_kind(kind);
        true
    }
}

fn unknown_hint(bytes: &[u8]) -> Option<String> {
    let hint = match bytes.first()? {
        b'!' => "\"not equal\" is <>, and the opposite of a condition is Not",
        b'&' => "use And",
        b'|' => "use Or",
        b'\'' => "a comment starts with ; and a string stands in \"quotation marks\"",
        b'{' | b'}' => {
            "blocks have no braces: If ... EndIf, While ... Wend, For ... Next, Function ... End Function"
        }
        b'_' => "a name starts with a letter",
        0xE2 if bytes.starts_with("\u{201C}".as_bytes())
            || bytes.starts_with("\u{201D}".as_bytes()) =>
        {
            "use the plain quotation mark \" and not a typographic one"
        }
        0x93 | 0x94 => "use the plain quotation mark \" and not a typographic one",
        0xC2 | 0xA0 => "this may be a blank that cannot be seen, copied from a web page; delete it",
        0x80.. => "names are made of the letters A to Z, digits and _",
        _ => return None,
    };
    Some(hint.to_owned())
}
