//! Animations: one sequence each, in the file's order, seconds as frames at 60 a second.

use std::sync::Arc;

use flitz_animation::{Channel, Clip, ClipBuilder, ClipError, Interpolation, Joint, Key, Skeleton};
use flitz_scene::{AnimatedPart, ModelSkin};
use glam::{Quat, Vec3};
use gltf::json::animation::{self, Animation, Property};
use gltf::json::validation::Checked;

use super::accessor::Reader;
use super::mesh::MORPH_NOTE;
use super::mirror;
use super::tree::Tree;
use crate::error::LoadError;
use crate::limits;

/// Frames in a second at speed 1.
const FRAMES: f64 = 60.0;

/// One animated part at the model's root: the animated nodes, the joints of skins, and their ancestors. `None` for a
/// static model.
pub(super) fn animated_part<'s>(
    reader: &Reader<'_>,
    tree: &Tree,
    skins: impl Iterator<Item = &'s ModelSkin>,
    notes: &mut Vec<String>,
) -> Result<Option<AnimatedPart>, LoadError> {
    let mut moves = vec![false; tree.nodes.len()];
    let channels = reader
        .root
        .animations
        .iter()
        .flat_map(|animation| &animation.channels);
    let targets = channels.filter_map(|channel| {
        tree.place
            .get(channel.target.node.value())
            .copied()
            .flatten()
    });
    for node in targets.chain(skins.flat_map(|skin| skin.joints.iter().copied())) {
        let mut above = Some(node);
        while let Some(moving) = above
            .and_then(|node| moves.get_mut(node))
            .filter(|moving| !**moving)
        {
            *moving = true;
            above = above
                .and_then(|node| tree.nodes.get(node))
                .and_then(|node| node.parent);
        }
    }
    let joints: Vec<usize> = (0..tree.nodes.len())
        .filter(|&node| moves.get(node) == Some(&true))
        .collect();
    if joints.is_empty() {
        return Ok(None);
    }
    let mut joint_of = vec![None; tree.nodes.len()];
    let mut skeleton = Vec::with_capacity(joints.len());
    for (joint, &node) in joints.iter().enumerate() {
        let Some(node_data) = tree.nodes.get(node) else {
            continue;
        };
        let parent = node_data
            .parent
            .and_then(|parent| joint_of.get(parent).copied().flatten());
        skeleton.push(Joint {
            name: node_data.name.clone(),
            parent,
            rest: node_data.transform,
        });
        if let Some(slot) = joint_of.get_mut(node) {
            *slot = Some(joint);
        }
    }
    let skeleton = Skeleton::new(skeleton)
        .map_err(|error| LoadError::new(format!("the joints cannot be used: {error}")))?;
    let mut total = 0;
    let mut clips = Vec::with_capacity(reader.root.animations.len());
    for (number, animation) in reader.root.animations.iter().enumerate() {
        let name = animation.name.clone().unwrap_or_default();
        let joint = |node: usize| {
            joint_of
                .get(tree.place.get(node).copied().flatten()?)
                .copied()
                .flatten()
        };
        let clip = clip(
            reader,
            animation,
            &name,
            joints.len(),
            &joint,
            &mut total,
            notes,
        )
        .map_err(|error| {
            LoadError::new(format!(
                "animation {number} (\"{name}\") cannot be used: {error}"
            ))
        })?;
        clips.push(Arc::new(clip));
    }
    Ok(Some(AnimatedPart {
        node: 0,
        skeleton: Arc::new(skeleton),
        joints,
        clips,
        named_parts: Vec::new(),
        answering: Vec::new(),
    }))
}

fn clip(
    reader: &Reader<'_>,
    animation: &Animation,
    name: &str,
    joint_count: usize,
    joint: &dyn Fn(usize) -> Option<usize>,
    total: &mut usize,
    notes: &mut Vec<String>,
) -> Result<Clip, LoadError> {
    limits::count(total, joint_count, limits::KEYS, "keys in its sequences")?;
    let mut times: Vec<Option<Vec<f32>>> = vec![None; animation.samplers.len()];
    let mut length = 0.0_f32;
    for channel in &animation.channels {
        let number = channel.sampler.value();
        let (Some(sampler), Some(slot)) = (animation.samplers.get(number), times.get_mut(number))
        else {
            return Err(LoadError::new(format!("it has no sampler {number}")));
        };
        if slot.is_none() {
            let input = sampler.input.value();
            let count = reader.count(input);
            limits::count(total, count, limits::KEYS, "keys in its sequences")?;
            let seconds = reader.floats::<1>(input, count)?;
            let frames: Vec<f32> = seconds
                .iter()
                .map(|[second]| (f64::from(*second) * FRAMES) as f32)
                .collect();
            length = frames
                .iter()
                .copied()
                .filter(|frame| frame.is_finite())
                .fold(length, f32::max);
            *slot = Some(frames);
        }
    }
    let mut builder = Clip::builder(joint_count, length).map_err(refused)?;
    builder.name(name);
    for channel in &animation.channels {
        let number = channel.sampler.value();
        let (Some(sampler), Some(Some(frames))) =
            (animation.samplers.get(number), times.get(number))
        else {
            continue;
        };
        let Checked::Valid(property) = channel.target.path else {
            continue;
        };
        if property == Property::MorphTargetWeights {
            limits::note(notes, MORPH_NOTE);
            continue;
        }
        let Some(joint) = joint(channel.target.node.value()) else {
            continue;
        };
        limits::count(total, frames.len(), limits::KEYS, "keys in its sequences")?;
        add_channel(reader, &mut builder, joint, property, sampler, frames)?;
    }
    Ok(builder.build())
}

fn add_channel(
    reader: &Reader<'_>,
    builder: &mut ClipBuilder,
    joint: usize,
    property: Property,
    sampler: &animation::Sampler,
    frames: &[f32],
) -> Result<(), LoadError> {
    let interpolation = match sampler.interpolation {
        Checked::Valid(animation::Interpolation::Step) => Interpolation::Step,
        Checked::Valid(animation::Interpolation::CubicSpline) => Interpolation::CubicSpline,
        _ => Interpolation::Linear,
    };
    let output = sampler.output.value();
    // A cubic channel has three values a key: slope in, value, slope out.
    let each = if interpolation == Interpolation::CubicSpline {
        3
    } else {
        1
    };
    let count = frames.len() * each;
    let vector = |value: [f32; 3]| Vec3::from(value);
    match property {
        Property::Translation => {
            builder
                .interpolation(joint, Channel::Translation, interpolation)
                .map_err(refused)?;
            let values = reader
                .floats(output, count)?
                .into_iter()
                .map(|value| mirror::vector(vector(value)))
                .collect();
            for key in keys(frames, values, each, |value: Vec3, factor| value * factor) {
                builder.translation_key(joint, key).map_err(refused)?;
            }
        }
        Property::Scale => {
            builder
                .interpolation(joint, Channel::Scale, interpolation)
                .map_err(refused)?;
            let values = reader
                .floats(output, count)?
                .into_iter()
                .map(vector)
                .collect();
            for key in keys(frames, values, each, |value: Vec3, factor| value * factor) {
                builder.scale_key(joint, key).map_err(refused)?;
            }
        }
        Property::Rotation => {
            builder
                .interpolation(joint, Channel::Rotation, interpolation)
                .map_err(refused)?;
            let values = reader
                .floats(output, count)?
                .into_iter()
                .map(|value| mirror::rotation(Quat::from_array(value)))
                .collect();
            for key in keys(frames, values, each, |value: Quat, factor| value * factor) {
                builder.rotation_key(joint, key).map_err(refused)?;
            }
        }
        Property::MorphTargetWeights => {}
    }
    Ok(())
}

/// Pairs frames with values, `each` a frame. Slopes are per second in the file, per frame in a key.
fn keys<T: Copy>(
    frames: &[f32],
    values: Vec<T>,
    each: usize,
    scaled: impl Fn(T, f32) -> T,
) -> Vec<Key<T>> {
    let per_frame = FRAMES.recip() as f32;
    let pairs = frames.iter().zip(values.chunks_exact(each));
    pairs
        .filter_map(|(&frame, values)| match *values {
            [value] => {
                let flat = scaled(value, 0.0);
                Some(Key {
                    frame,
                    value,
                    in_tangent: flat,
                    out_tangent: flat,
                })
            }
            [slope_in, value, slope_out] => {
                let (in_tangent, out_tangent) =
                    (scaled(slope_in, per_frame), scaled(slope_out, per_frame));
                Some(Key {
                    frame,
                    value,
                    in_tangent,
                    out_tangent,
                })
            }
            _ => None,
        })
        .collect()
}

fn refused(error: ClipError) -> LoadError {
    LoadError::new(error.to_string())
}
