//! The 3D scene as Direct3D 7 and Blitz3D drew it.

#[cfg(test)]
mod allocations;
mod collect;
mod draw;
mod geometry;
#[cfg(test)]
mod layout_tests;
mod levels;
mod material;
mod models;
mod order;
mod pipelines;
mod plan;
mod plane;
mod program;
mod terrains;
mod textures;
mod uniforms;
mod view;

use flitz_scene::level::LevelView;
use flitz_scene::{TerrainView, VisibleEntities, World};
use glam::{Affine3A, Vec3, Vec4};

use crate::gpu::Gpu;
use crate::multisample::SAMPLES;
use collect::{Collected, TweenedWorld};
use geometry::{Geometry, GpuVertex};
use order::{ModelPass, SortBuffers, SortKey};
pub(crate) use pipelines::{COLOR_FORMAT, DEPTH_FORMAT};
use pipelines::{PALETTE_SIZE, Pipelines};
use plan::DrawCall;
use textures::Textures;
use uniforms::{Arena, DrawUniform, ViewUniform};
use view::View;

/// Settings of the whole scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneSettings {
    /// Wireframe: only the edges of triangles are drawn.
    pub wireframe: bool,
    /// Antialiasing: several samples a pixel, where the device can.
    pub antialias: bool,
}

/// Counters of a rendering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneStats {
    /// Cameras rendered.
    pub cameras: usize,
    /// Draw calls.
    pub draws: usize,
    /// Triangles sent to the device.
    pub triangles: usize,
    /// Most vertices and most triangles of a terrain in a view.
    pub terrain: [usize; 2],
}

/// The render target of a scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SceneTarget<'a> {
    pub color: &'a wgpu::TextureView,
    pub depth: &'a wgpu::TextureView,
    /// Where a multisampled target is resolved to.
    pub resolve: Option<&'a wgpu::TextureView>,
}

#[derive(Clone, Copy)]
struct Device<'a> {
    device: &'a wgpu::Device,
    queue: &'a wgpu::Queue,
}

/// Renders worlds. Caches their meshes and textures on the device between frames.
#[derive(Debug)]
pub(crate) struct SceneRenderer {
    geometry: Geometry,
    textures: Textures,
    pipelines: Pipelines,
    views: Arena,
    draws: Arena,
    palettes: Arena,
    uniforms: Option<wgpu::BindGroup>,
    /// Vertices generated for one view: planes and sprites.
    transient: TransientGeometry,
    // Reused to avoid allocation.
    visible: VisibleEntities,
    collected: Collected,
    views_buffer: Vec<(View, std::ops::Range<usize>)>,
    /// By model: the offset of its palette in the view at hand, once it is written.
    model_palettes: Vec<Option<u32>>,
    /// The palette of a part of a surface.
    part_palette: Vec<[Vec4; 3]>,
    sort_buffers: SortBuffers,
    draw_calls: Vec<DrawCall>,
    sort_keys: Vec<SortKey>,
    passes: Vec<ModelPass>,
    level_view: LevelView,
    terrain_view: TerrainView,
    stats: SceneStats,
}

/// Geometry generated for every frame.
#[derive(Debug, Default)]
struct TransientGeometry {
    vertices: Vec<GpuVertex>,
    indices: Vec<u32>,
    buffers: Option<(wgpu::Buffer, wgpu::Buffer)>,
}

/// A world collected and planned, ready to be encoded.
pub(crate) struct Prepared {
    views: Vec<(View, std::ops::Range<usize>)>,
    size: [u32; 2],
}

impl Prepared {
    /// Whether the first view clears the whole target.
    pub fn covers_all(&self) -> bool {
        self.views
            .first()
            .is_some_and(|(view, _)| view.clears_all(self.size))
    }
}

impl SceneRenderer {
    pub fn new(gpu: &Gpu) -> Self {
        Self {
            geometry: Geometry::default(),
            textures: Textures::default(),
            pipelines: Pipelines::new(&gpu.device),
            views: Arena::new("views", size_of::<ViewUniform>()),
            draws: Arena::new("draws", size_of::<DrawUniform>()),
            palettes: Arena::new("palettes", PALETTE_SIZE),
            uniforms: None,
            transient: TransientGeometry::default(),
            visible: VisibleEntities::default(),
            collected: Collected::default(),
            views_buffer: Vec::new(),
            model_palettes: Vec::new(),
            part_palette: Vec::new(),
            sort_buffers: SortBuffers::default(),
            draw_calls: Vec::new(),
            sort_keys: Vec::new(),
            passes: Vec::new(),
            level_view: LevelView::default(),
            terrain_view: TerrainView::default(),
            stats: SceneStats::default(),
        }
    }

    /// Collects a world and plans the views of its cameras.
    pub fn prepare(
        &mut self,
        gpu: &Gpu,
        world: &mut World,
        size: [u32; 2],
        settings: SceneSettings,
        tween: f32,
    ) -> Prepared {
        self.geometry.forget_freed(world);
        self.stats = SceneStats::default();
        self.textures.forget_freed(world);
        self.views.clear();
        self.draws.clear();
        self.palettes.clear();
        self.transient.vertices.clear();
        self.transient.indices.clear();
        self.draw_calls.clear();
        let device = Device {
            device: &gpu.device,
            queue: &gpu.queue,
        };
        let mut tweened = TweenedWorld { world, tween };
        let light = self.collect(device, &mut tweened);
        let lines = settings.wireframe && gpu.draws_lines();
        self.pipelines.samples = if settings.antialias { SAMPLES } else { 1 };
        let mut views = std::mem::take(&mut self.views_buffer);
        views.clear();
        let cameras = std::mem::take(&mut self.collected.cameras);
        let mirrors = std::mem::take(&mut self.collected.mirrors);
        for &(id, _) in &cameras {
            let place = tweened.place(id);
            let Some(camera) = tweened.world.get(id).and_then(|e| e.camera()) else {
                continue;
            };
            // Reflections first; then the camera's own view, without clearing again.
            let reflected = mirrors.iter().map(|mirror| (reflect(mirror) * place, true));
            for (nth, (place, mirrored)) in reflected.chain([(place, false)]).enumerate() {
                let Some(view) = View::new(camera, place, size, &light) else {
                    continue;
                };
                let view = View {
                    mirrored,
                    clears_color: view.clears_color && nth == 0,
                    clears_depth: view.clears_depth && nth == 0,
                    ..view
                };
                self.views.push(&view.uniform);
                if !(views.is_empty() && view.clears_all(size)) {
                    self.pipelines.prepare_clear(&gpu.device, view.clear());
                }
                let draw_calls = self.plan(&gpu.device, &view, lines);
                views.push((view, draw_calls));
            }
        }
        (self.collected.cameras, self.collected.mirrors) = (cameras, mirrors);
        // Terrains and levels are shared with the world, which would copy a terrain that is changed.
        self.collected.clear();
        Prepared { views, size }
    }

    /// Encodes and submits what was prepared.
    pub fn draw(&mut self, gpu: &Gpu, prepared: Prepared, target: SceneTarget<'_>) -> SceneStats {
        self.upload(gpu);
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("scene"),
            });
        let stats = self.encode(&mut encoder, &prepared, target);
        gpu.queue.submit([encoder.finish()]);
        self.views_buffer = prepared.views;
        stats
    }
}

/// The reflection at a mirror's xz plane, in world space.
fn reflect(mirror: &Affine3A) -> Affine3A {
    *mirror * Affine3A::from_scale(Vec3::new(1.0, -1.0, 1.0)) * mirror.inverse()
}
