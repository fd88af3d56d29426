//! The commands that Blitz3D had, from the facts in `blitz3d.tsv`, so that those still missing are known by name.

use std::borrow::Cow;

use flitz_interpreter::host::{Commands, DefaultValue, Param, Signature, ValueType};

/// Group, command, result type, parameters: one command a line, tab-separated, a heading first.
const TABLE: &str = include_str!("blitz3d.tsv");

/// Tells `commands` of every Blitz3D command it lacks.
pub fn add_to(commands: &mut Commands) {
    for line in TABLE.lines().skip(1) {
        if let Some(signature) = parse(line) {
            commands.add_missing(signature);
        }
    }
}

fn value_type(word: &str) -> Option<ValueType> {
    match word {
        "Int" => Some(ValueType::Int),
        "Float" => Some(ValueType::Float),
        "String" => Some(ValueType::Str),
        _ => None,
    }
}

fn parse(line: &'static str) -> Option<Signature> {
    let mut columns = line.split('\t');
    let (group, name, returns) = (columns.next()?, columns.next()?, columns.next()?);
    let params = columns.next().unwrap_or("");
    let params = params
        .split(", ")
        .filter(|p| !p.is_empty())
        .map(param)
        .collect::<Option<Vec<_>>>()?;
    Some(Signature {
        name: Cow::Borrowed(name),
        group: Cow::Borrowed(group),
        returns: value_type(returns),
        params: Cow::Owned(params),
        help: Cow::Borrowed("Not in flitz yet.\n"),
    })
}

fn param(text: &'static str) -> Option<Param> {
    let (name, rest) = text.split_once(':')?;
    let (word, default) = match rest.split_once('=') {
        Some((word, default)) => (word, Some(default)),
        None => (rest, None),
    };
    let ty = value_type(word)?;
    let default = match (ty, default) {
        (_, None) => None,
        (ValueType::Int, Some(text)) => Some(DefaultValue::Int(text.parse().ok()?)),
        (ValueType::Float, Some(text)) => Some(DefaultValue::Float(text.parse().ok()?)),
        (ValueType::Str, Some(text)) => Some(DefaultValue::Str(text.trim_matches('"'))),
    };
    Some(Param {
        name: Cow::Borrowed(name),
        ty,
        default,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_understood() {
        for line in TABLE.lines().skip(1) {
            assert!(parse(line).is_some(), "{line}");
        }
    }

    /// Commands whose signature is not the original's, on purpose: `Write` may stand alone, as `Print` may.
    const DIFFERENT: &[&str] = &["Write"];

    #[test]
    fn commands_take_and_give_what_the_originals_did() {
        let shape = |s: &Signature| {
            let params: Vec<_> = s.params.iter().map(|p| (p.ty, p.default)).collect();
            (s.returns, params)
        };
        let mut compared = 0;
        let originals: Vec<_> = TABLE.lines().skip(1).filter_map(parse).collect();
        for ours in crate::ordinary() {
            let original = originals.iter().find(|o| o.name == ours.name);
            if let Some(original) = original.filter(|_| !DIFFERENT.contains(&&*ours.name)) {
                assert_eq!(shape(&ours), shape(original), "{}", ours.name);
                compared += 1;
            }
        }
        // Each of the table is either compared, or different on purpose, or missing: a name spelt otherwise would be none of these.
        let missing = crate::machine::commands().iter_missing().count();
        assert_eq!(compared + DIFFERENT.len() + missing, originals.len());
    }
}
