//! Graphs of one object: `CreateAnimGraph` and what follows.

use super::Mixer;
use crate::clock::PlayMode;
use crate::error::MixerError;
use crate::graph::{ClipReference, Graph, NodeId};

/// Names a graph of one [`Mixer`]. Numbers of freed graphs are not given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GraphId(pub(super) usize);

impl Mixer {
    /// `CreateAnimGraph`: an empty graph over the object's sequences.
    pub fn create_graph(&mut self) -> GraphId {
        self.graphs.push(Some(Graph::new()));
        GraphId(self.graphs.len() - 1)
    }

    /// `AnimGraphBlend`: adds a node that averages its children.
    ///
    /// # Errors
    /// When graph or parent do not exist, the parent is a clip, or the weight is not finite.
    pub fn graph_blend(
        &mut self,
        graph: GraphId,
        parent: NodeId,
        weight: f32,
    ) -> Result<NodeId, MixerError> {
        self.graph_mut(graph)?.add_blend(parent, weight)
    }

    /// `AnimGraphAdd`: adds a node that sums its children.
    ///
    /// # Errors
    /// As [`Mixer::graph_blend`].
    pub fn graph_add(
        &mut self,
        graph: GraphId,
        parent: NodeId,
        weight: f32,
    ) -> Result<NodeId, MixerError> {
        self.graph_mut(graph)?.add_sum(parent, weight)
    }

    /// `AnimGraphOverlay`: adds a node that mixes its children one over the other.
    ///
    /// # Errors
    /// As [`Mixer::graph_blend`].
    pub fn graph_overlay(
        &mut self,
        graph: GraphId,
        parent: NodeId,
        weight: f32,
    ) -> Result<NodeId, MixerError> {
        self.graph_mut(graph)?.add_overlay(parent, weight)
    }

    /// `AnimGraphClip`: adds a node that plays a sequence.
    ///
    /// # Errors
    /// As [`Mixer::graph_blend`], and when a sequence does not exist or its deltas belong to another rig.
    pub fn graph_clip(
        &mut self,
        graph: GraphId,
        parent: NodeId,
        seq: usize,
        weight: f32,
        mode: PlayMode,
        speed: f32,
        reference: ClipReference,
    ) -> Result<NodeId, MixerError> {
        let Self {
            graphs, sequences, ..
        } = self;
        let graph = graphs
            .get_mut(graph.0)
            .and_then(Option::as_mut)
            .ok_or(MixerError::NoSuchGraph)?;
        graph.add_clip(sequences, parent, seq, weight, mode, speed, reference)
    }

    /// `AnimGraphWeight`: sends a node's weight toward `weight` at `fade` units per second while the graph plays; 0 or
    /// less sets it at once.
    ///
    /// # Errors
    /// When graph or node do not exist, or a number is not finite.
    pub fn graph_weight(
        &mut self,
        graph: GraphId,
        node: NodeId,
        weight: f32,
        fade: f32,
    ) -> Result<(), MixerError> {
        self.graph_mut(graph)?.set_weight(node, weight, fade)
    }

    /// `AnimGraphMask`: sets a node's weight factor, clamped to `[0, 1]`, on a joint, and on all below it when
    /// `children` is set.
    ///
    /// # Errors
    /// When graph, node or joint do not exist, or the factor is not finite.
    pub fn graph_mask(
        &mut self,
        graph: GraphId,
        node: NodeId,
        joint: usize,
        factor: f32,
        children: bool,
    ) -> Result<(), MixerError> {
        let Self {
            graphs, sequences, ..
        } = self;
        let graph = graphs
            .get_mut(graph.0)
            .and_then(Option::as_mut)
            .ok_or(MixerError::NoSuchGraph)?;
        graph.set_mask(sequences, node, joint, factor, children)
    }

    /// [`Mixer::graph_mask`] with the joint by name.
    ///
    /// # Errors
    /// As [`Mixer::graph_mask`].
    pub fn graph_mask_named(
        &mut self,
        graph: GraphId,
        node: NodeId,
        joint: &str,
        factor: f32,
        children: bool,
    ) -> Result<(), MixerError> {
        let found = self.skeleton().find(joint);
        let index = found.ok_or_else(|| MixerError::NoSuchJoint {
            name: joint.to_owned(),
        })?;
        self.graph_mask(graph, node, index, factor, children)
    }

    /// `PlayAnimGraph`: the graph becomes the object's base. Its clips start anew, unless it is the base already. Its pose
    /// is to be written at once: see [`Mixer::write_immediate`].
    ///
    /// # Errors
    /// When the graph does not exist.
    pub fn play_graph(&mut self, graph: GraphId) -> Result<(), MixerError> {
        let Self {
            graphs,
            sequences,
            base,
            ..
        } = self;
        let state = graphs
            .get_mut(graph.0)
            .and_then(Option::as_mut)
            .ok_or(MixerError::NoSuchGraph)?;
        if base.graph() != Some(graph) {
            state.restart(sequences);
            base.set_graph(graph);
        }
        Ok(())
    }

    /// `FreeAnimGraph`: forgets the graph. If it was the base, the pose freezes and the base is released.
    ///
    /// # Errors
    /// When the graph does not exist.
    pub fn free_graph(&mut self, graph: GraphId) -> Result<(), MixerError> {
        self.graph_mut(graph)?;
        self.graphs[graph.0] = None;
        if self.base.graph() == Some(graph) {
            self.base.release();
        }
        Ok(())
    }

    /// The graph of that name, to ask about its nodes.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn graph(&self, graph: GraphId) -> Result<&Graph, MixerError> {
        let graph = self.graphs.get(graph.0).and_then(Option::as_ref);
        graph.ok_or(MixerError::NoSuchGraph)
    }

    fn graph_mut(&mut self, graph: GraphId) -> Result<&mut Graph, MixerError> {
        self.graphs
            .get_mut(graph.0)
            .and_then(Option::as_mut)
            .ok_or(MixerError::NoSuchGraph)
    }
}
