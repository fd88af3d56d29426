//! Bytes to tokens.
//!
//! The text is taken as bytes: outside of strings and comments the language is ASCII, so Windows-1252 and
//! UTF-8 need no telling apart here.

use logos::Logos;

use crate::names::{Names, Symbol};
use crate::token::{Token, TokenKind};

/// The byte that ended a text file in the days of DOS; what follows it is not read.
const END_OF_TEXT: u8 = 0x1A;

/// The tokens of one file. The last two are always [`TokenKind::Newline`] and [`TokenKind::EndOfFile`].
///
/// A word followed by another may be one keyword (`End If`, `Else If`, `End Function`, `End Type`,
/// `End Select`), whatever blanks stand between.
pub fn lex(bytes: &[u8], names: &mut Names) -> Vec<Token> {
    let text = match bytes.iter().position(|&b| b == END_OF_TEXT) {
        Some(end) => bytes.get(..end).unwrap_or(bytes),
        None => bytes,
    };
    let end_word = names.intern(b"end");
    let mut tokens: Vec<Token> = Vec::with_capacity(text.len() / 4 + 2);
    for (kind, range) in TokenKind::lexer(text).spanned() {
        let (start, end) = (range.start as u32, range.end as u32);
        let mut token = Token {
            kind: kind.unwrap_or(TokenKind::Unknown),
            symbol: Symbol::default(),
            start,
            end,
        };
        match token.kind {
            TokenKind::Ident => {
                token.symbol = names.intern(text.get(range).unwrap_or(&[]));
                token.kind = names.kind(token.symbol);
                if let Some(last) = tokens.last_mut()
                    && let Some(kind) = joined(*last, token.kind, end_word)
                {
                    *last = Token { kind, end, ..*last };
                    continue;
                }
            }
            TokenKind::Unknown => {
                // A run of strange bytes is one mistake.
                if let Some(last) = tokens.last_mut()
                    && last.kind == TokenKind::Unknown
                    && last.end == start
                {
                    last.end = end;
                    continue;
                }
            }
            _ => {}
        }
        if !matches!(token.kind, TokenKind::Dot | TokenKind::Ident) {
            free_object(&mut tokens);
        }
        tokens.push(token);
    }
    free_object(&mut tokens);
    let end = text.len() as u32;
    for kind in [TokenKind::Newline, TokenKind::EndOfFile] {
        tokens.push(Token {
            kind,
            symbol: Symbol::default(),
            start: end,
            end,
        });
    }
    tokens
}

/// `Object` is a keyword only before a type's name: elsewhere it never was allowed, and old programs use it as a name.
fn free_object(tokens: &mut [Token]) {
    if let Some(last) = tokens.last_mut()
        && last.kind == TokenKind::Object
    {
        last.kind = TokenKind::Ident;
    }
}

/// The keyword that two words make together, if they do. Between two word tokens there are only blanks.
fn joined(last: Token, kind: TokenKind, end_word: Symbol) -> Option<TokenKind> {
    match (last.kind, kind) {
        (TokenKind::Else, TokenKind::If) => Some(TokenKind::ElseIf),
        (TokenKind::Ident, _) if last.symbol == end_word => match kind {
            TokenKind::If => Some(TokenKind::EndIf),
            TokenKind::Function => Some(TokenKind::EndFunction),
            TokenKind::Type => Some(TokenKind::EndType),
            TokenKind::Select => Some(TokenKind::EndSelect),
            _ => None,
        },
        _ => None,
    }
}

/// The value of a decimal literal; it wraps to 32 bits.
pub fn int_value(text: &[u8]) -> i32 {
    digits(text, 10) as i32
}

/// The value of `$FF` or `%101`; it wraps to 32 bits.
pub fn radix_value(text: &[u8]) -> i32 {
    let radix = if text.first() == Some(&b'%') { 2 } else { 16 };
    digits(text.get(1..).unwrap_or(&[]), radix) as i32
}

/// The value of a Float literal, rounded to the nearest Float.
pub fn float_value(text: &[u8]) -> f32 {
    // The original reads a double first and then rounds again.
    std::str::from_utf8(text)
        .ok()
        .and_then(|t| t.parse::<f64>().ok())
        .unwrap_or(0.0) as f32
}

/// The bytes of a string literal, and whether its closing mark is there. Without it the last byte is lost: there
/// the original expected the mark.
pub fn str_value(text: &[u8]) -> (&[u8], bool) {
    let inner = text.get(1..).unwrap_or(&[]);
    match inner {
        [inner @ .., b'"'] => (inner, true),
        [inner @ .., _] => (inner, false),
        [] => (inner, false),
    }
}

fn digits(text: &[u8], radix: u32) -> u32 {
    text.iter().fold(0u32, |value, &b| {
        let digit = char::from(b).to_digit(radix).unwrap_or(0);
        value.wrapping_mul(radix).wrapping_add(digit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        let mut kinds: Vec<TokenKind> = lex(text.as_bytes(), &mut Names::default())
            .iter()
            .map(|t| t.kind)
            .collect();
        assert_eq!(kinds.pop(), Some(TokenKind::EndOfFile));
        assert_eq!(kinds.pop(), Some(TokenKind::Newline));
        kinds
    }

    #[test]
    fn numbers_end_where_the_original_ends_them() {
        assert_eq!(
            kinds("5.-1"),
            [TokenKind::Float, TokenKind::Minus, TokenKind::Int]
        );
        assert_eq!(
            kinds("1.+.5"),
            [TokenKind::Float, TokenKind::Plus, TokenKind::Float]
        );
        assert_eq!(kinds("1.5.5"), [TokenKind::Float, TokenKind::Float]);
        assert_eq!(
            kinds("a%=%10"),
            [
                TokenKind::Ident,
                TokenKind::Percent,
                TokenKind::Equal,
                TokenKind::Binary
            ]
        );
        assert_eq!(
            kinds("c$ = $FFg"),
            [
                TokenKind::Ident,
                TokenKind::Dollar,
                TokenKind::Equal,
                TokenKind::Hex,
                TokenKind::Ident
            ]
        );
        assert_eq!(kinds("1e5"), [TokenKind::Int, TokenKind::Ident]);
    }

    #[test]
    fn two_words_make_one_keyword() {
        assert_eq!(
            kinds("End If end \t FUNCTION endif Else If elseif end select end type"),
            [
                TokenKind::EndIf,
                TokenKind::EndFunction,
                TokenKind::EndIf,
                TokenKind::ElseIf,
                TokenKind::ElseIf,
                TokenKind::EndSelect,
                TokenKind::EndType
            ]
        );
        assert_eq!(kinds("End Iffy"), [TokenKind::Ident, TokenKind::Ident]);
        assert_eq!(
            kinds("End\nIf"),
            [TokenKind::Ident, TokenKind::Newline, TokenKind::If]
        );
        assert_eq!(
            kinds("Else ; c\nIf"),
            [TokenKind::Else, TokenKind::Newline, TokenKind::If]
        );
    }

    #[test]
    fn strings_end_with_their_line() {
        assert_eq!(kinds("\"a;b\" ; \"x\"\r\n\"open\rb"), {
            [
                TokenKind::Str,
                TokenKind::Newline,
                TokenKind::Str,
                TokenKind::Newline,
                TokenKind::Ident,
            ]
        });
        assert_eq!(str_value(b"\"ab\""), (&b"ab"[..], true));
        assert_eq!(str_value(b"\"ab"), (&b"a"[..], false));
        assert_eq!(str_value(b"\""), (&b""[..], false));
    }

    #[test]
    fn values_wrap() {
        assert_eq!(int_value(b"4294967301"), 5);
        assert_eq!(radix_value(b"$1FFFFFFFF"), -1);
        assert_eq!(radix_value(b"%101"), 5);
        assert_eq!(float_value(b".5"), 0.5);
        assert_eq!(float_value(b"5."), 5.0);
    }

    #[test]
    fn operators_of_two_signs() {
        let ops = [
            TokenKind::NotEqual,
            TokenKind::LessEqual,
            TokenKind::GreaterEqual,
            TokenKind::NotEqual,
            TokenKind::LessEqual,
        ];
        assert_eq!(kinds("<> =< => >< <="), ops);
        assert_eq!(
            kinds("a==b"),
            [
                TokenKind::Ident,
                TokenKind::Equal,
                TokenKind::Equal,
                TokenKind::Ident
            ]
        );
    }

    #[test]
    fn strange_bytes_are_one_token() {
        let tokens = lex(b"a \xE4\xF6\xFC b", &mut Names::default());
        let kinds: Vec<TokenKind> = tokens.iter().map(|t| t.kind).collect();
        assert_eq!(
            kinds.get(..3),
            Some(&[TokenKind::Ident, TokenKind::Unknown, TokenKind::Ident][..])
        );
        assert_eq!(lex(b"a\x1Ab c", &mut Names::default()).len(), 3);
    }
}
