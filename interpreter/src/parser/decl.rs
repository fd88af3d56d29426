//! Declarations: `Const`, `Local`, `Global`, `Dim`, `Data`, `Type`, `Function`.

use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::syntax::{Block, Decl, Expr, Function, Init, Name, Stmt, StmtKind, Tag, TypeDecl};
use crate::token::TokenKind;

use super::block::{BlockKind, Scope};
use super::{Parse, Parser};

impl Parser<'_> {
    /// `Const`, `Data`, `Type` or `Function`, which stand at the top level only.
    pub(super) fn declaration(&mut self, scope: Scope) -> Parse<()> {
        if scope != Scope::Program {
            self.not_top_level();
        }
        match self.kind() {
            TokenKind::Const => self.const_statement(),
            TokenKind::Data => self.data_statement(),
            TokenKind::Type => self.type_statement(),
            _ => self.function_statement(),
        }
    }

    /// Says that the keyword here must stand at the top level.
    fn not_top_level(&mut self) {
        let word = self.text(self.token());
        let span = self.here();
        let mut error = Diagnostic::error(
            span,
            format!("{word} can only stand in the main program, outside of all blocks"),
        );
        if let Some(block) = self.blocks.last() {
            let (kind, place) = (block.kind, block.span);
            let line = self.line_of(place);
            error = match kind {
                BlockKind::Function => error.with_label(place, "this function is still open here"),
                _ => error.with_label(place, "this block is still open here"),
            };
            if self.kind() == TokenKind::Function {
                // Nobody writes functions into one another: an end is missing above.
                error = error.with_help(format!(
                    "{} may be missing for the {} in line {line}",
                    kind.closer(),
                    kind.opener()
                ));
                self.excuse_open_blocks();
            } else if self.kind() == TokenKind::Global {
                error =
                    error.with_help("declare it before the function, at the top of the program");
            }
        }
        self.report(error);
    }

    fn const_statement(&mut self) -> Parse<()> {
        loop {
            self.advance();
            let decl = self.decl("the name of a constant")?;
            match decl.init {
                Init::None => {
                    let name = self.text_at(decl.name.span);
                    let error = Diagnostic::error(decl.span, "a constant needs a value");
                    self.report(error.with_help(format!("Const {name} = 1")));
                }
                Init::Array(_) => {
                    self.error(decl.span, "a Blitz array cannot be constant");
                }
                Init::Value(_) | Init::Error => {}
            }
            self.tree.consts.push(decl);
            if self.kind() != TokenKind::Comma {
                return Ok(());
            }
        }
    }

    fn data_statement(&mut self) -> Parse<()> {
        loop {
            self.advance();
            let item = self.expr()?;
            self.tree.data.push(item);
            if self.kind() != TokenKind::Comma {
                return Ok(());
            }
        }
    }

    /// `Local` and `Global`.
    pub(super) fn variable_statement(&mut self, scope: Scope, out: &mut Block) -> Parse<()> {
        let global = self.kind() == TokenKind::Global;
        if global && scope != Scope::Program {
            self.not_top_level();
        }
        loop {
            let start = self.here();
            self.advance();
            let decl = self.decl("the name of a variable")?;
            let kind = if global {
                StmtKind::Global(decl)
            } else {
                StmtKind::Local(decl)
            };
            out.push(Stmt {
                kind,
                span: self.since(start),
            });
            if self.kind() != TokenKind::Comma {
                return Ok(());
            }
        }
    }

    pub(super) fn dim_statement(&mut self, out: &mut Block) -> Parse<()> {
        loop {
            let start = self.here();
            self.advance();
            let name = self.name("the name of an array")?;
            self.note_array(name.symbol);
            self.tree.dims.push(name);
            let sizes = self.dim_sizes(name);
            let (tag, sizes) = match sizes {
                Ok(sizes) => sizes,
                Err(_) => {
                    self.recover();
                    (None, Vec::new())
                }
            };
            out.push(Stmt {
                kind: StmtKind::Dim(name, tag, sizes),
                span: self.since(start),
            });
            if self.kind() != TokenKind::Comma {
                return Ok(());
            }
        }
    }

    /// What follows an array's name in `Dim`.
    fn dim_sizes(&mut self, name: Name) -> Parse<(Option<Tag>, Vec<Expr>)> {
        let tag = self.tag()?;
        if self.kind() != TokenKind::LeftParen {
            let word = self.text_at(name.span);
            let error = self.expected_here("\"(\" and the size of the array");
            let help = format!("Dim {word}(10) makes an array; a plain variable needs no Dim");
            return Err(self.report(error.with_help(help)));
        }
        self.advance();
        let sizes = self.args(TokenKind::RightParen)?;
        if sizes.is_empty() {
            let span = self.since(name.span);
            return Err(self.error(span, "an array needs at least one size"));
        }
        Ok((tag, sizes))
    }

    /// `name`, `name = value` or `name[size]`.
    fn decl(&mut self, what: &str) -> Parse<Decl> {
        let start = self.here();
        let name = self.name(what)?;
        let tag = self.tag()?;
        let init = match self.kind() {
            TokenKind::LeftBracket => {
                self.advance();
                Init::Array(self.subscript()?)
            }
            TokenKind::Equal => {
                self.advance();
                self.doubled_equal();
                Init::Value(self.expr_or_error())
            }
            TokenKind::LeftParen => {
                let word = self.text_at(name.span);
                let error = Diagnostic::error(
                    self.here(),
                    "an array in round brackets cannot be declared like this",
                );
                let help = format!("Dim {word}(10), or a Blitz array: {word}[10]");
                self.report(error.with_help(help));
                self.recover();
                Init::Error
            }
            _ => Init::None,
        };
        Ok(Decl {
            name,
            tag,
            init,
            span: self.since(start),
        })
    }

    fn type_statement(&mut self) -> Parse<()> {
        let start = self.here();
        self.advance();
        let name = self.name("the name of a type");
        let mut fields = Vec::new();
        let mut incomplete = false;
        if name.is_err() {
            self.skip_line();
        }
        loop {
            while self.kind().is_end() && self.kind() != TokenKind::EndOfFile {
                self.advance();
            }
            match self.kind() {
                TokenKind::Field => {
                    if self.fields(&mut fields).is_err() {
                        incomplete = true;
                        self.skip_fields();
                    }
                }
                TokenKind::EndType => {
                    self.advance();
                    break;
                }
                _ => {
                    incomplete = true;
                    if self.type_not_closed(start) {
                        break;
                    }
                }
            }
        }
        self.tree.types.push(TypeDecl {
            name: name?,
            fields,
            incomplete,
        });
        Ok(())
    }

    /// Something else than a field in a type: says so; true where the type must be taken as closed.
    fn type_not_closed(&mut self, start: Span) -> bool {
        let kind = self.kind();
        let closer_follows = self
            .tokens
            .iter()
            .skip(self.at)
            .find_map(|token| match token.kind {
                TokenKind::EndType => Some(true),
                TokenKind::Type | TokenKind::Function | TokenKind::EndFunction => Some(false),
                _ => None,
            });
        if closer_follows != Some(true) || kind == TokenKind::Type || kind == TokenKind::Function {
            self.report(Diagnostic::error(
                start,
                "End Type is missing for this Type",
            ));
            return true;
        }
        let mut error = self
            .expected_here("Field or End Type")
            .with_label(start, "in this Type");
        if kind == TokenKind::Ident && error.help.is_none() {
            let word = self.text(self.token());
            error = error.with_help(format!("Field {word}"));
        }
        self.report(error);
        self.advance();
        self.skip_fields();
        false
    }

    fn skip_fields(&mut self) {
        while !matches!(
            self.kind(),
            TokenKind::Newline | TokenKind::EndOfFile | TokenKind::EndType | TokenKind::Field
        ) {
            self.advance();
        }
    }

    fn fields(&mut self, fields: &mut Vec<Decl>) -> Parse<()> {
        loop {
            self.advance();
            fields.push(self.decl("the name of a field")?);
            if self.kind() != TokenKind::Comma {
                return Ok(());
            }
        }
    }

    fn function_statement(&mut self) -> Parse<()> {
        let start = self.here();
        self.advance();
        let name = self.name("the name of the function");
        let mut tag = None;
        let mut params = Vec::new();
        let mut incomplete = false;
        if name.is_ok() {
            let header = self.function_header(&mut params);
            match header {
                Ok(found) => tag = found,
                Err(_) => incomplete = true,
            }
        }
        if name.is_err() || incomplete {
            self.recover();
        }
        let span = self.since(start);
        let (body, closed) = self.block(BlockKind::Function, start);
        if closed {
            self.advance();
        }
        self.tree.functions.push(Function {
            name: name?,
            tag,
            params,
            body,
            span,
            incomplete,
        });
        Ok(())
    }

    fn function_header(&mut self, params: &mut Vec<Decl>) -> Parse<Option<Tag>> {
        let tag = self.tag()?;
        if self.kind() != TokenKind::LeftParen {
            let mut error = self.expected_here("\"(\"");
            if error.help.is_none() {
                error = error.with_help("a function's parameters stand in brackets, also when there are none: Function name()");
            }
            return Err(self.report(error));
        }
        let open = self.here();
        self.advance();
        if self.kind() != TokenKind::RightParen {
            loop {
                params.push(self.decl("the name of a parameter")?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.close_bracket(TokenKind::RightParen, open)?;
        Ok(tag)
    }
}
