//! The program and its surroundings: ending, stopping, its title, its command line, the environment, other programs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;

use crate::backend::environment::{Environment, Launch, Process};
use crate::command::{Answer, Group, command, group};
use crate::files::FileKind;
use crate::files::paths::with_separator;
use crate::machine::Machine;

/// What the user's screen is like, where there is one.
#[derive(Clone, Copy, Debug)]
pub struct Monitor {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Size of a point in pixels; 1 on an ordinary screen.
    pub scale: f32,
}

/// What a program knows of itself and its surroundings.
pub struct System {
    /// The title of the program's window, from `AppTitle`; empty at the start.
    pub title: Str,
    /// What to ask before the window closes, from `AppTitle`; empty: close at once.
    pub close_prompt: Str,
    /// The arguments the program was started with.
    pub arguments: Vec<String>,
    /// The user's screen, where the driver knows of one.
    pub monitor: Option<Monitor>,
    folder: PathBuf,
    /// Where variables come from and programs are started.
    surroundings: Box<dyn Environment>,
    /// What `SetEnv` changed. The process's own environment stays, since other threads may be reading it.
    environment: HashMap<String, String>,
}

impl System {
    /// A program in this folder, in the surroundings of the process.
    pub fn new(folder: &Path) -> Self {
        Self::within(Process, folder)
    }

    /// A program in this folder, in these surroundings.
    pub fn within(surroundings: impl Environment + 'static, folder: &Path) -> Self {
        Self {
            title: Str::EMPTY,
            close_prompt: Str::EMPTY,
            arguments: Vec::new(),
            monitor: None,
            surroundings: Box::new(surroundings),
            folder: std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()),
            environment: HashMap::new(),
        }
    }

    /// The arguments as one line; an argument with blanks in it stands in quotation marks.
    fn command_line(&self) -> String {
        let quoted = self.arguments.iter().map(|argument| {
            if argument.contains(' ') || argument.is_empty() {
                format!("\"{argument}\"")
            } else {
                argument.clone()
            }
        });
        quoted.collect::<Vec<_>>().join(" ")
    }

    /// A variable by its name, in any letter case as on the system that programs come from; empty where there is none.
    fn variable(&self, name: &str) -> String {
        let same = |other: &str| other.to_lowercase() == name.to_lowercase();
        if let Some((_, value)) = self.environment.iter().find(|(other, _)| same(other)) {
            return value.clone();
        }
        // The system's own look-up must not be asked for names that cannot be.
        if name.is_empty() || name.contains(['=', '\0']) {
            return String::new();
        }
        self.surroundings.variable(name).unwrap_or_default()
    }

    /// Sets a variable for this program. The name ends at its first equals sign and the rest goes to the value, and both end at a zero byte, as
    /// in Blitz3D; without a name nothing is set.
    fn set_variable(&mut self, name: &str, value: &str) {
        let whole = format!("{name}={value}");
        let whole = whole.split('\0').next().unwrap_or_default();
        let Some((name, value)) = whole.split_once('=') else {
            return;
        };
        if !name.is_empty() {
            self.environment
                .retain(|other, _| other.to_lowercase() != name.to_lowercase());
            self.environment.insert(name.to_owned(), value.to_owned());
        }
    }

    fn property(&self, name: &str) -> String {
        let directory = |path: PathBuf| with_separator(&path);
        let windows = || PathBuf::from(self.variable("SystemRoot"));
        match name {
            "cpu" => std::env::consts::ARCH.to_owned(),
            "os" => match std::env::consts::OS {
                "linux" => "Linux".to_owned(),
                "windows" => "Windows".to_owned(),
                "macos" => "macOS".to_owned(),
                other => other.to_owned(),
            },
            "appdir" => directory(self.folder.clone()),
            "tempdir" => directory(self.surroundings.temporary_directory()),
            "windowsdir" if cfg!(windows) => directory(windows()),
            "systemdir" if cfg!(windows) => directory(windows().join("System32")),
            "apphwnd" | "apphinstance" => "0".to_owned(),
            _ => String::new(),
        }
    }
}

/// A command line as a program and its arguments: words between blanks, or in quotation marks.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None;
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_with(String::new);
            }
            ' ' | '\t' if !quoted => words.extend(word.take()),
            other => word.get_or_insert_with(String::new).push(other),
        }
    }
    words.extend(word);
    words
}

/// Starts another program, or opens a document with the program that the system has for it.
fn execute(m: &mut Machine, line: &str) -> std::io::Result<()> {
    let mut words = words(line).into_iter();
    let Some(name) = words.next() else {
        return Ok(());
    };
    let found = matches!(m.files.kind(&name), Some(FileKind::File(_)));
    m.system.surroundings.launch(&Launch {
        target: if found {
            m.files.find(&name)
        } else {
            PathBuf::from(&name)
        },
        found,
        arguments: words.collect(),
        directory: m.files.paths().current().to_owned(),
        variables: m.system.environment.clone(),
    })
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "system",
    [
        end,
        stop,
        runtime_error,
        app_title,
        exec_file,
        command_line,
        system_property,
        get_env,
        set_env,
        debug_log,
        runtime_stats,
        screen_width,
        screen_height,
        dpi_scale_x,
        dpi_scale_y
    ]
);

/// Ends the program.
#[command(End)]
fn end() -> Answer {
    Err(Interrupt::End)
}

/// Stops the program, to look at it: shows the place and the local variables.
///
/// On a terminal the program goes on when Enter is pressed.
#[command(Stop)]
fn stop() -> Answer {
    Err(Interrupt::Break)
}

/// Ends the program with an error message of its own.
#[command(RuntimeError)]
fn runtime_error(message: &Str) -> Answer {
    Err(Interrupt::Error(message.to_text()))
}

/// Gives the program's window a title.
///
/// `close_prompt` is what the user is asked before the window closes; empty for nothing.
#[command(AppTitle, defaults(close_prompt = ""))]
fn app_title(m: &mut Machine, title: &Str, close_prompt: &Str) -> Answer {
    m.system.title = title.clone();
    m.system.close_prompt = close_prompt.clone();
    Ok(())
}

/// Starts another program, or opens a document with the program that belongs to it.
///
/// The first word of the command is the program or document, in quotation marks where it holds blanks; a `.bb` file
/// runs in flitz. This program goes on at once.
#[command(ExecFile, permission = Run)]
fn exec_file(m: &mut Machine, command: &Str) -> Answer {
    let line = command.to_text();
    m.console.flush();
    if let Err(error) = execute(m, &line) {
        m.console.note(&format!(
            "ExecFile: \"{line}\" could not be started ({error})."
        ));
    }
    Ok(())
}

/// The arguments the program was started with, in one line.
///
/// An argument with blanks in it stands in quotation marks.
#[command(CommandLine)]
fn command_line(m: &mut Machine) -> Answer<Str> {
    Ok(m.system.command_line().into())
}

/// Tells something of the computer, by name.
///
/// The names, in any letter case: `os` the system, `cpu` the processor's family, `appdir` the program's folder, `tempdir` the
/// folder for temporary files, and on Windows `windowsdir` and `systemdir`. Folders end with a separator. Any
/// other name gives an empty text.
#[command(SystemProperty)]
fn system_property(m: &mut Machine, property: &Str) -> Answer<Str> {
    Ok(m.system.property(&property.to_text().to_lowercase()).into())
}

/// The value of an environment variable, whatever the letter case of its name; empty where there is none.
#[command(GetEnv, permission = Environment)]
fn get_env(m: &mut Machine, env_var: &Str) -> Answer<Str> {
    Ok(m.system.variable(&env_var.to_text()).into())
}

/// Sets an environment variable for this program and those it starts.
///
/// ```basic
/// SetEnv "LEVEL", "3"
/// Print GetEnv("LEVEL") ; 3
/// ```
#[command(SetEnv, permission = Environment)]
fn set_env(m: &mut Machine, env_var: &Str, value: &Str) -> Answer {
    m.system.set_variable(&env_var.to_text(), &value.to_text());
    Ok(())
}

/// Writes a line to the log, which is standard error.
#[command(DebugLog)]
fn debug_log(m: &mut Machine, text: &Str) -> Answer {
    m.console.debug_log(text);
    Ok(())
}

/// Writes to the log how many objects of which kind the program holds by handle.
#[command(RuntimeStats)]
fn runtime_stats(m: &mut Machine) -> Answer {
    let lines = m.handles.counts();
    for (kind, count) in lines {
        m.console
            .debug_log(format!("{}: {count}", kind.word()).as_bytes());
    }
    Ok(())
}

/// The width of the user's screen in pixels; 0 where there is none.
#[command(ScreenWidth)]
fn screen_width(m: &mut Machine) -> Answer<i32> {
    Ok(m.system.monitor.map_or(0, |d| d.width as i32))
}

/// The height of the user's screen in pixels; 0 where there is none.
#[command(ScreenHeight)]
fn screen_height(m: &mut Machine) -> Answer<i32> {
    Ok(m.system.monitor.map_or(0, |d| d.height as i32))
}

/// How many pixels of the screen lie side by side in a point; 1 on an ordinary screen.
#[command(DPIScaleX)]
fn dpi_scale_x(m: &mut Machine) -> Answer<f32> {
    Ok(m.system.monitor.map_or(1.0, |d| d.scale))
}

/// How many pixels of the screen lie above each other in a point; 1 on an ordinary screen.
#[command(DPIScaleY)]
fn dpi_scale_y(m: &mut Machine) -> Answer<f32> {
    Ok(m.system.monitor.map_or(1.0, |d| d.scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_hold_words_together() {
        assert_eq!(
            words(r#""my game.bb"  -x "a b"c "#),
            ["my game.bb", "-x", "a bc"]
        );
        assert_eq!(words("  "), [""; 0]);
        let mut system = System::new(Path::new("."));
        system.arguments = vec!["one".into(), "two three".into(), String::new()];
        assert_eq!(system.command_line(), "one \"two three\" \"\"");
    }

    #[test]
    fn odd_names_of_variables_are_harmless() {
        let mut system = System::new(Path::new("."));
        assert_eq!(system.variable(""), "");
        assert_eq!(system.variable("a=b"), "");
        assert_eq!(system.variable("a\0b"), "");
        assert_ne!(system.variable("PATH"), "");
        assert_ne!(system.variable("path"), "");
        for (name, value) in [("Level", "1"), ("LEVEL=2", "3\0x"), ("", "4"), ("=", "5")] {
            system.set_variable(name, value);
        }
        assert_eq!(system.variable("level"), "2=3");
        system.set_variable("level", "");
        assert_eq!(system.variable("Level"), "");
        assert_eq!(system.environment.len(), 1);
        assert!(
            system
                .property("appdir")
                .ends_with(std::path::MAIN_SEPARATOR)
        );
    }
}
