//! The graphics device.

use std::sync::{Arc, Mutex, PoisonError};

/// A graphics device, and the surface of a window where there is one.
#[derive(Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    adapter: wgpu::Adapter,
    fault: Arc<Mutex<Option<String>>>,
}

/// Largest width and height of pictures on any device.
const NEEDED_TEXTURE_SIZE: u32 = 8192;

impl Gpu {
    /// Opens a device without a window. The error is a sentence for the user.
    pub fn headless() -> Result<Self, String> {
        first_that_works(|| None, |instance| open(&instance, None))
    }

    /// Opens a device that can show pictures in a window, and the window's surface. The error is a sentence for the user.
    pub fn for_window<W: DrawableWindow>(
        window: W,
    ) -> Result<(Self, wgpu::Surface<'static>), String> {
        // OpenGL has to know the display before it opens.
        let display = || Some(Box::new(window.clone()) as Box<dyn wgpu::wgt::WgpuHasDisplayHandle>);
        first_that_works(display, |instance| {
            let surface = instance
                .create_surface(window.clone())
                .map_err(|why| format!("the window cannot be drawn on: {why}"))?;
            Ok((open(&instance, Some(&surface))?, surface))
        })
    }

    /// Name of the device and what drives it, for messages.
    pub fn name(&self) -> String {
        let info = self.adapter.get_info();
        format!("{} ({})", info.name, info.backend)
    }

    /// Whether triangles can be drawn as lines.
    pub(crate) fn draws_lines(&self) -> bool {
        self.device
            .features()
            .contains(wgpu::Features::POLYGON_MODE_LINE)
    }

    /// Largest width and height of a texture.
    pub fn max_texture_size(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    pub(crate) fn adapter(&self) -> &wgpu::Adapter {
        &self.adapter
    }

    /// The first thing that went wrong on the device since the last call.
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

/// Tries the system's own interface first, which opens faster than all together, then every other.
fn first_that_works<T>(
    display: impl Fn() -> Option<Box<dyn wgpu::wgt::WgpuHasDisplayHandle>>,
    attempt: impl Fn(wgpu::Instance) -> Result<T, String>,
) -> Result<T, String> {
    let native = if cfg!(target_vendor = "apple") {
        wgpu::Backends::METAL
    } else if cfg!(windows) {
        wgpu::Backends::DX12
    } else {
        wgpu::Backends::VULKAN
    };
    let mut why = String::new();
    for backends in [native, wgpu::Backends::all()] {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = backends;
        descriptor.display = display();
        descriptor.flags = wgpu::InstanceFlags::empty();
        match attempt(wgpu::Instance::new(descriptor)) {
            Ok(done) => return Ok(done),
            Err(error) => why = error,
        }
    }
    Err(why)
}

fn open(instance: &wgpu::Instance, surface: Option<&wgpu::Surface<'_>>) -> Result<Gpu, String> {
    let adapter = adapter(instance, surface)?;
    // The limits of WebGL 2 keep the renderer honest; only pictures may be larger, as large as this device can.
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
    .map_err(|why| {
        format!(
            "the graphics device {} cannot be used: {why}",
            adapter.get_info().name
        )
    })?;
    // Without a handler a fault on the device would end the program; the renderer reports it instead.
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
) -> Result<wgpu::Adapter, String> {
    let mut last = None;
    for force_fallback_adapter in [false, true] {
        let found = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            force_fallback_adapter,
            compatible_surface: surface,
            ..Default::default()
        }));
        match found {
            Ok(adapter) => return Ok(adapter),
            Err(why) => last = Some(why),
        }
    }
    let why = last.map(|why| format!(" ({why})")).unwrap_or_default();
    Err(format!(
        "there is no graphics device, nor a software one; installing a Vulkan driver (on Debian and Ubuntu: \
         mesa-vulkan-drivers) gives one{why}"
    ))
}
