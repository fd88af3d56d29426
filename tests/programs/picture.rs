//! One case that draws: its picture, beside the one it must be.

use std::path::Path;

use serde_json::Value;

use crate::case::{fresh_copy, run, table};
use crate::difference::{amplified, difference};

/// What `case.toml` may say of a program that draws.
const KEYS: [&str; 5] = ["why", "source", "frame", "threshold", "max_bad"];

/// Runs a case and looks at one of its frames. The error says how far it is off, and where the pictures are.
pub fn check(folder: &Path, name: &str) -> Result<(), String> {
    let table =
        table(folder, &KEYS).map_err(|error| format!("the case cannot be read: {error}"))?;
    let number = |key: &str| {
        let value = table.get(key).and_then(Value::as_f64);
        value.ok_or_else(|| format!("case.toml does not say {key}"))
    };
    let frame = format!("{}", number("frame")?);
    let there = fresh_copy(folder, name).map_err(|error| format!("no copy: {error}"))?;
    let options = ["--frames", &frame, "--screenshot", "result.png"];
    let run = run(&there, &options)?;
    let wrote = String::from_utf8_lossy(&run.errors).into_owned();
    if !run.status.success() {
        return Err(format!("{}\n{wrote}", run.status));
    }
    let picture = |file: &Path| {
        let image = image::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok::<_, String>(image.into_rgb8())
    };
    let wanted = picture(&folder.join("reference.png"))?;
    let result = picture(&there.join("result.png"))?;
    if wanted.dimensions() != result.dimensions() {
        let (is, was) = (result.dimensions(), wanted.dimensions());
        return Err(format!("the picture has the size {is:?}, wanted {was:?}"));
    }
    let (mean, bad) = difference(&wanted, &result);
    if mean <= number("threshold")? && bad <= number("max_bad")? {
        let _ = std::fs::remove_dir_all(&there);
        return Ok(());
    }
    let apart = there.join("difference.png");
    let _ = amplified(&wanted, &result).save(&apart);
    Err(format!(
        "off by {mean:.2} in the mean, {:.2} % of the pixels bad: see {}, beside it result.png and reference.png",
        bad * 100.0,
        apart.display()
    ))
}
