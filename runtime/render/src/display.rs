//! The display: front and back buffer, device, window surface.

use std::borrow::Cow;

use flitz_scene::{Image, World};

use crate::buffer::{Buffer, Compositor};
use crate::canvas::Canvas;
use crate::error::RenderError;
use crate::gamma::{GammaPass, GammaRamp};
use crate::gpu::{DrawableWindow, Gpu};
use crate::multisample::{Multisample, target};
use crate::present::{Placement, Presenter};
use crate::scene::{DEPTH_FORMAT, SceneRenderer, SceneSettings, SceneStats, SceneTarget};

/// One of the two buffers of a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScreenBuffer {
    /// What is shown.
    Front,
    /// What the next [`Display::flip`] shows.
    Back,
}

/// A front and a back buffer of one size, presented in a window or headless.
///
/// Without a window the graphics device is opened by the first 3D rendering.
#[derive(Debug)]
pub struct Display {
    front: Buffer,
    back: Buffer,
    side: Option<DeviceSide>,
    presenter: Option<Presenter>,
    gamma: Option<GammaRamp>,
    gamma_changed: bool,
}

#[derive(Debug)]
struct DeviceSide {
    gpu: Gpu,
    compositor: Compositor,
    renderer: Option<SceneRenderer>,
    depth: Option<wgpu::TextureView>,
    multisample: Option<Multisample>,
    gamma: Option<GammaPass>,
}

impl DeviceSide {
    fn new(gpu: Gpu) -> Self {
        Self {
            gpu,
            compositor: Compositor::default(),
            renderer: None,
            depth: None,
            multisample: None,
            gamma: None,
        }
    }

    /// Lets go of what has the size of the buffers.
    fn forget_targets(&mut self) {
        self.depth = None;
        self.multisample = None;
        self.gamma = None;
    }
}

impl Display {
    /// A display without a window, of this size in pixels (1..8192 each).
    pub fn headless(width: u32, height: u32) -> Self {
        let [width, height] = [width, height].map(|v| v.clamp(1, 8192));
        Self {
            front: Buffer::new(width, height),
            back: Buffer::new(width, height),
            side: None,
            presenter: None,
            gamma: None,
            gamma_changed: false,
        }
    }

    /// A display shown in a window of `window_size` pixels.
    pub fn in_window(
        window: impl DrawableWindow,
        window_size: [u32; 2],
        width: u32,
        height: u32,
    ) -> Result<Self, RenderError> {
        let (gpu, surface) = Gpu::for_window(window)?;
        let presenter = Presenter::new(&gpu, surface, window_size)?;
        let mut display = Self::headless(width, height);
        display.side = Some(DeviceSide::new(gpu));
        display.presenter = Some(presenter);
        Ok(display)
    }

    /// Replaces both buffers by black ones of another size; keeps device and window.
    pub fn set_size(&mut self, width: u32, height: u32) {
        let [width, height] = [width, height].map(|v| v.clamp(1, 8192));
        self.front = Buffer::new(width, height);
        self.back = Buffer::new(width, height);
        if let Some(side) = &mut self.side {
            side.forget_targets();
        }
    }

    /// Width and height of the buffers in pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.back.canvas.width(), self.back.canvas.height()]
    }

    /// Name of the graphics device, where one is open.
    pub fn device_name(&self) -> Option<String> {
        self.side.as_ref().map(|side| side.gpu.name())
    }

    /// The canvas of a buffer, for 2D drawing.
    pub fn canvas(&mut self, which: ScreenBuffer) -> &mut Canvas {
        match which {
            ScreenBuffer::Front => &mut self.front.canvas,
            ScreenBuffer::Back => &mut self.back.canvas,
        }
    }

    /// The image of a buffer. Reads it back from the device only where 3D was drawn since the last call.
    pub fn image(&mut self, which: ScreenBuffer) -> Result<&Image, RenderError> {
        let buffer = match which {
            ScreenBuffer::Front => &mut self.front,
            ScreenBuffer::Back => &mut self.back,
        };
        if let Some(side) = &mut self.side {
            buffer.read_back(&side.gpu, &mut side.compositor)?;
        }
        Ok(&buffer.canvas.image)
    }

    /// What is shown: the front buffer, through the gamma ramp where there is one.
    pub fn shown(&mut self) -> Result<Cow<'_, Image>, RenderError> {
        let ramp = self.gamma.clone();
        let front = self.image(ScreenBuffer::Front)?;
        Ok(match ramp {
            Some(ramp) => {
                let mut image = front.clone();
                ramp.apply(&mut image);
                Cow::Owned(image)
            }
            None => Cow::Borrowed(front),
        })
    }

    /// Sets the gamma ramp of what is shown; the buffers keep their pixels. `None`: all is shown as it is.
    pub fn set_gamma(&mut self, ramp: Option<GammaRamp>) {
        self.gamma = ramp;
        self.gamma_changed = true;
        if let Some(side) = &mut self.side {
            side.gamma = None;
        }
    }

    /// Renders the views of all cameras of the world into the back buffer.
    ///
    /// # Errors
    /// Where no device can be opened, or the device fails.
    pub fn render_world(
        &mut self,
        world: &mut World,
        settings: SceneSettings,
    ) -> Result<SceneStats, RenderError> {
        self.render_world_between(world, settings, 1.0)
    }

    /// As [`Display::render_world`], with all entities interpolated between the world's captured state (`tween` 0) and the present one (1).
    pub fn render_world_between(
        &mut self,
        world: &mut World,
        settings: SceneSettings,
        tween: f32,
    ) -> Result<SceneStats, RenderError> {
        let size = self.size();
        let side = match &mut self.side {
            Some(side) => side,
            None => self.side.insert(DeviceSide::new(Gpu::headless()?)),
        };
        let gpu = &side.gpu;
        let settings = SceneSettings {
            antialias: settings.antialias && gpu.multisamples(),
            ..settings
        };
        let renderer = side.renderer.get_or_insert_with(|| SceneRenderer::new(gpu));
        let prepared = renderer.prepare(gpu, world, size, settings, tween);
        if !prepared.covers_all() {
            self.back.flush(gpu, &mut side.compositor);
        }
        let back = self.back.view(gpu).clone();
        let target = if settings.antialias {
            let multisample = side
                .multisample
                .get_or_insert_with(|| Multisample::new(gpu, size));
            if !prepared.covers_all() {
                multisample.fill(gpu, &back);
            }
            SceneTarget {
                color: &multisample.color,
                depth: &multisample.depth,
                resolve: Some(&back),
            }
        } else {
            let depth = side
                .depth
                .get_or_insert_with(|| target(gpu, size, DEPTH_FORMAT, 1));
            SceneTarget {
                color: &back,
                depth,
                resolve: None,
            }
        };
        let stats = renderer.draw(gpu, prepared, target);
        if stats.cameras > 0 {
            self.back.drawn_by_gpu();
        }
        match gpu.take_fault() {
            Some(why) => Err(RenderError::DeviceFailed(why)),
            None => Ok(stats),
        }
    }

    /// Copies the back buffer to the front buffer.
    pub fn flip(&mut self) {
        let side = self
            .side
            .as_mut()
            .map(|side| (&side.gpu, &mut side.compositor));
        self.front.copy_from(&mut self.back, side);
    }

    /// Presents the front buffer in the window, where there is one.
    pub fn present(&mut self) {
        let size = self.size();
        self.gamma_changed = false;
        if let (Some(presenter), Some(side)) = (&mut self.presenter, &mut self.side) {
            self.front.flush(&side.gpu, &mut side.compositor);
            let front = self.front.view(&side.gpu);
            let shown = match &self.gamma {
                Some(ramp) => {
                    let pass = side.gamma.take().filter(|pass| pass.size() == size);
                    let pass = pass.unwrap_or_else(|| GammaPass::new(&side.gpu, size, ramp));
                    side.gamma.insert(pass).apply(&side.gpu, front)
                }
                None => front,
            };
            presenter.show(&side.gpu, shown, size);
        }
    }

    /// Whether the front buffer has 2D drawing, or there is a gamma ramp, that is not presented yet.
    pub fn front_changed(&self) -> bool {
        self.gamma_changed || self.front.canvas.is_dirty()
    }

    /// Whether [`Display::present`] blocks until the next vertical blank; a late program may skip it.
    pub fn present_waits(&self) -> bool {
        self.presenter.as_ref().is_some_and(Presenter::waits)
    }

    /// Adapts the surface to a new window size in pixels.
    pub fn window_resized(&mut self, size: [u32; 2]) {
        if let Some(presenter) = &mut self.presenter {
            presenter.resize(size);
        }
    }

    /// Maps a point of the window to a pixel of the buffers; points beside the image give the nearest pixel.
    pub fn window_to_pixel(&self, x: f64, y: f64) -> [i32; 2] {
        self.placement().to_picture(self.size(), x, y)
    }

    /// Maps a pixel of the buffers to the centre of its area in the window.
    pub fn pixel_to_window(&self, x: i32, y: i32) -> [f64; 2] {
        self.placement().to_window(self.size(), x, y)
    }

    fn placement(&self) -> Placement {
        Placement::new(
            self.size(),
            self.presenter.as_ref().map_or(self.size(), Presenter::size),
        )
    }

    /// Frees all meshes and textures of a world on the device.
    pub fn forget_world(&mut self) {
        if let Some(side) = &mut self.side {
            side.renderer = None;
        }
    }
}
