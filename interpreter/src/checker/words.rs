//! Words for types and values.

use crate::hir::Ty;
use crate::syntax::Binary;

use super::Checker;

impl Checker<'_> {
    /// "an Int", "a string", "an object of the type T".
    pub(super) fn describe_type(&self, ty: Ty) -> String {
        match ty {
            Ty::Int => String::from("a number (Int)"),
            Ty::Float => String::from("a number (Float)"),
            Ty::Str => String::from("a string"),
            Ty::Null => String::from("Null"),
            Ty::Object(id) => {
                let name = self
                    .program
                    .types
                    .get(id.index())
                    .map_or("?", |ty| ty.name.as_str());
                format!("an object of the type {name}")
            }
            Ty::Array(id) => match self.program.blitz_arrays.get(id.index()) {
                Some(array) => {
                    let sizes: Vec<String> = array.sizes.iter().map(u32::to_string).collect();
                    format!(
                        "a Blitz array [{}] of {}",
                        sizes.join(","),
                        self.tag_text(array.element)
                    )
                }
                None => String::from("a Blitz array"),
            },
        }
    }

    /// A type as a tag is written and read: "Int", "Float", "String", "T".
    pub(super) fn tag_text(&self, ty: Ty) -> String {
        match ty {
            Ty::Int => String::from("Int (%)"),
            Ty::Float => String::from("Float (#)"),
            Ty::Str => String::from("String ($)"),
            Ty::Null => String::from("Null"),
            Ty::Object(id) => {
                let name = self
                    .program
                    .types
                    .get(id.index())
                    .map_or("?", |ty| ty.name.as_str());
                format!(".{name}")
            }
            Ty::Array(_) => String::from("Blitz array"),
        }
    }
}

/// An operator as it is written.
pub(super) fn operator_text(operator: Binary) -> &'static str {
    match operator {
        Binary::And => "And",
        Binary::Or => "Or",
        Binary::Xor => "Xor",
        Binary::Equal => "=",
        Binary::NotEqual => "<>",
        Binary::Less => "<",
        Binary::LessEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterEqual => ">=",
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Shl => "Shl",
        Binary::Shr => "Shr",
        Binary::Sar => "Sar",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Mod => "Mod",
        Binary::Power => "^",
    }
}

/// Statements of other languages that look like an unknown command here, and what to write instead.
pub(super) fn foreign_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "do" => "a loop is written Repeat ... Until, or While ... Wend",
        "loop" => "a Repeat loop ends with Until or Forever",
        "let" | "var" | "set" => "a variable needs no keyword: name = value",
        "sub" | "def" | "func" | "procedure" | "method" => {
            "a function is written Function name() ... End Function"
        }
        "endsub" => "a function ends with End Function",
        "call" => "a function is called by its name alone",
        "println" | "printf" | "echo" | "puts" | "console" | "cout" => {
            "Print writes a line of text"
        }
        "break" => "Exit leaves a loop",
        "continue" => "there is no continue; put the rest of the loop into an If",
        "switch" => "write Select ... Case ... End Select",
        "sleep" | "wait" | "pause" => "Delay waits for a number of milliseconds",
        "random" | "randint" => "Rand(from, to) gives a whole number, Rnd(from, to) a Float",
        "sqrt" => "the square root is Sqr",
        "cls3d" | "clear" | "clearscreen" => "Cls clears the screen",
        "import" | "using" | "require" => "Include \"file.bb\" takes another file in",
        "rem" => "a comment starts with ;",
        "elseif" | "elif" => "ElseIf must stand in an If",
        "class" | "struct" => "a type of objects is written Type ... End Type",
        "length" | "strlen" => "Len gives the length of a string",
        "substr" | "substring" => "Mid$, Left$ and Right$ give parts of a string",
        _ => return None,
    })
}
