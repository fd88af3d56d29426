//! The images of textures, shared by all textures of one file.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use crate::texture::{CubeFace, CubeMode, Image};

/// The images of a texture: its frames, or the six faces of a cube map. Clones share them, so that drawing on one changes all.
#[derive(Clone, Debug)]
pub struct Pixels(Rc<RefCell<Inner>>);

/// A weak reference to the images of a texture.
#[derive(Clone, Debug)]
pub struct WeakPixels(Weak<RefCell<Inner>>);

#[derive(Debug)]
struct Inner {
    frames: Vec<Arc<Image>>,
    version: u64,
    cube_face: CubeFace,
    cube_mode: CubeMode,
}

impl Pixels {
    /// A set of images.
    pub fn new(frames: Vec<Arc<Image>>) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            frames,
            version: 0,
            cube_face: CubeFace::default(),
            cube_mode: CubeMode::default(),
        })))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.borrow().frames.len()
    }

    /// One of them, as it is now.
    pub fn frame(&self, index: usize) -> Option<Arc<Image>> {
        self.0.borrow().frames.get(index).cloned()
    }

    /// Width and height of the first; 0 by 0 where there is none.
    pub fn size(&self) -> [u32; 2] {
        let inner = self.0.borrow();
        inner.frames.first().map_or([0; 2], |f| [f.width, f.height])
    }

    /// Edits one of them; `None` where it does not exist.
    pub fn edit<R>(&self, index: usize, edit: impl FnOnce(&mut Image) -> R) -> Option<R> {
        let mut inner = self.0.borrow_mut();
        inner.version += 1;
        inner.frames.get_mut(index).map(|f| edit(Arc::make_mut(f)))
    }

    /// Incremented with every change, so that the renderer uploads them again.
    pub fn version(&self) -> u64 {
        self.0.borrow().version
    }

    /// Of a cube map, the face that drawing goes to.
    pub fn cube_face(&self) -> CubeFace {
        self.0.borrow().cube_face
    }

    /// Of a cube map, sets the face that drawing goes to.
    pub fn set_cube_face(&self, face: CubeFace) {
        self.0.borrow_mut().cube_face = face;
    }

    /// Of a cube map, how it is laid on.
    pub fn cube_mode(&self) -> CubeMode {
        self.0.borrow().cube_mode
    }

    /// Of a cube map, sets how it is laid on, for all textures that share it.
    pub fn set_cube_mode(&self, mode: CubeMode) {
        self.0.borrow_mut().cube_mode = mode;
    }

    /// Whether both refer to the same images, not only to equal ones.
    pub fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// A weak reference to them.
    pub fn downgrade(&self) -> WeakPixels {
        WeakPixels(Rc::downgrade(&self.0))
    }
}

impl WeakPixels {
    /// The images, where a texture still refers to them.
    pub fn upgrade(&self) -> Option<Pixels> {
        self.0.upgrade().map(Pixels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_and_the_last_one_takes_them_along() {
        let one = Pixels::new(vec![Arc::new(Image::filled(2, 1, [0; 4]))]);
        let other = one.clone();
        let weak = one.downgrade();
        assert!(one.is(&other) && !one.is(&Pixels::new(Vec::new())));
        let before = other.version();
        one.edit(0, |image| image.rgba[0] = 7);
        assert_eq!(other.frame(0).unwrap().rgba[0], 7);
        assert!(other.version() > before);
        assert_eq!((other.count(), other.size()), (1, [2, 1]));
        assert!(one.edit(1, |_| ()).is_none() && one.frame(1).is_none());
        drop(one);
        assert!(weak.upgrade().is_some());
        drop(other);
        assert!(weak.upgrade().is_none());
    }
}
