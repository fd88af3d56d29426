//! Included files.

use crate::diagnostics::Diagnostic;
use crate::source::decode;
use crate::syntax::Block;
use crate::token::TokenKind;

use super::block::Scope;
use super::{Parse, Parser};

impl Parser<'_> {
    /// All statements of the current file, to its end.
    pub(super) fn whole_file(&mut self, main: bool) -> Block {
        let scope = if main || self.blocks.is_empty() {
            Scope::Program
        } else {
            Scope::Block
        };
        let mut body = Block::new();
        loop {
            self.statements(scope, &mut body);
            if self.kind() == TokenKind::EndOfFile || self.misplaced_token().is_break() {
                return body;
            }
        }
    }

    /// `Include "file"`: the file's statements, where it is taken the first time.
    pub(super) fn include(&mut self, out: &mut Block) -> Parse<()> {
        let start = self.here();
        self.advance();
        let token = self.token();
        if token.kind != TokenKind::Str {
            return Err(self.expected("the name of a file in quotation marks"));
        }
        self.advance();
        let path = decode(crate::lexer::str_value(self.bytes(token)).0);
        let place = self.since(start);
        let loaded = match self.loader.load(&path, &self.key) {
            Ok(loaded) => loaded,
            Err(why) => {
                self.tree.incomplete = true;
                return Err(self.error(place, format!("\"{path}\" cannot be included: {why}")));
            }
        };
        if !self.included.insert(loaded.key.clone()) {
            return Ok(());
        }
        let Some(file) = self.sources.add(loaded.name, loaded.bytes) else {
            return Err(self.report(Diagnostic::error(
                place,
                "the program has too many files or too large ones",
            )));
        };
        let tokens = match self.sources.get(file) {
            Some(source) => crate::lexer::lex(&source.bytes, self.names),
            None => return Ok(()),
        };
        self.nested(|p| {
            let tokens = std::mem::replace(&mut p.tokens, tokens);
            let key = std::mem::replace(&mut p.key, loaded.key);
            let at = std::mem::replace(&mut p.at, 0);
            let including_file = std::mem::replace(&mut p.file, file);
            let first_block = std::mem::replace(&mut p.first_block, p.blocks.len());
            out.append(&mut p.whole_file(false));
            p.tokens = tokens;
            p.key = key;
            p.at = if p.stopped {
                p.tokens.len().saturating_sub(1)
            } else {
                at
            };
            p.file = including_file;
            p.first_block = first_block;
            Ok(())
        })
    }
}
