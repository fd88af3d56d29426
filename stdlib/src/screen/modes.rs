//! Graphics modes: the sizes of screen that a program may offer its user to choose from.
//!
//! Blitz3D asked the graphics card for the modes it could switch a monitor to. Today any size can be had, in a window or on the whole screen,
//! so there is one driver, and a list of the usual sizes.

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;

use crate::command::{Answer, Group, command, group};

/// Bits of a pixel.
const DEPTH: i32 = 32;

/// Widths and heights, as programs of the time and screens of today know them.
const SIZES: [(i32, i32); 16] = [
    (320, 240),
    (400, 300),
    (512, 384),
    (640, 480),
    (800, 600),
    (1024, 768),
    (1152, 864),
    (1280, 720),
    (1280, 800),
    (1280, 960),
    (1280, 1024),
    (1366, 768),
    (1600, 900),
    (1600, 1200),
    (1920, 1080),
    (2560, 1440),
];

fn size(mode: i32) -> Result<(i32, i32), Interrupt> {
    let index = usize::try_from(mode).ok().and_then(|m| m.checked_sub(1));
    index.and_then(|i| SIZES.get(i).copied()).ok_or_else(|| {
        Interrupt::Error(format!(
            "There is no graphics mode {mode}: there are {}, numbered from 1.",
            SIZES.len()
        ))
    })
}

fn exists(width: i32, height: i32) -> i32 {
    SIZES.contains(&(width, height)).into()
}

fn driver(number: i32) -> Result<(), Interrupt> {
    match number {
        1 => Ok(()),
        _ => Err(Interrupt::Error(format!(
            "There is no graphics driver {number}: there is one, number 1."
        ))),
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "graphics modes",
    [
        count_gfx_drivers,
        gfx_driver_name,
        set_gfx_driver,
        gfx_driver3d,
        count_gfx_modes,
        count_gfx_modes_3d,
        gfx_mode_width,
        gfx_mode_height,
        gfx_mode_depth,
        gfx_mode_exists,
        gfx_mode3d_exists,
        gfx_mode3d,
        windowed_3d
    ]
);

/// How many graphics drivers there are: 1.
#[command(CountGfxDrivers)]
fn count_gfx_drivers() -> Answer<i32> {
    Ok(1)
}

/// The name of a graphics driver, numbered from 1.
#[command(GfxDriverName)]
fn gfx_driver_name(driver: i32) -> Answer<Str> {
    self::driver(driver)?;
    Ok("Primary display driver".into())
}

/// Chooses the graphics driver for the next Graphics; there is one.
#[command(SetGfxDriver)]
fn set_gfx_driver(driver: i32) -> Answer {
    self::driver(driver)
}

/// 1 where a graphics driver can draw in 3D, as the one there is can.
#[command(GfxDriver3D)]
fn gfx_driver3d(driver: i32) -> Answer<i32> {
    self::driver(driver)?;
    Ok(1)
}

/// How many graphics modes there are to choose from.
#[command(CountGfxModes)]
fn count_gfx_modes() -> Answer<i32> {
    Ok(SIZES.len() as i32)
}

/// How many graphics modes for 3D there are to choose from.
#[command(CountGfxModes3D)]
fn count_gfx_modes_3d() -> Answer<i32> {
    Ok(SIZES.len() as i32)
}

/// The width of a graphics mode, numbered from 1.
#[command(GfxModeWidth)]
fn gfx_mode_width(mode: i32) -> Answer<i32> {
    Ok(size(mode)?.0)
}

/// The height of a graphics mode, numbered from 1.
#[command(GfxModeHeight)]
fn gfx_mode_height(mode: i32) -> Answer<i32> {
    Ok(size(mode)?.1)
}

/// The bits of a pixel in a graphics mode, numbered from 1: 32.
#[command(GfxModeDepth)]
fn gfx_mode_depth(mode: i32) -> Answer<i32> {
    size(mode)?;
    Ok(DEPTH)
}

/// 1 where a size is among the graphics modes, else 0. Graphics takes any size.
#[command(GfxModeExists)]
fn gfx_mode_exists(width: i32, height: i32, _depth: i32) -> Answer<i32> {
    Ok(exists(width, height))
}

/// 1 where a size is among the graphics modes for 3D, else 0. Graphics3D takes any size.
#[command(GfxMode3DExists)]
fn gfx_mode3d_exists(width: i32, height: i32, _depth: i32) -> Answer<i32> {
    Ok(exists(width, height))
}

/// 1 where a graphics mode can show 3D, as every one can.
#[command(GfxMode3D)]
fn gfx_mode3d(mode: i32) -> Answer<i32> {
    size(mode)?;
    Ok(1)
}

/// 1 where 3D can be shown in a window, as it can.
#[command(Windowed3D)]
fn windowed_3d() -> Answer<i32> {
    Ok(1)
}
