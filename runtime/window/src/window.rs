//! The window and its event loop.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalPosition, PhysicalSize};
use winit::error::EventLoopError;
use winit::event::{
    DeviceEvent, DeviceId, ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent,
};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::PhysicalKey;
use winit::window::{CursorGrabMode, Fullscreen, WindowAttributes, WindowId};

use crate::error::WindowError;
use crate::input::{Button, Input};
use crate::keys::{byte_of, scan_code};
use crate::libraries;

/// Initial settings of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowConfig {
    /// Its title.
    pub title: String,
    /// Width and height inside, in the desktop's units; made smaller, aspect kept, where the monitor is smaller.
    pub size: [u32; 2],
    /// Whether it covers the monitor.
    pub fullscreen: bool,
}

/// When an app wants its next update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// At once, after pending events.
    Now,
    /// At this time.
    At(Instant),
    /// At the next event.
    Event,
    /// Never: the window closes and [`run`] returns.
    Exit,
}

/// What runs in a window. All calls come on the thread that called [`run`].
pub trait App {
    /// The window was created; called once, before everything else. An error closes the window again, and [`run`] returns it.
    fn opened(&mut self, window: &Window) -> Result<(), Box<dyn Error>>;
    /// The input state that events update.
    fn input(&mut self) -> &mut Input;
    /// Maps the window's pixels to the program's.
    fn window_to_pixel(&self, x: f64, y: f64) -> [i32; 2];
    /// Maps the program's pixels to the window's.
    fn pixel_to_window(&self, x: i32, y: i32) -> [f64; 2];
    /// The window has another size in pixels.
    fn resized(&mut self, size: [u32; 2]);
    /// The window must be drawn again.
    fn redraw(&mut self);
    /// The user wants the window closed; the next update should end the program.
    fn close_requested(&mut self);
    /// The window gained or lost the focus.
    fn focus(&mut self, _focused: bool) {}
    /// Runs the program until it waits.
    fn update(&mut self, window: &Window) -> Wake;
}

/// Handle of a window.
#[derive(Clone, Debug)]
pub struct Window(Arc<winit::window::Window>);

impl Window {
    /// The surface target for a graphics device.
    pub fn surface(&self) -> Arc<winit::window::Window> {
        Arc::clone(&self.0)
    }

    /// Width and height inside, in pixels.
    pub fn size(&self) -> [u32; 2] {
        let size = self.0.inner_size();
        [size.width, size.height]
    }

    /// Changes the title.
    pub fn set_title(&self, title: &str) {
        self.0.set_title(title);
    }

    /// Changes size and full-screen mode.
    pub fn set_mode(&self, size: [u32; 2], fullscreen: bool) {
        self.0
            .set_fullscreen(fullscreen.then_some(Fullscreen::Borderless(None)));
        if !fullscreen {
            let monitor = self.0.current_monitor();
            // Where the size does not change at once, a resize event follows.
            let _ = self.0.request_inner_size(fitting(size, monitor.as_ref()));
        }
    }

    /// Shows or hides the pointer over the window.
    pub fn set_pointer_visible(&self, visible: bool) {
        self.0.set_cursor_visible(visible);
    }
}

/// The wanted size, scaled down to fit the monitor with its window frame.
fn fitting(size: [u32; 2], monitor: Option<&winit::monitor::MonitorHandle>) -> LogicalSize<f64> {
    let [width, height] = size.map(|v| f64::from(v.max(1)));
    let room = monitor
        .map(|m| (m.size().to_logical::<f64>(m.scale_factor()), m))
        .map(|(size, _)| size);
    let scale = match room {
        Some(room)
            if room.width > 0.0
                && room.height > 0.0
                && (room.width < width || room.height < height) =>
        {
            0.9 * (room.width / width).min(room.height / height)
        }
        _ => 1.0,
    };
    LogicalSize::new((width * scale).max(1.0), (height * scale).max(1.0))
}

/// Opens a window and runs an app in it until it wants to end. Fails where there is no display, and where the window or
/// what draws on it cannot be made. Call it once in a process, on the main thread.
pub fn run(config: WindowConfig, app: &mut dyn App) -> Result<(), WindowError> {
    let event_loop = event_loop()?;
    let mut runner = Runner {
        config,
        app,
        window: None,
        wake: Wake::Now,
        failed: None,
        pointer: [0.0; 2],
        relative: None,
    };
    event_loop
        .run_app(&mut runner)
        .map_err(|why| WindowError::EventLoop(why.to_string()))?;
    match runner.failed {
        Some(why) => Err(why),
        None => Ok(()),
    }
}

/// winit panics where a library is missing; the panic becomes an error.
fn event_loop() -> Result<EventLoop<()>, WindowError> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let made = catch_unwind(AssertUnwindSafe(EventLoop::new));
    std::panic::set_hook(hook);
    match made {
        Ok(Ok(event_loop)) => Ok(event_loop),
        Ok(Err(EventLoopError::RecreationAttempt)) => Err(WindowError::SecondEventLoop),
        Ok(Err(why)) => Err(no_event_loop(&why.to_string())),
        Err(panic) => {
            let why = panic.downcast_ref::<String>().cloned();
            let why = why
                .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_string()))
                .unwrap_or_default();
            Err(WindowError::Unusable(short(&why)))
        }
    }
}

/// Why there is no event loop: a library where winit could not open one, else the display.
fn no_event_loop(why: &str) -> WindowError {
    let library = if why.contains("shared libraries") {
        libraries::missing()
    } else {
        None
    };
    match library {
        Some(file) => WindowError::NoLibrary(file),
        None => WindowError::NoDisplay(short(why)),
    }
}

/// The first line, without the place in the source that such messages start with.
fn short(why: &str) -> String {
    let line = why.lines().next().unwrap_or_default();
    line.strip_prefix("os error at ")
        .and_then(|rest| rest.split_once(": "))
        .map_or(line, |(_, rest)| rest)
        .to_string()
}

struct Runner<'a> {
    config: WindowConfig,
    app: &'a mut dyn App,
    window: Option<Window>,
    wake: Wake,
    failed: Option<WindowError>,
    /// The pointer in the window's pixels.
    pointer: [f64; 2],
    /// Virtual pointer on systems without pointer warping: the pointer is locked and relative motion added up.
    relative: Option<[f64; 2]>,
}

impl Runner<'_> {
    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), WindowError> {
        let monitor = event_loop
            .primary_monitor()
            .or_else(|| event_loop.available_monitors().next());
        let mut attributes = WindowAttributes::default()
            .with_title(&self.config.title)
            .with_inner_size(fitting(self.config.size, monitor.as_ref()));
        if self.config.fullscreen {
            attributes = attributes.with_fullscreen(Some(Fullscreen::Borderless(None)));
        }
        let window = event_loop
            .create_window(attributes)
            .map_err(|why| WindowError::NoWindow(why.to_string()))?;
        let window = Window(Arc::new(window));
        self.app.opened(&window).map_err(WindowError::App)?;
        self.window = Some(window);
        Ok(())
    }

    fn turn(&mut self, event_loop: &ActiveEventLoop) {
        let Some(window) = &self.window else { return };
        self.wake = self.app.update(window);
        if let Some([x, y]) = self.app.input().take_warp() {
            let window = window.clone();
            self.warp(&window, x, y);
        }
        self.schedule(event_loop);
    }

    fn schedule(&self, event_loop: &ActiveEventLoop) {
        match self.wake {
            Wake::Now => event_loop.set_control_flow(ControlFlow::Poll),
            // Systems wake late rather than early: about_to_wait sleeps the rest.
            Wake::At(time) => event_loop.set_control_flow(ControlFlow::WaitUntil(
                time.checked_sub(MARGIN).unwrap_or(time),
            )),
            Wake::Event => event_loop.set_control_flow(ControlFlow::Wait),
            Wake::Exit => event_loop.exit(),
        }
    }

    /// Warps the pointer; where that is not allowed, locks it and adds up relative motion.
    fn warp(&mut self, window: &Window, x: i32, y: i32) {
        let [wx, wy] = self.app.pixel_to_window(x, y);
        let moved = window
            .0
            .set_cursor_position(PhysicalPosition::new(wx, wy))
            .is_ok();
        if moved {
            self.pointer = [wx, wy];
        } else if window.0.set_cursor_grab(CursorGrabMode::Locked).is_ok() {
            self.relative = Some([wx, wy]);
        }
    }

    fn pointer_at(&mut self, x: f64, y: f64) {
        let [x, y] = self.app.window_to_pixel(x, y);
        self.app.input().mouse_at(x, y);
    }

    fn key(&mut self, event: &KeyEvent) {
        let PhysicalKey::Code(code) = event.physical_key else {
            return;
        };
        let Some(code) = scan_code(code) else { return };
        match event.state {
            ElementState::Pressed if !event.repeat => {
                let text = event
                    .text
                    .as_deref()
                    .and_then(|t| t.chars().next())
                    .and_then(byte_of);
                self.app.input().key_down(code, text);
            }
            ElementState::Pressed => {}
            ElementState::Released => self.app.input().key_up(code),
        }
    }
}

/// How long before its deadline the event loop is woken, so that the rest can be slept exactly.
const MARGIN: Duration = Duration::from_millis(2);

impl ApplicationHandler for Runner<'_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.window.is_none()
            && let Err(why) = self.open(event_loop)
        {
            self.failed = Some(why);
            self.wake = Wake::Exit;
            event_loop.exit();
        }
    }

    fn window_event(&mut self, _event_loop: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        // Events before the window exists are ignored.
        if self.window.is_none() {
            return;
        }
        match event {
            WindowEvent::CloseRequested => {
                self.app.close_requested();
                self.wake = Wake::Now;
            }
            WindowEvent::Resized(PhysicalSize { width, height }) => {
                self.app.resized([width, height])
            }
            WindowEvent::RedrawRequested => self.app.redraw(),
            WindowEvent::Focused(focused) => {
                if !focused {
                    self.app.input().release_all();
                    self.relative = None;
                    if let Some(window) = &self.window {
                        // Fails only where the pointer was not locked.
                        let _ = window.0.set_cursor_grab(CursorGrabMode::None);
                    }
                }
                self.app.focus(focused);
            }
            WindowEvent::KeyboardInput {
                event,
                is_synthetic: false,
                ..
            } => self.key(&event),
            WindowEvent::CursorMoved { position, .. } if self.relative.is_none() => {
                self.pointer = [position.x, position.y];
                self.pointer_at(position.x, position.y);
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let button = match button {
                    MouseButton::Left => Button::Left,
                    MouseButton::Right => Button::Right,
                    MouseButton::Middle => Button::Middle,
                    _ => return,
                };
                match state {
                    ElementState::Pressed => self.app.input().button_down(button),
                    ElementState::Released => self.app.input().button_up(button),
                }
            }
            WindowEvent::MouseWheel { delta, .. } => {
                let notches = match delta {
                    MouseScrollDelta::LineDelta(_, y) => y,
                    // Touchpads count pixels; about forty make a notch.
                    MouseScrollDelta::PixelDelta(by) => by.y as f32 / 40.0,
                };
                self.app.input().wheel(notches);
            }
            _ => return,
        }
        if self.wake == Wake::Event {
            self.wake = Wake::Now;
        }
    }

    fn device_event(&mut self, _event_loop: &ActiveEventLoop, _id: DeviceId, event: DeviceEvent) {
        if let (Some([x, y]), DeviceEvent::MouseMotion { delta }) = (&mut self.relative, event) {
            *x += delta.0;
            *y += delta.1;
            let (x, y) = (*x, *y);
            self.pointer_at(x, y);
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        match self.wake {
            Wake::Now => self.turn(event_loop),
            Wake::At(time) => {
                let now = Instant::now();
                if now + MARGIN >= time {
                    std::thread::sleep(time.saturating_duration_since(now));
                    self.turn(event_loop);
                } else {
                    self.schedule(event_loop);
                }
            }
            Wake::Event | Wake::Exit => self.schedule(event_loop),
        }
    }
}
