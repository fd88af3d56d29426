//! The command line: what can be asked of flitz, and how a program is to be run.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand};

/// The largest width or height of a window or picture, in pixels.
const LARGEST_SIDE: u32 = 16_384;

/// flitz runs Blitz3D-style BASIC programs.
#[derive(Debug, Parser)]
#[command(
    name = "flitz",
    version,
    disable_help_subcommand = true,
    subcommand_negates_reqs = true,
    args_conflicts_with_subcommands = true,
    arg_required_else_help = true,
    after_help = "flitz PROGRAM.bb is the same as flitz run PROGRAM.bb."
)]
pub struct CommandLine {
    /// What to do; without it a program is run.
    #[command(subcommand)]
    pub action: Option<Action>,
    /// How to run a program.
    #[command(flatten)]
    pub run: RunOptions,
}

/// What flitz does besides running a program that is named at once.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Runs a program.
    Run(RunOptions),
    /// Finds the errors of programs without running them.
    Check(CheckOptions),
    /// Runs programs that check themselves with Expect and its kin.
    Test(TestOptions),
    /// Shows the manual of a command, or of a group of commands.
    Help(HelpOptions),
    /// Lists every command, and those of Blitz3D that are still missing.
    Commands {
        /// As JSON, for editors and other tools.
        #[arg(long)]
        json: bool,
    },
    /// Starts a small project in a new folder.
    New {
        /// The project's name, which becomes the folder's.
        name: PathBuf,
    },
}

/// How a program is run.
#[derive(Clone, Debug, Args)]
#[command(group(ArgGroup::new("screen").args(["windowed", "fullscreen"])))]
pub struct RunOptions {
    /// The program, a .bb file.
    #[arg(required = true, value_name = "PROGRAM.bb")]
    pub program: Option<PathBuf>,
    /// What the program gets to see with CommandLine$; arguments that start with - stand behind --.
    pub arguments: Vec<String>,
    /// Open no window: draw into memory, with a clock that only the program's own frames and waits move.
    #[arg(long)]
    pub headless: bool,
    /// End after this many frames. Without a window, waiting and asking for keys count as frames for a program that shows none.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub frames: Option<u64>,
    /// Write the picture of a frame, counted from 1, or of the last one, to a PNG file; may be given several times.
    #[arg(long = "screenshot", value_name = "FILE[@FRAME]", value_parser = screenshot)]
    pub screenshots: Vec<Screenshot>,
    /// Write all frames to a file, an animated .png or .gif.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write what would be heard to a .wav file.
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub record_sound: Option<PathBuf>,
    /// Play keys and mouse from a file, one event a line: FRAME key-down CODE, FRAME mouse X Y, ...
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// The window's size, whatever the program asks for.
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<(u32, u32)>,
    /// Show the program in a window even where it asks for the whole screen.
    #[arg(long)]
    pub windowed: bool,
    /// Show the program on the whole screen even where it asks for a window.
    #[arg(long)]
    pub fullscreen: bool,
    /// Leave out calls of Blitz3D's commands that flitz does not have yet; they give 0.
    #[arg(long)]
    pub allow_missing: bool,
    /// Start the random numbers from this seed.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<i32>,
    /// Frames per second that Flip keeps to; 60 where it is not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub fps: Option<u32>,
    /// Say nothing of what the program did not ask for.
    #[arg(long)]
    pub quiet: bool,
    /// Let string commands count the characters of UTF-8 text, as Blitz3D NG does, and not bytes.
    #[arg(long)]
    pub utf8: bool,
}

/// A picture to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screenshot {
    /// The PNG file.
    pub file: PathBuf,
    /// The frame, counted from 1; `None` for the last one.
    pub frame: Option<u64>,
}

/// What is to be checked.
#[derive(Debug, Args)]
pub struct CheckOptions {
    /// Programs, or folders with programs.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Only count, and name the missing commands.
    #[arg(long)]
    pub summary: bool,
    /// Show the bytecode of each program without errors, under the lines it comes from.
    #[arg(long, conflicts_with = "summary")]
    pub bytecode: bool,
}

/// What is to be tested.
#[derive(Debug, Args)]
pub struct TestOptions {
    /// Programs, or folders with programs.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Seconds that a program may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub limit: u64,
    /// Let string commands count bytes, also in programs with UTF-8 letters beyond ASCII.
    #[arg(long)]
    pub bytes: bool,
}

/// What is to be looked up.
#[derive(Debug, Args)]
pub struct HelpOptions {
    /// A command or a group of commands; without it the groups are listed.
    pub name: Option<String>,
    /// The manual of all commands as Markdown.
    #[arg(long, conflicts_with = "name")]
    pub markdown: bool,
}

fn screenshot(text: &str) -> Result<Screenshot, String> {
    let (file, frame) = match text.rsplit_once('@') {
        Some((file, frame)) if !frame.is_empty() && frame.bytes().all(|b| b.is_ascii_digit()) => {
            match frame.parse() {
                Ok(frame @ 1..) => (file, Some(frame)),
                _ => return Err("frames are counted from 1".to_owned()),
            }
        }
        _ => (text, None),
    };
    if file.is_empty() {
        return Err("the file's name is missing".to_owned());
    }
    Ok(Screenshot {
        file: file.into(),
        frame,
    })
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| {
        let side = text.parse().ok();
        side.filter(|side| (1..=LARGEST_SIDE).contains(side))
    };
    text.split_once(['x', 'X'])
        .and_then(|(width, height)| Some((side(width)?, side(height)?)))
        .ok_or_else(|| format!("a size is two numbers from 1 to {LARGEST_SIDE}, as in 800x600"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_declaration_is_sound() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn a_program_can_be_named_at_once() {
        let line = CommandLine::parse_from(["flitz", "game.bb", "--headless", "a", "--", "-x"]);
        assert!(line.action.is_none());
        assert!(line.run.headless);
        assert_eq!(line.run.program, Some("game.bb".into()));
        assert_eq!(line.run.arguments, ["a", "-x"]);
        let line = CommandLine::parse_from(["flitz", "run", "--size", "8x6", "game.bb"]);
        let Some(Action::Run(options)) = line.action else {
            panic!("run is an action");
        };
        assert_eq!(options.size, Some((8, 6)));
        assert!(CommandLine::try_parse_from(["flitz", "--headless"]).is_err());
        assert!(CommandLine::try_parse_from(["flitz", "--size", "0x6", "a.bb"]).is_err());
        assert!(
            CommandLine::try_parse_from(["flitz", "--windowed", "--fullscreen", "a.bb"]).is_err()
        );
    }

    #[test]
    fn a_screenshot_names_its_frame_behind_the_last_at_sign() {
        let shot = |text: &str| screenshot(text).map(|s| (s.file, s.frame));
        assert_eq!(shot("a.png@30"), Ok(("a.png".into(), Some(30))));
        assert_eq!(shot("me@home.png"), Ok(("me@home.png".into(), None)));
        assert!(shot("a.png@0").is_err());
        assert!(shot("@5").is_err());
    }
}
