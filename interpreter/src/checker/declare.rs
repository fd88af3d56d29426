//! Declarations.

use std::rc::Rc;

use crate::diagnostics::Diagnostic;
use crate::hir::{
    ArrayId, BlitzArrayId, BlitzArrayType, DataItem, DimArray, Expr, Function, FunctionId,
    GlobalId, ObjectType, Place, Stmt, StmtKind, Ty, TypeId, Variable,
};
use crate::source::Span;
use crate::syntax::{self, Decl, Init, Name, Tag};

use super::call::Formal;
use super::convert::Purpose;
use super::fold::Constant;
use super::scope::{Entity, EntityKind};
use super::{Checker, FunctionInfo, TypeInfo};

/// How many parameters a function may have.
const PARAMETERS: usize = 250;

impl Checker<'_> {
    pub(super) fn constants(&mut self) {
        for decl in &self.tree.consts {
            let value = match &decl.init {
                Init::Value(expr) => match self.tag_or_int(decl.tag) {
                    Some(ty) => self.constant(expr, Some(ty), "the value of a constant"),
                    None => None,
                },
                // Reported already.
                Init::None | Init::Array(_) | Init::Error => None,
            };
            if let Some(entity) = self.globals.get(&decl.name.symbol) {
                let first = entity.span;
                self.report_duplicate(decl.name, "constant", first, false);
                continue;
            }
            let kind = value.map_or(EntityKind::Unknown, EntityKind::Const);
            let entity = Entity {
                kind,
                span: decl.name.span,
            };
            self.globals.insert(decl.name.symbol, entity);
        }
    }

    /// All types are known before their fields are looked at: types may name one another.
    pub(super) fn custom_types(&mut self) {
        let tree = self.tree;
        let mut ids = Vec::with_capacity(tree.types.len());
        let mut places: Vec<Span> = Vec::new();
        for decl in &tree.types {
            if let Some(&first) = self.types.get(&decl.name.symbol) {
                let first = places.get(first.index()).copied().unwrap_or(decl.name.span);
                self.report_duplicate(decl.name, "type", first, false);
                ids.push(None);
                continue;
            }
            let id = TypeId(self.program.types.len() as u32);
            let name = self.written(decl.name.span);
            self.program.types.push(ObjectType {
                name,
                fields: Vec::new(),
            });
            self.type_infos.push(TypeInfo {
                fields: Default::default(),
                incomplete: decl.incomplete,
            });
            self.types.insert(decl.name.symbol, id);
            places.push(decl.name.span);
            ids.push(Some(id));
        }
        for (decl, id) in tree.types.iter().zip(ids) {
            let Some(id) = id else { continue };
            for field in &decl.fields {
                self.field_decl(id, field);
            }
        }
    }

    fn field_decl(&mut self, id: TypeId, field: &Decl) {
        if let Init::Value(value) = &field.init {
            let warning = Diagnostic::warning(
                value.span,
                "a field cannot have a start value: it is not used",
            );
            self.report(warning.with_help("set the field after New"));
        }
        let ty = self.decl_type(field);
        let name = self.written(field.name.span);
        let Some(info) = self.type_infos.get_mut(id.index()) else {
            return;
        };
        let Some(ty) = ty else {
            info.incomplete = true;
            return;
        };
        let Some(fields) = self
            .program
            .types
            .get_mut(id.index())
            .map(|ty| &mut ty.fields)
        else {
            return;
        };
        let index = fields.len() as u32;
        if let Some(&first) = info.fields.get(&field.name.symbol) {
            let first = fields
                .get(first as usize)
                .map_or(field.name.span, |f| f.span);
            self.report_duplicate(field.name, "field", first, false);
            return;
        }
        info.fields.insert(field.name.symbol, index);
        fields.push(Variable {
            name,
            ty,
            span: field.name.span,
        });
    }

    /// Heads of all functions, so that they may be called above their lines.
    pub(super) fn function_heads(&mut self) {
        self.program.functions.push(empty_function());
        self.function_infos.push(FunctionInfo {
            span: Span::default(),
            name: String::new(),
            formals: Rc::from([]),
            returns: Ty::Int,
            incomplete: false,
        });
        for decl in &self.tree.functions {
            let id = FunctionId(self.program.functions.len() as u32);
            self.program.functions.push(empty_function());
            let returns = self.tag_or_int(decl.tag);
            let mut incomplete = decl.incomplete || returns.is_none();
            let mut formals: Vec<Formal> = Vec::with_capacity(decl.params.len());
            if decl.params.len() > PARAMETERS {
                self.error(
                    decl.span,
                    format!("a function cannot have more than {PARAMETERS} parameters"),
                );
                incomplete = true;
            }
            for (i, param) in decl.params.iter().take(PARAMETERS).enumerate() {
                let formal = self.formal(param);
                incomplete |= formal.is_none();
                let first = decl
                    .params
                    .iter()
                    .take(i)
                    .find(|other| other.name.symbol == param.name.symbol);
                if let Some(first) = first {
                    self.report_duplicate(param.name, "parameter", first.name.span, false);
                }
                formals.push(formal.unwrap_or(Formal {
                    name: String::new(),
                    ty: Ty::Int,
                    default: None,
                    known: false,
                }));
            }
            let name = self.written(decl.name.span);
            match self.functions.get(&decl.name.symbol) {
                Some(first) => {
                    let first = self
                        .function_infos
                        .get(first.index())
                        .map_or(decl.span, |info| info.span);
                    self.report_duplicate(decl.name, "function", first, false);
                }
                None => {
                    self.functions.insert(decl.name.symbol, id);
                }
            }
            let returns = returns.unwrap_or(Ty::Int);
            self.function_infos.push(FunctionInfo {
                span: decl.span,
                name,
                formals: formals.into(),
                returns,
                incomplete,
            });
        }
    }

    fn formal(&mut self, param: &Decl) -> Option<Formal> {
        let ty = self.decl_type(param)?;
        let default = match &param.init {
            Init::Value(expr) => {
                Some(self.constant(expr, Some(ty), "a parameter's default value")?)
            }
            Init::None | Init::Array(_) | Init::Error => None,
        };
        Some(Formal {
            name: self.written(param.name.span),
            ty,
            default,
            known: true,
        })
    }

    /// Makes a parameter known in its function.
    pub(super) fn declare_param(&mut self, formal: &Formal, param: &Decl) {
        let written = self.written(param.name.span);
        let id = self.env.add_local(param.name, written, formal.ty, true);
        self.env.declared.insert(id);
        if !formal.known {
            self.env.silence(param.name);
        }
    }

    /// The type of a declaration with its size.
    fn decl_type(&mut self, decl: &Decl) -> Option<Ty> {
        let ty = self.tag_or_int(decl.tag);
        let size = match &decl.init {
            Init::Array(size) => size,
            Init::Error => return None,
            Init::None | Init::Value(_) => return ty,
        };
        let size_span = size.span;
        let size = self.constant(size, Some(Ty::Int), "the size of a Blitz array")?;
        let Constant::Int(last) = size else {
            return None;
        };
        let Ok(last) = u32::try_from(last) else {
            self.error(
                size_span,
                format!("the size of a Blitz array cannot be negative, but this is {last}"),
            );
            return None;
        };
        let shape = BlitzArrayType {
            element: ty?,
            sizes: vec![last],
        };
        Some(Ty::Array(self.blitz_array(shape)))
    }

    fn blitz_array(&mut self, shape: BlitzArrayType) -> BlitzArrayId {
        if let Some(&id) = self.blitz_arrays.get(&shape) {
            return id;
        }
        let id = BlitzArrayId(self.program.blitz_arrays.len() as u32);
        self.program.blitz_arrays.push(shape.clone());
        self.blitz_arrays.insert(shape, id);
        id
    }

    /// `Local` and `Global`: declares the variable; the statement sets it where it has a start value.
    pub(super) fn variable_decl(&mut self, decl: &Decl, global: bool) -> Option<StmtKind> {
        let ty = self.decl_type(decl);
        let value = match (&decl.init, ty) {
            (Init::Value(expr), Some(ty)) => {
                self.value(expr, ty, Purpose::Variable(decl.name.span))
            }
            (Init::Value(expr), None) => {
                self.expr(expr);
                None
            }
            _ => None,
        };
        let taken = if global {
            self.globals
                .get(&decl.name.symbol)
                .or(self.taken(decl.name.symbol))
        } else {
            self.taken(decl.name.symbol)
        };
        if let Some(entity) = taken {
            let first = entity.span;
            let by_use = matches!(entity.kind, EntityKind::Local(id, _) if !self.is_declared(id));
            self.report_duplicate(decl.name, "variable", first, by_use);
            return None;
        }
        let Some(ty) = ty else {
            // What is wrong with its type has been reported.
            if global {
                let entity = Entity {
                    kind: EntityKind::Unknown,
                    span: decl.name.span,
                };
                self.globals.insert(decl.name.symbol, entity);
            } else {
                self.env.silence(decl.name);
            }
            return None;
        };
        let written = self.written(decl.name.span);
        let place = if global {
            let id = GlobalId(self.program.globals.len() as u32);
            self.program.globals.push(Variable {
                name: written,
                ty,
                span: decl.name.span,
            });
            let entity = Entity {
                kind: EntityKind::Global(id, ty),
                span: decl.name.span,
            };
            self.globals.insert(decl.name.symbol, entity);
            Place::Global(id)
        } else {
            let id = self.env.add_local(decl.name, written, ty, true);
            self.env.declared.insert(id);
            Place::Local(id)
        };
        if let Ty::Array(ty) = ty {
            self.env.new_arrays.push(Stmt {
                kind: StmtKind::NewArray { place, ty },
                span: decl.span,
            });
            return None;
        }
        value.map(|value| StmtKind::Assign(place, value))
    }

    fn is_declared(&self, id: crate::hir::LocalId) -> bool {
        self.env.declared.contains(&id)
    }

    /// `Dim`: the first one declares the array, in the main program.
    pub(super) fn dim(
        &mut self,
        name: Name,
        tag: Option<Tag>,
        sizes: &[syntax::Expr],
        span: Span,
    ) -> Option<StmtKind> {
        let checked: Vec<Option<Expr>> = sizes
            .iter()
            .map(|size| self.value(size, Ty::Int, "the size of an array"))
            .collect();
        if sizes.is_empty() {
            let entity = Entity {
                kind: EntityKind::Unknown,
                span: name.span,
            };
            self.globals.entry(name.symbol).or_insert(entity);
            return None;
        }
        let tag = match tag.map(|tag| self.tag_type(tag)) {
            Some(None) => {
                let entity = Entity {
                    kind: EntityKind::Unknown,
                    span: name.span,
                };
                self.globals.entry(name.symbol).or_insert(entity);
                return None;
            }
            tag => tag.flatten(),
        };
        let array = match self.find(name.symbol).cloned() {
            Some(Entity {
                kind: EntityKind::Array(id),
                span: first,
            }) => {
                let (element, dimensions) = self
                    .program
                    .arrays
                    .get(id.index())
                    .map(|a| (a.element, a.dimensions))?;
                let word = self.written(name.span);
                if tag.is_some_and(|tag| tag != element) {
                    let error = Diagnostic::error(
                        name.span,
                        format!("the array \"{word}\" has another type"),
                    );
                    let is = self.tag_text(element);
                    self.report(error.with_label(first, format!("it is {is} since here")));
                    return None;
                }
                self.check_dimensions(&word, span, dimensions, sizes.len(), Some(first))?;
                id
            }
            Some(Entity {
                kind: EntityKind::Unknown,
                ..
            }) => return None,
            Some(entity) => {
                let by_use =
                    matches!(entity.kind, EntityKind::Local(id, _) if !self.is_declared(id));
                self.report_duplicate(name, "array", entity.span, by_use);
                return None;
            }
            None if !self.env.is_main => {
                let word = self.written(name.span);
                let error = Diagnostic::error(
                    span,
                    format!("the array \"{word}\" must be declared in the main program"),
                );
                self.report(error.with_help(format!(
                    "put Dim {word}(...) at the top of the program; here it can be sized anew"
                )));
                return None;
            }
            None => {
                let id = ArrayId(self.program.arrays.len() as u32);
                let element = tag.unwrap_or(Ty::Int);
                let written = self.written(name.span);
                self.program.arrays.push(DimArray {
                    name: written,
                    element,
                    dimensions: sizes.len(),
                });
                self.globals.insert(
                    name.symbol,
                    Entity {
                        kind: EntityKind::Array(id),
                        span: name.span,
                    },
                );
                id
            }
        };
        let sizes: Option<Vec<Expr>> = checked.into_iter().collect();
        Some(StmtKind::Dim {
            array,
            sizes: sizes?,
        })
    }

    /// The `Data` items.
    pub(super) fn data(&mut self) {
        for expr in &self.tree.data {
            let item = match self.constant(expr, None, "a Data item") {
                Some(Constant::Int(value)) => DataItem::Int(value),
                Some(Constant::Float(value)) => DataItem::Float(value),
                Some(Constant::Str(value)) => DataItem::Str(value),
                Some(Constant::Null(_)) => {
                    self.error(expr.span, "a Data item must be a number or a string");
                    continue;
                }
                None => continue,
            };
            self.program.data.push(item);
        }
    }

    /// Says that a name is there already. `by_use`: not declared, but used as an undeclared variable.
    fn report_duplicate(&mut self, name: Name, what: &str, first: Span, by_use: bool) {
        let word = self.written(name.span);
        if by_use {
            let error = Diagnostic::error(
                name.span,
                format!("\"{word}\" is declared here, but it has been used before"),
            );
            let error = error.with_label(first, "here it was an undeclared variable");
            self.report(
                error.with_help(format!("put the declaration of {word} above its first use")),
            );
            return;
        }
        let error = Diagnostic::error(
            name.span,
            format!("the {what} \"{word}\" has a name that is taken already"),
        );
        self.report(error.with_label(first, "the first one"));
    }
}

fn empty_function() -> Function {
    Function {
        name: String::new(),
        span: Span::default(),
        params: 0,
        locals: Vec::new(),
        returns: Ty::Int,
        labels: Vec::new(),
        body: Vec::new(),
    }
}
