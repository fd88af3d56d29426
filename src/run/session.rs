//! A program on its way: the VM, the machine, the frames shown so far. Shared by the drivers with and without a window.

use std::process::ExitCode;
use std::rc::Rc;

use flitz_interpreter::Compiled;
use flitz_interpreter::vm::{Step, Vm};
use flitz_runtime::render::Which;
use flitz_runtime::window::InputScript;
use flitz_stdlib::machine::Machine;
use flitz_stdlib::wait::Wait;

use super::pictures::Pictures;
use super::{report, text};
use crate::options::RunOptions;

/// The input file that the options name.
fn script(options: &RunOptions) -> Result<InputScript, String> {
    let Some(path) = &options.input else {
        return Ok(InputScript::default());
    };
    let text = std::fs::read_to_string(path)
        .map_err(|e| format!("the input file {} cannot be read: {e}", path.display()))?;
    InputScript::parse(&text).map_err(|e| format!("{}, {e}", path.display()))
}

/// A running program.
pub struct Session {
    vm: Vm,
    /// What its commands reach.
    pub machine: Machine,
    pictures: Pictures,
    script: InputScript,
    /// Frames shown so far.
    frame: u64,
    /// The last frame to show.
    limit: Option<u64>,
}

/// Why a program stopped running for now.
pub enum Turn {
    /// It is over.
    Over(ExitCode),
    /// It waits.
    Waits(Wait),
    /// It has been busy for a while; it wants to go on.
    Busy,
}

impl Session {
    /// A program at its start. The error is a sentence for the user.
    pub fn new(
        machine: Machine,
        program: Rc<Compiled>,
        options: &RunOptions,
    ) -> Result<Self, String> {
        let mut session = Self {
            vm: Vm::new(program),
            machine,
            pictures: Pictures::new(options)?,
            script: script(options)?,
            frame: 0,
            limit: options.frames,
        };
        session.play_input();
        Ok(session)
    }

    /// Lets the keys and clicks of the input file happen that belong to the frame to come.
    fn play_input(&mut self) {
        self.script.apply(self.frame + 1, &mut self.machine.input);
    }

    /// Whether the input file has events left.
    pub fn has_input_left(&self) -> bool {
        self.script.next_frame().is_some()
    }

    /// Lets the program run until it waits or ends.
    pub fn go(&mut self) -> Turn {
        // A program that prints into a closed pipe has nobody left to run for.
        if self.machine.console.is_closed() {
            return Turn::Over(ExitCode::SUCCESS);
        }
        match self.vm.run(&mut self.machine) {
            Step::Ended => Turn::Over(ExitCode::SUCCESS),
            Step::Waiting => Turn::Waits(self.machine.wait.take()),
            Step::Paused => {
                self.machine.console.keep_up();
                Turn::Busy
            }
            Step::Break => {
                self.machine.console.flush();
                err!("{}", report::stopped(&self.vm));
                if text::go_on() {
                    Turn::Busy
                } else {
                    Turn::Over(ExitCode::FAILURE)
                }
            }
            Step::Failed(error) => {
                self.machine.console.flush();
                err!("{}", report::failure(&error, &self.vm.program().sources));
                Turn::Over(ExitCode::FAILURE)
            }
        }
    }

    /// Ends after this many frames, where no number was asked for.
    pub fn limit_if_endless(&mut self, frames: u64) {
        self.limit.get_or_insert(frames);
    }

    /// Writes the last picture to this file, where no picture was asked for.
    pub fn picture_if_none(&mut self, file: std::path::PathBuf) {
        self.pictures.add_if_none(file);
    }

    /// The files that pictures go to.
    pub fn picture_files(&self) -> Vec<std::path::PathBuf> {
        self.pictures.files()
    }

    /// A frame has been shown: takes its pictures. The status to end with, where it was the last one.
    pub fn frame_shown(&mut self) -> Option<ExitCode> {
        self.frame += 1;
        self.play_input();
        if self.pictures.wants(self.frame) {
            let frame = self.frame;
            let Some(screen) = &mut self.machine.screen else {
                return None;
            };
            let taken = screen
                .display
                .image(Which::Front)
                .and_then(|image| self.pictures.take(frame, image));
            if let Err(why) = taken {
                return Some(crate::complain(&why));
            }
        }
        (Some(self.frame) == self.limit).then_some(ExitCode::SUCCESS)
    }

    /// Writes what is left to write. The status to end with: `status`, or a failure to write.
    pub fn finish(&mut self, status: ExitCode) -> ExitCode {
        self.machine.console.flush();
        let last = match &mut self.machine.screen {
            Some(screen) if self.pictures.wants_last() => {
                screen.display.image(Which::Front).map(Some)
            }
            _ => Ok(None),
        };
        match last.and_then(|image| self.pictures.finish(image)) {
            Ok(notes) => {
                for note in notes {
                    self.machine.console.note(&note);
                }
                status
            }
            Err(why) => crate::complain(&why),
        }
    }
}
