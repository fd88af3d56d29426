//! Rendering: the fixed-function look of Direct3D 7 on wgpu, 2D drawing, read-back.
//!
//! A [`Display`] is what a program draws on: 2D through [`Display::canvas`] and a [`Painter`], 3D through [`Display::render_world`], in any
//! order; [`Display::flip`] and [`Display::present`] show it.

mod buffer;
pub mod canvas;
mod display;
mod error;
mod gamma;
mod gpu;
mod multisample;
mod present;
mod scene;

pub use canvas::{Canvas, Font, Painter, Pen, Style, default_font};
pub use display::{Display, ScreenBuffer};
pub use error::{FontError, RenderError};
pub use gamma::GammaRamp;
pub use gpu::DrawableWindow;
pub use scene::{SceneSettings, SceneStats};
