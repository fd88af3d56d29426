//! The screen: what `Graphics` opens, and the state of drawing on it.

pub mod buffers;
mod canvases;
mod device;
pub mod drawing;
mod entry;
pub mod fonts;
pub mod gamma;
pub mod graphics;
pub mod hardware;
mod image_meeting;
mod image_shape;
pub mod images;
pub mod keyboard;
pub mod modes;
pub mod mouse;
pub mod movies;
mod pixels;
pub mod rendering;
pub(crate) mod state;
pub mod targets;
mod view;

use std::rc::Rc;

use flitz_interpreter::host::Interrupt;
use flitz_runtime::render::{
    Display, Font, Pen, SceneSettings, SceneStats, ScreenBuffer, default_font,
};

use canvases::{Canvases, Placement};
pub use device::explain;
pub(crate) use entry::Entry;
pub(crate) use targets::{DrawTarget, Owner};
pub use view::DefaultView;

use crate::handles::Kind;
use crate::machine::Machine;
use crate::wait::Wait;

/// How much of what was printed without a screen is kept for one, in bytes: more than the small screen shows.
const MOST_PRINTED: usize = 4096;

/// The largest width and height of a screen, in pixels.
const LARGEST_SIDE: i32 = 8192;

/// The screen of a program that draws without having called `Graphics`.
const FIRST_SCREEN: ScreenRequest = ScreenRequest {
    width: 400,
    height: 300,
    fullscreen: false,
};

/// A screen that a program asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenRequest {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Whether it fills the monitor.
    pub fullscreen: bool,
}

/// The screen of a program that called `Graphics` or `Graphics3D`.
pub struct Screen {
    /// Front and back buffer.
    pub display: Display,
    /// What was asked for last; whoever holds the window follows it.
    pub request: ScreenRequest,
    /// How 3D scenes are drawn.
    pub settings: SceneSettings,
    /// What the last RenderWorld drew.
    pub stats: SceneStats,
    /// Whether the mouse pointer shows over the window.
    pub pointer_visible: bool,
    /// Whether the last Flip wants to wait for its turn.
    pub paced: bool,
    pub(crate) three_d: bool,
    pub(crate) target: DrawTarget,
    canvases: Canvases,
    pub(crate) pen: Pen,
    pub(crate) font: Rc<Font>,
    pub(crate) switches: hardware::Switches,
    /// The gamma ramp, and whether UpdateGamma shows it.
    pub(crate) gamma: gamma::Ramp,
    pub(crate) gamma_works: bool,
    /// Most vertices and triangles that a terrain was drawn with.
    pub(crate) most_of_terrain: [usize; 2],
    /// Where Print writes next.
    pub(crate) cursor: [i32; 2],
}

impl Screen {
    fn new(display: Display, request: ScreenRequest) -> Self {
        Self {
            display,
            request,
            settings: SceneSettings::default(),
            stats: SceneStats::default(),
            pointer_visible: true,
            paced: true,
            three_d: false,
            target: DrawTarget::Screen(ScreenBuffer::Front),
            canvases: Canvases::default(),
            pen: Pen::default(),
            font: Rc::new(default_font()),
            switches: Default::default(),
            gamma: Default::default(),
            gamma_works: false,
            most_of_terrain: [0; 2],
            cursor: [0, 0],
        }
    }

    /// Starts drawing anew on a buffer.
    pub(crate) fn set_target(&mut self, target: DrawTarget) {
        let left = self.placement(self.target);
        self.canvases.leave(self.target, left);
        self.canvases.leave(target, Placement::default());
        self.target = target;
        self.cursor = [0, 0];
        self.place(Placement::default());
    }

    /// Where drawing on a buffer counts from and how far it reaches.
    fn placement(&self, target: DrawTarget) -> Placement {
        if target == self.target {
            let Pen {
                origin, viewport, ..
            } = self.pen;
            Placement { origin, viewport }
        } else {
            self.canvases.placement(target)
        }
    }

    /// Lets drawing on the current buffer count from elsewhere and reach differently.
    fn place(&mut self, placement: Placement) {
        self.pen.origin = placement.origin;
        self.pen.viewport = placement.viewport;
    }

    /// Prints at the text cursor of the front buffer, scrolling where there is no more room.
    fn print(&mut self, text: &str, new_line: bool) {
        let [width, height] = self.display.size().map(|v| v as i32);
        let line = self.font.height();
        let below = self.cursor[1] + line - height;
        if below > 0 {
            self.cursor[1] = height - line;
            self.scroll(below, width, height);
        }
        let pen = Pen {
            origin: [0, 0],
            viewport: None,
            ..self.pen.clone()
        };
        if !self
            .canvases
            .is_locked(DrawTarget::Screen(ScreenBuffer::Front))
        {
            let mut painter = self.display.canvas(ScreenBuffer::Front).painter(&pen);
            painter.text(&self.font, self.cursor[0], self.cursor[1], text);
        }
        if new_line {
            self.cursor = [0, self.cursor[1] + line];
        } else {
            self.cursor[0] += self.font.text_width(text);
        }
    }

    fn scroll(&mut self, by: i32, width: i32, height: i32) {
        if self
            .canvases
            .is_locked(DrawTarget::Screen(ScreenBuffer::Front))
        {
            return;
        }
        // Where the picture cannot be read back the old text stays under the new.
        let Ok(picture) = self.display.image(ScreenBuffer::Front).cloned() else {
            return;
        };
        let pen = Pen {
            color: self.pen.cls_color,
            ..Pen::default()
        };
        let mut painter = self.display.canvas(ScreenBuffer::Front).painter(&pen);
        painter.image(&picture, 0, -by, None);
        painter.rect(0, height - by, width, by, true);
    }
}

impl Machine {
    /// The screen. Where there is none yet, the driver is asked for the small one that Blitz3D started every program with, and the command
    /// comes again.
    pub fn need_screen(&mut self) -> Result<&mut Screen, Interrupt> {
        if self.screen.is_none() {
            self.wait = Wait::Screen(FIRST_SCREEN);
        }
        self.screen.as_mut().ok_or(Interrupt::Retry)
    }

    /// The screen in 3D mode, or the error that Graphics3D was not called.
    pub(crate) fn need_3d(&mut self) -> Result<&mut Screen, Interrupt> {
        match &mut self.screen {
            Some(screen) if screen.three_d => Ok(screen),
            _ => Err(Interrupt::error(
                "This needs a 3D screen. Call Graphics3D first, like Graphics3D 800, 600, 0, 2.",
            )),
        }
    }

    /// The driver hands over what was asked for in [`Wait::Screen`].
    pub fn open_screen(&mut self, display: Display, request: ScreenRequest) {
        let screen = self.screen.insert(Screen::new(display, request));
        if request == FIRST_SCREEN {
            // The program has printed as into a window, without knowing of any.
            let printed = std::mem::take(&mut self.screen_state.printed);
            for line in printed.split_inclusive(|&byte| byte == b'\n') {
                let (text, new_line) = match line.split_last() {
                    Some((b'\n', text)) => (text, true),
                    _ => (line, false),
                };
                screen.print(&flitz_interpreter::source::decode(text), new_line);
            }
        }
        self.screen_state.printed = Vec::new();
    }

    /// Gives the program its screen, asking the driver for one first where there is none.
    fn graphics(
        &mut self,
        width: i32,
        height: i32,
        mode: i32,
        three_d: bool,
    ) -> Result<(), Interrupt> {
        let side = |v: i32| (1..=LARGEST_SIDE).contains(&v).then_some(v as u32);
        let (Some(width), Some(height)) = (side(width), side(height)) else {
            return Err(Interrupt::Error(format!(
                "A screen is 1 to {LARGEST_SIDE} pixels wide and high, not {width} by {height}."
            )));
        };
        if ![0, 1, 2, 3, 6, 7].contains(&mode) {
            return Err(Interrupt::Error(format!(
                "{mode} is no graphics mode. Use 0 (by itself), 1 (full screen), 2 (window) or 3 (window with a size of its own)."
            )));
        }
        let request = ScreenRequest {
            width,
            height,
            fullscreen: mode == 1,
        };
        let Some(screen) = &mut self.screen else {
            self.wait = Wait::Screen(request);
            return Err(Interrupt::Retry);
        };
        if screen.display.size() != [width, height] {
            screen.display.set_size(width, height);
        } else {
            for which in [ScreenBuffer::Front, ScreenBuffer::Back] {
                screen.display.canvas(which).painter(&Pen::default()).cls();
            }
        }
        screen.request = request;
        screen.three_d = three_d;
        screen.settings = SceneSettings::default();
        screen.switches = Default::default();
        // In a window Blitz3D left the monitor as it was.
        screen.gamma_works = mode < 2;
        screen.gamma = Default::default();
        screen.display.set_gamma(None);
        screen.pen = Pen::default();
        screen.font = Rc::new(default_font());
        screen.set_target(DrawTarget::Screen(if three_d {
            ScreenBuffer::Back
        } else {
            ScreenBuffer::Front
        }));
        screen.canvases = Canvases::default();
        self.screen_state.images.clear(&mut self.handles);
        self.screen_state.movies.clear(&mut self.handles);
        self.clear_world();
        Ok(())
    }

    /// Frees every entity, brush and texture of the program, whose handles are stale then, and forgets its texture filters.
    pub(crate) fn clear_world(&mut self) {
        for id in self.world.clear_entities() {
            self.handles.remove_key(Kind::Entity, id.to_bits());
        }
        self.world_state.textures.clear(&mut self.handles);
        self.world_state.brushes.clear(&mut self.handles);
        self.world_state
            .surfaces
            .retain_owners(&mut self.handles, |_| false);
        self.screen_state
            .buffers
            .retain_owners(&mut self.handles, |owner| owner == Owner::Screen);
        self.world_state.texture_filters = Default::default();
        self.world = Default::default();
        self.screen_state.default_view = DefaultView::default();
        if let Some(screen) = &mut self.screen {
            screen.display.forget_world();
        }
    }

    /// Keeps the end of what was printed, for a screen that may come.
    fn remember_printed(&mut self, text: &[u8], new_line: bool) {
        if self.screen_state.printed.len() + text.len() > MOST_PRINTED {
            self.screen_state.printed.clear();
        }
        let tail = text.len().saturating_sub(MOST_PRINTED);
        self.screen_state
            .printed
            .extend_from_slice(text.get(tail..).unwrap_or_default());
        if new_line {
            self.screen_state.printed.push(b'\n');
        }
    }

    /// Text of `Print` and `Write`: to standard output, and to the screen where there is one.
    pub(crate) fn print(&mut self, text: &[u8], new_line: bool) {
        self.console.write(text);
        if new_line {
            self.console.write(b"\n");
        }
        match &mut self.screen {
            Some(screen) => screen.print(&flitz_interpreter::source::decode(text), new_line),
            None => self.remember_printed(text, new_line),
        }
    }
}
