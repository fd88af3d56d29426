//! One channel of a graph for a group of joints.
//!
//! Children always have larger numbers than their parents, so three plain passes over the nodes do
//! it without recursion, however deep a program nests them.

use super::{Graph, Node, NodeId, NodeKind};
use crate::channel::{AverageScratch, ChannelKind};
use crate::lanes::{Lanes, Quats, Vec3s};
use crate::rotation::DeltaSide;
use crate::sequences::Sequences;
use crate::source::ChannelValues;

/// The state of a node on a channel of a group.
#[derive(Clone, Copy, Debug)]
struct NodeState {
    /// 1 where something below drives the channel, else 0.
    present: Lanes,
    /// Weight times mask where the channel is driven, else 0.
    weight: Lanes,
    /// Blend nodes: the sum of the children's weights.
    total: Lanes,
    /// Share in the tree of blend nodes above.
    share: Lanes,
    /// Whether the value is wanted at all.
    used: bool,
}

const UNKNOWN: NodeState = NodeState {
    present: Lanes::ZERO,
    weight: Lanes::ZERO,
    total: Lanes::ZERO,
    share: Lanes::ONE,
    used: false,
};

/// Working space for graphs; it grows to what the largest needs and stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphScratch {
    average: AverageScratch,
    vectors: Vec<Vec3s>,
    quaternions: Vec<Quats>,
    states: Vec<NodeState>,
}

impl GraphScratch {
    /// Bytes held on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.average.heap_bytes()
            + self.vectors.capacity() * size_of::<Vec3s>()
            + self.quaternions.capacity() * size_of::<Quats>()
            + self.states.capacity() * size_of::<NodeState>()
    }
}

/// The working space for one kind of channel.
struct Buffers<'a, V> {
    average: &'a mut AverageScratch,
    /// One value a node.
    values: &'a mut Vec<V>,
    states: &'a mut Vec<NodeState>,
}

/// A graph at its present times and weights, to be sampled.
pub(crate) struct GraphPose<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) sequences: &'a Sequences,
    pub(crate) side: DeltaSide,
    pub(crate) scratch: &'a mut GraphScratch,
}

impl ChannelValues for GraphPose<'_> {
    fn values<K: ChannelKind>(&mut self, group: usize) -> (K::Values, Lanes) {
        self.graph
            .evaluate::<K>(self.sequences, self.side, group, self.scratch)
    }
}

impl Graph {
    /// The root's value, and 1 in the lanes where it drives the channel.
    fn evaluate<K: ChannelKind>(
        &self,
        sequences: &Sequences,
        side: DeltaSide,
        group: usize,
        scratch: &mut GraphScratch,
    ) -> (K::Values, Lanes) {
        let mut buffers = Buffers {
            average: &mut scratch.average,
            values: K::pick(&mut scratch.vectors, &mut scratch.quaternions),
            states: &mut scratch.states,
        };
        buffers.states.clear();
        buffers.states.resize(self.nodes.len(), UNKNOWN);
        self.weigh::<K>(sequences, group, buffers.states);
        self.share(buffers.states);
        buffers.values.clear();
        buffers.values.resize(self.nodes.len(), K::NEUTRAL);
        for node in (0..self.nodes.len()).rev() {
            if buffers.states[node].used {
                self.value::<K>(node, sequences, side, group, &mut buffers);
            }
        }
        (buffers.values[0], buffers.states[0].present)
    }

    /// From the leaves up: who drives the channel, and with what weight.
    fn weigh<K: ChannelKind>(&self, sequences: &Sequences, group: usize, states: &mut [NodeState]) {
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if let NodeKind::Clip { seq, at, .. } = node.kind {
                let source = sequences.located(seq, at);
                states[index].present = source.presence::<K>(group).lanes();
            }
            if index == 0 {
                break;
            }
            let in_blend = self.is_blend(node.parent);
            // An average has no meaning for weights below 0.
            let current = if in_blend {
                node.weight.current().max(0.0)
            } else {
                node.weight.current()
            };
            let mask = node
                .mask
                .as_ref()
                .map_or(Lanes::ONE, |mask| *mask.group(group));
            let state = &mut states[index];
            state.weight = state.present * mask * current;
            let weight = state.weight;
            let parent = &mut states[node.parent];
            parent.total += weight;
            parent.present = weight.if_equal(Lanes::ZERO, parent.present, Lanes::ONE);
        }
    }

    /// From the root down: who is wanted, and the shares within trees of blend nodes.
    fn share(&self, states: &mut [NodeState]) {
        states[0].used = true;
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            let above = states[node.parent];
            let state = &mut states[index];
            state.used = above.used && state.weight.bits() != 0;
            if state.used && self.is_blend(node.parent) {
                state.share = above.share * state.weight.share_of(above.total);
            }
        }
    }

    fn is_blend(&self, node: NodeId) -> bool {
        matches!(self.nodes[node].kind, NodeKind::Blend { .. })
    }

    fn value<K: ChannelKind>(
        &self,
        index: NodeId,
        sequences: &Sequences,
        side: DeltaSide,
        group: usize,
        buffers: &mut Buffers<'_, K::Values>,
    ) {
        let node = &self.nodes[index];
        let value = match &node.kind {
            NodeKind::Clip { seq, at, .. } => {
                sequences.located(*seq, *at).sample_called::<K>(group)
            }
            NodeKind::Blend { .. } if index != 0 && self.is_blend(node.parent) => return,
            NodeKind::Blend { leaves } => {
                let sources = buffers.average.sources::<K>();
                for &leaf in leaves {
                    if buffers.states[leaf].used {
                        sources.values.push(buffers.values[leaf]);
                        sources.weights.push(buffers.states[leaf].share);
                    }
                }
                K::average(sources.values, sources.weights)
            }
            NodeKind::Add => self.sum::<K>(node, sequences, side, group, buffers),
            NodeKind::Overlay => {
                let wanted = node
                    .children
                    .iter()
                    .filter(|&&child| buffers.states[child].used);
                let rest = &sequences.skeleton().rest_groups()[group];
                wanted.fold(K::of(rest), |below, &child| {
                    K::mix(below, buffers.values[child], buffers.states[child].weight)
                })
            }
        };
        buffers.values[index] = value;
    }

    fn sum<K: ChannelKind>(
        &self,
        node: &Node,
        sequences: &Sequences,
        side: DeltaSide,
        group: usize,
        buffers: &Buffers<'_, K::Values>,
    ) -> K::Values {
        let wanted = node
            .children
            .iter()
            .filter(|&&child| buffers.states[child].used);
        let rest = &sequences.skeleton().rest_groups()[group];
        let sum = wanted.fold(K::NEUTRAL, |sum, &child| {
            let reference = match self.nodes[child].kind {
                NodeKind::Clip {
                    seq,
                    at,
                    reference: Some(reference),
                    ..
                } => {
                    let reference = sequences.first_frame(reference);
                    let source = sequences.located(seq, at);
                    source.delta_reference::<K>(&reference, group, rest)
                }
                // The difference from the neutral value is the value scaled from the identity.
                _ => K::NEUTRAL,
            };
            K::add_delta(
                sum,
                buffers.values[child],
                reference,
                buffers.states[child].weight,
                side,
            )
        });
        K::finish(sum)
    }
}
