//! The command-line program.

#[macro_use]
mod terminal;

mod check;
mod manual;
mod options;
mod program;
mod project;
mod run;
mod test;

use std::process::ExitCode;

use clap::Parser;

use options::{Action, CommandLine};

/// The exit status of wrong usage. An error of a program gives 1, a normal end 0.
const WRONG_USAGE: u8 = 2;

/// Keeps Mesa's device selection from asking a Wayland display that cannot be there: it would print an error of its own on every
/// machine without a session, such as a server or a container.
#[cfg(target_os = "linux")]
fn quiet_device_selection() {
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // SAFETY: this is the first thing the program does; no other thread exists that could read the environment meanwhile.
        #[allow(unsafe_code)]
        unsafe {
            std::env::set_var("NODEVICE_SELECT", "1");
        }
    }
}

/// Lets a fault of flitz itself end in a sentence for the user, and the details for whoever is to mend it.
fn explain_faults() {
    std::panic::set_hook(Box::new(|fault| {
        let place = fault
            .location()
            .map(|l| format!(" ({}:{})", l.file(), l.line()))
            .unwrap_or_default();
        let payload = fault.payload();
        let what = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        let what = what
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        errln!(
            "flitz itself has made a mistake: this is no fault of the program. Please report it with the program and this: {what}{place}"
        );
    }));
}

fn main() -> ExitCode {
    explain_faults();
    #[cfg(target_os = "linux")]
    quiet_device_selection();
    let line = CommandLine::parse();
    match line.action {
        None => run::run(&line.run),
        Some(Action::Run(options)) => run::run(&options),
        Some(Action::Check(options)) => check::check(&options),
        Some(Action::Test(options)) => test::test(&options),
        Some(Action::Help(options)) => manual::help(&options),
        Some(Action::Commands { json }) => manual::commands(json),
        Some(Action::New { name }) => project::create(&name),
    }
}

/// Says on standard error what is wrong with the command line or the files it names.
fn complain(message: &str) -> ExitCode {
    errln!("flitz: {message}");
    ExitCode::from(WRONG_USAGE)
}
