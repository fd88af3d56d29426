//! Bytecode as text: for whoever works on the code generator, or wonders what a line costs.
//!
//! A listing has the instructions of each function under the lines they come from:
//!
//! ```text
//! main.bb:3 | total = total + i * 2
//!     4  MulIK            to=%2 left=i right=2
//!     5  AddI             to=total left=total right=%2
//! ```
//!
//! Operands carry the names of the declaration in [`super::op`]. A register is shown by the variable it holds; `%2` is a temporary for a
//! number, `$2` one for a string, `@2` a place on the stack that holds no variable with a name.

use std::fmt::Write;

use crate::Compiled;
use crate::diagnostics::line_text;
use crate::hir::{CompareOp, Ty};
use crate::host::Commands;
use crate::source::{FileId, Sources};

use super::operand::Operand;
use super::{Code, CommandSite, DebugVariable, Op, StringOperand, VariablePlace};

/// Characters of a string constant that are shown.
const SHOWN_CHARACTERS: usize = 40;

impl Compiled {
    /// The program's bytecode as text, with the lines it comes from. `commands` are those the program was checked with.
    pub fn disassemble(&self, commands: &Commands) -> String {
        let listing = Listing {
            code: &self.code,
            sources: &self.sources,
            commands,
        };
        listing.text()
    }
}

/// What a listing is made from.
struct Listing<'a> {
    code: &'a Code,
    sources: &'a Sources,
    commands: &'a Commands,
}

/// The variables that slots of the function being listed may hold.
#[derive(Clone, Copy)]
struct Frame<'a> {
    locals: &'a [DebugVariable],
    /// The globals in the main program, whose frame holds them; else none.
    globals: &'a [DebugVariable],
    /// The absolute number slot where the main program's frame starts.
    start: u32,
}

impl<'a> Frame<'a> {
    fn number(&self, slot: u32) -> Option<&'a DebugVariable> {
        self.variable(false, slot, slot + self.start)
    }

    fn string(&self, slot: u32) -> Option<&'a DebugVariable> {
        self.variable(true, slot, slot)
    }

    fn variable(&self, string: bool, slot: u32, absolute: u32) -> Option<&'a DebugVariable> {
        named(self.locals, string, VariablePlace::Frame(slot))
            .or_else(|| named(self.globals, string, VariablePlace::Global(absolute)))
    }
}

impl Listing<'_> {
    fn text(&self) -> String {
        let mut out = String::new();
        let starts = self.code.entries.iter().map(|entry| entry.start as usize);
        let ends = starts.clone().skip(1).chain([self.code.ops.len()]);
        let ranges = starts.zip(ends);
        for (index, (function, (start, end))) in self.code.functions.iter().zip(ranges).enumerate()
        {
            let frame = Frame {
                locals: &function.locals,
                globals: if index == 0 { &self.code.globals } else { &[] },
                start: self.code.slots_before_main,
            };
            match index {
                0 => out.push_str("Main program\n"),
                _ => {
                    let _ = writeln!(out, "\nFunction {}", function.name);
                }
            }
            let mut shown = None;
            for pc in start..end {
                let span = self.code.span(pc);
                let line = self.line_of(span.file, span.start);
                if shown != Some((span.file, line)) {
                    shown = Some((span.file, line));
                    self.push_line(&mut out, span.file, line);
                }
                if let Some(&op) = self.code.ops.get(pc) {
                    let _ = writeln!(out, "{pc:6}  {}", self.instruction(op, pc, frame));
                }
            }
        }
        out
    }

    fn line_of(&self, file: FileId, offset: u32) -> usize {
        let file = self.sources.get(file);
        file.map_or(0, |file| file.position(offset).line)
    }

    fn push_line(&self, out: &mut String, file: FileId, line: usize) {
        let Some(file) = self.sources.get(file) else {
            return;
        };
        let text = line_text(file, line);
        let _ = writeln!(out, "{}:{line} | {}", file.name, text.trim());
    }

    /// An instruction with its operands; of the arguments of a command those that it has.
    fn instruction(&self, op: Op, pc: usize, frame: Frame<'_>) -> String {
        let operands = op.operands();
        let site = operands.iter().find_map(|(_, operand)| match operand {
            Operand::CommandSite(index) => self.code.commands.get(usize::from(*index)),
            _ => None,
        });
        let mut out = format!("{:<16}", op.name());
        for (name, operand) in operands {
            let shown = match (operand, site) {
                (Operand::FirstNumber(_), Some(site)) => site.numbers > 0,
                (Operand::FirstString(_), Some(site)) => {
                    site.strings > 0 || (site.returns_string && !site.borrows)
                }
                _ => true,
            };
            if shown {
                let value = self.operand(op, operand, site, pc, frame);
                let _ = write!(out, " {name}={value}");
            }
        }
        out.trim_end().to_owned()
    }

    /// An operand; `site` is the command that the instruction calls.
    fn operand(
        &self,
        op: Op,
        operand: Operand,
        site: Option<&CommandSite>,
        pc: usize,
        frame: Frame<'_>,
    ) -> String {
        let code = self.code;
        match operand {
            Operand::Write(r)
            | Operand::Read(r)
            | Operand::Update(r)
            | Operand::Index(r)
            | Operand::Object(r)
            | Operand::BlitzArray(r) => number(r.into(), frame),
            Operand::Result(r) if site.is_some_and(|s| s.returns_string && s.borrows) => {
                string(r.into(), frame)
            }
            Operand::Result(r) => number(r.into(), frame),
            Operand::ReadSlot(slot) | Operand::WriteSlot(slot) => number(slot, frame),
            Operand::ReadSlots(slot) | Operand::FirstNumber(slot) => {
                number(slot.into(), frame) + ".."
            }
            Operand::WriteString(slot) | Operand::UpdateString(slot) => string(slot.into(), frame),
            Operand::FirstString(slot) => string(slot.into(), frame) + "..",
            Operand::ReadString(text) => self.string_operand(text, frame),
            Operand::ReadGlobal(slot) | Operand::WriteGlobal(slot) => self.global(slot, false),
            Operand::ReadGlobalString(slot)
            | Operand::WriteGlobalString(slot)
            | Operand::UpdateGlobalString(slot) => self.global(slot, true),
            Operand::Int(value) => value.to_string(),
            Operand::SmallInt(value) => value.to_string(),
            Operand::Float(value) => format!("{value:?}"),
            Operand::Bits(bits) => number_of_bits(bits),
            Operand::Comparison(comparison) => comparison_sign(comparison).to_owned(),
            Operand::StringCount(count) => count.to_string(),
            Operand::StringConstant(index) => self.string_constant(index as usize),
            Operand::DimArray(index) => {
                let array = code.arrays.get(usize::from(index));
                array.map_or_else(|| unnamed(index), |array| array.name.clone())
            }
            Operand::ArrayType(index) => {
                let array = code.blitz_arrays.get(usize::from(index));
                array.map_or_else(
                    || unnamed(index),
                    |array| format!("{:?}[{}]", array.element, array.length),
                )
            }
            Operand::ObjectType(index) => {
                let ty = code.types.get(usize::from(index));
                ty.map_or_else(|| unnamed(index), |ty| ty.name.clone())
            }
            Operand::Field(position) => self.field(op, position, false, frame),
            Operand::StringField(position) => self.field(op, position, true, frame),
            Operand::Function(index) => {
                let function = code.functions.get(usize::from(index));
                function.map_or_else(|| unnamed(index), |function| function.name.clone())
            }
            Operand::CommandSite(index) => {
                let command = site.and_then(|site| self.commands.get(site.command));
                command.map_or_else(|| unnamed(index), |command| command.name.to_string())
            }
            Operand::DataItem(index) => index.to_string(),
            Operand::JumpTarget(target) => target.to_string(),
            Operand::Distance(distance) => {
                (pc + 1).wrapping_add_signed(distance.into()).to_string()
            }
        }
    }

    /// A place on the stack that holds a global, or a variable of the main program beyond its window.
    fn global(&self, slot: u32, string: bool) -> String {
        let place = VariablePlace::Global(slot);
        let main = self.code.functions.first();
        let main_locals = main.map_or(&[][..], |main| &main.locals);
        named(&self.code.globals, string, place)
            .or_else(|| named(main_locals, string, place))
            .map_or_else(|| format!("@{slot}"), DebugVariable::tagged_name)
    }

    fn string_operand(&self, operand: StringOperand, frame: Frame<'_>) -> String {
        match operand.as_constant() {
            Some(index) => self.string_constant(index),
            None => string(operand.slot() as u32, frame),
        }
    }

    fn string_constant(&self, index: usize) -> String {
        let Some(text) = self.code.strings.get(index) else {
            return unnamed(index);
        };
        let text = text.to_text();
        match text.char_indices().nth(SHOWN_CHARACTERS) {
            Some((end, _)) => format!("{:?}...", text.get(..end).unwrap_or(&text)),
            None => format!("{text:?}"),
        }
    }

    /// A field's name, where the object is a variable, which tells its type; else its position.
    fn field(&self, op: Op, position: u16, string: bool, frame: Frame<'_>) -> String {
        let object = op
            .operands()
            .into_iter()
            .find_map(|(_, operand)| match operand {
                Operand::Object(r) => frame.number(r.into()),
                _ => None,
            });
        let ty = object.and_then(|variable| match variable.ty {
            Ty::Object(ty) => self.code.types.get(ty.index()),
            _ => None,
        });
        let field = ty.and_then(|ty| {
            let mut fields = ty.fields.iter();
            fields.find(|field| field.position == position && (field.ty == Ty::Str) == string)
        });
        field.map_or_else(|| unnamed(position), |field| field.name.clone())
    }
}

/// A number slot of the frame.
fn number(slot: u32, frame: Frame<'_>) -> String {
    frame
        .number(slot)
        .map_or_else(|| format!("%{slot}"), DebugVariable::tagged_name)
}

/// A string register of the frame.
fn string(slot: u32, frame: Frame<'_>) -> String {
    frame
        .string(slot)
        .map_or_else(|| format!("${slot}"), DebugVariable::tagged_name)
}

/// The variable at a place.
fn named(
    variables: &[DebugVariable],
    string: bool,
    place: VariablePlace,
) -> Option<&DebugVariable> {
    variables
        .iter()
        .find(|v| v.place == place && (v.ty == Ty::Str) == string)
}

/// What has no name is shown by its position in its table.
fn unnamed(index: impl std::fmt::Display) -> String {
    format!("#{index}")
}

/// A constant whose type the instruction does not tell: as an Int, and as a Float where it is more likely one.
fn number_of_bits(bits: u32) -> String {
    let float = f32::from_bits(bits);
    if (1e-6..1e9).contains(&float.abs()) {
        return format!("{} ({float:?})", bits as i32);
    }
    (bits as i32).to_string()
}

fn comparison_sign(comparison: CompareOp) -> &'static str {
    match comparison {
        CompareOp::Eq => "=",
        CompareOp::Ne => "<>",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytecode::{Entry, FunctionCode, every_instruction};

    /// With nothing in its tables, so that no operand finds a name.
    #[test]
    fn every_instruction_is_listed_with_every_operand() {
        let ops = every_instruction();
        let code = Code {
            ops: ops.clone(),
            functions: vec![FunctionCode {
                name: "main".into(),
                ..FunctionCode::default()
            }],
            entries: vec![Entry::default()],
            ..Code::default()
        };
        let listing = Listing {
            code: &code,
            sources: &Sources::default(),
            commands: &Commands::default(),
        };
        let text = listing.text();
        let mut lines = text.lines().skip(1);
        for (pc, op) in ops.iter().enumerate() {
            let words: Vec<&str> = lines.next().unwrap_or("").split_whitespace().collect();
            assert_eq!(words[..2], [&pc.to_string(), op.name()]);
            let operands = op.operands();
            assert_eq!(words.len(), 2 + operands.len(), "{words:?}");
            for (word, (name, _)) in words[2..].iter().zip(operands) {
                let value = word.strip_prefix(name).and_then(|w| w.strip_prefix('='));
                assert!(value.is_some_and(|v| !v.is_empty()), "{words:?}");
            }
        }
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn a_constant_is_shown_as_a_float_where_it_looks_like_one() {
        assert_eq!(number_of_bits(1.5f32.to_bits()), "1069547520 (1.5)");
        assert_eq!(number_of_bits((-0.25f32).to_bits()), "-1098907648 (-0.25)");
        assert_eq!(number_of_bits(0), "0");
        assert_eq!(number_of_bits(100_000), "100000");
        assert_eq!(number_of_bits(-1i32 as u32), "-1");
    }
}
