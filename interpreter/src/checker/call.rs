//! Calls of functions and commands.

use std::rc::Rc;

use crate::diagnostics::{Diagnostic, Severity, nearest};
use crate::hir::{Expr, ExprKind, FunctionId, StmtKind, Ty};
use crate::host::{CommandId, DefaultValue, Signature, ValueType};
use crate::source::Span;
use crate::syntax::{Call, Name};

use super::Checker;
use super::convert::Purpose;
use super::fold::Constant;
use super::scope::{Entity, EntityKind};
use super::words::foreign_word;

/// A parameter.
#[derive(Clone, Debug)]
pub(super) struct Formal {
    pub name: String,
    pub ty: Ty,
    pub default: Option<Constant>,
    /// Its declaration has no mistake.
    pub known: bool,
}

/// What a called name means.
#[derive(Clone, Debug)]
pub(super) enum Callee {
    Function(FunctionId),
    Command(CommandId, Rc<[Formal]>, Option<Ty>),
    /// A command that the host lacks: Blitz3D's, or one of its own that is not for this run.
    Missing(Rc<[Formal]>, Option<Ty>),
    End,
    Stop,
    Unknown,
}

/// What a call that is in order calls.
enum Routine {
    Function(FunctionId),
    Command(CommandId),
}

impl Checker<'_> {
    /// A call where a value is needed.
    pub(super) fn call_value(&mut self, call: &Call, span: Span) -> Option<Expr> {
        if self.constants_only {
            self.error(span, "a constant is needed here: nothing can be called");
            return None;
        }
        let (expr, returns) = self.call(call, span)?;
        if returns {
            return expr;
        }
        let word = self.written(call.name.span);
        let error = Diagnostic::error(span, format!("{word} gives no value"));
        self.report(error.with_help(format!(
            "{word} is a command: it stands on a line of its own"
        )));
        None
    }

    /// A call as a statement.
    pub(super) fn call_statement(&mut self, call: &Call, span: Span) -> Option<StmtKind> {
        match self.callee(call.name) {
            Callee::End | Callee::Stop if !call.args.is_empty() => {
                let word = self.written(call.name.span);
                self.error(span, format!("{word} takes no arguments"));
                None
            }
            Callee::End => Some(StmtKind::End),
            Callee::Stop => Some(StmtKind::Stop),
            _ => self.call(call, span)?.0.map(StmtKind::Eval),
        }
    }

    /// The call, and whether it gives a value. An expression without value has the type Int and must not be used.
    fn call(&mut self, call: &Call, span: Span) -> Option<(Option<Expr>, bool)> {
        let word = call.name;
        let (routine, formals, returns) = match self.callee(word) {
            Callee::Function(id) => {
                let info = self.function_infos.get(id.index())?;
                let (formals, returns) = (Rc::clone(&info.formals), info.returns);
                if info.incomplete || call.incomplete {
                    for arg in &call.args {
                        self.expr(arg);
                    }
                    return None;
                }
                (Routine::Function(id), formals, Some(returns))
            }
            Callee::Command(id, formals, returns) => (Routine::Command(id), formals, returns),
            Callee::Missing(formals, returns) => {
                self.args(call, &formals, span);
                self.report_missing(word);
                // What it would give is known, so the rest can be checked; the program does not run.
                let ty = returns.unwrap_or(Ty::Int);
                let zero = Expr {
                    kind: ExprKind::Int(0),
                    ty: Ty::Int,
                    span,
                };
                let value = Expr {
                    kind: ExprKind::Convert(Box::new(zero)),
                    ty,
                    span,
                };
                return Some((Some(value), returns.is_some()));
            }
            Callee::End | Callee::Stop => return Some((None, false)),
            Callee::Unknown => {
                for arg in &call.args {
                    self.expr(arg);
                }
                self.unknown_call(call);
                return None;
            }
        };
        let args = self.args(call, &formals, span);
        if let Some(tag) = call.tag
            && let Some(wanted) = self.call_tag(tag)
            && returns != Some(wanted)
        {
            let name = self.written(word.span);
            let is = returns.map_or_else(
                || String::from("gives no value"),
                |ty| format!("gives {}", self.tag_text(ty)),
            );
            let wanted = self.tag_text(wanted);
            self.error(word.span, format!("{name} {is}, not {wanted}"));
            return None;
        }
        let ty = returns.unwrap_or(Ty::Int);
        let kind = match routine {
            Routine::Function(id) => ExprKind::Call(id, args?),
            Routine::Command(id) => ExprKind::Command(id, args?),
        };
        Some((Some(Expr { kind, ty, span }), returns.is_some()))
    }

    /// The type of a call's tag; as in the original an unknown type there is not looked at.
    fn call_tag(&mut self, tag: crate::syntax::Tag) -> Option<Ty> {
        match tag {
            crate::syntax::Tag::Object(name) => {
                self.types.get(&name.symbol).map(|&id| Ty::Object(id))
            }
            tag => self.tag_type(tag),
        }
    }

    /// What a name means that is called: the program's own functions go before the commands.
    fn callee(&mut self, name: Name) -> Callee {
        if let Some(known) = self.callees.get(&name.symbol) {
            return known.clone();
        }
        let word = self.names.text(name.symbol);
        let callee = if let Some(&id) = self.functions.get(&name.symbol) {
            Callee::Function(id)
        } else if word == "end" {
            Callee::End
        } else if word == "stop" {
            Callee::Stop
        } else if let Some(id) = self.commands.find(word) {
            match self.commands.get(id) {
                Some(signature) => {
                    Callee::Command(id, formals(signature), signature.returns.map(value_type))
                }
                None => Callee::Unknown,
            }
        } else if let Some((id, signature)) = self.commands.stand_in(word) {
            let (formals, returns) = (formals(signature), signature.returns.map(value_type));
            if !self.commands.leaves_missing_out() {
                let message = format!(
                    "Blitz3D's command {} is not in flitz yet, and the program ends where it calls it",
                    signature.name
                );
                self.report(
                    Diagnostic::warning(name.span, message)
                        .with_help("with --allow-missing such calls are left out, and give 0"),
                );
            }
            Callee::Command(id, formals, returns)
        } else if let Some(signature) = self.lacking(word) {
            Callee::Missing(formals(signature), signature.returns.map(value_type))
        } else {
            Callee::Unknown
        };
        self.callees.insert(name.symbol, callee.clone());
        callee
    }

    /// The arguments with the parameters' types, defaults filled in.
    fn args(&mut self, call: &Call, formals: &[Formal], span: Span) -> Option<Vec<Expr>> {
        let mut args = Vec::with_capacity(formals.len());
        let mut good = !call.incomplete;
        for (i, arg) in call.args.iter().enumerate() {
            let Some(value) = self.expr(arg) else {
                good = false;
                continue;
            };
            let Some(formal) = formals.get(i) else {
                continue;
            };
            match self.convert(value, formal.ty, Purpose::Argument(&formal.name, i + 1)) {
                Some(value) => args.push(value),
                None => good = false,
            }
        }
        if !good {
            return None;
        }
        let required = formals
            .iter()
            .filter(|formal| formal.default.is_none())
            .count();
        if call.args.len() > formals.len() || call.args.len() < required {
            self.wrong_count(call, formals.len(), required, span);
            return None;
        }
        for formal in formals.iter().skip(args.len()) {
            let default = formal.default.clone()?;
            args.push(default.into_expr(span));
        }
        Some(args)
    }

    fn wrong_count(&mut self, call: &Call, most: usize, least: usize, span: Span) {
        let word = self.written(call.name.span);
        let given = call.args.len();
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        let takes = match (least, most) {
            (_, 0) => String::from("no arguments"),
            (least, most) if least == most => format!("{most} argument{}", plural(most)),
            (least, most) if given < least => {
                format!("at least {least} argument{}, at most {most}", plural(least))
            }
            (_, most) => format!("at most {most} argument{}", plural(most)),
        };
        let quantity = if given < least {
            "not enough"
        } else {
            "too many"
        };
        let is = if given == 1 { "is" } else { "are" };
        let place = match call.args.get(most) {
            Some(first) => first
                .span
                .to(call.args.last().map_or(first.span, |last| last.span)),
            None => span,
        };
        let error = Diagnostic::error(
            place,
            format!("{quantity} arguments: {word} takes {takes}, but {given} {is} given"),
        );
        let error = match self.callee(call.name) {
            Callee::Function(id) => match self.function_infos.get(id.index()) {
                Some(info) => error.with_label(info.span, "the function"),
                None => error,
            },
            _ => {
                let name = self.names.text(call.name.symbol);
                let signature = self
                    .commands
                    .find(name)
                    .and_then(|id| self.commands.get(id));
                let signature = signature.or_else(|| self.lacking(name));
                error.with_help_option(signature.map(Signature::display))
            }
        };
        self.report(error);
    }

    /// The signature of a command that the host lacks, as far as it tells of it.
    fn lacking(&self, word: &str) -> Option<&Signature> {
        let elsewhere = || Some(self.commands.find_elsewhere(word)?.0);
        self.commands.find_missing(word).or_else(elsewhere)
    }

    fn report_missing(&mut self, name: Name) {
        if !self.reported.insert(name.symbol) {
            return;
        }
        let word = self.names.text(name.symbol);
        if let Some((signature, how)) = self.commands.find_elsewhere(word) {
            let message = format!("the command {} is not known here", signature.name);
            self.report(Diagnostic::error(name.span, message).with_help(how));
            return;
        }
        let shown = self
            .commands
            .find_missing(word)
            .map_or_else(|| word.to_owned(), |s| s.name.to_string());
        self.report(Diagnostic {
            severity: Severity::Missing,
            ..Diagnostic::error(
                name.span,
                format!("Blitz3D's command {shown} is not in flitz yet"),
            )
        });
    }

    /// What to try where a name stands right behind a number: `1e5`, `2players`.
    fn after_number(&self, name: Name) -> Option<&'static str> {
        let before = name.span.start.checked_sub(1)? as usize;
        let byte = self.sources.get(name.span.file)?.bytes.get(before)?;
        if !byte.is_ascii_digit() && *byte != b'.' {
            return None;
        }
        let word = self.names.text(name.symbol);
        let exponent = word
            .strip_prefix('e')
            .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
        Some(if exponent {
            "numbers have no exponent form: write all digits"
        } else {
            "a name starts with a letter; between a number and a name stands an operator"
        })
    }

    fn unknown_call(&mut self, call: &Call) {
        let name = call.name;
        if let Some(Entity {
            kind: EntityKind::Unknown,
            ..
        }) = self.find(name.symbol)
        {
            return;
        }
        if !self.reported.insert(name.symbol) || self.tree.incomplete {
            return;
        }
        let word = self.written(name.span);
        let lower = self.names.text(name.symbol);
        let mut error = Diagnostic::error(
            name.span,
            format!("there is no command or function \"{word}\""),
        );
        if let Some(dim) = self.tree.dims.iter().find(|dim| dim.symbol == name.symbol) {
            error.message = format!("the array \"{word}\" is used before its Dim");
            error = error
                .with_label(dim.span, "declared here")
                .with_help("put the Dim above its first use in the program");
        } else if let Some(entity) = self.find(name.symbol) {
            error.message = format!("\"{word}\" is a variable, not a command or function");
            error = error.with_label(entity.span, "the variable");
            error = error.with_help(format!(
                "to make it an array: Dim {word}(10); to set it: {word} = ..."
            ));
        } else if self.env.labels.contains_key(&name.symbol) {
            error.message = format!("\"{word}\" is a label, not a command or function");
            error = error.with_help(format!("Gosub {word} or Goto {word} goes there"));
        } else if let Some(help) = self.after_number(name) {
            error = error.with_help(help);
        } else if let Some(help) = foreign_word(lower) {
            error = error.with_help(help);
        } else {
            let functions = self.function_infos.iter().map(|info| info.name.as_str());
            let commands = self.commands.iter().map(|(_, signature)| &*signature.name);
            let missing = self
                .commands
                .iter_missing()
                .map(|signature| &*signature.name);
            let own = ["End", "Stop"];
            if let Some(near) = nearest(&word, functions.chain(commands).chain(missing).chain(own))
            {
                error = error.with_help(format!("did you mean {near}?"));
            } else if call.args.is_empty() {
                error = error.with_help(format!(
                    "a variable is set with {word} = ..., a label is written .{word}"
                ));
            }
        }
        self.report(error);
    }
}

fn value_type(ty: ValueType) -> Ty {
    match ty {
        ValueType::Int => Ty::Int,
        ValueType::Float => Ty::Float,
        ValueType::Str => Ty::Str,
    }
}

fn formals(signature: &Signature) -> Rc<[Formal]> {
    signature
        .params
        .iter()
        .map(|param| {
            let ty = value_type(param.ty);
            let default = param.default.map(|value| match value {
                DefaultValue::Int(value) => Constant::Int(value),
                DefaultValue::Float(value) => Constant::Float(value),
                DefaultValue::Str(value) => Constant::Str(value.as_bytes().into()),
            });
            // A Float parameter may have been declared with a whole number.
            let default = default.and_then(|value| super::fold::convert(&value, ty));
            Formal {
                name: param.name.to_string(),
                ty,
                default,
                known: true,
            }
        })
        .collect()
}
