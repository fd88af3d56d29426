//! The flitz scene: entities, meshes, brushes, textures, cameras, lights.
