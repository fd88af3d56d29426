//! Model and image loaders of flitz: bytes to scene data.
