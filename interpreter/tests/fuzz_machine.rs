//! Random programs that the checker accepts: whatever they do, the machine neither panics nor hangs, and a
//! program whose variables do not fit the window prints what it prints when they do.
//!
//! `FLITZ_FUZZ_SECONDS` sets how long to go on; without it a few hundred programs are run.

#[allow(dead_code, reason = "other tests use more of it")]
mod support;

use std::time::{Duration, Instant};

use flitz_interpreter::vm::{Step, Vm};
use support::{TestHost, program};

/// Pauses after which a program is left, each after so many jumps.
const PAUSES: usize = 20;
const BUDGET: u32 = 2_000;

/// A generator of programs.
struct Author {
    seed: u64,
    text: String,
    /// Statements that may still be written.
    room: usize,
    depth: usize,
    /// Whether a function is being written, and how deep in loops.
    in_function: bool,
    loops: usize,
    labels: usize,
}

impl Author {
    fn below(&mut self, n: usize) -> usize {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) as usize % n
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    fn int(&mut self) -> String {
        self.depth += 1;
        let expr = match if self.depth > 6 {
            self.below(4)
        } else {
            self.below(22)
        } {
            0 => self
                .pick(&[
                    "0",
                    "1",
                    "2",
                    "-1",
                    "7",
                    "100",
                    "2147483647",
                    "$80000000",
                    "65536",
                    "-32769",
                ])
                .to_owned(),
            1 | 2 => self.pick(&["i", "j", "k", "gi", "gj", "n"]).to_owned(),
            3 => self.pick(&["ti", "tj", "gk"]).to_owned(),
            4 | 5 => {
                let op = self.pick(&[
                    "+", "-", "*", "/", "Mod", "And", "Or", "Xor", "Shl", "Shr", "Sar",
                ]);
                // The checker refuses a constant 0 behind a division, and a division that fails ends the program.
                let (left, right) = (self.int(), self.int());
                let right = match op {
                    "/" | "Mod" if self.below(30) == 0 => format!("(k + {right})"),
                    "/" | "Mod" => format!("(1 + ({right} And 15))"),
                    _ => right,
                };
                format!("({left} {op} {right})")
            }
            6 => format!("({} {} {})", self.int(), self.compare(), self.int()),
            7 => format!("({} {} {})", self.float(), self.compare(), self.float()),
            8 => format!("({} {} {})", self.text(), self.compare(), self.text()),
            9 => format!(
                "({} {} {})",
                self.object(),
                self.pick(&["=", "<>"]),
                self.object()
            ),
            10 => format!("a({})", self.index()),
            11 => format!("m({}, {})", self.index(), self.index()),
            12 => format!("c({}, {}, {})", self.index(), self.index(), self.index()),
            13 => format!("v[{}]", self.index()),
            14 => format!("{}\\{}", self.owner(), self.pick(&["x", "y", "l[1]"])),
            15 => format!("Int {}", self.text()),
            16 => format!("Int {}", self.float()),
            17 => format!("Len({})", self.text()),
            18 => format!("f({}, {})", self.int(), self.text()),
            19 => format!("(Not {})", self.int()),
            20 => format!("Handle({})", self.object()),
            _ => format!("({} {})", self.pick(&["-", "~", "Abs", "Sgn"]), self.int()),
        };
        self.depth -= 1;
        expr
    }

    /// An object that mostly lives.
    fn owner(&mut self) -> &'static str {
        if self.below(20) == 0 { "o" } else { "h" }
    }

    fn index(&mut self) -> String {
        match self.below(8) {
            0 if self.below(8) == 0 => format!("(k + {})", self.int()),
            0..4 => format!("({} And 3)", self.int()),
            _ => self.below(4).to_string(),
        }
    }

    fn compare(&mut self) -> &'static str {
        self.pick(&["=", "<>", "<", "<=", ">", ">="])
    }

    fn float(&mut self) -> String {
        self.depth += 1;
        let expr = match if self.depth > 6 {
            self.below(3)
        } else {
            self.below(11)
        } {
            0 => self
                .pick(&["0.5", "1.0", "-2.25", "1000000.0", "0.0001", "3.0"])
                .to_owned(),
            1 | 2 => self.pick(&["x", "y", "gx", "z"]).to_owned(),
            3..6 => {
                let op = self.pick(&["+", "-", "*", "/", "Mod", "^"]);
                let zero = if matches!(op, "/" | "Mod") {
                    "x + "
                } else {
                    ""
                };
                format!("({} {op} ({zero}{}))", self.float(), self.float())
            }
            6 => format!("Float({})", self.int()),
            7 => format!("d({})", self.index()),
            8 => format!("{}\\f", self.owner()),
            9 => format!("Sqr({})", self.float()),
            _ => format!("({} {})", self.pick(&["-", "Abs", "Sgn"]), self.float()),
        };
        self.depth -= 1;
        expr
    }

    fn text(&mut self) -> String {
        self.depth += 1;
        let expr = match if self.depth > 6 {
            self.below(3)
        } else {
            self.below(13)
        } {
            0 => self
                .pick(&[
                    "\"\"",
                    "\"a\"",
                    "\"12\"",
                    "\"a longer piece of text than a short one\"",
                ])
                .to_owned(),
            1 | 2 => self.pick(&["s", "t", "gs", "r"]).to_owned(),
            3..6 => format!("({} + {})", self.text(), self.text()),
            6 => format!("Str({})", self.int()),
            7 => format!("Str({})", self.float()),
            8 => format!("Left({}, 20)", self.text()),
            9 => format!("Mid({}, {}, 3)", self.text(), self.below(5) + 1),
            10 => format!("w({})", self.index()),
            11 => format!("g({}, {})", self.text(), self.int()),
            _ => self
                .pick(&["h\\s", "h\\u[1]", "(\"\" + Str o)", "(\"\" + Str First T)"])
                .to_owned(),
        };
        self.depth -= 1;
        expr
    }

    fn object(&mut self) -> String {
        self.depth += 1;
        let expr = match if self.depth > 6 {
            self.below(3)
        } else {
            self.below(10)
        } {
            0..3 => self.pick(&["o", "p", "go"]).to_owned(),
            3 => "First T".to_owned(),
            4 => "Last T".to_owned(),
            5 => format!("(After {})", self.owner()),
            6 => format!("(Before {})", self.owner()),
            7 => format!("b({})", self.index()),
            8 => format!("{}\\next_", self.owner()),
            _ => format!("Object.T({})", self.int()),
        };
        self.depth -= 1;
        expr
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn statement(&mut self) {
        if self.room == 0 {
            return;
        }
        self.room -= 1;
        let line = match self.below(40) {
            0..3 => format!(
                "{} = {}",
                self.pick(&["i", "j", "k", "gi", "gj"]),
                self.int()
            ),
            3 => format!("{} = {}", self.pick(&["x", "y", "gx", "z"]), self.float()),
            4 => format!("{} = {}", self.pick(&["s", "t", "gs", "r"]), self.text()),
            5 => {
                let text = self.pick(&["s", "gs", "w(1)", "h\\s", "h\\u[1]", "q[1]"]);
                format!("{text} = {text} + {}", self.text())
            }
            6 => format!("{} = {}", self.pick(&["o", "p", "go"]), self.object()),
            7 | 8 => format!(
                "{} = New T",
                self.pick(&["o", "p", "go", "b(1)", "h\\next_"])
            ),
            9 => format!("Delete {} : If h = Null Then h = New T", self.object()),
            10 => format!(
                "If {} <> Null And {} <> Null Then Insert o {} p",
                "o",
                "p",
                self.pick(&["Before", "After"])
            ),
            11 => format!("a({}) = {}", self.index(), self.int()),
            12 => format!("m({}, {}) = {}", self.index(), self.index(), self.int()),
            13 => format!(
                "c({}, {}, {}) = {}",
                self.index(),
                self.index(),
                self.index(),
                self.int()
            ),
            14 => format!("w({}) = {}", self.index(), self.text()),
            15 => format!("v[{}] = {}", self.index(), self.int()),
            16 => format!("h\\{} = {}", self.pick(&["x", "y", "l[2]"]), self.int()),
            17 => format!("If o <> Null Then o\\next_ = {}", self.object()),
            18 => format!(
                "Restore : Read {}",
                self.pick(&["i", "x", "s", "a(1)", "w(2)"])
            ),
            38 => {
                let (op, place) = (
                    self.pick(&["+", "-"]),
                    self.pick(&[
                        "h\\x",
                        "h\\y",
                        "a(2)",
                        "a(i And 3)",
                        "m(1, 2)",
                        "v[3]",
                        "h\\l[1]",
                        "gi",
                    ]),
                );
                let amount = if self.below(2) == 0 {
                    "7".to_owned()
                } else {
                    self.int()
                };
                format!("{place} = {place} {op} {amount}")
            }
            39 => {
                let (op, place) = (
                    self.pick(&["+", "-"]),
                    self.pick(&["h\\f", "d(2)", "d(i And 3)", "gx"]),
                );
                format!("{place} = {place} {op} {}", self.float())
            }
            19 => format!("Read {}", self.pick(&["i", "y"])),
            20 => format!("Print Left({}, 60)", self.text()),
            21 => format!("Print {}", self.int()),
            22 => format!("Print {}", self.float()),
            23 => format!("f({}, {})", self.int(), self.text()),
            24 if !self.in_function => "Gosub sub".to_owned(),
            25 if self.loops > 0 => "Exit".to_owned(),
            26 => format!("Dim a({})", self.below(20) + 3),
            27 => format!("Swap_({}, v)", self.index()),
            28 => {
                let label = self.labels;
                self.labels += 1;
                let line = format!("If {} Then Goto lab{label}", self.int());
                self.line(&line);
                self.statement();
                format!(".lab{label}")
            }
            29 | 30 => {
                let line = format!("If {}", self.int());
                self.line(&line);
                self.block();
                if self.below(2) == 0 {
                    let line = format!("ElseIf {}", self.int());
                    self.line(&line);
                    self.block();
                    self.text.push_str("Else\n");
                    self.block();
                }
                "EndIf".to_owned()
            }
            31 | 32 => {
                let (var, step) = (
                    self.pick(&["ti", "tj", "gk", "a(1)"]),
                    self.pick(&["", "", " Step 2", " Step -1"]),
                );
                let to = if self.below(4) == 0 {
                    self.int()
                } else {
                    self.below(9).to_string()
                };
                let line = format!("For {var} = {} To {to}{step}", self.below(5));
                self.line(&line);
                self.looped();
                "Next".to_owned()
            }
            33 => {
                let line = format!("For {} = Each T", self.pick(&["o", "p", "go", "b(2)"]));
                self.line(&line);
                self.looped();
                "Next".to_owned()
            }
            34 => {
                let line = format!("While {}\nn = n + 1 : If n > 300 Then Exit", self.int());
                self.line(&line);
                self.looped();
                "Wend".to_owned()
            }
            35 => {
                self.text.push_str("Repeat\n");
                self.looped();
                format!("Until {}", self.int())
            }
            36 => {
                let subject = if self.below(2) == 0 {
                    self.int()
                } else {
                    self.text()
                };
                let line = format!("Select {subject}\nCase {}, {}", self.int(), self.int());
                self.line(&line);
                self.block();
                self.text.push_str("Default\n");
                self.block();
                "End Select".to_owned()
            }
            _ => "If i > 100000 Then i = 0".to_owned(),
        };
        self.line(&line);
    }

    fn block(&mut self) {
        for _ in 0..self.below(3) + 1 {
            self.statement();
        }
    }

    fn looped(&mut self) {
        self.loops += 1;
        self.block();
        self.loops -= 1;
    }

    /// Variables that are used more than all others, so that those lie beyond the window.
    fn padding(&mut self, name: &str) {
        self.text
            .push_str("If 0\nFor ti = 1 To 0 : For tj = 1 To 0 : Repeat : Repeat : Repeat\n");
        for i in 0..200 {
            let line = format!("{name}{i} = {name}{i} + 1 : {name}{i} = {name}{i} + 1");
            self.line(&line);
        }
        self.text
            .push_str("Forever : Forever : Forever : Next : Next\nEndIf\n");
    }
}

/// A program; the same one with or without padding.
fn write_program(seed: u64, padded: bool) -> String {
    let mut author = Author {
        seed,
        text: String::new(),
        room: 40,
        depth: 0,
        in_function: false,
        loops: 0,
        labels: 0,
    };
    author.text.push_str(
        "Type T\nField x, y, f#, s$, next_.T, l[2], u$[1], e.T[1]\nEnd Type\n\
         Global gi, gj = 3, gk, gx# = 1.5, gs$ = \"g\", go.T, calls\n\
         Dim a(4), d#(4), m(3, 3), c(2, 3, 3), w$(4), b.T(3)\nLocal v[5], q$[2]\n\
         Local i, j, k, n, ti, tj, x#, y#, z#, s$, t$, r$, o.T, p.T, h.T\nh = New T : o = New T : p = New T : o\\next_ = p\n",
    );
    if padded {
        author.padding("pad");
    }
    while author.room > 0 {
        author.statement();
    }
    author
        .text
        .push_str("Print i + j + k + x + y + s\nEnd\n.sub\n");
    author.room = 4;
    author.statement();
    author
        .text
        .push_str("gi = gi + 1\nReturn\nData 1, 2.5, \"text\", -7, \"8.5\"\n");
    let locals = "Local i = 1, j, k, n, ti, tj, x#, y#, z#, s$, t$, r$, o.T, p.T, v[5], h.T = New T, q$[2]\n\
                  calls = calls + 1 : If calls > 200 Then Return\n";
    for head in [
        "Function f(i_, s_$)\n",
        "Function g$(s_$, i_)\n",
        "Function Swap_(i_, v_[5])\n",
    ] {
        author.text.push_str(head);
        author.text.push_str(locals);
        if padded {
            author.padding("own");
        }
        author.in_function = true;
        author.room = 8;
        while author.room > 0 {
            author.statement();
        }
        author.text.push_str(match head.as_bytes().get(9) {
            Some(b'S') => "v_[i_ And 3] = v_[i_ And 1] + i\nEnd Function\n",
            Some(b'f') => "Return i + i_\nEnd Function\n",
            _ => "Return Left(s_ + s, 100)\nEnd Function\n",
        });
    }
    author.text
}

/// What a program prints, and how it ended; nothing where it was left.
fn outcome(text: &str) -> Option<(Vec<u8>, Option<String>)> {
    let mut vm = Vm::new(program(text.as_bytes()));
    vm.set_budget(BUDGET);
    let mut host = TestHost::default();
    for _ in 0..PAUSES {
        match vm.run(&mut host) {
            Step::Ended => return Some((host.output, None)),
            Step::Failed(error) => return Some((host.output, Some(error.message))),
            Step::Waiting | Step::Paused | Step::Break => {}
        }
    }
    None
}

#[test]
fn random_programs_run_the_same_wherever_their_variables_lie() {
    let seconds = std::env::var("FLITZ_FUZZ_SECONDS")
        .ok()
        .and_then(|s| s.parse().ok());
    let end = seconds.map(|s| Instant::now() + Duration::from_secs(s));
    let (mut seed, mut ended, mut failed) = (0u64, 0, 0);
    while end.map_or(seed < 300, |end| Instant::now() < end) {
        seed += 1;
        let plain = outcome(&write_program(seed, false));
        let padded = outcome(&write_program(seed, true));
        if let (Some(plain), Some(padded)) = (&plain, &padded) {
            assert_eq!(plain, padded, "seed {seed}");
            if plain.1.is_none() {
                ended += 1
            } else {
                failed += 1
            }
        }
    }
    println!("{seed} programs: {ended} ended, {failed} failed, the others were left");
    assert!(
        ended > seed / 20 && failed > seed / 20,
        "{ended} ended, {failed} failed of {seed}"
    );
}
