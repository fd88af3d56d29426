//! The attribute that makes a command of a plain function.
//!
//! ```ignore
//! /// Sine of an angle in degrees.
//! #[command(Sin)]
//! fn sin(angle: f32) -> Answer<f32> { ... }
//! ```
//!
//! The function stays as it is. Beside it stands a module of the same name with the constant `COMMAND`: name, parameters, defaults
//! and help for the checker and the manual, and the call that takes the arguments, runs the function and hands back the result.

mod declaration;

use proc_macro::TokenStream;
use syn::{ItemFn, parse_macro_input};

use declaration::{Attribute, expand};

/// Declares the function below as the command of this name.
///
/// `#[command(Name)]`, then, separated by commas and in any order:
///
/// - `defaults(parameter = value, ...)`: what a program may leave out. The last parameters only.
/// - `permission = Kind`: what the user must allow before the command may run; a variant of `command::Permission`.
/// - `waits`: the program may be suspended in this command.
/// - `since = "version"`: the release of flitz that brought it; without it the command has been there from the first.
///
/// The first parameter is the machine where its type is `&mut Machine`; every other one must implement `command::Argument`.
/// The function returns `Answer<T>`, where `T` implements `command::Outcome`.
#[proc_macro_attribute]
pub fn command(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = parse_macro_input!(attribute as Attribute);
    let function = parse_macro_input!(item as ItemFn);
    expand(&attribute, &function)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
