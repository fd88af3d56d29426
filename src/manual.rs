//! The manual, from the declarations of the commands: in the terminal, as Markdown, as JSON.

use std::fmt::Write;
use std::process::ExitCode;

use clap::CommandFactory;
use flitz_interpreter::diagnostics::nearest;
use flitz_interpreter::host::{Commands, DefaultValue, Param, Signature, ValueType};
use flitz_stdlib::machine::{TESTS, commands_for_tests};
use serde_json::{Value, json};

use crate::complain;
use crate::options::{CommandLine, HelpOptions};

/// Shows the manual of a command, a group, or everything.
pub fn help(options: &HelpOptions) -> ExitCode {
    let commands = commands_for_tests();
    match &options.name {
        Some(name) => match look_up(&commands, name) {
            Ok(text) => out!("{text}"),
            Err(message) => return complain(&message),
        },
        None if options.markdown => out!("{}", markdown(&commands)),
        None => out!("{}", overview(&commands)),
    }
    ExitCode::SUCCESS
}

/// Lists all commands and those still missing.
pub fn commands(as_json: bool) -> ExitCode {
    let commands = commands_for_tests();
    out!(
        "{}",
        if as_json {
            json(&commands)
        } else {
            list(&commands)
        }
    );
    ExitCode::SUCCESS
}

/// The text of a help comment: every line stands one blank to the right where it was written.
fn help_text(signature: &Signature) -> String {
    let lines = signature.help.lines();
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// What a command does, in a sentence: the first of its help.
fn summary(signature: &Signature) -> String {
    let text = help_text(signature);
    let paragraph = text
        .split("\n\n")
        .next()
        .unwrap_or_default()
        .replace('\n', " ");
    match paragraph.split_once(". ") {
        Some((sentence, _)) => format!("{sentence}."),
        None => paragraph.trim_end().to_owned(),
    }
}

/// The groups in the order of their first command.
fn groups(commands: &Commands) -> Vec<(&str, Vec<&Signature>)> {
    let mut groups: Vec<(&str, Vec<&Signature>)> = Vec::new();
    for (_, signature) in commands.iter() {
        match groups.iter_mut().find(|(name, _)| *name == signature.group) {
            Some((_, members)) => members.push(signature),
            None => groups.push((&signature.group, vec![signature])),
        }
    }
    groups
}

fn look_up(commands: &Commands, name: &str) -> Result<String, String> {
    let name = name.trim_end_matches(['%', '#', '$']);
    if let Some(signature) = commands.find(name).and_then(|id| commands.get(id)) {
        return Ok(entry(signature));
    }
    let groups = groups(commands);
    if let Some((group, members)) = groups.iter().find(|(g, _)| g.eq_ignore_ascii_case(name)) {
        return Ok(group_list(group, members));
    }
    if let Some(signature) = commands.find_missing(name) {
        return Err(format!(
            "Blitz3D's command {} is not in flitz yet",
            signature.display()
        ));
    }
    let names = commands.iter().map(|(_, s)| &*s.name);
    let all = names.chain(groups.iter().map(|(group, _)| *group));
    Err(match nearest(name, all) {
        Some(other) => format!("there is no command {name}; is {other} meant?"),
        None => format!("there is no command {name}; flitz commands lists all"),
    })
}

/// A command's page in the terminal: examples stand four blanks in.
fn entry(signature: &Signature) -> String {
    let mut out = format!("{}\n\n", signature.display());
    let mut example = false;
    for line in help_text(signature).lines() {
        if line.starts_with("```") {
            example = !example;
        } else if example {
            let _ = writeln!(out, "    {line}");
        } else {
            let _ = writeln!(out, "{}", line.replace('`', ""));
        }
    }
    let _ = writeln!(out, "\nGroup: {}", signature.group);
    if let Some(note) = group_note(&signature.group) {
        let _ = writeln!(out, "{note}");
    }
    out
}

/// What must be known of a whole group.
fn group_note(group: &str) -> Option<&'static str> {
    (group == TESTS)
        .then_some("These commands are for tests: only a program that flitz test runs has them.")
}

fn group_list(group: &str, members: &[&Signature]) -> String {
    let mut out = format!("The commands of the group {group}:\n\n");
    if let Some(note) = group_note(group) {
        let _ = writeln!(out, "{note}\n");
    }
    for signature in members {
        let summary = summary(signature).replace('`', "");
        let _ = writeln!(out, "  {}\n      {summary}", signature.display());
    }
    out
}

fn overview(commands: &Commands) -> String {
    let usage = CommandLine::command().render_help();
    let mut out = format!(
        "{usage}\nflitz help COMMAND shows a command's manual, flitz help GROUP lists a group:\n\n"
    );
    for (group, members) in groups(commands) {
        let names: Vec<&str> = members.iter().map(|s| &*s.name).collect();
        let _ = writeln!(out, "  {group}: {}", names.join(" "));
    }
    out
}

fn list(commands: &Commands) -> String {
    let mut out = String::new();
    for (group, members) in groups(commands) {
        let _ = writeln!(out, "{group}:");
        if let Some(note) = group_note(group) {
            let _ = writeln!(out, "  ({note})");
        }
        for signature in members {
            let _ = writeln!(out, "  {}", signature.display());
        }
    }
    let missing = missing(commands);
    let _ = writeln!(
        out,
        "\nNot in flitz yet, {} commands of Blitz3D:",
        missing.len()
    );
    for signature in missing {
        let _ = writeln!(out, "  {}", signature.display());
    }
    out
}

/// The missing commands by name.
fn missing(commands: &Commands) -> Vec<&Signature> {
    let mut missing: Vec<_> = commands.iter_missing().collect();
    missing.sort_by_key(|s| s.name.to_lowercase());
    missing
}

/// All commands as one page of Markdown.
fn markdown(commands: &Commands) -> String {
    let mut out = String::from(
        "# The commands of flitz\n\n\
         Made by `flitz help --markdown` from the declarations of the commands. `flitz help COMMAND` shows the same in the \
         terminal.\n\n\
         A name's last sign is its type: `%` an Int, `#` a Float, `$` a String. A parameter with `=` may be left out and then \
         has that value. In the examples a comment behind `Print` is what it prints.\n\n",
    );
    let groups = groups(commands);
    for (group, members) in &groups {
        let links: Vec<String> = members
            .iter()
            .map(|s| format!("[{0}](#{1})", s.name, s.name.to_lowercase()))
            .collect();
        let _ = writeln!(out, "- **{group}**: {}", links.join(", "));
    }
    for (group, members) in &groups {
        let _ = writeln!(out, "\n## Group: {group}");
        if let Some(note) = group_note(group) {
            let _ = writeln!(out, "\n{note}");
        }
        for signature in members {
            let _ = writeln!(
                out,
                "\n### {}\n\n```basic\n{}\n```\n\n{}",
                signature.name,
                signature.display(),
                help_text(signature)
            );
        }
    }
    out
}

/// All commands and those missing, for tools.
fn json(commands: &Commands) -> String {
    let known: Vec<Value> = commands.iter().map(|(_, s)| json_command(s)).collect();
    let missing: Vec<Value> = missing(commands).into_iter().map(json_command).collect();
    let all = json!({ "commands": known, "missing": missing });
    format!("{all:#}\n")
}

fn json_command(signature: &Signature) -> Value {
    let params: Vec<Value> = signature.params.iter().map(json_param).collect();
    json!({
        "name": signature.name,
        "group": signature.group,
        "signature": signature.display().to_string(),
        "returns": signature.returns.map(json_type),
        "params": params,
        "help": help_text(signature),
    })
}

fn json_param(param: &Param) -> Value {
    let default = match &param.default {
        None => Value::Null,
        Some(DefaultValue::Int(value)) => json!(value),
        Some(DefaultValue::Float(value)) => json!(value),
        Some(DefaultValue::Str(value)) => json!(value),
    };
    json!({ "name": param.name, "type": json_type(param.ty), "default": default })
}

fn json_type(ty: ValueType) -> &'static str {
    match ty {
        ValueType::Int => "Int",
        ValueType::Float => "Float",
        ValueType::Str => "String",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_summary_that_is_a_sentence() {
        for (_, signature) in commands_for_tests().iter() {
            let summary = summary(signature);
            assert!(
                summary.ends_with(['.', '!']) && summary.len() > 10,
                "{}: {summary}",
                signature.name
            );
        }
    }

    #[test]
    fn a_name_is_found_in_any_form_or_the_nearest_is_proposed() {
        let commands = commands_for_tests();
        assert!(
            look_up(&commands, "left$")
                .unwrap()
                .starts_with("Left$(string$")
        );
        assert!(look_up(&commands, "Strings").unwrap().contains("LSet$("));
        assert!(
            look_up(&commands, "CreatBank")
                .unwrap_err()
                .contains("CreateBank")
        );
        assert!(
            look_up(&commands, "xyzzy")
                .unwrap_err()
                .contains("no command")
        );
    }

    #[test]
    fn tools_get_every_command_with_its_parameters() {
        let commands = commands_for_tests();
        let all: Value = serde_json::from_str(&json(&commands)).unwrap();
        let known = all["commands"].as_array().unwrap();
        assert_eq!(known.len(), commands.iter().count());
        let repeated = known.iter().find(|c| c["name"] == "String").unwrap();
        assert_eq!(repeated["returns"], "String");
        assert_eq!(repeated["params"][1]["type"], "Int");
        assert_eq!(repeated["params"][1]["default"], Value::Null);
    }
}
