//! The format of Microsoft's DirectX, X: frames, meshes, materials, and keys, as text or binary words.
//!
//! What Blitz3D's loader did not look at (skins, matrix keys, normals that are shared between corners) is passed over here too. Space and
//! sense of rotation are Blitz3D's own.

mod mesh;
mod tree;

use std::collections::HashMap;
use std::sync::Arc;

use flitz_animation::{Clip, Joint, Skeleton};
use flitz_scene::{AnimatedPart, ModelData, ModelNode, SurfaceOrder};
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

use crate::error::LoadError;
use crate::limits;
use crate::looks::{Looks, split};
use mesh::Parts;
pub(crate) use tree::is_x;
use tree::{Inside, Object};

/// Keys of a frame: (time, value).
#[derive(Default)]
struct Keys {
    rotations: Vec<(f64, Quat)>,
    scales: Vec<(f64, Vec3)>,
    translations: Vec<(f64, Vec3)>,
}

/// A frame, or the root.
struct Frame {
    name: String,
    parent: Option<usize>,
    place: Affine3A,
    parts: Parts,
    keys: Keys,
}

impl Frame {
    fn new(name: String, parent: Option<usize>) -> Self {
        Self {
            name,
            parent,
            place: Affine3A::IDENTITY,
            parts: Parts::default(),
            keys: Keys::default(),
        }
    }
}

/// What has been read so far.
struct Scene<'a> {
    frames: Vec<Frame>,
    /// Frames by their names.
    by_name: HashMap<String, usize>,
    /// Materials that stand outside of meshes.
    materials: HashMap<&'a str, &'a Object>,
    looks: Looks,
    model: ModelData,
    /// The last time of a key.
    last: f64,
    key_total: usize,
    corner_total: usize,
}

/// Loads an X file; its textures only by name.
pub(crate) fn load(bytes: &[u8]) -> Result<ModelData, LoadError> {
    let objects = tree::read(bytes)?;
    let mut scene = Scene {
        frames: vec![Frame::new(String::new(), None)],
        by_name: HashMap::new(),
        materials: objects
            .iter()
            .filter(|object| object.kind == "material")
            .map(|object| (object.name.as_str(), object))
            .collect(),
        looks: Looks::default(),
        model: ModelData {
            surface_order: SurfaceOrder::ByBrush,
            ..ModelData::default()
        },
        last: 0.0,
        key_total: 0,
        corner_total: 0,
    };
    for object in &objects {
        match object.kind.as_str() {
            "mesh" => scene.mesh(object, 0)?,
            "frame" => scene.frame(object, 0)?,
            "animationset" => scene.animations(object)?,
            _ => {}
        }
    }
    scene.finish()
}

impl<'a> Scene<'a> {
    fn frame(&mut self, object: &'a Object, parent: usize) -> Result<(), LoadError> {
        let index = self.frames.len();
        self.frames
            .push(Frame::new(object.name.clone(), Some(parent)));
        self.by_name.insert(object.name.clone(), index);
        for inside in &object.inside {
            let Inside::Object(inner) = inside else {
                continue;
            };
            match inner.kind.as_str() {
                "frametransformmatrix" => {
                    if let (Some(place), Some(frame)) =
                        (matrix(&inner.numbers), self.frames.get_mut(index))
                    {
                        frame.place = place;
                    }
                }
                "mesh" => self.mesh(inner, index)?,
                "frame" => self.frame(inner, index)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn mesh(&mut self, object: &'a Object, frame: usize) -> Result<(), LoadError> {
        let part = mesh::read(
            object,
            &self.materials,
            &mut self.looks,
            &mut self.model.textures,
            &mut self.corner_total,
        )?;
        if let Some(frame) = self.frames.get_mut(frame) {
            frame.parts.add(part);
        }
        Ok(())
    }

    fn animations(&mut self, set: &'a Object) -> Result<(), LoadError> {
        for inside in &set.inside {
            let Inside::Object(animation) = inside else {
                continue;
            };
            if animation.kind != "animation" {
                continue;
            }
            let mut frame = None;
            for inside in &animation.inside {
                match inside {
                    Inside::Reference(name) => frame = self.by_name.get(name).copied().or(frame),
                    Inside::Object(keys) if keys.kind == "animationkey" => {
                        if let Some(frame) = frame {
                            self.keys(&keys.numbers, frame)?;
                        }
                    }
                    Inside::Object(_) => {}
                }
            }
        }
        Ok(())
    }

    /// Keys: kind, count, and for each its time, how many numbers it has, and these.
    fn keys(&mut self, numbers: &[f64], frame: usize) -> Result<(), LoadError> {
        let mut numbers = numbers.iter().copied();
        let (Some(kind), Some(_)) = (numbers.next(), numbers.next()) else {
            return Ok(());
        };
        while let (Some(time), Some(count)) = (numbers.next(), numbers.next()) {
            // What a damaged count asks for is not there; `take` ends with what is.
            let values: Vec<f32> = numbers
                .by_ref()
                .take(count.clamp(0.0, 16.0) as usize)
                .map(|value| value as f32)
                .collect();
            let time = time.trunc();
            limits::count(&mut self.key_total, 1, limits::KEYS, "keys")?;
            let Some(keys) = self.frames.get_mut(frame).map(|frame| &mut frame.keys) else {
                return Ok(());
            };
            self.last = self.last.max(time);
            match (kind as i64, values[..].first_chunk::<3>(), values.len()) {
                (0, _, 4) => {
                    if let [w, x, y, z] = values[..] {
                        // Blitz3D's product is the reverse of Hamilton's.
                        keys.rotations.push((time, Quat::from_xyzw(-x, -y, -z, w)));
                    }
                }
                (1, Some(&scale), 3) => keys.scales.push((time, Vec3::from(scale).abs())),
                (2, Some(&place), 3) => keys.translations.push((time, Vec3::from(place))),
                _ => {}
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<ModelData, LoadError> {
        let mut vertex_total = 0;
        let mut all_keys = Vec::with_capacity(self.frames.len());
        for frame in self.frames {
            let mesh = frame.parts.finish(&self.looks, &mut vertex_total)?;
            self.model.nodes.push(ModelNode {
                name: frame.name,
                parent: frame.parent,
                transform: split(frame.place),
                mesh,
                is_joint: false,
            });
            all_keys.push(frame.keys);
        }
        let joints = self.model.nodes.iter().map(|node| Joint {
            name: node.name.clone(),
            parent: node.parent,
            rest: node.transform,
        });
        let skeleton = Skeleton::new(joints.collect())
            .map_err(|error| LoadError::new(format!("the frames cannot be used: {error}")))?;
        let unusable = |error| LoadError::new(format!("the animation cannot be used: {error}"));
        let length = self.last.min(f64::from(i32::MAX)) as f32;
        let mut clip = Clip::builder(all_keys.len(), length).map_err(unusable)?;
        for (joint, keys) in all_keys.into_iter().enumerate() {
            for (time, value) in keys.translations {
                clip.translation(joint, time as f32, value)
                    .map_err(unusable)?;
            }
            for (time, value) in keys.rotations {
                clip.rotation(joint, time as f32, value).map_err(unusable)?;
            }
            for (time, value) in keys.scales {
                clip.scale(joint, time as f32, value).map_err(unusable)?;
            }
        }
        self.model.animated.push(AnimatedPart {
            node: 0,
            skeleton: Arc::new(skeleton),
            joints: (0..self.model.nodes.len()).collect(),
            clips: vec![Arc::new(clip.build())],
            named_parts: Vec::new(),
            answering: Vec::new(),
        });
        Ok(self.model)
    }
}

/// A place whose rows in the file are the axes and the position.
fn matrix(numbers: &[f64]) -> Option<Affine3A> {
    let all: [f64; 16] = numbers.get(..16)?.try_into().ok()?;
    let row = |at: usize| {
        Vec3A::from_array([0, 1, 2].map(|i| all.get(at + i).copied().unwrap_or(0.0) as f32))
    };
    let place = Affine3A {
        matrix3: Mat3A::from_cols(row(0), row(4), row(8)),
        translation: row(12),
    };
    place.is_finite().then_some(place)
}
