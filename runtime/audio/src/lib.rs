//! What a listener hears of sounds in space: how loud, from which side and how high. Nothing here plays a sound.

mod spatial;

pub use spatial::{Body, Heard, Listener};
