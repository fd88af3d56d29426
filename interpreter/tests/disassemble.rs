//! The listing of a program's bytecode.

#[allow(dead_code, reason = "other tests use more of it")]
mod support;

use support::{commands, program};

fn listing(text: &str) -> String {
    program(text.as_bytes()).disassemble(&commands())
}

/// A small program that uses most kinds of operands.
const PROGRAM: &str = "\
Type Ball
	Field x#, name$
End Type
Dim board(9)
Global score
b.Ball = New Ball
b\\x# = 1.5
b\\name = \"red\" + score
For i = 1 To 9
	board(i) = board(i) + 1
Next
If board(3) > 2 Then Print Upper(b\\name)
Print Double#(score)
Function Double#(n)
	score = score + n
	Return n * 2.5
End Function
";

const LISTING: &str = r#"Main program
test.bb:4 | Dim board(9)
     0  Load             to=%3 value=9
     1  Dim              array=board sizes=%3..
test.bb:6 | b.Ball = New Ball
     2  New              to=b ty=Ball
test.bb:7 | b\x# = 1.5
     3  FieldSetK        object=b field=x value=1069547520 (1.5)
test.bb:8 | b\name = "red" + score
     4  IntToString      to=$1 value=score
     5  Concat           to=$0 left="red" right=$1
     6  FieldSetString   value=$0 object=b field=name
test.bb:9 | For i = 1 To 9
     7  Load             to=i value=1
test.bb:10 | board(i) = board(i) + 1
     8  ArrayAddIK       index=i array=board value=1
test.bb:9 | For i = 1 To 9
     9  ForK             counter=i target=8 limit=9
test.bb:12 | If board(3) > 2 Then Print Upper(b\name)
    10  Load             to=%4 value=3
    11  ArrayGet         to=%3 index=%4 array=board
    12  JumpLeIK         left=%3 target=16 right=2
    13  FieldGetString   to=$0 object=b field=name
    14  Command          to=%252 command=Upper strings=$0..
    15  Command          to=%252 command=Print strings=$0..
test.bb:13 | Print Double#(score)
    16  Move             to=%4 from=score
    17  Call             to=%3 function=Double numbers=%4.. strings=$1..
    18  FloatToString    to=$0 value=%3
    19  Command          to=%252 command=Print strings=$0..
test.bb:1 | Type Ball
    20  EndGosub

Function Double
test.bb:15 | score = score + n
    21  LoadGlobal       to=%2 from=score
    22  AddI             to=%1 left=%2 right=n
    23  StoreGlobal      to=score value=%1
test.bb:16 | Return n * 2.5
    24  IntToFloat       to=%2 value=n
    25  MulFK            to=%1 left=%2 right=2.5
    26  Return           value=%1
test.bb:14 | Function Double#(n)
    27  ReturnK          value=0
"#;

#[test]
fn a_listing_has_the_instructions_under_their_lines() {
    assert_eq!(listing(PROGRAM), LISTING, "{}", listing(PROGRAM));
}

#[test]
fn variables_show_their_names_wherever_they_live() {
    // More variables than a frame's window has room for.
    let many: String = (0..300).map(|i| format!("v{i} = {i}\n")).collect();
    let main = listing(&format!("{many}Print v0 + v299"));
    assert!(main.contains("Load             to=v0 value=0"), "{main}");
    assert!(main.contains("StoreGlobal      to=v298 value=%"), "{main}");
    let function = listing(&format!("Function f()\n{many}End Function"));
    assert!(
        function.contains("StoreFar         to=v299 value=%"),
        "{function}"
    );
    let strings =
        listing("Global s$\ns = \"a\"\nt$ = s\nf()\nFunction f()\ns = s + \"b\"\nEnd Function");
    assert!(strings.contains("to=t$ from=s$"), "{strings}");
    assert!(
        strings.contains("AppendGlobal     value=\"b\" to=s$"),
        "{strings}"
    );
}

#[test]
fn a_command_that_reads_a_string_variable_shows_the_register_of_its_result() {
    let text = listing("s$ = \"a\"\nt$ = Upper(s)");
    assert!(
        text.contains("Command          to=$2 command=Upper strings=s$.."),
        "{text}"
    );
}
