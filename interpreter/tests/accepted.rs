//! Programs that must be accepted, and what they are checked to.

mod common;

use common::{Files, commands, compiled, messages};
use flitz_interpreter::compile;
use flitz_interpreter::hir::{BinaryOp, CompareOp, Expr, ExprKind, Place, Program, StmtKind, Ty};

fn program(text: &str) -> Program {
    let result = compiled(text);
    assert!(
        result.diagnostics.is_empty(),
        "{text}\n{}",
        result.messages()
    );
    result.program.expect("a program without messages")
}

/// The value that the last statement of the main program assigns.
fn value(text: &str) -> Expr {
    let mut program = program(text);
    match program.functions.remove(0).body.pop().map(|stmt| stmt.kind) {
        Some(StmtKind::Assign(_, value)) => value,
        other => panic!("an assignment is expected: {other:?}"),
    }
}

fn int(text: &str) -> i32 {
    match value(&format!("x={text}")).kind {
        ExprKind::Int(value) => value,
        other => panic!("{text}: a constant Int is expected: {other:?}"),
    }
}

fn float(text: &str) -> f32 {
    match value(&format!("x#={text}")).kind {
        ExprKind::Float(value) => value,
        other => panic!("{text}: a constant Float is expected: {other:?}"),
    }
}

fn text(source: &str) -> String {
    match value(&format!("x$={source}")).kind {
        ExprKind::Str(value) => String::from_utf8_lossy(&value).into_owned(),
        other => panic!("{source}: a constant String is expected: {other:?}"),
    }
}

#[test]
fn operators_bind_as_in_the_original() {
    assert_eq!(int("1 + 2 * 3"), 7);
    assert_eq!(int("2 * 3 Shl 1 + 1"), 13);
    assert_eq!(int("1 Shl 2 * 2"), 16);
    assert_eq!(int("-2 ^ 2"), 4);
    assert_eq!(int("2 ^ 3 ^ 2"), 64);
    assert_eq!(int("1 Or 2 And 4"), 0);
    assert_eq!(int("Not 1 = 2"), 1);
    assert_eq!(int("Not 0 And 0"), 1);
    assert_eq!(int("3 > 2 > 1"), 0);
    assert_eq!(int("7 Mod 4 * 2"), 6);
    assert_eq!(int("~5 + Abs -3 * Sgn -9"), -9);
    assert_eq!(int("10 - 4 - 3"), 3);
}

#[test]
fn constants_are_computed_as_the_program_would() {
    assert_eq!(int("2147483647 + 1"), i32::MIN);
    assert_eq!(int("-7 / 2"), -3);
    assert_eq!(int("-7 Mod 3"), -1);
    assert_eq!(int("1 Shl 33"), 2);
    assert_eq!(int("-1 Shr 28"), 15);
    assert_eq!(int("2.5"), 2);
    assert_eq!(int("3.5"), 4);
    assert_eq!(int("\"12abc\""), 12);
    assert_eq!(int("$FF And %1010"), 10);
    assert_eq!(int("\"b\" > \"a\""), 1);
    assert_eq!(int("Null = Null"), 1);
    assert_eq!(int("Handle Null"), 0);
    assert_eq!(int("Not \"0\""), 1);
    assert_eq!(int("Not \"\""), 0);
    assert_eq!(float("7 / 2"), 3.0);
    assert_eq!(float("7 / 2.0"), 3.5);
    assert_eq!(float("Pi"), std::f32::consts::PI);
    assert_eq!(text("1 + \"a\" + 2.5"), "1a2.5");
    assert_eq!(text("1 + 2 + \"a\""), "3a");
    assert_eq!(text("Str Null"), "[NULL]");
    // The only division that has no result is left to the program.
    assert!(matches!(
        value("x = $80000000 / -1").kind,
        ExprKind::Binary(BinaryOp::Div, ..)
    ));
}

#[test]
fn names_are_declared_by_their_first_use() {
    let program = program("a# = 1 : a = a + 2 : b$ = a : Print c");
    let locals: Vec<(&str, Ty)> = program.functions[0]
        .locals
        .iter()
        .map(|v| (v.name.as_str(), v.ty))
        .collect();
    assert_eq!(locals, [("a", Ty::Float), ("b", Ty::Str), ("c", Ty::Int)]);
}

#[test]
fn functions_see_globals_declared_below_them_and_no_locals_of_the_main_program() {
    let program = program(
        "Dim array(5)\nmain = 1\nFunction f()\n main = late\n ARRAY(1) = 2\n Local late# = 5\n Return late\n\
         End Function\nGlobal late = 3",
    );
    let f = &program.functions[1];
    assert_eq!(f.locals.len(), 2);
    assert!(matches!(
        &f.body[0].kind,
        StmtKind::Assign(
            Place::Local(_),
            Expr {
                kind: ExprKind::Read(Place::Global(_)),
                ..
            }
        )
    ));
}

#[test]
fn calls_take_brackets_only_around_all_arguments() {
    for source in [
        "Graphics 1, 2",
        "Graphics(1, 2)",
        "Graphics (1), (2)",
        "Graphics (1 + 1) * 2, 3",
        "Graphics (1) + 1, 2",
        "Flip",
        "Flip()",
        "Flip(1) : Flip 1",
        "If 1 Then Graphics(1, 2) Else Flip()",
        "Print (\"a\") + \"b\" Print \"c\"",
        "Print -1",
        "While KeyHit(1) Flip() Wend",
    ] {
        assert_eq!(messages(source), [""; 0], "{source}");
    }
}

#[test]
fn statements_need_no_separator() {
    program(
        "x = 3 y = 4 Print \"x\" Print y For i = 1 To 3 Print i Next Print \"n\" While x x = x - 1 Wend Repeat x = x + 1 Until x = 2 Print x",
    );
    program("Select x Case 3 Print 1 Case 4 Print 2 Default Print 3 End Select Print 4");
    program(
        "Function f(n) Return n * 2 End Function Type P Field x Field y, z End Type p.P = New P p\\x = f(1)",
    );
    program("Gosub a Goto b .a Print 1 Return .b Print 2 Restore a Data 1, 2 Read q, r");
}

#[test]
fn every_form_of_if() {
    program("If x Then Print 1 Else Print 2");
    program("If x Print 1 ElseIf y Print 2 Else If z Then Print 3 Else Print 4");
    program("If x Then\nPrint 1\nElseIf y\nPrint 2\nElse If z Then\nElse\nPrint 3\nEnd If");
    program("If x Then : Print 1 : EndIf");
    program("If x Then If y Then Print 1 Else Print 2");
    program("If x Then For i = 1 To 3\nPrint i\nNext");
    program("If x Then Return\nIf x Then Else");
    program("If x Then\nEndIf");
}

#[test]
fn else_if_is_nested_from_the_last_part() {
    let program = program("If a Then Print 1 ElseIf b Print 2 Else Print 3");
    let StmtKind::If { otherwise, .. } = &program.functions[0].body[0].kind else {
        panic!("an If is expected")
    };
    let StmtKind::If {
        then, otherwise, ..
    } = &otherwise[0].kind
    else {
        panic!("an If in Else is expected")
    };
    assert_eq!((then.len(), otherwise.len()), (1, 1));
}

#[test]
fn not_compares_with_zero_of_the_same_type() {
    assert!(
        matches!(value("a$ = \"x\" : b = Not a").kind, ExprKind::Compare(CompareOp::Eq, _, zero) if matches!(zero.kind, ExprKind::Str(_)))
    );
    assert!(
        matches!(value("a# = 1 : b = Not a").kind, ExprKind::Compare(CompareOp::Eq, _, zero) if zero.kind_is_float_zero())
    );
    assert!(matches!(value("b = Not a").kind, ExprKind::Not(_)));
}

trait FloatZero {
    fn kind_is_float_zero(&self) -> bool;
}

impl FloatZero for Expr {
    fn kind_is_float_zero(&self) -> bool {
        matches!(self.kind, ExprKind::Float(value) if value == 0.0)
    }
}

#[test]
fn objects_and_their_lists() {
    program(
        "Type N\nField nxt.N, items.N[3], v%[2], s$\nEnd Type\n\
         a.N = New N : b . N = First N\nDelete b : Delete Null : Delete Each N : Delete First N\n\
         Insert a Before Last N : Insert a After First N\n\
         a\\nxt = Null : a\\items[1]\\nxt\\v[2] = 4 : Print a\\items[0]\\s$ + Str a\n\
         If a = Null Or Null <> b Then a = After b\n\
         h = Handle a + Handle(Null) : a = Object.N(h) : a = Object.N h\n\
         For a = Each N : Next : For c.N = Each N\nNext\nFor a\\nxt = Each N : Next",
    );
}

#[test]
fn blitz_arrays_are_made_when_their_function_starts() {
    let program = program(
        "Print 1 : Local a[3], b#[0] : Global g$[5] : a[3] = 1 : b[i] = 2 : g$[5] = \"x\" : f(a)\nFunction f(p[3])\nReturn p[0]\nEnd Function",
    );
    let body = &program.functions[0].body;
    assert!(
        body[..3]
            .iter()
            .all(|stmt| matches!(stmt.kind, StmtKind::NewArray { .. }))
    );
    assert_eq!(program.blitz_arrays.len(), 3);
}

#[test]
fn data_and_labels() {
    let program = program(
        "Restore two\n.one\nData 1, -2.5\n.two\nData \"a\" + 1\nFunction f()\nRestore two\nRestore\nEnd Function\n.three",
    );
    assert_eq!(program.data.len(), 3);
    assert!(matches!(
        program.functions[0].body[0].kind,
        StmtKind::Restore(2)
    ));
    assert!(matches!(
        program.functions[1].body[0].kind,
        StmtKind::Restore(2)
    ));
    assert!(matches!(
        program.functions[1].body[1].kind,
        StmtKind::Restore(0)
    ));
}

#[test]
fn defaults_and_functions_of_the_program_go_before_commands() {
    let program = program(
        "Function Len(a, b$ = \"x\", c# = 1 / 2.0, n.T = Null)\nEnd Function\nType T\nEnd Type\nLen 5",
    );
    let StmtKind::Eval(Expr {
        kind: ExprKind::Call(_, args),
        ..
    }) = &program.functions[0].body[0].kind
    else {
        panic!("a call of a function is expected");
    };
    assert_eq!(args.len(), 4);
    assert!(matches!(args[2].kind, ExprKind::Float(value) if value == 0.5));
    assert!(matches!(
        (&args[3].kind, args[3].ty),
        (ExprKind::Null, Ty::Object(_))
    ));
}

#[test]
fn names_of_different_kinds_may_be_equal() {
    program(
        "Type vec\nField vec\nEnd Type\nFunction vec.vec(vec)\nReturn New vec\nEnd Function\n.vec\nvec.vec = vec(1) : vec\\vec = 2\nGoto vec",
    );
    program(
        "Function f(a)\nLocal b\nEnd Function\nGlobal a = 1, b = 2\nend_ = 1 : stop_ = 2 : object = 3 : Print object",
    );
}

#[test]
fn constants_may_be_used_above_their_line_and_build_on_earlier_ones() {
    program(
        "Print FINAL : Local a[SIZE]\nConst SIZE = 4, FINAL = SIZE - 1\nFor i = 0 To 9 Step SIZE\nNext\nData SIZE\nFunction f(a = FINAL)\nEnd Function",
    );
}

#[test]
fn end_is_a_command_and_a_name() {
    program("If x Then End\nEnd\nStop : end = 5 : Print end");
    let program = program("End : Stop : End()");
    let kinds: Vec<bool> = program.functions[0]
        .body
        .iter()
        .map(|s| matches!(s.kind, StmtKind::End | StmtKind::Stop))
        .collect();
    assert_eq!(kinds, [true; 3]);
}

#[test]
fn included_files_stand_where_they_are_included_and_once() {
    let mut files = Files::default();
    files.0.insert(
        "a.bb".into(),
        "Print 1\nInclude \"B.bb\"\nData 1\n.lab".into(),
    );
    files
        .0
        .insert("main.bb".into(), "Include \"is taken as included\"".into());
    files.0.insert(
        "b.bb".into(),
        "Include \"a.bb\"\nFunction g()\nEnd Function\nDim d(3)".into(),
    );
    let text = b"Include \"A.BB\"\nInclude \"a.bb\"\nInclude \"main.bb\"\nd(1) = g() : Goto lab\nIf x\nInclude \"b.bb\"\nEndIf".to_vec();
    let result = compile("main.bb", text, &mut files, &commands());
    assert!(result.diagnostics.is_empty(), "{}", result.messages());
    assert_eq!(result.sources.iter().count(), 3);
    assert_eq!(result.program.map(|p| p.functions.len()), Some(2));
}

#[test]
fn strange_ends_of_lines_and_files() {
    let open = messages("Print \"open\rPrint 2\r\nIf 1 Then Print 3 ; c\r;x");
    assert!(
        open.len() == 1 && open[0].contains("1:7 this string has no closing quotation mark"),
        "{open:?}"
    );
    program("\u{FEFF}Print 1\n");
    program("");
    program("\n\n:::\n ; only a comment");
}

/// A program may be as deep as the limits allow, on the stack of a main thread on Windows, the smallest there is: 1 MiB. Without
/// optimization everything takes several times as much.
#[test]
fn programs_as_deep_as_allowed_fit_a_small_stack() {
    let nest = |open: &str, middle: &str, close: &str, depth: usize| {
        format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    let row = format!("y{}", " + y".repeat(990));
    let texts = [
        format!("x = {}", nest("(y + ", "1", ")", 190)),
        format!(
            "x = {}",
            nest("f(", "1", ")", 190) + "\nFunction f(a)\nReturn a\nEnd Function"
        ),
        format!("Dim a(5)\nx = {}", nest("a(", "1", ")", 190)),
        format!("x = {}", nest("- Abs Int ", "y", "", 60)),
        format!("x = {row}"),
        format!("x$ = {}", row.replace('y', "Str y")),
        nest("If y\n", "x = 1\n", "EndIf\n", 190),
        nest("While y\n", "x = 1\n", "Wend\n", 190),
        nest("Select y\nCase 1\n", "x = 1\n", "End Select\n", 190),
        format!("If y\n{}EndIf", "ElseIf y\nx = 1\n".repeat(990)),
        format!(
            "{}{}EndIf\n{}",
            "If y\n".repeat(150),
            "ElseIf y\n".repeat(900),
            "EndIf\n".repeat(149)
        ),
        format!(
            "{}x = {}\n{}",
            "For i = 1 To 2\n".repeat(90),
            nest("(", &row, ")", 90),
            "Next\n".repeat(90)
        ),
        format!(
            "Type T\nField n.T\nEnd Type\nx.T = New T\nx{} = x",
            "\\n".repeat(900)
        ),
    ];
    let stack = if cfg!(debug_assertions) {
        16 << 20
    } else {
        1 << 20
    };
    for text in texts {
        let thread = std::thread::Builder::new()
            .stack_size(stack)
            .spawn(move || {
                let result = compiled(&text);
                let start: String = text.chars().take(60).collect();
                assert!(
                    result.diagnostics.is_empty(),
                    "{start}: {}",
                    result.diagnostics[0].message
                );
                let (program, messages, _) = result.finish();
                assert!(
                    program.is_some(),
                    "{start}: {:?}",
                    messages.first().map(|d| &d.message)
                );
            });
        thread
            .expect("a thread")
            .join()
            .expect("the program is compiled");
    }
}
