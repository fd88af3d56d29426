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

fn main() -> ExitCode {
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
