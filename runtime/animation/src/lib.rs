//! The flitz animation blending core.
