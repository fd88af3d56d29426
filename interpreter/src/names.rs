//! Names as numbers: every word of a program is stored once, in small letters.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use crate::token::{KEYWORDS, TokenKind};

/// A word, equal for every letter case; the first ones are the keywords in the order of [`KEYWORDS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

impl Symbol {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A map from words. Symbols are small numbers given one after another, so a multiplication spreads them well enough.
pub type SymbolMap<V> = HashMap<Symbol, V, BuildHasherDefault<SymbolHasher>>;

/// A set of words.
pub type SymbolSet = HashSet<Symbol, BuildHasherDefault<SymbolHasher>>;

/// Spreads small numbers over 64 bits by Fibonacci hashing (D. Knuth, The Art of Computer Programming 3, 6.4).
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolHasher(u64);

impl Hasher for SymbolHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(20);
    }
}

/// The table of all words met so far.
#[derive(Debug)]
pub struct Names {
    symbols: HashMap<Rc<str>, Symbol>,
    words: Vec<Rc<str>>,
    lower: String,
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Self {
            symbols: HashMap::new(),
            words: Vec::new(),
            lower: String::new(),
        };
        for (word, _) in KEYWORDS {
            names.intern(word.as_bytes());
        }
        names
    }
}

impl Names {
    /// The symbol of a word of ASCII letters, digits and underlines, in any letter case.
    pub fn intern(&mut self, word: &[u8]) -> Symbol {
        self.lower.clear();
        self.lower
            .extend(word.iter().map(|b| char::from(b.to_ascii_lowercase())));
        if let Some(&symbol) = self.symbols.get(self.lower.as_str()) {
            return symbol;
        }
        let symbol = Symbol(self.words.len() as u32);
        let word: Rc<str> = Rc::from(self.lower.as_str());
        self.words.push(Rc::clone(&word));
        self.symbols.insert(word, symbol);
        symbol
    }

    /// The word in small letters.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.words.get(symbol.index()).map_or("", |word| word)
    }

    /// The kind of token a word is: a keyword or [`TokenKind::Ident`].
    pub fn kind(&self, symbol: Symbol) -> TokenKind {
        KEYWORDS
            .get(symbol.index())
            .map_or(TokenKind::Ident, |&(_, kind)| kind)
    }
}
