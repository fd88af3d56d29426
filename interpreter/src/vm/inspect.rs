//! Looking at a program's values from outside: the debugger's view, and objects as strings.

use crate::bytecode::{ArrayLayout, Code, DebugVariable, StorageKind, VariablePlace};
use crate::hir::Ty;
use crate::numbers::{push_float, push_int};
use crate::string::Str;

use super::Vm;
use super::heap::Heap;

/// How deep objects in objects are shown.
const DEPTH: usize = 8;
/// The longest value a debugger's line shows, in bytes of a String.
const SHOWN_BYTES: usize = 200;
/// How long an object's string may get before the rest of it is left out.
const MAX_OBJECT_STRING: usize = 1 << 24;

/// `Str` of an object: `[1,[NULL],"x"]`. A way back to the first object gives `[ROOT]`, what lies below eight levels `....`, a Blitz array `???`.
pub(super) fn object_to_string(heap: &Heap, code: &Code, object: u32, ty: u16) -> Vec<u8> {
    let mut out = Vec::new();
    push_object(&mut out, heap, code, object, ty, None, 0);
    out
}

fn push_object(
    out: &mut Vec<u8>,
    heap: &Heap,
    code: &Code,
    object: u32,
    ty: u16,
    root: Option<u32>,
    depth: usize,
) {
    if !heap.is_alive(object) {
        out.extend_from_slice(b"[NULL]");
        return;
    }
    if root == Some(object) {
        out.extend_from_slice(b"[ROOT]");
        return;
    }
    if depth == DEPTH || out.len() > MAX_OBJECT_STRING {
        out.extend_from_slice(b"....");
        return;
    }
    out.push(b'[');
    let fields = code
        .types
        .get(usize::from(ty))
        .map_or(&[][..], |t| &t.fields);
    for (i, field) in fields.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        let word = heap.field(object, field.position).unwrap_or(0);
        match field.ty {
            Ty::Int | Ty::Null => push_int(out, word as i32),
            Ty::Float => push_float(out, f32::from_bits(word)),
            Ty::Str => {
                out.push(b'"');
                out.extend_from_slice(
                    heap.string_field(object, field.position)
                        .unwrap_or(Str::EMPTY_REF),
                );
                out.push(b'"');
            }
            Ty::Object(ty) => {
                push_object(
                    out,
                    heap,
                    code,
                    word,
                    ty.0 as u16,
                    root.or(Some(object)),
                    depth + 1,
                );
            }
            Ty::Array(_) => out.extend_from_slice(b"???"),
        }
    }
    out.push(b']');
}

impl Vm {
    /// Names and values of the innermost function's variables (the main program's: with its globals), as a debugger shows them.
    pub fn locals(&self) -> Vec<(String, String)> {
        let code = &self.program.code;
        let locals = code
            .function_at(self.state.pc)
            .map_or(&[][..], |f| &f.locals);
        locals
            .iter()
            .map(|v| (v.tagged_name(), self.shown_value(v)))
            .collect()
    }

    /// Names and values of the global variables, as a debugger shows them.
    pub fn globals(&self) -> Vec<(String, String)> {
        self.program
            .code
            .globals
            .iter()
            .map(|v| (v.tagged_name(), self.shown_value(v)))
            .collect()
    }

    fn shown_value(&self, variable: &DebugVariable) -> String {
        let code = &self.program.code;
        let word = || {
            let slot = match variable.place {
                VariablePlace::Frame(slot) => (self.state.base + slot) as usize,
                VariablePlace::Global(slot) => slot as usize,
            };
            self.stack.get(slot).copied().unwrap_or(0)
        };
        let mut out = Vec::new();
        match variable.ty {
            Ty::Int | Ty::Null => push_int(&mut out, word() as i32),
            Ty::Float => push_float(&mut out, f32::from_bits(word())),
            Ty::Str => {
                let slot = match variable.place {
                    VariablePlace::Frame(slot) => self.state.string_base + slot as usize,
                    VariablePlace::Global(slot) => slot as usize,
                };
                push_quoted(
                    &mut out,
                    self.state.strings.get(slot).unwrap_or(Str::EMPTY_REF),
                );
            }
            Ty::Object(ty) => {
                push_object(
                    &mut out,
                    &self.state.heap,
                    code,
                    word(),
                    ty.0 as u16,
                    None,
                    0,
                );
                if out.len() > SHOWN_BYTES {
                    out.truncate(SHOWN_BYTES);
                    out.extend_from_slice(b"...");
                }
            }
            Ty::Array(ty) => {
                if let Some(layout) = code.blitz_arrays.get(ty.index()) {
                    push_elements(&mut out, &self.state.heap, layout, word());
                }
            }
        }
        crate::source::decode(&out)
    }
}

fn push_quoted(out: &mut Vec<u8>, string: &Str) {
    out.push(b'"');
    out.extend_from_slice(string.get(..SHOWN_BYTES).unwrap_or(string));
    out.extend_from_slice(if string.len() > SHOWN_BYTES {
        b"..."
    } else {
        b"\""
    });
}

/// The first elements of a Blitz array.
fn push_elements(out: &mut Vec<u8>, heap: &Heap, layout: &ArrayLayout, array: u32) {
    const SHOWN: u32 = 8;
    let length = heap.array_length(array);
    out.push(b'[');
    for i in 0..length.min(SHOWN) {
        if i > 0 {
            out.extend_from_slice(b", ");
        }
        let word = heap.element(array, i).unwrap_or(0);
        match layout.element {
            StorageKind::String => {
                push_quoted(out, heap.string_element(array, i).unwrap_or(Str::EMPTY_REF))
            }
            StorageKind::Object => out.extend_from_slice(if heap.is_alive(word) {
                b"object"
            } else {
                b"Null"
            }),
            StorageKind::Number if layout.floats => push_float(out, f32::from_bits(word)),
            StorageKind::Number | StorageKind::Array(_) => push_int(out, word as i32),
        }
    }
    out.extend_from_slice(if length > SHOWN { b", ...]" } else { b"]" });
}
