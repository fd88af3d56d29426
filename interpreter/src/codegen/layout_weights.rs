//! How often a function uses each of its variables, to keep the most used ones in the window.

use crate::hir::{Block, Expr, ExprKind, Function, Place, Program, Stmt, StmtKind, Ty, Variable};

/// How much more a use counts for every loop around it.
const LOOP_FACTOR: u64 = 8;

/// For each global, then each local of the main program: whether it belongs to the `limit` most used numbers. Nothing is
/// counted where all `numbers` fit.
pub(super) fn nearest(
    program: &Program,
    main: &Function,
    limit: usize,
    numbers: usize,
) -> Vec<bool> {
    let variables: Vec<&Variable> = program.globals.iter().chain(&main.locals).collect();
    if numbers <= limit {
        return vec![true; variables.len()];
    }
    let mut weights = Weights::new(program.globals.len(), variables.len());
    weights.block(&main.body);
    weights.choose(&variables, 0, limit)
}

/// The same for the locals of a function; its parameters always belong to them.
pub(super) fn nearest_locals(function: &Function, limit: usize, numbers: usize) -> Vec<bool> {
    let variables: Vec<&Variable> = function.locals.iter().collect();
    if numbers <= limit {
        return vec![true; variables.len()];
    }
    let mut weights = Weights::new(0, variables.len());
    weights.block(&function.body);
    weights.choose(&variables, function.params, limit)
}

struct Weights {
    /// Number of globals counted, which come first.
    globals: usize,
    counts: Vec<u64>,
    /// What a use counts here.
    weight: u64,
}

impl Weights {
    fn new(globals: usize, variables: usize) -> Self {
        Self {
            globals,
            counts: vec![0; variables],
            weight: 1,
        }
    }

    fn choose(&self, variables: &[&Variable], always: usize, limit: usize) -> Vec<bool> {
        let mut order: Vec<usize> = (0..variables.len()).collect();
        order.retain(|&i| variables.get(i).is_some_and(|v| v.ty != Ty::Str));
        order.sort_by_key(|&i| {
            (
                i >= always,
                std::cmp::Reverse(self.counts.get(i).copied().unwrap_or(0)),
            )
        });
        let mut chosen = vec![false; variables.len()];
        for index in order.into_iter().take(limit) {
            if let Some(flag) = chosen.get_mut(index) {
                *flag = true;
            }
        }
        chosen
    }

    fn count(&mut self, index: usize) {
        if let Some(count) = self.counts.get_mut(index) {
            *count = count.saturating_add(self.weight);
        }
    }

    fn in_loop(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = self.weight;
        self.weight = outside.saturating_mul(LOOP_FACTOR);
        visit(self);
        self.weight = outside;
    }

    fn block(&mut self, block: &Block) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign(place, value) => {
                self.place(place);
                self.expr(value);
            }
            StmtKind::Eval(expr) | StmtKind::Return(Some(expr)) | StmtKind::Delete(expr) => {
                self.expr(expr)
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                self.expr(cond);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::While { cond, body } => self.in_loop(|w| {
                w.expr(cond);
                w.block(body);
            }),
            StmtKind::Repeat { body, until } => self.in_loop(|w| {
                w.block(body);
                until.iter().for_each(|cond| w.expr(cond));
            }),
            StmtKind::For {
                var,
                from,
                to,
                body,
                ..
            } => {
                self.expr(from);
                self.in_loop(|w| {
                    w.place(var);
                    w.expr(to);
                    w.block(body);
                });
            }
            StmtKind::ForEach { var, body, .. } => self.in_loop(|w| {
                w.place(var);
                w.block(body);
            }),
            StmtKind::Select {
                temp,
                subject,
                cases,
                default,
            } => {
                self.count(self.globals + temp.index());
                self.expr(subject);
                for case in cases {
                    self.count(self.globals + temp.index());
                    case.values.iter().for_each(|value| self.expr(value));
                    self.block(&case.body);
                }
                self.block(default);
            }
            StmtKind::Insert { object, target, .. } => {
                self.expr(object);
                self.expr(target);
            }
            StmtKind::Dim { sizes, .. } => sizes.iter().for_each(|size| self.expr(size)),
            StmtKind::NewArray { place, .. } | StmtKind::Read(place) => self.place(place),
            StmtKind::Exit
            | StmtKind::Return(None)
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Gosub(_)
            | StmtKind::End
            | StmtKind::Stop
            | StmtKind::DeleteEach(_)
            | StmtKind::Restore(_) => {}
        }
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Local(local) => self.count(self.globals + local.index()),
            Place::Global(global) => {
                if global.index() < self.globals {
                    self.count(global.index());
                }
            }
            Place::Field { object, .. } => self.expr(object),
            Place::Dim { indices, .. } => indices.iter().for_each(|index| self.expr(index)),
            Place::Element { array, indices, .. } => {
                self.expr(array);
                indices.iter().for_each(|index| self.expr(index));
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Read(place) => self.place(place),
            ExprKind::Convert(a)
            | ExprKind::Unary(_, a)
            | ExprKind::Not(a)
            | ExprKind::After(a)
            | ExprKind::Before(a)
            | ExprKind::HandleOf(a)
            | ExprKind::FromHandle(_, a) => self.expr(a),
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Call(_, arguments) | ExprKind::Command(_, arguments) => {
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Null
            | ExprKind::New(_)
            | ExprKind::First(_)
            | ExprKind::Last(_) => {}
        }
    }
}
