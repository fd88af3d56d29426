//! Damaged programs: whatever the bytes, the front half ends in a program or in messages that can be shown.
//!
//! The programs are made from seeds by a fixed random sequence, so a failure comes again. `FLITZ_FUZZ_SECONDS` sets how
//! long to go on (2 without it), `FLITZ_FUZZ_SEED` where the sequence starts, `FLITZ_FUZZ_DIR` a folder with more seeds.

mod common;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use common::{Files, commands};
use flitz_interpreter::compile;

const SEEDS: &[&str] = &[
    "Graphics 800, 600, 32\nWhile Not KeyHit(1)\n\tspeed# = 0\n\tIf KeyHit(200) Then speed# = 1 Else speed = -1\n\tFlip\nWend\nEnd\n",
    "Type Pt\nField x#, y, name$, nxt.Pt, v[3]\nEnd Type\np.Pt = New Pt : p\\x = 1.5 : p\\v[2] = 3 : p\\nxt = First Pt\n\
     For q.Pt = Each Pt : Print q\\name + Str q : Delete q : Next\nInsert p Before Last Pt : h = Handle(p) : p = Object.Pt(h)\n",
    "Dim a(10, 5), b$(3)\nFor i = 0 To 10 Step 2\nFor j = 0 To 5\na(i, j) = i * j Mod 7 Shl 1 ^ 2\nNext\nNext\nb(1) = \"x\" + a(1, 2)\n",
    "Function f#(a, b$ = \"x\", c.T = Null)\nLocal k[4], z# = a / 2.0\nIf a > 1 And b <> \"\" Then Return z\nReturn f(a - 1)\nEnd Function\n\
     Type T\nEnd Type\nPrint f(3) + Len(\"abc\")\n",
    "Select x\nCase 1, 2 : Print 1\nCase 3\nRepeat : x = x + 1 : If x > 9 Then Exit\nUntil x = 10\nDefault\nRepeat\nForever\nEnd Select\n",
    "Restore d\nRead a, b$, c#\nGosub s\nGoto e\n.s\nReturn\n.d\nData 1, \"two\", 3.5, $FF, %101\n.e\nConst K = 5, L$ = \"a\" + K\nGlobal g# = Pi\nInclude \"part.bb\"\n",
    "If x\nPrint 1\nElseIf y Then\nPrint 2\nElse If z\nElse\nPrint 3\nEnd If\nIf a Then If b Then Print 1 Else Print 2\nx = Abs -1 + Sgn Int Float Str 3\n",
];

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "\\",
    ".",
    ",",
    ":",
    "\n",
    "\r",
    "\"",
    ";",
    "=",
    "==",
    "<>",
    "$",
    "%",
    "#",
    "+",
    "-",
    "1",
    "2.5",
    "$F",
    "%1",
    " ",
    "x",
    "a(1)",
    "p\\x",
    "If ",
    "Then ",
    "Else ",
    "ElseIf ",
    "EndIf\n",
    "While ",
    "Wend\n",
    "For ",
    "Next\n",
    "Each ",
    "Select ",
    "Case ",
    "Default ",
    "End Select\n",
    "Repeat ",
    "Until ",
    "Forever ",
    "Function ",
    "End Function\n",
    "Type ",
    "Field ",
    "End Type\n",
    "Local ",
    "Global ",
    "Const ",
    "Dim ",
    "Data ",
    "Read ",
    "Restore ",
    "Goto ",
    "Gosub ",
    "Return ",
    "New ",
    "First ",
    "Last ",
    "Object.",
    "Handle ",
    "Null ",
    "Not ",
    "Insert ",
    "Before ",
    "After ",
    "Delete ",
    "Include \"part.bb\" ",
    "Exit ",
    "Int ",
    "Str ",
    "\u{E4}",
    "\0",
    "\x1A",
    "End ",
    "((((((((",
    "f(f(f(",
];

/// The random sequence of the language itself would do; this one is xorshift64 (G. Marsaglia, "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn damage(text: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(text.len() + 1);
    match random.below(8) {
        0 => {
            let end = (at + random.below(20)).min(text.len());
            text.drain(at..end);
        }
        1 | 2 => {
            let piece = PIECES[random.below(PIECES.len())].as_bytes().to_vec();
            text.splice(at..at, piece);
        }
        3 => {
            if let Some(byte) = text.get_mut(at) {
                *byte = random.below(256) as u8;
            }
        }
        4 => {
            let end = (at + random.below(60)).min(text.len());
            let copy = text[at..end].to_vec();
            let to = random.below(text.len() + 1);
            text.splice(to..to, copy);
        }
        5 => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len() + 1);
            let end = (from + random.below(120)).min(other.len());
            text.splice(at..at, other[from..end].iter().copied());
        }
        6 => text.truncate(at),
        _ => {
            let end = (at + 1 + random.below(8)).min(text.len());
            text[at..end].reverse();
        }
    }
    text.truncate(20_000);
}

#[test]
fn damaged_programs_end_in_messages() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let time = Duration::from_secs(setting("FLITZ_FUZZ_SECONDS").unwrap_or(2));
    let mut random = Random(
        setting("FLITZ_FUZZ_SEED")
            .unwrap_or(1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            | 1,
    );
    let mut seeds: Vec<Vec<u8>> = SEEDS.iter().map(|s| s.as_bytes().to_vec()).collect();
    if let Ok(folder) = std::env::var("FLITZ_FUZZ_DIR") {
        let entries = std::fs::read_dir(folder).expect("the folder with seeds");
        seeds.extend(entries.filter_map(|e| std::fs::read(e.ok()?.path()).ok()));
    }
    let commands = commands();
    let start = Instant::now();
    let (mut count, mut good) = (0u64, 0u64);
    while start.elapsed() < time {
        let mut text = seeds[random.below(seeds.len())].clone();
        for _ in 0..random.below(12) {
            damage(&mut text, &seeds, &mut random);
        }
        let part = String::from_utf8_lossy(&seeds[random.below(seeds.len())]).into_owned();
        let mut files = Files(HashMap::from([(String::from("part.bb"), part)]));
        let begun = Instant::now();
        let result = compile("main.bb", text.clone(), &mut files, &commands);
        let shown = result.messages();
        assert!(
            begun.elapsed() < Duration::from_secs(5),
            "slow: {:?}",
            String::from_utf8_lossy(&text)
        );
        assert_eq!(
            result.program.is_none(),
            result.diagnostics.iter().any(|d| d.is_error())
        );
        for diagnostic in &result.diagnostics {
            let file = result
                .sources
                .get(diagnostic.span.file)
                .expect("a file of the program");
            assert!(
                diagnostic.span.start as usize <= file.bytes.len()
                    && !diagnostic.message.is_empty()
            );
        }
        assert!(!shown.contains('\x1b') && !shown.contains('\0'));
        count += 1;
        good += u64::from(result.program.is_some());
    }
    // Both ways out must have been seen, or the programs are not worth much.
    assert!(
        good > 0 && good < count,
        "{good} of {count} programs were accepted"
    );
    println!("{count} programs, {good} accepted");
}
