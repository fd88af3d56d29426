//! The chunks ANIM, KEYS and SEQS, and the animated parts that come of them.

use std::sync::Arc;

use flitz_animation::{Clip, ClipError, Joint, JointTracks, PartPlace, SequencePart, Skeleton};
use flitz_scene::AnimatedPart;
use glam::{Quat, Vec3};

use super::node::RawNode;
use super::reader::Reader;
use crate::error::LoadError;
use crate::limits;

/// KEYS flags: what a key holds.
const POSITION: i32 = 1;
const SCALE: i32 = 2;
const ROTATION: i32 = 4;
/// SEQS flag: the parts cover the whole, which is then no sequence of its own.
const PARTS_COVER: i32 = 1;

/// A key of a node.
#[derive(Clone, Copy)]
pub(super) enum Key {
    Position(i32, Vec3),
    Scale(i32, Vec3),
    Rotation(i32, Quat),
}

impl Key {
    fn frame(&self) -> i32 {
        match self {
            Self::Position(frame, _) | Self::Scale(frame, _) | Self::Rotation(frame, _) => *frame,
        }
    }
}

/// A named part of the animation.
#[derive(Clone)]
pub(super) struct Part {
    name: String,
    first: i32,
    last: i32,
    flags: i32,
}

/// Reads a KEYS chunk. Keys that hold no finite numbers are passed over.
pub(super) fn read_keys(body: &mut Reader<'_>, keys: &mut Vec<Key>) -> Result<(), LoadError> {
    let flags = body.int()?;
    while !body.is_empty() {
        let frame = body.int()?;
        if flags & POSITION != 0 {
            let value = body.vec3()?;
            keys.extend(value.is_finite().then_some(Key::Position(frame, value)));
        }
        if flags & SCALE != 0 {
            let value = body.vec3()?;
            keys.extend(value.is_finite().then_some(Key::Scale(frame, value)));
        }
        if flags & ROTATION != 0 {
            let value = body.rotation()?;
            keys.extend(value.is_finite().then_some(Key::Rotation(frame, value)));
        }
    }
    Ok(())
}

/// Reads an ANIM chunk: flags, frames, frames a second. Only the frames count; less than none are none.
pub(super) fn read_frames(body: &mut Reader<'_>) -> Result<i32, LoadError> {
    body.int()?;
    Ok(body.int()?.max(0))
}

/// Reads a SEQS chunk.
pub(super) fn read_parts(body: &mut Reader<'_>, parts: &mut Vec<Part>) -> Result<(), LoadError> {
    while !body.is_empty() {
        let name = body.text()?;
        let [from, to, flags] = [body.int()?, body.int()?, body.int()?];
        parts.push(Part {
            name,
            first: from.min(to),
            last: from.max(to),
            flags,
        });
    }
    Ok(())
}

/// The animated parts, in the order of their nodes: each mesh with bones moves itself and them; each other node with an ANIM
/// chunk moves all below it that no such mesh, and no node further down, moves already.
pub(super) fn animated_parts(
    nodes: &mut [RawNode],
    bones: &[Vec<usize>],
    whole_parts: &[Part],
) -> Result<Vec<AnimatedPart>, LoadError> {
    let mut claimed = vec![false; nodes.len()];
    let mut groups: Vec<JointGroup> = Vec::new();
    for (index, bones) in bones.iter().enumerate().rev() {
        let Some(node) = nodes.get(index) else {
            continue;
        };
        let joints: Vec<usize> = if !bones.is_empty() {
            std::iter::once(index)
                .chain(bones.iter().copied())
                .collect()
        } else if node.frames > 0 {
            let free = |&below: &usize| below == index || claimed.get(below) == Some(&false);
            let joints: Vec<usize> = (index..node.end).filter(free).collect();
            let moves = joints
                .iter()
                .any(|&joint| nodes.get(joint).is_some_and(|node| !node.keys.is_empty()));
            // The last group found stands at the first animated node after this one.
            if let Some(below) = groups
                .last_mut()
                .filter(|group| group.node < node.end && !moves)
            {
                below.answering.push(index);
                continue;
            }
            joints
        } else {
            continue;
        };
        for &joint in &joints {
            if let Some(claim) = claimed.get_mut(joint) {
                *claim = true;
            }
        }
        groups.push(JointGroup {
            node: index,
            joints,
            answering: Vec::new(),
        });
    }
    groups.reverse();
    let mut key_total = 0;
    let mut parts = Vec::with_capacity(groups.len());
    for (number, group) in groups.iter().enumerate() {
        let next = groups.get(number + 1).map_or(nodes.len(), |next| next.node);
        let named = parts_for(nodes, group.node, next, whole_parts).to_vec();
        parts.push(animated_part(nodes, group, named, &mut key_total)?);
    }
    Ok(parts)
}

/// The joints that one node's animation moves, parents first.
struct JointGroup {
    node: usize,
    joints: Vec<usize>,
    /// Nodes above with an ANIM chunk that move nothing themselves.
    answering: Vec<usize>,
}

/// The named parts that apply to the animation of a node: those of the nearest node at or above it that has some, else those
/// that stand below it and before the next animated node, else those at the top of the file.
fn parts_for<'a>(nodes: &'a [RawNode], node: usize, next: usize, whole: &'a [Part]) -> &'a [Part] {
    let mut above = Some(node);
    while let Some(raw) = above.and_then(|index| nodes.get(index)) {
        if !raw.parts.is_empty() {
            return &raw.parts;
        }
        above = raw.parent;
    }
    let end = nodes.get(node).map_or(node, |node| node.end);
    let below = nodes.get(node..end.min(next)).unwrap_or_default();
    below
        .iter()
        .map(|raw| raw.parts.as_slice())
        .find(|parts| !parts.is_empty())
        .unwrap_or(whole)
}

fn animated_part(
    nodes: &mut [RawNode],
    group: &JointGroup,
    named: Vec<Part>,
    key_total: &mut usize,
) -> Result<AnimatedPart, LoadError> {
    let skeleton = skeleton(nodes, &group.joints)?;
    let keys: usize = group
        .joints
        .iter()
        .filter_map(|&joint| nodes.get(joint))
        .map(|node| node.keys.len())
        .sum();
    limits::count(key_total, keys, limits::KEYS, "keys")?;
    let length = length(nodes, group);
    let mut builder = Clip::builder(group.joints.len(), length).map_err(unusable)?;
    for (joint, &index) in group.joints.iter().enumerate() {
        let keys = nodes
            .get_mut(index)
            .map(|node| std::mem::take(&mut node.keys))
            .unwrap_or_default();
        for key in keys {
            match key {
                Key::Position(frame, value) => builder.translation(joint, frame as f32, value),
                Key::Scale(frame, value) => builder.scale(joint, frame as f32, value),
                Key::Rotation(frame, value) => builder.rotation(joint, frame as f32, value),
            }
            .map_err(unusable)?;
        }
    }
    let whole = builder.build();
    let (clips, named_parts) = sequences(whole, named, key_total)?;
    Ok(AnimatedPart {
        node: group.node,
        skeleton: Arc::new(skeleton),
        joints: group.joints.clone(),
        clips,
        named_parts,
        answering: group.answering.clone(),
    })
}

/// The sequences and the named parts. Blitz3D knew no SEQS chunk: the whole is sequence 0, and the named parts take no numbers. But
/// where each part says that the parts cover the whole, they are the sequences.
fn sequences(
    whole: Clip,
    named: Vec<Part>,
    key_total: &mut usize,
) -> Result<(Vec<Arc<Clip>>, Vec<SequencePart>), LoadError> {
    let cover = !named.is_empty() && named.iter().all(|part| part.flags & PARTS_COVER != 0);
    let mut clips = Vec::new();
    let mut parts = Vec::with_capacity(named.len());
    for part in named {
        let (first, last) = (part.first as f32, part.last as f32);
        // Names without end are a burden too.
        let mut size = part.name.len() / 16;
        let mut place = PartPlace::Frames {
            seq: 0,
            first,
            last,
        };
        if cover {
            size += size_of_part(&whole, first, last);
            place = PartPlace::Sequence(clips.len());
        }
        limits::count(key_total, size, limits::KEYS, "keys in its sequences")?;
        if cover {
            let clip = whole.extract(first, last).map_err(unusable)?;
            clips.push(Arc::new(clip.named(part.name.as_str())));
        }
        parts.push(SequencePart {
            name: part.name,
            place,
        });
    }
    if !cover {
        clips.push(Arc::new(whole));
    }
    Ok((clips, parts))
}

fn unusable(error: ClipError) -> LoadError {
    LoadError::new(format!("the animation cannot be used: {error}"))
}

/// How much a part of a clip takes: its joints and its keys.
fn size_of_part(clip: &Clip, first: f32, last: f32) -> usize {
    let inside = |frames: &[f32]| {
        frames
            .partition_point(|&frame| frame <= last)
            .saturating_sub(frames.partition_point(|&frame| frame < first))
    };
    let keys = |joint: &JointTracks| {
        joint
            .translation
            .as_ref()
            .map_or(0, |track| inside(track.frames()))
            + joint
                .rotation
                .as_ref()
                .map_or(0, |track| inside(track.frames()))
            + joint
                .scale
                .as_ref()
                .map_or(0, |track| inside(track.frames()))
    };
    clip.joint_count() + clip.joints().iter().map(keys).sum::<usize>()
}

/// The length in frames: that of the node's ANIM chunk, else of the nearest one above it, else the last key.
fn length(nodes: &[RawNode], group: &JointGroup) -> f32 {
    let mut above = Some(group.node);
    while let Some(node) = above.and_then(|index| nodes.get(index)) {
        if node.frames > 0 {
            return node.frames as f32;
        }
        above = node.parent;
    }
    let keys = group
        .joints
        .iter()
        .filter_map(|&joint| nodes.get(joint))
        .flat_map(|node| &node.keys);
    keys.map(Key::frame).max().unwrap_or(0).max(0) as f32
}

fn skeleton(nodes: &[RawNode], members: &[usize]) -> Result<Skeleton, LoadError> {
    // For every node from the first member on: the joint it is, or the nearest joint above it.
    let first = members.first().copied().unwrap_or(0);
    let end = members.last().map_or(0, |last| last + 1);
    let mut nearest: Vec<Option<usize>> = Vec::with_capacity(end.saturating_sub(first));
    let mut joints: Vec<Joint> = Vec::with_capacity(members.len());
    for (index, node) in nodes.iter().enumerate().take(end).skip(first) {
        let above = node.parent.and_then(|parent| parent.checked_sub(first));
        let above = above.and_then(|parent| nearest.get(parent).copied().flatten());
        let own = members.get(joints.len()) == Some(&index);
        nearest.push(if own { Some(joints.len()) } else { above });
        if own {
            joints.push(Joint {
                name: node.name.clone(),
                parent: above,
                rest: node.transform,
            });
        }
    }
    Skeleton::new(joints)
        .map_err(|error| LoadError::new(format!("the bones cannot be used: {error}")))
}
