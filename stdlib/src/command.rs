//! How a command is declared: once, with its name, typed parameters, defaults, help text and body.
//!
//! From the declaration come the checker's signature, the call, the manual and the completion list.

use flitz_interpreter::host::{Call, Interrupt, Signature};

use crate::machine::Machine;

/// A declared command.
pub struct Command {
    /// Makes its signature.
    pub signature: fn() -> Signature,
    /// Takes the arguments, runs the body, returns the result.
    pub run: fn(&mut Machine, &mut Call<'_>) -> Result<(), Interrupt>,
}

/// Declares the commands of a group as `pub const COMMANDS`.
///
/// ```ignore
/// commands! {
///     group "maths";
///
///     /// Sine of an angle in degrees.
///     fn Sin(m, angle: Float) -> Float {
///         Ok(sine(angle))
///     }
/// }
/// ```
///
/// `m` is the [`Machine`]. Types are `Int` (`i32`), `Float` (`f32`) and `Str` (`&Str` as a parameter, `Str` as a
/// result). A body is a function body that returns `Result<_, Interrupt>`.
macro_rules! commands {
    (
        group $group:literal;
        $(
            $(#[doc = $doc:literal])+
            fn $name:ident ( $m:ident $(, $p:ident : $ty:ident $(= $default:expr)? )* $(,)? ) $(-> $ret:ident)? $body:block
        )*
    ) => {
        /// The commands of this group.
        pub const COMMANDS: &[$crate::command::Command] = &[$({
            #[allow(non_snake_case, unused_variables)]
            fn $name(
                $m: &mut $crate::machine::Machine
                $(, $p: $crate::command::argument!($ty))*
            ) -> Result<$crate::command::result!($($ret)?), flitz_interpreter::host::Interrupt> $body

            #[allow(unused_variables)]
            fn run(
                m: &mut $crate::machine::Machine,
                call: &mut flitz_interpreter::host::Call<'_>,
            ) -> Result<(), flitz_interpreter::host::Interrupt> {
                $(let $p = $crate::command::take!(call, $ty);)*
                #[allow(clippy::let_unit_value)]
                let result = $name(m $(, $p)*)?;
                $crate::command::give!(call, result $(, $ret)?);
                Ok(())
            }

            fn signature() -> flitz_interpreter::host::Signature {
                const PARAMS: &[flitz_interpreter::host::Param] = &[$(
                    flitz_interpreter::host::Param {
                        name: std::borrow::Cow::Borrowed(stringify!($p)),
                        ty: flitz_interpreter::host::ValueType::$ty,
                        default: $crate::command::default!($ty $(, $default)?),
                    }
                ),*];
                flitz_interpreter::host::Signature {
                    name: std::borrow::Cow::Borrowed(stringify!($name)),
                    group: std::borrow::Cow::Borrowed($group),
                    returns: $crate::command::returns!($($ret)?),
                    params: std::borrow::Cow::Borrowed(PARAMS),
                    help: std::borrow::Cow::Borrowed(concat!($($doc, "\n"),+)),
                }
            }

            $crate::command::Command { signature, run }
        }),*];
    };
}

macro_rules! argument {
    (Int) => {
        i32
    };
    (Float) => {
        f32
    };
    (Str) => {
        &flitz_interpreter::text::Str
    };
}

macro_rules! result {
    () => {
        ()
    };
    (Int) => {
        i32
    };
    (Float) => {
        f32
    };
    (Str) => {
        flitz_interpreter::text::Str
    };
}

macro_rules! take {
    ($call:ident, Int) => {
        $call.int()
    };
    ($call:ident, Float) => {
        $call.float()
    };
    ($call:ident, Str) => {
        $call.str()
    };
}

macro_rules! give {
    ($call:ident, $value:ident) => {
        let () = $value;
    };
    ($call:ident, $value:ident, Int) => {
        $call.return_int($value)
    };
    ($call:ident, $value:ident, Float) => {
        $call.return_float($value)
    };
    ($call:ident, $value:ident, Str) => {
        $call.return_str($value)
    };
}

macro_rules! default {
    ($ty:ident) => {
        None
    };
    ($ty:ident, $value:expr) => {
        Some(flitz_interpreter::host::DefaultValue::$ty($value))
    };
}

macro_rules! returns {
    () => {
        None
    };
    ($ty:ident) => {
        Some(flitz_interpreter::host::ValueType::$ty)
    };
}

pub(crate) use {argument, commands, default, give, result, returns, take};
