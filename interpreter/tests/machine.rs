//! The machine as its host sees it: suspending, failing, remembering.

mod support;

use std::fmt::Write;

use flitz_interpreter::vm::{Step, Vm};
use support::{TestHost, finish, printed, program, run};

/// The message of a program that must fail, and the line it fails in.
fn failure(text: &str) -> (String, usize) {
    let program = program(text.as_bytes());
    let outcome = finish(&mut Vm::new(std::rc::Rc::clone(&program)));
    let error = outcome.error.expect("the program fails");
    let file = program
        .sources
        .get(error.span.file)
        .expect("the place is in a file");
    (error.message, file.position(error.span.start).line)
}

#[test]
fn a_command_that_waits_is_called_again_with_the_same_arguments() {
    let outcome = run("s$ = \"a\"\nFor i = 1 To 2\nWait 3\ns = s + i\nNext\nPrint s");
    assert_eq!(outcome.output, "a12\n");
    assert_eq!(outcome.waits, 4);
}

#[test]
fn a_command_that_yields_goes_on_behind_it() {
    let outcome = run("x = 5\nx = Hand(3)\nPrint x\nStop\nPrint \"after\"");
    assert_eq!(outcome.output, "0\nafter\n");
    assert_eq!((outcome.waits, outcome.breaks), (1, 1));
}

#[test]
fn a_machine_pauses_wherever_its_budget_ends() {
    let text = "Function f(n)\nIf n = 0 Then Return 0\nReturn f(n - 1) + 1\nEnd Function\n\
                For i = 1 To 20\ns = s + f(i)\nWhile j < i\nj = j + 1\nWend\nNext\nGosub sub\nPrint s\nEnd\n.sub\ns = s + j\nReturn";
    let whole = run(text);
    assert_eq!(whole.pauses, 0);
    for budget in 1..40 {
        let mut vm = Vm::new(program(text.as_bytes()));
        vm.set_budget(budget);
        let outcome = finish(&mut vm);
        assert_eq!(outcome.output, whole.output);
        assert!(
            outcome.pauses as u32 >= 200 / budget,
            "{budget}: {}",
            outcome.pauses
        );
    }
}

#[test]
fn a_program_that_ended_stays_ended() {
    let mut vm = Vm::new(program(b"Print 1\nLeave\nPrint 2"));
    let mut host = TestHost::default();
    assert_eq!(vm.run(&mut host), Step::Ended);
    assert_eq!(vm.run(&mut host), Step::Ended);
    assert_eq!(host.output, b"1\n");
    let mut vm = Vm::new(program(b"Fail \"no\"\nPrint 2"));
    assert!(matches!(vm.run(&mut host), Step::Failed(_)));
    assert_eq!(vm.run(&mut host), Step::Ended);
}

#[test]
fn an_error_tells_the_calls_and_the_variables() {
    let error = run(
        "Function inner(a#, s$)\nLocal n = 3\nReturn n / (a - 2)\nEnd Function\n\
                     Function outer(x)\nReturn inner(x, \"hi\")\nEnd Function\nFail \"\"",
    )
    .error
    .expect("it fails");
    assert_eq!(error.message, "");
    let error = run(
        "Function inner(a, s$)\nLocal n = 3\nReturn n / (a - 2)\nEnd Function\n\
                     Function outer(x)\nReturn inner(x, \"hi\")\nEnd Function\nPrint outer(2)",
    )
    .error
    .expect("it fails");
    assert_eq!(error.message, "Division by zero");
    let names: Vec<&str> = error.stack.iter().map(|e| e.function.as_str()).collect();
    assert_eq!(names, ["inner", "outer", ""]);
    assert_eq!(error.depth, 3);
    let local = |name: &str| {
        error
            .locals
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    };
    assert_eq!(local("a"), Some("2"));
    assert_eq!(local("s$"), Some("\"hi\""));
    assert_eq!(local("n"), Some("3"));
}

#[test]
fn what_cannot_be_done_is_an_error_with_its_line() {
    for (text, message, line) in [
        ("x = 0\nPrint 5 Mod x", "Division by zero", 2),
        ("x = -1 : y = $80000000\nPrint y / x", "Integer overflow", 2),
        (
            "Dim a(3, 4)\ni = 5\na(1, i) = 2",
            "a(1, 5), but its indices go from 0 to 3, 4",
            3,
        ),
        ("Dim a(1, 1, 1)\ni = -1\nPrint a(0, i, 0)", "a(0, -1, 0)", 3),
        (
            "Dim a$(2)\nFor i = 0 To 3\na(i) = a(i) + \"x\"\nNext",
            "a(3)",
            3,
        ),
        ("n = -2\nDim a(n)", "must not be negative", 2),
        ("n = 60000\nDim a(n, n)", "Out of memory", 2),
        (
            "Local v[2]\ni = 3\nPrint v[i]",
            "the index is 3, allowed are 0 to 2",
            3,
        ),
        ("Local v$[2]\ni = -1\nv[i] = \"\"", "the index is -1", 3),
        (
            "Type T\nField s$\nEnd Type\nt.T = Null\nt\\s = \"x\"",
            "Object does not exist",
            5,
        ),
        (
            "Type T\nField s$\nEnd Type\nt.T = New T\nDelete t\nPrint t\\s",
            "Object does not exist",
            6,
        ),
        (
            "Type T\nField v\nEnd Type\na.T = Null\nb.T = After a",
            "Object does not exist",
            5,
        ),
        (
            "Type T\nField v\nEnd Type\na.T = New T\nInsert a Before b.T",
            "Object does not exist",
            5,
        ),
        ("Read x", "Out of data", 1),
        (".again\nGosub again", "Too many nested Gosubs", 2),
        (
            "Function f$(s$)\nReturn f(s + \"0123456789abcdefghijklmnopqrstuvwxyz\")\nEnd Function\nPrint f(\"\")",
            "Out of memory",
            2,
        ),
        (
            "Function f$(s$)\nReturn f(s)\nEnd Function\nPrint f(\"\")",
            "Too many nested calls",
            2,
        ),
        (
            "s$ = \"0123456789\"\nWhile True\ns = s + s\nWend",
            "The string grew too long",
            3,
        ),
    ] {
        let (got, at) = failure(text);
        assert!(got.contains(message), "{text}: {got}");
        assert_eq!(at, line, "{text}");
    }
}

#[test]
fn many_variables_work_as_few_do() {
    // More than the window holds, in the main program and in a function, and all of them in use.
    let count = 400;
    let mut text = String::from("Global g = 7\n");
    for i in 0..count {
        writeln!(text, "v{i} = {i} : f{i}# = v{i} / 2.0 : s{i}$ = v{i}").unwrap();
    }
    text.push_str("For v399 = 1 To 3 : v0 = v0 + v399 : Next\n");
    for i in 0..count {
        writeln!(
            text,
            "sum = sum + v{i} : total# = total + f{i} : all$ = all + s{i}"
        )
        .unwrap();
    }
    text.push_str("Print sum + \" \" + total + \" \" + Len(all) + \" \" + many(5) + \" \" + g\nFunction many(p)\n");
    for i in 0..count {
        writeln!(text, "Local v{i} = p + {i}, z{i}").unwrap();
    }
    text.push_str("Local arr[3]\narr[v2 - v0] = 11\nIf p > 0 Then v399 = v399 + many(p - 1)\n");
    for i in 0..count {
        writeln!(text, "sum = sum + v{i} + z{i} : z{i} = 1").unwrap();
    }
    text.push_str("g = g + arr[2]\nReturn sum\nEnd Function\n");
    // By hand: the sum of 0..=399, less the overwritten 0 and 399, plus 6 and 4.
    let own = |p: i32| (0..400).map(|i| p + i).sum::<i32>();
    let many = (0..=5).map(own).sum::<i32>();
    let sum = (0..400).sum::<i32>() - 399 + 4 + 6;
    let total: f32 = (0..400).map(|i| i as f32 / 2.0).sum();
    let length: usize = (0..400).map(|i| i.to_string().len()).sum();
    assert_eq!(
        printed(&text),
        format!("{sum} {total:.1} {length} {many} {}\n", 7 + 6 * 11)
    );
}

#[test]
fn a_function_may_have_250_parameters() {
    let list = |name: &str| {
        (0..250)
            .map(|i| format!("{name}{i}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let numbers = (0..250)
        .map(|i| format!("{i} + one"))
        .collect::<Vec<_>>()
        .join(", ");
    let sum = (0..250)
        .step_by(3)
        .map(|i| format!("p{i}"))
        .collect::<Vec<_>>()
        .join(" + ");
    let text = format!(
        "one = 1\nPrint f({numbers}) + \" \" + f({numbers})\n\
         Function f({})\nLocal {}\nv249 = v249 + p249 : If p0 = 1 Then p1 = g(p249, v249)\nReturn {sum} + p1 + v249\nEnd Function\n\
         Function g(a, b)\nReturn a - b + 1\nEnd Function",
        list("p"),
        list("v")
    );
    let sum: i32 = (0..250).step_by(3).map(|i| i + 1).sum::<i32>() + 1 + 250;
    assert_eq!(printed(&text), format!("{sum} {sum}\n"));
}

#[test]
fn adding_to_fields_and_elements_is_as_if_written_out() {
    let text = "Type T\nField n, f#\nEnd Type\nDim a(3), d#(3)\nGlobal t.T = New T, i = 1\n\
                t\\n = 5 : t\\n = t\\n + 3 : t\\n = t\\n - 10 : t\\n = t\\n - i : t\\n = t\\n + t\\n : Print t\\n\n\
                t\\f = t\\f + 1.5 : t\\f = t\\f - i : t\\f = t\\f - 2.25 : t\\f = t\\f * 3 : Print t\\f\n\
                a(i) = a(i) + 4 : a(i) = a(i) - 1 : a(1) = a(1) + a(i) : a(i) = a(i) - a(0) : Print a(1)\n\
                d(i) = d(i) + 0.5 : d(i + 1) = d(i + 1) - d(i) : Print d(1) + \" \" + d(2)\n\
                a(i) = a(i) + bump() : Print a(1) + \" \" + a(2)\nt\\n = t\\n + bump() : Print t\\n\n\
                a(3) = 2147483647 : a(3) = a(3) + 1 : Print a(3)\n\
                i = 9 : a(i) = a(i) + 1\n\
                Function bump()\ni = i + 1 : a(1) = 50 : t\\n = 100\nReturn 7\nEnd Function";
    let outcome = run(text);
    assert_eq!(
        outcome.output,
        "-6\n-5.25\n6\n0.5 -0.5\n50 13\n107\n-2147483648\n"
    );
    let error = outcome.error.expect("it fails");
    assert!(error.message.contains("a(9)"), "{}", error.message);
}

#[test]
fn a_limit_is_evaluated_before_every_turn() {
    let text = "Dim a(5)\nn = 5\nFor i = 1 To n - 1 : n = n - 1 : Write i + \" \" : Next : Print \"a\" + i\n\
                For i = 1 To i * 2 : Write i + \" \" : If i = 4 Then Exit\nNext : Print \"b\" + i\n\
                For i = 1 To more() : Write i + \" \" : Next : Print \"c\" + i + \" \" + asked\n\
                a(2) = 3 : For i = 0 To a(2) Step 2 : a(2) = a(2) + 1 : Write i + \" \" : Next : Print \"d\" + i\n\
                For g = 1 To 3 + seen() : Write g + \" \" : Next : Print \"e\" + g\n\
                For i = 5 To a(1) Step -2 : Write i + \" \" : Next : Print \"f\" + i\n\
                For i = 0 To a(i) : Write i + \" \" : Next\n\
                Global g, asked\nFunction more()\nasked = asked + 1\nReturn 3\nEnd Function\n\
                Function seen()\nReturn g / 4\nEnd Function";
    let outcome =
        run(&text
            .replace("Global g, asked\n", "")
            .replacen("Dim", "Global g, asked\nDim", 1));
    assert_eq!(
        outcome.output,
        "1 2 a3\n1 2 3 4 b4\n1 2 3 c4 4\n0 2 4 6 d8\n1 2 3 4 e5\n5 3 1 f-1\n0 "
    );
    assert_eq!(outcome.error, None);
}

#[test]
fn thousands_of_text_variables_work() {
    let mut text = String::from("Global total, g$ = \"g\"\n");
    for i in 0..9_000 {
        writeln!(text, "s{i}$ = {i}").unwrap();
    }
    text.push_str("Global late$ = \"late\" : g = g + late + s8999 : s8999 = s8999 + s0 + s8998\n");
    for i in 0..9_000 {
        writeln!(text, "total = total + Len(s{i})").unwrap();
    }
    text.push_str("both()\nPrint total + \" \" + g + \" \" + late + \" \" + Upper(late)\nFunction both()\nlate = late + g\nEnd Function");
    let length: usize = (0..9_000).map(|i: i32| i.to_string().len()).sum::<usize>() + 5;
    assert_eq!(
        printed(&text),
        format!("{length} glate8999 lateglate8999 LATEGLATE8999\n")
    );
}

#[test]
fn long_functions_jump_far() {
    let mut text = String::from("For i = 1 To 3\nIf i = 2\n");
    for k in 0..40_000 {
        writeln!(text, "x = x + {}", k % 7).unwrap();
    }
    text.push_str("Else\ny = y + 1\nEndIf\nNext\nPrint x + \" \" + y + \" \" + i\n");
    let x: i32 = (0..40_000).map(|k| k % 7).sum();
    assert_eq!(printed(&text), format!("{x} 2 4\n"));
}

#[test]
fn long_chains_of_operators_and_of_else_ifs_work() {
    let terms = 400;
    let sum = vec!["a"; terms].join(" + ");
    let joined = vec!["s"; terms].join(" + ");
    let mut text = format!("a = 2 : s$ = \"xy\"\nPrint {sum}\nPrint Len({joined})\n");
    for i in 0..900 {
        writeln!(
            text,
            "{} a = {} Then\nPrint {i}",
            if i == 0 { "If" } else { "ElseIf" },
            i + 3
        )
        .unwrap();
    }
    text.push_str("Else\nPrint \"none\"\nEndIf\n");
    assert_eq!(
        printed(&text),
        format!("{}\n{}\nnone\n", 2 * terms, 2 * terms)
    );
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    let text = "Global g = 1, s$ = \"a\"\nDim a(3)\n\
                Function change()\ng = g * 10 : s = s + \"b\"\nReturn 1\nEnd Function\n\
                Print g + change()\nPrint g + change() * g\nPrint (g = change())\nPrint s + change() + s\n\
                Print two(g, change(), g)\na(change()) = g : Print a(1)\ns = s + change() : Print s\n\
                For g = g To 1 + change() : Next : Print g\n\
                Function two$(x, y, z)\nReturn x + \",\" + y + \",\" + z\nEnd Function";
    assert_eq!(
        printed(text),
        "2\n110\n0\nabbb1abbbb\n10000,1,100000\n100000\nabbbbbb1\n100000000\n"
    );
}

#[test]
fn a_text_that_grows_does_not_change_its_copies() {
    let text = "Type T\nField s$, l$[2]\nEnd Type\nDim a$(2)\nt.T = New T\nGlobal g$\n\
                For i = 1 To 30\nold$ = s$ : s = s + \"x\" + i\nt\\s = t\\s + s : a(1) = a(1) + \"y\" : t\\l[1] = t\\l[1] + i\ngrow()\nNext\n\
                Print Len(old) + \" \" + Len(s) + \" \" + Len(t\\s) + \" \" + a(1) + \" \" + Len(t\\l[1]) + \" \" + Len(g)\n\
                s = s + s : Print Len(s)\nq$ = s : s = s + \"!\" + q : Print Len(q) + \" \" + Len(s)\n\
                Function grow()\ng = g + \"ab\"\nEnd Function";
    assert_eq!(
        printed(text),
        format!(
            "{} 81 {} {} 51 60\n162\n162 325\n",
            78,
            (1..=30)
                .map(|i| if i < 10 { 2 * i } else { 18 + 3 * (i - 9) })
                .sum::<i32>(),
            "y".repeat(30)
        )
    );
}

#[test]
fn deleted_objects_keep_their_places_however_many_there_are() {
    // Far more deletions than any of them is remembered for, while a loop stands on a deleted object.
    let text = "Type T\nField v, s$, l[2], other.T\nEnd Type\n\
                For i = 1 To 3 : t.T = New T : t\\v = i : Next\n\
                For t = Each T\nWrite t\\v + \" \"\nIf t\\v = 2\n\
                Delete t\nFor k = 1 To 50000\nn.T = New T : n\\other = First T : n\\s = k : n\\l[1] = k\nDelete n\nNext\n\
                n = New T : n\\v = 9\nEndIf\nNext\nPrint \"\"\n\
                For t = Each T : Write t\\v + \" \" : Next\nPrint (n = Null) + \"\" + (t = Null)";
    assert_eq!(printed(text), "1 2 3 9 \n1 3 9 01\n");
}

#[test]
fn memory_of_deleted_objects_is_used_again() {
    // 40 million words would be needed if it were not, and the objects held by variables must survive.
    let text = "Type T\nField v, n[16]\nEnd Type\nDim keep.T(9)\n\
                For i = 0 To 9 : keep(i) = New T : keep(i)\\v = i : Next\n\
                For i = 1 To 2000000\nt.T = New T : t\\v = i : t\\n[16] = i\nDelete t\nNext\n\
                For i = 0 To 9 : s = s + keep(i)\\v : Next\nPrint s + \" \" + (t = Null)";
    assert_eq!(printed(text), "45 1\n");
}

#[test]
fn a_move_of_objects_agrees_with_a_list_in_memory() {
    // The same random steps on a list that keeps deleted objects in their places.
    let mut list: Vec<(u32, bool)> = (0..8).map(|i| (i, true)).collect();
    let mut text = String::from("Type T\nField v\nEnd Type\nDim o.T(60)\n");
    for i in 0..8 {
        writeln!(text, "o({i}) = New T : o({i})\\v = {i}").unwrap();
    }
    let mut expected = String::new();
    let (mut seed, mut made) = (99u32, 8);
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % n
    };
    for _ in 0..600 {
        let at = below(list.len());
        let (id, alive) = list[at];
        match below(6) {
            0 if alive && list.iter().filter(|e| e.1).count() > 3 => {
                list[at].1 = false;
                writeln!(text, "Delete o({id})").unwrap();
            }
            1 if made < 60 => {
                list.push((made, true));
                writeln!(text, "o({made}) = New T : o({made})\\v = {made}").unwrap();
                made += 1;
            }
            2 | 3 if alive => {
                // A target that lives: what lies between two living ones has no order of its own.
                let target = below(list.len());
                let (to, lives) = list[target];
                if lives && to != id {
                    let before = below(2) == 0;
                    writeln!(
                        text,
                        "Insert o({id}) {} o({to})",
                        if before { "Before" } else { "After" }
                    )
                    .unwrap();
                    let entry = list.remove(at);
                    let target = list.iter().position(|e| e.0 == to).unwrap();
                    list.insert(if before { target } else { target + 1 }, entry);
                }
            }
            _ => {
                let next = list.iter().skip(at + 1).find(|e| e.1);
                let previous = list.iter().take(at).rev().find(|e| e.1);
                for (word, found) in [("After", next), ("Before", previous)] {
                    writeln!(
                        text,
                        "t.T = {word} o({id})\nIf t = Null Then Print \"none\" Else Print t\\v"
                    )
                    .unwrap();
                    match found {
                        Some((id, _)) => writeln!(expected, "{id}").unwrap(),
                        None => expected.push_str("none\n"),
                    }
                }
            }
        }
    }
    assert_eq!(printed(&text), expected);
}

#[test]
fn handles_end_with_their_objects() {
    let text = "Type T\nField v\nEnd Type\nType U\nField v\nEnd Type\n\
                For i = 1 To 3 : t.T = New T : t\\v = i : Print Handle(t) : Next\n\
                t = Object.T(2) : Print t\\v\nu.U = Object.U(2) : Print (u = Null)\n\
                Delete t : Print Handle(t) + \" \" + (Object.T(2) = Null)\nt = New T : Print Handle(t)";
    assert_eq!(printed(text), "1\n2\n3\n2\n1\n0 1\n4\n");
}

#[test]
fn arrays_are_there_before_their_line_and_keep_their_elements_in_a_loop() {
    let text = "Goto over\nGlobal g[2]\n.over\ng[1] = 5\nFor i = 1 To 3\nLocal a[2]\na[1] = a[1] + i\nNext\n\
                Print a[1] + g[1] + f()\nFunction f()\nIf 1 Then Goto skip\nLocal b$[1]\n.skip\nb[0] = b[0] + \"x\"\nReturn Len(b[0])\nEnd Function";
    assert_eq!(printed(text), "12\n");
}

#[test]
fn arrays_of_functions_are_fresh_on_every_call() {
    let text = "Function f(n)\nLocal a[3], s$[2], o.T[1]\na[1] = a[1] + n : s[0] = s[0] + n : o[1] = First T\n\
                If n > 0 Then f(n - 1)\nWrite a[1] + s[0] + \" \"\nIf n = 2 Then Return\nEnd Function\n\
                Type T\nField v\nEnd Type\nFor i = 1 To 3 : f(2) : Next";
    assert_eq!(printed(text), "00 11 22 00 11 22 00 11 22 ");
}
