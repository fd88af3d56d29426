//! The driver with a window: the event loop owns the thread and lets the program run up to where it waits.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use flitz_runtime::render::Display;
use flitz_runtime::window::{self, App, Input, Pacer, Wake, Window, WindowConfig, WindowError};
use flitz_stdlib::screen::{ScreenRequest, explain};
use flitz_stdlib::wait::Wait;

use super::session::{Session, Turn};
use crate::options::RunOptions;

/// A program in its window.
struct Shown<'a> {
    session: &'a mut Session,
    options: &'a RunOptions,
    /// What the window follows now.
    request: ScreenRequest,
    title: String,
    pointer_visible: bool,
    pacer: Pacer,
    /// What the program waits for.
    waiting: Wait,
    closing: bool,
    status: ExitCode,
}

/// Runs a program in a window to its end. The error is a sentence for the user: there can be no window; the program has not gone on.
pub fn run(
    session: &mut Session,
    options: &RunOptions,
    request: ScreenRequest,
    frames_per_second: u32,
) -> Result<ExitCode, String> {
    let title = title(session, options);
    let config = WindowConfig {
        title: title.clone(),
        size: window_size(options, request),
        fullscreen: fullscreen(options, request),
    };
    let mut shown = Shown {
        session,
        options,
        request,
        title,
        pointer_visible: true,
        pacer: Pacer::new(frames_per_second),
        waiting: Wait::Nothing,
        closing: false,
        status: ExitCode::SUCCESS,
    };
    window::run(config, &mut shown).map_err(|why| message(&why))?;
    Ok(shown.status)
}

/// What went wrong, and what helps where that is known.
fn message(error: &WindowError) -> String {
    let advice = match error {
        WindowError::Unusable(reason) if reason.contains("xkbcommon") => {
            "; on Debian and Ubuntu the package libxkbcommon-x11-0 is missing"
        }
        _ => "",
    };
    format!("{error}{advice}")
}

fn window_size(options: &RunOptions, request: ScreenRequest) -> [u32; 2] {
    options
        .size
        .map_or([request.width, request.height], |(width, height)| {
            [width, height]
        })
}

/// What the program called itself with AppTitle, else its file's name.
fn title(session: &Session, options: &RunOptions) -> String {
    let title = &session.machine.system.title;
    if !title.is_empty() {
        return title.to_text();
    }
    let name = options
        .program
        .as_deref()
        .and_then(|p| p.file_stem())
        .unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn fullscreen(options: &RunOptions, request: ScreenRequest) -> bool {
    options.fullscreen || request.fullscreen && !options.windowed
}

impl Shown<'_> {
    fn end(&mut self, status: ExitCode) -> Wake {
        self.status = self.session.finish(status);
        Wake::Exit
    }

    /// Brings title, size and pointer of the window to what the program wants.
    fn follow(&mut self, window: &Window) {
        let title = title(self.session, self.options);
        if title != self.title {
            window.set_title(&title);
            self.title = title;
        }
        let Some(screen) = &self.session.machine.screen else {
            return;
        };
        if screen.request != self.request {
            self.request = screen.request;
            window.set_mode(
                window_size(self.options, self.request),
                fullscreen(self.options, self.request),
            );
        }
        if screen.pointer_visible != self.pointer_visible {
            self.pointer_visible = screen.pointer_visible;
            window.set_pointer_visible(self.pointer_visible);
        }
    }

    /// Shows what a program without Flip draws straight to the front buffer.
    fn show_front(&mut self) {
        if let Some(screen) = &mut self.session.machine.screen
            && screen.display.front_changed()
        {
            screen.display.present();
        }
    }

    /// A frame is there: shows it and says when the next one is due.
    fn frame(&mut self) -> Result<Instant, ExitCode> {
        let now = Instant::now();
        let mut due = now;
        if let Some(screen) = &mut self.session.machine.screen {
            // Where showing has to wait for the monitor, a program that is late leaves it out.
            if !(screen.display.present_waits() && self.pacer.is_late(now)) {
                screen.display.present();
            }
            if screen.paced {
                due = self.pacer.next(Instant::now());
            }
        }
        match self.session.frame_shown() {
            Some(status) => Err(status),
            None => Ok(due),
        }
    }

    /// Whether what the program waits for is there; else when to look again.
    fn ready(&mut self) -> Result<(), Wake> {
        match self.waiting {
            Wait::Until(moment) => {
                let left = moment.saturating_sub(self.session.machine.clock.peek());
                if left > Duration::ZERO {
                    self.show_front();
                    return Err(Wake::At(Instant::now() + left));
                }
            }
            Wait::Line if !self.session.machine.type_line() => {
                self.show_front();
                return Err(Wake::Event);
            }
            _ => {}
        }
        self.waiting = Wait::Nothing;
        Ok(())
    }
}

impl App for Shown<'_> {
    fn opened(&mut self, window: &Window) -> Result<(), Box<dyn std::error::Error>> {
        let ScreenRequest { width, height, .. } = self.request;
        let display = Display::in_window(window.surface(), window.size(), width, height)
            .map_err(|why| explain(&why))?;
        self.session.machine.open_screen(display, self.request);
        Ok(())
    }

    fn input(&mut self) -> &mut Input {
        &mut self.session.machine.input
    }

    fn window_to_pixel(&self, x: f64, y: f64) -> [i32; 2] {
        self.session
            .machine
            .screen
            .as_ref()
            .map_or([0; 2], |s| s.display.window_to_pixel(x, y))
    }

    fn pixel_to_window(&self, x: i32, y: i32) -> [f64; 2] {
        self.session
            .machine
            .screen
            .as_ref()
            .map_or([0.0; 2], |s| s.display.pixel_to_window(x, y))
    }

    fn resized(&mut self, size: [u32; 2]) {
        if let Some(screen) = &mut self.session.machine.screen {
            screen.display.window_resized(size);
        }
    }

    fn redraw(&mut self) {
        if let Some(screen) = &mut self.session.machine.screen {
            screen.display.present();
        }
    }

    fn close_requested(&mut self) {
        self.closing = true;
    }

    fn update(&mut self, window: &Window) -> Wake {
        if self.closing {
            return self.end(ExitCode::SUCCESS);
        }
        if let Err(wake) = self.ready() {
            return wake;
        }
        let turn = self.session.go();
        self.follow(window);
        match turn {
            Turn::Over(status) => self.end(status),
            Turn::Busy => {
                self.show_front();
                Wake::Now
            }
            Turn::Waits(Wait::Frame) => match self.frame() {
                Ok(due) => Wake::At(due),
                Err(status) => self.end(status),
            },
            Turn::Waits(Wait::Key | Wait::Mouse | Wait::JoyButton(_)) => {
                self.show_front();
                Wake::Event
            }
            Turn::Waits(wait) => {
                self.waiting = wait;
                Wake::Now
            }
        }
    }
}
