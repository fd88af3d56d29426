//! Graphics modes: the sizes of screen that a program may offer its user to choose from.
//!
//! Blitz3D asked the graphics card for the modes it could switch a monitor to. Today any size can be had, in a window or on the whole screen,
//! so there is one driver, and a list of the usual sizes.

use flitz_interpreter::host::Interrupt;

use crate::command::commands;

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

commands! {
    group "graphics modes";

    /// How many graphics drivers there are: 1.
    fn CountGfxDrivers(m) -> Int {
        Ok(1)
    }

    /// The name of a graphics driver, numbered from 1.
    fn GfxDriverName(m, driver: Int) -> Str {
        self::driver(driver)?;
        Ok("Primary display driver".into())
    }

    /// Chooses the graphics driver for the next Graphics; there is one.
    fn SetGfxDriver(m, driver: Int) {
        self::driver(driver)
    }

    /// 1 where a graphics driver can draw in 3D, as the one there is can.
    fn GfxDriver3D(m, driver: Int) -> Int {
        self::driver(driver)?;
        Ok(1)
    }

    /// How many graphics modes there are to choose from.
    fn CountGfxModes(m) -> Int {
        Ok(SIZES.len() as i32)
    }

    /// How many graphics modes for 3D there are to choose from.
    fn CountGfxModes3D(m) -> Int {
        Ok(SIZES.len() as i32)
    }

    /// The width of a graphics mode, numbered from 1.
    fn GfxModeWidth(m, mode: Int) -> Int {
        Ok(size(mode)?.0)
    }

    /// The height of a graphics mode, numbered from 1.
    fn GfxModeHeight(m, mode: Int) -> Int {
        Ok(size(mode)?.1)
    }

    /// The bits of a pixel in a graphics mode, numbered from 1: 32.
    fn GfxModeDepth(m, mode: Int) -> Int {
        size(mode)?;
        Ok(DEPTH)
    }

    /// 1 where a size is among the graphics modes, else 0. Graphics takes any size.
    fn GfxModeExists(m, width: Int, height: Int, depth: Int) -> Int {
        Ok(exists(width, height))
    }

    /// 1 where a size is among the graphics modes for 3D, else 0. Graphics3D takes any size.
    fn GfxMode3DExists(m, width: Int, height: Int, depth: Int) -> Int {
        Ok(exists(width, height))
    }

    /// 1 where a graphics mode can show 3D, as every one can.
    fn GfxMode3D(m, mode: Int) -> Int {
        size(mode)?;
        Ok(1)
    }

    /// 1 where 3D can be shown in a window, as it can.
    fn Windowed3D(m) -> Int {
        Ok(1)
    }
}
