//! A window around a program: the event loop owns the thread and lets the program run up to where it waits.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use flitz_runtime::render::Display;
use flitz_runtime::window::{self, App, Input, Pacer, Wake, Window, WindowConfig, WindowError};
use flitz_stdlib::screen::{ScreenRequest, explain};

use super::driver::{self, Next, Surroundings};
use super::session::Session;
use crate::options::RunOptions;

/// A program in its window.
struct Shown<'a> {
    session: &'a mut Session,
    options: &'a RunOptions,
    /// What the window follows now.
    request: ScreenRequest,
    title: String,
    pointer_visible: bool,
    around: InWindow,
    closing: bool,
    status: ExitCode,
}

/// The window as the program's surroundings.
struct InWindow {
    pacer: Pacer,
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
        around: InWindow {
            pacer: Pacer::new(frames_per_second),
        },
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
        WindowError::NoLibrary(file) => {
            let packages = [
                ("libX11.so.6", "libx11-6"),
                ("libX11-xcb.so.1", "libx11-xcb1"),
                ("libXcursor.so.1", "libxcursor1"),
                ("libXi.so.6", "libxi6"),
            ];
            let package = packages.into_iter().find(|(library, _)| library == file);
            return match package {
                Some((_, package)) => {
                    format!("{error}; on Debian and Ubuntu: apt install {package}")
                }
                None => error.to_string(),
            };
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
}

/// Shows what a program without Flip draws straight to the front buffer.
fn show_front(session: &mut Session) {
    if let Some(screen) = &mut session.machine.screen
        && screen.display.front_changed()
    {
        screen.display.present();
    }
}

impl Surroundings for InWindow {
    /// The window has opened with the first screen, which every later one is a change of.
    fn screen(&mut self, _: &mut Session, _: ScreenRequest) -> Next {
        Next::Now
    }

    /// Shows the frame and says when the next one is due.
    fn frame(&mut self, session: &mut Session) -> Next {
        let now = Instant::now();
        let mut due = now;
        if let Some(screen) = &mut session.machine.screen {
            // Where showing has to wait for the monitor, a program that is late leaves it out.
            if !(screen.display.present_waits() && self.pacer.is_late(now)) {
                screen.display.present();
            }
            if screen.paced {
                due = self.pacer.next(Instant::now());
            }
        }
        match session.frame_shown() {
            Some(status) => Next::Over(status),
            None => Next::At(due),
        }
    }

    fn until(&mut self, session: &mut Session, moment: Duration) -> Next {
        let left = moment.saturating_sub(session.machine.clock.peek());
        if left.is_zero() {
            return Next::Now;
        }
        show_front(session);
        Next::At(Instant::now() + left)
    }

    fn line(&mut self, session: &mut Session) -> Next {
        if session.machine.type_line() {
            return Next::Now;
        }
        show_front(session);
        Next::OnEvent
    }

    fn press(&mut self, session: &mut Session) -> Next {
        show_front(session);
        Next::OnEvent
    }

    fn busy(&mut self, session: &mut Session) -> Next {
        show_front(session);
        Next::Now
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
        let next = driver::advance(self.session, &mut self.around);
        self.follow(window);
        match next {
            Next::Now => Wake::Now,
            Next::At(moment) => Wake::At(moment),
            Next::OnEvent => Wake::Event,
            Next::Elsewhere(_) => self.end(ExitCode::FAILURE),
            Next::Over(status) => self.end(status),
        }
    }
}
