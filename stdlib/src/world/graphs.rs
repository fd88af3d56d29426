//! Animation graphs: trees of blend, add and overlay nodes over clips.

use flitz_interpreter::host::{Call, Interrupt, ValueType};
use flitz_interpreter::string::Str;
use flitz_runtime::animation::{ClipReference, GraphId, Mixer, NodeId};
use flitz_runtime::scene::EntityId;

use super::animation::{refused, sequence};
use super::numbers;
use crate::command::{Answer, Argument, Group, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};

/// A graph as a program holds it.
#[derive(Clone, Copy)]
pub(crate) struct GraphHandle {
    owner: EntityId,
    graph: GraphId,
}

/// A graph that a program gave.
pub(crate) type AnimGraphId = Key<GraphHandle>;

impl Stored for GraphHandle {
    const KIND: Kind = Kind::AnimGraph;

    fn store(machine: &Machine) -> &Store<Self> {
        &machine.world_state.graphs
    }
}

/// The number of a node, which means something in its graph only: the mixer says where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node(NodeId);

impl Argument<'_> for Node {
    const TYPE: ValueType = ValueType::Int;

    fn take(call: &mut Call<'_>, _: &Machine) -> Answer<Self> {
        // A negative number becomes one that no graph has.
        Ok(Self(call.int() as isize as usize))
    }
}

impl Machine {
    fn graph(&mut self, id: AnimGraphId) -> Result<(&mut Mixer, GraphHandle), Interrupt> {
        let found = self.world_state.graphs[id];
        match self.world.animation_mut(found.owner) {
            Some(animation) => Ok((&mut animation.mixer, found)),
            None => Err(Interrupt::error(
                "The entity that this animation graph was made for has been freed.",
            )),
        }
    }

    /// What AnimGraphClip's number stands for; a note where it stands for nothing.
    fn clip_reference(&mut self, reference: i32) -> ClipReference {
        if reference < -2 {
            self.console.note(&format!(
                "AnimGraphClip: `reference` is -2 (its own value), -1 (its own first frame) or a sequence, not {reference}. It counts as -2."
            ));
        }
        numbers::clip_reference(reference)
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "animation graphs",
    [
        create_anim_graph,
        anim_graph_blend,
        anim_graph_add,
        anim_graph_overlay,
        anim_graph_clip,
        anim_graph_weight,
        anim_graph_mask,
        play_anim_graph,
        free_anim_graph
    ]
);

/// Makes an empty animation graph for an animated entity and returns its handle. Node 0 is its root, a blend node.
#[command(CreateAnimGraph)]
fn create_anim_graph(m: &mut Machine, object: EntityId) -> Answer<i32> {
    let (owner, mixer) = m.mixer(object)?;
    let graph = mixer.create_graph();
    m.world_state
        .graphs
        .add(&mut m.handles, GraphHandle { owner, graph }, "")
}

/// Adds a node that averages its children, and returns its number.
#[command(AnimGraphBlend, defaults(weight = 1.0))]
fn anim_graph_blend(m: &mut Machine, graph: AnimGraphId, parent: Node, weight: f32) -> Answer<i32> {
    let (mixer, found) = m.graph(graph)?;
    mixer
        .graph_blend(found.graph, parent.0, weight)
        .map(|n| n as i32)
        .map_err(refused)
}

/// Adds a node that sums its children, each times its weight, and returns its number.
#[command(AnimGraphAdd, defaults(weight = 1.0))]
fn anim_graph_add(m: &mut Machine, graph: AnimGraphId, parent: Node, weight: f32) -> Answer<i32> {
    let (mixer, found) = m.graph(graph)?;
    mixer
        .graph_add(found.graph, parent.0, weight)
        .map(|n| n as i32)
        .map_err(refused)
}

/// Adds a node that mixes its children one over the other, in order, and returns its number.
#[command(AnimGraphOverlay, defaults(weight = 1.0))]
fn anim_graph_overlay(
    m: &mut Machine,
    graph: AnimGraphId,
    parent: Node,
    weight: f32,
) -> Answer<i32> {
    let (mixer, found) = m.graph(graph)?;
    mixer
        .graph_overlay(found.graph, parent.0, weight)
        .map(|n| n as i32)
        .map_err(refused)
}

/// Adds a node that plays a sequence, and returns its number.
///
/// Below an add node `reference` says what it adds: -2 its own value, -1 its change against its own first frame, else its change
/// against the first frame of that sequence.
#[command(AnimGraphClip, defaults(weight = 1.0, mode = 1, speed = 1.0, reference = -2))]
fn anim_graph_clip(
    m: &mut Machine,
    graph: AnimGraphId,
    parent: Node,
    seq: i32,
    weight: f32,
    mode: i32,
    speed: f32,
    reference: i32,
) -> Answer<i32> {
    let mode = m.play_mode("AnimGraphClip", mode);
    let reference = m.clip_reference(reference);
    let (mixer, found) = m.graph(graph)?;
    mixer
        .graph_clip(
            found.graph,
            parent.0,
            sequence(seq),
            weight,
            mode,
            speed,
            reference,
        )
        .map(|n| n as i32)
        .map_err(refused)
}

/// Sets a node's weight; `fade` is how fast it goes there, in weight per second, 0 at once.
#[command(AnimGraphWeight, defaults(fade = 0.0))]
fn anim_graph_weight(
    m: &mut Machine,
    graph: AnimGraphId,
    node: Node,
    weight: f32,
    fade: f32,
) -> Answer {
    let (mixer, found) = m.graph(graph)?;
    mixer
        .graph_weight(found.graph, node.0, weight, fade)
        .map_err(refused)
}

/// Sets how much of a node reaches a joint, 0 to 1, and with `children` 1 everything below the joint too.
#[command(AnimGraphMask, defaults(children = true))]
fn anim_graph_mask(
    m: &mut Machine,
    graph: AnimGraphId,
    node: Node,
    bone: &Str,
    weight: f32,
    children: bool,
) -> Answer {
    let (mixer, found) = m.graph(graph)?;
    mixer
        .graph_mask_named(found.graph, node.0, &bone.to_text(), weight, children)
        .map_err(refused)
}

/// Makes a graph the base of its entity, in place of what Animate plays.
#[command(PlayAnimGraph)]
fn play_anim_graph(m: &mut Machine, object: EntityId, graph: AnimGraphId) -> Answer {
    let (owner, _) = m.mixer(object)?;
    let (mixer, found) = m.graph(graph)?;
    if found.owner != owner {
        return Err(Interrupt::error(
            "This animation graph was made for another entity.",
        ));
    }
    mixer.play_graph(found.graph).map_err(refused)?;
    m.world.show_pose(owner);
    Ok(())
}

/// Frees a graph. Where it plays, the pose stays as it is.
#[command(FreeAnimGraph)]
fn free_anim_graph(m: &mut Machine, graph: AnimGraphId) -> Answer {
    let found = m.world_state.graphs[graph];
    m.world_state.graphs.remove(&mut m.handles, graph);
    if let Some(animation) = m.world.animation_mut(found.owner) {
        animation.mixer.free_graph(found.graph).map_err(refused)?;
    }
    Ok(())
}

/// A graph of an entity without animation, for tests that need no more than its handle.
#[cfg(test)]
pub(crate) fn lone_graph(m: &mut Machine) -> i32 {
    let owner = m
        .world
        .create(flitz_runtime::scene::EntityKind::Pivot, None);
    let skeleton = flitz_runtime::animation::Skeleton::new(Vec::new()).unwrap();
    let graph = Mixer::new(std::sync::Arc::new(skeleton)).create_graph();
    let lone = GraphHandle { owner, graph };
    m.world_state.graphs.add(&mut m.handles, lone, "").unwrap()
}
