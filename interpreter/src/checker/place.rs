//! Variables, array elements and fields.

use crate::diagnostics::{Diagnostic, nearest};
use crate::hir::{ArrayId, BlitzArrayId, Expr, ExprKind, Place, Ty, TypeId};
use crate::source::Span;
use crate::syntax::{self, Access, Name, Tag, Var};

use super::Checker;
use super::fold::Constant;
use super::scope::{Entity, EntityKind};

/// What a variable as written stands for.
enum Referent {
    Place(Place, Ty),
    /// A constant and where it was declared.
    Constant(Constant, Span),
}

impl Checker<'_> {
    /// The value of a variable.
    pub(super) fn read(&mut self, var: &Var) -> Option<Expr> {
        match self.referent(var)? {
            Referent::Place(place, ty) => Some(Expr {
                kind: ExprKind::Read(place),
                ty,
                span: var.span,
            }),
            Referent::Constant(value, _) => Some(value.into_expr(var.span)),
        }
    }

    /// A variable that is given a value.
    pub(super) fn written_place(&mut self, var: &Var) -> Option<(Place, Ty)> {
        match self.referent(var)? {
            Referent::Place(place, ty) => {
                if let Place::Local(id) = place {
                    self.env.note_write(id);
                }
                if matches!(ty, Ty::Array(_)) {
                    let name = self.written(var.name.span);
                    let error = Diagnostic::error(
                        var.span,
                        format!("the Blitz array \"{name}\" cannot be set as a whole"),
                    );
                    self.report(error.with_help("an element of it is written array[index]"));
                    return None;
                }
                Some((place, ty))
            }
            Referent::Constant(_, declared) => {
                let name = self.written(var.name.span);
                let error = Diagnostic::error(
                    var.span,
                    format!("\"{name}\" is a constant: its value cannot change"),
                );
                let help = "use another name, or declare it with Global";
                self.report(error.with_label(declared, "declared here").with_help(help));
                None
            }
        }
    }

    fn referent(&mut self, var: &Var) -> Option<Referent> {
        let first = match &var.indices {
            Some(indices) => self.array_element(var, indices),
            None => self.variable(var),
        };
        let Some(first) = first else {
            // Mistakes in what follows are of interest all the same.
            for access in &var.accesses {
                if let Access::Index(index, _) = access {
                    self.value(index, Ty::Int, "an index");
                }
            }
            return None;
        };
        if var.accesses.is_empty() {
            return Some(first);
        }
        let mut end = var.name.span;
        let (mut place, mut ty) = match first {
            Referent::Place(place, ty) => (place, ty),
            Referent::Constant(..) => {
                let name = self.written(var.name.span);
                self.error(
                    var.name.span,
                    format!("\"{name}\" is a constant and has no fields or elements"),
                );
                return None;
            }
        };
        for access in &var.accesses {
            let whole = Expr {
                kind: ExprKind::Read(place),
                ty,
                span: var.name.span.to(end),
            };
            match access {
                Access::Field(name) => {
                    end = name.span;
                    (place, ty) = self.field(whole, *name)?;
                }
                Access::Index(index, span) => {
                    end = *span;
                    (place, ty) = self.element(whole, index, *span)?;
                }
            }
        }
        Some(Referent::Place(place, ty))
    }

    /// A name alone. Where it means nothing yet it is declared by its use.
    fn variable(&mut self, var: &Var) -> Option<Referent> {
        let name = var.name;
        let Some(entity) = self.find(name.symbol) else {
            return self.undeclared(name, var.tag);
        };
        let span = entity.span;
        let (referent, ty) = match &entity.kind {
            EntityKind::Local(id, ty) => (Referent::Place(Place::Local(*id), *ty), *ty),
            EntityKind::Global(id, ty) => (Referent::Place(Place::Global(*id), *ty), *ty),
            EntityKind::Const(value) => (Referent::Constant(value.clone(), span), value.ty()),
            EntityKind::Unknown => return None,
            EntityKind::Array(_) => {
                let word = self.written(name.span);
                let error = Diagnostic::error(
                    var.span,
                    format!("\"{word}\" is an array: an element of it needs an index"),
                );
                self.report(
                    error
                        .with_label(span, "declared here")
                        .with_help(format!("{word}(1)")),
                );
                return None;
            }
        };
        self.check_tag(name, var.tag, ty, span)?;
        if self.constants_only && matches!(referent, Referent::Place(..)) {
            let word = self.written(name.span);
            let error = Diagnostic::error(
                name.span,
                format!("a constant is needed here, but \"{word}\" is a variable"),
            );
            self.report(error.with_help(format!("declare it with Const {word} = ...")));
            return None;
        }
        Some(referent)
    }

    fn undeclared(&mut self, name: Name, tag: Option<Tag>) -> Option<Referent> {
        if self.constants_only {
            let word = self.written(name.span);
            let later = self
                .tree
                .consts
                .iter()
                .find(|decl| decl.name.symbol == name.symbol);
            let error = Diagnostic::error(
                name.span,
                format!("a constant is needed here, but \"{word}\" is none"),
            );
            let error = match later {
                Some(decl) => error.with_label(
                    decl.name.span,
                    "this constant is declared only here: put it before",
                ),
                None => {
                    let constants = self
                        .globals
                        .iter()
                        .filter(|(_, e)| matches!(e.kind, EntityKind::Const(_)));
                    let near =
                        nearest(&word, constants.map(|(&symbol, _)| self.names.text(symbol)));
                    match near {
                        Some(near) => error.with_help(format!("did you mean {near}?")),
                        None => error.with_help(format!("declare it with Const {word} = ...")),
                    }
                }
            };
            self.report(error);
            return None;
        }
        let Some(ty) = self.tag_or_int(tag) else {
            self.env.silence(name);
            return None;
        };
        let written = self.written(name.span);
        let id = self.env.add_local(name, written, ty, false);
        Some(Referent::Place(Place::Local(id), ty))
    }

    /// A variable's tag must be the one of its declaration.
    fn check_tag(&mut self, name: Name, tag: Option<Tag>, ty: Ty, declared: Span) -> Option<()> {
        let Some(tag) = tag else { return Some(()) };
        let wanted = self.tag_type(tag)?;
        let element = match ty {
            Ty::Array(id) => self
                .program
                .blitz_arrays
                .get(id.index())
                .map(|array| array.element),
            _ => None,
        };
        if wanted == ty || Some(wanted) == element {
            return Some(());
        }
        let word = self.written(name.span);
        let (is, used) = (self.tag_text(ty), self.tag_text(wanted));
        let error = Diagnostic::error(
            name.span,
            format!("\"{word}\" is {is} and cannot be used as {used}"),
        );
        let help = "a name means one variable, whatever its tag: use another name";
        // Once for a name: the other uses follow from the same mistake.
        if self.env.conflicts.insert(name.symbol) {
            self.report(
                error
                    .with_label(declared, "declared or used first here")
                    .with_help(help),
            );
        }
        None
    }

    /// `name(1, 2)`
    fn array_element(&mut self, var: &Var, indices: &[syntax::Expr]) -> Option<Referent> {
        let checked: Vec<Option<Expr>> = indices
            .iter()
            .map(|i| self.value(i, Ty::Int, "an index"))
            .collect();
        let array = self.array(var.name)?;
        let (dimensions, element) = self
            .program
            .arrays
            .get(array.index())
            .map(|a| (a.dimensions, a.element))?;
        let declared = self.globals.get(&var.name.symbol).map(|entity| entity.span);
        if let Some(declared) = declared {
            self.check_tag(var.name, var.tag, element, declared)?;
        }
        if self.constants_only {
            self.error(var.span, "a constant is needed here, not an array element");
            return None;
        }
        let word = self.written(var.name.span);
        self.check_dimensions(&word, var.span, dimensions, indices.len(), declared)?;
        let indices: Option<Vec<Expr>> = checked.into_iter().collect();
        Some(Referent::Place(
            Place::Dim {
                array,
                indices: indices?,
            },
            element,
        ))
    }

    pub(super) fn check_dimensions(
        &mut self,
        word: &str,
        span: Span,
        declared: usize,
        used: usize,
        place: Option<Span>,
    ) -> Option<()> {
        if declared == used {
            return Some(());
        }
        let plural = if declared == 1 { "" } else { "s" };
        let mut error = Diagnostic::error(
            span,
            format!(
                "the array \"{word}\" has {declared} dimension{plural}, but {used} are used here"
            ),
        );
        if let Some(place) = place {
            error = error.with_label(place, "declared here");
        }
        self.report(error);
        None
    }

    /// The `Dim` array with a name.
    fn array(&mut self, name: Name) -> Option<ArrayId> {
        let entity = self.find(name.symbol).cloned();
        if let Some(Entity {
            kind: EntityKind::Array(id),
            ..
        }) = entity
        {
            return Some(id);
        }
        let word = self.written(name.span);
        if let Some(Entity {
            kind: EntityKind::Unknown,
            ..
        }) = entity
        {
            return None;
        }
        let mut error = Diagnostic::error(name.span, format!("there is no array \"{word}\""));
        let unknown = entity.is_none();
        if let Some(entity) = entity {
            error = error.with_label(entity.span, format!("\"{word}\" means this here"));
        } else if let Some(dim) = self.tree.dims.iter().find(|dim| dim.symbol == name.symbol) {
            error.message = format!("the array \"{word}\" is used before its Dim");
            error = error.with_label(dim.span, "declared here");
        } else {
            error = error.with_help(format!("declare it: Dim {word}(10)"));
        }
        if self.reported.insert(name.symbol) && !(self.tree.incomplete && unknown) {
            self.report(error);
        }
        None
    }

    /// `object\name`
    fn field(&mut self, object: Expr, name: Name) -> Option<(Place, Ty)> {
        let Ty::Object(ty) = object.ty else {
            let what = self.describe_type(object.ty);
            let word = self.written(name.span);
            let mut error = Diagnostic::error(
                object.span,
                format!("an object is needed before \"\\{word}\", but this is {what}"),
            );
            if let ExprKind::Read(Place::Local(id)) = object.kind
                && object.ty == Ty::Int
                && !self.env.declared.contains(&id)
            {
                let variable = self.written(object.span);
                error = error.with_help(format!(
                    "a variable for objects has a type: {variable}.Type"
                ));
                // Its other uses as an object follow from the same mistake.
                let symbol = self.env.symbol_of(id);
                self.env.silence(Name {
                    symbol,
                    span: object.span,
                });
            }
            self.report(error);
            return None;
        };
        let index = self
            .type_infos
            .get(ty.index())
            .and_then(|info| info.fields.get(&name.symbol))
            .copied();
        let Some(field) = index else {
            self.unknown_field(ty, name);
            return None;
        };
        let field_ty = self
            .program
            .types
            .get(ty.index())
            .and_then(|t| t.fields.get(field as usize))
            .map(|f| f.ty)?;
        Some((
            Place::Field {
                object: Box::new(object),
                ty,
                field,
            },
            field_ty,
        ))
    }

    fn unknown_field(&mut self, ty: TypeId, name: Name) {
        if self
            .type_infos
            .get(ty.index())
            .is_some_and(|info| info.incomplete)
        {
            return;
        }
        let Some(declared) = self.program.types.get(ty.index()) else {
            return;
        };
        let word = self.written(name.span);
        let near = nearest(
            &word,
            declared.fields.iter().map(|field| field.name.as_str()),
        );
        let all: Vec<&str> = declared
            .fields
            .iter()
            .take(12)
            .map(|field| field.name.as_str())
            .collect();
        let help = match near {
            Some(near) => format!("did you mean {near}?"),
            None if all.is_empty() => format!("{} has no fields at all", declared.name),
            None => format!("{} has the fields {}", declared.name, all.join(", ")),
        };
        let error = Diagnostic::error(
            name.span,
            format!("the type {} has no field \"{word}\"", declared.name),
        );
        self.report(error.with_help(help));
    }

    /// `array[index]`
    fn element(&mut self, array: Expr, index: &syntax::Expr, span: Span) -> Option<(Place, Ty)> {
        let index = self.value(index, Ty::Int, "an index");
        let Ty::Array(ty) = array.ty else {
            let what = self.describe_type(array.ty);
            let word = self.written(array.span);
            let error = Diagnostic::error(
                array.span,
                format!("\"{word}\" is no Blitz array, but {what}"),
            );
            self.report(error.with_help(format!(
                "Local {word}[10] declares one; the elements of a Dim array stand in round brackets"
            )));
            return None;
        };
        let index = index?;
        let element = self.check_range(&array, ty, &index, span)?;
        Some((
            Place::Element {
                array: Box::new(array),
                ty,
                indices: vec![index],
            },
            element,
        ))
    }

    fn check_range(
        &mut self,
        array: &Expr,
        ty: BlitzArrayId,
        index: &Expr,
        span: Span,
    ) -> Option<Ty> {
        let shape = self.program.blitz_arrays.get(ty.index())?;
        let last = shape.sizes.first().copied()?;
        let element = shape.element;
        if let ExprKind::Int(value) = index.kind
            && !u32::try_from(value).is_ok_and(|value| value <= last)
        {
            let word = self.written(array.span);
            let message =
                format!("\"{word}\" has the elements 0 to {last}: there is no element {value}");
            self.error(span, message);
            return None;
        }
        Some(element)
    }
}
