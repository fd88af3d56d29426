//! The flitz engine: animation, scene, assets, rendering, window.
