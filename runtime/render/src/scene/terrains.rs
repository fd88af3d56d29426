//! Terrains: the triangles that show one to a view.

use flitz_scene::Terrain;

use super::SceneRenderer;
use super::geometry::GpuVertex;
use super::plan::VisibleSurface;

impl SceneRenderer {
    /// Appends the draw call of a terrain: as many triangles as it may have, the most where the view sees most of them.
    pub(super) fn plan_terrain(&mut self, seen: &VisibleSurface<'_>, terrain: &Terrain) {
        let (view, place) = (seen.view, &seen.model.place);
        let to_camera = view.inverse * *place;
        let eye = place.inverse().transform_point3a(view.place.translation);
        let planes = view.lens.planes(&to_camera);
        self.terrain_view.make(terrain, eye, &planes);
        let [vertices, triangles] = &mut self.stats.terrain;
        *vertices = self.terrain_view.vertices.len().max(*vertices);
        *triangles = self.terrain_view.triangles.len().max(*triangles);
        let size = terrain.size() as f32;
        let start = self.transient.indices.len() as u32;
        let first = self.transient.vertices.len() as u32;
        let made = self.terrain_view.vertices.iter().map(|vertex| {
            let position = vertex.position();
            let [x, z] = vertex.corner.map(|v| v as i32);
            let uv = [position.x, size - position.z];
            GpuVertex {
                position: position.into(),
                normal: terrain.normal(x, z).into(),
                color: [255; 4],
                uv: [uv, uv],
            }
        });
        self.transient.vertices.extend(made);
        let corners = self.terrain_view.triangles.as_flattened().iter();
        let indices = corners.map(|&corner| first + corner);
        self.transient.indices.extend(indices);
        self.plan_loose(seen, place, start);
    }
}
