//! The flitz engine: animation, scene, assets, rendering, sound, window. Knows nothing of BASIC; usable from Rust on its own.
//!
//! Each part is a crate of its own, so that the arrows between them can only run one way.

pub use flitz_animation as animation;
pub use flitz_assets as assets;
pub use flitz_audio as audio;
pub use flitz_render as render;
pub use flitz_scene as scene;
pub use flitz_window as window;
