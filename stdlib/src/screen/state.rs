//! What the commands of screen and drawing keep beside the screen itself.

use std::rc::Rc;

use flitz_runtime::render::Font;

use super::images::{ImageSettings, Picture};
use super::movies::PlayedMovie;
use super::targets::Buffers;
use super::{DefaultView, Entry};
use crate::handles::Kind;
use crate::store::Store;

/// What the commands of screen and drawing keep beside the screen itself; there from the start, whether there is a screen or not.
pub(crate) struct ScreenState {
    /// The buffers that the program holds by handle.
    pub buffers: Buffers,
    /// Its images.
    pub images: Store<Picture>,
    /// Its movies.
    pub movies: Store<PlayedMovie>,
    /// What images are made with.
    pub image_settings: ImageSettings,
    /// Its fonts.
    pub fonts: Store<Rc<Font>>,
    /// The camera and light that are lent to a program that has none.
    pub default_view: DefaultView,
    /// The line that `Input$` is being given.
    pub entry: Entry,
    /// The end of what was printed while there was no screen.
    pub printed: Vec<u8>,
}

impl Default for ScreenState {
    fn default() -> Self {
        Self {
            buffers: Buffers::new(Kind::Buffer),
            images: Store::new(Kind::Image),
            movies: Store::new(Kind::Movie),
            image_settings: ImageSettings::default(),
            fonts: Store::new(Kind::Font),
            default_view: DefaultView::default(),
            entry: Entry::default(),
            printed: Vec::new(),
        }
    }
}
