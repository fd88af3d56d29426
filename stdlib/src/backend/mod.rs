//! The borders to the outside: what a program reaches beyond its own memory, behind small traits with one implementation that is real
//! and one that is not.
//!
//! | border | real | not real |
//! | --- | --- | --- |
//! | [`FileSystem`](files::FileSystem) | [`Disk`](files::Disk) | [`MemoryFiles`](memory::MemoryFiles) |
//! | [`Environment`](environment::Environment) | [`Process`](environment::Process) | [`Sealed`](environment::Sealed) |
//! | [`Network`](network::Network) | [`Sockets`](network::Sockets) | [`Unplugged`](network::Unplugged) |
//! | [`TimeSource`](time::TimeSource) | [`RealTime`](time::RealTime) | [`SteppedTime`](time::SteppedTime) |
//! | [`SoundOutput`](sound::SoundOutput) | [`Device`](sound::Device) | [`Silence`](sound::Silence) |
//! | standard channels: [`Write`](std::io::Write) and [`Lines`](crate::console::Lines) of a [`Console`](crate::console::Console) | those of the process | any others |
//! | a screen: [`Display`](flitz_runtime::render::Display) | in a window | in memory |
//!
//! Keys and mouse are no border: [`Input`](flitz_runtime::window::Input) is data, which a window or an input file fills.
//!
//! An implementation does what it is asked and nothing else. What old programs count on (paths in any letter case, busy waits that end,
//! notes that are said once) stands on this side, in [`Files`](crate::files::Files), [`Clock`](crate::clock::Clock) and their kin, and
//! so holds with every implementation. Whether a program may cross a border at all is decided before, by
//! [`Permissions`](crate::permission::Permissions).

pub mod environment;
pub mod files;
pub mod memory;
pub mod network;
pub mod sound;
pub mod time;
