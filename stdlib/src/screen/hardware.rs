//! The graphics card: what it can do, and what of it can be switched on and off.
//!
//! Much of what could be switched on cards of Blitz3D's time has no other state today. What a program has set is what it is told.

use std::time::Duration;

use super::DrawTarget;
use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// Textures that can be laid over each other at once.
const TEXTURE_UNITS: i32 = 8;
/// What Blitz3D answered for cards with cube maps, which all are today.
const CAPS_WITH_CUBE_MAPS: i32 = 110;
/// The video memory that programs are told of, in bytes. Cards have more today, but an Int holds no more than twice this.
const VIDEO_MEMORY: i32 = 1 << 30;
/// Bytes of a pixel.
const PIXEL: u64 = 4;

/// What of the graphics card is switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Switches {
    multitexturing: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            multitexturing: true,
        }
    }
}

impl Machine {
    /// Bytes of all buffers, images and textures that the program has.
    fn pixel_memory(&mut self) -> Answer<u64> {
        let [width, height] = self.need_screen()?.display.size().map(u64::from);
        let mut pixels = 2 * width * height;
        for picture in self.screen_state.images.iter() {
            pixels += picture.pixel_count();
        }
        let mut counted = Vec::new();
        for texture in self.world.textures.values() {
            if !counted.iter().any(|known| texture.pixels.is(known)) {
                let [width, height] = texture.pixels.size().map(u64::from);
                pixels += width * height * texture.pixels.count() as u64;
                counted.push(texture.pixels.clone());
            }
        }
        Ok(pixels * PIXEL)
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "graphics hardware",
    [
        anti_alias,
        w_buffer,
        dither,
        hw_multi_tex,
        hw_tex_units,
        gfx_driver_caps_3d,
        active_textures,
        stats_3d,
        total_vid_mem,
        avail_vid_mem,
        graphics_lost,
        scan_line,
        buffer_dirty
    ]
);

/// Smooths the edges of what RenderWorld draws, where `enable` is 1: each pixel is the mean of four. It is off at first.
///
/// Where the graphics card cannot do it, nothing changes.
#[command(AntiAlias)]
fn anti_alias(m: &mut Machine, enable: bool) -> Answer {
    m.need_3d()?.settings.antialias = enable;
    Ok(())
}

/// Chose another kind of depth buffer on screens of 16 bits a pixel. Screens have 32 today, where it never changed anything.
#[command(WBuffer)]
fn w_buffer(m: &mut Machine, _enable: bool) -> Answer {
    m.need_3d()?;
    Ok(())
}

/// Mixed the few colours of screens of 16 bits a pixel into more. Screens have 32 today, where it never changed anything.
#[command(Dither)]
fn dither(m: &mut Machine, _enable: bool) -> Answer {
    m.need_3d()?;
    Ok(())
}

/// Says whether several textures are to be laid over each other at once or one after the other. They look the same either way; HWTexUnits
/// answers by it.
#[command(HWMultiTex)]
fn hw_multi_tex(m: &mut Machine, enable: bool) -> Answer {
    m.need_3d()?.switches.multitexturing = enable;
    Ok(())
}

/// How many textures can be laid over each other at once: 8, or 1 after `HWMultiTex 0`.
#[command(HWTexUnits)]
fn hw_tex_units(m: &mut Machine) -> Answer<i32> {
    Ok(match m.need_3d()?.switches.multitexturing {
        true => TEXTURE_UNITS,
        false => 1,
    })
}

/// What the graphics card can do in 3D: 100, or 110 where it has cube maps, as every one has today.
#[command(GfxDriverCaps3D)]
fn gfx_driver_caps_3d(m: &mut Machine) -> Answer<i32> {
    m.need_3d()?;
    Ok(CAPS_WITH_CUBE_MAPS)
}

/// How many textures there are. Those that share the pixels of a file count once.
#[command(ActiveTextures)]
fn active_textures(m: &mut Machine) -> Answer<i32> {
    let mut counted = Vec::new();
    for texture in m.world.textures.values() {
        if !counted.iter().any(|known| texture.pixels.is(known)) {
            counted.push(texture.pixels.clone());
        }
    }
    Ok(counted.len() as i32)
}

/// A number about the drawing of terrains: 1 gives the most vertices, 2 the most triangles that a terrain was drawn with so far. Others are 0.
#[command(Stats3D)]
fn stats_3d(m: &mut Machine, number: i32) -> Answer<f32> {
    let most = m.need_3d()?.most_of_terrain;
    Ok(match number {
        1 => most[0] as f32,
        2 => most[1] as f32,
        _ => 0.0,
    })
}

/// The video memory in bytes, as far as an Int can say: 1 GiB.
#[command(TotalVidMem)]
fn total_vid_mem(m: &mut Machine) -> Answer<i32> {
    m.need_screen()?;
    Ok(VIDEO_MEMORY)
}

/// The video memory in bytes that buffers, images and textures leave free, as far as an Int can say.
#[command(AvailVidMem)]
fn avail_vid_mem(m: &mut Machine) -> Answer<i32> {
    let taken = m.pixel_memory()?;
    Ok(i32::try_from(taken).map_or(0, |taken| (VIDEO_MEMORY - taken).max(0)))
}

/// 1 while another program had taken the screen away, so that pictures had to be loaded again. It cannot happen today: 0.
#[command(GraphicsLost)]
fn graphics_lost(m: &mut Machine) -> Answer<i32> {
    m.need_screen()?;
    Ok(0)
}

/// The row of pixels that the monitor shows just now, as a monitor of 60 pictures a second would that has as many rows as the screen.
#[command(ScanLine)]
fn scan_line(m: &mut Machine) -> Answer<i32> {
    let rows = u128::from(m.need_screen()?.display.size()[1]);
    let second = Duration::from_secs(1).as_nanos();
    let part = (m.clock.now().as_nanos() * 60) % second;
    Ok((part * rows / second) as i32)
}

/// Kept a copy of a buffer's pixels, for when another program takes the screen away. That cannot happen today, so nothing is lost.
#[command(BufferDirty)]
fn buffer_dirty(_buffer: DrawTarget) -> Answer {
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::machine::Machine;
    use crate::screen::ScreenRequest;
    use crate::testing::{Outcome, call, int};
    use flitz_runtime::render::Display;
    use std::time::Duration;

    fn machine() -> Machine {
        let mut m = Machine::for_tests();
        let request = ScreenRequest {
            width: 64,
            height: 48,
            fullscreen: false,
        };
        m.open_screen(Display::headless(64, 48), request);
        assert_eq!(call(&mut m, "Graphics3D", (64, 48)), Outcome::Nothing);
        m
    }

    #[test]
    fn what_is_switched_is_what_is_told() {
        let mut m = machine();
        assert_eq!(call(&mut m, "HWTexUnits", ()), Outcome::Int(8));
        call(&mut m, "HWMultiTex", (0,));
        assert_eq!(call(&mut m, "HWTexUnits", ()), Outcome::Int(1));
        for name in ["WBuffer", "Dither", "AntiAlias"] {
            assert_eq!(call(&mut m, name, (1,)), Outcome::Nothing);
        }
        assert!(m.screen.as_ref().unwrap().settings.antialias);
        call(&mut m, "Graphics3D", (64, 48));
        assert_eq!(
            call(&mut m, "HWTexUnits", ()),
            Outcome::Int(8),
            "a new screen"
        );
        assert!(!m.screen.as_ref().unwrap().settings.antialias);
        call(&mut m, "Graphics", (64, 48));
        assert!(call(&mut m, "AntiAlias", (1,)).is_error("Graphics3D"));
    }

    #[test]
    fn textures_take_video_memory_and_are_counted() {
        let mut m = machine();
        let free = int(call(&mut m, "AvailVidMem", ()));
        assert_eq!(free, (1 << 30) - 2 * 64 * 48 * 4);
        let texture = int(call(&mut m, "CreateTexture", (64, 32, 0, 3)));
        assert_eq!(call(&mut m, "ActiveTextures", ()), Outcome::Int(1));
        let taken = free - int(call(&mut m, "AvailVidMem", ()));
        assert_eq!(taken, 64 * 32 * 4 * 3);
        let image = int(call(&mut m, "CreateImage", (10, 10, 2)));
        assert!(image != 0);
        let more = free - int(call(&mut m, "AvailVidMem", ()));
        assert_eq!(more, taken + 10 * 10 * 4 * 2);
        call(&mut m, "FreeTexture", (texture,));
        assert_eq!(call(&mut m, "ActiveTextures", ()), Outcome::Int(0));
        assert_eq!(call(&mut m, "TotalVidMem", ()), Outcome::Int(1 << 30));
    }

    #[test]
    fn the_scan_line_runs_down_the_screen_sixty_times_a_second() {
        let mut m = machine();
        let start = int(call(&mut m, "ScanLine", ()));
        m.clock.step(Duration::from_secs(1) / 120);
        let half = int(call(&mut m, "ScanLine", ()));
        assert!((half - start - 24).abs() <= 1, "{start} {half}");
        m.clock.step(Duration::from_secs(1) / 120);
        let again = int(call(&mut m, "ScanLine", ()));
        assert!(
            [0, 1, 47].contains(&(again - start).rem_euclid(48)),
            "{start} {again}"
        );
        assert_eq!(call(&mut m, "GraphicsLost", ()), Outcome::Int(0));
        let back = int(call(&mut m, "BackBuffer", ()));
        assert_eq!(call(&mut m, "BufferDirty", (back,)), Outcome::Nothing);
        assert!(call(&mut m, "BufferDirty", (99,)).is_error("no handle"));
    }
}
