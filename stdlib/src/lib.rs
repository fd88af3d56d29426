//! The commands of flitz, each declared once: a file for each group of commands.

pub mod backend;
pub mod clock;
mod command;
pub mod console;
pub mod files;
pub mod handles;
pub mod machine;
mod missing;
mod parts;
pub mod permission;
pub mod store;
pub mod string_unit;
pub mod wait;

mod banks;
pub mod expect;
mod filesystem;
mod maths;
pub mod network;
mod output;
pub mod random;
pub mod screen;
pub mod sound;
pub mod streams;
mod strings;
pub mod system;
mod time;
mod world;

#[cfg(test)]
mod kinds;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod worked_examples;
#[cfg(test)]
mod worst_arguments;

use command::{Command, Group};
use flitz_interpreter::host::Signature;

/// The groups of commands. The manual lists them in this order.
const GROUPS: &[Group] = &[
    output::COMMANDS,
    strings::COMMANDS,
    maths::COMMANDS,
    random::COMMANDS,
    banks::COMMANDS,
    filesystem::COMMANDS,
    streams::COMMANDS,
    network::COMMANDS,
    time::COMMANDS,
    system::COMMANDS,
    screen::graphics::COMMANDS,
    screen::modes::COMMANDS,
    screen::hardware::COMMANDS,
    screen::gamma::COMMANDS,
    screen::buffers::COMMANDS,
    screen::drawing::COMMANDS,
    screen::images::COMMANDS,
    screen::movies::COMMANDS,
    screen::fonts::COMMANDS,
    screen::rendering::COMMANDS,
    screen::keyboard::COMMANDS,
    screen::mouse::COMMANDS,
    sound::SOUNDS,
    sound::CHANNELS,
    sound::MUSIC,
    world::entities::COMMANDS,
    world::placement::COMMANDS,
    world::meshes::COMMANDS,
    world::surfaces::COMMANDS,
    world::shapes::COMMANDS,
    world::brushes::COMMANDS,
    world::textures::COMMANDS,
    world::sprites::COMMANDS,
    world::terrains::COMMANDS,
    world::levels::COMMANDS,
    world::cameras::COMMANDS,
    world::lights::COMMANDS,
    world::collisions::COMMANDS,
    world::picking::COMMANDS,
    world::animation::COMMANDS,
    world::blending::COMMANDS,
    world::graphs::COMMANDS,
    sound::SPACE,
    #[cfg(test)]
    worked_examples::COMMANDS,
];

/// The signatures of the commands of ordinary programs; their positions are their numbers.
fn ordinary() -> impl Iterator<Item = Signature> {
    GROUPS.iter().flat_map(Group::signatures)
}

/// All declared commands: the ordinary ones, then those for tests; their positions are their numbers.
fn all() -> impl Iterator<Item = &'static Command> {
    let groups = GROUPS.iter().chain([&expect::COMMANDS]);
    groups.flat_map(|group| group.commands)
}

/// The signatures of [`all`].
fn all_signatures() -> impl Iterator<Item = Signature> {
    ordinary().chain(expect::COMMANDS.signatures())
}
