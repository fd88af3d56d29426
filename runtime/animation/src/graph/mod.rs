//! The general blend tree.

mod evaluate;

use crate::clock::{Clock, PlayMode};
use crate::error::{MixerError, finite};
use crate::mask::Mask;
use crate::packed::GridTime;
use crate::ramp::Ramp;
use crate::sequences::Sequences;

pub(crate) use evaluate::{GraphPose, GraphScratch};

/// Number of a node in its [`Graph`]; 0 is the root.
pub type NodeId = usize;

/// What a clip node in an add node is relative to. In other nodes the clip's pose counts as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClipReference {
    /// Nothing: its value is scaled from the identity.
    #[default]
    Absolute,
    /// Frame 0 of the clip itself.
    OwnFirstFrame,
    /// Frame 0 of a sequence.
    Sequence(usize),
}

#[derive(Clone, Debug)]
enum NodeKind {
    Blend {
        /// Where this is the top of a tree of blend nodes: what hangs below that tree.
        leaves: Vec<NodeId>,
    },
    Add,
    Overlay,
    Clip {
        seq: usize,
        clock: Clock,
        /// The sequence whose frame 0 the delta is taken from.
        reference: Option<usize>,
        at: GridTime,
    },
}

#[derive(Clone, Debug)]
struct Node {
    parent: NodeId,
    kind: NodeKind,
    children: Vec<NodeId>,
    weight: Ramp,
    mask: Option<Mask>,
}

/// A tree of blend, add, overlay and clip nodes over the sequences of one object.
///
/// * A **blend** node is the average of its children, weights divided by their sum per channel; a tree of
///   blend nodes is flattened to one average.
/// * An **add** node is the sum of `weight * value` over its children, each weight counting.
/// * An **overlay** node mixes its children in order over what stands so far, the first over the rest pose.
/// * A **clip** node is a sampled sequence with a clock of its own.
///
/// Made by [`Mixer::create_graph`](crate::Mixer::create_graph); the root, node 0, is a blend node.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
}

impl Graph {
    pub(crate) fn new() -> Self {
        let root = Node {
            parent: 0,
            kind: NodeKind::Blend { leaves: Vec::new() },
            children: Vec::new(),
            weight: Ramp::new(1.0, 0.0),
            mask: None,
        };
        Self { nodes: vec![root] }
    }

    /// Current weight of a node, `None` when there is no such node.
    #[must_use]
    pub fn weight(&self, node: NodeId) -> Option<f32> {
        self.nodes.get(node).map(|node| node.weight.current())
    }

    /// Time of a clip node in frames, `None` for any other node.
    #[must_use]
    pub fn time(&self, node: NodeId) -> Option<f32> {
        match &self.nodes.get(node)?.kind {
            NodeKind::Clip { clock, .. } => Some(clock.time()),
            _ => None,
        }
    }

    pub(crate) fn add_blend(&mut self, parent: NodeId, weight: f32) -> Result<NodeId, MixerError> {
        self.add(parent, weight, NodeKind::Blend { leaves: Vec::new() })
    }

    pub(crate) fn add_sum(&mut self, parent: NodeId, weight: f32) -> Result<NodeId, MixerError> {
        self.add(parent, weight, NodeKind::Add)
    }

    pub(crate) fn add_overlay(
        &mut self,
        parent: NodeId,
        weight: f32,
    ) -> Result<NodeId, MixerError> {
        self.add(parent, weight, NodeKind::Overlay)
    }

    pub(crate) fn add_clip(
        &mut self,
        sequences: &Sequences,
        parent: NodeId,
        seq: usize,
        weight: f32,
        mode: PlayMode,
        speed: f32,
        reference: ClipReference,
    ) -> Result<NodeId, MixerError> {
        finite(speed, "the speed")?;
        let length = sequences.get(seq)?.length();
        let reference = match reference {
            ClipReference::Absolute => None,
            ClipReference::OwnFirstFrame => Some(seq),
            ClipReference::Sequence(other) => {
                sequences.get(other)?;
                Some(other)
            }
        };
        if reference.is_some() {
            sequences.check_rig(seq)?;
        }
        let clock = Clock::new(mode, speed, length);
        let at = sequences.locate(seq, clock.time());
        self.add(
            parent,
            weight,
            NodeKind::Clip {
                seq,
                clock,
                reference,
                at,
            },
        )
    }

    fn add(&mut self, parent: NodeId, weight: f32, kind: NodeKind) -> Result<NodeId, MixerError> {
        finite(weight, "the weight")?;
        let node = self.nodes.len();
        let above = self
            .nodes
            .get(parent)
            .ok_or(MixerError::NoSuchNode { node: parent })?;
        if matches!(above.kind, NodeKind::Clip { .. }) {
            return Err(MixerError::ClipHasNoChildren { node: parent });
        }
        if !matches!(kind, NodeKind::Blend { .. }) {
            self.hang_on_blend_tree(parent, node);
        }
        self.nodes[parent].children.push(node);
        self.nodes.push(Node {
            parent,
            kind,
            children: Vec::new(),
            weight: Ramp::new(weight, 0.0),
            mask: None,
        });
        Ok(node)
    }

    /// Enters `leaf` at the top of the tree of blend nodes that `parent` belongs to, if it does.
    fn hang_on_blend_tree(&mut self, parent: NodeId, leaf: NodeId) {
        let mut top = parent;
        while top != 0
            && matches!(self.nodes[top].kind, NodeKind::Blend { .. })
            && matches!(
                self.nodes[self.nodes[top].parent].kind,
                NodeKind::Blend { .. }
            )
        {
            top = self.nodes[top].parent;
        }
        if let NodeKind::Blend { leaves } = &mut self.nodes[top].kind {
            leaves.push(leaf);
        }
    }

    /// Sends a node's weight toward `weight` at `fade` units per second; 0 or less sets it at once.
    ///
    /// # Errors
    /// When there is no such node, or a number is not finite.
    pub(crate) fn set_weight(
        &mut self,
        node: NodeId,
        weight: f32,
        fade: f32,
    ) -> Result<(), MixerError> {
        finite(weight, "the weight")?;
        finite(fade, "the fade")?;
        self.node_mut(node)?.weight.set(weight, fade);
        Ok(())
    }

    /// Sets a node's weight factor, clamped to `[0, 1]`, on a joint, and on all below it when `children` is set.
    pub(crate) fn set_mask(
        &mut self,
        sequences: &Sequences,
        node: NodeId,
        joint: usize,
        factor: f32,
        children: bool,
    ) -> Result<(), MixerError> {
        finite(factor, "the weight")?;
        let skeleton = sequences.skeleton();
        if joint >= skeleton.len() {
            return Err(MixerError::NoSuchJoint {
                name: joint.to_string(),
            });
        }
        let mask = &mut self.node_mut(node)?.mask;
        mask.get_or_insert_with(|| Mask::new(skeleton.len()))
            .set(skeleton, joint, factor, children);
        Ok(())
    }

    fn node_mut(&mut self, node: NodeId) -> Result<&mut Node, MixerError> {
        self.nodes
            .get_mut(node)
            .ok_or(MixerError::NoSuchNode { node })
    }

    /// Puts every clip at its start.
    pub(crate) fn restart(&mut self, sequences: &Sequences) {
        for node in &mut self.nodes {
            if let NodeKind::Clip { seq, clock, at, .. } = &mut node.kind {
                clock.restart();
                *at = sequences.locate(*seq, clock.time());
            }
        }
    }

    /// After a change of a sequence: its nodes find their places anew.
    pub(crate) fn relocate(&mut self, sequences: &Sequences, changed: usize, length: f32) {
        for node in &mut self.nodes {
            if let NodeKind::Clip { seq, clock, at, .. } = &mut node.kind
                && *seq == changed
            {
                clock.set_length(length);
                *at = sequences.locate(changed, clock.time());
            }
        }
    }

    /// Moves all clocks and weights.
    pub(crate) fn advance(&mut self, sequences: &Sequences, ticks: f64) {
        for node in &mut self.nodes {
            node.weight.advance(ticks);
            if let NodeKind::Clip { seq, clock, at, .. } = &mut node.kind {
                clock.advance(ticks);
                *at = sequences.locate(*seq, clock.time());
            }
        }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let masks: usize = self
            .nodes
            .iter()
            .filter_map(|node| node.mask.as_ref())
            .map(Mask::heap_bytes)
            .sum();
        self.nodes.capacity() * size_of::<Node>() + masks
    }
}
