//! Why an instruction of the loop could not be executed.

use crate::bytecode::{Code, Fault, Operand, WINDOW};

use super::State;
use super::error::Trap;

impl State {
    /// The reason, with all registers as they were: the fault that the instruction is declared with, and the values of its operands.
    #[cold]
    pub(super) fn fault(&self, regs: &[u32; WINDOW], code: &Code) -> Trap {
        let Some(&op) = code.ops.get(self.pc) else {
            unreachable!("no instruction failed");
        };
        let int = |r: u8| regs[usize::from(r)] as i32;
        let operands = || op.operands().into_iter().map(|(_, operand)| operand);
        let indices = || {
            let indices = operands().filter_map(|operand| match operand {
                Operand::Index(r) => Some(int(r)),
                _ => None,
            });
            indices.collect::<Box<[i32]>>()
        };
        match op.faults().first() {
            Some(Fault::Division) => {
                let mut divisor = operands().filter_map(|operand| match operand {
                    Operand::Read(r) => Some(int(r)),
                    Operand::Int(k) => Some(k),
                    _ => None,
                });
                match divisor.next_back() {
                    Some(0) => Trap::DivisionByZero,
                    _ => Trap::DivisionOverflow,
                }
            }
            Some(Fault::ArrayIndex) => {
                let array = operands().find_map(|operand| match operand {
                    Operand::DimArray(array) => Some(array),
                    _ => None,
                });
                match (array.unwrap_or_default(), &*indices()) {
                    (array, &[position]) => self.array_fault(array, position, code),
                    (array, indices) => Trap::ArrayIndex(array, indices.into()),
                }
            }
            Some(Fault::ElementIndex) => {
                let array = operands().find_map(|operand| match operand {
                    Operand::BlitzArray(r) => Some(int(r) as u32),
                    _ => None,
                });
                let index = indices().first().copied().unwrap_or_default();
                Trap::ElementIndex(index, self.heap.array_length(array.unwrap_or_default()))
            }
            Some(Fault::NoObject) => Trap::NoObject,
            Some(Fault::TooManyCalls) => Trap::TooManyCalls,
            Some(
                Fault::DimSize
                | Fault::OutOfData
                | Fault::OutOfMemory
                | Fault::StringTooLong
                | Fault::TooManyGosubs
                | Fault::Command,
            )
            | None => unreachable!("the operands of {} cannot tell why it failed", op.name()),
        }
    }

    /// An element's position that is out of bounds: the index itself where there is but one.
    pub(super) fn array_fault(&self, array: u16, position: i32, code: &Code) -> Trap {
        match code.arrays.get(usize::from(array)) {
            Some(layout) if layout.dimensions > 1 => Trap::ArrayIndex(array, Box::new([])),
            _ => Trap::ArrayIndex(array, Box::new([position])),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::rc::Rc;

    use super::*;
    use crate::bytecode::{Entry, FunctionCode, Op, every_instruction};
    use crate::host::{Call, CommandId, Commands, Host, Interrupt, Signature};
    use crate::loader::NoFiles;
    use crate::source::Sources;
    use crate::vm::Vm;
    use crate::vm::run::Exit;
    use crate::{Compiled, compile};

    /// What the programs below start with: variables are 0, "" or Null.
    const START: &str = "\
Type T
	Field n, f#, s$
End Type
Dim a(3), af#(3), as$(3), m(2, 2), c(1, 1, 1)
Local e[3], es$[3]
i = 9
Goto go
.go
";

    /// Programs that fail in an instruction with this name.
    const FAILING: &[(&str, &str)] = &[
        ("DivI", "x = i / z"),
        ("ModI", "x = i Mod z"),
        ("ArrayGet", "x = a(i)"),
        ("ArraySet", "a(i) = x"),
        ("ArraySetK", "a(i) = 5"),
        ("ArrayAddI", "a(i) = a(i) + x"),
        ("ArraySubI", "a(i) = a(i) - x"),
        ("ArrayAddF", "af(i) = af(i) + y#"),
        ("ArraySubF", "af(i) = af(i) - y#"),
        ("ArrayAddIK", "a(i) = a(i) + 1"),
        ("ArrayGet2", "x = m(x, i)"),
        ("ArraySet2", "m(x, i) = x"),
        ("ElementGet", "x = e[i]"),
        ("ElementSet", "e[i] = x"),
        ("FieldGet", "x = o.T\\n"),
        ("FieldSet", "o.T\\n = x"),
        ("FieldSetK", "o.T\\n = 5"),
        ("FieldAddI", "o.T\\n = o\\n + x"),
        ("FieldSubI", "o.T\\n = o\\n - x"),
        ("FieldAddF", "o.T\\f = o\\f + y#"),
        ("FieldSubF", "o.T\\f = o\\f - y#"),
        ("FieldAddIK", "o.T\\n = o\\n + 1"),
        ("EachNext", "p.T = New T\nFor o.T = Each T\no = Null\nNext"),
        ("Call", "f()\nFunction f()\nf()\nEnd Function"),
        ("Command", "Fail"),
        ("ArrayGetString", "s$ = as(i)"),
        ("ArraySetString", "as(i) = s$"),
        ("ArrayAppend", "as(i) = as(i) + s$"),
        ("ElementGetString", "s$ = es[i]"),
        ("ElementSetString", "es[i] = s$"),
        ("ElementAppend", "es[i] = es[i] + s$"),
        ("FieldGetString", "s$ = o.T\\s"),
        ("FieldSetString", "o.T\\s = s$"),
        ("FieldAppend", "o.T\\s = o\\s + s$"),
        ("After", "o.T = After o"),
        ("Before", "o.T = Before o"),
        ("InsertBefore", "o.T = Null\nInsert o Before o"),
        ("InsertAfter", "o.T = Null\nInsert o After o"),
        ("ReadDataInt", "Read x"),
        ("ReadDataFloat", "Read y#"),
        ("ReadDataString", "Read s$"),
        ("ArrayIndex", "x = c(x, x, i)"),
        ("Dim", "Dim a(-i)"),
        ("Gosub", ".here\nGosub here"),
    ];

    struct FailingHost;

    impl Host for FailingHost {
        fn call(&mut self, _: CommandId, _: &mut Call<'_>) -> Result<(), Interrupt> {
            Err(Interrupt::error("told to"))
        }
    }

    fn compiled(text: &str) -> Rc<Compiled> {
        let mut commands = Commands::default();
        commands.add(Signature {
            name: Cow::Borrowed("Fail"),
            group: Cow::Borrowed("test"),
            returns: None,
            params: Cow::Borrowed(&[]),
            help: Cow::Borrowed(""),
        });
        let compilation = compile(
            "test.bb",
            format!("{START}{text}").into_bytes(),
            &mut NoFiles,
            &commands,
        );
        let messages = compilation.messages();
        let (compiled, ..) = compilation.finish();
        compiled.unwrap_or_else(|| panic!("{text}: {messages}"))
    }

    /// The instruction in which a program fails, and the reason.
    fn failure(program: Rc<Compiled>) -> (Op, Trap) {
        let mut vm = Vm::new(program);
        loop {
            match vm.execute(&mut FailingHost) {
                Exit::Paused => vm.set_budget(crate::vm::DEFAULT_BUDGET),
                Exit::Failed(trap) => return (vm.program.code.ops[vm.state.pc], trap),
                exit => panic!("the program does not fail: {exit:?}"),
            }
        }
    }

    /// A program of these instructions.
    fn program_of(ops: Vec<Op>) -> Rc<Compiled> {
        let code = Code {
            ops,
            functions: vec![FunctionCode {
                slots: WINDOW as u32,
                ..FunctionCode::default()
            }],
            entries: vec![Entry::default()],
            ..Code::default()
        };
        Rc::new(Compiled {
            code,
            sources: Rc::new(Sources::default()),
        })
    }

    #[test]
    fn every_instruction_fails_as_it_is_declared_to() {
        let mut failed: Vec<&str> = Vec::new();
        for (name, text) in FAILING {
            let (op, trap) = failure(compiled(text));
            assert_eq!(op.name(), *name, "{text}");
            assert!(op.faults().contains(&trap.fault()), "{name}: {trap:?}");
            failed.push(name);
        }
        // No program has these: nothing is divided by a constant 0, and a Blitz array has one dimension.
        for (op, trap) in [
            (Op::DivIK(1, 0, 0), Trap::DivisionByZero),
            (Op::ModIK(1, 0, 0), Trap::DivisionByZero),
            (Op::CheckIndex(0, 3), Trap::ElementIndex(9, 4)),
        ] {
            let program = program_of(vec![Op::Load(0, 9), op, Op::End]);
            assert_eq!(failure(program), (op, trap));
            failed.push(op.name());
        }
        // Where the only reason is memory, a test would need that much.
        let memory = |fault: &&Fault| matches!(fault, Fault::OutOfMemory | Fault::StringTooLong);
        for op in every_instruction() {
            let fails = op.faults().iter().any(|fault| !memory(&fault));
            assert_eq!(fails, failed.contains(&op.name()), "{}", op.name());
        }
    }
}
