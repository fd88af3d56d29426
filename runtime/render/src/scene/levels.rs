//! Levels: of each surface the faces that a view may see.

use flitz_scene::Level;
use flitz_scene::collide::Aabb;

use super::SceneRenderer;
use super::collect::Model;
use super::plan::{DrawCall, Source, VisibleSurface};
use super::view::View;

impl SceneRenderer {
    /// Finds what a view may see of a level, for [`Self::plan_level`].
    pub(super) fn look_into(&mut self, level: &Level, view: &View, model: &Model) {
        let to_camera = view.inverse * model.place;
        let eye = model
            .place
            .inverse()
            .transform_point3a(view.place.translation);
        let inside = |bounds: &Aabb| {
            let (low, high) = (bounds.low, bounds.high);
            let half = (high - low) * 0.5;
            let boxed = ((low + half).into(), half.into());
            view.lens.may_see(&to_camera, boxed)
        };
        self.level_view.find(level, eye, inside);
    }

    /// Appends the draw calls of a surface of the level looked into last.
    pub(super) fn plan_level(&mut self, seen: &VisibleSurface<'_>) {
        let Some((mesh, surface)) = seen.surface.mesh else {
            return;
        };
        let runs = self.level_view.runs();
        let first = runs.partition_point(|run| run.surface < surface);
        let mut draw = None;
        for run in runs.get(first..).unwrap_or_default() {
            if run.surface != surface {
                break;
            }
            if run.triangles.is_empty() {
                continue;
            }
            let draws = &mut self.draws;
            let draw = *draw.get_or_insert_with(|| draws.push(&seen.uniform(&seen.model.place)));
            self.draw_calls.push(DrawCall {
                key: seen.key,
                draw,
                palette: 0,
                textures: seen.surface.textures.clone(),
                source: Source::Mesh(mesh, surface),
                indices: run.triangles.start * 3..run.triangles.end * 3,
            });
        }
    }
}
