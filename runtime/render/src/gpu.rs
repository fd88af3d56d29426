//! The graphics device.

use std::sync::{Arc, Mutex, PoisonError};

use crate::error::RenderError;
use crate::multisample::SAMPLES;
use crate::scene::{COLOR_FORMAT, DEPTH_FORMAT};

/// A graphics device and its queue.
#[derive(Debug)]
pub(crate) struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    adapter: wgpu::Adapter,
    fault: Arc<Mutex<Option<String>>>,
}

/// Largest texture side that is requested of a device.
const NEEDED_TEXTURE_SIZE: u32 = 8192;

impl Gpu {
    /// Opens a device without a window.
    pub fn headless() -> Result<Self, RenderError> {
        first_that_works(|| None, |instance| open(&instance, None))
    }

    /// Opens a device that can present to a window, and the window's surface.
    pub fn for_window<W: DrawableWindow>(
        window: W,
    ) -> Result<(Self, wgpu::Surface<'static>), RenderError> {
        // OpenGL needs the display handle when the instance is created.
        let display = || Some(Box::new(window.clone()) as Box<dyn wgpu::wgt::WgpuHasDisplayHandle>);
        first_that_works(display, |instance| {
            let surface = instance
                .create_surface(window.clone())
                .map_err(|why| RenderError::NoSurface(why.to_string()))?;
            Ok((open(&instance, Some(&surface))?, surface))
        })
    }

    /// Name and backend of the adapter, for messages.
    pub fn name(&self) -> String {
        let info = self.adapter.get_info();
        format!("{} ({})", info.name, info.backend)
    }

    /// Whether the device has wireframe polygon mode.
    pub(crate) fn draws_lines(&self) -> bool {
        self.device
            .features()
            .contains(wgpu::Features::POLYGON_MODE_LINE)
    }

    /// Whether it can render with several samples a pixel.
    pub(crate) fn multisamples(&self) -> bool {
        let can = |format| {
            let features = self.adapter.get_texture_format_features(format);
            features.flags.sample_count_supported(SAMPLES)
        };
        can(COLOR_FORMAT) && can(DEPTH_FORMAT)
    }

    pub(crate) fn adapter(&self) -> &wgpu::Adapter {
        &self.adapter
    }

    /// The first uncaptured device error since the last call.
    pub(crate) fn take_fault(&self) -> Option<String> {
        self.fault
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

/// A window that can be drawn on, like a shared one of winit.
pub trait DrawableWindow:
    Into<wgpu::SurfaceTarget<'static>> + wgpu::wgt::WgpuHasDisplayHandle + Clone
{
}

impl<W: Into<wgpu::SurfaceTarget<'static>> + wgpu::wgt::WgpuHasDisplayHandle + Clone> DrawableWindow
    for W
{
}

/// Tries the system's native backend first, which opens faster than all backends together, then all.
fn first_that_works<T>(
    display: impl Fn() -> Option<Box<dyn wgpu::wgt::WgpuHasDisplayHandle>>,
    attempt: impl Fn(wgpu::Instance) -> Result<T, RenderError>,
) -> Result<T, RenderError> {
    let native = if cfg!(target_vendor = "apple") {
        wgpu::Backends::METAL
    } else if cfg!(windows) {
        wgpu::Backends::DX12
    } else {
        wgpu::Backends::VULKAN
    };
    let open = |backends| {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = backends;
        descriptor.display = display();
        descriptor.flags = wgpu::InstanceFlags::empty();
        attempt(wgpu::Instance::new(descriptor))
    };
    open(native).or_else(|_| open(wgpu::Backends::all()))
}

fn open(
    instance: &wgpu::Instance,
    surface: Option<&wgpu::Surface<'_>>,
) -> Result<Gpu, RenderError> {
    let adapter = adapter(instance, surface)?;
    // The limits of WebGL 2 keep the renderer portable; only textures may be larger, up to what this device has.
    let limits = wgpu::Limits {
        max_texture_dimension_2d: adapter
            .limits()
            .max_texture_dimension_2d
            .min(NEEDED_TEXTURE_SIZE),
        ..wgpu::Limits::downlevel_webgl2_defaults()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
        label: Some("flitz"),
        required_features: adapter.features() & wgpu::Features::POLYGON_MODE_LINE,
        required_limits: limits.or_worse_values_from(&adapter.limits()),
        memory_hints: wgpu::MemoryHints::Performance,
        ..Default::default()
    }))
    .map_err(|why| RenderError::NoDevice {
        adapter: adapter.get_info().name,
        reason: why.to_string(),
    })?;
    // Without a handler wgpu panics on a device error; the renderer reports it instead.
    let fault = Arc::new(Mutex::new(None));
    let keep = Arc::clone(&fault);
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
        keep.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert_with(|| error.to_string());
    }));
    Ok(Gpu {
        device,
        queue,
        adapter,
        fault,
    })
}

fn adapter(
    instance: &wgpu::Instance,
    surface: Option<&wgpu::Surface<'_>>,
) -> Result<wgpu::Adapter, RenderError> {
    let request = |force_fallback_adapter| {
        pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            force_fallback_adapter,
            compatible_surface: surface,
            ..Default::default()
        }))
    };
    request(false)
        .or_else(|_| request(true))
        .map_err(|why| RenderError::NoAdapter(why.to_string()))
}
