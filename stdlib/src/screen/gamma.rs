//! The gamma ramp: what the numbers of a picture become on the way to the monitor.

use flitz_runtime::render::GammaRamp;

use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// The ramp that a program makes, in the 16 bits a number that graphics cards have; a number of the screen counts 257.
#[derive(Clone, Debug)]
pub(crate) struct Ramp([[u16; 256]; 3]);

/// A number of the screen, in the ramp's.
const STEP: f32 = 257.0;

impl Default for Ramp {
    fn default() -> Self {
        Self([std::array::from_fn(|number| number as u16 * 257); 3])
    }
}

impl Ramp {
    fn set(&mut self, part: usize, from: i32, to: f32) {
        // What is not a number counts as 0.
        self.0[part][(from & 255) as usize] = (to.clamp(0.0, 255.0) * STEP) as u16;
    }

    fn get(&self, part: usize, from: i32) -> f32 {
        f32::from(self.0[part][(from & 255) as usize]) / STEP
    }

    /// As screens of 8 bits show it.
    fn shown(&self) -> GammaRamp {
        GammaRamp {
            tables: self.0.map(|table| table.map(|number| (number >> 8) as u8)),
        }
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "gamma",
    [set_gamma, update_gamma, gamma_red, gamma_green, gamma_blue]
);

/// Says what a red, a green and a blue, each 0 to 255, shall look like: as another one, 0.0 to 255.0. UpdateGamma shows it.
///
/// To fade to black, go through all 256 numbers and make each darker:
///
///     For k = 0 To 255
///         SetGamma k, k, k, k * light#, k * light#, k * light#
///     Next
///     UpdateGamma
#[command(SetGamma)]
fn set_gamma(
    m: &mut Machine,
    src_red: i32,
    src_green: i32,
    src_blue: i32,
    dest_red: f32,
    dest_green: f32,
    dest_blue: f32,
) -> Answer {
    let ramp = &mut m.need_screen()?.gamma;
    ramp.set(0, src_red, dest_red);
    ramp.set(1, src_green, dest_green);
    ramp.set(2, src_blue, dest_blue);
    Ok(())
}

/// Shows the screen as SetGamma says from now on. Pictures, buffers and what is read from them stay as they are.
///
/// As in Blitz3D this works on screens that Graphics opened in mode 0 or 1; in the window of modes 2 and 3 it does nothing. `calibrate` has no
/// meaning today.
#[command(UpdateGamma, defaults(calibrate = 0))]
fn update_gamma(m: &mut Machine, _calibrate: i32) -> Answer {
    let screen = m.need_screen()?;
    if screen.gamma_works {
        let ramp = screen.gamma.shown();
        let plain = ramp == GammaRamp::default();
        screen.display.set_gamma((!plain).then_some(ramp));
    }
    Ok(())
}

/// What a red of this number, 0 to 255, was made to look like by SetGamma.
#[command(GammaRed)]
fn gamma_red(m: &mut Machine, red: i32) -> Answer<f32> {
    Ok(m.need_screen()?.gamma.get(0, red))
}

/// What a green of this number, 0 to 255, was made to look like by SetGamma.
#[command(GammaGreen)]
fn gamma_green(m: &mut Machine, green: i32) -> Answer<f32> {
    Ok(m.need_screen()?.gamma.get(1, green))
}

/// What a blue of this number, 0 to 255, was made to look like by SetGamma.
#[command(GammaBlue)]
fn gamma_blue(m: &mut Machine, blue: i32) -> Answer<f32> {
    Ok(m.need_screen()?.gamma.get(2, blue))
}

#[cfg(test)]
mod tests {
    use crate::machine::Machine;
    use crate::screen::ScreenRequest;
    use crate::testing::{Outcome, call};
    use flitz_runtime::render::Display;

    /// What is shown of a grey of 100.
    fn shown(m: &mut Machine) -> Vec<u8> {
        call(m, "ClsColor", (100, 100, 100));
        call(m, "Cls", ());
        let display = &mut m.screen.as_mut().unwrap().display;
        display.shown().unwrap().rgba[..3].to_vec()
    }

    #[test]
    fn the_ramp_is_shown_once_it_is_updated_and_not_in_a_window() {
        for mode in [0, 1, 2, 3] {
            let mut m = Machine::for_tests();
            let request = ScreenRequest {
                width: 8,
                height: 8,
                fullscreen: false,
            };
            m.open_screen(Display::headless(8, 8), request);
            call(&mut m, "Graphics", (8, 8, 0, mode));
            assert_eq!(call(&mut m, "GammaRed", (255,)), Outcome::Float(255.0));
            // Numbers beyond 255 are those of their low byte, results are clamped.
            let set = |m: &mut Machine, values: [f32; 3]| {
                let [r, g, b] = values;
                let commands = crate::machine::commands_for_tests();
                let id = commands.find("SetGamma").unwrap();
                let mut numbers = vec![100, 100 + 256, 100];
                numbers.extend([r, g, b].map(f32::to_bits));
                let mut call = flitz_interpreter::host::Call::new(&numbers, &[]);
                flitz_interpreter::host::Host::call(m, id, &mut call).unwrap();
            };
            set(&mut m, [300.0, 50.5, -7.0]);
            assert_eq!(shown(&mut m), [100, 100, 100], "not updated yet");
            assert_eq!(call(&mut m, "GammaRed", (100,)), Outcome::Float(255.0));
            assert_eq!(call(&mut m, "GammaBlue", (100,)), Outcome::Float(0.0));
            let Outcome::Float(green) = call(&mut m, "GammaGreen", (100,)) else {
                panic!("a Float");
            };
            assert!((green - 50.5).abs() < 0.005);
            call(&mut m, "UpdateGamma", ());
            let works = mode < 2;
            let wanted = if works { [255, 50, 0] } else { [100; 3] };
            assert_eq!(shown(&mut m), wanted, "mode {mode}");
            let back = m
                .screen
                .as_mut()
                .unwrap()
                .display
                .image(flitz_runtime::render::ScreenBuffer::Front);
            assert_eq!(
                back.unwrap().rgba[..3],
                [100; 3],
                "buffers keep their pixels"
            );
            set(&mut m, [f32::NAN; 3]);
            call(&mut m, "Graphics", (8, 8, 0, mode));
            assert_eq!(shown(&mut m), [100; 3], "a new screen starts anew");
        }
    }
}
