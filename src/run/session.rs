//! A program on its way: the VM, the machine, the frames shown so far. What surrounds it is a driver's business (`driver.rs`).

use std::collections::HashSet;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use flitz_interpreter::Compiled;
use flitz_interpreter::source::Span;
use flitz_interpreter::vm::Vm;
use flitz_runtime::window::InputScript;
use flitz_stdlib::machine::Machine;

use super::FRAMES_PER_SECOND;
use super::implied_frames::{Activity, Implied, ImpliedFrames};
use super::pictures::Pictures;
use crate::options::RunOptions;

/// How many jumps a program without a window goes on for between two looks at what it does: some hundreds of commands.
const BUDGET: u32 = 5_000;

/// The same for a program that goes round in a loop of questions, each turn of which is a frame.
const SHORT_BUDGET: u32 = 500;

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
    /// The program.
    pub vm: Vm,
    /// What its commands reach.
    pub machine: Machine,
    pictures: Pictures,
    script: InputScript,
    /// Frames shown so far.
    frame: u64,
    /// The last frame to show.
    limit: Option<u64>,
    /// Frames that go by without being shown.
    implied: ImpliedFrames,
    /// Where lines were asked for that standard input did not have any more.
    unanswered: HashSet<Span>,
}

impl Session {
    /// A program at its start. The error is a sentence for the user.
    pub fn new(
        machine: Machine,
        program: Rc<Compiled>,
        options: &RunOptions,
    ) -> Result<Self, String> {
        let rate = options.fps.unwrap_or(FRAMES_PER_SECOND);
        let mut session = Self {
            pictures: Pictures::new(options)?,
            script: script(options)?,
            limit: options.frames,
            implied: ImpliedFrames::new(rate),
            ..Self::plain(machine, program)
        };
        session.play_input();
        Ok(session)
    }

    /// A program at its start, of which no pictures are wanted and to which nothing is played.
    pub fn plain(machine: Machine, program: Rc<Compiled>) -> Self {
        Self {
            vm: Vm::new(program),
            machine,
            pictures: Pictures::default(),
            script: InputScript::default(),
            frame: 0,
            limit: None,
            implied: ImpliedFrames::new(FRAMES_PER_SECOND),
            unanswered: HashSet::new(),
        }
    }

    /// Lets the keys and clicks of the input file happen that belong to the frame to come.
    fn play_input(&mut self) {
        self.script.apply(self.frame + 1, &mut self.machine.input);
    }

    /// Whether the input file has events left.
    pub fn has_input_left(&self) -> bool {
        self.script.next_frame().is_some()
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

    /// A frame of the program has been shown: takes its pictures. The status to end with, where it was the last one.
    pub fn frame_shown(&mut self) -> Option<ExitCode> {
        let status = self.count_frame();
        self.implied.shown(self.machine.clock.peek(), true);
        status
    }

    /// A frame has gone by without the program's doing.
    fn frame_passed(&mut self) -> Option<ExitCode> {
        let status = self.count_frame();
        self.implied.shown(self.machine.clock.peek(), false);
        status
    }

    fn count_frame(&mut self) -> Option<ExitCode> {
        self.frame += 1;
        self.machine.input.forget_questions();
        self.machine.console.forget_written();
        self.play_input();
        if self.pictures.wants(self.frame)
            && let Some(screen) = &mut self.machine.screen
        {
            let frame = self.frame;
            let taken = screen
                .display
                .shown()
                .map_err(|why| why.to_string())
                .and_then(|image| self.pictures.take(frame, &image));
            if let Err(why) = taken {
                return Some(crate::complain(&why));
            }
        }
        (Some(self.frame) == self.limit).then_some(ExitCode::SUCCESS)
    }

    /// A frame of a run without a window: the clock goes on by it.
    pub fn step_frame(&mut self, own: bool) -> Option<ExitCode> {
        self.machine.clock.step(self.implied.frame());
        if own {
            self.frame_shown()
        } else {
            self.frame_passed()
        }
    }

    /// A program without a window has been busy: frames may have gone by for it. The status to end with, where the last one has.
    pub fn busy(&mut self) -> Option<ExitCode> {
        let activity = Activity {
            looks: self.machine.clock.take_looks(),
            clock: self.machine.clock.peek(),
            stepped: self.machine.clock.is_stepped(),
            questions: self.machine.input.questions(),
            texts: self.machine.console.written(),
            screen: self.machine.screen.is_some(),
        };
        let status = match self.implied.busy(&activity) {
            Implied::None => None,
            Implied::ByTurns(frames) => (0..frames).find_map(|_| self.step_frame(false)),
            Implied::OnClock => {
                let mut status = self.count_frame();
                while status.is_none() && self.implied.busy(&activity) == Implied::OnClock {
                    status = self.count_frame();
                }
                status
            }
        };
        if self.implied.is_computing() && self.limit.is_some() {
            self.machine.console.note(
                "the program has computed for long without showing, asking or printing anything: it ends as if frames went by",
            );
        }
        self.choose_budget();
        status
    }

    /// Sets how long the program goes on between two looks at what it does.
    pub fn choose_budget(&mut self) {
        // Before a screen nothing can be asked for, and whoever opens a window looks at it often enough.
        if self.machine.screen.is_some() {
            self.vm.set_budget(if self.implied.is_asking() {
                SHORT_BUDGET
            } else {
                BUDGET
            });
        }
    }

    /// Waits on the clock, frame by frame where frames matter. The status to end with, where the last one has gone by.
    pub fn wait_until(&mut self, moment: Duration) -> Option<ExitCode> {
        while self.counts_frames() && self.machine.clock.peek() < moment {
            let next = self.implied.next(self.machine.clock.peek());
            if next > moment {
                break;
            }
            self.machine.clock.wait_until(next);
            if let Some(status) = self.frame_passed() {
                return Some(status);
            }
        }
        self.machine.clock.wait_until(moment);
        None
    }

    /// Whether it makes a difference how many frames there are.
    fn counts_frames(&self) -> bool {
        self.limit.is_some() || self.has_input_left() || self.pictures.wants_more()
    }

    /// Gets the program a line from standard input. Where that has ended the line is empty, once: the status to end with, where the
    /// program asks again for the same.
    pub fn line_from_terminal(&mut self) -> Option<ExitCode> {
        if self.machine.console.answer_from_terminal() || self.unanswered.insert(self.vm.span()) {
            return None;
        }
        self.machine
            .console
            .note("the program asks again for input that does not come: it ends here");
        Some(ExitCode::SUCCESS)
    }

    /// Writes what is left to write. The status to end with: `status`, or a failure to write.
    pub fn finish(&mut self, status: ExitCode) -> ExitCode {
        let now = self.machine.clock.peek();
        let recorded = self.machine.sound.finish(&mut self.machine.console, now);
        if let Err(why) = recorded {
            return crate::complain(&format!("the sound could not be recorded: {why}"));
        }
        self.machine.console.flush();
        if status != ExitCode::SUCCESS && self.frame == 0 {
            // A picture of a screen that nothing was drawn on yet would only mislead.
            self.pictures.leave_out_last();
        }
        let last = match &mut self.machine.screen {
            Some(screen) if self.pictures.wants_last() => screen
                .display
                .shown()
                .map(Some)
                .map_err(|why| why.to_string()),
            _ => Ok(None),
        };
        match last.and_then(|image| self.pictures.finish(image.as_deref())) {
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
