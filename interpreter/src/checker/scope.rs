//! Names: what each one means where it is used.

use std::collections::{BTreeMap, HashSet};

use crate::diagnostics::{Diagnostic, nearest, nearest_within};
use crate::hir::{self, ArrayId, GlobalId, LabelId, LocalId, Ty, TypeId};
use crate::names::{Symbol, SymbolMap, SymbolSet};
use crate::source::Span;
use crate::syntax::{Name, Tag};

use super::Checker;
use super::fold::Constant;

/// How many variables without a value, and how many names for each, are looked at for slips: enough for programs that people
/// write, and no long wait for others.
const TYPOS: usize = 200;
const TYPO_CANDIDATES: usize = 2000;

/// What a name means.
#[derive(Clone, Debug)]
pub(super) struct Entity {
    pub kind: EntityKind,
    /// Where it was declared or first used.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum EntityKind {
    Const(Constant),
    Global(GlobalId, Ty),
    Array(ArrayId),
    Local(LocalId, Ty),
    /// Declared with a mistake that has been reported: every use of it is passed over in silence.
    Unknown,
}

/// What is known of a local variable besides its type.
#[derive(Clone, Copy, Debug)]
struct Usage {
    symbol: Symbol,
    span: Span,
    /// Declared, a parameter, or given a value somewhere.
    known: bool,
}

/// A label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    pub id: LabelId,
    pub span: Span,
    /// How many `Data` items stand before it.
    pub data: u32,
}

/// The function being checked.
#[derive(Debug)]
pub(super) struct Env {
    pub is_main: bool,
    pub returns: Ty,
    pub locals: SymbolMap<Entity>,
    pub variables: Vec<hir::Variable>,
    usage: Vec<Usage>,
    pub labels: SymbolMap<Label>,
    pub label_names: Vec<String>,
    /// How many loops are around this place.
    pub loops: usize,
    /// Locals that were declared and did not come to be by their use.
    pub declared: HashSet<LocalId>,
    /// Variables of which a wrong tag has been reported.
    pub conflicts: SymbolSet,
    /// The statements that make the function's Blitz arrays, at its start.
    pub new_arrays: Vec<hir::Stmt>,
}

impl Default for Env {
    fn default() -> Self {
        Self {
            is_main: true,
            returns: Ty::Int,
            locals: Default::default(),
            variables: Vec::new(),
            usage: Vec::new(),
            labels: Default::default(),
            label_names: Vec::new(),
            loops: 0,
            declared: HashSet::new(),
            conflicts: Default::default(),
            new_arrays: Vec::new(),
        }
    }
}

impl Env {
    pub fn main() -> Self {
        Self::default()
    }

    pub fn function(returns: Ty) -> Self {
        Self {
            is_main: false,
            returns,
            ..Self::default()
        }
    }

    /// A new local variable, whatever its name means so far.
    pub fn add_local(&mut self, name: Name, written: String, ty: Ty, known: bool) -> LocalId {
        let id = LocalId(self.variables.len() as u32);
        self.variables.push(hir::Variable {
            name: written,
            ty,
            span: name.span,
        });
        self.usage.push(Usage {
            symbol: name.symbol,
            span: name.span,
            known,
        });
        self.locals.insert(
            name.symbol,
            Entity {
                kind: EntityKind::Local(id, ty),
                span: name.span,
            },
        );
        id
    }

    /// From here on nothing is said about a name in this function.
    pub fn silence(&mut self, name: Name) {
        self.locals.insert(
            name.symbol,
            Entity {
                kind: EntityKind::Unknown,
                span: name.span,
            },
        );
    }

    /// A variable without a name.
    pub fn add_temporary(&mut self, ty: Ty, span: Span) -> LocalId {
        let id = LocalId(self.variables.len() as u32);
        self.variables.push(hir::Variable {
            name: String::new(),
            ty,
            span,
        });
        self.usage.push(Usage {
            symbol: Symbol::default(),
            span,
            known: true,
        });
        id
    }

    /// The name of a variable.
    pub fn symbol_of(&self, id: LocalId) -> Symbol {
        self.usage
            .get(id.index())
            .map_or(Symbol::default(), |usage| usage.symbol)
    }

    /// Notes that a variable is given a value.
    pub fn note_write(&mut self, id: LocalId) {
        if let Some(usage) = self.usage.get_mut(id.index()) {
            usage.known = true;
        }
    }

    /// Adds a label; the error is the place of an earlier one of this name.
    pub fn add_label(&mut self, name: Name, written: String, data: u32) -> Result<(), Span> {
        if let Some(first) = self.labels.get(&name.symbol) {
            return Err(first.span);
        }
        let id = LabelId(self.label_names.len() as u32);
        self.label_names.push(written);
        self.labels.insert(
            name.symbol,
            Label {
                id,
                span: name.span,
                data,
            },
        );
        Ok(())
    }
}

impl Checker<'_> {
    /// What a name means here.
    pub(super) fn find(&self, name: Symbol) -> Option<&Entity> {
        self.env
            .locals
            .get(&name)
            .or_else(|| self.globals.get(&name))
    }

    /// What a name must not mean already where it is declared here.
    pub(super) fn taken(&self, name: Symbol) -> Option<&Entity> {
        if self.env.is_main {
            self.find(name)
        } else {
            self.env.locals.get(&name)
        }
    }

    /// The type a tag stands for; `None` for a type that is not there.
    pub(super) fn tag_type(&mut self, tag: Tag) -> Option<Ty> {
        Some(match tag {
            Tag::Int => Ty::Int,
            Tag::Float => Ty::Float,
            Tag::Str => Ty::Str,
            Tag::Object(name) => Ty::Object(self.custom_type(name)?),
        })
    }

    /// The type a tag stands for, Int without one.
    pub(super) fn tag_or_int(&mut self, tag: Option<Tag>) -> Option<Ty> {
        tag.map_or(Some(Ty::Int), |tag| self.tag_type(tag))
    }

    /// The custom type with a name.
    pub(super) fn custom_type(&mut self, name: Name) -> Option<TypeId> {
        if let Some(&id) = self.types.get(&name.symbol) {
            return Some(id);
        }
        if !self.tree.incomplete && self.reported_types.insert(name.symbol) {
            let word = self.written(name.span);
            let near = nearest(&word, self.program.types.iter().map(|ty| ty.name.as_str()));
            let help = match near {
                Some(near) => format!("did you mean {near}?"),
                None => format!(
                    "declare it: Type {word} ... End Type; a field of an object is written object\\{word}"
                ),
            };
            self.report(
                Diagnostic::error(name.span, format!("there is no type \"{word}\""))
                    .with_help(help),
            );
        }
        None
    }

    /// The label with a name in this function.
    pub(super) fn label(&mut self, name: Name) -> Option<LabelId> {
        if let Some(label) = self.env.labels.get(&name.symbol) {
            return Some(label.id);
        }
        if !self.tree.incomplete {
            let word = self.written(name.span);
            let place = if self.env.is_main {
                "the main program"
            } else {
                "this function"
            };
            let near = nearest(&word, self.env.label_names.iter().map(String::as_str));
            let help = match near {
                Some(near) => format!("did you mean {near}?"),
                None if !self.env.is_main && self.data_labels.contains_key(&name.symbol) => {
                    String::from(
                        "the label of this name is in the main program; a function cannot jump there",
                    )
                }
                None => format!("a label is written with a point before it: .{word}"),
            };
            // `name:` is how other languages write a label; here it is a call, and would be reported too.
            self.reported.insert(name.symbol);
            let error = Diagnostic::error(
                name.span,
                format!("there is no label \"{word}\" in {place}"),
            );
            self.report(error.with_help(help));
        }
        None
    }

    /// Warns of variables that never get a value and are called nearly like one that does.
    pub(super) fn warn_of_typos(&mut self) {
        let unknown: Vec<Usage> = self
            .env
            .usage
            .iter()
            .filter(|usage| !usage.known)
            .copied()
            .collect();
        if unknown.is_empty() {
            return;
        }
        // A slip in the first letter is not looked for, so names need comparing only with those of the same letter.
        let mut known: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
        let locals = self
            .env
            .usage
            .iter()
            .filter(|usage| usage.known)
            .map(|usage| usage.symbol);
        for symbol in locals.chain(self.globals.keys().copied()) {
            let word = self.names.text(symbol);
            if let Some(&first) = word.as_bytes().first() {
                known.entry(first).or_default().push(word);
            }
        }
        let mut warnings = Vec::new();
        for usage in unknown.iter().take(TYPOS) {
            let word = self.names.text(usage.symbol);
            if self.functions.contains_key(&usage.symbol) || self.commands.find(word).is_some() {
                let written = self.written(usage.span);
                let message =
                    format!("this \"{written}\" is a variable that never gets a value, not a call");
                let warning = Diagnostic::warning(usage.span, message);
                warnings.push(warning.with_help(format!(
                    "a call in an expression needs brackets: {written}()"
                )));
                continue;
            }
            let Some(names) = word.as_bytes().first().and_then(|first| known.get(first)) else {
                continue;
            };
            let near = nearest_within(word, names.iter().take(TYPO_CANDIDATES).copied(), 1);
            let Some(near) = near.filter(|near| is_slip(word, near)) else {
                continue;
            };
            let written = self.written(usage.span);
            let warning =
                Diagnostic::warning(usage.span, format!("\"{written}\" never gets a value"));
            warnings.push(warning.with_help(format!("did you mean {near}?")));
        }
        for warning in warnings {
            self.report(warning);
        }
    }
}

/// Whether a word one letter away is more likely a slip than a name of its own: x1 and x2, posx and posy, names that
/// differ in a digit or in their last letter, are meant to differ.
fn is_slip(word: &str, near: &str) -> bool {
    let common = word
        .bytes()
        .zip(near.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let digit = [word, near]
        .iter()
        .any(|name| name.as_bytes().get(common).is_some_and(u8::is_ascii_digit));
    word.len() >= 5 && common > 0 && !digit && common + 1 < word.len().min(near.len())
}
