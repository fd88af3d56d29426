//! Every parameter that is a handle says of what, and a handle of anything else is refused in the same words whatever the command.

use std::rc::Rc;
use std::sync::Arc;

use flitz_interpreter::host::{Call, CommandId, Host, Interrupt, ValueType};
use flitz_interpreter::string::Str;
use flitz_runtime::render::default_font;
use flitz_runtime::scene::Brush;

use crate::backend::network::{Sockets, Unplugged};
use crate::command::Command;
use crate::files::Files;
use crate::handles::Kind;
use crate::machine::Machine;
use crate::screen::movies;
use crate::sound;
use crate::testing::{Outcome, call, folder, int};
use crate::world::graphs;

/// Words in parameters' names, and what they stand for.
const WORDS: &[(&str, Kind)] = &[
    ("bank", Kind::Bank),
    ("file", Kind::File),
    ("stream", Kind::File),
    ("server", Kind::TcpServer),
    ("dir", Kind::Dir),
    ("timer", Kind::Timer),
    ("entity", Kind::Entity),
    ("parent", Kind::Entity),
    ("object", Kind::Entity),
    ("mesh", Kind::Entity),
    ("camera", Kind::Entity),
    ("light", Kind::Entity),
    ("sprite", Kind::Entity),
    ("terrain", Kind::Entity),
    ("bsp", Kind::Entity),
    ("texture", Kind::Texture),
    ("brush", Kind::Brush),
    ("surface", Kind::Surface),
    ("image", Kind::Image),
    ("movie", Kind::Movie),
    ("buffer", Kind::Buffer),
    ("font", Kind::Font),
    ("sound", Kind::Sound),
    ("channel", Kind::Channel),
    ("graph", Kind::AnimGraph),
];

/// Parameters of such a name that are no handles: parents in a graph are numbers of its nodes.
const NO_HANDLES: &[(&str, &str)] = &[
    ("AnimGraphBlend", "parent"),
    ("AnimGraphAdd", "parent"),
    ("AnimGraphOverlay", "parent"),
    ("AnimGraphClip", "parent"),
];

/// Commands that free or close, and go on where there is nothing alive to free.
const FORGIVING: &[&str] = &[
    "FreeBank",
    "CloseFile",
    "CloseTCPStream",
    "CloseTCPServer",
    "CloseUDPStream",
    "CloseDir",
    "FreeTimer",
    "FreeTexture",
    "FreeBrush",
    "FreeImage",
    "CloseMovie",
    "FreeFont",
    "FreeSound",
];

/// What a parameter's name says that it is a handle of: `src_bank` and `image2` count as `bank` and `image`.
fn kind_of_name(name: &str) -> Option<Kind> {
    let last = name.rsplit('_').next().unwrap_or(name);
    let word = last.trim_end_matches(|c: char| c.is_ascii_digit());
    let known = WORDS.iter().find(|(known, _)| *known == word);
    known.map(|&(_, kind)| kind)
}

#[test]
fn a_parameter_that_is_named_as_a_thing_is_typed_as_one() {
    let mut left = WORDS.to_vec();
    for command in crate::all() {
        assert_eq!(command.params.len(), command.kinds.len());
        for (param, &kind) in command.params.iter().zip(command.kinds) {
            let said = kind_of_name(&param.name);
            let excepted = NO_HANDLES.contains(&(command.name, &*param.name));
            if param.ty == ValueType::Int && said.is_some() && !excepted {
                assert_eq!(kind, said, "{}, {}", command.name, param.name);
                left.retain(|&(_, known)| Some(known) != kind);
            }
            assert!(kind.is_none() || param.ty == ValueType::Int);
        }
    }
    assert_eq!(left, [], "no command takes these");
}

/// A living thing of each kind that commands take.
fn one_of_each(m: &mut Machine) -> Vec<(Kind, i32)> {
    m.files = Files::new(&folder("kinds"));
    let mesh = int(call(m, "CreateMesh", ()));
    let image = int(call(m, "CreateImage", (4, 4)));
    let brush = m
        .world_state
        .brushes
        .add(&mut m.handles, Brush::default(), "")
        .unwrap();
    let font = Rc::new(default_font());
    let font = m.screen_state.fonts.add(&mut m.handles, font, "").unwrap();
    let graph = graphs::lone_graph(m);
    m.network.backend = Arc::new(Sockets);
    let server = int(call(m, "CreateTCPServer", (0,)));
    m.network.backend = Arc::new(Unplugged);
    let movie = movies::lone_movie(m);
    let (sound, channel) = sound::lone_sound(m);
    vec![
        (Kind::Bank, int(call(m, "CreateBank", (8,)))),
        (Kind::File, int(call(m, "WriteFile", ("a",)))),
        (Kind::TcpServer, server),
        (Kind::Dir, int(call(m, "ReadDir", (".",)))),
        (Kind::Timer, int(call(m, "CreateTimer", (10,)))),
        (Kind::Entity, mesh),
        (Kind::Texture, int(call(m, "CreateTexture", (4, 4)))),
        (Kind::Brush, brush),
        (Kind::Surface, int(call(m, "CreateSurface", (mesh,)))),
        (Kind::Image, image),
        (Kind::Movie, movie),
        (Kind::Buffer, int(call(m, "ImageBuffer", (image,)))),
        (Kind::Font, font),
        (Kind::Sound, sound),
        (Kind::Channel, channel),
        (Kind::AnimGraph, graph),
    ]
}

/// Calls a command with things of the right kind, but for one parameter.
fn call_with(
    m: &mut Machine,
    (id, command): (usize, &Command),
    right: &[(Kind, i32)],
    (position, handle): (usize, i32),
) -> Result<(), Interrupt> {
    let (mut numbers, mut strings) = (Vec::new(), Vec::new());
    for (i, (param, kind)) in command.params.iter().zip(command.kinds).enumerate() {
        let of_kind = right.iter().find(|(k, _)| Some(*k) == *kind);
        match param.ty {
            ValueType::Int if i == position => numbers.push(handle as u32),
            ValueType::Int => numbers.push(of_kind.map_or(0, |&(_, handle)| handle as u32)),
            ValueType::Float => numbers.push(1.0_f32.to_bits()),
            ValueType::Str => strings.push(Str::from("no such file")),
        }
    }
    m.call(CommandId(id as u32), &mut Call::new(&numbers, &strings))
}

/// What a program gets for a handle that a command does not take.
fn refused(m: &mut Machine, from: (usize, &Command), right: &[(Kind, i32)], at: (usize, i32)) {
    let name = from.1.name;
    let forgiving = FORGIVING.contains(&name);
    match call_with(m, from, right, at) {
        Ok(()) => assert!(forgiving, "{name} took a wrong handle"),
        Err(Interrupt::Error(message)) => {
            // An entity of another kind may be refused before: a mesh is no camera.
            let told = message.contains("been freed") || message.contains("This needs a");
            assert!(told && !forgiving, "{message}");
        }
        Err(other) => panic!("{name} went on with a wrong handle: {other:?}"),
    }
}

#[test]
fn stale_handles_and_those_of_other_kinds_are_refused_by_every_command() {
    let mut m = Machine::for_tests();
    m.console.set_quiet(true);
    let mut stale = one_of_each(&mut m);
    // Channels are never freed, see `SoundState::keep_channel`.
    stale.retain(|(kind, _)| *kind != Kind::Channel);
    for name in FORGIVING.iter().chain(&["FreeEntity", "FreeAnimGraph"]) {
        let kind = crate::all().find(|c| c.name == *name).unwrap().kinds[0];
        let (_, handle) = stale.iter().find(|(k, _)| Some(*k) == kind).unwrap();
        assert_eq!(call(&mut m, name, (*handle,)), Outcome::Nothing);
    }
    for (kind, handle) in &stale {
        assert_eq!(m.handles.kind_of(*handle), None, "{kind:?} lives on");
    }
    let living = one_of_each(&mut m);
    let mut refusals = 0;
    for from in crate::all().enumerate() {
        for (position, kind) in from.1.kinds.iter().enumerate() {
            let Some(kind) = *kind else { continue };
            let foreign = living.iter().filter(|(other, _)| *other != kind);
            let stale = stale.iter().filter(|(other, _)| *other == kind);
            for &(_, handle) in foreign.chain(stale) {
                refused(&mut m, from, &living, (position, handle));
                refusals += 1;
            }
        }
    }
    assert!(refusals > 12 * 200, "{refusals}");
    for (kind, handle) in living {
        assert_eq!(m.handles.kind_of(handle), Some(kind), "it was freed");
    }
}
