//! Programs with mistakes, and what is said about them: each mistake once, and nothing that only follows from it.

mod common;

use common::{Files, commands, compiled, messages};
use flitz_interpreter::compile;
use flitz_interpreter::diagnostics::Severity;

/// Checks that a program gets exactly these messages; each is "line:column " and a part of the text.
#[track_caller]
fn rejected(text: &str, expected: &[&str]) {
    let found = messages(text);
    let fits = found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| {
            let (place, words) = expected.split_once(' ').expect("a place and words");
            found
                .strip_prefix(place)
                .is_some_and(|rest| rest.starts_with(' ') && rest.contains(words))
        });
    let shown: String = text.chars().take(2000).collect();
    assert!(fits, "{shown}\nexpected {expected:#?}\nfound {found:#?}");
}

/// Checks that the only message's help has these words.
#[track_caller]
fn helped(text: &str, words: &str) {
    let result = compiled(text);
    let helps: Vec<&str> = result
        .diagnostics
        .iter()
        .filter_map(|d| d.help.as_deref())
        .collect();
    assert!(
        helps.len() == 1 && helps[0].contains(words),
        "{text}\n{}",
        result.messages()
    );
}

#[test]
fn all_mistakes_are_told_in_one_run() {
    rejected(
        "x = \n\
         y = 3 +\n\
         Prnt x\n\
         z$ = \"a\" - 1\n\
         w = (1 + 2\n\
         Graphics 1\n\
         Print 1",
        &[
            "1:4 a value is expected",
            "2:8 a value is expected",
            "3:1 no command or function \"Prnt\"",
            "4:10 \"-\" cannot be used with strings",
            "5:11 \")\" is expected",
            "6:1 not enough arguments",
        ],
    );
}

#[test]
fn blocks_that_are_not_closed() {
    rejected("For i = 1 To 3\nPrint i", &["1:1 Next is missing"]);
    rejected(
        "Function f()\nIf x\nWhile y\nEnd Function\nPrint 1",
        &["2:1 EndIf is missing", "3:1 Wend is missing"],
    );
    rejected("While x\nIf y\nWend\nPrint 1", &["2:1 EndIf is missing"]);
    rejected(
        "Repeat\nSelect x\nCase 1\nUntil y",
        &["2:1 End Select is missing"],
    );
    rejected(
        "Function f()\nPrint 1\nFunction g()\nEnd Function\ng()",
        &["3:1 Function can only stand in the main program"],
    );
    rejected(
        "Function f()\nIf x\nPrint 1\nEnd Function\nFunction g()\nEnd Function\nf() : g()",
        &["2:1 EndIf is missing"],
    );
    rejected("Type T\nField x\nPrint 1", &["1:1 End Type is missing"]);
}

#[test]
fn ends_without_beginning() {
    rejected("Wend", &["1:1 Wend without While"]);
    rejected(
        "x = 1\nEndIf\nNext\nUntil x\nEnd Function\nPrint 1",
        &[
            "2:1 EndIf without If",
            "3:1 Next without For",
            "4:1 Until without Repeat",
            "5:1 End Function without Function",
        ],
    );
    rejected("While x\nEndIf\nWend", &["2:1 EndIf without If"]);
    rejected(
        "Select x\nCase 1\nPrint 1\nEndIf\nPrint 2",
        &["4:1 EndIf cannot close a Select"],
    );
    rejected("If x\nElse\nElse\nEndIf", &["3:1 Else after Else"]);
    rejected(
        "Select x\nDefault\nCase 1\nEnd Select",
        &["3:1 Case after Default"],
    );
    rejected(
        "Select x\nPrint 1\nCase 1\nEnd Select",
        &["2:1 Case, Default or End Select is expected"],
    );
}

#[test]
fn ifs_of_one_line() {
    rejected(
        "If x Then Print 1 EndIf\nPrint 2",
        &["1:19 EndIf is too much here"],
    );
    rejected(
        "For i = 1 To 2 If x Then Print 1 Next\nPrint 2",
        &["1:34 Next cannot stand in the line of an If"],
    );
    rejected(
        "If x Then Print 1 )\nPrint 2",
        &["1:19 the end of the line is expected"],
    );
}

#[test]
fn a_mistake_in_a_header_does_not_hide_the_block() {
    rejected("While (x\nPrint 1\nWend", &["1:9 \")\" is expected"]);
    rejected(
        "For i = 1 3\nPrint i\nNext\nPrint (",
        &["1:11 To and the last value is expected", "4:8 \")\""],
    );
    rejected("If x = Then\nPrint 1\nEndIf", &["1:8 a value is expected"]);
    rejected(
        "If = 3 Then Print 1 Else Print 2",
        &["1:4 a value is expected"],
    );
    rejected(
        "Function f(a, 3)\nReturn a\nEnd Function\nf 1, 2",
        &["1:15 the name of a parameter"],
    );
    rejected("Select\nCase 1\nEnd Select", &["1:7 a value is expected"]);
    rejected(
        "For x = Each Nothing\nx\\y = 3\nNext",
        &["1:14 no type \"Nothing\"", "2:1 an object is needed"],
    );
}

#[test]
fn habits_from_other_languages() {
    rejected(
        "If x == 1 Then Print 1\ny == 2\nPrint y",
        &[
            "1:6 \"==\" is not an operator",
            "2:3 \"==\" is not an operator",
        ],
    );
    helped("x = 1\nx += 1", "x = x + ...");
    helped("count++", "count = count + 1");
    helped("For i = 1 To 3\nNext i", "innermost For");
    helped("Function f()\nEndFunction\nPrint 1", "End Function");
    helped("While x\nEnd While", "Wend");
    helped("If a != b Then Print 1", "<>");
    helped("// comment", "comment starts with ;");
    helped("x = 1 And Not y", "(Not ...)");
    helped("Dim x As Integer", "Dim x(10)");
    helped("Local a[3]\na(1) = 2", "Dim a(10)");
    helped("Do\nPrint 1", "Repeat");
    helped("Print \u{201C}a\u{201D}", "plain quotation mark");
    helped("Local Next = 1", "keyword");
}

#[test]
fn slips_of_beginners() {
    helped("x = 1\nIf x > 2 && x < 5 Then Print 1", "use And");
    helped("If a || b Print 1", "use Or");
    helped("Local a(10)\na(1) = 5", "Dim a(10)");
    helped("Dim a[10]\na(1) = 5 : Print a(2)", "Dim a(10)");
    helped(
        "Type P\nEnd Type\np = New P\np\\x = 1 : p\\y = 2",
        "p.P = ...",
    );
    helped("Type P\nEnd Type\np.P = New P()", "New takes no brackets");
    helped("player.x = 5 : player.y = 6 : player.x = 7", "object\\x");
    helped("PositionEntity cube 1, 2, 3", "a comma");
    helped("Print (1 + 2))", "no opening bracket");
    helped("x# = 1e5", "no exponent form");
    helped("2players = 5", "starts with a letter");
    helped("int x = 5", "a tag behind its name");
    helped("Goto start\nstart:\nPrint 1", "a point before it");
    helped("cube = CreateCube", "CreateCube()");
    helped(
        "Function f.T()\nReturn New T\nEnd Function\nType T\nField v\nEnd Type\nf()\\v = 3",
        "into a variable first",
    );
    helped(
        "Type T\nEnd Type\nFunction f()\nReturn New T\nEnd Function",
        "Function name.T()",
    );
    rejected(
        "Select x\nCase 1\nPrint 1\nElse\nPrint 2\nEnd Select",
        &["4:1 Else cannot stand in a Select"],
    );
    rejected(
        "Function f()\nReturn 1\n\nFunction g()\nEnd Function\nf() : g()",
        &["4:1 Function can only stand"],
    );
    rejected("Print \"open\nPrint 1", &["1:7 no closing quotation mark"]);
}

#[test]
fn names_that_were_probably_meant() {
    helped("Prnt 1", "did you mean Print?");
    helped(
        "Function Calculate(x)\nEnd Function\nCalcualte(1)",
        "did you mean Calculate?",
    );
    helped(
        "Type Box\nField width, height\nEnd Type\nb.Box = New Box\nb\\heigth = 2",
        "did you mean height?",
    );
    helped(
        "r.Rockt = Null\nType Rocket\nEnd Type",
        "did you mean Rocket?",
    );
    helped("Goto fnish\n.finish", "did you mean finish?");
    helped("Print 1\nfoo\\bar = 1", "foo.Type");
}

#[test]
fn a_variable_that_never_gets_a_value_is_a_warning() {
    let result = compiled("score = 10\nPrint scroe");
    assert_eq!(result.diagnostics.len(), 1);
    assert_eq!(result.diagnostics[0].severity, Severity::Warning);
    assert!(result.program.is_some());
    for fine in [
        "x1 = 1 : Print x2",
        "posx = 1 : Print posy",
        "a = 1 : Print b",
        "value1 = 1 : Print value21",
    ] {
        assert_eq!(messages(fine), [""; 0], "{fine}");
    }
}

#[test]
fn a_missing_command_is_told_once_and_apart() {
    let result = compiled(
        "x = PlayMusic(\"a\") : x = PlayMusic(\"b\") : PlayMusic 3 : s$ = PlayMusic(\"c\") + \"d\"",
    );
    assert_eq!(result.diagnostics.len(), 1, "{}", result.messages());
    assert_eq!(result.diagnostics[0].severity, Severity::Missing);
    assert!(
        result.diagnostics[0]
            .message
            .contains("Blitz3D's command PlayMusic is not in flitz yet")
    );
    assert!(result.program.is_none());
}

#[test]
fn arguments() {
    let add = "Function add(a, b# = 2)\nEnd Function\n";
    rejected(
        &format!("{add}add(1, 2, 3)"),
        &["3:11 too many arguments: add takes at most 2"],
    );
    rejected(
        &format!("{add}add()"),
        &["3:1 not enough arguments: add takes at least 1"],
    );
    rejected("Print Flip()", &["1:7 Flip gives no value"]);
    rejected(
        "x = Len$(\"a\")",
        &["1:5 Len gives Int (%), not String ($)"],
    );
    rejected(
        "Type T\nEnd Type\nt.T = New T\nPrint t",
        &["4:7 \"text\", argument 1, must be a string"],
    );
    helped("Graphics 1", "Graphics width%, height%, depth%=0");
}

#[test]
fn types_that_do_not_fit() {
    let t = "Type T\nField n\nEnd Type\nType U\nEnd Type\na.T = New T\nu.U = New U\n";
    rejected(
        &format!("{t}a = u"),
        &["8:5 the value of \"a\" must be an object of the type T"],
    );
    rejected(
        &format!("{t}a = 1"),
        &["8:5 must be an object of the type T, but this is a number"],
    );
    rejected(
        &format!("{t}If a Then Print 1"),
        &["8:4 the condition must be a number"],
    );
    rejected(
        &format!("{t}If a = 1 Then Print 1"),
        &["8:8 must be an object"],
    );
    rejected(
        &format!("{t}If a < a Then Print 1"),
        &["8:6 cannot be compared with \"<\""],
    );
    rejected(
        &format!("{t}If a = u Then Print 1"),
        &["8:8 must be an object of the type T"],
    );
    rejected(
        &format!("{t}x = a + 1"),
        &["8:5 \"+\" cannot be used with an object"],
    );
    rejected(&format!("{t}x = Not a"), &["8:5 Not needs a number"]);
    rejected(&format!("{t}x = After 1"), &["8:11 After needs an object"]);
    rejected(
        &format!("{t}x = After Null"),
        &["8:11 After needs an object"],
    );
    rejected(
        &format!("{t}Insert a Before u"),
        &["8:17 must be an object of the type T"],
    );
    rejected(&format!("{t}Delete 3"), &["8:8 Delete needs an object"]);
    rejected(
        &format!("{t}Select a\nEnd Select"),
        &["8:8 Select needs a number or a string"],
    );
    rejected(
        &format!("{t}For a = 1 To 3\nNext"),
        &["8:5 a For loop counts with a number"],
    );
    rejected(
        &format!("{t}For a = Each U\nNext"),
        &["8:5 must be an object of the type U"],
    );
    rejected(
        &format!("{t}Read a"),
        &["8:6 Read reads numbers and strings"],
    );
    rejected("x$ = -\"a\"", &["1:6 - needs a number"]);
}

#[test]
fn variables() {
    rejected(
        "a = 1 : a$ = \"x\" : a$ = \"y\"",
        &["1:9 \"a\" is Int (%) and cannot be used as String ($)"],
    );
    rejected(
        "Const c = 1\nc = 2\nRead c\nFor c = 1 To 2\nNext",
        &[
            "2:1 \"c\" is a constant",
            "3:6 \"c\" is a constant",
            "4:5 \"c\" is a constant",
        ],
    );
    rejected("x = 1\nGlobal x = 2", &["2:8 it has been used before"]);
    rejected("Local x\nLocal x", &["2:7 taken already"]);
    rejected(
        "Function f(a)\nLocal a\nEnd Function\nf 1",
        &["2:7 taken already"],
    );
    rejected(
        "Function f()\nGlobal g\ng = 1\nEnd Function",
        &["2:1 Global can only stand in the main program"],
    );
    rejected("Const a = b, b = 1", &["1:11 a constant is needed here"]);
    rejected("n = 3 : Local a[n]", &["1:17 \"n\" is a variable"]);
    rejected("Const c = Len(\"a\")", &["1:11 nothing can be called"]);
    rejected("Const c", &["1:7 a constant needs a value"]);
    rejected(
        "For i = 1 To 9 Step s\nNext",
        &["1:21 Step must be a constant"],
    );
}

#[test]
fn arrays() {
    rejected("Dim a(3)\nx = a + 1", &["2:5 \"a\" is an array"]);
    rejected("Dim a(3, 3)\na(1) = 2", &["2:1 has 2 dimensions, but 1"]);
    rejected(
        "Dim a(3)\nDim a(3, 3)\nDim a$(3)",
        &["2:1 has 1 dimension, but 2", "3:5 has another type"],
    );
    rejected(
        "Function f()\nDim a(3)\nEnd Function",
        &["2:1 must be declared in the main program"],
    );
    rejected("x = a(1)\nDim a(3)", &["1:5 used before its Dim"]);
    rejected(
        "Local b[3]\nb[4] = 1\nb[-1] = 1\nb[1, 2] = 1\nx[1] = 2",
        &[
            "2:2 there is no element 4",
            "3:2 there is no element -1",
            "4:4 one dimension",
            "5:1 no Blitz array",
        ],
    );
    rejected(
        "Local b[3] : Local c[3] : b = c",
        &["1:27 cannot be set as a whole"],
    );
    rejected(
        "Local b[3]\nf(b)\nFunction f(p[4])\nEnd Function",
        &["2:3 must be a Blitz array [4]"],
    );
    rejected("Local b[-1]", &["1:9 cannot be negative"]);
}

#[test]
fn places_of_statements() {
    rejected("Exit", &["1:1 Exit can only stand in a loop"]);
    rejected("Return 5", &["1:1 the main program cannot return a value"]);
    rejected(
        "Function f()\nGosub x\n.x\nEnd Function",
        &["2:1 Gosub cannot be used in a function"],
    );
    rejected(
        "If x\nType T\nEnd Type\nConst C = 1\nData 1\nEndIf",
        &[
            "2:1 Type can only",
            "4:1 Const can only",
            "5:1 Data can only",
        ],
    );
    rejected(".a\n.a", &["2:2 the label \"a\" is there twice"]);
    rejected(
        "Goto x\nFunction f()\n.x\nEnd Function",
        &["1:6 no label \"x\" in the main program"],
    );
    rejected("Data x", &["1:6 a constant is needed"]);
    rejected(
        "Print 1 / 0\nPrint 1.5 Mod 0",
        &["1:11 division by zero", "2:15 division by zero"],
    );
}

#[test]
fn declarations_twice() {
    rejected(
        "Function f()\nEnd Function\nFunction F()\nEnd Function",
        &["3:10 the function \"F\""],
    );
    rejected(
        "Type T\nField a, A\nEnd Type\nType t\nEnd Type",
        &["2:10 the field \"A\"", "4:6 the type \"t\""],
    );
    rejected("Const a = 1, a = 2", &["1:14 the constant \"a\""]);
    rejected(
        "Function f(a, a)\nEnd Function",
        &["1:15 the parameter \"a\""],
    );
}

#[test]
fn what_follows_from_a_bad_declaration_is_not_told() {
    rejected(
        "a.Nope = New Nope\na\\x = 1 : a\\y = a\\z",
        &["1:3 no type \"Nope\""],
    );
    rejected(
        "Function f.Nope(p.Nope)\np\\x = 1\nReturn p\nEnd Function\nq = f(1)",
        &["1:12 no type \"Nope\""],
    );
    rejected(
        "Global g.Nope\nDim d.Nope(3)\ng\\x = d(1)\\y",
        &["1:10 no type \"Nope\""],
    );
    rejected(
        "Type T\nField a.Nope\nEnd Type\nt.T = New T\nt\\a\\b = 1",
        &["2:9 no type \"Nope\""],
    );
    rejected(
        "Type T\nField 3\nEnd Type\nt.T = New T\nt\\a = 1",
        &["2:7 the name of a field"],
    );
    rejected(
        "p\\x = 1 : p\\y = 2\nPrint p\\x",
        &["1:1 an object is needed"],
    );
    rejected(
        "Const c = 1 +\nx = c : c = 3",
        &["1:14 a value is expected"],
    );
    rejected(
        "Foo 1 : Foo 2 : x = Foo(3)",
        &["1:1 no command or function \"Foo\""],
    );
}

#[test]
fn an_include_that_is_not_there_explains_unknown_names() {
    let result = compile(
        "main.bb",
        b"Include \"gone.bb\"\nx.Thing = MakeThing(1) : x\\y = 2 : Goto there : Print (".to_vec(),
        &mut Files::default(),
        &commands(),
    );
    let texts: Vec<&str> = result
        .diagnostics
        .iter()
        .map(|d| d.message.as_str())
        .collect();
    assert_eq!(texts.len(), 2, "{}", result.messages());
    assert!(texts[0].contains("gone.bb"));
}

#[test]
fn mistakes_in_an_included_file_name_it() {
    let mut files = Files::default();
    files.0.insert(
        "part.bb".into(),
        "Print 1\nx = undefinedthing(2)\nWend\nIf y".into(),
    );
    let result = compile(
        "main.bb",
        b"While x\nInclude \"part.bb\"\nWend".to_vec(),
        &mut files,
        &commands(),
    );
    let text = result.messages();
    assert_eq!(result.diagnostics.len(), 3, "{text}");
    assert!(
        text.contains("part.bb:2:5: error: there is no command or function \"undefinedthing\""),
        "{text}"
    );
    assert!(
        text.contains("part.bb:3:1: error: Wend without While"),
        "{text}"
    );
    assert!(
        text.contains("part.bb:4:1: error: EndIf is missing"),
        "{text}"
    );
}

#[test]
fn no_text_is_too_deep_or_too_long() {
    let deep =
        |open: &str, close: &str| format!("x = {}1{}", open.repeat(100_000), close.repeat(100_000));
    let texts = [
        (deep("(", ")"), "nested too deeply"),
        (deep("-", ""), "nested too deeply"),
        (deep("f(", ")"), "nested too deeply"),
        (deep("Abs Int ", ""), "nested too deeply"),
        ("If x\n".repeat(100_000), "nested too deeply"),
        ("If x Then ".repeat(100_000), "nested too deeply"),
        ("While x ".repeat(100_000), "nested too deeply"),
        (
            format!("If x\n{}EndIf", "ElseIf y\n".repeat(100_000)),
            "more than 1000 ElseIfs",
        ),
        (format!("x = y{}", " + y".repeat(100_000)), "too long"),
        (format!("x = y{}", "\\z".repeat(100_000)), "too long"),
    ];
    for (text, words) in texts {
        let found = messages(&text);
        let start: String = text.chars().take(30).collect();
        assert!(
            found.len() == 1 && found[0].contains(words),
            "{start}...: {:?}",
            found.first()
        );
    }
    let rows = format!("x = y{}\n", " + y".repeat(900));
    assert_eq!(messages(&rows), [""; 0]);
    assert!(messages(&") ".repeat(100_000)).len() <= 200);
    assert!(messages(&"Wend\n".repeat(100_000)).len() <= 200);
}

#[test]
fn joined_constants_do_not_eat_the_memory() {
    let mut text = String::from("Const a0$ = \"0123456789\"\n");
    for i in 1..60 {
        text.push_str(&format!("Const a{i}$ = a{} + a{}\n", i - 1, i - 1));
    }
    assert!(
        messages(&text)
            .iter()
            .any(|m| m.contains("must be constant"))
    );
}
