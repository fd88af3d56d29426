//! The fixed-function look of Direct3D 7 on wgpu.
