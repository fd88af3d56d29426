//! One channel of a graph for a group of joints.
//!
//! Children always have larger numbers than their parents, so three plain passes over the nodes do
//! it without recursion, however deep a program nests them.

use super::{Graph, Node, NodeId, NodeKind};
use crate::channel::{Buffers, Kind};
use crate::lanes::Lanes;
use crate::pose::Scratch;
use crate::rotation::DeltaSide;
use crate::sequences::Sequences;

/// What is known of a node on a channel of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeWeights {
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

const UNKNOWN: NodeWeights = NodeWeights {
    present: Lanes::ZERO,
    weight: Lanes::ZERO,
    total: Lanes::ZERO,
    share: Lanes::ONE,
    used: false,
};

impl Graph {
    /// The root's value, and 1 in the lanes where it drives the channel.
    pub(crate) fn evaluate<K: Kind>(
        &self,
        sequences: &Sequences,
        side: DeltaSide,
        group: usize,
        scratch: &mut Scratch,
    ) -> (K::Group, Lanes) {
        let mut buffers = K::buffers(scratch);
        buffers.nodes.clear();
        buffers.nodes.resize(self.nodes.len(), UNKNOWN);
        self.weigh::<K>(sequences, group, buffers.nodes);
        self.share(buffers.nodes);
        buffers.node_values.clear();
        buffers.node_values.resize(self.nodes.len(), K::NEUTRAL);
        for node in (0..self.nodes.len()).rev() {
            if buffers.nodes[node].used {
                self.value::<K>(node, sequences, side, group, &mut buffers);
            }
        }
        (buffers.node_values[0], buffers.nodes[0].present)
    }

    /// From the leaves up: who drives the channel, and with what weight.
    fn weigh<K: Kind>(&self, sequences: &Sequences, group: usize, states: &mut [NodeWeights]) {
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if let NodeKind::Clip { seq, .. } = node.kind {
                states[index].present = sequences.presence::<K>(seq, group).lanes();
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
    fn share(&self, states: &mut [NodeWeights]) {
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

    fn value<K: Kind>(
        &self,
        index: NodeId,
        sequences: &Sequences,
        side: DeltaSide,
        group: usize,
        buffers: &mut Buffers<'_, K::Group>,
    ) {
        let node = &self.nodes[index];
        let value = match &node.kind {
            NodeKind::Clip { seq, at, .. } => sequences.sample::<K>(*seq, group, *at),
            NodeKind::Blend { .. } if index != 0 && self.is_blend(node.parent) => return,
            NodeKind::Blend { leaves } => {
                buffers.values.clear();
                buffers.weights.clear();
                for &leaf in leaves {
                    if buffers.nodes[leaf].used {
                        buffers.values.push(buffers.node_values[leaf]);
                        buffers.weights.push(buffers.nodes[leaf].share);
                    }
                }
                K::average(buffers.values, buffers.weights)
            }
            NodeKind::Add => self.sum::<K>(node, sequences, side, group, buffers),
            NodeKind::Overlay => {
                let wanted = node
                    .children
                    .iter()
                    .filter(|&&child| buffers.nodes[child].used);
                wanted.fold(sequences.rest::<K>(group), |below, &child| {
                    K::mix(
                        below,
                        buffers.node_values[child],
                        buffers.nodes[child].weight,
                    )
                })
            }
        };
        buffers.node_values[index] = value;
    }

    fn sum<K: Kind>(
        &self,
        node: &Node,
        sequences: &Sequences,
        side: DeltaSide,
        group: usize,
        buffers: &Buffers<'_, K::Group>,
    ) -> K::Group {
        let wanted = node
            .children
            .iter()
            .filter(|&&child| buffers.nodes[child].used);
        let sum = wanted.fold(K::NEUTRAL, |sum, &child| {
            let reference = match self.nodes[child].kind {
                NodeKind::Clip {
                    seq,
                    reference: Some(reference),
                    ..
                } => sequences.reference::<K>(seq, reference, group),
                // The difference from the neutral value is the value scaled from the identity.
                _ => K::NEUTRAL,
            };
            K::add_delta(
                sum,
                buffers.node_values[child],
                reference,
                buffers.nodes[child].weight,
                side,
            )
        });
        K::finish(sum)
    }
}
