//! Modules use only modules that come before them in the order that the documentation of the crate gives.

use std::fs;
use std::path::{Path, PathBuf};

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules in the order of the crate's documentation.
fn documented_order() -> Vec<String> {
    let text = fs::read_to_string(source_folder().join("lib.rs")).unwrap();
    let section = text.split_once("# Order of the modules").unwrap().1;
    let list = section.split_once("before it:").unwrap().1;
    let list = list.split_once("# Cost").unwrap().0;
    let names = list.split('`').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

/// The files of a module.
fn files(module: &str) -> Vec<PathBuf> {
    let file = source_folder().join(module).with_extension("rs");
    if file.is_file() {
        return vec![file];
    }
    let entries = fs::read_dir(source_folder().join(module)).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// The modules of this crate that a source text names outside of its tests and comments.
fn used(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code: Vec<&str> = lines.collect();
    let code = code.join("\n");
    let mut names = Vec::new();
    for after in code.split("crate::").skip(1) {
        // `use crate::{a::.., b}` would hide what it names.
        assert!(!after.starts_with('{'), "a list of modules in one `use`");
        let name: String = after
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        names.push(name);
    }
    names
}

#[test]
fn the_order_names_every_module_once() {
    let mut documented = documented_order();
    documented.sort();
    let entries = fs::read_dir(source_folder()).unwrap();
    let mut there: Vec<String> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            path.file_stem().unwrap().to_str().unwrap().to_owned()
        })
        .filter(|name| name != "lib")
        .collect();
    there.sort();
    assert_eq!(documented, there);
}

#[test]
fn modules_use_only_those_before_them() {
    let order = documented_order();
    let mut uses = 0;
    for (place, module) in order.iter().enumerate() {
        for file in files(module) {
            for name in used(&fs::read_to_string(&file).unwrap()) {
                let before = order[..=place].contains(&name);
                assert!(before, "{} uses `{name}`", file.display());
                uses += 1;
            }
        }
    }
    assert!(uses > 100, "only {uses} uses were found");
}

#[test]
fn uses_are_found() {
    let text = "use crate::lanes::{A, B};\n// crate::no\nfn f(x: crate::mask::Mask) {}\n#[cfg(test)]\nmod tests { use crate::Mixer; }";
    assert_eq!(used(text), ["lanes", "mask"]);
}
