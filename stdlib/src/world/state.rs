//! What the commands of the 3D world keep beside the world itself.

use flitz_runtime::scene::{Brush, TextureId};
use glam::Vec3;

use super::TextureCache;
use super::graphs::GraphHandle;
use super::surfaces::Surfaces;
use super::textures::TextureFilters;
use crate::handles::Kind;
use crate::store::Store;

/// What the commands of the 3D world keep beside the world itself.
pub(crate) struct WorldState {
    /// The rules of `TextureFilter`.
    pub texture_filters: TextureFilters,
    /// The textures that the program holds by handle, some by several.
    pub textures: Store<TextureId>,
    /// Textures that come from the same file.
    pub texture_cache: TextureCache,
    /// The animation graphs that the program holds.
    pub graphs: Store<GraphHandle>,
    /// Its brushes.
    pub brushes: Store<Brush>,
    /// The surfaces that it holds by handle.
    pub surfaces: Surfaces,
    /// The result of the last TForm command.
    pub tformed: Vec3,
    /// The result of the last CameraProject.
    pub projected: Vec3,
}

impl Default for WorldState {
    fn default() -> Self {
        Self {
            texture_filters: TextureFilters::default(),
            textures: Store::new(Kind::Texture),
            texture_cache: TextureCache::default(),
            graphs: Store::new(Kind::AnimGraph),
            brushes: Store::new(Kind::Brush),
            surfaces: Surfaces::new(Kind::Surface),
            tformed: Vec3::ZERO,
            projected: Vec3::ZERO,
        }
    }
}
